import { Button, Input, Radio } from 'antd';
import { faultsOf } from '@/grid/entry/model/faultList';
import { rowsIn } from '@/grid/entry/model/gridState';
import type { DataGridModel } from '@/grid/entry/useDataGrid';
import { fixedDictionaries } from '@contract/dictionaries';
import { scoreOfItem } from '@contract/features/reviewers/checkScore';
import styles from './outside.module.css';

const resultOptions = fixedDictionaries.outsideResult.map(({ value, label }) => ({ value, label }));
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const orNull = (value: unknown): string | null => textOf(value) || null;

interface ItemCardsProps {
  readonly grid: DataGridModel;
  readonly locked: boolean;
  readonly total: string | null;
  /** Number of lines without a result. */
  readonly open: number;
}

interface ItemCardProps {
  readonly grid: DataGridModel;
  readonly row: DataGridModel['rows'][number];
  readonly locked: boolean;
  /** The line was changed; its errors are shown. */
  readonly touched: boolean;
}

/** One line of the check form: result, score and remark. */
function ItemCard({ grid, row, locked, touched }: ItemCardProps) {
  const { key, values } = row;
  const write = (name: string, value: unknown) =>
    grid.change((previousGridState) =>
      rowsIn(previousGridState).map((entry) =>
        entry.key === key ? { ...entry, values: { ...entry.values, [name]: value } } : entry,
      ),
    );
  const faults = touched ? faultsOf(grid.state, row, grid.findFaults) : {};
  const itemScore = scoreOfItem({
    fullScore: orNull(values.fullScore),
    result: orNull(values.result),
    score: orNull(values.score),
  });
  const content = textOf(values.content);
  return (
    <article className={styles.card} aria-label={content}>
      <p>
        <span className={styles.hint}>{textOf(values.category)}</span> {content}
      </p>
      <Radio.Group
        block
        optionType="button"
        disabled={locked}
        aria-label={`结果：${content}`}
        options={resultOptions}
        value={orNull(values.result)}
        onChange={(event) => write('result', event.target.value)}
      />
      <div className={styles.cardScore}>
        <span>
          得分{' '}
          <Input
            size="small"
            inputMode="decimal"
            aria-label={`得分：${content}`}
            disabled={locked}
            value={textOf(values.score)}
            onChange={(event) => write('score', event.target.value.trim() || null)}
          />
        </span>
        <span>
          {itemScore ?? '–'} / {textOf(values.fullScore)}
        </span>
      </div>
      <Input.TextArea
        autoSize={{ minRows: 1, maxRows: 4 }}
        maxLength={300}
        aria-label={`说明：${content}`}
        placeholder="说明"
        disabled={locked}
        value={textOf(values.remark)}
        onChange={(event) => write('remark', event.target.value || null)}
      />
      {Object.values(faults).map(({ message }) => (
        <p key={message} role="alert" className={styles.fault}>
          {message}
        </p>
      ))}
    </article>
  );
}

/** The check form on a narrow window: one card per line. The cards share undo, drafts and errors with the sheet. */
export function ItemCards({ grid, locked, total, open }: ItemCardsProps) {
  const touchedKeys = new Set([...grid.changes.changed, ...grid.changes.added].map(({ key }) => key));
  return (
    <div className={styles.cards}>
      {grid.rows.map((row) => (
        <ItemCard key={row.key} grid={grid} row={row} locked={locked} touched={touchedKeys.has(row.key)} />
      ))}
      <div className={styles.cardBar} data-bar-below>
        <span className={styles.total} role="status">
          得分 <strong>{total ?? '–'}</strong>
          {open ? `　还有${open}项未填` : ''}
        </span>
        {!locked && (
          <Button type="primary" loading={grid.saving} disabled={grid.unsaved === 0} onClick={() => void grid.save()}>
            保存检查表
          </Button>
        )}
      </div>
      {grid.saveFailure && (
        <p role="alert" className={styles.fault}>
          {grid.saveFailure}
        </p>
      )}
    </div>
  );
}
