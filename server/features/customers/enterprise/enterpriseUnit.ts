import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { worstVerdict } from '@contract/arithmetic/limits/resultJudgement';
import type { DeclarationFact, DeclarationFacts } from '@contract/features/customers/enterprise/declarationFacts';
import {
  type EarlierReport,
  type UnitYears,
  resultsByYear,
  type YearReport,
} from '@contract/features/customers/enterprise/resultsByYear';
import { withoutWorkers } from '@contract/features/publicity/publicNames';
import type { ReportContent } from '@contract/features/reports/reportContent';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import {
  historyReportTable,
  inspectUnitTable,
  organizationTable,
  projectTable,
  reportContentTable,
  reportTable,
} from '@server/db/schema';
import { notFound } from '@server/http/errors';
import type { Viewer } from '@server/http/viewer';

type StoredUnit = typeof inspectUnitTable.$inferSelect;

/**
 * Returns a unit that the viewer may see; an enterprise sees its own units.
 * @throws Refusal 404 for any other unit
 */
export async function unitOf(orm: Orm, registry: Registry, viewer: Viewer, id: number): Promise<StoredUnit> {
  const resource = registry.named('inspectUnit');
  const [unitRow] = await orm
    .select()
    .from(inspectUnitTable)
    .where(and(eq(inspectUnitTable.id, id), undeletedRows(resource), scopeOf(resource, viewer)));
  if (!unitRow) throw notFound('单位不存在或不属于您');
  return unitRow;
}

interface SignedReport {
  readonly reportNo: string;
  readonly issuedOn: string;
  readonly content: ReportContent;
}

/** Returns the signed content of a unit's valid reports, newest first. */
async function reportsOf(orm: Orm, unitId: number): Promise<SignedReport[]> {
  const rows = await orm
    .select({ reportNo: reportTable.reportNo, issuedOn: reportTable.issuedOn, content: reportContentTable.content })
    .from(reportTable)
    .innerJoin(projectTable, eq(projectTable.id, reportTable.project))
    .innerJoin(reportContentTable, eq(reportContentTable.reportId, reportTable.id))
    .where(
      and(
        eq(projectTable.belongInspect, unitId),
        isNull(projectTable.deleteTime),
        isNull(reportTable.deleteTime),
        inArray(reportTable.state, ['issued', 'published']),
        isNotNull(reportTable.issuedOn),
      ),
    )
    .orderBy(desc(reportTable.issuedOn), desc(reportTable.id));
  return rows.map(({ reportNo, issuedOn, content }) => ({
    reportNo: reportNo ?? '',
    issuedOn: issuedOn ?? '',
    content: content as ReportContent,
  }));
}

/** Returns a unit's imported reports, newest first. */
function broughtOf(orm: Orm, unitId: number): Promise<EarlierReport[]> {
  const { reportNo, issuedOn, sampledOn, conclusion, exceeded, unit: unitColumn, deleteTime, id } = historyReportTable;
  return orm
    .select({ reportNo, issuedOn, sampledOn, conclusion, exceeded })
    .from(historyReportTable)
    .where(and(eq(unitColumn, unitId), isNull(deleteTime)))
    .orderBy(desc(issuedOn), desc(id));
}

/** Returns a unit's results of all years side by side. */
export const unitYears = async (orm: Orm, unitId: number): Promise<UnitYears> =>
  resultsByYear(
    (await reportsOf(orm, unitId)).map(({ reportNo, issuedOn, content }): YearReport => ({
      reportNo,
      issuedOn,
      results: content.results,
    })),
    await broughtOf(orm, unitId),
  );

function factOf({ results }: ReportContent, post: ReportContent['posts'][number]): DeclarationFact {
  const ownResults = results.filter(
    ({ workshop, place, hazardName }) =>
      workshop === post.workshop && place === post.post && hazardName === post.hazardName,
  );
  const values = ownResults.flatMap((result) => result.values).filter(({ text }) => text !== '');
  const worst = worstVerdict(values.map(({ verdict }) => verdict));
  const [value] = values
    .filter(({ verdict }) => verdict === worst)
    .sort((a, b) => Number(b.measured?.num ?? 0) - Number(a.measured?.num ?? 0));
  const hours = [post.hoursPerDay && `${post.hoursPerDay} h/d`, post.daysPerWeek && `${post.daysPerWeek} d/w`]
    .filter(Boolean)
    .join('，');
  return {
    workshop: post.workshop,
    post: post.post,
    hazardName: post.hazardName,
    workers: post.workers,
    hours: hours || null,
    controls: post.controls,
    result: value
      ? {
          text: `${value.text} ${value.unit}`.trim(),
          limit: value.limit === null ? null : `${value.limit} ${value.unit}`.trim(),
          verdict: value.verdict,
          day: value.day,
        }
      : null,
  };
}

/** Returns the data of a unit for a declaration, from its last valid report. */
export async function unitFacts(orm: Orm, unit: StoredUnit): Promise<DeclarationFacts> {
  const [newestReport] = await reportsOf(orm, unit.id);
  const [agency] =
    unit.organizationId === null
      ? []
      : await orm
          .select({ name: organizationTable.name })
          .from(organizationTable)
          .where(eq(organizationTable.id, unit.organizationId));
  const content = newestReport && withoutWorkers(newestReport.content);
  return {
    unitName: unit.unitName,
    creditCode: unit.iuiCode,
    address: unit.workAddress,
    industry: content?.unit.industry ?? unit.industry,
    scale: content?.unit.scale ?? unit.scale,
    workers: unit.workerCount,
    exposed: unit.exposedCount,
    agency: agency?.name ?? '',
    report: newestReport ? { reportNo: newestReport.reportNo, issuedOn: newestReport.issuedOn } : null,
    rows: content ? content.posts.map((post) => factOf(content, post)) : [],
  };
}
