import { type EnterpriseProject, type EnterpriseProjectView, enterpriseTexts } from '@contract/features/customers/enterprise/wire';
import type { AnyRow } from '@contract/entity';
import type { ReportView } from '@contract/features/reports/reportContent';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { projectTable, reportContentTable, reportTable, workflowStepTable } from '@server/db/schema';
import { signRows } from '@server/signing/sign';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judgedRecord } from '../support/judgedProject';
import { labRowsOf } from '../support/labRows';
import { pdfPages, unspaced } from '../support/pdfText';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let home: number;
let client: string;
let staff: string;
let unit: number;
let done: number;
const reports: Record<'replaced' | 'issued' | 'draft' | 'voided' | 'foreign' | 'away', number> = { replaced: 0, issued: 0, draft: 0, voided: 0, foreign: 0, away: 0 };
const projects: Record<'survey' | 'draft' | 'foreign' | 'away', number> = { survey: 0, draft: 0, foreign: 0, away: 0 };
const remark = '内部：客户压价，利润很低';

beforeAll(async () => {
  server = await testServer();
  const { rows, database: { orm } } = server;
  home = await rows.organization({ name: '甲检测中心', phone: '0571-8800' });
  const away = await rows.organization();
  unit = await rows.inspectUnit({ organizationId: home, unitName: '宁波甬江电镀有限公司', exposedCount: 12 });
  const [other, awayUnit] = [await rows.inspectUnit({ organizationId: home }), await rows.inspectUnit({ organizationId: away })];
  const seen = await rows.role({ permissions: ['enterpriseProject:list'] });
  await rows.user({ userName: 'client', organizationId: home, isQy: true, units: [unit], roles: [seen] });
  await rows.user({ userName: 'nowhere', organizationId: home, isQy: true, roles: [seen] });
  const analyst = await rows.user({ userName: 'staff', nickName: '李检测', organizationId: home, roles: [await rows.role({ permissions: ['enterpriseProject:list', 'report:list', 'report:add'] })] });
  [client, staff] = (await Promise.all(['client', 'staff'].map((name) => server.login(name)))) as [string, string];

  const lab = labRowsOf(server, home);
  const made = (code: string, belongInspect: number, stage: string, organizationId = home) => rows.project({ organizationId, belongInspect, code, stage, remark });
  done = await made('P26-001', unit, 'reporting');
  projects.survey = await made('P26-002', unit, 'survey');
  projects.draft = await made('P26-003', unit, 'draft');
  projects.foreign = await made('P26-004', other, 'issuing');
  projects.away = await made('A26-001', awayUnit, 'issuing', away);
  const step = { machine: 'project', rowId: projects.survey, personId: analyst, personName: '李检测', organizationId: home };
  await orm.insert(workflowStepTable).values([
    { ...step, move: 'submitContract', fromState: 'draft', toState: 'contractReview', time: new Date('2026-04-01T02:00:00Z') },
    { ...step, move: 'passContract', fromState: 'contractReview', toState: 'survey', time: new Date('2026-04-02T02:00:00Z') },
  ]);
  const [hazard, method] = [await lab.hazard('甲苯'), await lab.method('苯系物 溶剂解吸-气相色谱法', 7)];
  await judgedRecord(server, lab, home, { project: { id: done, code: 'P26-001' }, hazard, hazardName: '甲苯', method, analyst, results: { 喷漆: '4.8' } });
  const begun = await server.ask<Answer<{ id: number }> & ErrorBody>('POST', 'api/report/start', { token: staff, body: { project: done } });
  expect(begun.status, begun.text).toBe(200);
  reports.issued = begun.body.body?.id ?? 0;
  const { body: { content } } = await server.ask<ReportView>('GET', `api/report/content/${reports.issued}`, { token: staff });
  await orm.insert(reportContentTable).values({ reportId: reports.issued, content, createTime: new Date() });
  const add = async (project: number, reportNo: string, more: Partial<typeof reportTable.$inferInsert>, organizationId = home) =>
    (await orm.insert(reportTable).values({ title: '检测报告', project, reportNo, organizationId, state: 'issued', issuedOn: '2026-05-01', assess: true, kind: 'regular', ...more }).returning({ id: reportTable.id }))[0]?.id ?? 0;
  reports.replaced = await add(done, 'JC-0001', { state: 'corrected' });
  reports.voided = await add(done, 'JC-0002', { state: 'voided', issuedOn: '2026-04-01' });
  reports.draft = await add(done, 'JC-0003', { state: 'awaitingIssue', issuedOn: null });
  reports.foreign = await add(projects.foreign, 'JC-0004', {});
  reports.away = await add(projects.away, 'A-0001', {}, away);
  await orm.update(reportTable).set({ state: 'published', issuedOn: '2026-05-20', previous: reports.replaced, reportNo: 'JC-0001-G1' }).where(eq(reportTable.id, reports.issued));
  for (const { key, from, to } of reportMachine.moves.filter(({ signs }) => signs)) {
    const [made] = await orm.insert(workflowStepTable).values({ machine: 'report', rowId: reports.issued, move: key, fromState: from[0] ?? '', toState: to, personId: analyst, personName: '李检测', organizationId: home, signed: true, time: new Date('2026-05-20T02:00:00Z') }).returning({ id: workflowStepTable.id });
    await signRows(server.services, orm, { machine: reportMachine, entity: 'report', move: key, person: { id: analyst, nickName: '李检测', userName: 'analyst' }, time: new Date('2026-05-20T02:00:00Z'), signed: [{ row: { id: reports.issued, organizationId: home } as AnyRow, step: made?.id ?? 0 }] });
  }
});
afterAll(() => server.close());

