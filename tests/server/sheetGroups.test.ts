import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { recordDocument } from '@contract/features/laboratory/paper/labRecordDocument';
import type { RecordParts } from '@contract/features/laboratory/paper/recordParts';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { sheetGroupTexts } from '@contract/features/laboratory/sheets/sheetGroup';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import type { ProjectPapers } from '@contract/features/records/recordsWire';
import { textOf } from '@contract/print/printDocument';
import type { Answer, ErrorBody } from '@contract/wire';
import type { SeenRows } from '@contract/workflow/workflowWire';
import { auditLogTable, labSheetTable, recordContentTable, sampleTable, signatureTable } from '@server/db/schema';
import { type LabRows, labRowsOf } from '../support/labRows';
import { missingChecks } from '../support/missingChecks';
import { pdfPages, unspaced } from '../support/pdfText';
import { recordRowsOf } from '../support/recordRows';
import { type TestServer, testServer } from '../support/server';

// Several hazards of one collector on one original record: one head, signed together, printed as one paper.

let server: TestServer;
let lab: LabRows;
let records: ReturnType<typeof recordRowsOf>;
const tokens: Record<string, string> = {};
let analyst: number;
let method: number;
let other: number;
let instrument: number;
let hazards: number[];
let project: { id: number; code: string };

const compounds = ['苯', '甲苯', '乙酸乙酯'];
const permissions = [
  ...['labSheet', 'labSheetRow', 'labCheck'].flatMap((name) =>
    ['list', 'add', 'edit', 'del'].map((act) => `${name}:${act}`),
  ),
  ...['submit', 'review', 'approve', 'return', 'correct'].map((move) => `record:${move}`),
  'recordPageNew:list',
  'project:list',
];

beforeAll(async () => {
  server = await testServer();
  const organizationId = await server.rows.organization({ name: '甲检测中心' });
  const role = await server.rows.role({ permissions });
  const names = { analyst: '李检测', colleague: '王同事', reviewer: '赵复核', approver: '钱审核' };
  for (const [userName, nickName] of Object.entries(names)) {
    const id = await server.rows.user({ userName, nickName, organizationId, roles: [role], password: 'Demo-2026#lab' });
    if (userName === 'analyst') analyst = id;
    tokens[userName] = await server.login(userName);
  }
  lab = labRowsOf(server, organizationId);
  records = recordRowsOf(server, organizationId);
  const facts = { resultRoute: 'solvent', blanksPerBatch: 0 } as const;
  method = await lab.method('苯系物 溶剂解吸-气相色谱法', 7, facts);
  other = await lab.method('乙酸乙酯 溶剂解吸-气相色谱法', 7, facts);
  hazards = [];
  for (const [at, name] of compounds.entries()) {
    const hazard = await lab.hazard(name);
    hazards.push(hazard);
    await lab.item(at < 2 ? method : other, hazard);
    await lab.curve({ method: at < 2 ? method : other, hazard });
  }
  instrument = (await lab.instrument({ eqpName: '气相色谱仪', eqpKind: 'laboratory' })).id;
  for (const of of [method, other]) await lab.authorise(analyst, of);
});
afterAll(() => server.close());
beforeEach(async () => {
  project = await lab.project('testing');
});

const put = <B = Answer<{ no?: string }> & ErrorBody>(path: string, body: unknown, who = 'analyst') =>
  server.ask<B>('PUT', path, { token: tokens[who] ?? '', body });
const startTogether = (tasks: readonly number[], who = 'analyst') =>
  server.ask<Answer<{ id: number }> & ErrorBody>('POST', 'api/labSheet/startTogether', {
    token: tokens[who] ?? '',
    body: { tasks },
  });
const work = async (id: number) =>
  (await server.ask<LabWork>('GET', `api/labSheet/work/${id}`, { token: tokens['analyst'] ?? '' })).body;
const sheetsOf = (of: number) =>
  server.database.orm.select().from(labSheetTable).where(eq(labSheetTable.project, of)).orderBy(labSheetTable.id);
const versions = (rows: readonly { readonly id: number; readonly version: number }[]) =>
  rows.map(({ id, version }) => ({ id, version }));

/** A sample in which each of these hazards is tested. */
const taskOf = (at: number, medium: string | null = '活性炭管', of = project) =>
  lab.task(
    {
      project: of.id,
      hazard: hazards[at] ?? 0,
      hazardName: compounds[at] ?? '',
      method: at < 2 ? method : other,
      analyst,
    },
    { medium },
  );

async function group(count = 3): Promise<number[]> {
  const tasks = [];
  for (let index = 0; index < count; index += 1) tasks.push((await taskOf(index)).id);
  const { status, text } = await startTogether(tasks);
  expect(status, text).toBe(200);
  return (await sheetsOf(project.id)).map(({ id }) => id);
}

