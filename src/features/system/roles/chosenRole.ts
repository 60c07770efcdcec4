import { create } from 'zustand';
import type { AnyRow } from '@contract/entity';

interface ChosenRole {
  /** Whose menus are open. */
  readonly role: AnyRow | null;
  /** The built-in roles are being checked. */
  readonly checking: boolean;
  /** To whom people are given. */
  readonly assigning: AnyRow | null;
  /** Two of them, or none. */
  readonly comparing: readonly AnyRow[];
}

/** What stands in the dialogs of the page of roles. */
export const useChosenRole = create<ChosenRole>(() => ({
  role: null,
  checking: false,
  assigning: null,
  comparing: [],
}));
