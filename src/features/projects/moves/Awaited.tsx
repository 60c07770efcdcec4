import type { AwaitedStep } from '@contract/workflow/round';
import { handTexts } from '@contract/workflow/round';
import styles from '../projects.module.css';

interface AwaitedProps {
  readonly steps: readonly AwaitedStep[];
  /** Why a signature is not to be given now, of what would be offered. */
  readonly refused: readonly string[];
}

/** What a thing waits for: who may sign it now, and why one has no button oneself. */
export function Awaited({ steps, refused }: AwaitedProps) {
  const sentences = [
    ...refused,
    ...steps.flatMap(({ label, names, why }) => [
      ...(why ? [why] : []),
      names.length > 0 ? handTexts.waits(label, names) : handTexts.nobody(label),
    ]),
  ];
  if (!sentences.length) return null;
  return (
    <span role="note" className={styles.awaited}>
      {sentences.join('。')}。
    </span>
  );
}
