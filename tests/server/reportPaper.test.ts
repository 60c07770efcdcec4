import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { accreditationTexts } from '@contract/features/library/accreditationScope';
import { templateTexts } from '@contract/features/library/templateTexts';
import { markTexts } from '@contract/features/reports/accreditationMark';
import type { ReportContent, ReportView } from '@contract/features/reports/reportContent';
import { reportDocument } from '@contract/features/reports/reportDocument';
import { reportTexts } from '@contract/features/reports/reportTexts';
import { organization } from '@contract/features/system/entities/organization';
import { layOut } from '@contract/print/pageLayout';
import { leftOutOfReport, notPrintable } from '@contract/print/printedPicture';
import { contentsTitle } from '@contract/print/tableOfContents';
import type { Answer, ErrorBody } from '@contract/wire';
import {
  accreditedItemTable,
  hazardLimitTable,
  hazardTable,
  industryRiskTable,
  inspectUnitTable,
  labMethodTable,
  labSheetRowTable,
  organizationTable,
  reportModuleRowTable,
  reportModuleTable,
  sampleTable,
  siteMediaTable,
  storedFileTable,
  surveyFileTable,
  userSignatureTable,
} from '@server/db/schema';
import { makeDocx } from '@server/print/makeDocx';
import { type DocxRead, readDocx } from '../support/docxText';
import { measured } from '../support/measured';
import { type PdfPage, pdfPages, unspaced } from '../support/pdfText';
import { type Hand, reportBench } from '../support/reportBench';
import { type TestServer, testServer } from '../support/server';
import { drawnPng, sendForm, webp } from '../support/uploads';

let server: TestServer;
let bench: Awaited<ReturnType<typeof reportBench>>;

beforeAll(async () => {
  server = await testServer();
  bench = await reportBench(server);
});
afterAll(() => server.close());

async function keep(bytes: Uint8Array, mime: string): Promise<string> {
  const id = randomUUID();
  await server.services.files.put(id, bytes);
  await server.database.orm.insert(storedFileTable).values({
    id,
    organizationId: bench.home,
    name: '图',
    mime,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    fileClass: 'image',
  });
  return id;
}

const keepPng = (width: number, height: number) => keep(drawnPng(width, height), 'image/png');

async function file(
  kind: 'pdf' | 'docx',
  id: number,
  who: Hand = 'reporter',
): Promise<{ bytes: Uint8Array; response: Response }> {
  const response = await server.app.request(`/api/report/${kind}/${id}`, {
    headers: { authorization: `Bearer ${bench.people[who].token}` },
  });
  return { bytes: new Uint8Array(await response.arrayBuffer()), response };
}

const contentOf = async (id: number): Promise<ReportContent> =>
  (await bench.ask<ReportView>('reporter', 'GET', `api/report/content/${id}`)).body.content;
const rowWith = ({ tables }: DocxRead, ...cells: readonly string[]): boolean =>
  tables.some((rows) => rows.some((row) => cells.every((cell) => row.includes(cell))));

