import { deobfuscate, obfuscate } from '@/lib/browser/obfuscateText';
import { storedNames } from '@/lib/browser/storedNames';

// Keys of sealed work (docs/decisions/0021-drafts-sealed-at-logout.md). They are stored beside the session, so that a
// later start of the browser, or another window, can still seal the work after the session has ended. A key is stored
// while work of its person is readable.

const keyPrefix = 'sealKey:';

/** A person with the key that the server has sent. */
export interface KeyOwner {
  readonly userId: number;
  readonly key: string;
}

/** Owner of this window's session, even after another window has ended it. */
let heldOwner: KeyOwner | undefined;

function storedKeyOf(userId: number): string | null {
  try {
    return deobfuscate(localStorage.getItem(keyPrefix + userId)) ?? null;
  } catch {
    return null;
  }
}

/** Returns the people who may have readable work here. */
export function ownersWithReadableWork(): KeyOwner[] {
  return storedNames(keyPrefix).flatMap((name) => {
    const userId = Number(name.slice(keyPrefix.length));
    const key = storedKeyOf(userId);
    return key === null ? [] : [{ userId, key }];
  });
}

export function keepOwner({ userId, key }: KeyOwner): void {
  try {
    localStorage.setItem(keyPrefix + userId, obfuscate(key));
  } catch {
    // Without storage there is no readable work.
  }
}

export function forgetOwner(userId: number): void {
  try {
    localStorage.removeItem(keyPrefix + userId);
  } catch {
    // Without storage there is no key to remove.
  }
}

/**
 * Sets the owner of this window's session. If the server has sent no key (start without a network), the stored one is
 * used.
 */
export function setSealOwner(userId: number, givenKey: string | null): KeyOwner | undefined {
  const key = givenKey ?? storedKeyOf(userId);
  heldOwner = key === null ? undefined : { userId, key };
  if (heldOwner) keepOwner(heldOwner);
  return heldOwner;
}

/** Returns the owner if another window has sealed the work of the person working here. */
export const sealedElsewhere = (userId: number): KeyOwner | undefined =>
  heldOwner?.userId === userId && storedKeyOf(userId) === null ? heldOwner : undefined;

/** Calls `onSealed` when another window has sealed this person's work. */
export function onSealedElsewhere(onSealed: (userId: number) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (heldOwner && key === keyPrefix + heldOwner.userId && newValue === null) onSealed(heldOwner.userId);
  });
}
