import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import { download, downloadName } from '@/api/download';
import { archiveProject } from '@contract/features/archive/archiveProject';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import type { ArchivePlace, ArchiveView, ProjectQuality } from '@contract/features/archive/archiveWire';
import type { PrintDocument } from '@contract/print/printDocument';
import type { Answer } from '@contract/wire';

const { path } = archiveProject;

/** Query key below the key of the list, because changes of an archive change the list, too. */
export const archiveKey = (projectId: number) => ['list', path, 'one', projectId] as const;

export async function fetchArchive(projectId: number, signal?: AbortSignal): Promise<ArchiveView> {
  return (await client.get<ArchiveView>(`${path}/${projectId}`, { signal, quiet: true })).data;
}

export async function fetchQuality(projectId: number, signal?: AbortSignal): Promise<ProjectQuality> {
  return (await client.get<ProjectQuality>(`${path}/${projectId}/quality`, { signal, quiet: true })).data;
}

export async function fetchArchivePaper(projectId: number, key: string, signal?: AbortSignal): Promise<PrintDocument> {
  return (await client.get<PrintDocument>(`${path}/${projectId}/paper/${key}`, { signal, quiet: true })).data;
}

export const downloadDocument = (projectId: number, key: string, name: string): Promise<void> =>
  download(`${path}/${projectId}/pdf/${key}`, {}, downloadName(name, 'pdf'));

export const downloadArchive = (projectId: number, code: string): Promise<void> =>
  download(`${path}/${projectId}/zip`, {}, downloadName(archiveTexts.zipFile(code), 'zip'));

export async function explainMissing(id: number, key: string, reason: string): Promise<string> {
  const { data } = await client.put<Answer>(`${path}/reason`, { id, key, reason }, { once: true });
  acceptAnswer(data);
  return data.message;
}

/**
 * Saves the place of an archive.
 * @throws Failure with the errors of the fields
 */
export async function savePlace(archivePlace: ArchivePlace): Promise<string> {
  const { data } = await client.put<Answer>(`${path}/place`, archivePlace, {
    once: true,
    quiet: ({ errors }) => Boolean(errors?.length),
  });
  acceptAnswer(data);
  return data.message;
}
