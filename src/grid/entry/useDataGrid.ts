import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { crud } from '@/api/crudClient';
import { type Failure, failureOf } from '@/api/failures';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { dictionaryEntries, useLabels } from '@/session/dictionaryStore';
import { useSession } from '@/session/sessionStore';
import { usePageDirty } from '@/session/tabs/pageState';
import { useMay } from '@/session/useCan';
import type { AnyRow, Entity } from '@contract/entity';
import { permissionOf } from '@contract/permissions';
import { mostRowsTogether, placeOf, type SavedTogether, savedText } from '@contract/workbook/saveAll';
import { entryGridTexts } from './entryGridTexts';
import { blankValues, changeFinder, type Changes, changesWithout, countOf, requestFor } from './model/changes';
import { columnsFor, type Derived, noDerived } from './model/columns';
import type { Column, EntryColumn, EntryRow, Values } from './model/entryTypes';
import { faultList } from './model/faultList';
import { faultFinder, isUntouched } from './model/faults';
import { changed, type GridState, rowsIn, selected, settled, stateOf } from './model/gridState';
import { ordered } from './model/order';
import { accepted, conflicted, faulted, resolved, vanished } from './model/saving';
import { at, type Place } from './model/selection';
import { type Write, written } from './model/writes';
import { useDraft } from './useDraft';
import { useReferences } from './useReferences';

export interface DataGridOptions<E extends Entity = Entity> {
  readonly entity: E;
  /** Define at module scope or memoise. */
  readonly columns: readonly EntryColumn<E>[];
  /** Values that all rows share, such as the parent's id. They filter the load and are part of every new row. */
  readonly fixedValues?: Values;
  /**
   * Integer field that stores the order of the rows (`rowSort`). Rows are numbered at each save and loaded in this
   * order.
   */
  readonly order?: string;
  /** Loads the rows instead of the list filtered by `fixedValues`. */
  readonly load?: (signal: AbortSignal) => Promise<readonly AnyRow[]>;
  /** Saves the rows instead of `saveAll`. Must return the saved rows in the order sent. */
  readonly save?: (request: SavedTogether, idempotencyKey: string) => Promise<readonly AnyRow[]>;
  /** Reason why nothing can be changed now, as a sentence; null when changes are possible. */
  readonly locked?: string | null;
  /** What the page offers, before the person's permissions apply; everything by default. */
  readonly can?: { readonly add?: boolean; readonly edit?: boolean; readonly remove?: boolean };
  /** Rows are independent: valid rows are saved while invalid ones wait. */
  readonly apart?: boolean;
  readonly onSaved?: (rows: readonly AnyRow[]) => void;
  /** Returns initial values of a new row, computed from the row above. */
  readonly newRow?: (above: Values | undefined) => Values;
  /**
   * Computes values that depend on all rows, such as a blank's mean or a rank, by row key. Called once per change.
   * Memoise, or define at module scope.
   */
  readonly derive?: (rows: readonly EntryRow[]) => Derived;
}

const noValues: Values = {};
const nobody: readonly AnyRow[] = [];
/** Largest number of rows in a grid. Longer tables need a list. */
const mostRows = mostRowsTogether;

/** State of a save that invalid cells stopped. The message counts those that remain. */
const faulty = Symbol('faulty');

/**
 * State and commands of an editable sheet of one parent's rows, with undo, validation, drafts and one save for all
 * rows. `DataGrid` renders it.
 * @example
 * const grid = useDataGrid({ entity: sample, columns, fixedValues: { projectId }, order: 'rowSort' });
 * return <DataGrid grid={grid} label="样品" />;
 */
