import { useQuery } from '@tanstack/react-query';
import { useCan } from '@/session/useCan';
import type { ProjectGap } from '@contract/features/archive/projectGaps';
import { limitOriginOf } from '@contract/features/laboratory/detection/limitOrigin';
import { labCheck } from '@contract/features/laboratory/entities/labCheck';
import type { MethodRoute } from '@contract/features/laboratory/methods/methodDefinition';
import { sheetOf } from '@contract/features/laboratory/sheets/labWork';
import { missingHeadFields } from '@contract/features/laboratory/sheets/missingHeadFields';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { permissionOf } from '@contract/permissions';
import { fetchSummary } from '../checks/checkCalls';
import type { MethodPageProps } from '../methodPages';
import { workKey } from '../useRecordPage';

type Work = MethodPageProps['work'];

/** Returns what the submission of a laboratory record refuses, each with the page where it is entered. */
const recordGaps = (openItems: readonly Pick<ProjectGap, 'title' | 'path'>[]): ProjectGap[] =>
  openItems.map((item, index) => ({ ...item, key: `submitRecord-${index + 1}`, gate: 'submitRecord' }));

/** Returns what the rows of a record lack before it is submitted. */
function openRows({ rows }: Work): string[] {
  const samples = rows.filter(({ rowKind }) => rowKind !== 'blank');
  const openSamples = samples.filter(({ reportText }) => reportText === null);
  const [first] = openSamples;
  if (!first) return [];
  return openSamples.length === samples.length
    ? [labSheetTexts.noneYet]
    : [labSheetTexts.incomplete(openSamples.length, `${first.sampleNo}${first.problem ? `：${first.problem}` : ''}`)];
}

/**
 * Returns what the submission of a draft would refuse, each with the page where it is entered, so that nobody types a
 * password first. Undefined while the checks are being loaded.
 * @param pages pages of the record
 * @param shownPath page that is open; what is entered there has no link
 */
export function useSubmissionGaps(
  work: Work,
  pages: readonly MethodRoute[],
  shownPath: string,
): readonly ProjectGap[] | undefined {
  const { sheet, project, locked } = work;
  const isDraft = sheet.state === recordMachine.initial && locked === null;
  const mayReadChecks = useCan([permissionOf(labCheck, 'list')]);
  const hasChecks =
    isDraft && mayReadChecks && sheetOf(sheet).checks.length > 0 && pages.some(({ kind }) => kind === 'spike');
  const { data: summary, isError } = useQuery({
    queryKey: [...workKey(sheet.id), 'checks'],
    queryFn: ({ signal }) => fetchSummary(sheet.id, signal),
    enabled: hasChecks,
    retry: false,
  });
  if (!isDraft) return [];
  if (hasChecks && !summary && !isError) return undefined;
  const query = new URLSearchParams({ belongProject: String(project.id), phyId: String(sheet.id) }).toString();
  const pathOf = (wanted: MethodRoute['kind']): string | null => {
    const page = pages.find(({ kind }) => kind === wanted);
    return page && page.path !== shownPath ? `${page.path}?${query}` : null;
  };
  const head = missingHeadFields(sheet, limitOriginOf(work));
  return recordGaps([
    ...[...head, ...openRows(work)].map((title) => ({ title, path: pathOf('detail') })),
    ...(summary?.stops ? [{ title: labSheetTexts.checksOpen(summary.stops), path: pathOf('spike') }] : []),
  ]);
}
