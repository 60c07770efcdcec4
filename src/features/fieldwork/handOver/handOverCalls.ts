import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import { withShownVersions } from '@/api/crudClient';
import type { Row } from '@contract/entity';
import { handOver } from '@contract/features/fieldwork/entities/handOver';
import type { SheetItem, SheetLine, SheetSample } from '@contract/features/fieldwork/handOver/handOverSheet';
import type { Answer } from '@contract/wire';
import type { SeenFingerprint } from '@contract/workflow/signatureTexts';

export type SheetRow = Row<typeof handOver>;

interface ProjectSheets {
  readonly sheets: readonly SheetRow[];
  /** Collected samples that are on no sheet. */
  readonly ready: readonly SheetSample[];
}

export interface HandOverSheetContent {
  readonly sheet: SheetRow;
  readonly project: { readonly code: string; readonly name: string };
  readonly lines: readonly SheetLine[];
  readonly items: readonly SheetItem[];
  /** Fingerprint of the content that a signature would cover. */
  readonly asSeen: SeenFingerprint | null;
}

interface SheetDraft {
  readonly samples: readonly number[];
  readonly place?: string;
  readonly transport?: string;
  readonly remark?: string;
}

const { path } = handOver;

export const fetchSheets = async (projectId: number, signal?: AbortSignal): Promise<ProjectSheets> =>
  (await client.get<ProjectSheets>(`${path}/ofProject/${projectId}`, { signal, quiet: true })).data;
export const fetchSheet = async (id: number, signal?: AbortSignal): Promise<HandOverSheetContent> =>
  (await client.get<HandOverSheetContent>(`${path}/sheet/${id}`, { signal, quiet: true })).data;

export async function addSheet(
  projectId: number,
  draft: SheetDraft,
  idempotencyKey: string,
): Promise<{ row: SheetRow; message: string }> {
  const { data } = await client.post<Answer<SheetRow>>(
    `${path}/add`,
    { project: projectId, ...draft },
    { idempotencyKey },
  );
  return { row: acceptAnswer<SheetRow>(data) as SheetRow, message: data.message };
}

export const changeSheet = async (sheet: SheetRow, draft: SheetDraft): Promise<void> =>
  void acceptAnswer(
    (await client.put<Answer>(`${path}/samples`, { id: sheet.id, version: sheet.version, ...draft })).data,
  );
export const removeSheet = async (sheet: SheetRow): Promise<void> =>
  void acceptAnswer((await client.delete<Answer>(`${path}/delete`, { data: withShownVersions([sheet]) })).data);

export interface CountAnswer {
  readonly sampleNo: string;
  readonly again: boolean;
  readonly message: string;
}

/** Counts a sample. The scan field shows failures beside the code. */
export const countSample = async (id: number, code: string): Promise<CountAnswer> =>
  acceptAnswer<CountAnswer>(
    (await client.put<Answer<CountAnswer>>(`${path}/count`, { id, code }, { quiet: true })).data,
  ) as CountAnswer;
export const markLines = async (
  id: number,
  sheetLines: readonly SheetLine[],
  condition: string | null,
  reason?: string,
): Promise<void> =>
  void acceptAnswer(
    (
      await client.put<Answer>(`${path}/mark`, {
        id,
        rows: sheetLines.map(({ lineId, lineVersion }) => ({ id: lineId, version: lineVersion })),
        condition,
        ...(reason ? { reason } : {}),
      })
    ).data,
  );
