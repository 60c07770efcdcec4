import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import type { PushAttempts, PushProjectView } from '@contract/features/platforms/pushWire';
import { statisticsTexts, type StatisticsView } from '@contract/features/platforms/reportStatistics';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { registry } from '@server/app/resources';
import {
  connectorTable,
  industryRiskTable,
  inspectUnitTable,
  labTaskTable,
  organizationTable,
  projectTable,
  reportTable,
  pushTable,
  sampleCollectorsTable,
  samplingDayTable,
  siteSurveySurveyorsTable,
  siteSurveyTable,
  userTable,
} from '@server/db/schema';
import { collectReturnedProjects } from '@server/features/platforms/exchange/countyReturns';
import { deliverDue } from '@server/features/platforms/pushQueue';
import { readWorkbook } from '@server/workbook/readWorkbook';
import { completeProject } from '../support/completeProjects';
import { exchangeSettings, importedCodes } from '../support/exchangeModels';
import { exampleReceiver } from '../support/exchangeReceiver';
import { reportBench } from '../support/reportBench';
import { type TestServer, testServer } from '../support/server';

// Issued reports through the adapters to a receiver: what is shown before, what is sent, partial refusal, returns, and
// work by hand; no key in answers, logs or the trail.

let server: TestServer;
let receiver: Awaited<ReturnType<typeof exampleReceiver>>;
let bench: Awaited<ReturnType<typeof reportBench>>;
let admin: string;
let reporter: string;
let project: { id: number; code: string; reportNo: string };
const connectors: Record<string, AnyRow> = {};
const creditCode = '91330110MA2DEHX80X';

/** Issues a report with two people at survey and sampling, as the interfaces ask. */
async function issuedByTwo() {
  const { orm } = server.database;
  const { people } = bench;
  const tested = await bench.tested();
  await completeProject(server, bench.home, tested.id, people.analyst.id);
  const [survey] = await orm.select().from(siteSurveyTable).where(eq(siteSurveyTable.project, tested.id));
  for (const [position, who] of [people.analyst.id, people.reporter.id].entries())
    await orm.insert(siteSurveySurveyorsTable).values({ ownerId: survey?.id ?? 0, targetId: who, position });
  const tasks = await orm.select().from(labTaskTable).where(eq(labTaskTable.project, tested.id));
  for (const { sample } of tasks)
    await orm.insert(sampleCollectorsTable).values({ ownerId: sample, targetId: people.reporter.id, position: 1 });
  await orm
    .insert(samplingDayTable)
    .values({ project: tested.id, organizationId: bench.home, sampledOn: '2026-05-13', dayNo: 2 });
  const [risk] = await orm
    .insert(industryRiskTable)
    .values({ name: '汽车制造', code: 'C36', riskClass: 'severe', dataCertainty: 'sure' })
    .returning({ id: industryRiskTable.id });
  const [row] = await orm.update(projectTable).set({ type: 'DQ' }).where(eq(projectTable.id, tested.id)).returning();
  await orm
    .update(inspectUnitTable)
    .set({ scale: '2', economicType: '170', iuiCode: creditCode, industryRisk: risk?.id ?? null })
    .where(eq(inspectUnitTable.id, row?.belongInspect ?? 0));
  await bench.pass((await bench.submit('analyst', tested.id, 'records')).body.body?.id ?? 0, 'sign');
  const begun = await bench.ask<Answer<AnyRow>>('reporter', 'POST', 'api/report/start', { project: tested.id });
  await bench.pass((await bench.submit('reporter', tested.id, 'report')).body.body?.id ?? 0, 'sign');
  return { id: tested.id, code: tested.code, reportNo: String(begun.body.body?.['reportNo']) };
}

const call = async <B>(verb: string, path: string, body?: object, token = admin): Promise<B> => {
  const said = await server.ask<B>(verb, path, { token, ...(body ? { body } : {}) });
  expect(said.status, said.text).toBe(200);
  return said.body;
};
const make = async (adapter: string, more: object): Promise<AnyRow> =>
  (
    await call<Answer<AnyRow>>('POST', 'api/connector/add', {
      connectorName: `平台${adapter}`,
      family: 'differentPlatform',
      adapter,
      active: true,
      timeoutSeconds: 5,
      maxAttempts: 3,
      firstDelay: 10,
      ...exchangeSettings,
      ...more,
    })
  ).body as AnyRow;
