import { Button, Segmented } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { approvalAddress } from '@/features/projects/approvalAddress';
import { useOpenAsked } from '@/lib/useOpenAsked';
import { ListEditor, type ListPage } from '@/listEditor';
import { useMay } from '@/session/useCan';
import type { AnyRow, Entity } from '@contract/entity';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { approvalTexts } from '@contract/features/reports/approval/approvalTexts';
import { stepLabel } from '@contract/features/reports/delegation/delegation';
import { approval as approvalEntity } from '@contract/features/reports/entities/approval';
import { delegation } from '@contract/features/reports/entities/delegation';
import { longText } from '@contract/field';
import { permissionOf } from '@contract/permissions';
import { movesFrom, permissionOfMove } from '@contract/workflow/machine';
import { DelegationDrawer } from '../delegation/DelegationDrawer';
import { useHeld } from '../delegation/useHeld';
import { statesHeld, stepsOfMine } from './approvalAddress';
import { HolderCell } from './HolderCell';
import { PassTogether, passOf } from './PassTogether';
import { WaitingCell } from './WaitingCell';
import styles from './approvals.module.css';

/** The entity with an additional column for the people who have to act, which its table does not have. */
const queued: Entity = {
  ...approvalEntity,
  fields: { ...approvalEntity.fields, holders: longText('待办人', { readonly: true }) },
};
const seeing = [permissionOf(delegation, 'list')];
const open = ['first', 'second', 'third'];
const passing = open.flatMap((state) =>
  movesFrom(approvalMachine, state)
    .filter(({ signs, needsReason }) => signs && !needsReason)
    .map((move) => permissionOfMove(approvalMachine, move)),
);

/**
 * 项目审核: approvals that wait for the person, longest waiting first. A person without decisions sees all approvals.
 */
export function ApprovalQueue() {
  const navigate = useNavigate();
  const may = useMay();
  const held = useHeld();
  const mine = useMemo(() => [...new Set([...stepsOfMine(may), ...statesHeld(held)])], [may, held]);
  const [which, setWhich] = useState<'mine' | 'open' | 'all'>(mine.length ? 'mine' : 'open');
  const [delegating, setDelegating] = useState(false);
  const [marked, setMarked] = useState<{ rows: readonly AnyRow[]; done: () => void } | null>(null);
  useOpenAsked('delegations', () => setDelegating(may(seeing)));
  const above = useCallback(
    () => (
      <div className={styles.choice}>
        <Segmented
          aria-label="范围"
          value={which}
          options={[
            ...(mine.length ? [{ value: 'mine', label: '待我审批' }] : []),
            { value: 'open', label: '审批中' },
            { value: 'all', label: '全部' },
          ]}
          onChange={(value) => setWhich(value as typeof which)}
        />
        {held.map(({ id, principalName, steps, validUntil }) => (
          <span key={id} className={styles.held}>
            您正在代 {principalName} 办理{steps.map(stepLabel).join('、')}，至{validUntil}
          </span>
        ))}
        {may(seeing) && (
          <Button className={styles.delegate ?? ''} onClick={() => setDelegating(true)}>
            审批委托
          </Button>
        )}
      </div>
    ),
    [which, mine, held, may],
  );
  const page = useMemo<ListPage>(
    () => ({
      entity: queued,
      title: '项目审核',
      columns: ['title', 'kind', 'unitName', 'state', 'holders', 'stageSince', 'incoming', 'submitter', 'submittedAt'],
      filters: ['title', 'unitName', 'kind', 'incoming', 'submitter'],
      can: ['export'],
      sort: 'stageSince,asc',
      ...(which === 'all'
        ? {}
        : {
            fixedQuery: { state: which === 'mine' ? mine : open },
            empty: which === 'mine' ? '没有待您审批的事项' : '没有审批中的事项',
          }),
      cells: { holders: HolderCell, stageSince: WaitingCell },
      slots: { above },
      actions: [
        {
          key: 'passTogether',
          label: approvalTexts.together,
          at: 'selection',
          permission: passing,
          enabled: (rows) => passOf(rows, may) !== undefined,
          run: ({ rows, editor }) => {
            setMarked({
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
    [which, mine, above, may],
  );
  return (
    <>
      <ListEditor page={page} onOpen={(row: AnyRow) => void navigate(approvalAddress(row))} />
      <PassTogether
        rows={marked?.rows ?? []}
        may={may}
        onClose={() => setMarked(null)}
        onMoved={() => marked?.done()}
      />
      <DelegationDrawer open={delegating} onClose={() => setDelegating(false)} />
    </>
  );
}
