import { apiUrl } from '@/api/apiUrl';
import { client } from '@/api/client';
import { saveFrom } from '@/api/files';
import { exportRun } from '@contract/features/system/entities/exportRun';
import type { Answer } from '@contract/wire';

const { path } = exportRun;

/** Sends the password again, so that all data can be exported and downloaded for some minutes. */
export const openExports = async (password: string): Promise<void> =>
  void (await client.put(`${path}/open`, { password }, { quiet: true }));

/** Starts the export of all data of the organization. */
export const exportAll = async (papers: boolean): Promise<void> =>
  void (await client.post(`${path}/organization`, { papers }, { quiet: true }));

/** Saves the file of a finished export by a link that is valid for a minute. */
export async function saveExport(id: number): Promise<void> {
  const { data } = await client.get<Answer<{ path: string }>>(`${path}/${id}/link`);
  saveFrom(apiUrl(data.body?.path ?? ''));
}
