import { createHash, randomUUID } from 'node:crypto';
import type { ReportContent, ReportView } from '@contract/report/reportContent';
import { reportTexts } from '@contract/report/reportTexts';
import { organizationTable, siteMediaTable, storedFileTable, surveyFileTable, userSignatureTable } from '@server/db/schema';
import { makeDocx } from '@server/print/makeDocx';
import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocxRead, readDocx } from '../support/docxText';
import { type PdfPage, pdfPages, unspaced } from '../support/pdfText';
import { type Hand, reportBench } from '../support/reportBench';
import { type TestServer, testServer } from '../support/server';
import { drawnPng } from '../support/uploads';

let server: TestServer;
let bench: Awaited<ReturnType<typeof reportBench>>;

beforeAll(async () => {
  server = await testServer();
  bench = await reportBench(server);
});
afterAll(() => server.close());

async function keep(width: number, height: number): Promise<string> {
  const [id, bytes] = [randomUUID(), drawnPng(width, height)];
  await server.services.files.put(id, bytes);
  await server.database.orm.insert(storedFileTable).values({ id, organizationId: bench.home, name: `${width}.png`, mime: 'image/png', size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), fileClass: 'image' });
  return id;
}

async function file(kind: 'pdf' | 'docx', id: number, who: Hand = 'reporter'): Promise<{ bytes: Uint8Array; response: Response }> {
  const response = await server.app.request(`/api/report/${kind}/${id}`, { headers: { authorization: `Bearer ${bench.people[who].token}` } });
  return { bytes: new Uint8Array(await response.arrayBuffer()), response };
}

const contentOf = async (id: number): Promise<ReportContent> => (await bench.ask<ReportView>('reporter', 'GET', `api/report/content/${id}`)).body.content;
const rowWith = ({ tables }: DocxRead, ...cells: readonly string[]): boolean => tables.some((rows) => rows.some((row) => cells.every((cell) => row.includes(cell))));

describe('an issued report with drawings, photographs, signatures and a seal', () => {
  let id: number;
  let content: ReportContent;
  let pages: PdfPage[];
  let text: string;
  let copy: DocxRead;

  beforeAll(async () => {
    const { orm } = server.database;
    const { home: organizationId, people } = bench;
    await orm.update(organizationTable).set({ seal: await keep(40, 40) }).where(eq(organizationTable.id, organizationId));
    for (const who of ['reporter', 'quality', 'approver'] as const) await orm.insert(userSignatureTable).values({ userId: people[who].id, fileId: await keep(60, 20 + people[who].id) });
    const { project, report } = await bench.reporting('48.2', '112');
    ({ id } = report);
    await orm.insert(surveyFileTable).values({ project: project.id, fileKind: 'layout', title: '涂装车间设备布局', content: await keep(90, 50), organizationId });
    await orm.insert(siteMediaTable).values({ project: project.id, activity: 'sampling', place: '喷漆岗位', content: await keep(80, 60), takenAt: new Date('2026-05-12T02:00:00Z'), clientId: randomUUID(), organizationId });
    await bench.pass((await bench.submit('reporter', project.id, 'report')).body.body?.id ?? 0, 'sign');
    content = await contentOf(id);
    pages = await pdfPages((await file('pdf', id)).bytes);
    text = pages.map((page) => page.text).join('');
    copy = readDocx((await file('docx', id)).bytes);
  });

  it('names every result, limit and verdict of its content in the copy to edit', () => {
    expect(content.results.flatMap(({ values }) => values)).toHaveLength(2);
    for (const post of content.results) {
      for (const value of post.values) expect(rowWith(copy, post.place, post.hazardName, `${value.text}${value.unit}`, `${value.limit}${value.unit}`), value.text).toBe(true);
      for (const test of post.tests) expect(rowWith(copy, test.sampleNo, test.result.text), test.sampleNo).toBe(true);
    }
    for (const section of ['检测依据', '用人单位概况', '检测结果', '结论', '建议', '附件']) expect(copy.paragraphs.some((paragraph) => paragraph.endsWith(`　${section}`)), section).toBe(true);
    for (const words of [content.texts.conclusion, content.title, ...content.texts.statement.split('\n')]) expect(copy.paragraphs.map((paragraph) => paragraph.trim())).toContain(words);
  });

  it('says on every page of the copy that it is none of what was signed, who signed, and which page of how many', async () => {
    expect(copy.headers).toHaveLength(2);
    for (const header of copy.headers) expect(header).toContain(reportTexts.editableCopy);
    expect(copy.headers.join('')).toContain(`报告编号：${content.reportNo}`);
    expect(unspaced(copy.footers.join(''))).toMatch(/编制：日期：.*审核：日期：.*签发：日期：.*第\{PAGE\}页共\{SECTIONPAGES\}页/);
    const { response } = await file('docx', id);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toContain('可编辑副本');
  });

  it('carries seal, QR code, drawing and photograph in the copy, and three signatures at its foot', () => {
    // Three in the foot, and on the pages seal, code, drawing and photograph.
    expect(copy.media.size).toBe(7);
    expect(copy.xml.match(/<pic:pic/g)).toHaveLength(4);
  });

  it('shows the drawing and the photograph in the PDF under their captions, in a section of their own', () => {
    for (const words of ['附件', '设备布局与检测点', '涂装车间设备布局', '现场影像', '喷漆岗位2026-05-1210:00']) expect(text).toContain(words);
  });
});

describe('a drafted report', () => {
  it('is given as a copy that says so, and has no section for pictures that nobody took', async () => {
    const { report } = await bench.reporting();
    const copy = readDocx((await file('docx', report.id)).bytes);
    for (const header of copy.headers) expect(header).toContain(reportTexts.draftMark);
    expect(copy.paragraphs.some((paragraph) => paragraph.includes('附件'))).toBe(false);
    expect(copy.media.size).toBe(0);
    expect((await server.app.request(`/api/report/docx/${report.id}`)).status).toBe(401);
  });
});

describe('a document as docx', () => {
  it('keeps merged headings, repeated heads, corrected values, raised and lowered letters, and names its Chinese face', async () => {
    const columns = [{ heading: '样品编号' }, { heading: '前', group: '流量(L/min)' }, { heading: '后', group: '流量(L/min)' }];
    const rows = [['A-01', { text: '1.02', struck: [{ text: '1.20', by: '李检测' }] }, '1.00'], ['SiO₂', 'x⁻¹', '5μg/m³ ≤ As³⁺']];
    const bytes = await makeDocx({ title: '记录', agency: '甲检测中心', corner: 'JL-01', signers: [], foot: '', blocks: [{ kind: 'table', title: '表', columns, rows }] }, '甲检测中心', '副本');
    const { xml, tables } = readDocx(bytes);
    expect(tables).toEqual([[['样品编号', '流量(L/min)'], ['', '前', '后'], ['A-01', '1.20 1.02', '1.00'], ['SiO2', 'x-1', '5μg/m³ ≤ As3+']]]);
    for (const [part, times] of [['<w:tblHeader/>', 2], ['<w:gridSpan w:val="2"/>', 1], ['<w:vMerge w:val="restart"/>', 1], ['<w:vMerge w:val="continue"/>', 1], ['<w:strike/>', 1], ['<w:vertAlign w:val="subscript"/>', 1], ['<w:vertAlign w:val="superscript"/>', 2]] as const) {
      expect(xml.split(part).length - 1, part).toBe(times);
    }
    expect(strFromU8(unzipSync(bytes)['word/styles.xml'] ?? new Uint8Array())).toContain('w:eastAsia="宋体"');
  });
});
