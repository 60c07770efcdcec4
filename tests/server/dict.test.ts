import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DictDetail, Page } from '@contract/wire';
import { dictLabel } from '@server/crud/dictLabel';
import { dictDetailTable } from '@server/db/schema';
import { readWorkbook } from '@server/workbook/readWorkbook';
import { type TestServer, testServer } from '../support/server';

interface Saved {
  message: string;
  body: DictDetail & { version: number; dict: number };
  errors?: { field: string; message: string }[];
}

let server: TestServer;
let own: number;
let other: number;
let admin: string;
let keeper: string;
let neighbour: string;
let bystander: string;
let enterprise: string;
let industry: number;

beforeAll(async () => {
  server = await testServer();
  [own, other] = [await server.rows.organization(), await server.rows.organization()];
  const permissions = [
    'dictDetail:list',
    'dictDetail:add',
    'dictDetail:edit',
    'dictDetail:del',
    'dictDetail:restore',
    'dict:list',
    'dict:add',
    'dict:del',
    'dictDetail:import',
    'dictDetail:export',
  ];
  const roles = [await server.rows.role({ permissions })];
  await server.rows.user({ userName: 'chief', isAdmin: true, organizationId: own });
  await server.rows.user({ userName: 'keeper', organizationId: own, roles });
  await server.rows.user({ userName: 'neighbour', organizationId: other, roles });
  await server.rows.user({ userName: 'bystander', organizationId: own });
  await server.rows.user({ userName: 'enterprise', organizationId: own, isQy: true });
  [admin, keeper, neighbour, bystander, enterprise] = (await Promise.all(
    ['chief', 'keeper', 'neighbour', 'bystander', 'enterprise'].map((name) => server.login(name)),
  )) as [string, string, string, string, string];
  industry = await addDict('industry', '所属行业');
});
afterAll(() => server.close());

async function addDict(name: string, description: string): Promise<number> {
  const { status, body, text } = await server.ask<{ body: { id: number } }>('POST', 'api/dict/add', {
    token: admin,
    body: { name, description },
  });
  expect(status, text).toBe(200);
  return body.body.id;
}
const attempt = (token: string, values: Record<string, unknown>) =>
  server.ask<Saved>('POST', 'api/dictDetail/add', { token, body: { dict: industry, dictSort: 1, ...values } });
async function add(token: string, values: Record<string, unknown>): Promise<Saved['body']> {
  const { status, body, text } = await attempt(token, values);
  expect(status, text).toBe(200);
  return body.body;
}
const entries = async (token: string, query: string) => {
  const { status, body, text } = await server.ask<Page<DictDetail>>('GET', `api/dictDetail?${query}`, { token });
  expect(status, text).toBe(200);
  return body;
};
const values = async (token: string, query: string) => (await entries(token, query)).content.map(({ value }) => value);
const remove = (token: string, body: unknown) =>
  server.ask<{ message: string }>('DELETE', 'api/dictDetail/delete', { token, body });

