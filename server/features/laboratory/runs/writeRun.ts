import { and, eq, inArray, isNull } from 'drizzle-orm';
import { labRun } from '@contract/features/laboratory/entities/labRun';
import { labSheetRow } from '@contract/features/laboratory/entities/labSheetRow';
import type { LineChoice, RunMatch } from '@contract/features/laboratory/runs/matchRun';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import { actorOf, type AuditEvent, recordAudit } from '@server/audit/auditTrail';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { labRunLineTable, labRunTable, labSheetRowTable } from '@server/db/schema';
import { insertEach } from '@server/db/writeMany';
import { badRequest, conflict } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { openSheet } from '../sheets/openSheet';
import { recalculateEach, type RowEdit } from '../sheets/recalculate';
import {
  assertCurrentReading,
  matchesOf,
  type RunReading,
  type RunReadLine,
  type StoredRun,
  visibleRun,
} from './readRun';
import { recordTimes } from './recordTimes';
import { takeChecksBack, writeRunChecks } from './runChecks';

/** Columns of a record row that a change of its readings needs: a file changes thousands of rows. */
const changedColumns = {
  id: labSheetRowTable.id,
  version: labSheetRowTable.version,
  organizationId: labSheetRowTable.organizationId,
  sampleNo: labSheetRowTable.sampleNo,
  readings: labSheetRowTable.readings,
};

type StoredRow = Pick<typeof labSheetRowTable.$inferSelect, keyof typeof changedColumns>;

/** A change of a reading: the text to write, or null to remove the reading. */
interface ReadingChange {
  readonly row: number;
  readonly sheet: number;
  readonly reading: string;
  readonly to: string | null;
}

/** Returns the record ids of the changes in ascending order, in which the records are locked. */
const sheetsOf = (changes: readonly ReadingChange[]): number[] =>
  [...new Set(changes.map(({ sheet }) => sheet))].sort((a, b) => a - b);

/** Returns a row's readings after the changes, and the audit line that names their file. */
function changedRow(
  row: StoredRow,
  changes: readonly ReadingChange[],
  reason: string,
): { readonly readings: Record<string, string>; readonly event: AuditEvent } {
  const readings: Record<string, string> = { ...row.readings };
  for (const { reading, to } of changes) {
    if (to === null) Reflect.deleteProperty(readings, reading);
    else readings[reading] = to;
  }
  const keys = changes.map(({ reading }) => reading);
  const part = (values: Readonly<Record<string, string>> | null) =>
    Object.fromEntries(keys.map((key) => [key, values?.[key] ?? null]));
  const event: AuditEvent = {
    action: 'edit',
    entity: labSheetRow,
    entityId: row.id,
    title: row.sampleNo,
    organizationId: row.organizationId,
    before: part(row.readings),
    after: part(readings),
    reason,
  };
  return { readings, event };
}

/**
 * Changes the readings of rows in several records. Locks the records in the order of their ids and recalculates them.
 * @param check throws if a row may not be changed
 */
async function changeRows(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  changes: readonly ReadingChange[],
  reason: string,
  check: (row: StoredRow, changes: readonly ReadingChange[]) => void,
): Promise<number> {
  const sheets = sheetsOf(changes);
  for (const sheet of sheets) await openSheet(tx, registry, call, sheet);
  const byRow = new Map<number, ReadingChange[]>();
  for (const change of changes) {
    const rowChanges = byRow.get(change.row);
    if (rowChanges) rowChanges.push(change);
    else byRow.set(change.row, [change]);
  }
  const rows = await tx
    .select(changedColumns)
    .from(labSheetRowTable)
    .where(and(inArray(labSheetRowTable.id, [...byRow.keys()]), isNull(labSheetRowTable.deleteTime)));
  const auditEvents: AuditEvent[] = [];
  const changeMark = { updateBy: call.viewer.user.id, updateTime: services.now() };
  const edits = new Map<number, RowEdit>();
  for (const row of rows) {
    const rowChanges = byRow.get(row.id) ?? [];
    check(row, rowChanges);
    const { readings, event } = changedRow(row, rowChanges, reason);
    auditEvents.push(event);
    edits.set(row.id, { readings, version: row.version + 1, ...changeMark });
  }
  await recordAudit(tx, actorOf(call), auditEvents);
  await recalculateEach(tx, sheets, null, edits);
  return sheets.length;
}

async function setState(
  { services }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  storedRun: StoredRun,
  to: Pick<Partial<StoredRun>, 'state' | 'profile' | 'profileVersion'>,
): Promise<void> {
  await tx
    .update(labRunTable)
    .set({ ...to, version: storedRun.version + 1, updateBy: call.viewer.user.id, updateTime: services.now() })
    .where(eq(labRunTable.id, storedRun.id));
  await recordAudit(tx, actorOf(call), [
    {
      action: 'edit',
      entity: labRun,
      entityId: storedRun.id,
      title: storedRun.runNo,
      organizationId: storedRun.organizationId,
      before: { state: storedRun.state },
      after: { ...to },
    },
  ]);
}

/** Number of lines in one statement. */
const linesTogether = 1000;

