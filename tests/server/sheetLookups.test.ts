import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ImportRow } from '@contract/workbook/importWire';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { dictDetailTable, dictTable, hazardTable, labMethodTable } from '@server/db/schema';
import { type TestServer, testServer } from '../support/server';

// What the names in a workbook mean: exactly the titles in a template, more in a list of one's own.

const method = '苯系物 溶剂解吸-气相色谱法';
let server: TestServer;
let own: number;
let other: number;
const tokens = { own: '', other: '', platform: '', reader: '' };

beforeAll(async () => {
  server = await testServer();
  const { rows, database } = server;
  [own, other] = [await rows.organization({}), await rows.organization({})];
  const permissions = ['labMethodItem:import', 'labMethodItem:add', 'inspectUnit:import', 'inspectUnit:add'];
  const roles = [await rows.role({ permissions: [...permissions, 'hazard:add'] })];
  await rows.user({ userName: 'own', organizationId: own, roles });
  await rows.user({ userName: 'other', organizationId: other, roles });
  await rows.user({ userName: 'platform', organizationId: null, isAdmin: true, roles });
  await rows.user({ userName: 'reader', organizationId: own, roles: [await rows.role({ permissions })] });
  for (const name of Object.keys(tokens) as (keyof typeof tokens)[]) tokens[name] = await server.login(name);
  await database.orm.insert(labMethodTable).values({
    title: method,
    standardNo: 'GBZ/T 300.66-2017',
    methodKind: 'gasChromatography',
    dataCertainty: 'sure',
    status: '1',
  });
  const [dict] = await database.orm.insert(dictTable).values({ name: 'unitScale' }).returning({ id: dictTable.id });
  await database.orm.insert(dictDetailTable).values([
    { dict: dict?.id ?? 0, label: '大型', value: 'large', dictSort: 1 },
    { dict: dict?.id ?? 0, label: '超大型', value: 'huge', dictSort: 2, organizationId: other },
    { dict: dict?.id ?? 0, label: '废弃型', value: 'gone', dictSort: 3, deleteTime: new Date() },
  ]);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.orm.delete(hazardTable);
});

interface HazardGiven {
  readonly name: string;
  readonly synonyms?: string;
  readonly organizationId?: number;
  readonly deleteTime?: Date;
}
const hazards = (...given: readonly HazardGiven[]) =>
  server.database.orm
    .insert(hazardTable)
    .values(given.map((row) => ({ category: 'chemical', dataCertainty: 'sure', ...row })));

/** Checks rows of the entity as the preview does, and returns them. */
async function rechecked(
  entity: string,
  cells: readonly Record<string, string>[],
  { loose = true, as = 'own' as keyof typeof tokens } = {},
): Promise<readonly ImportRow[]> {
  const { status, text, body } = await server.ask<{ rows: ImportRow[] }>('POST', `api/${entity}/import/recheck`, {
    token: tokens[as],
    body: { loose, rows: cells.map((cell, index) => ({ line: index + 2, cells: cell })) },
  });
  expect(status, text).toBe(200);
  return body.rows;
}
/** Returns the fault of a hazard's name; null where the name means one hazard. */
async function faultOf(title: string, options: { loose?: boolean; as?: keyof typeof tokens } = {}) {
  const [row] = await rechecked('labMethodItem', [{ 检测方法: method, 危害因素: title }], options);
  return row?.errors.find(({ header }) => header === '危害因素') ?? null;
}

it('a reference in an import template matches only titles of rows; in an organization’s own list also their other names', async () => {
  await hazards({ name: '甲苯', synonyms: '甲基苯' });
  for (const loose of [true, false]) expect(await faultOf('甲苯', { loose })).toBeNull();
  expect(await faultOf('甲基苯')).toBeNull();
  expect(await faultOf('甲基苯', { loose: false })).toMatchObject({ value: '甲基苯' });
});

it('an unknown reference in an organization’s own list gets similar titles and may be created; in an import template neither', async () => {
  await hazards({ name: '二甲苯(全部异构体)' }, { name: '石英' });
  expect(await faultOf('二甲苯(个体)')).toMatchObject({
    near: ['二甲苯(全部异构体)'],
    sure: true,
    unknown: '二甲苯(个体)',
  });
  const strict = await faultOf('二甲苯(个体)', { loose: false });
  expect([strict?.near, strict?.sure, strict?.unknown]).toEqual([undefined, undefined, undefined]);
  // Who may not add hazards is not offered to make one.
  expect((await faultOf('二甲苯(个体)', { as: 'reader' }))?.unknown).toBeUndefined();
});

it('an imported reference that two rows bear as another name is refused as ambiguous, and offers their titles', async () => {
  await hazards({ name: '甲', synonyms: '共名' }, { name: '乙', synonyms: '共名' }, { name: '丙' });
  expect(await faultOf('共名')).toMatchObject({
    message: sheetMessages.ambiguousRef('共名', '危害因素', ['甲', '乙']),
    near: ['甲', '乙'],
  });
  expect(await faultOf('丙')).toBeNull();
});

it('an imported reference whose title two rows have is refused as ambiguous, in a template and in an own list', async () => {
  await hazards({ name: '同名' }, { name: '同名', organizationId: own });
  for (const loose of [true, false])
    expect((await faultOf('同名', { loose }))?.message).toBe(sheetMessages.ambiguousRef('同名', '危害因素'));
  expect(await faultOf('同名', { as: 'other' })).toBeNull();
});

it('similar titles are searched for the first 60 unknown references of an import', async () => {
  await hazards({ name: '二甲苯(全部异构体)' });
  const rows = await rechecked(
    'labMethodItem',
    Array.from({ length: 62 }, (_, index) => ({ 检测方法: method, 危害因素: `二甲苯(第${index}点)` })),
  );
  const near = rows.map(({ errors }) => errors.find(({ header }) => header === '危害因素')?.near?.length ?? 0);
  expect([near.slice(0, 60).every((count) => count === 1), near.slice(60)]).toEqual([true, [0, 0]]);
});

it('an imported reference finds rows of the importing organization and common rows, never deleted ones', async () => {
  await hazards({ name: '公共' }, { name: '自有', organizationId: own }, { name: '已删', deleteTime: new Date() });
  const known = async (as: keyof typeof tokens) => {
    const found = [];
    for (const title of ['公共', '自有', '已删']) if (!(await faultOf(title, { as }))) found.push(title);
    return found;
  };
  expect([await known('own'), await known('other'), await known('platform')]).toEqual([
    ['公共', '自有'],
    ['公共'],
    ['公共'],
  ]);
});

it('another spelling of a dictionary label is accepted only in an organization’s own list, and only for labels of that organization', async () => {
  const scale = async (label: string, options: { loose?: boolean; as?: keyof typeof tokens } = {}) => {
    const [row] = await rechecked('inspectUnit', [{ 单位名称: '甲厂', 企业规模: label }], options);
    const at = ({ header }: { readonly header: string }) => header === '企业规模';
    return row?.errors.some(at) ? 'refused' : (row?.notices.find(at)?.to ?? 'exact');
  };
  expect([await scale('大型'), await scale('大型企业'), await scale('大型企业', { loose: false })]).toEqual([
    'exact',
    '大型',
    'refused',
  ]);
  expect([await scale('超大型'), await scale('超大型', { as: 'other' }), await scale('废弃型')]).toEqual([
    'refused',
    'exact',
    'refused',
  ]);
});
