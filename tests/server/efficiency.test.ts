import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { labDetectionTexts } from '@contract/features/laboratory/detection/detectionTexts';
import { efficiencyTexts } from '@contract/features/laboratory/detection/efficiencyDetermination';
import { lotBlankTexts } from '@contract/features/laboratory/detection/lotBlank';
import { recordDocument } from '@contract/features/laboratory/paper/labRecordDocument';
import type { RecordParts } from '@contract/features/laboratory/paper/recordParts';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import type { Answer, ErrorBody } from '@contract/wire';
import { auditLogTable, labDetectionTable, labSheetTable } from '@server/db/schema';
import { dayFromNow } from '../support/fieldRows';
import { type LabRows, labRowsOf } from '../support/labRows';
import { missingChecks } from '../support/missingChecks';
import { type TestServer, testServer } from '../support/server';

// Records divided by an efficiency: tubes of the lot HX-1 have a recovery of 95.7 % (GC-DES-1 and its siblings).

let server: TestServer;
let lab: LabRows;
let analyst: { id: number; token: string };
let stranger: string;
let hazard: number;
let method: number;
let instrument: number;
let curve: number;

const lot = 'HX-1';
const levels = {
  added1: '20',
  found1: '18.9 19.2 18.7 19.0 19.1 18.8',
  added2: '75',
  found2: '72 72 72 72 72 72',
  added3: '300',
  found3: '289.2 289.2 289.2 289.2 289.2 289.2',
  blanks: '0 0',
};
const password = 'Demo-2026#lab';

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  lab = labRowsOf(server, organizationId);
  const permissions = [
    'labSheet:list',
    'labSheet:add',
    'labSheet:edit',
    'labSheetRow:list',
    'labSheetRow:edit',
    'record:submit',
    ...['list', 'add', 'edit', 'del'].map((action) => `labDetection:${action}`),
  ];
  const role = await rows.role({ permissions });
  const id = await rows.user({ userName: 'analyst', nickName: '李检测', organizationId, roles: [role], password });
  const other = await rows.organization({ name: '乙检测中心' });
  await rows.user({ userName: 'stranger', nickName: '钱外人', organizationId: other, roles: [role], password });
  analyst = { id, token: await server.login('analyst') };
  stranger = await server.login('stranger');
  hazard = await lab.hazard('甲苯');
  method = await lab.method('甲苯 溶剂解吸-气相色谱法', 7, { resultRoute: 'solvent' });
  await lab.item(method, hazard, { lod: '0.5', minConc: '0.1' });
  curve = (await lab.curve({ method, hazard, a: '0', b: '1', low: '0.5', high: '500', preparedOn: dayFromNow(-4) })).id;
  instrument = (await lab.instrument({ eqpName: '气相色谱仪', eqpKind: 'laboratory' })).id;
  await lab.authorise(id, method);
});
afterAll(() => server.close());
beforeEach(async () => {
  // The determination of one test must not apply to another.
  await server.database.orm.update(labDetectionTable).set({ applied: false });
});

const ask = <B = Answer<AnyRow> & ErrorBody>(
  verb: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: object,
  token = analyst.token,
) => server.ask<B>(verb, path, { token, body });
const work = async (id: number) =>
  (await server.ask<LabWork>('GET', `api/labSheet/work/${id}`, { token: analyst.token })).body;
const efficiencies = async (id: number) => (await work(id)).rows.map(({ readings }) => readings['efficiency'] ?? null);

