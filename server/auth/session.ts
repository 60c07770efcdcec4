import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, isNull, lt, ne, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { endCodeOf, type SessionEnd, sessionEnds } from '@contract/features/signIn/sessionEnds';
import type { Orm } from '@server/db/orm';
import { organizationTable, sessionTable, userTable } from '@server/db/schema';
import { Refusal } from '@server/http/errors';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { type Account, accountColumns, dataScopeOf, levelOf, permissionsOf, userOf } from './account';
import { accountBarReason } from './expiredOrDisabled';
import { revokeCredentials } from './rememberedCredential';

/** Maximum lifetime of a session; `idleLifeMs` is the maximum idle time, ms (QUALITY AU6). */
const absoluteLifeMs = 24 * 3_600_000;
const idleLifeMs = 8 * 3_600_000;
/** Minimum time between two updates of a session's last use, ms, so that not every call writes. */
const noteIntervalMs = 60_000;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

const aliveAt = (now: Date | Placeholder, seenSince: Date | Placeholder): SQL | undefined =>
  and(isNull(sessionTable.revokeTime), gt(sessionTable.expireTime, now), gt(sessionTable.seenTime, seenSince));

/** Returns the condition for sessions that are valid at a moment. */
export const liveSession = (now: Date): SQL | undefined => aliveAt(now, new Date(now.getTime() - idleLifeMs));

