import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { crud } from '@/api/crudClient';
import { failureOf, isUnclear, savedBeforeCode, shownByForm } from '@/api/failures';
import { went } from '@/api/went';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { useSession } from '@/session/sessionStore';
import { usePageActive, usePageDirty } from '@/session/tabs/pageState';
import { useMay } from '@/session/useCan';
import { errorDuration } from '@contract/constants';
import type { AnyRow } from '@contract/entity';
import { failures, messages } from '@contract/messages';
import type { FieldError } from '@contract/schema';
import { abilitiesOf, shutTo } from './abilities';
import { draftOf, initialDraft } from './draft';
import type { Action, BeforeContext, BeforeStep, EditorCommands, FormAction, ListPage } from './page';
import { usePreference } from './preference';
import { exportParams, type Filters, pageAfterDelete, parseSort, requestParams } from './query';
import { initialState, openAction, transition } from './state';
import { useAddress } from './useAddress';

/** One shared empty array. A new one per render would change everything that depends on the rows. */
const noRows: readonly AnyRow[] = [];

const doneText: Record<FormAction, string> = {
  add: messages.added,
  edit: messages.edited,
  copy: messages.copied,
  paste: messages.pasted,
};

/** Returns the filter names that the page accepts from the address. */
const filterNames = (page: ListPage): readonly string[] => [
  ...new Set([...(page.filters ?? []), 'createTime', 'updateTime', 'createBy']),
];

/**
 * Returns the state and commands of one list page, without a layout (STYLE §2.3). `ListEditor` is the default layout; a
 * page with another layout uses this hook and the exported parts.
 * @param page description of the page, made by `definePage`
 * @param embedded the list stands inside another page and keeps its state out of the address
 * @example
 * const editor = useListEditor(page);
 * return <ListTable editor={editor} height={400} onOpen={show} onDelete={(rows) => void editor.remove(rows)} />;
 */
