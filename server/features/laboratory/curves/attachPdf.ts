import { and, eq, isNull } from 'drizzle-orm';
import type { CurvePdf } from '@contract/features/laboratory/curves/curvePdf';
import { curvePdfTexts } from '@contract/features/laboratory/curves/curveTexts';
import { insertRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { labAttachmentTable, labCurveTable } from '@server/db/schema';
import { readUnlessCrashing } from '@server/files/crashingFiles';
import { assertUnaltered } from '@server/files/fileHash';
import type { StoredFile } from '@server/files/receiveUpload';
import { readableFile } from '@server/files/sendFile';
import { invalid, notFound, Refusal } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { PdfRefusal } from '@server/pdfText/pdfRefusal';
import { pdfLimits, readPdf } from '@server/pdfText/readPdf';
import type { Services } from '@server/services';
import { openSheet } from '../sheets/openSheet';

interface AttachPdf {
  readonly sheet: number;
  readonly curve: number;
  readonly file: string;
}

/**
 * Returns the upload that is to be stored with a curve.
 * @throws Refusal 400 if it is not the viewer's upload, or not a PDF
 */
export async function uploadedPdf(services: Services, call: Call<AttachPdf>): Promise<StoredFile> {
  const file = await readableFile(services, call.body.file, call.viewer).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  if (!file) throw invalid([{ field: 'file', message: curvePdfTexts.notYours }]);
  if (file.mime !== 'application/pdf') throw invalid([{ field: 'file', message: curvePdfTexts.notPdf }]);
  return file;
}

/**
 * Stores an uploaded PDF with the curve, with the hash of the upload.
 * @throws Refusal 404, 409 where the record is closed
 */
export async function attachPdf(
  services: Services,
  registry: Registry,
  tx: Orm,
  call: Call<AttachPdf>,
  file: StoredFile,
): Promise<{ id: number; fileName: string }> {
  const { sheet, curve, file: fileId } = call.body;
  const owner = await openSheet(tx, registry, call, sheet);
  const curves = registry.named('labCurve');
  const [attachment] = await tx
    .select({ method: labCurveTable.method, hazard: labCurveTable.hazard })
    .from(labCurveTable)
    .where(and(eq(labCurveTable.id, curve), undeletedRows(curves), scopeOf(curves, call.viewer)));
  if (!attachment || attachment.method !== owner.method || attachment.hazard !== owner.hazard) throw notFound();
  const { name: fileName, size, sha256 } = file;
  const draft = { sheet, curve, attachmentKind: 'curvePdf', file: fileId, fileName, size, sha256 };
  const row = await insertRow(
    { services, registry, resource: registry.named('labAttachment'), call },
    tx,
    draft,
    { action: 'add' },
    owner.organizationId,
  );
  return { id: row.id, fileName };
}

async function contentOf(services: Services, file: StoredFile): Promise<Uint8Array> {
  await assertUnaltered(services, file);
  const stream = await services.files.read(file.id);
  if (!stream) throw notFound();
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Returns the curve table in a stored PDF if the PDF has text, otherwise the reason why it can't be read. The PDF
 * stays an attachment in any case.
 */
export async function readCurvePdf(
  services: Services,
  registry: Registry,
  call: Call<unknown>,
  id: number,
): Promise<CurvePdf> {
  const resource = registry.named('labAttachment');
  const [row] = await services.database.orm
    .select()
    .from(labAttachmentTable)
    .where(and(eq(labAttachmentTable.id, id), isNull(labAttachmentTable.deleteTime), scopeOf(resource, call.viewer)));
  if (!row?.file) throw notFound();
  const file = await readableFile(services, row.file, call.viewer);
  const attachedFile = { attachment: id, fileName: row.fileName ?? file.name };
  if (file.mime !== 'application/pdf') return { ...attachedFile, table: null, message: curvePdfTexts.notPdf };
  if (file.size > pdfLimits.bytes)
    return { ...attachedFile, table: null, message: curvePdfTexts.tooBig(Math.floor(pdfLimits.bytes / 1024 / 1024)) };
  try {
    const bytes = await contentOf(services, file);
    const { hasText, found: table } = await readUnlessCrashing(
      services,
      call,
      { name: file.name, bytes, sha256: file.sha256 },
      () => readPdf('pdfCurve', bytes),
    );
    return {
      ...attachedFile,
      table,
      message: table
        ? curvePdfTexts.found(table.levels.length, table.page)
        : hasText
          ? curvePdfTexts.noTable
          : curvePdfTexts.scanned,
    };
  } catch (error) {
    if (!(error instanceof PdfRefusal || (error instanceof Refusal && error.code === 'deadlyFile'))) throw error;
    return { ...attachedFile, table: null, message: error.message };
  }
}
