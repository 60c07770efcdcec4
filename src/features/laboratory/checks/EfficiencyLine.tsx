import { labCheckTexts } from '@contract/features/laboratory/checks/checkTexts';
import { attempt } from '@contract/arithmetic/numbers/problem';
import { efficiencyOfLevels } from '@contract/features/laboratory/methods/sheets/checks';
import { layoutOfSheet } from '@contract/features/laboratory/sheets/labWork';
import { Button } from 'antd';
import { useState } from 'react';
import { went } from '@/api/went';
import type { EntryRow } from '@/grid/DataGrid';
import { feedback } from '@/lib/feedback';
import { useCan } from '@/session/useCan';
import { saveRows } from '../calls';
import type { KindPageProps } from '../kind';
import { typedIn } from './checkGrid';
import styles from './checks.module.css';

interface EfficiencyLineProps extends Pick<KindPageProps, 'work' | 'reload'> {
  readonly rows: readonly EntryRow[];
  readonly keys: readonly string[];
  readonly least: string | undefined;
  readonly unsaved: boolean;
}

const wanted = 3;

/** D of all levels together, and the way into the record's rows (DOMAIN §4.4). */
export function EfficiencyLine({ work, rows, keys, least, unsaved, reload }: EfficiencyLineProps) {
  const [busy, setBusy] = useState(false);
  const mayWrite = useCan(['labSheetRow:edit']);
  const levels = rows.map((row) => typedIn(row, keys)).filter((values) => Object.keys(values).length > 0);
  const outcome = attempt(() => efficiencyOfLevels(levels, least));
  const targets = layoutOfSheet(work.sheet).columns.includes('efficiency') ? work.rows.filter(({ rowKind }) => rowKind !== 'blank') : [];
  if (levels.length === 0) return <p className={styles.quiet}>{labCheckTexts.noLevels}</p>;
  if (!outcome.ok) return <p className={styles.bad}>{outcome.problem.message}</p>;
  const { efficiency, rsd, passes } = outcome.value;
  const take = async () => {
    setBusy(true);
    const done = await went(saveRows({ rows: targets.map(({ id, version }) => ({ id, version, efficiency })), removed: [] }));
    if (done) {
      feedback.notify('success', labCheckTexts.efficiencyTaken(efficiency, targets.length));
      await reload();
    }
    setBusy(false);
  };
  return (
    <div className={styles.line}>
      <span>{levels.length}个水平的平均解吸效率 <strong>{efficiency}%</strong>，最大RSD {rsd}%</span>
      <span className={passes ? styles.good : styles.bad}>{passes ? '合格' : labCheckTexts.efficiencyFails(efficiency, rsd)}</span>
      {levels.length < wanted && <span className={styles.warning}>规定{wanted}个水平，还缺{wanted - levels.length}个</span>}
      {work.locked === null && mayWrite && targets.length > 0 && <Button disabled={!passes || unsaved} loading={busy} title={unsaved ? '请先保存' : undefined} onClick={() => void take()}>填入记录的解吸效率（{targets.length}行）</Button>}
    </div>
  );
}
