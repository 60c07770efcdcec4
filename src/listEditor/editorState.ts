import type { UnreadText } from '@/fields/formRules';
import type { AnyRow } from '@contract/entity';
import type { FieldError } from '@contract/schema';
import type { FormAction } from './page';

// State of a list editor's forms and deletions (SPEC §4). Each is normal, prepared (form or question open) or
// processing (request running). One transition function covers add, edit, copy and paste.

type FormStatus = 'normal' | 'prepared' | 'processing';

export interface EditorState {
  readonly forms: Readonly<Record<FormAction, FormStatus>>;
  /** The row that is edited or copied. */
  readonly row: AnyRow | null;
  /** Initial values of the form. */
  readonly initial: Readonly<Record<string, unknown>>;
  /** Pasted texts that could not be converted, by field. */
  readonly unread: Readonly<Record<string, UnreadText>>;
  readonly errors: readonly FieldError[];
  /** The row's current version when another person has changed it meanwhile (409). */
  readonly conflict: AnyRow | null;
  readonly deleting: Readonly<Record<number, FormStatus>>;
}

export type EditorEvent =
  | {
      type: 'prepare';
      action: FormAction;
      row: AnyRow | null;
      initial: Readonly<Record<string, unknown>>;
      unread?: EditorState['unread'];
    }
  | { type: 'submit'; action: FormAction }
  | { type: 'succeed'; action: FormAction }
  | { type: 'fail'; action: FormAction; errors?: readonly FieldError[]; conflict?: AnyRow | null }
  | { type: 'cancel' }
  | { type: 'resolveConflict'; row: AnyRow }
  | { type: 'askDelete'; ids: readonly number[] }
  | { type: 'cancelDelete'; ids: readonly number[] }
  | { type: 'delete'; ids: readonly number[] }
  | { type: 'deleted'; ids: readonly number[] }
  | { type: 'deleteFailed'; ids: readonly number[] };

const allNormal: EditorState['forms'] = { add: 'normal', edit: 'normal', copy: 'normal', paste: 'normal' };

/** State with no form open and no deletion running. */
export const initialState: EditorState = {
  forms: allNormal,
  row: null,
  initial: {},
  unread: {},
  errors: [],
  conflict: null,
  deleting: {},
};

/** Returns the action whose form is open, or null. At most one is open. */
export const openAction = (state: EditorState): FormAction | null =>
  (Object.keys(state.forms) as FormAction[]).find((action) => state.forms[action] !== 'normal') ?? null;

const setForm = (action: FormAction, status: FormStatus): EditorState['forms'] => ({ ...allNormal, [action]: status });

function setDeleting(editorState: EditorState, ids: readonly number[], status: FormStatus): EditorState {
  const deleting = { ...editorState.deleting };
  for (const id of ids) {
    if (status === 'normal') delete deleting[id];
    else deleting[id] = status;
  }
  return { ...editorState, deleting };
}

/** Returns the next state. An event that does not fit the state leaves it unchanged. */
export function nextState(editorState: EditorState, event: EditorEvent): EditorState {
  switch (event.type) {
    case 'prepare':
      // A form whose submit is running is not replaced.
      if (Object.values(editorState.forms).includes('processing')) return editorState;
      return {
        ...initialState,
        deleting: editorState.deleting,
        forms: setForm(event.action, 'prepared'),
        row: event.row,
        initial: event.initial,
        unread: event.unread ?? {},
      };
    case 'submit':
      if (editorState.forms[event.action] !== 'prepared') return editorState;
      return { ...editorState, forms: setForm(event.action, 'processing'), errors: [] };
    case 'succeed':
      if (editorState.forms[event.action] !== 'processing') return editorState;
      return { ...initialState, deleting: editorState.deleting };
    case 'fail':
      if (editorState.forms[event.action] !== 'processing') return editorState;
      return {
        ...editorState,
        forms: setForm(event.action, 'prepared'),
        errors: event.errors ?? [],
        conflict: event.conflict ?? null,
      };
    case 'cancel':
      if (Object.values(editorState.forms).includes('processing')) return editorState;
      return { ...initialState, deleting: editorState.deleting };
    case 'resolveConflict':
      return { ...editorState, row: event.row, conflict: null };
    case 'askDelete':
      return setDeleting(editorState, event.ids, 'prepared');
    case 'delete':
      return setDeleting(editorState, event.ids, 'processing');
    case 'deleteFailed':
      return setDeleting(editorState, event.ids, 'prepared');
    case 'cancelDelete':
    case 'deleted':
      return setDeleting(editorState, event.ids, 'normal');
  }
}
