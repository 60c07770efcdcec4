import { create } from 'zustand';
import type { AnyRow } from '@contract/entity';

interface ChosenRole {
  /** Role whose menus are open. */
  readonly role: AnyRow | null;
  /** True while the built-in roles are being checked. */
  readonly checking: boolean;
  /** Role to which people are assigned. */
  readonly assigning: AnyRow | null;
  /** Two roles to compare, or none. */
  readonly comparing: readonly AnyRow[];
}

/** State of the dialogs on the page of roles. */
export const useRoleDialogs = create<ChosenRole>(() => ({
  role: null,
  checking: false,
  assigning: null,
  comparing: [],
}));
