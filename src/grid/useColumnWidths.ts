import { useCallback, useMemo, useState } from 'react';
import type { DataTableColumn } from './dataTableColumn';

interface Draft {
  key: string;
  width: number;
}

/** Returns the columns as drawn. While an edge is dragged, its column has the width at the pointer. */
export function useColumnWidths<R>(
  columns: readonly DataTableColumn<R>[],
  onResize: ((key: string, width: number) => void) | undefined,
) {
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
