import { useCallback, useEffect, useRef, useState } from 'react';
import { feedback } from '@/lib/feedback';
import type { Entity } from '@contract/entity';
import { entryGridTexts } from './entryGridTexts';
import { type Changes, countOf } from './model/changedFields';
import { draftOf, dropDraft, type GridDraft, readDraft, withDraft, writeDraft } from './model/gridDrafts';
import { type GridState, rowsIn } from './model/gridState';

/**
 * Time in ms from the first unstored change to its storage. Continued typing does not postpone it (QUALITY §4, 2: at
 * most 2 s of typing are lost).
 */
const storeDelayMs = 800;

interface DraftOptions {
  readonly entity: Entity;
  readonly userId: number;
  readonly gridKey: string;
  readonly state: GridState;
  readonly changes: Changes;
  /** `typedIn` returns the state with the content of the open text box; `changesOf` its unsaved changes. */
  readonly typedIn: (gridState: GridState) => GridState;
  readonly changesOf: (gridState: GridState) => Changes;
  readonly loading: boolean;
  readonly update: (change: (previousGridState: GridState) => GridState) => void;
  readonly enabled: boolean;
}

type DraftContent = Pick<DraftOptions, 'entity' | 'userId' | 'gridKey' | 'state' | 'changes' | 'typedIn' | 'changesOf'>;

/**
 * Returns a function that stores the newest changes, the open text box included, or deletes a draft without changes.
 */
function useDraftWriter({ entity, userId, gridKey, state, changes, typedIn, changesOf }: DraftContent): () => void {
  const hasWarned = useRef(false);
  const newestModel = useRef({ state, changes });
  newestModel.current = { state, changes };
  return useCallback(() => {
    const { state: stateWithText, changes: knownChanges } = newestModel.current;
    const currentState = typedIn(stateWithText);
    const currentChanges = currentState === stateWithText ? knownChanges : changesOf(currentState);
    if (countOf(currentChanges) === 0) return dropDraft(userId, gridKey);
    const isKept = writeDraft(
      userId,
      gridKey,
      draftOf(entity, rowsIn(currentState), currentState.base, currentChanges, Date.now()),
    );
    if (!isKept && !hasWarned.current) feedback.notify('warning', entryGridTexts.draftTooBig);
    hasWarned.current = !isKept;
  }, [entity, userId, gridKey, typedIn, changesOf]);
}

/** Returns functions that write after the delay (`arm`), that stop the delay, and that drop what waits (`cancel`). */
function useDelayedWrite(writeNow: () => void) {
  const pending = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const write = useCallback(() => {
    pending.current = false;
    writeNow();
  }, [writeNow]);
  const stop = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);
  const arm = useCallback(() => {
    pending.current = true;
    timer.current ??= setTimeout(() => {
      stop();
      write();
    }, storeDelayMs);
  }, [stop, write]);
  const cancel = useCallback(() => {
    pending.current = false;
  }, []);
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
  return { arm, stop, cancel };
}

/** Stores unsaved changes in the browser and offers them when the grid is opened again. */
export function useDraft({ loading, update, enabled, ...content }: DraftOptions) {
  const { userId, gridKey, state, changes } = content;
  const [foundDraft, setFoundDraft] = useState<GridDraft | null>(null);
  const unsaved = countOf(changes);

  /** Looks for a stored draft after a load. */
  const offerDraft = useCallback(() => setFoundDraft(readDraft(userId, gridKey, Date.now())), [userId, gridKey]);

  const { arm, stop, cancel } = useDelayedWrite(useDraftWriter(content));
  const wasUnsaved = useRef(false);
  useEffect(() => {
    // An offered draft is kept until the person decides. Typing without deciding replaces it.
    if (loading || !enabled || (foundDraft && unsaved === 0) || (unsaved === 0 && !wasUnsaved.current)) return stop();
    wasUnsaved.current = unsaved > 0;
    arm();
  }, [state, unsaved, loading, enabled, foundDraft, arm, stop]);
  /** Called when the content of the open text box changes. */
  const keep = useCallback(() => {
    if (!loading && enabled && !foundDraft) arm();
  }, [loading, enabled, foundDraft, arm]);

  const restore = useCallback(() => {
    if (!foundDraft) return;
    update((previousGridState) => withDraft(previousGridState, foundDraft));
    setFoundDraft(null);
  }, [foundDraft, update]);
  const drop = useCallback(() => {
    dropDraft(userId, gridKey);
    setFoundDraft(null);
  }, [userId, gridKey]);
  const forgetDraft = useCallback(() => {
    cancel();
    drop();
  }, [cancel, drop]);

  return { found: enabled ? foundDraft : null, offer: offerDraft, restore, drop, forget: forgetDraft, keep };
}
