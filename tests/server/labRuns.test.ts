import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { instrumentTexts } from '@contract/features/laboratory/instruments/instrumentTexts';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import type { RunRead } from '@contract/features/laboratory/runs/runWire';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import type { Answer, ErrorBody } from '@contract/wire';
import { formatMoment } from '@server/base/zone';
import {
  auditLogTable,
  labRunFileTable,
  labRunInjectionTable,
  labRunLineTable,
  labRunTable,
  labSheetRowTable,
  labSheetTable,
} from '@server/db/schema';
import { labRowsOf } from '../support/labRows';
import { type TestServer, testServer } from '../support/server';

interface Counts {
  readonly values: number;
  readonly records: number;
  readonly parked: number;
}

let server: TestServer;
let token: string;
let stranger: string;
/** Records of two projects: benzene and toluene of the first, toluene of the second. */
let sheets: number[];
let samples: string[][];

const work = async (sheet: number): Promise<LabWork> =>
  (await server.ask<LabWork>('GET', `api/labSheet/work/${sheet}`, { token })).body;
const readings = async (): Promise<(string | null)[][]> =>
  Promise.all(
    sheets.map(async (sheet) => (await work(sheet)).rows.map((row) => row.readings['frontResponse'] ?? null)),
  );

beforeAll(async () => {
  server = await testServer();
  const organizationId = await server.rows.organization({ name: '甲检测中心' });
  const role = await server.rows.role({
    permissions: [
      'labSheet:list',
      'labSheet:add',
      'labSheetRow:edit',
      'labRun:list',
      'labRun:add',
      'labRun:edit',
      'labRun:del',
      'labRunLine:list',
    ],
  });
  const analyst = await server.rows.user({ userName: 'analyst', organizationId, roles: [role] });
  token = await server.login('analyst');
  await server.rows.user({
    userName: 'stranger',
    organizationId: await server.rows.organization({ name: '乙检测中心' }),
    roles: [role],
  });
  stranger = await server.login('stranger');
  const lab = labRowsOf(server, organizationId);
  const method = await lab.method('苯系物 溶剂解吸-气相色谱法', 7, { resultRoute: 'solvent' });
  await lab.authorise(analyst, method);
  const [benzene, toluene] = [await lab.hazard('苯'), await lab.hazard('甲苯')];
  for (const hazard of [benzene, toluene]) {
    await lab.item(method, hazard);
    await lab.curve({ method, hazard });
  }
  const projects = [(await lab.project('testing')).id, (await lab.project('testing')).id];
  const start = async (project: number, hazard: number, hazardName: string, of?: LabWork): Promise<number> => {
    const tasks: number[] = [];
    for (let index = 0; index < 2; index += 1) {
      const { id } = await lab.task({ project, hazard, hazardName, method, analyst });
      tasks.push(id);
    }
    const { body } = await server.ask<Answer<{ id: number }>>('POST', 'api/labSheet/start', { token, body: { tasks } });
    const sheet = body.body?.id ?? 0;
    // Both hazards are tested in the same samples.
    for (const [at, row] of of ? (await work(sheet)).rows.entries() : [])
      await server.database.orm
        .update(labSheetRowTable)
        .set({ sampleNo: of?.rows[at]?.sampleNo ?? '' })
        .where(eq(labSheetRowTable.id, row.id));
    return sheet;
  };
  const [first = 0, second = 0] = projects;
  const ofBenzene = await start(first, benzene, '苯');
  sheets = [
    ofBenzene,
    await start(first, toluene, '甲苯', await work(ofBenzene)),
    await start(second, toluene, '甲苯'),
  ];
  samples = await Promise.all(sheets.map(async (sheet) => (await work(sheet)).rows.map(({ sampleNo }) => sampleNo)));
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.orm.update(labSheetTable).set({ state: 'drafting' });
  await server.database.orm.update(labSheetRowTable).set({ readings: {} });
});

const csv = (): string =>
  [
    'Sample Name,Injection,Signal,Compound,RT,Area,Height,Amount,Unit',
    `${samples[0]?.[0]},1,FID1A,苯,3.102,98.60,36.1,1.999,ug/mL`,
    `${samples[0]?.[0]},1,FID1A,甲苯,4.866,55.10,20.2,1.001,ug/mL`,
    `${samples[0]?.[1]},1,FID1A,苯,3.101,40.20,15.0,0.811,ug/mL`,
    `${samples[0]?.[1]},1,FID1A,二甲苯,6.201,7.70,2.0,0.100,ug/mL`,
    `${samples[2]?.[0]},1,FID1A,甲苯,4.867,120.5,44.0,2.190,ug/mL`,
    'QC-01,1,FID1A,甲苯,4.866,60.1,22.0,1.092,ug/mL',
    '',
  ].join('\n');

