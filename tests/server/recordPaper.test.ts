import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordDocument } from '@contract/features/laboratory/paper/labRecordDocument';
import { labPreviewTexts } from '@contract/features/laboratory/paper/previewTexts';
import type { RecordParts } from '@contract/features/laboratory/paper/recordParts';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { pageNumberText } from '@contract/print/pageHeaderAndFooter';
import { layOut } from '@contract/print/pageLayout';
import { textOf } from '@contract/print/printDocument';
import type { Answer, ErrorBody } from '@contract/wire';
import { auditLogTable, dictDetailTable, dictTable } from '@server/db/schema';
import { makePdf } from '@server/print/makePdf';
import { type LabRows, labRowsOf } from '../support/labRows';
import { pdfPages, unspaced } from '../support/pdfText';
import { exampleFor, printedRecord } from '../support/printedRecords';
import { type TestServer, testServer } from '../support/server';

const pt = (mm: number): number => (mm * 72) / 25.4;

describe('PDF of a record', () => {
  it.each([
    ['gasChromatography', 'solvent', 'ordinary', 30],
    ['dust', 'main', 'ordinary', 8],
    ['ionChromatography', 'main', 'incoming', 3],
  ] as const)(
    'the PDF of a laboratory record of %s, %s, %s contains every word of the page, and nothing beyond its edges',
    async (method, layout, variant, rows) => {
      const record = printedRecord(exampleFor(method, layout), { variant, rows });
      const document = recordDocument(record);
      const laid = layOut(document);
      const pages = await pdfPages(await makePdf(document, record.parts.agency));
      expect(pages).toHaveLength(laid.pages.length);
      const text = pages.map((page) => page.text).join('');
      for (const row of record.work.rows) expect(text).toContain(unspaced(`${row.sampleNo}：`));
      for (const block of document.blocks) {
        if (block.kind === 'lines') for (const line of block.lines) expect(text).toContain(unspaced(textOf(line)));
        if (block.kind === 'table')
          for (const cell of block.rows.flat()) expect(text).toContain(unspaced(textOf(cell)));
        if (block.kind === 'facts')
          for (const { label, value } of block.facts) expect(text).toContain(unspaced(label + textOf(value)));
      }
      for (const [at, page] of pages.entries()) {
        expect([Math.round(page.width), Math.round(page.height)]).toEqual([
          Math.round(pt(laid.width)),
          Math.round(pt(laid.height)),
        ]);
        expect(page.text).toContain(unspaced(pageNumberText(at + 1, pages.length)));
        expect(page.right).toBeLessThanOrEqual(pt(laid.width - 11.5));
        expect(page.bottom).toBeLessThanOrEqual(pt(laid.height - 9));
      }
    },
  );

  it('the PDF of a laboratory record prints characters missing in its font as subscripts and superscripts, and loses none', async () => {
    const base = recordDocument(printedRecord(exampleFor('dust', 'main'), { rows: 1 }));
    const strange = 'SiO₂ PCl₃ Cl⁻ 10⁻³ 1.2×10⁵ μg ㎎ m³ ℃ ≤5 ≥6 Δm ～ ± − λ Φ ‰';
    const [page] = await pdfPages(await makePdf({ ...base, blocks: [{ kind: 'lines', lines: [strange] }] }, '示例'));
    expect(page?.text).toContain(unspaced('SiO2 PCl3 Cl- 10-3 1.2×105 μg ㎎ m³ ℃ ≤5 ≥6 Δm ～ ± − λ Φ ‰'));
  });

  it('the PDF of a laboratory record keeps a word of three hundred letters within the page', async () => {
    const base = recordDocument(printedRecord(exampleFor('dust', 'main'), { rows: 1 }));
    const long = 'N'.repeat(300);
    const document = {
      ...base,
      blocks: [
        { kind: 'lines', lines: [long] },
        {
          kind: 'table',
          title: '表',
          columns: Array.from({ length: 24 }, (_, index) => ({ heading: `列${index}` })),
          rows: [[long, '甲']],
        },
      ],
    } as const;
    const laid = layOut(document);
    const pages = await pdfPages(await makePdf(document, '示例'));
    expect(
      pages
        .map((page) => page.text)
        .join('')
        .split('N').length - 1,
    ).toBe(600);
    for (const page of pages) expect(page.right).toBeLessThanOrEqual(pt(laid.width - 11.5));
  });
});

