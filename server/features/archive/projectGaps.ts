import { and, desc, eq, isNull } from 'drizzle-orm';
import { archiveChecklist } from '@contract/features/archive/archiveChecklist';
import {
  archiveGaps,
  isBeforeReportSubmission,
  blockerGaps,
  planGaps,
  type ProjectGap,
  publicAddressGap,
  reachesSampling,
  reportGaps,
  samplingGaps,
  sheetGates,
  sheetGaps,
  signersGap,
  showsProjectGaps,
  surveyGaps,
  timeLacks,
  unexplainedFieldGaps,
} from '@contract/features/archive/projectGaps';
import { gapTexts, withReasons } from '@contract/features/fieldwork/samples/fieldGaps';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { approvalTable } from '@server/db/schema';
import { openForPlan } from '@server/features/fieldwork/plan/moves';
import { openForSampling, openForSurvey } from '@server/features/fieldwork/projectMoves';
import type { StoredProject } from '@server/features/projects/projectStage';
import { missingSheets } from '@server/features/projects/requiredSheets';
import { compiledReport, currentReport } from '@server/features/reports/compiledReport';
import { fieldGapsOfProject } from '@server/features/reports/fieldGaps';
import { isIssued } from '@server/features/reports/reportPaper';
import { publicOrigin } from '@server/print/publicOrigin';
import type { Services } from '@server/services';
import { dutiesOfRows } from '@server/workflow/rowDuties';
import { archiveFacts } from './archiveFacts';
import { blockersOf, checkedDocuments } from './checkedDocuments';

const placeOf = ({ id, stage }: StoredProject) => ({ id, stage: String(stage) });

/**
 * Returns the missing items that the report requires, without items with a stated reason. Once the report is being
 * written, it contains exactly the items for which its submission is refused.
 */
async function reportLacks(context: CrudContext, project: StoredProject): Promise<ProjectGap[]> {
  const { services } = context;
  const { orm } = services.database;
  const report = await currentReport(orm, project.id);
  if (project.stage === 'reporting' && report?.state === reportMachine.initial) {
    const { gaps, problems } = await compiledReport(context, orm, project, report);
    const ofField = new Set(gaps.map(({ title }) => gapTexts.unsaid(title)));
    return [
      ...unexplainedFieldGaps(gaps, placeOf(project)),
      ...reportGaps(
        problems.filter((problem) => !ofField.has(problem)),
        project.id,
      ),
    ];
  }
  const reasons = (report?.gapReasons ?? null) as Readonly<Record<string, string>> | null;
  return unexplainedFieldGaps(
    withReasons(await fieldGapsOfProject(orm, services.env.zone, project), reasons),
    placeOf(project),
  );
}

/** Returns the missing documents that the archive will require. */
async function documentLacks(services: Services, { id, stage, incoming }: StoredProject): Promise<ProjectGap[]> {
  const { orm } = services.database;
  const projectHead = { id, stage: String(stage), incoming: incoming === true };
  const projectFacts = (await archiveFacts(orm, services.env.zone, [projectHead])).get(id);
  return archiveGaps(projectFacts ? archiveChecklist(projectFacts) : [], projectHead.stage);
}

/** Returns the findings by which rules of time stop the end of sampling, or the signature of the report. */
export type TimeStops = (
  services: Services,
  orm: Orm,
  projectId: number,
  gate: 'endSampling' | 'signReport',
) => Promise<readonly { readonly rule: string; readonly message: string }[]>;

/** Stages in which the report's last signature may lie ahead. */
const beforeSignature: ReadonlySet<string> = new Set(['reporting', 'reportReview', 'issuing']);

/** Returns the gap of a report that too few different people may sign. */
async function signerLacks({ database: { orm }, env, now }: Services, project: StoredProject): Promise<ProjectGap[]> {
  const [approval] = await orm
    .select({ id: approvalTable.id, organizationId: approvalTable.organizationId, state: approvalTable.state })
    .from(approvalTable)
    .where(
      and(eq(approvalTable.project, project.id), eq(approvalTable.kind, 'report'), isNull(approvalTable.deleteTime)),
    )
    .orderBy(desc(approvalTable.id))
    .limit(1);
  const row = approval ?? { id: 0, organizationId: project.organizationId, state: approvalMachine.initial };
  const duties = await dutiesOfRows(orm, approvalMachine, [row], formatDay(now(), env.zone));
  const move = duties.unsignableStep(row, String(row.state));
  return move ? [signersGap(move.label)] : [];
}

/** Returns what the steps that ask for sheets, rules of time and the public address would refuse. */
async function stepLacks(services: Services, project: StoredProject, timeStops: TimeStops): Promise<ProjectGap[]> {
  const { orm } = services.database;
  const stage = String(project.stage);
  const sheets = Object.hasOwn(sheetGates, stage) ? sheetGates[stage as keyof typeof sheetGates] : undefined;
  const lacksAddress =
    beforeSignature.has(stage) && (await publicOrigin(services, orm, project.organizationId)) === null;
  const times = !reachesSampling(stage) ? undefined : stage === 'sampling' ? 'endSampling' : 'signReport';
  return [
    ...(sheets ? sheetGaps(await missingSheets(orm, project, sheets), sheets, project.id) : []),
    ...(times ? timeLacks(await timeStops(services, orm, project.id, times), times) : []),
    ...(lacksAddress ? [publicAddressGap] : []),
    ...(beforeSignature.has(stage) ? await signerLacks(services, project) : []),
  ];
}

/**
 * Returns the items that a project lacks for its next steps, by the checks of these steps. It is empty before
 * the contract review and after archiving. Once the report is signed, it contains exactly the items for which archiving
 * is refused.
 */
export async function projectGapsOf(
  context: CrudContext,
  project: StoredProject,
  timeStops: TimeStops,
): Promise<ProjectGap[]> {
  if (!showsProjectGaps(project)) return [];
  const { services } = context;
  const { orm } = services.database;
  const { id, stage } = project;
  if (stage === 'issuing') {
    const report = await currentReport(orm, id);
    return [
      ...(report && isIssued(report) ? [] : await stepLacks(services, project, timeStops)),
      ...blockerGaps(await blockersOf(orm, id, await checkedDocuments(services, orm, project))),
    ];
  }
  if (!reachesSampling(String(stage)))
    return [
      ...surveyGaps(stage === 'survey' ? await openForSurvey(context, orm, id) : [], id),
      ...planGaps(stage === 'planning' ? await openForPlan(context, orm, project) : [], id),
      ...(await stepLacks(services, project, timeStops)),
    ];
  return [
    ...samplingGaps(stage === 'sampling' ? await openForSampling(orm, services.env.zone, id) : [], id),
    ...(isBeforeReportSubmission(String(stage)) ? await reportLacks(context, project) : []),
    ...(await stepLacks(services, project, timeStops)),
    ...(await documentLacks(services, project)),
  ];
}
