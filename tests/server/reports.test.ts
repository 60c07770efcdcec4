import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { ProjectGap } from '@contract/features/archive/projectGaps';
import { gapTexts } from '@contract/features/fieldwork/samples/fieldGaps';
import { publicCalls, type VerifiedReport } from '@contract/features/publicity/publicityWire';
import { approvalTexts } from '@contract/features/reports/approval/approvalTexts';
import type { ApprovalWork } from '@contract/features/reports/approval/approvalWork';
import type { ReportView } from '@contract/features/reports/reportContent';
import { reportDocument } from '@contract/features/reports/reportDocument';
import { reportTexts } from '@contract/features/reports/reportTexts';
import { failures } from '@contract/messages';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { eligibleSignerTexts } from '@contract/workflow/roundSteps';
import { signingTexts } from '@contract/workflow/signatureTexts';
import type { Timeline } from '@contract/workflow/workflowWire';
import {
  hazardLimitTable,
  inspectUnitTable,
  labSheetRowTable,
  labSheetTable,
  projectTable,
  reportContentTable,
  reportTable,
  sampleCollectorsTable,
  samplePlanTable,
  sampleTable,
  samplingDayTable,
  siteHazardTable,
  siteSurveyTable,
  siteWeatherTable,
  userTable,
  workflowStepTable,
} from '@server/db/schema';
import { labRowsOf } from '../support/labRows';
import { asOlderIssue } from '../support/olderIssue';
import { pdfPages, unspaced } from '../support/pdfText';
import { type Hand, reportBench, signingPassword, reporterPermissions } from '../support/reportBench';
import { type TestServer, testServer } from '../support/server';
import { toldOf } from '../support/told';

let server: TestServer;
let bench: Awaited<ReturnType<typeof reportBench>>;

beforeAll(async () => {
  server = await testServer();
  bench = await reportBench(server);
});
afterAll(() => server.close());

const ask: typeof bench.ask = (...of) => bench.ask(...of);
const submit: typeof bench.submit = (...of) => bench.submit(...of);
const move: typeof bench.move = (...of) => bench.move(...of);
const tested: typeof bench.tested = (...of) => bench.tested(...of);
const pass: typeof bench.pass = (...of) => bench.pass(...of);
const reporting: typeof bench.reporting = (...of) => bench.reporting(...of);
const issued: typeof bench.issued = (...of) => bench.issued(...of);
const stageOf = async (id: number) =>
  (await server.database.orm.select({ stage: projectTable.stage }).from(projectTable).where(eq(projectTable.id, id)))[0]
    ?.stage;
const reportOf = async (id: number) =>
  (await server.database.orm.select().from(reportTable).where(eq(reportTable.id, id)))[0];
const pdfOf = async (id: number, who: Hand = 'reporter') =>
  server.app.request(`/api/report/pdf/${id}`, { headers: { authorization: `Bearer ${bench.people[who].token}` } });
/** Verifies as a stranger with the paper's QR code. */
const verified = async (id: number) =>
  server.ask<VerifiedReport>('GET', `${publicCalls.verify}?code=${String((await reportOf(id))?.verifyCode)}`);
/** Removes the survey of a project. */
async function withoutSurvey(project: number): Promise<void> {
  await server.database.orm.update(sampleTable).set({ siteHazardId: null }).where(eq(sampleTable.project, project));
  await server.database.orm.delete(siteHazardTable).where(eq(siteHazardTable.project, project));
}
const view = async (id: number, who: Hand = 'reporter') =>
  (await ask<ReportView>(who, 'GET', `api/report/content/${id}`)).body;

