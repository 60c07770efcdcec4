import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, monthsTo } from '@contract/arithmetic/numbers/dayCounts';
import type { AnyRow } from '@contract/entity';
import type { Dashboard } from '@contract/features/home/dashboardWire';
import type { ExceedanceFigures, HomeFigureValues } from '@contract/features/home/figures/figureWire';
import { permissionOf } from '@contract/permissions';
import type { Page } from '@contract/wire';
import { formatDay } from '@server/base/zone';
import {
  delegationTable,
  equipmentTable,
  hazardLimitTable,
  inspectUnitTable,
  labTaskTable,
  reagentTable,
  reportTable,
} from '@server/db/schema';
import { judgedRecord } from '../support/judgedProject';
import { labRowsOf } from '../support/labRows';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let ids: Record<'project' | 'planned' | 'analyst' | 'method' | 'hazard', number>;
let today: string;
const day = (ahead: number) => addDays(today, ahead);
const list = (...names: readonly string[]) => names.map((name) => permissionOf({ name }, 'list'));

beforeAll(async () => {
  server = await testServer();
  // The server's clock is set to noon of the next day, so that no run crosses midnight.
  const noon = Date.parse(`${addDays(formatDay(new Date(), 'Asia/Shanghai'), 1)}T04:00:00Z`);
  server.advance(noon - Date.now());
  today = formatDay(new Date(noon), 'Asia/Shanghai');
  const {
    rows,
    database: { orm },
  } = server;
  const [home, away] = [
    await rows.organization({ name: '甲检测中心' }),
    await rows.organization({ name: '乙检测中心' }),
  ];
  const everything = await rows.role({
    permissions: list(
      'project',
      'report',
      'labTask',
      'equipment',
      'reagent',
      'methodAuthorisation',
      'delegation',
      'risk',
    ),
  });
  const manager = await rows.user({ userName: 'manager', nickName: '管理', organizationId: home, roles: [everything] });
  await rows.user({ userName: 'stranger', organizationId: away, roles: [everything] });
  await rows.user({
    userName: 'keeper',
    organizationId: home,
    roles: [await rows.role({ permissions: list('reagent', 'report') })],
  });
  await rows.user({
    userName: 'store',
    organizationId: home,
    roles: [
      await rows.role({
        permissions: [permissionOf({ name: 'reagent' }, 'list'), permissionOf({ name: 'reagent' }, 'add')],
      }),
    ],
  });
  const analyst = await rows.user({ userName: 'analyst', nickName: '检测员', organizationId: home });
  const unit = await rows.inspectUnit({ organizationId: home, unitName: '杭州泰隆机械有限公司' });
  await orm.update(inspectUnitTable).set({ industry: 'C33' }).where(eq(inspectUnitTable.id, unit));
  const project = await rows.project({
    organizationId: home,
    belongInspect: unit,
    code: 'P26-001',
    stage: 'archived',
    contractOn: day(-30),
  });
  const late = await rows.project({
    organizationId: home,
    belongInspect: unit,
    code: 'P26-002',
    stage: 'issuing',
    contractOn: day(-3),
  });
  const planned = await rows.project({
    organizationId: home,
    belongInspect: unit,
    code: 'P26-003',
    stage: 'issuing',
    plannedOn: day(-12),
  });
  const report = (of: number, issuedOn: string | null, state: string, previous?: number) => ({
    organizationId: home,
    reportNo: `B-${of}-${state}-${issuedOn ?? ''}`,
    title: '检测报告',
    project: of,
    assess: true,
    state,
    issuedOn,
    previous: previous ?? null,
  });
  const [first] = await orm
    .insert(reportTable)
    .values(report(project, day(-20), 'corrected'))
    .returning({ id: reportTable.id });
  await orm.insert(reportTable).values([
    // A correction is not another turnaround; voided, unissued and too old ones are none.
    report(project, day(-1), 'issued', first?.id),
    report(planned, day(-4), 'published'),
    report(late, null, 'drafting'),
    report(late, day(-2), 'voided'),
    report(late, day(-800), 'issued'),
    // Older than its contract, which is impossible.
    report(late, day(-5), 'issued'),
  ]);
  const lab = labRowsOf(server, home);
  const hazard = await lab.hazard('木粉尘', { category: 'dust' });
  const method = await lab.method('总粉尘', null, { methodKind: 'totalDust' });
  await orm.insert(hazardLimitTable).values({
    hazard,
    limitName: '木粉尘',
    kind: 'twa',
    value: '3',
    unit: 'mg/m³',
    standard: 'GBZ 2.1-2019',
    effectiveFrom: '2020-04-01',
    dataCertainty: 'sure',
  });
  const given = { hazard, hazardName: '木粉尘', method, analyst };
  await judgedRecord(server, lab, home, {
    ...given,
    project: { id: project, code: 'P26-001' },
    results: { 打磨: '4.5', 喷漆: '1.0' },
    testDate: day(-10),
  });
  // Not approved, and approved too long ago.
  await judgedRecord(server, lab, home, {
    ...given,
    project: { id: late, code: 'P26-002' },
    results: { 打磨: '9.0' },
    testDate: day(-10),
    state: 'draft',
  });
  const old = await rows.project({ organizationId: home, belongInspect: unit, code: 'P24-001', stage: 'archived' });
  await judgedRecord(server, lab, home, {
    ...given,
    project: { id: old, code: 'P24-001' },
    results: { 打磨: '9.0' },
    testDate: '2024-01-05',
  });
  // One sample with two hazards by one method, one late task, one recently done, one long ago, one voided.
  const task = (more: object) => lab.task({ project: late, hazard, hazardName: '木粉尘', method, analyst, ...more });
  const twice = await task({ state: 'testing', dueOn: day(-1) });
  await orm.insert(labTaskTable).values({
    project: late,
    sample: twice.sample,
    sampleNo: twice.sampleNo,
    sampleKind: 'sample',
    variant: 'ordinary',
    hazard,
    hazardName: '木粉尘',
    method,
    state: 'distributed',
    analyst,
    effective: true,
    organizationId: home,
    dueOn: day(0),
  });
  await task({ state: 'completed', completedAt: new Date(noon - 86_400_000) });
  await task({ state: 'completed', completedAt: new Date(noon - 40 * 86_400_000) });
  await task({ state: 'voided' });
  ids = { project, planned, analyst, method, hazard };
  await lab.authorise(analyst, method, { validUntil: day(-100) });
  await lab.authorise(analyst, method, { validUntil: day(10) });
  await lab.authorise(manager, method, { validUntil: day(-1) });
  const eqp = (eqpNo: string, calibrationDue: string, status = 'in') => ({
    organizationId: home,
    eqpNo,
    eqpName: '大气采样器',
    eqpKind: 'sampler',
    status,
    calibrationKind: 'verification',
    calibrationDue,
  });
  await orm
    .insert(equipmentTable)
    .values([
      eqp('E1', day(-1)),
      eqp('E2', today),
      eqp('E3', day(30)),
      eqp('E4', day(31)),
      eqp('E5', day(-9), 'scrapped'),
      { ...eqp('E6', day(-9)), calibrationKind: 'none' },
      { ...eqp('E7', day(3)), calibrationKind: 'none' },
    ]);
  const reagent = (reagentNo: string, more: object) =>
    server.ask('POST', 'api/reagent/add', {
      token: storing,
      body: { reagentNo, reagentName: '二硫化碳', lotNo: reagentNo, amountUnit: 'bottle', ...more },
    });
  const storing = await server.login('store');
  const answers = [
    await reagent('SJ-1', { validUntil: day(3), receivedAmount: '2' }),
    await reagent('SJ-2', { validUntil: day(90), receivedAmount: '2' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  // Used up: nobody will use it.
  await orm.insert(reagentTable).values({
    organizationId: home,
    reagentNo: 'SJ-3',
    reagentName: '二硫化碳',
    lotNo: 'R3',
    amountUnit: 'bottle',
    validUntil: day(-1),
    status: '1',
  });
  const delegated = (validUntil: string, endedAt: Date | null = null) => ({
    organizationId: home,
    title: '委托',
    principal: manager,
    delegate: analyst,
    steps: 'x',
    validFrom: day(-40),
    validUntil,
    reason: '出差',
    endedAt,
  });
  await orm.insert(delegationTable).values([delegated(day(2)), delegated(day(-2)), delegated(day(5), new Date(noon))]);
});
afterAll(() => server.close());

const figures = async (who: string) =>
  (await server.ask<HomeFigureValues>('GET', 'api/dashboard/figures', { token: await server.login(who) })).body;

it('the turnaround figure counts from the contract to the first issue, and states the projects left out', async () => {
  const { turnaround, since } = await figures('manager');
  expect(since).toBe(`${monthsTo(today, 12)[0] ?? ''}-01`);
  expect(turnaround).toEqual({
    jobs: [
      { project: ids.planned, from: day(-12), issuedOn: day(-4) },
      { project: ids.project, from: day(-30), issuedOn: day(-20) },
    ],
    cut: false,
    odd: 1,
  });
});

it('the home page counts a sample once by its method, and tasks by analyst', async () => {
  const { samples, workload } = await figures('manager');
  // Four of the judged records, three of the others, without the voided one.
  expect(samples).toEqual([{ method: ids.method, title: '总粉尘', samples: 7, tasks: 8 }]);
  // The lists behind the two: all of its tasks, or one of each sample.
  const token = await server.login('manager');
  const states = ['waiting', 'distributed', 'testing', 'completed'].map((state) => `&state=${state}`).join('');
  const listed = (more: string) =>
    server.ask<Page<AnyRow>>('GET', `api/labTask?method=${ids.method}${states}${more}`, { token });
  expect([(await listed('')).body.totalElements, (await listed('&once=sample')).body.totalElements]).toEqual([8, 7]);
  expect([(await listed('&once=hazardName')).status, (await listed('&once=nothing')).status]).toEqual([400, 400]);
  expect(workload).toEqual([{ analyst: ids.analyst, name: '检测员', openTaskCount: 2, late: 1, done: 1 }]);
});

it('the home page counts expiring items without unused and renewed ones', async () => {
  expect((await figures('manager')).expiring).toEqual([
    { kind: 'equipment', expired: 1, soon: 2 },
    { kind: 'reagent', expired: 0, soon: 1 },
    { kind: 'methodAuthorisation', expired: 1, soon: 1 },
    { kind: 'delegation', expired: 0, soon: 1 },
  ]);
});

it('the home page names instruments whose calibration expires, without those that need none', async () => {
  const { body } = await server.ask<Dashboard>('GET', 'api/dashboard', { token: await server.login('manager') });
  expect(body.equipment.map(({ eqpNo, late }) => [eqpNo, late])).toEqual([
    ['E1', true],
    ['E2', false],
    ['E3', false],
  ]);
});

it('the verdict figures of the home page equal the enterprises’ risk, from approved records of the last twelve months only', async () => {
  const { body } = await server.ask<ExceedanceFigures>('GET', 'api/dashboard/exceedance', {
    token: await server.login('manager'),
  });
  const share = { judged: 2, exceeding: 1, projects: [ids.project] };
  expect(body).toEqual({
    hazards: [{ key: String(ids.hazard), label: '木粉尘', ...share }],
    industries: [{ key: 'C33', label: '', ...share }],
    judged: 1,
    total: 1,
  });
});

it('the home page figures leave out rows that the person may not list, and another organization sees nothing', async () => {
  // Turnaround names projects: the permission for reports is not enough.
  expect(await figures('keeper')).toMatchObject({
    turnaround: null,
    samples: null,
    workload: null,
    expiring: [{ kind: 'reagent', soon: 1 }],
  });
  expect((await server.ask('GET', 'api/dashboard/exceedance', { token: await server.login('keeper') })).status).toBe(
    403,
  );
  const other = await figures('stranger');
  expect([other.turnaround, other.samples, other.workload]).toEqual([{ jobs: [], cut: false, odd: 0 }, [], []]);
  expect(other.expiring.every(({ expired, soon }) => expired + soon === 0)).toBe(true);
  expect(
    (await server.ask<ExceedanceFigures>('GET', 'api/dashboard/exceedance', { token: await server.login('stranger') }))
      .body.total,
  ).toBe(0);
});