async function upload(content: string, name = '序列.csv'): Promise<string> {
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

async function makeRun(content = csv(), name?: string): Promise<AnyRow> {
  const body = { runDate: '2026-11-20', instrument: null, file: await upload(content, name), remark: null };
  const addAnswer = await server.ask<Answer<AnyRow>>('POST', 'api/labRun/add', { token, body });
  expect(addAnswer.status, addAnswer.text).toBe(200);
  return addAnswer.body.body as AnyRow;
}
const step = (name: 'write' | 'undo', id: unknown, as = token) =>
  server.ask<Answer<Counts> & ErrorBody>('POST', `api/labRun/${name}`, { token: as, body: { id } });
const read = (id: unknown, as = token) =>
  server.ask<RunRead & ErrorBody>('GET', `api/labRun/read/${String(id)}`, { token: as });

const empty = [
  [null, null],
  [null, null],
  [null, null],
];
const filled = [
  ['98.60', '40.20'],
  ['55.10', null],
  ['120.5', null],
];

it('the preview of an instrument file shows every line with its record or a reason, and writes nothing', async () => {
  const run = await makeRun();
  expect(run).toMatchObject({ runNo: expect.stringMatching(/^FX-\d{4}-\d{4}$/), fileName: '序列.csv', state: 'open' });
  expect(String(run['sha256'])).toHaveLength(64);
  const { body } = await read(run.id);
  expect(body).toMatchObject({ written: false, profile: 'OpenLab 结果表', problem: null });
  const areas = body.lines.filter(({ quantity }) => quantity === 'area');
  expect(areas.map(({ state, sheet, reason }) => [state, sheet, reason])).toEqual([
    ['matched', sheets[0], null],
    ['matched', sheets[1], null],
    ['matched', sheets[0], null],
    ['ignored', null, runTexts.noComponent(samples[0]?.[1] ?? '', '二甲苯')],
    ['matched', sheets[2], null],
    ['parked', null, runTexts.noRow('QC-01')],
  ]);
  expect(body.lines.filter(({ quantity, state }) => quantity !== 'area' && state === 'matched')).toEqual([]);
  expect(await readings()).toEqual(empty);
});

it('writing an instrument file fills the readings of every component and project, stores every line of the file, and can be undone as one step', async () => {
  const { id } = await makeRun();
  const written = await step('write', id);
  expect(written.body).toMatchObject({ body: { values: 4, records: 3 } });
  expect(await readings()).toEqual(filled);
  const kept = await read(id);
  expect(kept.body).toMatchObject({ written: true, profile: 'OpenLab 结果表' });
  expect(kept.body.lines).toHaveLength(18);
  // Not once more, and a written run is not changed.
  expect((await step('write', id)).body.message).toBe(runTexts.written);
  const [stored] = await server.database.orm
    .select()
    .from(labRunTable)
    .where(eq(labRunTable.id, Number(id)));
  const edited = await server.ask<ErrorBody>('PUT', 'api/labRun/edit', { token, body: { ...stored, remark: '改' } });
  expect([edited.status, edited.body.message]).toEqual([409, runTexts.written]);
  const removed = await server.ask<ErrorBody>('DELETE', 'api/labRun/delete', { token, body: [id] });
  expect([removed.status, removed.body.message]).toEqual([409, runTexts.written]);

  expect((await step('undo', id)).body).toMatchObject({ body: { values: 4, records: 3 } });
  expect(await readings()).toEqual(empty);
  expect(
    await server.database.orm
      .select()
      .from(labRunLineTable)
      .where(and(eq(labRunLineTable.run, Number(id)), isNull(labRunLineTable.deleteTime))),
  ).toEqual([]);
  const again = await step('undo', id);
  expect([again.status, again.body.message]).toEqual([409, runTexts.notWritten]);
});

it('writing an instrument file records the time of each injection in the sequence, with a line in the trail', async () => {
  const [name = ''] = samples[0] ?? [];
  const { id } = await makeRun(
    [
      'Sample Name,Injection,Signal,Compound,RT,Area,Height,Amount,Unit,Inject Time',
      `${name},1,FID1A,苯,3.102,98.60,36.1,1.999,ug/mL,11/20/2026 9:20 AM`,
      `QC-01,1,FID1A,苯,3.101,60.1,22.0,1.092,ug/mL,11/20/2026 9:41 AM`,
      '',
    ].join('\n'),
  );
  const run = Number(id);
  const [first] = await server.database.orm
    .insert(labRunInjectionTable)
    .values(
      [name, 'QC-01', 'STD-1'].map((injectionName, rowSort) => ({
        run,
        rowSort,
        injectionName,
        injectionKind: 'sample',
      })) as never,
    )
    .returning({ id: labRunInjectionTable.id });
  expect((await step('write', id)).status).toBe(200);
  const injections = await server.database.orm
    .select({ at: labRunInjectionTable.injectedAt })
    .from(labRunInjectionTable)
    .where(eq(labRunInjectionTable.run, run))
    .orderBy(labRunInjectionTable.rowSort);
  expect(injections.map(({ at }) => at && formatMoment(at, server.services.env.zone))).toEqual([
    '2026-11-20 09:20:00',
    '2026-11-20 09:41:00',
    null,
  ]);
  const lines = await server.database.orm
    .select({ after: auditLogTable.after })
    .from(auditLogTable)
    .where(and(eq(auditLogTable.entity, 'labRunInjection'), eq(auditLogTable.entityId, first?.id ?? 0)));
  expect(lines).toEqual([{ after: { injectedAt: '2026-11-20 09:20:00' } }]);
});

it('an instrument file names the readings that it replaces, and restores them when it is undone', async () => {
  const [row] = (await work(sheets[0] ?? 0)).rows;
  await server.database.orm
    .update(labSheetRowTable)
    .set({ readings: { frontResponse: '77' } })
    .where(eq(labSheetRowTable.id, row?.id ?? 0));
  const { id } = await makeRun();
  expect((await read(id)).body.lines[0]).toMatchObject({ currentValue: '77' });
  await step('write', id);
  expect((await readings())[0]).toEqual(['98.60', '40.20']);
  await step('undo', id);
  expect((await readings())[0]).toEqual(['77', null]);
});

it('a second reading of a sample in an instrument file waits for a person’s choice, and never becomes a parallel sample', async () => {
  const [name] = samples[2] ?? [];
  const { id } = await makeRun(`样品编号,组分,峰面积\n${name},甲苯,1\n${name},甲苯,2\n`);
  const { body } = await read(id);
  expect(body.lines.map(({ state, reason }) => [state, reason])).toEqual([
    ['matched', null],
    ['parked', runTexts.repeated(2)],
  ]);
});

it('an instrument file cannot be undone if a reading was changed since, or a record submitted', async () => {
  const { id } = await makeRun();
  await step('write', id);
  const [row] = (await work(sheets[2] ?? 0)).rows;
  const set = (value: string) =>
    server.database.orm
      .update(labSheetRowTable)
      .set({ readings: { frontResponse: value } })
      .where(eq(labSheetRowTable.id, row?.id ?? 0));
  await set('121');
  const changed = await step('undo', id);
  expect([changed.status, changed.body.message]).toEqual([409, runTexts.changed(row?.sampleNo ?? '', '121')]);
  expect(await readings()).toEqual([filled[0], filled[1], ['121', null]]);
  await set('120.5');
  await server.database.orm
    .update(labSheetTable)
    .set({ state: 'awaitingReview' })
    .where(eq(labSheetTable.id, sheets[1] ?? 0));
  const handedIn = await step('undo', id);
  expect([handedIn.status, handedIn.body.message]).toEqual([409, labSheetTexts.locked('待复核')]);
  expect(await readings()).toEqual(filled);
});

it('an instrument file that no profile recognises, or that matches no record, writes nothing', async () => {
  const unknown = await makeRun('a,b\n1,2\n', '未知.csv');
  expect((await read(unknown.id)).body).toMatchObject({ profile: null, lines: [], problem: runTexts.unknown });
  const refused = await step('write', unknown.id);
  expect([refused.status, refused.body.message]).toEqual([400, runTexts.unknown]);
  const unclear = await makeRun('样品编号;组分;峰面积\nX-1;甲苯;1,234\nX-2;甲苯;98,640\n', '逗号.csv');
  expect((await read(unclear.id)).body).toMatchObject({ unknown: true, problem: instrumentTexts.markUnclear('1,234') });
  expect((await step('write', unclear.id)).body.message).toBe(instrumentTexts.markUnclear('1,234'));
  const elsewhere = await makeRun('样品编号,组分,峰面积\nX-1,甲苯,1\n');
  expect((await step('write', elsewhere.id)).body.message).toBe(runTexts.nothing);
  expect(await readings()).toEqual(empty);
});

it('an instrument file can be neither read nor moved by another organization, or when its content is gone', async () => {
  const { id, file } = await makeRun();
  for (const { status } of [
    await read(id, stranger),
    await step('write', id, stranger),
    await step('undo', id, stranger),
  ])
    expect(status).toBe(404);
  await server.services.files.remove(String(file));
  for (const { status } of [await read(id), await step('write', id)]) expect(status).toBe(404);
  expect(await readings()).toEqual(empty);
});

it('an instrument file added to a run while its files are read is never left out: the write is refused, and the next one includes it', async () => {
  const { id, file, organizationId } = await makeRun();
  const added = await upload(
    [
      'Sample Name,Injection,Signal,Compound,RT,Area,Height,Amount,Unit',
      `${samples[2]?.[1]},1,FID1A,甲苯,4.8,99.1,1,1,ug/mL`,
      '',
    ].join('\n'),
    '序列2.csv',
  );
  const { files } = server.services;
  const readFile = vi.spyOn(files, 'read');
  readFile.mockImplementationOnce(async (name) => {
    readFile.mockRestore();
    await server.database.orm
      .insert(labRunFileTable)
      .values({ run: Number(id), file: added, fileName: '序列2.csv', organizationId: organizationId as number });
    return files.read(name);
  });
  const refused = await step('write', id);
  expect([refused.status, refused.body.message]).toEqual([409, runTexts.filesChanged]);
  expect(await readings()).toEqual(empty);
  expect(file).not.toBe(added);
  expect((await step('write', id)).body).toMatchObject({ body: { values: 5 } });
});