describe('approval of records', () => {
  it('the approval of records is submitted with a password, signed by three people, and moves the project to its report', async () => {
    const project = await tested();
    expect((await submit('analyst', project.id, 'records', 'Wrong-2026#')).body.message).toBe(failures.wrongPassword);
    const { body } = await submit('analyst', project.id, 'records');
    expect(await stageOf(project.id)).toBe('recordReview');
    const { content } = (await ask<Page<AnyRow>>('reviewer', 'GET', `api/approval?id=${body.body?.id}`)).body;
    expect(content[0]).toMatchObject({ state: 'first', holders: ['赵一审'] });
    const id = body.body?.id ?? 0;
    expect((await submit('analyst', project.id, 'records')).body).toMatchObject({
      status: 409,
      message: approvalTexts.notTesting,
    });
    await pass(id, 'sign');
    expect(await stageOf(project.id)).toBe('reporting');
    const { body: list } = await ask<Page<AnyRow>>('quality', 'GET', 'api/approval?kind=records&size=50');
    expect(list.content.find((row) => row.id === id)).toMatchObject({
      state: 'passed',
      kind: 'records',
      submitterName: '李检测',
    });
  });

  it('the approval of records is refused while a record is not fully signed, and names the record', async () => {
    const project = await tested('48.2', '86', 'drafting');
    const { status, body } = await submit('analyst', project.id, 'records');
    expect([status, body.message]).toEqual([409, `${reportTexts.recordsOpen(1)}（${project.code}-JL01）`]);
    expect(await stageOf(project.id)).toBe('testing');
  });

  it('the approval of records is refused without any record', async () => {
    const project = await tested();
    await server.database.orm
      .update(labSheetTable)
      .set({ deleteTime: new Date() })
      .where(eq(labSheetTable.project, project.id));
    const { status, body } = await submit('analyst', project.id, 'records');
    expect([status, body.message]).toEqual([409, approvalTexts.noRecords]);
    expect(await stageOf(project.id)).toBe('testing');
  });

  it('the open approval of a project’s records ends when the project is terminated: nobody can sign or return the approval', async () => {
    const project = await tested();
    const id = (await submit('analyst', project.id, 'records')).body.body?.id ?? 0;
    await server.database.orm.update(projectTable).set({ stage: 'terminated' }).where(eq(projectTable.id, project.id));
    const answers = [
      await move('reviewer', id, 'passFirst'),
      await move('reviewer', id, 'returnToStart', { reason: '缺少谱图' }),
    ];
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [409, approvalTexts.terminated],
      [409, approvalTexts.terminated],
    ]);
    expect(
      (await ask<Timeline>('reviewer', 'GET', `api/approval/timeline/${id}`)).body.steps.map(({ move: key }) => key),
    ).toEqual(['submit']);
  });

  it('the approval of records is returned to the person who submitted it, with the project, and can be submitted again', async () => {
    const project = await tested();
    const { body } = await submit('analyst', project.id, 'records');
    const id = body.body?.id ?? 0;
    await pass(id, 'second');
    expect((await move('approver', id, 'returnToStart')).status).toBe(400);
    expect((await move('approver', id, 'returnToStart', { reason: '缺少谱图' })).status).toBe(200);
    expect(await stageOf(project.id)).toBe('testing');
    expect((await submit('analyst', project.id, 'records')).status).toBe(200);
    expect(await stageOf(project.id)).toBe('recordReview');
  });

  it('the approval of records can be reopened with a reason while the report is written: the project returns to the laboratory', async () => {
    const { project } = await reporting();
    const id = (await ask<{ id: number }>('approver', 'GET', `api/approval/of/${project.id}?kind=records`)).body.id;
    expect((await move('quality', id, 'reopen', { reason: '积分有误' })).status).toBe(403);
    expect((await move('approver', id, 'reopen')).status).toBe(400);
    expect((await move('approver', id, 'reopen', { reason: '积分有误' })).status).toBe(200);
    expect(await stageOf(project.id)).toBe('testing');
    expect((await submit('reporter', project.id, 'report')).body.message).toBe(reportTexts.notReporting);
    expect((await submit('analyst', project.id, 'records')).status).toBe(200);
    await pass(id, 'sign');
    const report = (await submit('reporter', project.id, 'report')).body.body?.id ?? 0;
    expect((await move('approver', id, 'reopen', { reason: '太晚' })).body.message).toBe(approvalTexts.notReopened);
    await pass(report, 'sign');
    expect((await ask<Timeline>('approver', 'GET', `api/approval/timeline/${report}`)).body.moves).toEqual([]);
    expect((await move('approver', report, 'reopen', { reason: '太晚' })).body.message).toBe(approvalTexts.issuedStays);
  });

  it('nobody can sign two steps of the same approval of records', async () => {
    const project = await tested();
    const { body } = await submit('analyst', project.id, 'records');
    const id = body.body?.id ?? 0;
    await pass(id, 'first');
    // The only possible last signer may not sign the step before: nobody would be left, and 周二审 is available.
    const stranding = await move('approver', id, 'passSecond');
    expect([stranding.status, stranding.body.message]).toEqual([
      409,
      eligibleSignerTexts.strands('二审通过', '签发', ['周二审']),
    ]);
    const told = (await ask<Timeline>('approver', 'GET', `api/approval/timeline/${id}`)).body;
    expect(told.moves.find(({ key }) => key === 'passSecond')?.blocked).toBe(stranding.body.message);
    const signatory = await server.rows.user({
      userName: 'signatory',
      nickName: '吴签发',
      organizationId: bench.home,
      roles: [await server.rows.role({ permissions: ['approval:sign', 'approval:list'] })],
      password: signingPassword,
    });
    expect((await move('approver', id, 'passSecond')).status).toBe(200);
    const { status, body: said } = await move('approver', id, 'sign');
    expect([status, said.code]).toEqual([409, 'samePerson']);
    const waiting = (await ask<Timeline>('approver', 'GET', `api/approval/timeline/${id}`)).body;
    expect(waiting.awaited).toEqual([
      { key: 'sign', label: '签发', names: ['吴签发'], why: eligibleSignerTexts.shut('二审通过', '签发') },
    ]);
    const listed = (
      await ask<{ content: { id: number; holders: string[] }[] }>('quality', 'GET', 'api/approval?state=third')
    ).body.content;
    expect(listed.find((one) => one.id === id)?.holders).toEqual(['吴签发']);
    // The solution: returned within the chain, another person signs the second step, and the signatory can sign.
    expect((await move('approver', id, 'returnToSecond', { reason: '换人二审' })).status).toBe(200);
    expect((await move('quality', id, 'passSecond')).status).toBe(200);
    expect((await move('approver', id, 'sign')).status).toBe(200);
    await server.database.orm.update(userTable).set({ enabled: '0' }).where(eq(userTable.id, signatory));
  });
});

describe('report of incoming samples', () => {
  it('a report of incoming samples compares nothing with limits, neither on the approval page nor on paper, and names no sampling rule', async () => {
    const project = await tested('48.2', '120');
    await server.database.orm.update(projectTable).set({ incoming: true }).where(eq(projectTable.id, project.id));
    const { body } = await submit('analyst', project.id, 'records');
    const { body: work } = await ask<ApprovalWork>('reviewer', 'GET', `api/approval/work/${body.body?.id}`);
    expect(work.posts.map(({ verdict, values }) => [verdict, values.map(({ text, limit }) => [text, limit])])).toEqual([
      [
        'notAssessed',
        [
          ['48.2', null],
          ['120', null],
        ],
      ],
    ]);
    await pass(body.body?.id ?? 0, 'sign');
    const { id } = (await ask<Answer<AnyRow>>('reporter', 'POST', 'api/report/start', { project: project.id })).body
      .body as AnyRow;
    const { content } = (await ask<ReportView>('reporter', 'GET', `api/report/content/${id}`)).body;
    expect(content).toMatchObject({ kind: 'incoming', assess: false, limits: [] });
    expect(content.texts.basis).toMatch(/GBZ\/T/);
    expect(content.texts.basis).not.toMatch(/GBZ 159|GBZ 2\.1/);
  });
});

