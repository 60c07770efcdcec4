import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noticeTexts } from '@contract/features/notices/noticeTexts';
import { pictureAddress } from '@contract/fields/richText';
import type { NoticeSend, NoticeSummary } from '@contract/wire';
import { safeRichText } from '@server/crud/safeRichText';
import { announcementSendTable, storedFileTable } from '@server/db/schema';
import { createPush } from '@server/features/notices/browserPush';
import type { PushMessage, Recipients } from '@server/services';
import { type TestServer, testServer } from '../support/server';
import { pdf, png, sendForm } from '../support/uploads';

interface Answer<B> {
  code: string;
  message: string;
  body: B;
}
interface Announcement {
  id: number;
  version: number;
  titile: string;
  msgContent: string | null;
  sendStatus: string;
  senderName: string | null;
}

let server: TestServer;
let own: number;
let other: number;
let analystRole: number;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const heard: { to: Recipients; message: PushMessage }[] = [];

beforeAll(async () => {
  server = await testServer();
  server.services.push.subscribe((to, message) => void heard.push({ to, message }));
  [own, other] = [await server.rows.organization(), await server.rows.organization()];
  const keeper = await server.rows.role({
    permissions: ['list', 'add', 'edit', 'copy', 'del', 'status'].map((action) => `announcement:${action}`),
  });
  analystRole = await server.rows.role({ name: '检测员', permissions: ['x:y'] });
  const people = {
    sender: { organizationId: own, nickName: '陈主任', roles: [keeper] },
    analyst: { organizationId: own, roles: [analystRole] },
    reader: { organizationId: own },
    idle: { organizationId: own, enabled: '0' },
    client: { organizationId: own, isQy: true },
    foreign: { organizationId: other, roles: [analystRole] },
    foreigner: { organizationId: other, roles: [keeper] },
    chief: { organizationId: own, isAdmin: true },
  };
  for (const [userName, given] of Object.entries(people)) {
    ids[userName] = await server.rows.user({ userName, ...given });
    if (userName !== 'idle') tokens[userName] = await server.login(userName);
  }
});
afterAll(() => server.close());

const ask = <B>(who: string, method: string, path: string, body?: unknown) =>
  server.ask<Answer<B>>(method, path, { token: tokens[who], body });
const eventually = async (check: () => void): Promise<void> => {
  await expect
    .poll(() => {
      check();
      return true;
    })
    .toBe(true);
};

async function draft(titile: string, more: Record<string, unknown> = {}, who = 'sender'): Promise<Announcement> {
  const { status, body, text } = await ask<Announcement>(who, 'POST', 'api/ohitAnnouncement/add', {
    titile,
    msgCategory: '1',
    priority: '0',
    ...more,
  });
  expect(status, text).toBe(200);
  return body.body;
}
const send = (who: string, id: number, to: unknown) => ask<number>(who, 'PUT', 'api/ohitAnnouncement/send', { id, to });
async function sent(
  titile: string,
  to: unknown = { kind: 'all' },
  more: Record<string, unknown> = {},
  who = 'sender',
): Promise<Announcement> {
  const row = await draft(titile, more, who);
  const { status, text } = await send(who, row.id, to);
  expect(status, text).toBe(200);
  return row;
}
async function mine(who: string, query = ''): Promise<NoticeSend[]> {
  const { status, body, text } = await ask<{ records: NoticeSend[]; total: number }>(
    who,
    'GET',
    `api/ohitAnnouncementSend/querySendInfo?${query}`,
  );
  expect(status, text).toBe(200);
  return body.body.records;
}
const noticeOf = async (who: string, titile: string): Promise<NoticeSend> => {
  const found = (await mine(who)).find((notice) => notice.titile === titile);
  if (!found) throw new Error(`${who} has no notice ${titile}`);
  return found;
};
const summary = async (who: string) =>
  (await ask<NoticeSummary>(who, 'GET', 'api/ohitAnnouncement/listByUser')).body.body;
const receivers = async (id: number) =>
  (
    await server.database.orm
      .select({ userId: announcementSendTable.userId })
      .from(announcementSendTable)
      .where(eq(announcementSendTable.anntId, id))
  )
    .map(({ userId }) => userId)
    .sort((a, b) => a - b);
