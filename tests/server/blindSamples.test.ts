import { readFileSync } from 'node:fs';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { ProjectQuality } from '@contract/features/archive/archiveWire';
import { blindTexts } from '@contract/features/fieldwork/samples/blindSampleTexts';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { blindSampleTable, incomingSampleTable, labTaskTable, projectTable, sampleTable } from '@server/db/schema';
import { nextClientNumber } from '@server/features/fieldwork/samples/blindInLaboratory';
import { fieldGapsOfProject } from '@server/features/reports/fieldGaps';
import { resultFactsOf } from '@server/features/reports/results/resultFacts';
import { dayFromNow } from '../support/fieldRows';
import { missingChecks } from '../support/missingChecks';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';
import { type SigningLab, signingLab } from '../support/signedRecords';

let server: TestServer;
let lab: SigningLab;
let officer: string;
let analyst: string;
let analystId: number;
let hazard: number;
let method: number;

/** Permissions that the built-in role of analysts has, and no other. */
const analystPermissions = readFileSync(new URL('../security/grants.txt', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [permission, ...roles] = line.split(/\s+/);
    return permission && !line.startsWith('#') && roles.includes('analyst') ? [permission] : [];
  });
/** Lists and exports without a parameter that an analyst may call. */
const analystCalls = readFileSync(new URL('../security/routes.txt', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [verb, path, permissions] = line.split(/\s+/);
    // The matrix of roles names every permission there is, and no sample.
    if (verb !== 'GET' || !path || path.includes(':') || path === 'api/roleMatrix') return [];
    const keys = (permissions ?? '').split('|');
    return keys.some((key) => key === 'signedIn' || analystPermissions.includes(key)) ? [path] : [];
  });
const secret = '只有质控员知道';
const telling = /密码平行样|密码质控样|blindSample|blindKind|只有质控员知道/;

const yesterday = dayFromNow(-1);
const at = (time: string) => new Date(`${yesterday}T${time}:00+08:00`);

beforeAll(async () => {
  server = await testServer();
  lab = await signingLab(server);
  const { organizationId, people } = lab;
  const { rows } = server;
  const permissions = ['list', 'add', 'edit', 'del', 'export'].map((action) => `blindSample:${action}`);
  const quality = await rows.role({
    permissions: [...permissions, 'sample:list', 'incomingSample:list', 'recordPage:list', 'qualityControl:list'],
  });
  await rows.user({ userName: 'officer', nickName: '孙质控', organizationId, roles: [quality] });
  analystId = await rows.user({
    userName: 'tester',
    nickName: '周检测',
    organizationId,
    roles: [await rows.role({ permissions: analystPermissions })],
  });
  [officer, analyst] = [await server.login('officer'), await server.login('tester')];
  hazard = await lab.lab.hazard('乙苯');
  method = await lab.lab.method('乙苯 溶剂解吸-气相色谱法', 7, { resultRoute: 'solvent', blanksPerBatch: 0 });
  await lab.lab.item(method, hazard);
  await lab.lab.curve({ method, hazard });
  await lab.lab.authorise(analystId, method);
  expect(people.analyst.id).not.toBe(analystId);
});
afterAll(() => server.close());

/** Creates a project after the end of sampling with two collected samples of one place. */
async function batch() {
  const project = await lab.lab.project('handOver');
  const samplingDay = await lab.lab.day(project.id, yesterday);
  const samples = [];
  for (const [turn, start, end] of [
    [1, '09:00', '09:15'],
    [2, '10:00', '10:15'],
  ] as const)
    samples.push(
      await lab.lab.sample({
        project: project.id,
        hazard,
        hazardName: '乙苯',
        method,
        samplingDay,
        sampleNo: `${project.code}-B1-010${turn}`,
        siteNo: '01',
        turn,
        workshop: '涂装车间',
        place: '喷漆岗',
        mode: 'area',
        period: 'short',
        plannedFlow: '0.1',
        flowBefore: '0.1',
        flowAfter: '0.1',
        flow: '0.1',
        minutes: '15',
        volume: '1.5',
        standardVolume: '1.5',
        temperature: '20',
        pressure: '101.3',
        startTime: at(start),
        endTime: at(end),
      }),
    );
  return { project, samples, model: samples[0]?.id ?? 0 };
}

const addBlind = (body: object, token = officer) =>
  server.ask<Answer<AnyRow> & ErrorBody>('POST', 'api/blindSample/add', { token, body });
