import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { crud } from '@/api/crudClient';
import { type Failure, failureOf } from '@/api/failures';
import { dictionaryEntries } from '@/session/dictionaryStore';
import type { AnyRow, Entity } from '@contract/entity';
import type { EntryRow, Values } from '../model/entryTypes';
import { changed, type GridState, rowsIn, stateOf } from '../model/gridState';
import { type DataGridOptions, mostRows } from './dataGridOptions';

interface GridLoadingOptions {
  readonly latest: RefObject<DataGridOptions>;
  readonly entity: Entity;
  readonly fixedKey: string;
  readonly update: (change: (before: GridState) => GridState) => void;
  readonly now: RefObject<GridState>;
  readonly setLoading: (loading: boolean) => void;
  readonly learnRows: (rows: readonly EntryRow[]) => void;
  /** Offers a stored draft after the load. */
  readonly offer: () => void;
  /** Checks whether nothing was entered in a new row. */
  readonly untouched: (row: EntryRow) => boolean;
}

/** Returns the loaded rows, followed by those that were entered while they were loading. */
function withEntered(
  stored: readonly AnyRow[],
  begun: GridState,
  now: GridState,
  untouched: (row: EntryRow) => boolean,
): GridState {
  const loaded = stateOf(stored);
  if (now === begun) return loaded;
  const known = new Set(rowsIn(begun).map(({ key }) => key));
  const entered = rowsIn(now).filter((row) => !known.has(row.key) && !untouched(row));
  return entered.length > 0 ? changed(loaded, [...rowsIn(loaded), ...entered]) : loaded;
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
  const { latest, entity, fixedKey, update, now, setLoading, learnRows, offer, untouched } = options;
  const [loadFailure, setLoadFailure] = useState<Failure | null>(null);
  const loads = useRef<AbortController | null>(null);
  const judge = useRef(untouched);
  judge.current = untouched;
  const reload = useCallback(async () => {
    loads.current?.abort();
    const own = new AbortController();
    loads.current = own;
    setLoading(true);
    setLoadFailure(null);
    const begun = now.current;
    try {
      const { load, order: by } = latest.current;
      const query = { ...(JSON.parse(fixedKey) as Values), page: 0, size: mostRows, sort: by ? `${by},asc` : 'id,asc' };
      const dictionaries = loadDictionaries(entity);
      const stored = load
        ? await load(own.signal)
        : ((await crud<Entity>(entity).list(query, own.signal)).content as AnyRow[]);
      await dictionaries;
      if (own.signal.aborted) return;
      update((before) => withEntered(stored, begun, before, judge.current));
      learnRows(rowsIn(now.current));
      offer();
    } catch (error) {
      if (!own.signal.aborted) setLoadFailure(failureOf(error));
    } finally {
      if (!own.signal.aborted) setLoading(false);
    }
  }, [latest, entity, fixedKey, update, now, setLoading, learnRows, offer]);
  useEffect(() => {
    void reload();
    return () => loads.current?.abort();
  }, [reload]);
  return { reload, loadFailure };
}
