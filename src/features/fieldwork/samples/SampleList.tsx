import { fixedDictionaries } from '@contract/dictionaries';
import { clockText, timeOf, useElapsed } from '../site/siteClock';
import { UnsentMark } from '../site/UnsentMark';
import { isSamplingRunning, type ShownSample } from '../site/unsentOverlay';
import styles from '../site/site.module.css';

const stateLabels = new Map<string, string>(fixedDictionaries.sampleState.map(({ value, label }) => [value, label]));
const modeLabels = new Map<string, string>(fixedDictionaries.samplingMode.map(({ value, label }) => [value, label]));

function SamplingTimer({ row }: { readonly row: ShownSample }) {
  const seconds = useElapsed(row.startTime, true) ?? 0;
  const isOver = row.plannedMinutes !== null && seconds >= row.plannedMinutes * 60;
  return (
    <span className={styles.timer} data-over={isOver}>
      {clockText(seconds)}
      {row.plannedMinutes !== null && ` / ${row.plannedMinutes} min`}
    </span>
  );
}

function SampleState({ row }: { readonly row: ShownSample }) {
  if (row.pending) return <UnsentMark pending={row.pending} />;
  if (isSamplingRunning(row))
    return (
      <span className={styles.state} data-state="running">
        进行中
      </span>
    );
  if (row.state === 'planned' && row.startTime)
    return (
      <span className={styles.state} data-state="open">
        未填全
      </span>
    );
  return (
    <span className={styles.state} data-state={row.state}>
      {stateLabels.get(row.state ?? '') ?? row.state}
    </span>
  );
}

/** Lists samples by point. A tap opens one. */
export function SampleList({
  samples,
  openId,
  onOpen,
  empty,
}: {
  readonly samples: readonly ShownSample[];
  readonly openId: number | null;
  readonly onOpen: (id: number) => void;
  readonly empty: string;
}) {
  if (!samples.length) return <p className={styles.nothing}>{empty}</p>;
  return (
    <ul className={styles.samples}>
      {samples.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            className={styles.sample}
            aria-current={row.id === openId}
            onClick={() => onOpen(row.id)}
          >
            <span className={styles.sampleTop}>
              <span className={styles.no}>
                {row.sampleNo.slice(row.sampleNo.lastIndexOf('-', row.sampleNo.lastIndexOf('-') - 1) + 1)}
              </span>
              <SampleState row={row} />
            </span>
            <span className={styles.samplePlace}>
              {row.sampleKind === 'blank' ? '现场空白' : [row.workshop, row.place].filter(Boolean).join(' · ')}
            </span>
            <span className={styles.sampleFacts}>
              <span>{row.hazardName}</span>
              {row.sampleKind === 'sample' && (
                <span>
                  {modeLabels.get(row.mode ?? '') ?? ''}
                  {row.plannedFlow && ` ${row.plannedFlow} L/min`}
                  {row.plannedMinutes !== null && ` × ${row.plannedMinutes} min`}
                </span>
              )}
              {isSamplingRunning(row) ? (
                <SamplingTimer row={row} />
              ) : (
                row.startTime && (
                  <span>
                    {timeOf(row.startTime)}
                    {row.endTime && `–${timeOf(row.endTime)}`}
                  </span>
                )
              )}
            </span>
            {row.state === 'voided' && row.stateReason && (
              <span className={styles.sampleReason}>作废：{row.stateReason}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
