import { and, desc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { handOverMachine } from '@contract/features/fieldwork/handOver/handOverMachine';
import { samplePlanMachine } from '@contract/features/fieldwork/plan/samplePlanMachine';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { labTaskMachine } from '@contract/features/laboratory/tasks/labTaskMachine';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { takeOverDue } from '@contract/features/projects/projectTakeOver';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { namesOf } from '@contract/workflow/roundSteps';
import { type Machine, movesFrom, permissionOfMove } from '@contract/workflow/stateMachine';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import {
  approvalTable,
  labSheetTable,
  labTaskTable,
  menuTable,
  projectTable,
  roleMenusTable,
  roleTable,
  samplePlanTable,
  userRolesTable,
  userTable,
} from '@server/db/schema';
import { dutiesOfRows } from '@server/workflow/rowDuties';
import { openHandOvers } from './openHandOvers';

/** Stages in which a project waits for the decision of an approval. */
const inApproval: ReadonlySet<string> = new Set(['recordReview', 'reportReview', 'issuing']);

/**
 * Returns the people who test a project's samples: the analysts of open tasks, and the permission to distribute the
 * other tasks.
 */
async function inLaboratory(
  orm: Orm,
  projectId: number,
): Promise<{ analysts: { id: number; nickName: string }[]; neededPermissions: string[] }> {
  const openApprovals = await orm
    .selectDistinct({ id: labTaskTable.analyst, nickName: personName(), state: labTaskTable.state })
    .from(labTaskTable)
    .leftJoin(userTable, eq(userTable.id, labTaskTable.analyst))
    .where(
      and(
        eq(labTaskTable.project, projectId),
        inArray(labTaskTable.state, ['waiting', 'distributed', 'testing']),
        isNull(labTaskTable.deleteTime),
      ),
    );
  const analysts = new Map(
    openApprovals.flatMap(({ id, nickName, state }) =>
      state !== 'waiting' && id !== null && nickName !== null ? [[id, nickName] as const] : [],
    ),
  );
  return {
    analysts: [...analysts].map(([id, nickName]) => ({ id, nickName })).sort((analyst, other) => analyst.id - other.id),
    neededPermissions: openApprovals.some(({ state }) => state === 'waiting')
      ? [permissionOfMove(labTaskMachine, { key: 'distribute' })]
      : [],
  };
}

/**
 * Returns the permissions for the next step of records and reports, whose moves also move the project; null in every
 * other stage.
 */
function ofReport(stage: string): string[] | null {
  const submit = permissionOfMove(approvalMachine, { key: 'submit' });
  if (stage === 'testing' || stage === 'reporting') return [submit];
  if (stage === 'archived') return [permissionOfMove(reportMachine, { key: 'publish' })];
  return null;
}

/** Returns all people of the organization whose roles have one of the permissions. */
export async function peopleWith(
  orm: Orm,
  organizationId: number,
  permissions: readonly string[],
): Promise<{ id: number; nickName: string }[]> {
  if (!permissions.length) return [];
  return orm
    .selectDistinct({ id: userTable.id, nickName: personName() })
    .from(userTable)
    .innerJoin(userRolesTable, eq(userRolesTable.ownerId, userTable.id))
    .innerJoin(roleTable, eq(roleTable.id, userRolesTable.targetId))
    .innerJoin(roleMenusTable, eq(roleMenusTable.ownerId, roleTable.id))
    .innerJoin(menuTable, eq(menuTable.id, roleMenusTable.targetId))
    .where(
      and(
        eq(userTable.organizationId, organizationId),
        eq(userTable.enabled, '1'),
        eq(userTable.isQy, false),
        isNull(userTable.deleteTime),
        isNull(roleTable.deleteTime),
        isNull(menuTable.deleteTime),
        inArray(menuTable.permission, [...permissions]),
      ),
    )
    .orderBy(userTable.id);
}

/** Returns for each approval who can decide its step now. */
export async function approvalHolders(
  orm: Orm,
  rows: readonly AnyRow[],
  today: string,
): Promise<{ holders: string[] }[]> {
  const duties = await dutiesOfRows(orm, approvalMachine, rows, today);
  return rows.map((row) => ({ holders: namesOf(duties.signersOf(row, String(row.state)) ?? []) }));
}

/**
 * Returns the people who may make the awaited steps of rows now; null if no row waits for a step of separate people.
 */
async function signersOfRows(
  orm: Orm,
  machine: Machine,
  rows: readonly { readonly id: number; readonly organizationId: number | null; readonly state: string | null }[],
  today: string,
): Promise<{ id: number; nickName: string }[] | null> {
  const duties = await dutiesOfRows(orm, machine, rows, today);
  const signers = rows.map((row) => duties.signersOf(row, String(row.state)));
  if (signers.every((people) => people === null)) return null;
  return [...new Map(signers.flatMap((people) => people ?? []).map(({ id, name }) => [id, name]))].map(
    ([id, nickName]) => ({ id, nickName }),
  );
}

/**
 * Returns the people who may sign or decide what a project waits for now: its contract review, its plan, its
 * approval; null in every other stage.
 */
async function decidersOf(
  orm: Orm,
  projectRow: { readonly id: number; readonly organizationId: number | null },
  stage: string,
  today: string,
): Promise<{ id: number; nickName: string }[] | null> {
  if (stage === 'contractReview') return signersOfRows(orm, projectMachine, [{ ...projectRow, state: stage }], today);
  const table = stage === 'planReview' ? samplePlanTable : inApproval.has(stage) ? approvalTable : null;
  if (!table) return null;
  const rows = await orm
    .select({ id: table.id, organizationId: table.organizationId, state: table.state })
    .from(table)
    .where(and(eq(table.project, projectRow.id), isNull(table.deleteTime)))
    .orderBy(desc(table.id))
    .limit(1);
  return signersOfRows(orm, stage === 'planReview' ? samplePlanMachine : approvalMachine, rows, today);
}

/** Returns the people who may sign the project's records that wait for a review or an approval. */
async function recordSigners(orm: Orm, projectId: number, today: string): Promise<{ id: number; nickName: string }[]> {
  const rows = await orm
    .select({ id: labSheetTable.id, organizationId: labSheetTable.organizationId, state: labSheetTable.state })
    .from(labSheetTable)
    .where(
      and(
        eq(labSheetTable.project, projectId),
        inArray(labSheetTable.state, ['awaitingReview', 'awaitingApproval']),
        isNull(labSheetTable.deleteTime),
      ),
    );
  return (await signersOfRows(orm, recordMachine, rows, today)) ?? [];
}

async function takenOverAt(orm: Orm, id: number): Promise<string | null> {
  const [projectRow] = await orm
    .select({ at: projectTable.takenOverAt })
    .from(projectTable)
    .where(eq(projectTable.id, id));
  return projectRow?.at ?? null;
}

/**
 * Returns the people who have to act now. In the laboratory these are the people who test the samples or may sign the
 * records; where people decide, those whom no earlier step excludes; in other stages everybody of the organization
 * whose roles have a move out of the stage, except `terminate`. For a job that is to be taken over, it is the move that
 * takes it over.
 */
export async function holdersOf(
  orm: Orm,
  { id, organizationId }: { readonly id: number; readonly organizationId: number | null },
  stage: string,
  planState: string | null,
  today: string,
): Promise<{ id: number; nickName: string }[]> {
  if (organizationId === null) return [];
  if (stage === 'testing') {
    const { analysts, neededPermissions: permissions } = await inLaboratory(orm, id);
    const analystIds = new Set(analysts.map((analyst) => analyst.id));
    const otherPeople = [
      ...(await peopleWith(orm, organizationId, permissions)),
      ...(await recordSigners(orm, id, today)),
    ];
    const people = [...analysts, ...otherPeople.filter((person) => !analystIds.has(person.id))];
    if (people.length) return [...new Map(people.map((person) => [person.id, person])).values()];
  }
  const deciders = await decidersOf(orm, { id, organizationId }, stage, today);
  if (deciders) return deciders;
  // The samplers hand samples in and the sample keeper receives them before the project continues.
  if (stage === 'handOver') {
    const pendingHandOver = (await openHandOvers(orm, [id])).get(id);
    if (pendingHandOver)
      return peopleWith(orm, organizationId, [
        permissionOfMove(handOverMachine, { key: pendingHandOver.unsentCount > 0 ? 'submit' : 'receive' }),
      ]);
  }
  return peopleWith(orm, organizationId, await nextPermissions(orm, id, stage, planState));
}

/** Returns the permissions for the next step of a project; each of them is enough. */
async function nextPermissions(orm: Orm, id: number, stage: string, planState: string | null): Promise<string[]> {
  // In 方案编制 and 方案审核 the plan's own moves come next.
  const ofPlan =
    stage === 'planning' || stage === 'planReview'
      ? movesFrom(samplePlanMachine, planState ?? samplePlanMachine.initial).map((move) =>
          permissionOfMove(samplePlanMachine, move),
        )
      : [];
  const takeOver = stage === 'draft' ? takeOverDue(stage, await takenOverAt(orm, id)) : null;
  const ofProject = movesFrom(projectMachine, stage)
    .filter(({ key, needsReason }) => (takeOver ? key === takeOver : key !== 'terminate' && !needsReason))
    .map((move) => permissionOfMove(projectMachine, move));
  return ofPlan.length ? ofPlan : (ofReport(stage) ?? ofProject);
}

/** Returns the names of the roles that an organization can give to people who shall take the next step. */
export async function rolesForNextStep(
  orm: Orm,
  { id, organizationId }: { readonly id: number; readonly organizationId: number | null },
  stage: string,
  planState: string | null,
): Promise<string[]> {
  const permissions = await nextPermissions(orm, id, stage, planState);
  if (!permissions.length) return [];
  const rows = await orm
    .selectDistinct({ id: roleTable.id, name: roleTable.name })
    .from(roleTable)
    .innerJoin(roleMenusTable, eq(roleMenusTable.ownerId, roleTable.id))
    .innerJoin(menuTable, eq(menuTable.id, roleMenusTable.targetId))
    .where(
      and(
        or(
          isNull(roleTable.organizationId),
          organizationId === null ? undefined : eq(roleTable.organizationId, organizationId),
        ),
        isNull(roleTable.deleteTime),
        isNull(menuTable.deleteTime),
        inArray(menuTable.permission, permissions),
      ),
    )
    .orderBy(roleTable.id);
  return rows.map(({ name }) => name);
}