describe('issued report with drawings, photographs, signatures and a seal', () => {
  let id: number;
  let content: ReportContent;
  let pages: PdfPage[];
  let text: string;
  let copy: DocxRead;

  beforeAll(async () => {
    const { orm } = server.database;
    const { home: organizationId, people } = bench;
    await orm
      .update(organizationTable)
      .set({ seal: await keepPng(40, 40) })
      .where(eq(organizationTable.id, organizationId));
    for (const who of ['reporter', 'quality', 'approver'] as const)
      await orm
        .insert(userSignatureTable)
        .values({ userId: people[who].id, fileId: await keepPng(60, 20 + people[who].id) });
    const { project, report } = await bench.reporting('48.2', '112');
    ({ id } = report);
    await orm.insert(surveyFileTable).values({
      project: project.id,
      fileKind: 'layout',
      title: '涂装车间设备布局',
      content: await keepPng(90, 50),
      organizationId,
    });
    await orm.insert(siteMediaTable).values({
      project: project.id,
      activity: 'sampling',
      place: '喷漆岗位',
      content: await keepPng(80, 60),
      takenAt: new Date('2026-05-12T02:00:00Z'),
      clientId: randomUUID(),
      organizationId,
    });
    await bench.pass((await bench.submit('reporter', project.id, 'report')).body.body?.id ?? 0, 'sign');
    content = await contentOf(id);
    pages = await pdfPages((await file('pdf', id)).bytes);
    text = pages.map((page) => page.text).join('');
    copy = readDocx((await file('docx', id)).bytes);
  });

  it('the editable copy (docx) of an issued report contains every result, limit and verdict', () => {
    expect(content.results.flatMap(({ values }) => values)).toHaveLength(2);
    for (const post of content.results) {
      for (const value of post.values) {
        expect(rowWith(copy, post.place, post.hazardName, value.text, String(value.limit)), value.text).toBe(true);
        expect(rowWith(copy, `检测结果(${value.unit})`, `接触限值(${value.unit})`), value.unit).toBe(true);
      }
      for (const test of post.tests) expect(rowWith(copy, test.sampleNo, test.result.text), test.sampleNo).toBe(true);
    }
    for (const section of ['检测依据', '用人单位概况', '检测结果', '结论', '建议', '附件'])
      expect(
        copy.paragraphs.some((paragraph) => paragraph.endsWith(`　${section}`)),
        section,
      ).toBe(true);
    for (const words of [content.texts.conclusion, content.title, ...content.texts.statement.split('\n')])
      expect(copy.paragraphs.map((paragraph) => paragraph.trim())).toContain(words);
  });

  it('the editable copy (docx) of an issued report lists its chapters with their pages, counted from the cover, in a field of the word processor (H.1)', () => {
    expect(copy.xml).toMatch(/TOC [^<]*1-1/);
    const at = copy.paragraphs.findIndex((paragraph) => paragraph.endsWith(contentsTitle));
    expect(at).toBeGreaterThan(0);
    const chapters = reportDocument(content, {
      signers: [],
      issuedOn: '2026-05-30',
      verifyHref: null,
      seal: null,
    }).blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []));
    const listed = copy.paragraphs.slice(at + 1, at + 1 + chapters.length);
    for (const [place, chapter] of chapters.entries()) {
      const page = Number(/(\d+)$/.exec(listed[place] ?? '')?.[1]);
      expect(unspaced(listed[place] ?? '')).toContain(unspaced(chapter));
      expect(unspaced(pages[page - 1]?.text ?? '')).toContain(unspaced(chapter));
    }
  });

  it('the editable copy (docx) of an issued report says on every page that it is not the signed one, who signed, and the page number', async () => {
    expect(copy.headers).toHaveLength(2);
    for (const header of copy.headers) expect(header).toContain(reportTexts.editableCopy);
    expect(copy.headers.join('')).toContain(`报告编号：${content.reportNo}`);
    expect(unspaced(copy.footers.join(''))).toMatch(
      /编制：日期：.*审核：日期：.*签发：日期：.*第\{PAGE\}页共\{NUMPAGES\}页/,
    );
    const { response } = await file('docx', id);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toContain('可编辑副本');
  });

  it('the editable copy (docx) of an issued report has seal, QR code, drawing and photograph, and three signatures at its foot', () => {
    // Three in the footer and on the third page, and seal, code, drawing and photograph on the pages.
    expect(copy.media.size).toBe(7);
    expect(copy.xml.match(/<pic:pic/g)).toHaveLength(7);
    // The seal has its caption, as on the screen; the QR code tells whether the report is valid.
    expect(pages[0]?.text.split(reportTexts.seal)).toHaveLength(3);
    // One cover page, whatever is on it: its code, its seal, a long name.
    expect(unspaced(pages[0]?.text ?? '')).toContain('扫码核验报告');
    expect(unspaced(pages[1]?.text ?? '')).toMatch(/^资质证书/);
    expect(unspaced(pages[2]?.text ?? '')).toMatch(/^声明/);
    const named = (length: number) =>
      reportDocument(
        { ...content, projectName: '项目'.repeat(length), unit: { ...content.unit, name: '单位'.repeat(length) } },
        {
          issuedOn: '2026-05-20',
          verifyHref: 'https://example.com/x',
          seal: { source: 'data:,', ratio: 1 },
          signers: [],
        },
      );
    for (const length of [5, 40])
      expect(
        layOut(named(length)).pages[1]?.some(
          (placed) => placed.kind === 'text' && placed.lines.join('').startsWith('资质证书'),
        ),
      ).toBe(true);
  });

  it('the PDF of an issued report shows the drawing and the photograph with captions, in their own section', () => {
    for (const words of ['附件', '设备布局与检测点', '涂装车间设备布局', '现场影像', '喷漆岗位2026-05-1210:00'])
      expect(text).toContain(words);
  });
});