describe('free silica', () => {
  const printed = (content: ReportView['content']): string =>
    JSON.stringify(reportDocument(content, { signers: [], issuedOn: null, verifyHref: null, seal: null }).blocks);
  const asSilica = (project: number) =>
    server.database.orm
      .update(labSheetTable)
      .set({ methodKind: 'freeSilica' })
      .where(eq(labSheetTable.project, project));

  it('a free silica test as the only test of incoming samples is the result of a report that can be submitted', async () => {
    const project = await tested('20.5111402359', '9.96');
    await asSilica(project.id);
    await server.database.orm.update(projectTable).set({ incoming: true }).where(eq(projectTable.id, project.id));
    await pass((await submit('analyst', project.id, 'records')).body.body?.id ?? 0, 'sign');
    const { id } = (await ask<Answer<AnyRow>>('reporter', 'POST', 'api/report/start', { project: project.id })).body
      .body as AnyRow;
    const { content, problems } = await view(id);
    expect(problems).toEqual([]);
    expect(content.silica?.map(({ text, band }) => [text, band])).toEqual([
      ['20.5', 'to50'],
      ['9.96', 'below10'],
    ]);
    expect(content.methods.map(({ samples }) => samples)).toEqual([2]);
    expect(printed(content)).toContain('"粉尘游离二氧化硅含量","20.5","%"');
  });

  it('the report of a workplace states free silica, its number of samples, and why another dust’s limits apply', async () => {
    const { project, report } = await reporting();
    const { orm } = server.database;
    const [sheet] = await orm.select().from(labSheetTable).where(eq(labSheetTable.project, project.id));
    const { id: first, ...head } = sheet as NonNullable<typeof sheet>;
    const [other] = await orm
      .insert(labSheetTable)
      .values({ ...head, sheetNo: `${project.code}-JL02`, methodKind: 'freeSilica' })
      .returning({ id: labSheetTable.id });
    const [row] = await orm.select().from(labSheetRowTable).where(eq(labSheetRowTable.sheet, first));
    const { id: _id, ...share } = row as NonNullable<typeof row>;
    const told = { ...share, sheet: Number(other?.id), task: null, unit: '%' };
    await orm.insert(labSheetRowTable).values([
      { ...told, reportText: '20.5', resultNum: '20.5' },
      { ...told, rowKind: 'parallel', reportText: '20.8', resultNum: '20.76' },
    ]);
    const { content } = await view(report.id);
    expect(content.methods.map(({ sheetNo, samples }) => [sheetNo, samples])).toEqual([
      [`${project.code}-JL01`, 2],
      [`${project.code}-JL02`, 1],
    ]);
    expect(content.silica).toMatchObject([{ sampleNo: share.sampleNo, text: '20.6', band: 'to50' }]);
    expect(printed(content)).toMatch(/粉尘游离二氧化硅含量.*"20\.6","10%～50%"/);
    const noted = {
      ...content,
      results: content.results.map((post) => ({ ...post, notes: ['实测游离SiO₂含量20.6%，按矽尘的限值判定'] })),
    };
    expect(printed(noted)).toContain('注：涂装车间喷漆岗位甲苯：实测游离SiO₂含量20.6%，按矽尘的限值判定。');
  });
});

it('the limits in a report are named by the hazard to which they belong, even if several dusts are compared with them', async () => {
  const { orm } = server.database;
  const lab = labRowsOf(server, bench.home);
  const [quartz, ...dusts] = [
    await lab.hazard('矽尘（10%～50%）', { category: 'dust', silicaBand: 'to50' }),
    await lab.hazard('木粉尘甲', { category: 'dust' }),
    await lab.hazard('谷物粉尘甲', { category: 'dust' }),
  ];
  await orm.insert(hazardLimitTable).values({
    hazard: quartz,
    limitName: '矽尘',
    unit: 'mg/m³',
    standard: 'GBZ 2.1-2019',
    effectiveFrom: '2020-04-01',
    dataCertainty: 'sure',
    kind: 'totalDust',
    value: '1',
  });
  const { project, report } = await reporting();
  const [sheet] = await orm.select().from(labSheetTable).where(eq(labSheetTable.project, project.id));
  const { id: first, ...head } = sheet as NonNullable<typeof sheet>;
  const [row] = await orm.select().from(labSheetRowTable).where(eq(labSheetRowTable.sheet, first));
  const { id: _id, ...result } = row as NonNullable<typeof row>;
  for (const [at, methodKind, hazard, reportText] of [
    [2, 'dust', dusts[0], '0.6'],
    [3, 'dust', dusts[1], '0.7'],
    [4, 'freeSilica', dusts[0], '20.5'],
  ] as const) {
    const [made] = await orm
      .insert(labSheetTable)
      .values({ ...head, sheetNo: `${project.code}-JL0${at}`, methodKind, hazard: Number(hazard) })
      .returning({ id: labSheetTable.id });
    await orm.insert(labSheetRowTable).values({
      ...result,
      sheet: Number(made?.id),
      task: null,
      reportText,
      resultNum: reportText,
      readings: { dustType: 'total' },
    });
  }
  const { content } = await view(report.id);
  expect(content.results.map(({ hazardName, values }) => [hazardName, values[0]?.limit])).toEqual([
    ['甲苯', '50'],
    ['木粉尘甲', '1'],
    ['谷物粉尘甲', '1'],
  ]);
  expect(content.limits.map(({ hazardName, value }) => [hazardName, value])).toEqual([
    ['甲苯', '50'],
    ['甲苯', '100'],
    ['矽尘（10%～50%）', '1'],
  ]);
});

it('a report describes the production as recorded on site, and as 正常 if nothing else was recorded', async () => {
  const { orm } = server.database;
  const { project, report } = await reporting();
  const said = async () => (await view(report.id)).content.texts.environment;
  const [day] = await orm
    .insert(samplingDayTable)
    .values({ project: project.id, sampledOn: '2026-05-11', dayNo: 1, organizationId: bench.home, production: '正常' })
    .returning({ id: samplingDayTable.id });
  const samples = await orm
    .update(sampleTable)
    .set({ samplingDay: Number(day?.id) })
    .where(eq(sampleTable.project, project.id))
    .returning({ id: sampleTable.id });
  expect(await said()).toContain('生产正常');
  await orm
    .update(sampleTable)
    .set({ production: '喷漆线停产检修' })
    .where(eq(sampleTable.id, Number(samples[0]?.id)));
  expect(await said()).toBe('采样期间生产状况：2026-05-11涂装车间喷漆岗位喷漆线停产检修。');
  await orm
    .update(samplingDayTable)
    .set({ production: '负荷约50%' })
    .where(eq(samplingDayTable.id, Number(day?.id)));
  expect(await said()).toBe('采样期间生产状况：2026-05-11负荷约50%；2026-05-11涂装车间喷漆岗位喷漆线停产检修。');
});

it('a report names the hazards that its plan does not test, once each and with the reason', async () => {
  const { project, report } = await reporting();
  expect((await view(report.id)).content.untested).toBeUndefined();
  const lines = ['氢氧化钠：不在本机构资质认定能力附表内，未分包', '臭氧：客户不同意检测（2026-03-01，李经理）'];
  await server.database.orm.insert(samplePlanTable).values({
    organizationId: bench.home,
    project: project.id,
    basis: 'GBZ 159-2004',
    days: 1,
    state: 'approved',
    notTested: lines.join('\n'),
  });
  expect((await view(report.id)).content.untested).toEqual(lines);
  const pages = await pdfPages(new Uint8Array(await (await pdfOf(report.id)).arrayBuffer()));
  const text = unspaced(pages.map((page) => page.text).join(''));
  for (const line of [reportTexts.untested, ...lines]) expect(text).toContain(unspaced(line));
});

