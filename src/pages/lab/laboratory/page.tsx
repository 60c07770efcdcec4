import { Tabs } from 'antd';
import { useState } from 'react';
import { Desk } from '@/features/laboratory/desk/Desk';
import { Records } from '@/features/laboratory/desk/Records';
import styles from '@/features/laboratory/desk/laboratory.module.css';

const parts = [
  { key: 'tasks', label: '待检任务' },
  { key: 'records', label: '检测记录' },
] as const;

/** 实验室: open tests by method, and the records created from them. */
export default function LaboratoryPage() {
  const [part, setPart] = useState<string>('tasks');
  return (
    <section className={styles.page} aria-label="实验室">
      <Tabs className={styles.tabs ?? ''} size="small" activeKey={part} items={[...parts]} onChange={setPart} />
      {part === 'tasks' ? <Desk /> : <Records />}
    </section>
  );
}