describe('limits and scope of a report', () => {
  it('a report prints 无职业接触限值 only where the standard has none, and marks items outside the accredited scope', async () => {
    const { orm } = server.database;
    const stated = await bench.lab.hazard('乙醇');
    const notEntered = await bench.lab.hazard('乙炔');
    await orm.update(hazardTable).set({ noLimit: true }).where(eq(hazardTable.id, stated));
    const annex = { organizationId: bench.home, basis: 'GBZ/T 300.66-2017', standardNo: 'GBZ/T 300.66-2017' };
    await orm.insert(accreditedItemTable).values([
      { ...annex, item: '甲苯', hazard: bench.hazard, restriction: '只测活性炭管' },
      { ...annex, item: '乙炔', hazard: notEntered, validUntil: '2026-05-12' },
    ]);
    const { project, report } = await bench.reporting('48.2', '86', [
      { hazard: stated, hazardName: '乙醇' },
      { hazard: notEntered, hazardName: '乙炔' },
    ]);
    const [risk] = await orm
      .insert(industryRiskTable)
      .values({ name: '制鞋业', code: 'C195', division: 'C19', riskClass: 'severe', dataCertainty: 'check' })
      .returning({ id: industryRiskTable.id });
    const { belongInspect } = (await bench.ask<AnyRow>('reporter', 'GET', `api/project/${project.id}`)).body;
    await orm
      .update(inspectUnitTable)
      .set({ industryRisk: risk?.id ?? 0 })
      .where(eq(inspectUnitTable.id, Number(belongInspect)));
    const said = unspaced((await pdfPages((await file('pdf', report.id)).bytes)).map((page) => page.text).join(''));
    // Given: toluene is judged. None: only here 无职业接触限值 is printed. Unknown: it waits, and is not called unlimited.
    const { texts, results } = await contentOf(report.id);
    expect(results.map(({ hazardName, verdict }) => [hazardName, verdict])).toEqual([
      ['甲苯', 'conforms'],
      ['乙醇', 'notAssessed'],
      ['乙炔', 'toVerify'],
    ]);
    expect(texts.conclusion).toContain('乙醇无职业接触限值，不予评价。');
    expect(texts.conclusion).toContain('乙炔的结果待核实。');
    const places = said.split('无职业接触限值').slice(0, -1);
    expect(places.length).toBeGreaterThan(1);
    expect(places.map((before) => before.slice(-60)).filter((before) => !before.includes('乙醇'))).toEqual([]);
    expect(said).toContain('限值库中没有采样日的职业接触限值');
    // Accredited with a restriction, outside the annex, run out the day before the test.
    for (const name of ['乙醇*', '乙炔*', unspaced(accreditationTexts.reportNote)]) expect(said).toContain(name);
    expect(said).not.toContain('甲苯*');
    expect(said).toContain('甲苯的资质认定限制范围：只测活性炭管。');
    expect(said).toContain('职业病危害风险分类严重（C195制鞋业）');
    expect(said).not.toContain('CMA');
    await orm.delete(accreditedItemTable);
  });

  it('the report’s cover prints the accreditation mark, as the organization’s uploaded picture, if every item is inside the scope', async () => {
    const { orm } = server.database;
    const certificateNo = '221112050286';
    await orm.insert(accreditedItemTable).values({
      organizationId: bench.home,
      item: '甲苯',
      hazard: bench.hazard,
      basis: 'GBZ/T 300.66-2017',
      standardNo: 'GBZ/T 300.66-2017',
      certificateNo,
    });
    const { report } = await bench.reporting('48.2', '86');
    const cover = async () => unspaced((await pdfPages((await file('pdf', report.id)).bytes))[0]?.text ?? '');
    expect(await cover()).toContain(unspaced(markTexts.number(certificateNo)));
    const mark = await keepPng(60, 40);
    const organization = eq(organizationTable.id, bench.home);
    await orm.update(organizationTable).set({ accreditationMark: mark }).where(organization);
    expect((await contentOf(report.id)).accreditation).toEqual({
      mark: { number: certificateNo, picture: { file: mark, ratio: 1.5 } },
      outside: [],
    });
    expect(await cover()).toContain(certificateNo);
    expect(await cover()).not.toContain(unspaced(markTexts.number('')));
    const copy = readDocx((await file('docx', report.id)).bytes);
    expect(copy.media.size).toBe(1);
    await orm.update(accreditedItemTable).set({ certificateNo: null });
    expect((await bench.ask<ReportView>('reporter', 'GET', `api/report/content/${report.id}`)).body.leftOut).toEqual([
      markTexts.noNumber,
    ]);
    await orm.delete(accreditedItemTable);
    await orm.update(organizationTable).set({ accreditationMark: null }).where(organization);
  });
});