describe("calls of a record's paper", () => {
  let server: TestServer;
  let lab: LabRows;
  let organizationId: number;
  let token: string;
  let sheet: { id: number; sheetNo: string };

  beforeAll(async () => {
    server = await testServer();
    organizationId = await server.rows.organization({ name: '甲检测中心' });
    const role = await server.rows.role({ permissions: ['labSheet:list', 'labSheet:add', 'labSheetRow:edit'] });
    const analyst = await server.rows.user({
      userName: 'analyst',
      nickName: '李检测',
      organizationId,
      roles: [role],
      password: 'Demo-2026#lab',
    });
    const other = await server.rows.organization({ name: '乙检测中心' });
    await server.rows.user({ userName: 'stranger', organizationId: other, roles: [role], password: 'Demo-2026#lab' });
    await server.rows.user({
      userName: 'nobody',
      organizationId,
      roles: [await server.rows.role({ permissions: ['project:list'] })],
      password: 'Demo-2026#lab',
    });
    token = await server.login('analyst');
    lab = labRowsOf(server, organizationId);
    const hazard = await lab.hazard('甲苯');
    const method = await lab.method('苯系物 溶剂解吸-气相色谱法', 7, { resultRoute: 'solvent', blanksPerBatch: 0 });
    await lab.item(method, hazard);
    const curve = await lab.curve({ method, hazard });
    await lab.points(curve.id, [
      ['10', '12.35'],
      ['50', '61.02'],
      ['100', '123.9'],
      ['250', '306.8'],
      ['500', '616.4'],
    ]);
    await lab.authorise(analyst, method);
    const project = await lab.project('testing');
    const task = await lab.task({ project: project.id, hazard, hazardName: '甲苯', method, analyst });
    const started = await server.ask<Answer<{ id: number; sheetNo: string }>>('POST', 'api/labSheet/start', {
      token,
      body: { tasks: [task.id] },
    });
    if (!started.body.body) throw new Error(started.body.message);
    sheet = started.body.body;
    const { body: work } = await server.ask<LabWork>('GET', `api/labSheet/work/${sheet.id}`, { token });
    const [row] = work.rows;
    const saved = await server.ask<ErrorBody>('PUT', 'api/labSheetRow/saveAll', {
      token,
      body: {
        rows: [
          {
            id: row?.id,
            version: row?.version,
            frontResponse: '98.60',
            backResponse: '2.10',
            solutionVolume: '1.0',
            efficiency: '96.2',
          },
        ],
        removed: [],
      },
    });
    if (saved.status !== 200) throw new Error(saved.body.message);
    const orm = server.database.orm;
    const [dict] = await orm.select({ id: dictTable.id }).from(dictTable).where(eq(dictTable.name, 'recordForm'));
    const dictId =
      dict?.id ??
      (await orm.insert(dictTable).values({ name: 'recordForm' }).returning({ id: dictTable.id }))[0]?.id ??
      0;
    const title = '气相色谱法检测原始记录（溶剂解吸）';
    await orm.insert(dictDetailTable).values([
      { dict: dictId, value: title, label: 'COMMON-1', dictSort: 1 },
      { dict: dictId, value: title, label: 'JL/GC-01', dictSort: 1, organizationId },
      { dict: dictId, value: title, label: 'OTHER-9', dictSort: 1, organizationId: other },
    ]);
  });
  afterAll(() => server.close());

  const pdf = (query = '', who = token) =>
    server.app.request(`/api/labSheet/pdf/${sheet.id}${query}`, { headers: { authorization: `Bearer ${who}` } });

  it('the call for a record’s paper returns the printed parts that the page does not have', async () => {
    const { body } = await server.ask<RecordParts>('GET', `api/labSheet/paper/${sheet.id}`, { token });
    expect(body.agency).toBe('甲检测中心');
    expect(body.controlNos).toEqual({ solvent: 'JL/GC-01' });
    expect(body.points.map(({ x, y1 }) => [x, y1])).toContainEqual(['500', '616.4']);
  });

  it('the PDF of a laboratory record has its result, working and number, is named after it, and writes an audit line', async () => {
    const response = await pdf('?part=solvent');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const name = decodeURIComponent(response.headers.get('content-disposition')?.split("UTF-8''")[1] ?? '');
    expect(name).toBe(`${sheet.sheetNo}-气相色谱法检测原始记录（溶剂解吸）.pdf`);
    const text = (await pdfPages(new Uint8Array(await response.arrayBuffer()))).map((page) => page.text).join('');
    expect(text).toContain('C=(c1+c2)×v/(V0×D)=(80.168+1.8646)×1.0/(1.5×0.962)=56.8mg/m³');
    expect(text).toContain('受控编号：JL/GC-01');
    expect(text).toContain(unspaced('y = 1.2324x − 0.1980'));
    const trail = await server.database.orm
      .select({ title: auditLogTable.title })
      .from(auditLogTable)
      .where(
        and(
          eq(auditLogTable.action, 'download'),
          eq(auditLogTable.entity, 'labSheet'),
          eq(auditLogTable.entityId, sheet.id),
        ),
      );
    expect(trail).toEqual([{ title: name }]);
  });

  it("the server returns an empty record form as PDF; for a layout that is not the record's own it returns only the empty form", async () => {
    for (const query of ['?part=solvent&blank=1', '?part=direct']) {
      const response = await pdf(query);
      const text = (await pdfPages(new Uint8Array(await response.arrayBuffer()))).map((page) => page.text).join('');
      expect(text).toContain(
        query.includes('direct') ? '气相色谱法检测原始记录（直接进样）' : '气相色谱法检测原始记录（溶剂解吸）',
      );
      expect(text).not.toContain('56.8');
      expect(text).not.toContain(sheet.sheetNo);
    }
  });

  it('the PDF of a record is refused for an unknown preview, another organization, and people who may not see records', async () => {
    const strange = await pdf('?part=main');
    expect([strange.status, ((await strange.json()) as ErrorBody).message]).toEqual([400, labPreviewTexts.unknownPart]);
    const stranger = await server.login('stranger');
    expect((await pdf('?part=solvent', stranger)).status).toBe(404);
    expect((await server.ask('GET', `api/labSheet/paper/${sheet.id}`, { token: stranger })).status).toBe(404);
    expect((await pdf('?part=solvent', await server.login('nobody'))).status).toBe(403);
  });
});
