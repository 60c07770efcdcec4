import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { GridCommands } from './commands/useGridCommands';
import { selectCell, boxOf, type Place, type Range, rangeOf, type Selection, isSelected } from './model/gridSelection';

/** Returns the cell at an element, or null. Column -1 is the row's number. */
function placeAt(viewport: HTMLElement | null, element: Element | null): Place | null {
  const cell = element?.closest<HTMLElement>('[data-column]');
  const row = cell?.closest<HTMLElement>('[data-row]');
  if (!cell || !row || !viewport?.contains(cell)) return null;
  return { row: Number(row.dataset['row']), column: Number(cell.dataset['column']) };
}

/** Returns the cell nearest to a point, which may be outside the grid (LabKey 49612). */
function placeNear(viewport: HTMLElement, x: number, y: number): Place | null {
  const { left, right, top, bottom } = viewport.getBoundingClientRect();
  const clampInside = (value: number, from: number, to: number) => Math.min(to - 20, Math.max(from + 4, value));
  return placeAt(viewport, document.elementFromPoint(clampInside(x, left, right), clampInside(y, top + 36, bottom)));
}

interface PointerOptions {
  readonly viewportRef: RefObject<HTMLDivElement | null>;
  readonly selection: Selection;
  readonly columns: number;
  readonly rows: number;
  readonly commands: GridCommands;
  readonly onFinish: () => void;
  readonly onOpen: (place: Place) => void;
}

/** Returns the range that a fill covers. It extends the source downwards or sideways, whichever distance is longer. */
function fillRange(source: Range, to: Place): Range {
  const rowDistance = to.row > source.bottom ? to.row - source.bottom : to.row < source.top ? to.row - source.top : 0;
  const columnDistance =
    to.column > source.right ? to.column - source.right : to.column < source.left ? to.column - source.left : 0;
  if (Math.abs(rowDistance) >= Math.abs(columnDistance))
    return rowDistance > 0 ? { ...source, bottom: to.row } : rowDistance < 0 ? { ...source, top: to.row } : source;
  return columnDistance > 0 ? { ...source, right: to.column } : { ...source, left: to.column };
}

/** Returns the selection of a clicked cell, or of the whole row for its number (column -1). */
const clickedSelection = ({ row, column }: Place, columns: number): Selection =>
  column < 0 ? { anchor: { row, column: 0 }, head: { row, column: columns - 1 }, others: [] } : selectCell(row, column);

/** Returns the selection after a click: Shift extends the current range, Ctrl adds another one. */
function selectionAfterClick(
  selection: Selection,
  clicked: Selection,
  { shiftKey, ctrlKey, metaKey }: MouseEvent<HTMLElement>,
): Selection {
  const isWholeRow = clicked.head.column !== clicked.anchor.column;
  if (shiftKey)
    return {
      ...selection,
      anchor: isWholeRow ? { ...selection.anchor, column: 0 } : selection.anchor,
      head: clicked.head,
    };
  if (ctrlKey || metaKey) return { ...clicked, others: [...selection.others, boxOf(selection.anchor, selection.head)] };
  return clicked;
}

/**
 * Mouse handlers. A click selects; a drag selects a range or pulls the fill handle. A release outside the grid ends
 * the drag, too.
 */
export function useGridPointer({ viewportRef, selection, columns, rows, commands, onFinish, onOpen }: PointerOptions) {
  const [filling, setFilling] = useState<Range | null>(null);
  const drag = useRef<{ kind: 'select' | 'rows' | 'fill' } | null>(null);
  const latest = useRef({ selection, filling });
  latest.current = { selection, filling };

  useEffect(() => {
    let timer = 0;
    const move = (event: PointerEvent | globalThis.MouseEvent) => {
      const viewport = viewportRef.current;
      const { current } = drag;
      if (!viewport || !current) return;
      const { top, bottom, left, right } = viewport.getBoundingClientRect();
      const scroll = () => {
        viewport.scrollTop += event.clientY > bottom - 8 ? 16 : event.clientY < top + 40 ? -16 : 0;
        viewport.scrollLeft += event.clientX > right - 8 ? 16 : event.clientX < left ? -16 : 0;
      };
      const extendToPointer = () => {
        const place = placeNear(viewport, event.clientX, event.clientY);
        if (!place) return;
        const { selection: currentSelection } = latest.current;
        const column = Math.max(0, place.column);
        if (current.kind === 'fill')
          setFilling(fillRange(rangeOf(currentSelection), { row: Math.min(place.row, rows - 1), column }));
        else {
          const head = { row: place.row, column: current.kind === 'rows' ? columns - 1 : column };
          if (head.row !== currentSelection.head.row || head.column !== currentSelection.head.column)
            commands.select({ ...currentSelection, head });
        }
      };
      clearInterval(timer);
      extendToPointer();
      if (event.clientY > bottom - 8 || event.clientY < top || event.clientX > right - 8 || event.clientX < left) {
        timer = window.setInterval(() => {
          scroll();
          extendToPointer();
        }, 40);
      }
    };
    const end = () => {
      clearInterval(timer);
      if (drag.current?.kind === 'fill' && latest.current.filling) commands.fillTo(latest.current.filling);
      drag.current = null;
      setFilling(null);
    };
    document.addEventListener('mousemove', move);
    document.addEventListener('mouseup', end);
    return () => {
      clearInterval(timer);
      document.removeEventListener('mousemove', move);
      document.removeEventListener('mouseup', end);
    };
  }, [viewportRef, commands, columns, rows]);

  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    const target = event.target instanceof Element ? event.target : null;
    if (!target) return;
    if (target.closest('[data-fill]')) {
      event.preventDefault();
      drag.current = { kind: 'fill' };
      return;
    }
    const place = placeAt(viewportRef.current, target);
    // In a text box with content the mouse sets the caret.
    if (!place || (target instanceof HTMLTextAreaElement && target.value !== '')) return;
    event.preventDefault();
    onFinish();
    // The right button keeps the selection (LabKey 48242).
    if (event.button === 2) {
      if (!isSelected(selection, { row: place.row, column: Math.max(0, place.column) }))
        commands.select(clickedSelection(place, columns));
      return;
    }
    if (event.button !== 0) return;
    drag.current = { kind: place.column < 0 ? 'rows' : 'select' };
    commands.select(selectionAfterClick(selection, clickedSelection(place, columns), event));
  };

  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const place = placeAt(viewportRef.current, event.target instanceof Element ? event.target : null);
    if (place && place.column >= 0) onOpen(place);
  };

  return { filling, onMouseDown, onDoubleClick };
}
