import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Row } from '@contract/entity';
import { checkContextOf } from '@contract/features/laboratory/checks/checkContext';
import { type CheckOffer, checkOffers, isFromRecord } from '@contract/features/laboratory/checks/checkOffers';
import { type CheckSummary, summarizeChecks } from '@contract/features/laboratory/checks/checkSummary';
import type { labCurve } from '@contract/features/laboratory/entities/labCurve';
import type { labSheet } from '@contract/features/laboratory/entities/labSheet';
import type { Readings } from '@contract/features/laboratory/methods/calculation/labRecord';
import { methodRoutes, type MethodKey } from '@contract/features/laboratory/methods/methodCatalogue';
import {
  type CheckKind,
  type CheckContext,
  methodChecks,
  judgeCheck,
} from '@contract/features/laboratory/methods/sheets/methodChecks';
import { type LabWork, sheetOf } from '@contract/features/laboratory/sheets/labWork';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import type { labMethod } from '@contract/features/library/entities/labMethod';
import type { Orm } from '@server/db/orm';
import { labCheckTable, labCurvePointTable, labCurveTable, labMethodTable, labSheetTable } from '@server/db/schema';
import { conflict, notFound } from '@server/http/errors';
import { workRows } from './sheetWork';

type StoredCheck = typeof labCheckTable.$inferSelect;

/** Data by which the checks of one record are judged. */
export interface CheckFacts {
  readonly work: Pick<LabWork, 'sheet' | 'method' | 'curve' | 'rows'>;
  readonly context: CheckContext;
  readonly offers: (kind: CheckKind) => readonly CheckOffer[];
}

/**
 * Reads the data by which a record's checks are judged.
 * @throws Refusal 404 for a deleted record
 */
export async function checkFacts(orm: Orm, sheetId: number): Promise<CheckFacts> {
  const [sheet] = await orm
    .select()
    .from(labSheetTable)
    .where(and(eq(labSheetTable.id, sheetId), isNull(labSheetTable.deleteTime)));
  if (!sheet) throw notFound('检测记录不存在或已被删除');
  const [method] = await orm.select().from(labMethodTable).where(eq(labMethodTable.id, sheet.method));
  const [curve] =
    sheet.curve === null ? [] : await orm.select().from(labCurveTable).where(eq(labCurveTable.id, sheet.curve));
  const point = labCurvePointTable;
  const tubes =
    sheet.curve === null
      ? []
      : await orm
          .select({ x: point.x })
          .from(point)
          .where(and(eq(point.curve, sheet.curve), eq(point.excluded, false), isNull(point.deleteTime)))
          .orderBy(asc(point.rowSort), asc(point.id));
  // Stored and presented rows differ only in times and names, which no judgement reads.
  const labWork = {
    sheet: sheet as unknown as Row<typeof labSheet>,
    method: method as unknown as Row<typeof labMethod>,
    curve: (curve ?? null) as unknown as Row<typeof labCurve> | null,
    rows: await workRows(orm, sheetId),
  };
  const offersByKind = new Map<CheckKind, readonly CheckOffer[]>();
  return {
    work: labWork,
    context: checkContextOf(
      labWork,
      tubes.map(({ x }) => x),
    ),
    offers(kind) {
      const kindOffers = offersByKind.get(kind) ?? checkOffers(kind, labWork);
      offersByKind.set(kind, kindOffers);
      return kindOffers;
    },
  };
}

type CheckJudgement = Pick<StoredCheck, 'computed' | 'judged' | 'passes' | 'problem'>;

/**
 * Judges a row of checks. `plotted` is the value for control charts; `source` marks values that come from the record
 * itself.
 */
export function judgedRow(
  { context, offers }: CheckFacts,
  kind: CheckKind,
  sampleNo: string | null,
  values: Readings,
): CheckJudgement {
  const { computed, passes, plotted, problem } = judgeCheck(kind, values, context);
  const fromRecord = isFromRecord(offers(kind), sampleNo, values);
  return {
    computed: { ...computed, ...(plotted === null ? {} : { plotted }), ...(fromRecord ? { source: 'record' } : {}) },
    judged: passes !== null,
    passes: passes === true,
    problem: problem?.message ?? null,
  };
}

