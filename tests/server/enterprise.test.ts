import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import {
  obligationTexts,
  type ClientMatter,
  matterTexts,
  type ReportObligations,
} from '@contract/features/customers/enterprise/clientMatters';
import {
  type EnterpriseProject,
  type EnterpriseProjectView,
  enterpriseTexts,
} from '@contract/features/customers/enterprise/enterpriseWire';
import { reportObligations } from '@contract/features/customers/enterprise/reportObligations';
import type { UnitYears } from '@contract/features/customers/enterprise/resultsByYear';
import type { ReportView } from '@contract/features/reports/reportContent';
import { reportMachine } from '@contract/features/reports/reportMachine';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import {
  projectTable,
  reportContentTable,
  reportTable,
  samplePlanTable,
  storedFileTable,
  workflowStepTable,
} from '@server/db/schema';
import { signRows } from '@server/signing/signRows';
import { judgedRecord } from '../support/judgedProject';
import { labRowsOf } from '../support/labRows';
import { pdfPages, unspaced } from '../support/pdfText';
import { type TestServer, testServer } from '../support/server';
import { png, sendForm } from '../support/uploads';

let server: TestServer;
let home: number;
let client: string;
let staff: string;
let unit: number;
let done: number;
const reports: Record<'replaced' | 'issued' | 'draft' | 'voided' | 'foreign' | 'away', number> = {
  replaced: 0,
  issued: 0,
  draft: 0,
  voided: 0,
  foreign: 0,
  away: 0,
};
const projects: Record<'survey' | 'draft' | 'foreign' | 'away', number> = { survey: 0, draft: 0, foreign: 0, away: 0 };
const remark = '内部：客户压价，利润很低';

beforeAll(async () => {
  server = await testServer();
  const {
    rows,
    database: { orm },
  } = server;
  home = await rows.organization({ name: '甲检测中心', phone: '0571-8800' });
  const away = await rows.organization();
  unit = await rows.inspectUnit({ organizationId: home, unitName: '宁波甬江电镀有限公司', exposedCount: 12 });
  const [other, awayUnit] = [
    await rows.inspectUnit({ organizationId: home }),
    await rows.inspectUnit({ organizationId: away }),
  ];
  const seen = await rows.role({ permissions: ['enterpriseProject:list'] });
  await rows.user({ userName: 'client', organizationId: home, isQy: true, units: [unit], roles: [seen] });
  await rows.user({ userName: 'nowhere', organizationId: home, isQy: true, roles: [seen] });
  const keepsHistory = await rows.role({ permissions: ['inspectUnit:list', 'historyReport:list'] });
  await rows.user({ userName: 'historian', organizationId: home, roles: [keepsHistory] });
  const analyst = await rows.user({
    userName: 'staff',
    nickName: '李检测',
    organizationId: home,
    roles: [await rows.role({ permissions: ['enterpriseProject:list', 'report:list', 'report:add'] })],
  });
  [client, staff] = (await Promise.all(['client', 'staff'].map((name) => server.login(name)))) as [string, string];

  const lab = labRowsOf(server, home);
  const made = (code: string, belongInspect: number, stage: string, organizationId = home) =>
    rows.project({ organizationId, belongInspect, code, stage, remark });
  done = await made('P26-001', unit, 'reporting');
  projects.survey = await made('P26-002', unit, 'survey');
  projects.draft = await made('P26-003', unit, 'draft');
  projects.foreign = await made('P26-004', other, 'issuing');
  projects.away = await made('A26-001', awayUnit, 'issuing', away);
  const step = {
    machine: 'project',
    rowId: projects.survey,
    personId: analyst,
    personName: '李检测',
    organizationId: home,
  };
  await orm.insert(workflowStepTable).values([
    {
      ...step,
      move: 'submitContract',
      fromState: 'draft',
      toState: 'contractReview',
      time: new Date('2026-04-01T02:00:00Z'),
    },
    {
      ...step,
      move: 'passContract',
      fromState: 'contractReview',
      toState: 'survey',
      time: new Date('2026-04-02T02:00:00Z'),
    },
  ]);
  const [hazard, method] = [await lab.hazard('甲苯'), await lab.method('苯系物 溶剂解吸-气相色谱法', 7)];
  await judgedRecord(server, lab, home, {
    project: { id: done, code: 'P26-001' },
    hazard,
    hazardName: '甲苯',
    method,
    analyst,
    results: { 喷漆: '4.8' },
  });
  const begun = await server.ask<Answer<{ id: number }> & ErrorBody>('POST', 'api/report/start', {
    token: staff,
    body: { project: done },
  });
  expect(begun.status, begun.text).toBe(200);
  reports.issued = begun.body.body?.id ?? 0;
  const {
    body: { content },
  } = await server.ask<ReportView>('GET', `api/report/content/${reports.issued}`, { token: staff });
  await orm.insert(reportContentTable).values({ reportId: reports.issued, content, createTime: new Date() });
  const add = async (
    project: number,
    reportNo: string,
    more: Partial<typeof reportTable.$inferInsert>,
    organizationId = home,
  ) =>
    (
      await orm
        .insert(reportTable)
        .values({
          title: '检测报告',
          project,
          reportNo,
          organizationId,
          state: 'issued',
          issuedOn: '2026-05-01',
          assess: true,
          kind: 'regular',
          ...more,
        })
        .returning({ id: reportTable.id })
    )[0]?.id ?? 0;
  reports.replaced = await add(done, 'JC-0001', { state: 'corrected' });
  reports.voided = await add(done, 'JC-0002', { state: 'voided', issuedOn: '2026-04-01' });
  reports.draft = await add(done, 'JC-0003', { state: 'awaitingIssue', issuedOn: null });
  reports.foreign = await add(projects.foreign, 'JC-0004', {});
  reports.away = await add(projects.away, 'A-0001', {}, away);
  await orm
    .update(reportTable)
    .set({ state: 'issued', issuedOn: '2026-05-20', previous: reports.replaced, reportNo: 'JC-0001-G1' })
    .where(eq(reportTable.id, reports.issued));
  for (const { key, from, to } of reportMachine.moves.filter(({ signs }) => signs)) {
    const [made] = await orm
      .insert(workflowStepTable)
      .values({
        machine: 'report',
        rowId: reports.issued,
        move: key,
        fromState: from[0] ?? '',
        toState: to,
        personId: analyst,
        personName: '李检测',
        organizationId: home,
        signed: true,
        time: new Date('2026-05-20T02:00:00Z'),
      })
      .returning({ id: workflowStepTable.id });
    await signRows(server.services, orm, {
      machine: reportMachine,
      entity: 'report',
      move: key,
      person: { id: analyst, nickName: '李检测', userName: 'analyst' },
      time: new Date('2026-05-20T02:00:00Z'),
      signed: [{ row: { id: reports.issued, organizationId: home } as AnyRow, step: made?.id ?? 0 }],
    });
  }
});
afterAll(() => server.close());