const connect = async (adapter: string, more: object): Promise<AnyRow> =>
  (connectors[adapter] = await make(adapter, more));
const codes = async (connector: number): Promise<AnyRow[]> =>
  (await call<Page<AnyRow>>('GET', `api/platformCode?connector=${connector}&size=200`)).content;

beforeAll(async () => {
  server = await testServer();
  receiver = await exampleReceiver(() => server.services.now());
  bench = await reportBench(server);
  const { rows } = server;
  await rows.user({ userName: 'chief', isAdmin: true, organizationId: bench.home });
  const may = ['list', 'add', 'retry', 'cancel', 'recall', 'again', 'handUploaded', 'handTakenBack'];
  await rows.user({
    userName: 'pusher',
    nickName: '范报送',
    organizationId: bench.home,
    roles: [await rows.role({ permissions: [...may.map((key) => `push:${key}`), 'connector:list', 'project:list'] })],
  });
  await server.database.orm.update(userTable).set({ phone: '13588063917' }).where(eq(userTable.userName, 'pusher'));
  [admin, reporter] = [await server.login('chief'), await server.login('pusher')];
  project = await issuedByTwo();
  const { url } = receiver.mock;
  await connect('provincial', { baseUrl: `${url}/province`, apiKey: receiver.password, signingKey: receiver.rsaKey });
  await connect('county', { baseUrl: `${url}/county`, apiKey: receiver.orgKey });
  await connect('surveyBook', { baseUrl: `${url}/survey/import` });
});
afterAll(async () => {
  await receiver.mock.close();
  await server.close();
});

const view = () =>
  call<PushProjectView>('GET', `api/push/project/${project.id}?family=differentPlatform`, undefined, reporter);
const choice = async (adapter: string) => (await view()).connectors.find((connector) => connector.adapter === adapter);
const queue = (adapter: string, of = project.id) =>
  server.ask<ErrorBody>('POST', 'api/push/queue', {
    token: reporter,
    body: { projects: [of], connector: connectors[adapter]?.id, parts: ['whole'] },
  });
const queued = async (adapter: string): Promise<void> => {
  const { status, text } = await queue(adapter);
  expect(status, text).toBe(200);
};
const push = async (adapter: string): Promise<AnyRow> =>
  (await call<Page<AnyRow>>('GET', 'api/push?size=50', undefined, reporter)).content.find(
    (one) => one['connector'] === connectors[adapter]?.id,
  ) as AnyRow;
const round = () => deliverDue({ services: server.services, registry });
const move = (id: number, key: string, reason?: string) =>
  server.ask<ErrorBody>('PUT', 'api/push/move', {
    token: reporter,
    body: { id, move: key, ...(reason ? { reason } : {}) },
  });
const attempts = async (id: number) =>
  (await call<PushAttempts>('GET', `api/push/${id}/attempts`, undefined, reporter)).attempts.toReversed();

it('a new platform connector has the codes known for its adapter, refuses a value twice, and is deleted with its codes', async () => {
  const known = await codes(connectors['provincial']?.id ?? 0);
  expect(known.find((one) => one['own'] === 'twa')).toMatchObject({
    code: '102',
    unitCode: '1001',
    codeTable: 'result',
  });
  expect(await codes(connectors['county']?.id ?? 0)).toHaveLength(10);
  const twice = await server.ask<ErrorBody>('POST', 'api/platformCode/add', {
    token: admin,
    body: { connector: connectors['provincial']?.id, codeTable: 'result', own: 'twa', code: '999' },
  });
  expect([twice.status, twice.body.message]).toEqual([400, platformTexts.codeTwice('twa')]);
  // A platform that nobody pushed to goes with its codes.
  const { id } = await make('county', { connectorName: '误建的平台', baseUrl: receiver.mock.url });
  expect(await codes(id)).toHaveLength(10);
  await call('DELETE', 'api/connector/delete', [id]);
  expect(await codes(id)).toHaveLength(0);
});

