import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Variables } from './route';

/** Cookie with the position of the person's last write, which every tab and every node of the installation gets. */
const cookieName = 'read-after';
/** Time in s for which the position counts. A replica that is further behind is not read. */
const countsForSeconds = 60;
/** Number of people whose last write is kept in memory. */
const maxPeople = 10_000;

const lastWrites = new WeakMap<object, Map<number, { readonly position: string; readonly at: number }>>();

/** The part of the database that knows how far its log is. */
interface WrittenDatabase {
  readonly writePosition: (() => Promise<string>) | null;
}

/**
 * Returns the position of the person's last write that their reads must include: of this browser, or, for a program
 * without cookies, of this process. Null without a read replica, and if the write was long ago.
 */
export function readAfterOf(database: WrittenDatabase, context: Context<Variables>, userId: number): string | null {
  if (!database.writePosition) return null;
  const cookie = getCookie(context, cookieName);
  if (cookie && /^[\dA-F]{1,8}\/[\dA-F]{1,8}$/.test(cookie)) return cookie;
  const lastWrite = lastWrites.get(database)?.get(userId);
  return lastWrite && performance.now() - lastWrite.at < countsForSeconds * 1000 ? lastWrite.position : null;
}

/** Remembers how far the log is after a call that may have written, in the browser and in this process. */
export async function rememberWrite(
  database: WrittenDatabase,
  context: Context<Variables>,
  userId: number,
): Promise<void> {
  if (!database.writePosition) return;
  const position = await database.writePosition();
  const byUser = lastWrites.get(database) ?? new Map<number, { position: string; at: number }>();
  if (byUser.size >= maxPeople) byUser.clear();
  lastWrites.set(database, byUser.set(userId, { position, at: performance.now() }));
  setCookie(context, cookieName, position, {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: countsForSeconds,
  });
}
