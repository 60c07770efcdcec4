import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { serviceForm } from '@contract/features/conformity/entities/serviceForm';
import { formOf } from '@contract/features/conformity/forms/allServiceForms';
import { noPicturesConfirmed } from '@contract/features/conformity/forms/contractForms';
import { formTexts } from '@contract/features/conformity/forms/formTexts';
import { reviewQuestions } from '@contract/features/projects/entities/contractReview';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { evaluationTexts } from '@contract/features/reports/evaluation/evaluationProblems';
import { permissionOf } from '@contract/permissions';
import type { PrintDocument } from '@contract/print/printDocument';
import type { Answer } from '@contract/wire';
import {
  accreditedItemTable,
  archiveReasonTable,
  contractReviewTable,
  dutyAuthorisationTable,
  inspectUnitTable,
  labMethodItemTable,
  labSheetTable,
  projectTable,
  projectTeamTable,
  serviceFormTable,
  siteSurveySurveyorsTable,
  siteSurveyTable,
  userTable,
} from '@server/db/schema';
import { assertNotSecret, sheetsMissingFor } from '@server/features/projects/requiredSheets';
import { labRowsOf } from '../support/labRows';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let tokens: Record<'writer' | 'quality' | 'head' | 'stranger', string>;
let project: number;
let home: number;
let lab: ReturnType<typeof labRowsOf>;

const people = ['writer', 'quality', 'head', 'stranger'] as const;
const may = [
  ...(['list', 'add', 'edit', 'del'] as const).map((action) => permissionOf(serviceForm, action)),
  ...['handIn', 'second', 'third', 'confirm', 'return'].map((key) => `serviceForm:${key}`),
  'project:passContract',
];

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  home = await rows.organization({ name: '甲检测中心' });
  const away = await rows.organization();
  const role = await rows.role({ permissions: may });
  const signedIn: string[] = [];
  for (const name of people) {
    await rows.user({
      userName: name,
      nickName: name,
      organizationId: name === 'stranger' ? away : home,
      roles: [role],
    });
    signedIn.push(await server.login(name));
  }
  tokens = Object.fromEntries(people.map((name, index) => [name, signedIn[index]])) as typeof tokens;
  lab = labRowsOf(server, home);
  project = await ownProject('contractReview');
});
afterAll(() => server.close());

const ask = <B = AnyRow>(who: keyof typeof tokens, method: string, path: string, body?: unknown) =>
  server.ask<B>(method, path, { token: tokens[who], ...(body === undefined ? {} : { body }) });
const idOf = async (name: string): Promise<number> => {
  const [user] = await server.database.orm
    .select({ id: userTable.id })
    .from(userTable)
    .where(eq(userTable.userName, name));
  return user?.id ?? 0;
};
/** Creates a project that the writer leads. */
async function ownProject(stage: string): Promise<number> {
  const { id } = await lab.project(stage);
  await server.database.orm
    .update(projectTable)
    .set({ leader: await idOf('writer') })
    .where(eq(projectTable.id, id));
  return id;
}
async function sheet(formKind: string, values: Record<string, string>, of = project): Promise<AnyRow> {
  const asked = { formKind, project: of, values };
  const { body } = await ask<Answer<AnyRow>>('writer', 'POST', 'api/serviceForm/add', asked);
  return body.body as AnyRow;
}
const move = (who: keyof typeof tokens, id: number, key: string, more = {}) =>
  ask(who, 'PUT', 'api/serviceForm/move', { id, move: key, password: testPassword, ...more });
const review = {
  contract: '某厂定期检测合同',
  service: '定期检测',
  secrecy: '否',
  law: '符合',
  scope: '符合',
  other: '符合',
};

