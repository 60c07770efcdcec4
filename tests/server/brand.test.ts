import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productTitle } from '@contract/constants';
import { storedFileTable } from '@server/db/schema';
import { type TestServer, testServer } from '../support/server';
import { png, sendForm } from '../support/uploads';

type Brand = Record<string, unknown>;

let server: TestServer;
let admin: string;
let keeper: string;
let home: number;
let row: Brand & { id: number };

beforeAll(async () => {
  server = await testServer();
  home = await server.rows.organization({ name: '甲检测' });
  await server.rows.organization({ name: '乙检测' });
  await server.rows.user({ userName: 'chief', isAdmin: true, organizationId: home });
  await server.rows.user({
    userName: 'keeper',
    organizationId: home,
    roles: [
      await server.rows.role({ permissions: ['brand:edit', 'brand:add', 'organization:edit', 'organization:list'] }),
    ],
  });
  [admin, keeper] = [await server.login('chief'), await server.login('keeper')];
});
afterAll(() => server.close());

const shown = async (token?: string) =>
  (await server.ask<{ body: Brand }>('GET', 'api/familyBucket/getFamilyBucket', token ? { token } : {})).body.body;
const save = (verb: 'POST' | 'PUT', body: Brand, token = admin) =>
  server.ask<{ message: string; body: Brand & { id: number }; errors?: { field: string }[] }>(
    verb,
    `api/brand/${verb === 'POST' ? 'add' : 'edit'}`,
    { token, body },
  );

describe('name and logos of the platform', () => {
  it('the platform’s name and logos are the built-in ones until somebody changes them', async () => {
    expect(await shown()).toMatchObject({
      title: productTitle,
      shortTitle: null,
      logoUrl: null,
      theme: null,
      caseNumber: null,
    });
  });

  it('the platform’s name and logos are stored once, by platform administrators, and shown to everybody, signed in or not', async () => {
    expect((await save('POST', { title: '自己的' }, keeper)).status).toBe(403);
    const logo = (
      await sendForm<{ body: { id: string } }>(server, 'api/file/upload', {
        token: admin,
        name: 'a.png',
        content: png(),
        fields: { fileClass: 'image' },
      })
    ).body.body.id;
    const made = await save('POST', {
      title: '职卫云平台',
      shortTitle: '职卫云',
      theme: '#0958d9',
      logo,
      footerTxt: '某某技术支持',
      caseNumber: '浙ICP备1号',
    });
    expect(made.status).toBe(200);
    row = made.body.body;
    for (const token of [undefined, admin, keeper]) {
      expect(await shown(token)).toMatchObject({
        title: '职卫云平台',
        shortTitle: '职卫云',
        theme: '#0958d9',
        logoUrl: `api/file/open/${logo}`,
        footerTxt: '某某技术支持',
        caseNumber: '浙ICP备1号',
      });
    }
    const [file] = await server.database.orm
      .select({ open: storedFileTable.open })
      .from(storedFileTable)
      .where(eq(storedFileTable.id, logo));
    expect(file?.open).toBe(true);
    const second = await save('POST', { title: '第二份' });
    expect([second.status, second.body.message]).toEqual([409, '平台标识只有一份，请编辑现有的一份']);
  });

  it('an organization’s own name and logos replace those of the platform', async () => {
    const own = (await server.ask<Brand>('GET', `api/organization/${home}`, { token: admin })).body;
    const edited = await server.ask('PUT', 'api/organization/edit', {
      token: keeper,
      body: { ...own, title: '甲检测业务系统', theme: '#531dab', footerTxt: '甲检测', caseNumber: '浙ICP备2号' },
    });
    expect(edited.status, edited.text).toBe(200);
    expect(await shown(keeper)).toMatchObject({
      title: '甲检测业务系统',
      theme: '#531dab',
      footerTxt: '甲检测',
      caseNumber: '浙ICP备2号',
    });
    expect(await shown()).toMatchObject({ title: '职卫云平台' });
  });

  it('the short name shown is the organization’s if the organization has a name, else the platform’s', async () => {
    const rename = async (names: Brand) => {
      const own = (await server.ask<Brand>('GET', `api/organization/${home}`, { token: admin })).body;
      const body = { ...own, ...names };
      expect((await server.ask('PUT', 'api/organization/edit', { token: keeper, body })).status).toBe(200);
      return shown(keeper);
    };
    expect(await rename({ shortTitle: null })).toMatchObject({ title: '甲检测业务系统', shortTitle: null });
    expect(await rename({ shortTitle: '甲检' })).toMatchObject({ title: '甲检测业务系统', shortTitle: '甲检' });
    expect(await rename({ title: null, shortTitle: null })).toMatchObject({
      title: '职卫云平台',
      shortTitle: '职卫云',
    });
    await rename({ title: '甲检测业务系统' });
  });

  it('the platform’s brand refuses an invalid colour, and a removed logo is no longer public', async () => {
    expect((await save('PUT', { ...row, theme: 'teal' })).body.errors?.map(({ field }) => field)).toEqual(['theme']);
    expect((await save('PUT', { ...row, logo: null })).status).toBe(200);
    const [file] = await server.database.orm
      .select({ open: storedFileTable.open })
      .from(storedFileTable)
      .where(eq(storedFileTable.id, String(row['logo'])));
    expect(file?.open).toBe(false);
  });
});