describe('gaps of the field work', () => {
  it('gaps in the field data prevent approval of a report until they are filled in or explained, and the report prints the explanation', async () => {
    const { project, report } = await reporting();
    const { orm } = server.database;
    const lab = labRowsOf(server, bench.home);
    const day = await lab.day(project.id, '2026-05-12');
    const over = await lab.instrument({ eqpNo: 'CY-OLD', eqpName: '大气采样器', calibrationDue: '2026-05-01' });
    const [first, second] = await orm
      .select()
      .from(sampleTable)
      .where(eq(sampleTable.project, project.id))
      .orderBy(sampleTable.id);
    await orm
      .update(sampleTable)
      .set({ samplingDay: day, plannedFlow: '0.05', place: '喷漆岗位' })
      .where(eq(sampleTable.project, project.id));
    await orm
      .update(sampleTable)
      .set({ equipment: over.id })
      .where(eq(sampleTable.id, second?.id ?? 0));
    await orm.delete(sampleCollectorsTable).where(eq(sampleCollectorsTable.ownerId, first?.id ?? 0));
    const where = (one: typeof first) => `样品${one?.sampleNo}（涂装车间 喷漆岗位）`;
    const lacking = [
      gapTexts.noWeather('2026-05-12'),
      gapTexts.noCompanion('2026-05-12'),
      gapTexts.noPump(where(first)),
      gapTexts.noCollector(where(first)),
      gapTexts.calibrationOver(where(second), 'CY-OLD 大气采样器', '2026-05-01', '2026-05-12'),
    ];
    const seen = await view(report.id);
    expect(seen.gaps.map(({ title }) => title)).toEqual(lacking);
    const refused = await submit('reporter', project.id, 'report');
    expect([refused.status, refused.body.code, refused.body.errors?.map(({ message }) => message)]).toEqual([
      409,
      'incomplete',
      lacking.map(gapTexts.unsaid),
    ]);
    // The project tells the same before anybody submits.
    const told = (await ask<ProjectGap[]>('reporter', 'GET', `api/archive/lacks/${project.id}`)).body;
    expect(told.filter(({ gate }) => gate === 'submitReport').map(({ title }) => title)).toEqual(lacking);
    await orm.insert(siteWeatherTable).values({
      project: project.id,
      organizationId: bench.home,
      samplingDay: day,
      measuredAt: new Date('2026-05-12T02:00:00Z'),
      place: '涂装车间',
      temperature: '24.1',
      pressure: '101.3',
    });
    const reasons = Object.fromEntries(seen.gaps.slice(1).map(({ key }, index) => [key, `原因${index + 1}`]));
    const said = { ...(await reportOf(report.id)), gapReasons: reasons };
    expect(
      (
        await ask('reporter', 'PUT', 'api/report/edit', {
          ...said,
          gapReasons: { ...reasons, [seen.gaps[1]?.key ?? '']: ' ' },
        })
      ).status,
    ).toBe(200);
    expect((await submit('reporter', project.id, 'report')).body.message).toBe(gapTexts.unsaid(lacking[1] ?? ''));
    expect(
      (await ask('reporter', 'PUT', 'api/report/edit', { ...(await reportOf(report.id)), gapReasons: reasons })).status,
    ).toBe(200);
    expect((await submit('reporter', project.id, 'report')).status).toBe(200);
    const printed = unspaced(
      (await pdfPages(new Uint8Array(await (await pdfOf(report.id)).arrayBuffer()))).map(({ text }) => text).join(''),
    );
    for (const [at, title] of lacking.slice(1).entries())
      expect(printed).toContain(unspaced(gapTexts.explained(title, `原因${at + 1}`)));
  });
});

describe('changes after a return', () => {
  it('changes of a report after a return are shown to the signer and must be confirmed as read before signing (QUALITY section 1, item 8)', async () => {
    const { project, report } = await reporting();
    const { body } = await submit('reporter', project.id, 'report');
    const id = body.body?.id ?? 0;
    expect((await ask<ApprovalWork>('reviewer', 'GET', `api/approval/work/${id}`)).body).toMatchObject({
      changeCount: 0,
      records: [{ sheetNo: `${project.code}-JL01`, checks: { total: 0 } }],
      posts: [{ verdict: 'conforms' }],
    });
    await move('reviewer', id, 'returnToStart', { reason: '结论请写明依据' });
    await ask('reporter', 'PUT', 'api/report/edit', {
      ...report,
      version: (await reportOf(report.id))?.version,
      conclusion: '均符合 GBZ 2.1-2019。',
    });
    await submit('reporter', project.id, 'report');
    const { body: work } = await ask<ApprovalWork>('reviewer', 'GET', `api/approval/work/${id}`);
    expect(
      work.changes.map(({ who, differences }) => [
        who?.startsWith('孙编制'),
        differences.map(({ label, after }) => [label, after]),
      ]),
    ).toEqual([[true, [['结论', '均符合 GBZ 2.1-2019。']]]]);
    const refused = await move('reviewer', id, 'passFirst');
    expect([refused.status, refused.body.message]).toEqual([409, approvalTexts.unseen(1)]);
    expect((await ask('reviewer', 'PUT', 'api/approval/confirmChanges', { id })).status).toBe(200);
    expect((await move('reviewer', id, 'passFirst')).status).toBe(200);
    expect((await move('quality', id, 'passSecond')).status).toBe(409);
  });

  it('a signer of an earlier round is shown all changes of a report since then, including those of a round returned earlier', async () => {
    const { project, report } = await reporting();
    const id = (await submit('reporter', project.id, 'report')).body.body?.id ?? 0;
    for (const [who, key] of [
      ['reviewer', 'passFirst'],
      ['quality', 'passSecond'],
    ] as const)
      expect((await move(who, id, key)).status).toBe(200);
    for (const [who, conclusion] of [
      ['approver', '均符合 GBZ 2.1-2019。'],
      ['reviewer', '均符合 GBZ 2.1-2019 的要求。'],
    ] as const) {
      expect((await move(who, id, 'returnToStart', { reason: '结论请写明依据' })).status).toBe(200);
      expect(
        (
          await ask('reporter', 'PUT', 'api/report/edit', {
            ...report,
            version: (await reportOf(report.id))?.version,
            conclusion,
          })
        ).status,
      ).toBe(200);
      expect((await submit('reporter', project.id, 'report')).status).toBe(200);
    }
    const changes = async (who: 'reviewer' | 'quality' | 'approver') =>
      (await ask<ApprovalWork>(who, 'GET', `api/approval/work/${id}`)).body.changeCount;
    expect([await changes('reviewer'), await changes('quality'), await changes('approver')]).toEqual([1, 2, 2]);
  });
});

