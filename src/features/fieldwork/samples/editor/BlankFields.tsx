import { BigButton, TextField, TimeField } from '../../site/touchInputs';
import type { SampleRecord } from './useSampleRecord';
import styles from '../../site/site.module.css';

/** Fields of a field blank: time of collection and lot of its medium. */
export function BlankFields({ record }: { readonly record: SampleRecord }) {
  const { open, text, bindChecked, take } = record;
  return (
    <section className={styles.group}>
      {!text('startTime') && open && <BigButton onClick={() => take('startTime')}>采集空白（现在）</BigButton>}
      <TimeField label="采集时间" {...bindChecked('startTime')} hint="空白带到现场，开启后立即封闭，不抽气" />
      <TextField label="采样介质批号" {...bindChecked('collectorLot')} maxLength={50} />
    </section>
  );
}