const blindRow = async (id: unknown) =>
  (await server.ask<AnyRow>('GET', `api/blindSample/${String(id)}`, { token: officer })).body;
const control = {
  blindKind: 'control',
  material: '乙苯质控样 Z-1',
  content: '90',
  contentBasis: 'mass',
  remark: secret,
};

/** Receives all samples of a project and gives their tests to the analyst; returns the record that he started. */
async function recordOf(project: number): Promise<number> {
  const { orm } = server.database;
  const samples = await orm.select().from(sampleTable).where(eq(sampleTable.project, project));
  await orm
    .update(sampleTable)
    .set({ state: 'distributed', checkedAt: new Date(Date.now() - 3_600_000) })
    .where(
      inArray(
        sampleTable.id,
        samples.map(({ id }) => id),
      ),
    );
  await orm.update(projectTable).set({ stage: 'testing' }).where(eq(projectTable.id, project));
  const tasks = [];
  for (const { id, sampleNo } of samples)
    tasks.push(
      await lab.lab.taskOf(
        { sample: id, sampleNo },
        { project, hazard, method, hazardName: '乙苯', analyst: analystId },
      ),
    );
  const started = await server.ask<Answer<{ id: number }> & ErrorBody>('POST', 'api/labSheet/start', {
    token: analyst,
    body: { tasks },
  });
  expect(started.status, started.text).toBe(200);
  return started.body.body?.id ?? 0;
}

/** Fills in a record with one reading per sample number and has it signed by three people. */
async function approve(sheet: number, readings: Readonly<Record<string, string>>): Promise<void> {
  const ask = (verb: string, path: string, body: unknown, token = analyst) =>
    server.ask<ErrorBody>(verb, path, { token, body });
  const work = async () =>
    (await server.ask<{ rows: AnyRow[]; sheet: AnyRow }>('GET', `api/labSheet/work/${sheet}`, { token: analyst })).body;
  const { rows } = await work();
  const saved = await ask('PUT', 'api/labSheetRow/saveAll', {
    rows: rows.map(({ id, version, sampleNo }) => ({
      id,
      version,
      frontResponse: readings[String(sampleNo)] ?? '98.60',
      backResponse: '2.10',
      solutionVolume: '1.0',
      efficiency: '96.2',
    })),
    removed: [],
  });
  expect(saved.status, saved.text).toBe(200);
  const instrument = (await lab.lab.instrument({ eqpName: '气相色谱仪', eqpKind: 'laboratory' })).id;
  const head = await ask('PUT', 'api/labSheet/edit', {
    ...(await work()).sheet,
    instrument,
    envTemperature: '22.5',
    envHumidity: '48',
    efficiencySource: '方法验证报告',
    checkReasons: missingChecks('随同批质控'),
  });
  expect(head.status, head.text).toBe(200);
  for (const [move, token] of [
    ['submit', analyst],
    ['review', lab.people.reviewer.token],
    ['approve', lab.people.approver.token],
  ] as const) {
    const moved = await ask(
      'PUT',
      'api/labSheet/move',
      { id: sheet, move, password: testPassword, reason: '没有空白' },
      token,
    );
    expect(moved.status, `${move} ${moved.text}`).toBe(200);
  }
}

