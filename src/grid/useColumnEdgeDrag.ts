import { useCallback, useMemo, useState } from 'react';
import type { DataTableColumn } from './dataTableColumn';
import { fittedWidth } from './text/textFit';

interface DraggedWidth {
  key: string;
  width: number;
}

/** Returns the columns. Columns with `fit` are as wide as the texts of the rows. */
function useFitted<R>(columns: readonly DataTableColumn<R>[], rows: readonly R[], fontSize: number) {
  const widths = useMemo(
    () =>
      columns
        .map(({ fit, text, width, mono }) =>
          fit && text && rows.length > 0 ? fittedWidth(rows, text, fit, { fontSize, mono: mono === true }) : width,
        )
        .join(),
    [columns, rows, fontSize],
  );
  return useMemo(() => {
    const fittedWidths = widths.split(',').map(Number);
    return columns.map((column, index) =>
      column.fit ? { ...column, width: fittedWidths[index] ?? column.width } : column,
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
  const columns = useFitted(givenColumns, rows, fontSize);
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
