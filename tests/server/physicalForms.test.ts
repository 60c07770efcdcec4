import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SampleRow, SiteData } from '@contract/features/fieldwork/samples/siteData';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { labSheetTexts, recalculationTexts } from '@contract/features/laboratory/sheetTexts';
import type { JudgedPost } from '@contract/features/reports/judgement/judgeResults';
import type { Answer, ErrorBody } from '@contract/wire';
import { seedActor } from '@server/builtIn/insertMany';
import {
  hazardLimitTable,
  labSheetRowTable,
  labSheetTable,
  labTaskTable,
  projectTable,
  sampleTable,
  siteHazardTable,
} from '@server/db/schema';
import { adoptForms } from '@server/features/laboratory/sheets/adoptForms';
import { asStored } from '../support/asStored';
import { dayFromNow } from '../support/fieldRows';
import { type LabRows, labRowsOf } from '../support/labRows';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let lab: LabRows;
let organizationId: number;
const people: Record<string, { id: number; token: string }> = {};
let noise: number;
let meter: number;
let instrument: number;
let serial = 0;

const permissions = [
  'labSheet:list',
  'labSheet:add',
  'labSheet:edit',
  'labSheet:del',
  'labSheetRow:list',
  'labSheetRow:edit',
  'record:submit',
  'record:review',
  'record:approve',
  'record:return',
  'record:correct',
  'labCheck:list',
  'sample:list',
  'sample:collect',
  'sample:void',
  'handOver:list',
  'handOver:add',
  'handOver:submit',
  'report:list',
  'project:endSampling',
  'project:receiveSamples',
  'project:list',
];

beforeAll(async () => {
  server = await testServer();
  organizationId = await server.rows.organization({ name: '甲检测中心' });
  const role = await server.rows.role({ permissions });
  for (const name of ['measurer', 'helper', 'reviewer', 'approver']) {
    const id = await server.rows.user({
      userName: name,
      nickName: name,
      organizationId,
      roles: [role],
      password: 'Demo-2026#lab',
    });
    people[name] = { id, token: await server.login(name) };
  }
  lab = labRowsOf(server, organizationId);
  noise = await lab.hazard('噪声', { category: 'physical' });
  meter = await lab.method('噪声测量', null, {
    standardNo: 'GBZ/T 189.8-2007',
    methodKind: 'genericTest',
    resultRoute: 'onSite',
    blanksPerBatch: 0,
  });
  await lab.item(meter, noise, { lod: null, lodUnit: null, minConc: null });
  instrument = (await lab.instrument({ eqpName: '声级计', eqpKind: 'directReading' })).id;
  await lab.authorise(people['measurer']?.id ?? 0, meter);
  for (const condition of ['noise.5d8h', 'noise.5d']) {
    await server.database.orm.insert(hazardLimitTable).values({
      hazard: noise,
      limitName: '噪声',
      kind: 'dailyLevel',
      condition,
      value: '85',
      unit: 'dB(A)',
      standard: 'GBZ 2.2-2007',
      effectiveFrom: '2007-11-01',
      dataCertainty: 'sure',
      organizationId,
    });
  }
});
afterAll(() => server.close());

const orm = () => server.database.orm;
const tokenOf = (who: string) => people[who]?.token ?? '';
const put = <B = ErrorBody>(path: string, body: unknown, who = 'measurer') =>
  server.ask<B>('PUT', path, { token: tokenOf(who), body });
const post = <B = Answer<{ id: number }> & ErrorBody>(path: string, body: unknown, who = 'measurer') =>
  server.ask<B>('POST', path, { token: tokenOf(who), body });
const work = async (id: number, who = 'measurer') =>
  (await server.ask<LabWork>('GET', `api/labSheet/work/${id}`, { token: tokenOf(who) })).body;
