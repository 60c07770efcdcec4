import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type {
  AnalystCandidate,
  AuthorisationMatrix,
  TaskPile,
  TaskSeen,
} from '@contract/features/laboratory/tasks/labTasks';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import { accreditationTexts } from '@contract/features/library/accreditationScope';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import {
  accreditedItemTable,
  auditLogTable,
  labMethodItemTable,
  labMethodTable,
  labTaskTable,
  methodAuthorisationTable,
  projectTable,
  sampleSiteHazardAlongWithTable,
  sampleSiteHazardTable,
  sampleTable,
  userTable,
} from '@server/db/schema';
import { asStored } from '../support/asStored';
import { dayFromNow, type FieldRows, fieldRowsOf } from '../support/fieldRows';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';
import { toldOf } from '../support/told';

let server: TestServer;
let field: FieldRows;
let organizationId: number;
let [giver, keeper, analyst, head, stranger] = ['', '', '', '', ''];
let people: Record<'analyst' | 'second' | 'clerk' | 'stranger', number>;
let hazards: Record<'benzene' | 'toluene' | 'noise', number>;
let methods: Record<'benzenes' | 'toluene' | 'meter' | 'foreign', number>;

const [benzenes, forToluene] = ['苯系物 溶剂解吸-气相色谱法', '甲苯 气相色谱法'];

beforeAll(async () => {
  // Noon in the organizations' zone, so that no day ends while the tests run.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${dayFromNow(0)}T12:00:00+08:00`), shouldAdvanceTime: true });
  server = await testServer();
  const {
    rows,
    database: { orm },
  } = server;
  organizationId = await rows.organization({ name: '甲检测中心' });
  const away = await rows.organization({ name: '乙检测中心' });
  field = fieldRowsOf(server, organizationId);
  const keeping = [
    'handOver:list',
    'handOver:receive',
    'labTask:list',
    'labTask:distribute',
    'labTask:giveBack',
    'sample:list',
    'sample:void',
    'methodAuthorisation:list',
  ];
  const [keep, test, lead] = [
    await rows.role({ permissions: keeping }),
    await rows.role({ permissions: ['labTask:list', 'labTask:giveBack', 'labSheet:add', 'labSheet:list'] }),
    await rows.role({
      permissions: [
        'user:list',
        'methodAuthorisation:list',
        'methodAuthorisation:add',
        'methodAuthorisation:edit',
        'methodAuthorisation:del',
        'labMethod:list',
        'labMethod:edit',
      ],
    }),
  ];
  await rows.user({
    userName: 'giver',
    organizationId,
    roles: [await rows.role({ permissions: ['handOver:list', 'handOver:add', 'handOver:submit'] })],
  });
  await rows.user({ userName: 'keeper', nickName: '沈月红', organizationId, roles: [keep] });
  await rows.user({ userName: 'head', nickName: '戴宏远', organizationId, roles: [lead] });
  people = {
    analyst: await rows.user({ userName: 'analyst', nickName: '林思远', organizationId, roles: [test] }),
    second: await rows.user({ userName: 'second', nickName: '何雨桐', organizationId, roles: [test] }),
    clerk: await rows.user({
      userName: 'clerk',
      nickName: '许佳敏',
      organizationId,
      roles: [await rows.role({ permissions: ['sample:list'] })],
    }),
    stranger: await rows.user({ userName: 'stranger', nickName: '外人', organizationId: away, roles: [keep, lead] }),
  };
  [giver, keeper, analyst, head, stranger] = (await Promise.all(
    ['giver', 'keeper', 'analyst', 'head', 'stranger'].map((name) => server.login(name)),
  )) as [string, string, string, string, string];
  hazards = {
    benzene: await field.hazard('苯'),
    toluene: await field.hazard('甲苯'),
    noise: await field.hazard('噪声', { category: 'physical' }),
  };
  methods = {
    benzenes: await field.method(benzenes, 7),
    toluene: await field.method(forToluene, 14),
    meter: await field.method('声级计法', null, { methodKind: 'genericTest', resultRoute: 'onSite' }),
    foreign: await fieldRowsOf(server, away).method('别人的方法', 3),
  };
  const item = (method: number, hazard: number) => ({ method, hazard, dataCertainty: 'sure', organizationId });
  await orm
    .insert(labMethodItemTable)
    .values([
      item(methods.benzenes, hazards.benzene),
      item(methods.toluene, hazards.toluene),
      item(methods.meter, hazards.noise),
    ]);
});
afterAll(async () => {
  vi.useRealTimers();
  await server.close();
});

