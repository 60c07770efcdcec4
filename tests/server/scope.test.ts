import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorBody, UserInfo } from '@contract/wire';
import { inspectUnitTable } from '@server/db/schema';
import { type TestServer, testServer } from '../support/server';

interface List {
  content: { id: number; organizationId: number | null }[];
  totalElements: number;
}

let server: TestServer;
let home: number;
let away: number;
let worker: string;
let admin: string;
let homeUnits: number[];
let awayUnits: number[];

const lists = [
  'api/inspectUnit',
  'api/customer',
  'api/project',
  'api/user',
  'api/role',
  'api/auditLog',
  'api/organization',
  'api/dictDetail',
];

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  await rows.user({ userName: 'admin', isAdmin: true });
  [home, away] = [await rows.organization(), await rows.organization()];
  const entities = ['inspectUnit', 'customer', 'project', 'user', 'role', 'auditLog', 'organization', 'dictDetail'];
  const everything = await rows.role({
    level: 2,
    dataScope: 'all',
    permissions: entities.flatMap((name) => [
      `${name}:list`,
      `${name}:add`,
      `${name}:edit`,
      `${name}:del`,
      `${name}:status`,
      `${name}:restore`,
    ]),
  });
  await rows.user({ userName: 'worker', organizationId: home, roles: [everything] });
  const fill = async (organizationId: number) => {
    await rows.role({ organizationId });
    await rows.customer({ organizationId });
    await rows.user({ organizationId });
    const units = [await rows.inspectUnit({ organizationId }), await rows.inspectUnit({ organizationId })];
    for (const belongInspect of units) await rows.project({ organizationId, belongInspect, stage: 'survey' });
    return units;
  };
  [homeUnits, awayUnits] = [await fill(home), await fill(away)];
  [worker, admin] = [await server.login('worker'), await server.login('admin')];
  await server.ask('POST', 'auth/login', { body: { username: 'worker', password: 'wrong' } });
});
afterAll(() => server.close());

const list = async (path: string, token: string, headers: Record<string, string> = {}) =>
  (await server.ask<List>('GET', path, { token, headers })).body;

