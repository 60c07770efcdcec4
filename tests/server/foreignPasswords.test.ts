import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { passwordTexts } from '@contract/features/signIn/passwordTexts';
import { user as userEntity } from '@contract/features/system/entities/user';
import type { ErrorBody, LoginAnswer } from '@contract/wire';
import { signatureCheckTexts } from '@contract/workflow/signatureTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { hashPassword } from '@server/auth/passwordHash';
import { userTable } from '@server/db/schema';
import { systemCall } from '@server/http/systemCall';
import { beginSealing } from '@server/signing/keyedSeal';
import { brokenSigned } from '../support/brokenSigned';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';
import { type SigningLab, signingLab } from '../support/signedRecords';

let server: TestServer;
let lab: SigningLab;
const reset = 'Reset-2026#ab';

beforeAll(async () => {
  server = await testServer();
  lab = await signingLab(server);
  await server.rows.user({ userName: 'chief', nickName: '平台管理员', isAdmin: true });
  // As a start does.
  await server.database.transaction((tx) => beginSealing(server.services, tx));
});
afterAll(() => server.close());

const signIn = async (username: string, password: string) =>
  (await server.ask<LoginAnswer & ErrorBody>('POST', 'auth/login', { body: { username, password } })).body;
const change = (token: string, oldPassword: string, newPassword: string) =>
  server.ask<ErrorBody>('PUT', 'api/user/password', { token, body: { oldPassword, newPassword } });

it('a password hash written directly into the database signs nothing, and its person cannot change the password until it is reset (SEC-11)', async () => {
  const { id } = await lab.ready();
  const { id: person } = lab.people.analyst;
  const lines = [`Mine-2026#${person}`, `Next-2026#${person}`] as const;
  const sign = async (password: string) => {
    const { token } = await signIn('analyst', password);
    return server.ask<ErrorBody>('PUT', 'api/labSheet/move', { token, body: { id, move: 'submit', password } });
  };
  const broken = () => brokenSigned(server);
  await change(lab.people.analyst.token, testPassword, lines[0]);
  expect(await broken()).toEqual([]);
  // Somebody who writes to the database puts the hash of a password that they know there, and forgets no column.
  await server.database.orm
    .update(userTable)
    .set({ passwordHash: await hashPassword(testPassword), passwordOwn: true, passwordOwnSince: null })
    .where(eq(userTable.id, person));
  const foreign = { status: 409, body: { code: 'passwordForeign', message: passwordTexts.foreign } };
  expect(await sign(testPassword)).toMatchObject(foreign);
  expect(await change((await signIn('analyst', testPassword)).token, testPassword, lines[1])).toMatchObject(foreign);
  expect(await broken()).toEqual([signatureCheckTexts.password('analyst')]);
  // Nor does a line without the key's seal help.
  await recordAudit(server.database.orm, actorOf(systemCall('某人')), [
    { action: 'edit', entity: userEntity, entityId: person, after: { passwordSeal: `key:${'0'.repeat(16)}:1` } },
  ]);
  expect(await sign(testPassword)).toMatchObject(foreign);
  const admin = await server.login('chief');
  const body = { id: person, password: reset };
  expect((await server.ask('PUT', 'api/user/resetPassword', { token: admin, body })).status).toBe(200);
  expect((await change((await signIn('analyst', reset)).token, reset, lines[1])).status).toBe(200);
  server.advance(25 * 3_600_000);
  expect((await sign(lines[1])).status).toBe(200);
  expect(await broken()).toEqual([]);
}, 120_000);
