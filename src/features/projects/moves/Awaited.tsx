import type { AwaitedStep } from '@contract/workflow/round';
import { handTexts } from '@contract/workflow/round';
import styles from '../projects.module.css';

interface AwaitedProps {
  readonly steps: readonly AwaitedStep[];
  /** Reasons why the person may not sign now. */
  readonly refused: readonly string[];
}

/** Shows who may sign next, and why the person has no button. */
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
