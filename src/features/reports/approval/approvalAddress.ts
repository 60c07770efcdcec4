import type { May } from '@/session/useCan';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import type { HeldDelegation } from '@contract/features/reports/delegation/delegation';
import { movesFrom, permissionOfMove } from '@contract/workflow/machine';

/** Returns the states in which the person may approve on behalf of somebody. */
export const statesHeld = (held: readonly HeldDelegation[]): string[] =>
  Object.keys(approvalMachine.states).filter((state) =>
    movesFrom(approvalMachine, state).some(
      (move) => !move.needsReason && held.some(({ steps }) => steps.includes(permissionOfMove(approvalMachine, move))),
    ),
  );

/** Returns the people on whose behalf the person may decide in this state. */
export const principalsAt = (held: readonly HeldDelegation[], state: string): string[] => [
  ...new Set(
    held
      .filter(({ steps }) =>
        movesFrom(approvalMachine, state).some(
          (move) => !move.needsReason && steps.includes(permissionOfMove(approvalMachine, move)),
        ),
      )
      .map(({ principalName }) => principalName),
  ),
];

/** Returns the states in which the person may approve. */
export const stepsOfMine = (may: May): string[] =>
  Object.keys(approvalMachine.states).filter(
    (state) =>
      state !== approvalMachine.initial &&
      movesFrom(approvalMachine, state).some(
        (move) => !move.needsReason && may([permissionOfMove(approvalMachine, move)]),
      ),
  );
