import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productTitle } from '@contract/constants';
import type { ErrorBody, UserInfo } from '@contract/wire';
import { storedFileTable } from '@server/db/schema';
import { type Answered, type TestServer, testServer } from '../support/server';

type Row = Record<string, unknown> & { id: number; version: number };
type Action = ErrorBody & { body: Row };
interface Bucket {
  code: string;
  body: {
    title: string;
    titlePre: string | null;
    logoUrl: string | null;
    loginLogo: string | null;
    favicon: string | null;
    footerTxt: string;
    caseNumber: string | null;
    help: boolean;
    organization: { organizationId: number; name: string } | null;
  };
}

let server: TestServer;
let home: number;
let away: number;
let keeper: string;
let admin: string;

const bucket = async (token?: string) =>
  (await server.ask<Bucket>('GET', 'api/familyBucket/getFamilyBucket', { token })).body.body;

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  await rows.user({ userName: 'admin', isAdmin: true });
  admin = await server.login('admin');
});
afterAll(() => server.close());

describe('brand before sign-in', () => {
  it('the name and logo before sign-in are the product’s; with one organization they are that organization’s, with two the product’s again', async () => {
    const bare = await bucket();
    expect(bare).toMatchObject({ title: productTitle, organization: null, logoUrl: null, caseNumber: null });
    expect(bare.footerTxt).toContain(productTitle);
    home = await server.rows.organization({
      name: '杭州泰隆检测有限公司',
      code: 'TL',
      caseNumber: '浙ICP备12345678号',
      titlePre: '泰隆',
      footerTxt: '泰隆检测 版权所有',
    });
    expect(await bucket()).toMatchObject({
      titlePre: '泰隆',
      footerTxt: '泰隆检测 版权所有',
      caseNumber: '浙ICP备12345678号',
      organization: { organizationId: home, name: '杭州泰隆检测有限公司' },
    });
    away = await server.rows.organization({ name: '宁波甬安检测有限公司', code: 'YA' });
    expect((await bucket()).organization).toBeNull();
    const role = await server.rows.role({
      level: 3,
      permissions: ['list', 'add', 'edit', 'del', 'status'].map((action) => `organization:${action}`),
    });
    await server.rows.user({ userName: 'keeper', organizationId: home, roles: [role] });
    keeper = await server.login('keeper');
    expect((await bucket(keeper)).organization).toMatchObject({ organizationId: home });
  });
});

const edit = (body: object, token = keeper) => server.ask<Action>('PUT', 'api/organization/edit', { token, body });
const get = async (id: number) => (await server.ask<Row>('GET', `api/organization/${id}`, { token: admin })).body;
const said = ({ status, body }: Answered<ErrorBody>) => [status, body.message];

