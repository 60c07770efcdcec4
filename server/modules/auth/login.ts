import { user } from '@contract/entities/system/user';
import { failures } from '@contract/messages';
import type { LoginAnswer } from '@contract/wire';
import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { rules } from '@contract/rules';
import { type AuditAction, recordAudit } from '../../audit';
import { organizationTable, userTable } from '../../db/schema';
import { Refusal } from '../../http/errors';
import type { Call } from '../../http/route';
import type { Services } from '../../services';
import { type Account, accountColumns, barOf, permissionsOf, userOf } from './account';
import { assertCaptcha } from './captcha';
import { verifyPassword } from './password';
import { giveCredential, isCredentialOf, rememberPrefix, spendCredential } from './remember';
import { endSessions, openSession } from './session';
import { forgetOldTries, guardTries } from './tries';

const text = (message: string, max: number) => z.string({ error: () => message }).min(1, message).max(max, message);

export const loginBody = z.object({
  username: text('用户名不能为空', 100),
  password: text('密码不能为空', 200),
  code: z.string().max(20).nullish(),
  uuid: z.string().max(100).nullish(),
  rememberMe: z.boolean().nullish(),
}, { error: () => failures.badBody });

type LoginCall = Call<z.output<typeof loginBody>>;

async function accountOf({ database }: Services, userId: number): Promise<Account | undefined> {
  const [account] = await database.orm
    .select(accountColumns)
    .from(userTable)
    .leftJoin(organizationTable, eq(organizationTable.id, userTable.organizationId))
    .where(and(eq(userTable.id, userId), isNull(userTable.deleteTime)));
  return account;
}

/** The person of this name, if the password (or what is remembered instead of it) is theirs. Takes as long for nobody as for somebody. */
async function recognise({ database, now }: Services, userName: string, password: string): Promise<Account | undefined | 'wrong'> {
  const { orm } = database;
  const [stored] = await orm
    .select({ id: userTable.id, passwordHash: userTable.passwordHash })
    .from(userTable)
    .where(and(eq(userTable.userName, userName), isNull(userTable.deleteTime)));
  const right = password.startsWith(rememberPrefix) ? await isCredentialOf(orm, stored?.id, password, now()) : await verifyPassword(password, stored?.passwordHash);
  return stored && right ? accountOf({ database } as Services, stored.id) : 'wrong';
}

/** The trail of a sign-in; nobody is signed in yet, so the actor is who was named. */
async function note(services: Services, call: LoginCall, action: AuditAction, userName: string, reason: string | null): Promise<void> {
  const [named] = await services.database.orm
    .select({ id: userTable.id, nickName: userTable.nickName, organizationId: userTable.organizationId })
    .from(userTable)
    .where(and(eq(userTable.userName, userName), isNull(userTable.deleteTime)));
  // A password typed into the wrong box is no user name by SPEC §5, and is not kept.
  const shown = rules.userName.test(userName) && userName.length <= 20 ? userName : '（未知用户）';
  const who = { userId: named?.id ?? null, userName: named ? `${named.nickName}（${userName}）` : shown, organizationId: named?.organizationId ?? null };
  await recordAudit(services.database.orm, { ...who, ip: call.ip, requestId: call.requestId, reason }, [
    { action, entity: user, entityId: named?.id ?? null, title: named?.nickName ?? shown },
  ]);
}

/**
 * POST auth/login. An unknown name, a wrong password, and an account that is disabled or expired without its password are answered alike.
 * @throws Refusal 400 `captchaGone` `captchaWrong` `wrongLogin` `disabled` `expired`, 429 `lockedOut`
 */
export async function logIn(services: Services, call: LoginCall): Promise<LoginAnswer> {
  const { username, password, code, uuid, rememberMe } = call.body;
  const userName = username.trim();
  await assertCaptcha(services, uuid ?? '', code ?? '');
  const account = await guardTries(services, { userName, ip: call.ip }, async () => {
    const found = await recognise(services, userName, password);
    return found === 'wrong' ? undefined : found;
  });
  if (!account) {
    await note(services, call, 'loginFailed', userName, failures.wrongLogin);
    throw new Refusal(400, 'wrongLogin', failures.wrongLogin);
  }
  const now = services.now();
  const bar = barOf(account, now, services.env.zone);
  if (bar) {
    await note(services, call, 'loginFailed', userName, bar.message);
    throw new Refusal(400, bar.code, bar.message);
  }
  const agent = call.request.headers.get('user-agent') ?? '';
  const former = call.maybeViewer?.sessionId;
  const answer = await services.database.transaction(async (tx) => {
    if (former) await endSessions(tx, [former], now);
    if (password.startsWith(rememberPrefix)) await spendCredential(tx, password, now);
    const token = await openSession(tx, { userId: account.id, ip: call.ip, agent }, now);
    return { token, ...(rememberMe ? { remember: await giveCredential(tx, account.id, now) } : {}) };
  });
  await note(services, call, 'login', userName, null);
  await forgetOldTries(services);
  return { ...answer, user: { user: userOf(account), roles: permissionsOf(account) } };
}
