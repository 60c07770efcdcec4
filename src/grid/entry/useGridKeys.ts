import type { KeyboardEvent } from 'react';
import { useCallback, useRef } from 'react';
import type { GridCommands } from './commands/useGridCommands';
import { type Bounds, movedBy, tabTarget } from './model/cellNavigation';
import { selectCell, type Place, type Selection } from './model/gridSelection';
import type { DataGridModel } from './useDataGrid';
import type { EditingState } from './useEditing';

interface GridKeysOptions {
  readonly grid: DataGridModel;
  readonly commands: GridCommands;
  readonly editing: EditingState;
  readonly bounds: Bounds;
  readonly textAt: (place: Place) => string;
  readonly nextFault: () => void;
}

/** Returns the direction in which the cursor moves when the key finishes typing; null if it stays. */
const afterTyping = (key: string, shift: boolean): 'down' | 'up' | 'tab' | 'back' | null =>
  key === 'Enter' ? (shift ? 'up' : 'down') : key === 'Tab' ? (shift ? 'back' : 'tab') : null;

/** Performs a shortcut with Ctrl or Cmd. Returns whether the key was one. */
function performShortcut(event: KeyboardEvent, grid: DataGridModel, commands: GridCommands): boolean {
  const { key, shiftKey: shift } = event;
  switch (key.toLowerCase()) {
    case 'z':
      if (shift) commands.redo();
      else commands.undo();
      return true;
    case 'y':
      commands.redo();
      return true;
    case 'd':
      commands.fill('down');
      return true;
    case 'r':
      // Ctrl+Shift+R belongs to the browser.
      if (!shift) commands.fill('right');
      return !shift;
    case 'a':
      commands.selectAll();
      return true;
    case 's':
    case 'enter':
      void grid.save();
      return true;
    case '=':
    case '+':
      if (shift) commands.insert('below');
      return shift;
    default:
      return false;
  }
}

/** Returns the cursor movements. Enter returns below the column where Tab started, which suits entry row by row. */
function useCursorMoves(anchor: Place, bounds: Bounds, commands: GridCommands) {
  /** Column where Tab started. */
  const tabOrigin = useRef<number | null>(null);
  const moveTo = (to: Selection, keepOrigin = false) => {
    if (!keepOrigin) tabOrigin.current = null;
    commands.select(to);
  };

  /** Moves the cursor to the next cell. Returns false if there is none. */
  const moveToNext = (direction: 'down' | 'up' | 'tab' | 'back'): boolean => {
    if (direction === 'tab' || direction === 'back') {
      const to = tabTarget(anchor, direction === 'back', bounds);
      if (!to) return false;
      // From a cell that can't be edited, the row starts at the cell that Tab reaches.
      if (tabOrigin.current === null) tabOrigin.current = bounds.stops(anchor) ? anchor.column : to.column;
      moveTo(selectCell(to.row, to.column), true);
      return true;
    }
    const column = tabOrigin.current ?? anchor.column;
    const row = Math.max(0, Math.min(bounds.rows - 1, anchor.row + (direction === 'down' ? 1 : -1)));
    moveTo(selectCell(row, column));
    return true;
  };
  return { go: moveTo, moveOn: moveToNext };
}

interface TypingOptions extends Pick<GridKeysOptions, 'grid' | 'editing' | 'bounds'> {
  readonly moveTo: (to: Selection) => void;
  readonly moveOn: (direction: 'down' | 'up' | 'tab' | 'back') => boolean;
}

/**
 * Handles keys while a cell is open: Escape keeps the old value; Enter and Tab move on, and so do arrows if typing
 * replaced the value.
 */
function keyWhileTyping(event: KeyboardEvent, { grid, editing, bounds, moveTo, moveOn }: TypingOptions): void {
  const { anchor } = grid.state.history.present.selection;
  const { key, shiftKey: shift } = event;
  const { editing: openEditing } = editing;
  if (!openEditing) return;
  if (key === 'Escape') {
    event.preventDefault();
    event.stopPropagation();
    return editing.cancel();
  }
  if ((event.ctrlKey || event.metaKey) && (key === 'Enter' || key.toLowerCase() === 's')) {
    event.preventDefault();
    event.stopPropagation();
    editing.finish();
    // Saving waits one microtask, so that the written cell is in the state.
    return void Promise.resolve().then(() => grid.save());
  }
  if (key === 'Enter' && event.altKey) {
    event.preventDefault();
    return editing.retype(`${openEditing.text}\n`);
  }
  const direction = afterTyping(key, shift);
  if (direction) {
    event.preventDefault();
    event.stopPropagation();
    editing.finish();
    return void moveOn(direction);
  }
  const moves = openEditing.typed && !openEditing.text.includes('\n') && /^(Arrow|Page)/.test(key) && !event.altKey;
  if (!moves) return;
  const to = movedBy(selectCell(anchor.row, anchor.column), { key, jump: false, shift: false }, bounds);
  if (!to) return;
  event.preventDefault();
  editing.finish();
  moveTo(to);
}

/** Keyboard of a spreadsheet. One handler serves the whole grid, because the active cell's text box has the focus. */
export function useGridKeys({ grid, commands, editing, bounds, textAt, nextFault }: GridKeysOptions) {
  const { selection } = grid.state.history.present;
  const { anchor } = selection;
  /** Set by Escape: the next Tab leaves the grid. */
  const isLeaving = useRef(false);

  const { go: moveTo, moveOn } = useCursorMoves(anchor, bounds, commands);

  /** F2 opens the cell, F8 moves to the next error, Delete clears, Shift+Space selects the row. */
  const plainKey = (event: KeyboardEvent): boolean => {
    const { key, shiftKey: shift } = event;
    if (key === 'F2') {
      event.preventDefault();
      if (bounds.stops(anchor)) editing.start(anchor, textAt(anchor), false);
      return true;
    }
    if (key === 'F8') {
      event.preventDefault();
      nextFault();
      return true;
    }
    if (key === 'Delete' || key === 'Backspace') {
      event.preventDefault();
      commands.clear();
      return true;
    }
    if (key === ' ' && shift) {
      event.preventDefault();
      moveTo({
        anchor: { ...anchor, column: 0 },
        head: { row: selection.head.row, column: bounds.columns - 1 },
        others: [],
      });
      return true;
    }
    return false;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey: shift, altKey } = event;
    // While an input method composes, it handles the keys itself.
    if (event.nativeEvent.isComposing || key === 'Process' || event.defaultPrevented) return;
    if (editing.editing) return keyWhileTyping(event, { grid, editing, bounds, moveTo, moveOn });
    const isJump = event.ctrlKey || event.metaKey;
    const wasLeaving = isLeaving.current;
    isLeaving.current = key === 'Escape';
    if (isJump && !altKey && performShortcut(event, grid, commands)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (key === 'Tab') {
      if (!wasLeaving && moveOn(shift ? 'back' : 'tab')) event.preventDefault();
      return;
    }
    if (key === 'Enter' && !isJump && !altKey) {
      event.preventDefault();
      return void moveOn(shift ? 'up' : 'down');
    }
    if (plainKey(event)) return;
    if (altKey) return;
    const to = movedBy(selection, { key, jump: isJump, shift }, bounds);
    if (!to) return;
    event.preventDefault();
    moveTo(to);
  };

  /** Moves the cursor after a choice from the list. */
  const choseBy = useCallback(
    (event: KeyboardEvent | undefined) => {
      const direction = event && afterTyping(event.key, event.shiftKey);
      if (direction) moveOn(direction);
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [grid, bounds],
  );

  return { onKeyDown, choseBy };
}
