import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { CheckChart } from '@contract/features/laboratory/checks/checkChart';
import type { CheckSummary } from '@contract/features/laboratory/checks/checkSummary';
import { labCheckTexts } from '@contract/features/laboratory/checks/checkTexts';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { itemFitnessTexts } from '@contract/features/stock/itemFitness';
import { failures } from '@contract/messages';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { labCheckTable, labSheetTable, nonconformityTable } from '@server/db/schema';
import { assertChecks, retestedFailures, summaryOfSheet } from '@server/features/laboratory/sheets/sheetChecks';
import { dayFromNow } from '../support/fieldRows';
import { type RecordRows, recordRowsOf } from '../support/recordRows';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let lab: RecordRows;
let organizationId: number;
let analyst: number;
let project: number;
let hazard: number;
let method: number;
let curve: number;
let sheet: number;
const tokens: Record<'analyst' | 'colleague' | 'reviewer' | 'stranger', string> = {
  analyst: '',
  colleague: '',
  reviewer: '',
  stranger: '',
};

const written = ['list', 'add', 'edit', 'del'].map((action) => `labCheck:${action}`);

beforeAll(async () => {
  server = await testServer();
  const { rows, login } = server;
  organizationId = await rows.organization({ name: '甲检测中心' });
  lab = recordRowsOf(server, organizationId);
  const role = await rows.role({
    permissions: ['labSheet:list', 'labSheet:edit', 'nonconformity:add', 'standard:list', ...written],
  });
  analyst = await rows.user({ userName: 'analyst', nickName: '李检', organizationId, roles: [role] });
  const plain = await rows.role({ permissions: ['labSheet:list', ...written] });
  await rows.user({ userName: 'colleague', organizationId, roles: [plain] });
  await rows.user({
    userName: 'reviewer',
    organizationId,
    roles: [await rows.role({ permissions: ['labCheck:list', 'labSheet:list'] })],
  });
  await rows.user({ userName: 'stranger', organizationId: await rows.organization(), roles: [role] });
  for (const name of Object.keys(tokens) as (keyof typeof tokens)[]) tokens[name] = await login(name);
  project = (await lab.project('testing')).id;
  hazard = await lab.hazard('甲苯');
  method = await lab.method('甲苯 溶剂解吸-气相色谱法', 7, {
    parallelMax: '10',
    spikeMin: '90',
    spikeMax: '110',
    midpointMax: '10',
    efficiencyMin: '80',
    blankRule: '低于检出限',
  });
  curve = await lab.curve(method, hazard);
});
afterAll(() => server.close());
beforeEach(async () => {
  sheet = await lab.sheet({ project, method, hazard, analyst, curve, lod: '1.8', lodUnit: 'μg/mL' });
});

const ask = <B>(
  verb: string,
  path: string,
  body?: unknown,
  token = tokens.analyst,
  headers: Record<string, string> = {},
) => server.ask<B>(verb, path, { token, headers, ...(body === undefined ? {} : { body }) });
const save = async (rows: readonly object[], removed: readonly object[] = []): Promise<AnyRow[]> => {
  const answer = await ask<Answer<AnyRow[]>>('PUT', 'api/labCheck/saveAll', { rows, removed });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.body as AnyRow[];
};
const refused = async (rows: readonly object[], token = tokens.analyst, headers: Record<string, string> = {}) =>
  (await ask<ErrorBody>('PUT', 'api/labCheck/saveAll', { rows }, token, headers)).body;
const check = (checkKind: string, values: Record<string, string>, more: object = {}) => ({
  sheet,
  checkKind,
  values,
  ...more,
});
const summary = async (token = tokens.analyst): Promise<CheckSummary> =>
  (await ask<CheckSummary>('GET', `api/labCheck/summary/${sheet}`, undefined, token)).body;
const stopped = () =>
  server.database
    .transaction((tx) => assertChecks(tx, sheet))
    .then(
      () => null,
      (error: Error) => error.message,
    );
