import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { incomingTexts } from '@contract/features/laboratory/incoming/incomingTexts';
import type { IncomingWork } from '@contract/features/laboratory/incoming/incomingWorkWire';
import { storageTexts } from '@contract/features/laboratory/tasks/storageTexts';
import { reviewQuestions } from '@contract/features/projects/entities/contractReview';
import { failures } from '@contract/messages';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { signingTexts } from '@contract/workflow/signatureTexts';
import type { Timeline } from '@contract/workflow/workflowWire';
import { registry } from '@server/app/resources';
import { pinyinOf } from '@server/base/pinyin';
import {
  auditLogTable,
  dictDetailTable,
  dictTable,
  incomingSampleTable,
  labMethodItemTable,
  labTaskTable,
  projectTable,
  sampleAlongWithTable,
  sampleTable,
} from '@server/db/schema';
import { dayFromNow, type FieldRows, fieldRowsOf } from '../support/fieldRows';
import { incomingSampleNumber } from '../support/incomingNumbers';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let field: FieldRows;
let organizationId: number;
const tokens: Record<string, string> = {};
const ids: Record<string, number> = {};

const rights = {
  sales: [
    'project:list',
    'project:add',
    'project:edit',
    'project:submitContract',
    'incomingSample:list',
    'incomingSample:add',
    'incomingSample:edit',
    'incomingSample:del',
    'incomingSample:restore',
  ],
  reviewer: [
    'project:list',
    'project:passContract',
    'project:passIncoming',
    'project:returnContract',
    'contractReview:add',
    'incomingSample:list',
  ],
  keeper: [
    'project:list',
    'project:receiveSamples',
    'handOver:receive',
    'incomingSample:list',
    'incomingSample:add',
    'incomingSample:edit',
    'incomingSample:del',
    'labTask:list',
  ],
  field: ['project:list', 'project:resumeSampling'],
} as const;

beforeAll(async () => {
  server = await testServer();
  const { rows, login, database } = server;
  organizationId = await rows.organization({ name: '甲检测中心' });
  field = fieldRowsOf(server, organizationId);
  for (const [userName, permissions] of Object.entries(rights)) {
    await rows.user({ userName, nickName: userName, organizationId, roles: [await rows.role({ permissions })] });
    tokens[userName] = await login(userName);
  }
  const stranger = await rows.organization({ name: '乙检测中心' });
  await rows.user({
    userName: 'stranger',
    organizationId: stranger,
    roles: [await rows.role({ permissions: rights.keeper })],
  });
  tokens.stranger = await login('stranger');
  ids.unit = await rows.inspectUnit({ organizationId, unitName: '杭州某涂装厂' });
  await rows.user({
    userName: 'firm',
    organizationId,
    isQy: true,
    units: [ids.unit],
    roles: [await rows.role({ permissions: rights.keeper })],
  });
  tokens.firm = await login('firm');
  for (const [name, title] of [
    ['benzene', '苯'],
    ['toluene', '甲苯'],
    ['lead', '铅尘'],
    ['rare', '无方法因素'],
  ] as const)
    ids[name] = await field.hazard(title);
  ids.gas = await field.method('苯系物 溶剂解吸-气相色谱法', 14);
  ids.metal = await field.method('金属 火焰原子吸收分光光度法', null, {
    methodKind: 'atomicAbsorption',
    storageCondition: '常温',
  });
  ids.dust = await field.hazard('其他粉尘');
  const weighed = await field.method('滤膜质量法测总粉尘', null, { methodKind: 'dust' });
  await database.orm
    .insert(labMethodItemTable)
    .values({ organizationId, method: weighed, hazard: ids.dust, dataCertainty: 'sure' });
  const [types] = await database.orm.insert(dictTable).values({ name: 'projectType' }).returning({ id: dictTable.id });
  await database.orm
    .insert(dictDetailTable)
    .values({ dict: types?.id as number, value: 'LY', label: '来样检测', dictSort: 1 });
  await database.orm.insert(labMethodItemTable).values(
    [
      [ids.gas, ids.benzene],
      [ids.gas, ids.toluene],
      [ids.metal, ids.lead],
    ].map(([method, hazard]) => ({
      organizationId,
      method: method as number,
      hazard: hazard as number,
      dataCertainty: 'sure',
    })),
  );
});
afterAll(() => server.close());

