import { type ReactNode, useState } from 'react';
import { NumberField } from '../../site/touchInputs';
import type { SampleRecord } from './useSampleRecord';
import styles from '../../site/site.module.css';

/** Weather of a sample that was started: the nearest reading of the day, or typed values. */
export function AirFields({ record }: { readonly record: SampleRecord }) {
  const [manual, setManual] = useState(false);
  const { air, open, text, bindChecked } = record;
  if (!text('startTime')) return null;
  const line = (content: ReactNode) => (
    <p className={styles.airLine}>
      {content}{' '}
      <button type="button" className={styles.link} onClick={() => setManual(true)} disabled={!open}>
        手动填写
      </button>
    </p>
  );
  return (
    <section className={styles.group} aria-label="气象">
      {air.from &&
        !manual &&
        line(
          <>
            取最近的气象：{air.from.temperature} ℃　{air.from.pressure} kPa（{air.from.measuredAt.slice(11, 16)}{' '}
            {air.from.place}）
          </>,
        )}
      {!air.from && !text('temperature') && !manual && line('当天还没有气象条件，记录后自动采用')}
      {(manual || text('temperature') !== null || text('pressure') !== null) && (
        <div className={styles.pair}>
          <NumberField
            label="气温"
            unit="℃"
            {...bindChecked('temperature')}
            placeholder={air.from?.temperature ?? ''}
          />
          <NumberField label="气压" unit="kPa" {...bindChecked('pressure')} placeholder={air.from?.pressure ?? ''} />
        </div>
      )}
    </section>
  );
}