describe('blind sample', () => {
  it('a blind sample gets the next number at its sampling place, and the field data of the sample that it imitates, with other times', async () => {
    const { project, model } = await batch();
    const added = await addBlind({ project: project.id, model, blindKind: 'parallel' });
    expect(added.status, added.text).toBe(200);
    const blind = await blindRow(added.body.body?.id);
    expect(blind).toMatchObject({
      sampleNo: `${project.code}-B1-0103`,
      modelNo: `${project.code}-B1-0101`,
      outcome: 'waiting',
      judgement: null,
    });
    const [one, two] = (
      await server.database.orm
        .select()
        .from(sampleTable)
        .where(inArray(sampleTable.id, [model, Number(blind.sample)]))
        .orderBy(sampleTable.id)
    ).map(({ id: _id, sampleNo: _no, turn: _turn, startTime, endTime, pinyin: _p, initials: _i, ...rest }) => ({
      rest,
      startTime,
      endTime,
    }));
    expect(two?.rest).toEqual(one?.rest);
    expect([two?.startTime, two?.endTime]).toEqual([at('10:20'), at('10:35')]);
  });

  it.each([
    ['a blank', { sampleKind: 'blank' }, () => blindTexts.onlySamples],
    ['a tested sample', { state: 'completed' }, (no: string) => blindTexts.notOpen(no, '已完成')],
  ])('a blind sample is refused for %s', async (_what, change, said) => {
    const { project, model } = await batch();
    await server.database.orm.update(sampleTable).set(change).where(eq(sampleTable.id, model));
    const { status, body } = await addBlind({ project: project.id, model, blindKind: 'parallel' });
    expect([status, body.errors]).toEqual([400, [{ field: 'model', message: said(`${project.code}-B1-0101`) }]]);
  });

  it('a blind sample is refused for a sample of another project or one that is blind itself, before the end of sampling, and without a content', async () => {
    const [{ project, model }, other] = [await batch(), await batch()];
    const parallel = { project: project.id, blindKind: 'parallel' };
    expect((await addBlind({ ...parallel, model: other.model })).body.errors).toEqual([
      { field: 'model', message: blindTexts.otherProject },
    ]);
    const first = await blindRow((await addBlind({ ...parallel, model })).body.body?.id);
    expect((await addBlind({ ...parallel, model: first.sample })).body.errors).toEqual([
      { field: 'model', message: blindTexts.isBlind(String(first.sampleNo)) },
    ]);
    const bare = await addBlind({ ...parallel, model, blindKind: 'control' });
    expect(bare.body.errors?.map(({ field }) => field)).toEqual(['content', 'material']);
    await server.database.orm.update(projectTable).set({ stage: 'sampling' }).where(eq(projectTable.id, project.id));
    const early = await addBlind({ ...parallel, model });
    expect([early.status, early.body.message]).toEqual([409, blindTexts.tooEarly]);
  });

  it('a blind sample keeps its model, and can be deleted only after its sample is voided', async () => {
    const { project, samples, model } = await batch();
    const { body } = await addBlind({ project: project.id, model, ...control });
    const row = await blindRow(body.body?.id);
    const edit = (values: object) =>
      server.ask<ErrorBody>('PUT', 'api/blindSample/edit', { token: officer, body: { ...row, ...values } });
    expect((await edit({ model: samples[1]?.id })).body.message).toBe(blindTexts.keep);
    expect((await edit({ content: '95' })).status).toBe(200);
    const remove = () =>
      server.ask<ErrorBody>('DELETE', 'api/blindSample/delete', {
        token: officer,
        body: [row.id],
      });
    const refused = await remove();
    expect([refused.status, refused.body.message]).toEqual([409, blindTexts.voidFirst(String(row.sampleNo))]);
    await server.database.orm
      .update(sampleTable)
      .set({ state: 'voided' })
      .where(eq(sampleTable.id, Number(row.sample)));
    expect((await remove()).status).toBe(200);
  });
});

