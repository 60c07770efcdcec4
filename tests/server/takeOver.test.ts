import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { ArchiveView } from '@contract/features/archive/archiveWire';
import { samplePlanMachine } from '@contract/features/fieldwork/plan/samplePlanMachine';
import type { Todo } from '@contract/features/home/dashboardWire';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { earlierThan, takeOverMove, takeOverStages, takeOverTexts } from '@contract/features/projects/projectTakeOver';
import type { ProjectPapers } from '@contract/features/records/recordsWire';
import { decisionTexts } from '@contract/features/reports/judgement/openLines';
import type { ReportView } from '@contract/features/reports/reportContent';
import { type ActionName, actions, permissionOf } from '@contract/permissions';
import { paperTexts } from '@contract/print/paperTexts';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import type { ImportPreview } from '@contract/workbook/importWire';
import type { SheetView } from '@contract/workbook/mapping/columnMapping';
import { statementEdition } from '@contract/workflow/signatureTexts';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import type { Timeline } from '@contract/workflow/workflowWire';
import { nextNumber } from '@server/crud/runningNumbers';
import { dictDetailTable, dictTable, projectTable } from '@server/db/schema';
import { entityNamed } from '../support/entityNamed';
import { dayFromNow, fieldRowsOf } from '../support/fieldRows';
import { workbookOf } from '../support/ownLists';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';
import { pdf, sendForm } from '../support/uploads';

// 接续办理: jobs that were begun on paper go on at each stage.

let server: TestServer;
let home: number;
let token: string;
let unit: number;
let benzene: number;
let toluene: number;
let method: number;
let scan: string;
const all = (name: string): string[] =>
  (Object.keys(actions) as ActionName[]).map((action) => permissionOf(entityNamed(name), action));

beforeAll(async () => {
  server = await testServer();
  home = await server.rows.organization({});
  const [dict] = await server.database.orm
    .insert(dictTable)
    .values({ name: 'projectType' })
    .returning({ id: dictTable.id });
  await server.database.orm
    .insert(dictDetailTable)
    .values({ dict: dict?.id ?? 0, label: '定期检测', value: 'DQ', dictSort: 1 });
  const field = fieldRowsOf(server, home);
  benzene = await field.hazard('苯');
  toluene = await field.hazard('甲苯');
  method = await field.method('苯的溶剂解吸-气相色谱法', 7);
  unit = await server.rows.inspectUnit({ organizationId: home });
  const moves = [projectMachine, recordMachine, samplePlanMachine].flatMap((machine) =>
    machine.moves.map((move) => permissionOfMove(machine, move)),
  );
  const role = await server.rows.role({
    permissions: [
      ...[
        'project',
        'broughtPaper',
        'broughtSample',
        'siteSurvey',
        'siteHazard',
        'samplePlan',
        'sampleSiteHazard',
      ].flatMap(all),
      ...['samplingDay', 'sample', 'labSheet', 'labSheetRow', 'labTask', 'report', 'handOver', 'approval'].flatMap(all),
      ...moves,
      'qualityControlNew:list',
      'recordPageNew:list',
    ],
  });
  await server.rows.user({ userName: 'mover', organizationId: home, roles: [role] });
  token = await server.login('mover');
  const accept = await server.ask('PUT', 'api/user/signingStatement', { token, body: { edition: statementEdition } });
  expect(accept.status, accept.text).toBe(200);
  const stored = await sendForm<Answer<{ id: string }>>(server, 'api/file/upload', {
    token,
    fields: { fileClass: 'document' },
    name: '扫描件.pdf',
    content: pdf(),
  });
  scan = String(stored.body.body?.id);
});
afterAll(() => server.close());

