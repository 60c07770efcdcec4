import type { AxiosResponse } from 'axios';
import { saveAs } from 'file-saver';
import { dayText, timeText } from '@/lib/dates';
import { client } from './client';

/** SPEC §7: names of downloads start with the moment they were asked for. */
export const downloadName = (title: string, extension: string, now: Date = new Date()): string =>
  `${dayText(now)}_${timeText(now)}-${title}.${extension}`;

/** Fetches a file with the session's token and hands it to the browser; refusals in the blob are read by the client. */
export async function download(
  url: string,
  params: Record<string, unknown>,
  name: string,
  options: { list?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  saveResponse(await client.get<Blob>(url, { params, responseType: 'blob', ...options }), name);
}

/** Hands an answer of `responseType: 'blob'` to the browser as a file. */
export const saveResponse = ({ data }: AxiosResponse<Blob>, name: string): void => saveAs(data, name);
