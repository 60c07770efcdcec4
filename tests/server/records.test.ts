import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { incomingStatement } from '@contract/features/laboratory/methods/sheets/methodSheet';
import { labPreviewTexts } from '@contract/features/laboratory/paper/previewTexts';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import { recordsTexts } from '@contract/features/records/recordsTexts';
import type { ProjectPapers, ShownPaper } from '@contract/features/records/recordsWire';
import { boundPageNumber } from '@contract/print/bindDocuments';
import { pageNumberText } from '@contract/print/pageHeaderAndFooter';
import { paperTexts } from '@contract/print/paperTexts';
import { struckOf, textOf } from '@contract/print/printDocument';
import type { Page } from '@contract/wire';
import type { Answer, ErrorBody } from '@contract/wire';
import { signedParts } from '@contract/workflow/signatureTexts';
import { registry } from '@server/app/resources';
import { describeChange } from '@server/crud/describeChange';
import {
  auditLogTable,
  handOverLineTable,
  handOverTable,
  incomingSampleTable,
  labSheetTable,
  labTaskTable,
  methodAuthorisationTable,
  projectTable,
  sampleSiteHazardTable,
  samplePlanTable,
  siteHazardTable,
  siteSurveyTable,
  siteWeatherTable,
  surveyFileTable,
  workflowStepTable,
} from '@server/db/schema';
import { dayFromNow } from '../support/fieldRows';
import { measured } from '../support/measured';
import { pdfPages, unspaced } from '../support/pdfText';
import { type TestServer, testServer } from '../support/server';
import { type SigningLab, signingLab } from '../support/signedRecords';
import { bytesOf, drawnPng, png, sendForm } from '../support/uploads';

let server: TestServer;
let lab: SigningLab;
/** Tokens of readers of ordinary records, of incoming ones, of none; and of another organization. */
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await testServer();
  lab = await signingLab(server);
  const { organizationId } = lab;
  const other = await server.rows.organization({ name: '乙检测中心' });
  const role = {
    ordinary: await server.rows.role({ permissions: ['recordPage:list'] }),
    incoming: await server.rows.role({ permissions: ['recordPageNewLyjc:list'] }),
    none: await server.rows.role({ permissions: ['project:list'] }),
    sheets: await server.rows.role({ permissions: ['handOver:list'] }),
  };
  for (const [userName, roles, home] of [
    ['ordinary', role.ordinary, organizationId],
    ['incoming', role.incoming, organizationId],
    ['none', role.none, organizationId],
    ['keeper', role.sheets, organizationId],
    ['stranger', role.ordinary, other],
  ] as const) {
    await server.rows.user({ userName, organizationId: home, roles: [roles] });
    tokens[userName] = await server.login(userName);
  }
});
afterAll(() => server.close());

const orm = () => server.database.orm;
const get = <B = ErrorBody>(path: string, who = 'ordinary') =>
  server.ask<B>('GET', `api/records${path}`, { token: tokens[who] ?? '' });
const papersOf = async (project: number, who = 'ordinary') =>
  (await get<ProjectPapers>(`/${project}`, who)).body.papers;
const paper = async (project: number, key: string, who = 'ordinary') =>
  (await get<ShownPaper>(`/${project}/paper/${key}`, who)).body;
const pdf = (project: number, keys: readonly string[], who = 'ordinary') =>
  server.app.request(`/api/records/${project}/pdf`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ keys }),
  });
const wordsOf = ({ document }: ShownPaper): string =>
  [
    document.title,
    document.foot,
    ...document.signers.flatMap(({ label, name, on }) => [label, name, on]),
    ...document.blocks.flatMap((block) => {
      if (block.kind === 'table')
        return [block.title, ...block.columns.map(({ heading }) => heading), ...block.rows.flat().map(textOf)];
      if (block.kind === 'facts') return block.facts.flatMap(({ label, value }) => [label, textOf(value)]);
      return block.kind === 'lines' ? block.lines.map(textOf) : block.kind === 'heading' ? [block.text] : [];
    }),
  ].join('|');

