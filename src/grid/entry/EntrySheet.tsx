import { useEdgeMarks } from '../useScrollMarks';
import type { GridCommands } from './commands/useGridCommands';
import { EntryGridHead } from './EntryGridHead';
import { SheetBody } from './SheetBody';
import type { DataGridModel } from './useDataGrid';
import type { EditingState } from './useEditing';
import { useSelectionInView } from './useSelectionInView';
import { clipboardOf, useSheetInput } from './useSheetInput';
import { headerHeight, useSheetRows } from './useSheetRows';
import styles from '../DataGrid.module.css';

interface EntrySheetProps {
  readonly grid: DataGridModel;
  readonly label: string;
  readonly commands: GridCommands;
  readonly editing: EditingState;
  readonly focused: boolean;
  readonly onFocused: (focused: boolean) => void;
  /** Focuses the active cell's text box. */
  readonly refocus: () => void;
}

/** Scrolling part of the grid. Separate from its surroundings, so that a frame of a scroll renders rows only. */
export function EntrySheet({ grid, label, commands, editing, focused, onFocused, refocus }: EntrySheetProps) {
  const sheet = useSheetRows(grid);
  const { core } = sheet;
  const { viewportRef, layout } = core;
  const markEdges = useEdgeMarks(viewportRef, layout.totalWidth, core.visibleRect?.width ?? 0);
  const inSight = useSelectionInView(grid, core, focused);
  const input = useSheetInput({ grid, sheet, commands, editing });
  const { pointer } = input;
  return (
    <div
      ref={viewportRef}
      className={styles['viewport']}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      aria-rowcount={sheet.shown.length + 1}
      aria-colcount={sheet.columnCount}
      aria-multiselectable
      aria-readonly={grid.locked !== null || undefined}
      aria-busy={grid.loading}
      data-focused={focused || undefined}
      onScroll={markEdges}
      onKeyDown={input.keys.onKeyDown}
      {...clipboardOf(commands, editing)}
      onMouseDown={(event) => {
        pointer.onMouseDown(event);
        if (event.defaultPrevented) {
          onFocused(true);
          refocus();
        }
      }}
      onDoubleClick={pointer.onDoubleClick}
      onFocus={() => onFocused(true)}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget) || !event.target.isConnected) return;
        onFocused(false);
        input.finish();
      }}
    >
      <EntryGridHead
        cells={core.cells}
        width={layout.totalWidth}
        height={headerHeight}
        onColumn={commands.selectColumn}
      />
      <SheetBody grid={grid} sheet={sheet} input={input} editing={editing} focused={focused} inSight={inSight} />
    </div>
  );
}
