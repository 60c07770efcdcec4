import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProjectGap } from '@contract/features/archive/projectGaps';
import { decisionTexts, type LineWithDecision } from '@contract/features/reports/judgement/openLines';
import type { ReportView } from '@contract/features/reports/reportContent';
import { labSheetRowTable, labSheetTable, reportContentTable, reportDecisionTable } from '@server/db/schema';
import { readDocx } from '../support/docxText';
import { pdfPages, unspaced } from '../support/pdfText';
import { reportBench } from '../support/reportBench';
import { type TestServer, testServer } from '../support/server';

// No 待核实 or 无法判定 is in an issued report without a person's written decision beside that line.

let server: TestServer;
let bench: Awaited<ReturnType<typeof reportBench>>;

beforeAll(async () => {
  server = await testServer();
  bench = await reportBench(server);
});
afterAll(() => server.close());

const view = async (id: number) => (await bench.ask<ReportView>('reporter', 'GET', `api/report/content/${id}`)).body;
const decide = (id: number, lines: readonly object[]) =>
  bench.ask('reporter', 'PUT', 'api/report/decide', { id, lines });
const answerTo = ({ key, fingerprint }: LineWithDecision, words = '下次按mg/m³报出', choice = 'resample') => ({
  key,
  fingerprint,
  choice,
  words,
});

/** Creates a project with two results in another unit than their limits: two open lines of one post. */
async function waiting() {
  const { project, report } = await bench.reporting();
  const { orm } = server.database;
  const [sheet] = await orm
    .select({ id: labSheetTable.id })
    .from(labSheetTable)
    .where(eq(labSheetTable.project, project.id));
  await orm
    .update(labSheetRowTable)
    .set({ unit: 'ppm' })
    .where(eq(labSheetRowTable.sheet, sheet?.id ?? 0));
  return { project, report, sheet: sheet?.id ?? 0 };
}

it('a report with values that are 待核实 lists these values and cannot be submitted, even if a person wrote the conclusion', async () => {
  const { project, report } = await waiting();
  const { openLines, problems } = await view(report.id);
  expect(openLines.map(({ verdict, decision, former }) => [verdict, decision, former])).toEqual([
    ['toVerify', null, null],
    ['toVerify', null, null],
  ]);
  expect(problems).toEqual([decisionTexts.open(2)]);
  const edited = await bench.ask('reporter', 'PUT', 'api/report/edit', {
    ...report,
    conclusion: '全部符合。',
    exceedance: '无。',
  });
  expect(edited.status).toBe(200);
  const refused = await bench.submit('reporter', project.id, 'report');
  expect([refused.status, refused.body.message]).toEqual([409, decisionTexts.open(2)]);
  // 还缺什么 of the project lists the same before anybody submits.
  const gaps = (await bench.ask<ProjectGap[]>('reporter', 'GET', `api/archive/lacks/${project.id}`)).body;
  expect(gaps.filter(({ gate }) => gate === 'submitReport').map(({ title }) => title)).toEqual(problems);
});

