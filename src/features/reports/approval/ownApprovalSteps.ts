import type { PermissionCheck } from '@/session/useCan';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import type { HeldDelegation } from '@contract/features/reports/delegation/delegationRules';
import { movesFrom, permissionOfMove } from '@contract/workflow/stateMachine';

/** Returns the states in which the person may approve on behalf of somebody. */
export const delegatedStates = (delegations: readonly HeldDelegation[]): string[] =>
  Object.keys(approvalMachine.states).filter((state) =>
    movesFrom(approvalMachine, state).some(
      (move) =>
        !move.needsReason && delegations.some(({ steps }) => steps.includes(permissionOfMove(approvalMachine, move))),
    ),
  );

/** Returns the people on whose behalf the person may decide in this state. */
export const principalsAt = (delegations: readonly HeldDelegation[], state: string): string[] => [
  ...new Set(
    delegations
      .filter(({ steps }) =>
        movesFrom(approvalMachine, state).some(
          (move) => !move.needsReason && steps.includes(permissionOfMove(approvalMachine, move)),
        ),
      )
      .map(({ principalName }) => principalName),
  ),
];

/** Returns the states in which the person may approve. */
export const ownApprovalStates = (hasPermission: PermissionCheck): string[] =>
  Object.keys(approvalMachine.states).filter(
    (state) =>
      state !== approvalMachine.initial &&
      movesFrom(approvalMachine, state).some(
        (move) => !move.needsReason && hasPermission([permissionOfMove(approvalMachine, move)]),
      ),
  );
