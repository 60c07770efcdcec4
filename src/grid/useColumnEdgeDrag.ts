import { useCallback, useMemo, useState } from 'react';
import type { DataTableColumn } from './dataTableColumn';
import { fittedWidth, textWidth } from './text/textFit';

interface DraggedWidth {
  key: string;
  width: number;
}

/**
 * Returns the columns. Columns with `fit` are as wide as the texts of the rows.
 * @param isFixed whether nobody can widen a column; then each is at least as wide as its title
 */
function useFitted<R>(columns: readonly DataTableColumn<R>[], rows: readonly R[], fontSize: number, isFixed: boolean) {
  const widths = useMemo(
    () =>
      columns
        .map(({ fit, text, width, mono, title, unit }) =>
          Math.max(
            fit && text && rows.length > 0 ? fittedWidth(rows, text, fit, { fontSize, mono: mono === true }) : width,
            isFixed ? textWidth(unit === undefined ? title : `${title}（${unit}）`, { fontSize }) : 0,
          ),
        )
        .join(),
    [columns, rows, fontSize, isFixed],
  );
  return useMemo(() => {
    const fittedWidths = widths.split(',').map(Number);
    return columns.map((column, index) =>
      column.width === fittedWidths[index] ? column : { ...column, width: fittedWidths[index] ?? column.width },
    );
  }, [columns, widths]);
}

/**
 * Returns the displayed columns. While an edge is dragged, its column has the width at the pointer. The list stores a
 * released width (`src/listEditor/columns/columnWidthsAndOrder.ts`).
 * @param rows rows by whose texts a double click fits the width
 * @param fontSize size of the cells, px
 * @param onResize stores a released width, px; without it no edge can be dragged
 */
export function useColumnEdgeDrag<R>(
  givenColumns: readonly DataTableColumn<R>[],
  rows: readonly R[],
  fontSize: number,
  onResize: ((key: string, width: number) => void) | undefined,
) {
  const columns = useFitted(givenColumns, rows, fontSize, onResize === undefined);
  const [draft, setDraft] = useState<DraggedWidth | null>(null);
  const drawnColumns = useMemo(
    () =>
      draft === null
        ? columns
        : columns.map((column) => (column.key === draft.key ? { ...column, width: draft.width } : column)),
    [columns, draft],
  );
  const resize = useCallback(
    (key: string, width: number, isDone: boolean) => {
      setDraft(isDone ? null : { key, width });
      if (isDone) onResize?.(key, width);
    },
    [onResize],
  );
  return { drawn: drawnColumns, resize };
}
