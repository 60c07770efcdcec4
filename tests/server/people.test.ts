import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { dutyAuthorisationTexts } from '@contract/features/laboratory/dutyAuthorisationTexts';
import type { PasswordSlips } from '@contract/features/notices/oneTimePasswords';
import type { Answer, ErrorBody, LoginAnswer, Page } from '@contract/wire';
import type { ImportRow } from '@contract/workbook/importWire';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import {
  announcementSendTable,
  announcementTable,
  dutyAuthorisationTable,
  storedFileTable,
  userSignatureTable,
  userTable,
} from '@server/db/schema';
import { proposedNames } from '@server/features/system/users/completeUserNames';
import { remindOfEndings } from '@server/features/system/users/expiryReminders';
import { asStored } from '../support/asStored';
import { hashAtFullCost } from '../support/fullCost';
import { type TestServer, testServer } from '../support/server';
import { type SmtpServer, smtpServer } from '../support/smtpServer';

let server: TestServer;
let post: SmtpServer;
let home: number;
let keeper: string;
let keeperId: number;
let analyst: number;

const inDays = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
const orm = () => server.database.orm;

beforeAll(async () => {
  post = await smtpServer();
  server = await testServer({ smtpUrl: `smtp://127.0.0.1:${post.port}?tls=off`, mailFrom: 'bot@example.com' });
  const { rows } = server;
  home = await rows.organization();
  analyst = await rows.role({ name: '检测员', level: 60 });
  const role = await rows.role({
    level: 3,
    permissions: [
      ...['list', 'add', 'edit', 'reset', 'import', 'export'].map((action) => `user:${action}`),
      ...['list', 'add', 'edit', 'del'].map((action) => `dutyAuthorisation:${action}`),
    ],
  });
  keeperId = await rows.user({ userName: 'keeper', organizationId: home, roles: [role] });
  keeper = await server.login('keeper');
});
afterAll(async () => {
  await server.close();
  await post.close();
});

const rowsOf = (cells: readonly Record<string, string>[]) =>
  cells.map((cell, index) => ({ line: index + 2, cells: cell }));
const bring = (call: 'recheck' | 'rows', cells: readonly Record<string, string>[], mode = 'add') =>
  server.ask<{ rows: ImportRow[] } & Answer & ErrorBody>('POST', `api/user/import/${call}`, {
    token: keeper,
    body: { rows: rowsOf(cells), mode, blanks: 'keep' },
  });

