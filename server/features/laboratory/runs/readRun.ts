import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { labAttachmentTexts } from '@contract/features/laboratory/attachments/attachmentTexts';
import type { InstrumentProfile } from '@contract/features/laboratory/instruments/instrumentProfile';
import type { ReadLine } from '@contract/features/laboratory/instruments/instrumentReading';
import {
  type LineChoice,
  matchRun,
  type RunMatch,
  type RunRow,
  usedQuantitiesOf,
} from '@contract/features/laboratory/runs/matchRun';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import type { RunRaw } from '@contract/features/laboratory/runs/runWire';
import { profileOfStored } from '@contract/features/laboratory/runs/storedProfile';
import { layoutOfSheet, methodOf } from '@contract/features/laboratory/sheets/labWork';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { readingKeys } from '@contract/features/laboratory/sheets/rowEntity';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import {
  labRunFileTable,
  labRunInjectionTable,
  labRunMethodsTable,
  labRunTable,
  labSheetRowTable,
  labSheetTable,
  runProfileTable,
  sampleTable,
} from '@server/db/schema';
import { otherNamesOf } from '@server/features/library/hazards/otherNames';
import { readUnlessCrashing } from '@server/files/crashingFiles';
import { assertUnaltered } from '@server/files/fileHash';
import { readableFile } from '@server/files/sendFile';
import { badRequest, conflict, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { WorkbookRefusal } from '@server/workbook/workbookRefusal';
import { maxLines } from '../instruments/instrumentFiles';
import type { RunFileReading, TaughtProfiles } from '../instruments/instrumentWork';
import { readRunFile } from '../instruments/readInstrumentFile';

const maxMegabytes = 10;

export type StoredRun = typeof labRunTable.$inferSelect;
type StoredSheetRow = typeof labSheetTable.$inferSelect;

/**
 * Returns a run that the viewer may see.
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
    .where(and(eq(labRunTable.id, id), undeletedRows(resource), scopeOf(resource, call.viewer)));
  const [row] = lock ? await query.for(lock) : await query;
  if (!row) throw notFound();
  return row;
}

/** A line with the name of its file. */
export interface RunReadLine extends ReadLine {
  readonly fileName: string | null;
}

/** The content of all files of a run. */
export interface RunReading {
  /** Profiles that matched the files, each once. */
  readonly profiles: readonly InstrumentProfile[];
  readonly lines: readonly RunReadLine[];
  /** Reason why nothing was read. */
  readonly problem: string | null;
  /** True if a file matches no profile. */
  readonly unknown: boolean;
  /** What was read: the ids of the files, and the data files that the sequence names. */
  readonly basis: string;
}

/**
 * Reads one file of a run.
 * @param names injections by their data files, `injectionNamesOf`
 * @throws Refusal 400 with a sentence if the file is too large or not readable; 404 if it no longer exists
 */
async function readOne(
  services: Services,
  call: Call<unknown>,
  id: string,
  profiles: TaughtProfiles,
  names: ReadonlyMap<string, string> = new Map(),
) {
  const file = await readableFile(services, id, call.viewer);
  if (file.size > maxMegabytes * 1024 * 1024) throw badRequest(labAttachmentTexts.tooBig(maxMegabytes));
  if (file.mime !== 'text/plain' && !/\.xlsx?$/i.test(file.name)) throw badRequest(labAttachmentTexts.notTable);
  await assertUnaltered(services, file);
  const stream = await services.files.read(file.id);
  if (!stream) throw notFound();
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  try {
    const injectedName = names.get(stemOf(file.name).toUpperCase()) ?? null;
    const reading = await readUnlessCrashing(services, call, { name: file.name, bytes, sha256: file.sha256 }, () =>
      readRunFile({ fileName: file.name, bytes, profiles, injectedName }),
    );
    return { ...reading, fileName: file.name, injectedName };
  } catch (error) {
    if (error instanceof WorkbookRefusal) throw badRequest(error.message);
    throw error;
  }
}

async function learntFor(orm: Orm, storedRun: StoredRun): Promise<TaughtProfiles> {
  const rows = await orm
    .select()
    .from(runProfileTable)
    .where(
      and(
        isNull(runProfileTable.deleteTime),
        storedRun.organizationId === null
          ? isNull(runProfileTable.organizationId)
          : eq(runProfileTable.organizationId, storedRun.organizationId),
      ),
    )
    .orderBy(asc(runProfileTable.versionNo));
  const newestProfiles = [...new Map(rows.map((row) => [row.profileName, row])).values()];
  const ownProfiles = newestProfiles.filter(
    ({ headings, instrument }) => !headings && instrument !== null && instrument === storedRun.instrument,
  );
  return {
    headed: newestProfiles.filter(({ headings }) => Boolean(headings)).map(profileOfStored),
    ofInstrument: ownProfiles.map(profileOfStored),
  };
}

/**
 * Returns the first rows of a run's first file that no profile matches; of the first file if all match.
 * @throws Refusal 400, 404
 */
export async function firstRowsOfRun(services: Services, call: Call<unknown>, storedRun: StoredRun): Promise<RunRaw> {
  const { orm } = services.database;
  const learntProfiles = await learntFor(orm, storedRun);
  let first: (Omit<RunRaw, 'rows'> & { readonly firstRows: RunRaw['rows'] }) | null = null;
  for (const id of await filesOf(orm, storedRun)) {
    const reading = await readOne(services, call, id, learntProfiles);
    first ??= reading;
    if (reading.profile) continue;
    first = reading;
    break;
  }
  if (!first) throw badRequest(runTexts.noFile);
  return { fileName: first.fileName, rows: first.firstRows };
}

/** Returns the ids of a run's files: the file of its head, then the additional ones. */
async function filesOf(orm: Orm, storedRun: StoredRun): Promise<string[]> {
  const extraFiles = await orm
    .select({ file: labRunFileTable.file })
    .from(labRunFileTable)
    .where(and(eq(labRunFileTable.run, storedRun.id), isNull(labRunFileTable.deleteTime)))
    .orderBy(asc(labRunFileTable.id));
  return [...(storedRun.file === null ? [] : [storedRun.file]), ...extraFiles.map(({ file }) => file)];
}

/** Returns a run's sequence with the numbers of its samples. */
async function namesOfRun(orm: Orm, runId: number) {
  return orm
    .select({
      injectionName: labRunInjectionTable.injectionName,
      injectionKind: labRunInjectionTable.injectionKind,
      dataFile: labRunInjectionTable.dataFile,
      standardVolume: labRunInjectionTable.standardVolume,
      standard: labRunInjectionTable.standard,
      sampleNo: sampleTable.sampleNo,
    })
    .from(labRunInjectionTable)
    .leftJoin(sampleTable, eq(sampleTable.id, labRunInjectionTable.sample))
    .where(and(eq(labRunInjectionTable.run, runId), isNull(labRunInjectionTable.deleteTime)))
    .orderBy(asc(labRunInjectionTable.rowSort), asc(labRunInjectionTable.id));
}

/**
 * Returns the sentence about a file that no profile reads.
 * @param name name of the file, where the run has several
 */
function notRead({ problem: readProblem, unclear }: RunFileReading, name: string | null): string {
  if (unclear && readProblem) return name === null ? readProblem : runTexts.unclearOf(name, readProblem);
  return name === null ? runTexts.unknown : runTexts.unknownOf(name);
}

const basisOf = (ids: readonly string[], names: ReadonlyMap<string, string>): string =>
  JSON.stringify([ids, [...names]]);

/** Returns the injections that a run's sequence names, by the upper-case stem of their data files. */
async function injectionNamesOf(orm: Orm, runId: number): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const { dataFile, injectionName } of await namesOfRun(orm, runId))
    if (dataFile) names.set(stemOf(dataFile).toUpperCase(), injectionName);
  return names;
}

