import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { fieldDifferences, rowDifferences } from '@contract/features/platforms/declaration/declarationDifference';
import type { DeclarationView } from '@contract/features/platforms/declaration/declarationWire';
import { declarationTexts, maxDeclaredRows } from '@contract/features/platforms/declarationTexts';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import { submissionTexts, type SubmissionView } from '@contract/features/platforms/submissionWire';
import { parseFormAddress } from '@contract/fields/formAddress';
import type { PrintDocument } from '@contract/print/printDocument';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import {
  dictDetailTable,
  dictTable,
  hazardTable,
  inspectUnitTable,
  reportContentTable,
  reportTable,
  siteHazardTable,
  submissionTable,
} from '@server/db/schema';
import { completeProject } from '../support/completeProjects';
import { reportBench } from '../support/reportBench';
import { type TestServer, testServer } from '../support/server';

// 企业申报 (DOMAIN §7.7) and 职业卫生报送 on the server, both filled from their sources.

let server: TestServer;
let bench: Awaited<ReturnType<typeof reportBench>>;
let token: string;
let stranger: string;
let guest: string;
let project: number;
let unit: number;

const may = [
  'declaration:list',
  'declaration:add',
  'declaration:edit',
  'declaration:del',
  'declaration:declare',
  'declaration:reopen',
  'declarationRow:list',
  'declarationRow:add',
  'declarationRow:edit',
  'declarationRow:del',
  'occupationalHealthReport:list',
  'occupationalHealthReport:submit',
  'occupationalHealthReport:withdraw',
  'project:list',
  'inspectUnit:list',
];

beforeAll(async () => {
  server = await testServer();
  bench = await reportBench(server);
  const { rows, database } = server;
  const made = await bench.issued();
  project = made.project.id;
  unit = await completeProject(server, bench.home, project, bench.people.analyst.id);
  const [noise] = await database.orm
    .insert(hazardTable)
    .values({ name: '噪声', category: 'physical', dataCertainty: 'sure', organizationId: bench.home })
    .returning({ id: hazardTable.id });
  await database.orm.insert(siteHazardTable).values({
    project,
    organizationId: bench.home,
    workshop: '涂装车间',
    post: '打磨岗位',
    hazard: noise?.id ?? 0,
    workers: 5,
    hoursPerDay: '8',
    daysPerWeek: '5',
    worstKnown: true,
    fixedPost: true,
  });
  for (const [name, value] of [
    ['industry', 'C36'],
    ['unitScale', 'medium'],
    ['economicType', 'private'],
  ] as const) {
    const [dict] = await database.orm.insert(dictTable).values({ name }).returning({ id: dictTable.id });
    await database.orm.insert(dictDetailTable).values({ dict: dict?.id ?? 0, label: `${name}甲`, value, dictSort: 1 });
  }
  const role = await rows.role({ permissions: may });
  await rows.user({ userName: 'clerk', organizationId: bench.home, roles: [role] });
  await rows.user({
    userName: 'stranger',
    organizationId: await rows.organization({ name: '乙检测中心' }),
    roles: [role],
  });
  await rows.user({ userName: 'guest', organizationId: bench.home, roles: [role], isQy: true, units: [unit] });
  [token, stranger, guest] = [await server.login('clerk'), await server.login('stranger'), await server.login('guest')];
});
afterAll(() => server.close());

const ask = <B = ErrorBody>(verb: string, path: string, body?: unknown, as = token) =>
  server.ask<B>(verb, path, { token: as, ...(body === undefined ? {} : { body }) });
const view = async (as = token): Promise<DeclarationView> =>
  (await ask<DeclarationView>('GET', `api/declaration/of/${unit}`, undefined, as)).body;
const move = (id: number, key: string, reason?: string) =>
  ask('PUT', 'api/declaration/move', { id, move: key, ...(reason ? { reason } : {}) });

it('a declaration for an enterprise of another organization is answered 404, and nothing is written', async () => {
  for (const [verb, path, body] of [
    ['POST', 'api/declaration/start', { unit, year: 2026 }],
    ['GET', `api/declaration/of/${unit}`, undefined],
  ] as const) {
    const { status, body: said } = await ask(verb, path, body, stranger);
    expect([status, said.message]).toEqual([404, declarationTexts.unitGone]);
  }
  expect((await view()).versions).toEqual([]);
});