describe('rows of another organization (AZ3, AZ4, AZ5)', () => {
  const claims = (id: number): [string, string, Record<string, string>][] => [
    ['in the header', '', { organizationId: String(id) }],
    ['in the query', `organizationId=${id}`, {}],
    ['in both', `organizationId=${id}`, { organizationId: String(id) }],
    ['as zero', 'organizationId=0', { organizationId: '0' }],
    ['twice', `organizationId=${id}&organizationId=${id}`, {}],
    ['as an array', `organizationId[]=${id}&organizationId[]=0`, {}],
    ['by index', `organizationId[0]=${id}`, {}],
    ['nested', `organization.organizationId=${id}`, {}],
    ['as nonsense', `organizationId=${id} or 1=1`, { organizationId: `${id}, ${id}` }],
    ['empty', 'organizationId=', { organizationId: '' }],
  ];

  it('rows of another organization are in no list and no count, whatever the request claims', async () => {
    for (const path of lists) {
      const honest = await list(path, worker);
      for (const [how, query, headers] of claims(away)) {
        const { content, totalElements } = await list(`${path}?${query}`, worker, headers);
        expect({ content, totalElements }, `${path} ${how}`).toEqual(honest);
        expect(
          content.every((row) =>
            path === 'api/organization' ? row.id === home : row.organizationId === null || row.organizationId === home,
          ),
          path,
        ).toBe(true);
      }
    }
  });

  it('rows of another organization are not found by id, alone or in bulk, and nothing changes', async () => {
    const [unit, foreign] = [homeUnits[0] as number, awayUnits[0] as number];
    const headers = { organizationId: String(away) };
    const before = await server.database.query('select id, status, delete_time, version from inspect_unit order by id');
    expect((await server.ask('GET', `api/inspectUnit/${foreign}`, { token: worker, headers })).status).toBe(404);
    expect(
      (
        await server.ask('PUT', 'api/inspectUnit/edit', {
          token: worker,
          headers,
          body: { id: foreign, version: 1, unitName: '夺', status: '1' },
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await server.ask('PUT', 'api/inspectUnit/status', {
          token: worker,
          headers,
          body: { ids: [unit, foreign], field: 'status', value: '2' },
        })
      ).status,
    ).toBe(404);
    expect(
      (await server.ask('DELETE', 'api/inspectUnit/delete', { token: worker, headers, body: [foreign] })).status,
    ).toBe(404);
    expect(
      await server.database.query('select id, status, delete_time, version from inspect_unit order by id'),
    ).toEqual(before);
  });

  it('rows of another organization cannot be used in a filter, counted or referred to', async () => {
    const foreign = awayUnits[0] as number;
    expect((await list(`api/project?belongInspect=${foreign}`, worker)).totalElements).toBe(0);
    expect((await list(`api/inspectUnit?ids=${awayUnits.join(',')}`, worker)).totalElements).toBe(0);
    const customer = (await list('api/customer', admin, { organizationId: String(away) })).content[0]?.id;
    const { status } = await server.ask('POST', 'api/inspectUnit/add', {
      token: worker,
      body: { unitName: '借客户', status: '1', customer },
    });
    expect(status).toBe(404);
  });

  it("a new row belongs to its author's organization, even if header or body name another", async () => {
    const { body } = await server.ask<{ body: { organizationId: number } }>('POST', 'api/inspectUnit/add', {
      token: worker,
      headers: { organizationId: String(away) },
      body: { unitName: '新建单位', status: '1', organizationId: away },
    });
    expect(body.body.organizationId).toBe(home);
  });

  it('an edit cannot move a row to another organization', async () => {
    const id = homeUnits[0] as number;
    const row = (await server.ask('GET', `api/inspectUnit/${id}`, { token: worker })).body;
    const { body } = await server.ask<{ body: { organizationId: number } }>('PUT', 'api/inspectUnit/edit', {
      token: worker,
      body: { ...row, organizationId: away },
    });
    expect(body.body.organizationId).toBe(home);
  });
});

describe('platform administrator', () => {
  it('the platform administrator sees all organizations, or the one chosen by header or query', async () => {
    const of = async (query: string, headers: Record<string, string> = {}) =>
      new Set((await list(`api/project?${query}`, admin, headers)).content.map((row) => row.organizationId));
    expect(await of('')).toEqual(new Set([home, away]));
    expect(await of('', { organizationId: '0' })).toEqual(new Set([home, away]));
    expect(await of('', { organizationId: String(away) })).toEqual(new Set([away]));
    expect(await of(`organizationId=${home}`)).toEqual(new Set([home]));
    expect(await of(`organization.organizationId=${home}`)).toEqual(new Set([home]));
  });

  it('a platform administrator who chose an unknown organization gets an error', async () => {
    const { status, body } = await server.ask<ErrorBody>('GET', 'api/project', {
      token: admin,
      headers: { organizationId: '999999' },
    });
    expect([status, body.code]).toEqual([400, 'badOrganization']);
    expect(
      (
        await server.ask('DELETE', 'auth/logout', {
          token: await server.login('admin'),
          headers: { organizationId: '999999' },
        })
      ).status,
    ).toBe(200);
  });

  it('a platform administrator creates rows in the chosen organization', async () => {
    const { body } = await server.ask<{ body: { organizationId: number } }>('POST', 'api/customer/add', {
      token: admin,
      headers: { organizationId: String(away) },
      body: { customerName: '平台新增', contact: '周敏' },
    });
    expect(body.body.organizationId).toBe(away);
  });
});

describe('platform administrator without a chosen organization', () => {
  it('a platform administrator without a chosen organization cannot make a row refer to another organization’s row', async () => {
    const customers = (await list('api/customer', admin)).content;
    const of = (id: number) => customers.find(({ organizationId }) => organizationId === id)?.id;
    const unit = (await server.ask('GET', `api/inspectUnit/${homeUnits[0]}`, { token: admin })).body;
    const refused = await server.ask<ErrorBody>('PUT', 'api/inspectUnit/edit', {
      token: admin,
      body: { ...unit, customer: of(away) },
    });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ field: 'customer', message: '所选委托单位属于其他机构，请重新选择' }],
    ]);
    expect(
      (
        await server.ask<ErrorBody>('POST', 'api/inspectUnit/add', {
          token: admin,
          body: { unitName: '跨机构引用', organizationId: home, customer: of(away) },
        })
      ).status,
    ).toBe(400);
    expect(
      (await server.ask('PUT', 'api/inspectUnit/edit', { token: admin, body: { ...unit, customer: of(home) } })).status,
    ).toBe(200);
  });

  it.each([
    ['a word', '2'],
    ['half', 1.5],
    ['beyond every row', 1e10],
    ['nobody', 999_999],
  ])('a platform administrator cannot create a row for an organization that is %s', async (_, organizationId) => {
    const { status, body } = await server.ask<ErrorBody>('POST', 'api/customer/add', {
      token: admin,
      body: { customerName: '无主客户', contact: '周敏', organizationId },
    });
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'organizationId']);
  });

  it("a platform administrator without a chosen organization imports rows without changing other organizations' rows", async () => {
    const [row] = await server.services.database.orm
      .select()
      .from(inspectUnitTable)
      .where(eq(inspectUnitTable.id, awayUnits[0] as number));
    const { body } = await server.ask<{ body: object }>('POST', 'api/inspectUnit/import/rows', {
      token: admin,
      headers: { organizationId: String(home) },
      body: { mode: 'update', rows: [{ line: 2, cells: { 单位名称: row?.unitName, 联系人: '平台导入' } }] },
    });
    expect(body.body).toEqual({ added: 1, updated: 0, same: 0 });
    const [after] = await server.services.database.orm
      .select()
      .from(inspectUnitTable)
      .where(eq(inspectUnitTable.id, awayUnits[0] as number));
    expect(after).toEqual(row);
  });
});

