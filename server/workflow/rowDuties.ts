import { and, asc, eq, inArray } from 'drizzle-orm';
import {
  ableSigners,
  dutiesFrom,
  type EligibleSigner,
  isAbleSigner,
  type MadeStep,
  type SignersFor,
  standingSteps,
  unsignableStep,
} from '@contract/workflow/roundSteps';
import type { Machine, Move } from '@contract/workflow/stateMachine';
import type { Orm } from '@server/db/orm';
import { workflowStepTable } from '@server/db/schema';
import { authorisedPeople } from './authorisedPeople';

interface DutyRow {
  readonly id: number;
  readonly organizationId: number | null;
}

export interface RowDuties {
  /** Returns everybody who may make the row's awaited step now; null if its state has no step of separate people. */
  readonly signersOf: (row: DutyRow, state: string) => EligibleSigner[] | null;
  /** Returns everybody who may make a move on the row now. */
  readonly signersOfMove: (row: DutyRow, move: Move) => EligibleSigner[];
  /** Returns the coming signature of the row for which too few different people are authorised. */
  readonly unsignableStep: (row: DutyRow, state: string) => Move | undefined;
  /**
   * Returns whether a person with the permission may make a move on the row now: no earlier step of the round excludes
   * them, and a signature of theirs leaves somebody for the next step.
   */
  readonly mayMake: (row: DutyRow, move: Move, person: EligibleSigner) => boolean;
}

/**
 * Reads who may make the next step of rows, by the same rules as the moves themselves (`moveRows.ts`).
 * @param today the organization's day, `YYYY-MM-DD`
 */
export async function dutiesOfRows(
  orm: Orm,
  machine: Machine,
  rows: readonly DutyRow[],
  today: string,
): Promise<RowDuties> {
  const table = workflowStepTable;
  const ids = rows.map(({ id }) => id);
  const steps = ids.length
    ? await orm
        .select()
        .from(table)
        .where(and(eq(table.machine, machine.name), inArray(table.rowId, ids)))
        .orderBy(asc(table.id))
    : [];
  const stepsByRow = new Map<number, MadeStep[]>(ids.map((id) => [id, []]));
  for (const step of steps) stepsByRow.get(step.rowId)?.push(step);
  const organizationIds = [...new Set(rows.map(({ organizationId }) => organizationId))];
  const signersByOrganization = new Map<number | null, SignersFor>();
  for (const organizationId of organizationIds)
    signersByOrganization.set(organizationId, await authorisedPeople(orm, machine, organizationId, today));
  const roundOf = ({ id }: DutyRow): MadeStep[] => standingSteps(stepsByRow.get(id) ?? []);
  const signersFor = ({ organizationId }: DutyRow): SignersFor =>
    signersByOrganization.get(organizationId) ?? (() => []);
  return {
    signersOf: (row, state) => {
      const duties = state === machine.initial ? [] : dutiesFrom(machine, state);
      return duties.length ? duties.flatMap((move) => ableSigners(machine, move, roundOf(row), signersFor(row))) : null;
    },
    signersOfMove: (row, move) => ableSigners(machine, move, roundOf(row), signersFor(row)),
    unsignableStep: (row, state) => unsignableStep(machine, state, roundOf(row), signersFor(row)),
    mayMake: (row, move, person) => isAbleSigner(machine, move, roundOf(row), person, signersFor(row)),
  };
}
