import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { labAttachmentTexts } from '@contract/features/laboratory/attachments/attachmentTexts';
import { readInstrument, type Reading } from '@contract/features/laboratory/instruments/readInstrument';
import { matchRun, type RunMatch, type RunRow, takenBy } from '@contract/features/laboratory/runs/matchRun';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import { layoutOfSheet, methodOf } from '@contract/features/laboratory/sheets/labWork';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { readingKeys } from '@contract/features/laboratory/sheets/rowEntity';
import type { Registry } from '@server/crud/resource';
import { living, scopeOf } from '@server/crud/scope';
import type { Orm } from '@server/db/orm';
import { labRunTable, labSheetRowTable, labSheetTable } from '@server/db/schema';
import { otherNamesOf } from '@server/features/library/hazards/otherNames';
import { readingOnce } from '@server/files/deadlyFiles';
import { assertUnaltered } from '@server/files/fileHash';
import { readableFile } from '@server/files/sendFile';
import { badRequest, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { WorkbookRefusal } from '@server/workbook/workbookRefusal';
import { openSource } from '../instruments/openSource';

const megabytes = 10;
/** Most numbers of a file: a sequence of 500 injections with 20 components and their heights. */
const mostLines = 20_000;

export type StoredRun = typeof labRunTable.$inferSelect;
type StoredSheetRow = typeof labSheetTable.$inferSelect;

/**
 * Returns a run that the viewer sees.
 * @throws Refusal 404
 */
export async function visibleRun(
  orm: Orm,
  registry: Registry,
  call: Pick<Call<unknown>, 'viewer'>,
  id: number,
  lock?: 'update',
): Promise<StoredRun> {
  const resource = registry.named('labRun');
  const query = orm
    .select()
    .from(labRunTable)
    .where(and(eq(labRunTable.id, id), living(resource), scopeOf(resource, call.viewer)));
  const [row] = lock ? await query.for(lock) : await query;
  if (!row) throw notFound();
  return row;
}

/**
 * Reads a run's file by the profile that knows it.
 * @throws Refusal 400 with a sentence where the file is too large, too long or not readable; 404 where it is gone
 */
export async function readRunFile(services: Services, call: Call<unknown>, run: StoredRun): Promise<Reading> {
  const file = await readableFile(services, String(run.file), call.viewer);
  if (file.size > megabytes * 1024 * 1024) throw badRequest(labAttachmentTexts.tooBig(megabytes));
  if (file.mime !== 'text/plain' && !/\.xlsx?$/i.test(file.name)) throw badRequest(labAttachmentTexts.notTable);
  await assertUnaltered(services, file);
  const stream = await services.files.read(file.id);
  if (!stream) throw notFound();
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  try {
    const source = await readingOnce(services, call, { name: file.name, bytes, sha256: file.sha256 }, () =>
      openSource(file.name, bytes),
    );
    const reading = readInstrument(source);
    // The columns of an unknown file are chosen in a record.
    if (!reading.profile) return { ...reading, problem: runTexts.unknown };
    if (reading.lines.length > mostLines) throw badRequest(runTexts.tooLong(mostLines));
    return reading;
  } catch (error) {
    if (error instanceof WorkbookRefusal) throw badRequest(error.message);
    throw error;
  }
}

/** The viewer's own records in draft: only they receive readings. */
function openSheets(tx: Orm, registry: Registry, call: Call<unknown>): Promise<StoredSheetRow[]> {
  const resource = registry.named('labSheet');
  const userId = call.viewer.user.id;
  return tx
    .select()
    .from(labSheetTable)
    .where(
      and(
        eq(labSheetTable.state, recordMachine.initial),
        or(eq(labSheetTable.analyst, userId), isNull(labSheetTable.analyst)),
        living(resource),
        scopeOf(resource, call.viewer),
      ),
    )
    .orderBy(asc(labSheetTable.id));
}

/** Returns the rows that readings of a file may belong to. */
async function rowsForRun(tx: Orm, registry: Registry, call: Call<unknown>): Promise<RunRow[]> {
  const sheets = await openSheets(tx, registry, call);
  if (sheets.length === 0) return [];
  const names = new Map<number, readonly string[]>();
  for (const { hazard } of sheets) if (!names.has(hazard)) names.set(hazard, await otherNamesOf(tx, hazard));
  const rows = await tx
    .select()
    .from(labSheetRowTable)
    .where(
      and(
        inArray(
          labSheetRowTable.sheet,
          sheets.map(({ id }) => id),
        ),
        isNull(labSheetRowTable.deleteTime),
      ),
    )
    .orderBy(asc(labSheetRowTable.id));
  const byId = new Map(sheets.map((sheet) => [sheet.id, sheet]));
  return rows.flatMap((row): RunRow[] => {
    const sheet = byId.get(row.sheet);
    if (!sheet) return [];
    const facts = { methodKind: sheet.methodKind, layout: sheet.layout, variant: sheet.variant };
    const taken = takenBy(methodOf(facts), readingKeys(methodOf(facts), layoutOfSheet(facts).key));
    if (!taken) return [];
    return [
      {
        row: row.id,
        sheet: sheet.id,
        sampleNo: row.sampleNo,
        isParallel: row.rowKind === 'parallel',
        names: [...new Set([String(sheet.hazardName ?? ''), ...(names.get(sheet.hazard) ?? [])])].filter(Boolean),
        taken,
        readings: row.readings ?? {},
      },
    ];
  });
}

/** Assigns the readings of a file to the viewer's open records. */
export const matchesOf = async (
  tx: Orm,
  registry: Registry,
  call: Call<unknown>,
  reading: Reading,
): Promise<RunMatch[]> => matchRun(reading.lines, await rowsForRun(tx, registry, call));
