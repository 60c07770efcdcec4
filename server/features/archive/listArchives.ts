import { and, asc, inArray, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { documentCounts, archiveChecklist } from '@contract/features/archive/archiveChecklist';
import type { ArchiveProgress } from '@contract/features/archive/archiveWire';
import type { Page } from '@contract/wire';
import type { CrudContext } from '@server/crud/crudContext';
import type { Query } from '@server/crud/listQuery';
import { listRows } from '@server/crud/operations';
import type { Orm } from '@server/db/orm';
import { reportTable } from '@server/db/schema';
import { projectsByReportNo } from '@server/features/reports/byReportNo';
import type { Call } from '@server/http/route';
import { archiveFacts } from './archiveFacts';

const countingStates = ['issued', 'published'];

async function reportsOf(
  orm: Orm,
  projectIds: readonly number[],
): Promise<{ project: number; no: string; issuedOn: string | null }[]> {
  if (!projectIds.length) return [];
  const table = reportTable;
  const reportRows = await orm
    .select({ project: table.project, no: table.reportNo, issuedOn: table.issuedOn })
    .from(table)
    .where(and(inArray(table.project, [...projectIds]), isNull(table.deleteTime), inArray(table.state, countingStates)))
    .orderBy(asc(table.id));
  return reportRows.map(({ project, no, issuedOn }) => ({ project: project ?? 0, no: no ?? '', issuedOn }));
}

const emptyPage: Page<AnyRow> = { content: [], totalElements: 0 };

/** Returns projects with their reports and the completeness of their archives. */
export async function listArchives(context: CrudContext, call: Call<unknown>, query: Query): Promise<Page<AnyRow>> {
  const { services, registry } = context;
  const { orm } = services.database;
  const { reportNos, ...otherConditions } = query;
  const wantedReportNo = [reportNos]
    .flat()
    .find((reportNo) => reportNo?.trim())
    ?.trim();
  const ids = wantedReportNo ? await projectsByReportNo(context, call, wantedReportNo) : null;
  if (ids?.length === 0) return emptyPage;
  const page = await listRows(
    { services, registry, resource: registry.named('project'), call },
    ids ? { ...otherConditions, id: ids.map(String) } : otherConditions,
  );
  const projects = page.content.map(({ id, stage, incoming }) => ({
    id,
    stage: String(stage),
    incoming: incoming === true,
  }));
  const factsByProject = await archiveFacts(orm, services.env.zone, projects);
  const reports = await reportsOf(
    orm,
    projects.map(({ id }) => id),
  );
  return {
    ...page,
    content: page.content.map((row) => {
      const ownReports = reports.filter(({ project }) => project === row.id);
      const projectFacts = factsByProject.get(row.id);
      const { present, needed } = documentCounts(projectFacts ? archiveChecklist(projectFacts) : []);
      const progress: ArchiveProgress = {
        reportNos: ownReports.map(({ no }) => no).join('、') || null,
        issuedOn: ownReports.at(-1)?.issuedOn ?? null,
        documentsPresent: present,
        documentsNeeded: needed,
      };
      return { ...row, ...progress };
    }),
  };
}
