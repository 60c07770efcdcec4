import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import { withShownVersions, crud } from '@/api/crudClient';
import { withIdempotencyKey } from '@/api/onceKeys';
import type { AnyRow } from '@contract/entity';
import { labPeak } from '@contract/features/laboratory/entities/labPeak';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { labSheetRow } from '@contract/features/laboratory/entities/labSheetRow';
import { labTask } from '@contract/features/laboratory/entities/labTask';
import type { PeakChoice } from '@contract/features/laboratory/instruments/readPeakTables';
import type { RecordParts } from '@contract/features/laboratory/paper/recordParts';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import type { Answer } from '@contract/wire';
import type { SavedTogether } from '@contract/workbook/saveMany';

export async function fetchWork(id: number, signal?: AbortSignal): Promise<LabWork> {
  return (await client.get<LabWork>(`${labSheet.path}/work/${id}`, { signal, quiet: true })).data;
}

/** Returns the parts of a record's paper that are not in the record itself. */
export async function fetchRecordParts(id: number, signal?: AbortSignal): Promise<RecordParts> {
  return (await client.get<RecordParts>(`${labSheet.path}/paper/${id}`, { signal, quiet: true })).data;
}

/** Saves rows of the grid. Returns them in the same order with results. */
export async function saveRows(request: SavedTogether, idempotencyKey?: string): Promise<readonly AnyRow[]> {
  const { data } = await client.put<Answer<AnyRow[]>>(`${labSheetRow.path}/saveAll`, request, {
    quiet: true,
    ...withIdempotencyKey(idempotencyKey),
  });
  return acceptAnswer<AnyRow[]>(data) ?? [];
}

async function postAction(
  action: 'addParallels' | 'takeOff' | 'addTasks' | 'together' | 'apart',
  body: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { data } = await client.put<Answer>(`${labSheet.path}/${action}`, body, { once: true });
  acceptAnswer(data);
  return data.message;
}

/** A row or a record in its displayed version. */
interface ShownRow {
  readonly id: number;
  readonly version: number;
}

export const addParallels = (sheet: number, rows: readonly ShownRow[]): Promise<string> =>
  postAction('addParallels', { sheet, rows: rows.map(({ id }) => id) });
export const removeRecordRows = (sheet: number, rows: readonly ShownRow[]): Promise<string> =>
  postAction('takeOff', { sheet, rows: withShownVersions(rows) });
export const addTasks = (sheet: number, taskIds: readonly number[]): Promise<string> =>
  postAction('addTasks', { sheet, tasks: taskIds });

/** Makes one original record of several records. */
export const joinSheets = (rows: readonly ShownRow[]): Promise<string> =>
  postAction('together', { rows: withShownVersions(rows) });
/** Takes records out of their common original record. */
export const separateSheets = (rows: readonly ShownRow[]): Promise<string> =>
  postAction('apart', { rows: withShownVersions(rows) });

/** Returns tasks that can be added to a record: same project, hazard, method and sort, assigned to its analyst. */
export async function openTasks({ sheet }: LabWork, signal?: AbortSignal) {
  const { content } = await crud(labTask).list(
    {
      project: sheet.project,
      hazard: sheet.hazard,
      method: sheet.method,
      variant: sheet.variant,
      state: 'distributed',
      analyst: sheet.analyst,
      page: 0,
      size: 1000,
      sort: 'id,asc',
    },
    signal,
  );
  return content;
}

/** Transfers an instrument's table. Returns the server's message. */
export async function takePeaks(
  body: PeakChoice & {
    readonly attachment: number;
    readonly reading: string;
    readonly table: number;
    readonly sheet: string | null;
  },
): Promise<string> {
  const { data } = await client.post<Answer>(`${labPeak.path}/take`, body, { once: true });
  acceptAnswer(data);
  return data.message;
}

export async function settlePeak(body: {
  readonly id: number;
  readonly row: number | null;
  readonly value: string | null;
  readonly reason: string | null;
}): Promise<string> {
  const { data } = await client.put<Answer>(`${labPeak.path}/settle`, body, { once: true });
  acceptAnswer(data);
  return data.message;
}
