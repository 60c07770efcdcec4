import { useEffect, useRef, useState } from 'react';
import { usePageDirty } from '@/session/tabs/pageState';
import type { SampleRow } from '@contract/features/fieldwork/samples/siteData';
import { BigButton, Chips, TextField } from '../site/touchInputs';
import styles from '../site/site.module.css';

const commonReasons = ['采样器故障', '样品破损', '生产中断', '采样对象离岗', '采样介质脱落'].map((label) => ({
  value: label,
  label,
}));

interface VoidPanelProps {
  readonly row: SampleRow;
  /** Reason that follows from the readings. */
  readonly givenReason: string | null;
  readonly onVoid: (reason: string, shouldRepeat: boolean) => Promise<void>;
  readonly onCancel: () => void;
}

/** Asks why a sample is void and whether it is repeated under the next number. The voided sample keeps its number. */
export function VoidPanel({ row, givenReason, onVoid, onCancel }: VoidPanelProps) {
  const [reason, setReason] = useState<string | null>(givenReason);
  const [shouldRepeat, setShouldRepeat] = useState(true);
  const [tried, setTried] = useState(false);
  usePageDirty(`void-${row.id}`, Boolean(reason) && reason !== givenReason);
  const box = useRef<HTMLDivElement>(null);
  // Scrolls to the panel, which opens below the sample's card.
  useEffect(() => box.current?.scrollIntoView({ block: 'center' }), []);
  return (
    <div ref={box} className={styles.panel} role="group" aria-label={`作废 ${row.sampleNo}`}>
      <h3>作废 {row.sampleNo}</h3>
      <p className={styles.quiet}>编号保留，不再使用。请说明原因。</p>
      <Chips label="常见原因" options={commonReasons} chosenValues={reason ? [reason] : []} onChoose={setReason} />
      <TextField
        label="作废原因"
        required
        rows={3}
        maxLength={500}
        value={reason}
        onChange={setReason}
        error={tried && !reason?.trim() ? '请填写作废的原因' : null}
      />
      <label className={styles.check}>
        <input type="checkbox" checked={shouldRepeat} onChange={({ target }) => setShouldRepeat(target.checked)} />{' '}
        按新编号重新采样
      </label>
      <div className={styles.pair}>
        <BigButton kind="plain" onClick={onCancel}>
          取消
        </BigButton>
        <BigButton
          kind="danger"
          onClick={() => (reason?.trim() ? onVoid(reason.trim(), shouldRepeat) : setTried(true))}
        >
          {shouldRepeat ? '作废并重采' : '作废'}
        </BigButton>
      </div>
    </div>
  );
}
