import { Tabs } from 'antd';
import { useMemo, useState } from 'react';
import { defineAction, definePage, ListEditor, type ListPage } from '@/listEditor';
import { pointEntry } from '@contract/features/reviewers/entities/pointEntry';
import { pointRule } from '@contract/features/reviewers/entities/pointRule';
import { permissionOf } from '@contract/permissions';
import { PointBalances } from './PointBalances';
import { PointsDialog } from './PointsDialog';
import styles from './outside.module.css';

const rulesPage = definePage({
  entity: pointRule,
  url: 'api/sfIntegralRule',
  columns: ['ruleName', 'event', 'checkForm', 'points', 'fee', 'enabled', 'validFrom', 'validUntil', 'remark'],
  filters: ['ruleName', 'event', 'checkForm', 'enabled'],
  form: ['ruleName', 'event', 'checkForm', 'points', 'fee', 'validFrom', 'validUntil', 'enabled', 'remark'],
  abilities: ['add', 'edit', 'del', 'restore', 'export'],
});

const entriesPage = definePage({
  entity: pointEntry,
  url: 'api/sfIntegralRecord',
  columns: [
    'entryNo',
    'person',
    'pointKind',
    'points',
    'balance',
    'entryOn',
    'explanation',
    'task',
    'rule',
    'createBy',
    'createTime',
  ],
  filters: ['entryNo', 'person', 'pointKind', 'entryOn', 'task', 'rule'],
  abilities: ['export'],
});

/** 第三方积分: rules, ledger and balances. */
export function PointsDesk() {
  const [tab, setTab] = useState('rules');
  const [isAdding, setAdding] = useState(false);
  const ledger = useMemo<ListPage>(
    () => ({
      ...entriesPage,
      actions: [
        defineAction({
          key: 'book',
          label: '登记积分',
          place: 'toolbar',
          permission: [permissionOf(pointEntry, 'add')],
          run: () => setAdding(true),
        }),
      ],
    }),
    [],
  );
  return (
    <section className={styles.desk} aria-label="第三方积分">
      <Tabs
        size="small"
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: 'rules', label: '积分规则' },
          { key: 'entries', label: '积分明细' },
          { key: 'balances', label: '积分余额' },
        ]}
      />
      <div className={styles.fill}>
        {tab === 'rules' && <ListEditor key="rules" page={rulesPage} />}
        {tab === 'entries' && <ListEditor key="entries" page={ledger} embedded />}
        {tab === 'balances' && <PointBalances />}
      </div>
      <PointsDialog open={isAdding} onClose={() => setAdding(false)} />
    </section>
  );
}
