import { useCallback, useMemo, useRef, useState } from 'react';
import type { FocusEvent } from 'react';
import type { GridCursor } from './gridCursor';
import type { RowKey } from './rowSelection';
import { cellAt, controlsIn } from './tabStops';

export interface GridCursorState extends GridCursor {
  /** Moves the cursor. With `focus`, the focus follows after the next commit. */
  move: (to: GridCursor, focus: boolean) => void;
  indexOf: (key: RowKey) => number | undefined;
  /** Call after each commit. Moves the focus to the cursor if requested, or if the focused row was removed. */
  settle: (body: HTMLElement, reveal: (row: number, column: number) => void) => void;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onBlur: (event: FocusEvent<HTMLElement>) => void;
}

/** Returns the row of the body that an event came from. Null for header, gaps and portals. */
export function rowOf(body: HTMLElement, target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element) || !body.contains(target)) return null;
  return target.closest<HTMLElement>('[role="row"]');
}

/** Returns the 0-based index of a row by its element. */
export const indexOfRow = (row: HTMLElement): number => Number(row.dataset['row']);

/**
 * Keyboard cursor of the body. It stays with its row by key when rows are sorted or refetched, otherwise with its
 * index.
 */
export function useGridCursor(keys: readonly RowKey[]): GridCursorState {
  const [place, setPlace] = useState<GridCursor & { key: RowKey | undefined }>({ key: undefined, row: 0, column: -1 });
  const indexes = useMemo(() => new Map(keys.map((key, index) => [key, index])), [keys]);
  const knownIndex = place.key === undefined ? undefined : indexes.get(place.key);
  const row = Math.max(0, Math.min(knownIndex ?? place.row, keys.length - 1));
  const column = place.column;
  const isFocusWanted = useRef(false);
  const hasFocusInside = useRef(false);

  const move = useCallback(
    (to: GridCursor, focus: boolean) => {
      if (focus) isFocusWanted.current = true;
      setPlace((last) =>
        last.row === to.row && last.column === to.column && last.key === keys[to.row] && !focus
          ? last
          : { ...to, key: keys[to.row] },
      );
    },
    [keys],
  );

  const settleFocus: GridCursorState['settle'] = (body, reveal) => {
    const hasLostFocus = hasFocusInside.current && body.ownerDocument.activeElement === body.ownerDocument.body;
    if (!isFocusWanted.current && !hasLostFocus) return;
    const element = body.querySelector<HTMLElement>(`[data-row="${row}"]`);
    if (element === null) return;
    isFocusWanted.current = false;
    reveal(row, column);
    const cell = column < 0 ? null : cellAt(element, column);
    const focusTarget = cell === null ? element : (controlsIn(cell)[0] ?? cell);
    focusTarget.focus({ preventScroll: true });
  };

  const onFocus = useCallback(
    (event: FocusEvent<HTMLElement>) => {
      const at = rowOf(event.currentTarget, event.target);
      if (at === null) return;
      hasFocusInside.current = true;
      const cell = event.target.closest('[aria-colindex]');
      move({ row: indexOfRow(at), column: cell === null ? -1 : Number(cell.getAttribute('aria-colindex')) - 1 }, false);
    },
    [move],
  );

  const onBlur = useCallback((event: FocusEvent<HTMLElement>) => {
    // A deleted row loses the focus without a new target; the focus then still belongs to the grid.
    if (event.target.isConnected && !event.currentTarget.contains(event.relatedTarget)) hasFocusInside.current = false;
  }, []);

  return { row, column, move, indexOf: (key) => indexes.get(key), settle: settleFocus, onFocus, onBlur };
}