const list = (token: string, query = '') =>
  server.ask<Page<EnterpriseProject> & ErrorBody>('GET', `api/enterprise/projects${query}`, { token });
const pdf = (id: number, token: string) =>
  server.app.request(`/api/enterprise/reports/${id}/pdf`, { headers: { authorization: `Bearer ${token}` } });

it('an enterprise user sees only the accepted projects of the own enterprises; staff see those of the organization', async () => {
  expect((await list(client)).body.content.map(({ code }) => code)).toEqual(['P26-002', 'P26-001']);
  expect((await list(staff)).body.content.map(({ code }) => code)).toEqual(['P26-004', 'P26-002', 'P26-001']);
  expect((await list(await server.login('nowhere'))).body).toMatchObject({ content: [], totalElements: 0 });
  expect((await list(client, '?state=reported')).body.content.map(({ code }) => code)).toEqual(['P26-001']);
  expect((await list(client, '?state=underway&keyword=P26')).body).toMatchObject({
    totalElements: 1,
    content: [{ code: 'P26-002' }],
  });
  expect((await list(client, '?state=draft')).status).toBe(400);
});

it('the enterprise page of a project shows the days of its phases', async () => {
  const { body } = await list(client, '?keyword=P26-002');
  expect(body.content[0]?.phases.slice(0, 3)).toEqual([
    { key: 'accepted', label: '已受理', state: 'done', on: '2026-04-01' },
    { key: 'survey', label: '现场调查', state: 'now', on: '2026-04-02' },
    { key: 'sampling', label: '采样', state: 'ahead', on: null },
  ]);
});