describe('dictionary lookup', () => {
  beforeAll(async () => {
    await add(admin, { label: '化工', value: 'chemical', dictSort: 2 });
    await add(admin, { label: '采矿', value: 'mining', dictSort: 1 });
    await add(keeper, { label: '本机构特有', value: 'special', dictSort: 3 });
    await add(neighbour, { label: '邻机构特有', value: 'foreign', dictSort: 0 });
  });

  it("the dictionary lookup gives everybody signed in the common entries and the own organization's, in order", async () => {
    const query = 'dictName=industry&page=0&size=9999';
    expect(await values(bystander, query)).toEqual(['mining', 'chemical', 'special']);
    expect(await values(neighbour, query)).toEqual(['foreign', 'mining', 'chemical']);
    expect((await server.ask('GET', `api/dictDetail?${query}`)).status).toBe(401);
  });

  it('the dictionary lookup answers enterprise users, whose forms have selects as well', async () => {
    expect(await values(enterprise, 'dictName=industry')).toEqual(['mining', 'chemical', 'special']);
  });

  it('the dictionary lookup ignores another organization in any parameter', async () => {
    expect(await values(bystander, `dictName=industry&organizationId=${other}`)).toEqual([
      'mining',
      'chemical',
      'special',
    ]);
    const { body } = await server.ask<Page<DictDetail>>('GET', 'api/dictDetail?dictName=industry', {
      token: bystander,
      headers: { organizationid: String(other) },
    });
    expect(body.content.map(({ value }) => value)).not.toContain('foreign');
  });

  it('the dictionary lookup lets a platform administrator choose the organization', async () => {
    expect(await values(admin, `dictName=industry&organizationId=${other}`)).toEqual(['foreign', 'mining', 'chemical']);
    expect(await values(admin, 'dictName=industry')).toEqual(['mining', 'chemical', 'special']);
  });

  it('the lookup of an unknown dictionary is empty, and a wrong parameter is refused', async () => {
    expect(await entries(bystander, 'dictName=nothing')).toEqual({ content: [], totalElements: 0 });
    expect((await server.ask('GET', 'api/dictDetail?dictName=industry&size=x', { token: bystander })).status).toBe(400);
    expect((await server.ask('GET', "api/dictDetail?dictName=industry&sort=id';--", { token: bystander })).status).toBe(
      400,
    );
  });

  it('the dictionary lookup of several dictionaries is one request', async () => {
    const { body } = await server.ask<Record<string, DictDetail[]>>(
      'GET',
      'api/dictDetail/map?dictName=industry,nothing',
      { token: bystander },
    );
    expect(body.nothing).toEqual([]);
    expect(body.industry?.map(({ label }) => label)).toEqual(['采矿', '化工', '本机构特有']);
    expect((await server.ask('GET', 'api/dictDetail/map', { token: bystander })).status).toBe(400);
  });

  it('the dictionary lookup of one value returns the organization’s own label before the common one, and no deleted entries', async () => {
    const { orm } = server.database;
    const labelOf = (value: string | null, of: number | null = own) => dictLabel(orm, 'industry', value, of);
    const unused = await addDict('unused', '另一字典');
    await orm.insert(dictDetailTable).values([
      { dict: unused, label: '别的字典', value: 'elsewhere', dictSort: 1 },
      { dict: industry, label: '本机构的化工', value: 'chemical', dictSort: 9, organizationId: own },
      { dict: industry, label: '已删', value: 'gone', dictSort: 9, deleteTime: new Date() },
    ]);
    expect(await labelOf('chemical')).toBe('本机构的化工');
    expect([await labelOf('chemical', other), await labelOf('chemical', null)]).toEqual(['化工', '化工']);
    for (const unknown of ['foreign', 'gone', 'elsewhere']) expect(await labelOf(unknown)).toBe(unknown);
    expect([await labelOf(null), await labelOf('')]).toEqual([null, null]);
    await orm.delete(dictDetailTable).where(inArray(dictDetailTable.label, ['本机构的化工', '已删', '别的字典']));
  });

  it('the dictionary lookup without a name returns pages for the management page, only to people who may manage', async () => {
    const page = await entries(keeper, `dict=${industry}&page=1&size=2`);
    expect(page.totalElements).toBe(3);
    expect(page.content.map(({ value }) => value)).toEqual(['special']);
    expect((await server.ask('GET', `api/dictDetail?dict=${industry}`, { token: bystander })).status).toBe(403);
  });

  it('the list of the names of all dictionaries is a bare array', async () => {
    const { body } = await server.ask<{ name: string }[]>('GET', 'api/dict/all', { token: keeper });
    expect(body.map(({ name }) => name)).toContain('industry');
  });
});

