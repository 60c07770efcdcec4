import { fixedDictionaries, isFixed } from '@contract/dictionaries';
import type { Entity, AnyRow } from '@contract/entity';
import type { Field } from '@contract/field';
import { headersOf } from '@contract/sheet';
import type { Answer } from '@contract/wire';
import { registry } from '@server/resources';
import { projectTable } from '@server/db/schema';
import { eq, sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exampleOf } from '../support/exampleOf';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';
import { declaredGrants, declaredRoutes } from './declared';
import { type Cell, deskOf, type SecurityDesk } from './desk';
import { holderOf } from './people';
import { fileOf, foreignMark, type Kind, planted, plantMore, plantRows } from './plantedRows';
import { bareTrial, restores, trialOf } from './trial';

let server: TestServer;
let desk: SecurityDesk;
let token: string;
let admin: string;

beforeAll(async () => {
  server = await testServer();
  desk = deskOf(server);
  await plantRows(server.database);
  token = await holderOf(server, 'holder', [...declaredGrants.keys()]);
  await server.rows.user({ userName: 'chief', isAdmin: true });
  admin = await server.login('chief');
});
afterAll(() => server.close());

/** Of every row of every entity. */
async function fingerprint(): Promise<string[]> {
  const tables = await server.database.query<{ name: string }>(`select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('user_session', 'migration', 'login_failure')`);
  return Promise.all(tables.map(async ({ name }) => {
    const [row] = await server.database.query<{ sum: string }>(`select concat(count(*), ' ', md5(string_agg(t::text, '' order by t::text))) as sum from ${name} t`);
    return `${name} ${row?.sum}`;
  }));
}