it('the enterprise page of a project shows its finished reports, newest first, and no internal data', async () => {
  const { body, text } = await server.ask<EnterpriseProjectView>('GET', `api/enterprise/projects/${done}`, {
    token: client,
  });
  expect(body.finished.map(({ reportNo, standing, replacedBy }) => [reportNo, standing, replacedBy])).toEqual([
    ['JC-0001-G1', 'valid', null],
    ['JC-0001', 'replaced', 'JC-0001-G1'],
    ['JC-0002', 'voided', null],
  ]);
  expect(body).toMatchObject({
    facts: { unitName: '宁波甬江电镀有限公司', exposedCount: 12 },
    agency: { name: '甲检测中心', phone: '0571-8800' },
    reports: 2,
  });
  expect(body.phases.at(-1)).toMatchObject({ state: 'done', on: '2026-05-20' });
  expect([text.includes(remark), text.includes('李检测'), text.includes('JC-0003')]).toEqual([false, false, false]);
});

it('the enterprise user downloads exactly the PDF that was issued', async () => {
  const answer = await pdf(reports.issued, client);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const words = (await pdfPages(new Uint8Array(await answer.arrayBuffer()))).map(({ text }) => text).join('');
  expect([words.includes('宁波甬江电镀有限公司'), words.includes('4.8')]).toEqual([true, true]);
});

it('the enterprise user cannot find drafts, void reports, other enterprises and other organizations', async () => {
  for (const key of ['draft', 'voided', 'foreign', 'away'] as const)
    expect((await pdf(reports[key], client)).status, key).toBe(404);
  for (const key of ['draft', 'foreign', 'away'] as const) {
    const { status, body } = await server.ask<ErrorBody>('GET', `api/enterprise/projects/${projects[key]}`, {
      token: client,
    });
    expect([status, body.message], key).toEqual([404, enterpriseTexts.notFound]);
  }
  expect(
    (
      await list(
        client,
        `?belongInspect=${(await server.database.orm.select({ unit: projectTable.belongInspect }).from(projectTable).where(eq(projectTable.id, projects.foreign)))[0]?.unit ?? 0}`,
      )
    ).body.content,
  ).toEqual([]);
  expect((await pdf(reports.away, staff)).status).toBe(404);
  expect((await pdf(reports.issued, await server.login('nowhere'))).status).toBe(404);
});

it('an altered report is no longer shown as valid to the enterprise user and is drawn without signature', async () => {
  const [before] = await server.database.orm
    .select({ pdf: reportTable.pdf })
    .from(reportTable)
    .where(eq(reportTable.id, reports.issued));
  // Past the trigger: as one from before papers were stored, never opened since.
  await server.database.execute(
    `begin; set local session_replication_role = replica; delete from report_paper
      where report_id = ${reports.issued}; commit`,
  );
  await server.database.orm
    .update(reportTable)
    .set({ conclusion: '改', pdf: null })
    .where(eq(reportTable.id, reports.issued));
  const { body } = await server.ask<EnterpriseProjectView>('GET', `api/enterprise/projects/${done}`, { token: client });
  expect(body.finished[0]).toMatchObject({ reportNo: 'JC-0001-G1', standing: 'altered' });
  const text = (await pdfPages(new Uint8Array(await (await pdf(reports.issued, client)).arrayBuffer())))
    .map((page) => page.text)
    .join('');
  expect(unspaced(text)).toContain('签发：李检测（签名无效）');
  // Its delivered paper is not stored as the issued one.
  expect(
    (
      await server.database.orm
        .select({ pdf: reportTable.pdf })
        .from(reportTable)
        .where(eq(reportTable.id, reports.issued))
    )[0],
  ).toEqual({ pdf: null });
  await server.database.orm
    .update(reportTable)
    .set({ conclusion: null, pdf: before?.pdf ?? null })
    .where(eq(reportTable.id, reports.issued));
});

