import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { messages } from '@contract/messages';
import { actions, permissionOf, type ActionName } from '@contract/permissions';
import type { Answer, ErrorBody, ImportItem, Page } from '@contract/wire';
import type { ImportDone, ImportPreview } from '@contract/workbook/importWire';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { root } from '@server/base/root';
import { auditLogTable, dictDetailTable, dictTable } from '@server/db/schema';
import { inspectUnitTable, unitContactTable } from '@server/db/schema';
import { readWorkbook } from '@server/workbook/readWorkbook';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let token: string;
let reader: string;

const industries = [
  '黑色金属冶炼和压延加工业',
  '计算机、通信和其他电子设备制造业',
  '家具制造业',
  '金属制品业',
  '纺织业',
  '汽车制造业',
  '化学原料和化学制品制造业',
  '非金属矿物制品业',
  '皮革、毛皮、羽毛及其制品和制鞋业',
];
const dictionaries: Record<string, string[]> = {
  industry: industries,
  unitScale: ['大型', '中型', '小型', '微型'],
  economicType: ['外商投资企业', '国有企业', '港澳台商投资企业', '有限责任公司', '股份有限公司', '私营企业'],
};

beforeAll(async () => {
  server = await testServer();
  const { rows, database } = server;
  const organizationId = await rows.organization({});
  const all = (Object.keys(actions) as ActionName[]).map((action) => permissionOf(inspectUnit, action));
  await rows.user({ userName: 'worker', organizationId, roles: [await rows.role({ permissions: all })] });
  await rows.user({
    userName: 'reader',
    organizationId,
    roles: [await rows.role({ permissions: ['inspectUnit:list', 'inspectUnit:import'] })],
  });
  for (const [name, labels] of Object.entries(dictionaries)) {
    const [dict] = await database.orm.insert(dictTable).values({ name }).returning({ id: dictTable.id });
    await database.orm
      .insert(dictDetailTable)
      .values(
        labels.map((label, index) => ({ dict: dict?.id ?? 0, label, value: `${name}${index}`, dictSort: index })),
      );
  }
  token = await server.login('worker');
  reader = await server.login('reader');
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.orm.delete(unitContactTable);
  await server.database.orm.delete(inspectUnitTable);
});

const fixture = (name: string) => readFile(join(root, 'tests/data', name));

async function send<B>(
  path: string,
  bytes: Uint8Array,
  name: string,
  fields: Record<string, string> = {},
  as = token,
): Promise<{ status: number; body: B }> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new File([bytes as Uint8Array<ArrayBuffer>], name));
  const response = await server.app.request(`/api/inspectUnit/${path}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${as}` },
  });
  return { status: response.status, body: (await response.json()) as B };
}

const check = async (name: string, fields?: Record<string, string>) =>
  (await send<ImportPreview>('import/check', await fixture(name), name, fields)).body;
const total = async () =>
  (await server.ask<Page<AnyRow>>('GET', 'api/inspectUnit?size=1', { token })).body.totalElements;
const bare = (preview: ImportPreview, keep: (row: ImportPreview['rows'][number]) => boolean = () => true) =>
  preview.rows.filter(keep).map(({ line, cells }) => ({ line, cells }));
const commit = (rows: unknown, mode = 'add', as = token) =>
  server.ask<Answer<ImportDone> & ErrorBody>('POST', 'api/inspectUnit/import/rows', {
    token: as,
    body: { mode, rows },
  });

