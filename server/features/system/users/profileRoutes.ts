import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { passwordTexts } from '@contract/features/signIn/passwordTexts';
import { user } from '@contract/features/system/entities/user';
import { messages } from '@contract/messages';
import { fieldSchema, requiredMessage } from '@contract/schema';
import { signingTexts } from '@contract/workflow/signatureTexts';
import { actorOf, differenceOf, recordAudit } from '@server/audit/auditTrail';
import { hashPassword, verifyPassword } from '@server/auth/passwordHash';
import { passwordFault } from '@server/auth/passwordRule';
import { endSessions, liveSession, revokeSessions } from '@server/auth/session';
import { guardTries } from '@server/auth/signInThrottle';
import { formatMoment } from '@server/base/zone';
import { ok } from '@server/crud/routes';
import { onlyRow } from '@server/db/readRows';
import { sessionTable, storedFileTable, userTable } from '@server/db/schema';
import { badRequest, conflict, forbidden, invalid, notFound, stale } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { passwordSeal, isStoredByProgram } from '@server/signing/passwordSeal';

const tag = '个人中心';
const ownFields = ['phone', 'email', 'avatar'] as const;

const optionalField = (name: (typeof ownFields)[number]) =>
  (fieldSchema(user.fields[name]) as z.ZodType<string | null>).optional();

/** Body of a profile change. Omitted fields do not change. */
const profileBody = z.object({
  version: z.int().optional(),
  /** Sent by older consoles; a changed name is refused. */
  nickName: z.string().nullish(),
  phone: optionalField('phone'),
  email: optionalField('email'),
  avatar: optionalField('avatar'),
});

const secretField = (message: string) =>
  z
    .string({ error: () => message })
    .min(1, message)
    .max(200, message);
const passwordBody = z.object({ oldPassword: secretField('请输入旧密码'), newPassword: secretField('请输入新密码') });
const endBody = z.object({
  ids: z
    .array(z.uuid({ error: () => '请选择会话' }))
    .max(1000)
    .optional(),
  others: z.boolean().optional(),
});

const profileColumns = {
  nickName: userTable.nickName,
  phone: userTable.phone,
  email: userTable.email,
  avatar: userTable.avatar,
  version: userTable.version,
};

const isOwnRow = (call: Call<unknown>) => eq(userTable.id, call.viewer.user.id);

const ownSessions = (services: Services, call: Call<unknown>) =>
  and(eq(sessionTable.userId, call.viewer.user.id), liveSession(services.now()));

/** Returns the profile of the caller. */
async function profileOf(services: Services, call: Call<unknown>) {
  const { database, env } = services;
  const account = onlyRow(
    await database.orm
      .select({ ...profileColumns, createTime: userTable.createTime, passwordTime: userTable.passwordTime })
      .from(userTable)
      .where(isOwnRow(call)),
  );
  return {
    ...call.viewer.user,
    ...account,
    createTime: formatMoment(account.createTime, env.zone),
    passwordTime: formatMoment(account.passwordTime, env.zone),
  };
}

/** Stores telephone, e-mail and picture of the caller. */
async function saveProfile(services: Services, call: Call<z.output<typeof profileBody>>) {
  const { database } = services;
  const { version, ...sent } = call.body;
  await database.transaction(async (tx) => {
    const before = onlyRow(await tx.select(profileColumns).from(userTable).where(isOwnRow(call)).for('update'));
    if (version !== undefined && version !== before.version) throw stale(before);
    const { nickName: name, phone = before.phone, email = before.email, avatar = before.avatar } = sent;
    const { nickName } = before;
    // The name is part of signatures, so nobody changes their own.
    if (typeof name === 'string' && name !== nickName) throw forbidden(signingTexts.ownName);
    const profile = { phone, email, avatar };
    const difference = differenceOf(before, profile, ownFields);
    if (!difference.changed.length) return;
    // Others may know the id of a file. Only the person's own upload can become the avatar (eladmin #909).
    if (avatar && avatar !== before.avatar) {
      const [image] = await tx
        .select({ fileClass: storedFileTable.fileClass })
        .from(storedFileTable)
        .where(
          and(
            eq(storedFileTable.id, avatar),
            eq(storedFileTable.createBy, call.viewer.user.id),
            isNull(storedFileTable.deleteTime),
          ),
        )
        .for('key share');
      if (!image) throw notFound('头像的文件不存在，请重新上传');
      if (image.fileClass !== 'image') throw invalid([{ field: 'avatar', message: '头像的文件类型不符，请重新上传' }]);
    }
    await tx
      .update(userTable)
      .set({ ...profile, version: before.version + 1, updateBy: call.viewer.user.id, updateTime: services.now() })
      .where(isOwnRow(call));
    await recordAudit(tx, actorOf(call), [
      {
        action: 'edit',
        entity: user,
        entityId: call.viewer.user.id,
        title: nickName,
        before: difference.before,
        after: difference.after,
      },
    ]);
  });
  return ok(messages.edited);
}

/**
 * Returns the caller's account after the old password; each wrong one counts as a failed try.
 * @throws Refusal 400 for a wrong password
 */
