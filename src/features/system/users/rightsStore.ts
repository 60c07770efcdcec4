import { create } from 'zustand';
import type { AnyRow } from '@contract/entity';

/** The person whose rights are looked at. */
export const useRightsOf = create<{ user: AnyRow | null }>(() => ({ user: null }));

/** The person whose account is looked at. */
export const useStateOf = create<{ user: AnyRow | null }>(() => ({ user: null }));

interface Changing {
  /** Whose roles are being changed; nobody's while the dialog is closed. */
  readonly people: readonly AnyRow[];
  readonly refresh: () => Promise<void>;
}

export const useChangingRoles = create<Changing>(() => ({ people: [], refresh: () => Promise.resolve() }));
