import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwnerlessKind } from '@contract/features/system/ownerlessRows';
import { failures } from '@contract/messages';
import type { Answer, ErrorBody, UserInfo } from '@contract/wire';
import { registry } from '@server/app/resources';
import { auditLogTable, customerTable, inspectUnitTable, organizationTable } from '@server/db/schema';
import { tellOwnerless } from '@server/features/system/ownerless/ownerlessRows';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let home: number;
let admin: string;

const unit = (unitName: string, headers: Record<string, string> = {}) =>
  server.ask<Answer<{ id: number; organizationId: number | null }> & ErrorBody>('POST', 'api/inspectUnit/add', {
    token: admin,
    headers,
    body: { unitName, status: '1', contact: '周敏', contactPhone: '13800138000' },
  });
const sheet = { rows: [{ line: 2, cells: { 客户名称: '甲方', 联系人: '周敏' } }], mode: 'add', blanks: 'keep' };
const shown = async () => (await server.ask<UserInfo>('GET', 'auth/info', { token: admin })).body.organizationShown;

beforeAll(async () => {
  server = await testServer();
  await server.rows.user({ userName: 'admin', isAdmin: true });
  admin = await server.login('admin');
});
afterAll(() => server.close());

describe('organization of a new row', () => {
  it('a new row in an installation without an organization is refused, and the message says how to proceed', async () => {
    const { status, body } = await unit('某厂');
    expect([status, body.code, body.message]).toEqual([400, 'noOrganization', failures.noOrganization]);
    expect(await server.database.orm.select().from(inspectUnitTable)).toEqual([]);
    expect(await shown()).toBeUndefined();
  });

  it('a new row belongs to the only organization if there is one, by form and by import', async () => {
    home = await server.rows.organization();
    expect(await shown()).toBe(home);
    expect((await unit('某厂')).body.body?.organizationId).toBe(home);
    expect((await server.ask('POST', 'api/customer/import/rows', { token: admin, body: sheet })).status).toBe(200);
    const [brought] = await server.database.orm.select().from(customerTable);
    expect(brought?.organizationId).toBe(home);
  });

  it('a platform administrator of several organizations adds and imports rows only after choosing an organization; a row without a chosen organization is refused and not stored', async () => {
    await server.rows.organization();
    expect((await unit('另一厂')).status).toBe(400);
    for (const call of ['recheck', 'rows']) {
      const { status, body } = await server.ask<ErrorBody>('POST', `api/customer/import/${call}`, {
        token: admin,
        body: { ...sheet, rows: [{ line: 2, cells: { 客户名称: '乙方', 联系人: '周敏' } }] },
      });
      expect([status, body.code]).toEqual([400, 'noOrganization']);
    }
    expect((await unit('另一厂', { organizationId: String(home) })).body.body?.organizationId).toBe(home);
    const nobodys = await server.database.orm
      .select({ id: inspectUnitTable.id })
      .from(inspectUnitTable)
      .where(isNull(inspectUnitTable.organizationId));
    expect(nobodys).toEqual([]);
  });

  it('the organization chosen for new rows is remembered until it is deleted', async () => {
    const other = await server.rows.organization();
    const choose = (value: number) =>
      server.ask('PUT', 'api/preference/organization', { token: admin, body: { value } });
    await choose(other);
    expect(await shown()).toBe(other);
    await choose(0);
    expect(await shown()).toBe(0);
    await choose(other);
    await server.database.orm
      .update(organizationTable)
      .set({ deleteTime: new Date() })
      .where(eq(organizationTable.id, other));
    expect(await shown()).toBeUndefined();
  });
});

describe('rows of an earlier version without an organization', () => {
  const orm = () => server.database.orm;

  it('rows of an earlier version without an organization are reported to the administrator once, who assigns them with audit lines', async () => {
    await orm().insert(customerTable).values({ customerName: '无主客户', contact: '周敏' });
    await orm()
      .insert(inspectUnitTable)
      .values([
        { unitName: '无主厂一', status: '1' },
        { unitName: '无主厂二', status: '1' },
      ]);
    await tellOwnerless(server.services, registry);
    await tellOwnerless(server.services, registry);
    const told = await server.database.query<{ titile: string; msg_content: string }>(
      'select titile, msg_content from announcement',
    );
    expect(told.map(({ titile }) => titile)).toEqual(['有3条数据没有所属机构']);
    expect(told[0]?.msg_content).toContain('客户1条、受检单位2条');

    const kinds = (await server.ask<OwnerlessKind[]>('GET', 'api/organization/ownerless', { token: admin })).body;
    expect(kinds).toEqual([
      { entity: 'customer', label: '客户', count: 1, titles: ['无主客户'] },
      { entity: 'inspectUnit', label: '受检单位', count: 2, titles: ['无主厂一', '无主厂二'] },
    ]);
    const assign = (entities: string[], token = admin) =>
      server.ask<Answer<{ assigned: number }>>('PUT', 'api/organization/ownerless', {
        token,
        body: { organizationId: home, entities },
      });
    expect((await assign(['inspectUnit'])).body).toMatchObject({ message: '已分配2条', body: { assigned: 2 } });
    expect(
      (await server.ask<OwnerlessKind[]>('GET', 'api/organization/ownerless', { token: admin })).body,
    ).toHaveLength(1);
    const lines = await orm()
      .select({ title: auditLogTable.title, after: auditLogTable.after })
      .from(auditLogTable)
      .where(and(eq(auditLogTable.entity, 'inspectUnit'), eq(auditLogTable.action, 'edit')));
    expect(lines).toEqual([
      { title: '无主厂一', after: { organizationId: home } },
      { title: '无主厂二', after: { organizationId: home } },
    ]);
    expect((await assign(['user'])).status).toBe(400);
  });

  it('rows without an organization are not assigned to an organization that has a row of the same name', async () => {
    await orm().insert(customerTable).values({ customerName: '甲方', contact: '周敏' });
    const { status } = await server.ask('PUT', 'api/organization/ownerless', {
      token: admin,
      body: { organizationId: home, entities: ['customer'] },
    });
    expect(status).toBe(409);
    const customerRows = await orm()
      .select({ name: customerTable.customerName })
      .from(customerTable)
      .where(isNull(customerTable.organizationId));
    expect(customerRows.map(({ name }) => name).sort()).toEqual(['无主客户', '甲方'].sort());
  });

  it('rows without an organization are hidden from organizations, which cannot assign them', async () => {
    const role = await server.rows.role({ level: 3, permissions: ['organization:add'] });
    await server.rows.user({ userName: 'worker', organizationId: home, roles: [role] });
    const token = await server.login('worker');
    expect((await server.ask('GET', 'api/organization/ownerless', { token })).status).toBe(403);
    expect(
      (
        await server.ask('PUT', 'api/organization/ownerless', {
          token,
          body: { organizationId: home, entities: ['customer'] },
        })
      ).status,
    ).toBe(403);
  });
});
