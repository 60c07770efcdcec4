import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import type { RunCurves, RunRaw, RunRead } from '@contract/features/laboratory/runs/runWire';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import {
  equipmentTable,
  labCheckTable,
  labCurvePointTable,
  labCurveTable,
  labRunInjectionTable,
  labRunTable,
  labSheetRowTable,
  labSheetTable,
} from '@server/db/schema';
import { labRowsOf } from '../support/labRows';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let token: string;
let stranger: string;
let lab: ReturnType<typeof labRowsOf>;
let analyst: number;
let methods: number[];
let hazards: number[];
let projects: number[];
let instrument: number;

beforeAll(async () => {
  server = await testServer();
  const organizationId = await server.rows.organization({ name: '甲检测中心' });
  const permissions = [
    ...['labSheet', 'labRun', 'labRunInjection', 'labRunFile', 'labCurve', 'runProfile'].flatMap((name) =>
      ['list', 'add', 'del', 'edit'].map((act) => `${name}:${act}`),
    ),
    'labSheetRow:edit',
  ];
  const role = await server.rows.role({ permissions });
  analyst = await server.rows.user({ userName: 'analyst', organizationId, roles: [role] });
  token = await server.login('analyst');
  await server.rows.user({
    userName: 'stranger',
    organizationId: await server.rows.organization({ name: '乙检测中心' }),
    roles: [role],
  });
  stranger = await server.login('stranger');
  lab = labRowsOf(server, organizationId);
  methods = [
    await lab.method('苯系物 溶剂解吸-气相色谱法', 7, { resultRoute: 'solvent', curvePoints: 5 }),
    await lab.method('铅 火焰原子吸收光谱法', 7, { methodKind: 'atomicAbsorption' }),
  ];
  hazards = [await lab.hazard('苯'), await lab.hazard('甲苯'), await lab.hazard('铅')];
  const [solvent = 0, flame = 0] = methods;
  for (const method of methods) await lab.authorise(analyst, method);
  for (const hazard of hazards.slice(0, 2)) await lab.item(solvent, hazard);
  await lab.item(flame, hazards[2] ?? 0);
  projects = [(await lab.project('testing')).id, (await lab.project('testing')).id];
  const [made] = await server.database.orm
    .insert(equipmentTable)
    .values({
      eqpNo: 'GC-01',
      eqpName: '气相色谱仪',
      eqpKind: 'lab',
      status: 'in',
      calibrationKind: 'verification',
      calibrationDue: '2099-12-31',
      sequenceFormat: 'openLab',
      organizationId,
    })
    .returning({ id: equipmentTable.id });
  instrument = made?.id ?? 0;
});
afterAll(() => server.close());

const taskOf = (project: number, hazard: number, method: number, kind = 'gasChromatography', more = {}) =>
  lab.task(
    {
      project,
      hazard,
      hazardName: ['苯', '甲苯', '铅'][hazards.indexOf(hazard)] ?? '',
      method,
      methodKind: kind,
      analyst,
    },
    more,
  );
const propose = (tasks: readonly number[], as = token) =>
  server.ask<Answer<AnyRow[]> & ErrorBody>('POST', 'api/labRun/propose', { token: as, body: { tasks } });
const sequenceOf = (run: number) =>
  server.database.orm
    .select()
    .from(labRunInjectionTable)
    .where(eq(labRunInjectionTable.run, run))
    .orderBy(asc(labRunInjectionTable.rowSort));

