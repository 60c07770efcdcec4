import { useMemo } from 'react';
import { phone, useMedia } from '@/lib/useMedia';
import { codeFit, fittedWidth } from '../text/textFit';
import { useGridCore } from '../useGridCore';
import { useRowSlots } from '../useRowSlots';
import { type Labels, textOf } from './model/entryColumns';
import type { Column, EntryRow } from './model/entryTypes';
import type { DataGridModel } from './useDataGrid';

/** Height of the header in px. */
export const headerHeight = 36;
/** Height of a row in px. */
export const rowHeight = 32;

const numberColumn: Column = {
  key: '#',
  title: '序号',
  unit: undefined,
  align: 'right',
  name: null,
  field: null,
  offeredBy: null,
  computed: null,
  mark: null,
  isReadonly: () => true,
  width: 52,
  fixed: 'left',
};

/** Returns the columns. Pinned columns, which name the row, are as wide as their texts. */
function useFitted(columns: readonly Column[], rows: readonly EntryRow[], labels: Labels): readonly Column[] {
  const widths = columns
    .map((column) =>
      column.fixed && !column.computed
        ? fittedWidth(
            rows,
            (row) => textOf(column, row, labels),
            { ...codeFit, minWidth: column.width },
            { fontSize: 14 },
          )
        : column.width,
    )
    .join();
  return useMemo(() => {
    const fittedWidths = widths.split(',').map(Number);
    return columns.map((column, index) => ({ ...column, width: fittedWidths[index] ?? column.width }));
  }, [columns, widths]);
}

/** Returns the displayed sheet: the model's rows, an empty row for the next entry, and a column of row numbers. */
export function useSheetRows({ state, rows, columns, labels, rights, blank, mostRows }: DataGridModel) {
  const { anchor } = state.history.present.selection;
  const nextRow = useMemo<EntryRow>(() => ({ key: state.nextKey, values: blank }), [state.nextKey, blank]);
  const shownRows = useMemo(
    () => (rights.add && rows.length < mostRows ? [...rows, nextRow] : rows),
    [rows, nextRow, rights.add, mostRows],
  );
  // On a phone more than one pinned column would leave no room to scroll.
  const isNarrow = useMedia(phone);
  const fittedColumns = useFitted(columns, rows, labels);
  const ordered = useMemo(
    () => [
      numberColumn,
      ...(isNarrow
        ? fittedColumns.map((column, index) => (index === 0 ? column : { ...column, fixed: undefined }))
        : fittedColumns),
    ],
    [fittedColumns, isNarrow],
  );
  const keepColumns = useMemo(() => [anchor.column + 1], [anchor.column]);
  const core = useGridCore<Column>({
    count: shownRows.length,
    rowHeight,
    headerHeight,
    columns: ordered,
    keepRow: anchor.row,
    keepColumns,
  });
  const rowKeys = useMemo(() => shownRows.map(({ key }) => key), [shownRows]);
  const slots = useRowSlots(core.rowIndexes, rowKeys);
  return { nextRow, shown: shownRows, columnCount: ordered.length, core, slots };
}

export type SheetRows = ReturnType<typeof useSheetRows>;
