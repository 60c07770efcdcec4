import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '@contract/arithmetic/numbers/dayCounts';
import type { AnyRow } from '@contract/entity';
import type { ProjectGap } from '@contract/features/archive/projectGaps';
import { equipmentTexts } from '@contract/features/equipment/equipmentRules';
import { companion } from '@contract/features/fieldwork/entities/companion';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { samplingDay } from '@contract/features/fieldwork/entities/samplingDay';
import { siteMedia } from '@contract/features/fieldwork/entities/siteMedia';
import { siteWeather } from '@contract/features/fieldwork/entities/siteWeather';
import type { SampleRow, SiteData } from '@contract/features/fieldwork/samples/siteData';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { hazard } from '@contract/features/library/entities/hazard';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { actions, type ActionName, permissionOf } from '@contract/permissions';
import type { Answer, ErrorBody } from '@contract/wire';
import type { Timeline } from '@contract/workflow/workflowWire';
import { formatDay, formatMoment, parseMoment } from '@server/base/zone';
import {
  auditLogTable,
  equipmentTable,
  equipmentUseTable,
  hazardLimitTable,
  labMethodTable,
  projectTable,
  samplePlanTable,
  sampleSiteHazardAlongWithTable,
  sampleSiteHazardTable,
  sampleTable,
  workflowStepTable,
} from '@server/db/schema';
import { asStored } from '../support/asStored';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let collector: number;
let own: string;
let mate: string;
let stranger: string;
let onlooker: string;
let organizationId: number;
let unit: number;
let hazards: number[];
let method: number;
let serial = 0;
let today: string;
let yesterday: string;

type Told = Answer<SampleRow> & ErrorBody;

beforeAll(async () => {
  server = await testServer();
  const { rows, services } = server;
  const { orm } = server.database;
  organizationId = await rows.organization({ name: '甲检测中心', code: 'JA' });
  unit = await rows.inspectUnit({ organizationId });
  const permissions = [hazard, sample, samplingDay, siteWeather, companion, siteMedia].flatMap((entity) =>
    (Object.keys(actions) as ActionName[]).map((action) => permissionOf(entity, action)),
  );
  const role = await rows.role({
    permissions: [...permissions, 'sample:collect', 'sample:void', 'project:list', 'project:endSampling'],
  });
  collector = await rows.user({ userName: 'own', nickName: '陈工', organizationId, roles: [role] });
  await rows.user({ userName: 'mate', nickName: '王工', organizationId, roles: [role] });
  await rows.user({ userName: 'onlooker', organizationId, roles: [await rows.role({ permissions: ['sample:list'] })] });
  await rows.user({
    userName: 'stranger',
    organizationId: await rows.organization({ name: '乙检测中心' }),
    roles: [role],
  });
  [own, mate, stranger, onlooker] = (await Promise.all(
    ['own', 'mate', 'stranger', 'onlooker'].map((name) => server.login(name)),
  )) as [string, string, string, string];
  hazards = [];
  for (const name of ['苯', '甲苯', '二甲苯'])
    hazards.push(
      (
        (
          await server.ask<Answer<AnyRow>>('POST', 'api/hazard/add', {
            token: own,
            body: { name, category: 'chemical' },
          })
        ).body.body as AnyRow
      ).id,
    );
  const [made] = await orm
    .insert(labMethodTable)
    .values({
      organizationId,
      title: '溶剂解吸-气相色谱法',
      standardNo: 'GBZ/T 300.66-2017',
      methodKind: 'gasChromatography',
      status: '1',
      cma: true,
      medium: '活性炭管',
      shortFlow: '0.1',
      shortMinutes: 15,
      longFlow: '0.05',
      longMinutes: 240,
      dataCertainty: 'sure',
    } as never)
    .returning({ id: labMethodTable.id });
  method = made?.id as number;
  today = formatDay(services.now(), services.env.zone);
  yesterday = addDays(today, -1);
});
afterAll(() => server.close());

const at = (time: string, day = today): string => `${day} ${time}`;

/**
 * Creates a project on site with an approved plan: two points of benzene with its companions, four and one a day, the
 * second for two days.
 */
async function onSite({ stage = 'sampling', plan = 'approved' } = {}): Promise<{
  project: number;
  code: string;
  rows: number[];
}> {
  const { orm } = server.database;
  const code = `JA26-${(serial += 1)}`;
  const project = await server.rows.project({ organizationId, belongInspect: unit, code, stage });
  await orm.insert(samplePlanTable).values({ organizationId, project, state: plan, basis: 'GBZ 159-2004', days: 2 });
  const base = {
    organizationId,
    project,
    workshop: '喷涂车间',
    hazard: hazards[0] as number,
    method,
    mode: 'area',
    period: 'short',
    points: 1,
    blanks: 2,
  };
  const inserted = await orm
    .insert(sampleSiteHazardTable)
    .values([
      { ...base, rowSort: 1, siteNo: '1', place: '喷漆岗', samplesPerDay: 4, days: 1, hoursPerDay: '7.5' },
      {
        ...base,
        rowSort: 2,
        siteNo: '2',
        place: '调漆岗',
        samplesPerDay: 1,
        days: 2,
        mode: 'personal',
        period: 'long',
        hoursPerDay: '4',
      },
    ])
    .returning({ id: sampleSiteHazardTable.id });
  const rows = inserted.map(({ id }) => id);
  await orm
    .insert(sampleSiteHazardAlongWithTable)
    .values(
      [1, 2].map((which, position) => ({ ownerId: rows[0] as number, targetId: hazards[which] as number, position })),
    );
  return { project, code, rows };
}

const addDay = (project: number, sampledOn = today, token = own) =>
  server.ask<Answer<AnyRow> & ErrorBody>('POST', 'api/samplingDay/add', { token, body: { project, sampledOn } });
const siteOf = async (project: number, token = own): Promise<SiteData> =>
  (await server.ask<SiteData>('GET', `api/sample/site/${project}`, { token })).body;
