import { useCallback, useMemo, useRef, useState } from 'react';
import { useMay } from '@/session/useCan';
import type { AnyRow, Entity } from '@contract/entity';
import { permissionOf } from '@contract/permissions';
import { blankValues, changeFinder, type Changes, countOf } from '../model/changedFields';
import { columnsFor, noDerived } from '../model/entryColumns';
import type { Column, EntryColumn, EntryRow, Values } from '../model/entryTypes';
import { faultList } from '../model/faultList';
import { type GridState, rowsIn, stateOf } from '../model/gridState';
import { faultFinder, isUntouched } from '../model/rowFaults';
import type { DataGridOptions } from './dataGridOptions';

const noRows: readonly AnyRow[] = [];

/** Returns the operations that the page offers and the person may perform; none while the grid is locked. */
function useRights({ entity, locked = null, can = {} }: DataGridOptions) {
  const hasPermission = useMay();
  return {
    add: locked === null && can.add !== false && hasPermission([permissionOf(entity, 'add')]),
    edit: locked === null && can.edit !== false && hasPermission([permissionOf(entity, 'edit')]),
    remove: locked === null && can.remove !== false && hasPermission([permissionOf(entity, 'del')]),
  };
}

/**
 * Returns the state of the grid, and `now`, its newest value. Commands can follow each other faster than React
 * renders.
 */
function useGridState() {
  const [gridState, setState] = useState<GridState>(() => stateOf(noRows));
  const now = useRef(gridState);
  const update = useCallback((change: (previousGridState: GridState) => GridState) => {
    const nextState = change(now.current);
    if (nextState === now.current) return;
    now.current = nextState;
    setState(nextState);
  }, []);
  return { state: gridState, now, update };
}

/** Returns the columns with read-only cells for existing or new rows that the person may not edit or add. */
function useColumns(described: Column[], { add: canAdd, edit: canEdit }: ReturnType<typeof useRights>) {
  return useMemo<readonly Column[]>(
    () =>
      canAdd && canEdit
        ? described
        : described.map((column) => ({
            ...column,
            isReadonly: (row: Values) => ((row.id === undefined ? canAdd : canEdit) ? column.isReadonly(row) : true),
          })),
    [described, canAdd, canEdit],
  );
}

/**
 * Rows of the grid with everything that follows from them: changes, errors and derived values.
 * @param fixedKey `fixedValues` as JSON, so that a new object with equal values changes nothing
 */
export function useGridModel(options: DataGridOptions, fixedKey: string) {
  const { entity, columns: givenColumns, derive } = options;
  const rights = useRights(options);
  const { state, now, update } = useGridState();
  const described = useMemo(() => columnsFor(entity, givenColumns as readonly EntryColumn[]), [entity, givenColumns]);
  const columns = useColumns(described, rights);
  const blank = useMemo(() => blankValues(entity, JSON.parse(fixedKey) as Values), [entity, fixedKey]);
  const findFaults = useMemo(() => faultFinder(entity, described), [entity, described]);
  const findChanges = useMemo(() => changeFinder(entity), [entity]);
  const isRowUntouched = useCallback(
    (row: EntryRow) => !now.current.gone.has(row.key) && isUntouched(described, row, blank),
    [now, described, blank],
  );
  const changesOf = useCallback(
    (gridState: GridState): Changes => findChanges(rowsIn(gridState), gridState.base, isRowUntouched),
    [findChanges, isRowUntouched],
  );
  const faultsIn = useCallback(
    (gridState: Pick<GridState, 'base' | 'serverFaults'> & { rows: readonly EntryRow[] }) =>
      faultList(gridState, described, findFaults, isRowUntouched),
    [described, findFaults, isRowUntouched],
  );

  const rows = rowsIn(state);
  const { base, serverFaults } = state;
  const derivedByRow = useMemo(() => derive?.(rows) ?? noDerived, [derive, rows]);
  const changes = useMemo(() => findChanges(rows, base, isRowUntouched), [findChanges, rows, base, isRowUntouched]);
  const faults = useMemo(() => faultsIn({ rows, base, serverFaults }), [faultsIn, rows, base, serverFaults]);
  const unsaved = countOf(changes);
  return {
    rights,
    state,
    now,
    update,
    columns,
    blank,
    findFaults,
    untouched: isRowUntouched,
    changesOf,
    faultsIn,
    rows,
    derived: derivedByRow,
    changes,
    faults,
    unsaved,
  };
}

export type GridModel = ReturnType<typeof useGridModel> & { readonly entity: Entity };
