import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useCallback, useMemo, useReducer } from 'react';
import { failureOf } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import type { AnyRow } from '@contract/entity';
import { shownColumns } from './columns/columnWidthsAndOrder';
import { useFormCommands } from './commands/useFormCommands';
import { type ListApi, useListRows } from './commands/useListRows';
import { usePageVeto } from './commands/usePageVeto';
import { useReloadCommands } from './commands/useReloadCommands';
import { useRowCommands } from './commands/useRowCommands';
import { useRunAction } from './commands/useRunAction';
import { useSelection } from './commands/useSelection';
import { useSubmit } from './commands/useSubmit';
import { type EditorEvent, type EditorState, initialState, openAction, nextState } from './editorState';
import { exportParams, parseSort } from './listAddress';
import { callsIn, type EditorCommands, type ListPage } from './page';

/** Returns a function that reloads all data that a changed row is part of. */
function useAfterChange(url: string, entityName: string) {
  const queryClient = useQueryClient();
  return useCallback(
    () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['list', url] }),
        queryClient.invalidateQueries({ queryKey: ['options', entityName] }),
        queryClient.invalidateQueries({ queryKey: ['history', entityName] }),
      ]),
    [queryClient, url, entityName],
  );
}

interface EditorCommandsOptions {
  readonly page: ListPage;
  readonly url: string;
  readonly api: ListApi;
  readonly calls: EditorCommands['calls'];
  readonly state: EditorState;
  readonly dispatch: Dispatch<EditorEvent>;
  readonly listRows: ReturnType<typeof useListRows>;
  readonly selection: ReturnType<typeof useSelection>;
}

/** Returns the commands of a list page: its form, its rows, its address, and its actions. */
function useEditorCommands({ page, url, api, calls, state, dispatch, listRows, selection }: EditorCommandsOptions) {
  const { save, list, setList, total } = listRows;
  const { deselect, clearSelection } = selection;
  const previousVeto = usePageVeto(page);
  const afterChange = useAfterChange(url, page.entity.name);
  const form = useFormCommands({ page, state, dispatch, before: previousVeto });
  const { openForm, setFormDirty } = form;
  const submit = useSubmit({
    page,
    api,
    state,
    dispatch,
    before: previousVeto,
    openForm,
    setFormDirty,
    setList,
    afterChange,
  });
  const shared = { before: previousVeto, list, setList, clearSelection };
  const rowCommands = useRowCommands({ ...shared, api, dispatch, total, deselect, afterChange });
  const turning = useReloadCommands({ ...shared, page, url, save });
  const commands = useMemo<EditorCommands>(
    () => ({ refresh: async () => void (await afterChange()), clearSelection, openForm, calls }),
    [afterChange, clearSelection, openForm, calls],
  );
  return { ...form, submit, ...rowCommands, ...turning, runAction: useRunAction(commands), commands };
}

/**
 * Returns the state and commands of one list page, without a layout (STYLE §2.3). `ListEditor` is the default layout;
 * a page with another layout uses this hook and the exported parts.
 * @param page description of the page, created by `definePage`
 * @param embedded true if the list is part of another page and keeps its state out of the address
 * @example
 * const editor = useListEditor(page);
 * return <ListTable editor={editor} height={400} onOpen={show} onDelete={(rows) => void editor.remove(rows)} />;
 */
export function useListEditor(page: ListPage, { embedded = false }: { embedded?: boolean } = {}) {
  const url = page.url ?? page.entity.path;
  const calls = useMemo(() => callsIn(page), [page]);
  const api = useMemo(() => crud(page.entity, calls), [page.entity, calls]);
  const queryClient = useQueryClient();
  const [editorState, dispatch] = useReducer(nextState, initialState);
  const listRows = useListRows({ page, url, api, embedded });
  const { preference, ready, save, list, setList, query, rows, total } = listRows;
  const selection = useSelection(rows);
  const { selected, select, clearSelection } = selection;
  const commands = useEditorCommands({ page, url, api, calls, state: editorState, dispatch, listRows, selection });

  return {
    page,
    url,
    api,
    state: editorState,
    list,
    setList,
    rows,
    total,
    ready,
    loading: query.isFetching || !ready,
    error: query.isError ? failureOf(query.error) : null,
    retry: () => query.refetch(),
    cancel: () => queryClient.cancelQueries({ queryKey: ['list', url] }),
    preference,
    savePreference: save,
    sort: parseSort(list.sort),
    exportQuery: exportParams(list, page.fixedQuery),
    shownColumns: shownColumns(page.columns, preference.columns),
    selected,
    select,
    clearSelection,
    action: openAction(editorState),
    conflict: editorState.conflict,
    takeRow: (row: AnyRow) => dispatch({ type: 'resolveConflict', row }),
    ...commands,
  };
}

export type ListEditorModel = ReturnType<typeof useListEditor>;
