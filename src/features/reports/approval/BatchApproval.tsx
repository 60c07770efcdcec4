import { MoveDialog } from '@/features/projects/moves/MoveDialog';
import { useSeenRows } from '@/features/projects/moves/useSeenRows';
import type { PermissionCheck } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { approvalTexts } from '@contract/features/reports/approval/approvalTexts';
import { approval } from '@contract/features/reports/entities/approval';
import { movesFrom, permissionOfMove } from '@contract/workflow/stateMachine';

const noRow = { id: 0, version: 0 };

/**
 * Returns the move that passes these approvals on; undefined unless they all wait for one step that the person may
 * take.
 */
export function approvalMoveOf(rows: readonly AnyRow[], hasPermission: PermissionCheck) {
  const [state, ...others] = [...new Set(rows.map((row) => String(row.state)))];
  if (state === undefined || others.length || state === approvalMachine.initial) return undefined;
  return movesFrom(approvalMachine, state).find(
    (move) => move.signs && !move.needsReason && hasPermission([permissionOfMove(approvalMachine, move)]),
  );
}

interface BatchApprovalProps {
  /** Selected approvals in the versions that the person saw. An empty list closes the dialog. */
  readonly rows: readonly AnyRow[];
  readonly may: PermissionCheck;
  readonly onClose: () => void;
  readonly onMoved: () => void;
}

/** Passes the selected approvals with one password, all or none. Each is checked as if it were passed alone. */
export function BatchApproval({ rows, may, onClose, onMoved }: BatchApprovalProps) {
  const move = approvalMoveOf(rows, may);
  const seenRows = useSeenRows(
    approval,
    rows.map(({ id, version }) => ({ id, version })),
  );
  return (
    <MoveDialog
      entity={approval}
      row={noRow}
      batchRows={seenRows.rows}
      waiting={seenRows.waiting}
      move={move ? { key: move.key, label: move.label, needsReason: false, signs: true } : null}
      note={rows.length ? approvalTexts.togetherNote(rows.map((row) => String(row.title))) : undefined}
      onClose={onClose}
      onMoved={onMoved}
    />
  );
}
