import type { EntryRow } from '@/grid/DataGrid';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { labCheckTexts } from '@contract/features/laboratory/checks/checkTexts';
import { efficiencyOfLevels } from '@contract/features/laboratory/methods/sheets/methodChecks';
import { typedCheckValues } from './checkGrid';
import styles from './checks.module.css';

interface EfficiencyLineProps {
  readonly rows: readonly EntryRow[];
  readonly keys: readonly string[];
  readonly minLevels: string | undefined;
}

const requiredLevels = 3;

/** Shows D of all levels (DOMAIN §4.4). The record gets it from the determination of the collectors' lot. */
export function EfficiencyLine({ rows, keys, minLevels }: EfficiencyLineProps) {
  const levels = rows.map((row) => typedCheckValues(row, keys)).filter((values) => Object.keys(values).length > 0);
  const outcome = outcomeOfCalculation(() => efficiencyOfLevels(levels, minLevels));
  if (levels.length === 0) return <p className={styles.quiet}>{labCheckTexts.noLevels}</p>;
  if (!outcome.ok) return <p className={styles.bad}>{outcome.problem.message}</p>;
  const { efficiency, rsd, passes } = outcome.value;
  return (
    <div className={styles.line}>
      <span>
        {levels.length}个水平的平均解吸效率 <strong>{efficiency}%</strong>，最大RSD {rsd}%
      </span>
      <span className={passes ? styles.good : styles.bad}>
        {passes ? '合格' : labCheckTexts.efficiencyFails(efficiency, rsd)}
      </span>
      {levels.length < requiredLevels && (
        <span className={styles.warning}>
          规定{requiredLevels}个水平，还缺{requiredLevels - levels.length}个
        </span>
      )}
      <span className={styles.quiet}>{labCheckTexts.efficiencyByLot}</span>
    </div>
  );
}
