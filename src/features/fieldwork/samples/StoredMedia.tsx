import PlayCircleOutlined from '@ant-design/icons/PlayCircleOutlined';
import { useEffect, useRef, useState } from 'react';
import { fileLink } from '@/api/files';
import { useFileUrl } from '@/session/fileUrl';
import styles from '../site/site.module.css';

/** Plays a video by a link valid for one minute. An expired link is renewed at the current position. */
function VideoPlayer({ id, label }: { readonly id: string; readonly label: string }) {
  const [url, setUrl] = useState<string>();
  const video = useRef<HTMLVideoElement>(null);
  const place = useRef(0);
  const tries = useRef(0);
  const load = () =>
    void fileLink(id).then(
      (link) => setUrl(`${link.url}&inline=true`),
      () => undefined,
    );
  useEffect(load, [id]);
  if (!url) return null;
  // Recorded on site, so there are no captions.
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      ref={video}
      src={url}
      controls
      playsInline
      preload="metadata"
      aria-label={label}
      onTimeUpdate={({ currentTarget }) => {
        place.current = currentTarget.currentTime;
        tries.current = 0;
      }}
      onSeeking={({ currentTarget }) => void (place.current = currentTarget.currentTime)}
      onLoadedMetadata={({ currentTarget }) => {
        if (place.current) currentTarget.currentTime = place.current;
      }}
      onError={() => {
        tries.current += 1;
        if (tries.current <= 2) load();
      }}
    />
  );
}

/** Shows a photograph or a video of the server. A video is loaded only when opened; the list shows an icon. */
export function StoredMedia({
  id,
  label,
  film,
  small = false,
}: {
  readonly id: string;
  readonly label: string;
  readonly film: boolean;
  readonly small?: boolean;
}) {
  const [isNearWindow, setIsNearWindow] = useState(!small);
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = box.current;
    if (isNearWindow || film || !element) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNearWindow(true), {
      rootMargin: '200px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNearWindow, film]);
  const url = useFileUrl(isNearWindow && !film ? id : null);
  if (film) return small ? <PlayCircleOutlined className={styles.play ?? ''} /> : <VideoPlayer id={id} label={label} />;
  return (
    <span ref={box} className={styles.pictureBox}>
      {url ? <img src={url} alt={label} /> : '…'}
    </span>
  );
}