const samplesOf = ({ work }: CheckFacts): string[] =>
  work.rows.filter(({ rowKind }) => rowKind === 'sample').map(({ sampleNo }) => sampleNo);

const storedChecks = (orm: Orm, sheetId: number): Promise<StoredCheck[]> =>
  orm
    .select()
    .from(labCheckTable)
    .where(and(eq(labCheckTable.sheet, sheetId), isNull(labCheckTable.deleteTime)))
    .orderBy(asc(labCheckTable.rowSort), asc(labCheckTable.id));

function summaryOf(sheetFactsForChecks: CheckFacts, rows: readonly (StoredCheck & CheckJudgement)[]): CheckSummary {
  const { sheet } = sheetFactsForChecks.work;
  const judgedChecks = rows.map(({ id, checkKind, judged: isJudged, passes, problem, retestOf }) => ({
    id,
    checkKind,
    passes: isJudged ? passes : null,
    problem,
    retestOf,
  }));
  const reasons = (sheet.checkReasons ?? null) as Readonly<Record<string, string>> | null;
  // Records that were signed when one remark covered all checks keep their submitted remark.
  const remarkCounts = sheet.state !== recordMachine.initial && Object.keys(reasons ?? {}).length === 0;
  return summarizeChecks(sheetOf(sheet), samplesOf(sheetFactsForChecks), judgedChecks, sheetFactsForChecks.context, {
    reasons,
    remark: sheet.checkRemark,
    remarkCounts,
  });
}

const judgedNow = (sheetFactsForChecks: CheckFacts, row: StoredCheck): StoredCheck & CheckJudgement => ({
  ...row,
  ...judgedRow(sheetFactsForChecks, row.checkKind as CheckKind, row.sampleNo, row.values ?? {}),
});

/**
 * Returns the summary of a record's checks: for a draft judged by its current curve and limits, for a submitted
 * record as they were judged then.
 */
export async function summaryOfSheet(orm: Orm, sheetId: number): Promise<CheckSummary> {
  const sheetFactsForChecks = await checkFacts(orm, sheetId);
  const rows = await storedChecks(orm, sheetId);
  const isOpen = sheetFactsForChecks.work.sheet.state === recordMachine.initial;
  return summaryOf(sheetFactsForChecks, isOpen ? rows.map((row) => judgedNow(sheetFactsForChecks, row)) : rows);
}

const withChecks = new Set<string>(methodRoutes.filter(({ kind }) => kind === 'spike').map(({ method }) => method));

/**
 * Returns whether a method has quality control. Methods without such a page (weighing, outsourced) have none (DOMAIN
 * §8.1).
 */
export const hasChecks = (method: MethodKey): boolean => withChecks.has(method);

/**
 * Refuses a record with failing checks before its review (DOMAIN §5). The checks are judged again, since a curve or
 * limit may have changed, and stored, so that the signature covers this judgement. The caller has locked the record.
 * @throws Refusal 409 `methodChecks`, naming each check that failed, can't be judged, or is missing without a reason
 */
export async function assertChecks(tx: Orm, sheetId: number): Promise<void> {
  const sheetFactsForChecks = await checkFacts(tx, sheetId);
  if (!hasChecks(sheetFactsForChecks.work.sheet.methodKind as MethodKey)) return;
  const rows = (await storedChecks(tx, sheetId)).map((row) => judgedNow(sheetFactsForChecks, row));
  for (const { id, computed, judged, passes, problem } of rows)
    await tx.update(labCheckTable).set({ computed, judged, passes, problem }).where(eq(labCheckTable.id, id));
  const { stops } = summaryOf(sheetFactsForChecks, rows);
  if (stops !== null) throw conflict(labSheetTexts.checksOpen(stops), 'checks');
}

/**
 * Returns the failed checks that were tested again. After a retest the record may continue, but the failure still
 * needs an explanation.
 */
export async function retestedFailures(
  orm: Orm,
  sheetId: number,
): Promise<{ title: string; sampleNo: string | null }[]> {
  const rows = await storedChecks(orm, sheetId);
  const retestedIds = new Set(rows.map(({ retestOf }) => retestOf));
  return rows
    .filter(({ id, judged, passes }) => retestedIds.has(id) && judged && !passes)
    .map(({ checkKind, sampleNo }) => ({ title: methodChecks[checkKind as CheckKind].title, sampleNo }));
}