const people = (...names: string[]) => names.map((name) => ids[name]).sort((a, b) => Number(a) - Number(b));

describe('draft notice', () => {
  it("a draft notice belongs to its sender's organization, bears the sender's name, and reaches nobody", async () => {
    const row = await draft('草稿一', { senderName: '冒名', sendStatus: '1' });
    expect(row).toMatchObject({ sendStatus: '0', senderName: '陈主任' });
    expect(await receivers(row.id)).toEqual([]);
    expect((await ask('foreigner', 'GET', `api/ohitAnnouncement/${row.id}`)).status).toBe(404);
    expect((await ask('reader', 'GET', 'api/ohitAnnouncement')).status).toBe(403);
  });

  it('a draft notice shows how many people of its organization it would reach, and sends nothing', async () => {
    const row = await draft('先看接收人');
    const reached = async (to: object) =>
      (await ask<{ count: number; names: string[] }>('sender', 'POST', 'api/ohitAnnouncement/receivers', { to })).body
        .body;
    expect(await reached({ kind: 'roles', ids: [analystRole] })).toMatchObject({ count: 1 });
    expect((await ask('reader', 'POST', 'api/ohitAnnouncement/receivers', { to: { kind: 'all' } })).status).toBe(403);
    expect(await receivers(row.id)).toEqual([]);
  });

  it('a draft notice can be edited and deleted until it is sent', async () => {
    const row = await draft('草稿二');
    expect((await ask('sender', 'PUT', 'api/ohitAnnouncement/edit', { ...row, titile: '改' })).status).toBe(200);
    expect((await ask('sender', 'DELETE', 'api/ohitAnnouncement/delete', [row.id])).status).toBe(200);
    const published = await sent('已发布不可改');
    for (const [method, path, body] of [
      ['PUT', 'edit', { ...published, version: 2, titile: '改' }],
      ['DELETE', 'delete', [published.id]],
    ] as const) {
      const { status, body: answer } = await ask('sender', method, `api/ohitAnnouncement/${path}`, body);
      expect(status).toBe(409);
      expect(answer.message).toBe(noticeTexts.locked);
    }
  });

  it.each([
    ['a script', '<p>甲</p><script>alert(1)</script>', '<p>甲</p>'],
    ['a handler', '<img src="x" onerror="alert(1)">', ''],
    ['a script address', '<a href="javascript:alert(1)">乙</a>', '<a target="_blank" rel="noopener noreferrer">乙</a>'],
    ['a frame', '<iframe src="https://example.org"></iframe>丙', '丙'],
    ['a form', '<form action="/x"><input name="a"></form>', ''],
    ['an SVG', '<svg><animate onbegin="alert(1)"/></svg>', ''],
    ['a picture from elsewhere', '<img src="https://example.org/track.gif">', ''],
    [
      'a style that covers the page',
      '<p style="position:fixed;color:#ff0000">丁</p>',
      '<p style="color:#ff0000">丁</p>',
    ],
    ['mathematics', '<math><mtext><img src=x onerror=alert(1)></mtext></math>', ''],
  ])('a draft notice is stored without %s and keeps its text', async (_what, html, safe) => {
    expect((await draft(`富文本`, { msgContent: html })).msgContent ?? '').toBe(safe);
  });

  it('a draft notice keeps permitted formatting', () => {
    const html =
      '<h2>标题</h2><p style="text-align:center"><strong>粗</strong> 8<sup>2</sup> H<sub>2</sub>O</p><table><tbody><tr><td colspan="2">格</td></tr></tbody></table>';
    expect(safeRichText(html)).toBe(html);
    const image = '<img src="/api/file/11111111-1111-4111-8111-111111111111?inline=true" alt="图" />';
    expect(safeRichText(image)).toBe(image);
    expect(safeRichText('苯 < 0.05 & 甲苯')).toBe('苯 &lt; 0.05 &amp; 甲苯');
  });
});

