import { acceptAnswer } from '@/api/acceptAnswer';
import type { Failure } from '@/api/callFailures';
import { client } from '@/api/client';
import { type ChosenRow, crud } from '@/api/crudClient';
import { uploadFile } from '@/api/files';
import type { Row } from '@contract/entity';
import type { CurvePdf } from '@contract/features/laboratory/curves/curvePdf';
import { labAttachment } from '@contract/features/laboratory/entities/labAttachment';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import type { UnfitOverride } from '@contract/features/stock/itemFitness';
import type { Answer } from '@contract/wire';

export type CurveOnWire = Row<typeof labCurve>;

/** Returns the curves of a record's method and hazard, newest first. Each part of a method has its own. */
export async function fetchCurves(
  { sheet }: Pick<LabWork, 'sheet'>,
  partName: string,
  signal?: AbortSignal,
): Promise<readonly CurveOnWire[]> {
  return (
    await crud(labCurve).list(
      { method: sheet.method, hazard: sheet.hazard, part: partName, page: 0, size: 200, sort: 'id,desc' },
      signal,
    )
  ).content;
}

/** Failures shown at fields or by the dialog that offers an override. */
const atFields = ({ code, errors }: Failure): boolean =>
  code === 'unfit' || code === 'stale' || Boolean(errors?.length);

export const addCurve = (draft: Readonly<Record<string, unknown>>): Promise<CurveOnWire | undefined> =>
  crud(labCurve).add(draft, { once: true, quiet: ({ code }) => code === 'unfit' });

export const editCurve = (
  draft: Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number },
  override?: UnfitOverride,
): Promise<CurveOnWire | undefined> =>
  crud(labCurve).edit({ ...draft, ...(override ? { override } : {}) }, { once: true, quiet: atFields });

export async function removeCurve(curve: ChosenRow): Promise<void> {
  await crud(labCurve).remove([curve]);
}

export async function newVersion(id: number): Promise<{ message: string; row: CurveOnWire | undefined }> {
  const { data } = await client.post<Answer<CurveOnWire>>(`${labCurve.path}/newVersion`, { id }, { once: true });
  return { row: acceptAnswer<CurveOnWire>(data), message: data.message };
}

/** No form shows the failure, so a notice does. */
const suppressFailure = (): boolean => false;

/** Assigns a curve to the record, which is recalculated. */
export async function pinToRecord(
  { id, version }: Pick<LabWork['sheet'], 'id' | 'version'>,
  curveId: number,
): Promise<void> {
  await crud(labSheet).edit({ id, version, curve: curveId }, { once: true, quiet: suppressFailure });
}

/** Stores a PDF with the curve and returns the curve table found in it. */
export async function attachPdf(sheet: number, curveId: number, file: File): Promise<CurvePdf | undefined> {
  const { id } = await uploadFile(file, 'document');
  const { data } = await client.post<Answer<CurvePdf>>(
    `${labCurve.path}/attachPdf`,
    { sheet, curve: curveId, file: id },
    { once: true },
  );
  return acceptAnswer<CurvePdf>(data);
}

export async function readPdfAgain(attachmentId: number): Promise<CurvePdf> {
  return (await client.get<CurvePdf>(`${labCurve.path}/pdf/${attachmentId}`)).data;
}

export async function fetchPdfs(curveId: number, signal?: AbortSignal): Promise<readonly Row<typeof labAttachment>[]> {
  return (
    await crud(labAttachment).list(
      { curve: curveId, attachmentKind: 'curvePdf', page: 0, size: 50, sort: 'id,desc' },
      signal,
    )
  ).content;
}