describe('invalid signature of a record in an approval', () => {
  it('an approval with an invalid signature of a record shows it, cannot be signed or submitted again, and can only be returned', async () => {
    const project = await tested();
    const { body } = await submit('analyst', project.id, 'records');
    const broken = async () =>
      (await ask<ApprovalWork>('reviewer', 'GET', `api/approval/work/${body.body?.id}`)).body.records.map(
        (record) => record.broken,
      );
    expect(await broken()).toEqual([[]]);
    const [sheet] = await server.database.orm.select().from(labSheetTable).where(eq(labSheetTable.project, project.id));
    // A step that claims a signature and has none.
    await server.database.orm.insert(workflowStepTable).values({
      organizationId: sheet?.organizationId ?? 0,
      machine: 'record',
      rowId: sheet?.id ?? 0,
      move: 'submit',
      fromState: 'drafting',
      toState: 'awaitingReview',
      personId: 1,
      personName: '李检测',
      signed: true,
    });
    expect(await broken()).toEqual([['李检测']]);
    const id = body.body?.id ?? 0;
    const why = signingTexts.brokenRecords(`${project.code}-JL01（李检测）`);
    expect((await ask<ApprovalWork>('reviewer', 'GET', `api/approval/work/${id}`)).body.barred).toBe(why);
    expect((await move('reviewer', id, 'passFirst')).body).toMatchObject({
      status: 409,
      code: 'brokenSignature',
      message: why,
    });
    expect((await move('reviewer', id, 'returnToStart', { reason: '签名无效' })).status).toBe(200);
    expect((await submit('analyst', project.id, 'records')).body).toMatchObject({ status: 409, message: why });
    expect(await stageOf(project.id)).toBe('testing');
  });
});