describe('maintenance of dictionary entries', () => {
  it('dictionary entries added by staff belong to their organization, those added by administrators are common', async () => {
    expect((await add(keeper, { label: '甲', value: 'k1' })).organizationId).toBe(own);
    expect((await add(admin, { label: '乙', value: 'a1' })).organizationId).toBeNull();
    expect((await add(admin, { label: '丙', value: 'a2', organizationId: other })).organizationId).toBe(other);
    expect((await add(keeper, { label: '丁', value: 'k2', organizationId: other })).organizationId).toBe(own);
  });

  it('changing dictionary entries needs the permission, and changing common ones needs a platform administrator', async () => {
    expect((await attempt(bystander, { label: '戊', value: 'x1' })).status).toBe(403);
    const common = await add(admin, { label: '己', value: 'a3' });
    expect(
      (await server.ask('PUT', 'api/dictDetail/edit', { token: keeper, body: { ...common, label: '改' } })).status,
    ).toBe(403);
    expect((await remove(keeper, [common.id])).status).toBe(403);
    const foreign = await add(neighbour, { label: '庚', value: 'n1' });
    expect(
      (await server.ask('PUT', 'api/dictDetail/edit', { token: keeper, body: { ...foreign, label: '改' } })).status,
    ).toBe(404);
    expect((await remove(keeper, [foreign.id])).status).toBe(404);
  });

  it('a dictionary value is refused twice in one organization, and beside an equal common value', async () => {
    await add(keeper, { label: '辛', value: 'twice' });
    const again = await attempt(keeper, { label: '辛二', value: 'twice' });
    expect(again.status).toBe(409);
    expect(again.body.errors?.[0]?.field).toBe('value');
    expect((await attempt(neighbour, { label: '辛', value: 'twice' })).status).toBe(200);
    await add(admin, { label: '壬', value: 'common' });
    const beside = await attempt(keeper, { label: '壬', value: 'common' });
    expect(beside.status).toBe(409);
    expect(beside.body.message).toBe('字典值“common”在该字典中已存在');
  });

  it('of two equal dictionary entries added at the same time one is created', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map((number) => attempt(keeper, { label: `同时${number}`, value: 'atonce' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('dictionary entries are deleted by ids, by one id and by the entry itself', async () => {
    const [one, two, three] = [
      await add(keeper, { label: '一', value: 'd1' }),
      await add(keeper, { label: '二', value: 'd2' }),
      await add(keeper, { label: '三', value: 'd3' }),
    ];
    expect((await remove(keeper, [one.id])).status).toBe(200);
    expect((await remove(keeper, two.id)).status).toBe(200);
    expect((await remove(keeper, three)).status).toBe(200);
    expect((await remove(keeper, { name: 'x' })).status).toBe(400);
    expect(await values(keeper, 'dictName=industry')).not.toEqual(expect.arrayContaining(['d1']));
  });

  it('a deleted dictionary entry is not restored if its value exists again', async () => {
    const first = await add(keeper, { label: '去', value: 'back' });
    await remove(keeper, [first.id]);
    await add(keeper, { label: '来', value: 'back' });
    expect((await server.ask('PUT', 'api/dictDetail/restore', { token: keeper, body: [first.id] })).status).toBe(409);
  });
});

describe('disabled dictionary entry', () => {
  it('a disabled dictionary entry cannot be chosen anew; rows with it keep it and show its label', async () => {
    const entry = await add(keeper, { label: '造纸', value: 'paper' });
    const unit = { unitName: '某纸厂', industry: 'paper' };
    const writer = await server.login('chief');
    const addAnswer = await server.ask<{ body: Record<string, unknown> }>('POST', 'api/inspectUnit/add', {
      token: writer,
      body: { ...unit, organizationId: own },
    });
    expect(addAnswer.status, addAnswer.text).toBe(200);
    expect(
      (await server.ask('PUT', 'api/dictDetail/edit', { token: keeper, body: { ...entry, disabled: true } })).status,
    ).toBe(200);
    expect((await entries(keeper, 'dictName=industry')).content.find(({ value }) => value === 'paper')).toMatchObject({
      label: '造纸',
      disabled: true,
    });
    const again = await server.ask<Saved>('POST', 'api/inspectUnit/add', {
      token: writer,
      body: { ...unit, unitName: '另一纸厂', organizationId: own },
    });
    expect([again.status, again.body.errors?.map(({ field }) => field)]).toEqual([400, ['industry']]);
    expect(
      (
        await server.ask('PUT', 'api/inspectUnit/edit', {
          token: writer,
          body: { ...addAnswer.body.body, unitName: '某纸业' },
        })
      ).status,
    ).toBe(200);
  });
});

describe('order of dictionary entries', () => {
  it('the order of dictionary entries is saved as sent: the existing numbers are given anew, one audit line each', async () => {
    const dict = await addDict('orderOf', '顺序');
    const made = [];
    for (const [label, dictSort] of [
      ['甲', 10],
      ['乙', 20],
      ['丙', 30],
    ] as const)
      made.push(await add(admin, { dict, label, value: label, dictSort }));
    const [first, second, third] = made.map(({ id }) => id) as [number, number, number];
    const order = (ids: number[], token = admin) =>
      server.ask<{ message: string }>('PUT', 'api/dictDetail/order', { token, body: { ids } });
    expect((await order([third, first, second])).status).toBe(200);
    expect((await entries(admin, 'dictName=orderOf')).content.map(({ label, dictSort }) => [label, dictSort])).toEqual([
      ['丙', 10],
      ['甲', 20],
      ['乙', 30],
    ]);
    const [trail] = await server.database.query<{ count: string }>(
      `select count(*) from audit_log where entity = 'dictDetail' and action = 'edit' and entity_id in ($1, $2, $3)`,
      [first, second, third],
    );
    expect(Number(trail?.count)).toBe(3);
    for (const ids of [[third], [third, first], [third, first, first]]) expect((await order(ids)).status).toBe(409);
    expect((await order([third, first, 999_999])).status).toBe(404);
    expect((await order([first, second, third], keeper)).status).toBe(403);
    expect((await order([])).status).toBe(400);
  });
});

describe('dictionary entry in use', () => {
  it('a dictionary entry cannot be deleted while a row of the organization has its value', async () => {
    const entry = await add(keeper, { label: '制药', value: 'pharmacy' });
    await server.rows.inspectUnit({ organizationId: own, industry: 'pharmacy' });
    const { status, body } = await remove(keeper, [entry.id]);
    expect(status).toBe(409);
    expect(body.message).toBe('字典值“制药”已被受检单位使用，不能删除；不再使用时请停用');
    const changed = await server.ask<{ message: string }>('PUT', 'api/dictDetail/edit', {
      token: keeper,
      body: { ...entry, value: 'other' },
    });
    expect(changed.status).toBe(409);
    expect(
      (await server.ask('PUT', 'api/dictDetail/edit', { token: keeper, body: { ...entry, label: '医药' } })).status,
    ).toBe(200);
  });

  it('a common dictionary entry cannot be deleted while any organization uses it', async () => {
    const entry = await add(admin, { label: '冶金', value: 'metal' });
    await server.rows.inspectUnit({ organizationId: other, industry: 'metal' });
    expect((await remove(admin, [entry.id])).status).toBe(409);
  });

  it("a dictionary entry can be deleted if only deleted rows or another organization's rows had its value", async () => {
    const entry = await add(keeper, { label: '纺织', value: 'textile' });
    await server.rows.inspectUnit({ organizationId: own, industry: 'textile', deleteTime: new Date() });
    await server.rows.inspectUnit({ organizationId: other, industry: 'textile' });
    expect((await remove(keeper, [entry.id])).status).toBe(200);
  });
});

describe('dictionary', () => {
  it('a dictionary that the product uses can be neither renamed nor deleted', async () => {
    const { status, body } = await server.ask<{ message: string }>('DELETE', 'api/dict/delete', {
      token: admin,
      body: [industry],
    });
    expect(status).toBe(409);
    expect(body.message).toMatch(/^字典“industry”由系统使用（客户的所属行业、受检单位的所属行业.*），不能改名或删除$/);
    expect(
      (await server.ask('PUT', 'api/dict/edit', { token: admin, body: { id: industry, version: 1, name: 'renamed' } }))
        .status,
    ).toBe(409);
    expect(
      (
        await server.ask('PUT', 'api/dict/edit', {
          token: admin,
          body: { id: industry, version: 1, name: 'industry', description: '行业' },
        })
      ).status,
    ).toBe(200);
  });

  it('a dictionary with entries cannot be deleted; without entries it can', async () => {
    const dict = await addDict('colours', '颜色');
    const entry = await add(admin, { dict, label: '红', value: 'red' });
    const refused = await server.ask<{ message: string }>('DELETE', 'api/dict/delete', { token: admin, body: [dict] });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe('字典“colours”还有1个字典值，请先删除字典值');
    await remove(admin, [entry.id]);
    expect((await server.ask('DELETE', 'api/dict/delete', { token: admin, body: [dict] })).status).toBe(200);
    expect(await server.database.orm.select().from(dictDetailTable).where(eq(dictDetailTable.dict, dict))).toHaveLength(
      1,
    );
  });

  it('a dictionary is created only by platform administrators', async () => {
    expect((await server.ask('POST', 'api/dict/add', { token: keeper, body: { name: 'mine' } })).status).toBe(403);
    expect((await server.ask('POST', 'api/dict/add', { token: admin, body: { name: 'industry' } })).status).toBe(409);
  });
});

describe('workbook of dictionary entries', () => {
  const rows = (...cells: [string, string, string][]) =>
    cells.map(([value, label, sort], index) => ({
      line: index + 2,
      cells: { 字典值: value, 字典标签: label, 排序: sort },
    }));
  const commit = (token: string, body: object) =>
    server.ask<{
      message: string;
      body: { added: number; updated: number; same: number };
      errors?: { field: string; message: string }[];
    }>('POST', 'api/dictDetail/import/rows', { token, body });
  const sheetOf = async (dict: number, token = admin) => {
    const response = await server.app.request(`/api/dictDetail/export?dict=${dict}&sort=dictSort,asc`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return readWorkbook(new Uint8Array(await response.arrayBuffer()), { fileName: 'a.xlsx', expected: [] });
  };

  it('a workbook of dictionary entries is imported into the dictionary chosen on the page, and exported again', async () => {
    const [one, two] = [await addDict('sheetOne', '甲'), await addDict('sheetTwo', '乙')];
    const entries = rows(['1', '合格', '1'], ['2', '不合格', '2'], ['003', '待定', '3']);
    expect((await commit(admin, { fixed: { dict: one }, rows: entries })).body.body).toMatchObject({ added: 3 });
    // The same values in another dictionary are new there.
    expect((await commit(admin, { fixed: { dict: two }, rows: entries })).body.body).toMatchObject({ added: 3 });
    expect(await values(admin, 'dictName=sheetOne')).toEqual(['1', '2', '003']);
    const table = await sheetOf(one);
    expect(table.header.map((header) => header.replace('*', ''))).toEqual(['字典值', '字典标签', '排序']);
    expect(table.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
      ['1', '合格', '1'],
      ['2', '不合格', '2'],
      ['003', '待定', '3'],
    ]);
  });

  it('an imported workbook changes existing dictionary entries by their value on request', async () => {
    const dict = await addDict('sheetThree', '丙');
    await commit(admin, { fixed: { dict }, rows: rows(['1', '一', '1'], ['2', '二', '2']) });
    const changed = rows(['1', '壹', '1'], ['2', '二', '2']);
    expect((await commit(admin, { fixed: { dict }, rows: changed })).status).toBe(400);
    expect((await commit(admin, { mode: 'update', fixed: { dict }, rows: changed })).body.body).toEqual({
      added: 0,
      updated: 1,
      same: 1,
    });
  });

  it('a workbook of dictionary entries is refused without a dictionary, with an unknown one, or with another fixed column', async () => {
    const entries = rows(['x', '某', '1']);
    const none = await commit(admin, { rows: entries });
    expect([none.status, none.body.errors]).toEqual([400, [{ field: 'dict', message: '请先选择所属字典' }]]);
    expect((await commit(admin, { fixed: { dict: 999_999 }, rows: entries })).status).toBe(404);
    expect((await commit(admin, { fixed: { dict: industry, organizationId: other }, rows: entries })).status).toBe(400);
    expect((await commit(admin, { fixed: { dict: industry, label: '同名' }, rows: entries })).status).toBe(400);
    expect((await commit(bystander, { fixed: { dict: industry }, rows: entries })).status).toBe(403);
  });

  it('a workbook of dictionary entries with a wrong row writes nothing, and an organization’s import belongs to it', async () => {
    const dict = await addDict('sheetFour', '丁');
    const refused = await commit(keeper, { fixed: { dict }, rows: rows(['1', '一', '1'], ['2', '', '2']) });
    expect(refused.status).toBe(400);
    expect(refused.body.errors?.[0]?.field).toBe('3:字典标签');
    expect((await entries(admin, `dict=${dict}`)).totalElements).toBe(0);
    await commit(keeper, { fixed: { dict }, rows: rows(['1', '一', '1']) });
    expect(await values(neighbour, 'dictName=sheetFour')).toEqual([]);
    expect(await values(keeper, 'dictName=sheetFour')).toEqual(['1']);
  });
});
