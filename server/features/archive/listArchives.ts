import { and, asc, inArray, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { ArchiveProgress } from '@contract/features/archive/archiveWire';
import { countOf, documentsOf } from '@contract/features/archive/documents';
import type { Page } from '@contract/wire';
import type { Context } from '@server/crud/context';
import { listRows } from '@server/crud/operations';
import type { Query } from '@server/crud/query';
import type { Orm } from '@server/db/orm';
import { reportTable } from '@server/db/schema';
import { projectsByReportNo } from '@server/features/reports/byReportNo';
import type { Call } from '@server/http/route';
import { archiveFacts } from './archiveFacts';

const counting = ['issued', 'published'];

async function reportsOf(
  orm: Orm,
  projects: readonly number[],
): Promise<{ project: number; no: string; issuedOn: string | null }[]> {
  if (!projects.length) return [];
  const table = reportTable;
  const found = await orm
    .select({ project: table.project, no: table.reportNo, issuedOn: table.issuedOn })
    .from(table)
    .where(and(inArray(table.project, [...projects]), isNull(table.deleteTime), inArray(table.state, counting)))
    .orderBy(asc(table.id));
  return found.map(({ project, no, issuedOn }) => ({ project: project ?? 0, no: no ?? '', issuedOn }));
}

const nothing: Page<AnyRow> = { content: [], totalElements: 0 };

/** Returns projects with their reports and the completeness of their archives. */
export async function listArchives(context: Context, call: Call<unknown>, query: Query): Promise<Page<AnyRow>> {
  const { services, registry } = context;
  const { orm } = services.database;
  const { reportNos, ...rest } = query;
  const wanted = [reportNos]
    .flat()
    .find((one) => one?.trim())
    ?.trim();
  const ids = wanted ? await projectsByReportNo(context, call, wanted) : null;
  if (ids?.length === 0) return nothing;
  const page = await listRows(
    { services, registry, resource: registry.named('project'), call },
    ids ? { ...rest, id: ids.map(String) } : rest,
  );
  const projects = page.content.map(({ id, stage, incoming }) => ({
    id,
    stage: String(stage),
    incoming: incoming === true,
  }));
  const facts = await archiveFacts(orm, services.env.zone, projects);
  const reports = await reportsOf(
    orm,
    projects.map(({ id }) => id),
  );
  return {
    ...page,
    content: page.content.map((row) => {
      const own = reports.filter(({ project }) => project === row.id);
      const of = facts.get(row.id);
      const { present, needed } = countOf(of ? documentsOf(of) : []);
      const progress: ArchiveProgress = {
        reportNos: own.map(({ no }) => no).join('、') || null,
        issuedOn: own.at(-1)?.issuedOn ?? null,
        documentsPresent: present,
        documentsNeeded: needed,
      };
      return { ...row, ...progress };
    }),
  };
}
