import { Tabs } from 'antd';
import { useState } from 'react';
import { AnalystRecords } from '@/features/laboratory/analystTasks/AnalystRecords';
import { AnalystTasks } from '@/features/laboratory/analystTasks/AnalystTasks';
import styles from '@/features/laboratory/analystTasks/laboratory.module.css';

const parts = [
  { key: 'tasks', label: '待检测任务' },
  { key: 'records', label: '检测记录' },
] as const;

/** 实验室: open tests by method, and the records created from them. */
export default function LaboratoryPage() {
  const [tab, setTab] = useState<string>('tasks');
  return (
    <section className={styles.page} aria-label="实验室">
      <Tabs className={styles.tabs ?? ''} size="small" activeKey={tab} items={[...parts]} onChange={setTab} />
      {tab === 'tasks' ? <AnalystTasks /> : <AnalystRecords />}
    </section>
  );
}
