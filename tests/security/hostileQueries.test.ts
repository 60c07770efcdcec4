import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { ErrorBody, Page } from '@contract/wire';
import { registry } from '@server/app/resources';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';
import { declaredRoutes } from './declared';

let server: TestServer;
let token: string;
let organizationId: number;

/**
 * Every twelfth entity: of the platform, of an organization, shared ones, with references, numbers, days and flags;
 * equal in each run.
 */
const listed = registry.all
  .map(({ entity }) => entity)
  .filter(({ path }) => declaredRoutes.get(`GET ${path}`)?.permission.endsWith(':list'))
  .filter((_, index) => index % 12 === 0);

beforeAll(async () => {
  server = await testServer();
  organizationId = await server.rows.organization();
  const role = await server.rows.role({
    permissions: [
      'inspectUnit:export',
      ...new Set(['inspectUnit', 'auditLog', 'user', ...listed.map(({ name }) => name)]),
    ].map((name) => (name.includes(':') ? name : `${name}:list`)),
  });
  await server.rows.user({ userName: 'reader', organizationId, roles: [role] });
  for (let index = 0; index < 12; index += 1)
    await server.rows.inspectUnit({ organizationId, unitName: `受检单位${index}` });
  token = await server.login('reader');
});
afterAll(() => server.close());

const canary = 'zq7canary';
// Attacks on the ancestors' `orderBy` and `sort` (RuoYi #310), each with a word that no statement may contain.
const sorts = [
  `id,desc;drop table ${canary}`,
  `id,desc--${canary}`,
  `id,desc/*${canary}*/`,
  `(select ${canary}),asc`,
  `id,(case when 1=1 then 'asc' else '${canary}' end)`,
  `case when (select user_name from "user" limit 1) like 0x61 then id else ${canary} end,asc`,
  `1,${canary}`,
  `id desc,${canary}`,
  `id,asc,${canary}`,
  `unitName collate ${canary},asc`,
  `"id",${canary}`,
  `id'||'${canary},asc`,
  `id);select pg_sleep(9)--${canary},asc`,
  `updatexml(1,concat(0x7e,${canary}),1),asc`,
  `extractvalue(1,${canary}),asc`,
  `if(1=1,id,${canary}),asc`,
  `rand(${canary}),asc`,
  `id,ＡＳＣ${canary}`,
  `ｉｄ${canary},asc`,
  `id\u200b${canary},asc`,
  `passwordHash,asc${canary}`,
  `constructor,${canary}`,
  `__proto__,${canary}`,
  `id.${canary},asc`,
  `project.${canary},asc`,
  `["id","${canary}"]`,
  `{"id":"${canary}"}`,
  `$where:${canary}`,
  `id;${canary}`,
  `id%00${canary},asc`,
].map((sort) => `sort=${encodeURIComponent(sort)}`);
const filters = [
  `unitName[$ne]=${canary}`,
  `unitName[like]=${canary}`,
  `unitName.$regex=${canary}`,
  `${canary}=1`,
  `or=1 or ${canary}`,
  `where=${canary}`,
  `filter=${canary}`,
  `customer=1;${canary}`,
  `customer=1&customer[]=${canary}`,
  `ids=1 or ${canary}`,
  `ids=1,${canary}`,
  `ids[]=${canary}`,
  `createTime=2026-01-01' or ${canary}`,
  `createTime=[${canary}]`,
  `customer=1 or ${canary}`,
  `customer=(select ${canary})`,
  `deleted=${canary}`,
  `page=1;${canary}`,
  `size=10 union select ${canary}`,
  `size=0x10${canary}`,
  `version=1 or ${canary}`,
  `organizationId.${canary}=1`,
  `passwordHash=${canary}`,
  `constructor=${canary}`,
  `__proto__=${canary}`,
  `toString=${canary}`,
  `unit_name=${canary}`,
  `"unitName"=${canary}`,
  `unitName;${canary}=1`,
  `unitName%27=${canary}`,
].map((filter) => filter.replaceAll(' ', '%20').replaceAll("'", '%27').replaceAll('"', '%22'));

const listOf = (path: string, query: string) =>
  server.ask<Page<AnyRow> & ErrorBody>('GET', `${path}?${query}`, { token });
const list = (query: string) => server.ask<Page<AnyRow> & ErrorBody>('GET', `api/inspectUnit?${query}`, { token });

