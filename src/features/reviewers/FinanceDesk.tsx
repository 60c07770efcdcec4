import { Tabs } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { definePage, ListEditor, type ListPage } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { outsideFee } from '@contract/features/reviewers/entities/outsideFee';
import { settlement } from '@contract/features/reviewers/entities/settlement';
import { ReviewerInput } from './ReviewerInput';
import styles from './outside.module.css';

const fees = definePage({
  entity: outsideFee,
  url: 'api/sfFinanceRecord',
  columns: [
    'feeNo',
    'reviewer',
    'feeKind',
    'feeOn',
    'amount',
    'state',
    'settlement',
    'task',
    'project',
    'explanation',
    'createTime',
  ],
  filters: ['feeNo', 'reviewer', 'state', 'feeOn', 'feeKind', 'project', 'settlement', 'amount'],
  form: ['reviewer', 'feeKind', 'feeOn', 'amount', 'explanation'],
  abilities: ['add', 'edit', 'del', 'export'],
  inputs: { reviewer: ReviewerInput },
});

const settlements = definePage({
  entity: settlement,
  url: 'api/sfSettlement',
  columns: [
    'settlementNo',
    'reviewer',
    'fromOn',
    'untilOn',
    'feeCount',
    'total',
    'state',
    'paidOn',
    'remark',
    'createBy',
    'createTime',
  ],
  filters: ['settlementNo', 'reviewer', 'state', 'untilOn', 'paidOn'],
  form: ['reviewer', 'fromOn', 'untilOn', 'remark'],
  abilities: ['add', 'export'],
  inputs: { reviewer: ReviewerInput },
});

const settlementAddress = (id: number): string => `/sfFinanceRecord/sfFinanceRecord?id=${id}`;

/** 第三方财务: fees by task, and the settlements that pay them. */
export function FinanceDesk({ project = null }: { readonly project?: number | null }) {
  const navigate = useNavigate();
  const [tab, setTab] = useState('fees');
  const open = useCallback((row: AnyRow) => void navigate(settlementAddress(row.id)), [navigate]);
  const page = useMemo<ListPage>(() => (project === null ? fees : { ...fees, fixedQuery: { project } }), [project]);
  return (
    <section className={styles.desk} aria-label="第三方财务">
      <Tabs
        size="small"
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: 'fees', label: '费用' },
          { key: 'settlements', label: '结算单' },
        ]}
      />
      <div className={styles.fill}>
        {tab === 'fees' ? (
          <ListEditor key="fees" page={page} />
        ) : (
          <ListEditor key="settlements" page={settlements} onOpen={open} embedded />
        )}
      </div>
    </section>
  );
}
