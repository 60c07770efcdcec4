import { clockText, useElapsed } from '../../site/siteClock';
import { BigButton, NumberField, TimeField } from '../../site/touchInputs';
import { isSamplingRunning } from '../../site/unsentOverlay';
import type { SampleRecord } from './useSampleRecord';
import styles from '../../site/site.module.css';

interface SamplingFieldsProps {
  readonly record: SampleRecord;
  /** True if the times are shown: sampling has started, or they are entered afterwards. */
  readonly isTimed: boolean;
  /** Shows the times of a sample that was taken already. */
  readonly onLater: () => void;
  /** Opens the panel that voids the sample; absent while it is open. */
  readonly onVoid: (() => void) | undefined;
}

/** Start, running time and end of sampling, and the flow afterwards. */
export function SamplingFields({ record, isTimed, onLater, onVoid }: SamplingFieldsProps) {
  const { row, form, values, rules, result, open, text, bindChecked, take, merged } = record;
  const started = Boolean(text('startTime'));
  return (
    <section className={styles.group} aria-label="采样">
      {open && !started && <BigButton onClick={() => take('startTime')}>{form ? '开始测量' : '开始采样'}</BigButton>}
      {open && !isTimed && (
        <button type="button" className={styles.link} onClick={onLater}>
          {form ? '已经测完，补填时间' : '已经采完，补填时间'}
        </button>
      )}
      <SamplingTimer record={record} />
      {open && isSamplingRunning(merged) && (
        <BigButton kind="stop" onClick={() => take('endTime')}>
          {form ? '结束测量' : '结束采样'}
        </BigButton>
      )}
      {isTimed && <TimeField label="开始时间" {...bindChecked('startTime')} />}
      {isTimed && <TimeField label="结束时间" {...bindChecked('endTime')} />}
      {rules.constantFlow && isTimed && (
        <p className={styles.quiet}>恒流采样器，采样后不需测量流量，体积按设定流量计算</p>
      )}
      {(row.plannedFlow !== null || values.flowAfter) && isTimed && !rules.constantFlow && (
        <NumberField label="采样后流量" unit="L/min" {...bindChecked('flowAfter')} />
      )}
      {result.voidReason && open && onVoid && (
        <BigButton kind="danger" onClick={onVoid}>
          作废并重新采样
        </BigButton>
      )}
    </section>
  );
}

/** Shows the time elapsed since the start, marked once it exceeds the planned duration. */
function SamplingTimer({ record: { row, form, merged } }: { readonly record: SampleRecord }) {
  const running = isSamplingRunning(merged);
  const elapsed = useElapsed(merged.startTime, running);
  if (!running || elapsed === null) return null;
  return (
    <div className={styles.runningBox} data-over={row.plannedMinutes !== null && elapsed >= row.plannedMinutes * 60}>
      <span className={styles.elapsed}>{clockText(elapsed)}</span>
      <span>{row.plannedMinutes !== null ? `计划${row.plannedMinutes}分钟` : form ? '测量进行中' : '采样进行中'}</span>
    </div>
  );
}