/** Fills in what the submission needs, the head on the first record alone. */
async function filled(count = 3): Promise<number[]> {
  const ids = await group(count);
  const worked = { frontResponse: '98.60', backResponse: '2.10', solutionVolume: '1.0', efficiency: '96.2' };
  for (const id of ids) {
    const rows = versions((await work(id)).rows).map((row) => ({ ...row, ...worked }));
    const saved = await put('api/labSheetRow/saveAll', { rows, removed: [] });
    expect(saved.status, saved.text).toBe(200);
  }
  const { sheet } = await work(ids[0] ?? 0);
  const head = {
    ...sheet,
    instrument,
    envTemperature: '22.5',
    envHumidity: '48',
    efficiencySource: '方法验证报告',
    checkReasons: missingChecks('本批仅一个样品，随同批质控'),
  };
  const saved = await put('api/labSheet/edit', head);
  expect(saved.status, saved.text).toBe(200);
  return ids;
}

async function moveAll(ids: readonly number[], move: string, who: string, more: object = {}) {
  const seenAnswer = await server.ask<SeenRows>('GET', `api/labSheet/seen?ids=${ids.join()}`, {
    token: tokens[who] ?? '',
  });
  return put('api/labSheet/moveMany', { rows: seenAnswer.body.rows, move, password: 'Demo-2026#lab', ...more }, who);
}
const paperOf = async (id: number) => {
  const record = await work(id);
  const { body } = await server.ask<RecordParts>('GET', `api/labSheet/paper/${id}`, { token: tokens['analyst'] ?? '' });
  return recordDocument({ work: record, parts: body }, false);
};

it('tasks of several hazards of one project start as one original record, whose number is that of its first record', async () => {
  const ids = await group();
  const sheets = await sheetsOf(project.id);
  expect(sheets.map(({ hazardName, groupNo }) => [hazardName, groupNo])).toEqual(
    compounds.map((name) => [name, `${project.code}-JL01`]),
  );
  const { group: shared } = await work(ids[2] ?? 0);
  expect(shared).toMatchObject({
    no: `${project.code}-JL01`,
    members: compounds.map((hazardName, index) => ({ id: ids[index], hazardName, complete: false, withoutBlank: [] })),
  });
});

it('records of different projects, collectors or instruments, and one record alone, cannot share an original record; nothing is stored', async () => {
  const alone = await startTogether([(await taskOf(0)).id]);
  expect([alone.status, alone.body.message]).toEqual([400, sheetGroupTexts.needsTwo]);
  const tubes = await startTogether([(await taskOf(0)).id, (await taskOf(1, '硅胶管')).id]);
  expect([tubes.status, tubes.body.message]).toEqual([400, sheetGroupTexts.collectors(['活性炭管', '硅胶管'])]);
  const elsewhere = await taskOf(1, '活性炭管', await lab.project('testing'));
  const projects = await startTogether([(await taskOf(0)).id, elsewhere.id]);
  expect([projects.status, projects.body.message]).toEqual([409, labSheetTexts.mixedProjects]);
  const gone = await startTogether([(await taskOf(0)).id, 999_999]);
  expect([gone.status, gone.body.message]).toEqual([404, labTaskTexts.gone]);
  expect(await sheetsOf(project.id)).toEqual([]);
  const colleague = await startTogether([(await taskOf(0)).id, (await taskOf(1)).id], 'colleague');
  expect(colleague.status).toBe(409);

  const ids = await group(2);
  await put('api/labSheet/apart', { rows: versions((await sheetsOf(project.id)).slice(1)) });
  const instruments = [instrument, (await lab.instrument({ eqpName: '气相色谱仪', eqpKind: 'laboratory' })).id];
  for (const [at, id] of ids.entries())
    await put('api/labSheet/edit', { ...(await work(id)).sheet, instrument: instruments[at] });
  const apart = await put('api/labSheet/together', { rows: versions(await sheetsOf(project.id)) });
  expect([apart.status, apart.body.message]).toEqual([400, sheetGroupTexts.differs.instrument]);
});

/** Returns how many lines of the trail each record has. */
async function auditLines(ids: readonly number[]): Promise<number[]> {
  const lines = await server.database.orm
    .select({ id: auditLogTable.entityId })
    .from(auditLogTable)
    .where(and(eq(auditLogTable.entity, 'labSheet'), inArray(auditLogTable.entityId, [...ids])));
  return ids.map((id) => lines.filter((line) => line.id === id).length);
}

