import { useOnline } from '@/lib/useOnline';
import { useReset } from '@/listEditor';
import { useCan } from '@/session/useCan';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { permissionOf } from '@contract/permissions';
import { BigButton } from '../site/controls';
import type { ShownSample } from '../site/overlay';
import { reloadSite } from '../site/siteStore';
import styles from '../site/site.module.css';

interface ResetSampleProps {
  readonly project: number;
  readonly row: ShownSample;
  /** The form holds input that is not stored. */
  readonly dirty: boolean;
  /** Closes the editor, whose values are gone. */
  readonly onDone: () => void;
}

/** Puts a sample back to what the plan says, from the place of sampling. Needs the network: the trail keeps what was there. */
export function ResetSample({ project, row, dirty, onDone }: ResetSampleProps) {
  const may = useCan([permissionOf(sample, 'reset')]);
  const online = useOnline();
  const { busy, reset } = useReset(sample, row.id, async () => {
    await reloadSite(project);
    onDone();
  });
  if (!may || (row.state !== 'planned' && row.state !== 'collected')) return null;
  const why = !online ? siteTexts.resetOnline : row.pending || dirty ? siteTexts.resetLater : null;
  return (
    <div className={styles.pair}>
      <BigButton kind="plain" disabled={busy || why !== null} onClick={() => void reset()}>
        重置
      </BigButton>
      <p className={styles.quiet}>{why ?? siteTexts.resetHint}</p>
    </div>
  );
}
