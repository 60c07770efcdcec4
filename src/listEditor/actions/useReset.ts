import { useState } from 'react';
import type { AnyRow, Entity } from '@contract/entity';
import { resetRow } from './reset';
import { runAction } from './run';

/** The list editor's own reset for a screen without a list. */
interface Reset {
  readonly busy: boolean;
  readonly reset: () => Promise<void>;
}

/**
 * Resets one row after the question of the specification, once at a time.
 * @param id the row; undefined where none is meant, or none that is stored
 * @param onDone loads what the row was shown in
 */
export function useReset(entity: Entity, id: number | undefined, onDone: () => Promise<unknown>): Reset {
  const [busy, setBusy] = useState(false);
  const reset = async () => {
    if (id === undefined || busy) return;
    setBusy(true);
    await runAction(resetRow(entity), [{ id } as AnyRow], {
      editor: {
        calls: {},
        refresh: async () => void (await onDone()),
        clearSelection: () => undefined,
        openForm: async () => undefined,
      },
      open: () => undefined,
    });
    setBusy(false);
  };
  return { busy, reset };
}
