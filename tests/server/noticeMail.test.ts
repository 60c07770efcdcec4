import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mailPreference, mailTexts, type MailState } from '@contract/features/notices/mailNotices';
import type { Answer } from '@contract/wire';
import { announcementSendTable, preferenceTable, userTable } from '@server/db/schema';
import { sendDueMails, nextMail } from '@server/features/notices/mail/sendMail';
import { storeMessage } from '@server/features/notices/systemMessage';
import { systemCall } from '@server/http/systemCall';
import { type TestServer, testServer } from '../support/server';
import { type SmtpServer, smtpServer } from '../support/smtpServer';

// Mail for notices (issue 7) with a real SMTP server on a socket: publishing and mailing are separate (QUALITY §2 row
// 24); on both databases.

const minute = 60_000;
let smtp: SmtpServer;
let server: TestServer;
let organizationId: number;
const ids: Record<string, number> = {};

beforeAll(async () => {
  smtp = await smtpServer();
  server = await testServer({
    smtpUrl: `smtp://notice%40lab.test:s3%40cret@127.0.0.1:${smtp.port}?timeout=60`,
    mailFrom: 'notice@lab.test',
    publicUrl: 'https://lab.test/',
  });
  organizationId = await server.rows.organization();
  const sender = await server.rows.role({
    permissions: ['list', 'add', 'status'].map((action) => `announcement:${action}`).concat('announcementSend:list'),
  });
  const people = { sender: { roles: [sender] }, wang: {}, liu: {}, quiet: {}, nowhere: {}, chief: { isAdmin: true } };
  for (const [userName, given] of Object.entries(people)) {
    ids[userName] = await server.rows.user({ userName, organizationId, nickName: userName, ...given });
    if (userName !== 'nowhere')
      await server.database.orm
        .update(userTable)
        .set({ email: `${userName}@lab.test` })
        .where(eq(userTable.id, ids[userName]));
  }
  await ask('quiet', 'PUT', `api/preference/${mailPreference}`, { value: 'none' });
});
beforeEach(() => {
  smtp.moods = [];
  smtp.taken.length = 0;
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

/** Settings with a timeout of one second for the mail server. */
const hasty = () => ({
  ...server.services,
  env: { ...server.services.env, smtpUrl: server.services.env.smtpUrl?.replace('=60', '=1') },
});
/** The clock is advanced by days, longer than any session. */
const ask = async <B = Record<string, unknown>>(who: string, method: string, path: string, body?: unknown) =>
  server.ask<B>(method, path, { token: await server.login(who), body });
const copiesOf = async (anntId: number) => {
  const rows = await server.database.orm
    .select()
    .from(announcementSendTable)
    .where(eq(announcementSendTable.anntId, anntId));
  return Object.fromEntries(rows.map((row) => [row.receiverName ?? '', row]));
};
const mailOf = async (anntId: number, who = 'wang') => (await copiesOf(anntId))[who];
const idsOf = (names: readonly string[]) => names.map((name) => ids[name] as number);

async function publish(titile: string, people: readonly string[], priority = '1'): Promise<number> {
  const { body } = await ask<Answer<{ id: number }>>('sender', 'POST', 'api/ohitAnnouncement/add', {
    titile,
    msgCategory: '1',
    priority,
    msgContent: '<p>苯的结果为 3.2 mg/m³</p>',
  });
  const id = body.body?.id as number;
  const { status, text } = await ask('sender', 'PUT', 'api/ohitAnnouncement/send', {
    id,
    to: { kind: 'users', ids: idsOf(people) },
  });
  expect(status, text).toBe(200);
  return id;
}
const decoded = (raw: string): string =>
  raw.replaceAll(/=\?UTF-8\?B\?([^?]*)\?=(\s+(?==\?))?/gi, (_all, base64: string) =>
    Buffer.from(base64, 'base64').toString(),
  );
const partsOf = (raw: string): string[] =>
  raw
    .split(/\r\n--[^\r\n]+/)
    .slice(1, -1)
    .map((part) => Buffer.from(part.split('\r\n\r\n').slice(1).join('').replaceAll(/\s/g, ''), 'base64').toString());

it('a notice is mailed, as title and link without its content, to each recipient with an address and consent', async () => {
  const id = await publish('关于“苯”采样的通知，请各采样组于本周五前核对受检单位现场采样方案与仪器', [
    'wang',
    'liu',
    'quiet',
    'nowhere',
  ]);
  expect(await copiesOf(id)).toMatchObject({
    wang: { mailState: 'waiting' },
    liu: { mailState: 'waiting' },
    quiet: { mailState: 'skipped', mailNote: mailTexts.unwanted },
    nowhere: { mailState: 'skipped', mailNote: mailTexts.noAddress },
  });
  const before = smtp.conversations();
  expect(await sendDueMails(server.services)).toBe(2);
  expect(smtp.conversations() - before, 'one conversation').toBe(1);
  expect(smtp.logins.at(-1)).toBe('notice@lab.test:s3@cret');
  expect(smtp.taken.map(({ to }) => to)).toEqual(['wang@lab.test', 'liu@lab.test']);
  const { raw, from } = smtp.taken[0] as (typeof smtp.taken)[number];
  const copy = await mailOf(id);
  expect(from).toBe('notice@lab.test');
  expect(raw, 'nothing but ASCII on the wire').toMatch(/^[\r\n\t\x20-\x7e]*$/);
  expect(decoded(raw)).toContain('Subject: 【重要】关于“苯”采样的通知，请各采样组于本周五前');
  expect(raw).toMatch(/^Message-ID: <notice-\d+@lab\.test>/im);
  const link = `https://lab.test/notify/myNews?id=${copy?.id}`;
  for (const part of partsOf(raw)) {
    expect(part).toContain(link);
    expect(part).toContain('关于“苯”采样的通知');
    expect(part).not.toContain('3.2');
  }
  expect(partsOf(raw)).toHaveLength(2);
  expect(copy).toMatchObject({
    mailState: 'sent',
    mailAttempts: 1,
    mailNote: null,
    mailClaim: null,
    mailTime: expect.any(Date),
  });
  expect(await sendDueMails(server.services)).toBe(0);
  expect(await nextMail(server.services)).toBeNull();
});

it('a general notice is mailed only to people who asked for all notices; a system message is mailed like a personal one', async () => {
  const plain = await publish('一般通知', ['wang'], '0');
  expect(await mailOf(plain)).toMatchObject({ mailState: 'skipped', mailNote: mailTexts.unwanted });
  await ask('wang', 'PUT', `api/preference/${mailPreference}`, { value: 'all' });
  const all = await publish('一般通知二', ['wang'], '0');
  expect(await mailOf(all)).toMatchObject({ mailState: 'waiting' });
  await server.database.orm
    .update(preferenceTable)
    .set({ value: 'nonsense' })
    .where(and(eq(preferenceTable.userId, ids['wang'] ?? 0), eq(preferenceTable.key, mailPreference)));
  const { services } = server;
  const id = await services.database.transaction((tx) =>
    storeMessage(services, tx, systemCall('定时任务'), {
      title: '推送失败',
      text: '报告',
      priority: '1',
      organizationId,
      people: [{ id: ids['wang'] ?? 0, nickName: 'wang' }],
    }),
  );
  expect(await mailOf(id), 'what is no choice counts as none made').toMatchObject({ mailState: 'waiting' });
  // The preference at the time of mailing counts.
  expect(await sendDueMails(services)).toBe(1);
  expect(await mailOf(all)).toMatchObject({ mailState: 'skipped', mailNote: mailTexts.unwanted });
});

it('a refused mail address is reported, and the other recipients get their mail', async () => {
  smtp.unknown.add('wang@lab.test');
  const id = await publish('拒收', ['wang', 'liu']);
  expect(await sendDueMails(server.services)).toBe(1);
  smtp.unknown.clear();
  expect(await copiesOf(id)).toMatchObject({
    wang: { mailState: 'failed', readFlag: '0', sendStatus: '1' },
    liu: { mailState: 'sent' },
  });
  const { body } = await ask<{ content: { receiverName: string; mailNote: string }[] }>(
    'sender',
    'GET',
    `api/ohitAnnouncementSend?anntId=${id}&mailState=failed`,
  );
  expect(body.content).toMatchObject([
    { receiverName: 'wang', mailNote: mailTexts.refused('550 5.1.1 no such user wang@lab.test') },
  ]);
  server.advance(3 * 86_400_000);
  expect(await sendDueMails(server.services), 'what was refused is not tried again').toBe(0);
});

it('a deferred mail is retried at increasing intervals, and given up after two days with the reason', async () => {
  const id = await publish('暂缓', ['wang']);
  smtp.moods = ['defer'];
  expect(await sendDueMails(server.services)).toBe(0);
  const first = await mailOf(id);
  expect(first).toMatchObject({ mailState: 'waiting', mailAttempts: 1, mailNote: expect.stringContaining('451') });
  expect(await sendDueMails(server.services), 'not before its time').toBe(0);
  expect(smtp.taken).toEqual([]);
  server.advance(2 * minute);
  smtp.moods = ['defer'];
  await sendDueMails(server.services);
  const second = await mailOf(id);
  expect(Number(second?.mailNext) - Number(first?.mailNext)).toBeGreaterThan(2 * minute);
  server.advance(60 * minute);
  expect(await sendDueMails(server.services)).toBe(1);
  expect(await mailOf(id)).toMatchObject({ mailState: 'sent', mailAttempts: 3 });

  const late = await publish('太晚', ['wang']);
  server.advance(49 * 60 * minute);
  smtp.moods = ['defer'];
  await sendDueMails(server.services);
  expect(await mailOf(late)).toMatchObject({ mailState: 'failed', mailNote: expect.stringContaining('451') });
});

it.each([
  ['hangs up', 'drop', mailTexts.dropped],
  ['says nothing', 'mute', mailTexts.slow],
  ['refuses the password', 'refuseLogin', mailTexts.login],
  ['refuses the sender', 'refuseSender', mailTexts.senderRefused('550 5.7.1 not from you')],
] as const)(
  'a mail server that %s is tried with one mail, the reason is shown, and each mail is sent once when it is back',
  async (_what, mood, reason) => {
    const id = await publish(`服务器${mood}`, ['wang', 'liu']);
    const before = smtp.conversations();
    smtp.moods = [mood];
    await expect(sendDueMails(mood === 'mute' ? hasty() : server.services)).rejects.toThrow(
      mailTexts.jobFailed(reason),
    );
    expect(smtp.conversations() - before).toBe(1);
    expect(await copiesOf(id)).toMatchObject({
      wang: { mailState: 'waiting', mailNote: reason },
      liu: { mailState: 'waiting', mailNote: reason, mailAttempts: 0 },
    });
    expect(await sendDueMails(server.services)).toBe(0);
    server.advance(2 * minute);
    expect(await sendDueMails(server.services)).toBe(2);
    expect(smtp.taken.map(({ to }) => to).sort()).toEqual(['liu@lab.test', 'wang@lab.test']);
  },
);

it('a mail that the mail server may already have accepted is never sent again', async () => {
  const cut = await publish('断开', ['wang', 'liu']);
  smtp.moods = ['dropAfterContent'];
  expect(await sendDueMails(server.services)).toBe(1);
  expect(await copiesOf(cut)).toMatchObject({
    wang: { mailState: 'unknown', mailNote: mailTexts.cut },
    liu: { mailState: 'sent' },
  });
  const slow = await publish('没有答复', ['wang']);
  smtp.moods = ['hang'];
  await sendDueMails(hasty());
  expect(await mailOf(slow)).toMatchObject({ mailState: 'unknown' });
  // A node that dies between sending and recording it.
  const crashed = await publish('崩溃', ['wang']);
  await server.database.orm
    .update(announcementSendTable)
    .set({ mailState: 'sending', mailLease: new Date(server.services.now().getTime() + minute) })
    .where(eq(announcementSendTable.anntId, crashed));
  await sendDueMails(server.services);
  expect(await mailOf(crashed), 'its claim still stands').toMatchObject({ mailState: 'sending' });
  server.advance(2 * minute);
  await sendDueMails(server.services);
  expect(await mailOf(crashed)).toMatchObject({ mailState: 'unknown', mailNote: mailTexts.interrupted });
  server.advance(3 * 86_400_000);
  expect(await sendDueMails(server.services)).toBe(0);
});

it('a mail not yet handed over when the server stops is sent later', async () => {
  const id = await publish('停止', ['wang']);
  const ending = new AbortController();
  smtp.moods = ['mute'];
  const before = smtp.conversations();
  const round = sendDueMails(server.services, ending.signal);
  await expect.poll(() => smtp.conversations()).toBe(before + 1);
  expect(await mailOf(id)).toMatchObject({ mailState: 'sending' });
  ending.abort();
  expect(await round).toBe(0);
  expect(await mailOf(id)).toMatchObject({ mailState: 'waiting' });
  expect(await sendDueMails(server.services)).toBe(1);
});

it('a mail is sent once, however many nodes of the server run', async () => {
  const names = Array.from({ length: 12 }, (_none, index) => `many${index}`);
  for (const userName of names) {
    ids[userName] = await server.rows.user({ userName, organizationId, nickName: userName });
    await server.database.orm
      .update(userTable)
      .set({ email: `${userName}@lab.test` })
      .where(eq(userTable.id, ids[userName] ?? 0));
  }
  await publish('并发', names);
  const counts = await Promise.all([1, 2, 3].map(() => sendDueMails(server.services)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12);
  expect(smtp.taken.map(({ to }) => to).sort()).toEqual(names.map((name) => `${name}@lab.test`).sort());
});

it('a notice that was recalled, already read, or addressed to somebody who has left is not mailed', async () => {
  const recalled = await publish('撤销', ['wang']);
  await ask('sender', 'PUT', 'api/ohitAnnouncement/recall', { id: recalled });
  expect(await mailOf(recalled)).toMatchObject({ mailState: 'withdrawn' });
  const read = await publish('已读', ['wang', 'liu']);
  await ask('wang', 'PUT', 'api/ohitAnnouncementSend/readAll');
  await server.database.orm
    .update(userTable)
    .set({ enabled: '0' })
    .where(eq(userTable.id, ids['liu'] ?? 0));
  expect(await sendDueMails(server.services)).toBe(0);
  await server.database.orm
    .update(userTable)
    .set({ enabled: '1' })
    .where(eq(userTable.id, ids['liu'] ?? 0));
  expect(await copiesOf(read)).toMatchObject({
    wang: { mailState: 'skipped', mailNote: mailTexts.alreadyRead },
    liu: { mailState: 'skipped', mailNote: mailTexts.gone },
  });
  expect(smtp.taken).toEqual([]);
});

it("a platform administrator can send a test mail, and sees the mail server's answer", async () => {
  const test = (who: string) => ask<Answer>(who, 'POST', 'api/noticeMail/test');
  expect((await test('wang')).status).toBe(403);
  expect((await test('chief')).body.message).toBe(mailTexts.testSent('chief@lab.test'));
  expect(smtp.taken).toMatchObject([{ to: 'chief@lab.test' }]);
  smtp.moods = ['refuseContent'];
  expect(await test('chief')).toMatchObject({
    status: 409,
    body: { message: mailTexts.jobFailed(mailTexts.refused('554 5.7.1 spam')) },
  });
  expect((await ask<Answer<MailState>>('nowhere', 'GET', 'api/noticeMail')).body.body).toEqual({
    isMailConfigured: true,
    email: null,
  });
  await server.database.orm
    .update(userTable)
    .set({ email: null })
    .where(eq(userTable.id, ids.chief as number));
  const sent = smtp.taken.length;
  expect(await test('chief')).toMatchObject({ status: 409, body: { message: mailTexts.needsAddress } });
  expect(smtp.taken).toHaveLength(sent);
  await server.database.orm
    .update(userTable)
    .set({ email: 'chief@lab.test' })
    .where(eq(userTable.id, ids.chief as number));
  expect(server.answers.concat(server.logged).join('\n')).not.toContain('s3@cret');
});

it('no mail is queued if no mail server is configured', async () => {
  const { env } = server.services;
  Object.assign(env, { smtpUrl: undefined });
  const id = await publish('没有邮件', ['wang']);
  expect(await mailOf(id)).toMatchObject({ mailState: null, mailNext: null });
  expect(await sendDueMails(server.services)).toBe(0);
  expect((await ask<Answer>('chief', 'POST', 'api/noticeMail/test')).status).toBe(409);
});