describe('duties of a list of people', () => {
  const dutiesOf = async (person: number) =>
    (
      await orm()
        .select()
        .from(dutyAuthorisationTable)
        .where(and(eq(dutyAuthorisationTable.person, person), isNull(dutyAuthorisationTable.deleteTime)))
        .orderBy(dutyAuthorisationTable.id)
    ).map(({ duty, category, validUntil }) => [duty, category, validUntil]);
  const personNamed = async (workNo: string) =>
    (await orm().select().from(userTable).where(eq(userTable.workNo, workNo)))[0];

  it('the activities in the column 岗位授权 of an imported list of people become authorisations, and text and authorisations follow each other', async () => {
    const until = inDays(400);
    const cells = {
      姓名: '秦岚',
      工号: '901',
      证书有效期至: until,
      岗位授权: '现场采样、授权签字人（化学、粉尘），质量管理',
    };
    expect((await bring('rows', [cells])).status).toBe(200);
    const person = await personNamed('901');
    const id = person?.id ?? 0;
    expect(await dutiesOf(id)).toEqual([
      ['sampling', null, until],
      ['reportSign', 'chemical', until],
      ['reportSign', 'dust', until],
    ]);
    expect(person?.duties).toBe(cells.岗位授权);

    const [row] = await orm().select().from(dutyAuthorisationTable).where(eq(dutyAuthorisationTable.person, id));
    const deleteAnswer = await server.ask('DELETE', 'api/dutyAuthorisation/delete', { token: keeper, body: [row?.id] });
    expect(deleteAnswer.status, deleteAnswer.text).toBe(200);
    expect((await personNamed('901'))?.duties).toBe('报告签发（化学因素、粉尘）；质量管理');
    expect((await bring('rows', [{ 姓名: '秦岚', 工号: '901', 岗位授权: '报告签发（粉尘）' }], 'update')).status).toBe(
      200,
    );
    expect(await dutiesOf(id)).toEqual([['reportSign', 'dust', until]]);
  });

  it('people with the same name are shown in lists with a detail that distinguishes them', async () => {
    const [one] = [
      await server.rows.user({ userName: 'heping', nickName: '何平', organizationId: home }),
      await server.rows.user({ userName: 'heping2', nickName: '何平', organizationId: home }),
    ];
    const draft = { person: one, duty: 'sampling', category: null, validFrom: inDays(0), validUntil: inDays(9) };
    const added = await server.ask<Answer<AnyRow>>('POST', 'api/dutyAuthorisation/add', { token: keeper, body: draft });
    expect(added.status, added.text).toBe(200);
    const { body } = await server.ask<Page<AnyRow>>('GET', `api/dutyAuthorisation?person=${one}`, { token: keeper });
    expect(body.content.map(({ personName }) => personName)).toEqual(['何平（heping）']);
  });

  it('people with the same name are distinguished in a row, in pasted text, and in an export', async () => {
    const [row] = await orm()
      .select()
      .from(dutyAuthorisationTable)
      .where(eq(dutyAuthorisationTable.validUntil, inDays(9)));
    const dutyAuthorisationAnswer = await server.ask<AnyRow>('GET', `api/dutyAuthorisation/${row?.id}`, {
      token: keeper,
    });
    expect(dutyAuthorisationAnswer.body.personName).toBe('何平（heping）');
    const byTitleAnswer = await server.ask<{ name: string }[]>('POST', 'api/options/user/byTitle', {
      token: keeper,
      body: { titles: ['何平（heping2）', '何平'] },
    });
    expect(byTitleAnswer.body.map(({ name }) => name).sort()).toEqual(['何平', '何平', '何平（heping2）']);
    const role = await server.rows.role({ permissions: ['dutyAuthorisation:list', 'dutyAuthorisation:export'] });
    await server.rows.user({ userName: 'reader', organizationId: home, roles: [role] });
    const sheet = await server.ask('GET', 'api/dutyAuthorisation/export?format=txt', {
      token: await server.login('reader'),
    });
    expect(sheet.text).toContain('何平（heping）');
  });

  it('activities in an imported list of people become authorisations only if the importing person may authorise', async () => {
    const role = await server.rows.role({ level: 3, permissions: ['user:list', 'user:add', 'user:import'] });
    await server.rows.user({ userName: 'clerk', organizationId: home, roles: [role] });
    const refused = await server.ask<ErrorBody>('POST', 'api/user/import/rows', {
      token: await server.login('clerk'),
      body: { rows: rowsOf([{ 姓名: '谢宁', 工号: '902', 岗位授权: '现场采样' }]), mode: 'add', blanks: 'keep' },
    });
    expect([refused.status, refused.body.message]).toEqual([403, dutyAuthorisationTexts.mayNotGive]);
    expect(await personNamed('902')).toBeUndefined();
  });
});

describe('imported people', () => {
  const list: Record<string, string>[] = [
    { 姓名: '梁俊杰', 工号: '018', 部门: '现场采样部', 手机号码: '13521797361', 角色: '检测员' },
    { 姓名: '梁俊杰', 工号: '026', 部门: '检测部', 手机号码: '13965971045' },
    {
      姓名: '冯嘉豪',
      工号: '001',
      职务: '总经理',
      职称: '高级工程师',
      学历: '本科',
      专业: '分析化学',
      证书有效期至: '2027-10-05',
    },
  ];

  it('imported people need no user name: it is made from the name, and two people of one name get different ones', async () => {
    const { body } = await bring('recheck', list);
    expect(body.rows.map(({ state, errors, cells }) => [state, errors, cells['用户名']])).toEqual([
      ['add', [], 'liangjunjie'],
      ['add', [], 'liangjunjie026'],
      ['add', [], 'fengjiahao'],
    ]);
  });

  it('imported people get their fields, role and expiry date, and a password that nobody knows', async () => {
    expect((await bring('rows', list)).status).toBe(200);
    const [first] = await orm().select().from(userTable).where(eq(userTable.workNo, '018'));
    expect(first).toMatchObject({
      nickName: '梁俊杰',
      department: '现场采样部',
      organizationId: home,
      passwordOwn: false,
    });
    expect(first?.expiryDate?.slice(0, 4)).toBe(String(Number(inDays(0).slice(0, 4)) + 5));
    const { body } = await server.ask<{ roles: number[] }>('GET', `api/user/${first?.id}`, { token: keeper });
    expect(body.roles).toEqual([analyst]);
    const [third] = await orm().select().from(userTable).where(eq(userTable.workNo, '001'));
    expect(third).toMatchObject({ post: '总经理', jobTitle: '高级工程师', education: '本科', certUntil: '2027-10-05' });
  });

  it('imported people keep their user names when they are imported again, matched by name and number', async () => {
    const again = await bring('recheck', [{ 姓名: '梁俊杰', 工号: '026', 部门: '质量管理部' }], 'update');
    expect(again.body.rows[0]).toMatchObject({
      state: 'update',
      cells: { 用户名: 'liangjunjie026' },
      changes: [{ header: '部门', from: '检测部', to: '质量管理部' }],
    });
  });

  it('imported people are found by the name alone where an update has no column for the number', async () => {
    const { body } = await bring('recheck', [{ 姓名: '冯嘉豪', 部门: '财务部' }], 'update');
    expect(body.rows[0]).toMatchObject({ state: 'update', changes: [{ header: '部门', to: '财务部' }] });
    const twice = await bring('recheck', [{ 姓名: '梁俊杰', 部门: '财务部' }], 'update');
    expect(twice.body.rows[0]?.errors.map(({ message }) => message)).toEqual([
      sheetMessages.several('梁俊杰', ['工号']),
    ]);
    const unknown = await bring('recheck', [{ 姓名: '新来的', 部门: '财务部' }], 'update');
    expect(unknown.body.rows[0]?.state).toBe('add');
    const blank = await bring('recheck', [{ 姓名: '冯嘉豪', 工号: '', 部门: '财务部' }], 'update');
    expect(blank.body.rows[0]?.state).toBe('update');
    const another = await bring('recheck', [{ 姓名: '冯嘉豪', 工号: '777', 部门: '财务部' }], 'update');
    expect(another.body.rows[0]?.state).toBe('add');
  });

  it('imported people must have unique work numbers', async () => {
    const { body } = await bring('recheck', [{ 姓名: '新人', 工号: '001' }]);
    expect(body.rows[0]?.errors[0]?.message).toBe('工号已被“冯嘉豪”使用');
  });

  it('the user name proposed for a person is the name in pinyin, then with the work number, then with a counter', () => {
    const names = proposedNames('冯嘉豪', '001');
    expect([names.next().value, names.next().value, names.next().value]).toEqual([
      'fengjiahao',
      'fengjiahao001',
      'fengjiahao2',
    ]);
    expect(proposedNames('（未知）', null).next().value).toMatch(/^[a-z]+$/);
  });
});