const add = async (entity: string, body: object): Promise<AnyRow> => {
  const answer = await server.ask<Answer<AnyRow>>('POST', `${entityNamed(entity).path}/add`, { token, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.body as AnyRow;
};
const list = async (entity: string, query: string): Promise<AnyRow[]> =>
  (await server.ask<Page<AnyRow>>('GET', `${entityNamed(entity).path}?size=100&sort=id,asc&${query}`, { token })).body
    .content;
const move = (entity: string, id: number, key: string, more: object = {}) =>
  server.ask<ErrorBody & Answer<{ state: string }>>('PUT', `${entityNamed(entity).path}/move`, {
    token,
    body: { id, move: key, ...more },
  });

let serial = 0;
/** Adds a project that was begun on paper, with the papers of what was done. */
async function begun(stage: string | null, more: object = {}, papers = true): Promise<number> {
  serial += 1;
  const { id } = await add('project', {
    code: `旧2026-${String(serial).padStart(3, '0')}`,
    projectName: '旧项目',
    belongInspect: unit,
    type: 'DQ',
    takenOverAt: stage,
    ...more,
  });
  if (papers && stage)
    for (const [at, work] of earlierThan(stage, false).entries())
      await add('broughtPaper', {
        project: id,
        stage: work,
        paperNo: `纸${serial}-${at}`,
        doneOn: dayFromNow(at - 20),
        people: '王平、赵艳',
        scan,
      });
  return id;
}
const samples = async (project: number, given: object = {}): Promise<void> => {
  for (const [at, result] of ['1.2', '<0.6'].entries())
    await add('broughtSample', {
      project,
      sampleNo: `S${project}-${at + 1}`,
      sampledOn: dayFromNow(-17),
      hazard: benzene,
      method,
      workshop: '喷漆',
      place: '调漆岗',
      mode: 'area',
      period: 'short',
      minutes: '15',
      standardVolume: '1.5',
      hoursPerDay: '8',
      representedHours: '8',
      result,
      unit: 'mg/m³',
      ...given,
    });
};
const over = (project: number, stage: (typeof takeOverStages)[number]) =>
  move('project', project, takeOverMove(stage), { reason: '纸面转入' });

describe('project begun on paper', () => {
  it.each(takeOverStages)(
    'a project begun on paper is taken over at %s, and asks for the papers of the earlier stages',
    async (stage) => {
      const bare = await begun(stage, {}, false);
      const refused = await over(bare, stage);
      expect([refused.status, refused.body.message]).toEqual([
        409,
        takeOverTexts.papersMissing(earlierThan(stage, false)),
      ]);
      const submitted = await move('project', bare, 'submitContract');
      expect([submitted.status, submitted.body.message]).toEqual([409, takeOverTexts.bySheet]);
      const id = await begun(stage);
      if (takeOverStages.indexOf(stage) >= 3) {
        expect((await over(id, stage)).body.message).toBe(takeOverTexts.samplesMissing);
        await samples(id);
      }
      const done = await over(id, stage);
      expect([done.status, done.body.body?.state], done.text).toEqual([200, stage]);
      const { body: timeline } = await server.ask<Timeline>('GET', `api/project/timeline/${id}`, { token });
      expect(timeline.steps.map(({ label, reason }) => `${label} ${reason}`)).toEqual([
        `${takeOverTexts.move(stage)} 纸面转入`,
      ]);
      const states = (await list('sample', `project=${id}`)).map(({ sampleNo, state, lateEntry }) => [
        sampleNo,
        state,
        lateEntry,
      ]);
      const wanted = { handOver: 'collected', testing: 'received', reporting: 'testing' }[stage as 'testing'];
      expect(states).toEqual(wanted ? [1, 2].map((no) => [`S${id}-${no}`, wanted, true]) : []);
      const closed = await server.ask<ErrorBody>('POST', 'api/broughtPaper/add', {
        token,
        body: { project: id, stage: 'survey', doneOn: dayFromNow(-3), people: '王平', scan },
      });
      expect([closed.status, closed.body.message]).toEqual([409, takeOverTexts.onlyDraft]);
    },
  );

  it('a project begun on paper cannot be taken over at another stage, twice, or by a person who may only read', async () => {
    const id = await begun('planning');
    expect((await over(id, 'testing')).body.message).toBe(takeOverTexts.otherStage);
    expect((await over(id, 'planning')).status).toBe(200);
    expect((await over(id, 'planning')).status).toBe(409);
    const [row] = await list('project', `ids=${id}`);
    const edited = await server.ask<ErrorBody>('PUT', 'api/project/edit', {
      token,
      body: { ...row, takenOverAt: 'testing' },
    });
    expect([edited.status, edited.body.message]).toEqual([409, takeOverTexts.fixed]);
  });

  it('a project taken over at 现场采样 gets its plan copied from paper and its samples, without a second approval', async () => {
    const id = await begun('sampling');
    expect((await over(id, 'sampling')).status).toBe(200);
    await add('sampleSiteHazard', {
      project: id,
      workshop: '喷漆',
      place: '调漆岗',
      points: 1,
      hazard: benzene,
      method,
      mode: 'area',
      period: 'short',
      days: 1,
      times: 1,
      samplesPerPoint: 1,
      blanks: 0,
    });
    const [plan] = await list('samplePlan', `project=${id}`);
    const { body: way } = await server.ask<Timeline>('GET', `api/samplePlan/timeline/${plan?.id}`, { token });
    const again = await move('samplePlan', Number(plan?.id), 'submit', {
      version: plan?.version,
      password: testPassword,
      asSeen: way.asSeen,
    });
    expect([again.status, again.body.message]).toEqual([409, takeOverTexts.planBrought]);
    await add('samplingDay', { project: id, sampledOn: dayFromNow(0) });
    expect((await list('sample', `project=${id}`)).length).toBeGreaterThan(0);
  });

  it('a project taken over at 报告编制 has records of its results, which one person confirms; the archive has the scans', async () => {
    const id = await begun('reporting');
    await samples(id);
    expect((await over(id, 'reporting')).status).toBe(200);
    const [record] = await list('labSheet', `project=${id}`);
    expect(record).toMatchObject({ layout: 'broughtIn', state: 'drafting', hazardName: '苯', analyst: null });
    const rows = await list('labSheetRow', `sheet=${record?.id}`);
    expect(rows.map(({ reportText, unit: shown, censored }) => [reportText, shown, censored])).toEqual([
      ['1.2', 'mg/m³', false],
      ['<0.6', 'mg/m³', true],
    ]);
    const { body: timeline } = await server.ask<Timeline>('GET', `api/labSheet/timeline/${record?.id}`, { token });
    expect(timeline.moves.map(({ key }) => key)).toEqual(['bringIn']);
    const submit = await move('labSheet', Number(record?.id), 'submit', {
      version: record?.version,
      password: testPassword,
      asSeen: timeline.asSeen,
    });
    expect(submit.body.message).toBe(labSheetTexts.isBrought);
    const confirmed = await move('labSheet', Number(record?.id), 'bringIn', {
      version: record?.version,
      password: testPassword,
      asSeen: timeline.asSeen,
    });
    expect(confirmed.status, confirmed.text).toBe(200);
    expect((await list('sample', `project=${id}`)).map(({ state }) => state)).toEqual(['completed', 'completed']);
    const started = await server.ask<Answer<AnyRow>>('POST', 'api/report/start', { token, body: { project: id } });
    expect(started.status, started.text).toBe(200);
    const { body: shown } = await server.ask<ReportView>('GET', `api/report/content/${started.body.body?.id}`, {
      token,
    });
    // Nothing of the work on paper is asked for: only the judgement of two results of a factor without limits.
    expect(shown.problems).toEqual([decisionTexts.open(2)]);
    expect(JSON.stringify(shown.content)).toContain('<0.6');
    // Who did the work is who stands on its papers, not who took the job over.
    const { surveyors, collectors, testers } = shown.content.people;
    expect([surveyors, collectors, testers]).toEqual([1, 2, 3].map(() => ['王平', '赵艳']));
    const { body: papers } = await server.ask<ProjectPapers>('GET', `api/records/${id}`, { token });
    const sampling = papers.papers.find(({ kind }) => kind === 'sampling');
    expect(sampling?.signers.map(({ name }) => name)).toEqual(['', '']);
    const paperAnswer = await server.ask('GET', `api/records/${id}/paper/${sampling?.key}`, { token });
    expect(paperAnswer.text).toContain('本项目为接续办理');
    expect(paperAnswer.text).toContain(paperTexts.titles.sampling);
    expect(paperAnswer.text).not.toContain('正常');
    const { body: archive } = await server.ask<ArchiveView>('GET', `api/archive/${id}`, { token });
    const scans = archive.documents.filter(({ key }) => key.startsWith('brought-'));
    expect(scans.map(({ folder, status }) => `${folder} ${status}`)).toEqual(
      ['review', 'survey', 'plan', 'sampling', 'handOver', 'record'].map((folder) => `${folder} present`),
    );
    const asked = archive.documents.filter(
      ({ folder, status }) =>
        status === 'missing' && ['review', 'survey', 'plan', 'sampling', 'handOver', 'record'].includes(folder),
    );
    expect(asked.map(({ key }) => key)).toEqual([]);
    expect(archive.documents.filter(({ key }) => key.startsWith('raw-'))).toEqual([]);
    const paper = await server.ask<{ document: { blocks: { lines?: string[] }[] } }>(
      'GET',
      `api/records/${id}/paper/survey`,
      { token },
    );
    expect(JSON.stringify(paper.body)).toContain('本项目为接续办理');
    expect((await server.database.orm.select().from(projectTable).where(eq(projectTable.id, id)))[0]?.takenOverAt).toBe(
      'reporting',
    );
  });

  it('a project begun on paper takes its samples from a list, each number and factor once', async () => {
    const id = await begun('testing');
    const cells = (sampleNo: string) => ({
      样品编号: sampleNo,
      采样日期: '2026.3.1',
      检测项目: '苯',
      '采样点/对象': '调漆岗',
    });
    const bring = (numbers: readonly string[], fixed: object = { project: id }) =>
      server.ask<ErrorBody & Answer<{ added: number }>>('POST', 'api/broughtSample/import/rows', {
        token,
        body: { rows: numbers.map((no, index) => ({ line: index + 2, cells: cells(no) })), loose: true, fixed },
      });
    expect((await bring(['A-1'], {})).body.message).toBe('请先选择项目');
    const twice = await bring(['A-1', 'A-1']);
    expect(twice.body.errors?.[0]?.message).toContain('与第2行重复');
    expect((await bring(['A-1', 'A-2'])).body.body?.added).toBe(2);
    expect(
      (await list('broughtSample', `project=${id}`)).map(({ sampleNo, sampledOn }) => [sampleNo, sampledOn]),
    ).toEqual([
      ['A-1', '2026-03-01'],
      ['A-2', '2026-03-01'],
    ]);
  });

  it('a project begun on paper takes its samples from a list of sampling as it stands, with blanks and results', async () => {
    const id = await begun('reporting');
    const content = workbookOf({
      type: 'xlsx',
      sheets: [
        {
          name: '采样',
          rows: `
采样记录汇总表
序号|样品号|采样时间|检测因素|采样地点|车间|采样方式|采样时长(min)|采气体积(L)|接触时间(h)|测定结果
#1|B-1|2026.11.10|苯|调漆岗|喷漆|定点|#15|1.5 L|8h|1.2mg/m3
#2|B-2|2026.11.10|苯|现场空白|||||
#3|B-3|2026.11.10|苯|喷漆岗|喷漆|定点|#15|1.5 L|8h|＜0.05 mg/m³
`,
        },
      ],
    });
    const fields = { fixed: JSON.stringify({ project: id }) };
    const form = { token, name: '采样.xlsx', content };
    const look = await sendForm<SheetView>(server, 'api/broughtSample/import/look', { ...form, fields });
    expect(look.body.missing).toEqual([]);
    const mapping = JSON.stringify(look.body.mapping);
    const checked = await sendForm<ImportPreview>(server, 'api/broughtSample/import/check', {
      ...form,
      fields: { ...fields, sheet: look.body.sheetName, mapping },
    });
    expect(checked.body.rows.flatMap(({ errors }) => errors)).toEqual([]);
    const rows = checked.body.rows.map(({ line, cells }) => ({ line, cells }));
    const body = { rows, loose: true, fixed: { project: id } };
    const saved = await server.ask('POST', 'api/broughtSample/import/rows', { token, body });
    expect(saved.status, saved.text).toBe(200);
    expect(await list('broughtSample', `project=${id}`)).toMatchObject([
      {
        sampleNo: 'B-1',
        sampleKind: 'sample',
        sampledOn: '2026-11-10',
        hazard: benzene,
        place: '调漆岗',
        workshop: '喷漆',
        mode: 'area',
        minutes: '15',
        standardVolume: '1.5',
        hoursPerDay: '8',
        result: '1.2',
        unit: 'mg/m³',
      },
      { sampleNo: 'B-2', sampleKind: 'blank', place: '现场空白', result: null },
      { sampleNo: 'B-3', sampleKind: 'sample', result: '<0.05', unit: 'mg/m³' },
    ]);
  });

  it('a project taken over from paper names the facts about its samples that cannot be known', async () => {
    const first = await begun('testing');
    await samples(first);
    expect((await over(first, 'testing')).status).toBe(200);
    const said = async (stage: 'testing' | 'reporting', given: object[], more: object = {}) => {
      const id = await begun(stage, more);
      for (const one of given) await samples(id, one);
      return { id, said: (await over(id, stage)).body.message };
    };
    const taken = `S${first}-1`;
    expect((await said('testing', [{ sampleNo: taken }])).said).toBe(takeOverTexts.twice(taken));
    const other = { sampleNo: 'S-1', hazard: toluene, sampledOn: dayFromNow(-16) };
    const [one] = [await begun('testing')];
    await add('broughtSample', { project: one, sampleNo: 'S-1', sampledOn: dayFromNow(-17), hazard: benzene });
    await add('broughtSample', { project: one, ...other });
    expect((await over(one, 'testing')).body.message).toBe(takeOverTexts.differs('S-1'));
    const two = await begun('testing');
    await add('broughtSample', { project: two, sampleNo: taken, sampledOn: dayFromNow(-17), hazard: benzene });
    expect((await over(two, 'testing')).body.message).toBe(takeOverTexts.numberTaken(taken));
    const empty = await said('reporting', [{ result: null }]);
    expect(empty.said).toBe(takeOverTexts.resultMissing(`S${empty.id}-1`));
    const without = await said('reporting', [{ hazard: toluene, method: null }]);
    expect(without.said).toBe(takeOverTexts.methodMissing(`S${without.id}-1`));
    const incoming = await begun('sampling', { incoming: true });
    expect((await over(incoming, 'sampling')).body.message).toBe(takeOverTexts.incomingStage);
  });
});

it('a project of incoming samples taken over from paper continues with its tasks, and later numbers skip its own', async () => {
  const code = 'LY旧-001';
  const id = await begun('testing', { incoming: true, code }, false);
  for (const work of earlierThan('testing', true))
    await add('broughtPaper', { project: id, stage: work, doneOn: dayFromNow(-9), people: '王平', scan });
  await add('broughtSample', {
    project: id,
    sampleNo: `${code}-L01`,
    sampledOn: dayFromNow(-9),
    hazard: benzene,
    method,
  });
  const done = await over(id, 'testing');
  expect([done.status, done.body.body?.state], done.text).toEqual([200, 'testing']);
  const [sample] = await list('sample', `project=${id}`);
  expect(sample).toMatchObject({ sampleNo: `${code}-L01`, state: 'received', samplingDay: null });
  expect((await list('labTask', `project=${id}`)).map((task) => [task.variant, task.state, task.method])).toEqual([
    ['incoming', 'waiting', method],
  ]);
  const facts = { day: dayFromNow(0), type: 'DQ', project: code, kind: 'L' };
  const next = await server.database.transaction((tx) => nextNumber(tx, home, 'incoming', facts));
  expect(next).toBe(`${code}-L02`);
});

it('the people responsible for a project to be taken over are those who may take it over, not those who offer new projects', async () => {
  const people: Record<string, string> = {};
  for (const [userName, nickName, key] of [
    ['seller', '业务员甲', 'submitContract'],
    ['quality', '质量负责人', takeOverMove('testing')],
  ] as const) {
    const permissions = ['project:list', permissionOfMove(projectMachine, { key })];
    await server.rows.user({
      userName,
      nickName,
      organizationId: home,
      roles: [await server.rows.role({ permissions })],
    });
    people[userName] = await server.login(userName);
  }
  const [waiting, fresh] = [await begun('testing'), await begun(null)];
  const holders = async (id: number) =>
    (
      await server.ask<{ people: { nickName: string }[] }>('GET', `api/project/holders/${id}`, { token })
    ).body.people.map(({ nickName }) => nickName);
  expect(await holders(waiting)).toContain('质量负责人');
  expect(await holders(waiting)).not.toContain('业务员甲');
  expect(await holders(fresh)).toContain('业务员甲');
  const todos = async (who: string) =>
    (await server.ask<{ todos: Todo[] }>('GET', 'api/dashboard', { token: people[who] as string })).body.todos
      .filter(({ project }) => project.id === waiting)
      .map(({ label }) => label);
  expect([await todos('seller'), await todos('quality')]).toEqual([[], [takeOverTexts.title]]);
});
