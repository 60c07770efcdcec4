import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { approvalAddress } from '@/features/projects/approvalAddress';
import { useOpenFromAddress } from '@/lib/useOpenFromAddress';
import { ListEditor, type ListPage } from '@/listEditor';
import { useMay } from '@/session/useCan';
import type { AnyRow, Entity } from '@contract/entity';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { approvalTexts } from '@contract/features/reports/approval/approvalTexts';
import { stepLabel } from '@contract/features/reports/delegation/delegationRules';
import { approval as approvalEntity, approvalHolderFields } from '@contract/features/reports/entities/approval';
import { delegation } from '@contract/features/reports/entities/delegation';
import { permissionOf } from '@contract/permissions';
import { movesFrom, permissionOfMove } from '@contract/workflow/stateMachine';
import { DelegationDrawer } from '../delegation/DelegationDrawer';
import { useHeldDelegations } from '../delegation/useHeldDelegations';
import { fetchWaitingApprovals } from './approvalCalls';
import { BatchApproval, approvalMoveOf } from './BatchApproval';
import { HolderCell } from './HolderCell';
import { delegatedStates, ownApprovalStates } from './ownApprovalSteps';
import { WaitingCell } from './WaitingCell';
import styles from './approvals.module.css';

/** The entity with an additional column for the people who have to act, which its table does not have. */
const queueEntity: Entity = {
  ...approvalEntity,
  fields: { ...approvalEntity.fields, ...approvalHolderFields },
};
const listPermissions = [permissionOf(delegation, 'list')];
const open = ['first', 'second', 'third'];
const passPermissions = open.flatMap((state) =>
  movesFrom(approvalMachine, state)
    .filter(({ signs, needsReason }) => signs && !needsReason)
    .map((move) => permissionOfMove(approvalMachine, move)),
);

/** Id of no row, for a list without rows. */
const noIds: readonly string[] = ['0'];

/** Returns the ids of the approvals that the person may give now; undefined while they load. */
function useWaitingIds(enabled: boolean): readonly string[] | undefined {
  const { data } = useQuery({
    queryKey: ['list', approvalEntity.path, 'waiting'],
    queryFn: ({ signal }) => fetchWaitingApprovals(signal),
    enabled,
  });
  return useMemo(() => (data?.length === 0 ? noIds : data?.map(({ id }) => String(id))), [data]);
}

type QueueScope = 'mine' | 'open' | 'all';

interface ScopeBarProps {
  readonly scope: QueueScope;
  readonly hasOwnStates: boolean;
  readonly delegations: ReturnType<typeof useHeldDelegations>;
  readonly mayDelegate: boolean;
  readonly onScope: (scope: QueueScope) => void;
  readonly onDelegate: () => void;
}

/** Choice of the approvals to list, and for whom the person acts by delegation. */
function ScopeBar({ scope, hasOwnStates, delegations, mayDelegate, onScope, onDelegate }: ScopeBarProps) {
  return (
    <div className={styles.choice}>
      <Segmented
        aria-label="范围"
        value={scope}
        options={[
          ...(hasOwnStates ? [{ value: 'mine', label: '待我审批' }] : []),
          { value: 'open', label: '审批中' },
          { value: 'all', label: '全部' },
        ]}
        onChange={(value) => onScope(value as QueueScope)}
      />
      {delegations.map(({ id, principalName, steps, validUntil }) => (
        <span key={id} className={styles.held}>
          您正在代 {principalName} 办理{steps.map(stepLabel).join('、')}，至{validUntil}
        </span>
      ))}
      {mayDelegate && (
        <Button className={styles.delegate ?? ''} onClick={onDelegate}>
          审批委托
        </Button>
      )}
    </div>
  );
}

/** The list of the queue without its scope, its bar and its action. */
const queuePage = {
  entity: queueEntity,
  title: '项目审核',
  columns: ['title', 'kind', 'unitName', 'state', 'holders', 'stageSince', 'incoming', 'submitter', 'submittedAt'],
  filters: ['title', 'unitName', 'kind', 'incoming', 'submitter'],
  abilities: ['export'],
  sort: 'stageSince,asc',
  cells: { holders: HolderCell, stageSince: WaitingCell },
} as const satisfies ListPage;

/**
 * 项目审核: approvals that wait for the person, longest waiting first. A person without decisions sees all approvals.
 */
export function ApprovalQueue() {
  const navigate = useNavigate();
  const hasPermission = useMay();
  const heldDelegations = useHeldDelegations();
  const myStates = useMemo(
    () => [...new Set([...ownApprovalStates(hasPermission), ...delegatedStates(heldDelegations)])],
    [hasPermission, heldDelegations],
  );
  const waitingIds = useWaitingIds(myStates.length > 0);
  const [scope, setScope] = useState<QueueScope>(myStates.length ? 'mine' : 'open');
  const [delegating, setDelegating] = useState(false);
  const [markedApprovals, setMarkedApprovals] = useState<{ rows: readonly AnyRow[]; done: () => void } | null>(null);
  const mayDelegate = hasPermission(listPermissions);
  useOpenFromAddress('delegations', () => setDelegating(mayDelegate));
  const renderAbove = useCallback(
    () => (
      <ScopeBar
        scope={scope}
        hasOwnStates={myStates.length > 0}
        delegations={heldDelegations}
        mayDelegate={mayDelegate}
        onScope={setScope}
        onDelegate={() => setDelegating(true)}
      />
    ),
    [scope, myStates, heldDelegations, mayDelegate],
  );
  const page = useMemo<ListPage>(
    () => ({
      ...queuePage,
      ...(scope === 'all'
        ? {}
        : {
            fixedQuery:
              scope === 'mine' ? { state: myStates, ...(waitingIds ? { id: waitingIds } : {}) } : { state: open },
            empty: scope === 'mine' ? '没有待您审批的事项' : '没有审批中的事项',
          }),
      slots: { aboveList: renderAbove },
      actions: [
        {
          key: 'passTogether',
          label: approvalTexts.together,
          place: 'selection',
          permission: passPermissions,
          enabled: (rows) => approvalMoveOf(rows, hasPermission) !== undefined,
          run: ({ rows, editor }) => {
            setMarkedApprovals({
              rows,
              done: () => {
                editor.clearSelection();
                void editor.refresh();
              },
            });
            return Promise.resolve();
          },
        },
      ],
    }),
    [scope, myStates, waitingIds, renderAbove, hasPermission],
  );
  return (
    <>
      <ListEditor page={page} onOpen={(row: AnyRow) => void navigate(approvalAddress(row))} />
      <BatchApproval
        rows={markedApprovals?.rows ?? []}
        may={hasPermission}
        onClose={() => setMarkedApprovals(null)}
        onMoved={() => markedApprovals?.done()}
      />
      <DelegationDrawer open={delegating} onClose={() => setDelegating(false)} />
    </>
  );
}