describe('one-time passwords', () => {
  const give = async (ids: number[], mail = false, token = keeper) =>
    server.ask<Answer<PasswordSlips> & ErrorBody>('PUT', 'api/user/slips', {
      token,
      body: { rows: await asStored(server, userTable, ids), mail },
    });
  const signIn = (username: string, password: string) =>
    server.ask<LoginAnswer>('POST', 'auth/login', { body: { username, password } });

  it('one-time passwords are shown once, open a session that only allows setting the own password, and end older sessions', async () => {
    const id = await server.rows.user({ userName: 'slipped', organizationId: home });
    const old = await server.login('slipped');
    const { body } = await give([id]);
    const slip = body.body?.slips[0];
    expect(slip).toMatchObject({ id, userName: 'slipped' });
    expect((await server.ask('GET', 'auth/info', { token: old })).status).toBe(401);
    const { body: entered } = await signIn('slipped', slip?.password ?? '');
    expect(entered.user.mustChangePassword).toBe(true);
    expect((await server.ask('GET', 'api/user/signature', { token: entered.token })).status).toBe(403);
    expect(server.logged.join('\n')).not.toContain(slip?.password ?? 'none');
  });

  it('many one-time passwords are made while other people go on reading', async () => {
    hashAtFullCost();
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, at) => server.rows.user({ userName: `many${at}`, organizationId: home })),
    );
    const order: string[] = [];
    const giving = give(ids).then(({ body }) => {
      order.push('passwords');
      return body.body?.slips;
    });
    for (let read = 0; read < 3; read += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect((await server.ask('GET', 'api/user?size=1', { token: keeper })).status).toBe(200);
      order.push('read');
    }
    const slips = (await giving) ?? [];
    expect(order).toEqual(['read', 'read', 'read', 'passwords']);
    for (const { userName, password } of slips) expect((await signIn(userName, password)).status).toBe(200);
  });

  it('a one-time password lets a person whose account was created in the console set the own password', async () => {
    await server.rows.user({ userName: 'platform', isAdmin: true });
    const addAnswer = await server.ask<Answer<{ id: number }>>('POST', 'api/user/add', {
      token: await server.login('platform'),
      body: {
        userName: 'consoleMade',
        nickName: '经控制台',
        organizationId: home,
        expiryDate: '2099-12-31',
        password: 'First#Choice9',
        enabled: '1',
        roles: [],
      },
    });
    expect(addAnswer.status).toBeLessThan(300);
    const { body } = await give([addAnswer.body.body?.id ?? 0]);
    const oldPassword = body.body?.slips[0]?.password ?? '';
    const { body: entered } = await signIn('consoleMade', oldPassword);
    const changed = await server.ask('PUT', 'api/user/password', {
      token: entered.token,
      body: { oldPassword, newPassword: 'Own#Choice72' },
    });
    expect(changed.status).toBe(200);
  });

  it('one-time passwords are mailed to people with an address, and printed for the other people', async () => {
    const mailed = await server.rows.user({ nickName: '有邮箱', organizationId: home, email: 'one@example.com' });
    const printed = await server.rows.user({ nickName: '无邮箱', organizationId: home });
    const { body } = await give([mailed, printed], true);
    expect(body.body?.mailed).toEqual(['有邮箱']);
    expect(body.body?.slips.map(({ nickName }) => nickName)).toEqual(['无邮箱']);
    expect(body.body?.failed).toEqual(['无邮箱：没有电子邮箱']);
    expect(post.taken.at(-1)?.to).toContain('one@example.com');
    expect(JSON.stringify(body)).not.toContain('one@example.com');
  });

  it('one-time passwords are given to all or none, and never to other organizations, oneself, or people of a higher rank', async () => {
    const id = await server.rows.user({ organizationId: home });
    const away = await server.rows.user({ organizationId: await server.rows.organization() });
    const chief = await server.rows.user({ organizationId: home, roles: [await server.rows.role({ level: 1 })] });
    const before = await orm().select({ hash: userTable.passwordHash }).from(userTable).where(eq(userTable.id, id));
    expect((await give([id, away])).status).toBe(404);
    expect((await give([id, keeperId])).status).toBe(403);
    expect((await give([id, chief])).status).toBe(403);
    expect(await orm().select({ hash: userTable.passwordHash }).from(userTable).where(eq(userTable.id, id))).toEqual(
      before,
    );
  });
});

