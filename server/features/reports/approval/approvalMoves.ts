import { eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { clientNoticeTexts } from '@contract/features/customers/enterprise/clientMatters';
import { publicationTexts } from '@contract/features/publicity/noticePublication';
import { approvalTexts } from '@contract/features/reports/approval/approvalTexts';
import { undecidedLines } from '@contract/features/reports/compileReport';
import { decisionTexts } from '@contract/features/reports/judgement/openLines';
import { formatDay } from '@server/base/zone';
import { projectTable } from '@server/db/schema';
import { assertDuty, categoriesOfProject } from '@server/features/laboratory/authorisation/dutyAuthorisation';
import { clientProject, tellClients } from '@server/features/projects/clients/clientProject';
import { movedProject } from '@server/features/projects/projectStage';
import { assertSheets } from '@server/features/projects/requiredSheets';
import { removeQuietly } from '@server/files/receiveUpload';
import { conflict } from '@server/http/errors';
import type { MoveContext, MoveRule } from '@server/workflow/moveRoutes';
import { lockRows, moveRows } from '@server/workflow/moveRows';
import { assertEvaluationSigned } from '../evaluation/reportSigning';
import { drawIssue } from '../issuedPaper';
import { frozenContent, lockReport, movedReport, deleteFrozenContent, visibleReport } from '../movedReport';
import type { ReportEnded } from '../reportEnded';
import { assertRecordsStand, unseenChanges } from './approvalWork';

type ApprovalMoveContext = Pick<MoveContext, 'services' | 'registry' | 'tx' | 'call' | 'reason' | 'onBehalf'>;

async function lockedProject({ registry, tx, call }: ApprovalMoveContext, row: AnyRow): Promise<AnyRow> {
  const [project] = await lockRows(movedProject(registry), tx, call, [Number(row.project)]);
  return project as AnyRow;
}

/**
 * Moves the project with the approval if the project is in the stage from which the move begins. A correction of an
 * issued report does not move the project.
 */
async function moveProject(context: ApprovalMoveContext, row: AnyRow, key: string, from: string): Promise<void> {
  const { services, registry, tx, call, reason, onBehalf } = context;
  const project = await lockedProject(context, row);
  if (project.stage === from)
    await moveRows(services, tx, call, movedProject(registry), [project], key, { reason, onBehalf });
}

async function moveReport(
  context: ApprovalMoveContext,
  row: AnyRow,
  key: string,
  options: { signed?: boolean; changes?: Readonly<Record<string, unknown>> } = {},
): Promise<AnyRow> {
  const { services, registry, tx, call, reason, onBehalf } = context;
  const report = await lockReport(tx, registry, call, Number(row.report));
  await moveRows(services, tx, call, movedReport(registry), [report], key, { reason, onBehalf, ...options });
  return report;
}

const isReportApproval = ({ row }: MoveContext): boolean => row.kind === 'report';

/**
 * Locks the project and returns it.
 * @throws Refusal 409 for a terminated project
 */
async function lockRunningProject(context: MoveContext): Promise<AnyRow> {
  const project = await lockedProject(context, context.row);
  if (project.stage === 'terminated') throw conflict(approvalTexts.terminated);
  return project;
}

const assertProjectRunning = async (context: MoveContext): Promise<void> => void (await lockRunningProject(context));

/**
 * Requires a decision on every line without a verdict.
 * @throws Refusal 409 for a report with an undecided line
 */
async function assertDecided(context: MoveContext): Promise<void> {
  const content = isReportApproval(context) ? await frozenContent(context.tx, Number(context.row.report)) : undefined;
  const undecidedCount = content ? undecidedLines(content) : 0;
  if (undecidedCount > 0) throw conflict(decisionTexts.frozenOpen(undecidedCount), 'undecided');
}

/**
 * Requires what a further signature needs: a project that is not terminated, decided lines, records that stand, and
 * changes that the signer has read.
 * @throws Refusal 409 where one of them is missing
 */
async function assertMayPass(context: MoveContext): Promise<void> {
  const project = await lockRunningProject(context);
  await assertDecided(context);
  await assertRecordsStand(context.services, context.tx, project.id);
  const unseenCount = await unseenChanges(context, context.tx, context.call, context.row);
  if (unseenCount > 0) throw conflict(approvalTexts.unseen(unseenCount), 'unseen');
}

/** Marks the previous report as replaced. A previous report that was voided meanwhile stays voided. */
async function replacePrevious(context: MoveContext, report: AnyRow, endReport: ReportEnded): Promise<void> {
  const { services, registry, tx, call } = context;
  if (typeof report.previous !== 'number') return;
  const previousReport = await lockReport(tx, registry, call, report.previous);
  if (previousReport.state === 'voided') return;
  await moveRows(services, tx, call, movedReport(registry), [previousReport], 'correct', {
    reason: String(report.correctionReason ?? ''),
  });
  await endReport(
    { services, registry },
    tx,
    call,
    previousReport,
    publicationTexts.replacedReason(String(report.reportNo)),
  );
  const [previousNo, next] = [String(previousReport.reportNo), String(report.reportNo)];
  await tellClients(
    services,
    tx,
    call,
    Number(report.project),
    { title: clientNoticeTexts.replacedTitle(previousNo), text: clientNoticeTexts.replacedText(previousNo, next) },
    '2',
  );
}

/**
 * Issues a report. Its paper shows the last signature, so it is drawn before that signature, in the same transaction.
 */
async function issueReport(context: MoveContext, endReport: ReportEnded): Promise<void> {
  const { services, registry, tx, call, row, onBehalf } = context;
  const day = formatDay(services.now(), services.env.zone);
  const lockedReport = await lockReport(tx, registry, call, Number(row.report));
  const pdf = await drawIssue(services, tx, {
    report: await visibleReport(tx, registry, call, lockedReport.id),
    person: call.viewer.user,
    principalName: onBehalf?.name ?? null,
    day,
  });
  try {
    const report = await moveReport(context, row, 'issue', { signed: true, changes: { issuedOn: day, pdf } });
    await replacePrevious(context, report, endReport);
    const project = await clientProject(tx, Number(report.project));
    const no = String(report.reportNo);
    await tellClients(services, tx, call, Number(report.project), {
      title: clientNoticeTexts.issuedTitle(no),
      text: clientNoticeTexts.issuedText(project?.code ?? '', no),
    });
  } catch (error) {
    await removeQuietly(services, pdf);
    throw error;
  }
}

async function giveBack(context: MoveContext): Promise<void> {
  const { row, tx } = context;
  if (!isReportApproval(context)) {
    await moveProject(context, row, 'returnRecords', 'recordReview');
    return;
  }
  await moveReport(context, row, 'return');
  await deleteFrozenContent(tx, Number(row.report));
  const [project] = await tx
    .select({ stage: projectTable.stage })
    .from(projectTable)
    .where(eq(projectTable.id, Number(row.project)));
  if (project?.stage === 'reportReview' || project?.stage === 'issuing')
    await moveProject(context, row, 'returnReport', String(project.stage));
}

/** Moves back from the third step to the review of the report. */
async function stepBack(context: MoveContext): Promise<void> {
  const { row, to } = context as MoveContext & { readonly to: string };
  if (!isReportApproval(context) || row.state !== 'third') return;
  await moveReport(context, row, 'returnToReview');
  await moveProject(context, row, 'returnToReview', 'issuing');
  if (to === 'third') throw new Error('a move back has to lead to an earlier step');
}

/** Allows reopening records until their report is submitted. After that the report has to be returned first. */
async function assertReportNotSubmitted(context: MoveContext): Promise<void> {
  const project = await lockedProject(context, context.row);
  if (project.stage !== 'reporting') throw conflict(approvalTexts.notReopened, 'wrongStage');
}

const reopenRecords = (context: MoveContext): Promise<void> =>
  moveProject(context, context.row, 'reopenRecords', 'reporting');

/** Moves of an approval with their effects on the project and the report. */
export const approvalMovesWith = (endReport: ReportEnded): Readonly<Record<string, MoveRule>> => ({
  passFirst: { before: assertMayPass },
  passSecond: {
    before: assertMayPass,
    async after(context) {
      if (!isReportApproval(context)) return;
      await moveReport(context, context.row, 'review', { signed: true });
      await moveProject(context, context.row, 'passReport', 'reportReview');
    },
  },
  sign: {
    async before(context) {
      await assertMayPass(context);
      const { services, tx, call, row } = context;
      if (!isReportApproval(context)) return;
      await assertSheets(tx, Number(row.project), 'signReport', '签发报告');
      await assertEvaluationSigned(services, tx, row);
      await assertDuty(tx, call.viewer, {
        duty: 'reportSign',
        organizationId: row.organizationId,
        day: formatDay(services.now(), services.env.zone),
        categories: await categoriesOfProject(tx, Number(row.project)),
      });
    },
    async after(context) {
      if (isReportApproval(context)) await issueReport(context, endReport);
      else await moveProject(context, context.row, 'passRecords', 'recordReview');
    },
  },
  returnToStart: { before: assertProjectRunning, after: giveBack },
  reopen: {
    withheldReason: (row) => (row.kind === 'report' ? approvalTexts.issuedStays : null),
    before: assertReportNotSubmitted,
    after: reopenRecords,
  },
  returnToFirst: { before: assertProjectRunning, after: stepBack },
  returnToSecond: { before: assertProjectRunning, after: stepBack },
});
