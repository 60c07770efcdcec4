import { client } from '@/api/client';
import { maintenanceFile, type MaintenanceKind } from '@contract/features/system/maintenanceFiles';
import type { Answer } from '@contract/wire';

/** Sends the password again, so that files can be uploaded and removed for some minutes. */
export const openMaintenance = async (password: string): Promise<void> =>
  void (await client.put('api/maintenance/open', { password }, { quiet: true }));

/**
 * Uploads a file for maintenance.
 * @param progress called with percent
 */
export async function uploadMaintenance(
  kind: MaintenanceKind,
  file: File,
  signature: string,
  progress: (percent: number) => void,
): Promise<void> {
  const form = new FormData();
  if (kind === 'deploy') form.append('signature', signature);
  form.append('file', file, file.name);
  await client.post<Answer>(`api/${kind}/upload`, form, {
    headers: { 'content-type': 'multipart/form-data' },
    quiet: true,
    onUploadProgress: ({ progress: share }) => progress(Math.round((share ?? 0) * 100)),
  });
}

export const removeMaintenance = async (ids: readonly number[]): Promise<void> =>
  void (await client.delete(`${maintenanceFile.path}/delete`, { data: ids }));
