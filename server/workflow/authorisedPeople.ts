import { and, asc, eq, gte, isNull, lte } from 'drizzle-orm';
import { mayTake, stepsIn } from '@contract/features/reports/delegation/delegation';
import { type Machine, permissionOfMove } from '@contract/workflow/machine';
import type { Hand, HandsFor } from '@contract/workflow/round';
import type { Orm } from '@server/db/orm';
import { delegationTable } from '@server/db/schema';
import { isDelegable } from './onBehalf';
import { type Signer, signersOf } from './signers';

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

const handOf = ({ id, nickName }: Signer): Hand => ({ id, name: nickName });

/**
 * Returns the people who are authorised for the moves of a machine today: by role, and by delegation.
 * @param today the organization's day, `YYYY-MM-DD`
 */
export async function authorisedPeople(
  orm: Orm,
  machine: Machine,
  organizationId: number | null,
  today: string,
): Promise<HandsFor> {
  if (organizationId === null) return () => [];
  const keyOf = (move: { readonly key: string }) => permissionOfMove(machine, move);
  const signers = await signersOf(orm, organizationId, undefined, machine.moves.map(keyOf));
  const delegations = isDelegable(machine) ? await runningIn(orm, organizationId, today) : [];
  return (move) => {
    const key = keyOf(move);
    const own = [...signers.values()].filter(({ permissions }) => permissions.has(key)).map(handOf);
    const delegated = delegations.flatMap(({ principal: from, delegate: to, steps }): Hand[] => {
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
    return [...own, ...delegated];
  };
}
