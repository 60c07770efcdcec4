import { reportLayoutData } from '@contract/features/reports/paper/reportLayoutData';
import type { ReportContent } from '@contract/features/reports/reportContent';
import type { ReportIssue } from '@contract/features/reports/reportCover';
import { isEvaluationReport } from '@contract/features/reports/reportKinds';
import { reportMachine } from '@contract/features/reports/reportMachine';
import type { Orm } from '@server/db/orm';
import {
  type FilledPaper,
  filledLayout,
  layoutOfPaper,
  signingMoment,
  type StoredLayout,
} from '@server/features/library/layouts/ownLayout';
import type { Services } from '@server/services';
import { stepsOf } from '@server/workflow/stepHistory';
import type { StoredReport } from '../compiledReport';
import { shownPictures } from '../reportPaper';

// A report in the organization's own layout.

/**
 * Returns the layout of a report: the version that was valid when the report was last handed in, for a draft the
 * present one. Evaluations have chapters of their own and no layout.
 */
export async function layoutOfReport(
  services: Services,
  orm: Orm,
  { id, organizationId, state }: StoredReport,
  { kind }: Pick<ReportContent, 'kind'>,
): Promise<StoredLayout | undefined> {
  if (isEvaluationReport(kind)) return undefined;
  const steps = state === 'drafting' ? [] : await stepsOf(orm, reportMachine, id);
  const handedIn = steps.findLast(({ move }) => move === 'submit');
  const signedAt = signingMoment(handedIn?.time ?? services.now(), services.env.zone);
  return layoutOfPaper(services, orm, { organizationId, kind: 'report', methodKind: null, signedAt });
}

/** Fills a layout with a report. @throws Refusal 400 `layout`, 409, 503 */
export const filledReport = async (
  services: Services,
  orm: Orm,
  layout: StoredLayout,
  content: ReportContent,
  issue: ReportIssue,
): Promise<FilledPaper> =>
  filledLayout(
    services,
    orm,
    layout,
    reportLayoutData(content, issue),
    await shownPictures(services, orm, content, issue),
  );
