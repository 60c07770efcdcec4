import { Button, Input, Upload } from 'antd';
import { type ReactNode, useState } from 'react';
import { uploadFile } from '@/api/files';
import { succeeded } from '@/api/succeeded';
import { DictCell } from '@/fields';
import { acceptOf } from '@/fields/upload/uploadAccept';
import { feedback } from '@/lib/feedback';
import { fixedDictionaries } from '@contract/dictionaries';
import {
  type ClientMatter,
  type ClientMatterReply,
  matterTexts,
} from '@contract/features/customers/enterprise/clientMatters';
import { uploadHint } from '@contract/fields/uploadRules';
import styles from './thread.module.css';

const kindLabels = new Map<string, string>(
  fixedDictionaries.clientMatterKind.map(({ value, label }) => [value, label]),
);

interface TypedMessage {
  readonly content: string;
  readonly attachment?: string;
}

/** Reply to a thread, with a file or, on a phone, a photograph. */
export function ReplyBox({
  label,
  onSend,
}: {
  readonly label: string;
  readonly onSend: (typedMessage: TypedMessage) => Promise<string>;
}) {
  const [content, setContent] = useState('');
  const [file, setFile] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const bring = async (chosenFile: File) => {
    setBusy(true);
    await succeeded(uploadFile(chosenFile, 'document').then(({ id }) => setFile({ id, name: chosenFile.name })));
    setBusy(false);
  };
  const send = async () => {
    setBusy(true);
    const isSent = await succeeded(
      onSend({ content, ...(file ? { attachment: file.id } : {}) }).then((message) =>
        feedback.notify('success', message),
      ),
    );
    setBusy(false);
    if (!isSent) return;
    setContent('');
    setFile(null);
  };
  return (
    <div className={styles.reply}>
      <Input.TextArea
        aria-label={`回复：${label}`}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={2000}
        value={content}
        onChange={(event) => setContent(event.target.value)}
      />
      <div className={styles.replyActs}>
        <Upload
          accept={acceptOf('document')}
          showUploadList={false}
          disabled={busy}
          customRequest={({ file: chosenFile }) => void bring(chosenFile as File)}
        >
          <Button size="small" title={uploadHint('document')}>
            上传文件
          </Button>
        </Upload>
        <Upload
          accept="image/*"
          capture="environment"
          showUploadList={false}
          disabled={busy}
          customRequest={({ file: chosenFile }) => void bring(chosenFile as File)}
        >
          <Button size="small">拍照</Button>
        </Upload>
        {file && <span className={styles.quiet}>{file.name}</span>}
        <Button
          size="small"
          type="primary"
          loading={busy}
          disabled={!content.trim() && !file}
          onClick={() => void send()}
        >
          回复
        </Button>
      </div>
    </div>
  );
}

interface ThreadProps {
  readonly matter: ClientMatter;
  readonly onOpen: (reply: ClientMatterReply) => void;
  readonly children?: ReactNode;
}

/** One thread: the question and its replies, oldest first. */
export function MatterThread({ matter, onOpen, children }: ThreadProps) {
  const { title, content, author, at, dueOn, visitOn, state, matterKind, replies } = matter;
  return (
    <article className={styles.thread} aria-label={title}>
      <header>
        <strong>{title}</strong> <DictCell dict="clientMatterState" value={state} />
        <p className={styles.quiet}>
          {[
            kindLabels.get(matterKind),
            author,
            at.slice(0, 16),
            dueOn && `请于${dueOn}前提供`,
            visitOn && `到场日期 ${visitOn}`,
          ]
            .filter(Boolean)
            .join('　')}
        </p>
      </header>
      {content && <p className={styles.words}>{content}</p>}
      {replies.length > 0 && (
        <ol className={styles.replies}>
          {replies.map((reply) => (
            <li key={reply.id} data-client={reply.fromClient}>
              <p className={styles.quiet}>
                {reply.author}　{reply.at.slice(0, 16)}
              </p>
              {reply.content && <p className={styles.words}>{reply.content}</p>}
              {reply.attachment && (
                <Button type="link" size="small" onClick={() => onOpen(reply)}>
                  {reply.attachment.name}
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      {state === 'closed' ? <p className={styles.quiet}>{matterTexts.closed}</p> : children}
    </article>
  );
}