const record = (
  id: number,
  values: object,
  { token = own, key, ...rest }: { token?: string; key?: string; base?: object; version?: number } = {},
) =>
  server.ask<Told>('PUT', 'api/sample/record', {
    token,
    body: { id, values, ...rest },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
type Voided = Answer<{ voided: SampleRow[]; added: SampleRow[] }> & ErrorBody;
const voiding = async (
  { ids = [], ...body }: { ids?: readonly unknown[]; rows?: unknown; reason?: string; again?: boolean },
  token = own,
  key?: string,
) =>
  server.ask<Voided>('PUT', 'api/sample/void', {
    token,
    body: { rows: await asStored(server, sampleTable, ids), ...body },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
const addWeather = (project: number, day: number, changes: object = {}) =>
  server.ask<Told>('POST', 'api/siteWeather/add', {
    token: own,
    body: {
      project,
      samplingDay: day,
      measuredAt: at('00:00:00'),
      place: '喷涂车间',
      temperature: '25.0',
      pressure: '101.30',
      ...changes,
    },
  });

/** Creates a day with its samples, after midnight so that nothing is in the future. */
async function aDay(sampledOn = today) {
  const made = await onSite();
  const answer = await addDay(made.project, sampledOn);
  expect(answer.status, answer.text).toBe(200);
  const site = await siteOf(made.project);
  const sampleNamed = (end: string): SampleRow =>
    site.samples.find(({ sampleNo }) => sampleNo.endsWith(end)) as SampleRow;
  return { ...made, day: (answer.body.body as AnyRow).id, site, sampleNamed };
}
const stored = async (id: number) =>
  (await server.database.orm.select().from(sampleTable).where(eq(sampleTable.id, id)))[0];
const whole = { flowBefore: '0.1000', flowAfter: '0.0970', startTime: '', endTime: '' };
const readings = (changes: object = {}) => ({
  ...whole,
  startTime: at('00:00:00'),
  endTime: at('00:00:30'),
  ...changes,
});

describe('sampling day', () => {
  it('a sampling day creates the planned samples with numbers, names and times', async () => {
    const { site, code, sampleNamed } = await aDay();
    expect(site.samples.map(({ sampleNo }) => sampleNo)).toEqual(
      ['0101', '0102', '0103', '0104', '0201', 'K1', 'K2'].map((end) => `${code}-B1-${end}`),
    );
    expect(sampleNamed('0102')).toMatchObject({
      sampleKind: 'sample',
      state: 'planned',
      siteNo: '01',
      turn: 2,
      workshop: '喷涂车间',
      place: '喷漆岗',
      hazardName: '苯、甲苯、二甲苯',
      medium: '活性炭管',
      plannedFlow: '0.1',
      plannedMinutes: 15,
      representedHours: '1.875',
      hoursPerDay: '7.5',
      mode: 'area',
    });
    expect(sampleNamed('0201')).toMatchObject({
      hazardName: '苯',
      plannedFlow: '0.05',
      plannedMinutes: 240,
      mode: 'personal',
      representedHours: '4',
    });
    expect(sampleNamed('K2')).toMatchObject({ sampleKind: 'blank', siteNo: null, place: null, plannedFlow: null });
    expect(site.days).toEqual([expect.objectContaining({ dayNo: 1, sampledOn: today })]);
  });

  it('a sampling day with one sampling person is refused unless the remark names a second', async () => {
    const { project } = await onSite();
    const add = (more: object) =>
      server.ask<ErrorBody>('POST', 'api/samplingDay/add', {
        token: own,
        body: { project, sampledOn: today, ...more },
      });
    const one = [collector];
    expect((await add({ collectors: one })).body.errors).toEqual([
      { field: 'collectors', message: siteTexts.tooFewCollectors(1) },
    ]);
    expect((await siteOf(project)).days).toEqual([]);
    expect((await add({ collectors: one, remark: '另一采样人沈国强' })).status).toBe(200);
  });

  it('a sampling day before the project’s period is refused, and one after its due date needs a remark', async () => {
    const { project } = await onSite();
    const faultOf = async (sampledOn: string, remark?: string) =>
      (
        await server.ask<ErrorBody>('POST', 'api/samplingDay/add', {
          token: own,
          body: { project, sampledOn, ...(remark ? { remark } : {}) },
        })
      ).body.errors;
    expect(await faultOf('1999-11-25', '补录')).toEqual([
      { field: 'sampledOn', message: `采样日期1999-11-25早于项目开始日期${today}十年以上，请核对年份` },
    ]);
    const far = addDays(today, 32);
    expect(await faultOf(far, '补录')).toEqual([
      { field: 'sampledOn', message: `采样日期${far}晚于今天31天以上，请核对年份` },
    ]);
    // No start is recorded: it may have been entered late, though not by many years.
    const long = addDays(today, -1200);
    expect(await faultOf(long)).toEqual([
      {
        field: 'sampledOn',
        message: `采样日期${long}早于项目登记日期${today}三年以上，请核对；确为该日采样的，请在备注中说明，或在项目中填写合同签订日期`,
      },
    ]);
    await server.database.orm
      .update(projectTable)
      .set({ plannedOn: today, dueOn: addDays(today, 3) })
      .where(eq(projectTable.id, project));
    expect(await faultOf(yesterday)).toEqual([
      {
        field: 'sampledOn',
        message: `采样日期${yesterday}早于项目开始日期${today}（合同签订、计划开始、现场调查、立项中最早的一天），请核对；确为该日采样的，请在备注中说明`,
      },
    ]);
    const late = addDays(today, 4);
    expect(await faultOf(late)).toEqual([
      {
        field: 'sampledOn',
        message: `采样日期${late}晚于项目计划完成日期${addDays(today, 3)}，请核对；确需该日采样的，请在备注中说明`,
      },
    ]);
    const site = await siteOf(project);
    expect([site.days, site.life]).toEqual([[], { began: today, stated: true, dueOn: addDays(today, 3), today }]);
    expect(await faultOf(yesterday, '补录上月的采样')).toBeUndefined();
    await server.database.orm
      .update(projectTable)
      .set({ contractOn: addDays(today, -40) })
      .where(eq(projectTable.id, project));
    expect(await faultOf(addDays(today, -40))).toBeUndefined();
  });

  it('a sampling day cannot be created from a plan without rows, nor with point numbers above 99', async () => {
    const { orm } = server.database;
    const rowsOf = (project: number) => eq(sampleSiteHazardTable.project, project);
    const [empty, crowded] = [await onSite(), await onSite()];
    await orm.update(sampleSiteHazardTable).set({ deleteTime: new Date() }).where(rowsOf(empty.project));
    await orm.update(sampleSiteHazardTable).set({ siteNo: '99', points: 2 }).where(rowsOf(crowded.project));
    for (const [{ project }, message] of [
      [empty, siteTexts.planEmpty],
      [crowded, siteTexts.tooManyPoints],
    ] as const) {
      const { status, body } = await addDay(project);
      expect([status, body.message]).toEqual([409, message]);
      expect(await siteOf(project)).toMatchObject({ days: [], samples: [] });
    }
  });

  it('a project has one sampling day per date, numbered consecutively, with the plan rows that continue on that day', async () => {
    const { project, code } = await aDay();
    const again = await addDay(project);
    expect([again.status, again.body.message]).toEqual([400, siteTexts.dayTaken(today)]);
    expect((await addDay(project, '2026-01-02')).body.body?.dayNo).toBe(2);
    expect(
      (await siteOf(project)).samples
        .filter(({ sampleNo }) => sampleNo.startsWith(`${code}-B2`))
        .map(({ sampleNo }) => sampleNo),
    ).toEqual(['0201', 'K1', 'K2'].map((end) => `${code}-B2-${end}`));
    const third = await addDay(project, '2026-01-03');
    expect([third.status, third.body.message]).toEqual([409, siteTexts.dayNotInPlan(3)]);
    expect((await siteOf(project)).days.length).toBe(2);
  });

  it('a sampling day can be created only with an approved plan and in the stage of sampling', async () => {
    expect((await addDay((await onSite({ plan: 'drafting' })).project)).body.message).toBe(siteTexts.planNotApproved);
    expect((await addDay((await onSite({ stage: 'planning' })).project)).body.message).toBe(
      projectTexts.samplingNotOpen,
    );
    expect((await addDay((await onSite({ stage: 'handOver' })).project)).body.message).toBe(projectTexts.samplingEnded);
    expect((await addDay((await onSite()).project, today, stranger)).status).toBe(404);
  });

  it('a sampling day added by two people at once exists once', async () => {
    const { project } = await onSite();
    const both = await Promise.all([
      addDay(project, today, own),
      addDay(project, today, mate),
      addDay(project, '2026-01-02', own),
      addDay(project, '2026-01-02', mate),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
    const { days, samples } = await siteOf(project);
    expect(days.map(({ dayNo }) => dayNo).sort()).toEqual([1, 2]);
    expect(samples.length).toBe(7 + 3);
    expect(new Set(samples.map(({ sampleNo }) => sampleNo)).size).toBe(10);
  });

  it('a sampling day keeps its date while it has a sample begun on that date', async () => {
    const { project, day, sampleNamed } = await aDay();
    const move = async (sampledOn: string) => {
      const version = (await siteOf(project)).days[0]?.version;
      const { status, body } = await server.ask<ErrorBody>('PUT', 'api/samplingDay/edit', {
        token: own,
        body: { id: day, version, sampledOn },
      });
      return [status, body.errors?.[0]?.message ?? body.message];
    };
    await addWeather(project, day);
    // Nothing was taken yet: the outing was postponed.
    expect((await move('2026-01-02'))[0]).toBe(200);
    expect((await move(today))[0]).toBe(200);
    expect((await record(sampleNamed('0101').id, readings())).status).toBe(200);
    // Limits, methods and instruments depend on the day, which would be another one.
    expect(await move('2019-12-30')).toEqual([
      400,
      siteTexts.startedElsewhere(String(sampleNamed('0101').sampleNo), today, '2019-12-30'),
    ]);
    expect((await siteOf(project)).days[0]).toMatchObject({ sampledOn: today });
    expect((await voiding({ ids: [sampleNamed('0101').id], reason: '日期有误' })).status).toBe(200);
    expect((await move('2026-01-02'))[0]).toBe(200);
  });

  it('a sampling day is deleted with its samples only while nothing was taken', async () => {
    const { project, day, sampleNamed } = await aDay();
    await record(sampleNamed('0101').id, { person: '李师傅' });
    const refused = await server.ask<ErrorBody>('DELETE', 'api/samplingDay/delete', { token: own, body: [day] });
    expect([refused.status, refused.body.message]).toEqual([409, siteTexts.dayInUse]);
    const second = (await addDay(project, '2026-01-02')).body.body as AnyRow;
    expect((await server.ask('DELETE', 'api/samplingDay/delete', { token: own, body: [second.id] })).status).toBe(200);
    expect((await siteOf(project)).samples.length).toBe(7);
    const deleted = await server.database.orm
      .select({ title: sampleTable.sampleNo })
      .from(sampleTable)
      .where(and(eq(sampleTable.samplingDay, second.id), isNotNull(sampleTable.deleteTime)))
      .orderBy(sampleTable.id);
    const lines = await server.database.orm
      .select({ title: auditLogTable.title })
      .from(auditLogTable)
      .where(and(eq(auditLogTable.entity, 'sample'), eq(auditLogTable.action, 'del')))
      .orderBy(auditLogTable.id);
    expect(lines.slice(-7)).toEqual(deleted);
    // The next day takes the free number, since the plan counts days from one.
    expect((await addDay(project, '2026-01-03')).body.body?.dayNo).toBe(2);
  });
});

describe('sample taken on site', () => {
  it('complete readings make a sample taken, with the air of the nearest weather reading and the derived values', async () => {
    const { project, day, sampleNamed } = await aDay();
    expect((await addWeather(project, day, { temperature: '38.0', pressure: '100.50' })).status).toBe(200);
    const { id } = sampleNamed('0101');
    const begun = await record(id, { flowBefore: '0.1000', startTime: at('00:00:00') });
    expect([begun.status, begun.body.body?.state, begun.body.body?.temperature]).toEqual([200, 'planned', '38.0']);
    const { body } = await record(id, { flowAfter: '0.0970', endTime: at('00:05:00') });
    expect(body.body).toMatchObject({
      state: 'collected',
      flow: '0.1',
      flowDeviation: '3',
      minutes: '5',
      volume: '0.5',
      lateEntry: false,
      startTime: at('00:00:00'),
      pressure: '100.50',
    });
    expect(Number(body.body?.standardVolume)).toBeCloseTo(0.5 * (293 / 311) * (100.5 / 101.3), 10);
    expect(
      await server.database.orm
        .select({ move: workflowStepTable.move })
        .from(workflowStepTable)
        .where(eq(workflowStepTable.rowId, id)),
    ).toEqual([{ move: 'collect' }]);
  });

  it('a sample ignores calculated values in the request, and fields that may not be written on site', async () => {
    const { sampleNamed } = await aDay();
    const { body } = await record(
      sampleNamed('0101').id,
      readings({
        temperature: '20',
        pressure: '101',
        volume: '999',
        standardVolume: '999',
        state: 'received',
        sampleNo: 'X',
        organizationId: 1,
        lateEntry: true,
      }),
    );
    expect(body.body).toMatchObject({ state: 'collected', volume: '0.05', standardVolume: '0.05', lateEntry: false });
    expect(body.body?.sampleNo).toMatch(/-0101$/);
  });

  it('a sample’s reading is stored once, however often it is sent', async () => {
    const { sampleNamed } = await aDay();
    const { id } = sampleNamed('0101');
    const key = 'phone-1';
    const all = await Promise.all(
      Array.from({ length: 5 }, () => record(id, readings({ temperature: '20', pressure: '101' }), { key })),
    );
    expect(all.map(({ status, body }) => [status, body.body])).toEqual(all.map(() => [200, all[0]?.body.body]));
    // After the key expired a repetition still changes nothing.
    expect((await record(id, readings({ temperature: '20', pressure: '101' }))).body.body?.version).toBe(
      all[0]?.body.body?.version,
    );
  });

  it('two people who record different fields of a sample at once both keep their readings, and readings of the same field are reported as a conflict', async () => {
    const { sampleNamed } = await aDay();
    const { id } = sampleNamed('0101');
    const answers = await Promise.all([
      record(id, { person: '李师傅', flowBefore: '0.1' }, { version: 1 }),
      record(id, { remark: '窗户开启' }, { token: mate, version: 1 }),
      record(id, { production: '正常' }, { token: mate }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await stored(id)).toMatchObject({ person: '李师傅', remark: '窗户开启', production: '正常' });
    const clash = await record(id, { flowBefore: '0.2', ppeWorn: '佩戴' }, { token: mate });
    expect([clash.status, clash.body.code, clash.body.errors]).toEqual([
      409,
      'stale',
      [
        { field: 'flowBefore', message: siteTexts.changedByOther('采样前流量', expect.any(String) as never, '0.1') },
      ].map(({ field }) => expect.objectContaining({ field })),
    ]);
    expect((clash.body.current as unknown as SampleRow).flowBefore).toBe('0.1');
    expect(await stored(id)).toMatchObject({ flowBefore: '0.1', ppeWorn: null });
    expect(
      (await record(id, { flowBefore: '0.2', ppeWorn: '佩戴' }, { token: mate, base: { flowBefore: '0.1' } })).status,
    ).toBe(200);
  });

  it('of thirty edits of one sample by two people none is lost', async () => {
    const { sampleNamed } = await aDay();
    const { id } = sampleNamed('0102');
    const fields = ['person', 'remark', 'production', 'controlsRunning', 'ppeWorn'];
    const last: Record<string, string> = {};
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(
        fields.map(async (name, which) => {
          const value = `${name}${round}`;
          const { status } = await record(
            id,
            { [name]: value },
            { token: which % 2 ? mate : own, ...(round ? { base: { [name]: last[name] } } : {}) },
          );
          expect(status).toBe(200);
          last[name] = value;
        }),
      );
    }
    expect(await stored(id)).toMatchObject(last);
  });

  it.each([
    ['an end before the start', { startTime: '00:00:20', endTime: '00:00:10' }, 'endTime', siteTexts.endBeforeStart],
    ['20 kPa', { pressure: '20' }, 'pressure', '气压不能小于50'],
    ['200 kPa', { pressure: '200' }, 'pressure', siteTexts.badPressure('200')],
    ['no flow', { flowBefore: '0' }, 'flowBefore', siteTexts.flowNotPositive('采样前流量')],
  ])(
    'a sample with %s is refused at its field, and nothing is written',
    async (_what, changes: Record<string, string>, field, message) => {
      const { sampleNamed } = await aDay();
      const { id } = sampleNamed('0101');
      const timed = Object.fromEntries(
        Object.entries(changes).map(([name, value]) => [name, name.endsWith('Time') ? at(value) : value]),
      );
      const { status, body } = await record(id, readings({ temperature: '20', pressure: '101', ...timed }));
      expect([status, body.errors]).toEqual([400, [{ field, message }]]);
      expect(await stored(id)).toMatchObject({ state: 'planned', startTime: null, recordedAt: null, version: 1 });
    },
  );

  it('several samples of a project are voided on site together or not at all', async () => {
    const ids = [(await aDay()).sampleNamed('0101').id, (await aDay()).sampleNamed('0101').id];
    const { status, body } = await voiding({ ids, reason: '车间停产' });
    expect([status, body.message]).toEqual([409, siteTexts.wrongProject]);
    for (const id of ids) expect((await stored(id))?.state).toBe('planned');
  });

  it('a sample with 5.1 % flow drift must be voided and is taken again under the next number', async () => {
    const { sampleNamed, project, code } = await aDay();
    const { id } = sampleNamed('0102');
    const { status, body } = await record(
      id,
      readings({ flowBefore: '0.1', flowAfter: '0.1101', temperature: '20', pressure: '101' }),
    );
    expect([status, body.code, body.message]).toEqual([
      400,
      'flowDeviation',
      siteTexts.flowAfterOffSetFlow('0.1', '0.1101', '10.1'),
    ]);
    const reason = siteTexts.flowAfterOffSetFlowReason('0.1', '0.1101', '10.1');
    expect((body.current as unknown as SampleRow).stateReason).toBe(reason);
    const rows = await asStored(server, sampleTable, [id]);
    const done = await voiding({ rows, reason, again: true }, own, 'void-1');
    expect(done.body.body?.voided[0]).toMatchObject({
      id,
      state: 'voided',
      stateReason: reason,
      sampleNo: `${code}-B1-0102`,
    });
    expect(done.body.body?.added[0]).toMatchObject({
      state: 'planned',
      sampleNo: `${code}-B1-0105`,
      place: '喷漆岗',
      turn: 5,
      plannedFlow: '0.1',
    });
    expect((await voiding({ rows, reason, again: true }, own, 'void-1')).body.body?.added[0]?.sampleNo).toBe(
      `${code}-B1-0105`,
    );
    expect((await siteOf(project)).samples.length).toBe(8);
    expect((await record(id, { remark: 'x' })).body.message).toBe(siteTexts.notRecordable(`${code}-B1-0102`, '已作废'));
  });

  it('a sample cannot be taken again if no number is left, and then is not voided', async () => {
    const { sampleNamed, project, code } = await aDay();
    const { orm } = server.database;
    const { id, sampleNo } = sampleNamed('0102');
    const again = async () => {
      const { status, body } = await voiding({ ids: [id], reason: '管口破裂', again: true });
      return [status, body.message, (await stored(id))?.state];
    };
    await orm.update(sampleTable).set({ turn: 99 }).where(eq(sampleTable.id, id));
    expect(await again()).toEqual([409, siteTexts.tooManyPoints, 'planned']);
    await orm
      .update(projectTable)
      .set({ code: `${code}改` })
      .where(eq(projectTable.id, project));
    expect(await again()).toEqual([409, siteTexts.notInSeries(sampleNo), 'planned']);
  });

  it('a sample cannot be voided on site after it was handed over', async () => {
    const { sampleNamed } = await aDay();
    const [{ id }, { id: other }] = [sampleNamed('0101'), sampleNamed('0102')];
    await server.database.orm.update(sampleTable).set({ state: 'received' }).where(eq(sampleTable.id, id));
    const { status, body } = await voiding({ ids: [id, other], reason: '管口破裂' });
    expect([status, body.message]).toEqual([409, siteTexts.voidOnlySite]);
    expect([(await stored(id))?.state, (await stored(other))?.state]).toEqual(['received', 'planned']);
  });

  it('a reading sent on another day is marked as late, whatever the phone’s clock says', async () => {
    const { project } = await onSite();
    const yesterday = formatDay(new Date(server.services.now().getTime() - 86_400_000), server.services.env.zone);
    await addDay(project, yesterday);
    const [first] = (await siteOf(project)).samples;
    const { body } = await record(first?.id ?? 0, {
      ...whole,
      startTime: at('10:00:00', yesterday),
      endTime: at('10:15:00', yesterday),
      temperature: '20',
      pressure: '101',
    });
    expect(body.body).toMatchObject({ state: 'collected', lateEntry: true });
    const recorded = Date.parse(String(body.body?.recordedAt).replace(' ', 'T'));
    expect(
      Math.abs(recorded - Date.parse(formatMoment(server.services.now(), server.services.env.zone).replace(' ', 'T'))),
    ).toBeLessThan(60_000);
  });

  it('a sample’s times must lie on its day and not in the future', async () => {
    const { sampleNamed } = await aDay();
    const { id } = sampleNamed('0101');
    expect((await record(id, { startTime: '2026-01-05 10:00:00' })).body.message).toBe(siteTexts.notOnDay(today));
    const tomorrow = formatDay(new Date(server.services.now().getTime() + 86_400_000), server.services.env.zone);
    expect((await record(id, { startTime: at('10:00:00', tomorrow) })).body.message).toBe(siteTexts.inFuture);
  });

  it('a sample waits for missing weather data, and becomes complete when they arrive', async () => {
    const { project, day, sampleNamed } = await aDay();
    const { id } = sampleNamed('0103');
    expect((await record(id, readings())).body.body).toMatchObject({
      state: 'planned',
      volume: '0.05',
      standardVolume: null,
    });
    await addWeather(project, day);
    expect(await stored(id)).toMatchObject({ state: 'collected', temperature: '25.0', pressure: '101.30' });
    expect((await record(id, { endTime: null }, { base: { endTime: at('00:00:30') } })).body.message).toBe(
      siteTexts.keepFilled('结束时间'),
    );
  });

  it('a sample gets corrected air data if they came from a misread weather reading, and keeps typed ones', async () => {
    const { project, day, sampleNamed } = await aDay();
    const [taken, typed, other] = ['0101', '0102', '0103'].map((end) => sampleNamed(end).id) as [
      number,
      number,
      number,
    ];
    const misread = (await addWeather(project, day, { temperature: '22.0', pressure: '80.50' })).body.body?.id;
    await record(taken, readings());
    await record(typed, readings({ temperature: '30.0', pressure: '101.30' }));
    expect(Number((await stored(taken))?.standardVolume)).toBeLessThan(0.05);
    const edit = async (values: object) => {
      const { body } = await server.ask<AnyRow>('GET', `api/siteWeather/${String(misread)}`, { token: own });
      return server.ask<Told>('PUT', 'api/siteWeather/edit', { token: own, body: { ...body, ...values } });
    };
    // A remark about the place moves nothing.
    const { version } = (await stored(taken)) ?? {};
    expect((await edit({ place: '喷涂车间东' })).status).toBe(200);
    expect((await stored(taken))?.version).toBe(version);
    const corrected = await edit({ pressure: '101.30' });
    expect(corrected.status, corrected.text).toBe(200);
    const after = await stored(taken);
    expect(after).toMatchObject({ state: 'collected', temperature: '22.0', pressure: '101.30' });
    expect(after?.standardVolume).toBe(after?.volume);
    expect(await stored(typed)).toMatchObject({ temperature: '30.0', pressure: '101.30' });
    expect(await stored(other)).toMatchObject({ state: 'planned', pressure: null });
  });

  it('a field blank has only its time', async () => {
    const { sampleNamed } = await aDay();
    expect((await record(sampleNamed('K1').id, { startTime: at('00:00:00') })).body.body).toMatchObject({
      state: 'collected',
      volume: null,
    });
  });

  it('a sample accepts only an instrument that is taken out for the project and valid', async () => {
    const { project, sampleNamed } = await aDay();
    const { id } = sampleNamed('0101');
    const { orm } = server.database;
    const tools = await orm
      .insert(equipmentTable)
      .values(
        ['2099-12-31', '2020-01-01', '2099-12-31'].map((calibrationDue) => ({
          organizationId,
          eqpNo: `CY-${(serial += 1)}`,
          eqpName: '大气采样器',
          eqpKind: 'sampler',
          status: 'out',
          calibrationKind: 'verification',
          calibrationDue,
        })),
      )
      .returning({ id: equipmentTable.id, eqpNo: equipmentTable.eqpNo });
    const [reader] = await orm
      .insert(equipmentTable)
      .values({
        organizationId,
        eqpNo: `QX-${(serial += 1)}`,
        eqpName: '手持气象仪',
        eqpKind: 'weather',
        status: 'out',
        calibrationKind: 'none',
      })
      .returning({ id: equipmentTable.id, eqpNo: equipmentTable.eqpNo });
    const [good, overdue, stayed] = tools as [(typeof tools)[number], (typeof tools)[number], (typeof tools)[number]];
    await orm.insert(equipmentUseTable).values(
      [good, overdue].map(({ id: equipment }) => ({
        organizationId,
        project,
        equipment,
        useKind: 'sampling',
        outCondition: 'good',
        outAt: server.services.now(),
      })),
    );
    expect((await siteOf(project)).tools.map(({ eqpNo, dueOn }) => [eqpNo, dueOn])).toEqual([
      [good.eqpNo, '2099-12-31'],
      [overdue.eqpNo, '2020-01-01'],
    ]);
    expect((await record(id, { equipment: overdue.id })).body.message).toBe(
      siteTexts.equipmentOverdue(overdue.eqpNo, '2020-01-01'),
    );
    expect((await record(id, { equipment: stayed.id })).body.message).toBe(siteTexts.equipmentNotOut(stayed.eqpNo));
    await orm.insert(equipmentUseTable).values({
      organizationId,
      project,
      equipment: Number(reader?.id),
      useKind: 'sampling',
      outCondition: 'good',
      outAt: server.services.now(),
    });
    expect((await record(id, { equipment: reader?.id })).body.message).toBe(
      siteTexts.equipmentTakesNone(String(reader?.eqpNo)),
    );
    expect((await record(id, { equipment: good.id })).body.body).toMatchObject({
      equipment: good.id,
      equipmentName: good.eqpNo,
    });
  });

  it('a sampler whose flow was not checked at its issue is refused, once the organization checks flows at issues', async () => {
    const { orm } = server.database;
    const away = await server.rows.organization();
    const { project, sampleNamed } = await aDay();
    const { id } = sampleNamed('0101');
    const [tool] = await orm
      .insert(equipmentTable)
      .values({
        organizationId,
        eqpNo: `CY-${(serial += 1)}`,
        eqpName: '大气采样器',
        eqpKind: 'sampler',
        status: 'out',
        calibrationKind: 'none',
      })
      .returning({ id: equipmentTable.id, eqpNo: equipmentTable.eqpNo });
    const issue = async (outAt: string, more: object = {}) =>
      (
        await orm
          .insert(equipmentUseTable)
          .values({
            organizationId,
            project,
            equipment: Number(tool?.id),
            useKind: 'sampling',
            outCondition: 'good',
            outAt: new Date(outAt),
            ...more,
          })
          .returning({ id: equipmentUseTable.id })
      )[0]?.id as number;
    const answer = async () => (await record(id, { equipment: tool?.id })).body.message;
    // Another organization's checks and those from before the standard require none.
    await issue('2026-11-01T08:00:00+08:00', { organizationId: away, project: null, flowBefore: '1' });
    await issue('2025-04-30T08:00:00+08:00', { project: null, flowBefore: '1' });
    const use = await issue('2026-11-02T08:00:00+08:00');
    expect((await siteOf(project)).tools).toMatchObject([{ eqpNo: tool?.eqpNo, flowUnchecked: false }]);
    await issue('2026-11-01T08:00:00+08:00', { project: null, flowBefore: '1' });
    expect((await siteOf(project)).tools).toMatchObject([{ eqpNo: tool?.eqpNo, flowUnchecked: true }]);
    expect(await answer()).toBe(siteTexts.flowUnchecked(String(tool?.eqpNo)));
    await orm.update(equipmentUseTable).set({ flowBefore: '1' }).where(eq(equipmentUseTable.id, use));
    expect((await record(id, { equipment: tool?.id })).status).toBe(200);
    // A sampler that is back keeps the check of its earlier issue.
    const again = await issue('2026-11-03T08:00:00+08:00');
    expect((await siteOf(project)).tools).toMatchObject([{ flowUnchecked: true }]);
    await orm.update(equipmentUseTable).set({ inAt: new Date() }).where(eq(equipmentUseTable.id, again));
    expect((await record(id, { equipment: tool?.id, remark: 'x' })).status).toBe(200);
    await orm.delete(equipmentUseTable).where(isNotNull(equipmentUseTable.flowBefore));
  });

  it('a MAC sample longer than 15 min must be voided; one taken before that rule can still be edited', async () => {
    const { orm } = server.database;
    const acid = (
      (
        await server.ask<Answer<AnyRow>>('POST', 'api/hazard/add', {
          token: own,
          body: { name: `氯化氢${(serial += 1)}`, category: 'chemical' },
        })
      ).body.body as AnyRow
    ).id;
    await orm.insert(hazardLimitTable).values({
      organizationId,
      hazard: acid,
      kind: 'mac',
      value: '7.5',
      unit: 'mg/m³',
      standard: 'GBZ 2.1-2019',
      effectiveFrom: '2020-04-01',
      dataCertainty: 'sure',
    } as never);
    const { sampleNamed } = await aDay(yesterday);
    const one = sampleNamed('0101');
    await orm.update(sampleTable).set({ hazard: acid, hazardName: '氯化氢' }).where(eq(sampleTable.id, one.id));
    const long = readings({
      startTime: at('09:00:00', yesterday),
      endTime: at('09:16:00', yesterday),
      temperature: '25.0',
      pressure: '101.30',
    });
    const refused = await record(one.id, long);
    expect([refused.status, refused.body.code, refused.body.errors?.map(({ field }) => field)]).toEqual([
      400,
      'flowDeviation',
      ['endTime'],
    ]);
    expect(refused.body.message).toMatch(
      /^氯化氢\d+执行最高容许浓度，采样时间16 min超过15 min，不能代表最高浓度；请缩短采样时间（GBZ 331-2024 5\.2\.6\.2\.3 c 4）$/,
    );
    expect((refused.body.current as AnyRow).stateReason).toMatch(/采样16 min，超过15 min$/);
    expect((await record(one.id, { ...long, endTime: at('09:15:00', yesterday) })).body.body?.state).toBe('collected');
    await orm
      .update(sampleTable)
      .set({ endTime: new Date(parseMoment(at('09:16:00', yesterday), server.services.env.zone)) })
      .where(eq(sampleTable.id, one.id));
    const { rules } = await siteOf(one.project);
    expect(rules?.[one.id]).toMatchObject({ ceiling: [expect.stringMatching(/^氯化氢/)], stands: null });
    const now = (await siteOf(one.project)).samples.find(({ id }) => id === one.id);
    expect((await record(one.id, { remark: '门窗开启' }, { base: { remark: now?.remark ?? null } })).status).toBe(200);
  });

  it('a sample with a sampler worn by somebody else at that time is refused unless the remark explains it, across projects too', async () => {
    const { orm } = server.database;
    const [first, second] = [await aDay(yesterday), await aDay(yesterday)];
    const [tool] = await orm
      .insert(equipmentTable)
      .values({
        organizationId,
        eqpNo: `CY-${(serial += 1)}`,
        eqpName: '个体采样器',
        eqpKind: 'personalSampler',
        status: 'out',
        calibrationKind: 'none',
      } as never)
      .returning({ id: equipmentTable.id, eqpNo: equipmentTable.eqpNo });
    for (const { project } of [first, second])
      await orm.insert(equipmentUseTable).values({
        organizationId,
        project,
        equipment: Number(tool?.id),
        useKind: 'sampling',
        outCondition: 'good',
        outAt: server.services.now(),
      });
    const [his, hers] = [first.sampleNamed('0201'), second.sampleNamed('0201')];
    const worn = (person: string, from: string, until: string) => ({
      person,
      equipment: tool?.id,
      startTime: at(from, yesterday),
      endTime: at(until, yesterday),
    });
    expect((await record(his.id, worn('张三', '08:00:00', '12:00:00'))).status).toBe(200);
    const refused = await record(hers.id, worn('李四', '11:00:00', '13:00:00'));
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [
        {
          field: 'equipment',
          message: `采样仪器${String(tool?.eqpNo)}同一时间已由张三佩戴（项目${first.code}的样品${his.sampleNo}（喷涂车间 调漆岗 张三）），不能同时用于另一采样对象；确有双气路等情形的，请在备注中说明`,
        },
      ],
    ]);
    expect((await record(hers.id, worn('李四', '12:00:00', '13:00:00'))).status).toBe(200);
    expect(
      (
        await record(
          hers.id,
          { startTime: at('11:00:00', yesterday) },
          { base: { startTime: at('12:00:00', yesterday) } },
        )
      ).status,
    ).toBe(400);
    expect(
      (
        await record(
          hers.id,
          { startTime: at('11:00:00', yesterday), remark: '双气路采样器' },
          { base: { startTime: at('12:00:00', yesterday) } },
        )
      ).status,
    ).toBe(200);
    // Whoever ends the sampling is told on any page, and the step stores it.
    const { body: timeline } = await server.ask<Timeline>('GET', `api/project/timeline/${second.project}`, {
      token: own,
    });
    const note = timeline.moves.find(({ key }) => key === 'endSampling')?.next;
    expect(note).toContain(
      `有3处待核对：${siteTexts.tooFewCollectorsOn(yesterday, 0)}；${siteTexts.noPersonChoice(['李四'])}；采样仪器${tool?.eqpNo}在11:00至12:00同时用于样品${hers.sampleNo}（喷涂车间 调漆岗 李四）和项目${first.code}的样品${his.sampleNo}（喷涂车间 调漆岗 张三），请核对仪器和时间`,
    );
    const { elsewhere } = await siteOf(second.project);
    expect(elsewhere).toMatchObject([
      {
        sampleNo: his.sampleNo,
        projectCode: first.code,
        person: '张三',
        equipment: tool?.id,
        startTime: at('08:00:00', yesterday),
        endTime: at('12:00:00', yesterday),
      },
    ]);
  });

  it('a sample is written on site only with the permission, and is not found by another organization', async () => {
    const { project, sampleNamed } = await aDay();
    const { id } = sampleNamed('0101');
    expect((await record(id, { remark: 'x' }, { token: onlooker })).status).toBe(403);
    expect((await record(id, { remark: 'x' }, { token: stranger })).status).toBe(404);
    expect((await voiding({ ids: [id], reason: 'x' }, stranger)).status).toBe(404);
    expect((await server.ask('GET', `api/sample/site/${project}`, { token: stranger })).status).toBe(404);
    expect((await voiding({ ids: [id], reason: '  ' })).status).toBe(400);
    expect(await stored(id)).toMatchObject({ version: 1 });
  });

  it('sampling cannot end while a day of the plan has no date or no samples', async () => {
    const { project, day } = await aDay();
    const end = () =>
      server.ask<Told>('PUT', 'api/project/move', { token: own, body: { id: project, move: 'endSampling' } });
    const voidOpen = async () =>
      voiding({
        ids: (await siteOf(project)).samples.filter(({ state }) => state === 'planned').map(({ id }) => id),
        reason: '车间停产',
      });
    const [first] = (await siteOf(project)).samples;
    await addWeather(project, day);
    expect((await record(first?.id ?? 0, readings())).status).toBe(200);
    expect((await voidOpen()).status).toBe(200);
    const early = await end();
    expect([early.status, early.body.message]).toEqual([409, siteTexts.daysMissing(2, [2])]);
    await addDay(project, '2026-01-02');
    expect((await end()).body.message).toContain('还有3个样品待采');
    expect((await voidOpen()).status).toBe(200);
    expect((await end()).status).toBe(200);
  });

  it('the refusal to end sampling lists exactly the gaps that the project page shows', async () => {
    const { project } = await aDay();
    const refused = await server.ask<Told>('PUT', 'api/project/move', {
      token: own,
      body: { id: project, move: 'endSampling' },
    });
    const { body: lacks } = await server.ask<ProjectGap[]>('GET', `api/archive/lacks/${project}`, { token: own });
    const asked = lacks.filter(({ gate }) => gate === 'endSampling').map(({ title }) => title);
    expect(asked).toHaveLength(2);
    expect([refused.status, refused.body.message?.split('\n')]).toEqual([409, asked]);
    expect((await server.ask('GET', `api/archive/lacks/${project}`, { token: stranger })).status).toBe(404);
  });

  it('sampling cannot end with only voided samples', async () => {
    const {
      project,
      site: { samples },
    } = await aDay();
    await addDay(project, '2026-01-02');
    const end = () =>
      server.ask<Told>('PUT', 'api/project/move', { token: own, body: { id: project, move: 'endSampling' } });
    await server.database.orm.update(sampleTable).set({ state: 'voided' }).where(eq(sampleTable.project, project));
    const refused = await end();
    expect([refused.status, refused.body.message]).toEqual([
      409,
      '没有采集任何样品，不能结束采样；如不再进行请终止项目',
    ]);
    await server.database.orm
      .update(sampleTable)
      .set({ state: 'collected' })
      .where(eq(sampleTable.id, Number(samples[0]?.id)));
    expect((await end()).status).toBe(200);
  });

  it('sampling cannot end while samples of a pump with too much flow drift still count', async () => {
    const { project, day, sampleNamed } = await aDay();
    const { orm } = server.database;
    const { samples } = await siteOf(project);
    const { id, sampleNo } = sampleNamed('0101');
    await addDay(project, '2026-01-02');
    await addWeather(project, day);
    const [tool] = await orm
      .insert(equipmentTable)
      .values({
        organizationId,
        eqpNo: `CY-${(serial += 1)}`,
        eqpName: '大气采样器',
        eqpKind: 'sampler',
        status: 'out',
        calibrationKind: 'none',
      })
      .returning({ id: equipmentTable.id, eqpNo: equipmentTable.eqpNo });
    await orm.insert(equipmentUseTable).values({
      organizationId,
      project,
      equipment: Number(tool?.id),
      useKind: 'sampling',
      outCondition: 'good',
      outAt: new Date(2020, 1),
      flowDeviation: '5.1',
      flowVerdict: 'fail',
    });
    expect((await record(id, readings({ equipment: tool?.id }))).status).toBe(200);
    const kept = samples.find((sample) => sample.id !== id && sample.sampleKind === 'sample');
    expect((await record(Number(kept?.id), readings())).status).toBe(200);
    const left = (await siteOf(project)).samples.filter(({ state }) => state === 'planned').map((one) => one.id);
    expect((await voiding({ ids: left, reason: '车间停产' })).status).toBe(200);
    const end = () =>
      server.ask<Told>('PUT', 'api/project/move', { token: own, body: { id: project, move: 'endSampling' } });
    const early = await end();
    expect([early.status, early.body.code, early.body.message]).toEqual([
      409,
      'flowFailed',
      equipmentTexts.flowStops(String(tool?.eqpNo), '5.1', [sampleNo], '结束采样'),
    ]);
    expect((await voiding({ ids: [id], reason: '流量偏差5.1%' })).status).toBe(200);
    expect((await end()).status).toBe(200);
  });

  it('readings and other site data sent after 结束采样 are refused as too late', async () => {
    const { project, day, sampleNamed } = await aDay();
    await server.database.orm.update(projectTable).set({ stage: 'handOver' }).where(eq(projectTable.id, project));
    const { id } = sampleNamed('0101');
    for (const answer of [
      await record(id, { remark: 'x' }),
      await voiding({ ids: [id], reason: '漏采' }),
      await addWeather(project, day),
      await server.ask<Told>('DELETE', 'api/samplingDay/delete', { token: own, body: [day] }),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([409, projectTexts.samplingEnded]);
    }
  });
});

describe('weather, companions and pictures', () => {
  it("weather, companions and pictures keep the time that was sent, in the organization's time zone", async () => {
    const { project, day } = await aDay();
    const { body } = await addWeather(project, day, { measuredAt: '2026-11-20 23:59:59' });
    expect(body.body).toMatchObject({ measuredAt: '2026-11-20 23:59:59' });
    expect((body.body as unknown as AnyRow).recordedAt).toMatch(/^\d{4}-/);
  });

  it('impossible weather data, and weather for a day of another project, are refused', async () => {
    const { project, day } = await aDay();
    expect((await addWeather(project, day, { temperature: '61' })).body.message).toBe(siteTexts.badTemperature('61'));
    expect((await addWeather(project, day, { humidity: '101' })).body.message).toBe(siteTexts.badHumidity);
    const other = await aDay();
    expect((await addWeather(project, other.day)).body.message).toBe(siteTexts.noSuchDay);
  });

  it('wind speed is the mean of three readings, and fewer than three are refused (GBZ 331-2024 F.20)', async () => {
    const { project, day } = await aDay();
    const { body } = await addWeather(project, day, { windSpeed1: '0.5', windSpeed2: '0.6', windSpeed3: '0.62' });
    expect(body.body).toMatchObject({ windSpeed: '0.57' });
    const refused = await addWeather(project, day, { windSpeed1: '0.5', windSpeed2: '0.6' });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ field: 'windSpeed3', message: siteTexts.fewWindReadings }],
    ]);
  });

  it('weather is stored once by its own id, even without an idempotency key', async () => {
    const { project, day } = await aDay();
    expect((await addWeather(project, day, { clientId: 'w-1' })).status).toBe(200);
    const again = await addWeather(project, day, { clientId: 'w-1' });
    expect([again.status, again.body.code, again.body.errors?.[0]?.field]).toEqual([409, 'duplicate', 'clientId']);
    expect((await siteOf(project)).weather.length).toBe(1);
  });
});
