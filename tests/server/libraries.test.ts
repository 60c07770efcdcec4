import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { accreditedItem } from '@contract/features/library/entities/accreditedItem';
import { hazardLimit } from '@contract/features/library/entities/hazardLimit';
import { hiddenTexts } from '@contract/features/library/hiddenMethodTexts';
import { templateTexts } from '@contract/features/library/templateTexts';
import { type ActionName, actions, permissionOf } from '@contract/permissions';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import type { ImportPreview } from '@contract/workbook/importWire';
import { headersOf } from '@contract/workbook/sheetCells';
import { accreditedItemTable, auditLogTable, dictDetailTable, dictTable } from '@server/db/schema';
import { accreditationAnnex } from '@server/features/library/accreditation/accreditationAnnex';
import { methodsOfHazards } from '@server/features/library/methods/methodsOfHazards';
import { type TestServer, testServer } from '../support/server';
import { docx, sendForm } from '../support/uploads';
import { textRow, xlsx } from './sheet/workbooks';

let server: TestServer;
let admin: string;
let own: string;
let other: string;
let bare: string;
let home: number;

const names = [
  'hazard',
  'hazardLimit',
  'accreditedItem',
  'material',
  'materialComponent',
  'labMethod',
  'labMethodItem',
  'siteSurveyModule',
  'siteSurveyModuleRow',
  'cyfaModule',
  'cyfaModuleRow',
  'qsjcModule',
  'qsjcModuleRow',
  'reportModule',
  'reportModuleRow',
];
const everything = names.flatMap((name) =>
  (Object.keys(actions) as ActionName[]).map((action) => permissionOf({ name }, action)),
);

beforeAll(async () => {
  server = await testServer();
  const { rows, database } = server;
  home = await rows.organization({ name: '甲检测中心' });
  const away = await rows.organization({ name: '乙检测中心' });
  const all = await rows.role({ permissions: everything });
  await rows.user({ userName: 'platform', organizationId: home, isAdmin: true });
  await rows.user({ userName: 'own', organizationId: home, roles: [all] });
  await rows.user({ userName: 'other', organizationId: away, roles: [all] });
  await rows.user({ userName: 'bare', organizationId: home, roles: [await rows.role({})] });
  const [dict] = await database.orm.insert(dictTable).values({ name: 'industry' }).returning({ id: dictTable.id });
  await database.orm
    .insert(dictDetailTable)
    .values({ dict: dict?.id ?? 0, label: '通用设备制造业', value: 'C34', dictSort: 1 });
  [admin, own, other, bare] = (await Promise.all(
    ['platform', 'own', 'other', 'bare'].map((name) => server.login(name)),
  )) as [string, string, string, string];
});
afterAll(() => server.close());

const post = async (path: string, body: object, token = own) =>
  server.ask<Answer<AnyRow> & ErrorBody>('POST', path, { token, body });
async function made(path: string, body: object, token = own): Promise<AnyRow> {
  const { status, body: answer, text } = await post(path, body, token);
  expect(status, text).toBe(200);
  return answer.body as AnyRow;
}
const hazardOf = (name: string, token = admin) => made('api/hazard/add', { name, category: 'chemical' }, token);
const limit = (hazard: AnyRow, given: object = {}) => ({
  hazard: hazard.id,
  kind: 'twa',
  value: '3',
  unit: 'mg/m³',
  standard: 'GBZ 2.1-2019',
  effectiveFrom: '2020-04-01',
  ...given,
});

describe('hazards', () => {
  it('a hazard of the library is found by initials, English name, CAS number and other names', async () => {
    await made(
      'api/hazard/add',
      { name: '氯化氢及盐酸', nameEn: 'Hydrogen chloride', cas: '7647-01-0', synonyms: '盐酸雾', category: 'chemical' },
      admin,
    );
    for (const keyword of ['lhq', 'hydrogen', '7647-01', '盐酸雾']) {
      const { body } = await server.ask<Page<AnyRow>>('GET', `api/hazard?keyword=${encodeURIComponent(keyword)}`, {
        token: own,
      });
      expect(
        body.content.map((row) => row.name),
        keyword,
      ).toContain('氯化氢及盐酸');
    }
  });

  it('a search finds a name whichever width its brackets have in the search and in the row', async () => {
    const half = await made('api/hazard/add', { name: '丁烯醛(2-丁烯醛)', category: 'chemical' });
    const full = await made('api/hazard/add', { name: '自有粉尘（含量＜10%）', category: 'dust' });
    for (const [text, id] of [
      ['丁烯醛（2-丁烯醛）', half.id],
      ['丁烯醛(2', half.id],
      ['自有粉尘(含量<10%)', full.id],
      ['自有粉尘（含量＜10%）', full.id],
    ] as const)
      for (const path of ['api/hazard?keyword=', 'api/options/hazard?keyword=', 'api/hazard?name=']) {
        const { body } = await server.ask<Page<AnyRow> | AnyRow[]>('GET', `${path}${encodeURIComponent(text)}`, {
          token: own,
        });
        const rows = Array.isArray(body) ? body : body.content;
        expect(
          rows.map((row) => row.id),
          `${path}${text}`,
        ).toEqual([id]);
      }
  });

  it('a hazard pasted with other brackets, another name or no brackets is found; an ambiguous name returns every match', async () => {
    const full = await hazardOf('二甲苯(全部异构体)');
    const [low, high] = [await hazardOf('一氧化碳(非高原)'), await hazardOf('一氧化碳(高原)')];
    const acid = await made(
      'api/hazard/add',
      { name: '硫酸及三氧化硫', synonyms: '硫酸雾、发烟硫酸', category: 'chemical' },
      admin,
    );
    const mine = await made('api/hazard/add', { name: '自有溶剂(甲)', category: 'chemical' });
    const asked = async (titles: string[], token = own) =>
      (await server.ask<AnyRow[]>('POST', 'api/options/hazard/byTitle', { token, body: { titles } })).body.map(
        ({ id, name }) => [id, name],
      );
    expect(await asked(['二甲苯', '二甲苯（全部异构体）', '二甲苯(全部异构体)', '硫酸雾', '没有的因素'])).toEqual(
      expect.arrayContaining([
        [full.id, '二甲苯'],
        [full.id, '二甲苯（全部异构体）'],
        [full.id, '二甲苯(全部异构体)'],
        [acid.id, '硫酸雾'],
      ]),
    );
    expect(await asked(['没有的因素'])).toEqual([]);
    expect(await asked(['一氧化碳'])).toEqual([
      [low.id, '一氧化碳'],
      [high.id, '一氧化碳'],
    ]);
    expect([await asked(['自有溶剂']), await asked(['自有溶剂'], other)]).toEqual([[[mine.id, '自有溶剂']], []]);
  });

  it('a hazard added by a platform administrator is common, one added by others belongs to their organization', async () => {
    const common = await hazardOf('公共因素');
    const mine = await hazardOf('自有因素', own);
    expect([common.organizationId, mine.organizationId]).toEqual([null, home]);
    expect((await server.ask('GET', `api/hazard/${common.id}`, { token: other })).status).toBe(200);
    expect((await server.ask('GET', `api/hazard/${mine.id}`, { token: other })).status).toBe(404);
    expect((await server.ask('PUT', 'api/hazard/edit', { token: own, body: { ...common, remark: '改' } })).status).toBe(
      403,
    );
    expect((await post('api/hazard/add', { name: '公共因素', category: 'dust' })).status).toBe(409);
  });

  it('a hazard of the library cannot be deleted while it is in use', async () => {
    const used = await hazardOf('有限值的因素');
    await made('api/hazardLimit/add', limit(used), admin);
    const refused = await server.ask<ErrorBody>('DELETE', 'api/hazard/delete', { token: admin, body: [used.id] });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe('职业病危害因素已被职业接触限值使用，不能删除；不再使用时请停用');
  });
});