const move = (id: number, key: string, who = 'measurer') =>
  put<ErrorBody>(
    'api/labSheet/move',
    { id, move: key, password: 'Demo-2026#lab', ...(key === 'return' ? { reason: '请核对声级计' } : {}) },
    who,
  );

const read = { p1: '80', p2: '90', p3: '84' } as const;
const calibration = { sourceLevel: '94.0', levelBefore: '94.0', levelAfter: '93.8' } as const;

/** Creates a project on site with one noise point of eight hours to be read today. */
async function onSite({
  stage = 'sampling',
  ...more
}: Partial<typeof sampleTable.$inferInsert> & { stage?: string } = {}) {
  const project = await lab.project(stage, `ZS26-${String((serial += 1)).padStart(3, '0')}`);
  const today = dayFromNow(0);
  const day = await lab.day(project.id, today);
  const [survey] = await orm()
    .insert(siteHazardTable)
    .values({
      project: project.id,
      worstKnown: true,
      fixedPost: true,
      workshop: '冲压车间',
      post: '冲压工',
      hazard: noise,
      hoursPerDay: '8',
      daysPerWeek: '5',
      organizationId,
    })
    .returning({ id: siteHazardTable.id });
  const sample = await lab.sample({
    project: project.id,
    hazard: noise,
    hazardName: '噪声',
    method: meter,
    sampleNo: `${project.code}-S1-0101`,
    state: 'planned',
    samplingDay: day,
    workshop: '冲压车间',
    place: '冲压工',
    siteNo: '01',
    mode: 'area',
    period: 'short',
    hoursPerDay: '8',
    siteHazardId: survey?.id ?? null,
    ...more,
  });
  return { project, sample, today };
}
const record = (id: number, values: object, who = 'measurer', base: object = {}) =>
  put<Answer<SampleRow> & ErrorBody>('api/sample/record', { id, values, base }, who);
const taken = (today: string) => ({
  startTime: `${today} 00:00:00`,
  endTime: `${today} 00:00:30`,
  temperature: '24',
  pressure: '101.3',
});
const taskOf = async (sample: number) =>
  (await orm().select().from(labTaskTable).where(eq(labTaskTable.sample, sample)))[0];
const stateOf = async (sample: number) =>
  (await orm().select({ state: sampleTable.state }).from(sampleTable).where(eq(sampleTable.id, sample)))[0]?.state;

async function recordOf(more: Parameters<typeof onSite>[0] = {}, measured: Readonly<Record<string, string>> = read) {
  const made = await onSite(more);
  const answer = await record(made.sample.id, { ...taken(made.today), measured });
  expect(answer.status, answer.text).toBe(200);
  const started = await post('api/labSheet/start', { tasks: [(await taskOf(made.sample.id))?.id] });
  expect(started.status, started.text).toBe(200);
  const id = started.body.body?.id ?? 0;
  await put('api/labSheet/edit', { ...(await work(id)).sheet, instrument, envTemperature: '24', envHumidity: '50' });
  return { ...made, id };
}
const save = async (id: number, readings: Readonly<Record<string, string>>) => {
  const [row] = (await work(id)).rows;
  return put('api/labSheetRow/saveAll', {
    rows: [{ id: row?.id, version: row?.version, ...row?.readings, ...readings }],
    removed: [],
  });
};

