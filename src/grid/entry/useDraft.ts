import { useCallback, useEffect, useRef, useState } from 'react';
import { feedback } from '@/lib/feedback';
import type { Entity } from '@contract/entity';
import { entryGridTexts } from './entryGridTexts';
import { type Changes, countOf } from './model/changes';
import { draftOf, dropDraft, type GridDraft, readDraft, withDraft, writeDraft } from './model/drafts';
import { type GridState, rowsIn } from './model/gridState';

/**
 * Time in ms from the first unstored change to its storage. Continued typing does not postpone it (QUALITY §4, 2: at
 * most 2 s of typing are lost).
 */
const pause = 800;

interface DraftOptions {
  readonly entity: Entity;
  readonly userId: number;
  readonly gridKey: string;
  readonly state: GridState;
  readonly changes: Changes;
  /** `typedIn` returns the state with the content of the open text box; `changesOf` its unsaved changes. */
  readonly typedIn: (state: GridState) => GridState;
  readonly changesOf: (state: GridState) => Changes;
  readonly loading: boolean;
  readonly update: (change: (before: GridState) => GridState) => void;
  readonly enabled: boolean;
}

/** Stores unsaved changes in the browser and offers them when the grid is opened again. */
export function useDraft({
  entity,
  userId,
  gridKey,
  state,
  changes,
  typedIn,
  changesOf,
  loading,
  update,
  enabled,
}: DraftOptions) {
  const [found, setFound] = useState<GridDraft | null>(null);
  const warned = useRef(false);
  const unsaved = countOf(changes);

  /** Looks for a stored draft after a load. */
  const offer = useCallback(() => setFound(readDraft(userId, gridKey, Date.now())), [userId, gridKey]);

  const newest = useRef({ state, changes });
  newest.current = { state, changes };
  const pending = useRef(false);
  const write = useCallback(() => {
    pending.current = false;
    const { state: stands, changes: known } = newest.current;
    const current = typedIn(stands);
    const held = current === stands ? known : changesOf(current);
    if (countOf(held) === 0) return dropDraft(userId, gridKey);
    const kept = writeDraft(userId, gridKey, draftOf(entity, rowsIn(current), current.base, held, Date.now()));
    if (!kept && !warned.current) feedback.notify('warning', entryGridTexts.draftTooBig);
    warned.current = !kept;
  }, [entity, userId, gridKey, typedIn, changesOf]);

  const wasUnsaved = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);
  const arm = useCallback(() => {
    pending.current = true;
    timer.current ??= setTimeout(() => {
      stop();
      write();
    }, pause);
  }, [stop, write]);
  useEffect(() => {
    // An offered draft is kept until the person decides. Typing without deciding replaces it.
    if (loading || !enabled || (found && unsaved === 0) || (unsaved === 0 && !wasUnsaved.current)) return stop();
    wasUnsaved.current = unsaved > 0;
    arm();
  }, [state, unsaved, loading, enabled, found, arm, stop]);
  /** Called when the content of the open text box changes. */
  const keep = useCallback(() => {
    if (!loading && enabled && !found) arm();
  }, [loading, enabled, found, arm]);
  // Writes the draft when the tab closes within the pause.
  useEffect(() => {
    const flush = () => {
      if (pending.current) write();
    };
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      stop();
      flush();
    };
  }, [write, stop]);

  const restore = useCallback(() => {
    if (!found) return;
    update((before) => withDraft(before, found));
    setFound(null);
  }, [found, update]);
  const drop = useCallback(() => {
    dropDraft(userId, gridKey);
    setFound(null);
  }, [userId, gridKey]);
  const forget = useCallback(() => {
    pending.current = false;
    dropDraft(userId, gridKey);
    setFound(null);
  }, [userId, gridKey]);

  return { found: enabled ? found : null, offer, restore, drop, forget, keep };
}
