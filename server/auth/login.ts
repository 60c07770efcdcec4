import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { stateTexts } from '@contract/features/signIn/signInTexts';
import { user } from '@contract/features/system/entities/user';
import { failures } from '@contract/messages';
import { rules } from '@contract/rules';
import { type LoginAnswer, serverFeatures } from '@contract/wire';
import { type AuditAction, recordAudit } from '@server/audit/auditTrail';
import type { Orm } from '@server/db/orm';
import { userTable } from '@server/db/schema';
import { Refusal } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { type Account, accountOf, permissionsOf, userOf } from './account';
import { assertCaptcha } from './captcha/captcha';
import { accountBarReason, addressBarReason } from './expiredOrDisabled';
import { verifyPassword } from './passwordHash';
import { countRefusedTry } from './refusedTryAudit';
import { giveCredential, isCredentialOf, rememberPrefix, spendCredential } from './rememberedCredential';
import { sealKeyOf } from './sealKey';
import { endSessions, openSession } from './session';
import { shownOrganization } from './shownOrganization';
import { forgetOldTries, guardTries, rememberPlace } from './signInThrottle';

const textField = (message: string, max: number) =>
  z
    .string({ error: () => message })
    .min(1, message)
    .max(max, message);

export const loginBody = z.object(
  {
    username: textField('用户名不能为空', 100),
    password: textField('密码不能为空', 200),
    code: z.string().max(20).nullish(),
    uuid: z.string().max(100).nullish(),
    rememberMe: z.boolean().nullish(),
  },
  { error: () => failures.badBody },
);

type LoginCall = Call<z.output<typeof loginBody>>;

/**
 * Returns the account if the password (or the remembered credential) is right. It takes equally long for an unknown
 * name.
 */
async function recogniseAccount(
  { database, now }: Services,
  userName: string,
  password: string,
): Promise<Account | undefined> {
  const { orm } = database;
  const [storedUser] = await orm
    .select({ id: userTable.id, passwordHash: userTable.passwordHash })
    .from(userTable)
    .where(and(eq(userTable.userName, userName), isNull(userTable.deleteTime)));
  const isCorrect = password.startsWith(rememberPrefix)
    ? await isCredentialOf(orm, storedUser?.id, password, now())
    : await verifyPassword(password, storedUser?.passwordHash);
  return storedUser && isCorrect ? accountOf(orm, storedUser.id) : undefined;
}

/** Writes the audit line of a login. Nobody is signed in yet, so the actor is the person with the typed name. */
async function recordLogin(
  orm: Orm,
  call: LoginCall,
  action: AuditAction,
  userName: string,
  reason: string | null,
): Promise<void> {
  const [namedUser] = await orm
    .select({ id: userTable.id, nickName: userTable.nickName, organizationId: userTable.organizationId })
    .from(userTable)
    .where(and(eq(userTable.userName, userName), isNull(userTable.deleteTime)));
  // A name that is invalid by SPEC §5 may be a password that was typed into the wrong input, so it is not stored.
  const shownName = rules.userName.test(userName) && userName.length <= 20 ? userName : '（未知用户）';
  const actor = {
    userId: namedUser?.id ?? null,
    userName: namedUser ? `${namedUser.nickName}（${userName}）` : shownName,
    organizationId: namedUser?.organizationId ?? null,
    ip: call.ip,
    requestId: call.requestId,
    reason,
  };
  await recordAudit(orm, actor, [
    { action, entity: user, entityId: actor.userId, title: namedUser?.nickName ?? shownName },
  ]);
}

/**
 * Handles POST auth/login. An unknown name, a wrong password, and a disabled or expired account with a wrong password
 * get the same answer.
 * @throws Refusal 400 `captchaGone` `captchaWrong` `wrongLogin` `disabled` `expired` `wrongPlace`, 429 `lockedOut`
 * `slowDown`
 */
export async function logIn(services: Services, call: LoginCall): Promise<LoginAnswer> {
  const { database, env } = services;
  const { username, password, code, uuid, rememberMe } = call.body;
  const userName = username.trim();
  await assertCaptcha(services, uuid ?? '', code ?? '');
  const account = await guardTries(services, { userName, ip: call.ip }, () =>
    recogniseAccount(services, userName, password),
  ).catch(async (error: unknown) => {
    const count = countRefusedTry(`${call.ip} ${userName.toLowerCase()}`, services.now());
    if (error instanceof Refusal && count)
      await recordLogin(database.orm, call, 'loginFailed', userName, stateTexts.refused(count));
    throw error;
  });
  const now = services.now();
  const bar = account
    ? (accountBarReason(account, now, env.zone) ?? addressBarReason(account, call.ip))
    : { code: 'wrongLogin', message: failures.wrongLogin };
  if (!account || bar) {
    await recordLogin(database.orm, call, 'loginFailed', userName, bar?.message ?? null);
    throw new Refusal(400, bar?.code ?? 'wrongLogin', bar?.message ?? failures.wrongLogin);
  }
  await forgetOldTries(services);
  // Permissions are loaded before the transaction, because the result is cached outside it.
  const roles = await permissionsOf(database, account);
  const sealKey = await sealKeyOf(database.orm, account.id);
  const organizationShown = await shownOrganization(database.orm, account);
  const formerSessionId = call.maybeViewer?.sessionId;
  return database.transaction(async (tx) => {
    if (formerSessionId) await endSessions(tx, [formerSessionId], now);
    if (password.startsWith(rememberPrefix)) await spendCredential(tx, password, now);
    const token = await openSession(
      tx,
      { userId: account.id, ip: call.ip, agent: call.request.headers.get('user-agent') ?? '' },
      now,
    );
    await rememberPlace(services, tx, { userName, ip: call.ip });
    await recordLogin(tx, call, 'login', userName, null);
    return {
      token,
      user: {
        user: userOf(account),
        roles,
        zone: env.zone,
        sealKey,
        organizationShown,
        features: serverFeatures,
        ...(account.passwordOwn ? {} : { mustChangePassword: true }),
      },
      ...(rememberMe ? { remember: await giveCredential(tx, account.id, now) } : {}),
    };
  });
}
