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

const downloadFile = ({ content, save }: PreviewedFile): void => {
  if (typeof content === 'string') void succeeded(saveFile(content));
  else save?.();
};

/** Shows an image or a PDF in a dialog. Downloads other files. */
export function FilePreview({ file, onClose }: { readonly file: PreviewedFile | null; readonly onClose: () => void }) {
  const shows = file !== null && (isPicture(file.title) || isPdf(file.title));
  const [url, setUrl] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const content = shows ? file.content : null;
  const pdf = file !== null && isPdf(file.title);
  useEffect(() => {
    if (content === null) return;
    const abortController = new AbortController();
    let objectUrl = '';
    setUrl(null);
    setFailed(false);
    const blobRequest =
      typeof content === 'string'
        ? fetchPicture(`api/file/${content}`, abortController.signal)
        : Promise.resolve(content);
    blobRequest.then(
      (blob) => {
        if (abortController.signal.aborted) return;
        // The content type follows from the name, so the content is never rendered as HTML.
        objectUrl = URL.createObjectURL(pdf ? new Blob([blob], { type: 'application/pdf' }) : blob);
        setUrl(objectUrl);
      },
      () => setFailed(!abortController.signal.aborted),
    );
    return () => {
      abortController.abort();
      if (objectUrl) URL.revokeObjectURL(objectUrl);
    };
  }, [content, pdf]);
  return (
    <PageModal
      open={file !== null}
      width="min(1080px, 94vw)"
      title={file?.title}
      footer={file && <Button onClick={() => downloadFile(file)}>下载</Button>}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className={styles.preview}>
        {!shows ? (
          <Empty description="该类型的文件不能在页面中预览，请下载后查看" />
        ) : hasFailed ? (
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
