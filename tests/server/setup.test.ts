import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Setup, setupDuties, type SetupKey, setupTexts } from '@contract/features/system/setupChecklist';
import { dictDetailTable, dictTable, organizationTable } from '@server/db/schema';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let admin: string;
let home: number;

const setup = async (token = admin, headers: Record<string, string> = {}) =>
  (await server.ask<Setup | null>('GET', 'api/setup', { token, headers })).body;
const line = async (key: SetupKey) => (await setup())?.lines.find((line) => line.key === key);

beforeAll(async () => {
  server = await testServer({ backupDir: '/var/backups/lab', backupAt: '02:30' });
  await server.rows.user({ userName: 'admin', isAdmin: true });
  admin = await server.login('admin');
});
afterAll(() => server.close());

describe('set-up list', () => {
  it('the set-up list of an empty installation starts with every task open, in the order of the manual', async () => {
    const found = await setup();
    expect(found?.lines.map(({ key, state }) => [key, state])).toEqual([
      ['organization', 'open'],
      ['address', 'open'],
      ['codes', 'open'],
      ['people', 'open'],
      ['resources', 'open'],
      ['methods', 'open'],
      ['numbers', 'open'],
      ['backup', 'open'],
    ]);
    expect([found?.away, found?.complete, found?.mail]).toEqual([false, false, false]);
  });

  it('the set-up list names the missing settings of an organization, and marks a task as done when it is filled in', async () => {
    home = await server.rows.organization({ name: '杭州正和', publicUrl: null });
    expect(await line('organization')).toMatchObject({
      state: 'open',
      facts: ['杭州正和', '未填写：统一社会信用代码、资质证书编号、资质有效期至、联系电话、地址、检测专用章'],
    });
    expect((await line('address'))?.facts[0]).toBe('未填写对外网址，报告不能签发');
    await server.database.orm
      .update(organizationTable)
      .set({ publicUrl: 'https://zh.example.com' })
      .where(eq(organizationTable.id, home));
    expect(await line('address')).toMatchObject({
      state: 'done',
      facts: ['对外网址：https://zh.example.com', expect.any(String)],
    });
  });

  it('the set-up task about codes is done once the organization has a project type of its own, and names the common type that it replaces', async () => {
    const [dict] = await server.database.orm
      .insert(dictTable)
      .values({ name: 'projectType' })
      .returning({ id: dictTable.id });
    await server.database.orm
      .insert(dictDetailTable)
      .values({ dict: dict?.id ?? 0, value: 'DQ', label: '定期检测', dictSort: 1 });
    expect(await line('codes')).toMatchObject({
      state: 'open',
      facts: [expect.stringContaining('DQ 定期检测'), setupTexts.commonCodes],
      ways: [{ label: '字典管理', path: '/system/dict' }],
    });
    await server.database.orm
      .insert(dictDetailTable)
      .values({ dict: dict?.id ?? 0, value: 'DJ', label: '定期检测', dictSort: 1000, organizationId: home });
    const { state, facts } = (await line('codes')) ?? {};
    expect(state).toBe('done');
    expect(facts?.[0]).toContain('DJ 定期检测（代替公共编码DQ）');
    expect(facts?.[0]).not.toContain('DQ 定期检测');
  });

  it('the set-up task about people is done when somebody has the permission for each required activity', async () => {
    const [first, ...others] = setupDuties;
    const hold = async (permissions: string[]) =>
      server.rows.user({ organizationId: home, roles: [await server.rows.role({ permissions })] });
    await hold([first?.permission ?? '']);
    expect(await line('people')).toMatchObject({
      state: 'open',
      facts: ['在用账号1个', `还没有人可以：${others.map(({ duty }) => duty).join('、')}`],
    });
    await hold(others.map(({ permission }) => permission));
    expect(await line('people')).toMatchObject({ state: 'done', facts: ['在用账号2个', '各环节都有人办理'] });
  });

  it('the set-up list shows the values set by the environment, and hides the mail server’s password', async () => {
    expect((await line('backup'))?.facts[0]).toBe(
      '每日02:30备份到/var/backups/lab，由环境变量BACKUP_DIR、BACKUP_AT设置',
    );
    const own = await testServer({
      publicUrl: 'https://lab.example.com',
      smtpUrl: 'smtp://bot:secret@mail.example.com:587',
      mailFrom: 'bot@example.com',
    });
    try {
      await own.rows.user({ userName: 'admin', isAdmin: true });
      await own.rows.organization();
      const { body, text } = await own.ask<Setup>('GET', 'api/setup', { token: await own.login('admin') });
      expect(body.lines.find(({ key }) => key === 'address')).toEqual({
        key: 'address',
        state: 'done',
        facts: [
          '对外网址由环境变量PUBLIC_URL设置：https://lab.example.com',
          '邮件由环境变量SMTP_URL、MAIL_FROM设置：mail.example.com:587，发件人bot@example.com',
        ],
        ways: [{ label: '邮件设置', path: '/system/organization?mail=1' }],
      });
      expect(body.lines.find(({ key }) => key === 'backup')).toMatchObject({ state: 'outside' });
      expect([body.mail, text.includes('secret')]).toEqual([true, false]);
    } finally {
      await own.close();
    }
  });

  it('the set-up task about numbers is done once one is set, and each person can dismiss the list', async () => {
    expect((await line('numbers'))?.state).toBe('open');
    await server.ask('PUT', 'api/organization/numbers', { token: admin, body: { id: home, kind: 'report', used: 12 } });
    expect((await line('numbers'))?.state).toBe('done');
    await server.ask('PUT', 'api/preference/setup:away', { token: admin, body: { value: true } });
    expect((await setup())?.away).toBe(true);
  });

  it('the set-up list is hidden while all of several organizations are shown, and shows an organization’s administrator no server tasks', async () => {
    const away = await server.rows.organization();
    expect(await setup()).toBeNull();
    expect((await setup(admin, { organizationId: String(away) }))?.lines[0]?.facts[0]).toContain('检测机构');
    const role = await server.rows.role({ level: 3, permissions: ['organization:edit'] });
    await server.rows.user({ userName: 'keeper', organizationId: home, roles: [role] });
    const keeper = await server.login('keeper');
    expect((await setup(keeper))?.lines.map(({ key }) => key)).not.toContain('backup');
    await server.rows.user({ userName: 'worker', organizationId: home });
    expect((await server.ask('GET', 'api/setup', { token: await server.login('worker') })).status).toBe(403);
  });
});