it('a head saved on one record of an original record is the head of all; its own standard and curve stay', async () => {
  const [first = 0, second = 0, third = 0] = await group();
  const standard = await records.standard({ hazard: hazards[0] ?? 0 });
  const ownStandard = await records.standard({ hazard: hazards[2] ?? 0 });
  const own = await put('api/labSheet/edit', { ...(await work(third)).sheet, standard: ownStandard });
  expect(own.status, own.text).toBe(200);
  const before = (await work(second)).sheet;
  const auditsBefore = await auditLines([first, second, third]);
  const saved = await put('api/labSheet/edit', {
    ...(await work(first)).sheet,
    instrument,
    standard,
    envTemperature: '21.0',
    envHumidity: '50',
    conditions: { 色谱柱: 'DB-WAX' },
    lod: '2.0',
    lodSource: '本室测定',
  });
  expect(saved.status, saved.text).toBe(200);
  for (const id of [second, third]) {
    const { sheet } = await work(id);
    expect(sheet).toMatchObject({ instrument, envTemperature: '21.0', envHumidity: '50', lod: before.lod });
    expect(sheet.conditions).toEqual({ 色谱柱: 'DB-WAX' });
  }
  expect((await work(second)).sheet.curve).toBe(before.curve);
  // A standard is of one hazard.
  expect([(await work(second)).sheet.standard, (await work(third)).sheet.standard]).toEqual([null, ownStandard]);
  // One audit line for each record.
  const after = await auditLines([first, second, third]);
  expect(after.map((count, index) => count - (auditsBefore[index] ?? 0))).toEqual([1, 1, 1]);
});

it('an original record of several hazards is handed in, reviewed and approved as a whole, each record with its own signature', async () => {
  const ids = await filled();
  const part = await moveAll(ids.slice(0, 2), 'submit', 'analyst');
  expect([part.status, part.body.message]).toEqual([
    409,
    sheetGroupTexts.whole(`${project.code}-JL01`, [compounds[2] ?? '']),
  ]);
  const { sheet, asSeen } = await work(ids[0] ?? 0);
  const single = await put('api/labSheet/move', {
    id: sheet.id,
    version: sheet.version,
    asSeen,
    move: 'submit',
    password: 'Demo-2026#lab',
  });
  expect(single.status).toBe(409);
  for (const [move, who] of [
    ['submit', 'analyst'],
    ['review', 'reviewer'],
    ['approve', 'approver'],
  ] as const) {
    const done = await moveAll(ids, move, who);
    expect(done.status, done.text).toBe(200);
  }
  expect((await sheetsOf(project.id)).map(({ state }) => state)).toEqual(['approved', 'approved', 'approved']);
  const signatures = await server.database.orm
    .select({ row: signatureTable.rowId, move: signatureTable.move })
    .from(signatureTable)
    .where(and(eq(signatureTable.entity, 'labSheet'), inArray(signatureTable.rowId, ids)));
  expect(signatures).toHaveLength(9);
});

it('submitting an original record of several hazards leaves the records of all hazards in draft if the record of one hazard is refused', async () => {
  const ids = await filled();
  const [row] = (await work(ids[1] ?? 0)).rows;
  await put('api/labSheetRow/saveAll', {
    rows: [{ id: row?.id, version: row?.version, frontResponse: null }],
    removed: [],
  });
  const refused = await moveAll(ids, 'submit', 'analyst');
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain(`${project.code}-JL02`);
  expect((await sheetsOf(project.id)).map(({ state }) => state)).toEqual(['drafting', 'drafting', 'drafting']);
  expect(
    await server.database.orm.select().from(recordContentTable).where(inArray(recordContentTable.sheetId, ids)),
  ).toEqual([]);
});