export function useListEditor(page: ListPage, { embedded = false }: { embedded?: boolean } = {}) {
  const url = page.url ?? page.entity.path;
  const api = useMemo(() => crud(page.entity, url), [page.entity, url]);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const active = usePageActive();
  const may = useMay();
  const isAdmin = useSession((session) => session.user?.isAdmin === true);
  const [state, dispatch] = useReducer(transition, initialState);
  const names = useMemo(() => filterNames(page), [page]);
  const preferenceKey = `list:${url.replaceAll('/', '.')}`;
  const { preference, ready, save } = usePreference(preferenceKey);
  const [list, setList] = useAddress(names, { size: preference.size, sort: page.sort }, embedded);
  const [selected, setSelected] = useState<ReadonlyMap<number, AnyRow>>(new Map());
  const [formDirty, setFormDirty] = useState(false);
  const [focus, setFocus] = useState<string | null>(null);
  usePageDirty(`form:${page.entity.name}`, formDirty && openAction(state) !== null);

  const before = useCallback(
    async (step: BeforeStep, context: Partial<BeforeContext> = {}) => {
      const said = await page.before?.[step]?.({ rows: [], ...context });
      return said !== false && (said ?? true);
    },
    [page],
  );

  // Applies the default saved filter once, when the list opens without filters in its address.
  const opened = useRef(false);
  useEffect(() => {
    if (!ready || opened.current) return;
    opened.current = true;
    const initial = preference.saved?.find((one) => one.initial);
    if (initial && Object.keys(list.filters).length === 0) setList({ filters: initial.filters });
  }, [ready, preference.saved, list.filters, setList]);

  const params = useMemo(() => requestParams(list, page.fixedQuery), [list, page.fixedQuery]);
  const query = useQuery({
    queryKey: ['list', url, params],
    // The key contains all parameters, so a late answer to another query is never shown.
    queryFn: ({ signal }) => api.list(params, signal),
    enabled: ready && active,
    placeholderData: keepPreviousData,
    // A list that becomes visible again is not reloaded. Another page, order or filter always is, because other people
    // may have changed rows.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const rows = query.data?.content ?? noRows;
  const total = query.data?.totalElements ?? 0;

  // If the page is beyond the end because rows were deleted, the last page is shown.
  useEffect(() => {
    if (query.isSuccess && !query.isPlaceholderData && rows.length === 0 && total > 0 && list.page > 1)
      setList({ page: Math.max(1, Math.ceil(total / list.size)) });
  }, [query.isSuccess, query.isPlaceholderData, rows.length, total, list.page, list.size, setList]);

  const refresh = useCallback(async () => {
    if (!(await before('refresh'))) return;
    await queries.invalidateQueries({ queryKey: ['list', url] });
  }, [before, queries, url]);

  const afterChange = useCallback(
    () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['list', url] }),
        queries.invalidateQueries({ queryKey: ['options', page.entity.name] }),
        queries.invalidateQueries({ queryKey: ['history', page.entity.name] }),
      ]),
    [queries, url, page.entity.name],
  );

  const openForm = useCallback<EditorCommands['openForm']>(
    async (action, row = null, values, unread) => {
      const said = await before('open', { action, rows: row ? [row] : [] });
      if (!said) return;
      const initial =
        action === 'add' ? initialDraft(page.entity) : row ? draftOf(page.entity, row) : initialDraft(page.entity);
      setFormDirty(action === 'paste' || action === 'copy');
      setFocus(null);
      // A list restricted to one owner adds rows to that owner.
      const owned =
        action === 'edit'
          ? {}
          : Object.fromEntries(Object.entries(page.fixedQuery ?? {}).filter(([name]) => name in initial));
      dispatch({
        type: 'prepare',
        action,
        row,
        initial: { ...initial, ...owned, ...(said === true ? {} : said), ...values },
        ...(unread ? { unread } : {}),
      });
    },
    [before, page.entity, page.fixedQuery],
  );

  /**
   * Returns whether the open form may be left: it has no unsaved changes, or the person agrees to lose them. Does not
   * close it.
   */
  const mayLeaveForm = useCallback(async (): Promise<boolean> => {
    const action = openAction(state);
    if (!action) return true;
    if (state.forms[action] === 'processing') return false;
    if (!(await before('cancel', { action, rows: state.row ? [state.row] : [] }))) return false;
    return (
      !formDirty || feedback.confirm(failures.leaveUnsaved, { okText: '离开', cancelText: '继续填写', danger: true })
    );
  }, [state, before, formDirty]);

  const closeForm = useCallback(async () => {
    if (!openAction(state) || !(await mayLeaveForm())) return;
    setFormDirty(false);
    dispatch({ type: 'cancel' });
  }, [state, mayLeaveForm]);

  // One idempotency key per opened form. A repeated submit of the same values creates one row; different values under a
  // key that has saved a row are refused.
  const formKey = useRef('');
  /** Drafts sent under the key whose answer never arrived. */
  const sent = useRef<Record<string, unknown>[]>([]);
  useEffect(() => {
    if (openAction(state) && !formKey.current) formKey.current = newId();
    if (openAction(state)) return;
    formKey.current = '';
    sent.current = [];
  }, [state]);
  const send = useCallback(
    (action: FormAction, draft: Record<string, unknown>) =>
      api[action === 'copy' ? 'copy' : 'add'](draft, {
        idempotencyKey: formKey.current,
        quiet: (failure) => shownByForm(failure) || failure.code === savedBeforeCode,
      }),
    [api],
  );
  /**
   * Returns the row that was saved under the key, or null. Resends the unanswered drafts: the server repeats its answer
   * to the draft that it saved and refuses the others.
   */
  const savedUnder = useCallback(
    async (action: FormAction): Promise<AnyRow | null> => {
      for (const draft of sent.current) {
        const row = await send(action, draft).catch(() => null);
        if (row) return row;
      }
      return null;
    },
    [send],
  );

  // A ref, because a second click can come before React renders the first one's state.
  const submitting = useRef(false);
  const submitOnce = useCallback(
    async (values: Record<string, unknown>, options: { reason?: string } = {}): Promise<FieldError[]> => {
      const action = openAction(state);
      if (!action || state.forms[action] === 'processing') return [];
      const context = { action, rows: state.row ? [state.row] : [], values };
      if (!(await before('validate', context))) return [];
      // Loaded on demand together with the form's rules; already present when the form is open.
      const { checkDraft } = await import('@contract/schema');
      const checked = checkDraft(page.entity, { ...state.initial, ...values });
      if (!checked.ok) return checked.errors;
      const allowed = await before('submit', context);
      if (!allowed) return [];
      const reason =
        typeof allowed === 'object' && typeof allowed.reason === 'string' ? { reason: allowed.reason } : {};
      dispatch({ type: 'submit', action });
      try {
        const draft = { ...state.initial, ...values };
        if (action === 'edit' && state.row)
          await api.edit({ ...draft, id: state.row.id, version: state.row.version }, { ...options, ...reason });
        else await send(action, draft);
      } catch (error) {
        const failure = failureOf(error);
        if (action !== 'edit' && isUnclear(failure)) sent.current.push({ ...state.initial, ...values });
        if (failure.code === savedBeforeCode) {
          const row = await savedUnder(action);
          dispatch({ type: 'fail', action });
          await afterChange();
          const editable =
            row && abilitiesOf(page, may).has('edit') && shutTo(page.entity, row, isAdmin, 'edit') === null;
          feedback.notify('warning', editable ? failures.savedBeforeHere : failures.savedBefore, {
            duration: errorDuration,
          });
          if (editable) {
            await openForm('edit', row, values);
            setFormDirty(true);
          }
          return [];
        }
        const conflict = failure.code === 'stale' ? ((failure.current as AnyRow | undefined) ?? null) : null;
        dispatch({ type: 'fail', action, errors: failure.errors, conflict });
        return failure.errors ?? [];
      }
      setFormDirty(false);
      dispatch({ type: 'succeed', action });
      feedback.notify('success', doneText[action]);
      if (action === 'add') setList({ page: 1 });
      await afterChange();
      return [];
    },
    [state, before, page, api, setList, afterChange, send, savedUnder, openForm, may, isAdmin],
  );
  const submit = useCallback<typeof submitOnce>(
    async (...given) => {
      if (submitting.current) return [];
      submitting.current = true;
      try {
        return await submitOnce(...given);
      } finally {
        submitting.current = false;
      }
    },
    [submitOnce],
  );

  const askDelete = useCallback((ids: readonly number[]) => dispatch({ type: 'askDelete', ids }), []);
  const cancelDelete = useCallback((ids: readonly number[]) => dispatch({ type: 'cancelDelete', ids }), []);
  const remove = useCallback(
    async (gone: readonly AnyRow[], reason?: string) => {
      const ids = gone.map((row) => row.id);
      if (!(await before('delete', { rows: gone }))) return dispatch({ type: 'cancelDelete', ids });
      dispatch({ type: 'delete', ids });
      try {
        await api.remove(ids, { reason });
      } catch {
        return dispatch({ type: 'cancelDelete', ids });
      }
      dispatch({ type: 'deleted', ids });
      setSelected((held) => new Map([...held].filter(([id]) => !ids.includes(id))));
      feedback.notify('success', messages.deleted);
      const next = pageAfterDelete(list.page, list.size, total, ids.length);
      if (next !== list.page) setList({ page: next });
      await afterChange();
    },
    [before, api, list.page, list.size, total, setList, afterChange],
  );

  const restore = useCallback(
    async (back: readonly AnyRow[]) => {
      if (!(await went(api.restore(back.map((row) => row.id))))) return;
      feedback.notify('success', '恢复成功');
      setSelected(new Map());
      await afterChange();
    },
    [api, afterChange],
  );

  const select = useCallback(
    (keys: ReadonlySet<number | string>) =>
      setSelected(
        (held) =>
          new Map(
            [...keys].flatMap((key) => {
              const row = rows.find((one) => one.id === key) ?? held.get(key as number);
              return row ? [[row.id, row] as const] : [];
            }),
          ),
      ),
    [rows],
  );
  const clearSelection = useCallback(() => setSelected(new Map()), []);

  const commands = useMemo<EditorCommands>(
    () => ({
      refresh: async () => {
        await afterChange();
      },
      clearSelection,
      openForm,
      url,
    }),
    [afterChange, clearSelection, openForm, url],
  );

  const runAction = useCallback(
    async (action: Action, targets: readonly AnyRow[]) => {
      if (
        action.confirm &&
        !(await feedback.confirm(typeof action.confirm === 'string' ? action.confirm : action.confirm(targets), {
          danger: action.danger,
        }))
      )
        return;
      const open = (path: string, params?: Record<string, string>) => {
        const search = new URLSearchParams(params).toString();
        void navigate(search ? `${path}?${search}` : path);
      };
      await went(
        Promise.resolve(action.run({ rows: targets, ids: targets.map((row) => row.id), editor: commands, open })),
      );
    },
    [commands, navigate],
  );

  const search = useCallback(
    async (filters: Filters) => {
      if (!(await before('refresh'))) return;
      // An identical search reloads the list. A different one changes the address, which loads it.
      if (
        list.page === 1 &&
        JSON.stringify(requestParams({ ...list, filters }, page.fixedQuery)) === JSON.stringify(params)
      )
        await queries.invalidateQueries({ queryKey: ['list', url] });
      else setList({ filters, page: 1 });
    },
    [before, list, page.fixedQuery, params, queries, url, setList],
  );

  /** Changes page, size or order unless the page vetoes it: a reload discards values typed into rows. */
  const turn = useCallback(
    async (change: () => void) => {
      if (await before('refresh')) change();
    },
    [before],
  );

  return {
    page,
    url,
    api,
    state,
    list,
    rows,
    total,
    selected,
    ready,
    focus,
    setFocus,
    loading: query.isFetching || !ready,
    error: query.isError ? failureOf(query.error) : null,
    preference,
    savePreference: save,
    sort: parseSort(list.sort),
    action: openAction(state),
    conflict: state.conflict,
    takeRow: (row: AnyRow) => dispatch({ type: 'resolveConflict', row }),
    exportQuery: exportParams(list, page.fixedQuery),
    setFormDirty,
    search,
    refresh,
    retry: () => query.refetch(),
    cancel: () => queries.cancelQueries({ queryKey: ['list', url] }),
    openForm,
    mayLeaveForm,
    closeForm,
    submit,
    askDelete,
    cancelDelete,
    remove,
    restore,
    select,
    clearSelection,
    runAction,
    setList,
    setPage: (next: number) => turn(() => setList({ page: next })),
    setSize: (size: number) =>
      turn(() => {
        save({ size });
        setList({ size, page: 1 });
      }),
    setSort: (sort: { field: string; order: 'asc' | 'desc' } | null) =>
      turn(() => setList({ sort: sort ? `${sort.field},${sort.order}` : (page.sort ?? 'id,desc'), page: 1 })),
    setDeleted: (deleted: boolean) =>
      turn(() => {
        setSelected(new Map());
        setList({ deleted, page: 1 });
      }),
    commands,
  };
}

export type ListEditorModel = ReturnType<typeof useListEditor>;
