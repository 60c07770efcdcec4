import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { DutyMatrix } from '@contract/features/laboratory/tasks/labTasks';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import type { Answer, ErrorBody } from '@contract/wire';
import { formatDay } from '@server/base/zone';
import {
  auditLogTable,
  dutyAuthorisationTable,
  hazardTable,
  labMethodTable,
  samplePlanTable,
  sampleSiteHazardTable,
  sampleTable,
  userTable,
} from '@server/db/schema';
import { reportBench } from '../support/reportBench';
import { type TestServer, testServer } from '../support/server';

// Authorisations for sampling and for signing reports, by field.

let server: TestServer;
let bench: Awaited<ReturnType<typeof reportBench>>;
let keeper: string;
let collector: number;
let collecting: string;
let today: string;

const authorise = (person: number, duty: string, more: object = {}) =>
  server.ask<Answer<{ id: number }> & ErrorBody>('POST', 'api/dutyAuthorisation/add', {
    token: keeper,
    body: { person, duty, validFrom: '2020-01-01', validUntil: '2099-12-31', ...more },
  });

beforeAll(async () => {
  server = await testServer();
  bench = await reportBench(server);
  const { rows } = server;
  const role = await rows.role({
    level: 3,
    permissions: [
      'user:list',
      'user:edit',
      ...['list', 'add', 'edit', 'del'].map((action) => `dutyAuthorisation:${action}`),
    ],
  });
  await rows.user({ userName: 'dutyKeeper', organizationId: bench.home, roles: [role] });
  keeper = await server.login('dutyKeeper');
  const field = await rows.role({
    permissions: [
      'sample:list',
      'sample:collect',
      'sample:edit',
      'samplingDay:add',
      'samplingDay:list',
      'project:list',
    ],
  });
  collector = await rows.user({
    userName: 'collector',
    nickName: '陈采样',
    organizationId: bench.home,
    roles: [field],
  });
  collecting = await server.login('collector');
  today = formatDay(server.services.now(), server.services.env.zone);
});
afterAll(() => server.close());

/** Creates a project on site with one planned sample of a chemical, and returns the sample. */
async function planned(): Promise<number> {
  const { orm } = server.database;
  const organizationId = bench.home;
  const belongInspect = await server.rows.inspectUnit({ organizationId });
  const project = await server.rows.project({ organizationId, belongInspect, stage: 'sampling' });
  const [hazard] = await orm
    .insert(hazardTable)
    .values({ name: `苯${project}`, category: 'chemical', dataCertainty: 'sure', organizationId } as never)
    .returning({ id: hazardTable.id });
  const [method] = await orm
    .insert(labMethodTable)
    .values({
      organizationId,
      title: `气相色谱法${project}`,
      standardNo: 'GBZ/T 300.66-2017',
      methodKind: 'gasChromatography',
      status: '1',
      cma: true,
      medium: '活性炭管',
      shortFlow: '0.1',
      shortMinutes: 15,
      dataCertainty: 'sure',
    } as never)
    .returning({ id: labMethodTable.id });
  await orm.insert(samplePlanTable).values({ organizationId, project, state: 'approved', basis: 'GBZ 159', days: 1 });
  await orm.insert(sampleSiteHazardTable).values({
    organizationId,
    project,
    workshop: '喷涂车间',
    hazard: hazard?.id as number,
    method: method?.id as number,
    mode: 'area',
    period: 'short',
    points: 1,
    blanks: 0,
    rowSort: 1,
    siteNo: '1',
    place: '喷漆岗',
    samplesPerDay: 1,
    days: 1,
    hoursPerDay: '7.5',
  });
  const day = await server.ask('POST', 'api/samplingDay/add', {
    token: collecting,
    body: { project, sampledOn: today },
  });
  expect(day.status, day.text).toBe(200);
  const [sample] = await orm.select({ id: sampleTable.id }).from(sampleTable).where(eq(sampleTable.project, project));
  return sample?.id as number;
}