/** Stores every line of the file with its result: written, parked or ignored. */
async function keepLines(
  tx: Orm,
  call: Call<unknown>,
  storedRun: StoredRun,
  runMatches: readonly RunMatch[],
): Promise<void> {
  const userId = call.viewer.user.id;
  const lines = runMatches.map(({ line, state, row, sheet, reading, value, currentValue, reason }) => ({
    organizationId: storedRun.organizationId,
    run: storedRun.id,
    fileName: (line as RunReadLine).fileName?.slice(0, 255) ?? null,
    line: line.line,
    sampleName: line.sample?.slice(0, 200) ?? null,
    component: line.component?.slice(0, 200) ?? null,
    quantity: line.quantity,
    value: (value ?? line.value ?? line.text).slice(0, 60),
    unit: line.unit?.slice(0, 30) ?? null,
    replicate: line.replicate === null ? null : String(line.replicate),
    state,
    row,
    sheet,
    reading,
    held: currentValue,
    reason: reason?.slice(0, 200) ?? null,
    createBy: userId,
    updateBy: userId,
  }));
  for (let from = 0; from < lines.length; from += linesTogether)
    await insertEach(tx, labRunLineTable, lines.slice(from, from + linesTogether));
}

interface WriteResult {
  readonly values: number;
  readonly records: number;
  readonly parked: number;
}

/** Returns the names of the profiles by which a run's files were read; null without a profile. */
export const profilesText = (profiles: RunReading['profiles']): string | null =>
  profiles.length
    ? profiles
        .map(({ label }) => label)
        .join('、')
        .slice(0, 100)
    : null;

const sourceOf = ({ runNo, fileName }: StoredRun): string => `${runNo ?? ''} ${fileName ?? ''}`.trim();

/**
 * Writes the readings of a run's files into all records that they belong to, in one transaction.
 * @throws Refusal 400 if no reading belongs to a record; 409 if the run is written or a record is closed
 */
export async function writeRun(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  id: number,
  reading: RunReading,
  choices: readonly LineChoice[] = [],
): Promise<WriteResult> {
  const run = await visibleRun(tx, context.registry, call, id, 'update');
  if (run.state !== 'open') throw conflict(runTexts.written, 'locked');
  await assertCurrentReading(tx, run, reading);
  const { matches } = await matchesOf(tx, context.registry, call, id, reading, choices);
  const refusedChoice = choices.find(({ at }) => matches[at]?.reason !== runTexts.byPerson);
  // refusal: choice
  if (refusedChoice) throw conflict(matches[refusedChoice.at]?.reason ?? runTexts.choiceGone);
  const changes = matches.flatMap(({ row, sheet, reading: key, value }): ReadingChange[] =>
    row === null || sheet === null || key === null ? [] : [{ row, sheet, reading: key, to: value }],
  );
  if (changes.length === 0) throw badRequest(reading.problem ?? runTexts.nothing);
  const records = await changeRows(context, tx, call, changes, sourceOf(run), () => undefined);
  await writeRunChecks(context, tx, call, run, reading, sheetsOf(changes));
  await recordTimes(context, tx, call, run, reading.lines, sourceOf(run));
  await keepLines(tx, call, run, matches);
  const { profiles } = reading;
  const [onlyProfile, otherProfile] = profiles;
  await setState(context, tx, call, run, {
    state: 'written',
    profile: profilesText(profiles),
    profileVersion: otherProfile ? null : (onlyProfile?.version ?? null),
  });
  return { values: changes.length, records, parked: matches.filter(({ state }) => state === 'parked').length };
}

/**
 * Undoes the readings of a run: each reading gets its earlier value. Refuses if somebody has changed a reading since,
 * or submitted a record.
 * @throws Refusal 409
 */
export async function undoRun(context: CrudContext, tx: Orm, call: Call<unknown>, id: number): Promise<WriteResult> {
  const run = await visibleRun(tx, context.registry, call, id, 'update');
  if (run.state !== 'written') throw conflict(runTexts.notWritten);
  const lines = await tx
    .select()
    .from(labRunLineTable)
    .where(and(eq(labRunLineTable.run, run.id), isNull(labRunLineTable.deleteTime)));
  const values = new Map(lines.map(({ row, reading, value }) => [`${row}|${reading}`, value]));
  const changes = lines.flatMap(({ row, sheet, reading, held, state }): ReadingChange[] =>
    state !== 'matched' || row === null || sheet === null || reading === null
      ? []
      : [{ row, sheet, reading, to: held }],
  );
  const records = await changeRows(
    context,
    tx,
    call,
    changes,
    `${runTexts.undo}：${sourceOf(run)}`,
    (row, rowChanges) => {
      for (const { reading } of rowChanges) {
        const now = row.readings?.[reading] ?? '';
        if (now !== values.get(`${row.id}|${reading}`)) throw conflict(runTexts.changed(row.sampleNo, now));
      }
    },
  );
  await takeChecksBack(context, tx, call, run, sheetsOf(changes));
  await tx
    .update(labRunLineTable)
    .set({ deleteTime: context.services.now(), deleteBy: call.viewer.user.id })
    .where(and(eq(labRunLineTable.run, run.id), isNull(labRunLineTable.deleteTime)));
  await setState(context, tx, call, run, { state: 'open', profile: null, profileVersion: null });
  return { values: changes.length, records, parked: 0 };
}