it('tasks of one technique in two projects form one instrument run, those of another technique a run of their own; their records are started', async () => {
  const [first = 0, second = 0] = projects;
  const [benzene = 0, toluene = 0, lead = 0] = hazards;
  const [solvent = 0, flame = 0] = methods;
  const made = [
    await taskOf(first, benzene, solvent),
    await taskOf(first, benzene, solvent, 'gasChromatography', { sampleKind: 'blank' }),
    await taskOf(second, toluene, solvent),
    await taskOf(second, lead, flame, 'atomicAbsorption'),
  ];
  const foreign = await propose(
    made.map(({ id }) => id),
    stranger,
  );
  expect(foreign.status).toBe(404);
  const { status, body, text } = await propose(made.map(({ id }) => id));
  expect(status, text).toBe(200);
  const runs = body.body ?? [];
  expect(runs.map((run) => run['methods'])).toEqual([[solvent], [flame]]);
  expect(await server.database.orm.select().from(labSheetTable)).toHaveLength(3);
  const sequence = await sequenceOf(Number(runs[0]?.id));
  expect(sequence.map(({ injectionName }) => injectionName)).toEqual([
    'SB-1',
    'STD-0',
    'STD-1',
    'STD-2',
    'STD-3',
    'STD-4',
    'STD-5',
    'MID-1',
    'QC-1',
    made[1]?.sampleNo,
    ...[made[0], made[2]].flatMap((one) => ['', '-P', '-JB'].map((mark) => `${one?.sampleNo}${mark}`)),
    'MID-2',
  ]);
  // The sample that is measured twice has a second row on its record.
  expect(await readingsOf(made[0]?.sampleNo ?? '')).toEqual([
    ['sample', null],
    ['parallel', null],
  ]);
  expect(await readingsOf(made[1]?.sampleNo ?? '')).toEqual([['blank', null]]);
  // Tasks in test go into a run, too; those of other people do not.
  const again = await propose([made[0]?.id ?? 0]);
  expect(again.body.body).toHaveLength(1);
  expect(await readingsOf(made[0]?.sampleNo ?? '')).toHaveLength(2);
  const other = await lab.task({ project: first, hazard: benzene, hazardName: '苯', method: solvent });
  const refused = await propose([other.id]);
  expect([refused.status, refused.body.message]).toEqual([409, runTexts.notYours(other.sampleNo)]);
});

