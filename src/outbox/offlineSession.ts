import { zoneName } from '@/lib/dateTexts';
import { readToken } from '@/session/credentials';
import { useSession } from '@/session/sessionStore';
import type { MenuNode, UserInfo } from '@contract/wire';
import { cacheAnswer, cachedAnswerOf } from './outboxDatabase';

// The signed-in person and their menus, for a start without a network. Deleted with the session, like all stored
// answers (`forgetCachedAnswers`).

const entryKey = 'entry';

interface KeptEntry {
  readonly info: UserInfo;
  readonly menus: MenuNode[];
}

interface StoredEntry extends KeptEntry {
  /** Hash of the session's token, which is stored only in its cookie. An entry of another session is ignored. */
  readonly session: string;
}

async function sessionMark(): Promise<string | undefined> {
  const token = readToken();
  // Without https there is neither a digest nor a service worker that could start the console.
  if (!token || !globalThis.crypto?.subtle) return undefined;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Stores the entry of the current session. Does nothing in a browser without storage. */
export async function saveOfflineSession(): Promise<void> {
  const { user, roles, features, menus } = useSession.getState();
  const zone = zoneName();
  const session = await sessionMark();
  if (!user || !session || !menus.length) return;
  const value: StoredEntry = {
    session,
    info: { user, roles: [...roles], features, ...(zone ? { zone } : {}) },
    menus: [...menus],
  };
  await cacheAnswer({ key: entryKey, userId: user.id, at: Date.now(), value }).catch(() => undefined);
}

/** Returns the entry of the session whose token is in the cookie, or undefined. */
export async function offlineSession(): Promise<KeptEntry | undefined> {
  const [foundEntry, session] = await Promise.all([cachedAnswerOf(entryKey).catch(() => undefined), sessionMark()]);
  const value = foundEntry?.value as StoredEntry | undefined;
  return value && session !== undefined && value.session === session
    ? { info: value.info, menus: value.menus }
    : undefined;
}
