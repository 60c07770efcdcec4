import type { Todo } from '@contract/dashboard';
import { type Machine, movesFrom, permissionOfMove } from '@contract/workflow/machine';
import { projectMachine } from '@contract/workflow/project';
import { samplePlanMachine } from '@contract/workflow/samplePlan';
import { and, eq, inArray } from 'drizzle-orm';
import type { Orm } from '../../db/orm';
import { workflowStepTable } from '../../db/schema';
import type { Viewer } from '../../http/viewer';
import type { SeenProject } from './projects';

/** A move that goes on, and is not an end or a way back. */
const forward = (machine: Machine, state: string) => movesFrom(machine, state).filter(({ key, needsReason }) => !needsReason && key !== 'terminate');

/** The plan decides in these, whatever the project's own moves are called. */
const ofPlan = new Set(['planning', 'planReview']);

interface Wanted {
  readonly machine: Machine;
  readonly rowId: number;
  readonly state: string;
}

const wantedOf = (project: SeenProject): Wanted =>
  ofPlan.has(project.stage) && project.planId !== null
    ? { machine: samplePlanMachine, rowId: project.planId, state: project.planState ?? samplePlanMachine.initial }
    : { machine: projectMachine, rowId: project.id, state: project.stage };

/** What the viewer could do now, of projects that wait for it: a move that they hold, and did not shut themselves out of by an earlier one. */
export async function todosOf(orm: Orm, viewer: Viewer, projects: readonly SeenProject[]): Promise<Todo[]> {
  const holds = (permission: string) => viewer.permissions.has(permission);
  const open = projects.flatMap((project) => {
    const wanted = wantedOf(project);
    const moves = forward(wanted.machine, wanted.state).filter((move) => holds(permissionOfMove(wanted.machine, move)));
    return moves.length ? [{ project, wanted, moves }] : [];
  });
  if (!open.length) return [];
  const mine = await orm
    .select({ machine: workflowStepTable.machine, rowId: workflowStepTable.rowId, move: workflowStepTable.move })
    .from(workflowStepTable)
    .where(and(eq(workflowStepTable.personId, viewer.user.id), inArray(workflowStepTable.rowId, open.map(({ wanted }) => wanted.rowId))));
  const made = new Set(mine.map(({ machine, rowId, move }) => `${machine} ${rowId} ${move}`));
  return open.flatMap(({ project, wanted: { machine, rowId }, moves }) => {
    const move = moves.find(({ separateFrom = [] }) => !separateFrom.some((other) => made.has(`${machine.name} ${rowId} ${other}`)));
    if (!move) return [];
    // Work is called by its stage, a decision by its move.
    const label = machine.name === projectMachine.name ? projectMachine.states[project.stage].label : move.key === 'submit' ? projectMachine.states.planning.label : move.label;
    return [{ project: project.shown, label }];
  });
}
