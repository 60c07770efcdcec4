import type { AxiosResponse } from 'axios';
import { saveAs } from 'file-saver';
import { dayText, timeText } from '@/lib/dateTexts';
import { feedback } from '@/lib/feedback';
import { exportRun } from '@contract/features/system/entities/exportRun';
import { exportTexts } from '@contract/features/system/organizationExport';
import { client } from './client';

/** Returns the name of a download, which starts with the current time (SPEC §7). */
export const downloadName = (title: string, extension: string, now: Date = new Date()): string =>
  `${dayText(now)}_${timeText(now)}-${title}.${extension}`;

/** Downloads a file with the session's token. The client reads errors inside the blob. */
export async function download(
  url: string,
  params: Record<string, unknown>,
  name: string,
  options: { list?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  saveResponse(await client.get<Blob>(url, { params, responseType: 'blob', ...options }), name);
}

/** Saves an answer of `responseType: 'blob'` as a file. */
export const saveResponse = ({ data }: AxiosResponse<Blob>, name: string): void => saveAs(data, name);

/** Starts one ZIP of many archives or reports in the background, and shows that a notice will follow. */
export async function exportMany(kind: 'archives' | 'reports', ids: readonly number[]): Promise<void> {
  await client.post(`${exportRun.path}/${kind}`, { ids });
  feedback.notify('success', exportTexts.started);
}
