import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, isNull, lt, ne, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { endCodeOf, type SessionEnd, sessionEnds } from '@contract/features/signIn/sessionEnds';
import type { Orm } from '@server/db/orm';
import { organizationTable, sessionTable, userTable } from '@server/db/schema';
import { Refusal } from '@server/http/errors';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { type Account, accountColumns, barOf, dataScopeOf, levelOf, permissionsOf, userOf } from './account';
import { revokeCredentials } from './remember';

/** ms, QUALITY AU6 */
const absoluteLife = 24 * 3_600_000;
const idleLife = 8 * 3_600_000;
/** ms between two notes of when a session was last used, so that not every call writes */
const noteEvery = 60_000;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

const aliveAt = (now: Date | Placeholder, seenSince: Date | Placeholder): SQL | undefined =>
  and(isNull(sessionTable.revokeTime), gt(sessionTable.expireTime, now), gt(sessionTable.seenTime, seenSince));

/** Sessions that are still good at that moment. */
export const liveSession = (now: Date): SQL | undefined => aliveAt(now, new Date(now.getTime() - idleLife));

const prepareAsked = (orm: Orm) =>
  orm
    .select({
      ...accountColumns,
      sessionId: sessionTable.id,
      seenTime: sessionTable.seenTime,
      // None has the number 0.
      chosenExists: sql<boolean>`exists (select 1 from ${organizationTable} as chosen where chosen.id = ${sql.placeholder('chosen')} and chosen.delete_time is null)`,
    })
    .from(sessionTable)
    .innerJoin(userTable, eq(userTable.id, sessionTable.userId))
    .leftJoin(organizationTable, eq(organizationTable.id, userTable.organizationId))
    .where(
      and(
        eq(sessionTable.tokenHash, sql.placeholder('tokenHash')),
        aliveAt(sql.placeholder('now'), sql.placeholder('seenSince')),
        isNull(userTable.deleteTime),
      ),
    )
    .prepare('session_and_account');

const prepared = new WeakMap<Orm, ReturnType<typeof prepareAsked>>();

/** The session of a token with its person: asked for by every call, so written and planned once for each connection. */
function askedBy(orm: Orm): ReturnType<typeof prepareAsked> {
  const held = prepared.get(orm) ?? prepareAsked(orm);
  prepared.set(orm, held);
  return held;
}

/** A token that opens nothing: where somebody else has ended its session, the person reads why. @throws Refusal 401 */
async function refuseEnded(orm: Orm, token: string): Promise<undefined> {
  const [ended] = await orm
    .select({ why: sessionTable.revokeReason })
    .from(sessionTable)
    .where(eq(sessionTable.tokenHash, hashOf(token)));
  if (ended?.why) throw new Refusal(401, endCodeOf(ended.why), sessionEnds[ended.why]);
}

const chosenId = (chosen: string | undefined): number => (chosen && /^\d{1,9}$/.test(chosen) ? Number(chosen) : 0);

/**
 * Who asks, from the token alone, read anew for each call: a change of roles, menus or state holds from the next call
 * on.
 * @param chosenOrganization heeded for platform administrators only; 0 and nonsense mean "all"
 * @param background asked by a timer and not by a person: it keeps no idle session alive
 * @returns undefined for a token that is unknown, revoked, too old or of nobody
 * @throws Refusal 401 `ended.…` for a session that somebody else has ended; 401 `expired` or `disabled` when the person
 * or the organisation may no longer work; 400 for an organisation that is not there.
 */