async function exported(query = ''): Promise<Uint8Array> {
  const response = await server.app.request(`/api/inspectUnit/export${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

describe('600 units', () => {
  it('a workbook of 600 inspected enterprises is imported, found, exported, and imported again unchanged', async () => {
    const preview = await check('inspect-units.xlsx');
    expect(preview.rows).toHaveLength(600);
    expect(preview.rows.filter(({ state }) => state !== 'add')).toEqual([]);
    expect(await total()).toBe(0);
    const done = await commit(bare(preview));
    expect(done.body).toMatchObject({ message: messages.imported, body: { added: 600, updated: 0, same: 0 } });
    expect(await total()).toBe(600);
    const trail = await server.database.orm
      .select({ id: auditLogTable.id })
      .from(auditLogTable)
      .where(eq(auditLogTable.action, 'import'));
    expect(trail).toHaveLength(600);

    const smelters = await server.ask<Page<AnyRow>>('GET', 'api/inspectUnit?industry=industry0&size=1000', { token });
    expect(smelters.body.totalElements).toBe(76);
    const file = await exported('?industry=industry0');
    const again = (await send<ImportPreview>('import/check', file, 'again.xlsx')).body;
    expect(again.rows).toHaveLength(76);
    expect(again.rows.filter(({ state, notices }) => state !== 'same' || notices.length > 0)).toEqual([]);
    expect((await commit(bare(again))).body.body).toEqual({ added: 0, updated: 0, same: 76 });
    expect(await total()).toBe(600);
  });

  it('an export contains only the requested ids, and can be a text file', async () => {
    const preview = await check('inspect-units.xls');
    expect(preview.rows).toHaveLength(80);
    await commit(bare(preview));
    const { content } = (await server.ask<Page<AnyRow>>('GET', 'api/inspectUnit?size=3', { token })).body;
    const table = await readWorkbook(await exported(`?ids=${content.map(({ id }) => id).join(',')}&sort=id,asc`), {
      fileName: 'x.xlsx',
    });
    expect(table.rows).toHaveLength(3);
    const all = (await server.ask<Page<AnyRow>>('GET', 'api/inspectUnit?size=60', { token })).body.content;
    const chosen = all.map(({ id }) => id).join(',');
    // More than the list of a select shows at once.
    expect((await server.ask<unknown[]>('GET', `api/options/inspectUnit?ids=${chosen}`, { token })).body).toHaveLength(
      60,
    );
    const text = new TextDecoder().decode(await exported('?format=txt'));
    expect(text.trim().split('\r\n')).toHaveLength(81);
  });
});

describe('workbook with errors', () => {
  it('an import with errors writes nothing until all is correct, names every wrong cell, and keeps the correct rows ready', async () => {
    const preview = await check('inspect-units-with-errors.xlsx');
    expect(preview.dropped).toEqual([11]);
    const wrong = Object.fromEntries(
      preview.rows
        .filter(({ state }) => state === 'error')
        .map(({ line, errors }) => [line, errors.map(({ header }) => header)]),
    );
    expect(wrong).toEqual({
      5: ['手机号码'],
      7: ['统一社会信用代码'],
      9: ['单位名称'],
      13: ['电子邮箱'],
      15: ['职工总数'],
      17: ['单位名称'],
      19: ['统一社会信用代码'],
      27: ['成立日期'],
      29: ['接触职业病危害人数'],
      31: ['所属行业'],
    });
    expect(await total()).toBe(0);
    const refused = await commit(bare(preview));
    expect(refused.status).toBe(400);
    expect(refused.body.errors?.some(({ message }) => message.startsWith('第5行 手机号码：'))).toBe(true);
    expect(await total()).toBe(0);
    const good = await commit(bare(preview, ({ state }) => state !== 'error'));
    expect(good.body.body).toMatchObject({ added: 49 });
    expect(await total()).toBe(49);
  });

  it('an import refuses an unknown region at the column that is wrong', async () => {
    const preview = await check('inspect-units-with-errors.xlsx');
    const rows = bare(preview, ({ state }) => state !== 'error')
      .slice(0, 1)
      .map((row) => ({ ...row, cells: { ...row.cells, 区县: '无此区' } }));
    const refused = await commit(rows);
    expect([refused.status, refused.body.errors?.map(({ field }) => field)]).toEqual([400, [`${rows[0]?.line}:区县`]]);
  });

  it('an import reports each value that it changed while normalising', async () => {
    const preview = await check('inspect-units-with-errors.xlsx');
    const notices = preview.rows.flatMap(({ line, notices: found }) =>
      found.map(({ header, to }) => [line, header, to]),
    );
    expect(notices).toEqual(
      expect.arrayContaining([
        [21, '单位名称', '台州益民远航铸造有限公司'],
        [23, '手机号码', '13800001234'],
      ]),
    );
  });

  it('an import accepts rows that were corrected in its preview', async () => {
    const preview = await check('inspect-units-with-errors.xlsx');
    const rows = bare(preview).filter(({ line }) => line === 5);
    const corrected = rows.map((row) => ({ ...row, cells: { ...row.cells, 手机号码: '13912345678' } }));
    const looked = await server.ask<{ rows: { state: string }[] }>('POST', 'api/inspectUnit/import/recheck', {
      token,
      body: { mode: 'add', rows: corrected },
    });
    expect(looked.body.rows.map(({ state }) => state)).toEqual(['add']);
    expect((await commit(corrected)).body.body).toEqual({ added: 1, updated: 0, same: 0 });
  });

  it('an import returns the wrong rows with the reasons, in a workbook that it reads again', async () => {
    const preview = await check('inspect-units-with-errors.xlsx');
    const rows = preview.rows
      .filter(({ state }) => state === 'error')
      .map(({ line, cells, errors }) => ({ line, cells, errors }));
    const response = await server.app.request('/api/inspectUnit/import/errors', {
      method: 'POST',
      body: JSON.stringify({ rows }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const table = await readWorkbook(bytes, { fileName: 'errors.xlsx' });
    expect(table.header[0]).toBe('错误');
    expect(table.rows).toHaveLength(rows.length);
    const again = (await send<ImportPreview>('import/check', bytes, 'errors.xlsx')).body;
    expect(again.rows.filter(({ state }) => state === 'error')).toHaveLength(rows.length - 1);
  });

  it('the import call of the specification answers with one item per row, and writes nothing if a row is wrong', async () => {
    const name = 'inspect-units-with-errors.xlsx';
    const { body } = await send<Answer<ImportItem[]>>('import', await fixture(name), name);
    expect(body.code).toBe('400');
    expect(body.body?.filter(({ msg }) => msg !== '')).toHaveLength(10);
    expect(await total()).toBe(0);
    const good = await send<Answer<ImportItem[]>>('import', await fixture('inspect-units.xls'), 'inspect-units.xls');
    expect(good.body).toMatchObject({ code: '200', message: messages.imported });
    expect(good.body.body?.every(({ msg }) => msg === '')).toBe(true);
    expect(await total()).toBe(80);
  });
});

describe('existing rows', () => {
  it('existing rows in an import are refused when they differ, and updated on request', async () => {
    const preview = await check('inspect-units.xls');
    await commit(bare(preview));
    const [first] = bare(preview);
    const changed = [{ line: 2, cells: { ...first?.cells, 联系人: '新联系人' } }];
    const refused = await commit(changed);
    expect(refused.status).toBe(400);
    expect(refused.body.errors?.[0]?.message).toContain('联系人');
    expect((await commit(changed, 'update', reader)).status).toBe(400);
    expect((await commit(changed, 'update')).body.body).toEqual({ added: 0, updated: 1, same: 0 });
    const inspectUnitAnswer = await server.ask<Page<AnyRow>>(
      'GET',
      `api/inspectUnit?contact=${encodeURIComponent('新联系人')}`,
      {
        token,
      },
    );
    expect(inspectUnitAnswer.body.content).toEqual([
      expect.objectContaining({ unitName: first?.cells['单位名称'], version: 2 }),
    ]);
  });

  it('an import cannot give an inspected enterprise the code of another one', async () => {
    const preview = await check('inspect-units.xls');
    await commit(bare(preview));
    const [first, second] = bare(preview);
    const refused = await commit([
      {
        line: 2,
        cells: { ...first?.cells, 单位名称: '另一家单位', 统一社会信用代码: second?.cells['统一社会信用代码'] },
      },
    ]);
    expect(refused.status).toBe(400);
    expect(await total()).toBe(80);
  });
});

describe('import file that is no workbook', () => {
  it.each([
    ['not-a-workbook.xlsx', async () => fixture('not-a-workbook.xlsx')],
    ['report.pdf', async () => new TextEncoder().encode('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF')],
    ['report.xlsx', async () => new TextEncoder().encode('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF')],
  ])(
    'a file that is no workbook (%s) is refused with a reason in under five seconds, and nothing is written',
    async (name, bytes) => {
      const started = process.cpuUsage();
      const refused = await send<ErrorBody>('import/check', await bytes(), name);
      expect(refused.status).toBe(400);
      expect(refused.body.message).toMatch(name.endsWith('.pdf') ? messages.wrongWorkbook : /[\u4e00-\u9fff]/);
      // CPU time, which excludes other load of the machine.
      expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
      expect(await total()).toBe(0);
    },
  );

  it('an import that is not sent as a form is refused', async () => {
    const { status, body } = await server.ask<ErrorBody>('POST', 'api/inspectUnit/import/check', { token, body: {} });
    expect([status, body.message]).toEqual([400, '请以表单方式上传文件']);
  });

  it('an import file above the size limit is refused before it is read completely', async () => {
    const refused = await send<ErrorBody>('import/check', new Uint8Array(21 * 1024 * 1024), 'big.xlsx');
    expect(refused.status).toBe(413);
  });
});

describe('import of real files (FILE-4, FILE-6)', () => {
  const real = (name: string, fields: Record<string, string> = {}) =>
    fixture(`imports/${name}`).then((bytes) => send<ImportPreview>('import/check', bytes, name, fields));
  const unit = async (unitName: string) =>
    (await server.ask<Page<AnyRow>>('GET', `api/inspectUnit?unitName=${encodeURIComponent(unitName)}`, { token })).body
      .content[0];
  const add = async (cells: Record<string, string>) =>
    expect((await commit([{ line: 2, cells }])).body).toMatchObject({ body: { added: 1 } });

  it('an imported formula without a result is refused at its cell, and the row keeps its value (FILE-4)', async () => {
    await add({ 单位名称: '粘贴测试厂', 职工总数: '320', 接触职业病危害人数: '300', 备注: '旧' });
    const before = await unit('粘贴测试厂');
    const { body } = await real('b31-update-wipes.xlsx', { mode: 'update' });
    expect(body.rows[0]).toMatchObject({
      state: 'error',
      errors: [
        { header: '职工总数', message: sheetMessages.formula },
        { header: '接触职业病危害人数', message: sheetMessages.formula },
      ],
    });
    const sent = await send<Answer<ImportItem[]>>(
      'import',
      await fixture('imports/b31-update-wipes.xlsx'),
      'b31-update-wipes.xlsx',
      { mode: 'update' },
    );
    expect(sent.body).toMatchObject({ code: '400' });
    expect(await unit('粘贴测试厂')).toEqual(before);
  });

  it('an empty imported cell keeps the stored value, unless the person confirms its removal (FILE-4)', async () => {
    await add({ 单位名称: '批注一厂', 职工总数: '8', 备注: '旧备注' });
    const kept = await real('a11-threaded-comment.xlsx', { mode: 'update' });
    expect(kept.body.rows[0]).toMatchObject({
      state: 'update',
      changes: [{ header: '职工总数', from: '8', to: '12' }],
    });
    await commit(bare(kept.body), 'update');
    expect(await unit('批注一厂')).toMatchObject({ workerCount: 12, remark: '旧备注' });
    const cleared = await real('a11-threaded-comment.xlsx', { mode: 'update', blanks: 'clear' });
    expect(cleared.body.rows[0]).toMatchObject({
      state: 'update',
      changes: [{ header: '备注', from: '旧备注', to: '' }],
    });
    await server.ask('POST', 'api/inspectUnit/import/rows', {
      token,
      body: { mode: 'update', blanks: 'clear', rows: bare(cleared.body) },
    });
    expect(await unit('批注一厂')).toMatchObject({ workerCount: 12, remark: null });
  });

  it('the import reads the chosen sheet, hidden or not (FILE-6)', async () => {
    const first = await real('a03-workbook22-hidden-first.xlsx');
    expect(first.body).toMatchObject({
      sheetName: '新',
      sheets: [
        { name: '旧', hidden: true },
        { name: '新', hidden: false },
      ],
      rows: [{ cells: { 单位名称: '可见表里的新数据' } }],
    });
    const hidden = await real('a03-workbook22-hidden-first.xlsx', { sheet: '旧' });
    expect(hidden.body).toMatchObject({ sheetName: '旧', rows: [{ cells: { 单位名称: '隐藏表里的旧数据' } }] });
  });

  it('struck-through text in an import is refused at its cell, and superscript digits are read as shown (FILE-6)', async () => {
    const { body } = await real('a13-superscript.xlsx');
    expect(
      body.rows.map(({ state, cells, errors }) => [state, cells['备注'], errors.map(({ message }) => message)]),
    ).toEqual([
      ['add', '1.2×10³ mg/m³', []],
      ['error', '（删除线：旧备注作废）新备注', [sheetMessages.struck]],
    ]);
  });
});