describe('draft report', () => {
  it('the copy of a draft report says that it is a draft, and has no section for missing pictures', async () => {
    const { report } = await bench.reporting();
    const copy = readDocx((await file('docx', report.id)).bytes);
    for (const header of copy.headers) expect(header).toContain(reportTexts.draftMark);
    expect(copy.paragraphs.some((paragraph) => paragraph.includes('附件'))).toBe(false);
    expect(copy.media.size).toBe(0);
    expect((await server.app.request(`/api/report/docx/${report.id}`)).status).toBe(401);
  });
});

describe('unprintable picture', () => {
  it('a photograph keeps its proportions where a telephone wrote 400 kB of metadata before the picture (FILE-7)', async () => {
    const { orm } = server.database;
    const { project, report } = await bench.reporting();
    const taken = readFileSync('tests/data/imports/v01-exif-orientation6.jpg');
    const block = Buffer.alloc(64_000);
    block.writeUInt32BE(0xff_e1_f9_fe);
    block.write('http://ns.adobe.com/xmp/extension/', 4);
    // Behind JFIF and Exif, where cameras put it.
    const exifAt = taken.indexOf('Exif') - 4;
    const end = exifAt + 2 + taken.readUInt16BE(exifAt + 2);
    const bytes = Buffer.concat([
      taken.subarray(0, end),
      ...Array.from({ length: 7 }, () => block),
      taken.subarray(end),
    ]);
    const media = { project: project.id, activity: 'sampling', organizationId: bench.home };
    for (const [place, content] of [
      ['喷漆岗位', await keep(bytes, 'image/jpeg')],
      ['损坏', await keep(bytes.subarray(0, 300_000), 'image/jpeg')],
    ] as const)
      await orm.insert(siteMediaTable).values({
        ...media,
        place,
        content,
        takenAt: new Date('2026-05-12T02:00:00Z'),
        clientId: randomUUID(),
      });
    const { content, leftOut } = (await bench.ask<ReportView>('reporter', 'GET', `api/report/content/${report.id}`))
      .body;
    expect(content.pictures.map(({ ratio }) => ratio)).toEqual([600 / 800]);
    expect(leftOut).toEqual([leftOutOfReport(['损坏　2026-05-12 10:00'])]);
  });

  it('the author of a paper is told the names of pictures that cannot be printed; a video is no such picture', async () => {
    const { orm } = server.database;
    const { project, report } = await bench.reporting();
    const stored = async (mime: string) => {
      const id = randomUUID();
      await orm
        .insert(storedFileTable)
        .values({ id, organizationId: bench.home, name: '图', mime, size: 1, sha256: 'x', fileClass: 'document' });
      return id;
    };
    const part = { project: project.id, organizationId: bench.home };
    const view = async () => (await bench.ask<ReportView>('reporter', 'GET', `api/report/content/${report.id}`)).body;
    expect((await view()).leftOut).toEqual([]);
    await orm
      .insert(surveyFileTable)
      .values({ ...part, fileKind: 'layout', title: '厂区平面图.pdf', content: await stored('application/pdf') });
    for (const mime of ['image/webp', 'video/mp4'])
      await orm.insert(siteMediaTable).values({
        ...part,
        activity: 'sampling',
        place: mime,
        content: await stored(mime),
        takenAt: new Date('2026-05-12T02:00:00Z'),
        clientId: randomUUID(),
      });
    const { content, leftOut } = await view();
    expect([content.pictures, leftOut]).toEqual([
      [],
      [leftOutOfReport(['厂区平面图.pdf', 'image/webp　2026-05-12 10:00'])],
    ]);
  });

  it('a picture that cannot be printed is refused as a specimen signature and as a seal', async () => {
    const file = (
      await sendForm<Answer<{ id: string }>>(server, 'api/file/upload', {
        token: bench.people.reporter.token,
        name: '签名.webp',
        content: webp(),
        fields: { fileClass: 'image' },
      })
    ).body.body?.id;
    const refused = await bench.ask<ErrorBody>('reporter', 'PUT', 'api/user/signature', { fileId: file });
    expect([refused.status, refused.body.errors]).toEqual([400, [{ field: 'fileId', message: notPrintable('签名') }]]);
    const seal = await sendForm<ErrorBody>(server, 'api/file/upload', {
      token: bench.people.reporter.token,
      name: '章.webp',
      content: webp(),
      fields: { fileClass: String(organization.fields.seal.accept) },
    });
    expect([seal.status, seal.body.message]).toEqual([
      415,
      '文件内容不符合要求，请上传png或jpg图片（其他格式不能印入报告）',
    ]);
  });
});