type Reply = Answer<AnyRow> & ErrorBody;
const put = (path: string, body: object, token = keeper) => server.ask<Reply>('PUT', `api/${path}`, { token, body });
const distribute = (body: object, token = keeper) => put('labTask/distribute', body, token);
const tasksOf = (project: number) =>
  server.database.orm
    .select()
    .from(labTaskTable)
    .where(eq(labTaskTable.project, project))
    .orderBy(labTaskTable.sampleNo, labTaskTable.hazard);
const samplesOf = (project: number) =>
  server.database.orm.select().from(sampleTable).where(eq(sampleTable.project, project)).orderBy(sampleTable.sampleNo);
const statesOf = async (project: number) => (await samplesOf(project)).map(({ state }) => state);
const get = async <T>(path: string, token = keeper) => (await server.ask<T>('GET', `api/${path}`, { token })).body;

async function authorise(persons: readonly number[], of: readonly number[], [from, until] = [-100, 100]) {
  await server.database.orm
    .delete(methodAuthorisationTable)
    .where(inArray(methodAuthorisationTable.person, [...persons]));
  const answer = await put(
    'methodAuthorisation/grant',
    { persons, methods: of, validFrom: dayFromNow(from), validUntil: dayFromNow(until) },
    head,
  );
  expect(answer.status, answer.text).toBe(200);
}

interface Given {
  readonly samples?: number;
  readonly hazard?: number;
  readonly method?: number | null;
  readonly along?: readonly number[];
  readonly dueOn?: string | null;
}

/** Creates a project whose samples and blank were sent and received by the product's own calls. */
async function received({
  samples = 2,
  hazard = hazards.benzene,
  method = methods.benzenes,
  along = [],
  dueOn = dayFromNow(20),
}: Given = {}) {
  const { orm } = server.database;
  const project = await field.project('handOver');
  await orm.update(projectTable).set({ dueOn }).where(eq(projectTable.id, project.id));
  const day = await field.day(project.id, dayFromNow(-1));
  const [row] = await orm
    .insert(sampleSiteHazardTable)
    .values({
      project: project.id,
      place: '喷漆岗',
      hazard,
      method,
      mode: 'area',
      period: 'short',
      points: 1,
      samplesPerDay: samples,
      days: 1,
      blanks: 1,
      organizationId,
    })
    .returning({ id: sampleSiteHazardTable.id });
  const planRow = row?.id ?? 0;
  if (along.length)
    await orm
      .insert(sampleSiteHazardAlongWithTable)
      .values(along.map((targetId, position) => ({ ownerId: planRow, targetId, position })));
  for (let index = 1; index <= samples + 1; index += 1) {
    const blank = index > samples;
    await field.sample({
      project: project.id,
      hazard,
      method,
      samplingDay: day,
      sampleSiteHazardId: planRow,
      sampleNo: `${project.code}-B1-${blank ? 'K1' : `010${index}`}`,
      sampleKind: blank ? 'blank' : 'sample',
      startTime: new Date(`${dayFromNow(-1)}T09:00:00+08:00`),
    });
  }
  const sheet = (await server.ask<Reply>('POST', 'api/handOver/add', { token: giver, body: { project: project.id } }))
    .body.body as AnyRow;
  const move = async (key: string, token: string) => {
    const answer = await put('handOver/move', { id: sheet.id, move: key, password: testPassword }, token);
    expect(answer.status, answer.text).toBe(200);
  };
  await move('submit', giver);
  for (const { sampleNo } of await samplesOf(project.id)) await put('handOver/count', { id: sheet.id, code: sampleNo });
  await move('receive', keeper);
  return {
    project: project.id,
    code: project.code,
    planRow,
    tasks: await tasksOf(project.id),
    samples: await samplesOf(project.id),
  };
}
const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);

