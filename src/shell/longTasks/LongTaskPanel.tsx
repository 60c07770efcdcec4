import { Button, Progress } from 'antd';
import { useState } from 'react';
import { client } from '@/api/client';
import { succeeded } from '@/api/succeeded';
import { useLongTasks } from '@/session/notices/longTaskStore';
import { type LongTask, longTaskPath, longTaskTexts as texts } from '@contract/features/system/jobs/longTasks';
import styles from './longTasks.module.css';

const barStatus = { running: 'active', done: 'success', failed: 'exception', canceled: 'normal' } as const;

/** Shows one piece of long work with its bar, and cancels it. */
function LongTaskLine({ task }: { readonly task: LongTask }) {
  const { id, title, done, total, state, isCancelable } = task;
  const [isCanceling, setCanceling] = useState(false);
  const cancel = async () => {
    setCanceling(true);
    if (!(await succeeded(client.post(`${longTaskPath}/cancel`, { id })))) setCanceling(false);
  };
  const isRunning = state === 'running';
  const progressText = isRunning ? texts.progress(task) : texts.state[state];
  const percent = state === 'done' ? 100 : Math.floor((done / Math.max(total, 1)) * 100);
  return (
    <li className={styles.task}>
      <div className={styles.line}>
        <span className={styles.title} title={title}>
          {title}
        </span>
        <span className={styles.count}>{isRunning && isCanceling ? texts.canceling : progressText}</span>
        {isRunning && isCancelable && (
          <Button type="link" size="small" disabled={isCanceling} onClick={() => void cancel()}>
            {texts.cancel}
          </Button>
        )}
      </div>
      <Progress
        percent={percent}
        size="small"
        showInfo={false}
        status={barStatus[state]}
        {...(isRunning && { strokeColor: 'var(--primary)' })}
        aria-label={title}
      />
    </li>
  );
}

/** Shows the person's long work, such as imports and exports, above all pages and dialogs. */
export function LongTaskPanel() {
  const tasks = useLongTasks();
  if (!tasks.length) return null;
  return (
    <aside className={styles.panel} aria-label={texts.label}>
      <ul className={styles.tasks}>
        {tasks.map((task) => (
          <LongTaskLine key={task.id} task={task} />
        ))}
      </ul>
    </aside>
  );
}
