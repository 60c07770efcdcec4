import { useState } from 'react';
import type { AnyRow, Entity } from '@contract/entity';
import { resetRow } from './resetRow';
import { runAction } from './runAction';

/** Reset function of the list editor, for a page without a list. */
interface ResetCommand {
  readonly busy: boolean;
  readonly reset: () => Promise<void>;
}

/**
 * Resets one row after the question of the specification, once at a time.
 * @param id id of the row; undefined if there is none, or it is not stored
 * @param onDone reloads the data that showed the row
 */
export function useReset(entity: Entity, id: number | undefined, onDone: () => Promise<unknown>): ResetCommand {
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