describe('sending a notice', () => {
  it('a notice to all reaches every enabled person of the own organization, and no enterprise user, since staff notices stay internal', async () => {
    expect(await receivers((await sent('发给全部')).id)).toEqual(people('sender', 'analyst', 'reader', 'chief'));
  });

  it('a notice to the enterprise users reaches those of the own organization, and no staff', async () => {
    expect(await receivers((await sent('发给企业', { kind: 'clients' })).id)).toEqual(people('client'));
  });

  it('a notice to the organization reaches staff, not enterprise users', async () => {
    expect(await receivers((await sent('发给本机构', { kind: 'organization' })).id)).toEqual(
      people('sender', 'analyst', 'reader', 'chief'),
    );
  });

  it('a notice to a role reaches its holders in the own organization', async () => {
    expect(await receivers((await sent('发给检测员', { kind: 'roles', ids: [analystRole] })).id)).toEqual(
      people('analyst'),
    );
  });

  it('a notice to people reaches them within the organization; a platform administrator reaches anybody', async () => {
    expect(await receivers((await sent('发给个人', { kind: 'users', ids: [ids.reader] })).id)).toEqual(
      people('reader'),
    );
    expect(await receivers((await sent('平台公告', { kind: 'all' }, {}, 'chief')).id)).toEqual(
      people('sender', 'analyst', 'reader', 'foreign', 'foreigner', 'chief'),
    );
  });

  it.each([
    ["another organization's person", () => ({ kind: 'users', ids: [ids.reader, ids.foreign] }), 404],
    ['a person who is disabled', () => ({ kind: 'users', ids: [ids.idle] }), 404],
    ['another organization', () => ({ kind: 'organization', ids: [other] }), 404],
    ['a role that does not exist', () => ({ kind: 'roles', ids: [999_999] }), 404],
    ['no role at all', () => ({ kind: 'roles', ids: [] }), 409],
    ['an unknown kind', () => ({ kind: 'everybody' }), 400],
  ])('sending a notice to %s is refused and changes nothing', async (_whom, to, expected) => {
    const row = await draft('未发出');
    expect((await send('sender', row.id, to())).status).toBe(expected);
    expect(await receivers(row.id)).toEqual([]);
    expect((await ask('sender', 'GET', `api/ohitAnnouncement/${row.id}`)).body).toMatchObject({
      sendStatus: '0',
      version: row.version,
    });
  });

  it('sending a notice is possible only with the permission, in the own organization, and for a draft', async () => {
    const row = await draft('只发一次');
    expect((await send('reader', row.id, { kind: 'all' })).status).toBe(403);
    expect((await send('foreigner', row.id, { kind: 'all' })).status).toBe(404);
    const answers = await Promise.all([
      send('sender', row.id, { kind: 'all' }),
      send('sender', row.id, { kind: 'all' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await receivers(row.id)).toHaveLength(4);
  });

  it('sending a notice twice with one idempotency key sends it once and answers the same', async () => {
    const row = await draft('重复请求');
    const again = () =>
      server.ask<Answer<number>>('PUT', 'api/ohitAnnouncement/send', {
        token: tokens.sender,
        body: { id: row.id, to: { kind: 'all' } },
        headers: { 'idempotency-key': 'send-once' },
      });
    const [first, second] = [await again(), await again()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(await receivers(row.id)).toHaveLength(4);
  });

  it('a sent notice is pushed to the browsers of its recipients', async () => {
    heard.length = 0;
    const personal = await sent('推送给个人', { kind: 'users', ids: [ids.reader] });
    const general = await sent('推送给全平台', { kind: 'all' }, {}, 'chief');
    await eventually(() => {
      expect(heard).toContainEqual({ to: [ids.reader], message: { cmd: 'user', msgId: personal.id } });
      expect(heard).toContainEqual({ to: 'all', message: { cmd: 'topic', msgId: general.id } });
    });
  });

  it('sending a notice is recorded in the audit trail', async () => {
    const row = await sent('留痕');
    await server.rows.user({
      userName: 'auditor',
      organizationId: own,
      roles: [await server.rows.role({ permissions: ['auditLog:list', 'announcement:list'] })],
    });
    const { body } = await server.ask<{ content: { action: string; title: string }[] }>(
      'GET',
      `api/auditLog/of/announcement/${row.id}`,
      { token: await server.login('auditor') },
    );
    expect(body.content.map(({ action }) => action)).toEqual(['status', 'add']);
  });
});

describe('recalling a notice', () => {
  it('recalling a notice takes it from everybody; only a sent notice can be recalled, once', async () => {
    const row = await sent('撤销的公告');
    await noticeOf('reader', '撤销的公告');
    expect((await ask('foreigner', 'PUT', 'api/ohitAnnouncement/recall', { id: row.id })).status).toBe(404);
    expect((await ask('sender', 'PUT', 'api/ohitAnnouncement/recall', { id: row.id })).status).toBe(200);
    expect((await mine('reader')).map(({ titile }) => titile)).not.toContain('撤销的公告');
    expect((await mine('reader', 'sendStatus=2')).map(({ titile }) => titile)).toEqual(['撤销的公告']);
    expect((await ask('sender', 'PUT', 'api/ohitAnnouncement/recall', { id: row.id })).status).toBe(409);
    expect(
      (await ask('sender', 'PUT', 'api/ohitAnnouncement/recall', { id: (await draft('从未发布')).id })).status,
    ).toBe(409);
  });
});

describe('own notices', () => {
  it('the own notices have the field names of the specification, including the misspelt one', async () => {
    await sent(
      '字段齐全',
      { kind: 'users', ids: [ids.reader] },
      { msgAbstract: '摘要', msgContent: '<p>内容</p>', msgCategory: '2', priority: '2' },
    );
    expect(await noticeOf('reader', '字段齐全')).toMatchObject({
      userId: ids.reader,
      msgAbstract: '摘要',
      msgContent: '<p>内容</p>',
      senderName: '陈主任',
      msgCategory: '2',
      priority: '2',
      readFlag: '0',
      sendStatus: '1',
      updateBy: null,
      sendTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
    });
  });

  it('the list of notices is always the caller’s, even if another user is requested', async () => {
    await sent('只给检测员', { kind: 'users', ids: [ids.analyst] });
    expect((await mine('reader', `userId=${ids.analyst}`)).every(({ userId }) => userId === ids.reader)).toBe(true);
    expect((await mine('reader', `userId=${ids.analyst}`)).map(({ titile }) => titile)).not.toContain('只给检测员');
  });

  it('the own notices come in pages from zero, filtered and sorted by permitted fields', async () => {
    const all = await mine('reader', 'sort=id,asc&pageSize=100');
    expect(await mine('reader', 'sort=id,asc&pageNumber=1&pageSize=2')).toEqual(all.slice(2, 4));
    expect((await mine('reader', 'priority=2&msgCategory=2')).map(({ titile }) => titile)).toContain('字段齐全');
    expect(await mine('reader', 'titile=100%25')).toEqual([]);
    for (const query of ['sort=passwordHash,asc', 'sort=id,up', 'pageSize=5001', 'pageNumber=-1']) {
      expect((await ask('reader', 'GET', `api/ohitAnnouncementSend/querySendInfo?${query}`)).status, query).toBe(400);
    }
  });

  it('the bell’s summary has the five newest unread notices of each category, and their number', async () => {
    for (let number = 1; number <= 6; number += 1)
      await sent(`汇总${number}`, { kind: 'users', ids: [ids.client] }, { msgCategory: '1' });
    await sent('系统消息', { kind: 'users', ids: [ids.client] }, { msgCategory: '2' });
    const { anntMsgList, anntMsgTotal, sysMsgList, sysMsgTotal } = await summary('client');
    expect(anntMsgList.map(({ titile }) => titile)).toEqual(['汇总6', '汇总5', '汇总4', '汇总3', '汇总2']);
    expect(anntMsgTotal).toBe((await mine('client', 'readFlag=0&msgCategory=1&pageSize=1000')).length);
    expect(sysMsgList.map(({ titile }) => titile)).toEqual(['系统消息']);
    expect(sysMsgTotal).toBe(1);
  });
});

describe('reading notices', () => {
  it('reading a notice stores flag, time and person, and removes it from the bell’s summary', async () => {
    await sent('待读', { kind: 'users', ids: [ids.reader] });
    const before = await summary('reader');
    const notice = await noticeOf('reader', '待读');
    expect(
      (await ask('reader', 'PUT', 'api/ohitAnnouncementSend/edit', { ...notice, readFlag: '1', updateBy: 999 })).status,
    ).toBe(200);
    expect(await noticeOf('reader', '待读')).toMatchObject({ readFlag: '1', updateBy: ids.reader });
    expect((await summary('reader')).anntMsgTotal).toBe(before.anntMsgTotal - 1);
    expect((await ask('reader', 'PUT', 'api/ohitAnnouncementSend/edit', { ...notice, readFlag: '0' })).status).toBe(
      200,
    );
    expect((await noticeOf('reader', '待读')).readFlag).toBe('1');
  });

  it('a notice of somebody else is not found, and a request to read it leaves them unread, whatever id the body has', async () => {
    await sent('别人的', { kind: 'users', ids: [ids.analyst] });
    const notice = await noticeOf('analyst', '别人的');
    for (const who of ['reader', 'foreign', 'sender', 'chief']) {
      expect(
        (await ask(who, 'PUT', 'api/ohitAnnouncementSend/edit', { ...notice, readFlag: '1', userId: ids[who] })).status,
      ).toBe(404);
    }
    expect(await noticeOf('analyst', '别人的')).toMatchObject({ readFlag: '0', updateBy: null });
    expect((await ask('reader', 'PUT', 'api/ohitAnnouncementSend/edit', { readFlag: '1' })).status).toBe(400);
  });

  it('the button that marks all notices as read changes only the caller’s notices', async () => {
    await sent('全部已读', { kind: 'users', ids: [ids.reader, ids.analyst] });
    const unread = (await mine('reader', 'readFlag=0&pageSize=1000')).length;
    expect((await ask<number>('reader', 'PUT', 'api/ohitAnnouncementSend/readAll')).body.body).toBe(unread);
    expect(await summary('reader')).toEqual({ anntMsgList: [], anntMsgTotal: 0, sysMsgList: [], sysMsgTotal: 0 });
    expect((await noticeOf('analyst', '全部已读')).readFlag).toBe('0');
  });

  it('marking notices as read needs a session', async () => {
    expect((await server.ask('GET', 'api/ohitAnnouncementSend/querySendInfo')).status).toBe(401);
    expect((await server.ask('PUT', 'api/ohitAnnouncementSend/readAll')).status).toBe(401);
  });

  it('the sender of a notice sees who has read it, within the organization', async () => {
    const row = await sent('阅读回执', { kind: 'users', ids: [ids.reader] });
    await ask('reader', 'PUT', 'api/ohitAnnouncementSend/edit', { id: (await noticeOf('reader', '阅读回执')).id });
    const [receipt] = await server.database.orm
      .select()
      .from(announcementSendTable)
      .where(and(eq(announcementSendTable.anntId, row.id)));
    expect(receipt?.readTime).toBeInstanceOf(Date);
    expect((await ask('sender', 'GET', 'api/ohitAnnouncementSend')).status).toBe(403);
  });
});

describe('push', () => {
  it('a notice to thousands of people is pushed in messages of limited size, on every node, until the push is stopped', async () => {
    const [here, there] = [createPush(server.database), createPush(server.database)];
    const got: number[] = [];
    const stop = there.subscribe((to) => void (to === 'all' || got.push(...to)));
    await there.send([], { cmd: 'user' });
    const everybody = Array.from({ length: 3000 }, (_, index) => 2_000_000_000 + index);
    await here.send(everybody, { cmd: 'user', msgTxt: '长'.repeat(5000) });
    await eventually(() => expect(got).toEqual(everybody));
    stop();
    await here.send([1], { cmd: 'user' });
    await here.send('all', { cmd: 'topic' });
    expect(got).toEqual(everybody);
    await Promise.all([here.close(), there.close()]);
  });
});

describe('audit trail', () => {
  it.each([
    "update audit_log set title = 'x'",
    'delete from audit_log',
    'truncate audit_log',
    'truncate organization cascade',
  ])('the audit trail refuses %s by any database user', async (statement) => {
    const before = await server.database.query<{ n: number }>('select count(*)::int as n from audit_log');
    await expect(server.database.query(statement)).rejects.toThrow('审计日志只能追加');
    expect(await server.database.query('select count(*)::int as n from audit_log')).toEqual(before);
    expect(before[0]?.n).toBeGreaterThan(0);
  });
});

describe('picture in a notice', () => {
  const upload = async (content = png(), name = '图.png', fileClass = 'image') =>
    (
      await sendForm<{ body: { id: string } }>(server, 'api/file/upload', {
        token: tokens['sender'] ?? '',
        fields: { fileClass },
        name,
        content,
      })
    ).body.body.id;
  const show = (who: string, copy: number, file: string) =>
    server.app.request(`/api/ohitAnnouncementSend/${copy}/picture/${file}`, {
      headers: tokens[who] ? { authorization: `Bearer ${tokens[who]}` } : {},
    });
  const picturedNotice = async (titile: string, ...files: string[]) => {
    const row = await sent(
      titile,
      { kind: 'users', ids: [ids['client'], ids['reader']] },
      { msgContent: files.map((id) => `<p><img src="${pictureAddress(id)}" alt="图"></p>`).join('') },
    );
    return { row, copy: (await noticeOf('client', titile)).id };
  };

  it("a picture in a notice is shown to its recipients, although the author's files are not theirs", async () => {
    const content = png(40, 30);
    const file = await upload(content);
    const { copy } = await picturedNotice('附图通知', file);
    expect(
      (await server.app.request(`/api/file/${file}`, { headers: { authorization: `Bearer ${tokens['client']}` } }))
        .status,
    ).toBe(404);
    const answer = await show('client', copy, file);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('content-disposition')).toMatch(/^inline/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array(content));
  });

  it('a picture in a notice is not found by other people, through another notice, or after the recall', async () => {
    const [inside, outside] = [await upload(), await upload()];
    const { row, copy } = await picturedNotice('只给两人', inside);
    const other = await picturedNotice('另一条', outside);
    const statuses = async (...asked: [string, number, string][]) =>
      await Promise.all(asked.map(async (ask) => (await show(...ask)).status));
    // No recipient; a recipient by another's copy; a picture of another notice; strangers; invalid ids.
    expect(
      await statuses(
        ['foreign', copy, inside],
        ['reader', copy, inside],
        ['client', copy, outside],
        ['client', other.copy, inside],
        ['client', 2_147_483_647, inside],
      ),
    ).toEqual([404, 404, 404, 404, 404]);
    expect((await show('nobody', copy, inside)).status).toBe(401);
    for (const path of ['abc/picture/x', `${copy}/picture/..%2f..%2fpackage.json`, `0x${copy}/picture/${inside}`])
      expect((await ask('client', 'GET', `api/ohitAnnouncementSend/${path}`)).status).toBe(404);
    expect((await ask('sender', 'PUT', 'api/ohitAnnouncement/recall', { id: row.id })).status).toBe(200);
    expect((await show('client', copy, inside)).status).toBe(404);
    expect((await show('client', other.copy, outside)).status).toBe(200);
  });

  it('a picture in a notice is shown only while the stored file is a picture, whatever type the notice states', async () => {
    const file = await upload();
    const { copy } = await picturedNotice('不是图片', file);
    for (const mime of ['text/html', 'image/svg+xml', 'application/pdf']) {
      await server.database.orm.update(storedFileTable).set({ mime }).where(eq(storedFileTable.id, file));
      expect([mime, (await show('client', copy, file)).status]).toEqual([mime, 404]);
    }
  });

  it("a notice is refused if its picture is no upload of the author's organization", async () => {
    const foreign = (
      await sendForm<{ body: { id: string } }>(server, 'api/file/upload', {
        token: tokens['foreigner'] ?? '',
        fields: { fileClass: 'image' },
        content: png(),
      })
    ).body.body.id;
    for (const id of [await upload(pdf(), '附件.pdf', 'document'), foreign, '00000000-0000-4000-8000-000000000000']) {
      const { status, body } = await ask<unknown>('sender', 'POST', 'api/ohitAnnouncement/add', {
        titile: '冒充',
        msgCategory: '1',
        priority: '0',
        msgContent: `<p><img src="${pictureAddress(id)}"></p>`,
      });
      expect([status, body.message]).toEqual([400, '内容中的图片不存在或不能使用，请重新上传']);
    }
    expect(
      (await ask<unknown>('sender', 'GET', `api/ohitAnnouncement?titile=${encodeURIComponent('冒充')}`)).text,
    ).toContain('"totalElements":0');
  });
});