/**
 * Refuses a reading whose files or sequence changed before the run was locked. Files are read before, so that no lock
 * waits for a slow file.
 * @throws Refusal 409
 */
export async function assertCurrentReading(tx: Orm, lockedRun: StoredRun, reading: RunReading): Promise<void> {
  const basis = basisOf(await filesOf(tx, lockedRun), await injectionNamesOf(tx, lockedRun.id));
  if (basis !== reading.basis) throw conflict(runTexts.filesChanged);
}

const stemOf = (name: string): string => name.replace(/\.[^.]+$/, '');

/**
 * Reads all files of a run. A file that names no sample belongs to the injection whose data file it is in the
 * sequence, otherwise to the sample in its file name.
 * @throws Refusal 400 with a sentence if there is no file, one is not readable, or all together are too long
 */
export async function readRunFiles(services: Services, call: Call<unknown>, storedRun: StoredRun): Promise<RunReading> {
  const { orm } = services.database;
  const ids = await filesOf(orm, storedRun);
  const names = await injectionNamesOf(orm, storedRun.id);
  const basis = basisOf(ids, names);
  if (ids.length === 0) return { profiles: [], lines: [], problem: runTexts.noFile, unknown: false, basis };
  const learntProfiles = await learntFor(orm, storedRun);
  const profiles = new Map<string, InstrumentProfile>();
  const runReadLines: RunReadLine[] = [];
  let readProblem: string | null = null;
  let isUnknown = false;
  for (const id of ids) {
    const reading = await readOne(services, call, id, learntProfiles, names);
    const { profile, lines: fileLines, problem: fileProblem, fileName: name, injectedName } = reading;
    // A person defines once how an unknown file is read.
    if (profile) profiles.set(profile.id, profile);
    else isUnknown = true;
    readProblem ??= profile ? fileProblem : notRead(reading, ids.length > 1 ? name : null);
    const nameless = fileLines.every(({ sample }) => sample === null);
    const isFileName = ids.length > 1 || profile?.sampleIsFileName === true;
    const sample = nameless ? (injectedName ?? (isFileName ? stemOf(name) : null)) : null;
    const fileName = ids.length > 1 ? name : null;
    for (const readLine of fileLines)
      runReadLines.push(
        sample === null
          ? { ...readLine, fileName }
          : { ...readLine, fileName, sample, reason: readLine.value === null ? readLine.reason : null },
      );
    if (runReadLines.length > maxLines) throw badRequest(runTexts.tooLong(maxLines));
  }
  return { profiles: [...profiles.values()], lines: runReadLines, problem: readProblem, unknown: isUnknown, basis };
}