describe('people without a signature or certificate', () => {
  let staff: Record<string, number>;

  beforeEach(async () => {
    await orm().update(userTable).set({ enabled: '0' });
    await orm().update(userTable).set({ enabled: '1' }).where(eq(userTable.id, keeperId));
    await orm().update(userTable).set({ certNo: 'ZYWS-1', certUntil: '2099-01-01' }).where(eq(userTable.id, keeperId));
    const made = (more: object) =>
      server.rows.user({ organizationId: home, certNo: 'ZYWS-2', certUntil: '2099-01-01', ...more });
    staff = {
      bare: await made({ certNo: null, certUntil: null }),
      soon: await made({ certUntil: inDays(30) }),
      later: await made({ certUntil: inDays(31) }),
      past: await made({ certUntil: inDays(-1) }),
    };
  });

  it('people without a specimen signature, or with a missing or expiring certificate, are listed', async () => {
    const lacking = async (value: string) => {
      const { body } = await server.ask<Page<{ id: number }>>('GET', `api/user?lacks=${value}&sort=id,asc`, {
        token: keeper,
      });
      return body.content.map(({ id }) => id);
    };
    expect(await lacking('certificate')).toEqual([staff['bare']]);
    expect(await lacking('soon')).toEqual([staff['soon']]);
    expect(await lacking('past')).toEqual([staff['past']]);
    const all = [keeperId, ...Object.values(staff)];
    expect(await lacking('signature')).toEqual(all);
    expect(await lacking('nothing')).toEqual([]);
    const [file] = await orm()
      .insert(storedFileTable)
      .values({
        id: crypto.randomUUID(),
        name: 's.png',
        mime: 'image/png',
        size: 1,
        sha256: '',
        fileClass: 'print',
        organizationId: home,
      })
      .returning({ id: storedFileTable.id });
    const sign = (fileId: string | null) =>
      orm().insert(userSignatureTable).values({ userId: keeperId, fileId, createTime: new Date() });
    await sign(file?.id ?? null);
    expect(await lacking('signature')).toEqual(Object.values(staff));
    // A signature that was put away is none.
    await sign(null);
    expect(await lacking('signature')).toEqual(all);
  });

  it('people with an expiring certificate and their administrators are reminded once before the end and once after it', async () => {
    const told = async () =>
      (
        await orm()
          .select({ title: announcementTable.titile, person: announcementSendTable.userId })
          .from(announcementSendTable)
          .innerJoin(announcementTable, eq(announcementTable.id, announcementSendTable.anntId))
      ).filter(({ title }) => title.includes('证书'));
    expect(await remindOfEndings(server.services)).toBe('已提醒2人次');
    const first = await told();
    expect(first).toEqual(
      expect.arrayContaining([
        { title: '2人的证书即将到期或已到期', person: keeperId },
        { title: `您的证书将于${inDays(30)}到期`, person: staff['soon'] },
        { title: `您的证书已于${inDays(-1)}到期`, person: staff['past'] },
      ]),
    );
    expect(await remindOfEndings(server.services)).toBeNull();
    await orm()
      .update(userTable)
      .set({ certUntil: inDays(-2) })
      .where(eq(userTable.id, staff['soon'] ?? 0));
    expect(await remindOfEndings(server.services)).toBe('已提醒1人次');
  });
});
