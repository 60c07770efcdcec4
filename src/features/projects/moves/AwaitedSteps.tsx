import type { AwaitedStep } from '@contract/workflow/roundSteps';
import { eligibleSignerTexts } from '@contract/workflow/roundSteps';
import styles from '../projects.module.css';

interface AwaitedProps {
  readonly steps: readonly AwaitedStep[];
  /** Reasons why the person may not sign now. */
  readonly refusals: readonly string[];
}

/** Shows who may sign next, and why the person has no button. */
export function AwaitedSteps({ steps, refusals }: AwaitedProps) {
  const sentences = [
    ...refusals,
    ...steps.flatMap(({ label, names, why: reason }) => [
      ...(reason ? [reason] : []),
      names.length > 0 ? eligibleSignerTexts.waits(label, names) : eligibleSignerTexts.nobody(label),
    ]),
  ];
  if (!sentences.length) return null;
  return (
    <span role="note" className={styles.awaited}>
      {sentences.join('。')}。
    </span>
  );
}
