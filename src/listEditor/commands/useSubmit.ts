import { type Dispatch, useCallback, useRef } from 'react';
import { type Failure, failureOf, isUnclear, savedBeforeCode } from '@/api/callFailures';
import { feedback } from '@/lib/feedback';
import { useSession } from '@/session/sessionStore';
import { useMay } from '@/session/useCan';
import { errorDuration } from '@contract/constants';
import type { AnyRow } from '@contract/entity';
import { failures, messages } from '@contract/messages';
import type { FieldError } from '@contract/schema';
import { type EditorEvent, type EditorState, openAction } from '../editorState';
import { abilitiesOf, isClosedTo } from '../listAbilities';
import type { ListState } from '../listAddress';
import type { EditorCommands, FormAction, ListPage } from '../page';
import { useDraftSending } from './useDraftSending';
import type { ListApi } from './useListRows';
import type { Veto } from './usePageVeto';

const doneText: Record<FormAction, string> = {
  add: messages.added,
  edit: messages.edited,
  copy: messages.copied,
  paste: messages.pasted,
};

interface SubmitOptions {
  readonly page: ListPage;
  readonly api: ListApi;
  readonly state: EditorState;
  readonly dispatch: Dispatch<EditorEvent>;
  readonly before: Veto;
  readonly openForm: EditorCommands['openForm'];
  readonly setFormDirty: (dirty: boolean) => void;
  readonly setList: (next: Partial<ListState>) => void;
  readonly afterChange: () => Promise<unknown>;
}

type DraftValues = Record<string, unknown>;

/** Returns the function that submits the open form. A second call while one is running does nothing. */
export function useSubmit(options: SubmitOptions) {
  const { page, api, state, dispatch, before, setFormDirty, setList, afterChange } = options;
  const { send, noteUnanswered, savedUnder } = useDraftSending(api, state, page.entity);
  const openSaved = useOpenSaved(options);

  /** Reports a refused or unanswered submit in the form. Returns the errors of its fields. */
  const reportFailure = useCallback(
    async (action: FormAction, failure: Failure, values: DraftValues): Promise<FieldError[]> => {
      if (action !== 'edit' && isUnclear(failure)) noteUnanswered({ ...state.initial, ...values });
      if (failure.code === savedBeforeCode) {
        await openSaved(action, await savedUnder(action), values);
        return [];
      }
      const conflict = failure.code === 'stale' ? ((failure.current as AnyRow | undefined) ?? null) : null;
      dispatch({ type: 'fail', action, errors: failure.errors, conflict });
      return failure.errors ?? [];
    },
    [state.initial, dispatch, noteUnanswered, savedUnder, openSaved],
  );

  const submitOnce = useCallback(
    async (values: DraftValues, settings: { reason?: string } = {}): Promise<FieldError[]> => {
      const action = openAction(state);
      if (!action || state.forms[action] === 'processing') return [];
      const context = { action, rows: state.row ? [state.row] : [], values };
      if (!(await before('validate', context))) return [];
      const draft = { ...state.initial, ...values };
      // Loaded on demand together with the form's rules; already loaded if the form is open.
      const { checkDraft } = await import('@contract/schema');
      const checked = checkDraft(page.entity, draft);
      if (!checked.ok) return checked.errors;
      const beforeResult = await before('submit', context);
      if (!beforeResult) return [];
      const reason =
        typeof beforeResult === 'object' && typeof beforeResult.reason === 'string'
          ? { reason: beforeResult.reason }
          : {};
      dispatch({ type: 'submit', action });
      try {
        if (action === 'edit' && state.row)
          await api.edit({ ...draft, id: state.row.id, version: state.row.version }, { ...settings, ...reason });
        else await send(action, draft);
      } catch (error) {
        return reportFailure(action, failureOf(error), values);
      }
      setFormDirty(false);
      dispatch({ type: 'succeed', action });
      feedback.notify('success', doneText[action]);
      if (action === 'add') setList({ page: 1 });
      await afterChange();
      return [];
    },
    [state, before, page.entity, api, dispatch, send, reportFailure, setFormDirty, setList, afterChange],
  );

  // A ref, because a second click can arrive before React renders the state of the first one.
  const submitting = useRef(false);
  return useCallback<typeof submitOnce>(
    async (...submitArguments) => {
      if (submitting.current) return [];
      submitting.current = true;
      try {
        return await submitOnce(...submitArguments);
      } finally {
        submitting.current = false;
      }
    },
    [submitOnce],
  );
}

/**
 * Returns a function for a submit whose key has already saved a row. It notifies the person, and opens the saved row
 * with the later values if the person may edit it.
 */
function useOpenSaved({ page, dispatch, openForm, setFormDirty, afterChange }: SubmitOptions) {
  const hasPermission = useMay();
  const isAdmin = useSession((session) => session.user?.isAdmin === true);
  return useCallback(
    async (action: FormAction, row: AnyRow | null, values: DraftValues): Promise<void> => {
      dispatch({ type: 'fail', action });
      await afterChange();
      const editable =
        row && abilitiesOf(page, hasPermission).has('edit') && isClosedTo(page.entity, row, isAdmin, 'edit') === null;
      feedback.notify('warning', editable ? failures.savedBeforeHere : failures.savedBefore, {
        duration: errorDuration,
      });
      if (!editable) return;
      await openForm('edit', row, values);
      setFormDirty(true);
    },
    [page, dispatch, openForm, setFormDirty, afterChange, hasPermission, isAdmin],
  );
}
