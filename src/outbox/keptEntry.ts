import { zoneName } from '@/lib/dates';
import { readToken } from '@/session/credentials';
import { useSession } from '@/session/sessionStore';
import type { MenuNode, UserInfo } from '@contract/wire';
import { keep, keptOf } from './database';

// Who was signed in here and where they may go: what a start without a network needs to know. It goes with the session,
// as everything kept does (`forgetKept`).

const key = 'entry';

export interface KeptEntry {
  readonly info: UserInfo;
  readonly menus: MenuNode[];
}

interface Stored extends KeptEntry {
  /** Of the token, which is kept in its cookie alone: another session's entry is none. */
  readonly session: string;
}

async function sessionMark(): Promise<string | undefined> {
  const token = readToken();
  // Without https there is no digest, and no service worker that would start anything.
  if (!token || !globalThis.crypto?.subtle) return undefined;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keeps the present session's entry. A browser that keeps nothing goes on without. */
export async function keepEntry(): Promise<void> {
  const { user, roles, menus } = useSession.getState();
  const zone = zoneName();
  const session = await sessionMark();
  if (!user || !session || !menus.length) return;
  const value: Stored = { session, info: { user, roles: [...roles], ...(zone ? { zone } : {}) }, menus: [...menus] };
  await keep({ key, userId: user.id, at: Date.now(), value }).catch(() => undefined);
}

/** The entry of the session whose token is here; undefined where there is none. */
export async function keptEntry(): Promise<KeptEntry | undefined> {
  const [found, session] = await Promise.all([keptOf(key).catch(() => undefined), sessionMark()]);
  const value = found?.value as Stored | undefined;
  return value && session !== undefined && value.session === session
    ? { info: value.info, menus: value.menus }
    : undefined;
}