/** Creates a record of samples with one reading each, from tubes of a lot. */
async function record(lots: readonly (string | null)[], readings: Record<string, string> = {}): Promise<number> {
  const project = (await lab.project('testing')).id;
  const samplingDay = await lab.day(project, dayFromNow(-1), 1);
  const tasks: number[] = [];
  for (const collectorLot of lots) {
    const start = new Date(`${dayFromNow(-1)}T09:00:00+08:00`);
    const common = { project, hazard, hazardName: '甲苯', method, analyst: analyst.id, volume: '9.5' };
    const task = await lab.task(common, {
      samplingDay,
      collectorLot,
      startTime: start,
      endTime: new Date(start.getTime() + 95 * 60_000),
      minutes: '95',
    });
    tasks.push(task.id);
  }
  const started = await ask('POST', 'api/labSheet/start', { tasks });
  expect(started.status, started.text).toBe(200);
  const id = Number(started.body.body?.id);
  const { rows, sheet } = await work(id);
  const filled = rows.map((row) => ({
    id: row.id,
    version: row.version,
    frontResponse: '62.7',
    backResponse: '0',
    solutionVolume: '1.0',
    ...readings,
  }));
  expect((await ask('PUT', 'api/labSheetRow/saveAll', { rows: filled, removed: [] })).status).toBe(200);
  const head = {
    ...sheet,
    instrument,
    envTemperature: '22.5',
    envHumidity: '48',
    curve,
    checkReasons: missingChecks('随同批质控'),
  };
  const saved = await ask('PUT', 'api/labSheet/edit', head);
  expect(saved.status, saved.text).toBe(200);
  return id;
}
const determine = (sheet: number, more: object = {}) =>
  ask('POST', 'api/labDetection/add', {
    sheet,
    form: 'efficiency',
    collectorLot: lot,
    testedOn: dayFromNow(-1),
    values: levels,
    applied: true,
    ...more,
  });
const handIn = async (id: number) =>
  ask('PUT', 'api/labSheet/move', {
    id,
    move: 'submit',
    version: (await work(id)).sheet.version,
    password,
    reason: '本批没有空白',
  });
const approve = (id: number) =>
  server.database.orm.update(labSheetTable).set({ state: 'approved' }).where(eq(labSheetTable.id, id));
const parts = async (id: number) =>
  (await server.ask<RecordParts>('GET', `api/labSheet/paper/${id}`, { token: analyst.token })).body;
const printed = async (id: number) => JSON.stringify(recordDocument({ work: await work(id), parts: await parts(id) }));

