import { useCallback, useEffect, useRef } from 'react';
import { savedBeforeCode, shownByForm } from '@/api/callFailures';
import { newId } from '@/lib/newId';
import type { AnyRow, Entity } from '@contract/entity';
import { type EditorState, openAction } from '../editorState';
import type { FormAction } from '../page';
import type { ListApi } from './useListRows';

/**
 * Sends the drafts of new rows with one idempotency key per opened form. A repeated submit of the same values creates
 * one row. Different values under a key that has saved a row are refused with `savedBefore`.
 */
export function useDraftSending(api: ListApi, editorState: EditorState, { copiesParts }: Entity) {
  const key = useRef('');
  /** Drafts sent under the key whose answer never arrived. */
  const unanswered = useRef<Record<string, unknown>[]>([]);
  useEffect(() => {
    if (openAction(editorState) && !key.current) key.current = newId();
    if (openAction(editorState)) return;
    key.current = '';
    unanswered.current = [];
  }, [editorState]);

  const copiedId = copiesParts ? editorState.row?.id : undefined;
  const send = useCallback(
    (action: FormAction, draft: Record<string, unknown>) =>
      api[action === 'copy' ? 'copy' : 'add'](draft, {
        idempotencyKey: key.current,
        ...(action === 'copy' && copiedId !== undefined ? { params: { from: copiedId } } : {}),
        quiet: (failure) => shownByForm(failure) || failure.code === savedBeforeCode,
      }),
    [api, copiedId],
  );
  const noteUnanswered = useCallback((draft: Record<string, unknown>) => void unanswered.current.push(draft), []);
  /**
   * Returns the row that was saved under the key, or null. Sends the unanswered drafts again: the server repeats its
   * answer to the draft that it saved and refuses the others.
   */
  const savedUnder = useCallback(
    async (action: FormAction): Promise<AnyRow | null> => {
      for (const draft of unanswered.current) {
        const row = await send(action, draft).catch(() => null);
        if (row) return row;
      }
      return null;
    },
    [send],
  );
  return { send, noteUnanswered, savedUnder };
}