it('a value without a platform code is named with a link to the code table, and nothing is queued; adding the code resolves it', async () => {
  const before = await choice('provincial');
  expect(before?.parts).toEqual(['whole']);
  const found = before?.exchange?.findings.map(({ field, place }) => [field, place.title, place.path]) ?? [];
  expect(found.map(([field]) => field)).toEqual([
    'empInfo.industryCategoryCode',
    'empInfo.areaCode',
    'empInfo.fieldCode',
    'detectionPoint[0].checkItemCode',
  ]);
  expect(found[1]?.[1]).toBe('平台代码');
  expect(found[1]?.[2]).toBe(
    `/dataGovernance/dataSynchronization/differentPlatform?${new URLSearchParams({
      show: 'codes',
      connector: String(connectors['provincial']?.id),
      codeTable: 'area',
      missing: '浙江省/杭州市/余杭区',
    }).toString()}`,
  );
  const open = await bench.tested();
  expect((await queue('provincial', open.id)).body).toMatchObject({
    code: 'notIssued',
    message: platformTexts.notIssued(open.code),
  });
  const refused = await queue('provincial');
  expect([refused.status, refused.body.code, refused.body.errors?.length]).toEqual([400, 'incomplete', 4]);
  for (const adapter of ['provincial', 'county'])
    for (const { table, own, code, name } of importedCodes)
      await call('POST', 'api/platformCode/add', {
        connector: connectors[adapter]?.id,
        codeTable: table,
        own,
        code,
        codeName: name,
      });
  const after = await choice('provincial');
  expect([after?.exchange?.findings, after?.exchange?.notes]).toEqual([[], []]);
  expect(after?.exchange?.text).toContain('<checkItemCode>120101</checkItemCode>');
  expect(after?.exchange?.parts.map(({ title }) => title)).toContain('检测点（1）');
});

it('the provincial report is signed, sent and accepted; request and answer are stored without the password’s digest', async () => {
  await queued('provincial');
  await round();
  const sent = await push('provincial');
  expect(sent, String(sent['answer'])).toMatchObject({
    state: 'succeeded',
    part: 'whole',
    adapter: 'provincial',
    attempts: 1,
  });
  const [attempt] = await attempts(sent.id);
  expect(String(attempt?.request['xml'])).toMatch(/<headSign>\*\*\*<\/headSign><bodySign>[\w+/=]{344}<\/bodySign>/);
  expect(receiver.mock.provincial.reports.get(project.reportNo)).toContain('<preparer>范报送</preparer>');
  expect((await move(sent.id, 'recall', '误报')).body.message).toBe(platformTexts.cannotRecall);
  expect((await move(sent.id, 'handTakenBack', '平台已同意撤回')).status).toBe(200);
  expect((await push('provincial'))['state']).toBe('withdrawn');
});

it('the county project is sent one kind of result at a time, with its file; a refused kind is sent alone after its code is corrected', async () => {
  const { id: wrong = 0 } =
    (await codes(connectors['county']?.id ?? 0)).find((code) => code['own'] === '甲苯') ?? ({} as AnyRow);
  const row = await call<AnyRow>('GET', `api/platformCode/${wrong}`);
  const edit = async (code: string) =>
    call('PUT', 'api/platformCode/edit', { ...(await call<AnyRow>('GET', `api/platformCode/${wrong}`)), code });
  await edit('777');
  await queued('county');
  await round();
  const failed = await push('county');
  expect(failed).toMatchObject({
    state: 'failed',
    answer: 'ThirdPrjChemistry[0].factorId（危害因素编号）：“777”不在平台目录中',
  });
  expect((await attempts(failed.id)).map(({ request, outcome }) => [request['path'], outcome])).toEqual([
    ['ThirdPrjInfo/add', 'accepted'],
    ['ThirdPrjAffix/addAffix', 'accepted'],
    ['ThirdPrjChemistry/add', 'rejected'],
  ]);
  await edit(String(row['code']));
  expect((await move(failed.id, 'retry')).status).toBe(200);
  await round();
  const sent = await push('county');
  expect(sent).toMatchObject({ state: 'succeeded', receiptNo: 'P1' });
  expect((await attempts(sent.id)).slice(3).map(({ request }) => request['path'])).toEqual(['ThirdPrjChemistry/add']);
  const held = receiver.mock.county.projects.get('P1');
  expect(held?.files).toHaveLength(1);
  expect(held?.kinds.get('ThirdPrjChemistry')?.[0]).toMatchObject({
    factorName: '甲苯',
    ctwa: '48.2',
    judgeResult: '2',
  });
});

