import { useState } from 'react';
import type { AnyRow, Entity } from '@contract/entity';
import { resetRow } from './resetRow';
import { runAction } from './runAction';

/** The action 重置 of a page without a list; `busy` while the server works on it. */
interface ResetCommand {
  readonly busy: boolean;
  readonly reset: () => Promise<void>;
}

/**
 * Returns a function that asks the question of SPEC §7 and then resets one row (重置). A second call while the first
 * one runs does nothing.
 * @param entity entity of the row
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
