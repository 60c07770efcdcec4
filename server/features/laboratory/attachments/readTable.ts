import { and, eq, isNull } from 'drizzle-orm';
import { labAttachmentTexts } from '@contract/features/laboratory/attachments/attachmentTexts';
import { likelyTable, type PeakTable } from '@contract/features/laboratory/instruments/readPeakTables';
import type { Registry } from '@server/crud/resource';
import { scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { labAttachmentTable } from '@server/db/schema';
import { readUnlessCrashing } from '@server/files/crashingFiles';
import { assertUnaltered } from '@server/files/fileHash';
import { readableFile } from '@server/files/sendFile';
import { badRequest, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { PdfRefusal } from '@server/pdfText/pdfRefusal';
import { readPdf } from '@server/pdfText/readPdf';
import type { Services } from '@server/services';
import { WorkbookRefusal } from '@server/workbook/workbookRefusal';
import { maxLines } from '../instruments/instrumentFiles';
import type { ReadTables } from '../instruments/instrumentWork';
import { readFileTables } from '../instruments/readInstrumentFile';

const maxMegabytes = 10;

export type StoredAttachment = typeof labAttachmentTable.$inferSelect;

/**
 * Returns an attachment of a record that the viewer may see.
 * @throws Refusal 404
 */
export async function visibleAttachment(
  orm: Orm,
  registry: Registry,
  call: Call<unknown>,
  id: number,
): Promise<StoredAttachment> {
  const [row] = await orm
    .select()
    .from(labAttachmentTable)
    .where(
      and(
        eq(labAttachmentTable.id, id),
        isNull(labAttachmentTable.deleteTime),
        scopeOf(registry.named('labAttachment'), call.viewer),
      ),
    );
  if (!row) throw notFound();
  return row;
}

type ReadFile = Parameters<typeof readUnlessCrashing>[2];

/**
 * Returns the tables in the text of a PDF.
 * @throws Refusal 400 if the PDF can't be read, or is a scan without text
 */
async function tablesOfPdf(services: Services, call: Call<unknown>, file: ReadFile): Promise<ReadTables> {
  try {
    const { hasText, found } = await readUnlessCrashing(services, call, file, () => readPdf('pdfTables', file.bytes));
    if (!hasText) throw badRequest(labAttachmentTexts.scanned);
    return { tables: found, sheetName: null, sheets: [], profileLabel: null };
  } catch (error) {
    if (error instanceof PdfRefusal) throw badRequest(labAttachmentTexts.unreadablePdf);
    throw error;
  }
}

/** Finds the tables of a file in a child process. */
async function tablesOfFile(
  services: Services,
  call: Call<unknown>,
  file: ReadFile,
  mime: string,
  sheet: string | undefined,
): Promise<ReadTables> {
  if (mime === 'application/pdf') return tablesOfPdf(services, call, file);
  if (mime !== 'text/plain' && !/\.xlsx?$/i.test(file.name)) throw badRequest(labAttachmentTexts.notTable);
  try {
    return await readUnlessCrashing(services, call, file, () =>
      readFileTables({ fileName: file.name, bytes: file.bytes, sheet }),
    );
  } catch (error) {
    if (error instanceof WorkbookRefusal) throw badRequest(error.message);
    throw error;
  }
}

/**
 * Reads the tables in an attachment.
 * @param sheet sheet of a workbook; by default the first visible sheet with content
 * @throws Refusal 400 with a sentence if the file has no table, is too long or is of another type; the attachment
 * stays
 */
export async function readTables(
  services: Services,
  call: Call<unknown>,
  attachment: Pick<StoredAttachment, 'file' | 'fileName'>,
  sheet?: string,
): Promise<ReadTables> {
  const file = await readableFile(services, String(attachment.file), call.viewer);
  if (file.size > maxMegabytes * 1024 * 1024) throw badRequest(labAttachmentTexts.tooBig(maxMegabytes));
  await assertUnaltered(services, file);
  const stream = await services.files.read(file.id);
  if (!stream) throw notFound();
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const fileTables = await tablesOfFile(
    services,
    call,
    { name: file.name, bytes, sha256: file.sha256 },
    file.mime,
    sheet,
  );
  // Another sheet of a workbook may have a table.
  if (fileTables.tables.length === 0 && fileTables.sheets.length < 2) throw badRequest(labAttachmentTexts.empty);
  if (fileTables.tables.reduce((sum, { lines }) => sum + lines.length, 0) > maxLines)
    throw badRequest(labAttachmentTexts.tooLong(maxLines));
  return fileTables;
}

/**
 * Returns the table at an index; by default the most likely table.
 * @throws Refusal 400 if there is no table at the index
 */
export function chosenTable({ tables, profileLabel }: ReadTables, at?: number | null): PeakTable {
  const table = tables[at ?? (profileLabel === null ? likelyTable(tables) : 0)];
  if (!table) throw badRequest(tables.length === 0 ? labAttachmentTexts.empty : labAttachmentTexts.unknownTable);
  return table;
}
