import type { NavigateFunction } from 'react-router-dom';
import { crud } from '@/api/crudClient';
import { succeeded } from '@/api/succeeded';
import { mayOpen, nextPagesIn } from '@/features/projects/nextPages/useNextPages';
import { projectAddress } from '@/features/projects/projectQuery';
import { useSession } from '@/session/sessionStore';
import type { Entity } from '@contract/entity';
import type { SearchResult, SearchKind } from '@contract/features/home/searchKinds';
import { project } from '@contract/features/projects/entities/project';
import type { Stage } from '@contract/features/projects/projectMachine';
import type { RoutePath } from '@contract/routes';

const projects: Entity = project;
const reportPath: RoutePath = '/reportPreviewNew';
const testsPath: RoutePath = '/lab/sampleDistribute';
/**
 * Stages after the laboratory has received the samples. A sample is then found through its tests, because no page of
 * these stages lists samples.
 */
const withTests: ReadonlySet<Stage> = new Set([
  'testing',
  'recordReview',
  'reporting',
  'reportReview',
  'issuing',
  'archived',
  'published',
]);
const enterpriseDetail: RoutePath = '/enterprisesService/enterpriseProjects/index/page/detail';

async function addressOf(kind: SearchKind, foundRecord: SearchResult): Promise<string> {
  if (kind.entity === 'enterpriseProject')
    return `${enterpriseDetail}?${new URLSearchParams({ belongProject: String(foundRecord.id), code: foundRecord.title }).toString()}`;
  const table = useSession.getState().routeTable;
  if (foundRecord.project !== null) {
    const row = await crud(projects).get(foundRecord.project);
    if (kind.entity === 'sample' && withTests.has(row.stage as Stage) && mayOpen(table, testsPath))
      return `${testsPath}?${new URLSearchParams({ view: 'all', sampleNo: foundRecord.title }).toString()}`;
    const path = kind.entity === 'report' && mayOpen(table, reportPath) ? reportPath : nextPagesIn(table, row)[0]?.path;
    if (path)
      return `${projectAddress(path, row)}${kind.entity === 'project' ? '' : `&${kind.entity === 'handOver' ? 'sheet' : kind.entity}=${foundRecord.id}`}`;
    return `/project?${new URLSearchParams({ keyword: String(row.code) }).toString()}`;
  }
  return `${kind.page}?${new URLSearchParams({ keyword: foundRecord.title }).toString()}`;
}

/** Opens a found row where it is edited: in its project, or as the only row of its list. */
export async function openFound(
  kind: SearchKind,
  foundRecord: SearchResult,
  navigate: NavigateFunction,
): Promise<void> {
  await succeeded(addressOf(kind, foundRecord).then((address) => navigate(address)));
}
