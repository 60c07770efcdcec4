import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { formOf } from '@contract/features/conformity/forms/allServiceForms';
import { gradedItems } from '@contract/features/conformity/forms/conclusionForms';
import { type FormTables, withRowNumbers, rowsOf, withTableRows } from '@contract/features/conformity/forms/formTable';
import { dutyAuthorisationTexts } from '@contract/features/laboratory/dutyAuthorisationTexts';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { evaluationTexts } from '@contract/features/reports/evaluation/evaluationProblems';
import type { ReportView } from '@contract/features/reports/reportContent';
import { reportTexts } from '@contract/features/reports/reportTexts';
import type { Answer, ErrorBody } from '@contract/wire';
import {
  dutyAuthorisationTable,
  industryRiskTable,
  inspectUnitTable,
  organizationTable,
  projectTable,
  reportTable,
  samplePlanTable,
  serviceFormTable,
  siteHazardTable,
  siteSurveySurveyorsTable,
  siteSurveyTable,
  storedFileTable,
  surveyFileTable,
  userTable,
} from '@server/db/schema';
import { missingSheets } from '@server/features/projects/requiredSheets';
import { pdfPages, unspaced } from '../support/pdfText';
import { type Hand, reportBench, signingPassword } from '../support/reportBench';
import { type TestServer, testServer } from '../support/server';
import { drawnPng } from '../support/uploads';

let server: TestServer;
let bench: Awaited<ReturnType<typeof reportBench>>;

const forms = ['serviceForm:list', 'serviceForm:add', 'serviceForm:edit', 'serviceForm:handIn', 'serviceForm:confirm'];

beforeAll(async () => {
  server = await testServer();
  bench = await reportBench(server, {
    more: {
      reporter: [...forms, 'project:add', 'project:edit'],
      quality: forms,
      approver: [...forms, 'project:endSurvey', 'project:endSampling'],
    },
  });
});
afterAll(() => server.close());

const orm = () => server.database.orm;

async function keep(): Promise<string> {
  const [id, bytes] = [randomUUID(), drawnPng(60, 60)];
  await server.services.files.put(id, bytes);
  await orm()
    .insert(storedFileTable)
    .values({
      id,
      organizationId: bench.home,
      name: 'picture.png',
      mime: 'image/png',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      fileClass: 'image',
    });
  return id;
}

let sheets = 0;
/** Stores a sheet as signed. */
const signed = (project: number, formKind: string, values: Record<string, string> = {}, tables: FormTables = {}) =>
  orm()
    .insert(serviceFormTable)
    .values({
      organizationId: bench.home,
      formNo: `GFB-E${(sheets += 1)}`,
      formKind,
      project,
      state: 'completed',
      values,
      tables,
    });

const grades = Object.fromEntries(Object.keys(gradedItems).map((key) => [`${key}Grade`, '符合']));
const view = async (id: number) => (await bench.ask<ReportView>('reporter', 'GET', `api/report/content/${id}`)).body;

async function evaluation(service: 'presentState' | 'effect', long = '35.2') {
  const project = await bench.tested(long, '60');
  await orm()
    .update(projectTable)
    .set({ service, leader: bench.people.reporter.id })
    .where(eq(projectTable.id, project.id));
  await bench.pass((await bench.submit('analyst', project.id, 'records')).body.body?.id ?? 0, 'sign');
  const { body } = await bench.ask<Answer<AnyRow>>('reporter', 'POST', 'api/report/start', { project: project.id });
  return { project, report: body.body as AnyRow };
}

/** Gives an evaluation all that its report needs. */
async function completed(project: { readonly id: number }, kind: 'evaluationReport' | 'effectReport'): Promise<void> {
  const organizationId = bench.home;
  for (const fileKind of ['location', 'sitePlan', 'layout'])
    await orm()
      .insert(surveyFileTable)
      .values({ project: project.id, fileKind, title: fileKind, content: await keep(), organizationId });
  const [unit] = await orm()
    .select({ id: projectTable.belongInspect })
    .from(projectTable)
    .where(eq(projectTable.id, project.id));
  const [risk] = await orm()
    .insert(industryRiskTable)
    .values({
      name: `涂装${project.id}`,
      division: 'C33',
      code: 'C3360',
      riskClass: 'serious',
      divisionName: '金属制品业',
      dataCertainty: 'sure',
    })
    .returning({ id: industryRiskTable.id });
  await orm()
    .update(inspectUnitTable)
    .set({ industry: 'C33', industryRisk: risk?.id ?? 0 })
    .where(eq(inspectUnitTable.id, unit?.id ?? 0));
  await signed(project.id, kind, { service: '现状评价', scope: '涂装车间', conclusion: '总体符合', ...grades });
}