describe('blind sample in the laboratory', () => {
  it('no call open to analysts tells a blind sample from an ordinary one; its verdict reaches the quality officer alone, its result no report', async () => {
    const { project, samples, model } = await batch();
    const parallel = await blindRow(
      (await addBlind({ project: project.id, model, blindKind: 'parallel', remark: secret })).body.body?.id,
    );
    const known = await blindRow((await addBlind({ project: project.id, model, ...control })).body.body?.id);
    const sheet = await recordOf(project.id);
    const read = async (path: string, token = analyst) => server.ask<unknown>('GET', path, { token });

    // Every list and export, and what belongs to the record, its tasks and the papers of the project.
    const papers = await read(`api/records/${project.id}`);
    const keys = [...papers.text.matchAll(/"key":"((?:sampling|record|handOver)-[^"]+)"/g)].map(([, key]) => key);
    expect(keys.length).toBeGreaterThan(0);
    const tasks = await server.database.orm.select().from(labTaskTable).where(eq(labTaskTable.project, project.id));
    const paths = [
      ...analystCalls,
      `api/records/${project.id}`,
      ...keys.map((key) => `api/records/${project.id}/paper/${key}`),
      ...['work', 'timeline', 'lots', 'paper', 'pdf', 'resultChanges'].map((part) => `api/labSheet/${part}/${sheet}`),
      `api/labCheck/summary/${sheet}`,
      ...tasks.map(({ id }) => `api/auditLog/of/labTask/${id}`),
      `api/auditLog/of/labSheet/${sheet}`,
      ...[parallel, known].flatMap(({ sample }) => [`api/auditLog/of/sample/${sample}`, `api/sample/${sample}`]),
    ];
    for (const path of paths) expect((await read(path)).text, path).not.toMatch(telling);
    for (const path of [
      'api/blindSample',
      `api/blindSample/${known.id}`,
      'api/blindSample/export',
      `api/auditLog/of/blindSample/${known.id}`,
    ])
      expect((await read(path)).status, path).not.toBe(200);
    expect((await addBlind({ project: project.id, model, blindKind: 'parallel' }, analyst)).status).toBe(403);

    // The rows of a record and of the tasks have the same values but for their own numbers.
    const { rows } = (await read(`api/labSheet/work/${sheet}`)).body as { rows: AnyRow[] };
    const own = ({ id: _id, sample: _sample, sampleNo: _no, task: _task, rowSort: _sort, ...rest }: AnyRow) => rest;
    expect(rows).toHaveLength(4);
    for (const row of rows) expect(own(row)).toEqual(own(rows[0] as AnyRow));

    // F.4 lists all four for the analyst; the officer sees what was taken on site.
    const sampling = keys.find((key) => key?.startsWith('sampling')) ?? '';
    const printed = async (token: string) => (await read(`api/records/${project.id}/paper/${sampling}`, token)).text;
    expect(await printed(analyst)).toContain(String(known.sampleNo));
    expect(await printed(officer)).not.toContain(String(known.sampleNo));

    // 98.60 gives 82.03 μg ÷ 0.962 = 85.27 μg, which is 94.7 % of 90 μg; 110.0 gives 91.28 μg: |82.03 − 91.28| ÷ 173.31
    // = 5.3 %.
    await approve(sheet, { [String(parallel.sampleNo)]: '110.0' });
    expect(await blindRow(parallel.id)).toMatchObject({
      outcome: 'passed',
      judgement: expect.stringMatching(/^乙苯：56\.8 mg\/m³与63\.3 mg\/m³，相对偏差5\.3%（允许10%），合格$/),
    });
    expect(await blindRow(known.id)).toMatchObject({
      outcome: 'passed',
      judgement: expect.stringContaining('测得85.27 μg，标准值90 μg，回收率94.7%（允许90～110%），合格'),
    });
    expect(await printed(analyst)).not.toContain(String(known.sampleNo));
    for (const path of paths) expect((await read(path)).text, path).not.toMatch(telling);

    const { orm } = server.database;
    const [stored] = await orm.select().from(projectTable).where(eq(projectTable.id, project.id));
    const facts = await resultFactsOf(orm, stored as never, { onlyApproved: true });
    expect(facts.tests.map(({ sampleNo }) => sampleNo).sort()).toEqual(samples.map(({ sampleNo }) => sampleNo));
    const gaps = JSON.stringify(await fieldGapsOfProject(orm, 'Asia/Shanghai', stored as never));
    expect(gaps).not.toContain(String(known.sampleNo));
    const quality = (await read(`api/archive/${project.id}/quality`, officer)).body as ProjectQuality;
    expect(quality.samples).toBe(2);
    expect(quality.blinds.map(({ sampleNo, outcome }) => [sampleNo, outcome])).toEqual([
      [parallel.sampleNo, 'passed'],
      [known.sampleNo, 'passed'],
    ]);
    const listed = await server.ask<Page<AnyRow>>('GET', 'api/blindSample?outcome=passed', { token: officer });
    expect(listed.body.totalElements).toBe(2);
    const late = await server.ask<ErrorBody>('PUT', 'api/blindSample/edit', {
      token: officer,
      body: await blindRow(known.id),
    });
    expect(late.body.message).toBe(blindTexts.judged);
  });

  it('a blind sample of a received batch is received too, with the tasks of its model to be distributed', async () => {
    const { project, samples, model } = await batch();
    const { orm } = server.database;
    const checkedAt = new Date(Date.now() - 3_600_000);
    const receipt = { state: 'received', condition: 'intact', checkedAt, storage: '冷藏', keepUntil: dayFromNow(7) };
    await orm.update(sampleTable).set(receipt).where(eq(sampleTable.project, project.id));
    await orm.update(projectTable).set({ stage: 'testing' }).where(eq(projectTable.id, project.id));
    for (const { id, sampleNo } of samples)
      await lab.lab.taskOf(
        { sample: id, sampleNo },
        { project: project.id, hazard, method, hazardName: '乙苯', analyst: analystId },
      );
    await orm
      .update(labTaskTable)
      .set({ createBy: lab.people.reviewer.id })
      .where(eq(labTaskTable.project, project.id));
    const blind = await blindRow((await addBlind({ project: project.id, model, blindKind: 'parallel' })).body.body?.id);
    const [stored] = await orm
      .select()
      .from(sampleTable)
      .where(eq(sampleTable.id, Number(blind.sample)));
    expect(stored).toMatchObject(receipt);
    const tasks = await orm
      .select()
      .from(labTaskTable)
      .where(eq(labTaskTable.sample, Number(blind.sample)));
    expect(tasks).toMatchObject([
      {
        sampleNo: blind.sampleNo,
        hazard,
        method,
        state: 'waiting',
        analyst: null,
        sheet: null,
        effective: true,
        createBy: lab.people.reviewer.id,
      },
    ]);
  });

  it('a blind sample of a project of incoming samples has a line of the reception with the client’s next number', async () => {
    const project = await lab.lab.project('testing');
    const { orm } = server.database;
    await orm.update(projectTable).set({ incoming: true }).where(eq(projectTable.id, project.id));
    const [brought] = await orm
      .insert(sampleTable)
      .values({
        organizationId: lab.organizationId,
        project: project.id,
        sampleNo: `${project.code}-Y01`,
        sampleKind: 'sample',
        state: 'received',
        hazard,
        hazardName: '乙苯',
        method,
        clientSampleNo: '甲-09',
        place: '车间废液',
      })
      .returning();
    const line = {
      organizationId: lab.organizationId,
      project: project.id,
      hazard,
      sampleName: '车间废液',
      sampleKind: 'sample',
      condition: 'intact',
    };
    await orm.insert(incomingSampleTable).values([
      {
        ...line,
        clientSampleNo: '甲-09',
        state: 'received',
        receivedAs: brought?.id ?? 0,
        deliverer: '何苗',
        rowSort: 10,
      },
      { ...line, clientSampleNo: '甲-11', state: 'refused', rowSort: 20 },
    ]);
    const added = await addBlind({ project: project.id, model: brought?.id, blindKind: 'parallel' });
    expect(added.status, added.text).toBe(200);
    const blind = await blindRow(added.body.body?.id);
    const [stored] = await orm
      .select()
      .from(sampleTable)
      .where(eq(sampleTable.id, Number(blind.sample)));
    expect(stored).toMatchObject({ state: 'received', clientSampleNo: '甲-12', place: '车间废液' });
    const lines = async (token: string) =>
      (await server.ask<Page<AnyRow>>('GET', `api/incomingSample?project=${project.id}&size=50`, { token })).body
        .content;
    expect((await lines(analyst)).find(({ clientSampleNo }) => clientSampleNo === '甲-12')).toMatchObject({
      receivedAs: blind.sample,
      deliverer: '何苗',
      sampleName: '车间废液',
    });
    const printed = async (token: string) =>
      (await server.ask('GET', `api/records/${project.id}/paper/incoming`, { token })).text;
    expect(await printed(analyst)).toContain('甲-12');
    expect(await printed(officer)).not.toContain('甲-12');
  });

  it('a blind parallel outside its limit fails, and whoever adds blind samples is told; analysts are not', async () => {
    const { project, model } = await batch();
    const added = await addBlind({ project: project.id, model, blindKind: 'parallel', maxDeviation: '5' });
    const sheet = await recordOf(project.id);
    const row = await blindRow(added.body.body?.id);
    await approve(sheet, { [String(row.sampleNo)]: '110.0' });
    expect(await blindRow(row.id)).toMatchObject({
      outcome: 'failed',
      judgement: expect.stringContaining('相对偏差5.3%（允许5%），不合格'),
    });
    expect(
      await server.database.orm.select().from(blindSampleTable).where(eq(blindSampleTable.outcome, 'failed')),
    ).toHaveLength(1);
    const unread = async (token: string) =>
      (await server.ask<unknown>('GET', 'api/ohitAnnouncement/listByUser', { token })).text;
    expect(await unread(officer)).toContain(blindTexts.failedTitle(String(row.sampleNo)));
    expect(await unread(analyst)).not.toContain('密码样');
  });

  it('the client’s number of a blind sample follows the highest of its form', () => {
    expect(nextClientNumber('K-01', ['K-01', 'K-03', 'L-09'])).toBe('K-04');
    expect(nextClientNumber('099', ['099'])).toBe('100');
    expect(nextClientNumber('废液', ['废液'])).toBe('废液-2');
    expect(nextClientNumber('废液', ['废液', '废液-2'])).toBe('废液-3');
  });
});
