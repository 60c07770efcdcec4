import { type ReadingsResult } from '@contract/features/fieldwork/samples/sampleReadings';
import styles from '../site/site.module.css';

const sixDigitsOrDash = (text: string | null): string =>
  text === null ? '—' : String(Number(Number(text).toPrecision(6)));

/** Shows the results of the readings while they are typed. */
export function ReadingsPanel({
  result,
  shift = null,
}: {
  readonly result: ReadingsResult;
  /** Fraction of the shift that was sampled. */ readonly shift?: string | null;
}) {
  const { derived, standardVolumeText, converted } = result;
  const readingFacts: readonly (readonly [string, string, string])[] = [
    ['计算流量', sixDigitsOrDash(derived.flow), 'L/min'],
    ['偏差', derived.flowDeviation === null ? '—' : String(Number(Number(derived.flowDeviation).toFixed(2))), '%'],
    ['采样时间', derived.minutes === null ? '—' : String(Number(Number(derived.minutes).toFixed(2))), 'min'],
    ['体积 V', sixDigitsOrDash(derived.volume), 'L'],
    ['标准采样体积 V₀', standardVolumeText ?? '—', 'L'],
  ];
  return (
    <dl className={styles.readings} data-bad={result.voidReason !== null} aria-label="计算结果">
      {readingFacts.map(([label, value, unit]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {value !== '—' && <small> {unit}</small>}
          </dd>
        </div>
      ))}
      {shift && <div className={styles.converted}>{shift}</div>}
      {converted && <div className={styles.converted}>已换算到标准状况</div>}
    </dl>
  );
}
