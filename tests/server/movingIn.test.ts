import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { PasswordSlips } from '@contract/features/notices/oneTimePasswords';
import type { PaperMatch } from '@contract/features/reports/historyPapers';
import { actions, permissionOf, type ActionName } from '@contract/permissions';
import type { Answer, ErrorBody, LoginAnswer, Page } from '@contract/wire';
import type { ImportDone, ImportPreview, ImportRow, ImportRun } from '@contract/workbook/importWire';
import type { ColumnMapping, SheetView } from '@contract/workbook/mapping/columnMapping';
import { dictDetailTable, dictTable, hazardTable, stockMovementTable, vehicleTable } from '@server/db/schema';
import { builtInEntries } from '@server/seed/dictionaryEntries';
import { readHazardLibrary } from '@server/seed/library/libraryHazards';
import { entityNamed } from '../support/entityNamed';
import { measured } from '../support/measured';
import { comparedWithList, movingInFolder } from '../support/movingIn';
import { type TestServer, testServer } from '../support/server';
import { pdf } from '../support/uploads';

// The lists of a laboratory that moves in, as they are: title rows, merged cells, own column names, units within cells,
// Chinese days, notes. What a person corrects is counted.

const folder = movingInFolder;
/** Name of the sheet of the accredited scope. */
const look04 = '能力附表';
let server: TestServer;
let token: string;
let files: string[];
const moved = [
  'equipment',
  'standard',
  'reagent',
  'consumable',
  'inspectUnit',
  'customer',
  'vehicle',
  'labMethod',
  'labMethodItem',
  'place',
  'historyReport',
  'accreditedItem',
  'user',
  'dutyAuthorisation',
  'project',
];

beforeAll(async () => {
  server = await testServer();
  for (const name of ['industry', 'unitScale', 'economicType', 'projectType'] as const) {
    const [dict] = await server.database.orm.insert(dictTable).values({ name }).returning({ id: dictTable.id });
    await server.database.orm
      .insert(dictDetailTable)
      .values(
        builtInEntries[name].map(([value, label], index) => ({ dict: dict?.id ?? 0, label, value, dictSort: index })),
      );
  }
  files = await readdir(folder);
  const organizationId = await server.rows.organization({});
  const all = moved.flatMap((name) =>
    (Object.keys(actions) as ActionName[]).map((action) => permissionOf(entityNamed(name), action)),
  );
  await server.rows.user({
    userName: 'mover',
    organizationId,
    roles: [await server.rows.role({ permissions: [...all, 'hazard:add'], level: 1 })],
  });
  token = await server.login('mover');
});
afterAll(() => server.close());

async function send<B>(path: string, file: string, fields: Record<string, string>): Promise<B> {
  const name = files.find((one) => one.startsWith(file)) ?? file;
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new File([(await readFile(join(folder, name))) as Uint8Array<ArrayBuffer>], name));
  const response = await server.app.request(path, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  const body = (await response.json()) as B;
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body;
}

interface Brought {
  readonly look: SheetView;
  readonly preview: ImportPreview;
  readonly rows: readonly ImportRow[];
  readonly commit: (rows: readonly ImportRow[]) => Promise<ImportDone>;
  /** Returns the number of the last import. */
  readonly lastRun: () => Promise<number | undefined>;
  readonly recheck: (rows: readonly ImportRow[]) => Promise<readonly ImportRow[]>;
}