const collect = (id: number) =>
  server.ask<Answer<{ state: string }> & ErrorBody>('PUT', 'api/sample/record', {
    token: collecting,
    body: {
      id,
      values: {
        flowBefore: '0.1000',
        flowAfter: '0.0970',
        startTime: `${today} 00:00:00`,
        endTime: `${today} 00:00:30`,
        temperature: '25.0',
        pressure: '101.30',
      },
    },
  });

describe('authorisation for sampling', () => {
  it('an authorisation for sampling is not required in an organization that has authorised nobody', async () => {
    const { status, body } = await collect(await planned());
    expect([status, body.body?.state]).toEqual([200, 'collected']);
  });

  it('an authorisation for sampling is required of everybody once somebody has one, for the sample’s field and day', async () => {
    const other = await server.rows.user({ organizationId: bench.home });
    expect((await authorise(other, 'sampling')).status).toBe(200);
    const id = await planned();
    const refused = await collect(id);
    expect([refused.status, refused.body.code]).toEqual([409, 'notAuthorised']);
    expect(refused.body.message).toContain('陈采样没有有效的“现场采样”授权');
    const [sampleRow] = await server.database.orm
      .select({ state: sampleTable.state, start: sampleTable.startTime })
      .from(sampleTable)
      .where(eq(sampleTable.id, id));
    expect(sampleRow).toEqual({ state: 'planned', start: null });

    await authorise(collector, 'sampling', { category: 'dust' });
    expect((await collect(id)).body.message).toContain('（化学因素）');
    const past = (await authorise(collector, 'sampling', { category: 'chemical', validUntil: '2020-12-31' })).body.body;
    expect((await collect(id)).status).toBe(409);
    await server.database.orm
      .update(dutyAuthorisationTable)
      .set({ validUntil: '2099-12-31' })
      .where(eq(dutyAuthorisationTable.id, past?.id ?? 0));
    expect((await collect(id)).body.body?.state).toBe('collected');
  });
});

describe('authorisation for signing reports', () => {
  it('signing a report needs authorisations for every field of the report', async () => {
    const { project } = await bench.reporting();
    const { body } = await bench.submit('reporter', project.id, 'report');
    const id = body.body?.id ?? 0;
    await bench.pass(id, 'second');
    const signer = bench.people.approver.id;
    await authorise(signer, 'reportSign', { category: 'radiation' });
    const refused = await bench.move('approver', id, 'sign');
    expect([refused.status, refused.body.code]).toEqual([409, 'notAuthorised']);
    await authorise(signer, 'reportSign');
    expect((await bench.move('approver', id, 'sign')).status).toBe(200);
  });

  it('the title of an authorisation to sign reports ends with its action and field, and it belongs to the person’s organization', async () => {
    const { body } = await authorise(bench.people.approver.id, 'reportSign', { category: 'dust' });
    const [row] = await server.database.orm
      .select({ title: dutyAuthorisationTable.authorisedFor, home: dutyAuthorisationTable.organizationId })
      .from(dutyAuthorisationTable)
      .where(eq(dutyAuthorisationTable.id, body.body?.id ?? 0));
    expect(row?.title).toMatch(/ 报告签发 粉尘$/);
    expect(row?.home).toBe(bench.home);
  });
});

