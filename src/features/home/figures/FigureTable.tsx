import { createContext, useContext } from 'react';
import { Link } from 'react-router-dom';
import { emptyCellText } from '@/fields';
import card from '../dashboard.module.css';
import styles from './figures.module.css';

interface FigureCell {
  readonly value: number | null;
  /** Text shown instead of the number. */
  readonly text?: string;
  /** List that the number was counted from; absent if the person may not open its page. */
  readonly path?: string | undefined;
  readonly isBad?: boolean;
}

export interface FigureRow {
  readonly key: string;
  readonly label: string;
  readonly cells: readonly FigureCell[];
}

export const cellText = ({ value, text }: FigureCell): string =>
  value === null ? emptyCellText : (text ?? String(value));

/** True if the table is visible. Beside a chart it is for screen readers only, and its links are no tab stops. */
export const TableShown = createContext(true);

export function FigureTable({
  label,
  first,
  columns,
  rows,
}: {
  readonly label: string;
  readonly first: string;
  readonly columns: readonly string[];
  readonly rows: readonly FigureRow[];
}) {
  const isTableShown = useContext(TableShown);
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.label}</th>
            {row.cells.map((cell, index) => (
              <td key={columns[index]} className={cell.isBad ? card.late : undefined}>
                {cell.path && cell.value ? (
                  <Link to={cell.path} tabIndex={isTableShown ? undefined : -1}>
                    {cellText(cell)}
                  </Link>
                ) : (
                  cellText(cell)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
