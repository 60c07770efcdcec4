import { UnsentMark } from '../../site/UnsentMark';
import type { ShownSample } from '../../site/unsentOverlay';
import styles from '../../site/site.module.css';

/** Shows which sample is edited, its plan, and why it was refused or voided. */
export function EditorHead({ row, onBack }: { readonly row: ShownSample; readonly onBack: () => void }) {
  const blank = row.sampleKind === 'blank';
  return (
    <>
      <div className={styles.editorHead}>
        <button type="button" className={styles.back} onClick={onBack} aria-label="返回样品列表">
          ‹
        </button>
        <div>
          <div className={styles.no}>{row.sampleNo}</div>
          <div className={styles.quiet}>
            {blank ? '现场空白' : [row.workshop, row.place].filter(Boolean).join(' · ')}
          </div>
        </div>
        <UnsentMark pending={row.pending} />
      </div>
      <p className={styles.what}>
        {row.hazardName}
        {row.medium && ` · ${row.medium}`}
        {!blank && row.plannedFlow && ` · ${row.plannedFlow} L/min`}
        {!blank && row.plannedMinutes !== null && ` × ${row.plannedMinutes} min`}
      </p>
      {row.pending?.refused && (
        <p className={styles.refusal} role="alert">
          {row.pending.refused.message}（在顶部“待同步”中处理）
        </p>
      )}
      {row.state === 'voided' && <p className={styles.refusal}>已作废：{row.stateReason}</p>}
      {row.lateEntry && <p className={styles.quiet}>补录：记录时间晚于采样当天</p>}
    </>
  );
}
