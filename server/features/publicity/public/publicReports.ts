import { and, asc, between, count, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { publicationTexts } from '@contract/features/publicity/noticePublication';
import {
  publicityStatus,
  publicityTexts,
  publicPageSizes,
  type PublicReport,
  type ReportOrder,
  reportOrders,
  type PublicReports,
} from '@contract/features/publicity/publicityWire';
import { containsText, startsWith } from '@server/crud/listQuery';
import {
  dictDetailTable,
  dictTable,
  organizationTable,
  reportFormulaTable as report,
  reportSceneTable as scene,
  reportTable,
} from '@server/db/schema';
import { badRequest, notFound, Refusal } from '@server/http/errors';
import type { Services } from '@server/services';
import { maskPersonal, maskedColumn } from '../maskPersonalData';
import { workersOfProject } from '../projectWorkers';
import { publicContact } from '../publicContact';
import { publicNoticeBrief, publicReport } from '../publicRows';
import { copyIsCurrent } from '../redrawCopies';
import {
  maskedTextContains,
  isPublic,
  requestedOrganization,
  publishedBetween,
  type PublicQuery,
  queryValue,
  pageWindow,
} from './publicQuery';
import { replacementOf } from './reportReplacement';

// An organization's own entry has priority over the common one of the same value.
export const typeName = sql<string | null>`(
  select ${dictDetailTable.label} from ${dictDetailTable} join ${dictTable} on ${dictTable.id} = ${dictDetailTable.dict}
  where ${dictTable.name} = 'projectType' and ${dictDetailTable.value} = ${report.reportType}
  and ${dictDetailTable.deleteTime} is null
    and (${dictDetailTable.organizationId} is null or ${dictDetailTable.organizationId} = ${report.organizationId})
  order by ${dictDetailTable.organizationId} nulls last limit 1)`;

const briefColumns = {
  id: report.id,
  title: report.title,
  unitName: report.unitName,
  reportNo: report.reportNo,
  reportTypeName: typeName,
  region: report.region,
  reportDate: report.reportDate,
  publishTime: report.publishTime,
  organizationName: organizationTable.name,
};

const sortOfOrder: Readonly<Record<ReportOrder, SQL[]>> = {
  published: [desc(report.publishTime), desc(report.id)],
  publishedFirst: [asc(report.publishTime), asc(report.id)],
  reportDate: [desc(report.reportDate), desc(report.id)],
  // Ordered by the displayed text: an order by hidden digits would reveal how they compare.
  unit: [sql`(${maskedColumn(report.unitName, maskPersonal)}) collate "C"`, asc(report.id)],
};

/**
 * Returns the requested order of a list.
 * @throws Refusal 400
 */
function orderOf(query: PublicQuery): SQL[] {
  const order = queryValue(query, 'order') ?? 'published';
  if (!Object.hasOwn(sortOfOrder, order)) throw badRequest(`参数order应为${Object.keys(reportOrders).join('、')}之一`);
  return sortOfOrder[order as ReportOrder];
}

/**
 * Returns a page of the published reports.
 * @throws Refusal 400 for an invalid condition
 */
export async function listReports(
  { database: { orm }, env: { zone } }: Services,
  query: PublicQuery,
): Promise<PublicReports> {
  const { limit, offset } = pageWindow(query, publicPageSizes.reports);
  const [keyword, area, year, kind] = ['keyword', 'area', 'year', 'kind'].map((name) => queryValue(query, name));
  if (year && !/^\d{4}$/.test(year)) throw badRequest('报告年份应为四位数字，例如2026');
  const searchCondition = and(
    isPublic(report),
    keyword
      ? or(
          maskedTextContains(report.unitName, keyword),
          containsText(report.reportNo, keyword),
          maskedTextContains(report.title, keyword),
        )
      : undefined,
    area ? startsWith(report.region, area) : undefined,
    year ? between(report.reportDate, `${year}-01-01`, `${year}-12-31`) : undefined,
    kind ? eq(report.reportType, kind) : undefined,
    publishedBetween(report.publishTime, query, zone),
    requestedOrganization(query),
  );
  const publisherJoin = eq(organizationTable.id, report.organizationId);
  const [rows, [totalRow]] = await Promise.all([
    orm
      .select(briefColumns)
      .from(report)
      .innerJoin(organizationTable, publisherJoin)
      .where(searchCondition)
      .orderBy(...orderOf(query))
      .limit(limit)
      .offset(offset),
    orm.select({ total: count() }).from(report).innerJoin(organizationTable, publisherJoin).where(searchCondition),
  ]);
  return { content: rows.map((row) => publicNoticeBrief(row, zone)), totalElements: totalRow?.total ?? 0 };
}

/**
 * Returns 404 for a notice that was never published. For a withdrawn or replaced notice, the refusal says so, because
 * its address may be printed on paper.
 */
async function missingNotice({ database: { orm } }: Services, id: number): Promise<Refusal> {
  const [noticeRow] = await orm
    .select({ status: report.status })
    .from(report)
    .where(and(eq(report.id, id), isNull(report.deleteTime)));
  if (noticeRow?.status !== publicityStatus.withdrawn) return notFound(publicityTexts.missingReport);
  const [reportRow] = await orm
    .select({ id: reportTable.id, state: reportTable.state })
    .from(reportTable)
    .where(eq(reportTable.notice, id));
  if (reportRow?.state === 'voided') return new Refusal(404, 'withdrawn', publicityTexts.voidedReport);
  const nextReplacedNotice = reportRow?.state === 'corrected' ? await replacementOf(orm, reportRow.id) : null;
  if (!nextReplacedNotice) return new Refusal(404, 'withdrawn', publicityTexts.goneReport);
  return new Refusal(404, 'replaced', publicityTexts.replacedReport(nextReplacedNotice.reportNo), {
    current: { ...nextReplacedNotice },
  });
}

/**
 * Returns a published report.
 * @throws Refusal 404, with code `withdrawn` or `replaced` if it was published before
 */
export async function readReport(services: Services, id: number): Promise<PublicReport> {
  const {
    database: { orm },
    env: { zone },
  } = services;
  const [row] = await orm
    .select({
      ...briefColumns,
      project: report.project,
      organizationId: report.organizationId,
      address: report.address,
      contact: report.contact,
      contactPhone: report.contactPhone,
      leader: report.leader,
      team: report.team,
      surveyors: report.surveyors,
      surveyFrom: report.surveyFrom,
      surveyTo: report.surveyTo,
      samplers: report.samplers,
      samplingFrom: report.samplingFrom,
      samplingTo: report.samplingTo,
      testers: report.testers,
      testFrom: report.testFrom,
      testTo: report.testTo,
      companion: report.companion,
      companionPublic: report.companionPublic,
      conclusion: report.conclusion,
      reportFile: report.reportFile,
      qualification: organizationTable.qualification,
    })
    .from(report)
    .innerJoin(organizationTable, eq(organizationTable.id, report.organizationId))
    .where(and(eq(report.id, id), isPublic(report)));
  if (!row) throw await missingNotice(services, id);
  const scenes = await orm
    .select({ id: scene.id, caption: scene.caption, activity: scene.activity, takenOn: scene.takenOn })
    .from(scene)
    .where(and(eq(scene.formula, id), eq(scene.consented, true), isNull(scene.deleteTime)))
    .orderBy(asc(scene.sort), asc(scene.id));
  return publicReport(
    row,
    scenes,
    zone,
    await workersOfProject(orm, row.project),
    await publicContact(orm, row.organizationId, row.region),
  );
}

/** Counts a view. The version of the row does not change. */
export async function countReportView({ database: { orm } }: Services, id: number): Promise<void> {
  await orm
    .update(report)
    .set({ viewCount: sql`coalesce(${report.viewCount}, 0) + 1` })
    .where(eq(report.id, id));
}

/**
 * Returns the public copy of a published report.
 * @throws Refusal 404; 503 for a copy by earlier privacy rules, which is being drawn again
 */
export async function publishedFile({ database: { orm } }: Services, id: number): Promise<string> {
  const [copyRow] = await orm
    .select({ file: report.reportFile, rules: report.copyRules })
    .from(report)
    .innerJoin(organizationTable, eq(organizationTable.id, report.organizationId))
    .where(and(eq(report.id, id), isPublic(report)));
  if (!copyRow?.file) throw notFound();
  if (!copyIsCurrent(copyRow.rules)) throw new Refusal(503, 'redrawing', publicationTexts.redrawing);
  return copyRow.file;
}

/**
 * Returns the upload of a picture of a published report.
 * @throws Refusal 404
 */
export async function sceneFile({ database: { orm } }: Services, id: number, picture: number): Promise<string> {
  const [sceneRow] = await orm
    .select({ file: scene.picture })
    .from(scene)
    .innerJoin(report, eq(report.id, scene.formula))
    .innerJoin(organizationTable, eq(organizationTable.id, report.organizationId))
    .where(
      and(
        eq(scene.id, picture),
        eq(report.id, id),
        eq(scene.consented, true),
        isNull(scene.deleteTime),
        isPublic(report),
      ),
    );
  if (!sceneRow) throw notFound();
  return sceneRow.file;
}