/** Looks at a list and checks it by the mapping that is guessed, with what a person adds to it. */
async function bring(entity: string, file: string, sheet: string, more: Partial<ColumnMapping> = {}): Promise<Brought> {
  const { path } = entityNamed(entity);
  const look = await send<SheetView>(`/${path}/import/look`, file, { sheet });
  const mapping: ColumnMapping = { ...look.mapping, ...more, columns: { ...look.mapping.columns, ...more.columns } };
  const preview = await send<ImportPreview>(`/${path}/import/check`, file, { sheet, mapping: JSON.stringify(mapping) });
  const bare = (rows: readonly ImportRow[]) => rows.map(({ line, cells }) => ({ line, cells }));
  const names = new Map(look.sources.map(({ at, name }) => [at, name]));
  const source = {
    fileName: files.find((one) => one.startsWith(file)),
    sheetName: sheet,
    signature: look.signature,
    head: {
      columns: Object.fromEntries(Object.entries(mapping.columns).map(([header, at]) => [header, names.get(at) ?? ''])),
      fixed: mapping.fixed,
      repeated: mapping.repeated,
    },
  };
  return {
    look,
    preview,
    rows: preview.rows,
    async recheck(rows) {
      const { body } = await server.ask<{ rows: ImportRow[] }>('POST', `${path}/import/recheck`, {
        token,
        body: { loose: true, rows: bare(rows) },
      });
      return body.rows;
    },
    async commit(rows) {
      const { status, body } = await server.ask<Answer<ImportDone> & ErrorBody>('POST', `${path}/import/rows`, {
        token,
        body: { loose: true, rows: bare(rows), source },
      });
      expect(status, JSON.stringify(body)).toBe(200);
      return body.body as ImportDone;
    },
    async lastRun() {
      return (await server.ask<ImportRun[]>('GET', `${path}/import/runs`, { token })).body[0]?.id;
    },
  };
}

const listOf = async (entity: string): Promise<AnyRow[]> =>
  (await server.ask<Page<AnyRow>>('GET', `${entityNamed(entity).path}?size=1000&sort=id,asc`, { token })).body.content;
async function expectSame(
  entity: string,
  file: string,
  sheet: string,
  key: readonly [string, number],
  pairs: Readonly<Record<string, number>>,
  except: readonly string[] = [],
) {
  const { differing, compared } = await comparedWithList(await listOf(entity), { file, sheet, key, pairs, except });
  expect(differing).toEqual([]);
  return compared;
}
const wrong = (rows: readonly ImportRow[]) =>
  rows.flatMap(({ line, errors }) => errors.map(({ header, message }) => `${line} ${header} ${message}`));
const withCell = (rows: readonly ImportRow[], line: number, header: string, text: string): ImportRow[] =>
  rows.map((row) => (row.line === line ? { ...row, cells: { ...row.cells, [header]: text } } : row));