async function verifiedOwnAccount(services: Services, call: Call<unknown>, oldPassword: string) {
  const { database } = services;
  const { viewer, ip } = call;
  const { userName } = viewer.user;
  const verifiedAccount = await guardTries(services, { userName, ip, session: true }, async () => {
    const [storedAccount] = await database.orm
      .select({ hash: userTable.passwordHash })
      .from(userTable)
      .where(isOwnRow(call));
    return (await verifyPassword(oldPassword, storedAccount?.hash)) ? storedAccount : undefined;
  });
  // A wrong password within a session is recorded in the audit trail, like a failed login.
  if (!verifiedAccount)
    await recordAudit(database.orm, actorOf(call), [
      {
        action: 'loginFailed',
        entity: user,
        entityId: viewer.user.id,
        title: viewer.user.nickName,
        reason: '修改密码：旧密码错误',
      },
    ]);
  if (!verifiedAccount)
    throw badRequest('修改失败，旧密码错误', [{ field: 'oldPassword', message: '修改失败，旧密码错误' }]);
  return verifiedAccount;
}

/** Changes the password of the caller and ends their sessions. */
async function changePassword(services: Services, call: Call<z.output<typeof passwordBody>>) {
  const { database } = services;
  const { viewer } = call;
  const { oldPassword, newPassword } = call.body;
  const { userName } = viewer.user;
  const verifiedAccount = await verifiedOwnAccount(services, call, oldPassword);
  if (!(await isStoredByProgram(services, database.orm, viewer.user.id, verifiedAccount.hash)))
    throw conflict(passwordTexts.foreign, 'passwordForeign');
  if (newPassword === oldPassword) throw invalid([{ field: 'newPassword', message: '新密码不能与旧密码相同' }]);
  const fault = passwordFault(newPassword, userName);
  if (fault) throw invalid([{ field: 'newPassword', message: fault }]);
  const passwordHash = await hashPassword(newPassword);
  const now = services.now();
  await database.transaction(async (tx) => {
    const before = onlyRow(
      await tx
        .select({ own: userTable.passwordOwn, reset: userTable.passwordResetTime })
        .from(userTable)
        .where(isOwnRow(call))
        .for('update'),
    );
    await tx
      .update(userTable)
      .set({
        passwordHash,
        passwordTime: now,
        passwordOwn: true,
        ...(before.own || before.reset === null ? {} : { passwordOwnSince: now }),
      })
      .where(isOwnRow(call));
    await revokeSessions(tx, [viewer.user.id], now);
    await recordAudit(tx, actorOf(call), [
      {
        action: 'edit',
        entity: user,
        entityId: viewer.user.id,
        title: viewer.user.nickName,
        before: { password: '******' },
        after: { password: '******', ...passwordSeal(services.env, viewer.user.id, passwordHash) },
      },
    ]);
  });
  return ok('密码修改成功，请重新登录');
}

/** Returns the live sessions of the caller. */
async function sessionsOf(services: Services, call: Call<unknown>) {
  const { database, env } = services;
  const { id, ip, agent, createTime, seenTime } = sessionTable;
  const rows = await database.orm
    .select({ id, ip, agent, createTime, seenTime })
    .from(sessionTable)
    .where(ownSessions(services, call))
    .orderBy(desc(createTime), desc(id));
  const content = rows.map((row) => ({
    ...row,
    createTime: formatMoment(row.createTime, env.zone),
    seenTime: formatMoment(row.seenTime, env.zone),
    current: row.id === call.viewer.sessionId,
  }));
  return { content, totalElements: content.length };
}

/** Ends sessions of the caller. */
async function endOwnSessions(services: Services, call: Call<z.output<typeof endBody>>) {
  const { database } = services;
  const { ids = [], others } = call.body;
  if (!ids.length && !others) throw badRequest(requiredMessage({ kind: 'dict', dict: '', label: '会话' }));
  const { viewer } = call;
  await database.transaction(async (tx) => {
    const liveSessions = await tx
      .select({ id: sessionTable.id })
      .from(sessionTable)
      .where(and(ownSessions(services, call), others ? undefined : inArray(sessionTable.id, ids)));
    if (!others && liveSessions.length !== new Set(ids).size) throw notFound('部分会话不存在或已退出，请刷新后重试');
    const endedIds = liveSessions.map(({ id }) => id).filter((id) => !others || id !== viewer.sessionId);
    await endSessions(tx, endedIds, services.now());
    if (endedIds.length)
      await recordAudit(tx, actorOf(call), [
        {
          action: 'logout',
          entity: user,
          entityId: viewer.user.id,
          title: viewer.user.nickName,
          after: { sessions: endedIds.length },
        },
      ]);
  });
  return ok(messages.removed);
}

/** Routes of a person's own account. They need no permission and access no other row. */
export function centerRoutes(services: Services): Route[] {
  return [
    route({
      method: 'GET',
      path: 'api/user/center',
      permission: 'signedIn',
      tag,
      summary: '个人资料',
      handle: (call) => profileOf(services, call),
    }),
    route({
      method: 'PUT',
      path: 'api/user/center',
      permission: 'signedIn',
      tag,
      summary: '修改个人资料（手机号码、电子邮箱、头像）；姓名由管理员更改',
      body: profileBody,
      handle: (call) => saveProfile(services, call),
    }),
    route({
      method: 'PUT',
      path: 'api/user/password',
      permission: 'signedIn',
      beforeOwnPassword: true,
      tag,
      summary: '修改自己的密码；成功后须重新登录',
      body: passwordBody,
      limit: 8 * 1024,
      handle: (call) => changePassword(services, call),
    }),
    route({
      method: 'GET',
      path: 'api/user/sessions',
      permission: 'signedIn',
      tag,
      summary: '自己的登录会话',
      handle: (call) => sessionsOf(services, call),
    }),
    route({
      method: 'DELETE',
      path: 'api/user/sessions',
      permission: 'signedIn',
      tag,
      summary: '退出自己的会话：{ids}为所选，{others: true}为除当前外的全部',
      body: endBody,
      handle: (call) => endOwnSessions(services, call),
    }),
  ];
}
