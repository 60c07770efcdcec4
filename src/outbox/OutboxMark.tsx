import CloudUploadOutlined from '@ant-design/icons/CloudUploadOutlined';
import { useEffect, useState } from 'react';
import { deferredPart } from '@/lib/deferredPart';
import { useSession } from '@/session/sessionStore';
import { useOutbox, useOwnQueue } from './outboxState';
import { outboxTexts } from './outboxTexts';
import { startOutbox } from './runOutbox';
import styles from './outbox.module.css';

const OutboxPanel = deferredPart(async () => (await import('./OutboxPanel')).OutboxPanel);

/** Shows 待同步 n in the top bar, or nothing when all records are sent. Also starts the queue. */
export function OutboxMark() {
  const userId = useSession((session) => session.user?.id);
  useEffect(() => (userId === undefined ? undefined : startOutbox(userId)), [userId]);
  // Prefetched, because the panel is needed most when there is no network to load it.
  useEffect(() => OutboxPanel.prefetch(), []);
  const queue = useOwnQueue();
  const hasOthers = useOutbox((state) => [...state.items, ...state.sealed].some((item) => item.userId !== userId));
  const [open, setOpen] = useState(false);
  const refusedCount = queue.filter((item) => item.refused).length;
  if (!queue.length && !hasOthers && !open) return null;
  return (
    <>
      <button
        type="button"
        className={styles.mark}
        data-kind={refusedCount || !queue.length ? 'refused' : 'waiting'}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <CloudUploadOutlined aria-hidden /> {outboxTexts.waiting(queue.length)}
      </button>
      <OutboxPanel wanted={open} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