async function upload(content: string, name: string): Promise<string> {
  const form = new FormData();
  form.append('fileClass', 'document');
  form.append('file', new File([content], name));
  const answer = await server.app.request('/api/file/upload', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return ((await answer.json()) as Answer<{ id: string }>).body?.id ?? '';
}
const addFile = async (run: number, content: string, name: string) =>
  server.ask<Answer<AnyRow> & ErrorBody>('POST', 'api/labRunFile/add', {
    token,
    body: { run, file: await upload(content, name) },
  });
const read = async (run: number) => (await server.ask<RunRead>('GET', `api/labRun/read/${run}`, { token })).body;
const write = (id: number, choices: readonly object[] = []) =>
  server.ask<Answer<object> & ErrorBody>('POST', 'api/labRun/write', { token, body: { id, choices } });
/** Two samples for benzene and toluene on records, and the run of their sequence. */
async function startedRun(): Promise<{ readonly run: number; readonly names: readonly string[] }> {
  const [project = 0] = projects;
  const [benzene = 0, toluene = 0] = hazards;
  const [solvent = 0] = methods;
  const of = [await taskOf(project, benzene, solvent), await taskOf(project, toluene, solvent)];
  const { body } = await propose(of.map(({ id }) => id));
  return { run: Number(body.body?.[0]?.id), names: of.map(({ sampleNo }) => sampleNo) };
}
const readingsOf = async (sampleNo: string) =>
  (
    await server.database.orm
      .select()
      .from(labSheetRowTable)
      .where(eq(labSheetRowTable.sampleNo, sampleNo))
      .orderBy(asc(labSheetRowTable.id))
  ).map(({ readings, rowKind }) => [rowKind, readings?.['frontResponse'] ?? null]);

it('several files of one instrument run are previewed together, and an unassigned line goes only to the record that the analyst chooses', async () => {
  const { run, names } = await startedRun();
  const [first = '', second = ''] = names;
  expect(await read(run)).toMatchObject({ problem: runTexts.noFile, lines: [] });
  expect((await write(run)).body.message).toBe(runTexts.noFile);
  // One file an injection: the second is known by its data file in the sequence.
  await server.database.orm
    .update(labRunInjectionTable)
    .set({ dataFile: 'D007.D' })
    .where(and(eq(labRunInjectionTable.run, run), eq(labRunInjectionTable.injectionName, second)));
  const files = [
    await addFile(run, `样品编号,组分,峰面积\n${first},苯,11\n${first},苯,12\nSTD-1,苯,13\n`, '甲.csv'),
    await addFile(run, '组分,峰面积\n甲苯,21\n', 'D007.csv'),
  ];
  expect(files.map(({ status }) => status)).toEqual([200, 200]);
  expect(files[0]?.body.body).toMatchObject({ fileName: '甲.csv', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const look = await read(run);
  expect(look.lines.map(({ fileName, sampleName, state, reason }) => [fileName, sampleName, state, reason])).toEqual([
    ['甲.csv', first, 'matched', null],
    ['甲.csv', first, 'parked', runTexts.repeated(2)],
    ['甲.csv', 'STD-1', 'check', `${runTexts.ofSequence('标准系列')}，${runTexts.useOfStandard}`],
    ['D007.csv', second, 'matched', null],
  ]);
  const targets = look.targets.filter(({ sampleNo }) => names.includes(sampleNo));
  expect(targets.map(({ sampleNo, hazardName, readings }) => [sampleNo, hazardName, readings])).toEqual([
    [first, '苯', [{ key: 'frontResponse', currentValue: null }]],
    [second, '甲苯', [{ key: 'frontResponse', currentValue: null }]],
    [first, '苯', [{ key: 'frontResponse', currentValue: null }]],
    [second, '甲苯', [{ key: 'frontResponse', currentValue: null }]],
  ]);
  const taken = await write(run, [{ at: 1, row: targets[0]?.row, reading: 'frontResponse' }]);
  expect([taken.status, taken.body.message]).toEqual([409, runTexts.repeated(2)]);
  const notWaiting = await write(run, [{ at: 0, row: targets[0]?.row, reading: 'frontResponse' }]);
  expect([notWaiting.status, notWaiting.body.message]).toEqual([409, runTexts.choiceGone]);
  expect(await readingsOf(first)).toEqual([
    ['sample', null],
    ['parallel', null],
  ]);
  // A person makes the second reading the parallel of the sample.
  const parallel = look.targets.find(({ sampleNo, isParallel }) => sampleNo === first && isParallel);
  const done = await write(run, [{ at: 1, row: parallel?.row, reading: 'frontResponse' }]);
  expect([done.status, done.body.body]).toEqual([200, { values: 3, records: 2, parked: 0 }]);
  expect(await readingsOf(first)).toEqual([
    ['sample', '11'],
    ['parallel', '12'],
  ]);
  expect(await readingsOf(second)).toEqual([
    ['sample', '21'],
    ['parallel', null],
  ]);
  expect((await read(run)).lines[1]).toMatchObject({ state: 'matched', reason: runTexts.byPerson, fileName: '甲.csv' });
  // The files of a written run stay.
  const file = files[0]?.body.body;
  const removed = await server.ask<ErrorBody>('DELETE', 'api/labRunFile/delete', { token, body: [file?.id] });
  expect([removed.status, removed.body.message]).toEqual([409, runTexts.written]);
  await server.ask('POST', 'api/labRun/undo', { token, body: { id: run } });
  expect(await readingsOf(first)).toEqual([
    ['sample', null],
    ['parallel', null],
  ]);
});

it('the standards of an instrument run make one curve per component, which a person accepts singly, and the run’s mid-points show the drift', async () => {
  const { run, names } = await startedRun();
  const levels = [0, 1, 2, 3, 4, 5];
  for (const level of levels)
    await server.database.orm
      .update(labRunInjectionTable)
      .set({ standardVolume: level === 0 ? null : String(level) })
      .where(and(eq(labRunInjectionTable.run, run), eq(labRunInjectionTable.injectionName, `STD-${level}`)));
  await server.database.orm
    .update(labRunInjectionTable)
    .set({ standardVolume: '3' })
    .where(and(eq(labRunInjectionTable.run, run), eq(labRunInjectionTable.injectionKind, 'midpoint')));
  const lines = [
    ...levels.map((level) => `STD-${level},苯,${level * 20}`),
    ...levels.map((level) => `STD-${level},甲苯,${level * 30}`),
    'MID-1,苯,61.2',
    'MID-2,苯,72',
    'MID-1,甲苯,90',
  ];
  await addFile(run, `样品编号,组分,峰面积\n${lines.join('\n')}\n`, '序列.csv');
  const curves = async () =>
    (await server.ask<RunCurves>('GET', `api/labRun/curves/${run}`, { token })).body.curves.filter(
      ({ method }) => method === methods[0],
    );
  expect((await curves()).map(({ findings }) => findings[0])).toEqual([
    runTexts.noStock('苯'),
    runTexts.noStock('甲苯'),
  ]);
  await server.database.orm
    .update(labRunTable)
    .set({ stock: '苯 100；甲苯 200', finalVolume: '10' })
    .where(eq(labRunTable.id, run));
  const found = await curves();
  expect(
    found.map(({ hazardName, unit, points, r, accepted }) => [hazardName, unit, points.map(({ x }) => x), r, accepted]),
  ).toEqual([
    ['苯', 'μg/mL', ['0', '10', '20', '30', '40', '50'], '1.0000', true],
    ['甲苯', 'μg/mL', ['0', '20', '40', '60', '80', '100'], '1.0000', true],
  ]);
  expect(found[0]?.midpoints).toEqual([
    { name: 'MID-1', theoreticalContent: '30', foundContent: '30.60', deviation: '2.0', passes: true },
    { name: 'MID-2', theoreticalContent: '30', foundContent: '36.00', deviation: '20.0', passes: false },
  ]);
  expect(found[1]?.findings).toContain(runTexts.noResponse('MID-2', '甲苯'));
  const accept = (hazard: number | undefined, as = token) =>
    server.ask<Answer<AnyRow> & ErrorBody>('POST', 'api/labRun/curve', {
      token: as,
      body: { id: run, method: methods[0], hazard },
    });
  expect((await accept(hazards[0], stranger)).status).toBe(404);
  expect((await accept(hazards[2])).status).toBe(404);
  const made = await accept(hazards[0]);
  expect(made.status, made.text).toBe(200);
  const points = await server.database.orm
    .select()
    .from(labCurvePointTable)
    .where(eq(labCurvePointTable.curve, Number(made.body.body?.id)))
    .orderBy(asc(labCurvePointTable.rowSort));
  expect(points.map(({ x, y1, standardVolume }) => [x, y1, standardVolume])).toEqual(
    levels.map((level) => [String(level * 10), String(level * 20), level === 0 ? null : String(level)]),
  );
  const [curve] = await server.database.orm
    .select()
    .from(labCurveTable)
    .where(eq(labCurveTable.id, Number(made.body.body?.id)));
  expect(curve).toMatchObject({ state: 'drafting', accepted: true, hazard: hazards[0], r: '1.0000' });
  expect((await curves()).map(({ createdCurve: of }) => of?.curveNo ?? null)).toEqual([curve?.curveNo, null]);
  // The mid-points come to the quality control of the records that the run fills, and leave with its readings.
  const kept = () =>
    server.database.orm
      .select()
      .from(labCheckTable)
      .where(and(eq(labCheckTable.checkKind, 'midpoint'), isNull(labCheckTable.deleteTime)));
  await addFile(run, `样品编号,组分,峰面积\n${names[0]},苯,55\n`, '样品.csv');
  expect((await write(run)).body.body).toMatchObject({ values: 1, records: 1 });
  expect((await kept()).map(({ sampleNo, values }) => [sampleNo, values])).toEqual([
    ['MID-1', { theory: '30', response: '61.2' }],
    ['MID-2', { theory: '30', response: '72' }],
  ]);
  await server.ask('POST', 'api/labRun/undo', { token, body: { id: run } });
  expect(await kept()).toEqual([]);
  // One head for all records of the run, with its curve once that is approved.
  await server.database.orm.update(labCurveTable).set({ state: 'approved' });
  await server.database.orm
    .update(labRunTable)
    .set({ envTemperature: '22.4', envHumidity: '51', instrument, solutionVolume: '2.0' })
    .where(eq(labRunTable.id, run));
  const heads = await server.ask<Answer & ErrorBody>('POST', 'api/labRun/heads', { token, body: { id: run } });
  expect([heads.status, heads.body.message]).toEqual([200, runTexts.headsWritten(2, 1)]);
  const filled = (await server.database.orm.select().from(labSheetTable)).filter((one) => one.instrument !== null);
  const day = (await server.database.orm.select().from(labRunTable).where(eq(labRunTable.id, run)))[0]?.runDate;
  expect(filled.map((one) => [one.hazard, one.testDate, one.envTemperature, one.curve])).toEqual([
    [hazards[0], day, '22.4', made.body.body?.id],
    [hazards[1], day, '22.4', null],
  ]);
  const own = await server.database.orm
    .select()
    .from(labSheetRowTable)
    .where(inArray(labSheetRowTable.sampleNo, names));
  expect(own.map(({ readings }) => readings?.['solutionVolume'])).toEqual(['2.0', '2.0', '2.0', '2.0']);
  // Both records are of one project, so they may share an original record; nobody else's run can be told to.
  const foreign = await server.ask<ErrorBody>('POST', 'api/labRun/together', { token: stranger, body: { id: run } });
  expect(foreign.status).toBe(404);
  const together = await server.ask<Answer<{ numbers: string[] }>>('POST', 'api/labRun/together', {
    token,
    body: { id: run },
  });
  expect(together.status, together.text).toBe(200);
  const grouped = (await server.database.orm.select().from(labSheetTable)).filter(({ groupNo }) => groupNo !== null);
  expect(grouped.map(({ hazard, groupNo }) => [hazard, groupNo])).toEqual([
    [hazards[0], together.body.body?.numbers[0]],
    [hazards[1], together.body.body?.numbers[0]],
  ]);
  const empty = await server.ask<ErrorBody>('POST', 'api/labRun/heads', { token: stranger, body: { id: run } });
  expect(empty.status).toBe(404);
  const again = await accept(hazards[0]);
  expect([again.status, again.body.message]).toEqual([409, runTexts.curveHas(curve?.curveNo ?? '')]);
});

it('an instrument file that no profile knows is read as a person showed once, by the newest version of that profile', async () => {
  const { run, names } = await startedRun();
  const [first = '', second = ''] = names;
  await addFile(run, `编码,成分名,读出\n${first},苯,31\n${first},苯,33\n${second},甲苯,41\n`, '自编.csv');
  expect(await read(run)).toMatchObject({ unknown: true, profile: null, problem: runTexts.unknown, lines: [] });
  const raw = await server.ask<RunRaw>('GET', `api/labRun/raw/${run}`, { token });
  expect(raw.body.rows[0]).toEqual({ line: 1, cells: ['编码', '成分名', '读出'] });
  const profile = {
    profileName: '自编数据处理',
    instrument: null,
    headings: '编码\t成分名\t读出',
    sampleColumn: 0,
    componentColumn: 1,
    replicateColumn: null,
    unitColumn: null,
    timeColumn: null,
    valueColumn: 2,
    quantity: 'area',
    decimalMark: 'point',
    averaged: false,
  };
  const teach = (more: object) =>
    server.ask<Answer<AnyRow> & ErrorBody>('POST', 'api/runProfile/add', { token, body: { ...profile, ...more } });
  expect((await teach({ valueColumn: 1 })).body.errors?.[0]).toMatchObject({
    field: 'valueColumn',
    message: runTexts.columnTwice,
  });
  expect((await teach({ valueColumn: 3 })).body.errors?.[0]).toMatchObject({ message: runTexts.columnBeyond });
  const taught = await teach({});
  expect(taught.status, taught.text).toBe(200);
  const look = await read(run);
  expect(look).toMatchObject({ unknown: false, profile: '自编数据处理', problem: null });
  expect(look.lines.map(({ value, state }) => [value, state])).toEqual([
    ['31', 'matched'],
    ['33', 'parked'],
    ['41', 'matched'],
  ]);
  const again = await teach({ averaged: true });
  expect(again.body.body).toMatchObject({ versionNo: 2 });
  expect((await read(run)).lines.map(({ value, state }) => [value, state])).toEqual([
    ['32', 'matched'],
    ['33', 'ignored'],
    ['41', 'matched'],
  ]);
  await write(run);
  const [stored] = await server.database.orm.select().from(labRunTable).where(eq(labRunTable.id, run));
  expect(stored).toMatchObject({ state: 'written', profile: '自编数据处理', profileVersion: 2 });
});

it('an instrument file with the sample name above each table is read by a profile that a person made, and its component by an assigned name', async () => {
  const { run, names } = await startedRun();
  const [first = '', second = ''] = names;
  const block = (sample: string, name: string, value: string) =>
    `Charge:;${sample}\nStoff;Signalwert\n${name};${value}\n`;
  expect((await addFile(run, `${block(first, 'BNZ', '31')}\n${block(second, 'TOL', '41')}`, '块.csv')).status).toBe(
    200,
  );
  expect(await read(run)).toMatchObject({ unknown: true, lines: [] });
  const profile = {
    profileName: '分块文件',
    instrument: null,
    headings: 'Stoff\tSignalwert',
    sampleColumn: null,
    sampleKey: 'Charge',
    componentColumn: 0,
    replicateColumn: null,
    unitColumn: null,
    timeColumn: null,
    valueColumn: 1,
    quantity: 'area',
    decimalMark: null,
    averaged: false,
  };
  const teach = (componentNames: string) =>
    server.ask<ErrorBody>('POST', 'api/runProfile/add', { token, body: { ...profile, componentNames } });
  expect((await teach('BNZ 苯')).body.errors?.[0]).toMatchObject({ message: runTexts.pairsNeeded });
  const taught = await teach('BNZ=苯\nTOL＝甲苯');
  expect(taught.status, taught.text).toBe(200);
  expect(
    (await read(run)).lines.map(({ sampleName, component, value, state }) => [sampleName, component, value, state]),
  ).toEqual([
    [first, 'BNZ', '31', 'matched'],
    [second, 'TOL', '41', 'matched'],
  ]);
});

it('an injection sequence is saved, printed, exported in its instrument’s format, and fixed once its readings are written', async () => {
  const body = {
    runDate: '2026-11-20',
    instrument,
    methods: [methods[0]],
    room: '色谱室',
    stock: '苯 1000',
    file: null,
  };
  const addAnswer = await server.ask<Answer<AnyRow>>('POST', 'api/labRun/add', { token, body });
  expect(addAnswer.status, addAnswer.text).toBe(200);
  const run = Number(addAnswer.body.body?.id);
  const save = (rows: readonly object[], as = token) =>
    server.ask<Answer<AnyRow[]> & ErrorBody>('PUT', 'api/labRunInjection/saveAll', {
      token: as,
      body: { rows, removed: [] },
    });
  const rows = [
    { run, vial: '1', injectionKind: 'standard', injectionName: 'STD-1', level: 1, standardVolume: '0.5' },
    { run, vial: '2', injectionKind: 'sample', injectionName: 'S-900', level: 3 },
  ];
  expect((await save(rows, stranger)).status).toBe(400);
  const saved = await save(rows);
  expect(saved.status, saved.text).toBe(200);
  // Only a standard has a level.
  expect(saved.body.body?.map(({ level, rowSort }) => [level, rowSort])).toEqual([
    [1, 10],
    [null, 20],
  ]);
  const csv = await server.ask('GET', `api/labRun/sequence/${run}`, { token });
  expect(csv.text.split('\r\n').slice(1, 3)).toEqual(['1,STD-1,Cal. Std.,1,1,,', '2,S-900,Sample,,1,,']);
  expect((await server.ask('GET', `api/labRun/sequence/${run}`, { token: stranger })).status).toBe(404);
  const pdf = await server.app.request(`/api/labRun/paper/${run}/pdf`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);

  const mixed = await server.ask<ErrorBody>('PUT', 'api/labRun/edit', {
    token,
    body: { ...addAnswer.body.body, methods },
  });
  expect(mixed.body.errors?.[0]).toMatchObject({ field: 'methods', message: runTexts.mixedKinds });

  const [row] = saved.body.body ?? [];
  const second = await server.ask<Answer<AnyRow>>('POST', 'api/labRun/add', { token, body });
  const moved = await save([{ ...row, run: Number(second.body.body?.id) }]);
  expect([moved.status, moved.body.errors?.[0]?.message]).toEqual([409, runTexts.otherRun]);
  await server.database.orm.update(labRunTable).set({ state: 'written' }).where(eq(labRunTable.id, run));
  const closed = await save([{ ...row, vial: '9' }]);
  expect([closed.status, closed.body.errors?.[0]?.message]).toEqual([409, runTexts.written]);
  await server.database.orm.update(labRunTable).set({ state: 'open' }).where(eq(labRunTable.id, run));
  const removed = await server.ask('DELETE', 'api/labRun/delete', { token, body: [run] });
  expect(removed.status, removed.text).toBe(200);
  const labRunInjectionAnswer = await server.ask<Page<AnyRow>>('GET', `api/labRunInjection?run=${run}`, { token });
  expect(labRunInjectionAnswer.body.content).toEqual([]);
  expect((await save([{ ...row, vial: '9' }])).status).toBe(404);
  expect((await save(rows)).status).toBe(400);
});