/** Creates an inspected project with a paper of each step before the laboratory's. */
async function inspected(): Promise<number> {
  const { organizationId, people } = lab;
  const { id: project } = await lab.lab.project('testing');
  const hazard = await lab.lab.hazard('氨（NH₃）');
  const method = await lab.lab.method('GBZ/T 160.29-2004 工作场所空气中无机含氮化合物的测定方法', 3);
  const own = { project, organizationId };
  await orm()
    .insert(siteSurveyTable)
    .values({
      ...own,
      surveyedOn: dayFromNow(-9),
      companionName: '阮成伟',
      product: '砷化镓（As³⁺ ≤5 μg/m³）',
      process: '投料→反应',
    });
  await orm()
    .insert(siteHazardTable)
    .values({
      ...own,
      workshop: '一车间',
      post: '投料岗',
      hazard,
      workers: 4,
      hoursPerDay: '7.50',
      worstKnown: true,
      fixedPost: false,
    });
  await orm()
    .insert(samplePlanTable)
    .values({ ...own, state: 'approved', basis: 'GBZ 159-2004', days: 1, team: '周海涛' });
  await orm()
    .insert(sampleSiteHazardTable)
    .values({
      ...own,
      siteNo: '01',
      workshop: '一车间',
      place: '投料岗',
      hazard,
      method,
      mode: 'area',
      period: 'short',
      medium: '吸收液',
      flow: '0.5',
      minutes: 15,
      points: 1,
      samplesPerDay: 2,
      days: 1,
      blanks: 1,
    });
  const day = await lab.lab.day(project, dayFromNow(-3));
  await orm()
    .insert(siteWeatherTable)
    .values({
      ...own,
      samplingDay: day,
      measuredAt: new Date(Date.now() - 3 * 86_400_000),
      place: '车间外',
      temperature: '21.5',
      pressure: '101.20',
    });
  const sample = {
    project,
    hazard,
    method,
    samplingDay: day,
    mode: 'area',
    medium: '吸收液',
    plannedFlow: '0.5',
    hazardName: '氨（NH₃）',
    workshop: '一车间',
    place: '投料岗',
    siteNo: '01',
    state: 'received',
  } as const;
  const taken = await lab.lab.sample({
    ...sample,
    sampleNo: `${project}-A-0101`,
    startTime: new Date('2026-11-18T00:40:00Z'),
    endTime: new Date('2026-11-18T00:55:00Z'),
    flowBefore: '0.5000',
    flowAfter: '0.4950',
    flow: '0.4975',
    minutes: '15',
    volume: '7.4625',
    standardVolume: '7.4625',
    temperature: '21.5',
    pressure: '101.20',
  });
  const blank = await lab.lab.sample({
    ...sample,
    sampleNo: `${project}-A-K1`,
    sampleKind: 'blank',
    place: null,
    workshop: null,
  });
  await orm()
    .insert(workflowStepTable)
    .values(
      [taken, blank].map(({ id }) => ({
        organizationId,
        machine: 'sample',
        rowId: id,
        move: 'collect',
        fromState: 'planned',
        toState: 'collected',
        personId: people.analyst.id,
        personName: '周海涛',
        signed: false,
        time: new Date(),
      })),
    );
  const [sheet] = await orm()
    .insert(handOverTable)
    .values({
      ...own,
      sheetNo: `P${project}-LZ01`,
      state: 'received',
      sampleCount: 2,
      receivedCount: 2,
      giver: people.analyst.id,
      givenAt: new Date('2026-11-18T09:40:00Z'),
      receiver: people.reviewer.id,
      receivedAt: new Date('2026-11-18T10:10:00Z'),
    })
    .returning({ id: handOverTable.id });
  await orm()
    .insert(handOverLineTable)
    .values(
      [taken, blank].map(({ id, sampleNo }) => ({
        organizationId,
        handOver: sheet?.id ?? 0,
        sample: id,
        sampleNo,
        condition: 'intact',
        checkedAt: new Date(),
      })),
    );
  return project;
}

