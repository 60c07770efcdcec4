import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import type { PlatformPayload } from '@contract/features/platforms/platformPayload';
import { submissionDocument } from '@contract/features/platforms/submission/submissionDocument';
import { submissionSections, submissionTexts, type SubmissionView } from '@contract/features/platforms/submissionWire';
import type { PrintDocument } from '@contract/print/document';
import type { Page } from '@contract/wire';
import type { Context } from '@server/crud/context';
import { dictLabel } from '@server/crud/dictLabel';
import { present, wireColumns } from '@server/crud/present';
import type { Query } from '@server/crud/query';
import type { Orm } from '@server/db/orm';
import { submissionContentTable, submissionTable } from '@server/db/schema';
import { projectOf } from '@server/features/projects/stage';
import { conflict } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { listReported } from '../listReported';
import { findingsIn, type Reported, reportedOf } from '../reportedProject';

/** Returns the missing data of a submission. */
export const missingIn = (reported: Reported) => findingsIn(reported, submissionSections);

async function submissionRow(
  { services, registry }: Context,
  orm: Orm,
  report: number,
): Promise<SubmissionView['submission']> {
  const resource = registry.named('occupationalHealthReport');
  const [row] = await present(
    orm,
    registry,
    resource,
    await orm
      .select(wireColumns(resource))
      .from(resource.table)
      .where(and(eq(submissionTable.report, report), isNull(submissionTable.deleteTime))),
    services.env.zone,
  );
  return (row as SubmissionView['submission'] | undefined) ?? null;
}

/**
 * Returns the page of a report's submission.
 * @throws Refusal 404
 */
export async function submissionView(context: Context, call: Call<unknown>, id: number): Promise<SubmissionView> {
  const { orm } = context.services.database;
  const project = await projectOf(orm, context.registry, call, id);
  const reported = await reportedOf(context, orm, project);
  const { report, blocked, unitName } = reported;
  return {
    project: { id: project.id, code: project.code ?? '', unitName },
    report: report ? { id: report.id, reportNo: report.reportNo ?? '', issuedOn: report.issuedOn } : null,
    blocked: report ? blocked : submissionTexts.notIssued,
    findings: missingIn(reported),
    submission: report ? await submissionRow(context, orm, report.id) : null,
  };
}

/**
 * Returns the paper of the submission as it was submitted, or as it would be now.
 * @throws Refusal 409 before a report was issued
 */
export async function submissionPaper(
  context: Context,
  call: Call<unknown>,
  id: number,
): Promise<{ readonly document: PrintDocument; readonly reportNo: string }> {
  const { orm } = context.services.database;
  const project = await projectOf(orm, context.registry, call, id);
  const reported = await reportedOf(context, orm, project, { signatures: false });
  const { report, payload } = reported;
  if (!report || !payload) throw conflict(submissionTexts.notIssued, 'notIssued');
  const row = await submissionRow(context, orm, report.id);
  const done = row?.state === 'submitted' ? row : null;
  const [frozen] = done
    ? await orm
        .select({ content: submissionContentTable.content })
        .from(submissionContentTable)
        .where(eq(submissionContentTable.submissionId, done.id))
    : [];
  const said = (frozen?.content as PlatformPayload | undefined) ?? payload;
  const word = (dict: string, value: string | null) => dictLabel(orm, dict, value, project.organizationId);
  const words = {
    serviceType: await word('projectType', said.project.serviceType),
    industryCode: await word('industry', said.employer.industryCode),
    scale: await word('unitScale', said.employer.scale),
    ecoType: await word('economicType', said.employer.ecoType),
  };
  return {
    document: submissionDocument({
      payload: said,
      words,
      submittedOn: done?.submittedOn ?? null,
      submittedBy: done?.submittedByName ?? null,
    }),
    reportNo: report.reportNo ?? '',
  };
}

/** Returns projects with an issued report, the missing data of each, and whether it was submitted. */
export async function listSubmissions(context: Context, call: Call<unknown>, query: Query): Promise<Page<AnyRow>> {
  const page = await listReported(context, call, query, submissionSections);
  const reports = page.content.flatMap((row) => (typeof row['reportId'] === 'number' ? [row['reportId']] : []));
  const rows = reports.length
    ? await context.services.database.orm
        .select()
        .from(submissionTable)
        .where(and(inArray(submissionTable.report, reports), isNull(submissionTable.deleteTime)))
    : [];
  return {
    ...page,
    content: page.content.map((row) => {
      const own = rows.find(({ report }) => report === row['reportId']);
      // A submitted project keeps its state and was complete.
      return {
        ...row,
        ...(own?.state === 'submitted' ? { missing: 0 } : {}),
        submissionState: own?.state ?? (row['reportId'] === null ? null : 'drafting'),
        submittedOn: own?.submittedOn ?? null,
        receiptNo: own?.receiptNo ?? null,
      };
    }),
  };
}
