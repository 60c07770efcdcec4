import { feedback } from '@/lib/feedback';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { BigButton } from '../../site/touchInputs';
import { isSamplingRunning } from '../../site/unsentOverlay';
import type { SampleRecord } from './useSampleRecord';
import styles from '../../site/site.module.css';

interface EditorFootProps {
  readonly record: SampleRecord;
  readonly hasNext: boolean;
  readonly onVoid: () => void;
  /** Opens the next sample, or the list. */
  readonly onNext: () => void;
}

/**
 * Buttons to void and to save the sample. Saving is the next action once the sampling has ended; before, starting or
 * ending it is.
 */
export function EditorFoot({ record, hasNext, onVoid, onNext }: EditorFootProps) {
  const { dirty, saveAnd, text, merged } = record;
  const isTaken = Boolean(text('startTime')) && !isSamplingRunning(merged);
  return (
    <div className={styles.editorFoot}>
      <BigButton kind="plain" onClick={onVoid}>
        作废
      </BigButton>
      <BigButton
        kind="plain"
        disabled={!dirty}
        onClick={() => saveAnd(() => feedback.notify('success', siteTexts.savedOnDevice))}
      >
        保存
      </BigButton>
      <BigButton kind={isTaken ? 'primary' : 'plain'} onClick={() => saveAnd(onNext)}>
        {hasNext ? '保存，下一个' : '保存并返回'}
      </BigButton>
    </div>
  );
}
