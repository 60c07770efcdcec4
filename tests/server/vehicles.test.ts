import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { tripConflicts, movedTrip, type Trip, type TripFacts } from '@contract/features/vehicles/tripConflicts';
import { vehicleTexts } from '@contract/features/vehicles/vehicleTexts';
import type { Answer, ErrorBody } from '@contract/wire';
import { auditLogTable, samplingDayCollectorsTable, vehiclePlanTable } from '@server/db/schema';
import { databaseErrorOf } from '@server/http/errors';
import { dayFromNow, type FieldRows, fieldRowsOf } from '../support/fieldRows';
import { pdfPages, unspaced } from '../support/pdfText';
import { type TestServer, testServer } from '../support/server';
import { sendForm } from '../support/uploads';

type Reply = Answer<AnyRow> & ErrorBody;

let server: TestServer;
let field: FieldRows;
let organizationId: number;
const tokens: Record<string, string> = {};
const people: Record<string, number> = {};
const cars: Record<string, number> = {};

const request = (method: string, path: string, body: object, who = 'one') =>
  server.ask<Reply>(method, `api/${path}`, { token: tokens[who] as string, body });
async function car(plateNo: string, more: object = {}): Promise<number> {
  const { status, body, text } = await request('POST', 'vehicle/add', {
    plateNo,
    vehicleName: '别克GL8',
    seats: 3,
    ...more,
  });
  expect(status, text).toBe(200);
  return body.body?.id as number;
}

beforeAll(async () => {
  server = await testServer();
  const { rows, login } = server;
  organizationId = await rows.organization({ name: '甲检测中心' });
  field = fieldRowsOf(server, organizationId);
  const permissions = ['vehicle', 'vehiclePlan'].flatMap((name) =>
    ['list', 'add', 'edit', 'del', 'export', 'import'].map((action) => `${name}:${action}`),
  );
  const role = await rows.role({ permissions });
  for (const [userName, owner] of [
    ['one', organizationId],
    ['two', organizationId],
    ['three', organizationId],
    ['stranger', await rows.organization({ name: '乙检测中心' })],
  ] as const) {
    people[userName] = await rows.user({ userName, nickName: userName, organizationId: owner, roles: [role] });
    tokens[userName] = await login(userName);
  }
  people.viewer = await rows.user({
    userName: 'viewer',
    organizationId,
    roles: [await rows.role({ permissions: ['vehiclePlan:list'] })],
  });
  tokens.viewer = await login('viewer');
  cars.a = await car('浙A·10001');
  cars.b = await car('浙A·10002');
});
afterAll(() => server.close());