type Reply = Answer<AnyRow> & ErrorBody & AnyRow;
const ask = <B = Reply>(who: string, method: string, path: string, body?: unknown) =>
  server.ask<B>(method, path, { token: tokens[who] as string, ...(body === undefined ? {} : { body }) });
const move = (who: string, id: number, key: string, reason?: string) =>
  ask(who, 'PUT', 'api/project/move', { id, move: key, ...(reason ? { reason } : {}) });
const stageOf = async (id: number) =>
  (await server.database.orm.select({ stage: projectTable.stage }).from(projectTable).where(eq(projectTable.id, id)))[0]
    ?.stage;

async function order(more: object = { incoming: true }): Promise<{ id: number; code: string }> {
  const { body, text, status } = await ask('sales', 'POST', 'api/project/add', {
    projectName: '来样检测',
    belongInspect: ids.unit,
    type: 'LY',
    dueOn: dayFromNow(20),
    ...more,
  });
  expect(status, text).toBe(200);
  return body.body as unknown as { id: number; code: string };
}
async function reviewed(): Promise<{ id: number; code: string }> {
  const project = await order();
  await move('sales', project.id, 'submitContract');
  await ask('reviewer', 'POST', 'api/contractReview/add', {
    project: project.id,
    ...Object.fromEntries(reviewQuestions.map((name) => [name, 'yes'])),
    conclusion: '同意承接',
  });
  const passed = await move('reviewer', project.id, 'passIncoming');
  expect(passed.status, passed.text).toBe(200);
  return project;
}
let serial = 0;
const tube = (project: number, more: object = {}) => ({
  project,
  clientSampleNo: `T-${(serial += 1)}`,
  sampleName: '活性炭管',
  condition: 'intact',
  sampleKind: 'sample',
  hazard: ids.benzene,
  ...more,
});
const saveRows = (rows: readonly object[], who = 'sales') =>
  ask(who, 'PUT', 'api/incomingSample/saveAll', { rows, removed: [] });
async function brought(project: number, ...rows: object[]): Promise<AnyRow[]> {
  const { status, text, body } = await saveRows(rows.map((row) => tube(project, row)));
  expect(status, text).toBe(200);
  return (body.body as unknown as { rows?: AnyRow[] }).rows ?? (body.body as unknown as AnyRow[]);
}
const receive = (
  project: number,
  rows: readonly AnyRow[],
  who = 'keeper',
  password: string | undefined = testPassword,
) =>
  ask<Reply & { body?: { samples: number[] } }>(who, 'PUT', 'api/incomingSample/receive', {
    project,
    ids: rows.map(({ id }) => id),
    password,
  });
const refuse = (project: number, rows: readonly AnyRow[], reason?: string) =>
  ask('keeper', 'PUT', 'api/incomingSample/refuse', { project, ids: rows.map(({ id }) => id), reason });
const takeBack = (project: number, rows: readonly AnyRow[], reason?: string) =>
  ask('keeper', 'PUT', 'api/incomingSample/takeBack', { project, ids: rows.map(({ id }) => id), reason });
const stored = async (row: AnyRow) =>
  (await server.database.orm.select().from(incomingSampleTable).where(eq(incomingSampleTable.id, row.id)))[0];
const samplesOf = (project: number) =>
  server.database.orm.select().from(sampleTable).where(eq(sampleTable.project, project)).orderBy(sampleTable.id);
const tasksOf = (project: number) =>
  server.database.orm.select().from(labTaskTable).where(eq(labTaskTable.project, project)).orderBy(labTaskTable.id);
const offered = async (who: string, id: number) =>
  (await ask<Timeline>(who, 'GET', `api/project/timeline/${id}`)).body.moves.map(({ key }) => key);

