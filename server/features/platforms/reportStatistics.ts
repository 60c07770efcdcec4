import { and, eq, gte, inArray, isNull, lte, sql } from 'drizzle-orm';
import { push } from '@contract/features/platforms/entities/push';
import {
  exceedanceShare,
  type StatisticsBy,
  statisticsBy,
  statisticsColumns,
  type StatisticsLine,
  statisticsTexts,
  type StatisticsView,
} from '@contract/features/platforms/reportStatistics';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { CrudContext } from '@server/crud/crudContext';
import { dictLabel } from '@server/crud/dictLabel';
import type { Query } from '@server/crud/listQuery';
import { scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import {
  hazardTable,
  inspectUnitTable,
  projectTable,
  reportContentTable,
  reportTable,
  siteHazardTable,
} from '@server/db/schema';
import { shownName } from '@server/files/fileName';
import { downloadResponse } from '@server/files/sendFile';
import { badRequest } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { displayWidth } from '@server/workbook/workbookColumns';
import { writeWorkbook, xlsxType } from '@server/workbook/writeWorkbook';
import { countingReports } from './reportedProject';

interface StatisticsFilter {
  readonly by: StatisticsBy;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the breakdown and the years of a query.
 * @throws Refusal 400 for another breakdown, or for invalid years
 */
function requestedOf(query: Query): StatisticsFilter {
  const firstValue = (name: string) => [query[name]].flat()[0] ?? '';
  const breakdown = statisticsBy.find(({ value }) => value === firstValue('by'))?.value;
  const [from, to] = [Number(firstValue('from')), Number(firstValue('to'))];
  const isYear = (year: number) => Number.isInteger(year) && year >= 2000 && year <= 2100;
  if (!breakdown || !isYear(from) || !isYear(to) || from > to) throw badRequest(statisticsTexts.wrongYears);
  return { by: breakdown, from, to };
}

/** Returns the counted reports, with year, trade and area of their unit. */
const reportsOf = ({ registry }: CrudContext, orm: Orm, call: Call<unknown>, { from, to }: StatisticsFilter) =>
  orm
    .select({
      id: reportTable.id,
      project: reportTable.project,
      year: sql<string>`substr(${reportTable.issuedOn}::text, 1, 4)`.as('year'),
      trade: sql<string>`coalesce(${inspectUnitTable.industry}, '')`.as('trade'),
      area: sql<string>`coalesce(${inspectUnitTable.region}, '')`.as('area'),
    })
    .from(reportTable)
    .innerJoin(projectTable, eq(projectTable.id, reportTable.project))
    .innerJoin(inspectUnitTable, eq(inspectUnitTable.id, projectTable.belongInspect))
    .where(
      and(
        isNull(reportTable.deleteTime),
        inArray(reportTable.state, [...countingReports]),
        gte(reportTable.issuedOn, `${from}-01-01`),
        lte(reportTable.issuedOn, `${to}-12-31`),
        scopeOf(registry.named('report'), call.viewer),
      ),
    );

type StatisticsFigures = Omit<StatisticsLine, 'label'>;
const figuresOfRow = (row: Readonly<Record<string, unknown>>): StatisticsFigures => ({
  key: String(row['key'] ?? ''),
  reports: Number(row['reports'] ?? 0),
  points: Number(row['points'] ?? 0),
  over: Number(row['over'] ?? 0),
  workers: Number(row['workers'] ?? 0),
});

/**
 * Counts the judged lines of the reports and the people of their posts, by one column; `null` counts all together.
 */
async function figuresOf(
  context: CrudContext,
  call: Call<unknown>,
  filter: StatisticsFilter,
  breakdown: StatisticsBy | null,
) {
  const { orm } = context.services.database;
  const reports = reportsOf(context, orm, call, filter);
  const key = (hazard: string) =>
    breakdown === null ? sql`''` : breakdown === 'hazard' ? sql.raw(hazard) : sql`r.${sql.identifier(breakdown)}`;
  const { rows } = (await orm.execute(sql`
    with r as ${reports},
    lines as (
      select ${key(`e->>'hazardName'`)} as key, r.id, (e->>'verdict' = 'exceeds')::int as over
      from r join ${reportContentTable} c on c.report_id = r.id
      cross join lateral jsonb_array_elements(c.content->'results') e
      where e->'joint' is null and e->>'verdict' <> 'notAssessed'
    ),
    posts as (
      select ${key('z.name')} as key, r.id, max(h.workers) as people
      from r join ${siteHazardTable} h on h.project = r.project and h.delete_time is null
      join ${hazardTable} z on z.id = h.hazard
      group by 1, r.id, h.workshop, h.post
    ),
    counted as (select key, count(distinct id) as reports, count(*) as points, sum(over) as over from lines group by key),
    peopled as (select key, sum(people) as workers from posts group by key)
    select counted.*, peopled.workers from counted left join peopled on peopled.key = counted.key
    order by counted.key`)) as unknown as { rows: Readonly<Record<string, unknown>>[] };
  return rows.map(figuresOfRow);
}

/**
 * Returns points, exceedances and exposed people of the issued reports that the viewer may see, by one breakdown.
 * @throws Refusal 400 for another breakdown, or for invalid years
 */
export async function statisticsView(context: CrudContext, call: Call<unknown>, query: Query): Promise<StatisticsView> {
  const filter = requestedOf(query);
  const { orm } = context.services.database;
  const figures = await figuresOf(context, call, filter, filter.by);
  const [totalFigures] = await figuresOf(context, call, filter, null);
  const labelOf = async (key: string): Promise<string> =>
    key === ''
      ? statisticsTexts.unknown
      : filter.by === 'trade'
        ? ((await dictLabel(orm, 'industry', key, call.viewer.organizationId)) ?? key)
        : key;
  const lines = await Promise.all(figures.map(async (line) => ({ ...line, label: await labelOf(line.key) })));
  const byPoints = lines.sort((a, b) => b.points - a.points);
  const { key: _key, ...total } = totalFigures ?? figuresOfRow({});
  return {
    by: filter.by,
    lines: filter.by === 'year' ? lines.sort((a, b) => a.key.localeCompare(b.key)) : byPoints,
    total,
  };
}

/** Sends the figures as a workbook and records the download. */
export async function statisticsFile(context: CrudContext, call: Call<unknown>, query: Query) {
  const { by: breakdown, lines, total } = await statisticsView(context, call, query);
  const { from, to } = requestedOf(query);
  const head = statisticsBy.find(({ value }) => value === breakdown)?.label ?? '';
  const row = (label: string, line: Omit<StatisticsLine, 'key' | 'label'>) => [
    label,
    line.reports,
    line.points,
    line.over,
    exceedanceShare(line),
    line.workers,
  ];
  const stream = writeWorkbook({
    sheetName: statisticsTexts.title,
    columns: [head, ...statisticsColumns].map((header, index) => ({
      header,
      width: index === 0 ? 40 : displayWidth(header) + 4,
      kind: index === 0 ? 'text' : 'number',
    })),
    rows: [...lines.map((line) => row(line.label, line)), row(statisticsTexts.total, total)],
  });
  const name = shownName(`${statisticsTexts.title}（按${head}）${from}-${to}.xlsx`);
  const bytes = new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
  await context.services.database.transaction((tx) =>
    recordAudit(tx, actorOf(call), [
      { action: 'export', entity: push, entityId: 0, title: name, organizationId: call.viewer.organizationId },
    ]),
  );
  return downloadResponse(bytes, xlsxType, name);
}