describe('reception of samples', () => {
  it('receiving samples creates one test task for each sample, blank and tested hazard, with a method that measures it', async () => {
    const { tasks, samples } = await received({ along: [hazards.toluene] });
    expect(
      tasks.map(({ sampleNo, sampleKind, hazardName, method, methodKind, state, keepUntil, dueOn, variant }) => [
        sampleNo.slice(-2),
        sampleKind,
        hazardName,
        method,
        methodKind,
        state,
        keepUntil,
        dueOn,
        variant,
      ]),
    ).toEqual(
      ['01', '02', 'K1'].flatMap((no) =>
        (['苯', '甲苯'] as const).map((name) => [
          no,
          no === 'K1' ? 'blank' : 'sample',
          name,
          name === '苯' ? methods.benzenes : methods.toluene,
          'gasChromatography',
          'waiting',
          dayFromNow(6),
          dayFromNow(15),
          'ordinary',
        ]),
      ),
    );
    expect(samples.map(({ state }) => state)).toEqual(['received', 'received', 'received']);
    const { body } = await server.ask<Page<AnyRow>>('GET', `api/labTask/${tasks[0]?.id}`, { token: keeper });
    expect(body).toMatchObject({ projectName: expect.any(String), methodName: benzenes });
  });

  it('received samples get their last day of storage once the library has a storage time; a day entered by a person stays', async () => {
    const method = await field.method('苯的另一种方法', null);
    const { project, tasks, samples } = await received({ method });
    expect(tasks.map(({ keepUntil }) => keepUntil)).toEqual([null, null, null]);
    const { orm } = server.database;
    const [signed] = samples;
    await orm
      .update(sampleTable)
      .set({ keepUntil: dayFromNow(9) })
      .where(eq(sampleTable.id, Number(signed?.id)));
    const answer = await put('labMethod/edit', { id: method, version: 1, storageDays: 0 }, head);
    expect(answer.status, answer.text).toBe(200);
    expect((await samplesOf(project)).map(({ keepUntil }) => keepUntil)).toEqual([
      dayFromNow(9),
      dayFromNow(-1),
      dayFromNow(-1),
    ]);
    expect((await tasksOf(project)).map(({ keepUntil }) => keepUntil)).toEqual([null, dayFromNow(-1), dayFromNow(-1)]);
    expect((await get<TaskPile[]>(`labTask/piles?project=${project}`))[0]).toMatchObject({
      keepUntil: dayFromNow(-1),
      overdue: 2,
    });
    expect((await put('labMethod/edit', { id: method, version: 2, storageDays: 30 }, head)).status).toBe(200);
    expect((await samplesOf(project)).map(({ keepUntil }) => keepUntil)).toEqual([
      dayFromNow(9),
      dayFromNow(29),
      dayFromNow(29),
    ]);
    expect((await tasksOf(project)).map(({ keepUntil }) => keepUntil)).toEqual([null, dayFromNow(29), dayFromNow(29)]);
  });

  it('receiving samples creates tasks for direct readings, and leaves the method empty if the library has none', async () => {
    const noise = await received({ hazard: hazards.noise, method: methods.meter, dueOn: null });
    expect(noise.tasks.map(({ methodKind, dueOn }) => [methodKind, dueOn])).toEqual(
      [1, 2, 3].map(() => ['genericTest', null]),
    );
    const unknown = await field.hazard('新因素');
    const open = await received({ hazard: unknown, method: null, samples: 1 });
    expect(open.tasks.map(({ method, methodKind }) => [method, methodKind])).toEqual([
      [null, null],
      [null, null],
    ]);
    await authorise([people.analyst], [methods.benzenes]);
    const answer = await distribute({ downloadBy: people.analyst, ids: idsOf(open.tasks) });
    expect([answer.status, answer.body.message]).toEqual([
      409,
      labTaskTexts.noMethod(open.samples[0]?.sampleNo ?? '', '新因素'),
    ]);
  });
});

