import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { dictionaryEntries } from '@/session/dictionaryStore';
import type { AnyRow, Entity } from '@contract/entity';
import type { EntryRow, Values } from '../model/entryTypes';
import { changeRows, type GridState, rowsIn, stateOf } from '../model/gridState';
import { type DataGridOptions, maxRows } from './dataGridOptions';

interface GridLoadingOptions {
  readonly latest: RefObject<DataGridOptions>;
  readonly entity: Entity;
  readonly fixedKey: string;
  readonly update: (change: (previousGridState: GridState) => GridState) => void;
  readonly now: RefObject<GridState>;
  readonly setLoading: (loading: boolean) => void;
  readonly learnRows: (rows: readonly EntryRow[]) => void;
  /** Offers a stored draft after the load. */
  readonly offerDraft: () => void;
  /** Checks whether nothing was entered in a new row. */
  readonly isUntouched: (row: EntryRow) => boolean;
}

/** Returns the loaded rows, followed by those that were entered while they were loading. */
function withEntered(
  storedRows: readonly AnyRow[],
  startState: GridState,
  currentGridState: GridState,
  isUntouched: (row: EntryRow) => boolean,
): GridState {
  const loadedState = stateOf(storedRows);
  if (currentGridState === startState) return loadedState;
  const knownKeys = new Set(rowsIn(startState).map(({ key }) => key));
  const entered = rowsIn(currentGridState).filter((row) => !knownKeys.has(row.key) && !isUntouched(row));
  return entered.length > 0 ? changeRows(loadedState, [...rowsIn(loadedState), ...entered]) : loadedState;
}

/** Loads all dictionaries of the entity, because a pasted label can't be converted without them. */
const loadDictionaries = (entity: Entity): Promise<unknown> =>
  Promise.all(
    Object.values(entity.fields).flatMap((field) =>
      field.kind === 'dict' ? [dictionaryEntries(field.dict).catch(() => [])] : [],
    ),
  );

/** Loads the rows when the grid opens, and again by `reload`. */
export function useGridLoading(options: GridLoadingOptions) {
  const { latest, entity, fixedKey, update, now, setLoading, learnRows, offerDraft, isUntouched } = options;
  const [loadFailure, setLoadFailure] = useState<Failure | null>(null);
  const loads = useRef<AbortController | null>(null);
  const judge = useRef(isUntouched);
  judge.current = isUntouched;
  const reload = useCallback(async () => {
    loads.current?.abort();
    const abortController = new AbortController();
    loads.current = abortController;
    setLoading(true);
    setLoadFailure(null);
    const startState = now.current;
    try {
      const { load, order: orderField } = latest.current;
      const query = {
        ...(JSON.parse(fixedKey) as Values),
        page: 0,
        size: maxRows,
        sort: orderField ? `${orderField},asc` : 'id,asc',
      };
      const dictionaries = loadDictionaries(entity);
      const storedRows = load
        ? await load(abortController.signal)
        : ((await crud<Entity>(entity).list(query, abortController.signal)).content as AnyRow[]);
      await dictionaries;
      if (abortController.signal.aborted) return;
      update((previousGridState) => withEntered(storedRows, startState, previousGridState, judge.current));
      learnRows(rowsIn(now.current));
      offerDraft();
    } catch (error) {
      if (!abortController.signal.aborted) setLoadFailure(failureOf(error));
    } finally {
      if (!abortController.signal.aborted) setLoading(false);
    }
  }, [latest, entity, fixedKey, update, now, setLoading, learnRows, offerDraft]);
  useEffect(() => {
    void reload();
    return () => loads.current?.abort();
  }, [reload]);
  return { reload, loadFailure };
}