describe('report template', () => {
  const template = async (
    name: string,
    more: Partial<typeof reportModuleTable.$inferInsert>,
    conclusionGood?: string,
  ): Promise<number> => {
    const { orm } = server.database;
    const [made] = await orm
      .insert(reportModuleTable)
      .values({ name, edition: 1, state: 'published', organizationId: bench.home, ...more })
      .returning({ id: reportModuleTable.id });
    if (conclusionGood)
      await orm.insert(reportModuleRowTable).values({
        template: made?.id ?? 0,
        section: 'conclusionGood',
        body: conclusionGood,
        rowSort: 10,
        organizationId: bench.home,
      });
    return made?.id ?? 0;
  };

  it('the report template is chosen by the kind of report, cannot be removed while a report uses it, and is never a draft', async () => {
    await template('来样', { kind: 'incoming' });
    await template('任意', {});
    const periodic = await template('定期', { kind: 'periodic' }, '{用人单位}：{自动结论}');
    const draft = await template('编制中', { kind: 'periodic', state: 'draft' });
    const { report } = await bench.reporting();
    const content = await contentOf(report.id);
    expect([report.template, content.texts.conclusion.startsWith(`${content.unit.name}：`)]).toEqual([periodic, true]);
    const chosen = await bench.ask('reporter', 'PUT', 'api/report/edit', { ...report, template: draft });
    expect([chosen.status, chosen.body.message]).toEqual([409, templateTexts.notPublished]);
    await server.rows.user({
      userName: 'words',
      organizationId: bench.home,
      roles: [await server.rows.role({ permissions: ['reportModule:del', 'reportModule:list'] })],
    });
    const remove = async (id: number) =>
      server.ask<ErrorBody>('DELETE', 'api/reportModule/delete', { token: await server.login('words'), body: [id] });
    // A published one is locked; a draft used by a report is kept.
    expect((await remove(periodic)).body.message).toBe(templateTexts.kept);
    await server.database.orm
      .update(reportModuleTable)
      .set({ state: 'draft' })
      .where(eq(reportModuleTable.id, periodic));
    expect((await remove(periodic)).body.message).toBe(templateTexts.inUse(String(report.reportNo)));
    expect((await contentOf(report.id)).texts.conclusion).toBe(content.texts.conclusion);
    expect((await remove(draft)).status).toBe(200);
  });

  it('later changes of template and sources change 0 numbers and 0 words of a report, on paper, in its copy and on screen (AUD5)', async () => {
    const { orm } = server.database;
    const words = await template('定期二', { kind: 'periodic' }, '原来的结论。{自动结论}');
    const { report } = await bench.issued('48.2', '86');
    const said = async () => [
      await contentOf(report.id),
      (await pdfPages((await file('pdf', report.id)).bytes)).map((page) => page.text),
      readDocx((await file('docx', report.id)).bytes).xml.replace(/rId\w+|docPr id="\d+"/g, ''),
    ];
    const content = await contentOf(report.id);
    // Drawn for the first time only after everything has changed.
    const before = [
      content,
      layOut(reportDocument(content, { signers: [], issuedOn: '2026-05-30', verifyHref: null, seal: null })).pages.map(
        (page) => unspaced(JSON.stringify(page)),
      ),
    ];
    await orm.update(reportModuleTable).set({ state: 'retired' }).where(eq(reportModuleTable.id, words));
    await orm.update(reportModuleRowTable).set({ body: '别的结论。' }).where(eq(reportModuleRowTable.template, words));
    await orm.update(hazardLimitTable).set({ value: '1', standard: 'GBZ 2.1-2099' });
    await orm.update(labMethodTable).set({ standardNo: 'GBZ/T 1-2099', title: '别的方法' });
    await orm.update(hazardTable).set({ name: sql`'别的因素' || ${hazardTable.id}` });
    await orm.update(labSheetRowTable).set({ reportText: '999', resultNum: '999' });
    await orm.update(sampleTable).set({ place: '别的岗位', volume: '9' });
    const [after, pages, copy] = await said();
    expect([
      after,
      layOut(
        reportDocument(after as ReportContent, { signers: [], issuedOn: '2026-05-30', verifyHref: null, seal: null }),
      ).pages.map((page) => unspaced(JSON.stringify(page))),
    ]).toEqual(before);
    for (const shown of [String(pages), String(copy)]) {
      for (const kept of ['原来的结论。', '48.2', '甲苯', 'GBZ2.1-2019']) expect(unspaced(shown)).toContain(kept);
      for (const changed of ['别的', '2099', '999']) expect(shown).not.toContain(changed);
    }
    expect(await said()).toEqual([after, pages, copy]);
    measured(
      `报告：改动模板、标准、方法、因素、样品、结果后，${(pages as string[]).length} 页、副本 ${String(copy).length} 字逐字不变`,
    );
  });
});

