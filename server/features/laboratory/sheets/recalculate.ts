import { setImmediate } from 'node:timers/promises';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { parseResult } from '@contract/arithmetic/numbers/censoredResults';
import type { Row } from '@contract/entity';
import type { labCurve } from '@contract/features/laboratory/entities/labCurve';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { labSheetRow } from '@contract/features/laboratory/entities/labSheetRow';
import type { RowResult } from '@contract/features/laboratory/methods/calculation/labRecord';
import { resultsOf } from '@contract/features/laboratory/sheets/labWork';
import { labSheetTexts, recalculationTexts } from '@contract/features/laboratory/sheetTexts';
import type { labMethod } from '@contract/features/library/entities/labMethod';
import { longTaskTexts } from '@contract/features/system/jobs/longTasks';
import { type Actor, actorOf, type AuditEvent, differenceOf, recordAudit } from '@server/audit/auditTrail';
import type { Orm } from '@server/db/orm';
import { labCurveTable, labMethodTable, labSheetRowTable, labSheetTable, signatureTable } from '@server/db/schema';
import { updateEach } from '@server/db/writeMany';
import { conflict } from '@server/http/errors';
import { reportProgress } from '@server/http/longWorkProgress';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { type Outcome, outcomeColumns, type RowToCalculate, rowsToCalculate, tubesOf } from './sheetRows';

const emptyOutcome: Outcome = {
  concentration: null,
  reportText: null,
  resultNum: null,
  censored: false,
  unit: null,
  minimum: null,
  normSet: null,
  computed: {},
  notes: null,
  problem: null,
};

/**
 * Returns the columns stored for a calculated row. If a person corrected the result, the correction is reported and
 * the calculated value stays beside it.
 */
function outcomeOf(rowResult: RowResult, override: string | null, normSet: Outcome['normSet']): Outcome {
  const noteText = rowResult.notes.map(({ message }) => message).join('；') || null;
  const baseOutcome = { ...emptyOutcome, normSet, computed: rowResult.computed, notes: noteText };
  if (rowResult.state === 'problem') return { ...baseOutcome, problem: rowResult.problem.message };
  if (rowResult.state !== 'done') return baseOutcome;
  const reportedResult = override ? parseResult(override) : rowResult.result;
  return {
    ...baseOutcome,
    concentration: rowResult.raw['concentration'] ?? null,
    reportText: reportedResult.text,
    resultNum: reportedResult.num,
    censored: reportedResult.censored,
    unit: rowResult.unit || null,
    minimum: rowResult.minimum?.text.slice(1) ?? null,
  };
}

const outcomeNames = Object.keys(outcomeColumns) as (keyof Outcome)[];

/** Compares two JSON columns regardless of key order, which the database does not keep. */
function sameTexts(
  firstTexts: Readonly<Record<string, string>> | null,
  otherTexts: Readonly<Record<string, string>> | null,
): boolean {
  if (!firstTexts || !otherTexts) return firstTexts === otherTexts;
  const keys = Object.keys(firstTexts);
  return keys.length === Object.keys(otherTexts).length && keys.every((key) => firstTexts[key] === otherTexts[key]);
}

const isSameOutcome = (row: Outcome, outcome: Outcome): boolean =>
  outcomeNames.every((key) =>
    key === 'computed' ? sameTexts(row.computed, outcome.computed) : row[key] === outcome[key],
  );

/** Number of records whose rows are held in memory at a time. */
const atOnce = 8;

type StoredSheet = typeof labSheetTable.$inferSelect;

const byId = <T extends { readonly id: number }>(rows: readonly T[]): ReadonlyMap<number, T> =>
  new Map(rows.map((row) => [row.id, row]));

/** New readings of a row, with the columns that mark the edit. */
export type RowEdit = Pick<typeof labSheetRowTable.$inferSelect, 'readings' | 'version' | 'updateBy' | 'updateTime'>;
type RowEdits = ReadonlyMap<number, RowEdit>;
const noEdits: RowEdits = new Map();

interface ChangedRow {
  readonly id: number;
  readonly set: Outcome;
}

/**
 * Returns the outcomes of a record's rows: of those with new readings, and of the others whose outcome differs from
 * the stored one.
 */
function outcomesOf(
  work: Parameters<typeof resultsOf>[0],
  rows: readonly RowToCalculate[],
  edits: RowEdits,
): { complete: boolean; edited: (ChangedRow & { readonly set: RowEdit })[]; changed: ChangedRow[] } {
  let results: ReadonlyMap<string | number, RowResult>;
  let complete = false;
  try {
    const recordResult = resultsOf(
      work,
      rows.map(({ rules, ...row }) => ({ ...row, normSet: rules })),
    );
    results = new Map(recordResult.rows.map((row) => [row.id, row]));
    complete = recordResult.complete;
  } catch (error) {
    if (!(error instanceof CalculationProblem)) throw error;
    results = new Map(
      rows.map(({ id }) => [id, { state: 'problem', id, computed: {}, raw: {}, notes: [], problem: error }]),
    );
  }
  const outcomes = rows.map((row) => {
    const result = results.get(row.id);
    return { row, set: result ? outcomeOf(result, row.overrideText, row.rules) : emptyOutcome };
  });
  return {
    complete,
    edited: outcomes.flatMap(({ row: { id }, set }) => {
      const edit = edits.get(id);
      return edit ? [{ id, set: { ...set, ...edit } }] : [];
    }),
    changed: outcomes.flatMap(({ row, set }) =>
      edits.has(row.id) || isSameOutcome(row, set) ? [] : [{ id: row.id, set }],
    ),
  };
}

