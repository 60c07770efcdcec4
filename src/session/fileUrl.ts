import { useEffect, useState } from 'react';
import { apiUrl } from '@/api/apiUrl';
import { fetchPicture } from '@/api/files';
import { onSessionEnd } from './sessionStore';

const isFileId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

// An <img> request carries no token, so the image is fetched and shown from memory. The content of a file id never
// changes.
const urlCache = new Map<string, Promise<string>>();

function loadFile(id: string): Promise<string> {
  const cachedUrl = urlCache.get(id);
  if (cachedUrl) return cachedUrl;
  const pendingUrl = fetchPicture(`api/file/${id}`).then((blob) => URL.createObjectURL(blob));
  urlCache.set(id, pendingUrl);
  pendingUrl.catch(() => urlCache.delete(id));
  return pendingUrl;
}

onSessionEnd(() => {
  for (const url of urlCache.values())
    void url.then(
      (objectUrl) => URL.revokeObjectURL(objectUrl),
      () => undefined,
    );
  urlCache.clear();
});

/**
 * Returns a URL for an image by its file's id, or for a public image by its path. Undefined while loading or if
 * missing.
 */
export function useFileUrl(file: string | null | undefined): string | undefined {
  const [shownFile, setShownFile] = useState<{ id: string; url: string }>();
  useEffect(() => {
    if (!file || !isFileId(file)) return;
    let isMounted = true;
    loadFile(file).then(
      (url) => isMounted && setShownFile({ id: file, url }),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [file]);
  if (!file) return undefined;
  if (!isFileId(file)) return apiUrl(file);
  return shownFile?.id === file ? shownFile.url : undefined;
}

/** Returns URLs for several images by id. Missing images are left out. */
export function useFileUrls(files: readonly string[]): ReadonlyMap<string, string> {
  const [urlById, setUrlById] = useState<ReadonlyMap<string, string>>(new Map());
  const joinedIds = files.join();
  useEffect(() => {
    let isMounted = true;
    const ids = joinedIds ? joinedIds.split(',') : [];
    void Promise.all(
      ids.map((id) =>
        loadFile(id).then(
          (url) => [id, url] as const,
          () => null,
        ),
      ),
    ).then((entries) => isMounted && setUrlById(new Map(entries.flatMap((entry) => (entry ? [entry] : [])))));
    return () => {
      isMounted = false;
    };
  }, [joinedIds]);
  return urlById;
}
