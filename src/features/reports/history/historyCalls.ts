import { client } from '@/api/client';
import { historyReport } from '@contract/features/reports/entities/historyReport';
import type { PaperMatch } from '@contract/features/reports/historyPapers';
import type { Answer } from '@contract/wire';

/** Returns the report of each file, by the file's name. */
export const matchPapers = async (names: readonly string[]): Promise<PaperMatch[]> =>
  (await client.post<PaperMatch[]>(`${historyReport.path}/match`, { names }, { quiet: true })).data;

/** Saves uploaded files as the papers of their reports, all or none. */
export const savePapers = async (papers: readonly { readonly id: number; readonly paper: string }[]): Promise<string> =>
  (await client.put<Answer<null>>(`${historyReport.path}/papers`, { papers }, { quiet: true })).data.message;