describe('limits', () => {
  it('a limit of the library is stored digit for digit and named after its hazard', async () => {
    const row = await made('api/hazardLimit/add', limit(await hazardOf('铍'), { value: '0.0005' }), admin);
    expect(row).toMatchObject({ value: '0.0005', limitName: '铍 PC-TWA 0.0005 mg/m³', hazardName: '铍' });
  });

  it('a limit version whose period overlaps that of another version is refused by the other version’s name, and nothing is written', async () => {
    const hazard = await hazardOf('苯');
    await made('api/hazardLimit/add', limit(hazard, { value: '6', effectiveUntil: '2021-12-31' }), admin);
    const refused = await post(
      'api/hazardLimit/add',
      limit(hazard, { effectiveFrom: '2021-12-31', standard: '第1号修改单' }),
      admin,
    );
    expect(refused.status).toBe(409);
    expect(refused.body.errors?.[0]).toMatchObject({
      field: 'effectiveFrom',
      message: expect.stringContaining('“GBZ 2.1-2019”'),
    });
    const next = await made(
      'api/hazardLimit/add',
      limit(hazard, { effectiveFrom: '2022-01-01', standard: '第1号修改单' }),
      admin,
    );
    const { body } = await server.ask<Page<AnyRow>>('GET', `api/hazardLimit?hazard=${hazard.id}`, { token: own });
    expect(body.totalElements).toBe(2);
    const reopened = await server.ask<ErrorBody>('PUT', 'api/hazardLimit/edit', {
      token: admin,
      body: { ...next, effectiveFrom: '2021-01-01' },
    });
    expect(reopened.status).toBe(409);
  });

  it('a deleted limit, detection limit or method is not restored beside the row that replaced it', async () => {
    const gone = async (path: string, row: AnyRow, token = admin) =>
      expect((await server.ask('DELETE', `${path}/delete`, { token, body: [row.id] })).status).toBe(200);
    const back = async (path: string, row: AnyRow, token = admin) => {
      const { status, body } = await server.ask<ErrorBody>('PUT', `${path}/restore`, { token, body: [row.id] });
      return [status, body.errors?.[0]?.message];
    };
    const hazard = await hazardOf('重新录入的因素');
    const wrong = await made('api/hazardLimit/add', limit(hazard, { value: '30' }), admin);
    await gone('api/hazardLimit', wrong);
    const right = await made('api/hazardLimit/add', limit(hazard), admin);
    expect(await back('api/hazardLimit', wrong)).toEqual([409, expect.stringContaining('实施日期重叠')]);
    expect(
      (
        await server.ask<AnyRow[]>('GET', `api/hazardLimit/on?hazard=${hazard.id}&day=2024-01-01`, { token: own })
      ).body.map(({ value }) => value),
    ).toEqual(['3']);
    await gone('api/hazardLimit', right);
    expect(await back('api/hazardLimit', wrong)).toEqual([200, undefined]);

    const method = await made(
      'api/labMethod/add',
      { title: '重新录入的方法', methodKind: 'gasChromatography', standardNo: 'GBZ/T 300.1-2017' },
      admin,
    );
    const item = await made(
      'api/labMethodItem/add',
      { method: method.id, hazard: hazard.id, lod: '18', lodUnit: 'μg/mL' },
      admin,
    );
    await gone('api/labMethodItem', item);
    await made('api/labMethodItem/add', { method: method.id, hazard: hazard.id, lod: '1.8', lodUnit: 'μg/mL' }, admin);
    expect(await back('api/labMethodItem', item)).toEqual([409, '该方法已有适用因素“重新录入的因素”']);

    const [mine, ours] = [
      await hazardOf('先有的因素', own),
      await made('api/labMethod/add', {
        title: '先有的方法',
        methodKind: 'gasChromatography',
        standardNo: 'GBZ/T 300.1-2017',
      }),
    ];
    await gone('api/hazard', mine, own);
    await gone('api/labMethod', ours, own);
    await hazardOf('先有的因素');
    await made(
      'api/labMethod/add',
      { title: '先有的方法', methodKind: 'gasChromatography', standardNo: 'GBZ/T 300.1-2017' },
      admin,
    );
    expect([await back('api/hazard', mine, own), await back('api/labMethod', ours, own)]).toEqual([
      [409, '“先有的因素”已在公共因素库中，请直接使用，或换一个名称'],
      [409, '“先有的方法”已在公共方法库中，请直接使用、换一个名称，或先在本机构隐藏公共的方法'],
    ]);
  });

  it('a limit of the library cannot be moved to another hazard', async () => {
    const [hazard, other] = [await hazardOf('限值所属因素'), await hazardOf('另一个因素')];
    const row = await made('api/hazardLimit/add', limit(hazard), admin);
    const { status, body } = await server.ask<ErrorBody>('PUT', 'api/hazardLimit/edit', {
      token: admin,
      body: { ...row, hazard: other.id },
    });
    expect([status, body.message]).toEqual([409, '限值不能改到另一个危害因素，请在该因素下新增']);
    expect((await server.ask<AnyRow>('GET', `api/hazardLimit/${row.id}`, { token: admin })).body).toMatchObject({
      hazard: hazard.id,
      version: row.version,
    });
  });

  it('of two simultaneous limit versions for the same days one is stored', async () => {
    const hazard = await hazardOf('同时新增');
    const answers = await Promise.all([
      post('api/hazardLimit/add', limit(hazard), admin),
      post('api/hazardLimit/add', limit(hazard, { effectiveFrom: '2021-01-01' }), admin),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each([
    ['a value of zero', { value: '0' }, 'value'],
    ['a value that is none', { value: '约3' }, 'value'],
    ['an end before the beginning', { effectiveUntil: '2019-01-01' }, 'effectiveFrom'],
    ['a kind that no dictionary has', { kind: 'TWA' }, 'kind'],
  ])('a limit of the library with %s is refused', async (_name, given, field) => {
    const refused = await post(
      'api/hazardLimit/add',
      limit(
        await hazardOf(`坏值${field}${Object.keys(given).length}${String(Object.values(given)[0])}`.slice(0, 90)),
        given,
      ),
      admin,
    );
    expect(refused.status).toBe(400);
    expect(refused.body.errors?.[0]?.field).toBe(field);
  });

  it('a limit of the library is common only if its hazard is', async () => {
    const hazard = await hazardOf('只属于本机构的因素', own);
    const refused = await post('api/hazardLimit/add', limit(hazard), admin);
    expect([refused.status, refused.body.message]).toEqual([409, '公共限值只能属于公共因素']);
    expect(
      (await server.ask<Page<AnyRow>>('GET', `api/hazardLimit?hazard=${hazard.id}`, { token: admin })).body
        .totalElements,
    ).toBe(0);
  });

  it("the limits of a day contain an organization's own limits before the common ones", async () => {
    const hazard = await hazardOf('从严的因素');
    await made('api/hazardLimit/add', limit(hazard), admin);
    await made('api/hazardLimit/add', limit(hazard, { value: '2', effectiveFrom: '2023-01-01', standard: '企业标准' }));
    const on = async (day: string, token: string) =>
      (await server.ask<AnyRow[]>('GET', `api/hazardLimit/on?hazard=${hazard.id}&day=${day}`, { token })).body.map(
        ({ value }) => value,
      );
    expect([
      await on('2022-12-31', own),
      await on('2023-01-01', own),
      await on('2023-01-01', other),
      await on('2020-03-31', own),
    ]).toEqual([['3'], ['2'], ['3'], []]);
    expect(
      (await server.ask('GET', `api/hazardLimit/on?hazard=${hazard.id}&day=2023-02-30`, { token: own })).status,
    ).toBe(400);
    expect((await server.ask('GET', 'api/hazardLimit/on', { token: own })).status).toBe(400);
  });

  it('limits of the library are imported from a workbook by hazard, kind, condition and day', async () => {
    await hazardOf('导入因素甲');
    const [hazard = '', kind = '', , value = '', unit = '', standard = '', , from = ''] = headersOf(hazardLimit);
    const row = (line: number, cells: Record<string, string>) => ({
      line,
      cells: {
        [hazard]: '导入因素甲',
        [unit]: 'mg/m³',
        [standard]: 'GBZ 2.1-2019',
        [from]: '2020-04-01',
        核对情况: '已核对',
        ...cells,
      },
    });
    const body = {
      mode: 'add',
      rows: [row(2, { [kind]: 'PC-TWA', [value]: '0.30' }), row(3, { [kind]: 'PC-STEL', [value]: '0.6' })],
    };
    const rowsAnswer = await server.ask<Answer<{ added: number }>>('POST', 'api/hazardLimit/import/rows', {
      token: admin,
      body,
    });
    expect(rowsAnswer.text).toContain('"added":2');
    const again = await server.ask<{ rows: { state: string }[] }>('POST', 'api/hazardLimit/import/recheck', {
      token: admin,
      body,
    });
    expect(again.body.rows.map(({ state }) => state)).toEqual(['same', 'same']);
    const changed = { mode: 'update', rows: [row(2, { [kind]: 'PC-TWA', [value]: '0.40' })] };
    const foreign = await server.ask<{ rows: { state: string; errors: { message: string }[] }[] }>(
      'POST',
      'api/hazardLimit/import/recheck',
      { token: own, body: changed },
    );
    expect(foreign.body.rows[0]).toMatchObject({
      state: 'error',
      errors: [{ message: expect.stringContaining('公共数据只能由平台管理员维护') }],
    });
    const updated = await server.ask('POST', 'api/hazardLimit/import/rows', { token: admin, body: changed });
    expect(updated.text).toContain('"updated":1');
    const twice = await server.ask<{ rows: { state: string }[] }>('POST', 'api/hazardLimit/import/recheck', {
      token: admin,
      body: { mode: 'add', rows: [...body.rows, ...body.rows.map((row) => ({ ...row, line: row.line + 2 }))] },
    });
    expect(twice.body.rows.slice(2).map(({ state }) => state)).toEqual(['error', 'error']);
  });

  it('imported limits find their hazard by name, whatever characters the name contains', async () => {
    const called = ['铝金属、铝合金（总尘）', 'N,N-二甲基；乙酰胺', '二氧化硅（SiO₂）', '℃㎡③'];
    for (const name of called) await hazardOf(name);
    const [hazard = '', kind = '', , value = '', unit = '', standard = '', , from = ''] = headersOf(hazardLimit);
    const rows = called.map((name, index) => ({
      line: index + 2,
      cells: {
        [hazard]: name,
        [kind]: 'PC-TWA',
        [value]: '0.30',
        [unit]: 'mg/m³',
        [standard]: 'GBZ 2.1-2019',
        [from]: '2020-04-01',
        核对情况: '已核对',
      },
    }));
    const rowsAnswer = await server.ask<Answer>('POST', 'api/hazardLimit/import/rows', {
      token: admin,
      body: { mode: 'add', rows },
    });
    expect(rowsAnswer.text).toContain(`"added":${called.length}`);
  });

  it('imported limits with an unknown hazard are reported as unknown only, not also as duplicates', async () => {
    const [hazard = '', kind = '', , value = '', unit = '', standard = '', , from = ''] = headersOf(hazardLimit);
    const row = (line: number, name: string) => ({
      line,
      cells: {
        [hazard]: name,
        [kind]: 'PC-TWA',
        [value]: '0.30',
        [unit]: 'mg/m³',
        [standard]: 'GBZ 2.1-2019',
        [from]: '2020-04-01',
        核对情况: '已核对',
      },
    });
    // The first part of this key is missing; a method's items are identified by their method first.
    const method = await made(
      'api/labMethod/add',
      { title: '两个不认识的因素', standardNo: 'GBZ/T 300', methodKind: 'genericTest', dataCertainty: 'sure' },
      admin,
    );
    const items = ['甲因素未建', '乙因素未建'].map((name, index) => ({
      line: index + 2,
      cells: { 检测方法: String(method.title), 危害因素: name, 核对情况: '已核对' },
    }));
    for (const [path, rows] of [
      ['hazardLimit', [row(2, '甲因素未建'), row(3, '乙因素未建')]],
      ['labMethodItem', items],
    ] as const) {
      const { body, text } = await server.ask<{ rows: { errors: { header: string }[] }[] }>(
        'POST',
        `api/${path}/import/recheck`,
        { token: admin, body: { mode: 'add', rows } },
      );
      expect(
        body.rows.map(({ errors }) => errors.map(({ header }) => header)),
        text,
      ).toEqual([['危害因素'], ['危害因素']]);
    }
  });

  it('limits imported for everybody use the common hazard, even if organizations have a hazard of the same name', async () => {
    await hazardOf('各家同名因素', own);
    await hazardOf('各家同名因素', other);
    await hazardOf('只有一家的因素', other);
    const common = await hazardOf('各家同名因素');
    const [hazard = '', kind = '', , value = '', unit = '', standard = '', , from = ''] = headersOf(hazardLimit);
    const row = (line: number, name: string) => ({
      line,
      cells: {
        [hazard]: name,
        [kind]: 'PC-TWA',
        [value]: '0.30',
        [unit]: 'mg/m³',
        [standard]: 'GBZ 2.1-2019',
        [from]: '2020-04-01',
        核对情况: '已核对',
      },
    });
    const rowsAnswer = await server.ask<Answer>('POST', 'api/hazardLimit/import/rows', {
      token: admin,
      body: { mode: 'add', rows: [row(2, '各家同名因素')] },
    });
    expect(rowsAnswer.text).toContain('"added":1');
    const limits = await server.ask<Page<AnyRow>>('GET', `api/hazardLimit?hazard=${common.id}`, { token: admin });
    expect(limits.body.content).toMatchObject([{ organizationId: null, hazard: common.id }]);
    const foreign = await server.ask<{ rows: { errors: { message: string }[] }[] }>(
      'POST',
      'api/hazardLimit/import/recheck',
      { token: admin, body: { mode: 'add', rows: [row(2, '只有一家的因素')] } },
    );
    expect(foreign.body.rows[0]?.errors).toMatchObject([
      { header: hazard, message: expect.stringContaining('没有名为“只有一家的因素”') },
    ]);
  });

  it('imported limits find their hazard also under a column header marked as required', async () => {
    await hazardOf('标星因素');
    const headers = headersOf(hazardLimit);
    const cells: Record<string, string> = {
      [headers[0] ?? '']: '标星因素',
      [headers[1] ?? '']: 'PC-TWA',
      [headers[3] ?? '']: '0.30',
      [headers[4] ?? '']: 'mg/m³',
      [headers[5] ?? '']: 'GBZ 2.1-2019',
      [headers[7] ?? '']: '2020-04-01',
      核对情况: '已核对',
    };
    const form = new FormData();
    form.append(
      'file',
      new File(
        [
          xlsx(
            textRow(...headers.map((header) => `*${header}`)) +
              textRow(...headers.map((header) => cells[header] ?? '')),
          ) as Uint8Array<ArrayBuffer>,
        ],
        'a.xlsx',
      ),
    );
    const checked = await server.app.request('/api/hazardLimit/import/check', {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${admin}` },
    });
    expect(await checked.json()).toMatchObject({ rows: [{ state: 'add', errors: [] }] });
  });
});

describe('methods', () => {
  it('a method of the library measures each hazard once', async () => {
    const method = await made(
      'api/labMethod/add',
      { title: '溶剂解吸', standardNo: 'GBZ/T 160.42-2007', methodKind: 'gasChromatography' },
      admin,
    );
    const hazard = await hazardOf('甲苯');
    const item = await made(
      'api/labMethodItem/add',
      { method: method.id, hazard: hazard.id, lod: '1.8', minConc: '1.2', volume: '1.5' },
      admin,
    );
    expect(item).toMatchObject({ itemName: '溶剂解吸 甲苯', lodUnit: 'μg/mL', minConc: '1.2' });
    const again = await post('api/labMethodItem/add', { method: method.id, hazard: hazard.id }, admin);
    expect(again.body.errors?.[0]).toMatchObject({ field: 'hazard', message: '该方法已有适用因素“甲苯”' });
    expect((await post('api/labMethodItem/add', { method: method.id, hazard: hazard.id, minConc: '1.0' })).status).toBe(
      200,
    );
    // Its own item stands in the list in place of the common one; everybody else still has that.
    const listed = async (token: string, more = '') =>
      (
        await server.ask<Page<AnyRow>>('GET', `api/labMethodItem?method=${method.id}${more}`, { token })
      ).body.content.map(({ minConc }) => minConc);
    expect(await listed(own)).toEqual(['1.0']);
    expect(await listed(own, '&replaced=true')).toEqual(['1.2']);
    expect((await listed(admin)).sort()).toEqual(['1.0', '1.2']);
    const refused = await server.ask<ErrorBody>('DELETE', 'api/labMethod/delete', { token: admin, body: [method.id] });
    expect(refused.body.message).toBe('检测方法已被方法适用因素使用，不能删除；不再使用时请停用');
  });

  it('a method of an organization cannot have a common method’s title, and a common method measures only common hazards', async () => {
    const draft = { standardNo: 'GBZ/T 300.48-2017', methodKind: 'gasChromatography' };
    const common = await made('api/labMethod/add', { ...draft, title: '公共方法' }, admin);
    const twin = await post('api/labMethod/add', { ...draft, title: '公共方法' });
    const message = '“公共方法”已在公共方法库中，请直接使用、换一个名称，或先在本机构隐藏公共的方法';
    expect([twin.status, twin.body.code, twin.body.errors]).toEqual([409, 'duplicate', [{ field: 'title', message }]]);
    const mine = await made('api/labMethod/add', { ...draft, title: '自有方法' });
    const [everybodys, ours] = [await hazardOf('公共方法的因素'), await hazardOf('自有方法的因素', own)];
    for (const [method, hazard] of [
      [mine, everybodys],
      [common, ours],
    ] as const) {
      const refused = await post('api/labMethodItem/add', { method: method.id, hazard: hazard.id }, admin);
      expect([refused.status, refused.body.message]).toEqual([409, '公共的适用因素只能属于公共方法和公共因素']);
    }
    for (const [name, wanted] of [
      ['labMethod', common],
      ['labMethod', mine],
    ] as const)
      expect(
        (
          await server.ask<Page<AnyRow>>('GET', `api/${name}?title=${encodeURIComponent(String(wanted.title))}`, {
            token: admin,
          })
        ).body.totalElements,
      ).toBe(1);
    expect(
      (await server.ask<Page<AnyRow>>('GET', `api/labMethodItem?method=${mine.id}`, { token: admin })).body
        .totalElements,
    ).toBe(0);
    expect(
      (await server.ask<Page<AnyRow>>('GET', `api/labMethodItem?method=${common.id}`, { token: admin })).body
        .totalElements,
    ).toBe(0);
  });

  it('a method of the library with a reversed spike range is refused', async () => {
    const refused = await post('api/labMethod/add', {
      title: '倒置',
      standardNo: 'X',
      methodKind: 'dust',
      spikeMin: '115',
      spikeMax: '85',
    });
    expect(refused.body.errors?.[0]?.message).toBe('加标回收率下限不能大于上限');
  });
});

describe('accredited scope', () => {
  it('the accreditation list of 300 rows is imported: standard with part and year, hazard by name or alias', async () => {
    const known = await made(
      'api/hazard/add',
      { name: '丁酮(范围)', synonyms: '甲乙酮(范围)', category: 'chemical' },
      admin,
    );
    const headers = headersOf(accreditedItem);
    const line = (cells: Record<string, string>) => textRow(...headers.map((header) => cells[header] ?? ''));
    const rows = Array.from({ length: 300 }, (_one, index) =>
      line({
        '项目/参数': index ? `项目${index}` : '甲乙酮(范围)',
        序号: String(index + 1),
        '依据的标准（方法）名称及编号': `工作场所空气有毒物质测定 GBZ/T 300.${(index % 160) + 1}—2017`,
        限制范围及说明: index ? '' : '只测短时间',
        有效期至: '2029-06-11',
      }),
    );
    const form = new FormData();
    form.append(
      'file',
      new File(
        [
          xlsx(
            line(Object.fromEntries(headers.map((header) => [header, header]))) + rows.join(''),
          ) as Uint8Array<ArrayBuffer>,
        ],
        'a.xlsx',
      ),
    );
    const checked = await server.app.request('/api/accreditedItem/import/check', {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${own}` },
    });
    const preview = (await checked.json()) as ImportPreview;
    expect(preview.rows.filter(({ state }) => state !== 'add')).toEqual([]);
    const rowsAnswer = await server.ask<Answer<{ added: number }> & ErrorBody>(
      'POST',
      'api/accreditedItem/import/rows',
      {
        token: own,
        body: { mode: 'add', rows: preview.rows.map(({ line: at, cells }) => ({ line: at, cells })) },
      },
    );
    expect(rowsAnswer.body.body).toMatchObject({ added: 300 });
    const stored = await server.database.orm.select().from(accreditedItemTable).orderBy(asc(accreditedItemTable.id));
    expect(stored).toHaveLength(300);
    expect(stored[0]).toMatchObject({
      organizationId: home,
      hazard: known.id,
      standardNo: 'GBZ/T 300.1-2017',
      restriction: '只测短时间',
      validUntil: '2029-06-11',
    });
    expect(stored[1]).toMatchObject({ hazard: null, standardNo: 'GBZ/T 300.2-2017' });
  });

  it('a row of the accreditation list that names several hazards and standards counts for each of them', async () => {
    const ids: number[] = [];
    for (const name of ['甲物质(范围)', '乙物质(范围)'])
      ids.push(Number((await made('api/hazard/add', { name, category: 'chemical' }, admin)).id));
    const row = await made('api/accreditedItem/add', {
      item: '甲物质、乙物质和丙物质',
      basis: 'GBZ/T 300.66-2017、GBZ/T 160.42-2007',
    });
    expect(row).toMatchObject({ hazard: null, standardNo: 'GBZ/T 300.66-2017；GBZ/T 160.42-2007' });
    const annex = (await accreditationAnnex(server.database.orm, home)).filter(({ id }) => id === row.id);
    expect(annex.map(({ hazard }) => hazard)).toEqual([null, ...ids]);
    const own = await made('api/accreditedItem/add', { item: '甲物质', basis: '作业指导书 ZY-031' });
    expect(own).toMatchObject({ hazard: ids[0], standardNo: null });
    expect((await accreditationAnnex(server.database.orm, home)).find(({ id }) => id === own.id)?.standardNo).toBe(
      '作业指导书 ZY-031',
    );
  });
});

describe('component of a material', () => {
  it('a component of a raw material is linked to its hazard by name, alias or CAS number, and to none if several match', async () => {
    const known = await made(
      'api/hazard/add',
      { name: '丁酮(组分)', synonyms: '甲乙酮(组分)', cas: '78-93-3;78-93-4', category: 'chemical' },
      admin,
    );
    for (const name of ['甲(同号)', '乙(同号)'])
      await made('api/hazard/add', { name, cas: '7440-48-4', category: 'chemical' }, admin);
    const paint = await made('api/material/add', { name: '氟碳漆' });
    const part = (name: string, more: object = {}) =>
      made('api/materialComponent/add', { material: paint.id, name, ...more });
    expect((await part('甲乙酮（组分）')).hazard).toBe(known.id);
    expect((await part('溶剂', { cas: '78-93-4' })).hazard).toBe(known.id);
    expect((await part('颜料', { cas: '7440-48-4' })).hazard).toBeNull();
    expect((await part('树脂', { cas: '9003-1-4' })).hazard).toBeNull();
    const upside = await post('api/materialComponent/add', {
      material: paint.id,
      name: '水',
      shareFrom: '20',
      shareTo: '5',
    });
    expect(upside.body.errors?.[0]?.message).toBe('含量下限不能大于含量上限');
  });
});

describe('templates', () => {
  const path = 'api/siteSurveyModule';
  const rowsOf = async (id: number, token = own) =>
    (await server.ask<Page<AnyRow>>('GET', `${path}Row?template=${id}&sort=rowSort,asc`, { token })).body.content;
  const get = async (id: number) => (await server.ask<AnyRow>('GET', `${path}/${id}`, { token: own })).body;
  const put = (action: string, id: number, token = own) =>
    server.ask<ErrorBody>('PUT', `${path}/${action}`, { token, body: { id } });
  let hazard: AnyRow;
  let serial = 0;
  const template = (token = own) => made(`${path}/add`, { name: `模板${(serial += 1)}`, industry: 'C34' }, token);
  const addRow = (id: number, post_ = '车工', token = own) =>
    made(
      `${path}Row/add`,
      { template: id, workshop: '机加工车间', post: post_, hazard: hazard.id, hoursPerDay: '7.5' },
      token,
    );
  async function published(token = own): Promise<AnyRow> {
    const row = await template(token);
    await addRow(row.id, '车工', token);
    expect((await put('publish', row.id, token)).status).toBe(200);
    return row;
  }

  beforeAll(async () => {
    hazard = await hazardOf('噪声');
  });

  it('a new template is a first draft, and can be published only with rows', async () => {
    const row = await template();
    expect(await get(row.id)).toMatchObject({ state: 'draft', edition: 1, series: row.id, publishedOn: null });
    const refused = await put('publish', row.id);
    expect(refused.body.message).toBe(templateTexts.empty);
    await addRow(row.id);
    expect((await put('publish', row.id)).status).toBe(200);
    expect(await get(row.id)).toMatchObject({
      state: 'published',
      publishedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect((await put('publish', row.id)).status).toBe(409);
  });

  it('a template numbers its rows, and its rows are locked when it is published', async () => {
    const row = await published();
    const [first] = await rowsOf(row.id);
    expect(first).toMatchObject({ rowSort: 10, hazardName: '噪声', hoursPerDay: '7.5', organizationId: home });
    for (const [method, call, body, message] of [
      [
        'POST',
        `${path}Row/add`,
        { template: row.id, workshop: 'x', post: 'y', hazard: hazard.id },
        templateTexts.locked,
      ],
      ['PUT', `${path}Row/edit`, { ...first, post: '铣工' }, templateTexts.locked],
      ['DELETE', `${path}Row/delete`, [first?.id], templateTexts.locked],
      ['PUT', `${path}/edit`, { ...(await get(row.id)), name: '改名' }, templateTexts.locked],
      ['DELETE', `${path}/delete`, [row.id], templateTexts.kept],
    ] as const) {
      const refused = await server.ask<ErrorBody>(method, call, { token: own, body });
      expect([refused.status, refused.body.message], call).toEqual([409, message]);
    }
    expect((await rowsOf(row.id)).map((one) => one.post)).toEqual(['车工']);
  });

  it('a published template has one next draft, which replaces it when published', async () => {
    const row = await published();
    const answers = await Promise.all([
      server.ask<Answer<AnyRow>>('POST', `${path}/revise`, { token: own, body: { id: row.id } }),
      server.ask<Answer<AnyRow>>('POST', `${path}/revise`, { token: own, body: { id: row.id } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const next = answers.find(({ status }) => status === 200)?.body.body as AnyRow;
    expect(await get(next.id)).toMatchObject({ edition: 2, series: row.id, state: 'draft', name: row.name });
    await addRow(next.id, '铣工');
    expect((await put('publish', next.id)).status).toBe(200);
    expect((await get(row.id)).state).toBe('retired');
    expect((await rowsOf(row.id)).map((one) => one.post)).toEqual(['车工']);
    expect((await rowsOf(next.id)).map((one) => one.post)).toEqual(['车工', '铣工']);
    const third = (await post(`${path}/revise`, { id: row.id })).body.body as AnyRow;
    expect((await get(third.id)).edition).toBe(3);
    expect((await rowsOf(third.id)).map((one) => one.post)).toEqual(['车工']);
    const trail = await server.database.orm
      .select()
      .from(auditLogTable)
      .where(and(eq(auditLogTable.entity, 'siteSurveyModule'), eq(auditLogTable.entityId, row.id)))
      .orderBy(auditLogTable.id);
    expect(trail.map(({ action }) => action)).toEqual(['add', 'status', 'status']);
  });

  it('the next draft of a template starts from the published version, not from an existing draft', async () => {
    const row = await template();
    await addRow(row.id);
    const refused = await post(`${path}/revise`, { id: row.id });
    expect([refused.status, refused.body.message]).toEqual([409, templateTexts.draftExists(1)]);
  });

  it('a row of a template cannot be moved to another template, nor restored after its template was deleted', async () => {
    const [from, to] = [await template(), await template()];
    const row = await addRow(from.id);
    const moved = await server.ask<ErrorBody>('PUT', `${path}Row/edit`, {
      token: own,
      body: { ...row, template: to.id },
    });
    expect([moved.status, moved.body.message]).toEqual([409, templateTexts.moved]);
    expect([(await rowsOf(from.id)).length, (await rowsOf(to.id)).length]).toEqual([1, 0]);
    expect((await server.ask('DELETE', `${path}/delete`, { token: own, body: [from.id] })).status).toBe(200);
    expect((await server.ask('PUT', `${path}Row/restore`, { token: own, body: [row.id] })).status).toBe(404);
    expect(await rowsOf(from.id)).toEqual([]);
  });

  it('a template can be applied only while it is published', async () => {
    const row = await published();
    const found = await server.ask<{ template: AnyRow; rows: AnyRow[] }>('GET', `${path}/published/${row.id}`, {
      token: bare,
    });
    expect(found.body.rows).toEqual([expect.objectContaining({ post: '车工', hazardName: '噪声' })]);
    const list = await server.ask<AnyRow[]>('GET', `${path}/published`, { token: bare });
    expect(list.body.map(({ id }) => id)).toContain(row.id);
    expect((await server.ask('GET', `${path}/published/${row.id}`, { token: other })).status).toBe(404);
    expect((await put('retire', row.id)).status).toBe(200);
    const refused = await server.ask<ErrorBody>('GET', `${path}/published/${row.id}`, { token: bare });
    expect([refused.status, refused.body.message]).toEqual([409, templateTexts.notPublished]);
    expect(
      (await server.ask<AnyRow[]>('GET', `${path}/published`, { token: bare })).body.map(({ id }) => id),
    ).not.toContain(row.id);
  });

  it('templates of the platform are used and copied by all, and changed only by platform administrators', async () => {
    const row = await published(admin);
    expect((await get(row.id)).organizationId).toBeNull();
    expect((await rowsOf(row.id))[0]?.organizationId).toBeNull();
    for (const action of ['retire']) expect((await put(action, row.id)).status).toBe(403);
    expect((await post(`${path}/revise`, { id: row.id })).status).toBe(403);
    const copy = await made(`${path}/copy`, { id: row.id, name: '本机构的副本' });
    expect(await get(copy.id)).toMatchObject({
      organizationId: home,
      edition: 1,
      state: 'draft',
      series: copy.id,
      name: '本机构的副本',
    });
    expect((await rowsOf(copy.id)).map((one) => [one.post, one.organizationId])).toEqual([['车工', home]]);
    const same = await post(`${path}/copy`, { id: row.id, name: '本机构的副本' });
    expect(same.body.errors?.[0]).toMatchObject({ field: 'name', message: templateTexts.sameName('本机构的副本') });
    const draft = await template(admin);
    expect(
      (await post(`${path}Row/add`, { template: draft.id, workshop: '甲', post: '乙', hazard: hazard.id })).status,
    ).toBe(403);
    const part = await addRow(draft.id, '车工', admin);
    const saveAll = (body: object) =>
      server.ask('PUT', `${path}Row/saveAll`, { token: own, body: { rows: [], removed: [], ...body } });
    expect((await saveAll({ rows: [{ id: part.id, version: part.version, post: '改' }] })).status).toBe(403);
    expect((await saveAll({ removed: [{ id: part.id, version: part.version }] })).status).toBe(403);
    expect((await put('publish', draft.id)).status).toBe(403);
    expect((await rowsOf(draft.id)).map((one) => one.post)).toEqual(['车工']);
  });

  it.each([
    [
      'of a plan',
      'api/cyfaModule',
      { place: '喷漆岗位', mode: 'area', period: 'short', points: 1, samplesPerDay: 3, days: 1, blanks: 0 },
    ],
    ['of the province’s monitoring', 'api/qsjcModule', { industry: 'C34', indicator: '噪声强度' }],
    ['of a report', 'api/reportModule', { section: 'basis', body: '依据GBZ 159' }],
  ])('a template of kind %s can be published, revised, copied and retired', async (_of, kind, part) => {
    const row = await made(`${kind}/add`, { name: '按需的模板' });
    await made(`${kind}Row/add`, { template: row.id, hazard: hazard.id, ...part });
    const call = async (verb: string, action: string, body: object) =>
      (await server.ask(verb, `${kind}/${action}`, { token: own, body })).status;
    const state = async () => (await server.ask<AnyRow>('GET', `${kind}/${row.id}`, { token: own })).body.state;
    expect([await call('PUT', 'publish', { id: row.id }), await state()]).toEqual([200, 'published']);
    const copy = await made(`${kind}/copy`, { id: row.id, name: '按需的模板（副本）' });
    const next = await made(`${kind}/revise`, { id: row.id });
    expect((await server.ask<AnyRow>('GET', `${kind}/${next.id}`, { token: own })).body).toMatchObject({
      edition: 2,
      series: row.id,
      state: 'draft',
    });
    expect(
      (await server.ask<Page<AnyRow>>('GET', `${kind}Row?template=${copy.id}`, { token: own })).body.content,
    ).toMatchObject([part]);
    expect([await call('PUT', 'retire', { id: row.id }), await state()]).toEqual([200, 'retired']);
  });

  it('a version of a report template keeps its approved file through copies and later versions; the platform’s files are readable by all', async () => {
    const reports = 'api/reportModule';
    const upload = async (token: string) =>
      (
        await sendForm<{ body: { id: string } }>(server, 'api/file/upload', {
          token,
          name: '检测报告模板.docx',
          content: docx(),
        })
      ).body.body.id;
    const fileOf = async (id: number) =>
      (await server.ask<AnyRow>('GET', `${reports}/${id}`, { token: own })).body.document;
    const document = await upload(own);
    const row = await made(`${reports}/add`, { name: '检测报告模板', document });
    await made(`${reports}Row/add`, { template: row.id, section: 'basis', body: '依据GBZ 159' });
    expect((await server.ask('PUT', `${reports}/publish`, { token: own, body: { id: row.id } })).status).toBe(200);
    const next = await made(`${reports}/revise`, { id: row.id });
    const copy = await made(`${reports}/copy`, { id: row.id, name: '检测报告模板的副本' });
    expect(await Promise.all([row, next, copy].map(({ id }) => fileOf(id)))).toEqual([document, document, document]);
    const read = async (id: unknown, token: string) =>
      (await server.ask('GET', `api/file/${String(id)}/link`, { token })).status;
    expect(await read(document, other)).toBe(404);
    const common = await made(`${reports}/add`, { name: '平台报告模板', document: await upload(admin) }, admin);
    expect(await read(common.document, other)).toBe(200);
    // The platform's file does not belong to whoever copies the template.
    expect(await fileOf((await made(`${reports}/copy`, { id: common.id, name: '按平台的模板' })).id)).toBeNull();
    expect((await server.ask('DELETE', `${reports}/delete`, { token: admin, body: [common.id] })).status).toBe(200);
    expect(await read(common.document, other)).toBe(404);
  });

  it('a hazard used in a template cannot be deleted; a draft template is deleted with its rows', async () => {
    const lone = await hazardOf('只在模板中的因素');
    const row = await template();
    await made(`${path}Row/add`, { template: row.id, workshop: '甲', post: '乙', hazard: lone.id });
    expect((await server.ask('DELETE', 'api/hazard/delete', { token: admin, body: [lone.id] })).status).toBe(409);
    expect((await server.ask('DELETE', `${path}/delete`, { token: own, body: [row.id] })).status).toBe(200);
    expect(await rowsOf(row.id)).toEqual([]);
    expect((await server.ask('DELETE', 'api/hazard/delete', { token: admin, body: [lone.id] })).status).toBe(200);
  });

  it('a plan template fills empty fields from the method, and keeps typed values', async () => {
    const method = await made(
      'api/labMethod/add',
      {
        title: '活性炭管法',
        standardNo: 'GBZ/T 300',
        methodKind: 'gasChromatography',
        medium: '活性炭管',
        shortFlow: '0.1',
        shortMinutes: 15,
        longFlow: '0.05',
        longMinutes: 480,
      },
      admin,
    );
    const plan = await made('api/cyfaModule/add', { name: '方案模板' });
    const row = (given: object) =>
      made('api/cyfaModuleRow/add', {
        template: plan.id,
        place: '喷漆岗位',
        hazard: hazard.id,
        method: method.id,
        mode: 'area',
        period: 'short',
        points: 1,
        samplesPerDay: 3,
        days: 1,
        blanks: 2,
        ...given,
      });
    expect(await row({})).toMatchObject({ medium: '活性炭管', flow: '0.1', minutes: 15 });
    expect(await row({ mode: 'personal', period: 'long', flow: '0.06' })).toMatchObject({
      medium: '活性炭管',
      flow: '0.06',
      minutes: 480,
    });
  });

  it('each workflow move of a template requires its own permission', async () => {
    const row = await published();
    for (const action of ['publish', 'retire']) expect((await put(action, row.id, bare)).status).toBe(403);
    for (const action of ['revise', 'copy'])
      expect((await post(`${path}/${action}`, { id: row.id, name: '无权' }, bare)).status).toBe(403);
    expect((await post(`${path}/copy`, { id: row.id, name: ' ' })).status).toBe(400);
  });
});

describe('common method that an organization hides', () => {
  const list = async (token: string, query = '') =>
    (await server.ask<Page<AnyRow>>('GET', `api/labMethod?size=500${query}`, { token })).body.content;
  const has = async (token: string, id: number, query = '') => (await list(token, query)).some((row) => row.id === id);
  const hide = (row: AnyRow, hidden: boolean, token = own) =>
    server.ask<Answer & ErrorBody>('PUT', 'api/labMethod/hidden', {
      token,
      body: { rows: [{ id: row.id, version: row.version }], hidden },
    });
  const choices = async (token: string, query: string) =>
    (await server.ask<AnyRow[]>('GET', `api/options/labMethod?${query}`, { token })).body.map(({ id }) => id);

  it('a hidden common method leaves the organization’s lists and choices, stays for others and existing uses, and can be shown again', async () => {
    const draft = {
      title: '隐藏用的公共方法',
      standardNo: 'GBZ/T 300.1-2017',
      methodKind: 'gasChromatography',
      status: '1',
    };
    const method = await made('api/labMethod/add', draft, admin);
    const hazard = await hazardOf('隐藏方法的因素');
    await made('api/labMethodItem/add', { method: method.id, hazard: hazard.id }, admin);
    const offered = async (organizationId: number | null, methods: number[] = []) =>
      (await methodsOfHazards(server.database.orm, { hazards: [hazard.id], methods, organizationId })).methods.map(
        ({ id }) => id,
      );
    expect((await hide(method, true)).body.message).toBe('已隐藏1个公共方法');

    expect([await has(own, method.id), await has(other, method.id)]).toEqual([false, true]);
    expect((await list(own, '&hidden=true')).map(({ id, hidden }) => [id, hidden])).toEqual([[method.id, true]]);
    expect(await has(own, method.id, `&ids=${method.id}`)).toBe(true);
    const keyword = `keyword=${encodeURIComponent('隐藏用的')}`;
    expect([await choices(own, keyword), await choices(other, keyword)]).toEqual([[], [method.id]]);
    expect(await choices(own, `ids=${method.id}`)).toEqual([method.id]);
    expect([await offered(home), await offered(home, [method.id]), await offered(null)]).toEqual([
      [],
      [method.id],
      [method.id],
    ]);

    const copy = await made(`api/labMethod/copy?from=${method.id}`, draft);
    expect(copy.organizationId).toBe(home);
    // The copy measures what the common method measures.
    const items = await server.ask<Page<AnyRow>>('GET', `api/labMethodItem?method=${copy.id}`, { token: own });
    expect(items.body.content).toMatchObject([
      { hazard: hazard.id, organizationId: home, itemName: '隐藏用的公共方法 隐藏方法的因素' },
    ]);
    const refused = await hide(method, false);
    expect([refused.status, refused.body.message]).toEqual([409, hiddenTexts.ownOfSameName(draft.title)]);
    expect([(await hide(copy, true)).status, (await hide(method, true, bare)).status]).toEqual([409, 403]);
    const ids = items.body.content.map(({ id }) => id);
    await server.ask('DELETE', 'api/labMethodItem/delete', { token: own, body: ids });
    await server.ask('DELETE', 'api/labMethod/delete', { token: own, body: [copy.id] });
    expect((await hide(method, false)).status).toBe(200);
    expect([await has(own, method.id), await offered(home)]).toEqual([true, [method.id]]);
  });

  it('a common method can be hidden only by a person of an organization', async () => {
    const [method] = await list(admin);
    const all = await server.ask<ErrorBody>('PUT', 'api/labMethod/hidden', {
      token: admin,
      headers: { 'x-organization': 'all' },
      body: { rows: [{ id: method?.id, version: method?.version }], hidden: true },
    });
    expect([all.status, all.body.code]).toEqual([400, 'noOrganization']);
  });
});
