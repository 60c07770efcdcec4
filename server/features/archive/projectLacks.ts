import { documentsOf } from '@contract/features/archive/documents';
import {
  archiveLacks,
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

/**
 * Returns what a project lacks for its next steps, by the checks of these steps themselves. None before sampling, after
 * the archive, and for samples taken by others.
 */
export async function lacksOf(services: Services, project: StoredProject): Promise<Lack[]> {
  if (!tellsLacks(project)) return [];
  const { orm } = services.database;
  const { zone } = services.env;
  const { id, stage } = project;
  const facts = (await archiveFacts(orm, zone, [{ id, stage: String(stage), incoming: false }])).get(id);
  const report = await livingReport(orm, id);
  const reasons = (report?.gapReasons ?? null) as Readonly<Record<string, string>> | null;
  const open = stage === 'sampling' ? await openForSampling(orm, zone, id) : [];
  return [
    ...samplingLacks(open, id),
    ...gapLacks(withReasons(await projectGaps(orm, zone, project), reasons), id),
    ...sheetLacks(
      stage === 'issuing' || stage === 'reportReview' ? await missingSheets(orm, project, 'signReport') : [],
      'signReport',
    ),
    ...sheetLacks(stage === 'issuing' ? await missingSheets(orm, project, 'archive') : [], 'archive'),
    ...archiveLacks(facts ? documentsOf(facts) : [], String(stage)),
  ];
}
