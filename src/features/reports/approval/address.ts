import type { May } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import type { HeldDelegation } from '@contract/features/reports/delegation/delegation';
import type { RoutePath } from '@contract/routes';
import { movesFrom, permissionOfMove } from '@contract/workflow/machine';

const pages: Readonly<Record<string, RoutePath>> = {
  'report/ordinary': '/projectAuditReviewNewPage/page',
  'records/ordinary': '/projectAuditReviewNewPage/pageSysjs',
  'report/incoming': '/projectAuditReviewNewPage/pageLyjc',
  'records/incoming': '/projectAuditReviewNewPage/pageLyjcSysjs',
};

/** Returns the page of an approval (SPEC §2), by its kind and the kind of project. */
export const approvalAddress = ({ id, kind, incoming, project }: AnyRow): string =>
  `${pages[`${String(kind)}/${incoming ? 'incoming' : 'ordinary'}`] ?? '/projectAuditReviewPage/page'}?belongProject=${String(project)}&id=${id}`;

/** Returns the states in which the person may approve for somebody they represent. */
export const statesHeld = (held: readonly HeldDelegation[]): string[] =>
  Object.keys(approvalMachine.states).filter((state) =>
    movesFrom(approvalMachine, state).some(
      (move) => !move.needsReason && held.some(({ steps }) => steps.includes(permissionOfMove(approvalMachine, move))),
    ),
  );

/** Returns the people represented in a decision at this state. */
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
