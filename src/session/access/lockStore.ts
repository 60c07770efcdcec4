import { create } from 'zustand';
import { checkUnlockPassword } from '@/api/auth';
import { deobfuscate, obfuscate } from '@/lib/browser/obfuscateText';
import { readToken } from '../credentials';
import { onSessionEnd, useSession } from '../sessionStore';

/** Storage name of the lock, which applies to every window and survives a reload. */
const lockStorageName = 'locked';

export const useLock = create<{ readonly locked: boolean }>()(() => ({ locked: false }));

function readOwner(): string | null {
  try {
    return deobfuscate(localStorage.getItem(lockStorageName)) ?? null;
  } catch {
    return null;
  }
}

function writeOwner(owner: number | null): void {
  try {
    if (owner === null) localStorage.removeItem(lockStorageName);
    else localStorage.setItem(lockStorageName, obfuscate(String(owner)));
  } catch {
    // Without storage the lock applies to this window only.
  }
}

/** Token of the session that was locked. */
let lockedToken: string | undefined;

function lockThisWindow(): void {
  lockedToken = readToken();
  useLock.setState({ locked: true });
}

export function lockScreen(): void {
  const owner = useSession.getState().user?.id;
  if (owner === undefined) return;
  writeOwner(owner);
  lockThisWindow();
}

export function openLock(): void {
  writeOwner(null);
  useLock.setState({ locked: false });
}

/**
 * Unlocks the screen.
 * @throws Failure with code `wrongPassword` or `lockedOut`; the screen stays locked
 */
export async function unlockScreen(password: string): Promise<void> {
  await checkUnlockPassword(password);
  openLock();
}

/**
 * Restores the person's lock after a reload and follows other windows. Unlocking in another window also unlocks this
 * one. If the other window's session ended, or another person signed in, this screen stays locked.
 */
export function followLock(owner: number): () => void {
  const followStoredLock = () => {
    if (readOwner() === String(owner)) lockThisWindow();
    else if (readOwner() === null && readToken() === lockedToken) useLock.setState({ locked: false });
  };
  useLock.setState({ locked: false });
  followStoredLock();
  const onStorage = (event: StorageEvent) => {
    if (event.key === lockStorageName || event.key === null) followStoredLock();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

onSessionEnd(openLock);
