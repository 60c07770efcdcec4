import type { ReactNode } from 'react';
import type { CellSpace, DataTableColumn } from '@/grid/dataTableColumn';
import { gridTexts } from '@/grid/gridTexts';
import type { AnyRow } from '@contract/entity';
import styles from './cardList.module.css';

/** Cards wrap their texts. */
const open: CellSpace = { width: Infinity, fontSize: 14 };

interface CardListProps {
  readonly label: string;
  readonly rows: readonly AnyRow[];
  /** Columns of the table; the title's is the head of a card, `#actions` its foot. */
  readonly columns: readonly DataTableColumn<AnyRow>[];
  readonly title: string;
  readonly loading: boolean;
  readonly error: ReactNode;
  readonly empty: ReactNode;
}

/** Three empty cards while the first rows load. */
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

/** Renders the rows of a list as cards, for a phone, where a table shows two columns at a time. */
export function CardList({ label, rows, columns, title, loading, error, empty }: CardListProps) {
  if (error) return error;
  if (loading && rows.length === 0) return <Placeholder />;
  if (rows.length === 0) return empty;
  const head = columns.find(({ key }) => key === title);
  const foot = columns.find(({ key }) => key === '#actions');
  const facts = columns.filter((column) => column !== head && column !== foot);
  return (
    <ul className={styles.cards} aria-label={label} aria-busy={loading}>
      {rows.map((row) => (
        <li key={row.id} className={styles.card}>
          <div className={styles.head}>{head?.render(row, open)}</div>
          <dl>
            {facts.map((column) => (
              <div key={column.key} className={styles.fact}>
                <dt>{column.unit ? `${column.title}（${column.unit}）` : column.title}</dt>
                <dd>{column.render(row, open)}</dd>
              </div>
            ))}
          </dl>
          {foot && <div className={styles.foot}>{foot.render(row, open)}</div>}
        </li>
      ))}
    </ul>
  );
}
