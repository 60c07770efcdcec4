import type { AnyRow } from '@contract/entity';
import { findingsOf } from '@contract/platform/completeness';
import type { SectionName } from '@contract/platform/payload';
import type { Page } from '@contract/wire';
import { and, desc, inArray, isNull } from 'drizzle-orm';
import { listRows } from '../crud/operations';
import { contains, type Query } from '../crud/query';
import { projectTable, reportTable } from '../db/schema';
import type { Orm } from '../db/orm';
import type { Call } from '../http/route';
import { countingReports, type Ground, reportedOf } from './ground';

/** Rows of a page whose completeness is asked; of longer pages the project's own page tells. */
const checkedRows = 100;

async function byReportNo(orm: Orm, wanted: string): Promise<number[]> {
  const found = await orm.selectDistinct({ project: reportTable.project }).from(reportTable).where(and(isNull(reportTable.deleteTime), contains(reportTable.reportNo, wanted))).limit(1000);
  return found.flatMap(({ project }) => project ?? []);
}

/** Projects whose report may be reported, a page of them, with what each lacks of the sections. */
export async function listReported(ground: Ground, call: Call<unknown>, query: Query, sections: readonly SectionName[]): Promise<Page<AnyRow>> {
  const { services, registry } = ground;
  const { orm } = services.database;
  const { reportNos, family: _family, ...rest } = query;
  const wanted = [reportNos].flat().find((one) => one?.trim())?.trim();
  const ids = wanted ? await byReportNo(orm, wanted) : null;
  if (ids?.length === 0) return { content: [], totalElements: 0 };
  const page = await listRows({ services, registry, resource: registry.named('project'), call }, ids ? { ...rest, id: ids.map(String) } : rest);
  const projects = page.content.map(({ id }) => id);
  const reports = projects.length ? await orm.select({ id: reportTable.id, project: reportTable.project, no: reportTable.reportNo, issuedOn: reportTable.issuedOn }).from(reportTable).where(and(inArray(reportTable.project, projects), isNull(reportTable.deleteTime), inArray(reportTable.state, [...countingReports]))).orderBy(desc(reportTable.id)) : [];
  const stored = new Map((projects.length ? await orm.select().from(projectTable).where(inArray(projectTable.id, projects)) : []).map((row) => [row.id, row]));
  const content: AnyRow[] = [];
  for (const [at, row] of page.content.entries()) {
    const report = reports.find(({ project }) => project === row.id);
    const project = stored.get(row.id);
    const reported = report && project && at < checkedRows ? await reportedOf(ground, orm, project, { signatures: false }) : null;
    const missing = reported?.payload ? findingsOf(reported.payload, sections, { project: row.id, projectCode: String(row.code), unitName: reported.unitName }, { incoming: row.incoming === true }).length : null;
    content.push({ ...row, reportId: report?.id ?? null, reportNos: report?.no ?? null, issuedOn: report?.issuedOn ?? null, missing });
  }
  return { ...page, content };
}
