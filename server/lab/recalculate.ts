import type { labCurve } from '@contract/entities/lab/labCurve';
import type { labMethod } from '@contract/entities/lab/labMethod';
import type { labSheet } from '@contract/entities/lab/labSheet';
import { labSheetRow } from '@contract/entities/lab/labSheetRow';
import type { Row } from '@contract/entity';
import { parseResult } from '@contract/lab/result';
import { LabProblem } from '@contract/lab/problem';
import { labSheetTexts } from '@contract/labSheetTexts';
import type { RowResult } from '@contract/methods/calculation/record';
import { resultsOf } from '@contract/record/labWork';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { actorOf, recordAudit } from '../audit';
import { labCurveTable, labMethodTable, labSheetRowTable, labSheetTable } from '../db/schema';
import type { Orm } from '../db/orm';
import { updateEach } from '../db/each';
import { conflict } from '../http/errors';
import type { Call } from '../http/route';
import type { Services } from '../services';
import { type Outcome, outcomeColumns, rowsToCalculate, tubesOf } from './facts';

const nothing: Outcome = { concentration: null, reportText: null, resultNum: null, censored: false, unit: null, minimum: null, computed: {}, notes: null, problem: null, working: null };

/** What is stored of a calculated row; a correction by hand is what is reported, and the calculation stays beside it. */
function outcomeOf(result: RowResult, override: string | null): Outcome {
  const notes = result.notes.map(({ message }) => message).join('；') || null;
  const seen = { ...nothing, computed: result.computed, notes };
  if (result.state === 'problem') return { ...seen, problem: result.problem.message };
  if (result.state !== 'done') return seen;
  const reported = override ? parseResult(override) : result.result;
  return {
    ...seen,
    concentration: result.raw['concentration'] ?? null,
    reportText: reported.text, resultNum: reported.num, censored: reported.censored,
    unit: result.unit || null,
    minimum: result.minimum?.num ?? null,
    working: result.working && JSON.stringify(result.working),
  };
}

const columns = Object.keys(outcomeColumns) as (keyof Outcome)[];

/** The database keeps the keys of a JSON column in an order of its own. */
function sameTexts(one: Readonly<Record<string, string>> | null, other: Readonly<Record<string, string>> | null): boolean {
  if (!one || !other) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}

const same = (row: Outcome, outcome: Outcome): boolean => columns.every((key) => (key === 'computed' ? sameTexts(row.computed, outcome.computed) : row[key] === outcome[key]));

/**
 * Calculates a record again from what is stored and writes the results of its rows: after each save, and whenever something that they rest on has changed
 * (readings, curve, detection limit, sampling data). The record is locked by the caller. Results are no edits: they raise no version and leave no line of their own.
 */
export async function recalculate(tx: Orm, sheetId: number): Promise<{ readonly complete: boolean }> {
  const [sheet] = await tx.select().from(labSheetTable).where(eq(labSheetTable.id, sheetId));
  if (!sheet) return { complete: false };
  const [method] = await tx.select().from(labMethodTable).where(eq(labMethodTable.id, sheet.method));
  const [curve] = sheet.curve === null ? [] : await tx.select().from(labCurveTable).where(eq(labCurveTable.id, sheet.curve));
  const rows = await rowsToCalculate(tx, sheetId);
  // Stored and presented rows differ in moments and names alone, which no calculation reads.
  const work = { sheet: sheet as unknown as Row<typeof labSheet>, method: method as unknown as Row<typeof labMethod>, curve: (curve ?? null) as unknown as Row<typeof labCurve> | null, tubes: await tubesOf(tx, sheet) };
  let results: ReadonlyMap<string | number, RowResult>;
  let complete = false;
  try {
    const calculated = resultsOf(work, rows);
    results = new Map(calculated.rows.map((row) => [row.id, row]));
    complete = calculated.complete;
  } catch (error) {
    if (!(error instanceof LabProblem)) throw error;
    results = new Map(rows.map(({ id }) => [id, { state: 'problem', id, computed: {}, raw: {}, notes: [], problem: error }]));
  }
  await updateEach(tx, labSheetRowTable, rows.flatMap((row) => {
    const result = results.get(row.id);
    const set = result ? outcomeOf(result, row.overrideText) : nothing;
    return same(row, set) ? [] : [{ id: row.id, set }];
  }));
  const count = rows.filter(({ rowKind }) => rowKind === 'sample').length;
  if (sheet.complete !== complete || sheet.sampleCount !== count) await tx.update(labSheetTable).set({ complete, sampleCount: count }).where(eq(labSheetTable.id, sheetId));
  return { complete };
}

/** Ids of the drafted records that hold these samples, locked. @throws Refusal 409 where one of the samples stands on a signed record */
async function draftsWith(tx: Orm, sampleIds: readonly number[]): Promise<number[]> {
  if (!sampleIds.length) return [];
  const [row, sheet] = [labSheetRowTable, labSheetTable];
  const found = await tx
    .select({ id: sheet.id, sheetNo: sheet.sheetNo, state: sheet.state, sampleNo: row.sampleNo })
    .from(row)
    .innerJoin(sheet, eq(sheet.id, row.sheet))
    .where(and(inArray(row.sample, [...sampleIds]), isNull(row.deleteTime), isNull(sheet.deleteTime)));
  const signed = found.find(({ state }) => state !== 'drafting' && state !== 'corrected');
  if (signed) throw conflict(labSheetTexts.sampleLocked(signed.sampleNo, String(signed.sheetNo)), 'locked');
  const ids = [...new Set(found.filter(({ state }) => state === 'drafting').map((one) => one.id))].sort((a, b) => a - b);
  for (const id of ids) await tx.select({ id: sheet.id }).from(sheet).where(eq(sheet.id, id)).for('update');
  return ids;
}

/**
 * Records that hold these samples, calculated again after the sampling's data were changed (DOMAIN §9, 2).
 * @throws Refusal 409 where one of them is signed already
 */
export async function recalculateSamples(tx: Orm, sampleIds: readonly number[]): Promise<void> {
  for (const id of await draftsWith(tx, sampleIds)) await recalculate(tx, id);
}

/**
 * Voided samples leave their batch (DOMAIN §9, 3): their rows go from the records that are being written, with what was in them kept in the trail.
 * @throws Refusal 409 where one of the records is signed already
 */
export async function dropFromRecords(services: Services, tx: Orm, call: Call<unknown>, sampleIds: readonly number[], reason: string): Promise<void> {
  const drafts = await draftsWith(tx, sampleIds);
  if (!drafts.length) return;
  const gone = await tx
    .update(labSheetRowTable)
    .set({ deleteTime: services.now(), deleteBy: call.viewer.user.id })
    .where(and(inArray(labSheetRowTable.sheet, drafts), inArray(labSheetRowTable.sample, [...sampleIds]), isNull(labSheetRowTable.deleteTime)))
    .returning();
  await recordAudit(tx, { ...actorOf(call), reason }, gone.map((row) => ({ action: 'del' as const, entity: labSheetRow, entityId: row.id, title: row.sampleNo, organizationId: row.organizationId, before: { sheet: row.sheet, ...row.readings, reportText: row.reportText } })));
  for (const id of drafts) await recalculate(tx, id);
}