export function useDataGrid<E extends Entity>(options: DataGridOptions<E>) {
  const { entity, columns: given, fixedValues = noValues, order, locked = null, can = {} } = options;
  const latest = useRef(options);
  latest.current = options;
  const may = useMay();
  const queries = useQueryClient();
  const labels = useLabels(entity);
  const userId = useSession((session) => session.user?.id ?? 0);
  const fixedKey = JSON.stringify(fixedValues);
  const gridKey = `${entity.name}:${fixedKey}`;
  const rights = {
    add: locked === null && can.add !== false && may([permissionOf(entity, 'add')]),
    edit: locked === null && can.edit !== false && may([permissionOf(entity, 'edit')]),
    remove: locked === null && can.remove !== false && may([permissionOf(entity, 'del')]),
  };
  const { add: canAdd, edit: canEdit } = rights;

  const [state, setState] = useState<GridState>(() => stateOf(nobody));
  // The newest state. Commands can follow each other faster than React renders.
  const now = useRef(state);
  const update = useCallback((change: (before: GridState) => GridState) => {
    const after = change(now.current);
    if (after === now.current) return;
    now.current = after;
    setState(after);
  }, []);

  const described = useMemo(() => columnsFor(entity, given as readonly EntryColumn[]), [entity, given]);
  const columns = useMemo<readonly Column[]>(
    () =>
      canAdd && canEdit
        ? described
        : described.map((column) => ({
            ...column,
            isReadonly: (row: Values) => ((row.id === undefined ? canAdd : canEdit) ? column.isReadonly(row) : true),
          })),
    [described, canAdd, canEdit],
  );
  const blank = useMemo(() => blankValues(entity, JSON.parse(fixedKey) as Values), [entity, fixedKey]);
  const findFaults = useMemo(() => faultFinder(entity, described), [entity, described]);
  const findChanges = useMemo(() => changeFinder(entity), [entity]);
  const untouched = useCallback(
    (row: EntryRow) => !now.current.gone.has(row.key) && isUntouched(described, row, blank),
    [described, blank],
  );
  const changesOf = useCallback(
    (one: GridState): Changes => findChanges(rowsIn(one), one.base, untouched),
    [findChanges, untouched],
  );

  const rows = rowsIn(state);
  const { derive } = options;
  const derived = useMemo(() => derive?.(rows) ?? noDerived, [derive, rows]);
  const changes = useMemo(() => findChanges(rows, state.base, untouched), [findChanges, rows, state.base, untouched]);
  const unsaved = countOf(changes);
  const { base, serverFaults } = state;
  const faults = useMemo(
    () => faultList({ rows, base, serverFaults }, described, findFaults, untouched),
    [rows, base, serverFaults, described, findFaults, untouched],
  );
  usePageDirty(`grid:${gridKey}`, unsaved > 0);

  const references = useReferences(entity, update);

  // --- loading
  const [loading, setLoading] = useState(true);
  const [loadFailure, setLoadFailure] = useState<Failure | null>(null);
  const loads = useRef<AbortController | null>(null);
  const typing = useRef<Write | null>(null);
  const typedIn = useCallback((one: GridState): GridState => {
    if (!typing.current) return one;
    const rowsTyped = written(rowsIn(one), [typing.current]);
    return rowsTyped === rowsIn(one)
      ? one
      : { ...one, history: { ...one.history, present: { ...one.history.present, rows: rowsTyped } } };
  }, []);
  const draft = useDraft({
    entity,
    userId,
    gridKey,
    state,
    changes,
    typedIn,
    changesOf,
    loading,
    update,
    enabled: locked === null,
  });
  const { offer, forget, keep } = draft;
  const { learnRows, settled: lookedUp } = references;
  const reload = useCallback(async () => {
    loads.current?.abort();
    const own = new AbortController();
    loads.current = own;
    setLoading(true);
    setLoadFailure(null);
    try {
      const { load, order: by } = latest.current;
      const query = { ...(JSON.parse(fixedKey) as Values), page: 0, size: mostRows, sort: by ? `${by},asc` : 'id,asc' };
      // Dictionaries are loaded first: a pasted label can't be read without them.
      const words = Promise.all(
        Object.values(entity.fields).flatMap((field) =>
          field.kind === 'dict' ? [dictionaryEntries(field.dict).catch(() => [])] : [],
        ),
      );
      const stored = load
        ? await load(own.signal)
        : ((await crud<Entity>(entity).list(query, own.signal)).content as AnyRow[]);
      await words;
      if (own.signal.aborted) return;
      update(() => stateOf(stored));
      learnRows(rowsIn(now.current));
      offer();
    } catch (error) {
      if (!own.signal.aborted) setLoadFailure(failureOf(error));
    } finally {
      if (!own.signal.aborted) setLoading(false);
    }
  }, [entity, fixedKey, update, offer, learnRows]);
  useEffect(() => {
    void reload();
    return () => loads.current?.abort();
  }, [reload]);

  // --- saving
  const [saving, setSaving] = useState(false);
  const [saveFailure, setSaveFailure] = useState<string | typeof faulty | null>(null);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  /** Set once a save was tried. Empty required cells of the row being edited are then reported too. */
  const [tried, setTried] = useState(false);
  const busy = useRef(false);
  const lastRequest = useRef({ text: '', key: '' });
  const saveAgain = useRef<() => Promise<boolean>>(async () => false);

  const jumpTo = useCallback(
    (key: string, name: string) => {
      const row = rowsIn(now.current).findIndex((one) => one.key === key);
      const column = Math.max(
        0,
        columns.findIndex((one) => one.name === name),
      );
      if (row >= 0) update((before) => selected(before, at(row, column)));
    },
    [columns, update],
  );

  const save = useCallback(async (): Promise<boolean> => {
    if (busy.current || latest.current.locked) return false;
    setTried(true);
    await lookedUp();
    const wrong = faultList(judged(now.current), described, findFaults, untouched);
    const [first] = wrong;
    const { apart = false } = latest.current;
    const waiting = new Set(apart ? wrong.map(({ key }) => key) : []);
    const sendable = (): Changes => changesWithout(changesOf(now.current), waiting);
    if (first && (!apart || countOf(sendable()) === 0)) {
      jumpTo(first.key, first.name);
      setSaveFailure(faulty);
      return false;
    }
    if (now.current.conflicts.size) {
      setSaveFailure(entryGridTexts.conflicts(now.current.conflicts.size));
      return false;
    }
    const by = latest.current.order;
    if (by !== undefined && countOf(changesOf(now.current)) > 0)
      update((before) => withOrder(before, entity, by, untouched));
    const pending = sendable();
    const request = requestFor(entity, rowsIn(now.current), now.current.base, pending);
    const count = countOf(pending);
    if (count === 0) {
      setSaveFailure(null);
      feedback.notify('info', entryGridTexts.nothingToSave);
      return true;
    }
    if (count > mostRowsTogether) {
      setSaveFailure(entryGridTexts.tooMany(mostRowsTogether));
      return false;
    }
    // The same contents reuse the idempotency key, so a retry after a lost answer creates no second row.
    const text = JSON.stringify(request.body);
    if (lastRequest.current.text !== text) lastRequest.current = { text, key: newId() };
    let again = false;
    busy.current = true;
    setSaving(true);
    setSaveFailure(null);
    try {
      const { save: own } = latest.current;
      const saved = own
        ? await own(request.body, lastRequest.current.key)
        : ((await crud<Entity>(entity).saveAll(request.body, { idempotencyKey: lastRequest.current.key })) as AnyRow[]);
      lastRequest.current = { text: '', key: '' };
      const told = now.current.serverFaults;
      update((before) => ({
        ...accepted(before, request, saved),
        ...(waiting.size > 0 ? { serverFaults: told } : {}),
      }));
      setSavedAt(new Date());
      if (first) {
        keep();
        jumpTo(first.key, first.name);
        setSaveFailure(faulty);
        feedback.notify('warning', entryGridTexts.othersSaved(waiting.size));
      } else {
        setTried(false);
        forget();
        feedback.notify('success', savedText);
      }
      void queries.invalidateQueries({ queryKey: ['list', entity.path] });
      void queries.invalidateQueries({ queryKey: ['options', entity.name] });
      void queries.invalidateQueries({ queryKey: ['history', entity.name] });
      latest.current.onSaved?.(saved);
      return first === undefined;
    } catch (error) {
      const failure = failureOf(error);
      if (failure.status === 400 || failure.status === 404 || failure.status === 409)
        lastRequest.current = { text: '', key: '' };
      const { errors = [] } = failure;
      if (failure.code === 'stale' && Array.isArray(failure.current)) {
        const current = failure.current as AnyRow[];
        update((before) => conflicted(before, current));
      } else if (failure.code === 'gone') {
        update((before) => vanished(before, request, errors));
        setSaveFailure(entryGridTexts.goneSome);
      } else {
        if (errors.length) update((before) => faulted(before, request, errors));
        again =
          apart &&
          failure.status === 400 &&
          request.sent.length > 1 &&
          errors.some(({ field }) => placeOf(field)?.list === 'rows');
        const [wrongNow] = faultList(judged(now.current), described, findFaults, untouched);
        if (wrongNow) jumpTo(wrongNow.key, wrongNow.name);
        setSaveFailure(`${failure.message}。${entryGridTexts.failed}`);
      }
      return false;
    } finally {
      busy.current = false;
      setSaving(false);
      // Rows that the server refused now wait like other invalid rows. Each retry has fewer rows, so this ends.
      if (again) void saveAgain.current();
    }
  }, [described, findFaults, untouched, jumpTo, changesOf, entity, update, forget, keep, lookedUp, queries]);
  saveAgain.current = save;

  /**
   * Content of the open text box, or null. It is in no cell yet but belongs into the draft. An option chosen from a
   * list is written to its cell at once.
   */
  const { read } = references;
  const keepTyped = useCallback(
    (place: Place | null, text: string) => {
      const column = place ? columns[place.column] : undefined;
      const next =
        place && column?.field && column.name !== null && column.field.kind !== 'ref'
          ? { row: place.row, name: column.name, content: read(column.field, text) }
          : null;
      if (!next && !typing.current) return;
      typing.current = next;
      keep();
    },
    [columns, read, keep],
  );

  const resolve = useCallback(
    (key: string, values: Values) => update((before) => resolved(before, key, values)),
    [update],
  );
  // Clears the message of the last save when nothing unsaved is left.
  useEffect(() => {
    if (unsaved === 0) setSaveFailure(null);
  }, [unsaved]);

  const change = useCallback(
    (make: (before: GridState) => readonly EntryRow[], selection?: GridState['history']['present']['selection']) =>
      update((before) => changed(before, make(before), selection)),
    [update],
  );

  return {
    entity,
    columns,
    labels,
    locked,
    rights,
    mostRows,
    blank,
    newRow: options.newRow,
    order,
    state,
    rows,
    derived,
    now,
    update,
    change,
    changes,
    unsaved,
    faults,
    findFaults,
    isUntouched: untouched,
    tried,
    loading,
    loadFailure,
    reload,
    saving,
    saveFailure:
      saveFailure !== faulty ? saveFailure : faults.length > 0 ? entryGridTexts.faultsFirst(faults.length) : null,
    savedAt,
    save,
    resolve,
    jumpTo,
    draft,
    keepTyped,
    references,
  };
}

export type DataGridModel = ReturnType<typeof useDataGrid>;

/** Numbers the rows that will be saved. Adds no step of undo, because no person made this change. */
function withOrder(state: GridState, entity: Entity, name: string, untouched: (row: EntryRow) => boolean): GridState {
  const field = entity.fields[name];
  const most = field?.kind === 'integer' ? (field.max ?? 2_000_000_000) : 2_000_000_000;
  const counted = rowsIn(state).filter((row) => !untouched(row));
  const numbered = new Map(ordered(counted, name, most).map((row) => [row.key, row]));
  return settled(
    state,
    rowsIn(state).map((row) => numbered.get(row.key) ?? row),
    state.base,
  );
}

const judged = (state: GridState) => ({ rows: rowsIn(state), base: state.base, serverFaults: state.serverFaults });
