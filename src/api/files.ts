import type { FileClass } from '@contract/field';
import { tooLargeText, uploadRules } from '@contract/fields/uploads';
import type { Answer } from '@contract/wire';
import { apiUrl } from './apiUrl';
import { client } from './client';
import { announce, Failure } from './failures';

export interface StoredFile {
  id: string;
  name: string;
  size: number;
  mime: string;
}

/**
 * @throws Failure at once for what is too large, told: a server that stops reading in the middle is a broken connection
 * to the browser.
 */
export async function uploadFile(file: Blob & { readonly name?: string }, fileClass: FileClass): Promise<StoredFile> {
  if (file.size > uploadRules[fileClass].limit) {
    const failure = new Failure('refused', tooLargeText(fileClass), { status: 413, code: 'tooLarge' });
    announce(failure);
    throw failure;
  }
  const form = new FormData();
  form.append('fileClass', fileClass);
  form.append('file', file, file.name ?? '图片.png');
  const { data } = await client.post<{ body: StoredFile }>('api/file/upload', form, {
    headers: { 'content-type': 'multipart/form-data' },
  });
  return data.body;
}

/** A picture that only the session may see; who shows it says so when it is missing. */
export async function fetchPicture(url: string, signal?: AbortSignal): Promise<Blob> {
  return (
    await client.get<Blob>(url, {
      params: { inline: 'true' },
      responseType: 'blob',
      quiet: true,
      ...(signal ? { signal } : {}),
    })
  ).data;
}

/** A picture that everybody may see. */
export const openPictureUrl = (id: string): string => `${import.meta.env.VITE_API_BASE ?? ''}/api/file/open/${id}`;

/**
 * What a file is called, and an address that shows or saves it for a minute: a plain link carries no token (QUALITY
 * IN10).
 */
export async function fileLink(id: string): Promise<{ url: string; name: string }> {
  const { data } = await client.get<Answer<{ path: string; name: string }>>(`api/file/${id}/link`);
  return { url: apiUrl(data.body?.path ?? ''), name: data.body?.name ?? '' };
}

/**
 * Saves what an address gives, under the name that the server sends with it (SPEC §7: files that are no PDFs are saved
 * by direct link).
 */
export function saveFrom(url: string): void {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = '';
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}

/** Saves a file under the moment and its own name. */
export const saveFile = async (id: string): Promise<void> => saveFrom((await fileLink(id)).url);