describe('contract for incoming samples', () => {
  it('a contract for incoming samples is reviewed, and goes on to the reception of samples without a site visit', async () => {
    const project = await order();
    await move('sales', project.id, 'submitContract');
    expect(await offered('reviewer', project.id)).toEqual(['passIncoming', 'returnContract']);
    const wrong = await move('reviewer', project.id, 'passContract');
    expect([wrong.status, wrong.body.message]).toEqual([409, incomingTexts.onlyIncoming]);
    expect((await move('reviewer', project.id, 'passIncoming')).status).toBe(409);
    await ask('reviewer', 'POST', 'api/contractReview/add', {
      project: project.id,
      ...Object.fromEntries(reviewQuestions.map((name) => [name, 'yes'])),
      conclusion: '同意承接',
    });
    expect((await move('reviewer', project.id, 'passIncoming')).status).toBe(200);
    expect(await stageOf(project.id)).toBe('handOver');
  });

  it('a contract for incoming samples never becomes an ordinary project, and keeps its kind once submitted', async () => {
    const ordinary = await order({ incoming: false });
    await move('sales', ordinary.id, 'submitContract');
    expect(await offered('reviewer', ordinary.id)).toEqual(['passContract', 'returnContract']);
    expect((await move('reviewer', ordinary.id, 'passIncoming')).body.message).toBe(incomingTexts.onlyOrdinary);
    const { body } = await ask<AnyRow>('sales', 'GET', `api/project/${ordinary.id}`);
    expect(
      (await ask('sales', 'PUT', 'api/project/edit', { id: ordinary.id, version: body.version, incoming: true })).body
        .message,
    ).toBe(incomingTexts.incomingFixed);
    const refused = await saveRows([tube(ordinary.id)]);
    expect([refused.status, refused.body.message]).toEqual([409, incomingTexts.notIncoming]);
  });

  it('a project of incoming samples cannot be returned to sampling', async () => {
    const project = await reviewed();
    expect(await offered('field', project.id)).toEqual([]);
    expect((await move('field', project.id, 'resumeSampling', '补采')).body.message).toBe(incomingTexts.noSampling);
  });
});