describe('organization', () => {
  it('an organization is visible only to its own people', async () => {
    const { body } = await server.ask<{ content: Row[]; totalElements: number }>(
      'GET',
      `api/organization?organizationId=${away}`,
      { token: keeper, headers: { organizationId: String(away) } },
    );
    expect([body.totalElements, body.content.map(({ id }) => id)]).toEqual([1, [home]]);
    expect((await server.ask('GET', `api/organization/${away}`, { token: keeper })).status).toBe(404);
    expect((await edit({ ...(await get(away)), remark: '改' })).status).toBe(404);
  });

  it('an organization edits its own details, but not its code, state and expiry', async () => {
    const row = await get(home);
    const { body, status } = await edit({ ...row, address: '西湖区文三路1号', phone: '13800138000' });
    expect([status, body.body.address]).toEqual([200, '西湖区文三路1号']);
    expect(said(await edit({ ...body.body, expiryDate: '2199-01-01' }))).toEqual([
      403,
      '系统到期日只能由平台管理员修改',
    ]);
    expect(said(await edit({ ...body.body, code: 'XX' }))).toEqual([403, '机构编码只能由平台管理员修改']);
    expect(said(await edit({ ...body.body, enabled: '0' }))).toEqual([403, '状态只能由平台管理员修改']);
    expect(
      (
        await server.ask('PUT', 'api/organization/status', {
          token: keeper,
          body: { ids: [home], field: 'enabled', value: '0' },
        })
      ).status,
    ).toBe(403);
    expect((await edit({ ...body.body, expiryDate: '2099-06-30' }, admin)).status).toBe(200);
  });

  it('an organization is added and deleted only by platform administrators, and cannot be deleted while anything belongs to it', async () => {
    const draft = { name: '新检测', code: 'NEW', enabled: '1' };
    expect((await server.ask('POST', 'api/organization/add', { token: keeper, body: draft })).status).toBe(403);
    const { body } = await server.ask<Action>('POST', 'api/organization/add', { token: admin, body: draft });
    const { id } = body.body;
    const remove = (token: string, ids: number[]) =>
      server.ask<ErrorBody>('DELETE', 'api/organization/delete', { token, body: ids });
    expect((await remove(keeper, [home])).status).toBe(403);
    expect(said(await remove(admin, [home]))).toEqual([409, '所选机构还有用户，不能删除；不再使用时请停用']);
    const unit = await server.rows.inspectUnit({ organizationId: id });
    expect(said(await remove(admin, [id]))).toEqual([409, '所选机构还有受检单位，不能删除；不再使用时请停用']);
    await server.database.query('delete from inspect_unit where id = $1', [unit]);
    expect((await remove(admin, [id])).status).toBe(200);
    expect(
      (
        await server.ask<ErrorBody>('GET', 'api/organization', {
          token: admin,
          headers: { organizationId: String(id) },
        })
      ).body.code,
    ).toBe('badOrganization');
  });

  it('an organization’s logo is public until it has another logo', async () => {
    const { orm } = server.database;
    const picture = async (organizationId: number) => {
      const id = randomUUID();
      await orm
        .insert(storedFileTable)
        .values({ id, organizationId, name: '标志.png', mime: 'image/png', size: 1, sha256: 'x', fileClass: 'image' });
      return id;
    };
    const isOpen = async (id: string) =>
      (await orm.select({ open: storedFileTable.open }).from(storedFileTable).where(eq(storedFileTable.id, id)))[0]
        ?.open;
    const [first, second, foreign] = [await picture(home), await picture(home), await picture(away)];
    expect((await edit({ ...(await get(home)), logo: foreign })).status).toBe(404);
    expect(await isOpen(foreign)).toBe(false);
    expect((await edit({ ...(await get(home)), logo: first, favicon: first })).status).toBe(200);
    expect(await isOpen(first)).toBe(true);
    expect(await bucket(keeper)).toMatchObject({
      logoUrl: `api/file/open/${first}`,
      favicon: `api/file/open/${first}`,
    });
    expect((await server.ask<UserInfo>('GET', 'auth/info', { token: keeper })).body.user.organization?.logo).toBe(
      `api/file/open/${first}`,
    );
    expect((await edit({ ...(await get(home)), logo: second, favicon: null })).status).toBe(200);
    expect([await isOpen(first), await isOpen(second)]).toEqual([false, true]);
  });
});

describe('help of an organization', () => {
  it('the help link of an organization is shown to everybody until the organization removes it', async () => {
    expect([(await bucket()).help, (await bucket(keeper)).help, (await bucket(admin)).help]).toEqual([
      true,
      true,
      true,
    ]);
    expect((await edit({ ...(await get(home)), noHelp: true })).status).toBe(200);
    expect([(await bucket(keeper)).help, (await bucket(admin)).help]).toEqual([false, true]);
    expect((await edit({ ...(await get(home)), noHelp: false })).status).toBe(200);
    expect((await bucket(keeper)).help).toBe(true);
  });
});

describe('getOrg', () => {
  const names = async (token: string, query = '', headers: Record<string, string> = {}) => {
    const { body } = await server.ask<{ code: string; body: { name: string }[] }>(
      'GET',
      `api/familyBucket/getOrg${query}`,
      { token, headers },
    );
    return [body.code, ...body.body.map(({ name }) => name)];
  };

  it('getOrg returns all or the requested organizations to an administrator, and the own organization to other people', async () => {
    expect(await names(admin)).toHaveLength(3);
    expect(await names(admin, '?name=甬安')).toEqual(['200', '宁波甬安检测有限公司']);
    expect(await names(admin, '?name=%25')).toEqual(['200']);
    expect(await names(admin, `?organizationId=${away}`)).toEqual(['200', '宁波甬安检测有限公司']);
    expect(await names(keeper)).toEqual(['200', '杭州泰隆检测有限公司']);
    expect(await names(keeper, `?organizationId=${away}`, { organizationId: String(away) })).toEqual([
      '200',
      '杭州泰隆检测有限公司',
    ]);
    expect((await server.ask('GET', 'api/familyBucket/getOrg')).status).toBe(401);
    expect((await server.ask('GET', "api/familyBucket/getOrg?organizationId=1'", { token: admin })).status).toBe(400);
  });
});