it('the paper of an original record of several hazards has one head and the results of each, and stays as it was signed', async () => {
  const ids = await filled();
  await moveAll(ids, 'submit', 'analyst');
  const paper = await paperOf(ids[1] ?? 0);
  const words = paper.blocks.flatMap((block) =>
    block.kind === 'facts' ? block.facts.map(({ label, value }) => `${label}=${textOf(value)}`) : [],
  );
  expect(words.filter((word) => word.startsWith('环境温度='))).toEqual(['环境温度=22.5 ℃']);
  expect(words).toContain(`检测项目=${compounds.join('、')}`);
  expect(words.filter((word) => word.startsWith('记录编号='))).toEqual(
    ['JL01', 'JL01', 'JL02', 'JL03'].map((no) => `记录编号=${project.code}-${no}`),
  );
  const headings = paper.blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []));
  expect(headings.filter((text) => text.startsWith('检测项目：'))).toEqual(compounds.map(sheetGroupTexts.section));
  expect(paper.blocks.filter((block) => block.kind === 'table' && block.title === '样品检测结果')).toHaveLength(3);
  expect(paper.foot).toContain(`${project.code}-JL01`);
  expect(paper.signers[0]).toMatchObject({ name: '李检测' });
  // The same paper from each of its records, and as PDF.
  for (const id of ids) expect(await paperOf(id)).toEqual(paper);
  const answer = await server.app.request(`/api/labSheet/pdf/${ids[2]}?part=solvent`, {
    headers: { authorization: `Bearer ${tokens['analyst']}` },
  });
  const text = (await pdfPages(new Uint8Array(await answer.arrayBuffer()))).map((page) => page.text).join('');
  for (const name of compounds) expect(text).toContain(unspaced(sheetGroupTexts.section(name)));
  await server.database.orm.update(sampleTable).set({ place: '改名岗位' }).where(eq(sampleTable.project, project.id));
  expect(await paperOf(ids[0] ?? 0)).toEqual(paper);
  // The project lists it once.
  const { body } = await server.ask<ProjectPapers>('GET', `api/records/${project.id}`, {
    token: tokens['analyst'] ?? '',
  });
  const records = body.papers.filter(({ kind }) => kind === 'record');
  expect(records).toMatchObject([
    { key: `record-${ids[0]}`, no: `${project.code}-JL01`, about: compounds.join('、'), sheet: { id: ids[0] } },
  ]);
  expect(records[0]?.sheet?.together?.map(({ id }) => id)).toEqual(ids);
});

it('a returned original record is a draft as a whole, and a corrected one opens a new one of all its records', async () => {
  const ids = await filled();
  await moveAll(ids, 'submit', 'analyst');
  expect((await moveAll(ids.slice(0, 1), 'return', 'reviewer', { reason: '请核对' })).status).toBe(409);
  expect((await moveAll(ids, 'return', 'reviewer', { reason: '请核对' })).status).toBe(200);
  expect((await work(ids[1] ?? 0)).locked).toBeNull();
  for (const [move, who] of [
    ['submit', 'analyst'],
    ['review', 'reviewer'],
    ['approve', 'approver'],
  ] as const)
    expect((await moveAll(ids, move, who)).status).toBe(200);
  const before = await paperOf(ids[0] ?? 0);
  const corrected = await moveAll(ids, 'correct', 'analyst', { reason: '积分错误' });
  expect(corrected.status, corrected.text).toBe(200);
  const now = (await sheetsOf(project.id)).filter(({ state }) => state === 'drafting');
  expect(now.map(({ groupNo, sheetNo }) => [groupNo, sheetNo])).toEqual(
    ['JL01', 'JL02', 'JL03'].map((no) => [`${project.code}-JL01-G1`, `${project.code}-${no}-G1`]),
  );
  expect(await paperOf(ids[0] ?? 0)).toEqual(before);
});

it('a draft record taken out of its original record keeps its content; the rest take the number of their first record', async () => {
  const ids = await group();
  const colleague = await put('api/labSheet/apart', { rows: versions(await sheetsOf(project.id)) }, 'colleague');
  expect([colleague.status, colleague.body.message]).toEqual([409, labSheetTexts.othersSheet('李检测')]);
  const stale = await put('api/labSheet/apart', { rows: [{ id: ids[0], version: 0 }] });
  expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
  const left = await put('api/labSheet/apart', { rows: versions((await sheetsOf(project.id)).slice(0, 1)) });
  expect(left.status, left.text).toBe(200);
  const number = `${project.code}-JL02`;
  expect((await sheetsOf(project.id)).map(({ groupNo }) => groupNo)).toEqual([null, number, number]);
  expect((await work(ids[0] ?? 0)).group).toBeUndefined();
  const single = await put('api/labSheet/apart', { rows: versions((await sheetsOf(project.id)).slice(0, 1)) });
  expect([single.status, single.body.message]).toEqual([409, sheetGroupTexts.notGrouped(`${project.code}-JL01`)]);
  // It joins again, and a deleted record leaves by itself.
  const joined = await put('api/labSheet/together', { rows: versions((await sheetsOf(project.id)).slice(0, 2)) });
  expect(joined.body.body?.no).toBe(`${project.code}-JL01`);
  const deleted = await server.ask('DELETE', 'api/labSheet/delete', {
    token: tokens['analyst'] ?? '',
    body: [ids[0]],
  });
  expect(deleted.status, deleted.text).toBe(200);
  const rest = (await sheetsOf(project.id)).filter(({ deleteTime }) => deleteTime === null);
  expect(rest.map(({ groupNo }) => groupNo)).toEqual([number, number]);
});
