import { useCallback, useState } from 'react';
import type { Place } from './model/selection';

/**
 * What is being typed. `typed`: begun by typing over the cell, so that arrows finish it; else they move in the text.
 */
export interface Editing {
  readonly place: Place;
  readonly text: string;
  readonly typed: boolean;
}

export function useEditing(commit: (place: Place, text: string) => void) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const start = useCallback((place: Place, text: string, typed: boolean) => setEditing({ place, text, typed }), []);
  const retype = useCallback((text: string) => setEditing((before) => before && { ...before, text }), []);
  const cancel = useCallback(() => setEditing(null), []);
  /** Ends it with what was typed, or with a choice from a list. */
  const finish = useCallback(
    (text?: string) => {
      if (editing) commit(editing.place, text ?? editing.text);
      setEditing(null);
    },
    [editing, commit],
  );
  return { editing, start, retype, cancel, finish };
}

export type EditingState = ReturnType<typeof useEditing>;