it('a project returned by the county platform fails with the platform’s reason, and the next push changes it there', async () => {
  const context = { services: server.services, registry };
  expect(await collectReturnedProjects(context)).toBe(0);
  const time = new Date(server.services.now().getTime() + 60_000 + 8 * 3_600_000).toISOString();
  receiver.mock.county.returns.push({
    id: '1',
    checkId: 'P1',
    returnTime: time.slice(0, 19).replace('T', ' '),
    reason: '职工总数有误',
    loadTime: '',
  });
  expect(await collectReturnedProjects(context)).toBe(1);
  const back = await push('county');
  expect(back).toMatchObject({ state: 'failed', answer: platformTexts.sentBack('职工总数有误') });
  server.advance(120_000);
  expect((await move(back.id, 'retry')).status).toBe(200);
  await round();
  expect((await push('county'))['state']).toBe('succeeded');
  expect(await collectReturnedProjects(context)).toBe(0);
});

it('the survey workbook for a platform is downloaded and registered by a person, and never sent', async () => {
  const people = (count: string) =>
    server.database.execute(`update site_hazard set workers = ${count} where project = ${project.id}`);
  await people('null');
  const shown = await choice('surveyBook');
  expect(shown?.exchange?.findings.map(({ label, place }) => [label, place.title])).toContainEqual([
    '第1行：接触人数',
    '现场调查',
  ]);
  const early = await server.ask<ErrorBody>(
    'GET',
    `api/push/surveyFile/${project.id}?connector=${connectors['surveyBook']?.id}`,
    { token: reporter },
  );
  expect([early.status, early.body.code]).toEqual([400, 'incomplete']);
  await people('12');
  const file = await server.ask('GET', `api/push/surveyFile/${project.id}?connector=${connectors['surveyBook']?.id}`, {
    token: reporter,
  });
  expect([file.status, file.headers.get('content-type')?.includes('spreadsheet')]).toEqual([200, true]);
  await queued('surveyBook');
  expect(await round()).toBe(0);
  const waiting = await push('surveyBook');
  expect(waiting).toMatchObject({ state: 'waiting', nextTry: null });
  expect((await move(waiting.id, 'handUploaded')).status).toBe(200);
  expect(await push('surveyBook')).toMatchObject({ state: 'succeeded', answer: platformTexts.handUploaded });
  const county = await push('county');
  expect((await move(county.id, 'handUploaded')).status).toBe(409);
});

it('the platform statistics count assessed points, exceedances and people by year, trade, area and hazard, also as a workbook', async () => {
  const figures = { reports: 1, points: 1, over: 0, workers: 12 };
  const year = server.services.now().getFullYear();
  for (const [by, key] of [
    ['year', String(year)],
    ['trade', 'C36'],
    ['area', '浙江省/杭州市/余杭区'],
    ['hazard', '甲苯'],
  ] as const) {
    const statisticsAnswer = await call<StatisticsView>(
      'GET',
      `api/push/statistics?by=${by}&from=${year}&to=${year}`,
      undefined,
      reporter,
    );
    expect(statisticsAnswer, by).toEqual({ by, lines: [{ key, label: key, ...figures }], total: figures });
  }
  const before = await call<StatisticsView>('GET', `api/push/statistics?by=year&from=2001&to=2002`);
  expect(before).toMatchObject({ lines: [], total: { points: 0, workers: 0 } });
  const wrong = await server.ask<ErrorBody>('GET', 'api/push/statistics?by=year&from=2027&to=2026', {
    token: reporter,
  });
  expect([wrong.status, wrong.body.message]).toEqual([400, statisticsTexts.wrongYears]);
  const query = `by=hazard&from=${year}&to=${year}`;
  const file = await server.app.request(`/api/push/statisticsFile?${query}`, {
    headers: { authorization: `Bearer ${reporter}` },
  });
  const { header, rows } = await readWorkbook(new Uint8Array(await file.arrayBuffer()));
  expect([header, ...rows.map(({ cells }) => cells.map(({ text }) => text))]).toEqual([
    ['危害因素', '报告数', '检测点数', '超标点数', '超标率（%）', '接触人数'],
    ['甲苯', '1', '1', '0', '0.0', '12'],
    ['合计', '1', '1', '0', '0.0', '12'],
  ]);
});