describe('AZ3: an organisation that a request claims', () => {
  const id = String(planted.foreign);
  const claims: readonly (readonly [string, string, Record<string, string>])[] = [
    ['in header and query, twice', `organizationId=${id}&organizationId=${id}`, { organizationId: id }],
    ['in the header', '', { organizationId: id }],
    ['in the query', `organizationId=${id}`, {}],
    ['as zero', 'organizationId=0', { organizationId: '0' }],
    ['as an array', `organizationId[]=${id}&organizationId[]=0`, {}],
    ['by index', `organizationId[0]=${id}`, {}],
    ['nested', `organization.organizationId=${id}`, {}],
    ['as a list', `organizationId=${id},${planted.own}`, { organizationId: `${id},${planted.own}` }],
    ['empty', 'organizationId=', { organizationId: '' }],
    ['in the bin', `deleted=true&organizationId=${id}`, { organizationId: id }],
  ];

  /** The words of an answer, those of a workbook among them. */
  async function wordsOf(path: string, headers: Record<string, string>): Promise<string> {
    const response = await server.app.request(`/${path}`, { headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.9', ...headers } });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return bytes[0] === 0x50 && bytes[1] === 0x4b ? Object.values(unzipSync(bytes)).map((part) => new TextDecoder().decode(part)).join('') : new TextDecoder().decode(bytes);
  }

  it(`brings 0 foreign rows into any list, tree, count or export (${claims.length} ways to claim)`, async () => {
    const wrong: string[] = [];
    const lists = desk.routes.filter(({ method, path, permission }) => method === 'GET' && !path.includes(':') && permission !== 'public');
    for (const route of lists) {
      const { path } = bareTrial(route);
      for (const [how, query, headers] of claims) {
        const words = await wordsOf(`${path}${path.includes('?') ? '&' : '?'}${query}`, headers);
        if (words.includes(foreignMark)) wrong.push(`${path} ${how}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(lists.length).toBeGreaterThan(160);
    measured(`${lists.length} 个列表、树与导出 × ${claims.length} 种伪造，他机构数据 ${wrong.length} 处`);
  });
});

/** Entities with an `add` of the generic kind. */
const addable = registry.all.filter(({ entity }) => declaredRoutes.has(`POST ${entity.path}/add`));
let serial = 300;
// The same drafts whichever tests ran before.
beforeEach(() => {
  serial = 300;
});
const draftOf = (entity: Entity, kind: Kind = 'own'): Record<string, unknown> => ({ ...exampleOf(entity, (serial += 1), { ref: () => planted[kind], file: () => fileOf(kind), dict: () => 'a' }), ...(trialOf(addOf(entity), kind).body as object | undefined) });
const addOf = (entity: Entity) => {
  const found = desk.routes.find(({ method, path }) => method === 'POST' && path === `${entity.path}/add`);
  if (!found) throw new Error(`${entity.name} has no add`);
  return found;
};

describe('AZ5: a reference', () => {
  it('to a row or a file of another organisation is refused wherever one can be written: 404, nothing written', async () => {
    const wrong: string[] = [];
    let [tried, refused] = [0, 0];
    const before = await fingerprint();
    for (const { entity } of addable) {
      const own = await desk.call('POST', { path: `${entity.path}/add`, body: draftOf(entity) }, token);
      for (const [name, field] of Object.entries(entity.fields)) {
        if (field.readonly || !['ref', 'refs', 'file'].includes(field.kind)) continue;
        // Platform-wide rows are everybody's.
        if ('to' in field && registry.named(field.to).entity.scope === 'platform' && field.to !== 'organization') continue;
        const value = field.kind === 'file' ? fileOf('foreign') : field.kind === 'refs' ? [planted.own, planted.foreign] : planted.foreign;
        const { status, text } = await desk.call('POST', { path: `${entity.path}/add`, body: { ...draftOf(entity), [name]: value } }, token);
        tried += 1;
        if (status < 400 || text.includes(foreignMark)) wrong.push(`${entity.name}.${name}: ${status} ${text.slice(0, 160)}`);
        // Where the same draft with own references is taken, the refusal is the reference's.
        if (own.status === 200) {
          refused += 1;
          if (status !== 404) wrong.push(`${entity.name}.${name}: ${status} ${text.slice(0, 160)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(10);
    expect(await fingerprint()).toEqual(before);
    measured(`${tried} 处引用他机构的行或文件：均拒绝，其中其余字段合格的 ${refused} 处均 404；写入 0 行`);
  });
});

/** The text that stands in a workbook's cell; what is chosen from other rows is left empty. */
const cellOf = (field: Field, value: unknown): string => (['ref', 'refs', 'file'].includes(field.kind) || value === null || value === undefined || typeof value === 'object' ? '' : field.kind === 'flag' ? (value ? '是' : '否') : field.kind === 'dict' && isFixed(field.dict) ? (fixedDictionaries[field.dict][0]?.label ?? '') : String(value));

describe('AZ3: an organisation that a body claims', () => {
  const id = planted.foreign;
  const claims: readonly (readonly [how: string, Readonly<Record<string, unknown>>])[] = [
    ['as a number', { organizationId: id }],
    ['as a text', { organizationId: String(id) }],
    ['as an array', { organizationId: [id, planted.own] }],
    ['nested and under other names', { organizationId: { id }, organization: { id, organizationId: id }, 'organization.organizationId': id, organization_id: id, org: id, orgId: id, ownerId: id, belongOrganization: id, createBy: id }],
  ];

  it(`makes and moves 0 rows into the other organisation: added, copied, edited, saved together and imported, in every entity that has one (${claims.length} ways to claim)`, async () => {
    const owned = registry.all.filter(({ entity }) => entity.scope !== 'platform');
    const tables = await server.database.query<{ name: string }>(`select quote_ident(table_name) as name from information_schema.columns where table_schema = 'public' and column_name = 'organization_id' order by 1`);
    const counting = tables.map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name} where organization_id = ${id}`).join(' union all ');
    const away = await server.database.query<{ name: string; count: number }>(counting);
    const before = JSON.stringify(away);
    expect(away.filter(({ count }) => count > 0).length).toBeGreaterThan(70);
    const landed: string[] = [];
    let now = '';
    let written = 0;
    const looking = deskOf(server, async (tx) => {
      const found: unknown = await tx.execute(sql.raw(counting));
      const rows = Array.isArray(found) ? found : (found as { rows: unknown[] }).rows;
      written += 1;
      if (JSON.stringify(rows) !== before) landed.push(now);
    });
    const reached = new Set<string>();
    let tried = 0;
    for (const { entity } of owned) {
      const { path } = entity;
      const headers = headersOf(entity);
      const draft = () => (addable.some((one) => one.entity === entity) ? draftOf(entity) : exampleOf(entity, (serial += 1), { ref: () => planted.own, file: () => fileOf('own'), dict: () => 'a' }));
      const row = (claim: object): object => ({ ...draft(), ...claim });
      const edit = { id: planted.own, version: 1 };
      const calls: readonly (readonly [string, (claim: Readonly<Record<string, unknown>>) => object])[] = [
        [`POST ${path}/add`, row], [`POST ${path}/copy`, row], [`PUT ${path}/edit`, (claim) => ({ ...edit, ...claim })],
        [`PUT ${path}/saveAll`, (claim) => ({ rows: [{ ...edit, ...claim }, row(claim)], removed: [], ...claim })],
        [`POST ${path}/import/rows`, (claim) => {
          const example = draft();
          const texts = Object.fromEntries(Object.entries(claim).map(([name, value]) => [name, String(value)]));
          const cells = Object.fromEntries(Object.entries(entity.fields).flatMap(([name, field]) => (headers.includes(field.label) ? [[field.label, cellOf(field, example[name])]] : [])));
          return { mode: 'add', fixed: texts, rows: [{ line: 2, cells: { ...texts, ...cells, 所属机构: foreignMark, 机构: String(id) } }], ...claim };
        }],
      ];
      for (const [call, bodyOf] of calls) {
        if (!declaredRoutes.has(call)) continue;
        const [method = '', to = ''] = call.split(' ');
        for (const [how, claim] of claims) {
          now = `${call} ${how}`;
          const { status, text } = await looking.call(method, { path: to, body: bodyOf(claim) }, token);
          tried += 1;
          if (status >= 500) landed.push(`${now}: ${text.slice(0, 160)}`);
          if (status === 200) reached.add(entity.name);
        }
      }
    }
    expect(landed).toEqual([]);
    expect(reached.size).toBeGreaterThan(30);
    expect(await server.database.query(counting)).toEqual(away);
    measured(`正文伪造：${owned.length} 个有机构的实体的新增、复制、编辑、成批保存与导入 × ${claims.length} 种，${tried} 次调用（${reached.size} 个实体、${written} 次写入），落入他机构 ${landed.length} 行`);
  });
});

describe('AZ6: mass assignment', () => {
  const housekeeping = { id: 77, organizationId: planted.foreign, version: 77, createBy: planted.foreign, updateBy: planted.foreign, createTime: '2000-01-01 00:00:00', deleteTime: '2000-01-01 00:00:00', deleteBy: 1 };
  const elsewhere = { isAdmin: true, passwordHash: 'x', lockedAt: '2000-01-01 00:00:00', approvedBy: planted.own, initials: 'zz', pinyin: 'zz' };
  /** What the server alone says, differing at each call. */
  const moving = new Set(['id', 'createTime', 'updateTime', 'stageSince', 'reviewedAt']);
  const rowOf = ({ text }: Cell): Record<string, unknown> => Object.fromEntries(Object.entries((JSON.parse(text) as Answer<AnyRow>).body ?? {}).filter(([name]) => !moving.has(name)));
  /** Whose honest draft and edit are refused, too, on the planted rows and in each stage of a project: what they ask for stands in no field (a menu's kind, a record that is drafted, a task in its state), or the row is never changed. */
  const notTried: readonly string[] = [
    'organization', 'menu', 'industryNews', 'archiveFile', 'samplingDay', 'vehiclePlan', 'labCurve', 'labCurvePoint', 'labCheck', 'labDetection', 'labAttachment', 'incomingSample', 'delegation', 'connector', 'outsideFinding', 'settlement',
    'outsideFee', 'pointEntry',
  ];
  const hostile = ({ fields }: Entity): Record<string, unknown> => ({
    ...Object.fromEntries(Object.entries(elsewhere).filter(([name]) => !(name in fields) || fields[name]?.readonly)),
    ...exampleOf({ fields: Object.fromEntries(Object.entries(fields).flatMap(([name, field]) => (field.readonly ? [[name, { ...field, readonly: false }]] : []))) } as Entity, 49, { ref: () => planted.own, file: () => fileOf('own'), dict: () => 'a' }),
  });

  it(`persists 0 fields beyond those that a person fills in, when a row is added and when it is edited (${notTried.length} entities can't be tried)`, async () => {
    const wrong: string[] = [];
    let [compared, claimed] = [0, 0];
    const tryOn = async ({ entity }: (typeof addable)[number]): Promise<boolean> => {
      const from = compared;
      const who = entity.scope === 'platform' ? admin : token;
      const add = `${entity.path}/add`;
      const draft = draftOf(entity);
      const honest = await desk.call('POST', { path: add, body: draft }, who);
      const greedy = await desk.call('POST', { path: add, body: { ...draft, ...housekeeping, ...hostile(entity), ...Object.fromEntries(Object.keys(draft).map((name) => [name, draft[name]])) } }, who);
      if (honest.status === 200 && greedy.status === 200) {
        compared += 1;
        claimed += Object.keys({ ...housekeeping, ...hostile(entity) }).filter((name) => !(name in draft)).length;
        const [a, b] = [rowOf(honest), rowOf(greedy)];
        for (const name of Object.keys(b)) if (JSON.stringify(a[name]) !== JSON.stringify(b[name])) wrong.push(`${entity.name}.${name} added: ${JSON.stringify(a[name])} became ${JSON.stringify(b[name])}`);
      } else if (greedy.status === 200) wrong.push(`${entity.name}: ${honest.status} became 200`);
      const edit = { path: `${entity.path}/edit`, body: { id: planted.own, version: 1 } };
      if (declaredRoutes.has(`PUT ${edit.path}`)) {
        const kept = await desk.call('PUT', edit, who);
        const grabbed = await desk.call('PUT', { path: edit.path, body: { ...housekeeping, ...hostile(entity), ...edit.body } }, who);
        if (kept.status === 200 && grabbed.status === 200) {
          compared += 1;
          claimed += Object.keys({ ...housekeeping, ...hostile(entity) }).length;
          const [a, b] = [rowOf(kept), rowOf(grabbed)];
          for (const name of Object.keys(b)) if (JSON.stringify(a[name]) !== JSON.stringify(b[name])) wrong.push(`${entity.name}.${name} edited: ${JSON.stringify(a[name])} became ${JSON.stringify(b[name])}`);
        }
      }
      return compared > from;
    };
    // What belongs to a project is written in one of its stages.
    const [before] = await server.database.orm.select({ stage: projectTable.stage }).from(projectTable).where(eq(projectTable.id, planted.own));
    let left = addable;
    for (const stage of ['planted', 'survey', 'planning', 'sampling', 'handOver', 'testing']) {
      if (stage !== 'planted') await server.database.orm.update(projectTable).set({ stage }).where(eq(projectTable.id, planted.own));
      const still: typeof left = [];
      for (const one of left) if (!(await tryOn(one))) still.push(one);
      left = still;
    }
    await server.database.orm.update(projectTable).set({ stage: String(before?.stage) }).where(eq(projectTable.id, planted.own));
    const skipped = left.map(({ entity }) => entity.name);
    expect(skipped).toEqual(notTried);
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(25);
    measured(`${compared} 次新增与编辑夹带 ${claimed} 个受保护字段，写入 ${wrong.length} 个；${skipped.length} 个实体未能比较（${skipped.join('、')}）`);
  });
});

// Last: it plants rows, which stand in the way of some drafts.
describe('AZ4: a list of ids', () => {
  it('of 50 with 1 that is another organisation’s is refused whole with 404 by every call that takes ids; 0 rows change', async () => {
    const more = { own: await plantMore(server.database, 48), deleted: await plantMore(server.database, 48, 'deleted') };
    const wrong: string[] = [];
    const before = await fingerprint();
    let [tried, whole, back] = [0, 0, 0];
    for (const route of desk.routes) {
      const call = `${route.method} ${route.path}`;
      const { body, path } = trialOf(route, 'foreign');
      // Of a table that holds one row of its kind alone, that one.
      const mine = restores(route) ? 'deleted' : 'own';
      const foreign = planted[restores(route) ? 'foreignDeleted' : 'foreign'];
      const own = [planted[mine], ...(more[mine].get(/^(api\/\w+)\//.exec(path)?.[1] ?? '') ?? [])];
      const withOwn = (ids: unknown): unknown => (Array.isArray(ids) && ids.length === 1 && ids[0] === foreign ? own.toSpliced(own.length >> 1, 0, foreign) : undefined);
      const list = withOwn(body) ?? (typeof body === 'object' && body !== null && 'ids' in body && withOwn(body.ids) ? { ...body, ids: withOwn(body.ids) } : undefined);
      if (!list || !['row', 'bin', 'hidden'].includes(declaredRoutes.get(call)?.rows ?? '')) continue;
      tried += 1;
      if (own.length === 49) whole += 1;
      const { status, text } = await server.ask(route.method, path, { token, body: list });
      if (status !== 404) wrong.push(`${call}: ${status} ${text.slice(0, 150)}`);
      if (!restores(route) || declaredRoutes.get(call)?.rows === 'hidden') continue;
      // Without the foreign one they are there to be restored: the refusal is the foreign one's.
      back += 1;
      const alone = await desk.call(route.method, { path, body: own }, token);
      if (alone.status === 404) wrong.push(`${call} of own rows alone: ${alone.text.slice(0, 150)}`);
    }
    expect(wrong).toEqual([]);
    expect(back).toBeGreaterThan(25);
    expect(tried).toBeGreaterThan(100);
    expect(whole).toBeGreaterThan(80);
    expect(await fingerprint()).toEqual(before);
    measured(`${tried} 个批量接口（${whole} 个以 50 个编号夹 1 个外来；其中 ${back} 个恢复接口以已删除的行）：${tried - wrong.length} 个整体拒绝（404），0 行改变`);
  });
});
