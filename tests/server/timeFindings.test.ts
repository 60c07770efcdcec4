import { eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectGap } from '@contract/features/archive/projectGaps';
import { rowsOf, withTableRows } from '@contract/features/conformity/forms/formTable';
import type { ErrorBody, Page } from '@contract/wire';
import {
  consumableTable,
  contractReviewTable,
  dictDetailTable,
  dictTable,
  dutyAuthorisationTable,
  equipmentTable,
  equipmentUseTable,
  hazardLimitTable,
  hazardTable,
  labRunInjectionTable,
  labRunLineTable,
  labRunTable,
  labSheetRowTable,
  labSheetTable,
  methodAuthorisationTable,
  organizationTable,
  projectTable,
  sampleTable,
  samplingDayCollectorsTable,
  samplingDayTable,
  serviceFormTable,
  siteHazardTable,
  siteSurveyTable,
  staffRecordTable,
  standardTable,
  userTable,
} from '@server/db/schema';
import { assertTimes, exceptionsOf } from '@server/features/conformity/timeRules/timeRuleCheck';
import { labRowsOf } from '../support/labRows';
import { type TestServer, testServer } from '../support/server';

interface Line {
  readonly code: string;
  readonly rule: string;
  readonly level: string;
  readonly message: string;
}

let server: TestServer;
let token: string;
let neighbour: string;
let home: number;
let lab: ReturnType<typeof labRowsOf>;
let first: { id: number; code: string };
let second: { id: number; code: string };

const at = (clock: string): Date => new Date(`2026-03-02T${clock}:00+08:00`);

beforeAll(async () => {
  server = await testServer();
  const { rows, database } = server;
  const { orm } = database;
  const away = await rows.organization();
  home = await rows.organization({ name: '甲检测中心' });
  const role = await rows.role({ permissions: ['timeFinding:list', 'project:list', 'project:endSampling'] });
  const sampler = await rows.user({ userName: 'sampler', nickName: '王工', organizationId: home, roles: [role] });
  await rows.user({ userName: 'neighbour', organizationId: away, roles: [role] });
  [token, neighbour] = [await server.login('sampler'), await server.login('neighbour')];
  lab = labRowsOf(server, home);
  const hazard = await lab.hazard('苯');
  [first, second] = [await lab.project('sampling'), await lab.project('sampling')];
  await orm.update(projectTable).set({ contractOn: '2026-02-01' }).where(eq(projectTable.id, first.id));
  await orm.insert(contractReviewTable).values({
    organizationId: home,
    project: first.id,
    conclusion: '同意',
    reviewedAt: new Date('2026-02-05T10:00:00+08:00'),
  });
  await orm.insert(siteSurveyTable).values({ organizationId: home, project: first.id, surveyedOn: '2026-02-20' });
  const [pump] = await orm
    .insert(equipmentTable)
    .values({
      organizationId: home,
      eqpNo: 'CY-001',
      eqpName: '大气采样器',
      eqpKind: 'sampler',
      status: 'out',
      calibrationKind: 'calibration',
      calibrationDue: '2026-03-01',
    })
    .returning({ id: equipmentTable.id });
  for (const [project, from, until] of [
    [first, '09:00', '09:15'],
    [second, '09:10', '09:25'],
  ] as const) {
    const [day] = await orm
      .insert(samplingDayTable)
      .values({ organizationId: home, project: project.id, sampledOn: '2026-03-02', dayNo: 1 })
      .returning({ id: samplingDayTable.id });
    await orm.insert(samplingDayCollectorsTable).values({ ownerId: day?.id as number, targetId: sampler });
    await orm.insert(sampleTable).values({
      organizationId: home,
      project: project.id,
      sampleNo: `${project.code}-1`,
      sampleKind: 'sample',
      state: 'collected',
      samplingDay: day?.id as number,
      hazard,
      hazardName: '苯',
      equipment: pump?.id as number,
      startTime: at(from),
      endTime: at(until),
    });
  }
});
afterAll(() => server.close());

const lines = async (as = token): Promise<readonly Line[]> =>
  (await server.ask<Page<Line>>('GET', 'api/timeFinding?size=500', { token: as })).body.content;
const rulesOf = (all: readonly Line[], code: string): string[] =>
  all.filter((one) => one.code === code).map(({ rule, level }) => `${rule.slice(0, 3)} ${level}`);

