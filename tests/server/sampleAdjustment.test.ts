import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { adjustTexts } from '@contract/features/fieldwork/samples/sampleAdjustment';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { failures } from '@contract/messages';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { equipmentUseTable, labTaskTable, sampleTable, samplingDayTable, siteWeatherTable } from '@server/db/schema';
import { dayFromNow, type FieldRows, fieldRowsOf } from '../support/fieldRows';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let field: FieldRows;
let token: string;
let stranger: string;
let viewer: string;
let benzene: number;
let organizationId: number;

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  organizationId = await rows.organization({ name: '甲检测中心' });
  field = fieldRowsOf(server, organizationId);
  const role = await rows.role({
    permissions: ['sample:list', 'sample:void', 'sampleAdjustment:edit', 'sampleAdjustment:add'],
  });
  await rows.user({ userName: 'own', nickName: '张三', organizationId, roles: [role] });
  await rows.user({ userName: 'viewer', organizationId, roles: [await rows.role({ permissions: ['sample:list'] })] });
  await rows.user({
    userName: 'stranger',
    organizationId: await rows.organization({ name: '乙检测中心' }),
    roles: [role],
  });
  [token, stranger, viewer] = [await server.login('own'), await server.login('stranger'), await server.login('viewer')];
  benzene = await field.hazard('苯');
});
afterAll(() => server.close());

type Reply = Answer<AnyRow> & ErrorBody;
const call = (method: string, path: string, body: object, by = token) =>
  server.ask<Reply>(method, `api/sampleAdjustment/${path}`, { token: by, body });
const rowOf = async (id: number) => (await server.ask<AnyRow>('GET', `api/sample/${id}`, { token })).body;
const yesterday = dayFromNow(-1);
const reason = '现场笔误，按原始记录更正';

/** Creates a sample taken yesterday for 15 minutes at 0.1 L/min. */
async function taken(stage = 'handOver', more: object = {}) {
  const project = await field.project(stage);
  const day = await field.day(project.id, yesterday);
  const made = await field.sample({
    project: project.id,
    hazard: benzene,
    samplingDay: day,
    sampleNo: `${project.code}-B1-0101`,
    siteNo: '01',
    turn: 1,
    plannedFlow: '0.1',
    flowBefore: '0.1',
    flowAfter: '0.1',
    flow: '0.1',
    flowDeviation: '0',
    minutes: '15',
    startTime: new Date(`${yesterday}T09:00:00+08:00`),
    endTime: new Date(`${yesterday}T09:15:00+08:00`),
    temperature: '25',
    pressure: '101.3',
    volume: '1.5',
    standardVolume: '1.5',
    place: '喷漆岗',
    ...more,
  });
  return { project, day, row: await rowOf(made.id) };
}

/** Names a row as it was shown. */
const shown = ({ id, version }: { readonly id: number; readonly version: number }) => ({ id, version });

