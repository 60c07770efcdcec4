import { Tabs } from 'antd';
import { useState } from 'react';
import { AnalystRecords } from '@/features/laboratory/analystTasks/AnalystRecords';
import { AnalystTasks } from '@/features/laboratory/analystTasks/AnalystTasks';
import { deferredPart } from '@/lib/deferredPart';
import { useCan } from '@/session/useCan';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { permissionOf } from '@contract/permissions';
import styles from '@/features/laboratory/analystTasks/laboratory.module.css';

const WhoMay = deferredPart(async () => (await import('@/listEditor/PermissionOverview')).PermissionOverview);

const recordRight = { permission: permissionOf(labSheet, 'add'), label: '编制检测记录' };

const parts = [
  { key: 'tasks', label: '待检测任务' },
  { key: 'records', label: '检测记录' },
] as const;

/** 实验室: open tests by method, and the records created from them. */
export default function LaboratoryPage() {
  const [tab, setTab] = useState<string>('tasks');
  const mayRecord = useCan([recordRight.permission]);
  return (
    <section className={styles.page} aria-label="实验室">
      <Tabs
        className={styles.tabs ?? ''}
        size="small"
        activeKey={tab}
        items={[...parts]}
        onChange={setTab}
        tabBarExtraContent={mayRecord ? null : <WhoMay wanted barred={[recordRight]} mayWriteOtherwise={false} />}
      />
      {tab === 'tasks' ? <AnalystTasks /> : <AnalystRecords />}
    </section>
  );
}