describe('时间核查', () => {
  it('the time check (时间核查) compares the stored rows of all projects, people and instruments under way', async () => {
    const found = await lines();
    expect(rulesOf(found, first.code)).toEqual([
      'T01 stop',
      'T03 stop',
      'T03 stop',
      'T04 stop',
      'T05 stop',
      'T12 stop',
    ]);
    expect(rulesOf(found, second.code)).toEqual(['T03 stop', 'T04 stop', 'T05 stop', 'T12 stop']);
    expect(found.find(({ rule }) => rule.startsWith('T04'))?.message).toBe(
      `王工在03-02 09:10同时在项目${first.code}和项目${second.code}，请核对人员和时间`,
    );
  });

  it('the time check (时间核查) shows an organization only its own projects, and finds nothing once the data are corrected', async () => {
    expect(await lines(neighbour)).toEqual([]);
    const { orm } = server.database;
    await orm.update(projectTable).set({ stage: 'terminated' }).where(eq(projectTable.id, second.id));
    await orm.update(equipmentTable).set({ calibrationDue: '2027-03-01' });
    expect(rulesOf(await lines(), first.code)).toEqual(['T01 stop', 'T03 stop', 'T03 stop']);
    // A collector without an account is named in the remark of the day.
    const remark = (text: string | null) =>
      orm.update(samplingDayTable).set({ remark: text }).where(eq(samplingDayTable.project, first.id));
    await remark('另一采样人沈国强');
    expect(rulesOf(await lines(), first.code)).toEqual(['T01 stop', 'T03 stop']);
    await remark(null);
  });

  it('the time check (时间核查) takes sampled shares, sampling periods, shifts, flow checks and an evaluation’s shifts from the stored rows', async () => {
    const { orm } = server.database;
    const { id: project, code } = await lab.project('sampling');
    const hazard = await lab.hazard('甲苯');
    const limit = {
      hazard,
      kind: 'twa',
      value: '50',
      unit: 'mg/m³',
      standard: 'GBZ 2.1',
      effectiveFrom: '2020-04-01',
      dataCertainty: 'sure',
    };
    await orm.insert(hazardLimitTable).values(limit);
    const siteHazardId = await lab.exposure(project, hazard, '喷漆工', '8');
    await orm.update(siteHazardTable).set({ shift: '白班08:00～17:00' }).where(eq(siteHazardTable.id, siteHazardId));
    const [types] = await orm
      .insert(dictTable)
      .values({ name: 'projectType' })
      .onConflictDoNothing()
      .returning({ id: dictTable.id });
    if (types)
      await orm.insert(dictDetailTable).values({ dict: types.id, value: 'PJ', label: '现状评价检测', dictSort: 1 });
    await orm
      .update(projectTable)
      .set({ type: types ? 'PJ' : 'XZ' })
      .where(eq(projectTable.id, project));
    const [pump] = await orm
      .insert(equipmentTable)
      .values({
        organizationId: home,
        eqpNo: 'CY-009',
        eqpName: '采样器',
        eqpKind: 'sampler',
        status: 'out',
        calibrationKind: 'none',
      })
      .returning({ id: equipmentTable.id });
    const equipment = pump?.id as number;
    await orm.insert(equipmentUseTable).values({
      organizationId: home,
      project,
      equipment,
      useKind: 'sampling',
      outCondition: 'good',
      outAt: new Date('2026-02-27T08:00:00+08:00'),
      flowBefore: '0.1',
    });
    const [day] = await orm
      .insert(samplingDayTable)
      .values({ organizationId: home, project, sampledOn: '2026-03-02', dayNo: 1 })
      .returning({ id: samplingDayTable.id });
    const [taken] = await orm
      .insert(sampleTable)
      .values({
        organizationId: home,
        project,
        sampleNo: `${code}-1`,
        sampleKind: 'sample',
        state: 'collected',
        period: 'long',
        samplingDay: day?.id as number,
        siteHazardId,
        hazard,
        hazardName: '甲苯',
        place: '喷漆房',
        equipment,
        startTime: at('07:30'),
        endTime: at('09:00'),
      })
      .returning({ id: sampleTable.id });
    const rules = async () => rulesOf(await lines(), code).filter((one) => /T08|T09|T10|T11|T29/.test(one));
    // 90 of 480 min; before the shift; flow three days before; one shift of three.
    expect(await rules()).toEqual(['T08 stop', 'T10 warn', 'T11 warn', 'T29 stop']);
    await orm
      .update(sampleTable)
      .set({ startTime: at('08:00'), endTime: at('10:00') })
      .where(eq(sampleTable.id, taken?.id as number));
    expect(await rules()).toEqual(['T11 warn', 'T29 stop']);
    await orm
      .update(sampleTable)
      .set({ period: 'short', medium: '吸收液' })
      .where(eq(sampleTable.id, taken?.id as number));
    expect(await rules()).toEqual(['T09 stop', 'T11 warn', 'T29 stop']);
    // Two shifts too few stop an evaluation in every organization, but no project from before the kinds of service.
    const end = () => assertTimes(server.services, orm, project, '结束采样');
    await expect(end()).resolves.toBeUndefined();
    await orm.update(projectTable).set({ service: 'presentState' }).where(eq(projectTable.id, project));
    await expect(end()).rejects.toThrow(/化学因素采样1个工作班，现状评价至少3个/);
    await expect(end()).rejects.not.toThrow(/时段/);
    await orm.update(projectTable).set({ service: null }).where(eq(projectTable.id, project));
  });

  it('the time check (时间核查) reads injections from runs, and times of calibration and weighing from readings', async () => {
    const { orm } = server.database;
    const { id: project, code } = await lab.project('testing');
    const hazard = await lab.hazard('二甲苯');
    const method = await lab.method('苯系物测定', 7);
    const sheetNo = `${code}-JL09`;
    const [sheet] = await orm
      .insert(labSheetTable)
      .values({
        sheetNo,
        project,
        hazard,
        hazardName: '二甲苯',
        method,
        methodKind: 'gasChromatography',
        variant: 'ordinary',
        state: 'drafting',
        organizationId: home,
      })
      .returning({ id: labSheetTable.id });
    const id = sheet?.id as number;
    const [day] = await orm
      .insert(samplingDayTable)
      .values({ organizationId: home, project, sampledOn: '2026-03-02', dayNo: 1 })
      .returning({ id: samplingDayTable.id });
    const [taken] = await orm
      .insert(sampleTable)
      .values({
        organizationId: home,
        project,
        sampleNo: `${code}-N1`,
        sampleKind: 'sample',
        state: 'received',
        samplingDay: day?.id as number,
        hazard,
        hazardName: '二甲苯',
        startTime: at('09:00'),
        endTime: at('09:10'),
      })
      .returning({ id: sampleTable.id });
    const [run] = await orm
      .insert(labRunTable)
      .values({ organizationId: home, runNo: 'FX-T1', runDate: '2026-03-03', state: 'written' })
      .returning({ id: labRunTable.id });
    await orm
      .insert(labRunLineTable)
      .values({ organizationId: home, run: run?.id as number, sheet: id, state: 'assigned', line: 1 });
    const inject = (injectionKind: string, rowSort: number, clock: string | null) =>
      orm.insert(labRunInjectionTable).values({
        organizationId: home,
        run: run?.id as number,
        rowSort,
        injectionKind,
        injectionName: `${injectionKind}${rowSort}`,
        injectedAt: clock === null ? null : new Date(`2026-03-03T${clock}:00+08:00`),
      });
    await inject('standard', 1, '08:00');
    await inject('sample', 2, '08:20');
    await inject('solvent', 3, null);
    const row = {
      organizationId: home,
      sheet: id,
      rowKind: 'sample',
      sample: taken?.id as number,
      computed: {},
      sampleNo: `${code}-N1`,
    };
    await orm.insert(labSheetRowTable).values({
      ...row,
      readings: {
        calibratedAt: '09:05',
        checkedAt: '17:00',
        beforeAt: '2026-03-04 10:00',
        afterAt: '2026-03-03 10:00',
      },
    });
    const rules = async () => rulesOf(await lines(), code).filter((one) => /T13|T18|T19/.test(one));
    // The order of a run without every time is not known.
    expect(await rules()).toEqual(['T13 stop', 'T18 stop']);
    await orm
      .update(labRunInjectionTable)
      .set({ injectedAt: new Date('2026-03-03T08:40:00+08:00') })
      .where(isNull(labRunInjectionTable.injectedAt));
    expect(await rules()).toEqual(['T13 stop', 'T18 stop', 'T19 stop']);
    await orm
      .update(labSheetRowTable)
      .set({ readings: { calibratedAt: '08:30', checkedAt: '17:00' } })
      .where(eq(labSheetRowTable.sheet, id));
    expect(await rules()).toEqual(['T19 stop']);
  });

  it('the time check (时间核查) finds expired collectors and stock solutions, missing authorisations and overfull days in the stored rows', async () => {
    const { orm } = server.database;
    const { id: project, code } = await lab.project('testing');
    const hazard = await lab.hazard('乙苯');
    const method = await lab.method('乙苯测定', 7);
    const [tester] = await orm.select({ id: userTable.id }).from(userTable).where(eq(userTable.userName, 'sampler'));
    const person = tester?.id as number;
    const [standard] = await orm
      .insert(standardTable)
      .values({
        organizationId: home,
        standardNo: 'BW-77',
        standardName: '乙苯',
        lotNo: 'L1',
        status: '1',
        validUntil: '2027-01-01',
      })
      .returning({ id: standardTable.id });
    const [day] = await orm
      .insert(samplingDayTable)
      .values({ organizationId: home, project, sampledOn: '2026-03-09', dayNo: 1 })
      .returning({ id: samplingDayTable.id });
    await orm.insert(samplingDayCollectorsTable).values({ ownerId: day?.id as number, targetId: person });
    const taken = (no: number) => ({
      organizationId: home,
      project,
      sampleNo: `${code}-E${no}`,
      sampleKind: 'sample',
      state: 'received',
      samplingDay: day?.id as number,
      hazard,
      hazardName: '乙苯',
      collectorLot: 'HXT-9',
      startTime: new Date('2026-03-09T09:00:00+08:00'),
      endTime: new Date('2026-03-09T09:10:00+08:00'),
    });
    await orm.insert(sampleTable).values(Array.from({ length: 121 }, (_, index) => taken(index)));
    const sheet = {
      sheetNo: `${code}-JL01`,
      project,
      hazard,
      hazardName: '乙苯',
      method,
      methodKind: 'gasChromatography',
      variant: 'ordinary',
      state: 'drafting',
      organizationId: home,
      testDate: '2026-03-10',
      analyst: person,
      standard: standard?.id as number,
    };
    await orm.insert(labSheetTable).values(sheet);
    const rules = async () => rulesOf(await lines(), code).filter((one) => /T14|T17|T25|T26/.test(one));
    // Lots, stock solutions and authorisations that nobody keeps are no contradiction.
    expect(await rules()).toEqual(['T26 warn']);
    await orm.insert(consumableTable).values({
      organizationId: home,
      consumableNo: 'HC-9',
      consumableName: '活性炭管',
      lotNo: 'HXT-9',
      validUntil: '2026-03-08',
      status: '1',
    });
    expect(new Set(await rules())).toEqual(new Set(['T14 stop', 'T26 warn']));
    await orm.update(consumableTable).set({ validUntil: '2026-03-09' });
    const [stock] = await orm
      .insert(serviceFormTable)
      .values({
        organizationId: home,
        formNo: 'GFB-T1',
        formKind: 'stockSolution',
        project,
        state: 'completed',
        values: { standardNo: 'BW-77', on: '2026-03-01', solutionUntil: '2026-03-09' },
      })
      .returning({ id: serviceFormTable.id });
    expect(await rules()).toEqual(['T17 stop', 'T26 warn']);
    await orm.delete(serviceFormTable).where(eq(serviceFormTable.id, stock?.id as number));
    const valid = { organizationId: home, person, validFrom: '2026-01-01', validUntil: '2026-03-09' };
    await orm.insert(methodAuthorisationTable).values({ ...valid, method });
    await orm.insert(dutyAuthorisationTable).values({ ...valid, duty: 'sampling' });
    // The sampling was on the last day of the authorisation, the test a day later.
    expect(await rules()).toEqual(['T25 stop', 'T26 warn']);
    await orm.delete(dutyAuthorisationTable);
    await orm.delete(methodAuthorisationTable);
    // Continuing education that ended on the day of sampling has lapsed on the day of the test.
    const education = { organizationId: home, person, recordKind: 'continuing', recordTitle: 'GBZ 331宣贯' };
    await orm.insert(staffRecordTable).values({ ...education, recordedOn: '2025-03-09', validUntil: '2026-03-09' });
    expect(await rules()).toEqual(['T25 warn', 'T26 warn']);
    await orm.insert(staffRecordTable).values({ ...education, recordedOn: '2026-03-01', validUntil: '2027-03-01' });
    expect(await rules()).toEqual(['T26 warn']);
    // Once a training is registered, everybody needs one: passed, and before the work.
    const training = { ...education, recordKind: 'training', recordTitle: '上岗培训', recordedOn: '2026-01-05' };
    const other = await server.rows.user({ organizationId: home });
    await orm.insert(staffRecordTable).values({ ...training, person: other, result: 'passed' });
    expect(await rules()).toEqual(['T25 stop', 'T25 stop', 'T26 warn']);
    await orm.insert(staffRecordTable).values({ ...training, result: 'failed' });
    expect(await rules()).toEqual(['T25 stop', 'T25 stop', 'T26 warn']);
    await orm.insert(staffRecordTable).values({ ...training, result: 'passed' });
    expect(await rules()).toEqual(['T26 warn']);
    // A radiation sample asks for a dose measurement that covers the day.
    await orm.update(hazardTable).set({ category: 'radiation' }).where(eq(hazardTable.id, hazard));
    const dose = { ...education, recordKind: 'dose', recordTitle: '2026年一季度', recordedOn: '2026-01-01' };
    await orm.insert(staffRecordTable).values({ ...dose, validUntil: '2026-03-08' });
    expect(await rules()).toContain('T25 warn');
    await orm.insert(staffRecordTable).values({ ...dose, validUntil: '2026-03-31' });
    expect(await rules()).not.toContain('T25 warn');
    await orm.update(hazardTable).set({ category: 'chemical' }).where(eq(hazardTable.id, hazard));
    await orm.delete(staffRecordTable);
    await orm.delete(sampleTable).where(eq(sampleTable.project, project));
    await orm.update(projectTable).set({ stage: 'terminated' }).where(eq(projectTable.id, project));
  });

  it('the time check (时间核查) of one project compares it with other projects of the same days, and shows its findings on its pages', async () => {
    const { orm } = server.database;
    await orm.update(projectTable).set({ stage: 'published' }).where(eq(projectTable.id, second.id));
    const told = async (as = token) =>
      server.ask<readonly { rule: string }[]>('GET', `api/timeFinding/of/${first.id}`, { token: as });
    expect((await told()).body.map(({ rule }) => rule)).toEqual(['T01', 'T03', 'T03', 'T04', 'T05']);
    expect((await told(neighbour)).status).toBe(404);
    await orm.update(projectTable).set({ stage: 'terminated' }).where(eq(projectTable.id, second.id));
    expect((await told()).body.map(({ rule }) => rule)).toEqual(['T01', 'T03', 'T03']);
  });

  it('the time check (时间核查) stops a step in an organization that enabled this, until three people have signed the reason', async () => {
    const { services, database } = server;
    const { orm } = database;
    const told = async () =>
      (await server.ask<ProjectGap[]>('GET', `api/archive/lacks/${first.id}`, { token })).body
        .filter(({ key }) => key.startsWith('time-'))
        .map(({ title }) => title);
    const stop = () => assertTimes(services, orm, first.id, '签发报告');
    await expect(stop()).resolves.toBeUndefined();
    expect(await told()).toEqual([]);
    await orm.update(organizationTable).set({ timeGate: true }).where(eq(organizationTable.id, home));
    // 还缺什么 tells exactly what the step refuses.
    const refused = await server.ask<ErrorBody>('PUT', 'api/project/move', {
      token,
      body: { id: first.id, move: 'endSampling' },
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'timeRule']);
    expect(await told()).toEqual(refused.body.errors?.map(({ message }) => message));
    await expect(stop()).rejects.toThrow(/与时间规则不符，不能签发报告：合同签订.*时间规则例外说明/);
    await expect(assertTimes(services, orm, first.id, '结束采样', new Set(['T08']))).resolves.toBeUndefined();
    const tables = await exceptionsOf(services, orm, first.id);
    const rows = rowsOf(tables, { key: 'exceptions' });
    expect(rows.map(({ rule }) => String(rule).slice(0, 3))).toEqual(['T01', 'T03', 'T03']);
    const explained = withTableRows(
      {},
      { key: 'exceptions' },
      rows.map((row) => ({ ...row, reason: '补录', measure: '无' })),
    );
    const sheet = { organizationId: home, formNo: 'GFB-T', formKind: 'timeExceptions', project: first.id };
    const [made] = await orm
      .insert(serviceFormTable)
      .values({ ...sheet, state: 'second', tables: explained })
      .returning({ id: serviceFormTable.id });
    await expect(stop()).rejects.toThrow('与时间规则不符');
    await orm
      .update(serviceFormTable)
      .set({ state: 'completed' })
      .where(eq(serviceFormTable.id, made?.id as number));
    await expect(stop()).resolves.toBeUndefined();
    await orm.update(projectTable).set({ contractOn: '2026-01-15' }).where(eq(projectTable.id, first.id));
    await expect(stop()).rejects.toThrow('合同签订');
  });
});
