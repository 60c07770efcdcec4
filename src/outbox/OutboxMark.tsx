import CloudUploadOutlined from '@ant-design/icons/CloudUploadOutlined';
import { useEffect, useState } from 'react';
import { latePart } from '@/lib/latePart';
import { useSession } from '@/session/sessionStore';
import { useOutbox, useOwnQueue } from './outboxStore';
import { outboxTexts } from './outboxTexts';
import { startOutbox } from './runner';
import styles from './outbox.module.css';

const OutboxPanel = latePart(async () => (await import('./OutboxPanel')).OutboxPanel);

/** 待同步 n in the shell's top bar; nothing while everything has been sent. It also keeps the queue going. */
export function OutboxMark() {
  const userId = useSession((session) => session.user?.id);
  useEffect(() => (userId === undefined ? undefined : startOutbox(userId)), [userId]);
  // It is wanted most when there is no network to bring it.
  useEffect(() => OutboxPanel.prefetch(), []);
  const queue = useOwnQueue();
  const others = useOutbox((state) => [...state.items, ...state.sealed].some((item) => item.userId !== userId));
  const [open, setOpen] = useState(false);
  const refused = queue.filter((item) => item.refused).length;
  if (!queue.length && !others && !open) return null;
  return (
    <>
      <button
        type="button"
        className={styles.mark}
        data-kind={refused || !queue.length ? 'refused' : 'waiting'}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <CloudUploadOutlined aria-hidden /> {outboxTexts.waiting(queue.length)}
      </button>
      <OutboxPanel wanted={open} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
