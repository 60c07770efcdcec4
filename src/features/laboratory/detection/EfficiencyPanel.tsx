import { Button, Skeleton } from 'antd';
import { useCan } from '@/session/useCan';
import { determinationLabel } from '@contract/features/laboratory/detection/determinationForms';
import type { DeterminationOutcome } from '@contract/features/laboratory/detection/determinationOutcome';
import {
  addedAmountKey,
  efficiencyDesign,
  efficiencyOfLot,
  efficiencyTexts,
  foundAmountKey,
  shownEfficiency,
  valuesIn,
} from '@contract/features/laboratory/detection/efficiencyDetermination';
import { labDetection } from '@contract/features/laboratory/entities/labDetection';
import type { MethodPageProps } from '../methodPages';
import { DeterminationForm } from './DeterminationForm';
import { ReadingInput } from './ReadingInput';
import { useCheckLevels } from './useCheckLevels';
import { useDetection } from './useDetection';
import styles from './detection.module.css';

interface EfficiencyPanelProps extends MethodPageProps {
  readonly lot: string;
}

const { levels: minLevels, mostLevels, tubes } = efficiencyDesign;
const levelNames = ['低', '中', '高'];

interface LevelsTableProps {
  readonly detection: ReturnType<typeof useDetection>;
  readonly label: string;
  readonly count: number;
  readonly closed: boolean;
  readonly outcome: DeterminationOutcome;
}

/** Row of the blank tubes, whose amounts are typed in one line. */
function BlankTubesRow({ detection: { draft, change }, closed }: Pick<LevelsTableProps, 'detection' | 'closed'>) {
  return (
    <tr>
      <td>空白</td>
      <td>–</td>
      <td>
        <ReadingInput
          value={draft.blanks.join(' ')}
          disabled={closed}
          label="空白管测得量"
          onChange={(text) => change({ blanks: [text] })}
        />
      </td>
      <td>{valuesIn(draft.blanks.join(' ')).length || ''}</td>
      <td>–</td>
      <td>–</td>
    </tr>
  );
}

/** Levels with the amount added, the amounts found and their recovery, and the blank. */
function LevelsTable({ detection, label, count, closed, outcome }: LevelsTableProps) {
  const { draft, change } = detection;
  const { values } = draft;
  const setValue = (key: string, text: string) => change({ values: { ...values, [key]: text } });
  const { computed } = outcome;
  return (
    <table className={styles.levels}>
      <thead>
        <tr>
          <th>水平</th>
          <th>加标量（μg）</th>
          <th>各管测得量（μg），不少于{tubes}支，用空格分隔，可从Excel粘贴</th>
          <th>支数</th>
          <th>{label}（%）</th>
          <th>RSD（%）</th>
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: count }, (_, index) => index + 1).map((level) => (
          <tr key={level}>
            <td>{levelNames[level - 1] ?? level}</td>
            <td>
              <ReadingInput
                value={values[addedAmountKey(level)] ?? ''}
                disabled={closed}
                label={`水平${level}加标量`}
                onChange={(text) => setValue(addedAmountKey(level), text)}
              />
            </td>
            <td>
              <ReadingInput
                value={values[foundAmountKey(level)] ?? ''}
                disabled={closed}
                label={`水平${level}测得量`}
                onChange={(text) => setValue(foundAmountKey(level), text)}
              />
            </td>
            <td>{valuesIn(values[foundAmountKey(level)]).length || ''}</td>
            <td>{computed[`level${level}`] ?? ''}</td>
            <td>{computed[`rsd${level}`] ?? ''}</td>
          </tr>
        ))}
        <BlankTubesRow detection={detection} closed={closed} />
      </tbody>
    </table>
  );
}

/** 解吸/洗脱效率测定: levels of spiked tubes of one lot, with immediate result (GBZ 331-2024 5.2.6.1 d). */
export function EfficiencyPanel({ work, reload, lot }: EfficiencyPanelProps) {
  const detection = useDetection({ work, reload, form: 'efficiency', lot });
  const { query, row, draft, busy, outcome, change, save } = detection;
  const mayWrite = useCan([`${labDetection.name}:${row ? 'edit' : 'add'}`]);
  const offeredLevels = useCheckLevels(work);
  if (query.isPending) return <Skeleton active />;
  const isClosed = work.locked !== null || !mayWrite;
  const label = determinationLabel(work, 'efficiency');
  const { values } = draft;
  const started = Array.from({ length: mostLevels }, (_, index) => index + 1).filter(
    (level) => values[addedAmountKey(level)] || values[foundAmountKey(level)],
  );
  const count = Math.min(mostLevels, Math.max(minLevels, (started.at(-1) ?? 0) + (isClosed ? 0 : 1)));
  const applied = row?.applied === true;
  const inUse = efficiencyOfLot(work.efficiencies ?? [], lot);
  const { computed } = outcome;
  const isUsable = outcome.problem === null && outcome.efficiency !== null;
  return (
    <DeterminationForm
      detection={detection}
      closed={isClosed}
      actions={
        <>
          {offeredLevels && (
            <Button onClick={() => change({ values: { ...values, ...offeredLevels } })}>从质控取加标水平</Button>
          )}
          {applied ? (
            <Button disabled={busy} onClick={() => void save(false)}>
              不再用于本记录
            </Button>
          ) : (
            <Button disabled={busy || !isUsable} title={outcome.problem ?? undefined} onClick={() => void save(true)}>
              用于本记录
            </Button>
          )}
        </>
      }
    >
      <p className={inUse ? styles.good : styles.quiet} role="status">
        {inUse
          ? `该批号的样品使用${label}${shownEfficiency(inUse.efficiency)}%：${efficiencyTexts.told(inUse)}`
          : `该批号还没有${label}测定`}
      </p>
      <LevelsTable detection={detection} label={label} count={count} closed={isClosed} outcome={outcome} />
      <p aria-live="polite">
        平均{label} <strong>{computed['mean'] ? `${computed['mean']}%` : '–'}</strong>，最大RSD{' '}
        {computed['rsd'] ? `${computed['rsd']}%` : '–'}，{' '}
        <span className={computed['verdict'] === '合格' ? styles.good : computed['verdict'] ? styles.bad : undefined}>
          {computed['verdict'] ?? '尚未评价'}
        </span>
      </p>
    </DeterminationForm>
  );
}
