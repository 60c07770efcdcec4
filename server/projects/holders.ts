import type { AnyRow } from '@contract/entity';
import { approvalMachine } from '@contract/workflow/approval';
import { labTaskMachine } from '@contract/workflow/labTask';
import { type Machine, movesFrom, permissionOfMove } from '@contract/workflow/machine';
import { projectMachine } from '@contract/workflow/project';
import { reportMachine } from '@contract/workflow/report';
import { samplePlanMachine } from '@contract/workflow/samplePlan';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Orm } from '../db/orm';
import { approvalTable, labTaskTable, menuTable, roleMenusTable, roleTable, userRolesTable, userTable } from '../db/schema';

const permissionsAt = (machine: Machine, state: string): string[] => movesFrom(machine, state).filter(({ needsReason }) => !needsReason).map((move) => permissionOfMove(machine, move));

/** Who has a project's samples in the laboratory: the analysts of open tasks, and by which permission those are given out that nobody has yet. */
async function inLaboratory(orm: Orm, project: number): Promise<{ analysts: { id: number; nickName: string }[]; wanted: string[] }> {
  const open = await orm
    .selectDistinct({ id: labTaskTable.analyst, nickName: userTable.nickName, state: labTaskTable.state })
    .from(labTaskTable)
    .leftJoin(userTable, eq(userTable.id, labTaskTable.analyst))
    .where(and(eq(labTaskTable.project, project), inArray(labTaskTable.state, ['waiting', 'distributed', 'testing']), isNull(labTaskTable.deleteTime)));
  const analysts = new Map(open.flatMap(({ id, nickName, state }) => (state !== 'waiting' && id !== null && nickName !== null ? [[id, nickName] as const] : [])));
  return {
    analysts: [...analysts].map(([id, nickName]) => ({ id, nickName })).sort((one, other) => one.id - other.id),
    wanted: open.some(({ state }) => state === 'waiting') ? [permissionOfMove(labTaskMachine, { key: 'distribute' })] : [],
  };
}

/** What is asked of whoever goes on with records, approvals and reports, whose moves bring the project along; null in every other stage. */
async function ofReport(orm: Orm, project: number, stage: string): Promise<string[] | null> {
  const submit = permissionOfMove(approvalMachine, { key: 'submit' });
  if (stage === 'testing' || stage === 'reporting') return [submit];
  if (stage === 'archived') return [permissionOfMove(reportMachine, { key: 'publish' })];
  if (stage !== 'recordReview' && stage !== 'reportReview' && stage !== 'issuing') return null;
  const [open] = await orm.select({ state: approvalTable.state }).from(approvalTable).where(and(eq(approvalTable.project, project), isNull(approvalTable.deleteTime))).orderBy(desc(approvalTable.id)).limit(1);
  const wanted = permissionsAt(approvalMachine, open?.state ?? '');
  return wanted.length ? wanted : null;
}

/** Everybody of the organisation whose roles hold one of the permissions. */
export async function peopleWith(orm: Orm, organizationId: number, wanted: readonly string[]): Promise<{ id: number; nickName: string }[]> {
  if (!wanted.length) return [];
  return orm
    .selectDistinct({ id: userTable.id, nickName: userTable.nickName })
    .from(userTable)
    .innerJoin(userRolesTable, eq(userRolesTable.ownerId, userTable.id))
    .innerJoin(roleTable, eq(roleTable.id, userRolesTable.targetId))
    .innerJoin(roleMenusTable, eq(roleMenusTable.ownerId, roleTable.id))
    .innerJoin(menuTable, eq(menuTable.id, roleMenusTable.targetId))
    .where(and(
      eq(userTable.organizationId, organizationId), eq(userTable.enabled, '1'), eq(userTable.isQy, false), isNull(userTable.deleteTime), isNull(roleTable.deleteTime),
      isNull(menuTable.deleteTime), inArray(menuTable.permission, [...wanted]),
    ))
    .orderBy(userTable.id);
}

/** Of each approval, by whom its step waits to be decided; those of a page are asked for once a step. */
export async function approvalHolders(orm: Orm, rows: readonly AnyRow[]): Promise<{ holders: string[] }[]> {
  const known = new Map<string, string[]>();
  for (const { organizationId, state } of rows) {
    const key = `${String(organizationId)} ${String(state)}`;
    if (known.has(key)) continue;
    const wanted = state === approvalMachine.initial ? [] : permissionsAt(approvalMachine, String(state));
    known.set(key, organizationId === null ? [] : (await peopleWith(orm, organizationId, wanted)).map(({ nickName }) => nickName));
  }
  return rows.map(({ organizationId, state }) => ({ holders: known.get(`${String(organizationId)} ${String(state)}`) ?? [] }));
}

/** Who is to do something now: in the laboratory whoever has its samples, else everybody of the organisation whose roles hold a move out of the stage, `terminate` aside. */
export async function holdersOf(orm: Orm, { id, organizationId }: { readonly id: number; readonly organizationId: number | null }, stage: string, planState: string | null): Promise<{ id: number; nickName: string }[]> {
  if (organizationId === null) return [];
  if (stage === 'testing') {
    const { analysts, wanted } = await inLaboratory(orm, id);
    const given = new Set(analysts.map((one) => one.id));
    const all = [...analysts, ...(await peopleWith(orm, organizationId, wanted)).filter((one) => !given.has(one.id))];
    if (all.length) return all;
  }
  // In 方案编制 and 方案审核 the plan's own moves are what is waited for.
  const ofPlan = stage === 'planning' || stage === 'planReview' ? movesFrom(samplePlanMachine, planState ?? samplePlanMachine.initial).map((move) => permissionOfMove(samplePlanMachine, move)) : [];
  const ofProject = movesFrom(projectMachine, stage).filter(({ key, needsReason }) => key !== 'terminate' && !needsReason).map((move) => permissionOfMove(projectMachine, move));
  const wanted = ofPlan.length ? ofPlan : ((await ofReport(orm, id, stage)) ?? ofProject);
  return peopleWith(orm, organizationId, wanted);
}
