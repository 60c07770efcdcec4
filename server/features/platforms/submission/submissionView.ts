import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { PlatformPayload } from '@contract/features/platforms/platformPayload';
import { submissionDocument } from '@contract/features/platforms/submission/submissionDocument';
import { submissionSections, submissionTexts, type SubmissionView } from '@contract/features/platforms/submissionWire';
import type { PrintDocument } from '@contract/print/printDocument';
import type { Page } from '@contract/wire';
import type { CrudContext } from '@server/crud/crudContext';
import { dictLabel } from '@server/crud/dictLabel';
import type { Query } from '@server/crud/listQuery';
import { presentRows, wireColumns } from '@server/crud/presentRows';
import type { Orm } from '@server/db/orm';
import { submissionContentTable, submissionTable } from '@server/db/schema';
import { projectOf } from '@server/features/projects/projectStage';
import { conflict } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { listReported } from '../listReported';
import { findingsIn, type ReportedProject, reportedOf } from '../reportedProject';

/** Returns the missing data of a submission. */
export const missingSubmissionData = (reportedProject: ReportedProject) =>
  findingsIn(reportedProject, submissionSections);

async function submissionRow(
  { services, registry }: CrudContext,
  orm: Orm,
  reportId: number,
): Promise<SubmissionView['submission']> {
  const resource = registry.named('occupationalHealthReport');
  const [row] = await presentRows(
    orm,
    registry,
    resource,
    await orm
      .select(wireColumns(resource))
      .from(resource.table)
      .where(and(eq(submissionTable.report, reportId), isNull(submissionTable.deleteTime))),
    services.env.zone,
  );
  return (row as SubmissionView['submission'] | undefined) ?? null;
}

/**
 * Returns the page of a report's submission.
 * @throws Refusal 404
 */
export async function submissionView(context: CrudContext, call: Call<unknown>, id: number): Promise<SubmissionView> {
  const { orm } = context.services.database;
  const project = await projectOf(orm, context.registry, call, id);
  const reportedProject = await reportedOf(context, orm, project);
  const { report, blocked, unitName } = reportedProject;
  return {
    project: { id: project.id, code: project.code ?? '', unitName },
    report: report ? { id: report.id, reportNo: report.reportNo ?? '', issuedOn: report.issuedOn } : null,
    blocked: report ? blocked : submissionTexts.notIssued,
    findings: missingSubmissionData(reportedProject),
    submission: report ? await submissionRow(context, orm, report.id) : null,
  };
}

/**
 * Returns the paper of the submission as it was submitted, or as it would be now.
 * @throws Refusal 409 before a report was issued
 */
export async function submissionPaper(
  context: CrudContext,
  call: Call<unknown>,
  id: number,
): Promise<{ readonly document: PrintDocument; readonly reportNo: string }> {
  const { orm } = context.services.database;
  const project = await projectOf(orm, context.registry, call, id);
  const reportedProject = await reportedOf(context, orm, project, { signatures: false });
  const { report, payload } = reportedProject;
  if (!report || !payload) throw conflict(submissionTexts.notIssued, 'notIssued');
  const row = await submissionRow(context, orm, report.id);
  const submittedRow = row?.state === 'submitted' ? row : null;
  const [frozenRow] = submittedRow
    ? await orm
        .select({ content: submissionContentTable.content })
        .from(submissionContentTable)
        .where(eq(submissionContentTable.submissionId, submittedRow.id))
    : [];
  const shownPayload = (frozenRow?.content as PlatformPayload | undefined) ?? payload;
  const labelFor = (dict: string, value: string | null) => dictLabel(orm, dict, value, project.organizationId);
  const labels = {
    serviceType: await labelFor('projectType', shownPayload.project.serviceType),
    industryCode: await labelFor('industry', shownPayload.employer.industryCode),
    scale: await labelFor('unitScale', shownPayload.employer.scale),
    ecoType: await labelFor('economicType', shownPayload.employer.ecoType),
  };
  return {
    document: submissionDocument({
      payload: shownPayload,
      words: labels,
      submittedOn: submittedRow?.submittedOn ?? null,
      submittedBy: submittedRow?.submittedByName ?? null,
    }),
    reportNo: report.reportNo ?? '',
  };
}

/** Returns projects with an issued report, the missing data of each, and whether it was submitted. */
export async function listSubmissions(context: CrudContext, call: Call<unknown>, query: Query): Promise<Page<AnyRow>> {
  const page = await listReported(context, call, query, submissionSections);
  const reportIds = page.content.flatMap((row) => (typeof row['reportId'] === 'number' ? [row['reportId']] : []));
  const rows = reportIds.length
    ? await context.services.database.orm
        .select()
        .from(submissionTable)
        .where(and(inArray(submissionTable.report, reportIds), isNull(submissionTable.deleteTime)))
    : [];
  return {
    ...page,
    content: page.content.map((row) => {
      const reportSubmission = rows.find(({ report }) => report === row['reportId']);
      // A submitted project keeps its state and was complete.
      return {
        ...row,
        ...(reportSubmission?.state === 'submitted' ? { missing: 0 } : {}),
        submissionState: reportSubmission?.state ?? (row['reportId'] === null ? null : 'drafting'),
        submittedOn: reportSubmission?.submittedOn ?? null,
        receiptNo: reportSubmission?.receiptNo ?? null,
      };
    }),
  };
}
