import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChainReport } from '@contract/features/system/auditChainReport';
import type { RoleMatrix } from '@contract/features/system/rightsWire';
import { failures } from '@contract/messages';
import type { ErrorBody } from '@contract/wire';
import { auditLogTable } from '@server/db/schema';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';

// What enterprises, external reviewers and other organizations learn besides their own rows.

let server: TestServer;
let home: number;
let away: number;
let unit: number;
let enterpriseRole: number;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  [home, away] = [await rows.organization({ name: '甲检测中心' }), await rows.organization({ name: '乙检测中心' })];
  unit = await rows.inspectUnit({ organizationId: home });
  enterpriseRole = await rows.role({ name: '企业查询', permissions: ['project:list'], remark: '内部说明' });
  await rows.role({ name: '质量负责人', organizationId: home, permissions: ['user:del'] });
  const chief = await rows.role({
    name: '机构管理员',
    level: 1,
    permissions: ['user:list', 'user:add', 'user:edit', 'auditLog:list'],
  });
  await rows.user({ userName: 'client', organizationId: home, isQy: true, units: [unit], roles: [enterpriseRole] });
  await rows.user({ userName: 'expert', organizationId: home, isOutside: true, roles: [enterpriseRole] });
  await rows.user({ userName: 'chief', organizationId: home, roles: [chief] });
  await rows.user({ userName: 'zhaolei77', organizationId: away });
  await rows.user({ userName: 'platform', isAdmin: true });
  for (const name of ['client', 'expert', 'chief', 'platform']) tokens[name] = await server.login(name);
});
afterAll(() => server.close());

const tokenOf = (who: string) => ({ token: tokens[who] ?? '' });

describe('information hidden from external users (SEC-19)', () => {
  it('an enterprise user is neither offered draft projects nor finds them', async () => {
    await server.rows.project({
      organizationId: home,
      belongInspect: unit,
      stage: 'draft',
      code: 'CG-1',
      projectName: '草稿中的项目',
    });
    await server.rows.project({
      organizationId: home,
      belongInspect: unit,
      stage: 'survey',
      code: 'CG-2',
      projectName: '已受理的项目',
    });
    for (const path of [
      'api/options/project',
      'api/options/project?keyword=CG',
      'api/search?keyword=CG',
      'api/project?keyword=CG',
    ]) {
      const { text } = await server.ask('GET', path, tokenOf('client'));
      expect([path, text.includes('CG-1'), text.includes('CG-2')]).toEqual([path, false, true]);
    }
    const { body } = await server.ask<{ id: number }[]>('POST', 'api/options/project/byTitle', {
      ...tokenOf('client'),
      body: { titles: ['CG-1', '草稿中的项目'] },
    });
    expect(body).toEqual([]);
  });

  it('a wrong old password at a password change writes an audit line', async () => {
    const { status } = await server.ask('PUT', 'api/user/password', {
      ...tokenOf('client'),
      body: { oldPassword: 'Wrong-2024#Xy', newPassword: 'Other-2024#Xy' },
    });
    const lines = await server.database.orm
      .select()
      .from(auditLogTable)
      .where(and(eq(auditLogTable.action, 'loginFailed'), eq(auditLogTable.reason, '修改密码：旧密码错误')));
    expect([status, lines.length]).toEqual([400, 1]);
  });

  it('outside people are refused the overview of roles, and staff are not', async () => {
    for (const who of ['client', 'expert']) {
      const { status, text } = await server.ask('GET', 'api/roleMatrix', tokenOf(who));
      expect([who, status, text.includes('企业查询')]).toEqual([who, 403, false]);
    }
    expect((await server.ask<RoleMatrix>('GET', 'api/roleMatrix', tokenOf('chief'))).body.roles.length).toBe(3);
  });

  it('the user names of other organizations are not revealed, and at most 10 an hour can be tried', async () => {
    const add = (userName: string) =>
      server.ask<ErrorBody>('POST', 'api/user/add', {
        ...tokenOf('chief'),
        body: { userName, nickName: '新人', password: testPassword, enabled: '1', expiryDate: '2099-12-31', roles: [] },
      });
    expect((await add('CHIEF')).body.message).toBe('用户名“CHIEF”已存在（不区分大小写）');
    const foreign = await add('ZhaoLei77');
    expect([foreign.status, foreign.body.message]).toEqual([409, '用户名“ZhaoLei77”不能使用，请换一个']);
    for (let turn = 0; turn < 9; turn += 1) expect((await add('zhaolei77')).status).toBe(409);
    const last = await add('zhaolei77');
    expect([last.status, last.body.message]).toEqual([429, failures.namesTaken]);
    expect((await add('newcomer')).status).toBe(200);
  });

  it("the verification of the audit trail counts an organization's own lines, and names no line of another", async () => {
    const add = (organizationId: number, title: string) =>
      server.database.orm
        .insert(auditLogTable)
        .values({
          action: 'add',
          entity: 'customer',
          title,
          userName: '某人',
          organizationId,
          createTime: new Date(),
        } as never)
        .returning({ id: auditLogTable.id });
    for (let index = 0; index < 40; index += 1) await add(away, '乙的客户');
    const [foreign] = await add(away, '乙的客户');
    const [own] = await add(home, '甲的客户');
    const verify = async (who: string) =>
      (await server.ask<ChainReport>('POST', 'api/auditLog/verify', tokenOf(who))).body;
    const [end] = await server.database.query<{ hash: string }>('select hash from audit_head where id = 1');
    // The number of the last line of the chain would tell how many lines the others wrote.
    expect((await verify('chief')).last).toEqual({ seq: null, hash: end?.hash });
    expect((await verify('platform')).last?.seq).toBeGreaterThan(40);
    const [lines] = await server.database.query<{ n: number }>(
      'select count(*)::int as n from audit_log where organization_id = $1',
      [home],
    );
    expect(await verify('chief')).toMatchObject({ count: lines?.n, broken: [], own: true });
    expect((await verify('platform')).count).toBeGreaterThan(40);
    await server.database.execute(
      `begin; set local session_replication_role = replica; update audit_log set title = '改'
        where id in (${Number(foreign?.id)}, ${Number(own?.id)}); commit`,
    );
    expect((await verify('chief')).broken).toEqual([{ fault: 'altered', seq: null, auditId: own?.id }]);
    expect((await verify('platform')).broken.map(({ auditId }) => auditId)).toEqual([foreign?.id, own?.id]);
  });
});