describe('report', () => {
  it('a report uses the survey’s data of the place for samples without a survey row', async () => {
    const { project, report } = await reporting();
    const [{ hazard } = { hazard: 0 }] = await server.database.orm
      .select({ hazard: labSheetTable.hazard })
      .from(labSheetTable)
      .where(eq(labSheetTable.project, project.id));
    await withoutSurvey(project.id);
    const surveyed = {
      organizationId: bench.home,
      project: project.id,
      workshop: '涂装车间',
      hazard,
      worstKnown: true,
      fixedPost: true,
      workers: 5,
      hoursPerDay: '8',
    };
    await server.database.orm.insert(siteHazardTable).values([
      { ...surveyed, post: '打磨岗位', daysPerWeek: '5' },
      { ...surveyed, post: '喷漆岗位', daysPerWeek: '6' },
    ]);
    expect(
      (await view(report.id)).content.results.map(({ place, hoursPerDay, daysPerWeek }) => [
        place,
        hoursPerDay,
        daysPerWeek,
      ]),
    ).toEqual([['喷漆岗位', '8', '6']]);
  });

  it('a report judges heat by the workload and hot region recorded in the survey', async () => {
    const { orm } = server.database;
    const { project, report } = await reporting('26.4', '26.2');
    await withoutSurvey(project.id);
    const hot = await labRowsOf(server, bench.home).hazard('高温', { category: 'physical' });
    const limit = {
      hazard: hot,
      limitName: '高温',
      kind: 'wbgt',
      unit: '℃',
      standard: 'GBZ 2.2-2007',
      effectiveFrom: '2007-11-01',
      dataCertainty: 'sure',
    };
    await orm.insert(hazardLimitTable).values([
      { ...limit, condition: 'heat.100.2', value: '28' },
      { ...limit, condition: 'heat.100.3', value: '26' },
    ]);
    const [sheet] = await orm
      .update(labSheetTable)
      .set({ hazard: hot })
      .where(eq(labSheetTable.project, project.id))
      .returning();
    await orm
      .update(labSheetRowTable)
      .set({ unit: '℃' })
      .where(eq(labSheetRowTable.sheet, sheet?.id ?? 0));
    const [row] = await orm
      .insert(siteHazardTable)
      .values({
        organizationId: bench.home,
        project: project.id,
        workshop: '涂装车间',
        post: '喷漆岗位',
        hazard: hot,
        worstKnown: true,
        fixedPost: true,
        hoursPerDay: '8',
        daysPerWeek: '5',
      })
      .returning();
    await orm.insert(siteSurveyTable).values({ organizationId: bench.home, project: project.id });
    const judged = async () =>
      (await view(report.id)).content.results.map(({ verdict, values, notes }) => [
        verdict,
        values[0]?.limit,
        values[0]?.reason,
        notes[0],
      ]);
    expect(await judged()).toEqual([
      ['toVerify', null, '限值按接触条件分别规定，请在现场调查中补充接触条件（体力劳动强度）', undefined],
    ]);
    await orm
      .update(siteHazardTable)
      .set({ exposureCondition: 'labour.3' })
      .where(eq(siteHazardTable.id, row?.id ?? 0));
    expect(await judged()).toEqual([['exceeds', '26', null, '按“接触时间率100%，体力劳动强度Ⅲ级”的限值判定']]);
    await orm.update(siteSurveyTable).set({ designTemperature: '31.5' }).where(eq(siteSurveyTable.project, project.id));
    expect(await judged()).toEqual([
      [
        'conforms',
        '27',
        null,
        '按“接触时间率100%，体力劳动强度Ⅲ级”的限值判定，当地夏季室外通风设计温度31.5 ℃，限值增加1 ℃',
      ],
    ]);
  });

  it('a report can be started only in its stage, and once per project', async () => {
    const early = await tested();
    expect((await ask('reporter', 'POST', 'api/report/start', { project: early.id })).body.message).toBe(
      reportTexts.notReporting,
    );
    const { project, report } = await reporting();
    expect(report.reportNo).toMatch(/^JC-\d{4}-\d{4}$/);
    expect((await ask('reporter', 'POST', 'api/report/start', { project: project.id })).body.message).toBe(
      reportTexts.exists(String(report.reportNo)),
    );
  });

  it('a report judges by the limits valid on the day, and states this in words', async () => {
    const { report } = await reporting('48.2', '112');
    const { content, problems, frozen } = await view(report.id);
    expect([problems, frozen]).toEqual([[], false]);
    expect(content.results).toMatchObject([{ place: '喷漆岗位', hazardName: '甲苯', verdict: 'exceeds' }]);
    expect(content.results[0]?.values.map(({ kind, text, limit, verdict }) => [kind, text, limit, verdict])).toEqual([
      ['twa', '48.2', '50', 'conforms'],
      ['stel', '112.0', '100', 'exceeds'],
    ]);
    expect(content.texts.conclusion).toBe(
      '涂装车间喷漆岗位甲苯不符合GBZ 2.1-2019《工作场所有害因素职业接触限值 第1部分：化学有害因素》的要求。',
    );
    expect(content.limits.map(({ kind, value, effectiveFrom }) => [kind, value, effectiveFrom])).toEqual([
      ['twa', '50', '2020-04-01'],
      ['stel', '100', '2020-04-01'],
    ]);
    expect(content.texts.advice).toContain('涂装车间喷漆岗位甲苯');
  });

  it('a report cannot be submitted or frozen while a record of its project is open again', async () => {
    const { project, report } = await reporting();
    await server.database.orm
      .update(labSheetTable)
      .set({ state: 'drafting' })
      .where(eq(labSheetTable.project, project.id));
    const { problems } = await view(report.id);
    expect(problems).toHaveLength(1);
    const { status, body } = await submit('reporter', project.id, 'report');
    expect([status, body.code, body.message]).toEqual([409, 'incomplete', problems[0]]);
    expect([(await reportOf(report.id))?.state, (await view(report.id)).frozen, await stageOf(project.id)]).toEqual([
      'drafting',
      false,
      'reporting',
    ]);
  });

  it('a report shows a person’s text instead of the generated one until the text is removed', async () => {
    const { report } = await reporting();
    const wrote = await ask<Answer<AnyRow>>('reporter', 'PUT', 'api/report/edit', {
      ...report,
      conclusion: '经评审，结论如下。',
    });
    expect((await view(report.id)).content).toMatchObject({
      texts: { conclusion: '经评审，结论如下。' },
      written: ['conclusion'],
    });
    await ask('reporter', 'PUT', 'api/report/edit', { ...wrote.body.body, conclusion: null });
    expect((await view(report.id)).content.written).toEqual([]);
  });

  it('a report is started only for a project of an organization, and cannot be written once the project was terminated', async () => {
    const { orm } = server.database;
    const project = await tested();
    await pass((await submit('analyst', project.id, 'records')).body.body?.id ?? 0, 'sign');
    await server.rows.user({ userName: 'everywhere', isAdmin: true });
    const token = await server.login('everywhere');
    const start = () =>
      server.ask<Answer<AnyRow> & ErrorBody>('POST', 'api/report/start', { token, body: { project: project.id } });
    await orm.update(projectTable).set({ organizationId: null }).where(eq(projectTable.id, project.id));
    const refused = await start();
    expect([refused.status, refused.body.message]).toEqual([409, reportTexts.ownerless]);
    await orm.update(projectTable).set({ organizationId: bench.home }).where(eq(projectTable.id, project.id));
    const begun = (await start()).body.body as AnyRow;
    await orm.update(projectTable).set({ stage: 'terminated' }).where(eq(projectTable.id, project.id));
    const { status, body } = await ask('reporter', 'PUT', 'api/report/edit', { ...begun, conclusion: '改' });
    expect([status, body.message]).toEqual([409, reportTexts.terminated]);
    expect(await reportOf(begun.id)).toMatchObject({ conclusion: null, version: begun.version });
  });

  it('an issued report whose content is missing is neither drawn again nor stored as the issued one', async () => {
    const { report } = await issued();
    await asOlderIssue(server, Number(report.id));
    await server.database.orm.delete(reportContentTable).where(eq(reportContentTable.reportId, report.id));
    const answer = await pdfOf(report.id);
    expect([answer.status, ((await answer.json()) as ErrorBody).message]).toEqual([404, '报告内容不存在']);
    expect((await reportOf(report.id))?.pdf).toBeNull();
  });

  it('a submitted report is frozen: later changes in the project do not affect it', async () => {
    const { project, report } = await reporting();
    await submit('reporter', project.id, 'report');
    expect(await stageOf(project.id)).toBe('reportReview');
    const { orm } = server.database;
    const [sheet] = await orm
      .select({ id: labSheetTable.id })
      .from(labSheetTable)
      .where(eq(labSheetTable.project, project.id));
    await orm
      .update(labSheetRowTable)
      .set({ reportText: '1.0', resultNum: '1.0' })
      .where(eq(labSheetRowTable.sheet, sheet?.id ?? 0));
    const { content, frozen } = await view(report.id);
    expect([frozen, content.results[0]?.values[0]?.text]).toEqual([true, '48.2']);
    const { status, body } = await ask('reporter', 'PUT', 'api/report/edit', {
      ...report,
      version: (await reportOf(report.id))?.version,
      conclusion: '改',
    });
    expect([status, body.message]).toEqual([409, reportTexts.locked('待审核')]);
  });

  it('a report returned to its author is compiled again', async () => {
    const { project, report } = await reporting();
    const { body } = await submit('reporter', project.id, 'report');
    await pass(body.body?.id ?? 0, 'first');
    expect((await move('quality', body.body?.id ?? 0, 'returnToStart', { reason: '补充照片' })).status).toBe(200);
    expect([await stageOf(project.id), (await reportOf(report.id))?.state]).toEqual(['reporting', 'drafting']);
    expect(
      await server.database.orm.select().from(reportContentTable).where(eq(reportContentTable.reportId, report.id)),
    ).toEqual([]);
    expect((await submit('reporter', project.id, 'report')).status).toBe(200);
  });

  it('a report altered in the database cannot be signed, and is returned', async () => {
    const { project, report } = await reporting();
    const id = (await submit('reporter', project.id, 'report')).body.body?.id ?? 0;
    await pass(id, 'first');
    const { orm } = server.database;
    await orm
      .update(reportContentTable)
      .set({ content: { altered: true } })
      .where(eq(reportContentTable.reportId, report.id));
    const why = signingTexts.broken(['孙编制', '赵一审'], ['报告内容'], '二审通过', '退回提交人');
    expect(
      (await ask<Timeline>('quality', 'GET', `api/approval/timeline/${id}`)).body.moves.find(
        ({ key }) => key === 'passSecond',
      )?.blocked,
    ).toBe(why);
    expect((await move('quality', id, 'passSecond')).body).toMatchObject({
      status: 409,
      code: 'brokenSignature',
      message: why,
    });
    expect((await reportOf(report.id))?.state).toBe('awaitingReview');
    expect((await move('quality', id, 'returnToStart', { reason: '签名无效' })).status).toBe(200);
    const again = (await submit('reporter', project.id, 'report')).body.body?.id ?? 0;
    await pass(again, 'second');
    // The approval has not signed the report's own row.
    await orm.update(reportTable).set({ conclusion: '改' }).where(eq(reportTable.id, report.id));
    expect((await move('approver', again, 'sign')).body).toMatchObject({
      status: 409,
      message: signingTexts.broken(['孙编制', '周二审'], ['表头'], '签发', '退回'),
    });
    expect((await reportOf(report.id))?.state).toBe('awaitingIssue');
  });

  it('a report can be returned by one step, and waits for its review again', async () => {
    const { project, report } = await reporting();
    const { body } = await submit('reporter', project.id, 'report');
    await pass(body.body?.id ?? 0, 'second');
    expect([await stageOf(project.id), (await reportOf(report.id))?.state]).toEqual(['issuing', 'awaitingIssue']);
    expect((await move('approver', body.body?.id ?? 0, 'returnToSecond', { reason: '请核对限值' })).status).toBe(200);
    expect([await stageOf(project.id), (await reportOf(report.id))?.state]).toEqual(['reportReview', 'awaitingReview']);
    expect((await move('quality', body.body?.id ?? 0, 'passSecond')).status).toBe(200);
  });

  it('a report is issued with three signatures; its PDF contains the numbers, signers and verification code, and never changes', async () => {
    const { report } = await issued();
    const after = await view(report.id);
    expect(after.signers.map(({ label, name }) => [label, name])).toEqual([
      ['编制', '孙编制'],
      ['审核', '周二审'],
      ['签发', '钱签发'],
    ]);
    expect(after.verifyPath).toMatch(/^\/orgReportFormulaDetails\?code=[\w-]{24}$/);
    const first = await pdfOf(report.id);
    expect(first.headers.get('content-type')).toBe('application/pdf');
    const bytes = new Uint8Array(await first.arrayBuffer());
    const text = unspaced((await pdfPages(bytes)).map((page) => page.text).join(''));
    for (const words of [
      String(report.reportNo),
      '检测结果(mg/m³)',
      '48.2',
      '50mg/m³',
      '86',
      '编制：孙编制',
      '审核：周二审',
      '签发：钱签发',
      '第1页',
      '声明',
      '结论',
    ])
      expect(text).toContain(unspaced(words));
    const states = async () =>
      (await ask<Timeline>('reporter', 'GET', `api/report/timeline/${report.id}`)).body.steps
        .filter(({ signed }) => signed)
        .map(({ signature }) => signature?.state);
    expect(await states()).toEqual(['valid', 'valid', 'valid']);
    await server.database.orm
      .update(reportContentTable)
      .set({ content: { altered: true } })
      .where(eq(reportContentTable.reportId, report.id));
    const again = new Uint8Array(await (await pdfOf(report.id, 'approver')).arrayBuffer());
    expect(Buffer.from(again).equals(Buffer.from(bytes))).toBe(true);
    expect(await states()).toEqual(['invalid', 'invalid', 'invalid']);
  });

  it('the PDF of a report is stored once, even if several people request it for the first time at once', async () => {
    const { report } = await issued();
    await asOlderIssue(server, Number(report.id));
    const { files } = server.services;
    const put = vi.spyOn(files, 'put');
    const answers = await Promise.all(Array.from({ length: 3 }, () => pdfOf(report.id)));
    const papers = await Promise.all(
      answers.map(async (answer) => Buffer.from(await answer.arrayBuffer()).toString('base64')),
    );
    const brought = put.mock.calls.map(([id]) => id);
    put.mockRestore();
    expect([new Set(papers).size, brought.length]).toEqual([1, 3]);
    const kept = await Promise.all(
      brought.map((id) =>
        files.read(id).then(
          (found) => found !== undefined,
          () => false,
        ),
      ),
    );
    expect(kept.filter(Boolean)).toHaveLength(1);
  });

  it('a report is corrected by a new one with a suffix in its number, which replaces it when issued', async () => {
    const { project, report } = await issued();
    const { orm } = server.database;
    const [{ unit } = { unit: 0 }] = await orm
      .select({ unit: projectTable.belongInspect })
      .from(projectTable)
      .where(eq(projectTable.id, project.id));
    const call = (unitName: string) =>
      orm.update(inspectUnitTable).set({ unitName }).where(eq(inspectUnitTable.id, unit));
    const [before, now] = [String(report.unitName), '更名后的工厂'];
    await call(now);
    expect((await ask('reporter', 'POST', 'api/report/correct', { id: report.id, reason: ' ' })).status).toBe(400);
    const correctAnswer = await ask<Answer<AnyRow> & ErrorBody>('reporter', 'POST', 'api/report/correct', {
      id: report.id,
      reason: '单位名称有误',
    });
    expect(correctAnswer.body.body).toMatchObject({
      reportNo: `${String(report.reportNo)}-G1`,
      previous: report.id,
      revision: 1,
      correctionReason: '单位名称有误',
    });
    expect((await ask('reporter', 'POST', 'api/report/correct', { id: report.id, reason: '又一次' })).status).toBe(409);
    expect((await reportOf(report.id))?.state).toBe('issued');
    const draft = (await reportOf(correctAnswer.body.body?.id ?? 0)) as unknown as AnyRow;
    expect((await ask('reporter', 'PUT', 'api/report/edit', { ...draft, advice: '加强局部排风。' })).status).toBe(200);
    const { body } = await submit('reporter', project.id, 'report');
    // The signer sees what it changes: the purpose, its consequences, and what else was written.
    const { replaced } = (await ask<ApprovalWork>('reviewer', 'GET', `api/approval/work/${body.body?.id}`)).body;
    expect(replaced).toMatchObject({
      reportNo: report.reportNo,
      reason: '单位名称有误',
      count: replaced?.differences.length,
    });
    const told = replaced?.differences.map(({ label, before: was, after }) => [label, was, after]);
    expect(told).toContainEqual(['用人单位概况：用人单位', before, now]);
    expect(told).toContainEqual(['建议', expect.any(String), '加强局部排风。']);
    expect(replaced?.differences.filter(({ label }) => label.includes('结果') || label.includes('编号'))).toEqual([]);
    await pass(body.body?.id ?? 0, 'sign');
    expect([
      (await reportOf(report.id))?.state,
      (await reportOf(correctAnswer.body.body?.id ?? 0))?.state,
      await stageOf(project.id),
    ]).toEqual(['corrected', 'issued', 'issuing']);
    expect([(await verified(report.id)).body, (await verified(correctAnswer.body.body?.id ?? 0)).body]).toMatchObject([
      { verdict: 'replaced', replacedBy: correctAnswer.body.body?.reportNo, unitName: before },
      { verdict: 'valid', unitName: now, title: String(report.title).replace(before, now) },
    ]);
    // The paper is compared with what was signed, not with later names.
    await call(before);
    expect((await verified(correctAnswer.body.body?.id ?? 0)).body).toMatchObject({ unitName: now });
    const text = unspaced(
      (await pdfPages(new Uint8Array(await (await pdfOf(correctAnswer.body.body?.id ?? 0)).arrayBuffer())))
        .map((page) => page.text)
        .join(''),
    );
    expect(text).toContain(
      unspaced(`本报告为更正报告，替代编号为${report.reportNo}的报告，原报告作废。更正原因：单位名称有误。`),
    );
  });

  it('a report cannot be corrected before its issue, nor after it was voided', async () => {
    const [{ report: draft }, { report: gone }] = [await reporting(), await issued()];
    expect((await ask('approver', 'PUT', 'api/report/void', { id: gone.id, reason: '客户撤销' })).status).toBe(200);
    for (const { id } of [draft, gone]) {
      expect((await ask('reporter', 'POST', 'api/report/correct', { id, reason: '单位名称有误' })).body).toMatchObject({
        status: 409,
        code: 'wrongState',
        message: reportTexts.notIssued,
      });
      expect(await server.database.orm.select().from(reportTable).where(eq(reportTable.previous, id))).toEqual([]);
    }
  });

  it('a correction request that waited while the report was voided is refused', async () => {
    const { report } = await issued();
    const { database } = server;
    let voided = Promise.resolve();
    const commit = await new Promise<() => void>((begun) => {
      voided = database.transaction(async (tx) => {
        await tx.update(reportTable).set({ state: 'voided' }).where(eq(reportTable.id, report.id));
        await new Promise<void>((ended) => begun(ended));
      });
    });
    const asked = ask('reporter', 'POST', 'api/report/correct', { id: report.id, reason: '单位名称有误' });
    // With the embedded database it can only begin afterwards.
    if (database.kind === 'postgres')
      await expect
        .poll(() =>
          database.query(
            "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          ),
        )
        .not.toEqual([]);
    commit();
    await voided;
    expect((await asked).body).toMatchObject({ status: 409, code: 'wrongState', message: reportTexts.notIssued });
  });

  it('a report can be voided while its correction is being written, and the correction can still be issued', async () => {
    const { project, report } = await issued();
    const made =
      (await ask<Answer<AnyRow>>('reporter', 'POST', 'api/report/correct', { id: report.id, reason: '单位名称有误' }))
        .body.body?.id ?? 0;
    expect((await ask('approver', 'PUT', 'api/report/void', { id: report.id, reason: '结论有误' })).status).toBe(200);
    // Whoever had handed the report in is told.
    expect(await toldOf(server, '结论有误')).toEqual([bench.people.reporter.id]);
    expect(await stageOf(project.id)).toBe('issuing');
    await pass((await submit('reporter', project.id, 'report')).body.body?.id ?? 0, 'sign');
    // A voided report stays voided: nothing replaced it while it was valid.
    expect([(await reportOf(report.id))?.state, (await reportOf(made))?.state, await stageOf(project.id)]).toEqual([
      'voided',
      'issued',
      'issuing',
    ]);
    expect([(await verified(report.id)).body, (await verified(made)).body]).toMatchObject([
      { verdict: 'withdrawn' },
      { verdict: 'valid' },
    ]);
  });

  it('a report is voided by a person with the permission, with a reason, and stays readable', async () => {
    const { project, report } = await issued();
    expect((await ask('reporter', 'PUT', 'api/report/void', { id: report.id, reason: '客户撤销' })).status).toBe(403);
    expect((await ask('approver', 'PUT', 'api/report/void', { id: report.id, reason: '客户撤销' })).status).toBe(200);
    expect([(await reportOf(report.id))?.state, (await view(report.id)).content.reportNo]).toEqual([
      'voided',
      report.reportNo,
    ]);
    expect((await verified(report.id)).body).toMatchObject({ verdict: 'withdrawn' });
    // The project continues with another report, which is approved like the first.
    expect(await stageOf(project.id)).toBe('reporting');
    const again = await ask<Answer<AnyRow>>('reporter', 'POST', 'api/report/start', { project: project.id });
    expect(again.body.body?.reportNo).not.toBe(report.reportNo);
    await pass((await submit('reporter', project.id, 'report')).body.body?.id ?? 0, 'sign');
    expect([await stageOf(project.id), (await reportOf(again.body.body?.id ?? 0))?.state]).toEqual([
      'issuing',
      'issued',
    ]);
    const { report: draft } = await reporting();
    expect((await verified(draft.id)).status).toBe(404);
    expect((await server.ask('GET', `${publicCalls.verify}?code=%27%20or%201=1`)).status).toBe(404);
  });

  it('a report is not visible to another organization', async () => {
    const { report } = await reporting();
    await server.rows.user({
      userName: 'stranger',
      organizationId: await server.rows.organization({ name: '乙检测中心' }),
      roles: [await server.rows.role({ permissions: reporterPermissions })],
    });
    const token = await server.login('stranger');
    for (const path of [
      `api/report/content/${report.id}`,
      `api/report/pdf/${report.id}`,
      `api/report/timeline/${report.id}`,
    ])
      expect((await server.ask('GET', path, { token })).status).toBe(404);
  });
});
