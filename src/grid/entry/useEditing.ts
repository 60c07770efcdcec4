import { useCallback, useState } from 'react';
import type { Place } from './model/gridSelection';

/**
 * Text being typed. `typed`: the person began by typing over the cell, so arrow keys finish it; otherwise they move the
 * caret.
 */
export interface Editing {
  readonly place: Place;
  readonly text: string;
  readonly typed: boolean;
}

/**
 * State of the active cell's text box.
 * @param commit writes the finished text into the cell
 */
export function useEditing(commit: (place: Place, text: string) => void) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const start = useCallback((place: Place, text: string, typed: boolean) => setEditing({ place, text, typed }), []);
  const retype = useCallback(
    (text: string) => setEditing((previousEditing) => previousEditing && { ...previousEditing, text }),
    [],
  );
  const cancel = useCallback(() => setEditing(null), []);
  /** Finishes with the typed text, or with an option chosen from a list. */
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
