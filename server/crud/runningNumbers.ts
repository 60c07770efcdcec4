import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import {
  numberRuleFault,
  type NumberFacts,
  type NumberKind,
  numberKinds,
  numberSeries,
} from '@contract/features/projects/runningNumberRules';
import type { Orm } from '@server/db/orm';
import { onlyRow } from '@server/db/readRows';
import {
  historyReportTable,
  labCurveTable,
  labSheetTable,
  numberSeriesTable,
  organizationTable,
  projectTable,
  reportTable,
  sampleTable,
} from '@server/db/schema';

/**
 * Returns the next count of a series. The row stays locked until the transaction ends, and a rollback returns the
 * number, so there are no gaps.
 * @param organizationId 0 for a series of the installation
 * @param series name of the series, with its year if it begins anew each year
 * @returns the count, from 1
 */
export async function nextCount(tx: Orm, organizationId: number, series: string): Promise<number> {
  const [row] = await tx
    .insert(numberSeriesTable)
    .values({ organizationId, series, last: 1 })
    .onConflictDoUpdate({
      target: [numberSeriesTable.organizationId, numberSeriesTable.series],
      set: { last: sql`${numberSeriesTable.last} + 1` },
    })
    .returning({ last: numberSeriesTable.last });
  return row?.last as number;
}

/**
 * Sets the last used count of a series.
 * @param series name of the series
 * @param last count after which the series continues
 */
export async function setCount(tx: Orm, organizationId: number, series: string, last: number): Promise<void> {
  await tx
    .insert(numberSeriesTable)
    .values({ organizationId, series, last })
    .onConflictDoUpdate({ target: [numberSeriesTable.organizationId, numberSeriesTable.series], set: { last } });
}

/**
 * Returns the last used count of a series; 0 before the first.
 * @param series name of the series
 */
export async function lastCount(orm: Orm, organizationId: number, series: string): Promise<number> {
  const [row] = await orm
    .select({ last: numberSeriesTable.last })
    .from(numberSeriesTable)
    .where(and(eq(numberSeriesTable.organizationId, organizationId), eq(numberSeriesTable.series, series)));
  return row?.last ?? 0;
}

interface NumberColumn {
  readonly table: PgTable & { readonly organizationId: AnyPgColumn; readonly deleteTime: AnyPgColumn };
  readonly number: AnyPgColumn;
  /** Whether the number of a deleted row may be issued again. */
  readonly freed?: true;
}

/** Columns that contain numbers of each kind. A new number skips numbers that were typed or imported. */
const numberColumns: Readonly<Record<NumberKind, readonly NumberColumn[]>> = {
  project: [{ table: projectTable, number: projectTable.code, freed: true }],
  report: [
    { table: reportTable, number: reportTable.reportNo },
    { table: historyReportTable, number: historyReportTable.reportNo, freed: true },
  ],
  incoming: [{ table: sampleTable, number: sampleTable.sampleNo }],
  record: [{ table: labSheetTable, number: labSheetTable.sheetNo }],
  curve: [{ table: labCurveTable, number: labCurveTable.curveNo }],
};

/** Number of numbers that one statement looks up. */
const batchSize = 200;

/**
 * Returns the first count, from the given one on, whose number no row has.
 * @param kind kind of number, which decides the column to look in
 * @param numberOf formats a count as a number
 * @param from first count to try
 */
export async function firstFree(
  tx: Orm,
  organizationId: number,
  kind: NumberKind,
  numberOf: (count: number) => string,
  from: number,
): Promise<number> {
  for (let first = from; ; first += batchSize) {
    const candidates = Array.from({ length: batchSize }, (_, index) => first + index);
    const takenNumbers = new Set<string>();
    for (const { table, number, freed } of numberColumns[kind]) {
      const rows = await tx
        .select({ no: number })
        .from(table as PgTable)
        .where(
          and(
            eq(table.organizationId, organizationId),
            inArray(number, candidates.map(numberOf)),
            freed ? isNull(table.deleteTime) : undefined,
          ),
        );
      for (const { no } of rows) takenNumbers.add(String(no));
    }
    const freeCount = candidates.find((count) => !takenNumbers.has(numberOf(count)));
    if (freeCount !== undefined) return freeCount;
  }
}