describe('authorising many people at once', () => {
  const grant = (body: object, token = keeper) =>
    server.ask<Answer & ErrorBody>('PUT', 'api/dutyAuthorisation/grant', {
      token,
      body: { validFrom: '2026-01-01', validUntil: '2027-12-31', ...body },
    });
  const rowsOf = (person: number) =>
    server.database.orm.select().from(dutyAuthorisationTable).where(eq(dutyAuthorisationTable.person, person));

  it('granting duties authorises people by field, updates their rows, and changes the validity days of people already authorised', async () => {
    const people = [
      await server.rows.user({ organizationId: bench.home }),
      await server.rows.user({ organizationId: bench.home }),
    ];
    const [first = 0, second = 0] = people;
    await authorise(first, 'sampling', { category: 'dust', certificateNo: 'SG-01' });
    const duties = [
      { duty: 'sampling', category: 'dust' },
      { duty: 'reportSign', category: null },
    ];
    const { status, body } = await grant({ persons: people, duties });
    expect([status, body.message]).toEqual([200, labTaskTexts.granted(4)]);
    const ofFirst = await rowsOf(first);
    expect(ofFirst.map((row) => [row.duty, row.category, row.validUntil, row.certificateNo])).toEqual([
      ['sampling', 'dust', '2027-12-31', 'SG-01'],
      ['reportSign', null, '2027-12-31', null],
    ]);
    expect(await rowsOf(second)).toHaveLength(2);
    expect((await rowsOf(second)).map(({ organizationId }) => organizationId)).toEqual([bench.home, bench.home]);
    const [userRow] = await server.database.orm
      .select({ duties: userTable.duties })
      .from(userTable)
      .where(eq(userTable.id, second));
    expect(userRow?.duties).toBe('现场采样（粉尘）；报告签发');
    const matrix = await server.ask<DutyMatrix>('GET', 'api/dutyAuthorisation/matrix', { token: keeper });
    expect(matrix.body.persons.map(({ id }) => id)).toEqual(expect.arrayContaining(people));
    expect(matrix.body.cells.filter(({ person }) => person === first)).toHaveLength(2);
  });

  it('granting a duty gives the person’s row a new version and an audit line, so that a form opened before cannot withdraw the duty', async () => {
    const person = await server.rows.user({ organizationId: bench.home });
    const { body: opened } = await server.ask<AnyRow>('GET', `api/user/${person}`, { token: keeper });
    const duties = [
      { duty: 'sampling', category: null },
      { duty: 'reportSign', category: null },
    ];
    expect((await grant({ persons: [person], duties })).status).toBe(200);
    const lines = await server.database.orm
      .select({
        before: auditLogTable.before,
        after: auditLogTable.after,
        userName: auditLogTable.userName,
        title: auditLogTable.title,
      })
      .from(auditLogTable)
      .where(and(eq(auditLogTable.entity, 'user'), eq(auditLogTable.entityId, person)));
    expect(lines).toEqual([
      {
        before: { duties: null },
        after: { duties: '现场采样；报告签发' },
        userName: expect.stringContaining('dutyKeeper'),
        title: opened.nickName,
      },
    ]);
    const edited = await server.ask<ErrorBody>('PUT', 'api/user/edit', {
      token: keeper,
      body: { ...opened, phone: '13800000001' },
    });
    expect([edited.status, edited.body.code]).toEqual([409, 'stale']);
    expect((await rowsOf(person)).filter(({ deleteTime }) => deleteTime === null)).toHaveLength(2);
  });

  it('a duty granted by two simultaneous calls exists once', async () => {
    const person = await server.rows.user({ organizationId: bench.home });
    const body = { persons: [person], duties: [{ duty: 'sampling', category: 'physical' }] };
    const answers = await Promise.all([grant(body), grant(body)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await rowsOf(person)).toHaveLength(1);
  });

  it('granting duties is refused as a whole for a person of another organization, an unknown duty or days in the wrong order', async () => {
    const own = await server.rows.user({ organizationId: bench.home });
    const stranger = await server.rows.user({ organizationId: await server.rows.organization() });
    const duties = [{ duty: 'sampling', category: null }];
    expect((await grant({ persons: [own, stranger], duties })).status).toBe(404);
    expect((await grant({ persons: [own], duties: [{ duty: 'cooking', category: null }] })).status).toBe(400);
    expect((await grant({ persons: [own], duties, validUntil: '2025-12-31' })).status).toBe(400);
    expect((await grant({ persons: [own], duties: [] })).status).toBe(400);
    expect((await grant({ persons: [own], duties }, collecting)).status).toBe(403);
    expect(await rowsOf(own)).toEqual([]);
  });
});
