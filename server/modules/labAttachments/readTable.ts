import { labAttachmentTexts } from '@contract/labAttachmentTexts';
import { type PeakTable, tableOfRows, tableOfText } from '@contract/record/peakTable';
import { and, eq, isNull } from 'drizzle-orm';
import type { Registry } from '../../crud/resource';
import { scopeOf } from '../../crud/scope';
import { labAttachmentTable } from '../../db/schema';
import type { Orm } from '../../db/orm';
import { readingOnce } from '../../files/deadlyFiles';
import { readableFile } from '../../files/sendFile';
import { badRequest, notFound } from '../../http/errors';
import type { Call } from '../../http/route';
import type { Services } from '../../services';
import { openWorkbook } from '../../sheet/openWorkbook';
import { WorkbookRefusal } from '../../sheet/refusal';

const megabytes = 10;
/** An instrument's sequence is some hundred injections; this is a year of them. */
const mostLines = 20_000;

export type StoredAttachment = typeof labAttachmentTable.$inferSelect;

export async function visibleAttachment(orm: Orm, registry: Registry, call: Call<unknown>, id: number): Promise<StoredAttachment> {
  const [row] = await orm.select().from(labAttachmentTable).where(and(eq(labAttachmentTable.id, id), isNull(labAttachmentTable.deleteTime), scopeOf(registry.named('labAttachment'), call.viewer)));
  if (!row) throw notFound();
  return row;
}

/** Exports of Chinese instruments come in UTF-8 as often as in GBK. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** The table in an attachment. @throws Refusal 400 with a sentence where the file has none, is too long, or is no table at all; the file stays */
export async function readTable(services: Services, call: Call<unknown>, attachment: Pick<StoredAttachment, 'file' | 'fileName'>): Promise<PeakTable> {
  const file = await readableFile(services, String(attachment.file), call.viewer);
  if (file.size > megabytes * 1024 * 1024) throw badRequest(labAttachmentTexts.tooBig(megabytes));
  const stream = await services.files.read(file.id);
  if (!stream) throw notFound();
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let table: PeakTable | null;
  if (file.mime === 'text/plain') table = tableOfText(decoded(bytes));
  else if (/\.xlsx?$/i.test(file.name)) {
    try {
      const { header, headerLine, rows } = await readingOnce(services, call, { name: file.name, bytes, sha256: file.sha256 }, () => openWorkbook(bytes, { fileName: file.name }));
      table = tableOfRows(header, headerLine, rows.map(({ line, cells }) => ({ line, cells: cells.map(({ text }) => text) })));
    } catch (error) {
      if (error instanceof WorkbookRefusal) throw badRequest(error.message);
      throw error;
    }
  } else throw badRequest(labAttachmentTexts.notTable);
  if (!table || table.lines.length === 0) throw badRequest(labAttachmentTexts.empty);
  if (table.lines.length > mostLines) throw badRequest(labAttachmentTexts.tooLong(mostLines));
  return table;
}
