import { and, asc, desc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { handOverMachine } from '@contract/features/fieldwork/handOver/handOverMachine';
import { samplePlanMachine } from '@contract/features/fieldwork/plan/samplePlanMachine';
import { labTaskMachine } from '@contract/features/laboratory/tasks/labTaskMachine';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { takeOverDue } from '@contract/features/projects/projectTakeOver';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { reportMachine } from '@contract/features/reports/reportMachine';
import {
  dutiesFrom,
  type EligibleSigner,
  type SignersFor,
  namesOf,
  eligibleSigners,
  standingSteps,
} from '@contract/workflow/roundSteps';
import { movesFrom, permissionOfMove } from '@contract/workflow/stateMachine';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import {
  approvalTable,
  labTaskTable,
  menuTable,
  projectTable,
  roleMenusTable,
  roleTable,
  userRolesTable,
  userTable,
  workflowStepTable,
} from '@server/db/schema';
import { authorisedPeople } from '@server/workflow/authorisedPeople';
import { openHandOvers } from './openHandOvers';

/** Stages in which a project waits for the decision of an approval. */
const inApproval: ReadonlySet<string> = new Set(['recordReview', 'reportReview', 'issuing']);

/**
 * Returns the people who test a project's samples: the analysts of open tasks, and the permission to distribute the
 * other tasks.
 */
async function inLaboratory(
  orm: Orm,
  project: number,
): Promise<{ analysts: { id: number; nickName: string }[]; neededPermissions: string[] }> {
  const openApprovals = await orm
    .selectDistinct({ id: labTaskTable.analyst, nickName: personName(), state: labTaskTable.state })
    .from(labTaskTable)
    .leftJoin(userTable, eq(userTable.id, labTaskTable.analyst))
    .where(
      and(
        eq(labTaskTable.project, project),
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

/**
 * Returns the people who may pass approvals on now: without signers of an earlier step of the round, but with their
 * delegates.
 */
async function handsOn(
  orm: Orm,
  rows: readonly { readonly id: number; readonly organizationId: number | null; readonly state?: unknown }[],
  today: string,
): Promise<EligibleSigner[][]> {
  const table = workflowStepTable;
  const ids = rows.map(({ id }) => id);
  const steps = ids.length
    ? await orm
        .select()
        .from(table)
        .where(and(eq(table.machine, approvalMachine.name), inArray(table.rowId, ids)))
        .orderBy(asc(table.id))
    : [];
  const signersByOrganization = new Map<number | null, SignersFor>();
  const signersByRow: EligibleSigner[][] = [];
  for (const { id, organizationId, state } of rows) {
    const handsFor =
      signersByOrganization.get(organizationId) ??
      (await authorisedPeople(orm, approvalMachine, organizationId, today));
    signersByOrganization.set(organizationId, handsFor);
    const duties = state === approvalMachine.initial ? [] : dutiesFrom(approvalMachine, String(state));
    const currentSteps = standingSteps(steps.filter(({ rowId }) => rowId === id));
    signersByRow.push(duties.flatMap((move) => eligibleSigners(move, currentSteps, handsFor(move))));
  }
  return signersByRow;
}

/** Returns for each approval who can decide its step now. */
export const approvalHolders = async (
  orm: Orm,
  rows: readonly AnyRow[],
  today: string,
): Promise<{ holders: string[] }[]> =>
  (await handsOn(orm, rows, today)).map((signers) => ({ holders: namesOf(signers) }));

async function takenOverAt(orm: Orm, id: number): Promise<string | null> {
  const [projectRow] = await orm
    .select({ at: projectTable.takenOverAt })
    .from(projectTable)
    .where(eq(projectTable.id, id));
  return projectRow?.at ?? null;
}

/**
 * Returns the people who have to act now. In the laboratory these are the people who test the samples; in other
 * stages everybody of the organization whose roles have a move out of the stage, except `terminate`. For a job that
 * is to be taken over, it is the move that takes it over.
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
    const allAnalysts = [
      ...analysts,
      ...(await peopleWith(orm, organizationId, permissions)).filter((person) => !analystIds.has(person.id)),
    ];
    if (allAnalysts.length) return allAnalysts;
  }
  if (inApproval.has(stage)) {
    const [openApproval] = await orm
      .select({ id: approvalTable.id, organizationId: approvalTable.organizationId, state: approvalTable.state })
      .from(approvalTable)
      .where(and(eq(approvalTable.project, id), isNull(approvalTable.deleteTime)))
      .orderBy(desc(approvalTable.id))
      .limit(1);
    const [signers = []] = openApproval ? await handsOn(orm, [openApproval], today) : [];
    if (signers.length > 0)
      return [...new Map(signers.map((signer) => [signer.id, { id: signer.id, nickName: signer.name }])).values()];
  }
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
