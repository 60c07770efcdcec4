import { type Dispatch, useCallback } from 'react';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import type { AnyRow } from '@contract/entity';
import { messages } from '@contract/messages';
import type { EditorEvent } from '../editorState';
import { type ListState, pageAfterDelete } from '../listAddress';
import type { ListApi } from './useListRows';
import type { Veto } from './usePageVeto';

interface RowCommandsOptions {
  readonly api: ListApi;
  readonly dispatch: Dispatch<EditorEvent>;
  readonly before: Veto;
  readonly list: ListState;
  readonly total: number;
  readonly setList: (next: Partial<ListState>) => void;
  readonly deselect: (ids: readonly number[]) => void;
  readonly clearSelection: () => void;
  readonly afterChange: () => Promise<unknown>;
}

/** Deletes and restores rows. */
export function useRowCommands(options: RowCommandsOptions) {
  const { api, dispatch, before, list, total, setList, deselect, clearSelection, afterChange } = options;
  const askDelete = useCallback((ids: readonly number[]) => dispatch({ type: 'askDelete', ids }), [dispatch]);
  const cancelDelete = useCallback((ids: readonly number[]) => dispatch({ type: 'cancelDelete', ids }), [dispatch]);
  const remove = useCallback(
    async (deletedRows: readonly AnyRow[], reason?: string) => {
      const ids = deletedRows.map((row) => row.id);
      if (!(await before('delete', { rows: deletedRows }))) return dispatch({ type: 'cancelDelete', ids });
      dispatch({ type: 'delete', ids });
      try {
        await api.remove(deletedRows, { reason });
      } catch {
        return dispatch({ type: 'cancelDelete', ids });
      }
      dispatch({ type: 'deleted', ids });
      deselect(ids);
      feedback.notify('success', messages.deleted);
      const next = pageAfterDelete(list.page, list.size, total, ids.length);
      if (next !== list.page) setList({ page: next });
      await afterChange();
    },
    [before, dispatch, api, deselect, list.page, list.size, total, setList, afterChange],
  );

  const restore = useCallback(
    async (restoredRows: readonly AnyRow[]) => {
      if (!(await succeeded(api.restore(restoredRows)))) return;
      feedback.notify('success', '恢复成功');
      clearSelection();
      await afterChange();
    },
    [api, clearSelection, afterChange],
  );
  return { askDelete, cancelDelete, remove, restore };
}
