import { storedNames } from '@/lib/browser/storedNames';

// The keys of what is sealed when a session ends (ADR 21). They lie beside the session, so that whoever finds it over
// can still seal: the next start of the browser, another window.
// Where something of a person lies open, their key lies there, too.

const prefix = 'sealKey:';

/** A person and the key that the server has told them. */
export interface Owner {
  readonly userId: number;
  readonly key: string;
}

/** Of this window, also when another one has ended the session. */
let held: Owner | undefined;

function stored(userId: number): string | null {
  try {
    return localStorage.getItem(prefix + userId);
  } catch {
    return null;
  }
}

/** Of everybody of whom something may lie open here. */
export function keptOwners(): Owner[] {
  return storedNames(prefix).flatMap((name) => {
    const userId = Number(name.slice(prefix.length));
    const key = stored(userId);
    return key === null ? [] : [{ userId, key }];
  });
}

export function keepOwner({ userId, key }: Owner): void {
  try {
    localStorage.setItem(prefix + userId, key);
  } catch {
    // Where nothing can be kept nothing lies open.
  }
}

export function forgetOwner(userId: number): void {
  try {
    localStorage.removeItem(prefix + userId);
  } catch {
    // Nothing was kept in a forbidden storage.
  }
}

/**
 * Whose session this window has. Where the server has not told the key (a start without a network) the kept one is
 * taken.
 */
export function holdOwner(userId: number, told: string | null): Owner | undefined {
  const key = told ?? stored(userId);
  held = key === null ? undefined : { userId, key };
  if (held) keepOwner(held);
  return held;
}

/** Whoever works in this window while another one has sealed what is theirs. */
export const sealedElsewhere = (userId: number): Owner | undefined =>
  held?.userId === userId && stored(userId) === null ? held : undefined;

/** Told in the other windows of a person when what is theirs has been sealed. */
export function onSealedElsewhere(tell: (userId: number) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (held && key === prefix + held.userId && newValue === null) tell(held.userId);
  });
}
