import { and, eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow, Entity } from '@contract/entity';
import { failures } from '@contract/messages';
import { actions, permissionOf, type ActionName } from '@contract/permissions';
import { entities } from '@contract/subjects';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { registry } from '@server/app/resources';
import { addRow, type OperationContext, editRow, insertRow, insertRows } from '@server/crud/operations';
import type { Operation, Policy } from '@server/crud/policy';
import { forgetOldAnswers } from '@server/crud/runOnce';
import { saveMany } from '@server/crud/saveMany';
import { auditLogTable, customerTable, dictDetailTable, dictTable } from '@server/db/schema';
import { hashOf } from '@server/signing/canonicalJson';
import { exampleOf } from '../support/exampleOf';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';

// One loop over every entity served only by the generic routes. Module-specific calls have their own files.

const crudNames = [
  'list',
  'get',
  'add',
  'edit',
  'copy',
  'del',
  'restore',
  'status',
] as const satisfies readonly Operation[];
const generic = entities.filter((entity) => {
  const { policy } = registry.named(entity.name);
  return (
    entity.scope === 'organization' &&
    !policy.beforeSave &&
    crudNames.every((operation) => !policy.disabledOperations?.includes(operation))
  );
}) as readonly Entity[];

let server: TestServer;
let token: string;
let powerless: string;
let stranger: string;
let organizationId: number;
let worker: number;

const everything = generic.flatMap((entity) =>
  (Object.keys(actions) as ActionName[]).map((action) => permissionOf(entity, action)),
);

beforeAll(async () => {
  server = await testServer();
  const { rows, database } = server;
  organizationId = await rows.organization({ name: '甲检测中心' });
  const other = await rows.organization({ name: '乙检测中心' });
  const all = await rows.role({ permissions: everything });
  const none = await rows.role({});
  worker = await rows.user({ userName: 'worker', organizationId, roles: [all] });
  await rows.user({ userName: 'powerless', organizationId, roles: [none] });
  await rows.user({ userName: 'stranger', organizationId: other, roles: [all] });
  for (const name of ['industry', 'unitScale', 'economicType', 'customerLevel', 'projectType']) {
    const [dict] = await database.orm.insert(dictTable).values({ name }).returning({ id: dictTable.id });
    await database.orm.insert(dictDetailTable).values([
      { dict: dict?.id ?? 0, label: `${name}甲`, value: 'a', dictSort: 1 },
      { dict: dict?.id ?? 0, label: `${name}乙`, value: 'b', dictSort: 2 },
    ]);
  }
  [token, powerless, stranger] = [
    await server.login('worker'),
    await server.login('powerless'),
    await server.login('stranger'),
  ];
});
afterAll(() => server.close());

const context = { dict: () => 'a' };
let serial = 100;
// A received lot has a ledger, and can't be deleted.
const next = (entity: Entity): Record<string, unknown> => ({
  ...exampleOf(entity, (serial += 1), context),
  ...('receivedAmount' in entity.fields ? { receivedAmount: null } : {}),
});

async function add(entity: Entity, draft = next(entity)): Promise<AnyRow> {
  const { status, body, text } = await server.ask<Answer<AnyRow>>('POST', `${entity.path}/add`, { token, body: draft });
  expect(status, text).toBe(200);
  return body.body as AnyRow;
}

it('the generic call tests run at least for the customer and the inspected unit', () => {
  expect(generic.map(({ name }) => name)).toEqual(expect.arrayContaining(['customer', 'inspectUnit']));
});