/**
 * Returns the highest count of a series among typed, imported and issued numbers; 0 where no number has its form.
 * @param kind kind of number, which decides the column to look in
 * @param numberOf formats a count as a number
 */
export async function highestCount(
  orm: Orm,
  organizationId: number,
  kind: NumberKind,
  numberOf: (count: number) => string,
): Promise<number> {
  // Two counts without a common digit, as long as a count may be: what they share is the text around the count.
  const [ones, twos] = [numberOf(111_111_111), numberOf(222_222_222)];
  const start = [...ones].findIndex((letter, index) => letter !== twos[index]);
  const end = ones.length - start - 9;
  let highest = 0;
  for (const { table, number, freed } of numberColumns[kind]) {
    const count = sql`substring(${number} from ${start + 1}::int for length(${number}) - ${start + end}::int)`;
    const [row] = await orm
      .select({ count: sql<string | null>`max(case when ${count} ~ '^[0-9]{1,9}$' then ${count}::int end)` })
      .from(table as PgTable)
      .where(
        and(
          eq(table.organizationId, organizationId),
          sql`length(${number}) > ${start + end}::int`,
          sql`left(${number}, ${start}::int) = ${ones.slice(0, start)}`,
          sql`right(${number}, ${end}::int) = ${end === 0 ? '' : ones.slice(-end)}`,
          freed ? isNull(table.deleteTime) : undefined,
        ),
      );
    highest = Math.max(highest, Number(row?.count ?? 0));
  }
  return highest;
}

/**
 * Returns the organization's numbering of a kind: its rule, the counter of the series, and the format of a number.
 * @param kind kind of number, e.g. `report`
 * @param numberFacts day, type and project that the rule may print
 */
export async function seriesOf(
  orm: Orm,
  organizationId: number,
  kind: NumberKind,
  numberFacts: Omit<NumberFacts, 'organization'>,
): Promise<{ rule: string; series: string; numberOf: (count: number) => string }> {
  const { field, rule: usualRule } = numberKinds[kind];
  const organization = onlyRow(
    await orm
      .select({ code: organizationTable.code, rule: organizationTable[field] })
      .from(organizationTable)
      .where(eq(organizationTable.id, organizationId)),
  );
  // A rule without a running number would cause an endless search for a free number.
  const rule = organization.rule && !numberRuleFault(organization.rule, kind) ? organization.rule : usualRule;
  const { series, numberOf } = numberSeries(rule, { ...numberFacts, organization: organization.code });
  // Since the first release, series of projects are stored without a prefix.
  return { rule, series: kind === 'project' ? series : `${kind}:${series}`, numberOf };
}

/**
 * Locks the numbers of a kind until the transaction ends, for writes that choose a number or type one.
 * @param kind kind of number, e.g. `report`
 */
export async function lockNumbers(tx: Orm, organizationId: number, kind: NumberKind): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`number ${kind} ${organizationId}`}))`);
}

/**
 * Returns the next free number of a kind by the organization's rule. The row of the counter is locked until the
 * transaction ends, so that two parallel calls never get the same number.
 * @param kind kind of number, e.g. `report`
 * @param numberFacts day, type and project that the rule may print
 * @returns the number, e.g. 2026-0001
 */
export async function nextNumber(
  tx: Orm,
  organizationId: number,
  kind: NumberKind,
  numberFacts: Omit<NumberFacts, 'organization'>,
): Promise<string> {
  await lockNumbers(tx, organizationId, kind);
  const { series, numberOf } = await seriesOf(tx, organizationId, kind, numberFacts);
  const count = await nextCount(tx, organizationId, series);
  const freeCount = await firstFree(tx, organizationId, kind, numberOf, count);
  if (freeCount !== count) await setCount(tx, organizationId, series, freeCount);
  return numberOf(freeCount);
}