/** The person who triggers a recalculation, and the change that causes it. */
export interface Cause {
  readonly actor: Actor;
  /** Part of a sentence for the audit trail. */
  readonly cause: string;
}

/** Returns the cause of a recalculation that a call triggers, with the given reason. */
export const recalculationCause = (
  call: Parameters<typeof actorOf>[0],
  cause: string,
  reason?: string | null,
): Cause => ({
  actor: actorOf(call),
  cause: reason ? `${cause}：${reason}` : cause,
});

/**
 * Returns the cause of results that change because readings are typed or taken from a file. Returns null until the
 * record is signed for the first time, because only the analyst has seen the results.
 */
export async function causedByReadings(tx: Orm, call: Call<unknown>, sheetId: number): Promise<Cause | null> {
  const [signedStep] = await tx
    .select({ id: signatureTable.id })
    .from(signatureTable)
    .where(and(eq(signatureTable.entity, labSheet.name), eq(signatureTable.rowId, sheetId)))
    .limit(1);
  return signedStep ? recalculationCause(call, recalculationTexts.readings) : null;
}

/** Columns of an outcome that form the reported result. */
const resultFields = ['reportText', 'concentration', 'unit', 'minimum'] as const;

/**
 * Returns an audit event for each row whose stored result changes, with the result before and after. A row without an
 * earlier result gets none, because nobody has seen a result.
 */
function trailOf(
  sheet: StoredSheet,
  changedRows: readonly ChangedRow[],
  rows: readonly RowToCalculate[],
  cause: string,
): AuditEvent[] {
  const storedById = byId(rows);
  return changedRows.flatMap(({ id, set }): AuditEvent[] => {
    const row = storedById.get(id);
    if (!row || row.reportText === null) return [];
    const { changed: names, before, after } = differenceOf({ ...row }, { ...set }, resultFields);
    if (!names.length) return [];
    const problemPart = set.problem === null ? {} : { problem: set.problem };
    return [
      {
        action: 'recalculate',
        entity: labSheetRow,
        entityId: id,
        title: row.sampleNo,
        organizationId: sheet.organizationId,
        before,
        after: { ...after, ...problemPart },
        reason: cause,
      },
    ];
  });
}

async function writeResults(
  tx: Orm,
  sheet: StoredSheet,
  { complete, edited, changed }: ReturnType<typeof outcomesOf>,
  rows: readonly RowToCalculate[],
  cause: Cause | null,
): Promise<void> {
  await updateEach(tx, labSheetRowTable, edited);
  await updateEach(tx, labSheetRowTable, changed);
  if (cause) await recordAudit(tx, cause.actor, trailOf(sheet, [...edited, ...changed], rows, cause.cause));
  const count = rows.filter(({ rowKind }) => rowKind === 'sample').length;
  if (sheet.complete !== complete || sheet.sampleCount !== count)
    await tx.update(labSheetTable).set({ complete, sampleCount: count }).where(eq(labSheetTable.id, sheet.id));
}

/**
 * Recalculates records from stored data and writes the results of their rows. Callers use it after each save, and
 * after a change of readings, curve, detection limit, sampling data or blanks. The caller has locked the records.
 * Results are not edits and raise no version.
 * @param cause cause written to the audit trail beside each changed result; null if no other person has seen them (see
 * {@link causedByReadings})
 * @param edits new readings of rows of these records by row id, written together with the results
 * @returns for each existing record whether it is complete
 */
