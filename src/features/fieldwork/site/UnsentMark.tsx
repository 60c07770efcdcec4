import type { OutboxItem } from '@/outbox/outboxRules';
import { outboxTexts } from '@/outbox/outboxTexts';
import styles from './site.module.css';

/** Marks a row that the server has not received or has refused. */
export function UnsentMark({ pending }: { readonly pending: OutboxItem | undefined }) {
  if (!pending) return null;
  return (
    <span className={styles.waiting} data-refused={Boolean(pending.refused)} title={pending.refused?.message ?? ''}>
      {pending.refused ? '未被接受' : outboxTexts.title}
    </span>
  );
}