describe('efficiency', () => {
  it('the desorption efficiency is the mean of its levels by lot, and the results of the lot are divided by it', async () => {
    const id = await record([lot, 'HX-2']);
    const { status, body, text } = await determine(id);
    expect(status, text).toBe(200);
    expect(body.body).toMatchObject({
      title: '解吸效率 HX-1',
      problem: null,
      lod: null,
      computed: {
        level1: '94.8',
        level2: '96.0',
        level3: '96.4',
        mean: '95.7',
        rsd: '1.0',
        levels: '3',
        tubes: '18',
        blank: '0.00',
        verdict: '合格',
      },
    });
    expect(await efficiencies(id)).toEqual(['95.7', null]);
    const [first] = (await work(id)).rows;
    expect(Number(first?.concentration)).toBeCloseTo(62.7 / 9.5 / 0.957, 3);
    const log = auditLogTable;
    const trail = await server.database.orm
      .select({ after: log.after, reason: log.reason })
      .from(log)
      .where(and(eq(log.entity, 'labSheetRow'), eq(log.entityId, first?.id ?? 0), eq(log.action, 'edit')))
      .orderBy(asc(log.id));
    const sheetNo = (await work(id)).sheet.sheetNo ?? '';
    expect(trail.at(-1)).toMatchObject({ after: { efficiency: '95.7' }, reason: efficiencyTexts.taken(sheetNo, lot) });
  });

  it('the desorption efficiency subtracts blank tubes once, and is recalculated when its tubes are read again or it is withdrawn', async () => {
    const id = await record([lot]);
    const added = (await determine(id, { values: { ...levels, blanks: '0.2 0.2' } })).body.body;
    // (0.9475 − 0.01 + 0.96 − 0.00267 + 0.964 − 0.00067) / 3
    expect(added?.['computed']).toMatchObject({
      level1: '93.8',
      level2: '95.7',
      level3: '96.3',
      mean: '95.3',
      blank: '0.200',
    });
    expect(await efficiencies(id)).toEqual(['95.3']);
    const edited = await ask('PUT', 'api/labDetection/edit', { ...added, values: levels });
    expect(edited.status, edited.text).toBe(200);
    expect(await efficiencies(id)).toEqual(['95.7']);
    await ask('DELETE', 'api/labDetection/delete', [added?.id ?? 0]);
    expect(await efficiencies(id)).toEqual([null]);
  });

  it.each([
    ['two levels', { added3: '', found3: '' }, labDetectionTexts.fewLevels(3, 2)],
    ['five tubes of a level', { found2: '72 72 72 72 72' }, labDetectionTexts.fewTubes(2, 6, 5)],
    ['a level without what was added', { added2: '' }, labDetectionTexts.noAdded(2)],
    ['no blank tube', { blanks: '' }, labDetectionTexts.noEmptyTubes],
  ])('a desorption efficiency of %s is stored with the reason, and not used', async (_what, given, problem) => {
    const id = await record([lot]);
    const values = { ...levels, ...given };
    const refused = await determine(id, { values });
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'applied', message: labDetectionTexts.efficiencyFaulty('解吸效率', problem) }] },
    });
    expect((await determine(id, { values, applied: false })).body.body).toMatchObject({ problem, efficiency: null });
    expect(await efficiencies(id)).toEqual([null]);
  });

  it('a desorption efficiency below the minimum is used only with a remark, and never without a lot', async () => {
    const id = await record([lot]);
    const values = {
      ...levels,
      found1: '16 16 16 16 16 16',
      found2: '60 60 60 60 60 60',
      found3: '240 240 240 240 240 240',
    };
    const below = labDetectionTexts.efficiencyBelow('解吸效率', '80.0', '90', '0.0', '10');
    expect(await determine(id, { values })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'remark', message: below }] },
    });
    expect(await determine(id, { collectorLot: ' ' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'collectorLot', message: labDetectionTexts.noLot }] },
    });
    expect((await determine(id, { values, remark: '该批炭管只有80%' })).status).toBe(200);
    expect(await efficiencies(id)).toEqual(['80.0']);
    expect(await printed(id)).toContain('该批炭管只有80%');
  });

  it('a laboratory record has one desorption efficiency per lot, which cannot be moved to another record or lot', async () => {
    const id = await record([lot, 'HX-2']);
    const first = (await determine(id)).body.body;
    expect(await determine(id)).toMatchObject({
      status: 409,
      body: { message: labDetectionTexts.oneOfLot('解吸效率', lot) },
    });
    expect((await determine(id, { collectorLot: 'HX-2' })).status).toBe(200);
    expect(await efficiencies(id)).toEqual(['95.7', '95.7']);
    expect(await ask('PUT', 'api/labDetection/edit', { ...first, form: 'lotBlank' })).toMatchObject({
      status: 409,
      body: { message: labDetectionTexts.formStays },
    });
  });
});