describe('papers of a project', () => {
  let project: number;
  let record: number;

  beforeAll(async () => {
    project = await inspected();
    record = (await lab.ready(1, project)).id;
  });

  it('the printed documents of a project are one per step, in the order of the work, with their states and signers', async () => {
    const papers = await papersOf(project);
    expect(papers.map(({ kind }) => kind)).toEqual(['survey', 'plan', 'sampling', 'handOver', 'record']);
    expect(papers.map(({ state }) => state)).toEqual(['已结束', '已批准', '已结束', '已接收', '编制中']);
    expect(papers[2]).toMatchObject({
      about: '氨（NH₃）（定点）',
      signers: [{ label: '采样人', name: '周海涛' }, { label: '陪同人' }],
    });
    expect(papers[3]?.signers.map(({ label, name }) => [label, name])).toEqual([
      ['交样人', '李检测'],
      ['收样人', '赵复核'],
    ]);
    expect(papers[4]).toMatchObject({
      key: `record-${record}`,
      version: 1,
      replacedBy: null,
      title: '气相色谱法检测原始记录（溶剂解吸）',
    });
  });

  it('the printed documents of a project show the sampling plan’s drawings by name, and the pictures', async () => {
    const sent = async (name: string, content: Uint8Array) =>
      (
        await sendForm<Answer<{ id: string }>>(server, 'api/file/upload', {
          token: tokens['ordinary'] ?? '',
          name,
          content,
          fields: { fileClass: 'document' },
        })
      ).body.body?.id ?? '';
    const [picture, cutOff, list] = [
      await sent('一车间测点.png', drawnPng(40, 20)),
      await sent('二车间测点.png', png(40, 20)),
      await sent('测点清单.txt', bytesOf('01 投料岗')),
    ];
    const own = { project, organizationId: lab.organizationId, fileKind: 'sites' };
    await orm()
      .insert(surveyFileTable)
      .values([
        { ...own, title: '测点清单.txt', content: list, rowSort: 20 },
        { ...own, title: '二车间测点.png', content: cutOff, rowSort: 15 },
        { ...own, title: '一车间测点.png', content: picture, rowSort: 10 },
        { ...own, fileKind: 'process', title: '工艺流程图.png', content: picture, rowSort: 5 },
      ]);
    const { document } = await paper(project, 'plan');
    expect(wordsOf({ document } as ShownPaper)).toContain(
      '测点布置|1. 一车间测点.png|2. 二车间测点.png|3. 测点清单.txt',
    );
    const drawn = document.blocks.flatMap((block) => (block.kind === 'pictures' ? block.pictures : []));
    expect(drawn).toMatchObject([{ ratio: 2, caption: '一车间测点.png' }]);
    expect(drawn[0]?.source).toMatch(/^data:image\/png;base64,/);
  });

  it('the printed documents of a project contain the surveyed, planned, sampled and handed-over data', async () => {
    const keys = (await papersOf(project)).map(({ key }) => key);
    const [survey = '', plan = '', sampling = '', handOver = ''] = await Promise.all(
      keys.slice(0, 4).map(async (key) => wordsOf(await paper(project, key))),
    );
    for (const word of ['职业病危害现场调查记录', '砷化镓（As³⁺ ≤5 μg/m³）', '阮成伟', '投料岗', '氨（NH₃）', '7.5'])
      expect(survey).toContain(word);
    for (const word of ['职业病危害因素采样方案', 'GBZ 159-2004', '吸收液', '采样点1个，样品2个，空白1个'])
      expect(plan).toContain(word);
    for (const word of [
      '工作场所空气样品采集记录',
      `${project}-A-0101`,
      '现场空白',
      '08:40',
      '08:55',
      '0.495',
      '7.46',
      '21.5',
      '101.2',
      '周海涛',
      'GBZ/T 160.29-2004',
    ])
      expect(sampling).toContain(word);
    for (const word of ['样品流转单', `P${project}-LZ01`, '完好2', '常温密封', '3天', '2026-11-18', '李检测', '赵复核'])
      expect(handOver).toContain(word);
  });

  it('the printed documents of a project form one PDF with continuous page numbers, each document’s own numbers, every glyph, and an audit line', async () => {
    const keys = (await papersOf(project)).map(({ key }) => key);
    const response = await pdf(project, keys);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const pages = await pdfPages(new Uint8Array(await response.arrayBuffer()));
    expect(pages.length).toBeGreaterThanOrEqual(5);
    for (const [at, page] of pages.entries())
      expect(page.text).toContain(unspaced(boundPageNumber(at + 1, pages.length)));
    expect(pages[0]?.text).toContain(unspaced(pageNumberText(1, 1)));
    const text = pages.map((page) => page.text).join('');
    for (const word of [
      '职业病危害现场调查记录',
      '职业病危害因素采样方案',
      '工作场所空气样品采集记录',
      '样品流转单',
      '气相色谱法检测原始记录（溶剂解吸）',
      'NH3',
      'As3+≤5μg/m³',
      'C=(c1+c2)×v/(V0×D)',
    ])
      expect(text).toContain(word);
    const [line] = await orm()
      .select({ entity: auditLogTable.entity, after: auditLogTable.after })
      .from(auditLogTable)
      .where(and(eq(auditLogTable.action, 'download'), eq(auditLogTable.entityId, project)))
      .orderBy(desc(auditLogTable.id))
      .limit(1);
    expect(line).toMatchObject({
      entity: 'project',
      after: { papers: expect.arrayContaining([expect.stringContaining('样品流转单')]) },
    });
  });

  it('printing the documents of a project writes exactly 1 audit line (AUD1)', async () => {
    const printedAnswer = await server.ask('POST', `api/records/${project}/printed`, {
      token: tokens.ordinary ?? '',
      body: { keys: ['survey', 'plan'] },
    });
    expect(printedAnswer.status).toBe(200);
    const lines = await orm()
      .select({ title: auditLogTable.title })
      .from(auditLogTable)
      .where(and(eq(auditLogTable.action, 'print'), eq(auditLogTable.entityId, project)));
    expect(lines).toHaveLength(1);
    expect(lines[0]?.title).toMatch(/共2份$/);
    expect(
      await orm()
        .select({ action: auditLogTable.action })
        .from(auditLogTable)
        .where(eq(auditLogTable.requestId, printedAnswer.headers.get('x-request-id') ?? '')),
    ).toEqual([{ action: 'print' }]);
    measured(`打印一次，审计 ${lines.length} 条`);
  });

  it('the printed documents of a project are refused to another organization, and to people who may not see records', async () => {
    expect((await get(`/${project}`, 'stranger')).status).toBe(404);
    expect((await get(`/${project}/paper/survey`, 'stranger')).status).toBe(404);
    expect((await pdf(project, ['survey'], 'stranger')).status).toBe(404);
    for (const path of ['', `/${project}`, `/${project}/paper/survey`])
      expect((await get(path, 'none')).status, path).toBe(403);
    expect(await get(`/${project}`, 'incoming')).toMatchObject({
      status: 403,
      body: { message: recordsTexts.notPermitted },
    });
    // Whoever works with circulation sheets prints those, and nothing else.
    const sheet = (await papersOf(project)).find(({ kind }) => kind === 'handOver')?.key ?? '';
    expect((await paper(project, sheet, 'keeper')).document.title).toBe(paperTexts.titles.handOver);
    for (const path of [`/${project}`, `/${project}/paper/survey`, `/${project}/paper/plan`])
      expect((await get(path, 'keeper')).status, path).toBe(403);
    expect([
      (await pdf(project, [sheet], 'keeper')).status,
      (await pdf(project, [sheet, 'survey'], 'keeper')).status,
    ]).toEqual([200, 403]);
  });

  it('the printed documents of a project are refused for an unknown key, for no key, and for the same key twice', async () => {
    const elsewhere = (await lab.ready()).id;
    for (const key of [
      `record-${elsewhere}`,
      'handOver-999999',
      'record-x',
      'sampling-0-0-area-0',
      'nothing',
      'record-99999999999',
    ])
      expect((await get(`/${project}/paper/${key}`)).status, key).toBe(404);
    const { id: bare } = await lab.lab.project('survey');
    for (const key of ['survey', 'plan', 'incoming'])
      expect((await get(`/${bare}/paper/${key}`)).body, key).toMatchObject({ status: 404, message: recordsTexts.gone });
    expect((await pdf(project, [`record-${elsewhere}`])).status).toBe(400);
    for (const keys of [[], ['survey', 'survey']]) expect((await pdf(project, keys)).status).toBe(400);
    expect((await get('/999999999')).status).toBe(404);
  });

  it('an approved document of a project is corrected only with a reason: 0 of 3 corrections without one are accepted (AUD4)', async () => {
    const { id } = await lab.ready();
    for (const [move, who] of [
      ['submit', 'analyst'],
      ['review', 'reviewer'],
      ['approve', 'approver'],
    ] as const)
      expect((await lab.move(id, move, who)).status).toBe(200);
    const before = (await lab.work(id)).rows;
    const refused = [];
    for (const reason of ['', ' ', undefined]) {
      const answer = await lab.ask('PUT', 'api/labSheet/move', { id, move: 'correct', reason });
      expect([answer.status, answer.body.errors?.map(({ field }) => field)]).toEqual([400, ['reason']]);
      refused.push(answer.status);
    }
    expect((await lab.work(id)).rows).toEqual(before);
    measured(`记录：无理由更正 ${refused.length} 次均 400`);
  });

  it('a reading corrected after its first save is struck through on paper, with who corrected it (AUD4)', async () => {
    const { rows } = await lab.work(record);
    const [row] = rows;
    await lab.good('PUT', 'api/labSheetRow/saveAll', {
      rows: [{ id: row?.id, version: row?.version, ...row?.readings, frontResponse: '98.90' }],
      removed: [],
    });
    const { document } = await paper(project, `record-${record}`);
    const cells = document.blocks
      .flatMap((block) => (block.kind === 'table' && block.title === labPreviewTexts.samples ? block.rows.flat() : []))
      .filter((cell) => struckOf(cell).length > 0);
    expect(cells.map((cell) => [textOf(cell), struckOf(cell).map(({ text }) => text)])).toEqual([['98.90', ['98.60']]]);
    expect(struckOf(cells[0] ?? '')[0]?.by).toMatch(/^原值98\.60，李检测于\d{4}-\d\d-\d\d \d\d:\d\d:\d\d改为98\.90$/);
    const text = (await pdfPages(new Uint8Array(await (await pdf(project, [`record-${record}`])).arrayBuffer())))
      .map((page) => page.text)
      .join('');
    expect(text).toMatch(/98\.6098\.90|98\.60.*98\.90/);
    measured(
      `更正的读数 ${cells.length} 个：原值 ${cells.flatMap((cell) => struckOf(cell)).length} 个仍可见并划线，屏幕与 PDF 一致`,
    );
  });
});