it('a first declaration is filled from the enterprise and its survey, counts the people of a work post once, and needs to be complete', async () => {
  const started = await ask<Answer<{ id: number; source: string }>>('POST', 'api/declaration/start', {
    unit,
    year: 2026,
  });
  expect(started.status, started.text).toBe(200);
  const {
    versions: [first],
  } = await view();
  expect(first).toMatchObject({
    versionNo: 1,
    declareKind: 'first',
    state: 'drafting',
    workerCount: 260,
    chemicalCount: 12,
    physicalCount: 5,
    dustCount: 0,
    exposedCount: 17,
    scale: 'medium',
    // 甲苯 is not 苯.
    benzeneCount: 0,
    noiseCount: 5,
    biologicalCount: 0,
    testedThisYear: true,
    testAgency: '甲检测中心',
    testReportNo: expect.stringMatching(/^JC-/),
    chemicalPoints: 1,
    chemicalOver: 0,
    physicalPoints: 0,
  });
  expect(first?.lastTested).toContain('甲检测中心');
  expect(
    first?.rows.map(({ workplace, hazardName, category, exposed, exposedOnce }) => [
      workplace,
      hazardName,
      category,
      exposed,
      exposedOnce,
    ]),
  ).toEqual([
    ['涂装车间', '甲苯', 'chemical', 12, 17],
    ['涂装车间', '噪声', 'physical', 5, null],
  ]);
  expect((await ask('POST', 'api/declaration/start', { unit, year: 2026 })).body.message).toBe(
    declarationTexts.openDraft(1),
  );
  // A document of hundreds of pages is not drawn.
  await server.database.query(
    `insert into declaration_row (organization_id, declaration, row_sort, workplace, hazard_name, category)
      select $1, $2, at, '多余的行', '苯', 'chemical' from generate_series(1, $3::int) at`,
    [bench.home, first?.id, maxDeclaredRows],
  );
  for (const path of ['paper', 'pdf'])
    expect(await ask('GET', `api/declaration/${path}/${String(first?.id)}`)).toMatchObject({
      status: 409,
      body: { message: declarationTexts.tooLong },
    });
  expect((await ask('GET', `api/declaration/pdf/${String(first?.id)}`, undefined, stranger)).status).toBe(404);
  await server.database.query(`delete from declaration_row where workplace = '多余的行'`);
  expect(await ask('PUT', 'api/declaration/receipt', { id: first?.id, receiptNo: 'SB-1' })).toMatchObject({
    status: 409,
    body: { message: declarationTexts.notDeclaredYet },
  });
  const { status, body } = await move(first?.id ?? 0, 'declare');
  expect([status, body.errors?.map(({ field }) => field)]).toEqual([
    400,
    ['legalPerson', 'fullTimeStaff', 'partTimeStaff', 'diseaseCount'],
  ]);
  const { rows: _rows, ...row } = first as DeclarationView['versions'][number];
  expect((await ask('PUT', 'api/declaration/edit', { ...row, exposedCount: 300 })).body.errors?.[0]?.field).toBe(
    'exposedCount',
  );
  // A part is not larger than its whole.
  expect((await ask('PUT', 'api/declaration/edit', { ...row, noiseCount: 6, chemicalOver: 2 })).status).toBe(200);
  const parts = (await move(row.id, 'declare')).body.errors?.map(({ field }) => field);
  expect(parts?.slice(-2)).toEqual(['noiseCount', 'chemicalOver']);
  const [{ version: newest = 0 } = { version: 0 }] = (await view()).versions;
  expect(
    (
      await ask('PUT', 'api/declaration/edit', {
        ...row,
        version: newest,
        legalPerson: '沈建国',
        fullTimeStaff: 1,
        partTimeStaff: 2,
        diseaseCount: 0,
      })
    ).status,
  ).toBe(200);
  expect((await move(row.id, 'declare')).status).toBe(200);
});