describe('import of an organization’s own list', () => {
  it('a real list of 180 instruments is imported with two corrections', async () => {
    const { look, preview, rows, recheck, commit } = await bring('equipment', '02', '仪器设备一览表');
    expect(look.missing).toEqual([]);
    expect(wrong(rows)).toEqual([
      '7 检定/校准有效期 检定/校准有效期应为年-月-日，例如2024-05-01',
      '24 设备编号 与第23行重复',
    ]);
    expect(preview.mappingNotes).toContain('跳过空白行2行');
    const mended = await recheck(
      withCell(withCell(rows, 7, '检定/校准有效期', '2027年6月4日'), 24, '设备编号', 'ZH-YQ-020A'),
    );
    expect(wrong(mended)).toEqual([]);
    expect(await commit(mended)).toMatchObject({ added: 180, updated: 0 });
    const stored = new Map((await listOf('equipment')).map((row) => [row.eqpNo, row]));
    expect(stored.get('ZH-YQ-001')).toMatchObject({
      eqpName: '双路大气采样器',
      eqpKind: 'sampler',
      model: 'QC-2B',
      serialNo: '740166',
      measures: '0.1～1.5 L/min',
      accuracy: '±5%',
      calibratedOn: '2026-03-30',
      calibrationDue: '2027-03-29',
      certificateNo: 'XZ2026-44584',
      calibrationBy: '浙江省计量科学研究院',
      location: '现场部仪器柜2',
      status: 'in',
    });
    expect(stored.get('ZH-YQ-008')).toMatchObject({ eqpName: '双路大气采样器', calibrationDue: '2099-12-31' });
    expect([...stored.values()].filter(({ status }) => status === 'stopped')).toHaveLength(3);
    expect([...stored.values()].filter(({ status }) => status === 'scrapped')).toHaveLength(2);
    expect(stored.get('ZH-YQ-055')?.status).toBe('repairing');
    expect(stored.get('ZH-YQ-056')?.status).toBe('calibrating');
    const texts = {
      eqpName: 2,
      model: 3,
      serialNo: 4,
      measures: 5,
      accuracy: 6,
      certificateNo: 9,
      calibrationBy: 10,
      location: 11,
      remark: 13,
    };
    // The second row of the number that stands there twice got a number of its own.
    expect(await expectSame('equipment', '02', '仪器设备一览表', ['eqpNo', 1], texts, ['ZH-YQ-020'])).toBe(178 * 9);
  });

  it('the list of scrapped instruments, imported after the real list, sets the scrapping day of a known instrument', async () => {
    const look = await send<SheetView>('/api/equipment/import/look', '02', { sheet: '报废登记' });
    expect(look.missing).toEqual([]);
    const fields = { sheet: '报废登记', mapping: JSON.stringify(look.mapping) };
    const added = await send<ImportPreview>('/api/equipment/import/check', '02', fields);
    expect(wrong(added.rows)).toEqual([
      '2 设备编号 设备编号“ZH-YQ-012”已存在，有1处不同（报废日期）；如要更新请选择“更新已有数据”',
    ]);
    const { rows } = await send<ImportPreview>('/api/equipment/import/check', '02', { ...fields, mode: 'update' });
    expect(rows.map(({ state, changes }) => [state, changes])).toEqual([
      ['update', [{ header: '报废日期', from: '', to: '2026-05-06' }]],
    ]);
    const body = { loose: true, mode: 'update', rows: rows.map(({ line, cells }) => ({ line, cells })) };
    const { status, text } = await server.ask('POST', 'api/equipment/import/rows', { token, body });
    expect(status, text).toBe(200);
    const stored = (await listOf('equipment')).find(({ eqpNo }) => eqpNo === 'ZH-YQ-012');
    expect(stored).toMatchObject({ status: 'scrapped', scrappedOn: '2026-05-06' });
  });

  it('a real list of 60 reference materials is imported with value, unit and amount separated, then undone', async () => {
    const { look, rows, commit, lastRun } = await bring('standard', '03', '标准物质');
    expect(look.missing).toEqual([]);
    expect(wrong(rows)).toEqual([]);
    expect(await commit(rows)).toMatchObject({ added: 60 });
    const [first, second, , fourth] = await listOf('standard');
    expect(first).toMatchObject({
      standardNo: 'BW-001',
      standardName: '苯溶液标准物质',
      referenceNo: 'GBW(E)086198',
      lotNo: 'B2473000',
      certified: '1.00',
      certifiedUnit: 'mg/mL',
      uncertainty: '1.5',
      specification: '20mL',
      receivedAmount: '2',
      amountUnit: 'ampoule',
      receivedOn: '2026-02-04',
      validUntil: '2027-07-29',
    });
    expect(second).toMatchObject({ certified: '1000', certifiedUnit: 'mg/L', uncertainty: '20', amountUnit: 'bottle' });
    expect(fourth).toMatchObject({ uncertainty: '3', receivedAmount: '2', amountUnit: 'bottle' });

    const texts = {
      standardName: 2,
      referenceNo: 3,
      lotNo: 4,
      specification: 7,
      supplier: 11,
      storage: 12,
      location: 13,
    };
    expect(await expectSame('standard', '03', '标准物质', ['standardNo', 1], texts)).toBe(60 * 7);

    const [run] = (await server.ask<ImportRun[]>('GET', 'api/standard/import/runs', { token })).body;
    expect(run).toMatchObject({ added: 60, sheetName: '标准物质', undoneTime: null });
    const undo = await server.ask('POST', 'api/standard/import/undo', { token, body: { run: await lastRun() } });
    expect(undo.status, undo.text).toBe(200);
    expect(await listOf('standard')).toEqual([]);
    const again = await server.ask<ErrorBody>('POST', 'api/standard/import/undo', {
      token,
      body: { run: await lastRun() },
    });
    expect(again.status).toBe(409);
    expect(again.body.message).toBe('这次导入已经撤销');
  });

  it('a real list of 60 reagents without numbers is imported, and 开封后1年 is understood', async () => {
    const first = await bring('reagent', '03', '试剂');
    expect(first.look.missing).toEqual(['编号']);
    // The other sheet of the file has numbers; the one that is named like the list is read all the same.
    expect((await send<SheetView>('/api/reagent/import/look', '03', {})).sheetName).toBe('试剂');
    const { rows, commit } = await bring('reagent', '03', '试剂', { fixed: { 编号: 'SJ-###' } });
    expect(wrong(rows)).toEqual([]);
    await commit(rows);
    const stored = await listOf('reagent');
    expect(stored[0]).toMatchObject({
      reagentNo: 'SJ-001',
      reagentName: '二硫化碳(色谱纯)',
      openedMonths: 12,
      validUntil: null,
      receivedAmount: '5',
    });
    expect(stored.filter(({ openedMonths }) => openedMonths === 12)).toHaveLength(9);
    // The head is remembered with what was filled in.
    const { look } = await bring('reagent', '03', '试剂');
    expect(look).toMatchObject({ remembered: true, missing: [], mapping: { fixed: { 编号: 'SJ-###' } } });
  });

  it('a real list of 600 enterprises is imported', async () => {
    const { rows, recheck, commit } = await bring('inspectUnit', '05', '客户');
    const faults = wrong(rows);
    expect(faults.filter((fault) => fault.includes('重复'))).toHaveLength(3);
    expect(faults.filter((fault) => fault.includes('不能大于'))).toHaveLength(13);
    expect(faults).toHaveLength(16);
    // Four corrections: the workers of units with fewer workers than exposed ones are left open, a code that stands
    // there twice as well, and two names that stand there twice are left out.
    const linesOf = (part: string): ReadonlySet<number> =>
      new Set(
        rows.filter(({ errors }) => errors.some((error) => error.message.includes(part))).map(({ line }) => line),
      );
    const headerOf = (line: number) => rows.find((row) => row.line === line)?.errors[0]?.header;
    const [doubtful, twice] = [linesOf('不能大于'), linesOf('重复')];
    const mended = await recheck(
      rows
        .filter(({ line }) => !twice.has(line) || headerOf(line) !== '单位名称')
        .map((row) => ({
          ...row,
          cells: {
            ...row.cells,
            ...(doubtful.has(row.line) ? { 职工总数: '' } : {}),
            ...(twice.has(row.line) ? { 统一社会信用代码: '' } : {}),
          },
        })),
    );
    expect(wrong(mended)).toEqual([]);
    expect(await commit(mended)).toMatchObject({ added: 598 });
    const stored = new Map((await listOf('inspectUnit')).map((row) => [row.unitName, row]));
    expect(stored.get('杭州宁新家具厂')).toMatchObject({
      industry: 'C34',
      scale: '3',
      economicType: '150',
      region: '浙江省/杭州市/富阳区',
      workAddress: '浙江省杭州市富阳区经济开发区695号',
      contact: '罗艳',
      mobile: null,
      landline: '0571-84674516',
      workerCount: 300,
      exposedCount: 25,
      hazards: '电焊烟尘、锰、噪声',
      remark: '每年6月检测',
    });
    expect(stored.get('湖州东明建材有限公司')).toMatchObject({ mobile: '15869662112', otherPhones: '13598065251' });
    expect(stored.get('绍兴康大印染厂')).toMatchObject({ workerCount: 200 });
    // Names that stand there twice: only the first row of each came in.
    const twiceNamed = ['绍兴丰宁建材股份有限公司', '杭州虹佳建材股份有限公司'];
    const texts = { workAddress: 3, contact: 8, hazards: 12, remark: 13 };
    expect(await expectSame('inspectUnit', '05', '客户', ['unitName', 1], texts, twiceNamed)).toBe(596 * 4);
  });

  it('a real list of vehicles is imported with driver and mileage', async () => {
    const { rows, commit } = await bring('vehicle', '06', '车辆');
    expect(wrong(rows)).toEqual([]);
    await commit(rows);
    expect(await listOf('vehicle')).toMatchObject([
      {
        plateNo: '浙A·12K45',
        vehicleName: '金杯海狮',
        seats: 9,
        driver: '张师傅',
        inspectionDue: '2027-03-31',
        insuranceDue: '2027-01-15',
        firstMileage: '86000',
      },
      { plateNo: '浙A 8F302', driver: '李师傅', firstMileage: '123000' },
      { plateNo: '浙AD56789', driver: null, firstMileage: '23456' },
    ]);
  });

  it('a real list of rooms is imported', async () => {
    const { look, rows, commit } = await bring('place', '06', '房间');
    expect(look.missing).toEqual([]);
    expect(wrong(rows)).toEqual([]);
    await commit(rows);
    expect((await listOf('place'))[1]).toMatchObject({
      placeNo: '302',
      placeName: '天平室',
      area: '18',
      environment: '20±5℃，≤75%RH',
    });
  });

  it('a real list of 300 old reports is imported, and their scans are matched by number', async () => {
    const { look, rows, commit } = await bring('historyReport', '07', '历史报告台账');
    expect(look.missing).toEqual([]);
    expect(wrong(rows)).toEqual([]);
    expect(await commit(rows)).toMatchObject({ added: 300 });
    const [first, , third] = await listOf('historyReport');
    expect(first).toMatchObject({
      reportNo: '浙正检字〔2023〕第0001号',
      unitName: '杭州宁新家具厂',
      issuedOn: '2023-01-05',
      sampledOn: '2022-12-16',
      conclusion: '合格',
      exceeded: null,
      signer: '胡浩然',
      keptUntil: '2033-01-05',
    });
    expect(third).toMatchObject({ conclusion: '噪声超标', exceeded: '噪声' });
    const texts = { conclusion: 6, signer: 7, fileName: 8 };
    expect(await expectSame('historyReport', '07', '历史报告台账', ['reportNo', 1], texts)).toBe(300 * 3);
    const matches = await server.ask<PaperMatch[]>('POST', 'api/historyReport/match', {
      token,
      body: { names: ['浙正检字〔2023〕第0001号.pdf', '合同.pdf'] },
    });
    expect(matches.body.map(({ report }) => report)).toEqual([first?.id, null]);
    const form = new FormData();
    form.append('fileClass', 'document');
    form.append('file', new File([pdf() as Uint8Array<ArrayBuffer>], '浙正检字〔2023〕第0001号.pdf'));
    const uploaded = await server.app.request('/api/file/upload', {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    });
    const { body: stored } = (await uploaded.json()) as Answer<{ id: string }>;
    const papers = [{ id: first?.id, paper: stored?.id }];
    const saved = await server.ask('PUT', 'api/historyReport/papers', { token, body: { papers } });
    expect(saved.status, saved.text).toBe(200);
    expect((await listOf('historyReport'))[0]?.paper).toBe(stored?.id);
    const papersAnswer = await server.ask('PUT', 'api/historyReport/papers', {
      token,
      body: { papers: [{ id: 999_999, paper: stored?.id }] },
    });
    expect(papersAnswer.status).toBe(404);
  });

  it('a real list of 40 people is imported, and each signs in first with a password from the own slip', async () => {
    const { look, rows, commit } = await bring('user', '01', '人员一览表');
    expect(look.missing).toEqual([]);
    expect(wrong(rows)).toEqual([]);
    expect(await commit(rows)).toMatchObject({ added: 40 });
    const people = (await listOf('user')).filter(({ userName }) => userName !== 'mover');
    expect(people).toHaveLength(40);
    expect(people.every(({ expiryDate }) => expiryDate !== null)).toBe(true);
    expect(await expectSame('user', '01', '人员一览表', ['workNo', 2], { duties: 9 })).toBe(40);
    const duties = await listOf('dutyAuthorisation');
    const said = (word: string) => people.filter(({ duties: text }) => String(text ?? '').includes(word)).length;
    expect(['sampling', 'reportSign'].map((duty) => duties.filter((one) => one.duty === duty).length)).toEqual([
      said('现场采样'),
      said('授权签字'),
    ]);
    expect(said('现场采样')).toBeGreaterThan(5);
    const twins = await server.ask<{ name: string }[]>(
      'GET',
      `api/options/user?keyword=${encodeURIComponent('梁俊杰')}`,
      {
        token,
      },
    );
    const accounts = people.flatMap(({ nickName, userName }) => (nickName === '梁俊杰' ? [String(userName)] : []));
    expect(accounts).toHaveLength(2);
    expect(twins.body.map(({ name }) => name).sort()).toEqual(accounts.map((account) => `梁俊杰（${account}）`).sort());
    const shown = people.map(({ id, version }) => ({ id, version }));
    const { body } = await server.ask<Answer<PasswordSlips>>('PUT', 'api/user/slips', { token, body: { rows: shown } });
    const slips = body.body?.slips ?? [];
    expect(new Set(slips.map(({ password }) => password)).size).toBe(40);
    const signedIn = await Promise.all(
      slips.map(({ userName: username, password }, index) =>
        server.ask<LoginAnswer>('POST', 'auth/login', { body: { username, password }, ip: `192.0.2.${index + 10}` }),
      ),
    );
    expect(new Set(signedIn.map((one) => `${one.status} ${String(one.body.user?.mustChangePassword)}`))).toEqual(
      new Set(['200 true']),
    );
    const [first] = signedIn;
    const change = { oldPassword: slips[0]?.password, newPassword: 'Own-2026#abcd' };
    const own = await server.ask('PUT', 'api/user/password', { token: first?.body.token ?? '', body: change });
    expect(own.status, own.text).toBe(200);
  });

  it('a real list of 12 running jobs is imported as projects to be taken over at their stages', async () => {
    const { look, preview, rows, commit } = await bring('project', '07', '在做项目');
    expect(look.missing).toEqual([]);
    expect(wrong(rows)).toEqual([]);
    expect(preview.mappingNotes?.at(-1)).toContain('合同金额');
    expect(await commit(rows)).toMatchObject({ added: 12 });
    const stored = await listOf('project');
    expect(stored[0]).toMatchObject({
      code: 'ZHDJ20260310',
      projectName: '杭州宁新家具厂2026年度现状评价检测',
      belongInspectName: '杭州宁新家具厂',
      type: 'XZ',
      leaderName: '许浩然',
      contractOn: '2026-09-26',
      dueOn: '2026-11-25',
      stage: 'draft',
    });
    expect(stored.map(({ takenOverAt }) => takenOverAt)).toEqual([
      'survey',
      'planning',
      'sampling',
      'sampling',
      'handOver',
      ...Array.from({ length: 3 }, () => 'testing'),
      ...Array.from({ length: 4 }, () => 'reporting'),
    ]);
  });

  it('a real accreditation list of 90 items is imported', async () => {
    const { look, rows, commit } = await bring('accreditedItem', '04', look04);
    expect(look.missing).toEqual([]);
    expect(wrong(rows)).toEqual([]);
    expect(await commit(rows)).toMatchObject({ added: 90 });
    const stored = await listOf('accreditedItem');
    expect(stored[1]).toMatchObject({
      itemNo: '2',
      field: '工作场所空气',
      item: '甲苯',
      standardNo: 'GBZ/T 300.66-2017',
    });
    expect(await expectSame('accreditedItem', '04', look04, ['itemNo', 0], { item: 2, technique: 4 })).toBe(90 * 2);
  });

  it('imported hazard names that can mean only one hazard are linked at once; unknown names become the organization’s own hazards', async () => {
    const library = readHazardLibrary().hazards;
    await server.database.orm.insert(hazardTable).values(
      library.map(({ name, category, synonyms }) => ({
        name,
        category: String(category),
        synonyms: synonyms ? String(synonyms) : null,
        dataCertainty: 'sure',
      })),
    );
    const methods = await bring('labMethod', '04', look04);
    expect(wrong(methods.rows)).toEqual([]);
    await methods.commit(methods.rows);
    const { rows, recheck, commit } = await bring('labMethodItem', '04', look04);
    const header = '危害因素';
    const faults = rows.flatMap(({ line, errors }) =>
      errors.filter((error) => error.header === header).map((one) => ({ line, ...one })),
    );
    const sure = faults.filter((fault) => fault.sure);
    const meant = new Map(sure.map(({ value, near }) => [value, near?.[0]]));
    expect(Object.fromEntries(meant)).toEqual({
      锰及其化合物: '锰及其无机化合物(按MnO2计)',
      砷及其化合物: '砷及其无机化合物(按As计)',
      '二甲苯(个体)': '二甲苯(全部异构体)',
    });
    // One click for all that mean one, one for all that the library does not hold.
    const unknown = [...new Set(faults.filter((fault) => !fault.sure).flatMap((one) => one.unknown ?? []))];
    expect(unknown).toContain('总尘');
    const ownAnswer = await server.ask('POST', 'api/labMethodItem/import/own', {
      token,
      body: { header, titles: unknown },
    });
    expect(ownAnswer.status, ownAnswer.text).toBe(200);
    const mended = await recheck(
      rows.map((row) => ({
        ...row,
        cells: { ...row.cells, [header]: meant.get(row.cells[header] ?? '') ?? row.cells[header] ?? '' },
      })),
    );
    const left = mended.filter(({ state }) => state === 'error');
    measured(`能力附表：${meant.size}种名称一次采用，${unknown.length}种新增为本机构的因素，${left.length}行另行处理`);
    expect(left).toEqual([]);
    await commit(mended);
    expect(await listOf('labMethodItem')).toHaveLength(90);
    const dusts = await server.database.query<{ category: string }>(
      "select distinct category from hazard where organization_id is not null and name like '%尘'",
    );
    expect(dusts.map(({ category }) => category)).toEqual(['dust']);
    const stranger = await server.rows.user({
      userName: 'stranger',
      organizationId: (await server.database.query<{ id: number }>('select id from organization limit 1'))[0]?.id ?? 0,
      roles: [await server.rows.role({ permissions: ['labMethodItem:import'] })],
    });
    expect(stranger).toBeGreaterThan(0);
    const barred = await server.ask('POST', 'api/labMethodItem/import/own', {
      token: await server.login('stranger'),
      body: { header, titles: ['没有的因素'] },
    });
    expect(barred.status).toBe(403);
  });

  it('a text field proposes texts of other rows and the rooms, but not to people who may not see the list', async () => {
    const texts = (entity: string, field: string, as = token) =>
      server.ask<string[]>('GET', `api/options/${entity}/texts/${field}`, { token: as });
    expect((await texts('user', 'department')).body).toContain('综合业务部');
    const places = (await texts('equipment', 'location')).body;
    expect(places).toContain('天平室');
    expect(places).toContain('现场部仪器柜2');
    expect((await texts('equipment', 'serialNo')).status).toBe(404);
    expect((await texts('equipment', 'location', await server.login('stranger'))).status).toBe(404);
  });

  describe('undoing an import', () => {
    const undo = (entity: string, run: number | undefined) =>
      server.ask<ErrorBody & Answer<null>>('POST', `${entityNamed(entity).path}/import/undo`, { token, body: { run } });
    const plates = (file: string, more: Partial<ColumnMapping> = {}) => bring('vehicle', file, '车辆', more);

    it('an import cannot be undone once one of its rows was changed or deleted', async () => {
      await server.database.orm.delete(vehicleTable);
      const { rows, commit, lastRun } = await plates('06');
      await commit(rows);
      const run = await lastRun();
      const [first, second] = await listOf('vehicle');
      const edited = await server.ask('PUT', 'api/vehicle/edit', { token, body: { ...first, remark: '新胎' } });
      expect(edited.status, edited.text).toBe(200);
      const changed = await undo('vehicle', run);
      expect([changed.status, changed.body.message]).toEqual([
        409,
        '“浙A·12K45”在导入后被修改过，不能撤销这次导入；请逐条删除或修改',
      ]);
      await server.ask('DELETE', 'api/vehicle/delete', { token, body: [second?.id] });
      const gone = await undo('vehicle', run);
      expect([gone.status, gone.body.message]).toEqual([
        409,
        '导入的数据有一部分已被删除，不能撤销这次导入；请逐条删除或修改',
      ]);
      expect((await undo('vehicle', 999_999)).status).toBe(404);
      expect((await listOf('vehicle')).map(({ plateNo }) => plateNo)).toEqual(['浙A·12K45', '浙AD56789']);
    });

    it('undoing an import restores values replaced by an update; an update needs only the key column, and empty cells change nothing', async () => {
      await server.database.orm.delete(vehicleTable);
      await (await plates('06')).commit((await plates('06')).rows);
      const { path } = entityNamed('vehicle');
      const mapping = JSON.stringify({ head: { first: 3, last: 3 }, columns: { 车牌号: 1, 驾驶员: 4 } });
      const preview = await send<ImportPreview>(`/${path}/import/check`, '06', {
        sheet: '车辆',
        mode: 'update',
        mapping,
      });
      expect(preview.rows.map(({ state }) => state)).toEqual(['same', 'same', 'same']);
      const other = preview.rows.map(({ line, cells }) => ({
        line,
        cells: { ...cells, 驾驶员: line === 4 ? '王师傅' : '' },
      }));
      const { body } = await server.ask<Answer<ImportDone>>('POST', `${path}/import/rows`, {
        token,
        body: { loose: true, mode: 'update', rows: other },
      });
      expect(body.body).toMatchObject({ added: 0, updated: 1, same: 2 });
      expect((await listOf('vehicle')).map(({ driver }) => driver)).toEqual(['王师傅', '李师傅', null]);
      const [last] = (await server.ask<ImportRun[]>('GET', `${path}/import/runs`, { token })).body;
      expect((await undo('vehicle', last?.id)).status).toBe(200);
      expect((await listOf('vehicle')).map(({ driver }) => driver)).toEqual(['张师傅', '李师傅', null]);
    });

    it('an import of stock lots cannot be undone once a lot has moved', async () => {
      const [lot] = await listOf('reagent');
      const [run] = (await server.ask<ImportRun[]>('GET', 'api/reagent/import/runs', { token })).body;
      await server.database.orm.insert(stockMovementTable).values({
        organizationId: lot?.organizationId ?? null,
        movementNo: 'T1',
        movementKind: 'surplus',
        stockKind: 'reagent',
        reagent: lot?.id ?? 0,
        delta: '1',
      });
      const used = await undo('reagent', run?.id);
      expect([used.status, used.body.message]).toEqual([
        409,
        '“SJ-001 二硫化碳(色谱纯)（批号20256175）”在导入后办理过出入库，不能撤销这次导入；请逐条停用',
      ]);
    });
  });
});
