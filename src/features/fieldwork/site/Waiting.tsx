import { outboxTexts } from '@/outbox/outboxTexts';
import type { OutboxItem } from '@/outbox/queue';
import styles from './site.module.css';

/** Beside what the server has not got yet; what it refused says so. */
export function Waiting({ pending }: { readonly pending: OutboxItem | undefined }) {
  if (!pending) return null;
  return (
    <span className={styles.waiting} data-refused={Boolean(pending.refused)} title={pending.refused?.message ?? ''}>
      {pending.refused ? '未被接受' : outboxTexts.title}
    </span>
  );
}
