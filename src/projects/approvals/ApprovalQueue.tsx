import { approval as approvalEntity } from '@contract/entities/report/approval';
import type { AnyRow } from '@contract/entity';
import { Segmented } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ListEditor, type ListPage } from '@/listEditor';
import { useMay } from '@/session/useCan';
import { approvalAddress, stepsOfMine } from './address';
import { WaitingCell } from './WaitingCell';
import styles from './approvals.module.css';

const open = ['first', 'second', 'third'];

/** 项目审核: what waits for the person, longest first; all of it for who decides nothing. */
export function ApprovalQueue() {
  const navigate = useNavigate();
  const may = useMay();
  const mine = useMemo(() => stepsOfMine(may), [may]);
  const [which, setWhich] = useState<'mine' | 'open' | 'all'>(mine.length ? 'mine' : 'open');
  const above = useCallback(
    () => (
      <div className={styles.choice}>
        <Segmented aria-label="范围" value={which} options={[...(mine.length ? [{ value: 'mine', label: '待我审批' }] : []), { value: 'open', label: '审批中' }, { value: 'all', label: '全部' }]} onChange={(value) => setWhich(value as typeof which)} />
      </div>
    ),
    [which, mine],
  );
  const page = useMemo<ListPage>(
    () => ({
      entity: approvalEntity, title: '项目审核', columns: ['title', 'kind', 'unitName', 'incoming', 'state', 'stageSince', 'submitter', 'submittedAt'], filters: ['title', 'unitName', 'kind', 'incoming', 'submitter'], can: ['export'], sort: 'stageSince,asc',
      ...(which === 'all' ? {} : { fixedQuery: { state: which === 'mine' ? mine : open } }), cells: { stageSince: WaitingCell }, slots: { above },
    }),
    [which, mine, above],
  );
  return <ListEditor page={page} onOpen={(row: AnyRow) => void navigate(approvalAddress(row))} />;
}
