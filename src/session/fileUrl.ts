import { useEffect, useState } from 'react';
import { apiUrl } from '@/api/apiUrl';
import { fetchPicture } from '@/api/files';
import { onSessionEnd } from './sessionStore';

const isFileId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

// An <img> request carries no token, so the image is fetched and shown from memory. The content of a file id never
// changes.
const held = new Map<string, Promise<string>>();

function load(id: string): Promise<string> {
  const known = held.get(id);
  if (known) return known;
  const coming = fetchPicture(`api/file/${id}`).then((blob) => URL.createObjectURL(blob));
  held.set(id, coming);
  coming.catch(() => held.delete(id));
  return coming;
}

onSessionEnd(() => {
  for (const url of held.values())
    void url.then(
      (made) => URL.revokeObjectURL(made),
      () => undefined,
    );
  held.clear();
});

/**
 * Returns a URL for an image by its file's id, or for a public image by its path. Undefined while loading or if
 * missing.
 */
export function useFileUrl(file: string | null | undefined): string | undefined {
  const [shown, setShown] = useState<{ id: string; url: string }>();
  useEffect(() => {
    if (!file || !isFileId(file)) return;
    let alive = true;
    load(file).then(
      (url) => alive && setShown({ id: file, url }),
      () => undefined,
    );
    return () => {
      alive = false;
    };
  }, [file]);
  if (!file) return undefined;
  if (!isFileId(file)) return apiUrl(file);
  return shown?.id === file ? shown.url : undefined;
}

/** Returns URLs for several images by id. Missing images are left out. */
export function useFileUrls(files: readonly string[]): ReadonlyMap<string, string> {
  const [shown, setShown] = useState<ReadonlyMap<string, string>>(new Map());
  const wanted = files.join();
  useEffect(() => {
    let alive = true;
    const ids = wanted ? wanted.split(',') : [];
    void Promise.all(
      ids.map((id) =>
        load(id).then(
          (url) => [id, url] as const,
          () => null,
        ),
      ),
    ).then((found) => alive && setShown(new Map(found.flatMap((one) => (one ? [one] : [])))));
    return () => {
      alive = false;
    };
  }, [wanted]);
  return shown;
}