const sample = (no: string, readings: Record<string, string> = {}, more: { rowKind?: string; sample?: number } = {}) =>
  lab.row(sheet, { project, hazard }, no, readings, more);

describe('quality-control check', () => {
  it.each([
    [
      'QC-DUP-1',
      'parallel',
      { first: '12.4', second: '11.6' },
      { mean: '12.00', deviation: '3.3', limit: '10', verdict: '合格' },
      true,
    ],
    ['QC-DUP-2', 'parallel', { first: '0.82', second: '0.68' }, { deviation: '9.3', verdict: '合格' }, true],
    [
      'QC-SPK-1',
      'spike',
      { spiked: '38.6', unspiked: '18.9', added: '20' },
      { recovery: '98.5', range: '90～110', verdict: '合格' },
      true,
    ],
    [
      'QC-SPK-2',
      'spike',
      { spiked: '11.2', unspiked: '6.8', added: '6' },
      { recovery: '73.3', verdict: '不合格' },
      false,
    ],
    [
      'QC-MID-1',
      'midpoint',
      { theory: '100', response: '129.9427' },
      { found: '105.6', deviation: '5.6', verdict: '合格' },
      true,
    ],
    [
      'QC-MID-2',
      'midpoint',
      { theory: '100', response: '136.9674' },
      { found: '111.3', deviation: '11.3', verdict: '不合格' },
      false,
    ],
    [
      'GC-DES-1',
      'efficiency',
      {
        level: '低',
        added: '20',
        found1: '18.9',
        found2: '19.2',
        found3: '18.7',
        found4: '19.0',
        found5: '19.1',
        found6: '18.8',
      },
      { efficiency: '94.8', verdict: '合格' },
      true,
    ],
  ] as const)(
    'the server judges the quality-control check of worked example %s as the example does',
    async (_id, kind, values, computed, passes) => {
      const [row] = await save([check(kind, values, { sampleNo: 'S1' })]);
      expect(row).toMatchObject({ computed, passes, judged: true, problem: null });
    },
  );

  it('the server judges a quality-control check itself, whatever verdict the request contains', async () => {
    const [row] = await save([
      check(
        'parallel',
        { first: '12', second: '6', verdict: '合格', deviation: '0' },
        { computed: { verdict: '合格' }, passes: true, judged: true },
      ),
    ]);
    expect(row).toMatchObject({
      values: { first: '12', second: '6' },
      computed: { deviation: '33.3', verdict: '不合格' },
      passes: false,
    });
  });

  it('a quality-control check that cannot be judged is stored with the reason', async () => {
    const [row] = await save([check('parallel', { first: '十二' })]);
    expect(row).toMatchObject({ judged: false, passes: false, problem: '结果1应为数字' });
    await server.database.orm.update(labSheetTable).set({ curve: null }).where(eq(labSheetTable.id, sheet));
    expect((await save([check('blank', { response: '0.5' })]))[0]).toMatchObject({ problem: '请选择已审核的标准曲线' });
  });

  it("a quality-control check belongs to a tab of the record's method and stays there", async () => {
    expect((await refused([check('observers', { first: '1', second: '1' })])).message).toBe(
      labCheckTexts.otherMethod('双人比色'),
    );
    const [row] = await save([check('parallel', { first: '1', second: '1' })]);
    expect((await refused([{ id: row?.id, version: row?.version, checkKind: 'spike' }])).message).toBe(
      labCheckTexts.kindStays,
    );
  });

  it('a quality-control check cannot be moved to another record', async () => {
    const other = await lab.sheet({ project, method, hazard, analyst, curve, lod: '1.8', lodUnit: 'μg/mL' });
    const [row] = await save([check('parallel', { first: '1', second: '1' })]);
    expect(await refused([{ id: row?.id, version: row?.version, sheet: other }])).toMatchObject({ status: 409 });
    expect(
      await server.database.orm
        .select({ sheet: labCheckTable.sheet })
        .from(labCheckTable)
        .where(eq(labCheckTable.id, Number(row?.id))),
    ).toEqual([{ sheet }]);
  });

  it('a quality-control check is written only by the analyst of an open record; a signed one is locked', async () => {
    const [row] = await save([check('parallel', { first: '1', second: '1' })]);
    const change = { id: row?.id, version: row?.version, values: { first: '2', second: '2' } };
    expect(await refused([change], tokens.colleague)).toMatchObject({
      status: 409,
      message: labSheetTexts.othersSheet('李检'),
    });
    expect(await refused([change], tokens.reviewer)).toMatchObject({ status: 403 });
    expect(await refused([change], tokens.stranger)).toMatchObject({ status: 404 });
    await server.database.orm.update(labSheetTable).set({ state: 'awaitingReview' }).where(eq(labSheetTable.id, sheet));
    for (const rows of [[change], [check('parallel', { first: '3', second: '3' })]])
      expect(await refused(rows)).toMatchObject({ status: 409, message: labSheetTexts.locked('待复核') });
    expect((await ask<ErrorBody>('DELETE', 'api/labCheck/delete', [row?.id])).status).toBe(409);
    expect(await server.database.orm.select().from(labCheckTable).where(eq(labCheckTable.sheet, sheet))).toMatchObject([
      { id: row?.id, values: { first: '1', second: '1' } },
    ]);
  });

  it('a quality-control check whose values equal the record’s own results is marked', async () => {
    const first = await sample('S1', { frontResponse: '98.60', solutionVolume: '1.0', efficiency: '96.2' });
    await sample(
      'S1-P',
      { frontResponse: '100.2', solutionVolume: '1.0', efficiency: '96.2' },
      { rowKind: 'parallel', sample: first.sample },
    );
    await sample('K1', { frontResponse: '0.35' }, { rowKind: 'blank' });
    const [taken, typed, blank, other] = await save([
      check('spike', { unspiked: '80.17', added: '50', spiked: '129' }, { sampleNo: 'S1' }),
      check('spike', { unspiked: '80', added: '50', spiked: '130' }, { sampleNo: 'S1' }),
      check('blank', { response: '0.35' }, { sampleNo: 'K1' }),
      check('blank', { response: '0.35' }, { sampleNo: 'K2' }),
    ]);
    // 98.60 is 80.17 μg/mL, in 1.0 mL; the blank's 0.44 is below the LOQ and counts 0 (GBZ 331-2024 F.7).
    expect(
      [taken, typed, blank, other].map((row) => (row?.computed as Record<string, string> | undefined)?.['source']),
    ).toEqual(['record', undefined, 'record', undefined]);
  });
});

