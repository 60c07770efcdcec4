import { useState } from 'react';
import { Chips } from '../../site/touchInputs';
import type { ShownSite } from '../../site/unsentOverlay';
import { MeasuredFields } from '../MeasuredFields';
import { ReadingsPanel } from '../ReadingsPanel';
import { AirFields } from './AirFields';
import { BeforeSamplingFields } from './BeforeSamplingFields';
import { ProductionFields } from './ProductionFields';
import { SamplingFields } from './SamplingFields';
import type { SampleRecord } from './useSampleRecord';
import styles from '../../site/site.module.css';

interface AirSampleFieldsProps {
  readonly record: SampleRecord;
  readonly site: ShownSite;
  readonly wantedField: string | undefined;
  readonly onVoid: (() => void) | undefined;
}

/** Fields of an air sample or a measurement on site, in the order of the work. */
export function AirSampleFields({ record, site, wantedField, onVoid }: AirSampleFieldsProps) {
  const [laterTyped, setLaterTyped] = useState(false);
  const { row, form, values, rules, result, shift, warnings, open, text, change } = record;
  const isTimed = laterTyped || Boolean(text('startTime'));
  return (
    <>
      <BeforeSamplingFields record={record} site={site} />
      <SamplingFields record={record} isTimed={isTimed} onLater={() => setLaterTyped(true)} onVoid={onVoid} />
      <AirFields record={record} />
      {form && (
        <MeasuredFields
          form={form}
          mode={row.mode}
          sampledOn={rules.sampledOn}
          measured={values.measured ?? {}}
          disabled={!open}
          onChange={(measured) => change({ measured })}
        />
      )}
      {text('startTime') && !form && <ReadingsPanel result={result} shift={shift?.text ?? null} />}
      {warnings.length > 0 && (
        <ul className={styles.warnings} aria-label="请核对">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {row.period === 'short' && isTimed && !form && (
        <Chips
          hasVisibleLabel
          label="15 min内其余时间"
          options={[
            { value: 'yes', label: '无接触' },
            { value: 'no', label: '有接触或不清楚' },
          ]}
          chosenValues={[values.restUnexposed === true ? 'yes' : 'no']}
          onChoose={(value) => change({ restUnexposed: value === 'yes' })}
          disabled={!open}
        />
      )}
      <ProductionFields record={record} team={site.team} isUnfoldedFirst={wantedField === 'collectors'} />
    </>
  );
}
