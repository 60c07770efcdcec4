import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Skeleton, Space, Upload } from 'antd';
import { useState } from 'react';
import { client } from '@/api/client';
import { uploadFile } from '@/api/files';
import { succeeded } from '@/api/succeeded';
import { SignaturePad } from '@/fields/signature/SignaturePad';
import { SignatureShown } from '@/fields/signature/SignatureShown';
import { acceptOf } from '@/fields/upload/uploadAccept';
import { deferredPart } from '@/lib/deferredPart';
import { feedback } from '@/lib/feedback';
import { uploadHint } from '@contract/fields/uploadRules';
import { messages } from '@contract/messages';
import styles from './center.module.css';

const BackgroundDialog = deferredPart(async () => (await import('@/fields/upload/BackgroundDialog')).BackgroundDialog);

interface SpecimenSignatures {
  current: string | null;
  history: { id: number; fileId: string | null; createTime: string }[];
}

// A drawn signature is a PNG created by this page (`image`); an uploaded one must be printable (`print`: JPEG or PNG,
// no SVG).
const queryKey = ['center', 'signature'];

/** Signatures that the person used before, with the day of each. */
function EarlierSignatures({ entries }: { readonly entries: SpecimenSignatures['history'] }) {
  if (!entries.length) return null;
  return (
    <>
      <h3>历次签名</h3>
      <ul className={styles.history}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <SignatureShown file={entry.fileId as string} label={`${entry.createTime}设置的签名`} />
            <small>{entry.createTime}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

interface SignatureButtonsProps {
  readonly hasSignature: boolean;
  readonly onDraw: () => void;
  readonly onPicture: (file: File) => void;
  readonly onRemove: () => void;
}

function SignatureButtons({ hasSignature, onDraw, onPicture, onRemove }: SignatureButtonsProps) {
  return (
    <Space wrap>
      <Button type="primary" onClick={onDraw}>
        {hasSignature ? '重新手写' : '手写签名'}
      </Button>
      <Upload
        accept={acceptOf('print')}
        showUploadList={false}
        beforeUpload={(file) => {
          onPicture(file);
          return false;
        }}
      >
        <Button>上传签名图片</Button>
      </Upload>
      {hasSignature && (
        <Button danger type="link" onClick={onRemove}>
          停用
        </Button>
      )}
      <span className={styles.quiet}>{uploadHint('print')}</span>
    </Space>
  );
}

/** Returns the calls that store a person's new signature or remove the current one. */
function useSignatureChanges(onStored: () => void) {
  const queryClient = useQueryClient();
  const savePicture = async (fileOf: () => Promise<string | null>) => {
    const work = async () => {
      await client.put('api/user/signature', { fileId: await fileOf() });
      await queryClient.invalidateQueries({ queryKey });
      feedback.notify('success', messages.edited);
    };
    if (await succeeded(work())) onStored();
  };
  const remove = async () => {
    if (await feedback.confirm('确定停用当前签名吗？停用后签署的记录和报告只打印姓名。', { danger: true }))
      await savePicture(async () => null);
  };
  return { savePicture, remove };
}

/**
 * The person's signature for records and reports. Only the person draws or uploads it. Earlier signatures stay on the
 * papers that they signed (QUALITY §1, 13).
 */
export function SignaturePanel() {
  const [drawing, setDrawing] = useState(false);
  /** Uploaded picture whose background is being removed. */
  const [chosenPicture, setChosenPicture] = useState<File | null>(null);
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await client.get<SpecimenSignatures>('api/user/signature', { signal })).data,
    retry: false,
  });

  const { savePicture, remove } = useSignatureChanges(() => setDrawing(false));

  if (error) return <Alert type="error" showIcon title="签名加载失败，请稍后重试" />;
  if (!data) return <Skeleton active />;
  return (
    <>
      <p className={styles.quiet}>
        用于原始记录、报告上的签名。只能由本人设置；更换后，以前签署的记录仍保留当时的签名。
      </p>
      {data.current ? <SignatureShown file={data.current} label="当前签名" /> : !drawing && <p>尚未设置签名。</p>}
      <div style={{ marginTop: 16 }}>
        {drawing ? (
          <SignaturePad
            onDone={(file) => savePicture(async () => (await uploadFile(file, 'image')).id)}
            onCancel={() => setDrawing(false)}
          />
        ) : (
          <SignatureButtons
            hasSignature={data.current !== null}
            onDraw={() => setDrawing(true)}
            onPicture={setChosenPicture}
            onRemove={() => void remove()}
          />
        )}
      </div>
      <BackgroundDialog
        wanted={chosenPicture !== null}
        file={chosenPicture}
        picture="签名"
        onCancel={() => setChosenPicture(null)}
        onDone={(file) => {
          setChosenPicture(null);
          void savePicture(async () => (await uploadFile(file, 'print')).id);
        }}
      />
      <EarlierSignatures entries={data.history.slice(1).filter(({ fileId }) => fileId !== null)} />
    </>
  );
}
