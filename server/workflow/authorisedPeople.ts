import { and, asc, eq, gte, isNull, lte } from 'drizzle-orm';
import { mayTake, stepsIn } from '@contract/features/reports/delegation/delegationRules';
import type { EligibleSigner, SignersFor } from '@contract/workflow/roundSteps';
import { type Machine, permissionOfMove } from '@contract/workflow/stateMachine';
import type { Orm } from '@server/db/orm';
import { delegationTable } from '@server/db/schema';
import { isDelegable } from './onBehalf';
import { type Signer, signersOf } from './rowSigners';

const table = delegationTable;

/** Selects an organization's delegations that are valid today. */
const runningIn = (orm: Orm, organizationId: number, today: string) =>
  orm
    .select({ principal: table.principal, delegate: table.delegate, steps: table.steps })
    .from(table)
    .where(
      and(
        eq(table.organizationId, organizationId),
        isNull(table.endedAt),
        isNull(table.deleteTime),
        lte(table.validFrom, today),
        gte(table.validUntil, today),
      ),
    )
    .orderBy(asc(table.id));

const handOf = ({ id, nickName }: Signer): EligibleSigner => ({ id, name: nickName });

/**
 * Returns the people who are authorised for the moves of a machine today: by role, and by delegation.
 * @param today the organization's day, `YYYY-MM-DD`
 */
export async function authorisedPeople(
  orm: Orm,
  machine: Machine,
  organizationId: number | null,
  today: string,
): Promise<SignersFor> {
  if (organizationId === null) return () => [];
  const keyOf = (move: { readonly key: string }) => permissionOfMove(machine, move);
  const signers = await signersOf(orm, organizationId, undefined, machine.moves.map(keyOf));
  const delegations = isDelegable(machine) ? await runningIn(orm, organizationId, today) : [];
  return (move) => {
    const key = keyOf(move);
    const ownSigners = [...signers.values()].filter(({ permissions }) => permissions.has(key)).map(handOf);
    const delegated = delegations.flatMap(({ principal: from, delegate: to, steps }): EligibleSigner[] => {
      const [principal, delegate] = [signers.get(from ?? 0), signers.get(to ?? 0)];
      if (
        !principal?.permissions.has(key) ||
        !delegate ||
        !stepsIn(steps).includes(key) ||
        !mayTake(key, delegate.permissions)
      )
        return [];
      return [{ ...handOf(delegate), principal: { id: principal.id, name: principal.nickName } }];
    });
    return [...ownSigners, ...delegated];
  };
}
