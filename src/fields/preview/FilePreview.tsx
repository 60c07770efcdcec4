import { Button, Empty, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { fetchPicture, saveFile } from '@/api/files';
import { succeeded } from '@/api/succeeded';
import { PageModal } from '@/session/overlays';
import { isPdf, isPicture } from './fileEnding';
import { PdfFrame } from './PdfFrame';
import styles from './preview.module.css';

/**
 * A file to show. `title` is its name with extension. `content` is the id of the stored file, or the content that
 * another request has fetched; `save` then downloads it.
 */
export interface PreviewedFile {
  readonly title: string;
  readonly content: string | Blob;
  readonly save?: () => void;
}

const saved = ({ content, save }: PreviewedFile): void => {
  if (typeof content === 'string') void succeeded(saveFile(content));
  else save?.();
};

/** Shows an image or a PDF in a dialog. Downloads other files. */
export function FilePreview({ file, onClose }: { readonly file: PreviewedFile | null; readonly onClose: () => void }) {
  const shows = file !== null && (isPicture(file.title) || isPdf(file.title));
  const [url, setUrl] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const content = shows ? file.content : null;
  const pdf = file !== null && isPdf(file.title);
  useEffect(() => {
    if (content === null) return;
    const asking = new AbortController();
    let made = '';
    setUrl(null);
    setFailed(false);
    const found =
      typeof content === 'string' ? fetchPicture(`api/file/${content}`, asking.signal) : Promise.resolve(content);
    found.then(
      (blob) => {
        if (asking.signal.aborted) return;
        // The content type follows from the name, so the content is never rendered as HTML.
        made = URL.createObjectURL(pdf ? new Blob([blob], { type: 'application/pdf' }) : blob);
        setUrl(made);
      },
      () => setFailed(!asking.signal.aborted),
    );
    return () => {
      asking.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [content, pdf]);
  return (
    <PageModal
      open={file !== null}
      width="min(1080px, 94vw)"
      title={file?.title}
      footer={file && <Button onClick={() => saved(file)}>下载</Button>}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className={styles.preview}>
        {!shows ? (
          <Empty description="该类型的文件不能在页面中预览，请下载后查看" />
        ) : failed ? (
          <Empty description="文件加载失败，请稍后重试或下载后查看" />
        ) : !url ? (
          <Skeleton active />
        ) : pdf ? (
          <PdfFrame title={file.title} url={url} />
        ) : (
          <img src={url} alt={file.title} />
        )}
      </div>
    </PageModal>
  );
}