export async function recalculateEach(
  tx: Orm,
  sheetIds: readonly number[],
  cause: Cause | null,
  edits: RowEdits = noEdits,
): Promise<ReadonlyMap<number, boolean>> {
  const completeness = new Map<number, boolean>();
  for (let from = 0; from < sheetIds.length; from += atOnce) {
    reportProgress(from, sheetIds.length, longTaskTexts.recalculating);
    const ids = sheetIds.slice(from, from + atOnce);
    const sheets = byId(await tx.select().from(labSheetTable).where(inArray(labSheetTable.id, ids)));
    const methods = byId(
      await tx
        .select()
        .from(labMethodTable)
        .where(
          inArray(
            labMethodTable.id,
            [...sheets.values()].map(({ method }) => method),
          ),
        ),
    );
    const curveIds = [...sheets.values()].flatMap(({ curve }) => curve ?? []);
    const curves = byId(
      curveIds.length ? await tx.select().from(labCurveTable).where(inArray(labCurveTable.id, curveIds)) : [],
    );
    const rows = await rowsToCalculate(tx, ids, edits);
    const tubes = new Map<number, string[]>();
    for (const sheet of sheets.values()) tubes.set(sheet.id, await tubesOf(tx, sheet));
    // The database writes one record while the next is calculated.
    let pendingWrite = Promise.resolve();
    try {
      for (const id of ids) {
        const sheet = sheets.get(id);
        if (!sheet) continue;
        const sheetRows = rows.get(id) ?? [];
        const method = methods.get(sheet.method);
        const curve = sheet.curve === null ? null : curves.get(sheet.curve);
        // Stored and presented rows differ only in times and names, which no calculation reads.
        const labWork = {
          sheet: sheet as unknown as Row<typeof labSheet>,
          method: method as unknown as Row<typeof labMethod>,
          curve: (curve ?? null) as unknown as Row<typeof labCurve> | null,
          tubes: tubes.get(id) ?? [],
        };
        const outcomes = outcomesOf(labWork, sheetRows, edits);
        completeness.set(id, outcomes.complete);
        await pendingWrite;
        pendingWrite = writeResults(tx, sheet, outcomes, sheetRows, cause);
        // Prevents an unhandled rejection: the error is reported at the later `await`.
        pendingWrite.catch(() => undefined);
        // Yields, so that the write starts.
        if (id !== ids.at(-1)) await setImmediate();
      }
    } finally {
      await pendingWrite;
    }
  }
  return completeness;
}

/** Recalculates one record, as {@link recalculateEach}. */
export async function recalculateSheet(
  tx: Orm,
  sheetId: number,
  cause: Cause | null,
): Promise<{ readonly complete: boolean }> {
  const completeById = await recalculateEach(tx, [sheetId], cause);
  return { complete: completeById.get(sheetId) ?? false };
}

const isSigned = (state: string | null): boolean => state !== 'drafting' && state !== 'corrected';

/**
 * Locks the draft records that contain these samples and returns their ids.
 * @throws Refusal 409 if one of the samples is on a signed record
 */
async function draftsWith(tx: Orm, sampleIds: readonly number[]): Promise<number[]> {
  if (!sampleIds.length) return [];
  const [row, sheet] = [labSheetRowTable, labSheetTable];
  const sampleCondition = and(inArray(row.sample, [...sampleIds]), isNull(row.deleteTime), isNull(sheet.deleteTime));
  const ids = (
    await tx
      .selectDistinct({ id: sheet.id })
      .from(row)
      .innerJoin(sheet, eq(sheet.id, row.sheet))
      .where(sampleCondition)
      .orderBy(asc(sheet.id))
  ).map(({ id }) => id);
  for (const id of ids) await tx.select({ id: sheet.id }).from(sheet).where(eq(sheet.id, id)).for('update');
  // The state is read after locking, since the record may have been submitted meanwhile.
  const lockedSheets = ids.length
    ? await tx
        .select({ id: sheet.id, sheetNo: sheet.sheetNo, state: sheet.state, sampleNo: row.sampleNo })
        .from(row)
        .innerJoin(sheet, eq(sheet.id, row.sheet))
        .where(and(sampleCondition, inArray(sheet.id, ids)))
    : [];
  const signedSheet = lockedSheets.find(({ state }) => isSigned(state));
  if (signedSheet)
    throw conflict(labSheetTexts.sampleLocked(signedSheet.sampleNo, String(signedSheet.sheetNo)), 'locked');
  return [
    ...new Set(lockedSheets.filter(({ state }) => state === 'drafting').map((lockedSheet) => lockedSheet.id)),
  ].sort((a, b) => a - b);
}

/**
 * Recalculates the records of these samples after a change of sampling data (DOMAIN §9, 2).
 * @throws Refusal 409 if one of them is signed already
 */
export async function recalculateSamples(tx: Orm, sampleIds: readonly number[], cause: Cause): Promise<void> {
  await recalculateEach(tx, await draftsWith(tx, sampleIds), cause);
}

/**
 * Removes the rows of voided samples from draft records (DOMAIN §9, 3); the audit trail keeps their content.
 * @throws Refusal 409 if one of the records is signed already
 */
export async function dropFromRecords(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  sampleIds: readonly number[],
  reason: string,
): Promise<void> {
  const drafts = await draftsWith(tx, sampleIds);
  if (!drafts.length) return;
  const deletedRows = await tx
    .update(labSheetRowTable)
    .set({ deleteTime: services.now(), deleteBy: call.viewer.user.id })
    .where(
      and(
        inArray(labSheetRowTable.sheet, drafts),
        inArray(labSheetRowTable.sample, [...sampleIds]),
        isNull(labSheetRowTable.deleteTime),
      ),
    )
    .returning();
  await recordAudit(
    tx,
    { ...actorOf(call), reason },
    deletedRows.map((row) => ({
      action: 'del' as const,
      entity: labSheetRow,
      entityId: row.id,
      title: row.sampleNo,
      organizationId: row.organizationId,
      before: { sheet: row.sheet, ...row.readings, reportText: row.reportText },
    })),
  );
  await recalculateEach(tx, drafts, recalculationCause(call, recalculationTexts.voided, reason));
}
