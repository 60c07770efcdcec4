import type { FileClass } from '@contract/field';
import { client } from './client';

export interface StoredFile {
  id: string;
  name: string;
  size: number;
  mime: string;
}

export async function uploadFile(file: File, fileClass: FileClass): Promise<StoredFile> {
  const form = new FormData();
  form.append('fileClass', fileClass);
  form.append('file', file, file.name);
  const { data } = await client.post<{ body: StoredFile }>('api/file/upload', form, { headers: { 'content-type': 'multipart/form-data' } });
  return data.body;
}

/** A picture that only the session may see; who shows it says so when it is missing. */
export async function fetchPicture(url: string, signal?: AbortSignal): Promise<Blob> {
  return (await client.get<Blob>(url, { params: { inline: 'true' }, responseType: 'blob', quiet: true, ...(signal ? { signal } : {}) })).data;
}

/** A picture that everybody may see. */
export const openPictureUrl = (id: string): string => `${import.meta.env.VITE_API_BASE ?? ''}/api/file/open/${id}`;

/** Opens a file by a link that lasts a minute: a plain link carries no token (QUALITY IN10). */
export async function openFile(id: string): Promise<void> {
  const { data } = await client.get<{ body: { url: string } }>(`api/file/${id}/link`);
  window.open(data.body.url, '_blank', 'noopener');
}
