import { archiveChecklist } from '@contract/features/archive/archiveChecklist';
import {
  archiveGaps,
  asksForGaps,
  blockerGaps,
  unexplainedFieldGaps,
  type ProjectGap,
  reachesSampling,
  samplingGaps,
  sheetGates,
  sheetGaps,
  showsProjectGaps,
  timeLacks,
} from '@contract/features/archive/projectGaps';
import { withReasons } from '@contract/features/fieldwork/samples/fieldGaps';
import type { Orm } from '@server/db/orm';
import { openForSampling } from '@server/features/fieldwork/projectMoves';
import type { StoredProject } from '@server/features/projects/projectStage';
import { missingSheets } from '@server/features/projects/requiredSheets';
import { livingReport } from '@server/features/reports/compiledReport';
import { fieldGapsOfProject } from '@server/features/reports/fieldGaps';
import type { Services } from '@server/services';
import { archiveFacts } from './archiveFacts';
import { blockersOf, checkedDocuments } from './checkedDocuments';

/** Returns the missing items that the report requires, without items with a stated reason. */
async function reportLacks(services: Services, project: StoredProject): Promise<ProjectGap[]> {
  const { orm } = services.database;
  const report = await livingReport(orm, project.id);
  const reasons = (report?.gapReasons ?? null) as Readonly<Record<string, string>> | null;
  return unexplainedFieldGaps(
    withReasons(await fieldGapsOfProject(orm, services.env.zone, project), reasons),
    project.id,
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
  project: number,
  gate: 'endSampling' | 'signReport',
) => Promise<readonly { readonly rule: string; readonly message: string }[]>;

/** Returns what the steps that ask for sheets and rules of time would refuse. */
async function stepLacks(services: Services, project: StoredProject, timeStops: TimeStops): Promise<ProjectGap[]> {
  const { orm } = services.database;
  const stage = String(project.stage);
  const sheets = Object.hasOwn(sheetGates, stage) ? sheetGates[stage as keyof typeof sheetGates] : undefined;
  const times = !reachesSampling(stage) ? undefined : stage === 'sampling' ? 'endSampling' : 'signReport';
  return [
    ...(sheets ? sheetGaps(await missingSheets(orm, project, sheets), sheets) : []),
    ...(times ? timeLacks(await timeStops(services, orm, project.id, times), times) : []),
  ];
}

/**
 * Returns the items that a project lacks for its next steps, by the checks of these steps. It is empty before
 * sampling and after archiving. Once the report is signed, it contains exactly the items for which archiving is
 * refused.
 */
export async function projectGapsOf(
  services: Services,
  project: StoredProject,
  timeStops: TimeStops,
): Promise<ProjectGap[]> {
  if (!showsProjectGaps(project)) return [];
  const { orm } = services.database;
  const { id, stage } = project;
  if (stage === 'issuing')
    return blockerGaps(await blockersOf(orm, id, await checkedDocuments(services, orm, project)));
  if (!reachesSampling(String(stage))) return stepLacks(services, project, timeStops);
  return [
    ...samplingGaps(stage === 'sampling' ? await openForSampling(orm, services.env.zone, id) : [], id),
    ...(asksForGaps(String(stage)) ? await reportLacks(services, project) : []),
    ...(await stepLacks(services, project, timeStops)),
    ...(await documentLacks(services, project)),
  ];
}
