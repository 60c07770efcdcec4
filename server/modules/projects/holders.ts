import { movesFrom, permissionOfMove } from '@contract/workflow/machine';
import { projectMachine } from '@contract/workflow/project';
import { samplePlanMachine } from '@contract/workflow/samplePlan';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Orm } from '../../db/orm';
import { menuTable, roleMenusTable, roleTable, userRolesTable, userTable } from '../../db/schema';

/** Who is to do something now: everybody of the organisation whose roles hold a move out of the stage, `terminate` aside. */
export async function holdersOf(orm: Orm, organizationId: number | null, stage: string, planState: string | null): Promise<{ id: number; nickName: string }[]> {
  // In 方案编制 and 方案审核 the plan's own moves are what is waited for.
  const ofPlan = stage === 'planning' || stage === 'planReview' ? movesFrom(samplePlanMachine, planState ?? samplePlanMachine.initial).map((move) => permissionOfMove(samplePlanMachine, move)) : [];
  const ofProject = movesFrom(projectMachine, stage).filter(({ key, needsReason }) => key !== 'terminate' && !needsReason).map((move) => permissionOfMove(projectMachine, move));
  const wanted = ofPlan.length ? ofPlan : ofProject;
  if (!wanted.length || organizationId === null) return [];
  return orm
    .selectDistinct({ id: userTable.id, nickName: userTable.nickName })
    .from(userTable)
    .innerJoin(userRolesTable, eq(userRolesTable.ownerId, userTable.id))
    .innerJoin(roleTable, eq(roleTable.id, userRolesTable.targetId))
    .innerJoin(roleMenusTable, eq(roleMenusTable.ownerId, roleTable.id))
    .innerJoin(menuTable, eq(menuTable.id, roleMenusTable.targetId))
    .where(and(
      eq(userTable.organizationId, organizationId), eq(userTable.enabled, '1'), eq(userTable.isQy, false), isNull(userTable.deleteTime), isNull(roleTable.deleteTime),
      isNull(menuTable.deleteTime), inArray(menuTable.permission, wanted),
    ))
    .orderBy(userTable.id);
}