describe('规范表单', () => {
  it('an appendix sheet (规范表单) gets a number, and can be submitted only when it is complete', async () => {
    const { id, formNo } = await sheet('contractReviewSheet', { contract: '合同' });
    expect(formNo).toMatch(/^GFB\d{4}-0001$/);
    const { status, body } = await move('writer', id, 'handIn');
    expect([status, body.message]).toEqual([409, expect.stringContaining('请填写涉密')]);
  });

  it('an appendix sheet (规范表单) of a contract review shows answers from stored data, and keeps them when it is submitted', async () => {
    const { id } = await sheet('contractReviewSheet', review);
    const paper = (await ask<PrintDocument>('writer', 'GET', `api/serviceForm/paper/${id}`)).body;
    expect(JSON.stringify(paper)).toContain('机构没有登记资质证书编号');
    expect((await move('writer', id, 'handIn')).status).toBe(200);
    const { body } = await ask('writer', 'GET', `api/serviceForm/${id}`);
    expect(new Set(Object.keys(body.answers as object))).toEqual(
      new Set(['资质证书', '检测能力', '人员', '仪器设备', '工期']),
    );
    expect(body.answers).toMatchObject({ 人员: '项目没有指定项目组成员' });
  });

  it('an appendix sheet (规范表单) of a contract review takes over the number of the contract, the trade of the employer and the kind of service', async () => {
    const { orm } = server.database;
    const { id } = await lab.project('contractReview');
    const [own] = await orm
      .update(projectTable)
      .set({ contractNo: 'HT-2026-07' })
      .where(eq(projectTable.id, id))
      .returning({ unit: projectTable.belongInspect });
    await orm
      .update(inspectUnitTable)
      .set({ industry: 'C21' })
      .where(eq(inspectUnitTable.id, own?.unit ?? 0));
    const { values } = await sheet('contractReviewSheet', { contract: '合同' }, id);
    expect(values).toEqual({
      contract: '合同',
      contractNo: 'HT-2026-07',
      trade: expect.stringMatching(/C21|家具/),
      service: '其他委托检测',
      edition: '2',
    });
  });

  it('an appendix sheet (规范表单) of a contract review names the hazards inside and outside the accredited scope on the planned day', async () => {
    const { orm } = server.database;
    const { id } = await lab.project('contractReview');
    const [benzene, lye] = [await lab.hazard('苯'), await lab.hazard('氢氧化钠')];
    const method = await lab.method('苯系物 溶剂解吸-气相色谱法', null);
    await orm
      .insert(labMethodItemTable)
      .values({ method, hazard: benzene, dataCertainty: 'sure', organizationId: home });
    await orm.insert(accreditedItemTable).values({
      organizationId: home,
      item: '苯',
      hazard: benzene,
      basis: 'GBZ/T 300.66-2017',
      standardNo: 'GBZ/T 300.66-2017',
      validUntil: '2099-12-31',
    });
    const answered = async (plannedOn: string): Promise<string> => {
      await orm.update(projectTable).set({ workScope: '苯、氢氧化钠', plannedOn }).where(eq(projectTable.id, id));
      const { id: form } = await sheet('contractReviewSheet', review, id);
      return JSON.stringify((await ask<PrintDocument>('writer', 'GET', `api/serviceForm/paper/${form}`)).body);
    };
    expect(lye).toBeGreaterThan(0);
    expect(await answered('2099-12-31')).toContain('在附表内：苯；不在附表内或已过期：氢氧化钠；');
    expect(await answered('2100-01-01')).toContain('不在附表内或已过期：苯、氢氧化钠；');
  });

  it('a project with results of a subcontractor needs the signed sheet of the subcontract before its report is signed', async () => {
    const { orm } = server.database;
    const id = await ownProject('issuing');
    const missing = async () => (await sheetsMissingFor(orm, id, 'signReport')).map(({ label }) => label);
    expect(await missing()).not.toContain('分包审批单');
    await orm.insert(labSheetTable).values({
      sheetNo: `${id}-FB01`,
      project: id,
      methodKind: 'outsourced',
      variant: 'ordinary',
      layout: 'main',
      method: await lab.method('分包检测', null, { methodKind: 'outsourced', resultRoute: null }),
      hazard: await lab.hazard('甲醛'),
      hazardName: '甲醛',
      state: 'approved',
      analyst: await idOf('writer'),
      organizationId: home,
    });
    expect(await missing()).toContain('分包审批单');
    await orm
      .update(projectTable)
      .set({ createTime: new Date('2025-04-30T10:00:00+08:00') })
      .where(eq(projectTable.id, id));
    expect(await missing()).not.toContain('分包审批单');
    await orm
      .update(projectTable)
      .set({ createTime: new Date('2026-03-01T10:00:00+08:00') })
      .where(eq(projectTable.id, id));
    await orm
      .insert(serviceFormTable)
      .values({ organizationId: home, project: id, formKind: 'subcontract', formNo: `FB-${id}`, state: 'completed' });
    expect(await missing()).not.toContain('分包审批单');
  });

  it('a plan with a material of unknown composition needs the signed sheet F.3 of its qualitative analysis', async () => {
    const { orm } = server.database;
    const id = await ownProject('planReview');
    const missing = async () => (await sheetsMissingFor(orm, id, 'approvePlan')).map(({ label }) => label);
    const stored = (formKind: string, content: object) =>
      orm.insert(serviceFormTable).values({
        organizationId: home,
        project: id,
        formKind,
        formNo: `${formKind}-${randomUUID()}`,
        state: 'completed',
        ...content,
      });
    const materials = (row: object) => ({ tables: { 'materials.1': JSON.stringify(row) } });
    await stored('surveyMaterials', materials({ material: '甲苯', composition: '甲苯99 %' }));
    expect(await missing()).toEqual([]);
    await stored('surveyMaterials', materials({ material: '清洗剂', composition: '不明' }));
    await stored('bulkSample', { values: { item: '粉尘游离二氧化硅含量' } });
    expect(await missing()).toEqual(['化学物质（粉尘）样品采集记录（F.3）：清洗剂']);
    await stored('bulkSample', { values: { item: '挥发性组分定性分析' } });
    expect(await missing()).toEqual([]);
  });

  it('confirmation of the survey, field check and archive list are needed once the organization uses them, for later projects', async () => {
    const { orm } = server.database;
    const wanted = [
      ['surveyConfirmation', 'endSurvey', '现场调查确认单'],
      ['fieldCheck', 'endSampling', '现场采样核查表'],
      ['regularArchive', 'archive', '定期检测档案目录（I.1）'],
    ] as const;
    const [earlier, first, later] = [
      await ownProject('survey'),
      await ownProject('survey'),
      await ownProject('survey'),
    ];
    await orm
      .update(projectTable)
      .set({ createTime: new Date(Date.now() + 3_600_000), service: 'regular' })
      .where(eq(projectTable.id, later));
    const missing = async (id: number, step: (typeof wanted)[number][1]) =>
      (await sheetsMissingFor(orm, id, step)).map(({ label }) => label);
    for (const [, step, label] of wanted) expect(await missing(later, step)).not.toContain(label);
    const completed = (project: number, formKind: string) =>
      orm.insert(serviceFormTable).values({
        organizationId: home,
        project,
        formKind,
        formNo: `${formKind}-${randomUUID()}`,
        state: 'completed',
      });
    for (const [kind, step, label] of wanted) {
      await completed(first, kind);
      expect(await missing(earlier, step), kind).not.toContain(label);
      expect(await missing(later, step), kind).toContain(label);
      await completed(later, kind);
      expect(await missing(later, step), kind).not.toContain(label);
    }
    // An evaluation has an archive list of its own.
    await orm.update(projectTable).set({ service: 'effect' }).where(eq(projectTable.id, later));
    await orm.delete(serviceFormTable).where(eq(serviceFormTable.project, later));
    expect(await missing(later, 'archive')).not.toContain('定期检测档案目录（I.1）');
  });

  it('pictures that secrecy forbids need the confirmation of the inspected unit before the archive is closed', async () => {
    const { orm } = server.database;
    const id = await ownProject('issuing');
    const missing = async () => (await sheetsMissingFor(orm, id, 'archive')).map(({ label }) => label);
    const explained = (reason: string) =>
      orm
        .insert(archiveReasonTable)
        .values({ projectId: id, key: 'pictures-sampling', reason, personName: '王工', time: new Date() })
        .onConflictDoUpdate({ target: [archiveReasonTable.projectId, archiveReasonTable.key], set: { reason } });
    const confirmation = `方案用人单位确认单：${noPicturesConfirmed}`;
    await explained('相机存储卡损坏');
    expect(await missing()).not.toContain(confirmation);
    for (const reason of ['涉密车间', '企业不允许拍照', '现场禁止拍摄']) {
      await explained(reason);
      expect(await missing(), reason).toContain(confirmation);
    }
    const confirmed = (what: string) =>
      orm.insert(serviceFormTable).values({
        organizationId: home,
        project: id,
        formKind: 'clientConfirmation',
        formNo: randomUUID(),
        state: 'completed',
        values: { what },
      });
    await confirmed('采样方案');
    expect(await missing()).toContain(confirmation);
    await confirmed(noPicturesConfirmed);
    expect(await missing()).not.toContain(confirmation);
  });

  it('an appendix sheet (规范表单) with three signers needs three different people, and is then closed', async () => {
    const { id } = await sheet('contractReviewSheet', review);
    await move('writer', id, 'handIn');
    expect((await move('writer', id, 'second')).status).toBe(409);
    expect((await move('quality', id, 'confirm')).body.message).toBe(formTexts.threeSigners);
    expect((await move('quality', id, 'second')).status).toBe(200);
    expect((await move('quality', id, 'third')).status).toBe(409);
    expect((await move('head', id, 'third')).status).toBe(200);
    const { body } = await ask('head', 'GET', `api/serviceForm/${id}`);
    expect(body.state).toBe('completed');
    const edited = await ask('writer', 'PUT', 'api/serviceForm/edit', {
      ...body,
      values: { ...review, law: '不符合' },
    });
    expect([edited.status, edited.body.message]).toEqual([409, formTexts.locked]);
  });

  it('once an organization has authorised a person for a post, only that person may sign a 规范表单 for it', async () => {
    const { orm } = server.database;
    const { id } = await sheet('contractReviewSheet', review);
    await move('writer', id, 'handIn');
    const [head] = await orm.select({ id: userTable.id }).from(userTable).where(eq(userTable.userName, 'head'));
    const post = {
      organizationId: home,
      person: head?.id ?? 0,
      validFrom: '2020-01-01',
      validUntil: '2099-01-01',
    };
    await orm.insert(dutyAuthorisationTable).values({ ...post, duty: 'technicalHead' });
    const refused = await move('quality', id, 'second');
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('没有有效的“技术负责人”授权'),
    ]);
    expect((await move('head', id, 'second')).status).toBe(200);
    // An authorisation that has ended does not count.
    await orm.insert(dutyAuthorisationTable).values({ ...post, duty: 'qualityHead', validUntil: '2020-12-31' });
    expect((await move('quality', id, 'third')).body.message).toContain('没有有效的“质量负责人”授权');
    await orm.delete(dutyAuthorisationTable).where(eq(dutyAuthorisationTable.organizationId, home));
    expect((await move('quality', id, 'third')).status).toBe(200);
  });

  it('the review of a report is not signed as 项目组外审核人 by the leader or a member of the project team', async () => {
    const { orm } = server.database;
    const items = (formOf('reportReviewSheet')?.parts ?? []).flatMap((part) => part.items);
    const values = Object.fromEntries(items.map(({ key, options }) => [key, options?.[0] ?? '无意见']));
    const own = await ownProject('reportReview');
    await orm.insert(projectTeamTable).values({ ownerId: own, targetId: await idOf('quality'), position: 0 });
    const { id } = await sheet('reportReviewSheet', values, own);
    for (const who of ['writer', 'quality'] as const) {
      const { status, body } = await move(who, id, 'handIn');
      expect([who, status, body.message]).toEqual([who, 409, expect.stringContaining('不能作为项目组外审核人签字')]);
    }
    expect((await move('head', id, 'handIn')).status).toBe(200);
    // A member of the team may give the technical review.
    expect((await move('quality', id, 'second')).status).toBe(200);
  });

  it('a form that prints 项目负责人 is signed there by the project leader only, wherever the form has that signer', async () => {
    const { orm } = server.database;
    const own = await ownProject('reportReview');
    const values = { reportNo: 'R-1', copies: '2', approval: '同意签发', issuer: '甲' };
    const refusal = async (who: keyof typeof tokens, id: number, key: string) => {
      const { status, body } = await move(who, id, key);
      return status === 200 ? 200 : body.message;
    };
    const { id: issue } = await sheet('issueSheet', values, own);
    expect(await refusal('quality', issue, 'handIn')).toBe(projectTexts.notLeader('writer', '项目负责人'));
    expect(await refusal('writer', issue, 'handIn')).toBe(200);
    // The leader signs the supervision second, so another person signs first.
    const points = (formOf('supervisionSheet')?.parts ?? []).flatMap(({ items }) => items);
    const answers = Object.fromEntries(points.map(({ key, options }) => [key, options?.[0] ?? '无']));
    const { id: supervision } = await sheet('supervisionSheet', answers, own);
    expect(await refusal('writer', supervision, 'handIn')).toBe(
      projectTexts.signsLater('writer', '项目负责人', '质量监督员'),
    );
    expect(await refusal('quality', supervision, 'handIn')).toBe(200);
    expect(await refusal('head', supervision, 'confirm')).toBe(projectTexts.notLeader('writer', '项目负责人'));
    expect(await refusal('writer', supervision, 'confirm')).toBe(200);
    // Without a leader nobody can sign for one; a sheet that is signed already stays as it is.
    await orm.update(projectTable).set({ leader: null }).where(eq(projectTable.id, own));
    const { id: later } = await sheet('issueSheet', values, own);
    expect(await refusal('writer', later, 'handIn')).toBe(projectTexts.noLeader('项目负责人'));
    expect((await ask('head', 'GET', `api/serviceForm/${supervision}`)).body.state).toBe('completed');
  });

  it('a form that prints 编写人 is signed there by a person who surveyed or sampled only', async () => {
    const { orm } = server.database;
    const own = await ownProject('reporting');
    const points = (formOf('reportWriting')?.parts ?? []).flatMap(({ items }) => items);
    const values = Object.fromEntries(points.map(({ key, options }) => [key, options?.[0] ?? '甲，工程师，全文']));
    const { id } = await sheet('reportWriting', values, own);
    const refused = await move('quality', id, 'handIn');
    expect([refused.status, refused.body.message]).toEqual([409, evaluationTexts.notThere('quality', '编写人')]);
    const [survey] = await orm
      .insert(siteSurveyTable)
      .values({ organizationId: home, project: own, surveyedOn: '2026-05-10' })
      .returning({ id: siteSurveyTable.id });
    await orm
      .insert(siteSurveySurveyorsTable)
      .values({ ownerId: survey?.id ?? 0, targetId: await idOf('quality'), position: 0 });
    expect((await move('quality', id, 'handIn')).status).toBe(200);
  });

  it('an appendix sheet (规范表单) with two signers is confirmed by another person, or returned with a reason', async () => {
    const values = { elements: '符合', hazards: '符合', means: '符合', samples: '符合' };
    const { id } = await sheet('planReviewSheet', values);
    await move('writer', id, 'handIn');
    expect((await move('quality', id, 'second')).body.message).toBe(formTexts.twoSigners);
    expect((await move('quality', id, 'return', { reason: '补充采样点' })).status).toBe(200);
    await move('writer', id, 'handIn');
    expect((await move('head', id, 'confirm')).status).toBe(200);
    const paper = (await ask<PrintDocument>('head', 'GET', `api/serviceForm/paper/${id}`)).body;
    expect(paper.signers.map(({ name }) => Boolean(name))).toEqual([true, true]);
  });

  it('an appendix sheet (规范表单) keeps its kind and project, and is not visible to another organization', async () => {
    const row = await sheet('handOutSheet', {});
    const changed = await ask('writer', 'PUT', 'api/serviceForm/edit', { ...row, formKind: 'issueSheet' });
    expect([changed.status, changed.body.message]).toEqual([409, formTexts.kindFixed]);
    for (const path of ['', 'paper/', 'timeline/'])
      expect((await ask('stranger', 'GET', `api/serviceForm/${path}${row.id}`)).status, path).toBe(404);
    expect((await move('stranger', row.id, 'handIn')).status).toBe(404);
  });

  it('an appendix sheet (规范表单) keeps the edition it was begun with, whatever is saved', async () => {
    const { orm } = server.database;
    const row = await sheet('regularArchive', {});
    const saved = async (values: Readonly<Record<string, string>>) => {
      const { body: stored } = await ask<AnyRow>('writer', 'GET', `api/serviceForm/${row.id}`);
      const { body } = await ask<Answer<AnyRow>>('writer', 'PUT', 'api/serviceForm/edit', { ...stored, values });
      return body.body?.values;
    };
    expect(row.values).toEqual({ edition: '3' });
    expect(await saved({ line1: '原件' })).toEqual({ line1: '原件', edition: '3' });
    // As a sheet that was begun before the description had editions.
    await orm.update(serviceFormTable).set({ values: {} }).where(eq(serviceFormTable.id, row.id));
    expect(await saved({ line1: '原件' })).toEqual({ line1: '原件' });
  });

  it('the review sheet (规范表单) must be signed before a project passes its review, once the organization uses such sheets', async () => {
    const { orm } = server.database;
    const answers = Object.fromEntries(reviewQuestions.map((question) => [question, 'yes']));
    const ready = async (createTime: Date): Promise<number> => {
      const id = await ownProject('contractReview');
      await orm.update(projectTable).set({ createTime }).where(eq(projectTable.id, id));
      await orm
        .insert(contractReviewTable)
        .values({ ...answers, organizationId: home, project: id, conclusion: '同意' });
      return id;
    };
    const pass = async (id: number) => {
      const { status, body } = await ask('head', 'PUT', 'api/project/move', { id, move: 'passContract' });
      return status === 200 ? 200 : body.message;
    };
    const hour = 3_600_000;
    const [earlier, later] = [await ready(new Date(Date.now() - 24 * hour)), await ready(new Date(Date.now() + hour))];
    expect(await pass(earlier)).toBe(200);
    expect(await pass(later)).toBe('请先在“规范表单”中完成“合同评审单（N.1）”的签字，再通过合同评审');
    const { id } = await sheet('contractReviewSheet', review, later);
    for (const [who, key] of [
      ['writer', 'handIn'],
      ['quality', 'second'],
      ['head', 'third'],
    ] as const)
      await move(who, id, key);
    expect(await pass(later)).toBe(200);
  });

  it('an appendix sheet (规范表单) that declares a project secret keeps it from the public and the authority, with the basis', async () => {
    const secret = await ownProject('archived');
    const { orm } = server.database;
    await expect(assertNotSecret(orm, secret, '公示')).resolves.toBeUndefined();
    const values = { ...review, secrecy: '是，不公开不报送', secrecyReason: '某部门通知' };
    const { id, formNo } = await sheet('contractReviewSheet', values, secret);
    await move('writer', id, 'handIn');
    await expect(assertNotSecret(orm, secret, '公示')).resolves.toBeUndefined();
    await move('quality', id, 'second');
    await move('head', id, 'third');
    await expect(assertNotSecret(orm, secret, '公示')).rejects.toThrow(
      `合同评审单${String(formNo)}注明项目涉密（某部门通知），不能公示`,
    );
  });

  it('an appendix sheet (规范表单) with tables takes over the survey, and is submitted with rows or the reason why there are none', async () => {
    await lab.exposure(project, await lab.hazard('甲苯'), '喷漆工', '6');
    const jobs = await sheet('surveyJobs', {});
    expect(jobs.values).toEqual({ service: '其他委托检测' });
    expect(Object.keys(jobs.tables as object)).toEqual(['jobs.1', 'unstableJobs.1']);
    const { id, version } = await sheet('surveyMaterials', {});
    const refused = await move('writer', id, 'handIn');
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining('表C.2 原辅材料')]);
    const row = { workplace: '涂装车间', material: '油漆', composition: '甲苯', state: '液体', yearly: '2 t/a' };
    const edited = await ask('writer', 'PUT', 'api/serviceForm/edit', {
      id,
      version,
      tables: { 'materials.1': JSON.stringify(row) },
      values: { service: '定期检测', productsAbsent: '来料加工' },
    });
    expect(edited.status).toBe(200);
    expect((await move('writer', id, 'handIn')).status).toBe(200);
    const paper = (await ask<PrintDocument>('head', 'GET', `api/serviceForm/paper/${id}`)).body;
    expect(JSON.stringify(paper.blocks)).toContain('"1","涂装车间","油漆","甲苯","液体","2 t/a",""');
  });
});
