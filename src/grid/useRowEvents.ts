import { useRef } from 'react';
import type { ClipboardEvent, HTMLAttributes, KeyboardEvent, MouseEvent } from 'react';
import { selectColumnKey } from './dataTableColumn';
import type { DataTableColumn } from './dataTableColumn';
import { moveCursor } from './gridCursor';
import { withKeys, withRange } from './rowSelection';
import type { RowKey } from './rowSelection';
import { controlsIn, isTyping } from './tabStops';
import { indexOfRow, rowOf } from './useGridCursor';
import type { GridCursorState } from './useGridCursor';

interface RowEventsOptions<R> {
  rows: readonly R[];
  keys: readonly RowKey[];
  /** Columns from left to right. */
  columns: readonly DataTableColumn<R>[];
  cursor: GridCursorState;
  pageRows: number;
  selected: ReadonlySet<RowKey> | undefined;
  onSelect: ((next: ReadonlySet<RowKey>) => void) | undefined;
  onOpen: ((row: R) => void) | undefined;
}

type BodyEvents = Pick<
  HTMLAttributes<HTMLElement>,
  'onKeyDown' | 'onClick' | 'onDoubleClick' | 'onMouseDown' | 'onMouseOver' | 'onCopy'
>;

/** Checks whether a cell, its button or the head of its code is cut off. */
const isCut = (cell: Element): boolean =>
  [cell, ...cell.querySelectorAll('button, :scope > a, [data-cut]')].some(
    ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
  );

const noKeys: ReadonlySet<RowKey> = new Set();
const isControl = (target: Element) => target.closest('a[href],button,input,select,textarea') !== null;
const columnOf = (target: Element) => Number(target.closest('[aria-colindex]')?.getAttribute('aria-colindex') ?? 0) - 1;

/** Moves by the left and right arrows between several controls of one cell. */
const stepInCell = (target: Element, key: string): boolean => {
  const cell = target.closest('[role="gridcell"]');
  if (cell === null || cell === target) return false;
  const stops = controlsIn(cell);
  const next = stops[stops.findIndex((stop) => stop === target) + (key === 'ArrowRight' ? 1 : -1)];
  next?.focus();
  return next !== undefined;
};

interface PointerActs {
  readonly toggle: (index: number, extend: boolean) => void;
  readonly open: (index: number) => void;
  readonly atSelectBox: (target: EventTarget) => boolean;
}

/** Returns the events of the pointer. They select at a checkbox and open a row elsewhere. */
function pointerEvents({ toggle, open, atSelectBox }: PointerActs): BodyEvents {
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const row = rowOf(event.currentTarget, event.target);
    if (row !== null && atSelectBox(event.target)) toggle(indexOfRow(row), event.shiftKey);
  };

  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const row = rowOf(event.currentTarget, event.target);
    if (row === null || !(event.target instanceof Element) || isControl(event.target) || atSelectBox(event.target))
      return;
    open(indexOfRow(row));
  };

  // Shift + click would select all text between the two checkboxes.
  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    if (event.shiftKey && atSelectBox(event.target)) event.preventDefault();
  };
  return { onClick, onDoubleClick, onMouseDown };
}

/** Returns the events that show or copy the text of cells. */
function textEvents<R>(rows: readonly R[], columns: readonly DataTableColumn<R>[]): BodyEvents {
  const textOf = (row: R | undefined, column: DataTableColumn<R> | undefined) =>
    row === undefined ? undefined : column?.text?.(row);

  // Sets a tooltip only on a clipped cell under the pointer. Attributes on 5,000 × 20 cells would cost too much.
  const onMouseOver = (event: MouseEvent<HTMLElement>) => {
    const row = rowOf(event.currentTarget, event.target);
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="gridcell"]') : null;
    if (row === null || cell === null) return;
    if (!isCut(cell)) cell.removeAttribute('title');
    else cell.title = textOf(rows[indexOfRow(row)], columns[columnOf(cell)]) ?? cell.textContent;
  };

  // Ctrl+C without selected text copies the cell, or the row with tabs between its cells.
  const onCopy = (event: ClipboardEvent<HTMLElement>) => {
    const row = rowOf(event.currentTarget, event.target);
    if (row === null || !(event.target instanceof Element) || isTyping(event.target)) return;
    if (document.getSelection()?.isCollapsed === false) return;
    const record = rows[indexOfRow(row)];
    const column = columns[columnOf(event.target)];
    const parts = (column === undefined ? columns : [column])
      .map((cellColumn) => textOf(record, cellColumn))
      .filter((text) => text !== undefined);
    if (parts.length === 0) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', parts.join('\t'));
  };
  return { onMouseOver, onCopy };
}

/**
 * Returns the event handlers of the body, one of each kind for all rows. React also delivers events of dialogs that a
 * cell opened; these are ignored.
 */
export function useRowEvents<R>({
  rows,
  keys,
  columns,
  cursor,
  pageRows,
  selected = noKeys,
  onSelect,
  onOpen,
}: RowEventsOptions<R>): BodyEvents {
  const anchor = useRef<RowKey | null>(null);

  const toggle = (index: number, extend: boolean) => {
    const key = keys[index];
    if (onSelect === undefined || key === undefined) return;
    const from = extend && anchor.current !== null ? cursor.indexOf(anchor.current) : undefined;
    anchor.current = key;
    onSelect(
      from === undefined ? withKeys(selected, [key], !selected.has(key)) : withRange(selected, keys, from, index),
    );
  };

  const open = (index: number) => {
    const row = rows[index];
    if (row !== undefined) onOpen?.(row);
  };

  const atSelectBox = (target: EventTarget) =>
    target instanceof Element && columns[columnOf(target)]?.key === selectColumnKey;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key } = event;
    const row = rowOf(event.currentTarget, target);
    if (row === null || !(target instanceof Element) || event.defaultPrevented || event.altKey || isTyping(target))
      return;
    const isJump = event.ctrlKey || event.metaKey;
    const index = indexOfRow(row);
    const onControl = isControl(target);
    if ((key === 'ArrowLeft' || key === 'ArrowRight') && onControl && stepInCell(target, key)) event.preventDefault();
    else if (isJump && key.toLowerCase() === 'a' && onSelect !== undefined) {
      event.preventDefault();
      onSelect(withKeys(selected, keys, true));
    } else if (key === ' ' && !onControl) {
      event.preventDefault();
      toggle(index, event.shiftKey);
    } else if (key === 'Enter' && !onControl && onOpen !== undefined) {
      event.preventDefault();
      open(index);
    } else {
      const to = moveCursor(
        { row: index, column: columnOf(target) },
        { key, jump: isJump },
        { rows: rows.length, columns: columns.length, pageRows },
      );
      if (to === null) return;
      event.preventDefault();
      cursor.move(to, true);
    }
  };

  return { onKeyDown, ...pointerEvents({ toggle, open, atSelectBox }), ...textEvents(rows, columns) };
}
