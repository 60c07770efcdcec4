import { create } from 'zustand';
import type { AnyRow } from '@contract/entity';
import type { AccountTerm } from '@contract/features/system/accounts/accountExpiry';

/** Person whose permissions are shown. */
export const useRightsOf = create<{ user: AnyRow | null }>(() => ({ user: null }));

/** Person whose account state is shown. */
export const useAccountStateOf = create<{ user: AnyRow | null }>(() => ({ user: null }));

interface RoleChange {
  /** People whose roles are changed; empty while the dialog is closed. */
  readonly people: readonly AnyRow[];
  readonly refresh: () => Promise<void>;
}

export const useRoleChange = create<RoleChange>(() => ({ people: [], refresh: () => Promise.resolve() }));

export interface ExpiryExtension {
  /** People whose expiry date is set; empty while the dialog is closed. */
  readonly people: readonly {
    readonly id: number;
    readonly version: number;
    readonly userName: string;
    readonly nickName: string;
    readonly expiryDate: string | null;
    readonly term: AccountTerm | null;
    readonly isOwnAccount: boolean;
  }[];
  /** Date that the dialog proposes. */
  readonly proposed: string | null;
}

export const useExpiryExtension = create<ExpiryExtension>(() => ({ people: [], proposed: null }));

/** People who get one-time passwords; empty while the dialog is closed. */
export const usePasswordSlips = create<{ people: readonly AnyRow[] }>(() => ({ people: [] }));