describe('record with a desorption efficiency', () => {
  it('a record uses the approved desorption efficiency of the lot automatically, and prints number, lot, tubes, mean and spread', async () => {
    const source = await record([lot]);
    await determine(source);
    const early = await record([lot], { efficiency: '88' });
    await approve(source);
    const id = await record([lot, 'HX-2']);
    expect(await efficiencies(id)).toEqual(['95.7', null]);
    const no = (await work(source)).sheet.sheetNo ?? '';
    const told = `${no} 批号HX-1，${dayFromNow(-1)}，李检测，3个水平n=18，平均95.7%，最大RSD 1.0%`;
    expect(await printed(id)).toContain(told);
    // A typed value stays, and is reported at the submission.
    expect(await efficiencies(early)).toEqual(['88']);
    const [typed] = (await work(early)).rows;
    expect((await handIn(early)).body.message).toBe(efficiencyTexts.missing('解吸效率', [typed?.sampleNo ?? '']));
  });

  it('a laboratory record never uses the desorption efficiency of a draft record, nor of another organization', async () => {
    const source = await record([lot]);
    await determine(source);
    expect(await efficiencies(await record([lot]))).toEqual([null]);
    await approve(source);
    await server.database.orm
      .update(labSheetTable)
      .set({ organizationId: await server.rows.organization({ name: '丙检测中心' }) })
      .where(eq(labSheetTable.id, source));
    expect(await efficiencies(await record([lot]))).toEqual([null]);
    expect(
      (
        await ask(
          'POST',
          'api/labDetection/add',
          { sheet: source, form: 'efficiency', collectorLot: lot, values: levels },
          stranger,
        )
      ).status,
    ).toBe(404);
  });

  it('a laboratory record uses a desorption efficiency approved later when its rows are saved again', async () => {
    const source = await record([lot]);
    await determine(source);
    const id = await record([lot, 'HX-2']);
    expect(await efficiencies(id)).toEqual([null, null]);
    await approve(source);
    const rows = (await work(id)).rows.map(({ id: rowId, version }) => ({ id: rowId, version, frontResponse: '63' }));
    const saved = await ask('PUT', 'api/labSheetRow/saveAll', { rows, removed: [] });
    expect(saved.status, saved.text).toBe(200);
    expect(await efficiencies(id)).toEqual(['95.7', null]);
    expect((await work(id)).rows[0]?.reportText).not.toBeNull();
  });

  it('a laboratory record takes over newly approved desorption efficiencies at submission', async () => {
    const source = await record([lot]);
    await determine(source);
    const id = await record([lot]);
    await approve(source);
    const done = await handIn(id);
    expect(done.status, done.text).toBe(200);
    expect(await efficiencies(id)).toEqual(['95.7']);
  });

  it('a laboratory record without a desorption efficiency for the lot is submitted only with a printed reason', async () => {
    const id = await record(['HX-9', null], { efficiency: '96.2' });
    const numbers = (await work(id)).rows.map(({ sampleNo }) => sampleNo);
    expect(await handIn(id)).toMatchObject({
      status: 409,
      body: { code: 'efficiency', message: efficiencyTexts.missing('解吸效率', numbers) },
    });
    const reason = '该批号炭管已用完，采用方法验证报告YZ-07的结果';
    await ask('PUT', 'api/labSheet/edit', { ...(await work(id)).sheet, efficiencySource: reason });
    const done = await handIn(id);
    expect(done.status, done.text).toBe(200);
    expect(await printed(id)).toContain(reason);
  });

  it('a laboratory record submitted before desorption efficiencies existed in the product prints as before', async () => {
    const id = await record([lot], { efficiency: '96.2' });
    const { efficiencies: _none, ...old } = await work(id);
    expect(JSON.stringify(recordDocument({ work: old, parts: await parts(id) }))).not.toContain('效率测定');
  });
});

describe('unexposed collectors of a lot', () => {
  const blank = (sheet: number, responses: string) =>
    ask('POST', 'api/labDetection/add', { sheet, form: 'lotBlank', collectorLot: lot, values: { blanks: responses } });

  it('unexposed collectors of a lot must contain less than the detection limit, or the lot fails', async () => {
    const good = await record([lot], { efficiency: '96.2' });
    expect((await blank(good, '0.2 0.3')).body.body).toMatchObject({
      title: '采样介质空白 HX-1',
      problem: null,
      computed: { contents: '0.200、0.300', most: '0.300', limit: '0.500', verdict: '合格' },
    });
    const bad = await record([lot], { efficiency: '96.2' });
    // At the limit is not below it.
    expect((await blank(bad, '0.1 0.5')).body.body).toMatchObject({ computed: { most: '0.500', verdict: '不合格' } });
    expect(await printed(bad)).toContain('采样介质空白');
    await ask('PUT', 'api/labSheet/edit', { ...(await work(bad)).sheet, efficiencySource: '方法验证报告' });
    const why = lotBlankTexts.above('0.500', '0.500');
    expect(await handIn(bad)).toMatchObject({
      status: 409,
      body: { code: 'lotBlank', message: lotBlankTexts.unexplained(lot, why) },
    });
    await server.database.orm
      .update(labDetectionTable)
      .set({ remark: '该批已停用，样品按空白扣除' })
      .where(eq(labDetectionTable.sheet, bad));
    expect((await handIn(bad)).status).toBe(200);
    const few = await record([lot], { efficiency: '96.2' });
    expect((await blank(few, '0.2')).body.body).toMatchObject({ problem: labDetectionTexts.fewUnusedCollectors(2, 1) });
  });
});
