import { useCallback, useRef, useState } from 'react';
import { useLabels } from '@/session/dictionaryStore';
import { useSession } from '@/session/sessionStore';
import { usePageDirty } from '@/session/tabs/pageState';
import type { Entity } from '@contract/entity';
import { type DataGridOptions, maxRows } from './data/dataGridOptions';
import { useGridLoading } from './data/useGridLoading';
import { useGridModel } from './data/useGridModel';
import { useGridSaving } from './data/useGridSaving';
import { useKeepTyped, useOpenText } from './data/useOpenText';
import { entryGridTexts } from './entryGridTexts';
import type { Column, EntryRow, Values } from './model/entryTypes';
import { selectCell } from './model/gridSelection';
import { changeRows, type GridState, rowsIn, selectCells } from './model/gridState';
import { resolveConflict } from './model/saveResults';
import { useDraft } from './useDraft';
import { useReferences } from './useReferences';

export type { DataGridOptions } from './data/dataGridOptions';

const noValues: Values = {};

type UpdateState = (change: (previousGridState: GridState) => GridState) => void;

/** Returns a function that moves the cursor to a field of a row; to its first cell if no column shows the field. */
const useJump = (columns: readonly Column[], update: UpdateState) =>
  useCallback(
    (key: string, name: string) => {
      const column = Math.max(
        0,
        columns.findIndex((candidate) => candidate.name === name),
      );
      update((previousGridState) => {
        const row = rowsIn(previousGridState).findIndex((candidate) => candidate.key === key);
        return row >= 0 ? selectCells(previousGridState, selectCell(row, column)) : previousGridState;
      });
    },
    [columns, update],
  );

/**
 * State and commands of an editable sheet of one parent's rows, with undo, validation, drafts and one save for all
 * rows. `DataGrid` renders it.
 * @example
 * const grid = useDataGrid({ entity: sample, columns, fixedValues: { projectId }, order: 'rowSort' });
 * return <DataGrid grid={grid} label="样品" />;
 */
export function useDataGrid<E extends Entity>(options: DataGridOptions<E>) {
  const gridOptions = options as unknown as DataGridOptions;
  const { entity, fixedValues = noValues, order, locked = null } = gridOptions;
  const latest = useRef(gridOptions);
  latest.current = gridOptions;
  const labels = useLabels(entity);
  const userId = useSession((session) => session.user?.id ?? 0);
  const fixedKey = JSON.stringify(fixedValues);
  const gridKey = `${entity.name}:${fixedKey}`;
  const model = useGridModel(gridOptions, fixedKey);
  const { state, now, update, columns, changes, changesOf, unsaved, faults } = model;
  usePageDirty(`grid:${gridKey}`, unsaved > 0);

  const references = useReferences(entity, update);
  const { learnRows, settled: lookedUp, read } = references;
  const [loading, setLoading] = useState(true);
  const { typing, typedIn } = useOpenText();
  const enabled = locked === null;
  const draft = useDraft({ entity, userId, gridKey, state, changes, typedIn, changesOf, loading, update, enabled });
  const { offer, keep } = draft;
  const loads = useGridLoading({
    latest,
    entity,
    fixedKey,
    update,
    now,
    setLoading,
    learnRows,
    offerDraft: offer,
    isUntouched: model.untouched,
  });
  const jumpTo = useJump(columns, update);
  const { stopped, saveFailure, ...saving } = useGridSaving({
    latest,
    model: { ...model, entity },
    jumpTo,
    lookedUp,
    draft,
  });
  const keepTyped = useKeepTyped({ typing, columns, parseCell: read, keepTypedText: keep });

  const resolve = useCallback(
    (key: string, values: Values) => update((previousGridState) => resolveConflict(previousGridState, key, values)),
    [update],
  );
  const change = useCallback(
    (
      make: (previousGridState: GridState) => readonly EntryRow[],
      selection?: GridState['history']['present']['selection'],
    ) => update((previousGridState) => changeRows(previousGridState, make(previousGridState), selection)),
    [update],
  );

  return {
    entity,
    columns,
    labels,
    locked,
    rights: model.rights,
    mostRows: maxRows,
    blank: model.blank,
    newRow: gridOptions.newRow,
    order,
    state,
    rows: model.rows,
    derived: model.derived,
    now,
    update,
    change,
    changes,
    unsaved,
    faults,
    findFaults: model.findFaults,
    isUntouched: model.untouched,
    loading,
    ...loads,
    ...saving,
    saveFailure: stopped && faults.length > 0 ? entryGridTexts.faultsFirst(faults.length) : saveFailure,
    resolve,
    jumpTo,
    draft,
    keepTyped,
    references,
  };
}

export type DataGridModel = ReturnType<typeof useDataGrid>;
