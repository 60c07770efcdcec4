import { returnedTexts } from '@contract/workflow/returnedWork';
import type { Timeline } from '@contract/workflow/workflowWire';
import { ChangedRows } from './ChangedRows';
import styles from './changes.module.css';

/** Says how much was changed since a row was sent back, and lists it. Renders nothing where it never came back. */
export function ChangedSince({ timeline }: { readonly timeline: Timeline | null | undefined }) {
  const changed = timeline?.changed;
  if (!changed?.count) return null;
  return (
    <details className={styles.beside}>
      <summary>{returnedTexts.changed(changed.count)}</summary>
      <ChangedRows {...changed} />
    </details>
  );
}
