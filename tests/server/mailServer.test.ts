import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailState, mailServerTexts, mailTexts } from '@contract/features/notices/mailNotices';
import type { Answer, ErrorBody } from '@contract/wire';
import { auditLogTable, mailServerTable, userTable } from '@server/db/schema';
import { usedMailSettings } from '@server/features/notices/mail/mailSettings';
import { type TestServer, testServer } from '../support/server';
import { type SmtpServer, smtpServer } from '../support/smtpServer';

let smtp: SmtpServer;
let server: TestServer;
let admin: string;
let keeper: string;

type Saved = Answer<{ id: number; version: number; hasPassword: boolean }> & ErrorBody;

beforeAll(async () => {
  smtp = await smtpServer();
  server = await testServer();
  const organizationId = await server.rows.organization();
  const role = await server.rows.role({ permissions: ['mailServer:list', 'mailServer:add', 'mailServer:edit'] });
  const chief = await server.rows.user({ userName: 'chief', isAdmin: true, organizationId });
  await server.rows.user({ userName: 'keeper', organizationId, roles: [role] });
  await server.database.orm.update(userTable).set({ email: 'chief@lab.test' }).where(eq(userTable.id, chief));
  [admin, keeper] = [await server.login('chief'), await server.login('keeper')];
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const settings = () => ({
  host: '127.0.0.1',
  port: smtp.port,
  encryption: 'none',
  account: 'notice@lab.test',
  password: 's3@cret',
  sender: 'notice@lab.test',
  active: true,
});
const save = (verb: 'add' | 'edit', body: object, token = admin) =>
  server.ask<Saved>(verb === 'add' ? 'POST' : 'PUT', `api/mailServer/${verb}`, { token, body });
const state = async (token = admin) =>
  (await server.ask<Answer<MailState>>('GET', 'api/noticeMail', { token })).body.body;
const test = () => server.ask<Answer & ErrorBody>('POST', 'api/noticeMail/test', { token: admin });

describe('mail settings of the console', () => {
  it('mail settings are saved by a platform administrator, and a test letter is sent with them', async () => {
    expect(await state()).toEqual({ isMailConfigured: false, email: 'chief@lab.test', used: null });
    expect((await test()).body.message).toBe(mailTexts.off);
    expect((await save('add', settings(), keeper)).status).toBe(403);
    expect((await save('add', { ...settings(), password: null })).body.errors?.[0]?.message).toBe(
      mailServerTexts.passwordMissing,
    );
    expect((await save('add', settings())).status).toBe(200);
    expect((await save('add', settings())).body.message).toBe(mailServerTexts.second);
    expect((await test()).status).toBe(200);
    expect(smtp.taken).toHaveLength(1);
    expect(smtp.taken[0]?.to).toContain('chief@lab.test');
    expect(smtp.logins.join()).toContain('s3@cret');
    expect(await state(keeper)).not.toHaveProperty('used');
    expect((await state())?.used).toEqual({
      address: `127.0.0.1:${smtp.port}`,
      from: 'notice@lab.test',
      byEnvironment: false,
    });
  });

  it('the password of the mail server is encrypted, is never returned, and is asked for again for another server', async () => {
    const [row] = await server.database.orm.select().from(mailServerTable);
    expect(row?.passwordStored).toMatch(/^sealed:1:/);
    const mailServerAnswer = await server.ask('GET', `api/mailServer/${row?.id}`, { token: admin });
    const trail = await server.database.orm.select().from(auditLogTable);
    expect(JSON.stringify([mailServerAnswer.body, trail])).not.toMatch(/s3@cret|sealed:1:/);
    const kept = { ...settings(), password: null, id: row?.id, version: row?.version };
    expect((await save('edit', { ...kept, host: 'elsewhere.test' })).body.errors?.[0]?.message).toBe(
      mailServerTexts.passwordAgain,
    );
    expect((await save('edit', { ...kept, sender: 'other@lab.test' })).status).toBe(200);
    expect(await usedMailSettings(server.services)).toMatchObject({
      from: 'other@lab.test',
      login: { user: 'notice@lab.test', pass: 's3@cret' },
    });
    const [changed] = await server.database.orm.select().from(mailServerTable);
    expect((await save('edit', { ...kept, version: changed?.version, active: false })).status).toBe(200);
    expect(await state()).toMatchObject({ isMailConfigured: false, used: null });
  });

  it('settings of the environment take precedence over those of the console', async () => {
    const { env, database } = server.services;
    const fromEnvironment = { ...env, smtpUrl: 'smtp://mail.lab.test:25', mailFrom: 'env@lab.test' };
    expect(await usedMailSettings({ env: fromEnvironment, database })).toMatchObject({
      host: 'mail.lab.test',
      from: 'env@lab.test',
    });
  });
});
