import { type Dispatch, useCallback, useState } from 'react';
import { feedback } from '@/lib/feedback';
import { usePageDirty } from '@/session/tabs/pageState';
import { failures } from '@contract/messages';
import { type EditorEvent, type EditorState, openAction } from '../editorState';
import { draftOf, initialDraft } from '../initialDraft';
import type { EditorCommands, ListPage } from '../page';
import { useOwner } from './useOwner';
import type { Veto } from './usePageVeto';

interface FormCommandsOptions {
  readonly page: ListPage;
  readonly state: EditorState;
  readonly dispatch: Dispatch<EditorEvent>;
  readonly before: Veto;
}

/** Opens and closes the form of add, edit, copy and paste. */
export function useFormCommands({ page, state, dispatch, before }: FormCommandsOptions) {
  const [formDirty, setFormDirty] = useState(false);
  const [focus, setFocus] = useState<string | null>(null);
  const owner = useOwner(page);
  usePageDirty(`form:${page.entity.name}`, formDirty && openAction(state) !== null);

  const openForm = useCallback<EditorCommands['openForm']>(
    async (action, row = null, values, unreadTexts) => {
      const hookResult = await before('open', { action, rows: row ? [row] : [] });
      if (!hookResult || (action !== 'edit' && !(await owner()))) return;
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
        initial: { ...initial, ...owned, ...(hookResult === true ? {} : hookResult), ...values },
        ...(unreadTexts ? { unread: unreadTexts } : {}),
      });
    },
    [before, dispatch, owner, page.entity, page.fixedQuery],
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
  }, [state, dispatch, mayLeaveForm]);

  return { owner, focus, setFocus, setFormDirty, openForm, mayLeaveForm, closeForm };
}
