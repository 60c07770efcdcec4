import { emptyCellText } from '@/fields';
import type { AnyRow } from '@contract/entity';
import { type RecordProgress, unapprovedText } from '@contract/features/records/recordsWire';
import styles from './records.module.css';

/** Shows how many records are approved, and what the other records wait for. */
export function ProgressCell({ row }: { readonly row: AnyRow }) {
  const progress = row as unknown as Partial<RecordProgress>;
  const { recordTotal = 0, recordApproved = 0, openTasks = 0 } = progress;
  const unapprovedSentence = unapprovedText(progress);
  if (recordTotal === 0) return <span>{unapprovedSentence || emptyCellText}</span>;
  const isDone = recordApproved === recordTotal && openTasks === 0;
  return (
    <span
      className={styles.progress}
      title={`已审核${recordApproved}份，共${recordTotal}份${unapprovedSentence && `；${unapprovedSentence}`}`}
    >
      <span className={styles.share} data-done={isDone}>
        已审核 {recordApproved}/{recordTotal}
      </span>
      {unapprovedSentence && <small>{unapprovedSentence}</small>}
    </span>
  );
}