describe('report with unprintable characters (FILE-8)', () => {
  it('a report with unprintable characters cannot be submitted, and their places are named; its draft shows no empty boxes', async () => {
    const { project, report } = await bench.reporting();
    expect(
      (await bench.ask('reporter', 'PUT', 'api/report/edit', { ...report, conclusion: '全部符合😀，见𠮷野车间。' }))
        .status,
    ).toBe(200);
    const { problems } = (await bench.ask<ReportView>('reporter', 'GET', `api/report/content/${report.id}`)).body;
    expect(problems).toEqual([expect.stringMatching(/^“\d+　结论”中的“😀”、“𠮷”无法印在报告上，请改用其他字$/)]);
    const refused = await bench.submit('reporter', project.id, 'report');
    expect([refused.status, JSON.stringify(refused.body).includes('无法印在报告上')]).toEqual([409, true]);
    const words = unspaced((await pdfPages((await file('pdf', report.id)).bytes)).map(({ text }) => text).join(''));
    expect(words).toContain('全部符合〔U+1F600〕，见〔U+20BB7〕野车间。');
  });
});

describe('document as docx', () => {
  it('a docx keeps merged headings, repeated header rows of tables, corrected values, superscripts and subscripts, and names its Chinese font', async () => {
    const columns = [
      { heading: '样品编号' },
      { heading: '前', group: '流量(L/min)' },
      { heading: '后', group: '流量(L/min)' },
    ];
    const rows = [
      ['A-01', { text: '1.02', struck: [{ text: '1.20', by: '李检测' }] }, '1.00'],
      ['SiO₂', 'x⁻¹', '5μg/m³ ≤ As³⁺'],
    ];
    const bytes = await makeDocx(
      {
        title: '记录',
        agency: '甲检测中心',
        corner: 'JL-01',
        signers: [],
        foot: '',
        blocks: [{ kind: 'table', title: '表', columns, rows }],
      },
      '甲检测中心',
      '副本',
    );
    const { xml, tables } = readDocx(bytes);
    expect(tables).toEqual([
      [
        ['样品编号', '流量(L/min)'],
        ['', '前', '后'],
        ['A-01', '1.20 1.02', '1.00'],
        ['SiO2', 'x-1', '5μg/m³ ≤ As3+'],
      ],
    ]);
    for (const [part, times] of [
      ['<w:tblHeader/>', 2],
      ['<w:gridSpan w:val="2"/>', 1],
      ['<w:vMerge w:val="restart"/>', 1],
      ['<w:vMerge w:val="continue"/>', 1],
      ['<w:strike/>', 1],
      ['<w:vertAlign w:val="subscript"/>', 1],
      ['<w:vertAlign w:val="superscript"/>', 2],
    ] as const) {
      expect(xml.split(part).length - 1, part).toBe(times);
    }
    expect(strFromU8(unzipSync(bytes)['word/styles.xml'] ?? new Uint8Array())).toContain('w:eastAsia="宋体"');
  });
});