/** Writes a sentence about each post above a limit into the report. */
async function causeOf(id: number, words: string): Promise<void> {
  const { content } = await view(id);
  const lines = content.results.map(({ place, hazardName }) => `${place}${hazardName}：${words}。`);
  await orm()
    .update(reportTable)
    .set({ exceedance: lines.join('\n') })
    .where(eq(reportTable.id, id));
}

/** Stores that a person surveyed a project. */
async function surveyedBy(project: number, person: number): Promise<void> {
  const [survey] = await orm()
    .insert(siteSurveyTable)
    .values({ organizationId: bench.home, project, surveyedOn: '2026-05-10' })
    .returning({ id: siteSurveyTable.id });
  await orm()
    .insert(siteSurveySurveyorsTable)
    .values({ ownerId: survey?.id ?? 0, targetId: person, position: 0 });
}

const submit = async (project: number) => {
  const { status, body } = await bench.submit('reporter', project, 'report');
  return {
    status,
    said: [body.message, ...(body.errors ?? []).map(({ message }) => message)].join('\n'),
    id: body.body?.id,
  };
};

describe('stages of an evaluation', () => {
  it('an evaluation stays in its stage until the sheets of its procedure are signed; a routine test and an earlier project need none', async () => {
    const { id } = await bench.lab.project('survey');
    const end = async () =>
      (await bench.ask('approver', 'PUT', 'api/project/move', { id, move: 'endSurvey' })).body.message ?? '';
    expect(await end()).not.toContain('规范表单');
    await orm().update(projectTable).set({ service: 'presentState' }).where(eq(projectTable.id, id));
    expect(await end()).toBe('请先在“规范表单”中完成“评价资料收集清单”“评价项目组与重点因素确定表”的签字，再结束调查');
    await signed(id, 'evaluationDocuments');
    await signed(id, 'evaluationTeam');
    expect(await end()).not.toContain('规范表单');
    const [project] = await orm().select().from(projectTable).where(eq(projectTable.id, id));
    if (!project) throw new Error('no project');
    expect(await missingSheets(orm(), project, 'endSampling')).toHaveLength(4);
    expect(await missingSheets(orm(), { ...project, service: 'effect' }, 'endSampling')).toEqual([
      { kind: 'effectTest', label: '防护设施效果检测记录' },
    ]);
    expect(await missingSheets(orm(), { ...project, service: 'regular' }, 'endSampling')).toEqual([]);
    expect(await missingSheets(orm(), { ...project, service: null }, 'endSampling')).toEqual([]);
  });
});

