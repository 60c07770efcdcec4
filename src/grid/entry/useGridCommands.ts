import { useMemo, useRef } from 'react';
import { feedback } from '@/lib/feedback';
import { pastedRows } from '@contract/workbook/delimited';
import { entryGridTexts } from './entryGridTexts';
import { textOf } from './model/columns';
import type { EntryRow } from './model/entryTypes';
import { cleared, type Copied, continuedInto, copied, filledFromEdge, pasted } from './model/filling';
import { changed, type GridState, newKey, rowsIn, selected, stepped, withRows } from './model/gridState';
import { at, type Place, type Range, rangeOf, rowsOf, type Selection } from './model/selection';
import { parseTsv, formatTsv } from './model/tsv';
import { inserted, type Write, without, written } from './model/writes';
import type { DataGridModel } from './useDataGrid';

/** Commands of the grid. Each is one step of undo. */
export function useGridCommands(grid: DataGridModel) {
  const model = useRef(grid);
  model.current = grid;
  /**
   * The last block copied here. Pasted back, it keeps values that its text alone can't tell, such as which of two rows
   * with one title was meant.
   */
  const clipboard = useRef<{ text: string; cells: readonly (readonly (Copied | null)[])[] } | null>(null);

  return useMemo(() => {
    const now = (): GridState => model.current.now.current;
    const rows = (): readonly EntryRow[] => rowsIn(now());
    const selection = (): Selection => now().history.present.selection;
    const extra = (): number => (model.current.rights.add ? 1 : 0);
    const select = (next: Selection) => model.current.update((before) => selected(before, next));
    const blankAfter = (above: EntryRow | undefined) => ({
      ...model.current.blank,
      ...model.current.newRow?.(above?.values),
    });
    const lengthened = (state: GridState, count: number) => withRows(state, count, blankAfter(rowsIn(state).at(-1)));

    const write = (writes: readonly Write[], next?: Selection) => {
      if (writes.length === 0) return next && select(next);
      const last = Math.max(...writes.map(({ row }) => row));
      model.current.update((before) => {
        const present = rowsIn(before);
        const after = written(lengthened(before, last + 1), writes);
        // A row that was added for writes that all turned out empty is not kept.
        return changed(
          before,
          after.length > present.length && after.slice(present.length).every((row) => model.current.isUntouched(row))
            ? written(present, writes)
            : after,
          next,
        );
      });
    };

    /** Writes a typed text into one cell. */
    const type = (place: Place, text: string) => {
      const column = model.current.columns[place.column];
      if (!column?.field || column.name === null) return;
      const row = rows()[place.row];
      if (column.isReadonly(row?.values ?? model.current.blank)) return;
      if (row && textOf(column, row, model.current.labels) === text) return;
      write([{ row: place.row, name: column.name, content: model.current.references.read(column.field, text) }]);
      model.current.references.resolve(true);
    };

    const paste = (text: string) => {
      const { columns, references, rights, mostRows } = model.current;
      if (text === '') return;
      const own = clipboard.current?.text === text ? clipboard.current.cells : undefined;
      const top = rangeOf(selection()).top;
      const room = Math.max(0, (rights.add ? mostRows : rows().length) - top);
      // Text that this grid wrote is parsed exactly. The quotes of other programs can be ambiguous.
      const texts = own || !text.includes('"') ? parseTsv(text, room) : pastedRows(text, room);
      if (!texts) return feedback.notify('warning', entryGridTexts.quotesUnclear);
      const block = { texts, ...(own ? { cells: own } : {}) };
      if (block.texts.length > room) {
        // A block that does not fit is refused as a whole: nobody would notice that its end is missing.
        if (rights.add) return feedback.notify('warning', entryGridTexts.tooLong(mostRows, room));
        feedback.notify('warning', entryGridTexts.noRowsToAdd(room));
        block.texts = block.texts.slice(0, room);
        if (block.texts.length === 0) return;
      }
      const blank: EntryRow = { key: '', values: model.current.blank };
      const { writes, skipped, range } = pasted(rows(), columns, selection(), block, references.read, () => blank);
      write(writes, {
        anchor: { row: range.top, column: range.left },
        head: { row: range.bottom, column: range.right },
        others: [],
      });
      references.resolve();
      if (skipped > 0) feedback.notify('warning', entryGridTexts.pasted(writes.length, skipped));
    };

    const copy = (): string => {
      const { texts, cells } = copied(
        rows(),
        model.current.columns,
        selection(),
        model.current.labels,
        model.current.derived,
      );
      const text = formatTsv(texts);
      clipboard.current = { text, cells };
      return text;
    };

    const clear = () => write(cleared(rows(), model.current.columns, selection()));

    /** Inserts as many rows as are selected, above or below them. */
    const insert = (where: 'above' | 'below') => {
      if (!model.current.rights.add) return;
      const chosen = rowsOf(selection()).filter((row) => row < rows().length);
      const index = where === 'above' ? (chosen[0] ?? rows().length) : (chosen.at(-1) ?? rows().length - 1) + 1;
      const values = blankAfter(rows()[index - 1]);
      const fresh = Array.from({ length: Math.max(1, chosen.length) }, (): EntryRow => ({ key: newKey(), values }));
      model.current.update((before) =>
        changed(before, inserted(rowsIn(before), index, fresh), at(index, selection().anchor.column)),
      );
    };

    const duplicate = () => {
      if (!model.current.rights.add) return;
      const chosen = rowsOf(selection()).flatMap((row) => rows()[row] ?? []);
      const index = Math.min(rowsOf(selection()).at(-1) ?? -1, rows().length - 1) + 1;
      if (!chosen.length) return;
      const { order, entity, blank } = model.current;
      const kept = [...Object.keys(blank), ...Object.keys(blank).map((name) => `${name}Name`)].filter(
        (name) => name !== order && !entity.fields[name]?.unique,
      );
      const fresh = chosen.map((row): EntryRow => ({
        key: newKey(),
        values: {
          ...blank,
          ...Object.fromEntries(kept.flatMap((name) => (name in row.values ? [[name, row.values[name]]] : []))),
        },
        ...(row.texts ? { texts: row.texts } : {}),
      }));
      const head = { row: index + fresh.length - 1, column: selection().anchor.column };
      model.current.update((before) =>
        changed(before, inserted(rowsIn(before), index, fresh), { anchor: { ...head, row: index }, head, others: [] }),
      );
    };

    const remove = () => {
      const { base } = now();
      const chosen = rowsOf(selection()).filter((index) => {
        const row = rows()[index];
        return row !== undefined && (base.has(row.key) ? model.current.rights.remove : model.current.rights.add);
      });
      if (!chosen.length) return;
      const left = rows().length - chosen.length + extra();
      model.current.update((before) =>
        changed(
          before,
          without(rowsIn(before), chosen),
          at(Math.max(0, Math.min(chosen[0] ?? 0, left - 1)), selection().anchor.column),
        ),
      );
    };

    const fill = (direction: 'down' | 'right') =>
      write(filledFromEdge(rows(), model.current.columns, selection(), direction));

    /** Continues the selection into the larger range of the fill handle. */
    const fillTo = (range: Range) => {
      const source = rangeOf(selection());
      const next = {
        anchor: { row: range.top, column: range.left },
        head: { row: range.bottom, column: range.right },
        others: [],
      };
      const longer = lengthened(now(), range.bottom + 1);
      write(continuedInto(longer, model.current.columns, source, range), next);
    };

    const step = (direction: 'undo' | 'redo') =>
      model.current.update((before) => stepped(before, direction, model.current.columns.length, extra()));

    return {
      select,
      type,
      paste,
      copy,
      clear,
      insert,
      duplicate,
      remove,
      fill,
      fillTo,
      cut: () => {
        const text = copy();
        clear();
        return text;
      },
      undo: () => step('undo'),
      redo: () => step('redo'),
      selectAll: () =>
        select({
          anchor: { row: 0, column: 0 },
          head: { row: Math.max(0, rows().length - 1), column: model.current.columns.length - 1 },
          others: [],
        }),
    };
  }, []);
}

export type GridCommands = ReturnType<typeof useGridCommands>;
