import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { sessionTable } from '@server/db/schema';
import { Refusal } from '@server/http/errors';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';

/** Lifetime of a link in s (QUALITY IN10). */
const lifetimeSeconds = 60;

const linkExpired = () => new Refusal(403, 'linkExpired', '下载链接已失效，请返回页面重新下载');

/**
 * Signs with the hash of the session's token. The hash is random and secret, and every node can read it from the
 * database. A link ends with the session that requested it, and no separate key has to be created, shared or
 * protected.
 */
const signLink = (secret: string, fileId: string, sessionId: string, expirySeconds: number): string =>
  createHmac('sha256', secret).update(`file-link\n${fileId}\n${sessionId}\n${expirySeconds}`).digest('base64url');

/**
 * Returns the signing secret of a session.
 * @throws Refusal 403 once the session has ended
 */
async function secretOf(services: Services, sessionId: string): Promise<{ secret: string; userId: number }> {
  const [session] = await services.database.orm
    .select({ secret: sessionTable.tokenHash, userId: sessionTable.userId })
    .from(sessionTable)
    .where(
      and(eq(sessionTable.id, sessionId), isNull(sessionTable.revokeTime), gt(sessionTable.expireTime, services.now())),
    );
  if (!session) throw linkExpired();
  return session;
}

/**
 * Returns the address of one file for one person, valid for a minute. A browser that opens a file by itself sends no
 * header (SPEC §7, File download).
 */
export async function linkTo(
  services: Services,
  fileId: string,
  viewer: Viewer,
  base = 'api/file/link',
): Promise<{ path: string; expires: number }> {
  const session = await secretOf(services, viewer.sessionId);
  const expirySeconds = Math.floor(services.now().getTime() / 1000) + lifetimeSeconds;
  const query = new URLSearchParams({
    session: viewer.sessionId,
    expires: String(expirySeconds),
    signature: signLink(session.secret, fileId, viewer.sessionId, expirySeconds),
  });
  return { path: `/${base}/${fileId}?${query}`, expires: expirySeconds };
}

/**
 * Returns the user of a link.
 * @throws Refusal 403 if the link is expired, altered or for another file, or its session has ended
 */
export async function userOfLink(
  services: Services,
  fileId: string,
  query: Readonly<Record<string, string | string[]>>,
): Promise<number> {
  const { session: sessionId, expires, signature } = query;
  // refusal: missing
  if (typeof sessionId !== 'string' || typeof expires !== 'string' || typeof signature !== 'string')
    throw linkExpired();
  // refusal: malformed
  if (!/^[0-9a-f-]{36}$/.test(sessionId) || !/^\d{1,12}$/.test(expires)) throw linkExpired();
  const secondsLeft = Number(expires) - services.now().getTime() / 1000;
  // refusal: expired
  if (secondsLeft <= 0 || secondsLeft > lifetimeSeconds) throw linkExpired();
  const session = await secretOf(services, sessionId);
  const [givenSignature, validSignature] = [
    Buffer.from(signature),
    Buffer.from(signLink(session.secret, fileId, sessionId, Number(expires))),
  ];
  // refusal: signature
  if (givenSignature.length !== validSignature.length || !timingSafeEqual(givenSignature, validSignature))
    throw linkExpired();
  return session.userId;
}
