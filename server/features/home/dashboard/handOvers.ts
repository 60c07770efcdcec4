import { handOverMachine } from '@contract/features/fieldwork/handOver/handOverMachine';
import type { Todo } from '@contract/features/home/dashboard';
import { permissionOfMove } from '@contract/workflow/machine';
import type { HandingOver } from '@server/features/projects/handingOver';
import type { Viewer } from '@server/http/viewer';
import type { SeenProject } from './openProjects';

/**
 * Returns what the viewer has to do in 样品交接: samples to hand in, sheets to receive. The project's own move is due
 * when neither is left.
 */
export function handOverTodos(
  viewer: Viewer,
  projects: readonly SeenProject[],
  under: ReadonlyMap<number, HandingOver>,
): Todo[] {
  const may = (key: string) => viewer.permissions.has(permissionOfMove(handOverMachine, { key }));
  return projects.flatMap(({ id, stage, shown: project }): Todo[] => {
    const { left, waiting } = (stage === 'handOver' ? under.get(id) : undefined) ?? { left: 0, waiting: 0 };
    return [
      ...(left > 0 && may('submit') ? [{ project, label: `送交样品（${left}个）` }] : []),
      ...(waiting > 0 && may('receive') ? [{ project, label: `接收样品（${waiting}份流转单）` }] : []),
    ];
  });
}