describe('data scope of a role', () => {
  it('the data scope “self” shows own rows, and “all” of an organization’s own role no more than the organization', async () => {
    const { rows } = server;
    const own = await rows.role({
      dataScope: 'self',
      permissions: ['inspectUnit:list', 'inspectUnit:add', 'user:list'],
    });
    await rows.user({ userName: 'selfish', organizationId: home, roles: [own] });
    const token = await server.login('selfish');
    expect((await list('api/inspectUnit', token)).totalElements).toBe(0);
    await server.ask('POST', 'api/inspectUnit/add', { token, body: { unitName: '我的单位', status: '1' } });
    expect((await list('api/inspectUnit', token)).totalElements).toBe(1);
    // Colleagues stay visible, or nobody could be chosen.
    expect((await list('api/user', token)).totalElements).toBeGreaterThan(1);

    const forged = await rows.role({ dataScope: 'all', organizationId: home, permissions: ['inspectUnit:list'] });
    await rows.user({ userName: 'forger', organizationId: home, roles: [forged] });
    const seen = await list('api/inspectUnit?size=100', await server.login('forger'));
    expect(seen.content.every((row) => row.organizationId === home)).toBe(true);
  });

  it('the data scope of a role of another organization shows nothing', async () => {
    const foreign = await server.rows.role({ organizationId: away, permissions: ['inspectUnit:list'] });
    await server.rows.user({ userName: 'borrower', organizationId: home, roles: [foreign] });
    const token = await server.login('borrower');
    expect((await server.ask<UserInfo>('GET', 'auth/info', { token })).body.roles).toEqual([]);
    expect((await server.ask('GET', 'api/inspectUnit', { token })).status).toBe(403);
  });
});

describe('enterprise user', () => {
  it('an enterprise user sees the own enterprises and their projects, and no people, roles or customers', async () => {
    const { rows } = server;
    const reading = await rows.role({
      permissions: ['inspectUnit', 'project', 'user', 'role', 'customer', 'auditLog', 'organization'].map(
        (name) => `${name}:list`,
      ),
    });
    const [own, other] = homeUnits as [number, number];
    await rows.user({
      userName: 'enterprise',
      organizationId: home,
      isQy: true,
      roles: [reading],
      units: [own, awayUnits[0] as number],
    });
    const token = await server.login('enterprise');
    // Drafts are internal.
    await rows.project({ organizationId: home, belongInspect: own, stage: 'draft' });
    expect((await list('api/inspectUnit', token)).content.map(({ id }) => id)).toEqual([own]);
    const projects = (await server.ask<{ content: { belongInspect: number }[] }>('GET', 'api/project', { token })).body
      .content;
    expect(projects.map(({ belongInspect }) => belongInspect)).toEqual([own]);
    expect((await server.ask('GET', `api/inspectUnit/${other}`, { token })).status).toBe(404);
    // Internal notes are neither shown nor found.
    await server.database.orm.update(inspectUnitTable).set({ remark: '催款中' }).where(eq(inspectUnitTable.id, own));
    expect((await list('api/inspectUnit', token)).content[0]).not.toHaveProperty('remark');
    expect((await server.ask('GET', `api/inspectUnit/${own}`, { token })).text).not.toContain('催款中');
    for (const query of ['remark=催款', 'sort=remark,asc'])
      expect((await server.ask('GET', `api/inspectUnit?${query}`, { token })).status, query).toBe(400);
    for (const path of ['api/user', 'api/role', 'api/customer', 'api/auditLog', 'api/organization'])
      expect((await list(path, token)).totalElements, path).toBe(0);

    await rows.user({ userName: 'unitless', organizationId: home, isQy: true, roles: [reading] });
    const none = await server.login('unitless');
    for (const path of ['api/inspectUnit', 'api/project']) expect((await list(path, none)).totalElements, path).toBe(0);
  });
});