const list = (token: string, query = '') => server.ask<Page<EnterpriseProject> & ErrorBody>('GET', `api/enterprise/projects${query}`, { token });
const pdf = (id: number, token: string) => server.app.request(`/api/enterprise/reports/${id}/pdf`, { headers: { authorization: `Bearer ${token}` } });

it('shows an enterprise the accepted projects of its own units alone, and the staff those of the organisation', async () => {
  expect((await list(client)).body.content.map(({ code }) => code)).toEqual(['P26-002', 'P26-001']);
  expect((await list(staff)).body.content.map(({ code }) => code)).toEqual(['P26-004', 'P26-002', 'P26-001']);
  expect((await list(await server.login('nowhere'))).body).toMatchObject({ content: [], totalElements: 0 });
  expect((await list(client, '?state=reported')).body.content.map(({ code }) => code)).toEqual(['P26-001']);
  expect((await list(client, '?state=underway&keyword=P26')).body).toMatchObject({ totalElements: 1, content: [{ code: 'P26-002' }] });
  expect((await list(client, '?state=draft')).status).toBe(400);
});

it('tells how far a project is with the days of its phases', async () => {
  const { body } = await list(client, '?keyword=P26-002');
  expect(body.content[0]?.phases.slice(0, 3)).toEqual([
    { key: 'accepted', label: '已受理', state: 'done', on: '2026-04-01' }, { key: 'survey', label: '现场调查', state: 'now', on: '2026-04-02' }, { key: 'sampling', label: '采样', state: 'ahead', on: null },
  ]);
});

it('gives a project with its finished reports, newest issue first, and nothing of what is internal', async () => {
  const { body, text } = await server.ask<EnterpriseProjectView>('GET', `api/enterprise/projects/${done}`, { token: client });
  expect(body.finished.map(({ reportNo, standing, replacedBy }) => [reportNo, standing, replacedBy])).toEqual([['JC-0001-G1', 'valid', null], ['JC-0001', 'replaced', 'JC-0001-G1'], ['JC-0002', 'voided', null]]);
  expect(body).toMatchObject({ facts: { unitName: '宁波甬江电镀有限公司', exposedCount: 12 }, agency: { name: '甲检测中心', phone: '0571-8800' }, reports: 2 });
  expect(body.phases.at(-1)).toMatchObject({ state: 'done', on: '2026-05-20' });
  expect([text.includes(remark), text.includes('李检测'), text.includes('JC-0003')]).toEqual([false, false, false]);
});

it('hands out an issued report as the PDF that was issued', async () => {
  const answer = await pdf(reports.issued, client);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const words = (await pdfPages(new Uint8Array(await answer.arrayBuffer()))).map(({ text }) => text).join('');
  expect([words.includes('宁波甬江电镀有限公司'), words.includes('4.8')]).toEqual([true, true]);
});

it('knows nothing of drafts, of void reports, of other units and of other organisations', async () => {
  for (const key of ['draft', 'voided', 'foreign', 'away'] as const) expect((await pdf(reports[key], client)).status, key).toBe(404);
  for (const key of ['draft', 'foreign', 'away'] as const) {
    const { status, body } = await server.ask<ErrorBody>('GET', `api/enterprise/projects/${projects[key]}`, { token: client });
    expect([status, body.message], key).toEqual([404, enterpriseTexts.notFound]);
  }
  expect((await list(client, `?belongInspect=${(await server.database.orm.select({ unit: projectTable.belongInspect }).from(projectTable).where(eq(projectTable.id, projects.foreign)))[0]?.unit ?? 0}`)).body.content).toEqual([]);
  expect((await pdf(reports.away, staff)).status).toBe(404);
  expect((await pdf(reports.issued, await server.login('nowhere'))).status).toBe(404);
});

it('no longer calls a report valid that is not as it was signed, and draws it without a signature', async () => {
  const [before] = await server.database.orm.select({ pdf: reportTable.pdf }).from(reportTable).where(eq(reportTable.id, reports.issued));
  // Past the trigger: as one of before papers were kept, that nobody has opened yet.
  await server.database.execute(`begin; set local session_replication_role = replica; delete from report_paper where report_id = ${reports.issued}; commit`);
  await server.database.orm.update(reportTable).set({ conclusion: '改', pdf: null }).where(eq(reportTable.id, reports.issued));
  const { body } = await server.ask<EnterpriseProjectView>('GET', `api/enterprise/projects/${done}`, { token: client });
  expect(body.finished[0]).toMatchObject({ reportNo: 'JC-0001-G1', standing: 'altered' });
  const text = (await pdfPages(new Uint8Array(await (await pdf(reports.issued, client)).arrayBuffer()))).map((page) => page.text).join('');
  expect(unspaced(text)).toContain('签发：李检测（签名无效）');
  // What was handed out of it is not kept as the one that was issued.
  expect((await server.database.orm.select({ pdf: reportTable.pdf }).from(reportTable).where(eq(reportTable.id, reports.issued)))[0]).toEqual({ pdf: null });
  await server.database.orm.update(reportTable).set({ conclusion: null, pdf: before?.pdf ?? null }).where(eq(reportTable.id, reports.issued));
});