let slot = 0;
/** A separate day for each call, so that tests do not conflict. */
const freshDay = () => dayFromNow((slot += 1) + 10);
const draft = (day: string, from = '08:00', to = '17:00', more: object = {}) => ({
  vehicle: cars.a,
  startAt: `${day} ${from}:00`,
  endAt: `${day} ${to}:00`,
  driver: people.one,
  people: [],
  instruments: [],
  destination: '余杭区',
  ...more,
});
const plan = (body: object, who = 'one') => request('POST', 'vehiclePlan/add', body, who);
async function planned(body: object): Promise<AnyRow> {
  const answer = await plan(body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.body as AnyRow;
}

describe('vehicle', () => {
  it('a vehicle cannot be booked twice: the refusal names the person whose trip it is; a trip may begin when the first ends', async () => {
    const day = freshDay();
    const first = await planned(draft(day));
    expect(first.planNo).toMatch(/^YC\d{4}-\d{4}$/);
    const refused = await plan(draft(day, '16:00', '18:00', { driver: people.two }), 'two');
    expect([refused.status, refused.body.code]).toEqual([409, 'doubleBooked']);
    expect(refused.body.message).toBe(
      vehicleTexts.doubleBooked('浙A·10001', `${day} 08:00`, `${day} 17:00`, String(first.planNo), '余杭区', 'one'),
    );
    expect(refused.body.errors).toEqual([{ field: 'vehicle', message: refused.body.message }]);
    expect((await plan(draft(day, '17:00', '18:00'))).status).toBe(200);
    expect((await plan(draft(day, '16:00', '18:00', { vehicle: cars.b, driver: people.two }))).status).toBe(200);
  });

  it('a vehicle requested by four people at once is booked for one of them only', async () => {
    const day = freshDay();
    const answers = await Promise.all(['one', 'two', 'one', 'two'].map((who) => plan(draft(day), who)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    // The database itself refuses a second one.
    const overlap = server.database.orm.insert(vehiclePlanTable).values({
      organizationId,
      planNo: 'YC-x',
      vehicle: cars.a as number,
      startAt: new Date(`${day}T09:00:00+08:00`),
      endAt: new Date(`${day}T10:00:00+08:00`),
      driver: people.two as number,
      destination: '别处',
      state: 'planned',
    });
    expect(
      databaseErrorOf(
        await overlap.then(
          () => null,
          (error: unknown) => error,
        ),
      )?.code,
    ).toBe('23P01');
  });

  it('a vehicle cannot be taken by moving another trip onto its time, and is free again after a cancellation', async () => {
    const [day, other] = [freshDay(), freshDay()];
    const [first, second] = [await planned(draft(day)), await planned(draft(other))];
    const moved = { id: second.id, version: second.version, startAt: `${day} 09:00:00`, endAt: `${day} 12:00:00` };
    expect((await request('PUT', 'vehiclePlan/edit', moved)).body.code).toBe('doubleBooked');
    expect(
      (await request('PUT', 'vehiclePlan/cancel', { id: first.id, version: first.version, reason: '' })).status,
    ).toBe(400);
    expect(
      (await request('PUT', 'vehiclePlan/cancel', { id: first.id, version: first.version, reason: '企业停产' })).body
        .message,
    ).toBe(vehicleTexts.cancelled(String(first.planNo)));
    expect((await request('PUT', 'vehiclePlan/edit', moved)).status).toBe(200);
    expect(
      (await request('PUT', 'vehiclePlan/edit', { id: first.id, version: first.version + 1, destination: '萧山区' }))
        .body.message,
    ).toBe(vehicleTexts.ended);
  });

  it('a vehicle takes no more people than it has seats, and cannot be used during repair', async () => {
    const day = freshDay();
    expect(
      (await plan(draft(day, '08:00', '09:00', { people: [people.two, people.three, people.viewer] }))).body.message,
    ).toBe(vehicleTexts.tooMany('浙A·10001', 3, 4));
    expect((await plan(draft(day, '08:00', '09:00', { people: [people.one] }))).body.message).toBe(
      vehicleTexts.driverTwice,
    );
    const mended = await car('浙A·10003', { status: '2' });
    expect((await plan(draft(day, '08:00', '09:00', { vehicle: mended }))).body.message).toBe(
      vehicleTexts.notAvailable('浙A·10003', '维修'),
    );
    expect((await plan(draft(day, '09:00', '09:00'))).body.message).toBe(vehicleTexts.endBeforeStart);
    expect((await plan({ ...draft(day), endAt: `${dayFromNow(90)} 08:00:00` })).body.message).toBe(
      vehicleTexts.tooLong,
    );
    expect((await plan(draft(day), 'stranger')).status).toBe(404);
    expect((await plan(draft(day), 'viewer')).status).toBe(403);
  });

  it('a vehicle leaves and returns with its mileage, which may only increase, and not without an inspection', async () => {
    const tool = await car('浙A·10004', { firstMileage: '12000.5' });
    const row = await planned(draft(freshDay(), '08:00', '17:00', { vehicle: tool }));
    const trip = (verb: string, version: number, mileage: string) =>
      request('PUT', `vehiclePlan/${verb}`, { id: row.id, version, mileage });
    expect((await trip('depart', 1, '12000')).body.message).toBe(vehicleTexts.mileageBack('12000.5'));
    expect((await trip('depart', 1, '12000.55')).status).toBe(400);
    expect((await trip('comeBack', 1, '12100')).body.message).toBe(vehicleTexts.notOut);
    expect((await trip('depart', 1, '12001')).status).toBe(200);
    expect(
      (await request('PUT', 'vehiclePlan/edit', { id: row.id, version: 2, destination: '别处' })).body.message,
    ).toBe(vehicleTexts.begun);
    expect((await trip('comeBack', 2, '99999')).body.message).toContain('超过5000 km');
    expect((await trip('comeBack', 2, '12000.9')).body.errors).toEqual([
      { field: 'mileage', message: vehicleTexts.mileageBeforeStart('12001') },
    ]);
    expect((await trip('comeBack', 1, '12101')).body.code).toBe('stale');
    expect((await trip('comeBack', 2, '12100.5')).body.message).toBe(vehicleTexts.cameBack(String(row.planNo), '99.5'));
    expect((await server.ask<AnyRow>('GET', `api/vehicle/${tool}`, { token: tokens.one as string })).body.mileage).toBe(
      '12100.5',
    );
    const over = await car('浙A·10005', { inspectionDue: dayFromNow(-1) });
    const late = await planned(draft(freshDay(), '08:00', '17:00', { vehicle: over }));
    expect((await request('PUT', 'vehiclePlan/depart', { id: late.id, version: 1, mileage: '1' })).body.message).toBe(
      vehicleTexts.overdue('浙A·10005', '年检', dayFromNow(-1)),
    );
  });
});

describe('trip', () => {
  it('a vehicle trip starts once, with a vehicle that is present, and cannot be cancelled once started', async () => {
    const tool = await car('浙A·10011');
    const [first, second] = [
      await planned(draft(freshDay(), '08:00', '17:00', { vehicle: tool })),
      await planned(draft(freshDay(), '08:00', '17:00', { vehicle: tool })),
    ];
    const depart = (id: number, version: number) =>
      request('PUT', 'vehiclePlan/depart', { id, version, mileage: '100' });
    expect((await depart(first.id, 1)).status).toBe(200);
    const plans = () =>
      server.database.orm
        .select()
        .from(vehiclePlanTable)
        .where(eq(vehiclePlanTable.vehicle, tool))
        .orderBy(vehiclePlanTable.id);
    const before = await plans();
    for (const [answer, message] of [
      [await depart(first.id, 2), vehicleTexts.notPlanned],
      [
        await request('PUT', 'vehiclePlan/cancel', { id: first.id, version: 2, reason: '企业停产' }),
        vehicleTexts.notPlanned,
      ],
      [await depart(second.id, 1), vehicleTexts.alreadyOut('浙A·10011', String(first.planNo))],
    ] as const)
      expect([answer.status, answer.body.message]).toEqual([409, message]);
    expect(await plans()).toEqual(before);
  });
});

describe('mistyped mileage', () => {
  it('a mistyped mileage with an impossible distance is refused, and can be corrected by the person whom it blocks', async () => {
    const tool = await car('浙A·10006', { firstMileage: '12000' });
    const row = await planned(draft(freshDay(), '08:00', '17:00', { vehicle: tool }));
    const ask = (verb: string, version: number, body: Readonly<Record<string, unknown>>) =>
      request('PUT', `vehiclePlan/${verb}`, { id: row.id, version, ...body });
    expect((await ask('depart', 1, { mileage: '112000' })).body.message).toBe(
      vehicleTexts.mileageJump('12000', '100000'),
    );
    expect((await ask('depart', 1, { mileage: '12900' })).status).toBe(200);
    // It was 12090.
    expect((await ask('comeBack', 2, { mileage: '12150' })).body.errors).toEqual([
      { field: 'mileage', message: vehicleTexts.mileageBeforeStart('12900') },
    ]);
    expect((await ask('comeBack', 2, { mileage: '12150', startMileage: '11999' })).body.errors).toEqual([
      { field: 'startMileage', message: vehicleTexts.mileageBack('12000') },
    ]);
    expect((await ask('comeBack', 2, { mileage: '12150', startMileage: '12090' })).body.message).toBe(
      vehicleTexts.cameBack(String(row.planNo), '60'),
    );
    // The vehicle's own mileage is corrected in the register.
    const register = await server.ask<AnyRow>('GET', `api/vehicle/${tool}`, { token: tokens.one as string });
    expect(register.body.mileage).toBe('12150');
    expect(
      (await request('PUT', 'vehicle/edit', { id: tool, version: register.body.version, mileage: '12140.5' })).status,
    ).toBe(200);
    const next = await planned(draft(freshDay(), '08:00', '17:00', { vehicle: tool }));
    expect((await request('PUT', 'vehiclePlan/depart', { id: next.id, version: 1, mileage: '12141' })).status).toBe(
      200,
    );
  });
});

describe('attachment of a trip', () => {
  it('an attachment can be added to a vehicle trip during and after it, and not to a cancelled one', async () => {
    const row = await planned(draft(freshDay(), '08:00', '17:00', { vehicle: await car('浙A·10007') }));
    const ask = (verb: string, version: number, body: Readonly<Record<string, unknown>>, who = 'one') =>
      request('PUT', `vehiclePlan/${verb}`, { id: row.id, version, ...body }, who);
    expect((await ask('depart', 1, { mileage: '100' })).status).toBe(200);
    const sent = await sendForm<Answer<{ id: string }>>(server, 'api/file/upload', {
      token: tokens.one as string,
      name: '通行费.txt',
      content: new TextEncoder().encode('通行费 35元'),
      fields: { fileClass: 'document' },
    });
    const ticket = sent.body.body?.id;
    expect(ticket).toBeTruthy();
    expect((await ask('attach', 2, { attachment: ticket }, 'viewer')).status).toBe(403);
    expect((await ask('attach', 2, { attachment: ticket }, 'stranger')).status).toBe(404);
    expect((await ask('attach', 2, { attachment: '00000000-0000-4000-8000-000000000000' })).status).toBe(404);
    expect((await ask('attach', 2, { attachment: ticket })).body.message).toBe(
      vehicleTexts.attached(String(row.planNo)),
    );
    expect(
      (await server.ask<AnyRow>('GET', `api/vehiclePlan/${row.id}`, { token: tokens.one as string })).body,
    ).toMatchObject({ state: 'out', attachment: ticket });
    expect((await ask('comeBack', 3, { mileage: '160' })).status).toBe(200);
    expect((await ask('attach', 4, { attachment: null })).body.message).toBe(vehicleTexts.attached(String(row.planNo)));
    expect(
      (await server.ask<AnyRow>('GET', `api/vehiclePlan/${row.id}`, { token: tokens.one as string })).body,
    ).toMatchObject({ state: 'done', attachment: null });
    const off = await planned(draft(freshDay(), '08:00', '17:00', { vehicle: await car('浙A·10008') }));
    expect((await request('PUT', 'vehiclePlan/cancel', { id: off.id, version: 1, reason: '客户改期' })).status).toBe(
      200,
    );
    expect(
      (await request('PUT', 'vehiclePlan/attach', { id: off.id, version: 2, attachment: ticket })).body.message,
    ).toBe(vehicleTexts.attachCancelled);
  });
});

describe('dispatch sheet', () => {
  it('the dispatch sheet of a vehicle is printed as PDF with an audit line, and not for another organization', async () => {
    const project = await field.project('sampling');
    const tool = await field.instrument({ eqpName: '大气采样器' });
    const day = freshDay();
    const row = await planned(
      draft(day, '08:00', '12:30', {
        people: [people.two],
        instruments: [tool.id],
        project: project.id,
        purpose: '现场采样',
      }),
    );
    const path = `api/vehiclePlan/paper/${row.id}/pdf`;
    expect((await server.ask('GET', path, { token: tokens.stranger as string })).status).toBe(404);
    const response = await server.app.request(`/${path}`, { headers: { authorization: `Bearer ${tokens.viewer}` } });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const name = decodeURIComponent(response.headers.get('content-disposition')?.split("UTF-8''")[1] ?? '');
    expect(name).toBe(`派车单-${String(row.planNo)}.pdf`);
    const pages = await pdfPages(new Uint8Array(await response.arrayBuffer()));
    expect(pages).toHaveLength(1);
    for (const words of [
      '甲检测中心',
      '派车单',
      String(row.planNo),
      '浙A·10001',
      `${day} 08:00`,
      `${day} 12:30`,
      '余杭区',
      '现场采样',
      tool.eqpNo,
      project.code,
      '出车里程(km)',
      '驾驶人：',
    ])
      expect(pages[0]?.text, words).toContain(unspaced(words));
    const trail = await server.database.orm
      .select({ title: auditLogTable.title })
      .from(auditLogTable)
      .where(
        and(
          eq(auditLogTable.action, 'download'),
          eq(auditLogTable.entity, 'vehiclePlan'),
          eq(auditLogTable.entityId, row.id),
        ),
      );
    expect(trail).toEqual([{ title: name }]);
  });
});

describe('board of vehicle trips', () => {
  it('the board of vehicle trips shows conflicts: vehicles, people and instruments that are elsewhere', async () => {
    const day = freshDay();
    const project = await field.project('sampling');
    const sampled = await field.day(project.id, day);
    await server.database.orm
      .insert(samplingDayCollectorsTable)
      .values({ ownerId: sampled, targetId: people.three as number });
    const tool = await field.instrument({ eqpName: '大气采样器', calibrationDue: dayFromNow(5) });
    const row = await planned(draft(day, '08:00', '12:00', { people: [people.two], instruments: [tool.id] }));
    const { body, status } = await server.ask<TripFacts & { rows: AnyRow[] }>(
      'GET',
      `api/vehiclePlan/board?from=${day}&to=${day}`,
      { token: tokens.viewer as string },
    );
    expect(status).toBe(200);
    const stored = body.trips.find(({ id }) => id === row.id) as Trip;
    expect(tripConflicts(stored, body).map(({ kind, blocking }) => [kind, blocking])).toEqual([['due', false]]);
    const second: Trip = { ...stored, id: 0, planNo: '', people: [people.two as number, people.three as number] };
    expect(
      tripConflicts(second, { ...body, people: { ...body.people, [String(people.three)]: 'three' } }).map(
        ({ message }) => message,
      ),
    ).toEqual([
      vehicleTexts.conflict.vehicle('浙A·10001', String(row.planNo), `${day.slice(5)} 08:00至12:00`),
      vehicleTexts.conflict.person('two', String(row.planNo), `${day.slice(5)} 08:00至12:00`),
      vehicleTexts.conflict.personDay('three', project.code, day),
      vehicleTexts.conflict.instrument(`${tool.eqpNo} 大气采样器`, String(row.planNo), `${day.slice(5)} 08:00至12:00`),
      vehicleTexts.conflict.calibration(`${tool.eqpNo} 大气采样器`, dayFromNow(5)),
    ]);
    // The work of its own project is its purpose; another day and another vehicle conflict with nothing.
    expect(
      tripConflicts(
        {
          ...second,
          project: project.id,
          people: [people.three as number],
          instruments: [],
          vehicle: cars.b as number,
        },
        body,
      ),
    ).toEqual([]);
    expect(tripConflicts(movedTrip({ ...second, instruments: [] }, 1, cars.b), body)).toEqual([]);
    expect(
      (
        await server.ask('GET', `api/vehiclePlan/board?from=${day}&to=${dayFromNow(200)}`, {
          token: tokens.viewer as string,
        })
      ).status,
    ).toBe(400);
    const foreign = await server.ask<TripFacts>('GET', `api/vehiclePlan/board?from=${day}&to=${day}`, {
      token: tokens.stranger as string,
    });
    expect([foreign.body.trips, foreign.body.vehicles, foreign.body.engagements]).toEqual([[], [], []]);
    expect(
      await server.database.orm.select().from(vehiclePlanTable).where(eq(vehiclePlanTable.id, row.id)),
    ).toHaveLength(1);
  });
});
