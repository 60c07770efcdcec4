import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { PlaceOf } from '@contract/features/platforms/placeLinks';
import { type PushPart, sectionsOfPart } from '@contract/features/platforms/platformFamilies';
import type { PlatformPayload, SectionName } from '@contract/features/platforms/platformPayload';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import { findingsOf, type Finding } from '@contract/features/platforms/pushFindings';
import { pushMachine } from '@contract/features/platforms/pushMachine';
import type { ReportContent } from '@contract/features/reports/reportContent';
import { reportMachine } from '@contract/features/reports/reportMachine';
import type { CrudContext } from '@server/crud/crudContext';
import type { Registry } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import { inspectUnitTable, reportTable } from '@server/db/schema';
import type { StoredProject } from '@server/features/projects/projectStage';
import type { StoredReport } from '@server/features/reports/compiledReport';
import { frozenContent } from '@server/features/reports/movedReport';
import type { Services } from '@server/services';
import { verifySignatures } from '@server/signing/verifySignatures';
import type { MovedEntity } from '@server/workflow/moveRows';
import { stepsOf } from '@server/workflow/stepHistory';
import { payloadOf, teamOf } from './pushPayload';

/** Returns how a push moves: its machine, table and state field. */
export const movedPush = (registry: Registry): MovedEntity => ({
  machine: pushMachine,
  resource: registry.named('push'),
  stateField: 'state',
});

export const countingReports = ['issued', 'published'] as const;

/** Returns the valid issued report of a project: not corrected, not voided. */
export async function issuedReport(orm: Orm, projectId: number): Promise<StoredReport | undefined> {
  const [issued] = await orm
    .select()
    .from(reportTable)
    .where(
      and(
        eq(reportTable.project, projectId),
        isNull(reportTable.deleteTime),
        inArray(reportTable.state, [...countingReports]),
      ),
    )
    .orderBy(desc(reportTable.id))
    .limit(1);
  return issued;
}

export interface ReportedProject {
  readonly project: StoredProject;
  readonly unitName: string;
  /** Ids of the project's people in the order of the payload; empty while no report is issued. */
  readonly team: readonly number[];
  /** Valid issued report; null while no report is issued. */
  readonly report: StoredReport | null;
  readonly payload: PlatformPayload | null;
  /** Content that the report's signatures cover; null while no report is issued. */
  readonly content: ReportContent | null;
  /** Reason why nothing may be sent; null if it may be sent. */
  readonly blocked: string | null;
}

/** Checks whether every signature of the report is valid, 签发 included. */
async function isSigned(services: Services, orm: Orm, report: StoredReport): Promise<boolean> {
  const steps = await stepsOf(orm, reportMachine, report.id);
  const verdicts = [...(await verifySignatures(services, orm, reportMachine, report.id, steps)).values()].filter(
    ({ state }) => state !== 'past',
  );
  const issued = steps.some(({ move, signed }) => move === 'issue' && signed);
  return issued && verdicts.length > 0 && verdicts.every(({ state }) => state === 'valid');
}

/**
 * Returns the data that a project would submit, and why it may not submit them yet. A list that only counts missing
 * fields skips the check of signatures.
 */
export async function reportedOf(
  { services }: CrudContext,
  orm: Orm,
  project: StoredProject,
  { signatures = true } = {},
): Promise<ReportedProject> {
  const [unit] = await orm
    .select({ name: inspectUnitTable.unitName })
    .from(inspectUnitTable)
    .where(eq(inspectUnitTable.id, project.belongInspect));
  const commonFields = { project, unitName: unit?.name ?? '', team: [] };
  const report = await issuedReport(orm, project.id);
  const content = report && (await frozenContent(orm, report.id));
  if (!report || !content)
    return {
      ...commonFields,
      report: null,
      payload: null,
      content: null,
      blocked: platformTexts.notIssued(project.code ?? ''),
    };
  const team = await teamOf(orm, project);
  return {
    ...commonFields,
    team: team.map(({ id }) => id),
    report,
    content,
    payload: await payloadOf(orm, project, report, content, team),
    blocked:
      !signatures || (await isSigned(services, orm, report)) ? null : platformTexts.notSigned(report.reportNo ?? ''),
  };
}

/** Returns the data for links to the project's pages. */
export const placeOf = ({ project, unitName, team }: ReportedProject): PlaceOf => ({
  project: project.id,
  projectCode: project.code ?? '',
  unit: project.belongInspect,
  unitName,
  organization: project.organizationId,
  team,
});

/** Returns the missing data in the sections; empty while no report is issued. */
export const findingsIn = (reportedProject: ReportedProject, sections: readonly SectionName[]): Finding[] =>
  reportedProject.payload
    ? findingsOf(reportedProject.payload, sections, placeOf(reportedProject), {
        incoming: reportedProject.project.incoming === true,
      })
    : [];

/** Returns the missing data of a part. */
export const findingsOfPart = (reportedProject: ReportedProject, part: PushPart): Finding[] =>
  findingsIn(reportedProject, sectionsOfPart[part]);
