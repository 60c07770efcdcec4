import { documentsOf } from '@contract/features/archive/documents';
import {
  archiveLacks,
  asksForGaps,
  blockerLacks,
  gapLacks,
  type Lack,
  samplingLacks,
  sheetLacks,
  tellsLacks,
} from '@contract/features/archive/projectLacks';
import { withReasons } from '@contract/features/fieldwork/samples/fieldGaps';
import { openForSampling } from '@server/features/fieldwork/projectMoves';
import { missingSheets } from '@server/features/projects/requiredSheets';
import type { StoredProject } from '@server/features/projects/stage';
import { livingReport } from '@server/features/reports/compiledReport';
import { projectGaps } from '@server/features/reports/fieldGaps';
import type { Services } from '@server/services';
import { archiveFacts } from './archiveFacts';
import { blockersOf, checkedDocuments } from './checkedDocuments';

/** Returns what the report asks for, without what has a stated reason. */
async function reportLacks(services: Services, project: StoredProject): Promise<Lack[]> {
  const { orm } = services.database;
  const report = await livingReport(orm, project.id);
  const reasons = (report?.gapReasons ?? null) as Readonly<Record<string, string>> | null;
  return gapLacks(withReasons(await projectGaps(orm, services.env.zone, project), reasons), project.id);
}

/** Step that asks for signed sheets in a stage. */
const sheetSteps = { sampling: 'endSampling', reporting: 'submitReport', reportReview: 'signReport' } as const;

/** Returns the signed sheets that the step out of the present stage asks for. */
async function stageSheets({ database }: Services, project: StoredProject): Promise<Lack[]> {
  const step = Object.entries(sheetSteps).find(([stage]) => stage === project.stage)?.[1];
  return step ? sheetLacks(await missingSheets(database.orm, project, step), step) : [];
}

/** Returns the documents that the archive will ask for. */
async function documentLacks(services: Services, { id, stage, incoming }: StoredProject): Promise<Lack[]> {
  const { orm } = services.database;
  const of = { id, stage: String(stage), incoming: incoming === true };
  const facts = (await archiveFacts(orm, services.env.zone, [of])).get(id);
  return archiveLacks(facts ? documentsOf(facts) : [], of.stage);
}

/**
 * Returns what a project lacks for its next steps, by the checks of these steps themselves. None before sampling and
 * after the archive. Once the report is signed it is exactly what the archive refuses.
 */
export async function lacksOf(services: Services, project: StoredProject): Promise<Lack[]> {
  if (!tellsLacks(project)) return [];
  const { orm } = services.database;
  const { id, stage } = project;
  if (stage === 'issuing')
    return blockerLacks(await blockersOf(orm, id, await checkedDocuments(services, orm, project)));
  return [
    ...samplingLacks(stage === 'sampling' ? await openForSampling(orm, services.env.zone, id) : [], id),
    ...(asksForGaps(String(stage)) ? await reportLacks(services, project) : []),
    ...(await stageSheets(services, project)),
    ...(await documentLacks(services, project)),
  ];
}