describe('sorts and filters (IN1)', () => {
  it('the hostile sorts and filters comprise 60 payloads', () => expect(sorts.length + filters.length).toBe(60));

  it('hostile sorts and filters are all refused with 400: of 60 queries 0 reach an SQL statement and 0 change the order (RuoYi #310)', async () => {
    const honest = (await list('sort=id,asc')).body.content.map(({ id }) => id);
    const wrong: string[] = [];
    let turned = 0;
    for (const query of [...sorts, ...filters]) {
      const { status, body, text } = await list(query);
      if (status !== 400 || !/[\u4e00-\u9fff]/.test(body.message))
        wrong.push(`${decodeURIComponent(query)}: ${status} ${text.slice(0, 100)}`);
      if (status === 200 && JSON.stringify(body.content.map(({ id }) => id)) !== JSON.stringify(honest)) turned += 1;
    }
    expect(wrong).toEqual([]);
    const reached = server.database.statements.kinds().filter(({ sql }) => sql.includes(canary));
    expect(reached).toEqual([]);
    expect((await list('sort=id,asc')).body.content.map(({ id }) => id)).toEqual(honest);
    const tried = sorts.length + filters.length;
    measured(`${tried} 个载荷，${tried - wrong.length} 个 400；进入 SQL ${reached.length} 处，次序改变 ${turned} 次`);
  });

  it(`hostile sorts and filters are refused with 400 by the lists of ${listed.length} other entities as well: 60 payloads each, 0 reach an SQL statement`, async () => {
    const wrong: string[] = [];
    let tried = 0;
    for (const { path, name, fields } of listed) {
      const text = Object.entries(fields).find(([, { kind }]) => kind === 'text')?.[0] ?? 'id';
      const chosen = Object.entries(fields).find(([, { kind }]) => kind === 'ref')?.[0] ?? 'id';
      // The same payloads with this entity's own fields.
      for (const query of [...sorts, ...filters].map((one) =>
        one.replaceAll('unitName', text).replaceAll('customer', chosen),
      )) {
        const { status, body, text: said } = await listOf(path, query);
        tried += 1;
        if (status !== 400 || !/[\u4e00-\u9fff]/.test(body.message))
          wrong.push(`${name} ${decodeURIComponent(query)}: ${status} ${said.slice(0, 100)}`);
      }
      expect((await listOf(path, 'sort=id,asc')).status, name).toBe(200);
    }
    expect(wrong).toEqual([]);
    const reached = server.database.statements.kinds().filter(({ sql }) => sql.includes(canary));
    expect(reached).toEqual([]);
    expect(listed.length).toBeGreaterThanOrEqual(6);
    measured(
      `另 ${listed.length} 个实体（${listed.map(({ name }) => name).join('、')}）：${tried} 次，${tried - wrong.length} 个 400；进入 SQL ${reached.length} 处`,
    );
  });

  it('search words are always treated as plain text', async () => {
    for (const word of [
      `' or 1=1 --`,
      `%' or '1'='1`,
      `\\`,
      `_`,
      `%`,
      `"; drop table inspect_unit; --`,
      `$1`,
      `\${1+1}`,
    ]) {
      for (const field of ['unitName', 'keyword']) {
        const { status, body } = await list(`${field}=${encodeURIComponent(word)}`);
        expect([status, body.totalElements], word).toEqual([200, 0]);
      }
    }
    expect((await list('')).body.totalElements).toBe(12);
  });
});

describe('pages (IN2)', () => {
  beforeAll(async () => {
    await server.database.query(
      `insert into inspect_unit (organization_id, unit_name, status, region, registered_address, work_address, contact, mobile, email, hazards, remark)
       select $1::int, '用人单位' || n, '1', '浙江省/杭州市/西湖区', '文三路' || n || '号', '文三路' || n || '号', '周敏', '13800000000', 'lab' || n || '@example.com', repeat('苯、甲苯、二甲苯；', 10), repeat('备注', 50) from generate_series(1, 5000) n`,
      [organizationId],
    );
  });

  it.each([
    'size=0',
    'size=-1',
    'size=5001',
    'size=1e9',
    'size=NaN',
    'size=Infinity',
    'size=',
    'size=1.5',
    'size=99999999999999999999',
    'page=-1',
    'page=1e9',
    'page=NaN',
    'page=99999999999',
    'size=5000&size=5001',
  ])('list pages beyond the bounds (%s) are refused with 400, and none has more than 5000 rows', async (query) => {
    for (const path of ['api/inspectUnit', 'api/auditLog', 'api/user']) {
      const { status, body } = await server.ask<ErrorBody>('GET', `${path}?${query}`, { token });
      expect([path, status, /[\u4e00-\u9fff]/.test(body.message)]).toEqual([path, 400, true]);
    }
  });

  it('list pages take less than 100 MB of memory: a hundred refused ones, and the largest allowed one of 5000 rows', async () => {
    const refused = ['size=1e9', 'size=5001', 'page=99999999999', 'size=NaN', 'size=-1'];
    const ask = async (times: number): Promise<void> => {
      for (let turn = 0; turn < times; turn += 1) await list(refused[turn % refused.length] as string);
    };
    await ask(refused.length);
    const before = process.memoryUsage.rss();
    await ask(100);
    const {
      status,
      body: { content },
      text,
    } = await list('size=5000');
    const grown = (process.memoryUsage.rss() - before) / 1024 / 1024;
    expect([status, content.length]).toEqual([200, 5000]);
    measured(
      `100 次越界的分页均为 400，另取 ${content.length} 行的一页（${(text.length / 1_000_000).toFixed(1)} 百万字符）：内存增长 ${Math.max(0, grown).toFixed(0)} MB`,
    );
    expect(grown).toBeLessThan(100);
  });

  it('a list page far beyond the end is empty', async () => {
    expect((await list('page=100000&size=5000')).body).toMatchObject({ content: [], totalElements: 5012 });
  });
});