describe('site measurement', () => {
  it('a site measurement goes to the laboratory without a circulation sheet, and its record can start while sampling continues', async () => {
    const { project, sample, today } = await onSite();
    expect(
      (await server.ask<SiteData>('GET', `api/sample/site/${project.id}`, { token: tokenOf('measurer') })).body.forms,
    ).toEqual({ [sample.id]: 'noise' });
    expect((await record(sample.id, { ...taken(today), measured: { ...read, other: '1' } })).body.body).toMatchObject({
      state: 'distributed',
      measured: read,
    });
    expect(await taskOf(sample.id)).toMatchObject({ state: 'distributed', analyst: people['measurer']?.id });
    // Nothing has to be handed over.
    expect(
      (
        await server.ask<{ ready: unknown[] }>('GET', `api/handOver/ofProject/${project.id}`, {
          token: tokenOf('measurer'),
        })
      ).body.ready,
    ).toEqual([]);
    expect((await post('api/handOver/add', { project: project.id })).body).toMatchObject({ status: 409 });
    const started = await post('api/labSheet/start', { tasks: [(await taskOf(sample.id))?.id] });
    expect(started.status, started.text).toBe(200);
    const { rows, sheet, locked } = await work(started.body.body?.id ?? 0);
    expect([sheet.layout, locked]).toEqual(['noise', null]);
    expect(rows[0]).toMatchObject({ readings: { noiseKind: 'steady', ...read }, reportText: '86.5', unit: 'dB(A)' });
  });

  it('a site measurement by somebody who may not test waits for the sample keeper', async () => {
    const { sample, today } = await onSite();
    await record(sample.id, { ...taken(today), measured: read }, 'helper');
    expect(await taskOf(sample.id)).toMatchObject({ state: 'waiting', analyst: null });
    expect(await stateOf(sample.id)).toBe('received');
  });

  it('a site measurement is corrected on site until its record is signed: the record’s row follows, laboratory values stay', async () => {
    const { id, sample } = await recordOf();
    await save(id, calibration);
    expect((await record(sample.id, { measured: { ...read, p3: '94' } }, 'measurer', { measured: read })).status).toBe(
      200,
    );
    expect((await work(id)).rows[0]).toMatchObject({
      readings: { ...read, p3: '94', ...calibration },
      reportText: '90.8',
    });
    expect((await move(id, 'submit')).status).toBe(200);
    const late = await record(sample.id, { measured: read }, 'measurer', { measured: { ...read, p3: '94' } });
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('样品')]);
  });

  it('a site measurement with an invalid reading gets an error at its field, and nothing is stored', async () => {
    const { sample, today } = await onSite();
    const refused = await record(sample.id, { ...taken(today), measured: { ...read, p2: '很响' } });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([{ field: 'measured.p2', message: expect.stringContaining('读数2') }]);
    expect(await stateOf(sample.id)).toBe('planned');
  });

  it('a site measurement voided on site is voided with its task and record row, and can be repeated', async () => {
    const { id, sample } = await recordOf();
    const voided = await put('api/sample/void', {
      rows: await asStored(server, sampleTable, [sample.id]),
      reason: '设备停机',
      again: false,
    });
    expect(voided.status, voided.text).toBe(200);
    expect([await stateOf(sample.id), (await taskOf(sample.id))?.state, (await work(id)).rows]).toEqual([
      'voided',
      'voided',
      [],
    ]);
    const benzene = await lab.hazard('苯');
    const { project } = await onSite();
    const tube = await lab.sample({
      project: project.id,
      hazard: benzene,
      sampleNo: `${project.code}-B1-0101`,
      state: 'received',
    });
    expect(
      (await put('api/sample/void', { rows: await asStored(server, sampleTable, [tube.id]), reason: '破损' })).body,
    ).toMatchObject({
      status: 409,
      message: siteTexts.voidOnlySite,
    });
  });

  it('a site measurement of an older project that was taken and not received gets a task when sampling ends', async () => {
    const { project, sample } = await onSite({ state: 'collected', startTime: new Date(), endTime: new Date() });
    const ended = await put('api/project/move', { id: project.id, move: 'endSampling' });
    expect(ended.status, ended.text).toBe(200);
    expect(await taskOf(sample.id)).toBeDefined();
    expect((await put('api/project/move', { id: project.id, move: 'receiveSamples' })).status).toBe(200);
  });
});

