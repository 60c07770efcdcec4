import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import {
  type ChartedKind,
  chartedKinds,
  type ChartSeries,
  type ChartValue,
  type CheckChart,
  maxChartValues,
} from '@contract/features/laboratory/checks/checkChart';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { personName } from '@server/db/distinctNames';
import { labCheckTable, labSheetTable, projectTable, standardTable, userTable } from '@server/db/schema';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

interface AskedChart {
  readonly method: number;
  readonly hazard: number;
  readonly kind?: ChartedKind | undefined;
  readonly standard?: number | undefined;
}

const [check, sheet] = [labCheckTable, labSheetTable];
const plottedValue = sql<string>`${check.computed}->>'plotted'`;
const checkTitles: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.labCheckKind.map(({ value, label }) => [value, label]),
);

/**
 * Returns the values of checks over all records of a hazard by a method. A corrected record is replaced by its
 * correction.
 */
export async function chartOf(
  { database: { orm }, env }: Services,
  registry: Registry,
  call: Pick<Call<unknown>, 'viewer'>,
  request: AskedChart,
): Promise<CheckChart> {
  const resource = registry.named('labCheck');
  const conditionWith = (extraCondition?: SQL): SQL | undefined =>
    and(
      undeletedRows(resource),
      scopeOf(resource, call.viewer),
      isNull(sheet.deleteTime),
      sql`${sheet.state} is distinct from 'corrected'`,
      eq(sheet.method, request.method),
      eq(sheet.hazard, request.hazard),
      inArray(check.checkKind, [...chartedKinds]),
      sql`${plottedValue} is not null`,
      extraCondition,
    );
  const groups = await orm
    .select({
      kind: check.checkKind,
      standard: check.standard,
      name: sql<string | null>`max(${standardTable.standardName} || ' ' || ${standardTable.lotNo})`,
      count: sql<number>`count(*)::int`,
    })
    .from(check)
    .innerJoin(sheet, eq(sheet.id, check.sheet))
    .leftJoin(standardTable, eq(standardTable.id, check.standard))
    .where(conditionWith())
    .groupBy(check.checkKind, check.standard);
  const series = groups
    .map(({ kind, standard, name, count }): ChartSeries => ({
      kind: kind as ChartedKind,
      standard,
      name: [checkTitles.get(kind), name].filter(Boolean).join('：'),
      count,
    }))
    .sort((a, b) => chartedKinds.indexOf(a.kind) - chartedKinds.indexOf(b.kind) || b.count - a.count);
  if (!request.kind) return { series, values: [] };
  const day = sql<string>`coalesce(${sheet.testDate}, (${check.createTime} at time zone ${env.zone})::date)::text`;
  const values: ChartValue[] = await orm
    .select({
      id: check.id,
      value: plottedValue,
      day,
      sampleNo: check.sampleNo,
      sheet: sheet.id,
      sheetNo: sheet.sheetNo,
      project: sheet.project,
      projectCode: sql<string>`coalesce(${projectTable.code}, '')`,
      variant: sheet.variant,
      analystName: personName(),
    })
    .from(check)
    .innerJoin(sheet, eq(sheet.id, check.sheet))
    .innerJoin(projectTable, eq(projectTable.id, sheet.project))
    .leftJoin(userTable, eq(userTable.id, sheet.analyst))
    .where(
      conditionWith(
        and(
          eq(check.checkKind, request.kind),
          request.standard === undefined ? undefined : eq(check.standard, request.standard),
        ),
      ),
    )
    .orderBy(desc(day), desc(check.id))
    .limit(maxChartValues);
  return { series, values: values.reverse() };
}
