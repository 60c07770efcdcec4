import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow, Entity } from '@contract/entity';
import { cyfaModule, cyfaModuleRow } from '@contract/features/library/entities/cyfaModule';
import { hazard } from '@contract/features/library/entities/hazard';
import { siteSurveyModule, siteSurveyModuleRow } from '@contract/features/library/entities/siteSurveyModule';
import { templateTexts } from '@contract/features/library/templateTexts';
import { failures } from '@contract/messages';
import { type ActionName, actions, permissionOf } from '@contract/permissions';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { maxRowsTogether, savedText } from '@contract/workbook/saveMany';
import { auditLogTable } from '@server/db/schema';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let own: string;
let adder: string;
let stranger: string;
let benzene: number;

const all = (entity: Entity): string[] =>
  (Object.keys(actions) as ActionName[]).map((action) => permissionOf(entity, action));

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  const permissions = [hazard, siteSurveyModule, siteSurveyModuleRow, cyfaModule, cyfaModuleRow].flatMap(all);
  const everything = await rows.role({ permissions });
  await rows.user({ userName: 'own', organizationId, roles: [everything] });
  await rows.user({
    userName: 'adder',
    organizationId,
    roles: [await rows.role({ permissions: [permissionOf(siteSurveyModuleRow, 'add')] })],
  });
  await rows.user({
    userName: 'stranger',
    organizationId: await rows.organization({ name: '乙检测中心' }),
    roles: [everything],
  });
  [own, adder, stranger] = (await Promise.all(['own', 'adder', 'stranger'].map((name) => server.login(name)))) as [
    string,
    string,
    string,
  ];
  benzene = (await add(hazard, { name: '苯', category: 'chemical' })).id;
});
afterAll(() => server.close());