it('a submitted declaration never changes; a change is a new version with a reason, compared with the first, and replaces it', async () => {
  const {
    versions: [first],
  } = await view();
  const { rows, ...row } = first as DeclarationView['versions'][number];
  const refused = async (...of: Parameters<typeof ask>) => {
    const { status, body } = await ask(...of);
    return [status, body.message];
  };
  expect(await refused('POST', 'api/declaration/start', { unit, year: 2027 })).toEqual([
    409,
    declarationTexts.alreadyDeclared,
  ]);
  expect((await ask('PUT', 'api/declaration/edit', { ...row, legalPerson: '他人' })).status).toBe(409);
  // The returned number is no part of the declared content.
  expect((await ask('PUT', 'api/declaration/receipt', { id: row.id, receiptNo: ' SB-2026-007 ' })).status).toBe(200);
  expect((await ask('PUT', 'api/declaration/receipt', { id: row.id, receiptNo: ' ' })).status).toBe(400);
  expect((await ask('PUT', 'api/declaration/receipt', { id: row.id, receiptNo: 'X' }, stranger)).status).toBe(404);
  expect((await view()).versions[0]).toMatchObject({
    state: 'declared',
    receiptNo: 'SB-2026-007',
    legalPerson: '沈建国',
  });
  expect(
    (await ask('PUT', 'api/declarationRow/saveAll', { rows: [{ ...rows[0], exposed: 1 }], removed: [] })).status,
  ).toBe(409);
  expect(
    (await ask('POST', 'api/declaration/change', { id: row.id, year: 2027, reason: ' ' })).body.errors?.[0]?.message,
  ).toBe(declarationTexts.reasonMissing);
  expect(
    (await ask('POST', 'api/declaration/change', { id: row.id, year: 2027, reason: '新增生产线' }, stranger)).status,
  ).toBe(404);
  await server.database.orm.update(inspectUnitTable).set({ workerCount: 280 }).where(eq(inspectUnitTable.id, unit));
  expect(
    (await ask('POST', 'api/declaration/change', { id: row.id, year: 2027, reason: '新增生产线', refill: true }))
      .status,
  ).toBe(200);
  const [second] = (await view()).versions as DeclarationView['versions'];
  expect(second).toMatchObject({
    versionNo: 2,
    declareKind: 'change',
    changeReason: '新增生产线',
    legalPerson: '沈建国',
    workerCount: 280,
    previous: row.id,
  });
  const line = second?.rows[1];
  expect(await refused('PUT', 'api/declaration/move', { id: row.id, move: 'reopen', reason: '填错' })).toEqual([
    409,
    declarationTexts.openDraft(2),
  ]);
  expect(
    await refused('PUT', 'api/declarationRow/saveAll', { rows: [{ ...line, declaration: row.id }], removed: [] }),
  ).toEqual([409, declarationTexts.rowStays]);
  expect((await view()).versions.map((version) => [version.state, version.rows.length])).toEqual([
    ['drafting', 2],
    ['declared', 2],
  ]);
  expect(
    (await ask('PUT', 'api/declarationRow/saveAll', { rows: [{ ...line, exposed: 9 }], removed: [] })).status,
  ).toBe(200);
  expect((await move(second?.id ?? 0, 'declare')).status).toBe(200);
  const [after, before] = (await view()).versions as [
    DeclarationView['versions'][number],
    DeclarationView['versions'][number],
  ];
  expect([after.state, before.state]).toEqual(['declared', 'replaced']);
  expect(await refused('POST', 'api/declaration/change', { id: before.id, year: 2027, reason: '新增生产线' })).toEqual([
    409,
    declarationTexts.declared,
  ]);
  expect(fieldDifferences(before, after).map(({ field, before: was, after: is }) => [field, was, is])).toEqual([
    ['workerCount', 260, 280],
    // No report of the new year yet.
    ['testedThisYear', true, false],
    ['testAgency', '甲检测中心', null],
    ['testReportNo', expect.any(String), null],
    ['chemicalPoints', 1, 0],
  ]);
  expect(rowDifferences(before, after)).toEqual([
    { workplace: '涂装车间', hazardName: '噪声', change: 'changed', before: [5, null], after: [9, null] },
  ]);
  const paper = await ask<PrintDocument>('GET', `api/declaration/paper/${after.id}`);
  expect(JSON.stringify(paper.body)).toContain('新增生产线');
  expect((await ask('GET', `api/declaration/paper/${after.id}`, undefined, stranger)).status).toBe(404);
  // The unit's own people read theirs.
  expect((await view(guest)).versions).toHaveLength(2);
});

it('a submitted declaration cannot be deleted, since the version it replaced would not be valid again; a draft can', async () => {
  const [second] = (await view()).versions as DeclarationView['versions'];
  const id = second?.id ?? 0;
  const change = () =>
    ask<Answer<{ id: number }>>('POST', 'api/declaration/change', { id, year: 2028, reason: '停产' });
  const emptied = async (of: number) => {
    const rows = (await view()).versions.find((version) => version.id === of)?.rows ?? [];
    expect(
      (
        await ask('PUT', 'api/declarationRow/saveAll', {
          rows: [],
          removed: rows.map((row) => ({ id: row.id, version: row.version })),
        })
      ).status,
    ).toBe(200);
    return ask('DELETE', 'api/declaration/delete', [of]);
  };
  expect((await emptied((await change()).body.body?.id ?? 0)).status).toBe(200);
  expect((await move(id, 'reopen', '填错')).status).toBe(200);
  const refused = await emptied(id);
  expect([refused.status, refused.body.message]).toEqual([409, declarationTexts.wasDeclared]);
  expect((await view()).versions.map(({ state }) => state)).toEqual(['drafting', 'replaced']);
});

