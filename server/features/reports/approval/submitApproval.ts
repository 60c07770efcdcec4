import { and, desc, eq, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { approvalTexts } from '@contract/features/reports/approval/approvalTexts';
import { reportTexts } from '@contract/features/reports/reportTexts';
import type { SeenFingerprint } from '@contract/workflow/signatureTexts';
import type { CrudContext } from '@server/crud/crudContext';
import { getRow, insertRow } from '@server/crud/operations';
import { wireColumns } from '@server/crud/presentRows';
import type { Orm } from '@server/db/orm';
import { approvalTable, inspectUnitTable, labSheetTable, labTaskTable, sampleTable } from '@server/db/schema';
import { movedProject, projectOf, type StoredProject } from '@server/features/projects/projectStage';
import { conflict, Refusal, stale } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { assertSeen, contentFingerprint } from '@server/signing/seenFingerprint';
import { signedRecords } from '@server/signing/signedContent';
import { lockRows, moveRows } from '@server/workflow/moveRows';
import { compiledReport, currentReport, openRecords, type StoredReport } from '../compiledReport';
import { assertAuthor } from '../evaluation/reportSigning';
import { freezeReportContent, lockReport, movedApproval, movedReport, reportMark } from '../movedReport';
import { assertRecordsStand } from './approvalWork';

/** Returns a refusal that lists the missing items, one sentence each. Nothing is changed. */
const incompleteRefusal = (problems: readonly string[], summary: string): Refusal =>
  new Refusal(409, 'incomplete', problems.length === 1 ? (problems[0] ?? '') : summary, {
    errors: problems.map((message, index) => ({ field: `problem${index + 1}`, message })),
  });

async function assertRecords(tx: Orm, project: StoredProject): Promise<void> {
  if (project.stage !== 'testing') throw conflict(approvalTexts.notTesting, 'wrongStage');
  const [firstRecord] = await tx
    .select({ id: labSheetTable.id })
    .from(labSheetTable)
    .where(and(eq(labSheetTable.project, project.id), isNull(labSheetTable.deleteTime)))
    .limit(1);
  if (!firstRecord) throw conflict(approvalTexts.noRecords);
  const openRecordNumbers = await openRecords(tx, project.id);
  const tasks = await tx
    .select({ state: labTaskTable.state, sample: sampleTable.state })
    .from(labTaskTable)
    .innerJoin(sampleTable, eq(sampleTable.id, labTaskTable.sample))
    .where(and(eq(labTaskTable.project, project.id), isNull(labTaskTable.deleteTime)));
  const openTaskCount = tasks.filter(
    ({ state, sample }) => !['completed', 'voided'].includes(String(state)) && sample !== 'voided',
  ).length;
  const problems = [
    ...(openRecordNumbers.length
      ? [
          `${reportTexts.recordsOpen(openRecordNumbers.length)}（${openRecordNumbers
            .slice(0, 3)
            .map(({ sheetNo }) => sheetNo)
            .join('、')}${openRecordNumbers.length > 3 ? '等' : ''}）`,
        ]
      : []),
    ...(openTaskCount ? [reportTexts.tasksOpen(openTaskCount)] : []),
  ];
  if (problems.length) throw incompleteRefusal(problems, approvalTexts.incomplete);
}

interface ApprovalSubmission {
  readonly project: number;
  readonly kind: 'records' | 'report';
  /** Version of the project or the report that the person saw; absent if the program submits. */
  readonly version?: number;
  /** Fingerprint of the displayed records or report that the person signs; absent if the program submits. */
  readonly asSeen?: SeenFingerprint;
}

/** Refuses the signature of a project or report that was changed since the person saw it. */
async function assertCurrent(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  entity: 'project' | 'report',
  row: { readonly id: number; readonly version: number },
  seenVersion: number | undefined,
): Promise<void> {
  if (seenVersion === undefined || seenVersion === row.version) return;
  throw stale(await getRow({ ...context, resource: context.registry.named(entity), call }, row.id, tx));
}

/** Returns the locked approval of this matter; creates it if it does not exist. */
async function lockedApproval(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  project: StoredProject,
  report: StoredReport | undefined,
): Promise<AnyRow> {
  const resource = registry.named('approval');
  const kind = report ? 'report' : 'records';
  const [existingApproval] = await tx
    .select(wireColumns(resource))
    .from(approvalTable)
    .where(
      and(
        eq(approvalTable.project, project.id),
        eq(approvalTable.kind, kind),
        report ? eq(approvalTable.report, report.id) : undefined,
        isNull(approvalTable.deleteTime),
      ),
    );
  const [unit] = await tx
    .select({ name: inspectUnitTable.unitName })
    .from(inspectUnitTable)
    .where(eq(inspectUnitTable.id, project.belongInspect));
  const row =
    (existingApproval as AnyRow | undefined) ??
    (await insertRow(
      { services, registry, resource, call },
      tx,
      {
        title: report
          ? approvalTexts.reportTitle(String(report.reportNo))
          : approvalTexts.recordsTitle(String(project.code)),
        kind,
        project: project.id,
        unitName: unit?.name ?? '',
        incoming: Boolean(project.incoming),
        report: report?.id ?? null,
      },
      { action: 'add' },
      project.organizationId,
    ));
  const [lockedApproval] = await lockRows(movedApproval(registry), tx, call, [row.id]);
  return lockedApproval as AnyRow;
}

/**
 * Submits a project's records, or its report, for approval. The content of a report is frozen. The caller has
 * verified the password.
 * @throws Refusal 404; 409 with the open items, or if the submitted content changed since the person saw it
 */
export async function submitApproval(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  submission: ApprovalSubmission,
): Promise<AnyRow> {
  const { services, registry } = context;
  const project = await projectOf(tx, registry, call, submission.project, 'update');
  await assertRecordsStand(services, tx, project.id);
  const now = services.now();
  const changes = { submitter: call.viewer.user.id, submittedAt: now };
  if (submission.kind === 'records') {
    await assertCurrent(context, tx, call, 'project', project, submission.version);
    if (submission.asSeen)
      assertSeen(contentFingerprint({ records: await signedRecords(tx, project.id) }), submission.asSeen);
    await assertRecords(tx, project);
    const row = await lockedApproval(context, tx, call, project, undefined);
    await moveRows(services, tx, call, movedApproval(registry), [row], 'submit', { signed: true, changes });
    await moveRows(
      services,
      tx,
      call,
      movedProject(registry),
      await lockRows(movedProject(registry), tx, call, [project.id]),
      'submitRecords',
      {},
    );
    return row;
  }
  // A correction is submitted before the report that it corrects.
  const draft = await currentReport(tx, project.id, 'drafting');
  if (!draft) throw conflict(approvalTexts.noReport);
  // The row is read after locking, so that a save during the wait is part of the signed content.
  const lockedReport = await lockReport(tx, registry, call, draft.id);
  const report = lockedReport as unknown as StoredReport;
  await assertCurrent(context, tx, call, 'report', report, submission.version);
  // A correction may be submitted in any stage of its project. A report whose records were reopened waits for them.
  if (report.previous === null && project.stage !== 'reporting') throw conflict(reportTexts.notReporting, 'wrongStage');
  await assertAuthor(tx, report.kind, project.id, call.viewer.user.id);
  const { content, problems } = await compiledReport(context, tx, project, report);
  if (submission.asSeen) assertSeen(await reportMark(tx, report.id, content), submission.asSeen);
  if (problems.length) throw incompleteRefusal(problems, reportTexts.incomplete);
  await freezeReportContent(tx, report.id, content, now);
  const row = await lockedApproval(context, tx, call, project, report);
  await moveRows(services, tx, call, movedReport(registry), [lockedReport], 'submit', { signed: true });
  await moveRows(services, tx, call, movedApproval(registry), [row], 'submit', { signed: true, changes });
  if (project.stage === 'reporting')
    await moveRows(
      services,
      tx,
      call,
      movedProject(registry),
      await lockRows(movedProject(registry), tx, call, [project.id]),
      'submitReport',
      {},
    );
  return row;
}

/** Returns the newest approval of a project, of its records or its report. */
export async function approvalOf(orm: Orm, projectId: number, kind: 'records' | 'report'): Promise<number | null> {
  const [approvalRow] = await orm
    .select({ id: approvalTable.id })
    .from(approvalTable)
    .where(and(eq(approvalTable.project, projectId), eq(approvalTable.kind, kind), isNull(approvalTable.deleteTime)))
    .orderBy(desc(approvalTable.id))
    .limit(1);
  return approvalRow?.id ?? null;
}
