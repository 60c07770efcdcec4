import { and, asc, eq, gte, isNull, lte } from 'drizzle-orm';
import {
  delegableSteps,
  delegationTexts,
  mayTake,
  stepOfMove,
  stepsIn,
} from '@contract/features/reports/delegation/delegationRules';
import { type Machine, permissionOfMove } from '@contract/workflow/stateMachine';
import { formatDay } from '@server/base/zone';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { delegationTable, userTable } from '@server/db/schema';
import { conflict, forbidden } from '@server/http/errors';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { type Signer, signersOf } from './rowSigners';

/** The person on whose behalf somebody acts. */
export interface Principal {
  readonly id: number;
  readonly name: string;
}

interface RunningDelegation {
  readonly id: number;
  readonly principal: Signer;
  readonly steps: readonly string[];
  readonly validUntil: string;
}

/**
 * Returns the delegations to the viewer that are valid now (server time, the organization's day): not ended, the
 * principal still active and authorised, the delegate still eligible. Checked at every view and every move, so that no
 * delegation is used after its end.
 * @param viewer the delegate
 */
export async function runningDelegations(
  services: Pick<Services, 'now' | 'env'>,
  orm: Orm,
  viewer: Viewer,
): Promise<RunningDelegation[]> {
  const { user, homeOrganizationId } = viewer;
  if (user.isAdmin || viewer.unitIds !== null || viewer.outside) return [];
  const today = formatDay(services.now(), services.env.zone);
  const rows = await orm
    .select({
      id: delegationTable.id,
      principal: delegationTable.principal,
      steps: delegationTable.steps,
      validUntil: delegationTable.validUntil,
    })
    .from(delegationTable)
    .where(
      and(
        eq(delegationTable.delegate, user.id),
        isNull(delegationTable.endedAt),
        isNull(delegationTable.deleteTime),
        lte(delegationTable.validFrom, today),
        gte(delegationTable.validUntil, today),
      ),
    )
    .orderBy(asc(delegationTable.id));
  const personIds = rows.flatMap(({ principal }) => principal ?? []);
  if (!personIds.length) return [];
  const signers = await signersOf(orm, homeOrganizationId, [...personIds, user.id]);
  const ownPermissions = signers.get(user.id)?.permissions ?? new Set<string>();
  return rows.flatMap(({ id, principal: personId, steps, validUntil }) => {
    const principal = signers.get(personId ?? 0);
    const heldSteps = principal
      ? stepsIn(steps).filter((key) => principal.permissions.has(key) && mayTake(key, ownPermissions))
      : [];
    return principal && heldSteps.length ? [{ id, principal, steps: heldSteps, validUntil: String(validUntil) }] : [];
  });
}

const delegableMachines = new Set(delegableSteps.map(({ machine }) => machine.name));

/**
 * Returns the people on whose behalf the viewer may make a move from a state.
 * @param delegations delegations to the viewer that are valid now
 * @param state state of the row
 * @param key key of the move
 */
export function principalsOf(
  delegations: readonly RunningDelegation[],
  machine: Machine,
  state: string,
  key: string,
): Principal[] {
  const step = stepOfMove(machine, state, key);
  const permission = permissionOfMove(machine, { key });
  const principals =
    step === undefined
      ? []
      : delegations.filter(({ steps, principal }) => steps.includes(step) && principal.permissions.has(permission));
  return principals
    .map(({ principal: { id, nickName } }) => ({ id, name: nickName }))
    .filter(({ id }, index, allPeople) => allPeople.findIndex((other) => other.id === id) === index);
}

/** Checks whether a machine has delegable steps. */
export const isDelegable = (machine: Pick<Machine, 'name'>): boolean => delegableMachines.has(machine.name);

/**
 * Returns the person on whose behalf a move is made.
 * @param move.state state of the row
 * @param move.key key of the move
 * @throws Refusal 409 if there is no valid delegation; 403 for a step that can't be delegated
 */
export async function actingFor(
  services: Pick<Services, 'now' | 'env'>,
  orm: Orm,
  viewer: Viewer,
  machine: Machine,
  move: { readonly state: string; readonly key: string; readonly principal: number },
): Promise<Principal> {
  if (stepOfMove(machine, move.state, move.key) === undefined) throw forbidden();
  const matchingPrincipal = principalsOf(
    await runningDelegations(services, orm, viewer),
    machine,
    move.state,
    move.key,
  ).find(({ id }) => id === move.principal);
  if (matchingPrincipal) return matchingPrincipal;
  const [person] = await orm
    .select({ name: personName() })
    .from(userTable)
    .where(
      and(
        eq(userTable.id, move.principal),
        viewer.organizationId === null ? undefined : eq(userTable.organizationId, viewer.organizationId),
      ),
    );
  throw conflict(delegationTexts.expired(person?.name ?? '委托人'), 'delegationOver');
}
