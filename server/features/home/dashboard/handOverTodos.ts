import { and, eq, inArray, isNull } from 'drizzle-orm';
import { handOverMachine } from '@contract/features/fieldwork/handOver/handOverMachine';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import type { Todo } from '@contract/features/home/dashboardWire';
import type { ReturnDetails } from '@contract/workflow/returnedWork';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { returnedFacts } from '@server/crud/operations/returnedFacts';
import type { Orm } from '@server/db/orm';
import { sampleTable } from '@server/db/schema';
import type { OpenHandOvers } from '@server/features/projects/openHandOvers';
import type { Viewer } from '@server/http/viewer';
import type { SeenProject } from './openProjects';

/** Returns by project why samples were refused that have to be handed in again. */
async function refusedOf(orm: Orm, zone: string, ids: readonly number[]): Promise<ReadonlyMap<number, ReturnDetails>> {
  if (!ids.length) return new Map();
  const samples = await orm
    .select({ id: sampleTable.id, project: sampleTable.project })
    .from(sampleTable)
    .where(
      and(inArray(sampleTable.project, [...ids]), eq(sampleTable.state, 'collected'), isNull(sampleTable.deleteTime)),
    )
    .orderBy(sampleTable.id);
  const returnedByProject = await returnedFacts(
    orm,
    zone,
    sampleMachine,
    samples.map(({ id }) => ({ id, state: 'collected' })),
  );
  return new Map(
    samples.flatMap(({ id, project }): [number, ReturnDetails][] => {
      const returnedFact = returnedByProject.get(id);
      return returnedFact ? [[Number(project), returnedFact]] : [];
    }),
  );
}

/**
 * Returns the viewer's to-dos in 样品交接: samples to hand in, circulation sheets to receive. The project's own move
 * is due when neither is left.
 */
export async function handOverTodos(
  orm: Orm,
  zone: string,
  viewer: Viewer,
  projects: readonly SeenProject[],
  handingOverByProject: ReadonlyMap<number, OpenHandOvers>,
): Promise<Todo[]> {
  const mayMove = (key: string) => viewer.permissions.has(permissionOfMove(handOverMachine, { key }));
  const refusedFacts = mayMove('submit')
    ? await refusedOf(
        orm,
        zone,
        [...handingOverByProject].flatMap(([id, { unsentCount }]) => (unsentCount > 0 ? [id] : [])),
      )
    : new Map<number, ReturnDetails>();
  return projects.flatMap(({ id, stage, shown: project }): Todo[] => {
    const { unsentCount, waiting } = (stage === 'handOver' ? handingOverByProject.get(id) : undefined) ?? {
      unsentCount: 0,
      waiting: 0,
    };
    return [
      ...(unsentCount > 0 && mayMove('submit')
        ? [{ project, label: `送交样品（${unsentCount}个）`, returned: refusedFacts.get(id) }]
        : []),
      ...(waiting > 0 && mayMove('receive') ? [{ project, label: `接收样品（${waiting}份流转单）` }] : []),
    ];
  });
}
