import type { FileClass } from '@contract/field';
import type { Answer } from '@contract/wire';
import { apiUrl } from './apiUrl';
import { client } from './client';

export interface StoredFile {
  id: string;
  name: string;
  size: number;
  mime: string;
}

export async function uploadFile(file: Blob & { readonly name?: string }, fileClass: FileClass): Promise<StoredFile> {
  const form = new FormData();
  form.append('fileClass', fileClass);
  form.append('file', file, file.name ?? '图片.png');
  const { data } = await client.post<{ body: StoredFile }>('api/file/upload', form, { headers: { 'content-type': 'multipart/form-data' } });
  return data.body;
}

/** A picture that only the session may see; who shows it says so when it is missing. */
export async function fetchPicture(url: string, signal?: AbortSignal): Promise<Blob> {
  return (await client.get<Blob>(url, { params: { inline: 'true' }, responseType: 'blob', quiet: true, ...(signal ? { signal } : {}) })).data;
}

/** A picture that everybody may see. */
export const openPictureUrl = (id: string): string => `${import.meta.env.VITE_API_BASE ?? ''}/api/file/open/${id}`;

/** An address that shows or saves the file for a minute. */
export async function linkOf(id: string): Promise<string> {
  const { data } = await client.get<Answer<{ path: string }>>(`api/file/${id}/link`);
  return apiUrl(data.body?.path ?? '');
}

/** Opens a file by a link that lasts a minute: a plain link carries no token (QUALITY IN10). Pictures are shown, everything else is saved. */
export async function openFile(id: string): Promise<void> {
  window.open(`${await linkOf(id)}&inline=true`, '_blank', 'noopener');
}

/** Saves a file under its own name (SPEC §7: files that are no PDFs are saved by direct link). */
export async function saveFile(id: string): Promise<void> {
  const anchor = document.createElement('a');
  anchor.href = await linkOf(id);
  anchor.download = '';
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}
