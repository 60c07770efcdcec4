import type { NavigateFunction } from 'react-router-dom';
import { crud } from '@/api/crudClient';
import { succeeded } from '@/api/succeeded';
import { projectAddress } from '@/features/projects/projectQuery';
import { mayOpen, waysIn } from '@/features/projects/ways/useWays';
import { useSession } from '@/session/sessionStore';
import type { Entity } from '@contract/entity';
import type { Found, SearchKind } from '@contract/features/home/search';
import { project } from '@contract/features/projects/entities/project';
import type { Stage } from '@contract/features/projects/projectMachine';
import type { RoutePath } from '@contract/routes';

const projects: Entity = project;
const report: RoutePath = '/reportPreviewNew';
const tests: RoutePath = '/lab/sampleDistribute';
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

async function addressOf(kind: SearchKind, found: Found): Promise<string> {
  if (kind.entity === 'enterpriseProject')
    return `${enterpriseDetail}?${new URLSearchParams({ belongProject: String(found.id), code: found.title }).toString()}`;
  const table = useSession.getState().routeTable;
  if (found.project !== null) {
    const row = await crud(projects).get(found.project);
    if (kind.entity === 'sample' && withTests.has(row.stage as Stage) && mayOpen(table, tests))
      return `${tests}?${new URLSearchParams({ view: 'all', sampleNo: found.title }).toString()}`;
    const path = kind.entity === 'report' && mayOpen(table, report) ? report : waysIn(table, row)[0]?.path;
    if (path)
      return `${projectAddress(path, row)}${kind.entity === 'project' ? '' : `&${kind.entity === 'handOver' ? 'sheet' : kind.entity}=${found.id}`}`;
    return `/project?${new URLSearchParams({ keyword: String(row.code) }).toString()}`;
  }
  return `${kind.page}?${new URLSearchParams({ keyword: found.title }).toString()}`;
}

/** Opens a found row where it is edited: in its project, or as the only row of its list. */
export async function openFound(kind: SearchKind, found: Found, navigate: NavigateFunction): Promise<void> {
  await succeeded(addressOf(kind, found).then((address) => navigate(address)));
}
