import { useEffect, useLayoutEffect } from 'react';
import { followLock, useLock } from '@/session/access/lockStore';
import { followOtherPerson } from '@/session/access/otherPersonSignedIn';
import { installRelogin, useRelogin } from '@/session/access/relogin';
import { useSession } from '@/session/sessionStore';

/**
 * Returns whether the lock screen or the sign-in covers the console. While locked, the body is marked before its
 * first paint, before the code of the lock screen has loaded.
 */
export function useConsoleCovered(): boolean {
  const owner = useSession((session) => session.user?.id);
  const isLocked = useLock((state) => state.locked);
  const isAsking = useRelogin((state) => state.asking);
  useLayoutEffect(() => (owner === undefined ? undefined : followLock(owner)), [owner]);
  useEffect(installRelogin, []);
  useEffect(followOtherPerson, []);
  useLayoutEffect(() => {
    document.body.toggleAttribute('data-locked', isLocked);
    return () => document.body.removeAttribute('data-locked');
  }, [isLocked]);
  return isLocked || isAsking;
}
