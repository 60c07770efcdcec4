import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { Chart } from '@/lib/chart/Chart';
import { type BarColumn, barHeight, barOption, chartedColumns } from './barOption';
import { FigureCard } from './FigureCard';
import { type FigureRow, FigureTable } from './FigureTable';

interface BarFigureProps {
  readonly title: string;
  /** Heading of the rows, e.g. 检测方法. */
  readonly first: string;
  readonly explanation: readonly string[];
  readonly empty: string;
  /** Columns; define them at module scope. */
  readonly columns: readonly BarColumn[];
  /** Rows; memoise them. */
  readonly rows: readonly FigureRow[];
  /** End of the axis, e.g. 100 for per cent. */
  readonly maxValue?: number;
}

/** Bar chart. Each bar opens the list it was counted from. */
export function BarFigure({ title, first, explanation, empty, columns, rows, maxValue }: BarFigureProps) {
  const navigate = useNavigate();
  const option = useMemo(() => barOption(columns, rows, maxValue), [columns, rows, maxValue]);
  const charted = chartedColumns(columns);
  const handlePick = (row: number, series: number) => {
    const cell = rows[row]?.cells[charted[series] ?? 0];
    if (cell?.path && cell.value) void navigate(cell.path);
  };
  return (
    <FigureCard
      title={title}
      explanation={explanation}
      empty={rows.length ? null : empty}
      chart={
        <Chart option={option} label={title} height={barHeight(rows.length, charted.length)} onPick={handlePick} />
      }
      table={<FigureTable label={title} first={first} columns={columns.map(({ label }) => label)} rows={rows} />}
    />
  );
}
