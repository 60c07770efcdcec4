import type { FileClass } from '@contract/field';
import { tooLargeText, uploadRules } from '@contract/fields/uploadRules';
import type { Answer } from '@contract/wire';
import { apiUrl } from './apiUrl';
import { showFailure, Failure } from './callFailures';
import { client } from './client';

interface StoredFile {
  id: string;
  name: string;
  size: number;
  mime: string;
}

/**
 * Uploads a file.
 * @throws Failure for a file over the limit, already shown. It is not sent: a server that stops reading looks like a
 *   broken connection to the browser.
 */
export async function uploadFile(file: Blob & { readonly name?: string }, fileClass: FileClass): Promise<StoredFile> {
  if (file.size > uploadRules[fileClass].limit) {
    const failure = new Failure('refused', tooLargeText(fileClass), { status: 413, code: 'tooLarge' });
    showFailure(failure);
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

/** Fetches an image that needs the session. The caller shows a failure. */
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

/** Returns the URL of a picture that everybody may see. */
export const openPictureUrl = (id: string): string => apiUrl(`api/file/open/${id}`);

/** Returns a file's name and a URL that works for one minute without a token (QUALITY IN10). */
export async function fileLink(id: string): Promise<{ url: string; name: string }> {
  const { data } = await client.get<Answer<{ path: string; name: string }>>(`api/file/${id}/link`);
  return { url: apiUrl(data.body?.path ?? ''), name: data.body?.name ?? '' };
}

/** Downloads a URL under the name that the server sends (SPEC §7: files other than PDFs are saved by direct link). */
export function saveFrom(url: string): void {
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = '';
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}

/** Downloads a file. Its name starts with the time. */
export const saveFile = async (id: string): Promise<void> => saveFrom((await fileLink(id)).url);
