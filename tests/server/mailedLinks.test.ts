import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PasswordSlips } from '@contract/features/notices/oneTimePasswords';
import type { Answer } from '@contract/wire';
import { organizationTable, userTable } from '@server/db/schema';
import { sendDueMails } from '@server/features/notices/mail/sendMail';
import { asStored } from '../support/asStored';
import { type TestServer, testServer } from '../support/server';
import { type SmtpServer, smtpServer } from '../support/smtpServer';

// Links in mails of an installation without PUBLIC_URL: the address that the organization entered as 对外网址.

let smtp: SmtpServer;
let server: TestServer;
let receiver: number;

beforeAll(async () => {
  smtp = await smtpServer();
  server = await testServer({
    smtpUrl: `smtp://127.0.0.1:${smtp.port}?tls=off`,
    mailFrom: 'notice@lab.test',
    publicUrl: undefined,
  });
  const organizationId = await server.rows.organization();
  await server.database.orm
    .update(organizationTable)
    .set({ publicUrl: 'https://own.lab.test/' })
    .where(eq(organizationTable.id, organizationId));
  const permissions = ['user:list', 'user:reset', 'announcement:list', 'announcement:add', 'announcement:status'];
  const roles = [await server.rows.role({ permissions, level: 1 })];
  await server.rows.user({ userName: 'keeper', organizationId, roles });
  receiver = await server.rows.user({ userName: 'newcomer', nickName: '新人', organizationId });
  await server.database.orm.update(userTable).set({ email: 'newcomer@lab.test' }).where(eq(userTable.id, receiver));
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

/** Returns the text of the mail that was received last. */
const lastText = (): string => {
  const [, part = ''] = (smtp.taken.at(-1)?.raw ?? '').split(/\r\n--[^\r\n]+/);
  return Buffer.from(part.split('\r\n\r\n').slice(1).join('').replaceAll(/\s/g, ''), 'base64').toString();
};

it("a mailed one-time password tells where to sign in: the organization's own address", async () => {
  const { body } = await server.ask<Answer<PasswordSlips>>('PUT', 'api/user/slips', {
    token: await server.login('keeper'),
    body: { rows: await asStored(server, userTable, [receiver]), mail: true },
  });
  expect(body.body).toMatchObject({ mailed: ['新人'], slips: [] });
  expect(lastText()).toMatch(
    /用户名：newcomer\s+一次性密码：\S+\s+首次登录须修改密码[\s\S]+https:\/\/own\.lab\.test\n/,
  );
  // A password does not come from 邮件提醒, so it can't be switched off there.
  expect(lastText()).not.toContain('邮件提醒');
});

it("a mailed notice links to the receiver's organization", async () => {
  const token = await server.login('keeper');
  const { body } = await server.ask<Answer<{ id: number }>>('POST', 'api/ohitAnnouncement/add', {
    token,
    body: { titile: '培训通知', msgCategory: '1', priority: '1', msgContent: '<p>周五</p>' },
  });
  await server.ask('PUT', 'api/ohitAnnouncement/send', {
    token,
    body: { id: body.body?.id, to: { kind: 'users', ids: [receiver] } },
  });
  expect(await sendDueMails(server.services)).toBe(1);
  expect(lastText()).toContain('https://own.lab.test/notify/myNews?id=');
});
