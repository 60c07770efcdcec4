import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { ProjectGap } from '@contract/features/archive/projectGaps';
import { planTexts, surveyTexts } from '@contract/features/fieldwork/plan/planTexts';
import type { NamedTotals, PlanCheck, PlanOf } from '@contract/features/fieldwork/plan/planWire';
import { untestedTexts } from '@contract/features/fieldwork/plan/untestedHazards';
import type { CopyResult } from '@contract/features/fieldwork/survey/surveyWire';
import type { EarlierSurvey } from '@contract/features/fieldwork/survey/surveyWire';
import type { SurveyOf } from '@contract/features/fieldwork/survey/surveyWire';
import { accreditationTexts } from '@contract/features/library/accreditationScope';
import type { SurveySuggestion } from '@contract/features/library/materialHazards';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { messages } from '@contract/messages';
import { type ActionName, actions, permissionOf } from '@contract/permissions';
import { notPrintable } from '@contract/print/printedPicture';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { returnedTexts } from '@contract/workflow/returnedWork';
import type { Timeline } from '@contract/workflow/workflowWire';
import {
  accreditedItemTable,
  announcementTable,
  auditLogTable,
  dictDetailTable,
  dictTable,
  hazardLimitTable,
  hazardTable,
  industryRiskTable,
  inspectUnitTable,
  labMethodItemTable,
  labMethodTable,
  materialComponentTable,
  materialTable,
  projectTable,
  projectTeamTable,
  qsjcModuleRowTable,
  qsjcModuleTable,
  siteSurveyModuleTable,
} from '@server/db/schema';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';
import { pdf, png, sendForm, webp } from '../support/uploads';

let server: TestServer;
let home: number;
let unit: number;
let tokens: Readonly<
  Record<'field' | 'colleague' | 'reviewer' | 'approver' | 'both' | 'viewer' | 'adder' | 'stranger', string>
>;
let hazards: Readonly<Record<'benzene' | 'toluene' | 'noise' | 'odd', number>>;

const all = (name: string): string[] =>
  (Object.keys(actions) as ActionName[]).map((action) => permissionOf({ name }, action));
const written = [
  'siteSurvey',
  'siteHazard',
  'surveyFile',
  'samplePlan',
  'sampleSiteHazard',
  'siteSurveyModule',
  'siteSurveyModuleRow',
  'cyfaModule',
  'cyfaModuleRow',
].flatMap(all);
const seen = [
  'project:list',
  'siteSurvey:list',
  'siteHazard:list',
  'surveyFile:list',
  'samplePlan:list',
  'sampleSiteHazard:list',
];

async function library(): Promise<typeof hazards> {
  const { orm } = server.database;
  const none = { pinyin: '', initials: '' };
  const insert = async (name: string, category: string) =>
    (
      await orm
        .insert(hazardTable)
        .values({ name, category, dataCertainty: 'sure', ...none })
        .returning({ id: hazardTable.id })
    )[0]?.id as number;
  const [benzene, toluene, noise, odd] = [
    await insert('苯', 'chemical'),
    await insert('甲苯', 'chemical'),
    await insert('噪声', 'physical'),
    await insert('某新物质', 'chemical'),
  ];
  const from = { unit: 'mg/m³', standard: 'GBZ 2.1-2019', effectiveFrom: '2020-04-01', dataCertainty: 'sure', ...none };
  await orm.insert(hazardLimitTable).values(
    [benzene, toluene].flatMap((hazard) => [
      { ...from, hazard, kind: 'twa', value: '3', limitName: 'x' },
      { ...from, hazard, kind: 'stel', value: '6', limitName: 'y' },
    ]),
  );
  const method = { standardNo: 'GBZ/T 160.42', status: '1', dataCertainty: 'sure', cma: true, ...none };
  const [gas] = await orm
    .insert(labMethodTable)
    .values({
      ...method,
      title: '溶剂解吸-气相色谱法',
      methodKind: 'gasChromatography',
      resultRoute: 'solvent',
      medium: '活性炭管',
      shortFlow: '0.1',
      shortMinutes: 15,
      longFlow: '0.05',
      longMinutes: 480,
      blanksPerBatch: 2,
    })
    .returning({ id: labMethodTable.id });
  const [meter] = await orm
    .insert(labMethodTable)
    .values({ ...method, title: '噪声测量', methodKind: 'genericTest', resultRoute: 'onSite' })
    .returning({ id: labMethodTable.id });
  const item = { dataCertainty: 'sure', itemName: 'i', ...none };
  await orm.insert(labMethodItemTable).values([
    { ...item, method: gas?.id as number, hazard: benzene },
    { ...item, method: gas?.id as number, hazard: toluene },
    { ...item, method: meter?.id as number, hazard: noise },
  ]);
  const [dict] = await orm
    .insert(dictTable)
    .values({ name: 'projectType', ...none })
    .returning({ id: dictTable.id });
  await orm.insert(dictDetailTable).values([
    { dict: dict?.id as number, label: '定期检测', value: 'DQ', dictSort: 1, ...none },
    { dict: dict?.id as number, label: '现状评价检测', value: 'XZ', dictSort: 2, ...none },
  ]);
  return { benzene, toluene, noise, odd };
}

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  home = await rows.organization({ name: '甲检测中心' });
  const away = await rows.organization({ name: '乙检测中心' });
  unit = await rows.inspectUnit({ organizationId: home });
  const fieldRole = await rows.role({
    permissions: ['project:list', ...written, 'project:endSurvey', 'project:reopenSurvey', 'samplePlan:submit'],
  });
  const reviewerRole = await rows.role({ permissions: [...seen, 'samplePlan:review', 'samplePlan:return'] });
  const approverRole = await rows.role({ permissions: [...seen, 'samplePlan:approve', 'samplePlan:return'] });
  const people = {
    field: [fieldRole],
    colleague: [fieldRole],
    reviewer: [reviewerRole],
    approver: [approverRole],
    both: [fieldRole, reviewerRole, approverRole],
    viewer: [await rows.role({ permissions: seen })],
    adder: [await rows.role({ permissions: [...seen, 'siteHazard:add', 'sampleSiteHazard:add'] })],
  };
  for (const [userName, roles] of Object.entries(people))
    await rows.user({ userName, nickName: userName, organizationId: home, roles });
  await rows.user({ userName: 'stranger', organizationId: away, roles: [fieldRole] });
  tokens = Object.fromEntries(
    await Promise.all([...Object.keys(people), 'stranger'].map(async (name) => [name, await server.login(name)])),
  ) as typeof tokens;
  hazards = await library();
});
afterAll(() => server.close());

