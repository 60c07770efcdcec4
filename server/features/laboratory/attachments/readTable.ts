import { and, eq, isNull } from 'drizzle-orm';
import { labAttachmentTexts } from '@contract/features/laboratory/attachments/attachmentTexts';
import { tablesOfPages } from '@contract/features/laboratory/attachments/pdfTables';
import {
  likelyTable,
  type PeakTable,
  tablesOfRows,
  tablesOfText,
} from '@contract/features/laboratory/attachments/peakTable';
import { hasText } from '@contract/features/laboratory/curves/curvePdf';
import { tablesOfReadings } from '@contract/features/laboratory/instruments/readingTables';
import { readInstrument } from '@contract/features/laboratory/instruments/readInstrument';
import { headedTable } from '@contract/features/laboratory/instruments/shippedProfiles';
import { plainNumber } from '@contract/fields/normalizeText';
import type { RawCell, SheetChoice } from '@contract/workbook/sheetCells';
import type { Registry } from '@server/crud/resource';
import { scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { labAttachmentTable } from '@server/db/schema';
import { readingOnce } from '@server/files/crashingFiles';
import { assertUnaltered } from '@server/files/fileHash';
import { decodedText } from '@server/files/plainText';
import { readableFile } from '@server/files/sendFile';
import { badRequest, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { PdfRefusal } from '@server/pdfText/pdfRefusal';
import { readPdf } from '@server/pdfText/readPdf';
import type { Services } from '@server/services';
import { openWorkbook } from '@server/workbook/openWorkbook';
import { WorkbookRefusal } from '@server/workbook/workbookRefusal';
import { openSource } from '../instruments/openSource';

const megabytes = 10;
/**
 * Highest number of lines of a table. A sequence of an instrument has some hundred injections; this is about a year
 * of them.
 */
const maxLines = 20_000;

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

interface ReadTables {
  readonly tables: readonly PeakTable[];
  /** Sheet of a workbook that was read; null for other files. `sheets` names all sheets with content. */
  readonly sheetName: string | null;
  readonly sheets: readonly SheetChoice[];
  /** Label of the profile that matches the file; null if a person assigns the columns. */
  readonly known: string | null;
}

type ReadFile = Parameters<typeof readingOnce>[2];

/** Returns the quantities that a profile reads from a file, as tables; null if no profile matches. */
async function tablesOfProfile(services: Services, call: Call<unknown>, file: ReadFile): Promise<ReadTables | null> {
  const source = await readingOnce(services, call, file, () => openSource(file.name, file.bytes));
  const { profile, lines } = readInstrument(source);
  if (!profile || profile.id === headedTable.id) return null;
  return { tables: tablesOfReadings(lines), sheetName: null, sheets: [], known: profile.label };
}

/** Returns the number of a workbook cell as it is stored. Its number format shows fewer digits, or `<1`. */
const storedNumber = ({ kind, value }: RawCell): string | null =>
  kind === 'number' && typeof value === 'number' ? plainNumber(value) : null;

async function tablesOfWorkbook(
  services: Services,
  call: Call<unknown>,
  file: ReadFile,
  sheet: string | undefined,
): Promise<ReadTables> {
  try {
    const { header, headerLine, rows, sheetName, sheets } = await readingOnce(services, call, file, () =>
      openWorkbook(file.bytes, { fileName: file.name, ...(sheet === undefined ? {} : { sheet }) }),
    );
    const lines = rows.map(({ line, cells }) => ({
      line,
      cells: cells.map(({ text }) => text.trim()),
      numbers: cells.map(storedNumber),
    }));
    return { tables: tablesOfRows(header, headerLine, lines), sheetName, sheets, known: null };
  } catch (error) {
    if (error instanceof WorkbookRefusal) throw badRequest(error.message);
    throw error;
  }
}

/**
 * Returns the tables in the text of a PDF.
 * @throws Refusal 400 if the PDF can't be read, or is a scan without text
 */
async function tablesOfPdf(services: Services, call: Call<unknown>, file: ReadFile): Promise<ReadTables> {
  try {
    const pages = await readingOnce(services, call, file, () => readPdf(file.bytes));
    if (!hasText(pages)) throw badRequest(labAttachmentTexts.scanned);
    return { tables: tablesOfPages(pages), sheetName: null, sheets: [], known: null };
  } catch (error) {
    if (error instanceof PdfRefusal) throw badRequest(labAttachmentTexts.unreadablePdf);
    throw error;
  }
}

/** Reads a file by the matching profile; without one, returns the tables that the file contains. */
async function tablesOfFile(
  services: Services,
  call: Call<unknown>,
  file: ReadFile,
  mime: string,
  sheet: string | undefined,
): Promise<ReadTables> {
  if (mime === 'application/pdf') return tablesOfPdf(services, call, file);
  const isText = mime === 'text/plain';
  if (!isText && !/\.xlsx?$/i.test(file.name)) throw badRequest(labAttachmentTexts.notTable);
  try {
    const profileTables = sheet === undefined ? await tablesOfProfile(services, call, file) : null;
    if (profileTables) return profileTables;
  } catch (error) {
    if (error instanceof WorkbookRefusal) throw badRequest(error.message);
    throw error;
  }
  return isText
    ? { tables: tablesOfText(decodedText(file.bytes)), sheetName: null, sheets: [], known: null }
    : tablesOfWorkbook(services, call, file, sheet);
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
  if (file.size > megabytes * 1024 * 1024) throw badRequest(labAttachmentTexts.tooBig(megabytes));
  await assertUnaltered(services, file);
  const stream = await services.files.read(file.id);
  if (!stream) throw notFound();
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const read = await tablesOfFile(services, call, { name: file.name, bytes, sha256: file.sha256 }, file.mime, sheet);
  // Another sheet of a workbook may have a table.
  if (read.tables.length === 0 && read.sheets.length < 2) throw badRequest(labAttachmentTexts.empty);
  if (read.tables.reduce((sum, { lines }) => sum + lines.length, 0) > maxLines)
    throw badRequest(labAttachmentTexts.tooLong(maxLines));
  return read;
}

/**
 * Returns the table at an index; by default the most likely table.
 * @throws Refusal 400 if there is no table at the index
 */
export function chosenTable({ tables, known }: ReadTables, at?: number | null): PeakTable {
  const table = tables[at ?? (known === null ? likelyTable(tables) : 0)];
  if (!table) throw badRequest(tables.length === 0 ? labAttachmentTexts.empty : labAttachmentTexts.unknownTable);
  return table;
}
