import { useEffect, useState } from 'react';
import { fetchPicture, openPictureUrl } from '@/api/files';
import styles from './richText.module.css';

interface RichPictureProps {
  readonly id: string;
  /** True if the image can be loaded by URL without a sign-in. */
  readonly open: boolean;
  readonly alt: string;
  /** URL to fetch instead of the file's own. */
  readonly url?: string | undefined;
}

/**
 * Shows an image of a rich text. An `img` request carries no token, so a private image is fetched and shown from
 * memory.
 */
export function RichPicture({ id, open, alt, url }: RichPictureProps) {
  const [shownUrl, setShownUrl] = useState<string | null>(open ? openPictureUrl(id) : null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (open) return;
    const abortController = new AbortController();
    let address: string | undefined;
    fetchPicture(url ?? `api/file/${id}`, abortController.signal).then(
      (blob) => {
        if (abortController.signal.aborted) return;
        address = URL.createObjectURL(blob);
        setShownUrl(address);
      },
      () => abortController.signal.aborted || setMissing(true),
    );
    return () => {
      abortController.abort();
      if (address) URL.revokeObjectURL(address);
    };
  }, [id, open, url]);
  if (isMissing)
    return (
      <span className={styles.missing} role="img" aria-label={alt || '图片'}>
        图片无法显示
      </span>
    );
  return shownUrl ? (
    <img src={shownUrl} alt={alt} loading="lazy" onError={() => setMissing(true)} />
  ) : (
    <span className={styles.waiting} role="img" aria-label={alt || '图片'} />
  );
}