describe('control sample', () => {
  it.each([
    ['QC-CRM-1', '25.9', '1.5', '合格'],
    ['QC-CRM-2', '27.2', '3.7', '不合格'],
  ])(
    'a control sample of worked example %s takes its certified value from the standard',
    async (_id, found, z, verdict) => {
      const standard = await lab.standard({ hazard });
      const [row] = await save([check('control', { found, certified: '27', uncertainty: '99' }, { standard })]);
      expect(row).toMatchObject({
        sampleNo: '质控样 L24',
        values: { found, certified: '25.0', uncertainty: '1.2' },
        computed: { z, verdict },
      });
    },
  );

  it('a control sample can be chosen only from standards with a certified value', async () => {
    expect((await refused([check('control', { found: '25' })])).errors).toEqual([
      { field: 'rows[0].standard', message: labCheckTexts.standardNeeded },
    ]);
    expect(
      (
        await refused([
          check('control', { found: '25' }, { standard: await lab.standard({ hazard, certified: null }) }),
        ])
      ).errors,
    ).toEqual([{ field: 'rows[0].standard', message: labCheckTexts.standardBare('质控样 L24') }]);
  });

  it('an expired control sample is refused by name and day; with a reason it passes and files a nonconformity', async () => {
    const standard = await lab.standard({
      hazard,
      standardNo: 'BW-X',
      standardName: '甲苯质控样',
      validUntil: dayFromNow(-1),
    });
    const rows = [check('control', { found: '25' }, { standard })];
    const says = itemFitnessTexts.lotOver('标准物质', 'BW-X 甲苯质控样（批号L24）', dayFromNow(-1), dayFromNow(0));
    expect(await refused(rows)).toMatchObject({
      status: 409,
      code: 'unfit',
      errors: [{ field: 'rows[0].standard', message: says }],
    });
    expect(await server.database.orm.select().from(labCheckTable).where(eq(labCheckTable.sheet, sheet))).toEqual([]);
    const answer = await ask<Answer<AnyRow[]>>('PUT', 'api/labCheck/saveAll', { rows }, tokens.analyst, {
      'x-reason': encodeURIComponent('新批号未到'),
    });
    expect(answer.status, answer.text).toBe(200);
    const [filed] = await server.database.orm
      .select()
      .from(nonconformityTable)
      .where(eq(nonconformityTable.sheet, sheet));
    expect(filed).toMatchObject({ nonconformityKind: 'expiredStandard', automatic: true });
    expect(filed?.description).toContain('新批号未到');
  });
});

