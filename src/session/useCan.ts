import { useCallback } from 'react';
import { mayAny } from '@contract/permissions';
import { useSession } from './sessionStore';

export type PermissionCheck = (permissions: readonly string[] | undefined) => boolean;

/** Returns a function that checks permissions. It changes when the person's permissions change. */
export function useMay(): PermissionCheck {
  const heldPermissions = useSession((session) => session.permissions);
  return useCallback((permissions) => mayAny(heldPermissions, permissions), [heldPermissions]);
}

/** Returns whether the person may change only their own notices. */
export const useReadsOnly = (): boolean =>
  useSession(({ permissions }) =>
    [...permissions].every((permission) => /^myNews:|:(?:list|export)$/.test(permission)),
  );

/** Returns whether the person has one of the permissions; false for an empty or missing list (SPEC §6). */
export const useCan = (permissions: readonly string[] | undefined): boolean => useMay()(permissions);