async function add(entity: Entity, body: object): Promise<AnyRow> {
  const {
    status,
    text,
    body: answer,
  } = await server.ask<Answer<AnyRow>>('POST', `${entity.path}/add`, { token: own, body });
  expect(status, text).toBe(200);
  return answer.body as AnyRow;
}
let serial = 0;
const template = async (): Promise<number> => (await add(siteSurveyModule, { name: `模板${(serial += 1)}` })).id;
const save = (body: object, { token = own, key }: { token?: string; key?: string } = {}) =>
  server.ask<Answer<AnyRow[]> & ErrorBody>('PUT', 'api/siteSurveyModuleRow/saveAll', {
    token,
    body,
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
const rowsOf = async (id: number): Promise<AnyRow[]> =>
  (
    await server.ask<Page<AnyRow>>('GET', `api/siteSurveyModuleRow?template=${id}&size=2000&page=0&sort=rowSort,asc`, {
      token: own,
    })
  ).body.content;
async function saved(body: object): Promise<AnyRow[]> {
  const answer = await save(body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.body ?? [];
}
const row = (id: number, post: string, more: object = {}) => ({
  template: id,
  workshop: '喷涂车间',
  post,
  hazard: benzene,
  ...more,
});

describe('rows saved together', () => {
  it('rows saved together with an unknown field name are refused, and 0 of them are written (FILE-10)', async () => {
    const id = await template();
    const answer = await save({ rows: [row(id, '甲岗'), row(id, '乙岗', { worskhop: '电镀车间', toString: 'x' })] });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual(
      ['worskhop', 'toString'].map((key) => ({
        field: `rows[1].${key}`,
        message: `没有名为“${key}”的字段，没有保存任何内容；请刷新页面后重试`,
      })),
    );
    expect(await rowsOf(id)).toEqual([]);
    // A row is sent back as received, with the names of its references and its author.
    const [made] = await saved({ rows: [row(id, '甲岗')] });
    expect((await saved({ rows: [{ ...made, post: '乙岗' }] }))[0]).toMatchObject({ post: '乙岗' });
  });

  it('rows saved together are added, changed and removed at once, and returned in the order sent', async () => {
    const id = await template();
    const [first, second, third] = await saved({ rows: [row(id, '甲岗'), row(id, '乙岗'), row(id, '丙岗')] });
    expect([first?.post, second?.post, third?.post]).toEqual(['甲岗', '乙岗', '丙岗']);
    expect(first).toMatchObject({ hazardName: '苯', version: expect.any(Number) });
    const answer = await save({
      rows: [
        row(id, '丁岗', { rowSort: 5, clientId: 'x' }),
        { id: second?.id, version: second?.version, post: '乙岗（改）' },
      ],
      removed: [{ id: first?.id, version: first?.version }],
    });
    expect(answer.body.message).toBe(savedText);
    expect(answer.body.body?.map(({ post }) => post)).toEqual(['丁岗', '乙岗（改）']);
    expect(answer.body.body?.[1]).toMatchObject({ workshop: '喷涂车间', version: Number(second?.version) + 1 });
    expect((await rowsOf(id)).map(({ post }) => post)).toEqual(['丁岗', '乙岗（改）', '丙岗']);
    const trail = await server.database.orm
      .select({ action: auditLogTable.action })
      .from(auditLogTable)
      .where(eq(auditLogTable.entityId, second?.id ?? 0));
    expect(trail.map(({ action }) => action)).toEqual(expect.arrayContaining(['add', 'edit']));
  });

  it('rows saved together with invalid cells are refused with every invalid cell, and nothing is written', async () => {
    const id = await template();
    const { status, body } = await save({
      rows: [
        row(id, '甲岗'),
        row(id, '', { workers: 'x' }),
        row(id, '丙岗', { hazard: 999_999, hoursPerDay: '8.123' }),
        row(id, '丁岗', { hazard: 888_888 }),
      ],
    });
    expect([status, body.code]).toEqual([400, 'invalid']);
    expect(Object.fromEntries((body.errors ?? []).map(({ field, message }) => [field, message]))).toEqual({
      'rows[1].post': '请输入岗位',
      'rows[1].workers': '只能填写非负整数',
      'rows[2].hoursPerDay': '日接触时间最多2位小数',
      'rows[2].hazard': '所选危害因素不存在或已被删除',
      'rows[3].hazard': '所选危害因素不存在或已被删除',
    });
    expect(await rowsOf(id)).toEqual([]);
  });

  it('outdated rows saved together are all reported with their current state, and deleted rows too', async () => {
    const id = await template();
    const [a, b, c] = (await saved({ rows: [row(id, '甲岗'), row(id, '乙岗'), row(id, '丙岗')] })) as [
      AnyRow,
      AnyRow,
      AnyRow,
    ];
    await saved({
      rows: [
        { ...a, post: '甲岗2' },
        { ...b, post: '乙岗2' },
      ],
    });
    const stale = await save({
      rows: [
        { ...c, post: '丙岗3' },
        { ...a, post: '甲岗3' },
      ],
      removed: [{ id: b.id, version: b.version }],
    });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    expect((stale.body.current as AnyRow[]).map(({ post }) => post)).toEqual(['甲岗2', '乙岗2']);
    await server.ask('DELETE', 'api/siteSurveyModuleRow/delete', { token: own, body: [c.id] });
    const gone = await save({
      rows: [row(id, '新岗'), { ...c, post: '丙岗3' }],
      removed: [{ id: 999_999, version: 0 }],
    });
    expect([gone.status, gone.body.errors?.map(({ field }) => field)]).toEqual([404, ['rows[1]', 'removed[0]']]);
    expect(gone.body.message).toBe(failures.someGone);
    expect((await rowsOf(id)).map(({ post }) => post)).toEqual(['甲岗2', '乙岗2']);
  });

  it('rows saved together require only the permissions for the operations among them: add, edit or delete', async () => {
    const id = await template();
    const [first] = await saved({ rows: [row(id, '甲岗')] });
    expect((await save({ rows: [row(id, '乙岗')] }, { token: adder })).status).toBe(200);
    expect((await save({ rows: [row(id, '丙岗'), { ...first, post: '改' }] }, { token: adder })).status).toBe(403);
    expect((await save({ removed: [{ id: first?.id, version: first?.version }] }, { token: adder })).status).toBe(403);
    expect((await save({ rows: [{ ...first, post: '改' }] }, { token: stranger })).status).toBe(404);
    expect((await save({ rows: [row(id, '外人')] }, { token: stranger })).status).toBe(400);
    expect((await rowsOf(id)).map(({ post }) => post)).toEqual(['甲岗', '乙岗']);
  });

  it('rows saved together follow the rules of their kind: a published template accepts none', async () => {
    const id = await template();
    const [first] = await saved({ rows: [row(id, '甲岗')] });
    await server.ask('PUT', 'api/siteSurveyModule/publish', { token: own, body: { id } });
    for (const body of [
      { rows: [row(id, '乙岗')] },
      { rows: [{ ...first, post: '改' }] },
      { removed: [{ id: first?.id, version: first?.version }] },
    ]) {
      const { status, body: answer } = await save(body);
      expect([status, answer.message]).toEqual([409, templateTexts.locked]);
    }
  });

  it('rows saved together twice with one Idempotency-Key are written once', async () => {
    const id = await template();
    const once = await save({ rows: [row(id, '甲岗')] }, { key: 'grid-1' });
    const again = await save({ rows: [row(id, '甲岗')] }, { key: 'grid-1' });
    expect(again.body.body).toEqual(once.body.body);
    expect(await rowsOf(id)).toHaveLength(1);
    expect((await save({ rows: [row(id, '乙岗')] }, { key: 'grid-1' })).status).toBe(409);
  });

  it('rows saved together are refused if empty, too many, repeated, or without a version', async () => {
    const id = await template();
    const [first] = await saved({ rows: [row(id, '甲岗')] });
    const message = async (body: object) => {
      const answer = await save(body);
      expect(answer.status).toBe(400);
      return answer.body.errors?.[0]?.message;
    };
    expect(await message({ rows: [] })).toBe('没有需要保存的修改');
    expect(await message({ rows: Array.from({ length: maxRowsTogether + 1 }, () => ({})) })).toContain(
      '一次最多保存2000行',
    );
    expect(await message({ rows: [first, first] })).toContain('多次');
    expect(await message({ rows: [{ id: first?.id, post: '改' }] })).toContain('版本号');
    expect((await server.ask('PUT', 'api/hazard/saveAll', { token: own, body: { rows: [] } })).status).toBe(404);
  });

  it('rows saved together are filled from the method library, each row by its own method', async () => {
    const plan = await add(cyfaModule, { name: '方案' });
    const draft = {
      template: plan.id,
      place: '喷漆',
      hazard: benzene,
      mode: 'area',
      period: 'short',
      points: 1,
      samplesPerDay: 3,
      days: 1,
      blanks: 2,
    };
    const answer = await server.ask<Answer<AnyRow[]>>('PUT', 'api/cyfaModuleRow/saveAll', {
      token: own,
      body: { rows: [draft, { ...draft, mode: '没有的方式' }] },
    });
    expect(answer.status).toBe(400);
    expect((answer.body as unknown as ErrorBody).errors).toEqual([
      { field: 'rows[1].mode', message: '采样方式不在字典中或已停用，请重新选择' },
    ]);
  });

  it('rows saved together keep their order with five hundred rows', async () => {
    const id = await template();
    const posts = Array.from({ length: 500 }, (_, index) => `岗位${index}`);
    expect((await saved({ rows: posts.map((post) => row(id, post)) })).map(({ post }) => post)).toEqual(posts);
    expect((await rowsOf(id)).map(({ post }) => post)).toEqual(posts);
  });
});

describe('lookup of references by title', () => {
  it('references of many rows are looked up by title in one call, among rows that the person may see', async () => {
    const ask = (token: string, titles: unknown) =>
      server.ask<{ id: number; name: string }[]>('POST', 'api/options/hazard/byTitle', { token, body: { titles } });
    expect((await ask(own, ['苯', '没有的'])).body).toEqual([{ id: benzene, name: '苯' }]);
    expect((await ask(stranger, ['苯'])).body).toEqual([]);
    expect((await ask(own, [])).status).toBe(400);
    expect(
      (await server.ask('POST', 'api/options/auditLog/byTitle', { token: own, body: { titles: ['苯'] } })).status,
    ).toBe(404);
  });
});
