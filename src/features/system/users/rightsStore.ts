import { create } from 'zustand';
import type { AnyRow } from '@contract/entity';

/** Person whose permissions are shown. */
export const useRightsOf = create<{ user: AnyRow | null }>(() => ({ user: null }));

/** Person whose account state is shown. */
export const useStateOf = create<{ user: AnyRow | null }>(() => ({ user: null }));

interface Changing {
  /** People whose roles are changed; empty while the dialog is closed. */
  readonly people: readonly AnyRow[];
  readonly refresh: () => Promise<void>;
}

export const useChangingRoles = create<Changing>(() => ({ people: [], refresh: () => Promise.resolve() }));