describe('record of noise', () => {
  it('a noise record of 80, 90 and 84 dB(A) is 86.5 dB(A), can be submitted only with its calibration, and is judged 不符合', async () => {
    const { id, project } = await recordOf();
    expect((await move(id, 'submit')).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('声源值、测量前示值、测量后示值'),
    });
    await save(id, { ...calibration, levelAfter: '93.4' });
    expect((await work(id)).rows[0]).toMatchObject({ reportText: null, problem: expect.stringContaining('读数作废') });
    expect((await move(id, 'submit')).status).toBe(409);
    await save(id, calibration);
    expect((await work(id)).rows[0]).toMatchObject({ reportText: '86.5', unit: 'dB(A)', problem: null });
    expect((await move(id, 'submit')).status).toBe(200);
    expect((await move(id, 'review', 'reviewer')).status).toBe(200);
    expect((await move(id, 'approve', 'approver')).status).toBe(200);
    const judged = await server.ask<{ posts: JudgedPost[] }>('GET', `api/report/results/${project.id}`, {
      token: tokenOf('measurer'),
    });
    expect(judged.status, judged.text).toBe(200);
    expect(judged.body.posts[0]).toMatchObject({
      hazardName: '噪声',
      verdict: 'exceeds',
      values: [{ text: '86.5', limit: '85', unit: 'dB(A)', working: 'LAeq=86.5，LEX,8h=86.5+10lg(8/8)=86.5' }],
    });
  });

  it('a noise record accepts no unit and no expression', async () => {
    const { id } = await recordOf();
    await save(id, { ...calibration, unit: 'm/s²', expression: 'p1' });
    const [row] = (await work(id)).rows;
    expect(row).toMatchObject({ reportText: '86.5', unit: 'dB(A)' });
    expect(Object.keys(row?.readings ?? {})).not.toContain('unit');
  });

  it('a noise record drafted before measurement forms existed gets the form’s unit and mean; an approved one stays unchanged', async () => {
    const [drafted, approved] = [await recordOf(), await recordOf()];
    for (const { id } of [drafted, approved]) {
      await orm().update(labSheetTable).set({ layout: 'main' }).where(eq(labSheetTable.id, id));
      await orm()
        .update(labSheetRowTable)
        .set({ readings: { ...read, unit: '' }, reportText: '84.7', resultNum: '84.6666666667', unit: null })
        .where(eq(labSheetRowTable.sheet, id));
    }
    await orm().update(labSheetTable).set({ state: 'approved' }).where(eq(labSheetTable.id, approved.id));
    await server.database.transaction((tx) => adoptForms(tx, { actor: seedActor, cause: recalculationTexts.form }));
    expect(await work(drafted.id)).toMatchObject({
      sheet: { layout: 'noise' },
      rows: [{ reportText: '86.5', unit: 'dB(A)', readings: { noiseKind: 'steady', ...read } }],
    });
    expect(await work(approved.id)).toMatchObject({
      sheet: { layout: 'main' },
      rows: [{ reportText: '84.7', unit: null }],
    });
  });

  it('a noise record older than measurement forms gets its form when it is returned', async () => {
    const { id } = await recordOf();
    await save(id, calibration);
    expect((await move(id, 'submit')).status).toBe(200);
    await orm().update(labSheetTable).set({ layout: 'main' }).where(eq(labSheetTable.id, id));
    expect((await move(id, 'return', 'reviewer')).status).toBe(200);
    expect((await work(id)).sheet).toMatchObject({ layout: 'noise', state: 'drafting' });
  });

  it('a noise record can be started only during sampling and testing', async () => {
    const { project, sample, today } = await onSite();
    await record(sample.id, { ...taken(today), measured: read });
    await orm().update(projectTable).set({ stage: 'recordReview' }).where(eq(projectTable.id, project.id));
    const refused = await post('api/labSheet/start', { tasks: [(await taskOf(sample.id))?.id] });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('项目已提交记录审核')]);
  });
});

it('the message about an incomplete measurement form names what is missing', () =>
  expect(labSheetTexts.formOpen('S-1', '声源值')).toBe('S-1的测量记录不完整，请填写声源值后再提交'));