describe('incoming sample', () => {
  it('incoming samples can be entered as soon as the contract exists, many rows at once, with unique sample numbers of the client', async () => {
    const project = await order();
    const [first, second] = await brought(
      project.id,
      { clientSampleNo: 'A-1', alongWith: [ids.toluene] },
      { clientSampleNo: 'A-2' },
    );
    expect(await stored(first as AnyRow)).toMatchObject({ state: 'registered', clientSampleNo: 'A-1' });
    expect((second as AnyRow).rowSort).toBeGreaterThan((first as AnyRow).rowSort as number);
    const twice = await saveRows([tube(project.id, { clientSampleNo: 'A-1' })]);
    expect(twice.body.errors).toEqual([{ field: 'rows[0].clientSampleNo', message: incomingTexts.duplicateNo('A-1') }]);
    const early = await receive(project.id, [first as AnyRow]);
    expect([early.status, early.body.message]).toEqual([409, incomingTexts.notReceivable]);
  });

  it('an incoming sample that cannot be tested as entered has errors at its cells', async () => {
    const project = await order();
    const wrong = await saveRows([
      tube(project.id, { method: ids.metal }),
      tube(project.id, { alongWith: [ids.benzene] }),
      tube(project.id, { hazard: null }),
    ]);
    expect(wrong.status).toBe(400);
    expect(wrong.body.errors?.map(({ field: at }) => at)).toContain('rows[2].hazard');
    const later = await saveRows([
      tube(project.id, { method: ids.metal }),
      tube(project.id, { alongWith: [ids.benzene] }),
    ]);
    expect(later.body.errors).toEqual([
      { field: 'rows[0].method', message: incomingTexts.methodElsewhere },
      { field: 'rows[1].alongWith', message: incomingTexts.ownHazard },
    ]);
    expect(
      await server.database.orm.select().from(incomingSampleTable).where(eq(incomingSampleTable.project, project.id)),
    ).toEqual([]);
  });

  it('an incoming sample becomes a numbered sample with test tasks when the sample keeper receives it', async () => {
    const project = await reviewed();
    const rows = await brought(
      project.id,
      { alongWith: [ids.toluene], standardVolume: '1.5', sampleForm: '玻璃管', storage: '4℃' },
      { sampleKind: 'blank' },
      { hazard: ids.lead, sampleName: '微孔滤膜' },
    );
    expect((await receive(project.id, rows, 'sales')).status).toBe(403);
    // The receiver signs; nothing is created without a signature.
    expect((await receive(project.id, rows, 'keeper', '')).body.errors).toEqual([
      { field: 'password', message: `${incomingTexts.receiving}须签名，请输入登录密码` },
    ]);
    expect((await receive(project.id, rows, 'keeper', '错的')).body).toMatchObject({ code: 'wrongPassword' });
    expect(await samplesOf(project.id)).toEqual([]);
    const answer = await receive(project.id, rows);
    expect([answer.status, answer.body.message], answer.text).toEqual([200, incomingTexts.received(3)]);
    const samples = await samplesOf(project.id);
    expect(
      samples.map(({ sampleNo, sampleKind, state, hazardName, method }) => [
        sampleNo,
        sampleKind,
        state,
        hazardName,
        method,
      ]),
    ).toEqual([
      [incomingSampleNumber(project.code, 'sample', 1), 'sample', 'received', '苯、甲苯', ids.gas],
      [incomingSampleNumber(project.code, 'blank', 1), 'blank', 'received', '苯', ids.gas],
      [incomingSampleNumber(project.code, 'sample', 2), 'sample', 'received', '铅尘', ids.metal],
    ]);
    expect(samples[0]).toMatchObject({
      standardVolume: '1.5',
      sampleForm: '玻璃管',
      storage: '4℃',
      condition: 'intact',
      clientSampleNo: (rows[0] as AnyRow).clientSampleNo,
      place: '活性炭管',
    });
    expect(samples[1]?.storage).toBe('常温密封');
    expect(
      await server.database.orm
        .select()
        .from(sampleAlongWithTable)
        .where(eq(sampleAlongWithTable.ownerId, samples[0]?.id as number)),
    ).toMatchObject([{ targetId: ids.toluene }]);
    const tasks = await tasksOf(project.id);
    expect(tasks.map(({ sampleNo, hazardName, variant, state }) => [sampleNo, hazardName, variant, state])).toEqual([
      [samples[0]?.sampleNo, '苯', 'incoming', 'waiting'],
      [samples[0]?.sampleNo, '甲苯', 'incoming', 'waiting'],
      [samples[1]?.sampleNo, '苯', 'incoming', 'waiting'],
      [samples[2]?.sampleNo, '铅尘', 'incoming', 'waiting'],
    ]);
    expect(await stored(rows[0] as AnyRow)).toMatchObject({ state: 'received', receivedAs: samples[0]?.id });
    const trail = await server.database.orm
      .select({ action: auditLogTable.action })
      .from(auditLogTable)
      .where(and(eq(auditLogTable.entity, 'sample'), eq(auditLogTable.entityId, samples[0]?.id as number)))
      .orderBy(auditLogTable.id);
    expect(trail.map(({ action }) => action).sort()).toEqual(['add', 'status']);
  });

  it('an incoming sample is not received for a method without a record for incoming samples', async () => {
    const project = await reviewed();
    const rows = await brought(project.id, { hazard: ids.dust, sampleName: '测尘滤膜' });
    const no = String(rows[0]?.clientSampleNo);
    expect((await receive(project.id, rows)).body).toMatchObject({
      code: 'notForIncoming',
      message: incomingTexts.notForIncoming(no, '滤膜质量法测总粉尘'),
    });
    expect([await samplesOf(project.id), (await stored(rows[0] as AnyRow))?.state]).toEqual([[], 'registered']);
  });

  it('an incoming sample is received, refused and taken back only in the version that the person has seen (SEC-15)', async () => {
    const project = await reviewed();
    const rows = await brought(project.id, {}, {});
    const [first, second] = rows as [AnyRow, AnyRow];
    const seen = rows.map(({ id, version }) => ({ id, version }));
    expect((await saveRows([{ ...second, remark: '管口有裂纹' }])).status).toBe(200);
    const acts = [
      ['receive', { password: testPassword }],
      ['refuse', { reason: '破损' }],
      ['takeBack', { reason: '误收' }],
    ] as const;
    for (const [act, more] of acts) {
      const asked = (shown: readonly object[]) =>
        ask('keeper', 'PUT', `api/incomingSample/${act}`, { project: project.id, rows: shown, ...more });
      expect((await asked(seen)).body, act).toMatchObject({
        status: 409,
        code: 'stale',
        message: signingTexts.oneOfMany(String(second.clientSampleNo), failures.stale),
      });
      expect((await asked(seen.map(({ id }) => ({ id, version: null })))).status, act).toBe(400);
    }
    expect([(await stored(first))?.state, (await stored(second))?.state]).toEqual(['registered', 'registered']);
  });

  it('an incoming sample received by two people at once is received once', async () => {
    const project = await reviewed();
    const rows = await brought(project.id, {}, {});
    const answers = await Promise.all([
      receive(project.id, rows),
      receive(project.id, rows),
      receive(project.id, rows),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await samplesOf(project.id)).toHaveLength(2);
  });

  it('a damaged incoming sample is refused with a reason, and stays listed', async () => {
    const project = await reviewed();
    const [broken, whole] = (await brought(project.id, { condition: 'damaged', clientSampleNo: 'B-1' }, {})) as [
      AnyRow,
      AnyRow,
    ];
    const both = await receive(project.id, [broken, whole]);
    expect([both.status, both.body.message]).toEqual([409, incomingTexts.damaged('B-1', '破损')]);
    expect(await samplesOf(project.id)).toEqual([]);
    expect((await refuse(project.id, [broken])).body.message).toBe(incomingTexts.reasonNeeded);
    expect((await refuse(project.id, [broken], '玻璃管断裂')).body.message).toBe(incomingTexts.refused(1));
    expect(await stored(broken)).toMatchObject({ state: 'refused', stateReason: '玻璃管断裂', receivedAs: null });
    const { body } = await ask<Page<AnyRow>>('keeper', 'GET', `api/incomingSample?project=${project.id}`);
    expect(body.content).toHaveLength(2);
  });

  it('an incoming sample that no method of the library measures cannot be received', async () => {
    const project = await reviewed();
    const rows = await brought(project.id, { hazard: ids.rare, clientSampleNo: 'X-1' });
    expect((await receive(project.id, rows)).body.message).toBe(incomingTexts.outsideLibrary('X-1'));
  });

  it('an incoming sample is stored at the place that the keeper enters; known places are proposed', async () => {
    const project = await reviewed();
    await server.database.orm
      .insert(registry.named('place').table)
      .values({ organizationId, placeName: '冷藏柜1', ...pinyinOf('冷藏柜1') } as never);
    expect((await ask<string[]>('sales', 'GET', 'api/options/incomingSample/texts/location')).body).toContain(
      '冷藏柜1',
    );
    const [row] = (await brought(project.id, { clientSampleNo: 'P-1', location: '样品室' })) as [AnyRow];
    await receive(project.id, [row]);
    const [made] = await samplesOf(project.id);
    expect(made).toMatchObject({ location: '样品室', state: 'received' });
    const store = (who: string, location: string | null, version = made?.version) =>
      ask(who, 'PUT', 'api/sample/location', { rows: [{ id: made?.id, version }], location });
    expect((await store('sales', '冷藏柜1')).status).toBe(403);
    expect((await store('stranger', '冷藏柜1')).status).toBe(404);
    expect((await store('keeper', '冷藏柜1')).body.message).toBe(storageTexts.stored(1));
    const [now] = await samplesOf(project.id);
    expect(now?.location).toBe('冷藏柜1');
    expect((await store('keeper', '样品室')).body.code).toBe('stale');
    const [auditLogRow] = await server.database.orm
      .select({ title: auditLogTable.title })
      .from(auditLogTable)
      .where(and(eq(auditLogTable.entity, 'sample'), eq(auditLogTable.action, 'edit')));
    expect(auditLogRow?.title).toBe(made?.sampleNo);
    await takeBack(project.id, [row], '送错');
    const [gone] = await samplesOf(project.id);
    const refused = await store('keeper', '样品室', gone?.version);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      storageTexts.notHere(String(gone?.sampleNo), '已作废'),
    ]);
  });

  it('an incoming sample is locked once received, and unlocked by undoing the reception', async () => {
    const project = await reviewed();
    const [row] = (await brought(project.id, { clientSampleNo: 'C-1' })) as [AnyRow];
    await receive(project.id, [row]);
    const now = await stored(row);
    const locked = await saveRows([{ id: row.id, version: now?.version, sampleName: '硅胶管' }]);
    expect([locked.status, locked.body.message]).toEqual([409, incomingTexts.receivedLocked('C-1')]);
    expect((await takeBack(project.id, [row])).body.message).toBe(incomingTexts.reasonNeeded);
    expect((await takeBack(project.id, [row], '因素登记错误')).body.message).toBe(incomingTexts.takenBack(1));
    expect(await stored(row)).toMatchObject({ state: 'registered', stateReason: '因素登记错误', receivedAs: null });
    expect((await samplesOf(project.id)).map(({ state }) => state)).toEqual(['voided']);
    expect((await tasksOf(project.id)).map(({ state }) => state)).toEqual(['voided']);
    expect((await saveRows([{ id: row.id, version: (await stored(row))?.version, sampleName: '硅胶管' }])).status).toBe(
      200,
    );
    await receive(project.id, [row]);
    expect((await samplesOf(project.id)).map(({ sampleNo }) => sampleNo)).toEqual([
      incomingSampleNumber(project.code, 'sample', 1),
      incomingSampleNumber(project.code, 'sample', 2),
    ]);
    expect((await takeBack(project.id, [], '无')).status).toBe(400);
  });

  it('the reception of an incoming sample cannot be undone once its tasks are distributed', async () => {
    const project = await reviewed();
    const [row] = (await brought(project.id, {})) as [AnyRow];
    await receive(project.id, [row]);
    const [sample] = await samplesOf(project.id);
    await server.database.orm
      .update(labTaskTable)
      .set({ state: 'distributed' })
      .where(eq(labTaskTable.sample, sample?.id as number));
    const refused = await takeBack(project.id, [row], '错了');
    expect([refused.status, refused.body.message]).toEqual([409, incomingTexts.begun(String(sample?.sampleNo))]);
  });

  it('the reception of an incoming sample cannot be undone before it, nor once its sample was disposed of', async () => {
    const project = await reviewed();
    const [waiting, given] = (await brought(project.id, { clientSampleNo: 'E-1' }, { clientSampleNo: 'E-2' })) as [
      AnyRow,
      AnyRow,
    ];
    await receive(project.id, [given]);
    const both = await takeBack(project.id, [waiting, given], '登记错误');
    expect([both.status, both.body.message]).toEqual([409, incomingTexts.nothingToTakeBack('E-1')]);
    const [sample] = await samplesOf(project.id);
    await server.database.orm
      .update(sampleTable)
      .set({ state: 'distributed' })
      .where(eq(sampleTable.id, sample?.id as number));
    const refused = await takeBack(project.id, [given], '登记错误');
    expect([refused.status, refused.body.message]).toEqual([409, incomingTexts.begun(String(sample?.sampleNo))]);
    expect([(await stored(given))?.state, (await samplesOf(project.id)).map(({ state }) => state)]).toEqual([
      'received',
      ['distributed'],
    ]);
  });

  it('a refused or deleted incoming sample is restored only while no other row has its number', async () => {
    const project = await reviewed();
    const [refused, deleted] = (await brought(project.id, { clientSampleNo: 'F-1' }, { clientSampleNo: 'F-2' })) as [
      AnyRow,
      AnyRow,
    ];
    expect((await refuse(project.id, [refused], '破损')).status).toBe(200);
    expect((await ask('sales', 'DELETE', 'api/incomingSample/delete', [deleted.id])).status).toBe(200);
    const [again, other] = (await brought(project.id, { clientSampleNo: 'F-1' }, { clientSampleNo: 'F-2' })) as [
      AnyRow,
      AnyRow,
    ];
    const restore = () => ask('sales', 'PUT', 'api/incomingSample/restore', [deleted.id]);
    const [fromRefusal, fromBin] = [await takeBack(project.id, [refused], '误拒'), await restore()];
    expect([fromRefusal, fromBin].map(({ status, body }) => [status, body.message])).toEqual([
      [409, incomingTexts.duplicateNo('F-1')],
      [409, incomingTexts.duplicateNo('F-2')],
    ]);
    expect([(await stored(refused))?.state, (await stored(deleted))?.deleteTime]).toEqual([
      'refused',
      expect.any(Date),
    ]);
    await ask('sales', 'DELETE', 'api/incomingSample/delete', [again.id, other.id]);
    expect([(await takeBack(project.id, [refused], '误拒')).status, (await restore()).status]).toEqual([200, 200]);
  });

  it('the client’s sample number of an incoming sample is unique, also with simultaneous writers', async () => {
    const project = await order();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => saveRows([tube(project.id, { clientSampleNo: 'G-1' })])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
  });

  it('incoming samples are received only for a contract for incoming samples', async () => {
    const project = await reviewed();
    const rows = await brought(project.id, {});
    await server.database.orm.update(projectTable).set({ incoming: false }).where(eq(projectTable.id, project.id));
    for (const refused of [
      await receive(project.id, rows),
      await refuse(project.id, rows, '破损'),
      await takeBack(project.id, rows, '误收'),
    ])
      expect([refused.status, refused.body.message]).toEqual([409, incomingTexts.notIncoming]);
    expect([await samplesOf(project.id), (await stored(rows[0] as AnyRow))?.state]).toEqual([[], 'registered']);
  });

  it('a project of incoming samples moves on when every sample was received or refused; later additions can still join it in testing', async () => {
    const project = await reviewed();
    expect((await move('keeper', project.id, 'receiveSamples')).body.message).toBe(incomingTexts.noneReceived);
    const [one, two] = (await brought(
      project.id,
      { clientSampleNo: 'D-1' },
      { clientSampleNo: 'D-2', condition: 'damaged' },
    )) as [AnyRow, AnyRow];
    await receive(project.id, [one]);
    expect((await move('keeper', project.id, 'receiveSamples')).body.message).toBe(incomingTexts.leftOver(1, 'D-2'));
    await refuse(project.id, [two], '破损');
    expect((await move('keeper', project.id, 'receiveSamples')).status).toBe(200);
    expect(await stageOf(project.id)).toBe('testing');
    const added = await brought(project.id, {});
    expect((await receive(project.id, added)).status).toBe(200);
    expect(await tasksOf(project.id)).toHaveLength(2);
    const { body } = await ask<IncomingWork>('sales', 'GET', `api/incomingSample/work/${project.id}`);
    expect(body.samples.map(({ state }) => state)).toEqual(['received', 'received']);
    expect(body.tasks).toHaveLength(2);
    expect(body.registering).toMatchObject({ isEditable: true });
    await server.database.orm
      .update(projectTable)
      .set({ stage: 'recordReview' })
      .where(eq(projectTable.id, project.id));
    expect((await saveRows([tube(project.id)])).body.message).toBe(incomingTexts.ended);
  });

  it('incoming samples are not visible to another organization or an enterprise', async () => {
    const project = await reviewed();
    const rows = await brought(project.id, {});
    for (const who of ['stranger', 'firm']) {
      expect((await receive(project.id, rows, who)).status, who).toBe(404);
      expect(
        (await ask<Page<AnyRow>>(who, 'GET', `api/incomingSample?project=${project.id}`)).body.content,
        who,
      ).toEqual([]);
    }
    expect((await ask('stranger', 'GET', `api/incomingSample/work/${project.id}`)).status).toBe(404);
  });
});