describe('list of projects', () => {
  it('the list of projects shows the progress of their records, ordinary and incoming ones separately', async () => {
    const { id, project } = await lab.ready();
    await lab.lab.task({
      project,
      hazard: await lab.lab.hazard('丙酮'),
      hazardName: '丙酮',
      method: await lab.lab.method('丙酮', 7),
    });
    expect((await lab.move(id, 'submit', 'analyst')).status).toBe(200);
    const { body } = await get<Page<AnyRow>>('?size=100&sort=id,desc');
    expect(body.content.find((row) => row.id === project)).toMatchObject({
      recordTotal: 1,
      recordWaiting: 1,
      recordApproved: 0,
      recordDrafting: 0,
      openTasks: 1,
    });
    expect((await get<Page<AnyRow>>('?incoming=true')).body.content).toEqual([]);
    expect((await get<Page<AnyRow>>('?incoming=false', 'incoming')).body.content).toEqual([]);
    expect((await get<Page<AnyRow>>('?size=100', 'stranger')).body.content).toEqual([]);
  });
});

describe('incoming project', () => {
  it('the printed documents of an incoming project contain the register of received samples, and state the samples to which the results apply', async () => {
    const { id: project } = await lab.lab.project('testing');
    await orm().update(projectTable).set({ incoming: true }).where(eq(projectTable.id, project));
    const hazard = await lab.lab.hazard('苯胺');
    await orm()
      .insert(incomingSampleTable)
      .values({
        organizationId: lab.organizationId,
        project,
        clientSampleNo: '甲-1',
        sampleName: '吸附管',
        condition: 'intact',
        sampleKind: 'sample',
        hazard,
        deliverer: '何苗',
        deliveredOn: dayFromNow(-2),
        state: 'received',
      });
    expect((await papersOf(project, 'incoming')).map(({ kind, state }) => [kind, state])).toEqual([
      ['incoming', '已结束'],
    ]);
    const words = wordsOf(await paper(project, 'incoming', 'incoming'));
    for (const word of ['来样接收登记表', '甲-1', '吸附管', '苯胺', '何苗', incomingStatement])
      expect(words).toContain(word);
    expect((await get(`/${project}`)).status).toBe(403);
  });
});