const prepareSessionQuery = (orm: Orm) =>
  orm
    .select({
      ...accountColumns,
      sessionId: sessionTable.id,
      seenTime: sessionTable.seenTime,
      // No organization has the id 0. If there is a single organization, it is everybody's (SPEC §6, scoping).
      onlyOrganization: sql<
        number | null
      >`(select case when count(*) = 1 then min(lone.id) end from ${organizationTable} as lone
        where lone.delete_time is null)`,
      chosenExists: sql<boolean>`exists (select 1 from ${organizationTable} as chosen
        where chosen.id = ${sql.placeholder('chosen')} and chosen.delete_time is null)`,
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

const preparedQueries = new WeakMap<Orm, ReturnType<typeof prepareSessionQuery>>();

/**
 * Returns the prepared query of a token's session and person. Every call runs it, so it is prepared once per
 * connection.
 */
function requestedBy(orm: Orm): ReturnType<typeof prepareSessionQuery> {
  const preparedQuery = preparedQueries.get(orm) ?? prepareSessionQuery(orm);
  preparedQueries.set(orm, preparedQuery);
  return preparedQuery;
}

/**
 * Refuses a token whose session another person ended, with the reason.
 * @throws Refusal 401 `ended.…`
 */
async function refuseEnded(orm: Orm, token: string): Promise<undefined> {
  const [endedSession] = await orm
    .select({ why: sessionTable.revokeReason })
    .from(sessionTable)
    .where(eq(sessionTable.tokenHash, hashOf(token)));
  if (endedSession?.why) throw new Refusal(401, endCodeOf(endedSession.why), sessionEnds[endedSession.why]);
}

const chosenId = (chosenText: string | undefined): number =>
  chosenText && /^\d{1,9}$/.test(chosenText) ? Number(chosenText) : 0;

/**
 * Returns the viewer of a token. It is loaded for each call, so a change of roles, menus or state applies from the
 * next call.
 * @param chosenOrganization applies to platform administrators only; 0 and invalid values mean "all"
 * @param background whether a timer made the call; such a call does not keep an idle session alive
 * @returns undefined for a token that is unknown, revoked, expired or belongs to no person
 * @throws Refusal 401 `ended.…` for a session that another person ended; 401 `expired` or `disabled` where person or
 * organization may no longer work; 400 for an organization that does not exist
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
  const chosenOrganizationId = chosenId(chosenOrganization);
  const [sessionRow] = await requestedBy(orm).execute({
    tokenHash: hashOf(token),
    now: now.toISOString(),
    seenSince: new Date(now.getTime() - idleLifeMs).toISOString(),
    chosen: chosenOrganizationId,
  });
  if (!sessionRow) return refuseEnded(orm, token);
  const account: Account = sessionRow;
  const bar = accountBarReason(account, now, services.env.zone);
  if (bar) throw new Refusal(401, bar.code, bar.message);
  if (account.isAdmin && chosenOrganizationId && !sessionRow.chosenExists)
    throw new Refusal(400, 'badOrganization', '所选机构不存在或已被删除，请重新选择');
  if (!background && now.getTime() - sessionRow.seenTime.getTime() > noteIntervalMs)
    await orm.update(sessionTable).set({ seenTime: now }).where(eq(sessionTable.id, sessionRow.sessionId));
  const organizationId = account.isAdmin ? chosenOrganizationId || null : account.organizationId;
  return {
    user: userOf(account),
    sessionId: sessionRow.sessionId,
    mustChangePassword: !account.passwordOwn,
    permissions: new Set(await permissionsOf(services.database, account)),
    dataScope: dataScopeOf(account),
    organizationId,
    homeOrganizationId:
      organizationId ?? account.organizationId ?? (account.isAdmin ? sessionRow.onlyOrganization : null),
    unitIds: account.isQy && !account.isAdmin ? account.unitIds : null,
    outside: account.isOutside && !account.isAdmin,
    level: levelOf(account),
  };
}

/** Returns those sessions that are no longer valid: revoked, expired, or of a barred account. */
export async function endedSessions(services: Services, sessionIds: readonly string[]): Promise<Set<string>> {
  const now = services.now();
  const { id, enabled, expiryDate, isAdmin, organization } = accountColumns;
  const rows = await services.database.orm
    .select({ sessionId: sessionTable.id, id, enabled, expiryDate, isAdmin, organization })
    .from(sessionTable)
    .innerJoin(userTable, eq(userTable.id, sessionTable.userId))
    .leftJoin(organizationTable, eq(organizationTable.id, userTable.organizationId))
    .where(and(inArray(sessionTable.id, [...sessionIds]), liveSession(now), isNull(userTable.deleteTime)));
  const liveSessionIds = new Set(
    rows.flatMap((row) => (accountBarReason(row, now, services.env.zone) ? [] : [row.sessionId])),
  );
  return new Set(sessionIds.filter((sessionId) => !liveSessionIds.has(sessionId)));
}

/** Opens a session for a person. The token is returned here and stored only as a hash. */
export async function openSession(
  tx: Orm,
  client: { userId: number; ip: string; agent: string },
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.delete(sessionTable).where(and(eq(sessionTable.userId, client.userId), lt(sessionTable.expireTime, now)));
  await tx.insert(sessionTable).values({
    tokenHash: hashOf(token),
    userId: client.userId,
    ip: client.ip,
    agent: client.agent.slice(0, 300),
    createTime: now,
    seenTime: now,
    expireTime: new Date(now.getTime() + absoluteLifeMs),
  });
  return token;
}

interface RevokeOptions {
  /** Id of a session that remains open. */
  readonly exceptSession?: string;
  /** Whether remembered passwords stay valid, so that the person may sign in again at once. */
  readonly keepRemembered?: boolean;
  /** Reason displayed to the person; absent where the person ended the session. */
  readonly reason?: SessionEnd;
}

/** Ends the sessions and remembered passwords of these people; it takes effect from the next call. */
export async function revokeSessions(
  tx: Orm,
  userIds: readonly number[],
  now: Date,
  { exceptSession, keepRemembered, reason }: RevokeOptions = {},
): Promise<void> {
  if (!userIds.length) return;
  await tx
    .update(sessionTable)
    .set({ revokeTime: now, revokeReason: reason ?? null })
    .where(
      and(
        inArray(sessionTable.userId, [...userIds]),
        isNull(sessionTable.revokeTime),
        exceptSession ? ne(sessionTable.id, exceptSession) : undefined,
      ),
    );
  if (!keepRemembered) await revokeCredentials(tx, userIds, now);
}

/**
 * Ends single sessions; remembered passwords stay valid.
 * @param reason reason shown to the person, where another person ended it
 */
export async function endSessions(
  tx: Orm,
  sessionIds: readonly string[],
  now: Date,
  reason?: SessionEnd,
): Promise<void> {
  if (sessionIds.length)
    await tx
      .update(sessionTable)
      .set({ revokeTime: now, revokeReason: reason ?? null })
      .where(and(inArray(sessionTable.id, [...sessionIds]), isNull(sessionTable.revokeTime)));
}
