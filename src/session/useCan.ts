import { useCallback } from 'react';
import { mayAny } from '@contract/permissions';
import { useSession } from './sessionStore';

export type May = (permissions: readonly string[] | undefined) => boolean;

/** The question itself, for those with many to ask; it changes when what the person may do changes. */
export function useMay(): May {
  const held = useSession((session) => session.permissions);
  return useCallback((permissions) => mayAny(held, permissions), [held]);
}

/** Whether the person holds any one of the permissions; an empty or missing list is no (SPEC §6). */
export const useCan = (permissions: readonly string[] | undefined): boolean => useMay()(permissions);
