import type { AnyRow } from '@contract/entity';
import type { Todo } from '@contract/features/home/dashboardWire';
import type { RoutePath } from '@contract/routes';
import { projectAddress } from '../projectQuery';
import type { NextPage } from './nextPages';

/** Parameter of the list of projects: id of the project whose panel opens. */
export const panelParameter = 'handle';

const archives: RoutePath = '/qualityControlNew/index/page/detail';
const incomingArchives: RoutePath = '/lab/incomingsample/qualityControlNew/index/page/detail';

/** Returns the page of a task that is not done on the page of the project's stage. */
const pageOf = (at: NonNullable<Todo['at']>, incoming: boolean): RoutePath => {
  if (at === 'archive') return incoming ? incomingArchives : archives;
  if (at === 'records') return incoming ? '/recordPageNewLyjc/pageReport' : '/recordPageNew/pageReport';
  return '/reportPreviewNew';
};

/** Returns the address of the list of projects with the panel of one of them open. */
const panelAddress = ({ id, code }: Todo['project']): string =>
  `/project/index?code=${encodeURIComponent(code)}&${panelParameter}=${id}`;

/**
 * Returns the address where a task is done: the address that it names, else a page of the project's stage that the
 * person may open, else the project's panel, which has the decisions of stages without a page.
 * @param nextSteps pages of the project that the person may open
 */
export function todoAddress(
  { project, at, path: otherPath }: Pick<Todo, 'project' | 'at' | 'path'>,
  nextSteps: readonly NextPage[],
): string {
  if (otherPath) return otherPath;
  const path = at ? pageOf(at, project.incoming) : nextSteps[0]?.path;
  return path
    ? `${projectAddress(path, project as unknown as AnyRow)}${at === 'publish' ? '&publish=1' : ''}`
    : panelAddress(project);
}