it('a report for the authority is submitted once its data are complete, is frozen, and can be taken back with a reason', async () => {
  const shown = async () => (await ask<SubmissionView>('GET', `api/occupationalHealthReport/project/${project}`)).body;
  await server.database.orm
    .update(inspectUnitTable)
    .set({ registeredAddress: null })
    .where(eq(inspectUnitTable.id, unit));
  expect(
    (await shown()).findings.map(({ label, place: { path } }) => [
      label,
      path.split('?')[0],
      parseFormAddress(new URLSearchParams(path.split('?')[1])),
    ]),
  ).toEqual([['注册地址', '/inspectUnit', { row: unit, field: 'registeredAddress', read: false }]]);
  expect((await ask('PUT', 'api/occupationalHealthReport/submit', { project, channel: 'online' })).body).toMatchObject({
    code: 'incomplete',
    errors: [{ field: 'employer.regAddr', message: '缺少注册地址' }],
  });
  expect((await shown()).submission).toBeNull();
  await server.database.orm
    .update(inspectUnitTable)
    .set({ registeredAddress: '良渚街道1号' })
    .where(eq(inspectUnitTable.id, unit));
  expect(
    (await ask('PUT', 'api/occupationalHealthReport/submit', { project, channel: 'pigeon' })).body.errors?.[0]?.message,
  ).toBe(submissionTexts.channelMissing);
  expect(
    (await ask('PUT', 'api/occupationalHealthReport/submit', { project, channel: 'online', receiptNo: 'HZ-7' })).status,
  ).toBe(200);
  expect((await ask('PUT', 'api/occupationalHealthReport/submit', { project, channel: 'online' })).body.code).toBe(
    'already',
  );
  await server.database.orm
    .update(inspectUnitTable)
    .set({ registeredAddress: '搬到别处' })
    .where(eq(inspectUnitTable.id, unit));
  const paper = async () =>
    JSON.stringify((await ask<PrintDocument>('GET', `api/occupationalHealthReport/paper/${project}`)).body);
  expect(await paper()).toContain('良渚街道1号');
  const { submission } = await shown();
  expect(submission).toMatchObject({ state: 'submitted', receiptNo: 'HZ-7', channel: 'online' });
  expect((await ask('PUT', 'api/occupationalHealthReport/move', { id: submission?.id, move: 'withdraw' })).status).toBe(
    400,
  );
  expect(
    (
      await ask('PUT', 'api/occupationalHealthReport/move', {
        id: submission?.id,
        move: 'withdraw',
        reason: '地址有误',
      })
    ).status,
  ).toBe(200);
  expect(await paper()).toContain('搬到别处');
  const { body } = await ask<Page<AnyRow>>('GET', 'api/occupationalHealthReport/projects');
  expect(body.content.map((row) => [row['missing'], row['submissionState']])).toEqual([[0, 'drafting']]);
  const found = async (query: string, who?: string) =>
    (await ask<Page<AnyRow>>('GET', `api/occupationalHealthReport/projects?${query}`, undefined, who)).body.content.map(
      (row) => [row.id, row['missing']],
    );
  // As the console asks for a row far down a long page, and by a part of the number.
  expect(await found(`id=${project}&size=10`)).toEqual([[project, 0]]);
  expect(await found(`reportNos=${encodeURIComponent(submission?.reportNo ?? '')}`)).toEqual([[project, 0]]);
  expect(await found(`reportNos=${encodeURIComponent(submission?.reportNo ?? '')}`, stranger)).toEqual([]);
  // Before a report is issued there is no card to show.
  const { id: open } = await bench.tested();
  expect((await ask('GET', `api/occupationalHealthReport/paper/${open}`)).body).toMatchObject({
    status: 409,
    code: 'notIssued',
    message: submissionTexts.notIssued,
  });
  expect((await ask('GET', `api/occupationalHealthReport/project/${project}`, undefined, stranger)).status).toBe(404);
});

it('a report that was not issued, or has invalid signatures, cannot be submitted to the authority', async () => {
  const open = await bench.tested();
  const submit = async (id: number) => {
    const { status, body } = await ask('PUT', 'api/occupationalHealthReport/submit', {
      project: id,
      channel: 'online',
    });
    return [status, body.code, body.message];
  };
  const { orm } = server.database;
  const submissions = () => orm.select().from(submissionTable);
  const before = await submissions();
  expect(await submit(open.id)).toEqual([409, 'notIssued', submissionTexts.notIssued]);
  const [frozen] = await orm
    .select({ id: reportTable.id, no: reportTable.reportNo, content: reportContentTable.content })
    .from(reportContentTable)
    .innerJoin(reportTable, eq(reportTable.id, reportContentTable.reportId))
    .where(eq(reportTable.project, project));
  const content = (said: object) =>
    orm
      .update(reportContentTable)
      .set({ content: said })
      .where(eq(reportContentTable.reportId, frozen?.id ?? 0));
  await content({ ...(frozen?.content as object), reportNo: '改' });
  expect(await submit(project)).toEqual([409, 'notIssued', platformTexts.notSigned(String(frozen?.no))]);
  await content(frozen?.content as object);
  expect(await submissions()).toEqual(before);
});