describe('authorisation', () => {
  it('the authorisation for a method exists once per person and method, is set in bulk and withdrawn, each with an audit line', async () => {
    await authorise([people.analyst, people.second], [methods.benzenes, methods.toluene]);
    const matrix = await get<AuthorisationMatrix>('methodAuthorisation/matrix', head);
    expect(matrix.cells).toHaveLength(4);
    expect(matrix.persons.map(({ analyst: tests }) => tests)).toEqual([true, true, false, false, false, false]);
    expect(
      matrix.persons
        .slice(0, 2)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['何雨桐', '林思远']);
    expect(matrix.methods.map(({ title }) => title)).toEqual(expect.arrayContaining([benzenes, forToluene]));
    expect(matrix.methods.map(({ title }) => title)).not.toContain('别人的方法');
    const again = await put(
      'methodAuthorisation/grant',
      {
        persons: [people.second],
        methods: [methods.toluene],
        validFrom: dayFromNow(0),
        validUntil: dayFromNow(10),
        certificateNo: 'SG-07',
      },
      head,
    );
    expect(again.body.message).toBe(labTaskTexts.granted(1));
    const cells = (await get<AuthorisationMatrix>('methodAuthorisation/matrix', head)).cells;
    expect(cells).toHaveLength(4);
    const changed = cells.find(({ certificateNo }) => certificateNo === 'SG-07');
    expect(changed).toMatchObject({
      person: people.second,
      method: methods.toluene,
      validUntil: dayFromNow(10),
      version: 2,
    });
    const twice = await server.ask<Reply>('POST', 'api/methodAuthorisation/add', {
      token: head,
      body: { person: people.second, method: methods.toluene, validFrom: dayFromNow(0), validUntil: dayFromNow(1) },
    });
    expect([twice.status, twice.body.message]).toEqual([409, labTaskTexts.alreadyAuthorised('何雨桐', forToluene)]);
    expect(
      (await server.ask('DELETE', 'api/methodAuthorisation/delete', { token: head, body: [changed?.id] })).status,
    ).toBe(200);
    expect((await get<AuthorisationMatrix>('methodAuthorisation/matrix', head)).cells).toHaveLength(3);
    const trail = await server.database.orm
      .select({ action: auditLogTable.action, title: auditLogTable.title })
      .from(auditLogTable)
      .where(and(eq(auditLogTable.entity, 'methodAuthorisation'), eq(auditLogTable.entityId, changed?.id ?? 0)))
      .orderBy(auditLogTable.id);
    expect(trail).toEqual(['add', 'edit', 'del'].map((action) => ({ action, title: `何雨桐 ${forToluene}` })));
  });

  it.each([
    [
      'days in the wrong order',
      () => ({
        persons: [people.analyst],
        methods: [methods.benzenes],
        validFrom: dayFromNow(2),
        validUntil: dayFromNow(1),
      }),
      400,
      labTaskTexts.daysInOrder,
    ],
    [
      'nobody',
      () => ({ persons: [], methods: [methods.benzenes], validFrom: dayFromNow(0), validUntil: dayFromNow(1) }),
      400,
      labTaskTexts.noPersons,
    ],
    [
      'a person of another organization',
      () => ({
        persons: [people.analyst, people.stranger],
        methods: [methods.benzenes],
        validFrom: dayFromNow(0),
        validUntil: dayFromNow(1),
      }),
      404,
      '部分人员不存在或已被删除，未做任何修改',
    ],
    [
      'a method of another organization',
      () => ({
        persons: [people.analyst],
        methods: [methods.benzenes, methods.foreign],
        validFrom: dayFromNow(0),
        validUntil: dayFromNow(1),
      }),
      404,
      '部分检测方法不存在或已被删除，未做任何修改',
    ],
  ])('an authorisation for a method of %s is refused, and nothing is written', async (_, body, status, message) => {
    await authorise([people.analyst], [methods.toluene]);
    const answer = await put('methodAuthorisation/grant', body(), head);
    expect([answer.status, answer.body.message]).toEqual([status, message]);
    expect(
      (await get<AuthorisationMatrix>('methodAuthorisation/matrix', head)).cells.filter(
        ({ person }) => person === people.analyst,
      ),
    ).toEqual([expect.objectContaining({ method: methods.toluene, validUntil: dayFromNow(100) })]);
  });

  it('an authorisation for a method set by two simultaneous calls exists once', async () => {
    await server.database.orm
      .delete(methodAuthorisationTable)
      .where(eq(methodAuthorisationTable.person, people.second));
    const body = {
      person: people.second,
      method: methods.benzenes,
      validFrom: dayFromNow(0),
      validUntil: dayFromNow(1),
    };
    const answers = await Promise.all(
      [1, 2].map(() => server.ask<Reply>('POST', 'api/methodAuthorisation/add', { token: head, body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('the list of analysts says who may test by all chosen methods on a day, and why other analysts may not', async () => {
    await authorise([people.analyst], [methods.benzenes, methods.toluene], [-10, 5]);
    await authorise([people.second], [methods.benzenes], [-10, -1]);
    const able = await get<AnalystCandidate[]>(
      `methodAuthorisation/able?methods=${methods.benzenes},${methods.toluene}`,
    );
    expect(able.map(({ name, able: may, why }) => [name, may, why])).toEqual([
      ['林思远', true, []],
      [
        '何雨桐',
        false,
        [
          labTaskTexts.authorisationOver('何雨桐', benzenes, dayFromNow(-1)),
          labTaskTexts.notAuthorised('何雨桐', forToluene),
        ],
      ],
    ]);
    const later = await get<AnalystCandidate[]>(
      `methodAuthorisation/able?methods=${methods.benzenes}&on=${dayFromNow(6)}`,
    );
    expect(later.every(({ able: may }) => !may)).toBe(true);
    expect(await get<AnalystCandidate[]>(`methodAuthorisation/able?methods=${methods.benzenes}`, stranger)).toEqual([]);
    expect(
      (await server.ask<ErrorBody>('GET', 'api/methodAuthorisation/able?methods=x', { token: keeper })).body.message,
    ).toBe('参数methods应为检测方法编号');
  });
});

describe('distribution', () => {
  it('distributing tasks gives them to an authorised analyst; samples move with their first task, and the analyst finds them', async () => {
    await authorise([people.analyst], [methods.benzenes, methods.toluene]);
    const { project, tasks } = await received({ along: [hazards.toluene] });
    const benzene = tasks.filter(({ hazard }) => hazard === hazards.benzene);
    const answer = await distribute({ downloadBy: people.analyst, ids: idsOf(benzene) });
    expect([answer.status, answer.body.message]).toEqual([200, labTaskTexts.distributed(3, '林思远')]);
    expect((await tasksOf(project)).map(({ state, analyst: who }) => [state, who])).toEqual(
      [1, 2, 3].flatMap(() => [
        ['distributed', people.analyst],
        ['waiting', null],
      ]),
    );
    expect(await statesOf(project)).toEqual(['distributed', 'distributed', 'distributed']);
    const mine = await get<TaskPile[]>(`labTask/piles?mine=1&project=${project}`, analyst);
    expect(mine).toEqual([
      expect.objectContaining({
        hazardName: '苯',
        methodTitle: benzenes,
        distributed: 3,
        waiting: 0,
        testing: 0,
        blanks: 1,
        overdue: 0,
        keepUntil: dayFromNow(6),
        dueOn: dayFromNow(15),
        analysts: [{ id: people.analyst, name: '林思远' }],
      }),
    ]);
    const seen = await get<TaskSeen[]>(`labTask/tasks?ids=${idsOf(benzene).join()}`);
    expect(seen[0]).toMatchObject({
      state: 'distributed',
      analystName: '林思远',
      distributedByName: '沈月红',
      distributedAt: expect.any(String),
      storage: '常温密封',
    });
    expect(await get<TaskPile[]>(`labTask/piles?project=${project}`, stranger)).toEqual([]);
    const timeline = await server.ask<Page<AnyRow>>('GET', `api/auditLog/of/labTask/${benzene[0]?.id}`, {
      token: keeper,
    });
    expect(timeline.body.content[0]).toMatchObject({
      action: 'status',
      before: { state: 'waiting' },
      after: { state: 'distributed' },
      userName: '沈月红（keeper）',
    });
  });

  it('the distribution call reads {sampleId, sampleSiteHazardId} as one sample under one plan row, from everybody who may see the row', async () => {
    await authorise([people.analyst, people.second], [methods.benzenes]);
    const { project, planRow, samples } = await received({ samples: 3 });
    const [a, b, c] = samples as [AnyRow, AnyRow, AnyRow] & typeof samples;
    const nobody = await distribute({ sampleId: a.id, sampleSiteHazardId: planRow });
    expect([nobody.status, nobody.body.message]).toEqual([400, labTaskTexts.personNeeded]);
    expect((await distribute({ sampleId: a.id, sampleSiteHazardId: planRow, downloadBy: people.second })).status).toBe(
      200,
    );
    expect((await distribute({ sampleId: b.id, sampleSiteHazardId: planRow })).body.message).toBe(
      labTaskTexts.distributed(1, '何雨桐'),
    );
    expect((await distribute({ sampleId: c.id, sampleSiteHazardId: planRow, downloadBy: people.analyst })).status).toBe(
      200,
    );
    expect((await tasksOf(project)).map(({ analyst: who }) => who)).toEqual([
      people.second,
      people.second,
      people.analyst,
      null,
    ]);
    const again = await distribute({ sampleId: a.id, sampleSiteHazardId: planRow });
    expect([again.status, again.body.message]).toEqual([404, labTaskTexts.noTaskOfRow]);
    expect((await distribute({ sampleId: samples[3]?.id, sampleSiteHazardId: planRow })).body.message).toBe(
      labTaskTexts.personNeeded,
    );
  });

  it.each([
    ['an analyst without authorisation', () => people.second, labTaskTexts.notAuthorised('何雨桐', benzenes), 409],
    [
      'one whose authorisation is over',
      async () => (await authorise([people.second], [methods.benzenes], [-9, -1]), people.second),
      labTaskTexts.authorisationOver('何雨桐', benzenes, dayFromNow(-1)),
      409,
    ],
    [
      'one whose authorisation begins tomorrow',
      async () => (await authorise([people.second], [methods.benzenes], [1, 9]), people.second),
      labTaskTexts.notYetAuthorised('何雨桐', benzenes, dayFromNow(1)),
      409,
    ],
    [
      'somebody who tests nothing',
      async () => (await authorise([people.clerk], [methods.benzenes]), people.clerk),
      labTaskTexts.mayNotTest('许佳敏'),
      409,
    ],
    ['somebody of another organization', () => people.stranger, labTaskTexts.personGone, 404],
  ])('distributing tasks is refused for %s, and changes nothing', async (_, whom, message, status) => {
    await server.database.orm
      .delete(methodAuthorisationTable)
      .where(eq(methodAuthorisationTable.person, people.second));
    const { project, tasks } = await received();
    const answer = await distribute({ downloadBy: await whom(), ids: idsOf(tasks) });
    expect([answer.status, answer.body.message]).toEqual([status, message]);
    expect((await tasksOf(project)).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
    expect(await statesOf(project)).toEqual(['received', 'received', 'received']);
  });

  it('distributing tasks is refused as a whole for a task of another organization, a voided sample, or without the permission', async () => {
    await authorise([people.analyst], [methods.benzenes]);
    const { project, tasks, samples } = await received();
    const ids = idsOf(tasks);
    const [theirs] = await server.database.orm
      .insert(labTaskTable)
      .values({
        ...(tasks[0] as (typeof tasks)[number]),
        id: undefined,
        organizationId: await server.rows.organization(),
      })
      .returning({ id: labTaskTable.id });
    const foreign = await distribute({ downloadBy: people.analyst, ids: [...ids, theirs?.id] });
    expect([foreign.status, foreign.body.message]).toEqual([404, labTaskTexts.gone]);
    await server.database.orm.delete(labTaskTable).where(eq(labTaskTable.id, theirs?.id ?? 0));
    expect((await distribute({ downloadBy: people.analyst, ids }, stranger)).body.message).toBe(labTaskTexts.gone);
    expect((await distribute({ downloadBy: people.analyst, ids }, analyst)).status).toBe(403);
    expect((await distribute({ downloadBy: people.analyst })).status).toBe(400);
    const voided = await put('sampleAdjustment/void', {
      rows: await asStored(server, sampleTable, [samples[0]?.id]),
      reason: '样品管破裂',
    });
    expect(voided.status, voided.text).toBe(200);
    expect((await tasksOf(project)).map(({ state, stateReason }) => [state, stateReason])).toEqual([
      ['voided', '样品管破裂'],
      ['waiting', null],
      ['waiting', null],
    ]);
    const gone = await distribute({ downloadBy: people.analyst, ids });
    expect([gone.status, gone.body.message]).toEqual([409, labTaskTexts.sampleVoided(samples[0]?.sampleNo ?? '')]);
    expect(await statesOf(project)).toEqual(['voided', 'received', 'received']);
  });

  it('distributing tasks is refused for a method no longer in force, and for a task that is not waiting', async () => {
    const { orm } = server.database;
    const ended = await field.method('苯的停用方法', 7);
    await orm
      .insert(labMethodItemTable)
      .values({ method: ended, hazard: hazards.benzene, dataCertainty: 'sure', organizationId });
    await authorise([people.analyst], [ended]);
    const { project, tasks } = await received({ method: ended });
    const refused = async () => {
      const { status, body } = await distribute({ downloadBy: people.analyst, ids: idsOf(tasks) });
      expect([status, (await tasksOf(project)).map(({ analyst: who }) => who)]).toEqual([409, [null, null, null]]);
      return body.message;
    };
    await orm
      .update(labMethodTable)
      .set({ validUntil: dayFromNow(-1) })
      .where(eq(labMethodTable.id, ended));
    expect(await refused()).toBe(labTaskTexts.methodGone('苯的停用方法'));
    await orm.update(labMethodTable).set({ validUntil: null }).where(eq(labMethodTable.id, ended));
    await orm
      .update(labTaskTable)
      .set({ state: 'voided' })
      .where(eq(labTaskTable.id, tasks[1]?.id ?? 0));
    expect(await refused()).toBe(labTaskTexts.notWaiting(String(tasks[1]?.sampleNo), '苯', '已作废'));
  });

  it('distributing tasks is refused if the accreditation ended, and says what is outside the scope', async () => {
    const { orm } = server.database;
    await authorise([people.analyst], [methods.benzenes]);
    const { project, tasks } = await received();
    const standardNo = 'GBZ/T 300.66-2017';
    const [row] = await orm
      .insert(accreditedItemTable)
      .values({
        organizationId,
        item: '苯',
        hazard: hazards.benzene,
        basis: standardNo,
        standardNo,
        validUntil: dayFromNow(-1),
      })
      .returning({ id: accreditedItemTable.id });
    const ids = idsOf(tasks);
    const scopes = async () => (await get<TaskSeen[]>(`labTask/tasks?project=${project}`)).map(({ scope }) => scope);
    expect(await scopes()).toEqual(['ended', 'ended', 'ended']);
    const refused = await distribute({ downloadBy: people.analyst, ids });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      accreditationTexts.ended('苯', standardNo, dayFromNow(-1)),
    ]);
    expect((await tasksOf(project)).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
    const own = eq(accreditedItemTable.id, row?.id ?? 0);
    await orm.update(accreditedItemTable).set({ hazard: hazards.toluene }).where(own);
    expect(await scopes()).toEqual(['outside', 'outside', 'outside']);
    expect((await distribute({ downloadBy: people.analyst, ids: ids.slice(0, 1) })).body.message).toBe(
      `${labTaskTexts.distributed(1, '林思远')}${accreditationTexts.distributed([`苯（${standardNo}）`])}`,
    );
    await orm.update(accreditedItemTable).set({ hazard: hazards.benzene, validUntil: null }).where(own);
    expect(await scopes()).toEqual(['inside', 'inside', 'inside']);
    expect((await distribute({ downloadBy: people.analyst, ids: ids.slice(1) })).body.message).toBe(
      labTaskTexts.distributed(2, '林思远'),
    );
    await orm.delete(accreditedItemTable).where(own);
    expect(await scopes()).toEqual([null, null, null]);
  });

  it('a task distributed by two people at once goes to one analyst, and the other person’s refusal names the analyst', async () => {
    await authorise([people.analyst, people.second], [methods.benzenes]);
    const { project, tasks } = await received();
    const ids = idsOf(tasks);
    const answers = await Promise.all(
      [people.analyst, people.second].map((downloadBy) => distribute({ downloadBy, ids })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const holder = new Set((await tasksOf(project)).map(({ analyst: who }) => who));
    expect(holder.size).toBe(1);
    const name = holder.has(people.analyst) ? '林思远' : '何雨桐';
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      labTaskTexts.heldByOther(tasks[0]?.sampleNo ?? '', '苯', name),
    );
  });

  it('a task’s method can be changed before distribution to one that measures the hazard, and its due date until it is done', async () => {
    await authorise([people.analyst], [methods.benzenes]);
    const { project, tasks } = await received();
    const ids = idsOf(tasks);
    const wrong = await put('labTask/arrange', {
      rows: await asStored(server, labTaskTable, ids),
      method: methods.toluene,
    });
    expect([wrong.status, wrong.body.message]).toEqual([409, labTaskTexts.notMeasured(forToluene, '苯')]);
    expect(
      (await put('labTask/arrange', { rows: await asStored(server, labTaskTable, ids), method: methods.foreign }))
        .status,
    ).toBe(409);
    expect((await put('labTask/arrange', { rows: await asStored(server, labTaskTable, ids) })).body.message).toBe(
      labTaskTexts.nothingToArrange,
    );
    const other = await field.method(`苯的热解吸-气相色谱法 ${tasks[0]?.id}`, 3);
    await server.database.orm
      .insert(labMethodItemTable)
      .values({ method: other, hazard: hazards.benzene, dataCertainty: 'sure', organizationId });
    expect(
      (
        await put('labTask/arrange', {
          rows: await asStored(server, labTaskTable, [ids[0]]),
          method: other,
          dueOn: dayFromNow(3),
        })
      ).body.message,
    ).toBe(labTaskTexts.arranged(1));
    expect((await tasksOf(project)).map(({ method, dueOn, version }) => [method, dueOn, version])).toEqual([
      [other, dayFromNow(3), 2],
      [methods.benzenes, dayFromNow(15), 1],
      [methods.benzenes, dayFromNow(15), 1],
    ]);
    const lines = await server.database.orm
      .select({ before: auditLogTable.before, after: auditLogTable.after })
      .from(auditLogTable)
      .where(and(eq(auditLogTable.entity, 'labTask'), inArray(auditLogTable.entityId, ids)));
    expect(lines).toContainEqual({
      before: expect.objectContaining({ method: methods.benzenes, dueOn: dayFromNow(15) }),
      after: expect.objectContaining({ method: other, dueOn: dayFromNow(3) }),
    });
    await distribute({ downloadBy: people.analyst, ids: ids.slice(1) });
    const late = await put('labTask/arrange', { rows: await asStored(server, labTaskTable, [ids[1]]), method: other });
    expect([late.status, late.body.message]).toEqual([
      409,
      labTaskTexts.notArranged(tasks[1]?.sampleNo ?? '', '苯', '已分发'),
    ]);
    expect(
      (await put('labTask/arrange', { rows: await asStored(server, labTaskTable, [ids[1]]), dueOn: null })).status,
    ).toBe(200);
  });
});

describe('return of tasks', () => {
  it('the return of tasks is allowed to the keeper and the analyst, with a reason, and makes the sample distributable again', async () => {
    await authorise([people.analyst, people.second], [methods.benzenes]);
    const { project, tasks } = await received();
    const ids = idsOf(tasks);
    await distribute({ downloadBy: people.second, ids });
    const mine = await put(
      'labTask/giveBack',
      { rows: await asStored(server, labTaskTable, ids), reason: '仪器送检' },
      analyst,
    );
    expect([mine.status, mine.body.message]).toEqual([409, labTaskTexts.notYours(tasks[0]?.sampleNo ?? '', '何雨桐')]);
    expect(
      (await put('labTask/giveBack', { rows: await asStored(server, labTaskTable, ids), reason: ' ' })).body.message,
    ).toBe('请填写退回的原因');
    expect(
      (await put('labTask/giveBack', { rows: await asStored(server, labTaskTable, [ids[0]]), reason: '仪器送检' })).body
        .message,
    ).toBe(labTaskTexts.givenBack(1));
    // The analyst is told.
    expect(await toldOf(server, '仪器送检')).toEqual([people.second]);
    expect((await tasksOf(project)).map(({ state, analyst: who, stateReason }) => [state, who, stateReason])).toEqual([
      ['waiting', null, '仪器送检'],
      ['distributed', people.second, null],
      ['distributed', people.second, null],
    ]);
    expect(await statesOf(project)).toEqual(['received', 'distributed', 'distributed']);
    expect((await distribute({ downloadBy: people.analyst, ids: [ids[0]] })).status).toBe(200);
    expect(
      (
        await put(
          'labTask/giveBack',
          { rows: await asStored(server, labTaskTable, [ids[0]]), reason: '样品量不足' },
          analyst,
        )
      ).status,
    ).toBe(200);
    await server.database.orm
      .update(labTaskTable)
      .set({ state: 'testing' })
      .where(eq(labTaskTable.id, ids[1] ?? 0));
    const begun = await put('labTask/giveBack', {
      rows: await asStored(server, labTaskTable, ids.slice(1)),
      reason: '仪器送检',
    });
    expect([begun.status, begun.body.message]).toEqual([
      409,
      labTaskTexts.notGivenBack(tasks[1]?.sampleNo ?? '', '苯', '检测中'),
    ]);
    expect((await tasksOf(project)).map(({ state }) => state)).toEqual(['waiting', 'testing', 'distributed']);
  });
});

it('the authorisation matrix distinguishes two people with the same name', async () => {
  const organizationId = (await server.database.orm.select().from(userTable).where(eq(userTable.id, people.analyst)))[0]
    ?.organizationId as number;
  await server.rows.user({ userName: 'linsiyuan2', nickName: '林思远', organizationId });
  const { persons } = await get<AuthorisationMatrix>('methodAuthorisation/matrix', head);
  expect(persons.map(({ name }) => name).filter((name) => name.startsWith('林思远'))).toEqual([
    '林思远（analyst）',
    '林思远（linsiyuan2）',
  ]);
});