type Stage = 'draft' | 'survey' | 'planning' | 'sampling' | 'terminated';
const projectAt = (stage: Stage, more: object = {}) =>
  server.rows.project({ organizationId: home, belongInspect: unit, type: 'DQ', stage, ...more });
const ask = <B = Answer<unknown> & ErrorBody>(method: string, path: string, body?: unknown, token = tokens.field) =>
  server.ask<B>(method, path, { token, ...(body === undefined ? {} : { body }) });
async function good<B = Answer<AnyRow[]>>(
  method: string,
  path: string,
  body?: unknown,
  token = tokens.field,
): Promise<B> {
  const answer = await ask<B>(method, path, body, token);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
async function refused(
  status: number,
  method: string,
  path: string,
  body?: unknown,
  token = tokens.field,
): Promise<ErrorBody> {
  const answer = await ask<ErrorBody>(method, path, body, token);
  expect(answer.status, answer.text).toBe(status);
  return answer.body;
}
const surveyRow = (project: number, post: string, hazard: number, more: object = {}) => ({
  project,
  workshop: '涂装车间',
  post,
  hazard,
  workers: 4,
  worstKnown: true,
  fixedPost: true,
  hoursPerDay: '8',
  ...more,
});
const saveSurvey = async (rows: object[]) => (await good('PUT', 'api/siteHazard/saveAll', { rows })).body as AnyRow[];
const rowsOf = async (path: string, project: number) =>
  (await good<Page<AnyRow>>('GET', `${path}?project=${project}&size=500&sort=rowSort,asc`)).content;
/** Sets who made the survey, and when: without it no survey ends. */
async function surveyedBy(project: number, more: object = {}) {
  const { survey } = await good<SurveyOf>('GET', `api/siteSurvey/of/${project}`);
  const { user } = await good<{ user: { id: number } }>('GET', 'auth/info');
  return good('PUT', 'api/siteSurvey/edit', {
    ...survey,
    surveyedOn: '2026-03-02',
    surveyors: [user.id],
    remark: '王工同行',
    ...more,
  });
}
const timeline = (id: number) => good<Timeline>('GET', `api/samplePlan/timeline/${id}`);

describe('survey', () => {
  it('the header of a survey is created once the project is in the survey stage, by a person who may write it', async () => {
    const early = await projectAt('draft');
    const before = await good<SurveyOf>('GET', `api/siteSurvey/of/${early}`);
    expect([before.survey, before.isEditable, before.why]).toEqual([null, false, projectTexts.surveyNotOpen]);
    const project = await projectAt('survey');
    expect((await good<SurveyOf>('GET', `api/siteSurvey/of/${project}`, undefined, tokens.viewer)).survey).toBeNull();
    const [first, second] = await Promise.all([
      good<SurveyOf>('GET', `api/siteSurvey/of/${project}`),
      good<SurveyOf>('GET', `api/siteSurvey/of/${project}`, undefined, tokens.colleague),
    ]);
    expect(first.survey?.project).toBe(project);
    expect(second.survey?.id).toBe(first.survey?.id);
    expect(first).toMatchObject({
      isEditable: true,
      why: null,
      counts: { hazards: 0, workshops: 0, posts: 0, files: 0, unmeasured: 0, withoutCondition: 0 },
    });
  });

  it('survey rows are saved as one sheet, returned in order and counted', async () => {
    const project = await projectAt('survey');
    await good('GET', `api/siteSurvey/of/${project}`);
    const rows = await saveSurvey(
      Array.from({ length: 60 }, (_, index) =>
        surveyRow(project, `岗位${index % 20}`, index % 2 ? hazards.benzene : hazards.noise, {
          rowSort: index + 1,
          daysPerWeek: '5',
        }),
      ),
    );
    expect(rows).toHaveLength(60);
    const moved = await good('PUT', 'api/siteHazard/saveAll', {
      rows: [
        { id: rows[59]?.id, version: rows[59]?.version, rowSort: 0 },
        surveyRow(project, '新岗', hazards.noise, { workers: null, daysPerWeek: '5' }),
      ],
    });
    expect(moved.body?.[1]?.rowSort).toBeGreaterThan(59);
    const listed = await rowsOf('api/siteHazard', project);
    expect([listed[0]?.id, listed.at(-1)?.post, listed.length]).toEqual([rows[59]?.id, '新岗', 61]);
    expect((await good<SurveyOf>('GET', `api/siteSurvey/of/${project}`)).counts).toEqual({
      hazards: 61,
      workshops: 1,
      posts: 21,
      files: 0,
      unmeasured: 1,
      withoutCondition: 0,
    });
  });

  it('a survey shows the hazards that its materials and industry may bring, each with the reason, and the risk class', async () => {
    const { orm } = server.database;
    const project = await projectAt('survey');
    await surveyedBy(project, { materials: '聚氨酯漆 2 t/a' });
    await saveSurvey([surveyRow(project, '喷漆工', hazards.toluene)]);
    const ofHome = { organizationId: home };
    const [paint] = await orm
      .insert(materialTable)
      .values({ ...ofHome, name: '聚氨酯漆' })
      .returning({ id: materialTable.id });
    const part = { ...ofHome, material: paint?.id ?? 0, shareTo: '20' };
    await orm.insert(materialComponentTable).values([
      { ...part, name: '甲苯', hazard: hazards.toluene },
      { ...part, name: '苯', hazard: hazards.benzene, shareFrom: '0.1' },
    ]);
    await orm.update(inspectUnitTable).set({ industry: 'C21' }).where(eq(inspectUnitTable.id, unit));
    const suggested = () => good<SurveySuggestion>('GET', `api/siteSurvey/suggest/${project}`);
    expect(await suggested()).toEqual({
      hazards: [
        { hazard: hazards.toluene, name: '甲苯', reason: '“聚氨酯漆”含甲苯（≤20%）', surveyed: true },
        { hazard: hazards.benzene, name: '苯', reason: '“聚氨酯漆”含苯（0.1%～20%）', surveyed: false },
      ],
      usual: [],
      risks: [],
    });

    // What is usual: a published template of the industry, and surveys at other units of it.
    const template = async (name: string, state: string) =>
      (
        await orm
          .insert(qsjcModuleTable)
          .values({ ...ofHome, name, state, edition: 1 })
          .returning({ id: qsjcModuleTable.id })
      )[0]?.id ?? 0;
    const monitored = { ...ofHome, industry: 'C21', indicator: '噪声', required: true };
    await orm.insert(qsjcModuleRowTable).values([
      { ...monitored, template: await template('家具监测', 'published'), hazard: hazards.noise },
      { ...monitored, template: await template('家具监测草稿', 'draft'), hazard: hazards.odd },
    ]);
    const other = await server.rows.inspectUnit({ organizationId: home, industry: 'C21' });
    const elsewhere = await server.rows.inspectUnit({ organizationId: home, industry: 'C33' });
    for (const [belongInspect, hazard] of [
      [other, hazards.noise],
      [other, hazards.benzene],
      [elsewhere, hazards.odd],
    ] as const) {
      const earlier = await projectAt('survey', { belongInspect });
      await good('GET', `api/siteSurvey/of/${earlier}`);
      await saveSurvey([surveyRow(earlier, '开料工', hazard)]);
    }
    const risk = { division: 'C21', divisionName: '家具制造业', dataCertainty: 'check' };
    const [wooden] = await orm
      .insert(industryRiskTable)
      .values([
        { ...risk, name: '木质家具制造', code: 'C211', riskClass: 'severe' },
        { ...risk, name: '塑料家具制造', code: 'C214', riskClass: 'general' },
      ])
      .returning({ id: industryRiskTable.id });
    const told = await suggested();
    expect(told.usual).toEqual([
      { hazard: hazards.noise, name: '噪声', reason: '“家具监测”必测；本机构在同行业1家单位调查到', surveyed: false },
      { hazard: hazards.benzene, name: '苯', reason: '本机构在同行业1家单位调查到', surveyed: false },
    ]);
    expect(told.risks.map(({ code, riskClass }) => [code, riskClass])).toEqual([
      ['C211', 'severe'],
      ['C214', 'general'],
    ]);
    // Somebody chose the unit's industry: only its class counts.
    const own = eq(inspectUnitTable.id, unit);
    await orm
      .update(inspectUnitTable)
      .set({ industryRisk: wooden?.id ?? 0 })
      .where(own);
    expect((await suggested()).risks.map(({ code }) => code)).toEqual(['C211']);
    await orm.update(inspectUnitTable).set({ industryRisk: null, industry: null }).where(own);
  });

  it('a survey states how many rows lack the exposure condition on which their limits depend', async () => {
    const { orm } = server.database;
    const project = await projectAt('survey');
    await good('GET', `api/siteSurvey/of/${project}`);
    const limit = {
      hazard: hazards.noise,
      limitName: '高温',
      unit: '℃',
      standard: 'GBZ 2.2-2007',
      effectiveFrom: '2007-11-01',
      dataCertainty: 'sure',
      kind: 'wbgt',
      value: '26',
    };
    const [noise, heat] = await orm
      .insert(hazardLimitTable)
      .values([
        { ...limit, condition: 'noise.5d8h' },
        { ...limit, condition: 'heat.100.3' },
      ])
      .returning();
    const [row] = await saveSurvey([
      surveyRow(project, '熔炼工', hazards.noise),
      surveyRow(project, '浇注工', hazards.noise, { exposureCondition: 'labour.3' }),
      surveyRow(project, '漆工', hazards.benzene),
    ]);
    const missing = async () => (await good<SurveyOf>('GET', `api/siteSurvey/of/${project}`)).counts.withoutCondition;
    expect(await missing()).toBe(1);
    expect(
      (
        await refused(400, 'PUT', 'api/siteHazard/saveAll', {
          rows: [{ id: row?.id, version: row?.version, exposureCondition: 'heat.100.3' }],
        })
      ).errors?.[0]?.message,
    ).toContain('接触条件');
    await good('PUT', 'api/siteHazard/saveAll', {
      rows: [{ id: row?.id, version: row?.version, exposureCondition: 'labour.1' }],
    });
    expect(await missing()).toBe(0);
    await orm.delete(hazardLimitTable).where(inArray(hazardLimitTable.id, [noise?.id ?? 0, heat?.id ?? 0]));
    expect(surveyTexts.confirmEnd({ unmeasured: 0, withoutCondition: 2 })).toBe(
      '有2行的限值随接触条件而不同，没有填写“接触条件”，检测结果将判定为“待核实”。结束后调查内容锁定，项目进入方案编制。',
    );
  });

  it('a survey refuses a day of more than 24 hours and a week of more than seven days, and so does the plan', async () => {
    const project = await projectAt('survey');
    const save = async (more: object) =>
      (
        await refused(400, 'PUT', 'api/siteHazard/saveAll', {
          rows: [surveyRow(project, '喷漆工', hazards.benzene, more)],
        })
      ).errors?.map(({ message }) => message);
    // 8.0 typed without its point: no sample could be numbered by it once the plan was approved.
    expect(await save({ hoursPerDay: '80' })).toEqual(['日接触时间不能大于24']);
    expect(await save({ daysPerWeek: '8' })).toEqual(['周工作天数不能大于7']);
    const planning = await projectAt('planning');
    const row = {
      project: planning,
      workshop: '涂装车间',
      place: '喷漆工',
      hazard: hazards.benzene,
      mode: 'personal',
      period: 'long',
      points: 1,
      samplesPerDay: 1,
      days: 1,
      blanks: 2,
      hoursPerDay: '80',
    };
    expect(
      (await refused(400, 'PUT', 'api/sampleSiteHazard/saveAll', { rows: [row] })).errors?.map(
        ({ message }) => message,
      ),
    ).toEqual(['日接触时间不能大于24']);
    expect(
      await saveSurvey([surveyRow(project, '值班工', hazards.benzene, { hoursPerDay: '24', daysPerWeek: '7' })]),
    ).toHaveLength(1);
  });

  it('a survey accepts as layout drawing a printable picture, or another drawing as a file', async () => {
    const project = await projectAt('survey');
    const add = async (name: string, content: Uint8Array, fileKind: string) => {
      const { body } = await sendForm<Answer<{ id: string }>>(server, 'api/file/upload', {
        token: tokens.field,
        name,
        content,
        fields: { fileClass: 'document' },
      });
      return ask<ErrorBody>('POST', 'api/surveyFile/add', { project, fileKind, title: name, content: body.body?.id });
    };
    const refusal = await add('平面图.webp', webp(), 'layout');
    expect([refusal.status, refusal.body.errors]).toEqual([
      400,
      [{ field: 'content', message: notPrintable('设备布局') }],
    ]);
    for (const [name, content, kind] of [
      ['平面图.png', png(), 'layout'],
      ['平面图.pdf', pdf(), 'layout'],
      ['流程.webp', webp(), 'process'],
    ] as const)
      expect((await add(name, content, kind)).status, name).toBe(200);
  });

  it('survey files are accepted during the survey and the sampling drawing during planning; copying a survey copies no drawing', async () => {
    const [surveyed, planned] = [await projectAt('survey'), await projectAt('planning')];
    const add = async (project: number, fileKind: string) => {
      const { body } = await sendForm<Answer<{ id: string }>>(server, 'api/file/upload', {
        token: tokens.field,
        name: '附件.pdf',
        content: pdf(),
        fields: { fileClass: 'document' },
      });
      return ask<ErrorBody & Answer<AnyRow>>('POST', 'api/surveyFile/add', {
        project,
        fileKind,
        title: '附件.pdf',
        content: body.body?.id,
      });
    };
    expect((await add(surveyed, 'unit')).status).toBe(200);
    expect((await add(surveyed, 'sites')).body.message).toBe(projectTexts.planNotOpen);
    const {
      status,
      body: { body: drawn },
    } = await add(planned, 'sites');
    expect(status).toBe(200);
    const late = await add(planned, 'unit');
    expect([late.status, late.body.message]).toEqual([409, messages.surveyEnded]);
    // Neither becomes the other.
    expect(
      (await refused(409, 'PUT', 'api/surveyFile/edit', { id: drawn?.id, version: drawn?.version, fileKind: 'unit' }))
        .message,
    ).toBe(messages.surveyEnded);
    expect((await good<SurveyOf>('GET', `api/siteSurvey/of/${planned}`)).counts.files).toBe(0);
    await server.database.orm.update(projectTable).set({ stage: 'survey' }).where(eq(projectTable.id, planned));
    await saveSurvey([surveyRow(planned, '喷漆工', hazards.benzene)]);
    expect(
      (
        await good<{ body: { files: number } }>('POST', 'api/siteSurvey/copy', {
          project: surveyed,
          from: planned,
          files: true,
        })
      ).body.files,
    ).toBe(0);
  });

  it('a new survey names leader and team as its surveyors, and with fewer than two people those of the leader’s last survey', async () => {
    const person = async (token: string) =>
      (await good<{ user: { id: number } }>('GET', 'auth/info', undefined, token)).user.id;
    const [leader, colleague] = [await person(tokens.field), await person(tokens.colleague)];
    const gone = await server.rows.user({ userName: 'gone', organizationId: home, enabled: '0' });
    const surveyorsOf = async (project: number) =>
      (await good<SurveyOf>('GET', `api/siteSurvey/of/${project}`)).survey?.['surveyors'];
    const led = async (team: readonly number[]) => {
      const project = await projectAt('survey', { leader });
      if (team.length)
        await server.database.orm
          .insert(projectTeamTable)
          .values(team.map((targetId, position) => ({ ownerId: project, targetId, position })));
      return project;
    };
    expect(await surveyorsOf(await led([]))).toEqual([leader]);
    expect(await surveyorsOf(await led([colleague, gone]))).toEqual([leader, colleague]);
    expect(await surveyorsOf(await led([]))).toEqual([leader, colleague]);
    expect(await surveyorsOf(await projectAt('survey'))).toEqual([]);
  });

  it('a survey is locked when it ends: every write is answered with the notice of the specification, and nothing is changed', async () => {
    const project = await projectAt('survey');
    expect((await refused(409, 'PUT', 'api/project/move', { id: project, move: 'endSurvey' })).message).toBe(
      [projectTexts.noHazards, projectTexts.surveyFactsMissing(['调查日期', '调查人'])].join('\n'),
    );
    const [row] = (await saveSurvey([surveyRow(project, '喷漆工', hazards.benzene)])) as [AnyRow];
    const ending = async () =>
      (await refused(409, 'PUT', 'api/project/move', { id: project, move: 'endSurvey' })).message;
    expect(await ending()).toBe(projectTexts.surveyFactsMissing(['调查日期', '调查人']));
    await surveyedBy(project, { surveyors: [] });
    expect(await ending()).toBe(projectTexts.surveyFactsMissing(['调查人']));
    await surveyedBy(project, { surveyedOn: '2099-01-01' });
    expect(await ending()).toBe(projectTexts.surveyInFuture('2099-01-01'));
    await surveyedBy(project, { remark: '' });
    expect(await ending()).toBe(projectTexts.tooFewSurveyors);
    await surveyedBy(project);
    const { survey } = await good<SurveyOf>('GET', `api/siteSurvey/of/${project}`);
    await good('PUT', 'api/project/move', { id: project, move: 'endSurvey' });
    for (const [method, path, body] of [
      ['PUT', 'api/siteHazard/saveAll', { rows: [{ id: row.id, version: row.version, workers: 9 }] }],
      ['PUT', 'api/siteHazard/saveAll', { rows: [surveyRow(project, '晚到', hazards.noise)] }],
      ['PUT', 'api/siteHazard/saveAll', { removed: [{ id: row.id, version: row.version }] }],
      ['DELETE', 'api/siteHazard/delete', [row.id]],
      ['PUT', 'api/siteSurvey/edit', { ...survey, product: '改' }],
      ['POST', 'api/siteSurvey/copy', { project, from: project + 1000, mode: 'append' }],
    ] as const)
      expect((await refused(409, method, path, body)).message, path).toBe(messages.surveyEnded);
    expect(await rowsOf('api/siteHazard', project)).toMatchObject([{ id: row.id, workers: 4, version: row.version }]);
    expect(await good<SurveyOf>('GET', `api/siteSurvey/of/${project}`)).toMatchObject({
      isEditable: false,
      why: messages.surveyEnded,
    });
  });

  it('the project page lists what the end of a survey and the submission of a plan would refuse, each with its field', async () => {
    const gapsOf = async (project: number) => {
      const gaps = await good<readonly ProjectGap[]>('GET', `api/archive/lacks/${project}`);
      return gaps.filter(({ gate }) => gate === 'endSurvey' || gate === 'submitPlan');
    };
    const place = (path: string, project: number, query: string) => `${path}?belongProject=${project}&${query}`;
    const project = await projectAt('survey');
    const page = '/siteSample/siteSurvey/details/page';
    const gaps = await gapsOf(project);
    expect(gaps.map(({ path }) => path)).toEqual([
      place(page, project, 'at=hazards&field=hazards'),
      place(page, project, 'at=facts&field=surveyedOn'),
    ]);
    expect((await refused(409, 'PUT', 'api/project/move', { id: project, move: 'endSurvey' })).message).toBe(
      gaps.map(({ title }) => title).join('\n'),
    );
    await saveSurvey([surveyRow(project, '喷漆工', hazards.benzene)]);
    await surveyedBy(project);
    expect(await gapsOf(project)).toEqual([]);

    const planned = await projectAt('planning');
    expect((await gapsOf(planned)).map(({ title, path }) => [title, path])).toEqual([
      [planTexts.noRows, place('/siteSample/samplePlan/details/page', planned, 'at=rows&field=rows')],
    ]);
  });

  it('a survey row cannot be moved into another project', async () => {
    const [from, to] = [await projectAt('survey'), await projectAt('survey')];
    const [row] = (await saveSurvey([surveyRow(from, '喷漆工', hazards.benzene)])) as [AnyRow];
    expect(
      (
        await refused(409, 'PUT', 'api/siteHazard/saveAll', {
          rows: [{ id: row.id, version: row.version, project: to }],
        })
      ).message,
    ).toBe('所属项目不能更改，请在新的项目中新增');
    expect(await rowsOf('api/siteHazard', from)).toMatchObject([{ id: row.id, version: row.version }]);
  });

  it('a survey is not found by another organization, and an outdated row is refused', async () => {
    const project = await projectAt('survey');
    const [row] = (await saveSurvey([surveyRow(project, '喷漆工', hazards.benzene)])) as [AnyRow];
    for (const [method, path, body] of [
      ['GET', `api/siteSurvey/of/${project}`, undefined],
      ['GET', `api/siteSurvey/earlier/${project}`, undefined],
      ['POST', 'api/siteSurvey/copy', { project, template: 1 }],
      ['GET', `api/samplePlan/of/${project}`, undefined],
      ['GET', `api/samplePlan/totals/${project}`, undefined],
      ['GET', `api/samplePlan/check/${project}`, undefined],
      ['POST', 'api/samplePlan/generate', { project }],
      ['PUT', 'api/siteHazard/saveAll', { rows: [surveyRow(project, '外人', hazards.noise)] }],
    ] as const)
      expect([path, (await ask(method, path, body, tokens.stranger)).status]).toEqual([
        path,
        path.endsWith('saveAll') ? 400 : 404,
      ]);
    expect(await rowsOf('api/siteHazard', project)).toHaveLength(1);
    await good('PUT', 'api/siteHazard/saveAll', { rows: [{ id: row.id, version: row.version, workers: 5 }] });
    const stale = await refused(409, 'PUT', 'api/siteHazard/saveAll', {
      rows: [{ id: row.id, version: row.version, workers: 6 }],
    });
    expect(stale.code).toBe('stale');
    expect(await rowsOf('api/siteHazard', project)).toMatchObject([{ workers: 5 }]);
  });
});

describe('copying a survey', () => {
  let older: number;
  beforeAll(async () => {
    older = await projectAt('survey', { code: 'OLD-1' });
    const { survey } = await good<SurveyOf>('GET', `api/siteSurvey/of/${older}`);
    await good('PUT', 'api/siteSurvey/edit', {
      ...survey,
      surveyedOn: '2025-05-06',
      product: '轴承',
      process: '下料→喷漆',
    });
    await saveSurvey([
      surveyRow(older, '喷漆工', hazards.benzene, { ppe: '防毒面具' }),
      surveyRow(older, '打磨工', hazards.noise),
    ]);
  });

  it('copying a survey offers the enterprise’s other projects with survey rows, with their dates', async () => {
    const project = await projectAt('survey');
    const earlier = await good<EarlierSurvey[]>('GET', `api/siteSurvey/earlier/${project}`);
    expect(earlier.find(({ code }) => code === 'OLD-1')).toMatchObject({
      project: older,
      surveyedOn: '2025-05-06',
      rows: 2,
      files: 0,
    });
    expect(earlier.some((one) => one.project === project)).toBe(false);
  });

  it('copying a survey adds its rows, fills empty header fields, and never overwrites typed values', async () => {
    const project = await projectAt('survey');
    const { survey } = await good<SurveyOf>('GET', `api/siteSurvey/of/${project}`);
    await good('PUT', 'api/siteSurvey/edit', { ...survey, product: '自己填的' });
    const copied = await good<Answer<CopyResult>>('POST', 'api/siteSurvey/copy', { project, from: older });
    expect([copied.message, copied.body]).toEqual([
      surveyTexts.copied(2, 0),
      { added: 2, removed: 0, files: 0, problems: [] },
    ]);
    expect(await rowsOf('api/siteHazard', project)).toMatchObject([
      { post: '喷漆工', ppe: '防毒面具', version: 1 },
      { post: '打磨工' },
    ]);
    expect((await good<SurveyOf>('GET', `api/siteSurvey/of/${project}`)).survey).toMatchObject({
      product: '自己填的',
      process: '下料→喷漆',
      copiedFrom: older,
      copiedFromName: 'OLD-1',
      surveyedOn: null,
    });
    const again = await refused(409, 'POST', 'api/siteSurvey/copy', { project, from: older });
    expect([again.code, again.message]).toEqual(['rowsExist', surveyTexts.rowsExist(2)]);
    await good('POST', 'api/siteSurvey/copy', { project, from: older, mode: 'append' });
    expect(await rowsOf('api/siteHazard', project)).toHaveLength(4);
    expect(
      (await good<Answer<CopyResult>>('POST', 'api/siteSurvey/copy', { project, from: older, mode: 'replace' })).body,
    ).toMatchObject({ added: 2, removed: 4 });
    expect(await rowsOf('api/siteHazard', project)).toHaveLength(2);
    const trail = await server.database.orm
      .select({ id: auditLogTable.id })
      .from(auditLogTable)
      .where(and(eq(auditLogTable.entity, 'siteHazard'), eq(auditLogTable.action, 'del')));
    expect(trail.length).toBeGreaterThanOrEqual(4);
  });

  it('copying a survey is refused from another enterprise, from itself, from an empty one, and from an unpublished template', async () => {
    const project = await projectAt('survey');
    const elsewhere = await projectAt('survey', {
      belongInspect: await server.rows.inspectUnit({ organizationId: home }),
    });
    await saveSurvey([surveyRow(elsewhere, '喷漆工', hazards.benzene)]);
    const copy = (body: object) => ask<ErrorBody>('POST', 'api/siteSurvey/copy', { project, ...body });
    expect((await copy({ from: elsewhere })).body.message).toBe(surveyTexts.otherUnit);
    expect((await copy({ from: project })).body.message).toBe(surveyTexts.sameProject);
    expect((await copy({ from: await projectAt('survey') })).body.message).toBe(surveyTexts.nothingToCopy);
    expect([
      (await copy({})).status,
      (await copy({ from: older, template: 1 })).status,
      (await copy({ from: older, mode: 'overwrite' })).status,
    ]).toEqual([400, 400, 400]);
    const template = ((await good('POST', 'api/siteSurveyModule/add', { name: '草稿模板' })).body as unknown as AnyRow)
      .id;
    expect((await copy({ template })).status).toBe(409);
    expect(await rowsOf('api/siteHazard', project)).toEqual([]);
  });

  it('copying a survey removes rows and copies files only for people who may do that by hand', async () => {
    const project = await projectAt('survey');
    await saveSurvey([surveyRow(project, '喷漆工', hazards.benzene)]);
    expect(
      (await refused(403, 'POST', 'api/siteSurvey/copy', { project, from: older, mode: 'replace' }, tokens.adder)).code,
    ).toBe('forbidden');
    expect(
      (
        await refused(
          403,
          'POST',
          'api/siteSurvey/copy',
          { project, from: older, mode: 'append', files: true },
          tokens.adder,
        )
      ).code,
    ).toBe('forbidden');
    expect(await rowsOf('api/siteHazard', project)).toHaveLength(1);
    await good('POST', 'api/siteSurvey/copy', { project, from: older, mode: 'append' }, tokens.adder);
  });

  it('a survey can be started from a published template, and names it', async () => {
    const template = ((await good('POST', 'api/siteSurveyModule/add', { name: '机加模板' })).body as unknown as AnyRow)
      .id;
    await good('PUT', 'api/siteSurveyModuleRow/saveAll', {
      rows: [{ template, workshop: '机加车间', post: '车工', hazard: hazards.noise, workers: 12 }],
    });
    await server.database.orm
      .update(siteSurveyModuleTable)
      .set({ state: 'published' })
      .where(eq(siteSurveyModuleTable.id, template));
    const project = await projectAt('survey');
    await good('POST', 'api/siteSurvey/copy', { project, template });
    expect(await rowsOf('api/siteHazard', project)).toMatchObject([
      { workshop: '机加车间', post: '车工', workers: 12, worstKnown: true },
    ]);
    expect((await good<SurveyOf>('GET', `api/siteSurvey/of/${project}`)).survey).toMatchObject({
      template,
      templateName: '机加模板',
    });
  });
});

describe('plan', () => {
  let project: number;
  const surveyed = async (rows: (at: number) => object[], more: object = {}) => {
    const id = await projectAt('survey', more);
    await surveyedBy(id);
    await saveSurvey(rows(id));
    await good('PUT', 'api/project/move', { id, move: 'endSurvey' });
    return id;
  };
  beforeEach(async () => {
    project = await surveyed((id) => [
      surveyRow(id, '喷漆工', hazards.benzene),
      surveyRow(id, '喷漆工', hazards.toluene),
      surveyRow(id, '打磨工', hazards.noise, { machines: 7 }),
      surveyRow(id, '调漆工', hazards.odd),
    ]);
  });
  const generate = (body: object = {}, token = tokens.field) =>
    good<Answer<CopyResult>>('POST', 'api/samplePlan/generate', { project, ...body }, token);
  const plan = () => good<PlanOf>('GET', `api/samplePlan/of/${project}`);
  const headId = async () => (await plan()).plan?.id as number;
  const move = async (key: string, token: string, more: object = {}) =>
    ask<Answer<{ state: string }> & ErrorBody>(
      'PUT',
      'api/samplePlan/move',
      { id: await headId(), move: key, password: testPassword, ...more },
      token,
    );
  const stage = async () =>
    (
      await server.database.orm
        .select({ stage: projectTable.stage })
        .from(projectTable)
        .where(eq(projectTable.id, project))
    )[0]?.stage;
  const remarked = async () => {
    const { plan: head } = await plan();
    await good('PUT', 'api/samplePlan/edit', { ...head, remark: '某新物质经合同评审同意不测' });
  };

  it('a sampling plan is generated from survey, limits and methods, and reports the survey rows that could not be planned', async () => {
    const { body } = await generate();
    expect(body).toEqual({
      added: 3,
      removed: 0,
      problems: [
        '涂装车间 调漆工 某新物质：限值库中没有现行限值，按定点短时间采样编入，请核对',
        '涂装车间 调漆工 某新物质：方法库中没有可用的检测方法，未编入方案',
      ],
    });
    expect(await rowsOf('api/sampleSiteHazard', project)).toMatchObject([
      {
        siteNo: '01',
        place: '喷漆工',
        hazardName: '苯',
        alongWith: [hazards.toluene],
        alongWithName: ['甲苯'],
        methodName: '溶剂解吸-气相色谱法',
        mode: 'personal',
        period: 'long',
        flow: '0.05',
        minutes: 480,
        points: 2,
        days: 1,
        blanks: 2,
      },
      { siteNo: '01', mode: 'area', period: 'short', flow: '0.1', minutes: 15, points: 1, samplesPerDay: 3 },
      { siteNo: '03', place: '打磨工', hazardName: '噪声', medium: null, flow: null, blanks: 0, points: 2 },
    ]);
    expect(await plan()).toMatchObject({
      isEditable: true,
      rows: 3,
      surveyRows: 4,
      leastDays: 1,
      plan: { state: 'drafting', days: 1 },
    });
  });

  it('a sampling plan cannot be generated from an empty survey', async () => {
    project = await projectAt('planning');
    expect((await refused(409, 'POST', 'api/samplePlan/generate', { project })).message).toBe(planTexts.noSurvey);
    expect(await plan()).toMatchObject({ rows: 0, plan: { days: 1, version: 1 } });
  });

  it('generating a plan again asks before it changes existing rows, plans nothing twice, and keeps typed values', async () => {
    await generate();
    const [first] = (await rowsOf('api/sampleSiteHazard', project)) as [AnyRow];
    await good('PUT', 'api/sampleSiteHazard/saveAll', {
      rows: [{ id: first.id, version: first.version, flow: '0.07', points: 3 }],
    });
    expect(await refused(409, 'POST', 'api/samplePlan/generate', { project })).toMatchObject({
      code: 'rowsExist',
      message: planTexts.rowsExist(3),
    });
    expect((await generate({ mode: 'append' })).message).toBe(planTexts.generated(0));
    expect((await rowsOf('api/sampleSiteHazard', project))[0]).toMatchObject({ id: first.id, flow: '0.07', points: 3 });
    expect((await generate({ mode: 'replace' })).body).toMatchObject({ added: 3, removed: 3 });
    expect((await rowsOf('api/sampleSiteHazard', project))[0]).toMatchObject({ flow: '0.05', points: 2 });
    expect(
      (await refused(403, 'POST', 'api/samplePlan/generate', { project, mode: 'replace' }, tokens.adder)).code,
    ).toBe('forbidden');
    expect((await generate({ mode: 'append' }, tokens.adder)).message).toBe(planTexts.generated(0));
  });

  it('a sampling plan generated by two people at once exists once', async () => {
    const answers = await Promise.all(
      [tokens.field, tokens.colleague].map((token) => ask('POST', 'api/samplePlan/generate', { project }, token)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await rowsOf('api/sampleSiteHazard', project)).toHaveLength(3);
  });

  it('the sampling plan of an evaluation has three days, and adds up the materials', async () => {
    project = await surveyed(
      (id) => [surveyRow(id, '喷漆工', hazards.benzene), surveyRow(id, '喷漆工', hazards.toluene)],
      { type: 'XZ' },
    );
    await generate();
    expect(await plan()).toMatchObject({ leastDays: 3, plan: { days: 3 } });
    const totals = await good<NamedTotals>('GET', `api/samplePlan/totals/${project}`);
    expect(totals).toMatchObject({
      samples: 15,
      blanks: 6,
      days: 3,
      sites: 1,
      media: [{ medium: '活性炭管', needed: 21, withSpare: 24 }],
      hazards: [{ names: ['苯', '甲苯'], methodName: '溶剂解吸-气相色谱法', samples: 15, blanks: 6, results: 30 }],
      samplers: [
        { kind: 'personalSampler', flow: '0.05', count: 2 },
        { kind: 'sampler', flow: '0.1', count: 1 },
      ],
    });
  });

  it('a sampling plan row keeps typed values, fills the others from the method library and numbers the place', async () => {
    const method = (await good<Page<AnyRow>>('GET', `api/sampleSiteHazard?project=${project}`)).content;
    expect(method).toEqual([]);
    const [gas] = await server.database.orm
      .select({ id: labMethodTable.id })
      .from(labMethodTable)
      .where(eq(labMethodTable.methodKind, 'gasChromatography'));
    const { body } = await good('PUT', 'api/sampleSiteHazard/saveAll', {
      rows: [
        {
          project,
          place: '调漆间',
          hazard: hazards.benzene,
          method: gas?.id,
          mode: 'area',
          period: 'short',
          points: 1,
          samplesPerDay: 3,
          days: 1,
          blanks: 2,
          flow: '0.3',
        },
      ],
    });
    expect(body?.[0]).toMatchObject({ siteNo: '01', medium: '活性炭管', flow: '0.3', minutes: 15 });
    expect(
      (
        await refused(400, 'PUT', 'api/sampleSiteHazard/saveAll', {
          rows: [{ project, place: '', hazard: hazards.benzene, points: 0 }],
        })
      ).errors?.map(({ field }) => field),
    ).toEqual(expect.arrayContaining(['rows[0].place', 'rows[0].points']));
  });

  it('a sampling plan cannot be submitted with a row without a method, and the reason is given per row', async () => {
    project = await surveyed((id) => [surveyRow(id, '调漆工', hazards.odd)]);
    expect((await generate()).body).toMatchObject({
      added: 0,
      problems: [expect.stringContaining('没有现行限值'), expect.stringContaining('没有可用的检测方法')],
    });
    const answer = await move('submit', tokens.field);
    expect([answer.status, answer.body.message]).toEqual([409, planTexts.noRows]);
    await good('PUT', 'api/sampleSiteHazard/saveAll', {
      rows: [
        {
          project,
          place: '调漆工',
          hazard: hazards.odd,
          points: 1,
          samplesPerDay: 1,
          days: 1,
          blanks: 2,
          mode: 'area',
          period: 'short',
        },
      ],
    });
    const incomplete = await move('submit', tokens.field);
    expect([incomplete.status, incomplete.body.errors]).toEqual([
      409,
      [{ field: expect.stringMatching(/^\d+\.method$/), message: `调漆工 某新物质：${planTexts.needsMethod}` }],
    ]);
    expect((await good<PlanCheck>('GET', `api/samplePlan/check/${project}`)).errors).toMatchObject([
      { field: 'method', message: planTexts.needsMethod },
    ]);
    expect(await stage()).toBe('planning');
  });

  it('a sampling plan is not submitted, reviewed or approved while its method is outside the accredited scope, or after the scope ended', async () => {
    const { orm } = server.database;
    await generate();
    await remarked();
    const annex = { organizationId: home, item: '苯', hazard: hazards.benzene };
    const faults = async () => {
      const { status, body } = await move('submit', tokens.field);
      return [status, (body.errors ?? []).map(({ message }) => message)];
    };
    const other = 'GBZ/T 300.66-2017';
    await orm.insert(accreditedItemTable).values({ ...annex, basis: other, standardNo: other });
    const [status, messagesOutside] = await faults();
    expect(status).toBe(409);
    expect(messagesOutside).toContainEqual(expect.stringContaining(accreditationTexts.outside('苯', 'GBZ/T 160.42')));
    await orm
      .update(accreditedItemTable)
      .set({ basis: 'GBZ/T 160.42', standardNo: 'GBZ/T 160.42', validUntil: '2020-01-01' });
    expect((await faults())[1]).toContainEqual(
      expect.stringContaining(accreditationTexts.ended('苯', 'GBZ/T 160.42', '2020-01-01')),
    );
    expect(await stage()).toBe('planning');
    await orm.delete(accreditedItemTable);
    expect((await move('submit', tokens.field)).status).toBe(200);
    // The scope ends while the plan waits for its signatures.
    const ended = { basis: 'GBZ/T 160.42', standardNo: 'GBZ/T 160.42', validUntil: '2020-01-01' };
    const signed = async (key: 'review' | 'approve', token: string) => {
      await orm.insert(accreditedItemTable).values({ ...annex, ...ended });
      const refusal = await move(key, token);
      expect(refusal.body.errors?.map(({ message }) => message)).toContainEqual(
        expect.stringContaining(accreditationTexts.ended('苯', 'GBZ/T 160.42', '2020-01-01')),
      );
      await orm.delete(accreditedItemTable);
      return [refusal.status, (await move(key, token)).status];
    };
    expect(await signed('review', tokens.reviewer)).toEqual([409, 200]);
    expect(await signed('approve', tokens.approver)).toEqual([409, 200]);
  });

  it('a sampling plan below the standard’s numbers is submitted only with a remark', async () => {
    await generate();
    const answer = await move('submit', tokens.field);
    expect([answer.status, answer.body.message, answer.body.errors?.map(({ message }) => message)]).toEqual([
      409,
      planTexts.wantsRemark(2),
      [planTexts.noSketch, planTexts.leftOut('涂装车间 调漆工 某新物质')],
    ]);
    await remarked();
    expect((await move('submit', tokens.field)).status).toBe(200);
  });

  it('a sampling plan keeps the client’s refusal to test a hazard as data, and prints it as a line of text', async () => {
    await generate();
    const drawing = await sendForm<Answer<{ id: string }>>(server, 'api/file/upload', {
      token: tokens.field,
      name: '测点布置.png',
      content: png(40, 20),
      fields: { fileClass: 'document' },
    });
    const content = drawing.body.body?.id;
    await good('POST', 'api/surveyFile/add', { project, fileKind: 'sites', title: '测点布置', content });
    const { plan: head } = await plan();
    const { odd } = hazards;
    const edited = (untested: object) => ({ ...head, untested });
    const half = await refused(400, 'PUT', 'api/samplePlan/edit', edited({ [odd]: 'refused' }));
    expect(half.errors).toEqual([{ field: 'untested', message: untestedTexts.refusal('某新物质') }]);
    const choice = { [odd]: 'refused', [`${odd}.on`]: '2026-03-01', [`${odd}.by`]: '李经理' };
    await good('PUT', 'api/samplePlan/edit', edited(choice));
    expect((await plan()).plan).toMatchObject({
      untested: choice,
      notTested: '某新物质：客户不同意检测（2026-03-01，李经理）',
    });
    const checked = await good<PlanCheck>('GET', `api/samplePlan/check/${project}`);
    expect(checked.warnings.map(({ explained }) => explained)).toEqual([true]);
    expect(checked.notTested.map(({ name }) => name)).toEqual(['某新物质']);
    expect((await move('submit', tokens.field)).status).toBe(200);
  });

  it('a sampling plan is signed by three people, each once, and moves the project', async () => {
    await generate();
    await remarked();
    expect((await move('submit', tokens.field, { password: 'falsch-1A#' })).status).toBe(400);
    expect((await move('review', tokens.both)).status).toBe(409);
    expect((await move('submit', tokens.both)).body.body).toEqual({ state: 'awaitingReview' });
    expect(await stage()).toBe('planReview');
    const [row] = (await rowsOf('api/sampleSiteHazard', project)) as [AnyRow];
    for (const [method, path, body] of [
      ['PUT', 'api/sampleSiteHazard/saveAll', { rows: [{ id: row.id, version: row.version, points: 9 }] }],
      ['POST', 'api/samplePlan/generate', { project, mode: 'replace' }],
      ['PUT', 'api/samplePlan/edit', (await plan()).plan],
    ] as const)
      expect((await refused(409, method, path, body)).message, path).toBe(projectTexts.planLocked);
    expect((await move('review', tokens.both)).body.code).toBe('samePerson');
    expect((await move('review', tokens.reviewer)).body.body).toEqual({ state: 'awaitingApproval' });
    expect((await move('approve', tokens.both)).body.code).toBe('samePerson');
    expect((await move('approve', tokens.reviewer)).status).toBe(403);
    expect((await move('approve', tokens.approver)).body.body).toEqual({ state: 'approved' });
    expect(await stage()).toBe('sampling');
    const { steps } = await timeline(await headId());
    expect(steps.map(({ move: key, personName, signed }) => [key, personName, signed])).toEqual([
      ['submit', 'both', true],
      ['review', 'reviewer', true],
      ['approve', 'approver', true],
    ]);
    expect(await rowsOf('api/sampleSiteHazard', project)).toMatchObject([{ id: row.id, version: row.version }, {}, {}]);
  });

  it('a returned sampling plan, with a reason, can be changed again, also after a return of the project', async () => {
    await generate();
    await remarked();
    await move('submit', tokens.field);
    expect((await move('return', tokens.reviewer)).status).toBe(400);
    expect((await move('return', tokens.reviewer, { reason: '缺少调漆工' })).body.body).toEqual({ state: 'drafting' });
    // The notice names the plan by its project: the title of a plan is the standard that it follows.
    const { orm } = server.database;
    const [ofPlan] = await orm.select().from(projectTable).where(eq(projectTable.id, project));
    const notices = await orm.select({ title: announcementTable.titile }).from(announcementTable);
    expect(notices.at(-1)?.title).toBe(returnedTexts.title(`采样方案${String(ofPlan?.code)}`));
    expect(await stage()).toBe('planning');
    expect((await generate({ mode: 'append' })).body?.added).toBe(0);
    expect((await move('submit', tokens.colleague)).status).toBe(200);
  });

  it('a sampling plan cannot be signed once its project was terminated', async () => {
    await generate();
    await remarked();
    await move('submit', tokens.field);
    await server.database.orm.update(projectTable).set({ stage: 'terminated' }).where(eq(projectTable.id, project));
    expect((await move('review', tokens.reviewer)).body.message).toBe(projectTexts.planNotWaiting);
  });

  it('a sampling plan stays when its survey is reopened and loses a row', async () => {
    await generate();
    await good('PUT', 'api/project/move', { id: project, move: 'reopenSurvey', reason: '漏查一个岗位' });
    expect((await refused(409, 'POST', 'api/samplePlan/generate', { project, mode: 'append' })).message).toBe(
      projectTexts.planNotOpen,
    );
    const [row] = (await rowsOf('api/siteHazard', project)) as [AnyRow];
    await good('PUT', 'api/siteHazard/saveAll', { removed: [{ id: row.id, version: row.version }] });
    expect((await rowsOf('api/sampleSiteHazard', project)).map((one) => one.siteHazardId === null)).toEqual([
      true,
      true,
      false,
    ]);
  });
});