/** Returns the methods that a run names. */
export const methodsOfRun = async (tx: Orm, runId: number): Promise<number[]> =>
  (
    await tx
      .select({ id: labRunMethodsTable.targetId })
      .from(labRunMethodsTable)
      .where(eq(labRunMethodsTable.ownerId, runId))
  ).map(({ id }) => id);

/**
 * Returns the viewer's own draft records, restricted to these methods if any are named. Only these records receive
 * readings.
 */
export function openSheets(
  tx: Orm,
  registry: Registry,
  call: Call<unknown>,
  methodIds: readonly number[],
): Promise<StoredSheetRow[]> {
  const resource = registry.named('labSheet');
  const userId = call.viewer.user.id;
  return tx
    .select()
    .from(labSheetTable)
    .where(
      and(
        eq(labSheetTable.state, recordMachine.initial),
        or(eq(labSheetTable.analyst, userId), isNull(labSheetTable.analyst)),
        methodIds.length ? inArray(labSheetTable.method, [...methodIds]) : undefined,
        undeletedRows(resource),
        scopeOf(resource, call.viewer),
      ),
    )
    .orderBy(asc(labSheetTable.id));
}

/** A row with the names by which a person selects it. */
export type NamedRow = RunRow & { readonly hazardName: string; readonly sheetNo: string };

/**
 * Returns the rows that may receive readings from a run's files, restricted to the run's methods if it names any.
 * @param runId id of the run
 */
async function rowsForRun(tx: Orm, registry: Registry, call: Call<unknown>, runId: number): Promise<NamedRow[]> {
  const sheets = await openSheets(tx, registry, call, await methodsOfRun(tx, runId));
  if (sheets.length === 0) return [];
  const otherNames = new Map<number, readonly string[]>();
  for (const { hazard } of sheets) if (!otherNames.has(hazard)) otherNames.set(hazard, await otherNamesOf(tx, hazard));
  // Rows of one record share one list of names, because the names are compared thousands of times.
  const names = new Map(
    sheets.map(({ id, hazard, hazardName }) => [
      id,
      [...new Set([String(hazardName ?? ''), ...(otherNames.get(hazard) ?? [])])].filter(Boolean),
    ]),
  );
  const rows = await tx
    .select({
      id: labSheetRowTable.id,
      sheet: labSheetRowTable.sheet,
      sampleNo: labSheetRowTable.sampleNo,
      rowKind: labSheetRowTable.rowKind,
      readings: labSheetRowTable.readings,
    })
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
  return rows.flatMap((row): NamedRow[] => {
    const sheet = byId.get(row.sheet);
    if (!sheet) return [];
    const sheetFacts = { methodKind: sheet.methodKind, layout: sheet.layout, variant: sheet.variant };
    const takenReadings = usedQuantitiesOf(
      methodOf(sheetFacts),
      readingKeys(methodOf(sheetFacts), layoutOfSheet(sheetFacts).key),
    );
    if (!takenReadings) return [];
    return [
      {
        row: row.id,
        sheet: sheet.id,
        sampleNo: row.sampleNo,
        isParallel: row.rowKind === 'parallel',
        names: names.get(sheet.id) ?? [],
        usedQuantities: takenReadings,
        readings: row.readings ?? {},
        hazardName: sheet.hazardName ?? '',
        sheetNo: sheet.sheetNo ?? '',
      },
    ];
  });
}

/**
 * Assigns the readings of a run's files to the viewer's open records. Also returns all rows that could receive one.
 */
export async function matchesOf(
  tx: Orm,
  registry: Registry,
  call: Call<unknown>,
  runId: number,
  { lines, profiles }: RunReading,
  choices: readonly LineChoice[] = [],
): Promise<{ readonly matches: readonly RunMatch[]; readonly rows: readonly NamedRow[] }> {
  const rows = await rowsForRun(tx, registry, call, runId);
  const isAveraged = profiles.length > 0 && profiles.every((profile) => profile.averaged === true);
  return {
    rows,
    matches: matchRun(lines, rows, { averaged: isAveraged, choices, sequence: await namesOfRun(tx, runId) }),
  };
}