describe.each(generic.map((entity) => [entity.label, entity] as const))('%s', (_label, entity) => {
  it('the generic resource returns an added row with its id, version, author and times', async () => {
    const draft = next(entity);
    const row = await add(entity, draft);
    expect(row).toMatchObject({
      ...Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null)),
      organizationId,
      version: 1,
      deleteTime: null,
    });
    expect(row.createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const found = await server.ask<AnyRow>('GET', `${entity.path}/${row.id}`, { token });
    expect(found.body).toEqual(row);
  });

  it('the generic resource lists rows by page, filter and sort', async () => {
    const row = await add(entity);
    const title = encodeURIComponent(String(row[entity.titleField]));
    const found = await server.ask<Page<AnyRow>>(
      'GET',
      `${entity.path}?${entity.titleField}=${title}&page=0&size=10&sort=id,desc`,
      { token },
    );
    expect(found.body.content.map(({ id }) => id)).toEqual([row.id]);
    expect(found.body.totalElements).toBe(1);
    const ids = (
      await server.ask<Page<AnyRow>>('GET', `${entity.path}?sort=id,asc&size=5000`, { token })
    ).body.content.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    const second = await server.ask<Page<AnyRow>>('GET', `${entity.path}?sort=id,asc&size=1&page=1`, { token });
    expect(second.body.content.map(({ id }) => id)).toEqual([ids[1]]);
    expect(second.body.totalElements).toBe(ids.length);
  });

  it('the generic resource edits a row with the version that was read, and refuses an older version with the current row', async () => {
    const row = await add(entity);
    const changed = await server.ask<Answer<AnyRow>>('PUT', `${entity.path}/edit`, {
      token,
      body: { ...row, remark: '第一次' },
    });
    expect(changed.body.body).toMatchObject({ remark: '第一次', version: 2 });
    const late = await server.ask<ErrorBody>('PUT', `${entity.path}/edit`, {
      token,
      body: { ...row, remark: '第二次' },
    });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({
      code: 'stale',
      current: { id: row.id, remark: '第一次', version: 2, updateByName: expect.any(String) },
    });
    const without = await server.ask<ErrorBody>('PUT', `${entity.path}/edit`, {
      token,
      body: { ...row, version: undefined },
    });
    expect(without.body.errors).toEqual([expect.objectContaining({ field: 'version' })]);
  });

  it('the generic resource copies a row with a permission of its own', async () => {
    const row = await add(entity);
    const copied = await server.ask<Answer<AnyRow>>('POST', `${entity.path}/copy`, { token, body: next(entity) });
    expect(copied.status, copied.text).toBe(200);
    expect(copied.body.body?.id).not.toBe(row.id);
  });

  it('the generic resource refuses a second row of the same title and names the field', async () => {
    const draft = next(entity);
    await add(entity, draft);
    const again = await server.ask<ErrorBody>('POST', `${entity.path}/add`, {
      token,
      body: { ...next(entity), [entity.titleField]: draft[entity.titleField] },
    });
    expect(again.status).toBe(409);
    expect(again.body.errors?.[0]).toMatchObject({
      field: entity.titleField,
      message: expect.stringContaining('已存在'),
    });
    const other = await add(entity);
    const renamed = await server.ask<ErrorBody>('PUT', `${entity.path}/edit`, {
      token,
      body: { ...other, [entity.titleField]: draft[entity.titleField] },
    });
    expect([renamed.status, renamed.body.errors?.[0]]).toMatchObject([
      409,
      { field: entity.titleField, message: expect.stringContaining('已存在') },
    ]);
  });

  it('the generic resource deletes softly, frees the title, and restores', async () => {
    const draft = next(entity);
    const row = await add(entity, draft);
    expect((await server.ask('DELETE', `${entity.path}/delete`, { token, body: [row.id] })).status).toBe(200);
    expect((await server.ask('GET', `${entity.path}/${row.id}`, { token })).status).toBe(404);
    const bin = await server.ask<Page<AnyRow>>('GET', `${entity.path}?deleted=true&ids=${row.id}`, { token });
    expect(bin.body.content[0]?.deleteTime).not.toBeNull();
    expect((await server.ask('PUT', `${entity.path}/restore`, { token, body: [row.id] })).status).toBe(200);
    expect((await server.ask('GET', `${entity.path}/${row.id}`, { token })).status).toBe(200);
    await server.ask('DELETE', `${entity.path}/delete`, { token, body: [row.id] });
    await add(entity, draft);
    const clash = await server.ask<ErrorBody>('PUT', `${entity.path}/restore`, { token, body: [row.id] });
    expect(clash.status).toBe(409);
  });

  it('the generic resource names each invalid field and stores nothing', async () => {
    const before = await server.ask<Page<AnyRow>>('GET', entity.path, { token });
    const empty = Object.fromEntries(Object.keys(entity.fields).map((name) => [name, null]));
    const refused = await server.ask<ErrorBody>('POST', `${entity.path}/add`, { token, body: empty });
    expect(refused.status).toBe(400);
    const required = Object.entries(entity.fields)
      .filter(([, field]) => field.required && !field.readonly && field.initial === undefined)
      .map(([name]) => name);
    expect(refused.body.errors?.map(({ field }) => field)).toEqual(expect.arrayContaining(required));
    expect(refused.body.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect((await server.ask<Page<AnyRow>>('GET', entity.path, { token })).body.totalElements).toBe(
      before.body.totalElements,
    );
  });

  it('the generic resource ignores id, organization, version and author in the request', async () => {
    const row = await add(entity, {
      ...next(entity),
      id: 99_999,
      organizationId: 1,
      version: 77,
      createBy: 1,
      createTime: '2000-01-01 00:00:00',
      deleteTime: '2000-01-01 00:00:00',
    });
    expect(row).toMatchObject({ organizationId, version: 1, deleteTime: null });
    expect(row.id).not.toBe(99_999);
    expect(row.createTime.startsWith('2000')).toBe(false);
  });

  it('the generic resource creates 1 row for the same request sent 50 times at once, and answers all alike (FT5)', async () => {
    const draft = next(entity);
    const headers = { 'idempotency-key': `key-${entity.name}-${serial}` };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        server.ask<Answer<AnyRow>>('POST', `${entity.path}/add`, { token, body: draft, headers }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const ids = new Set(answers.map(({ body }) => body.body?.id));
    const words = new Set(answers.map(({ body }) => hashOf(body)));
    expect([ids.size, words.size]).toEqual([1, 1]);
    const { body } = await server.ask<Page<AnyRow>>('GET', `${entity.path}?sort=id,desc&size=2`, { token });
    expect(body.content.filter(({ id }) => id >= ([...ids][0] ?? 0))).toHaveLength(1);
    measured(`${answers.length} 个并发、同一 Idempotency-Key：${ids.size} 行，应答 ${words.size} 种`);
    const other = await server.ask<ErrorBody>('POST', `${entity.path}/add`, { token, body: next(entity), headers });
    expect(other.status).toBe(409);
  });

  it('the generic resource shows another organization nothing and lets it change nothing', async () => {
    const row = await add(entity);
    const own = { token: stranger };
    expect((await server.ask('GET', `${entity.path}/${row.id}`, own)).status).toBe(404);
    expect((await server.ask<Page<AnyRow>>('GET', `${entity.path}?ids=${row.id}`, own)).body).toEqual({
      content: [],
      totalElements: 0,
    });
    expect((await server.ask('PUT', `${entity.path}/edit`, { ...own, body: row })).status).toBe(404);
    expect((await server.ask('DELETE', `${entity.path}/delete`, { ...own, body: [row.id] })).status).toBe(404);
    const options = await server.ask<{ id: number }[]>('GET', `api/options/${entity.name}?ids=${row.id}`, own);
    expect(options.body).toEqual([]);
    const spoofed = await server.ask<Page<AnyRow>>(
      'GET',
      `${entity.path}?organizationId=${organizationId}&organizationId=${organizationId}`,
      { ...own, headers: { organizationId: String(organizationId) } },
    );
    expect(spoofed.body.content.some(({ id }) => id === row.id)).toBe(false);
    expect((await server.ask('GET', `api/auditLog/of/${entity.name}/${row.id}`, own)).status).toBe(404);
    // An undeleted row can't be restored, whoever asks.
    expect((await server.ask('DELETE', `${entity.path}/delete`, { token, body: [row.id] })).status).toBe(200);
    expect((await server.ask('PUT', `${entity.path}/restore`, { ...own, body: [row.id] })).status).toBe(404);
    expect((await server.ask<Page<AnyRow>>('GET', `${entity.path}?deleted=true&ids=${row.id}`, own)).body).toEqual({
      content: [],
      totalElements: 0,
    });
    expect((await server.ask('PUT', `${entity.path}/restore`, { token, body: [row.id] })).status).toBe(200);
  });

  it('the generic resource refuses a list of fifty ids if one belongs to another organization', async () => {
    const rows = await Promise.all(Array.from({ length: 3 }, () => add(entity)));
    const foreign = (
      await server.ask<Answer<AnyRow>>('POST', `${entity.path}/add`, {
        token: stranger,
        body: {
          ...next(entity),
          ...Object.fromEntries(
            Object.entries(entity.fields)
              .filter(([, field]) => field.kind === 'dict' && !field.required)
              .map(([name]) => [name, null]),
          ),
        },
      })
    ).body.body as AnyRow;
    const refused = await server.ask('DELETE', `${entity.path}/delete`, {
      token,
      body: [...rows.map(({ id }) => id), foreign.id],
    });
    expect(refused.status).toBe(404);
    const left = await server.ask<Page<AnyRow>>(
      'GET',
      `${entity.path}?${rows.map(({ id }) => `ids=${id}`).join('&')}`,
      { token },
    );
    expect(left.body.totalElements).toBe(3);
  });

  it('the generic resource answers 401 without a session and 403 without the permission, on every call', async () => {
    const calls: [string, string, unknown?][] = [
      ['GET', entity.path],
      ['GET', `${entity.path}/1`],
      ['POST', `${entity.path}/add`, {}],
      ['POST', `${entity.path}/copy`, {}],
      ['PUT', `${entity.path}/edit`, {}],
      ['DELETE', `${entity.path}/delete`, [1]],
      ['PUT', `${entity.path}/restore`, [1]],
      ['PUT', `${entity.path}/status`, { ids: [1], field: 'status', value: '2' }],
      ...(entity.sheet
        ? ([
            ['GET', `${entity.path}/export`],
            ['GET', `${entity.path}/importTemplate`],
            ['POST', `${entity.path}/import`, {}],
            ['POST', `${entity.path}/import/rows`, {}],
          ] as [string, string, unknown?][])
        : []),
    ];
    for (const [method, path, body] of calls) {
      expect((await server.ask(method, path, { body })).status, `${method} ${path}`).toBe(401);
      expect((await server.ask(method, path, { token: powerless, body })).status, `${method} ${path}`).toBe(403);
    }
  });

  it('the generic resource writes one audit line for each change, with before and after', async () => {
    const row = await add(entity);
    await server.ask('PUT', `${entity.path}/edit`, {
      token,
      body: { ...row, remark: '改后' },
      headers: { 'x-reason': encodeURIComponent('客户来电更正') },
    });
    await server.ask('DELETE', `${entity.path}/delete`, { token, body: [row.id] });
    const trail = await server.database.orm
      .select()
      .from(auditLogTable)
      .where(and(eq(auditLogTable.entity, entity.name), eq(auditLogTable.entityId, row.id)))
      .orderBy(auditLogTable.id);
    expect(trail.map(({ action }) => action)).toEqual(['add', 'edit', 'del']);
    expect(trail[1]).toMatchObject({
      before: { remark: row.remark },
      after: { remark: '改后' },
      reason: '客户来电更正',
      userName: expect.stringContaining('worker'),
      ip: '192.0.2.1',
    });
    expect(trail[1]?.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['sort=nosuch,desc'],
    ['sort=id,sideways'],
    ['sort=id,desc;drop table inspect_unit'],
    ['sort=passwordHash,asc'],
    ['sort=(select 1),asc'],
    ['nosuch=1'],
    ['passwordHash=x'],
    ['size=5001'],
    ['size=0'],
    ['size=-1'],
    ['size=NaN'],
    ['size=1e3'],
    ['page=-1'],
    ['page=9999999999'],
    ['ids=1;2'],
    ['createTime=yesterday'],
    ['__proto__=1'],
    ['constructor=1'],
  ])('the generic list call answers 400 to %s', async (query) => {
    const { status, body, text } = await server.ask<ErrorBody>(
      'GET',
      `${entity.path}?${query.replaceAll(' ', '%20')}`,
      { token },
    );
    expect(status, text).toBe(400);
    expect(body.message).toMatch(/[\u4e00-\u9fff]/);
    expect(text).not.toMatch(/select|from "|at .*\.ts/i);
  });

  it('the generic resource accepts a page of five thousand', async () => {
    expect((await server.ask('GET', `${entity.path}?size=5000`, { token })).status).toBe(200);
  });

  it.each([
    ['not json', '{'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a word', '"x"'],
  ])('the generic write call answers 400 to %s as a body', async (_name, body) => {
    const response = await server.app.request(`/${entity.path}/add`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    expect(response.status).toBe(400);
    expect(((await response.json()) as ErrorBody).message).toMatch(/[\u4e00-\u9fff]/);
  });

  it('the generic resource answers 413 to a body above the limit', async () => {
    const response = await server.app.request(`/${entity.path}/add`, {
      method: 'POST',
      body: JSON.stringify({ remark: 'x'.repeat(2 * 1024 * 1024) }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    expect(response.status).toBe(413);
  });

  it('the generic resource changes the status of many rows, all or none', async () => {
    const name = Object.entries(entity.fields).find(
      ([, field]) => field.kind === 'dict' && field.dict === 'unitStatus',
    )?.[0];
    const refused = await server.ask<ErrorBody>('PUT', `${entity.path}/status`, {
      token,
      body: { ids: [1], field: entity.titleField, value: 'x' },
    });
    expect(refused.status).toBe(400);
    if (!name) return;
    const rows = [await add(entity), await add(entity)];
    const ids = rows.map(({ id }) => id);
    expect(
      (await server.ask('PUT', `${entity.path}/status`, { token, body: { ids, field: name, value: '2' } })).status,
    ).toBe(200);
    const found = await server.ask<Page<AnyRow>>('GET', `${entity.path}?ids=${ids.join(',')}`, { token });
    expect(found.body.content.map((row) => [row[name], row.version])).toEqual([
      ['2', 2],
      ['2', 2],
    ]);
    expect(
      (
        await server.ask('PUT', `${entity.path}/status`, {
          token,
          body: { ids: [...ids, 888_888], field: name, value: '1' },
        })
      ).status,
    ).toBe(404);
    expect(
      (await server.ask('PUT', `${entity.path}/status`, { token, body: { ids, field: name, value: '9' } })).status,
    ).toBe(400);
  });
});

describe('references', () => {
  it("a reference to another organization's row is refused, and nothing is stored", async () => {
    const foreign = await server.ask<Answer<AnyRow>>('POST', 'api/customer/add', {
      token: stranger,
      body: { customerName: '乙方客户', contact: '钱程' },
    });
    const refused = await server.ask<ErrorBody>('POST', 'api/inspectUnit/add', {
      token,
      body: { unitName: '引用他人客户', customer: foreign.body.body?.id },
    });
    expect(refused.status).toBe(404);
    const inspectUnitAnswer = await server.ask<Page<AnyRow>>(
      'GET',
      `api/inspectUnit?unitName=${encodeURIComponent('引用他人客户')}`,
      { token },
    );
    expect(inspectUnitAnswer.body.totalElements).toBe(0);
  });

  it('invalid references are reported together with invalid fields, so that a form is corrected once', async () => {
    const refused = await server.ask<ErrorBody>('POST', 'api/inspectUnit/add', {
      token,
      body: {
        unitName: ' ',
        mobile: '139',
        region: '浙江省/杭州市/下沙区',
        industry: 'nowhere',
        customer: 2_000_000_000,
      },
    });
    expect(refused.status).toBe(400);
    expect(refused.body.errors?.map(({ field }) => field).sort()).toEqual([
      'customer',
      'industry',
      'mobile',
      'region',
      'unitName',
    ]);
  });

  it.each(['甲省', '浙江省/乙市', '浙江省/杭州市/下沙区', 'constructor', '浙江省/toString'])(
    'a row with the unknown region %s is refused',
    async (region) => {
      const refused = await server.ask<ErrorBody>('POST', 'api/inspectUnit/add', {
        token,
        body: { unitName: `在${region.replaceAll('/', '')}`, region },
      });
      expect([refused.status, refused.body.errors]).toEqual([
        400,
        [{ field: 'region', message: `没有“${region}”这个地区，请重新选择所在地区` }],
      ]);
    },
  );

  it.each(['浙江省', '浙江省/杭州市', '浙江省/杭州市/临平区'])(
    'a row with the region %s is accepted',
    async (region) => {
      const { status, text } = await server.ask('POST', 'api/inspectUnit/add', {
        token,
        body: { unitName: `在${region.replaceAll('/', '')}的`, region },
      });
      expect(status, text).toBe(200);
    },
  );

  it('references keep a customer from being deleted while an inspected enterprise refers to it', async () => {
    const customer = await server.ask<Answer<AnyRow>>('POST', 'api/customer/add', {
      token,
      body: { customerName: '有单位的客户', contact: '钱程' },
    });
    await server.ask('POST', 'api/inspectUnit/add', {
      token,
      body: { unitName: '客户的单位', customer: customer.body.body?.id },
    });
    const refused = await server.ask<ErrorBody>('DELETE', 'api/customer/delete', {
      token,
      body: [customer.body.body?.id],
    });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe('客户已被受检单位使用，不能删除；不再使用时请停用');
  });

  it('the search for a reference finds an inspected enterprise by initials, pinyin and a part of its code', async () => {
    await server.ask('POST', 'api/inspectUnit/add', {
      token,
      body: { unitName: '杭州泰隆东海铸造有限公司', iuiCode: '91330106MAY3NG5025' },
    });
    for (const keyword of ['hztldh', 'HANG ZHOU', 'hangzhout', 'AY3NG', 'ay3ng', '东海铸造']) {
      const inspectUnitAnswer = await server.ask<Page<AnyRow>>(
        'GET',
        `api/inspectUnit?keyword=${encodeURIComponent(keyword)}`,
        {
          token,
        },
      );
      expect(
        inspectUnitAnswer.body.content.map((row) => row.unitName),
        keyword,
      ).toContain('杭州泰隆东海铸造有限公司');
    }
    const none = await server.ask<Page<AnyRow>>('GET', `api/inspectUnit?keyword=${encodeURIComponent('%')}`, { token });
    expect(none.body.totalElements).toBe(0);
  });
});

it('a far page of a list has the same order as near pages, without repeated or omitted rows', async () => {
  const far = await server.rows.organization({ name: '丙检测中心' });
  await server.rows.user({
    userName: 'reader',
    organizationId: far,
    roles: [await server.rows.role({ permissions: ['customer:list'] })],
  });
  const made = Array.from({ length: 1100 }, (_none, index) => ({
    customerName: `远页客户${index}`,
    organizationId: far,
    level: index % 3 === 0 ? null : String(index % 2),
    contact: '张三',
  }));
  await server.database.orm.insert(customerTable).values(made);
  const reader = await server.login('reader');
  for (const sort of ['id,desc', 'level,asc', 'customerName,desc']) {
    const ask = async (query: string) =>
      (await server.ask<Page<AnyRow>>('GET', `api/customer?sort=${sort}&${query}`, { token: reader })).body;
    const { content } = await ask('size=5000');
    const whole = content.map(({ id }) => id);
    // Sorted by id a near page reads its rows at once; in other orders it finds their ids first, too.
    if (sort === 'level,asc')
      expect(whole).toEqual(
        content
          .toSorted((a, b) => String(a['level'] ?? '9').localeCompare(String(b['level'] ?? '9')) || b.id - a.id)
          .map(({ id }) => id),
      );
    const [first, second, last] = [
      await ask('size=500&page=1'),
      await ask('size=50&page=20'),
      await ask('size=500&page=2'),
    ];
    expect([
      whole.length,
      first.content.length,
      second.content.length,
      last.content.length,
      last.totalElements,
    ]).toEqual([1100, 500, 50, 100, 1100]);
    expect([first, last].map(({ content }) => content.map(({ id }) => id))).toEqual([
      whole.slice(500, 1000),
      whole.slice(1000),
    ]);
    expect(second.content.map(({ id }) => id)).toEqual(whole.slice(1000, 1050));
  }
});

it('a list sorted by a reference uses its title, and one sorted by a fixed dictionary the order of its entries', async () => {
  const there = await server.rows.organization({ name: '丁检测中心' });
  await server.rows.user({
    userName: 'orderly',
    organizationId: there,
    roles: [await server.rows.role({ permissions: ['project:list', 'project:export'] })],
  });
  const called = [
    ['张店机械厂', 'zhang dian ji xie chang'],
    ['安吉家具厂', 'an ji jia ju chang'],
    ['陈村化工厂', 'chen cun hua gong chang'],
    ['安吉竹器厂', 'an ji zhu qi chang'],
  ] as const;
  const units: number[] = [];
  for (const [unitName, pinyin] of called)
    units.push(await server.rows.inspectUnit({ organizationId: there, unitName, pinyin }));
  const stages = ['testing', 'draft', 'archived', 'survey'];
  for (const [at, stage] of [...stages, ...stages].entries())
    await server.rows.project({ organizationId: there, belongInspect: units[at % 4] as number, code: `D${at}`, stage });
  const reader = await server.login('orderly');
  const ask = async (query: string) =>
    (await server.ask<Page<AnyRow>>('GET', `api/project?${query}`, { token: reader })).body;
  const names = (rows: readonly AnyRow[]) => rows.map((row) => row['belongInspectName']);

  const sorted = ['安吉家具厂', '安吉竹器厂', '陈村化工厂', '张店机械厂'].flatMap((name) => [name, name]);
  expect(names((await ask('sort=belongInspect,asc')).content)).toEqual(sorted);
  expect(names((await ask('sort=belongInspect,desc')).content)).toEqual(sorted.toReversed());
  const pages = await Promise.all([0, 1, 2].map((page) => ask(`sort=belongInspect,asc&size=3&page=${page}`)));
  expect(pages.flatMap(({ content }) => content.map(({ id }) => id))).toEqual(
    (await ask('sort=belongInspect,asc')).content.map(({ id }) => id),
  );
  // Alphabetical order of the codes would put 已归档 before 草稿.
  const order = fixedDictionaries.projectStage.flatMap(({ value }) => (stages.includes(value) ? [value, value] : []));
  expect((await ask('sort=stage,asc')).content.map((row) => row['stage'])).toEqual(order);
  expect(names((await ask('sort=stage,asc&sort=belongInspect,asc')).content).length).toBe(8);
  expect(names((await ask('sort=customer,asc&sort=belongInspect,asc')).content)).toEqual(sorted);
});

describe('states that no request can reach', () => {
  const hidden = '看不见的客户';
  const withName = (name: string) =>
    server.database.orm.select().from(customerTable).where(eq(customerTable.customerName, name));
  const desk = (name: string, policy: Policy = {}): OperationContext => {
    const resource = registry.named(name);
    const viewer = {
      user: { id: worker, userName: 'worker', nickName: 'worker', organizationId, isAdmin: false },
      permissions: new Set(everything),
      dataScope: 'organization',
      organizationId,
      homeOrganizationId: organizationId,
      unitIds: null,
      outside: false,
    };
    const call = {
      viewer,
      maybeViewer: viewer,
      ip: '192.0.2.1',
      requestId: '',
      reason: null,
      idempotencyKey: null,
    } as unknown as OperationContext['call'];
    return {
      services: server.services,
      registry,
      resource: { ...resource, policy: { ...resource.policy, ...policy } },
      call,
    };
  };

  it('a scope rule that would hide the row just written makes the write fail, and nothing is stored', async () => {
    const seen = await add(registry.named('customer').entity);
    const narrow = desk('customer', { scope: () => ne(customerTable.customerName, hidden) });
    const gone = { status: 404, message: failures.notFound };
    await expect(addRow(narrow, { customerName: hidden, contact: '钱程' })).rejects.toMatchObject(gone);
    await expect(editRow(narrow, { ...seen, customerName: hidden })).rejects.toMatchObject(gone);
    await expect(
      saveMany(narrow, { rows: [{ customerName: hidden, contact: '钱程' }], removed: [] }),
    ).rejects.toMatchObject(gone);
    expect(await withName(hidden)).toEqual([]);
    expect(await withName(String(seen['customerName']))).toMatchObject([{ id: seen.id, version: seen.version }]);
  });

  it('a row cannot be added to a parent row that does not exist', async () => {
    const { resource, ...rest } = desk('siteSurveyModuleRow');
    const part = server.database.transaction((tx) =>
      insertRow({ resource, ...rest }, tx, { template: 2_000_000_000 }, { action: 'add' }, organizationId),
    );
    await expect(part).rejects.toMatchObject({
      status: 404,
      message: `所选${String(resource.entity.fields['template']?.label)}不存在或已被删除`,
    });
  });

  it('rows added together that break a unique index are reported by field and value', async () => {
    const [name, contact] = ['导入两次的客户', '钱程'];
    const twice = server.database.transaction((tx) =>
      insertRows(
        desk('customer'),
        tx,
        [
          { customerName: name, contact },
          { customerName: name, contact },
        ],
        organizationId,
      ),
    );
    await expect(twice).rejects.toMatchObject({
      status: 409,
      code: 'duplicate',
      message: `客户名称“${name}”已存在`,
      details: { errors: [{ field: 'customerName' }] },
    });
    expect(await withName(name)).toEqual([]);
  });

  it('a request whose idempotency key was in use at its start is refused even if the key is free again', async ({
    onTestFinished,
  }) => {
    const { database } = server;
    // The moment between the two statements, which no second request can hit reliably.
    await database.execute(
      `create function key_is_held() returns trigger language plpgsql as $$ begin return null; end $$; create trigger key_is_held before insert on idempotency_key for each row when (new.key = 'held') execute function key_is_held()`,
    );
    onTestFinished(() => database.execute('drop trigger key_is_held on idempotency_key; drop function key_is_held()'));
    const name = '同一请求的客户';
    const { status, body } = await server.ask<ErrorBody>('POST', 'api/customer/add', {
      token,
      body: { customerName: name, contact: '钱程' },
      headers: { 'idempotency-key': 'held' },
    });
    expect([status, body.message]).toEqual([409, failures.duplicateRequest]);
    expect(await withName(name)).toEqual([]);
  });
});

it('the cleaning of idempotency keys removes answers of old requests and keeps new ones', async () => {
  const [entity] = generic;
  if (!entity) throw new Error('no entity');
  const draft = next(entity);
  const headers = { 'idempotency-key': 'kept-for-three-days' };
  const first = await server.ask<Answer<AnyRow>>('POST', `${entity.path}/add`, { token, body: draft, headers });
  await forgetOldAnswers(server.services);
  const again = await server.ask<Answer<AnyRow>>('POST', `${entity.path}/add`, { token, body: draft, headers });
  expect(again.body.body?.id).toBe(first.body.body?.id);
  await forgetOldAnswers({ database: server.database, now: () => new Date(Date.now() + 4 * 24 * 3_600_000) });
  const later = await server.ask('POST', `${entity.path}/add`, { token, body: draft, headers });
  expect(later.status).toBe(409);
});