describe('reports on evaluations', () => {
  it('the report on a present-state evaluation lists what it lacks, and is handed in by a person of survey or sampling only', async () => {
    const { project, report } = await evaluation('presentState');
    expect([report.kind, report.title]).toEqual([
      'evaluation',
      expect.stringMatching(/\d{4}年职业病危害现状评价报告$/),
    ]);
    const { problems } = await view(report.id);
    expect(problems).toEqual([
      evaluationTexts.sheets(['现状评价结论表']),
      evaluationTexts.risk,
      evaluationTexts.annex(['地理位置', '总平面布置', '设备布局']),
    ]);
    expect((await submit(project.id)).said).toContain(evaluationTexts.author);
    await surveyedBy(project.id, bench.people.reporter.id);
    expect((await submit(project.id)).said).toContain(evaluationTexts.risk);
    await completed(project, 'evaluationReport');
    expect((await view(report.id)).problems).toEqual([]);
  });

  it('the report on a present-state evaluation names each hazard that was not tested once, with the reason', async () => {
    const { project, report } = await evaluation('presentState');
    const [surveyed] = await orm().select().from(siteHazardTable).where(eq(siteHazardTable.project, project.id));
    const line = '甲苯：客户不同意检测（2026-03-01，李经理）';
    await orm()
      .insert(samplePlanTable)
      .values({
        organizationId: bench.home,
        project: project.id,
        basis: 'GBZ 159-2004',
        days: 1,
        untested: {
          [`${surveyed?.hazard}`]: 'refused',
          [`${surveyed?.hazard}.on`]: '2026-03-01',
          [`${surveyed?.hazard}.by`]: '李经理',
        },
        notTested: line,
      });
    const { content } = await view(report.id);
    const parts = content.evaluation?.chapters.hazards ?? [];
    expect(parts.find(({ title }) => title === reportTexts.untested)?.lines).toEqual([line]);
    expect(content.untested).toBeUndefined();
  });

  it('the report on a present-state evaluation cannot grade its results 符合 if one result is above the limit', async () => {
    const { project, report } = await evaluation('presentState', '62.5');
    await completed(project, 'evaluationReport');
    await causeOf(report.id, '原因');
    expect((await view(report.id)).problems).toEqual([evaluationTexts.tests]);
  });

  it('the report on an evaluation states a cause for each post above a limit before it is handed in (5.2.7.3)', async () => {
    const { project, report } = await evaluation('effect', '62.5');
    await completed(project, 'effectReport');
    const missing = expect.stringContaining('超标而没有写明原因，请在“超标分析”中逐个写明岗位、因素和原因');
    expect((await view(report.id)).problems).toEqual([missing]);
    await causeOf(report.id, '超过限值');
    expect((await view(report.id)).problems).toEqual([missing]);
    await causeOf(report.id, '原因是排风量不足');
    expect((await view(report.id)).problems).toEqual([]);
  });

  it('the report on a check states a cause for each post above a limit once its signed 报告编写核对单 says so', async () => {
    const { project, report } = await evaluation('effect', '62.5');
    await orm().update(projectTable).set({ service: 'regular' }).where(eq(projectTable.id, project.id));
    await orm().update(reportTable).set({ kind: 'periodic' }).where(eq(reportTable.id, report.id));
    const missing = expect.stringContaining('超标而没有写明原因');
    expect((await view(report.id)).problems).not.toContainEqual(missing);
    await signed(project.id, 'reportWriting', { posts: '符合' });
    expect((await view(report.id)).problems).toContainEqual(missing);
    await causeOf(report.id, '原因是排风量不足');
    expect((await view(report.id)).problems).not.toContainEqual(missing);
  });

  it('the report on an evaluation is issued with seal and the signatures of project head and legal person on its content', async () => {
    const { project, report } = await evaluation('presentState');
    await surveyedBy(project.id, bench.people.reporter.id);
    await completed(project, 'evaluationReport');
    await signed(project.id, 'evaluationReportReview');
    await orm()
      .update(organizationTable)
      .set({ qualificationFile: await keep(), legalPerson: null, seal: null })
      .where(eq(organizationTable.id, bench.home));
    await orm()
      .update(userTable)
      .set({ post: '主任', major: '预防医学' })
      .where(eq(userTable.id, bench.people.quality.id));
    const move = async (who: Hand, id: number, key: string) => {
      const { status, body } = await bench.ask(who, 'PUT', 'api/serviceForm/move', {
        id,
        move: key,
        password: signingPassword,
      });
      return status === 200 ? 200 : body.message;
    };
    const addAnswer = await bench.ask<Answer<AnyRow>>('reporter', 'POST', 'api/serviceForm/add', {
      formKind: 'evaluationSigning',
      project: project.id,
      values: { reportNo: report.reportNo },
    });
    const sheet = addAnswer.body.body?.id ?? 0;
    expect(await move('reporter', sheet, 'handIn')).toBe(evaluationTexts.notSubmitted);
    const wrong = await bench.ask<Answer<AnyRow>>('reporter', 'POST', 'api/serviceForm/add', {
      formKind: 'evaluationSigning',
      project: project.id,
      values: { reportNo: 'R-0' },
    });
    const { id: approval = 0, said } = await submit(project.id);
    expect(approval, said).toBeGreaterThan(0);
    await bench.pass(approval, 'second');
    expect(await move('quality', sheet, 'handIn')).toBe(projectTexts.notLeader('孙编制', '项目负责人'));
    expect(await move('reporter', wrong.body.body?.id ?? 0, 'handIn')).toBe(
      evaluationTexts.otherReport(String(report.reportNo)),
    );
    expect(await move('reporter', sheet, 'handIn')).toBe(200);
    expect(await move('quality', sheet, 'confirm')).toBe(evaluationTexts.noLegal);
    await orm().update(organizationTable).set({ legalPerson: '周二审' }).where(eq(organizationTable.id, bench.home));
    expect(await move('approver', sheet, 'confirm')).toBe(evaluationTexts.legal('周二审'));
    const sign = async () => {
      const { status, body } = await bench.move('approver', approval, 'sign');
      return status === 200 ? 200 : (body as ErrorBody).message;
    };
    expect(await sign()).toContain('评价报告签署单');
    // Two accounts with the name of the legal person: the authorisation for this duty tells which one it is.
    const quality = eq(userTable.id, bench.people.quality.id);
    await orm().update(userTable).set({ nickName: '周二审' }).where(eq(userTable.id, bench.people.approver.id));
    expect(await move('quality', sheet, 'confirm')).toBe(evaluationTexts.sameName('周二审'));
    const [legal] = await orm()
      .insert(dutyAuthorisationTable)
      .values({
        organizationId: bench.home,
        person: bench.people.quality.id,
        duty: 'legalPerson',
        validFrom: '2020-01-01',
        validUntil: '2099-01-01',
      })
      .returning({ id: dutyAuthorisationTable.id });
    expect(await move('approver', sheet, 'confirm')).toBe(
      dutyAuthorisationTexts.notAuthorised('周二审', '法定代表人', []),
    );
    await orm().update(userTable).set({ nickName: '钱签发' }).where(eq(userTable.id, bench.people.approver.id));
    // The name in the organization's data no longer counts.
    await orm().update(userTable).set({ nickName: '周新名' }).where(quality);
    expect(await move('quality', sheet, 'confirm')).toBe(200);
    await orm().update(userTable).set({ nickName: '周二审' }).where(quality);
    await orm()
      .delete(dutyAuthorisationTable)
      .where(eq(dutyAuthorisationTable.id, legal?.id ?? 0));
    expect(await sign()).toBe(evaluationTexts.noSeal);
    await orm()
      .update(organizationTable)
      .set({ seal: await keep() })
      .where(eq(organizationTable.id, bench.home));
    expect(await sign()).toBe(200);
    const { signers, content } = await view(report.id);
    expect(signers.map(({ label, name }) => [label, name])).toEqual([
      ['法定代表人', '周新名'],
      ['项目负责人', '孙编制'],
      ['编制', '孙编制'],
      ['审核', '周二审'],
      ['签发', '钱签发'],
    ]);
    expect(content.evaluation?.service).toBe('presentState');
    const response = await server.app.request(`/api/report/pdf/${report.id}`, {
      headers: { authorization: `Bearer ${bench.people.reporter.token}` },
    });
    const pages = await pdfPages(new Uint8Array(await response.arrayBuffer()));
    const third = unspaced(pages[2]?.text ?? '');
    for (const words of ['法定代表人', '预防医学', '主任', '全文']) expect(third).toContain(words);
    const text = unspaced(pages.map((page) => page.text).join(''));
    for (const words of [
      '职业病危害因素识别、检测与评价',
      '分项结论',
      unspaced(`职业病危害风险分类：${String(content.unit.riskClass)}`),
      '检测结果单',
    ])
      expect(text).toContain(words);
  });

  it('the sheets of an evaluation are prefilled with results: of earlier reports of the employer, and at each installation of the survey', async () => {
    const earlier = await bench.issued('48.2', '60');
    const [unit] = await orm()
      .select({ id: projectTable.belongInspect })
      .from(projectTable)
      .where(eq(projectTable.id, earlier.project.id));
    const { project } = await evaluation('effect');
    await orm()
      .update(projectTable)
      .set({ belongInspect: unit?.id ?? 0 })
      .where(eq(projectTable.id, project.id));
    await orm().update(siteHazardTable).set({ controls: '侧吸罩' }).where(eq(siteHazardTable.project, project.id));
    const added = async (formKind: string): Promise<FormTables> => {
      const { body } = await bench.ask<Answer<AnyRow>>('reporter', 'POST', 'api/serviceForm/add', {
        formKind,
        project: project.id,
      });
      return (body.body?.tables ?? {}) as FormTables;
    };
    const trend = rowsOf(await added('evaluationReport'), { key: 'trend' });
    expect(trend[0]).toMatchObject({
      hazard: '甲苯',
      result: expect.stringContaining('48.2'),
      source: earlier.report.reportNo,
    });
    const [installation] = rowsOf(await added('effectReport'), { key: 'installations' });
    expect(installation).toMatchObject({ installation: '侧吸罩', hazards: expect.stringContaining('甲苯') });
    expect(formOf('effectReport')?.signers.map(({ label }) => label)).toEqual(['编写人', '项目负责人']);
    expect(withTableRows({}, { key: 'trend' }, withRowNumbers([]))).toEqual({});
  });
});
