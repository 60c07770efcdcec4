import { useCallback, useMemo, useState } from 'react';
import type { DataTableColumn } from './dataTableColumn';
import { fittedWidth } from './text/textFit';

interface Draft {
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
    const each = widths.split(',').map(Number);
    return columns.map((column, at) => (column.fit ? { ...column, width: each[at] ?? column.width } : column));
  }, [columns, widths]);
}

/**
 * Returns the displayed columns. While an edge is dragged, its column has the width at the pointer. The list stores a
 * released width (`src/listEditor/listPreference.ts`).
 */
export function useColumnResizing<R>(
  given: readonly DataTableColumn<R>[],
  rows: readonly R[],
  fontSize: number,
  onResize: ((key: string, width: number) => void) | undefined,
) {
  const columns = useFitted(given, rows, fontSize);
  const [draft, setDraft] = useState<Draft | null>(null);
  const drawn = useMemo(
    () =>
      draft === null
        ? columns
        : columns.map((column) => (column.key === draft.key ? { ...column, width: draft.width } : column)),
    [columns, draft],
  );
  const resize = useCallback(
    (key: string, width: number, done: boolean) => {
      setDraft(done ? null : { key, width });
      if (done) onResize?.(key, width);
    },
    [onResize],
  );
  return { drawn, resize };
}