describe('actions of a client', () => {
  const ask = <B = ErrorBody>(token: string, verb: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    server.ask<B>(verb, path, { token, ...(body === undefined ? {} : { body }) });
  const house = async (): Promise<string> => {
    await server.rows.user({
      userName: 'house',
      nickName: '孙业务',
      organizationId: home,
      roles: [
        await server.rows.role({
          permissions: [
            'project:list',
            'clientMatter:list',
            'clientMatter:add',
            'clientMatter:status',
            'clientReply:list',
            'clientReply:add',
          ],
        }),
      ],
    });
    return server.login('house');
  };
  const threads = async (token: string, path: string): Promise<readonly ClientMatter[]> =>
    (await ask<readonly ClientMatter[]>(token, 'GET', path)).body;
  const unread = async (token: string) =>
    JSON.stringify(
      (
        await ask(
          token,
          'GET',
          'api/ohitAnnouncementSend/querySendInfo?readFlag=0&sendStatus=1&pageNumber=0&pageSize=50',
        )
      ).body,
    );
  const upload = async (token: string): Promise<string> =>
    (
      await sendForm<Answer<{ id: string }>>(server, 'api/file/upload', {
        token,
        fields: { fileClass: 'image' },
        content: png(),
      })
    ).body.body?.id ?? '';

  it('the messages between an enterprise and its laboratory (requested files, confirmed days, questions) notify the other side and are hidden from other enterprises', async () => {
    const own = await house();
    const stranger = await server.login('nowhere');
    const mine = `api/enterprise/projects/${projects.survey}/matters`;
    expect(
      (await ask(own, 'POST', 'api/clientMatter/add', { project: projects.survey, matterKind: 'visit', title: '到场' }))
        .body.errors,
    ).toMatchObject([{ field: 'visitOn' }]);
    expect(
      (
        await ask(own, 'POST', 'api/clientMatter/add', {
          project: projects.survey,
          matterKind: 'document',
          title: '工艺流程图',
          content: '请提供电镀线工艺流程图',
          dueOn: '2099-01-01',
        })
      ).body.message,
    ).toBe(matterTexts.sent);
    expect(
      (
        await ask(own, 'POST', 'api/clientMatter/add', {
          project: projects.survey,
          matterKind: 'visit',
          title: '到场调查',
          visitOn: '2099-02-01',
        })
      ).status,
    ).toBe(200);
    expect(
      (
        await ask(own, 'POST', 'api/clientMatter/add', {
          project: projects.away,
          matterKind: 'document',
          title: '别家',
        })
      ).status,
    ).toBe(404);
    expect(await unread(client)).toContain('工艺流程图');
    expect(await unread(stranger)).not.toContain('工艺流程图');
    const [visit, document] = (await threads(client, mine)) as [ClientMatter, ClientMatter];
    expect([visit.visitOn, document.title, document.state]).toEqual(['2099-02-01', '工艺流程图', 'open']);
    const picture = await upload(client);
    expect(
      (await ask(client, 'POST', `api/enterprise/matters/${document.id}/reply`, { content: ' ' })).body.errors,
    ).toMatchObject([{ field: 'content', message: matterTexts.nothing }]);
    expect(
      (
        await ask(client, 'POST', `api/enterprise/matters/${document.id}/reply`, {
          content: '见附件',
          attachment: await upload(own),
        })
      ).body.errors,
    ).toMatchObject([{ field: 'attachment', message: matterTexts.foreignFile }]);
    expect(
      (await ask(stranger, 'POST', `api/enterprise/matters/${document.id}/reply`, { content: '冒充' })).status,
    ).toBe(404);
    expect(
      (await ask(staff, 'POST', `api/enterprise/matters/${document.id}/reply`, { content: '代企业' })).status,
    ).toBe(403);
    expect((await ask(staff, 'POST', mine, { matterKind: 'question', title: '代企业' })).status).toBe(403);
    expect(
      (
        await ask(client, 'POST', `api/enterprise/matters/${document.id}/reply`, {
          content: '见附件',
          attachment: picture,
        })
      ).status,
    ).toBe(200);
    expect(
      (await ask(client, 'POST', `api/enterprise/matters/${visit.id}/visit`, { agreed: false })).body.errors,
    ).toMatchObject([{ field: 'content' }]);
    expect((await ask(client, 'POST', `api/enterprise/matters/${document.id}/visit`, { agreed: true })).status).toBe(
      404,
    );
    expect((await ask(client, 'POST', `api/enterprise/matters/${visit.id}/visit`, { agreed: true })).body.message).toBe(
      matterTexts.confirmed,
    );
    expect((await ask(client, 'POST', mine, { matterKind: 'document', title: '要资料' })).status).toBe(400);
    expect(
      (await ask(client, 'POST', mine, { matterKind: 'objection', title: '对结果有异议', content: '车间当日未满负荷' }))
        .body.message,
    ).toBe(matterTexts.asked);
    const seen = await threads(own, `api/clientMatter/of/${projects.survey}`);
    expect(seen.map(({ title, state, fromClient }) => [title, state, fromClient])).toEqual([
      ['对结果有异议', 'open', true],
      ['到场调查', 'answered', false],
      ['工艺流程图', 'answered', false],
    ]);
    const reply = seen[2]?.replies[0];
    expect(reply).toMatchObject({ content: '见附件', fromClient: true, attachment: { id: picture } });
    const file = (token: string) =>
      server.app.request(`/api/enterprise/replies/${reply?.id}/file`, {
        headers: { authorization: `Bearer ${token}` },
      });
    expect([
      (await file(client)).status,
      (await file(stranger)).status,
      (await ask(client, 'GET', 'api/enterprise/replies/999999/file')).status,
    ]).toEqual([200, 404, 404]);
    expect((await ask(own, 'GET', `api/file/${picture}/link`)).status).toBe(200);
    expect(
      (await ask(own, 'POST', 'api/clientReply/add', { matter: seen[0]?.id, content: '已核对生产记录' })).status,
    ).toBe(200);
    expect(await unread(client)).toContain('对结果有异议');
    expect((await ask(own, 'PUT', 'api/clientMatter/close', { id: document.id })).body.message).toBe(
      matterTexts.closed,
    );
    expect(
      (await ask(client, 'POST', `api/enterprise/matters/${document.id}/reply`, { content: '再补充' })).body.message,
    ).toBe(matterTexts.done);
    expect((await ask(own, 'POST', 'api/clientReply/add', { matter: 999_999, content: '无' })).status).toBe(404);
  });

  it('an enterprise user confirms the approved sampling plan, which is attached as approved, or says what to change', async () => {
    const { orm } = server.database;
    const own = await server.login('house');
    const askPlan = (key?: string) =>
      server.ask<ErrorBody>('POST', 'api/clientMatter/add', {
        token: own,
        body: { project: projects.survey, matterKind: 'plan', title: '请确认方案' },
        ...(key && { headers: { 'Idempotency-Key': key } }),
      });
    const filesKept = async () => (await orm.select({ id: storedFileTable.id }).from(storedFileTable)).length;
    const before = await filesKept();
    expect((await askPlan()).body).toMatchObject({ code: 'planNotApproved', message: matterTexts.planNotApproved });
    const made = { organizationId: home, createTime: new Date(), updateTime: new Date() };
    await orm
      .insert(samplePlanTable)
      .values({ ...made, project: projects.survey, state: 'approved', basis: 'GBZ 159-2004', days: 1 });
    const contents = () =>
      readdirSync(join(server.services.env.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((one) =>
        one.isFile(),
      ).length;
    const [contentsBefore, key] = [contents(), randomUUID()];
    for (let times = 0; times < 2; times += 1) expect((await askPlan(key)).body.message).toBe(matterTexts.sent);
    expect([await filesKept(), contents()]).toEqual([before + 1, contentsBefore + 1]);
    const mine = `api/enterprise/projects/${projects.survey}/matters`;
    const plan = async () => (await threads(client, mine)).find(({ matterKind }) => matterKind === 'plan');
    const asked = await plan();
    expect(asked).toMatchObject({ state: 'open', replies: [{ content: matterTexts.planAttached, fromClient: false }] });
    const file = await server.app.request(`/api/enterprise/replies/${asked?.replies[0]?.id}/file`, {
      headers: { authorization: `Bearer ${client}` },
    });
    const words = (await pdfPages(new Uint8Array(await file.arrayBuffer()))).map(({ text }) => text).join('');
    expect(unspaced(words)).toContain('宁波甬江电镀有限公司');
    const say = (body: object) => ask(client, 'POST', `api/enterprise/matters/${asked?.id}/visit`, body);
    expect((await say({ agreed: false })).body.errors).toMatchObject([{ field: 'content' }]);
    expect((await say({ agreed: false, content: '镀铬槽另加一点' })).body.message).toBe(matterTexts.replied);
    expect((await plan())?.replies.at(-1)?.content).toBe(matterTexts.planDeclined('镀铬槽另加一点'));
    expect((await say({ agreed: true })).body.message).toBe(matterTexts.planAgreed);
    expect(await plan()).toMatchObject({ state: 'answered' });
    expect((await plan())?.replies.at(-1)?.content).toBe(matterTexts.planConfirmed);
  });

  it('an enterprise user sees under a report the exceeded limits and the legal obligations that follow, and ticks off each obligation', async () => {
    const path = `api/enterprise/reports/${reports.issued}/duties`;
    const { body: before } = await ask<ReportObligations>(client, 'GET', path);
    expect([
      before.exceedances,
      before.duties.map(({ key }) => key),
      before.duties.every(({ done: ticked }) => ticked === null),
    ]).toEqual([[], reportObligations.filter(({ exceeded }) => !exceeded).map(({ key }) => key), true]);
    const [content] = await server.database.orm
      .select()
      .from(reportContentTable)
      .where(eq(reportContentTable.reportId, reports.issued));
    const changed = structuredClone(content?.content) as { results: { values: { verdict: string }[] }[] };
    for (const post of changed.results) for (const value of post.values) value.verdict = 'exceeds';
    await server.database.orm
      .update(reportContentTable)
      .set({ content: changed })
      .where(eq(reportContentTable.reportId, reports.issued));
    const { body: exceeded } = await ask<ReportObligations>(client, 'GET', path);
    const [line] = exceeded.exceedances;
    expect([line, exceeded.duties.length]).toMatchObject([
      { place: '喷漆', hazardName: '甲苯', done: null },
      reportObligations.length,
    ]);
    const tick = (token: string, more: object = {}) =>
      ask(token, 'PUT', path, { key: line?.key, doneOn: '2026-05-25', measure: '增设局部排风罩', ...more });
    expect((await tick(client, { measure: ' ' })).status).toBe(400);
    expect((await tick(client, { doneOn: '2099-01-01' })).body.errors).toMatchObject([
      { field: 'doneOn', message: obligationTexts.future },
    ]);
    expect((await tick(client, { key: 'line:unknown' })).body.message).toBe(obligationTexts.unknown);
    expect((await tick(staff)).status).toBe(403);
    expect((await tick(client)).body.message).toBe(obligationTexts.saved);
    expect((await tick(client, { key: 'duty:tell', measure: '已在公告栏公布' })).status).toBe(200);
    const { body: after } = await ask<ReportObligations>(client, 'GET', path);
    expect([after.exceedances[0]?.done, after.duties.find(({ key }) => key === 'duty:tell')?.done]).toMatchObject([
      { measure: '增设局部排风罩' },
      { measure: '已在公告栏公布' },
    ]);
    for (const id of [reports.foreign, reports.draft, reports.away])
      expect((await ask(client, 'GET', `api/enterprise/reports/${id}/duties`)).status).toBe(404);
    await server.database.orm
      .update(reportContentTable)
      .set({ content: content?.content ?? {} })
      .where(eq(reportContentTable.reportId, reports.issued));
  });

  it('an enterprise user compares the years of the enterprise’s work posts, and downloads the data for its declaration', async () => {
    const { body: years } = await ask<UnitYears>(client, 'GET', `api/enterprise/units/${unit}/years`);
    expect([years.years, years.rows.map(({ place, hazardName, cells }) => [place, hazardName, cells.length])]).toEqual([
      [2026],
      [['喷漆', '甲苯', 1]],
    ]);
    // Staff who may see imported reports see the unit's years, but make no declaration for it.
    const historian = await server.login('historian');
    const { body: seen } = await ask<UnitYears>(historian, 'GET', `api/enterprise/units/${unit}/years`);
    expect(seen).toEqual(years);
    expect((await ask(historian, 'GET', `api/enterprise/units/${unit}/declaration`)).status).toBe(403);
    const paper = await ask<{ title: string; blocks: unknown[] }>(
      client,
      'GET',
      `api/enterprise/units/${unit}/declaration`,
    );
    expect([paper.status, JSON.stringify(paper.body)]).toEqual([200, expect.stringContaining('宁波甬江电镀有限公司')]);
    const sheet = await server.app.request(`/api/enterprise/units/${unit}/declaration/xlsx`, {
      headers: { authorization: `Bearer ${client}` },
    });
    expect([
      sheet.status,
      Buffer.from(await sheet.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ]).toEqual([200, 'PK']);
    const stranger = await server.login('nowhere');
    for (const path of ['years', 'declaration', 'declaration/xlsx'])
      expect((await ask(stranger, 'GET', `api/enterprise/units/${unit}/${path}`)).status, path).toBe(404);
  });
});
