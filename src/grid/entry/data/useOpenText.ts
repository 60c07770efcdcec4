import { useCallback, useRef } from 'react';
import type { Field } from '@contract/field';
import { type Write, withWrites } from '../model/cellWrites';
import type { CellContent, Column } from '../model/entryTypes';
import type { Place } from '../model/gridSelection';
import { type GridState, rowsIn } from '../model/gridState';

/** Stores the text of the open text box, which is not in a cell yet but belongs to the draft. */
export function useOpenText() {
  const typing = useRef<Write | null>(null);
  /** Returns the state with the content of the open text box in its cell. */
  const typedIn = useCallback((gridState: GridState): GridState => {
    if (!typing.current) return gridState;
    const rows = withWrites(rowsIn(gridState), [typing.current]);
    return rows === rowsIn(gridState)
      ? gridState
      : { ...gridState, history: { ...gridState.history, present: { ...gridState.history.present, rows } } };
  }, []);
  return { typing, typedIn };
}

interface KeepTypedOptions {
  readonly typing: ReturnType<typeof useOpenText>['typing'];
  readonly columns: readonly Column[];
  readonly parseCell: (field: Field, text: string) => CellContent;
  /** Reports to the draft that its content has changed. */
  readonly keepTypedText: () => void;
}

/**
 * Returns a function that reports the text of the open text box; without a position the box is closed. An option
 * chosen from a list is written to its cell at once, so references are left out.
 */
export const useKeepTyped = ({ typing, columns, parseCell, keepTypedText }: KeepTypedOptions) =>
  useCallback(
    (place: Place | null, text: string) => {
      const column = place ? columns[place.column] : undefined;
      const next =
        place && column?.field && column.name !== null && column.field.kind !== 'ref'
          ? { row: place.row, name: column.name, content: parseCell(column.field, text) }
          : null;
      if (!next && !typing.current) return;
      typing.current = next;
      keepTypedText();
    },
    [typing, columns, parseCell, keepTypedText],
  );
