import { returnedTexts } from '@contract/workflow/returnedWork';
import type { Timeline } from '@contract/workflow/workflowWire';
import { ChangedRows } from './ChangedRows';
import styles from './changes.module.css';

/** Counts and lists the changes since a row was returned. Renders nothing for a row that was never returned. */
export function ChangesSinceReturn({ timeline }: { readonly timeline: Timeline | null | undefined }) {
  const changes = timeline?.changed;
  if (!changes?.count) return null;
  return (
    <details className={styles.beside}>
      <summary>{returnedTexts.changed(changes.count)}</summary>
      <ChangedRows {...changes} />
    </details>
  );
}