it('a corrected report changes the project on the county platform; for a platform without a change call, a note names the corrected report', async () => {
  const { orm } = server.database;
  const [old] = await orm.select().from(reportTable).where(eq(reportTable.reportNo, project.reportNo));
  const begun = await bench.ask<Answer<AnyRow>>('reporter', 'POST', 'api/report/correct', {
    id: old?.id,
    reason: '职工总数有误',
  });
  expect(begun.status, begun.text).toBe(200);
  const approval = await bench.submit('reporter', project.id, 'report');
  await bench.pass(approval.body.body?.id ?? 0, 'sign');
  const newNo = String(begun.body.body?.['reportNo']);
  expect(newNo).not.toBe(project.reportNo);
  const note = (await choice('provincial'))?.exchange?.notes[0];
  expect(note).toContain(`本报告更正${project.reportNo}`);
  server.advance(5000);
  await queued('county');
  await round();
  const sent = await push('county');
  expect(sent).toMatchObject({ state: 'succeeded', reportNo: newNo, receiptNo: 'P1' });
  expect((await attempts(sent.id))[0]?.request['path']).toBe('ThirdPrjInfo/edit');
  expect(receiver.mock.county.projects.size).toBe(1);
  project = { ...project, reportNo: newNo };
});

it('an invalid signing key of a platform connector is refused; keys are stored encrypted, and are in no answer, log or audit trail', async () => {
  const bad = await server.ask<ErrorBody>('PUT', 'api/connector/edit', {
    token: admin,
    body: { ...connectors['provincial'], signingKey: 'no key' },
  });
  expect([bad.status, bad.body.errors]).toEqual([400, [{ field: 'signingKey', message: platformTexts.badSigningKey }]]);
  const stored = await server.database.orm.select().from(connectorTable);
  for (const { apiKeyStored, signingKeyStored } of stored)
    for (const key of [apiKeyStored, signingKeyStored]) if (key !== null) expect(key).toMatch(/^sealed:1:/);
  const trail = JSON.stringify(await server.database.query('select * from audit_log'));
  const pushed = JSON.stringify(await server.database.query('select * from push_attempt'));
  const everything = [...server.answers, ...server.logged, trail, pushed].join('\n');
  const lines = receiver.rsaKey.split('\n').filter((line) => line.length === 64);
  for (const key of [receiver.password, receiver.orgKey, ...lines]) expect(everything).not.toContain(key);
  expect(lines.length).toBeGreaterThan(10);
});

it('a connector of an earlier version, and its queued pushes, stay generic and are sent as before', async () => {
  const { orm } = server.database;
  const old = await connect('generic', { baseUrl: `${receiver.mock.url}/generic`, apiKey: receiver.shared });
  await orm.update(connectorTable).set({ adapter: null, signing: null }).where(eq(connectorTable.id, old.id));
  const asked = { projects: [project.id], connector: old.id, parts: ['data'] };
  expect((await server.ask('POST', 'api/push/queue', { token: reporter, body: asked })).status).toBe(200);
  await round();
  const [row] = await orm
    .select()
    .from(pushTable)
    .where(and(eq(pushTable.connector, old.id), eq(pushTable.part, 'data')));
  expect(row).toMatchObject({ state: 'succeeded', receiptNo: 'G1', adapter: null });
  expect([...receiver.mock.generic.acceptedBodies.values()][0]).toMatchObject({ reportNo: project.reportNo });
  expect((await orm.select().from(organizationTable))[0]?.creditCode).toBe(creditCode);
});