describe('audit trail of a record', () => {
  it('the audit trail of a laboratory record names readings and settings by the labels of the pages, and lists only the changed values of many', async () => {
    const { id } = await lab.ready();
    const [row] = (await lab.work(id)).rows;
    const said = async (entity: string, before: object, after: object, of: number) =>
      (await describeChange(orm(), registry, entity, before as never, after as never, of)).map(
        ({ label, before: from, after: to }) => [label, from, to],
      );
    expect(await said('labSheetRow', { frontResponse: '98.60' }, { frontResponse: '99.10' }, row?.id ?? 0)).toEqual([
      ['前段峰面积', '98.60', '99.10'],
    ]);
    expect(
      await said(
        'labSheet',
        { settings: { breakthroughMost: '10' }, conditions: { 色谱柱: 'DB-1', 分流比: '10:1' } },
        { settings: { breakthroughMost: '25' }, conditions: { 色谱柱: 'DB-WAX', 分流比: '10:1' } },
        id,
      ),
    ).toEqual([
      ['后/前允许比(%)', '10', '25'],
      ['色谱柱', 'DB-1', 'DB-WAX'],
    ]);
  });
});

describe('corrected approved record', () => {
  it('a corrected record keeps its content and signatures, and a new version takes over its place and tasks', async () => {
    const { id, project } = await lab.ready(2);
    await lab.attach(id);
    for (const [move, who] of [
      ['submit', 'analyst'],
      ['review', 'reviewer'],
      ['approve', 'approver'],
    ] as const)
      expect((await lab.move(id, move, who)).status).toBe(200);
    expect(await lab.ask('PUT', 'api/labSheet/move', { id, move: 'correct' })).toMatchObject({ status: 400 });
    expect((await lab.ask('PUT', 'api/labSheet/move', { id, move: 'correct', reason: '空白值录入有误' })).status).toBe(
      200,
    );
    const papers = await papersOf(project);
    const [old, fresh] = papers;
    expect(papers).toHaveLength(2);
    expect(old).toMatchObject({ state: recordsTexts.corrected, version: 1, replacedBy: fresh?.key });
    expect(fresh).toMatchObject({ state: '编制中', version: 2, replacedBy: null, no: `${old?.no}-G1` });
    expect(await lab.states(id)).toEqual([
      ['submit', 'valid'],
      ['review', 'valid'],
      ['approve', 'valid'],
    ]);
    const next = fresh?.sheet?.id ?? 0;
    const [before, after] = [await lab.work(id), await lab.work(next)];
    expect(after.rows.map(({ readings, reportText }) => [readings, reportText])).toEqual(
      before.rows.map(({ readings, reportText }) => [readings, reportText]),
    );
    expect(after.sheet).toMatchObject({
      previous: id,
      instrument: before.sheet.instrument,
      envTemperature: before.sheet.envTemperature,
    });
    const tasks = await orm()
      .select({ sheet: labTaskTable.sheet, state: labTaskTable.state })
      .from(labTaskTable)
      .where(eq(labTaskTable.project, project));
    expect(tasks).toEqual([
      { sheet: next, state: 'testing' },
      { sheet: next, state: 'testing' },
    ]);
    const [row] = after.rows;
    await lab.good('PUT', 'api/labSheetRow/saveAll', {
      rows: [{ id: row?.id, version: row?.version, ...row?.readings, frontResponse: '99.10' }],
      removed: [],
    });
    const { document } = await paper(project, `record-${next}`);
    expect(
      document.blocks
        .flatMap((block) => (block.kind === 'table' ? block.rows.flat() : []))
        .filter((cell) => struckOf(cell).length > 0)
        .map(textOf),
    ).toEqual(['99.10']);
    // Paper has no hover texts: corrections are explained at the end, with the reason.
    expect(wordsOf(await paper(project, `record-${next}`))).toMatch(
      /更正说明.*前段峰面积：原值98\.60，李检测于[^，]+改为99\.10，原因：空白值录入有误/s,
    );
    expect(wordsOf(await paper(project, `record-${id}`))).toContain('98.60');
    for (const [move, who] of [
      ['submit', 'analyst'],
      ['review', 'reviewer'],
      ['approve', 'approver'],
    ] as const)
      expect((await lab.move(next, move, who)).status, move).toBe(200);
    expect((await lab.ask('PUT', 'api/labSheet/move', { id, move: 'correct', reason: '再次更正' })).status).toBe(409);
  });

  it('a record cannot be corrected once the project has submitted its records', async () => {
    const { id, project } = await lab.ready();
    for (const [move, who] of [
      ['submit', 'analyst'],
      ['review', 'reviewer'],
      ['approve', 'approver'],
    ] as const)
      expect((await lab.move(id, move, who)).status).toBe(200);
    await orm().update(projectTable).set({ stage: 'reporting' }).where(eq(projectTable.id, project));
    expect((await lab.ask('PUT', 'api/labSheet/move', { id, move: 'correct', reason: '更正' })).status).toBe(409);
    expect(
      await orm().select({ id: labSheetTable.id }).from(labSheetTable).where(eq(labSheetTable.project, project)),
    ).toHaveLength(1);
  });
});

