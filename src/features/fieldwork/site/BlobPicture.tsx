import { useEffect, useState } from 'react';

/** Shows a photograph that is stored on this device only. */
export function BlobPicture({ blob, label }: { readonly blob: Blob; readonly label: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const objectUrl = URL.createObjectURL(blob);
    // oxlint-disable-next-line react/set-state-in-effect
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [blob]);
  if (!url) return null;
  // Recorded on site, so there are no captions.
  return blob.type.startsWith('video/') ? (
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video src={url} controls playsInline preload="metadata" aria-label={label} />
  ) : (
    <img src={url} alt={label} />
  );
}