export async function viewerOf(
  services: Services,
  token: string,
  chosenOrganization?: string,
  { background = false } = {},
): Promise<Viewer | undefined> {
  if (token.length > 200) return undefined;
  const { orm } = services.database;
  const now = services.now();
  const chosen = chosenId(chosenOrganization);
  const [found] = await askedBy(orm).execute({
    tokenHash: hashOf(token),
    now: now.toISOString(),
    seenSince: new Date(now.getTime() - idleLife).toISOString(),
    chosen,
  });
  if (!found) return refuseEnded(orm, token);
  const account: Account = found;
  const bar = barOf(account, now, services.env.zone);
  if (bar) throw new Refusal(401, bar.code, bar.message);
  if (account.isAdmin && chosen && !found.chosenExists)
    throw new Refusal(400, 'badOrganization', '所选机构不存在或已被删除，请重新选择');
  if (!background && now.getTime() - found.seenTime.getTime() > noteEvery)
    await orm.update(sessionTable).set({ seenTime: now }).where(eq(sessionTable.id, found.sessionId));
  const organizationId = account.isAdmin ? chosen || null : account.organizationId;
  return {
    user: userOf(account),
    sessionId: found.sessionId,
    mustChangePassword: !account.passwordOwn,
    permissions: new Set(await permissionsOf(services.database, account)),
    dataScope: dataScopeOf(account),
    organizationId,
    homeOrganizationId: organizationId ?? account.organizationId,
    unitIds: account.isQy && !account.isAdmin ? account.unitIds : null,
    outside: account.isOutside && !account.isAdmin,
    level: levelOf(account),
  };
}

/** Which of these sessions no longer open anything: revoked, too old, or of an account that may no longer work. */
export async function endedSessions(services: Services, sessionIds: readonly string[]): Promise<Set<string>> {
  const now = services.now();
  const { id, enabled, expiryDate, isAdmin, organization } = accountColumns;
  const rows = await services.database.orm
    .select({ sessionId: sessionTable.id, id, enabled, expiryDate, isAdmin, organization })
    .from(sessionTable)
    .innerJoin(userTable, eq(userTable.id, sessionTable.userId))
    .leftJoin(organizationTable, eq(organizationTable.id, userTable.organizationId))
    .where(and(inArray(sessionTable.id, [...sessionIds]), liveSession(now), isNull(userTable.deleteTime)));
  const good = new Set(rows.flatMap((row) => (barOf(row, now, services.env.zone) ? [] : [row.sessionId])));
  return new Set(sessionIds.filter((one) => !good.has(one)));
}

/** A new session for the person; the token is handed out here and kept only as its hash. */
export async function openSession(
  tx: Orm,
  who: { userId: number; ip: string; agent: string },
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.delete(sessionTable).where(and(eq(sessionTable.userId, who.userId), lt(sessionTable.expireTime, now)));
  await tx.insert(sessionTable).values({
    tokenHash: hashOf(token),
    userId: who.userId,
    ip: who.ip,
    agent: who.agent.slice(0, 300),
    createTime: now,
    seenTime: now,
    expireTime: new Date(now.getTime() + absoluteLife),
  });
  return token;
}

interface RevokeOptions {
  /** A session that stays. */
  readonly except?: string;
  /** Remembered passwords stay good: the person may come back at once. */
  readonly keepRemembered?: boolean;
  /** What the person reads; nothing where they did it themselves. */
  readonly why?: SessionEnd;
}

/** Ends the sessions of these people, and what was remembered for them, from their next call on. */
export async function revokeSessions(
  tx: Orm,
  userIds: readonly number[],
  now: Date,
  { except, keepRemembered, why }: RevokeOptions = {},
): Promise<void> {
  if (!userIds.length) return;
  await tx
    .update(sessionTable)
    .set({ revokeTime: now, revokeReason: why ?? null })
    .where(
      and(
        inArray(sessionTable.userId, [...userIds]),
        isNull(sessionTable.revokeTime),
        except ? ne(sessionTable.id, except) : undefined,
      ),
    );
  if (!keepRemembered) await revokeCredentials(tx, userIds, now);
}

/** Ends single sessions; a remembered password stays good. `why`: what the person reads where somebody else did it. */
export async function endSessions(tx: Orm, sessionIds: readonly string[], now: Date, why?: SessionEnd): Promise<void> {
  if (sessionIds.length)
    await tx
      .update(sessionTable)
      .set({ revokeTime: now, revokeReason: why ?? null })
      .where(and(inArray(sessionTable.id, [...sessionIds]), isNull(sessionTable.revokeTime)));
}