describe('retest', () => {
  it('a retest replaces a failed quality-control check, and the failed one stays as it was', async () => {
    const [failed, good] = (await save([
      check('parallel', { first: '12', second: '6' }, { sampleNo: 'S1' }),
      check('parallel', { first: '12', second: '12' }),
    ])) as [AnyRow, AnyRow];
    const again = (more: object) => check('parallel', { first: '12', second: '11' }, more);
    for (const retestOf of [good.id, failed.id + 999])
      expect((await ask('PUT', 'api/labCheck/saveAll', { rows: [again({ retestOf })] })).status).toBe(400);
    const [second] = (await save([again({ retestOf: failed.id })])) as [AnyRow];
    // What a submitted record files as nonconformities.
    expect(await retestedFailures(server.database.orm, sheet)).toEqual([{ title: '平行样', sampleNo: 'S1' }]);
    expect((await refused([again({ retestOf: failed.id })])).message).toBe(labCheckTexts.retestTwice);
    expect(
      await refused([{ id: failed.id, version: failed.version, values: { first: '12', second: '12' } }]),
    ).toMatchObject({ status: 409, message: labCheckTexts.retested });
    expect((await summary()).lines.find(({ kind }) => kind === 'parallel')).toMatchObject({
      judged: 2,
      passed: 2,
      failed: 0,
      retested: 1,
    });
    await save([], [{ id: second.id, version: second.version }]);
    expect((await summary()).faults).toEqual([labCheckTexts.failed('平行样', 1)]);
  });
});