describe('signature of an analyst', () => {
  it('an analyst without an authorisation valid on the day cannot sign a record, and no state changes', async () => {
    const { id } = await lab.ready();
    const table = methodAuthorisationTable;
    const mine = eq(table.person, lab.people.analyst.id);
    const [kept] = await orm().select({ validUntil: table.validUntil }).from(table).where(mine);
    await orm().update(table).set({ validUntil: '2025-01-31' }).where(mine);
    const refused = await lab.move(id, 'submit', 'analyst');
    await orm()
      .update(table)
      .set({ validUntil: kept?.validUntil ?? '' })
      .where(mine);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      labSheetTexts.mayNotSign(labTaskTexts.authorisationOver('李检测', '苯系物 溶剂解吸-气相色谱法', '2025-01-31')),
    ]);
    expect((await lab.work(id)).sheet.state).toBe('drafting');
    expect((await lab.move(id, 'submit', 'analyst')).status).toBe(200);
  });
});

describe('source data of a record', () => {
  const change = (sheets: readonly number[]): Promise<void> =>
    server.database.execute(`
      update sample set volume = '3.0', temperature = '38', pressure = '90.1', workshop = '别的车间', place = '别的岗位'
      where id in (select sample from lab_sheet_row where sheet in (${sheets.join()}));
      update lab_method
      set title = '别的' || title, standard_no = 'GBZ/T 1-2099', parallel_max = '1'; update lab_method_item
      set lod = '9', min_conc = '9';
      update hazard set name = '别的' || name; update equipment
      set eqp_name = '别的' || eqp_name, calibration_due = '2099-01-01';
      update inspect_unit set unit_name = '别的' || unit_name; update organization set name = '别的' || name; update "user"
      set nick_name = '别的' || nick_name`);

  it('later changes of standards, instruments and methods change 0 numbers and 0 words of an approved or corrected record (AUD5)', async () => {
    const { id, project } = await lab.ready();
    const returned = await lab.ready(1, project);
    for (const [move, who] of [
      ['submit', 'analyst'],
      ['review', 'reviewer'],
      ['approve', 'approver'],
    ] as const)
      expect((await lab.move(id, move, who)).status).toBe(200);
    expect((await lab.move(returned.id, 'submit', 'analyst')).status).toBe(200);
    const sheetPdf = async () => {
      const bytes = await (
        await server.app.request(`/api/labSheet/pdf/${id}?part=solvent`, {
          headers: { authorization: `Bearer ${lab.people.analyst.token}` },
        })
      ).arrayBuffer();
      return (await pdfPages(new Uint8Array(bytes))).map((page) => page.text);
    };
    const said = async () => [
      (await paper(project, `record-${id}`)).document,
      await sheetPdf(),
      (await lab.work(id)).rows,
    ];
    const before = await said();
    expect(JSON.stringify(before)).toContain('1.50');
    await change([id, returned.id]);
    expect(await said()).toEqual(before);
    expect(await lab.states(id)).toEqual([
      ['submit', 'valid'],
      ['review', 'valid'],
      ['approve', 'valid'],
    ]);
    // A returned record is a draft again, and reads current data; so does the version that replaces an approved one.
    expect((await lab.move(returned.id, 'return', 'reviewer', { reason: '采样体积已更正' })).status).toBe(200);
    expect((await lab.work(returned.id)).rows[0]).toMatchObject({ volume: '3.0', siteName: '别的车间/别的岗位' });
    expect((await lab.ask('PUT', 'api/labSheet/move', { id, move: 'correct', reason: '采样体积已更正' })).status).toBe(
      200,
    );
    const fresh = (await papersOf(project)).find((one) => one.version === 2)?.sheet?.id ?? 0;
    const [old, now] = [(await lab.work(id)).rows[0], (await lab.work(fresh)).rows[0]];
    expect([old?.volume, now?.volume]).toEqual(['1.5', '3.0']);
    expect(now?.reportText).not.toBe(old?.reportText);
    expect(await said()).toEqual(before);
    expect(await lab.states(id)).toEqual([
      ['submit', 'valid'],
      ['review', 'valid'],
      ['approve', 'valid'],
    ]);
    // Changing its stored content breaks its signatures.
    const [, pages, rows] = before as [unknown, string[], unknown[]];
    measured(
      `记录：改动标准、方法、因素、设备、单位、人员后，${rows.length} 行数值与 ${pages.length} 页共 ${pages.join('').length} 字逐字不变`,
    );
    await lab.tamper(
      `update record_content set content = jsonb_set(content, '{work,rows,0,volume}', '"1.6"') where sheet_id = ${id}`,
    );
    const { steps } = await lab.timeline(id);
    expect(steps.flatMap(({ signature }) => (signature ? [[signature.state, signature.changed]] : []))).toEqual(
      Array.from({ length: 3 }, () => ['invalid', [signedParts['paper']]]),
    );
  });
});