it('decisions about 待核实 values are made one by one with words, and printed in the issued PDF and docx', async () => {
  const { project, report } = await waiting();
  const {
    openLines: [first, second],
  } = await view(report.id);
  if (!first || !second) throw new Error('no lines');
  expect((await decide(report.id, [{ ...answerTo(first), words: '   ' }])).status).toBe(400);
  expect((await decide(report.id, [{ ...answerTo(first), choice: 'nothing' }])).status).toBe(400);
  expect((await decide(report.id, [])).status).toBe(400);
  expect((await decide(report.id, [answerTo(first)])).status).toBe(200);
  expect((await bench.submit('reporter', project.id, 'report')).body.message).toBe(decisionTexts.open(1));
  expect((await decide(report.id, [answerTo(second, '保留原单位结果', 'verified')])).status).toBe(200);
  const { openLines, problems } = await view(report.id);
  expect([problems, openLines.map(({ decision }) => [decision?.choice, decision?.words, decision?.person])]).toEqual([
    [],
    [
      ['resample', '下次按mg/m³报出', '孙编制'],
      ['verified', '保留原单位结果', '孙编制'],
    ],
  ]);
  const approval = (await bench.submit('reporter', project.id, 'report')).body.body?.id ?? 0;
  const locked = await decide(report.id, [answerTo(first, '改')]);
  expect([locked.status, locked.body.message]).toEqual([409, decisionTexts.notDrafting]);
  await bench.pass(approval, 'sign');
  const { content, openLines: left } = await view(report.id);
  expect([content.decisions?.length, left]).toEqual([2, []]);
  const token = bench.people.reporter.token;
  const get = async (path: string) =>
    new Uint8Array(
      await (await server.app.request(`/${path}`, { headers: { authorization: `Bearer ${token}` } })).arrayBuffer(),
    );
  const pdf = (await pdfPages(await get(`api/report/pdf/${report.id}`))).map(({ text }) => text).join('');
  const docx = JSON.stringify(await readDocx(await get(`api/report/docx/${report.id}`)));
  for (const text of [pdf, unspaced(docx)]) {
    expect(text).toContain(unspaced('处理决定：重新采样：下次按mg/m³报出（孙编制'));
    expect(text).toContain(unspaced('处理决定：已核实，保留该结果：保留原单位结果（孙编制'));
  }
});

it('a changed 待核实 value asks for a new decision, shows the old words, and accepts no decision about a value not seen', async () => {
  const { project, report, sheet } = await waiting();
  const {
    openLines: [first, second],
  } = await view(report.id);
  if (!first || !second) throw new Error('no lines');
  await decide(report.id, [answerTo(first), answerTo(second)]);
  // Only the short sample changes.
  const { orm } = server.database;
  await orm
    .update(labSheetRowTable)
    .set({ reportText: '99', resultNum: '99' })
    .where(and(eq(labSheetRowTable.sheet, sheet), eq(labSheetRowTable.reportText, '86')));
  const { openLines } = await view(report.id);
  const changed = openLines.filter(({ decision }) => decision === null);
  expect(changed.map(({ former }) => former?.words)).toEqual(['下次按mg/m³报出']);
  expect((await bench.submit('reporter', project.id, 'report')).body.message).toBe(decisionTexts.open(1));
  const stale = [first, second].find(({ key }) => key === changed[0]?.key);
  const refused = await decide(report.id, [answerTo(stale ?? first)]);
  expect([refused.status, refused.body.message]).toEqual([409, decisionTexts.gone(changed[0]?.title ?? '')]);
  const gone = await decide(report.id, [{ ...answerTo(first), key: 'nothing' }]);
  expect([gone.status, gone.body.message]).toEqual([409, decisionTexts.lineGone]);
  const rows = await orm.select().from(reportDecisionTable).where(eq(reportDecisionTable.reportId, report.id));
  expect(rows).toHaveLength(2);
  await decide(
    report.id,
    changed.map((line) => answerTo(line, '按99 ppm核实')),
  );
  expect((await view(report.id)).problems).toEqual([]);
});

it('a report submitted with an undecided 待核实 value cannot be signed', async () => {
  const { project, report } = await waiting();
  await decide(
    report.id,
    (await view(report.id)).openLines.map((line) => answerTo(line)),
  );
  const approval = (await bench.submit('reporter', project.id, 'report')).body.body?.id ?? 0;
  // As a report that an earlier version accepted.
  await server.database.orm
    .update(reportContentTable)
    .set({ content: sql`${reportContentTable.content} - 'decisions'` })
    .where(eq(reportContentTable.reportId, report.id));
  const { status, body } = await bench.move('reviewer', approval, 'passFirst');
  expect([status, body.message]).toEqual([409, decisionTexts.frozenOpen(2)]);
  expect((await bench.move('reviewer', approval, 'returnToStart', { reason: '补处理决定' })).status).toBe(200);
  expect((await view(report.id)).openLines.map(({ decision }) => decision?.words)).toEqual([
    '下次按mg/m³报出',
    '下次按mg/m³报出',
  ]);
});