describe('sample adjusted after the end of sampling', () => {
  it('a taken sample adjusted after the end of sampling is changed with a reason, and derived values are calculated as on site', async () => {
    const { row } = await taken();
    const answer = await call('PUT', 'edit', {
      id: row.id,
      version: row.version,
      reason,
      values: { endTime: `${yesterday} 09:30:00`, temperature: '38', pressure: '100.5', place: '烘干岗' },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.message).toBe(adjustTexts.adjusted);
    const after = await rowOf(row.id);
    expect(after).toMatchObject({
      minutes: '30',
      volume: '3',
      place: '烘干岗',
      version: row.version + 1,
      endTime: `${yesterday} 09:30:00`,
    });
    expect(Number(after.standardVolume)).toBeCloseTo(2.8040458, 5);
    const history = await server.ask<Page<AnyRow>>('GET', `api/auditLog/of/sample/${row.id}`, { token });
    expect(history.body.content[0]).toMatchObject({
      reason,
      userName: '张三（own）',
      before: { place: '喷漆岗', minutes: '15' },
      after: { place: '烘干岗', minutes: '30' },
    });
  });

  it('a sample adjusted to another day or method gets a new last day of storage, as do its tests; a day entered by a person stays', async () => {
    const dayBefore = dayFromNow(-2);
    const [week, month] = [await field.method('七天', 7), await field.method('三十天', 30)];
    const received = async (keepUntil: string) => {
      const { project, day, row } = await taken('testing', {
        state: 'received',
        method: week,
        startTime: new Date(`${dayBefore}T23:30:00+08:00`),
        endTime: new Date(`${dayBefore}T23:45:00+08:00`),
        keepUntil,
      });
      await server.database.orm
        .update(samplingDayTable)
        .set({ sampledOn: dayBefore })
        .where(eq(samplingDayTable.id, day));
      await server.database.orm.insert(labTaskTable).values({
        organizationId,
        project: project.id,
        sample: row.id,
        sampleNo: String(row.sampleNo),
        sampleKind: 'sample',
        hazard: benzene,
        hazardName: '苯',
        variant: 'ordinary',
        effective: true,
        state: 'waiting',
        keepUntil,
      });
      return row;
    };
    const lastDay = async (row: AnyRow, values: object) => {
      const { version } = await rowOf(row.id);
      const answer = await call('PUT', 'edit', { id: row.id, version, reason, values });
      expect(answer.status, answer.text).toBe(200);
      const [task] = await server.database.orm
        .select({ keepUntil: labTaskTable.keepUntil })
        .from(labTaskTable)
        .where(eq(labTaskTable.sample, row.id));
      return [(await rowOf(row.id)).keepUntil, task?.keepUntil];
    };
    // It began after midnight, by the sampler's log.
    const pastMidnight = { startTime: `${yesterday} 00:00:00`, endTime: `${yesterday} 00:15:00` };
    const row = await received(dayFromNow(5));
    expect(await lastDay(row, pastMidnight)).toEqual([dayFromNow(6), dayFromNow(6)]);
    expect(await lastDay(row, { method: month })).toEqual([dayFromNow(29), dayFromNow(29)]);
    expect(await lastDay(row, { place: '烘干岗' })).toEqual([dayFromNow(29), dayFromNow(29)]);
    expect(await lastDay(await received(dayFromNow(3)), pastMidnight)).toEqual([dayFromNow(3), dayFromNow(3)]);
  });

  it('a sample is not adjusted without a reason, from an outdated version, to an impossible value, or without any change', async () => {
    const { row } = await taken();
    const ask = async (more: object) =>
      (await call('PUT', 'edit', { id: row.id, version: row.version, reason, values: { place: '烘干岗' }, ...more }))
        .body;
    expect((await ask({ reason: '  ' })).message).toBe(adjustTexts.reason);
    expect((await ask({ version: 99 })).code).toBe('stale');
    expect((await ask({ values: { endTime: `${yesterday} 08:00:00` } })).errors).toEqual([
      { field: 'endTime', message: siteTexts.endBeforeStart },
    ]);
    expect((await ask({ values: { pressure: '20' } })).errors?.[0]?.field).toBe('pressure');
    // GBZ 331-2024 E.3: more than 10 % off the set flow voids; exactly 10 % does not.
    expect((await ask({ values: { flowAfter: '0.0899' } })).code).toBe('flowDeviation');
    expect((await ask({ values: { flowBefore: null } })).message).toBe(siteTexts.keepFilled('采样前流量'));
    expect((await ask({ values: { place: '喷漆岗' } })).message).toBe(adjustTexts.nothing);
    expect((await ask({ values: { sampleNo: 'X', state: 'received', hazard: 1 } })).status).toBe(400);
    expect(
      (await ask({ values: { startTime: `${dayFromNow(-3)} 09:00:00`, endTime: `${dayFromNow(-3)} 09:15:00` } }))
        .message,
    ).toBe(siteTexts.notOnDay(yesterday));
    expect(await rowOf(row.id)).toEqual(row);
  });

  it('a sample cannot be adjusted during sampling, once completed in the laboratory, or once the records are under review', async () => {
    const ask = async (stage: string, more: object = {}) => {
      const { row } = await taken(stage, more);
      const { status, body } = await call('PUT', 'edit', {
        id: row.id,
        version: row.version,
        reason,
        values: { place: '烘干岗' },
      });
      const voided = await call('PUT', 'void', { rows: [shown(row)], reason });
      return [status, body.message, voided.status, row.sampleNo];
    };
    expect(await ask('sampling')).toEqual([409, adjustTexts.tooEarly, 409, expect.any(String)]);
    expect(await ask('recordReview')).toEqual([409, adjustTexts.tooLate, 409, expect.any(String)]);
    const [status, message, voided, no] = await ask('testing', { state: 'completed' });
    expect([status, message, voided]).toEqual([409, adjustTexts.locked(String(no), '已完成'), 409]);
    const { row: planned } = await taken('handOver', { state: 'planned' });
    const early = await call('PUT', 'edit', {
      id: planned.id,
      version: planned.version,
      reason,
      values: { place: '烘干岗' },
    });
    expect([early.status, early.body.message, await rowOf(planned.id)]).toEqual([
      409,
      adjustTexts.notTaken(String(planned.sampleNo)),
      planned,
    ]);
    const { row } = await taken('testing', { state: 'testing' });
    expect(
      (await call('PUT', 'edit', { id: row.id, version: row.version, reason, values: { place: '烘干岗' } })).status,
    ).toBe(200);
  });

  it('a sample voided after the end of sampling keeps its number, shows the reason, and cannot be changed any more', async () => {
    const { row } = await taken();
    expect((await call('PUT', 'void', { rows: [shown(row)], reason: '' })).body.message).toBe(adjustTexts.voidReason);
    expect((await call('PUT', 'void', { rows: [shown(row)], reason: '运输途中管口破裂' })).body.message).toBe(
      adjustTexts.voided(1),
    );
    expect(await rowOf(row.id)).toMatchObject({
      sampleNo: row.sampleNo,
      state: 'voided',
      stateReason: '运输途中管口破裂',
    });
    expect((await call('PUT', 'void', { rows: [shown(row)], reason })).status).toBe(409);
    expect(
      (await call('PUT', 'edit', { id: row.id, version: 2, reason, values: { place: '烘干岗' } })).body.message,
    ).toBe(adjustTexts.locked(String(row.sampleNo), '已作废'));
    const trail = await server.ask<Page<AnyRow>>('GET', `api/auditLog/of/sample/${row.id}`, { token });
    expect(trail.body.content[0]).toMatchObject({ reason: '运输途中管口破裂', after: { state: 'voided' } });
  });

  it('several samples are voided after the end of sampling together or not at all', async () => {
    const [one, other] = [await taken(), await taken()];
    expect((await call('PUT', 'void', { rows: [one.row, other.row].map(shown), reason })).body.message).toBe(
      siteTexts.wrongProject,
    );
    expect((await call('PUT', 'void', { rows: [shown(one.row), { id: 999_999, version: 1 }], reason })).status).toBe(
      404,
    );
    expect((await rowOf(one.row.id)).state).toBe('collected');
  });

  it('an adjusted sample accepts only an instrument that was taken out for the project and valid on the day', async () => {
    const { project, row } = await taken();
    const [good, late, stayed, reader] = [
      await field.instrument(),
      await field.instrument({ calibrationDue: dayFromNow(-2) }),
      await field.instrument(),
      await field.instrument({ eqpKind: 'weather', calibrationKind: 'none' }),
    ];
    const outAt = new Date(`${yesterday}T08:00:00+08:00`);
    const use = { organizationId, project: project.id, useKind: 'sampling', outCondition: 'good', outAt };
    // Back already: it was out when the sample was taken.
    await server.database.orm.insert(equipmentUseTable).values([
      { ...use, equipment: good.id, inAt: new Date(`${yesterday}T18:00:00+08:00`) },
      { ...use, equipment: late.id },
      { ...use, equipment: reader.id },
    ]);
    const tools = await server.ask<Page<AnyRow>>('GET', `api/sampleAdjustment/tools/${project.id}`, { token });
    expect(tools.body.content.map(({ eqpNo }) => eqpNo)).toEqual([good.eqpNo, late.eqpNo, reader.eqpNo]);
    const ask = async (equipment: number) =>
      (await call('PUT', 'edit', { id: row.id, version: row.version, reason, values: { equipment } })).body.message;
    expect(await ask(late.id)).toBe(siteTexts.equipmentOverdue(late.eqpNo, dayFromNow(-2)));
    expect(await ask(stayed.id)).toBe(siteTexts.equipmentNotOut(stayed.eqpNo));
    expect(await ask(reader.id)).toBe(siteTexts.equipmentTakesNone(reader.eqpNo));
    expect(await ask(good.id)).toBe(adjustTexts.adjusted);
  });

  it('a forgotten sample can be added after the end of sampling: numbered next to an existing one, filled in and collected at once', async () => {
    const { project, row } = await taken();
    const values = {
      startTime: `${yesterday} 10:00:00`,
      endTime: `${yesterday} 10:15:00`,
      flowBefore: '0.1',
      flowAfter: '0.098',
      temperature: '25',
      pressure: '101.3',
    };
    const short = await call('POST', 'add', { like: row.id, reason, values: { ...values, endTime: null } });
    expect(short.body.errors).toEqual([{ field: 'endTime', message: adjustTexts.needed('结束时间') }]);
    expect(
      await server.database.orm.select().from(sampleTable).where(eq(sampleTable.project, project.id)),
    ).toHaveLength(1);
    const added = await call('POST', 'add', { like: row.id, reason, values });
    expect(added.status, added.text).toBe(200);
    // GBZ 331-2024 E.3: 2 % off, so that the set flow counts: 0.1 L/min for 15 minutes.
    expect(added.body.body).toMatchObject({
      sampleNo: `${project.code}-B1-0102`,
      state: 'collected',
      lateEntry: true,
      place: '喷漆岗',
      volume: '1.5',
      hazard: benzene,
    });
    const [a, b] = await Promise.all([
      call('POST', 'add', { like: row.id, reason, values }),
      call('POST', 'add', { like: row.id, reason, values }),
    ]);
    expect([a, b].map(({ body }) => body.body?.sampleNo).sort()).toEqual([
      `${project.code}-B1-0103`,
      `${project.code}-B1-0104`,
    ]);
  });

  it('a forgotten sample cannot be added beside an unknown sample or one of another organization', async () => {
    const [{ project, row }, { row: deleted }] = [await taken(), await taken()];
    await server.database.orm.update(sampleTable).set({ deleteTime: new Date() }).where(eq(sampleTable.id, deleted.id));
    const values = {
      startTime: `${yesterday} 10:00:00`,
      endTime: `${yesterday} 10:15:00`,
      flowBefore: '0.1',
      flowAfter: '0.098',
      temperature: '25',
      pressure: '101.3',
    };
    for (const [like, who] of [
      [999_999, token],
      [deleted.id, token],
      [row.id, stranger],
    ] as const) {
      const { status, body } = await call('POST', 'add', { like, reason, values }, who);
      expect([status, body.message]).toEqual([404, failures.notFound]);
    }
    for (const id of [project.id, Number(deleted.project)])
      expect(await server.database.orm.select().from(sampleTable).where(eq(sampleTable.project, id))).toHaveLength(1);
  });

  it('a forgotten sample gets the day’s air data if none are typed, and is refused if there are none', async () => {
    const { project, day, row } = await taken();
    const values = {
      startTime: `${yesterday} 10:00:00`,
      endTime: `${yesterday} 10:15:00`,
      flowBefore: '0.1',
      flowAfter: '0.098',
    };
    const bare = await call('POST', 'add', { like: row.id, reason, values });
    expect(bare.body.errors).toEqual([
      { field: 'temperature', message: adjustTexts.needed('气温') },
      { field: 'pressure', message: adjustTexts.needed('气压') },
    ]);
    await server.database.orm.insert(siteWeatherTable).values({
      organizationId,
      project: project.id,
      samplingDay: day,
      place: '车间',
      measuredAt: new Date(`${yesterday}T09:30:00+08:00`),
      temperature: '38',
      pressure: '100.5',
    });
    expect((await call('POST', 'add', { like: row.id, reason, values })).body.body).toMatchObject({
      temperature: '38',
      pressure: '100.5',
      state: 'collected',
    });
  });

  it('a sample of another organization is not found for adjustment, and none can be adjusted without the permission', async () => {
    const { row } = await taken();
    const body = { id: row.id, version: row.version, reason, values: { place: '烘干岗' } };
    expect([
      (await call('PUT', 'edit', body, stranger)).status,
      (await call('PUT', 'void', { rows: [shown(row)], reason }, stranger)).status,
      (await call('POST', 'add', { like: row.id, reason, values: { place: '烘干岗' } }, stranger)).status,
    ]).toEqual([404, 404, 404]);
    expect([
      (await call('PUT', 'edit', body, viewer)).status,
      (await call('PUT', 'void', { rows: [shown(row)], reason }, viewer)).status,
    ]).toEqual([403, 403]);
  });
});
