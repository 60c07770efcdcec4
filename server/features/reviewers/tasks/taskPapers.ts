import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import type { OutsidePapers } from '@contract/features/reviewers/reviewerWire';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { reportTable } from '@server/db/schema';
import { entriesOf } from '@server/features/records/paperCatalogue';
import { readableProject } from '@server/features/records/readableParts';
import { conflict, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { StoredTask } from '../reviewerRows';
import { filesOfTask } from './taskFiles';

/**
 * Returns the same call with the laboratory's visibility, for the papers of one project. The caller has found the
 * task among the viewer's own, and reads only that project with it.
 */
export function insideCall(call: Call<unknown>, task: StoredTask): Call<unknown> {
  const viewer = {
    ...call.viewer,
    outside: false,
    dataScope: 'organization' as const,
    organizationId: task.organizationId,
    permissions: new Set(['recordPage:list', 'recordPageNew:list', 'recordPageNewLyjc:list']),
  };
  return Object.create(call, { viewer: { value: viewer }, maybeViewer: { value: viewer } }) as Call<unknown>;
}

/**
 * Returns the project of a task, unless the task was revoked.
 * @throws Refusal 409
 */
export async function taskProject(
  context: CrudContext,
  orm: Orm,
  call: Call<unknown>,
  task: StoredTask,
): Promise<AnyRow> {
  if (task.state === 'revoked' || task.state === 'declined') throw conflict(outsideTexts.revokedPaper, 'revoked');
  return readableProject(context, orm, insideCall(call, task), task.project);
}

/** States of a report that was issued. */
const issuedStates = ['issued', 'published', 'corrected'];

/** Checks whether a report of the project was issued and not voided since. */
export async function hasIssuedReport(orm: Orm, projectId: number): Promise<boolean> {
  const issued = and(
    eq(reportTable.project, projectId),
    isNull(reportTable.deleteTime),
    inArray(reportTable.state, issuedStates),
  );
  return (await orm.select({ id: reportTable.id }).from(reportTable).where(issued).limit(1)).length > 0;
}

/** Returns the papers that can be checked: the sheets of the project and its issued reports. */
export async function papersOf(
  context: CrudContext,
  orm: Orm,
  call: Call<unknown>,
  task: StoredTask,
): Promise<OutsidePapers> {
  const project = await taskProject(context, orm, call, task);
  const reports = await orm
    .select({
      id: reportTable.id,
      reportNo: reportTable.reportNo,
      state: reportTable.state,
      issuedOn: reportTable.issuedOn,
    })
    .from(reportTable)
    .where(
      and(
        eq(reportTable.project, task.project),
        isNull(reportTable.deleteTime),
        inArray(reportTable.state, issuedStates),
      ),
    )
    .orderBy(asc(reportTable.id));
  return {
    papers: await entriesOf(context, orm, insideCall(call, task), project),
    reports: reports.map((report) => ({ ...report, reportNo: report.reportNo ?? '', state: report.state ?? '' })),
    files: (await filesOfTask(orm, task, context.services.env.zone)).map(({ key, title, about, name }) => ({
      key,
      title,
      about,
      name,
    })),
  };
}

/**
 * Returns an issued report of the task's project.
 * @throws Refusal 404
 */
export async function reportOfTask(context: CrudContext, orm: Orm, call: Call<unknown>, task: StoredTask, id: number) {
  await taskProject(context, orm, call, task);
  const [report] = await orm
    .select()
    .from(reportTable)
    .where(
      and(
        eq(reportTable.id, id),
        eq(reportTable.project, task.project),
        isNull(reportTable.deleteTime),
        inArray(reportTable.state, issuedStates),
      ),
    );
  if (!report) throw notFound(outsideTexts.noPaper);
  return report;
}
