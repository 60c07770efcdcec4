import { useOnline } from '@/lib/useOnline';
import { useReset } from '@/listEditor';
import { useCan } from '@/session/useCan';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { permissionOf } from '@contract/permissions';
import { reloadSite } from '../site/siteStore';
import { BigButton } from '../site/touchInputs';
import type { ShownSample } from '../site/unsentOverlay';
import styles from '../site/site.module.css';

interface ResetSampleProps {
  readonly project: number;
  readonly row: ShownSample;
  /** True if the form contains unsaved input. */
  readonly dirty: boolean;
  /** Closes the editor after its values were reset. */
  readonly onDone: () => void;
}

/**
 * Resets a sample to the values of the plan, on the page for sampling on site. Needs the network, because the audit
 * trail records the earlier values.
 */
export function ResetSample({ project, row, dirty, onDone }: ResetSampleProps) {
  const mayReset = useCan([permissionOf(sample, 'reset')]);
  const online = useOnline();
  const { busy, reset } = useReset(sample, row.id, async () => {
    await reloadSite(project);
    onDone();
  });
  if (!mayReset || (row.state !== 'planned' && row.state !== 'collected')) return null;
  const blockedReason = !online ? siteTexts.resetOnline : row.pending || dirty ? siteTexts.resetLater : null;
  return (
    <div className={styles.pair}>
      <BigButton kind="plain" disabled={busy || blockedReason !== null} onClick={() => void reset()}>
        重置
      </BigButton>
      <p className={styles.quiet}>{blockedReason ?? siteTexts.resetHint}</p>
    </div>
  );
}
