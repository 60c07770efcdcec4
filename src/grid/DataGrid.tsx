import { Alert, Dropdown } from 'antd';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useGridCommands } from './entry/commands/useGridCommands';
import { EntrySheet } from './entry/EntrySheet';
import { GridConflicts } from './entry/GridConflicts';
import { DraftOffer, GridState, GridStatus } from './entry/GridMessages';
import { type GridParts, gridMenu, GridTools } from './entry/GridTools';
import type { DataGridModel } from './entry/useDataGrid';
import { useEditing } from './entry/useEditing';
import styles from './DataGrid.module.css';

export { entryColumns } from './entry/model/entryColumns';
export { useDataGrid } from './entry/useDataGrid';
export type { DataGridModel, DataGridOptions } from './entry/useDataGrid';
export type { Derived } from './entry/model/entryColumns';
export type { EntryColumn, EntryRow, Mark, Values } from './entry/model/entryTypes';

interface DataGridProps {
  readonly grid: DataGridModel;
  /** Accessible name of the table. */
  readonly label: string;
  /** Height in px, or '100%' to fill a parent of definite height. */
  readonly height?: number | string;
  /** Buttons after the grid's own buttons. */
  readonly toolbar?: ReactNode;
}

/**
 * Renders the model of `useDataGrid` as an editable sheet. It has the keyboard, clipboard and mouse functions of a
 * spreadsheet, undo, errors shown at their cells, and one button that saves all rows. Rows and columns are virtual.
 * @param grid model, from `useDataGrid`
 */
export function DataGrid({ grid, label, height = '100%', toolbar }: DataGridProps) {
  const { rights, locked, keepTyped } = grid;
  const commands = useGridCommands(grid);
  const editing = useEditing(commands.type);
  const { editing: openEditing } = editing;
  useEffect(() => keepTyped(openEditing?.place ?? null, openEditing?.text ?? ''), [keepTyped, openEditing]);
  const root = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(false);
  const refocus = useCallback(
    () => root.current?.querySelector<HTMLElement>('[data-entry-editor]')?.focus({ preventScroll: true }),
    [],
  );
  const focus = () => {
    setFocused(true);
    refocus();
  };
  const gridParts: GridParts = { grid, commands, finish: editing.finish, refocus };
  return (
    <div ref={root} className={styles['grid']} style={{ height }}>
      {locked === null && (rights.add || rights.edit || rights.remove) && (
        <GridTools {...gridParts} focused={focused}>
          {toolbar}
        </GridTools>
      )}
      {locked !== null && <Alert type="info" showIcon title={locked} />}
      <DraftOffer grid={grid} onDecided={focus} />
      <GridConflicts grid={grid} />
      {grid.saveFailure && grid.state.conflicts.size === 0 && <Alert type="error" showIcon title={grid.saveFailure} />}
      <Dropdown trigger={['contextMenu']} menu={gridMenu(gridParts)} disabled={locked !== null}>
        <div className={styles['frame']}>
          <EntrySheet
            grid={grid}
            label={label}
            commands={commands}
            editing={editing}
            focused={focused}
            onFocused={setFocused}
            refocus={refocus}
          />
          <GridState grid={grid} />
        </div>
      </Dropdown>
      <GridStatus grid={grid} onJump={focus} />
    </div>
  );
}