describe('summary of checks', () => {
  it('the summary of quality-control checks is read by the record’s id, and an unknown id is not found', async () => {
    for (const none of ['x', '0', '2147483648'])
      expect(await ask('GET', `api/labCheck/summary/${none}`)).toMatchObject({
        status: 404,
        body: { message: failures.notFound },
      });
  });

  const complete = async () => {
    const standard = await lab.standard({ hazard });
    return save([
      check('blank', { response: '0.1' }),
      check('blank', { response: '0.2' }),
      check('parallel', { first: '1', second: '1' }),
      check('parallel', { first: '2', second: '2' }),
      check('spike', { spiked: '20', unspiked: '0', added: '20' }),
      check('spike', { spiked: '19', unspiked: '0', added: '20' }),
      check('control', { found: '25' }, { standard }),
    ]);
  };

  it('the summary of quality-control checks states how many checks eleven samples require, and which are missing', async () => {
    for (let index = 0; index < 11; index += 1) await sample(`S${index}`);
    await sample('K', {}, { rowKind: 'blank' });
    const { lines, missing, advice, samples, stops } = await summary(tokens.reviewer);
    expect([samples, ...lines.map(({ kind, needed }) => `${kind} ${needed}`)]).toEqual([
      11,
      'blank 2',
      'parallel 2',
      'spike 2',
      'control 1',
      'midpoint 1',
      'efficiency 0',
    ]);
    expect(missing).toEqual([
      labCheckTexts.missing('空白', 2),
      labCheckTexts.missing('平行样', 2),
      labCheckTexts.missing('加标回收', 2),
      labCheckTexts.missing('质控样', 1),
    ]);
    expect(advice).toEqual([labCheckTexts.missing('曲线中间点', 1)]);
    expect(stops).toBe(labCheckTexts.explainFirst(missing.join('、')));
    await complete();
    expect(await summary()).toMatchObject({ missing: [], faults: [], stops: null });
    expect(await ask('GET', `api/labCheck/summary/${sheet}`, undefined, tokens.stranger)).toMatchObject({
      status: 404,
    });
  });

  it('the summary of quality-control checks requires a control after every fifty samples, and names samples to repeat after a failed one', async () => {
    for (let index = 1; index <= 120; index += 1) await sample(`S${String(index).padStart(3, '0')}`);
    const standard = await lab.standard({ hazard });
    const control = (found: string, more: object = {}) => check('control', { found }, { standard, ...more });
    const line = async () => (await summary()).lines.find(({ kind }) => kind === 'control');
    expect(await line()).toMatchObject({ needed: 3, open: [labCheckTexts.missing('质控样', 3)] });
    const saved = await save([
      control('25', { rowSort: 10 }),
      control('25.2', { rowSort: 20 }),
      control('28', { rowSort: 30 }),
    ]);
    expect((await summary()).faults).toEqual([labCheckTexts.failed('质控样', 1)]);
    expect(await line()).toMatchObject({ open: [labCheckTexts.repeat('质控样', 'S051～S100（50个）')], reason: null });
    // A second control that passes lets the run continue; the samples before it still have to be repeated.
    await save([control('24.8', { retestOf: saved[2]?.id, rowSort: 40 })]);
    expect(await summary()).toMatchObject({ faults: [] });
    expect(await line()).toMatchObject({ failed: 0, open: [labCheckTexts.repeat('质控样', 'S051～S100（50个）')] });
  });

  it('the summary of quality-control checks requires a reason for an efficiency below 90 %, and then lets the record pass', async () => {
    await sample('S1');
    await complete();
    await save([check('efficiency', { level: '低', added: '10', found1: '8.8', found2: '8.9', found3: '9.0' })]);
    expect(await summary()).toMatchObject({ faults: [], unexplained: [labCheckTexts.belowRule('解吸效率', 1)] });
    await server.database.orm
      .update(labSheetTable)
      .set({ checkReasons: { efficiency: '该批活性炭管解吸效率偏低，结果已校正' } })
      .where(eq(labSheetTable.id, sheet));
    expect(await summary()).toMatchObject({ unexplained: [], stops: null });
  });

  it('a laboratory record accepts only reasons for quality-control checks of its method', async () => {
    const read = async () => (await ask<AnyRow>('GET', `api/labSheet/${sheet}`)).body;
    const answer = await ask<ErrorBody>('PUT', 'api/labSheet/edit', {
      ...(await read()),
      checkReasons: { observers: '无' },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'checkReasons', message: labCheckTexts.reasonsOnly }] },
    });
  });

  it('the summary of quality-control checks of a record that does not exist is refused with 404', async () => {
    await expect(summaryOfSheet(server.database.orm, 2_000_000_000)).rejects.toMatchObject({
      status: 404,
      message: '检测记录不存在或已被删除',
    });
  });

  it('a laboratory record cannot be submitted while quality-control checks fail, or are missing without a reason', async () => {
    await sample('S1');
    expect(await stopped()).toContain(labCheckTexts.missing('空白', 2));
    const say = (values: object) =>
      server.database.orm.update(labSheetTable).set(values).where(eq(labSheetTable.id, sheet));
    // One remark replaces no check, and the reason of one covers no other.
    await say({ checkRemark: '现场未采平行样，无有证质控样' });
    expect(await stopped()).toContain(labCheckTexts.missing('空白', 2));
    await say({ checkReasons: { blank: '随同批空白', parallel: '样品量不足', spike: '随同批加标' } });
    expect(await stopped()).toBe(`质控不符合要求：${labCheckTexts.explainFirst(labCheckTexts.missing('质控样', 1))}`);
    await say({
      checkReasons: { blank: '随同批空白', parallel: '样品量不足', spike: '随同批加标', control: '无有证质控样' },
    });
    expect(await stopped()).toBeNull();
    expect(await summary()).toMatchObject({
      unexplained: [],
      stops: null,
      missing: [expect.any(String), expect.any(String), expect.any(String), expect.any(String)],
    });
    await save([check('spike', { spiked: '11.2', unspiked: '6.8', added: '6' })]);
    expect(await stopped()).toContain(labCheckTexts.failed('加标回收', 1));
  });

  it('quality-control checks are judged again by the record’s current curve at submission, and the verdict is stored', async () => {
    await sample('S1');
    const [blank] = await complete();
    expect(await stopped()).toBeNull();
    const steep = await lab.curve(method, hazard, { a: '-5' });
    await server.database.orm.update(labSheetTable).set({ curve: steep }).where(eq(labSheetTable.id, sheet));
    expect(await stopped()).toContain(labCheckTexts.failed('空白', 2));
    expect(
      (await ask<Page<AnyRow>>('GET', `api/labCheck?sheet=${sheet}&checkKind=blank`)).body.content.find(
        ({ id }) => id === blank?.id,
      ),
    ).toMatchObject({ passes: true });
  });
});

