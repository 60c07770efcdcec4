import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PasswordSlips } from '@contract/features/notices/oneTimePasswords';
import { passwordTexts } from '@contract/features/signIn/passwordTexts';
import type { Answer, ErrorBody, LoginAnswer } from '@contract/wire';
import { allRoutes } from '@server/app/routes';
import { announcementSendTable, auditLogTable, userTable } from '@server/db/schema';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';
import { type SigningLab, signingLab } from '../support/signedRecords';

let server: TestServer;
let lab: SigningLab;
let admin: string;
const reset = 'Reset-2026#ab';
const own = 'Own-2026#abcd';

beforeAll(async () => {
  server = await testServer();
  lab = await signingLab(server);
  await server.rows.user({ userName: 'chief', nickName: '平台管理员', isAdmin: true });
  admin = await server.login('chief');
});
afterAll(() => server.close());

const signIn = async (username: string, password: string) =>
  (await server.ask<LoginAnswer & ErrorBody>('POST', 'auth/login', { body: { username, password } })).body;
const change = (token: string, oldPassword: string, newPassword: string) =>
  server.ask<ErrorBody>('PUT', 'api/user/password', { token, body: { oldPassword, newPassword } });

it('a password set by somebody else only allows changing it, at a first sign-in and after a reset (SEC-11)', async () => {
  const added = await server.ask<Answer<{ id: number }>>('POST', 'api/user/add', {
    token: admin,
    body: {
      userName: 'novice',
      nickName: '新人',
      password: reset,
      organizationId: lab.organizationId,
      enabled: '1',
      expiryDate: '2099-01-01',
      roles: [],
    },
  });
  expect(added.status).toBe(200);
  const { token, user } = await signIn('novice', reset);
  expect(user.mustChangePassword).toBe(true);
  let refused = 0;
  for (const { method, path, permission } of allRoutes(server.services)) {
    if (permission === 'public') continue;
    const { status, body } = await server.ask<ErrorBody>(method, path.replace(/:\w+/g, '1'), {
      token,
      ...(method === 'GET' ? {} : { body: {} }),
    });
    if (['auth/info', 'api/user/password'].includes(path)) continue;
    if (status !== 403) expect([method, path, status]).toEqual([method, path, 403]);
    if (body.code === passwordTexts.code) refused += 1;
  }
  expect(refused).toBeGreaterThan(30);
  expect((await server.ask<ErrorBody>('GET', 'api/user/center', { token })).body).toMatchObject({
    status: 403,
    code: passwordTexts.code,
    message: passwordTexts.mustChange,
  });
  expect((await change(token, reset, own)).status).toBe(200);
  const again = await signIn('novice', own);
  expect(again.user.mustChangePassword).toBeUndefined();
  expect((await server.ask('GET', 'api/user/center', { token: again.token })).status).toBe(200);
}, 120_000);

it('a person who resets the approver’s password cannot sign as the approver, who is notified; the new password must be 24 hours old (SEC-11)', async () => {
  const { id } = await lab.ready();
  await lab.move(id, 'submit', 'analyst');
  await lab.move(id, 'review', 'reviewer');
  const approver = lab.people.approver.id;
  expect(
    (await server.ask('PUT', 'api/user/resetPassword', { token: admin, body: { id: approver, password: reset } }))
      .status,
  ).toBe(200);
  const announcementSendRows = await server.database.orm
    .select({ id: announcementSendTable.id })
    .from(announcementSendTable)
    .where(eq(announcementSendTable.userId, approver));
  expect(announcementSendRows).toHaveLength(1);
  const sign = (token: string, password: string) =>
    server.ask<ErrorBody>('PUT', 'api/labSheet/move', { token, body: { id, move: 'approve', password } });
  const first = await signIn('approver', reset);
  expect((await sign(first.token, reset)).body.code).toBe(passwordTexts.code);
  await change(first.token, reset, own);
  const second = await signIn('approver', own);
  expect((await sign(second.token, own)).body).toMatchObject({ status: 409, code: 'passwordFresh' });
  // A further change by oneself neither restarts nor ends this wait.
  await change(second.token, own, testPassword);
  server.advance(23 * 3_600_000);
  expect((await sign((await signIn('approver', testPassword)).token, testPassword)).body.code).toBe('passwordFresh');
  server.advance(3_700_000);
  expect((await sign((await signIn('approver', testPassword)).token, testPassword)).status).toBe(200);
});

it('a person signs as soon as the first password was replaced by an own one, however often it was issued (SEC-11)', async () => {
  lab.people.analyst.token = await server.login('analyst');
  const { id } = await lab.ready();
  const { orm } = server.database;
  const { id: analyst } = lab.people.analyst;
  await orm
    .update(userTable)
    .set({ passwordOwn: false, passwordResetTime: null, passwordOwnSince: null })
    .where(eq(userTable.id, analyst));
  const sign = async (password: string) =>
    server.ask<ErrorBody>('PUT', 'api/labSheet/move', {
      token: (await signIn('analyst', password)).token,
      body: { id, move: 'submit', password },
    });
  const issue = async () => {
    admin = await server.login('chief');
    const { version } = (await server.ask<{ version: number }>('GET', `api/user/${analyst}`, { token: admin })).body;
    const { status, body } = await server.ask<Answer<PasswordSlips>>('PUT', 'api/user/slips', {
      token: admin,
      body: { rows: [{ id: analyst, version }] },
    });
    expect(status).toBe(200);
    return body.body?.slips[0]?.password ?? '';
  };
  await issue();
  const slip = await issue();
  expect((await sign(slip)).body.code).toBe(passwordTexts.code);
  await change((await signIn('analyst', slip)).token, slip, own);
  expect((await sign(own)).status).toBe(200);
  // From now on the person has a password of the own choice, so a slip is a reset.
  const later = await issue();
  await change((await signIn('analyst', later)).token, later, testPassword);
  expect((await sign(testPassword)).body.code).toBe('passwordFresh');
});

it('a password set in a person’s form counts as a reset by somebody else (SEC-11)', async () => {
  const id = await server.rows.user({ userName: 'formed', nickName: '表单', organizationId: lab.organizationId });
  admin = await server.login('chief');
  const row = (await server.ask<Record<string, unknown>>('GET', `api/user/${id}`, { token: admin })).body;
  expect((await server.ask('PUT', 'api/user/edit', { token: admin, body: { ...row, password: reset } })).status).toBe(
    200,
  );
  const [userRow] = await server.database.orm
    .select({ own: userTable.passwordOwn, at: userTable.passwordResetTime })
    .from(userTable)
    .where(eq(userTable.id, id));
  expect(userRow).toEqual({ own: false, at: expect.any(Date) });
  expect(
    await server.database.orm
      .select({ id: announcementSendTable.id })
      .from(announcementSendTable)
      .where(eq(announcementSendTable.userId, id)),
  ).toHaveLength(1);
});

it('a wrong old password at a password change writes an audit line (SEC-19)', async () => {
  const id = await server.rows.user({ userName: 'guessed', nickName: '被猜', organizationId: lab.organizationId });
  expect((await change(await server.login('guessed'), 'Wrong-2026#x', own)).status).toBe(400);
  expect(
    await server.database.orm
      .select({ reason: auditLogTable.reason })
      .from(auditLogTable)
      .where(
        and(eq(auditLogTable.entity, 'user'), eq(auditLogTable.entityId, id), eq(auditLogTable.action, 'loginFailed')),
      ),
  ).toEqual([{ reason: '修改密码：旧密码错误' }]);
});
