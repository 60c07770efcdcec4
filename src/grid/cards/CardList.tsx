import type { CSSProperties, ReactNode } from 'react';
import type { DataTableProps } from '../DataTable';
import type { CellSpace, DataTableColumn } from '../dataTableColumn';
import { gridTexts } from '../gridTexts';
import { pageSelection, type RowKey, withKeys } from '../rowSelection';
import styles from './cardList.module.css';

/** Cards wrap their texts, so they have unlimited space. */
const cardSpace: CellSpace = { width: Infinity, fontSize: 14 };
const noKeys: ReadonlySet<RowKey> = new Set();

type CardListProps<R> = DataTableProps<R> & {
  /** Key of the column that is the head of a card. */
  readonly cards: string;
};

/** Three empty cards, shown while the first rows load. */
const Placeholder = () => (
  <div className={styles.cards} role="status" aria-label={gridTexts.loading}>
    {[0, 1, 2].map((card) => (
      <div key={card} className={styles.card}>
        <i className={styles.bar} />
        <i className={styles.bar} />
      </div>
    ))}
  </div>
);

/** Checkbox that selects all displayed cards, or none. */
function SelectAll<R>({ rows, rowKey, selected = noKeys, onSelect }: DataTableProps<R>) {
  const keys = rows.map(rowKey);
  const state = pageSelection(selected, keys);
  return (
    <label className={styles.all}>
      <input
        type="checkbox"
        checked={state === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = state === 'some';
        }}
        onChange={() => onSelect?.(withKeys(selected, keys, state !== 'all'))}
      />
      {gridTexts.selectPage}
    </label>
  );
}

/** Returns the parts of a card: head, facts and, from the pinned column of buttons, foot. */
function partsOf<R>(columns: readonly DataTableColumn<R>[], title: string) {
  const head = columns.find(({ key }) => key === title);
  const footColumn = columns.find(({ key, fixed }) => key !== title && fixed === 'right');
  return { head, foot: footColumn, facts: columns.filter((column) => column !== head && column !== footColumn) };
}

function CardFacts<R>({ row, facts }: { readonly row: R; readonly facts: readonly DataTableColumn<R>[] }) {
  return (
    <dl>
      {facts.map((column) => (
        <div key={column.key} className={styles.fact}>
          <dt>{column.unit ? `${column.title}（${column.unit}）` : column.title}</dt>
          <dd className={column.mono ? 'mono' : undefined}>{column.render(row, cardSpace)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Cards of all rows. */
function RowCards<R>({ cards, ...props }: CardListProps<R>) {
  const { label, rows, rowKey, columns, loading, selected = noKeys, onSelect, rowClass, activeKey } = props;
  const { head, foot: footColumn, facts } = partsOf(columns, cards);
  return (
    <ul className={styles.cards} aria-label={label} aria-busy={loading}>
      {rows.map((row, index) => {
        const key = rowKey(row);
        const action: ReactNode = footColumn?.render(row, cardSpace);
        return (
          <li
            key={key}
            className={`${styles.card} ${rowClass?.(row) ?? ''}`}
            aria-current={activeKey === key ? 'true' : undefined}
          >
            <div className={styles.head}>
              {onSelect && (
                <input
                  type="checkbox"
                  aria-label={gridTexts.selectRow(index + 1)}
                  checked={selected.has(key)}
                  onChange={() => onSelect(withKeys(selected, [key], !selected.has(key)))}
                />
              )}
              {head?.render(row, cardSpace)}
            </div>
            <CardFacts row={row} facts={facts} />
            {action && <div className={styles.foot}>{action}</div>}
          </li>
        );
      })}
    </ul>
  );
}

/** Renders the rows of a table as cards, for a phone, where a table shows two columns at a time. */
export function CardList<R>(props: CardListProps<R>) {
  const { rows, height, loading = false, error, empty = gridTexts.empty, onSelect } = props;
  if (error) return error;
  if (loading && rows.length === 0) return <Placeholder />;
  if (rows.length === 0) return <div className={styles.empty}>{empty}</div>;
  // A table of fixed height is in a dialog, so its cards scroll there, too.
  const sizes: CSSProperties = typeof height === 'number' ? { maxHeight: height, overflowY: 'auto' } : {};
  return (
    <div style={sizes}>
      {onSelect && <SelectAll<R> {...props} />}
      <RowCards<R> {...props} />
    </div>
  );
}