describe('control chart', () => {
  const chart = async (query: string, token = tokens.analyst) =>
    (await ask<CheckChart>('GET', `api/labCheck/chart?${query}`, undefined, token)).body;

  it('the control chart shows the unrounded checks of one lot across records in the order of their tests, without corrected ones', async () => {
    const own = await lab.hazard('苯');
    const standard = await lab.standard({ hazard: own, lotNo: 'C1' });
    const other = await lab.standard({ hazard: own, lotNo: 'C2' });
    const sheets: number[] = [];
    for (const [at, found] of ['24.8', '25.3', '25.14159'].entries()) {
      sheet = await lab.sheet({ project, method, hazard: own, analyst, curve, testDate: dayFromNow(-at) });
      sheets.push(sheet);
      await save([
        check('control', { found }, { standard }),
        check('control', { found: '26' }, { standard: other }),
        check('spike', { spiked: '9.333', unspiked: '0', added: '10' }),
      ]);
    }
    const asked = await chart(`method=${method}&hazard=${own}&kind=control&standard=${standard}`);
    expect(asked.values.map(({ value, day }) => [value, day])).toEqual([
      ['25.14159', dayFromNow(-2)],
      ['25.3', dayFromNow(-1)],
      ['24.8', dayFromNow(0)],
    ]);
    expect(asked.values[0]).toMatchObject({ sheet: sheets[2], project, analystName: '李检' });
    expect(asked.series.map(({ kind, name, count }) => [kind, name, count])).toEqual([
      ['control', '质控样：质控样 C1', 3],
      ['control', '质控样：质控样 C2', 3],
      ['spike', '加标回收', 3],
    ]);
    await server.database.orm
      .update(labSheetTable)
      .set({ state: 'corrected' })
      .where(eq(labSheetTable.id, sheets[0] as number));
    expect((await chart(`method=${method}&hazard=${own}&kind=spike`)).values.map(({ value }) => value)).toEqual([
      '93.33',
      '93.33',
    ]);
    expect(await chart(`method=${method}&hazard=${own}&kind=spike`, tokens.stranger)).toEqual({
      series: [],
      values: [],
    });
    expect((await ask('GET', 'api/labCheck/chart?method=x')).status).toBe(400);
  });
});
