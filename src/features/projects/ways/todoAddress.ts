import type { AnyRow } from '@contract/entity';
import type { Todo } from '@contract/features/home/dashboard';
import type { RoutePath } from '@contract/routes';
import { projectAddress } from '../projectQuery';
import type { WayOn } from './waysOf';

const archives: RoutePath = '/qualityControlNew/index/page/detail';
const incomingArchives: RoutePath = '/lab/incomingsample/qualityControlNew/index/page/detail';

/** Returns the page of a task that is not done on the page of the project's stage. */
const pageOf = (at: NonNullable<Todo['at']>, incoming: boolean): RoutePath => {
  if (at === 'archive') return incoming ? incomingArchives : archives;
  if (at === 'records') return incoming ? '/recordPageNewLyjc/pageReport' : '/recordPageNew/pageReport';
  return '/reportPreviewNew';
};

/**
 * Returns the address where a task is done: the one it names, else a page of the project's stage that the person may
 * open, else the project's row.
 * @param ways pages of the project that the person may open
 */
export function todoAddress(
  { project, at, path: elsewhere }: Pick<Todo, 'project' | 'at' | 'path'>,
  ways: readonly WayOn[],
): string {
  if (elsewhere) return elsewhere;
  const path = at ? pageOf(at, project.incoming) : ways[0]?.path;
  return path
    ? `${projectAddress(path, project as unknown as AnyRow)}${at === 'publish' ? '&publish=1' : ''}`
    : `/project/index?code=${encodeURIComponent(project.code)}`;
}
