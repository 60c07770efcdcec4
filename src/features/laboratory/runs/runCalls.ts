import { acceptAnswer } from '@/api/answer';
import { client } from '@/api/client';
import { labRun } from '@contract/features/laboratory/entities/labRun';
import type { RunRead } from '@contract/features/laboratory/runs/runWire';
import type { Answer } from '@contract/wire';

/** Reads a run's file: every line and where it goes. */
export const readRun = async (id: number, signal: AbortSignal): Promise<RunRead> =>
  (await client.get<RunRead>(`${labRun.path}/read/${id}`, { signal, quiet: true })).data;

/** Writes a run's readings into all records, or takes them back; returns the server's counts. */
export async function moveRun(step: 'write' | 'undo', id: number): Promise<string> {
  const { data } = await client.post<Answer>(`${labRun.path}/${step}`, { id }, { once: true });
  acceptAnswer(data);
  return data.message;
}
