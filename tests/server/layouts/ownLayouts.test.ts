import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type LayoutCheck,
  type LayoutFields,
  type LayoutValues,
  ownLayoutTexts,
} from '@contract/features/library/layoutWire';
import { fieldsOf, specimenValues } from '@contract/features/records/layouts/layoutCatalogue';
import { reportLayoutData } from '@contract/features/reports/paper/reportLayoutData';
import { reportSpecimen, specimenIssue } from '@contract/features/reports/paper/reportSpecimen';
import type { Answer } from '@contract/wire';
import { formatDay } from '@server/base/zone';
import { paperLayoutTable, reportPaperTable, storedFileTable } from '@server/db/schema';
import { fillLayout, readLayout } from '@server/print/layouts/fillLayout';
import { officeProgram } from '@server/print/layouts/officeConverter';
import { openWorkbook } from '@server/workbook/openWorkbook';
import { readDocx } from '../../support/docxText';
import { docxLayoutOf, xlsxLayoutOf } from '../../support/layoutFiles';
import { type Hand, reportBench } from '../../support/reportBench';
import { type TestServer, testServer } from '../../support/server';

let server: TestServer;
let bench: Awaited<ReturnType<typeof reportBench>>;
let adminToken: string;
const path = process.env['PATH'];

beforeAll(async () => {
  server = await testServer();
  bench = await reportBench(server, { more: { analyst: ['recordPage:list'] } });
  const actions = ['list', 'add', 'edit', 'del', 'status', 'copy'].map((action) => `paperLayout:${action}`);
  await server.rows.user({
    userName: 'layouts',
    nickName: '吴版式',
    organizationId: bench.home,
    roles: [await server.rows.role({ permissions: [...actions, 'report:list', 'project:list', 'recordPage:list'] })],
  });
  adminToken = await server.login('layouts');
});
afterAll(() => server.close());
afterEach(() => {
  process.env['PATH'] = path;
});

const today = () => formatDay(server.services.now(), server.services.env.zone);
const ask = <B>(verb: 'GET' | 'POST' | 'PUT' | 'DELETE', address: string, body?: unknown) =>
  server.ask<B>(verb, address, { token: adminToken, ...(body === undefined ? {} : { body }) });

async function keep(bytes: Uint8Array, name: string): Promise<string> {
  const id = randomUUID();
  await server.services.files.put(id, bytes);
  await server.database.orm.insert(storedFileTable).values({
    id,
    organizationId: bench.home,
    name,
    mime: 'application/octet-stream',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    fileClass: 'document',
  });
  return id;
}

interface Draft {
  readonly name?: string;
  readonly kind?: string;
  readonly methodKind?: string | null;
  readonly validFrom?: string;
}
let drafts = 0;

/** Stores a draft of a layout with its file. */
async function draft(bytes: Uint8Array, file: string, given: Draft = {}): Promise<number> {
  const [row] = await server.database.orm
    .insert(paperLayoutTable)
    .values({
      name: `版式${(drafts += 1)}`,
      kind: 'report',
      methodKind: null,
      controlNo: 'CX-JL-07',
      validFrom: today(),
      state: 'draft',
      edition: 1,
      organizationId: bench.home,
      document: await keep(bytes, file),
      ...given,
    })
    .returning({ id: paperLayoutTable.id });
  const id = row?.id ?? 0;
  await server.database.orm.update(paperLayoutTable).set({ series: id }).where(eq(paperLayoutTable.id, id));
  return id;
}

const publish = (id: number) => ask<Answer & { message: string }>('PUT', 'api/paperLayout/publish', { id });
const retireAll = () => server.database.orm.update(paperLayoutTable).set({ state: 'draft' });

async function file(address: string, token: string): Promise<{ status: number; bytes: Uint8Array; type: string }> {
  const response = await server.app.request(`/${address}`, { headers: { authorization: `Bearer ${token}` } });
  return {
    status: response.status,
    bytes: new Uint8Array(await response.arrayBuffer()),
    type: response.headers.get('content-type') ?? '',
  };
}
const tokenOf = (who: Hand): string => bench.people[who].token;

const reportRows = [
  ['样品编号', '检测项目', '检测结果'],
  ['{#样品检测结果}{样品编号}', '{检测项目}', '{检测结果}{/样品检测结果}'],
];

describe('check of a layout', () => {
  it('unknown, missing and unused placeholders of an own layout are named, and publishing is refused while a placeholder is unknown', async () => {
    const id = await draft(await docxLayoutOf(['{报告编号}', '{报告编好}'], reportRows, ''), 'a.docx');
    const { body } = await ask<LayoutCheck>('GET', `api/paperLayout/check/${id}`);
    expect(body).toMatchObject({ unknown: ['报告编好'], missing: ['页脚'], problem: null });
    expect(body.unused).toEqual(expect.arrayContaining(['结论', '二维码', '签发签名']));
    expect(body.unused).not.toContain('报告编号');
    expect((await publish(id)).text).toContain('不能识别的占位符：报告编好');
  });

  it('the check of a layout says in one sentence why its file cannot be filled', async () => {
    const id = await draft(await docxLayoutOf(['{#样品检测结果}']), 'a.docx');
    const { body } = await ask<LayoutCheck>('GET', `api/paperLayout/check/${id}`);
    expect(body.problem).toBe('循环{#样品检测结果}没有结束，请补上{/样品检测结果}');
    const sheet = await draft(xlsxLayoutOf([['{页脚}']]), 'a.xlsx');
    expect((await ask<LayoutCheck>('GET', `api/paperLayout/check/${sheet}`)).body.problem).toBe(
      ownLayoutTexts.reportDocx,
    );
    const none = await draft(await docxLayoutOf(['{页脚}']), 'a.docx');
    await server.database.orm.update(paperLayoutTable).set({ document: null }).where(eq(paperLayoutTable.id, none));
    expect((await ask<LayoutCheck>('GET', `api/paperLayout/check/${none}`)).body.problem).toBe(ownLayoutTexts.noFile);
  });

  it('the check of an Excel layout reports a condition, which only a Word layout may have', async () => {
    const sheet = xlsxLayoutOf([['{页脚}'], ['{#检测仪器}有{/检测仪器}']]);
    const id = await draft(sheet, 'a.xlsx', { kind: 'sampling' });
    expect((await ask<LayoutCheck>('GET', `api/paperLayout/check/${id}`)).body.problem).toContain('只能对列表循环');
  });

  it('an own layout that names an own layout that names a method is refused for papers other than laboratory records', async () => {
    const id = await draft(await docxLayoutOf(['{页脚}']), 'a.docx', { kind: 'sampling', methodKind: 'dust' });
    expect((await publish(id)).text).toContain(ownLayoutTexts.methodOfRecord);
  });

  it('no placeholder of an own layout is named after an organization', async () => {
    const id = await draft(await docxLayoutOf(['{页脚}']), 'a.docx');
    const { body } = await ask<LayoutFields>('GET', `api/paperLayout/fields/${id}`);
    expect(body.fields.filter(({ name }) => name.includes('有限公司'))).toEqual([]);
  });

  it('the list of placeholders for own layouts has an example of each and the columns of each list', async () => {
    const id = await draft(await docxLayoutOf(['{页脚}']), 'a.docx');
    const { body } = await ask<LayoutFields>('GET', `api/paperLayout/fields/${id}`);
    expect(body.fields).toContainEqual({ name: '报告编号', list: null, kind: 'text', example: 'JC-2026-0001' });
    expect(body.fields).toContainEqual(expect.objectContaining({ name: '判定', list: '化学有害因素检测结果与判定' }));
    expect(body.fields).toContainEqual(expect.objectContaining({ name: '二维码', kind: 'picture' }));
  });

  it('a print layout of another organization is not found', async () => {
    const id = await draft(await docxLayoutOf(['{页脚}']), 'a.docx');
    const other = await server.rows.organization({ name: '乙中心' });
    await server.database.orm
      .update(paperLayoutTable)
      .set({ organizationId: other })
      .where(eq(paperLayoutTable.id, id));
    expect((await ask('GET', `api/paperLayout/check/${id}`)).status).toBe(404);
  });

  it.each([
    ['report', null, 'report.docx'],
    ['sampling', null, 'sampling.docx'],
    ['record', 'gasChromatography', 'gas-chromatography.xlsx'],
  ] as const)('the shipped layout for %s has known placeholders alone and is filled', async (kind, method, name) => {
    const bytes = new Uint8Array(readFileSync(new URL(`../../../public/layouts/${name}`, import.meta.url)));
    const values = specimenValues(kind, method);
    const known = new Set(fieldsOf(values).map((field) => field.name));
    const format = name.endsWith('docx') ? 'docx' : 'xlsx';
    const tags = await readLayout(bytes, format, []);
    expect(tags.filter((tag) => !known.has(tag.name)).map((tag) => tag.name)).toEqual([]);
    expect(tags.some((tag) => tag.name === '页脚')).toBe(true);
    expect((await fillLayout(bytes, format, values)).length).toBeGreaterThan(3000);
    expect(bytes.length).toBeLessThan(20_000);
  });
});

describe('versions of a layout', () => {
  it('publishing a print layout stores who approved it and when, and is refused beside a published layout of the same kind or from a past day on', async () => {
    await retireAll();
    const id = await draft(await docxLayoutOf(['{报告编号}']), 'a.docx');
    expect((await publish(id)).status).toBe(200);
    const [row] = await server.database.orm.select().from(paperLayoutTable).where(eq(paperLayoutTable.id, id));
    expect(row).toMatchObject({ state: 'published', approvedBy: '吴版式' });
    expect(row?.approvedAt).not.toBeNull();
    const second = await draft(await docxLayoutOf(['{报告编号}']), 'b.docx');
    expect((await publish(second)).text).toContain('请先停用后再发布');
    const late = await draft(await docxLayoutOf(['{报告编号}']), 'c.docx', { kind: 'record', validFrom: '2020-01-01' });
    expect((await publish(late)).text).toContain(ownLayoutTexts.past);
  });

  it('a report keeps the version of its layout with which it was handed in', async () => {
    await retireAll();
    const first = await draft(await docxLayoutOf(['第一版 {报告编号}'], reportRows), 'a.docx', { name: '报告版式' });
    expect((await publish(first)).status).toBe(200);
    const { report } = await bench.issued();
    const { body: draftOf } = await ask<Answer<{ id: number }>>('POST', 'api/paperLayout/revise', { id: first });
    const second = draftOf.body?.id ?? 0;
    await server.database.orm
      .update(paperLayoutTable)
      .set({ document: await keep(await docxLayoutOf(['第二版 {报告编号}'], reportRows), 'b.docx') })
      .where(eq(paperLayoutTable.id, second));
    expect((await publish(second)).status).toBe(200);
    const old = readDocx((await file(`api/report/layout/${report.id}`, tokenOf('reporter'))).bytes);
    expect(old.paragraphs.join()).toContain('第一版');
    expect(old.tables[0]).toHaveLength(3);
    const { report: next } = await bench.reporting();
    const now = readDocx((await file(`api/report/layout/${next.id}`, tokenOf('reporter'))).bytes);
    expect(now.paragraphs.join()).toContain('第二版');
    expect(now.footers.join()).toContain('未签发');
  });

  it('a retired layout is used no more, and a report without a layout has none', async () => {
    await retireAll();
    const id = await draft(await docxLayoutOf(['{报告编号}']), 'a.docx');
    await publish(id);
    expect((await ask<unknown[]>('GET', 'api/paperLayout/inUse')).body).toHaveLength(1);
    expect((await ask('PUT', 'api/paperLayout/retire', { id })).status).toBe(200);
    const { report } = await bench.reporting();
    expect((await file(`api/report/layout/${report.id}`, tokenOf('reporter'))).status).toBe(404);
  });
});

describe('papers of a project', () => {
  it('a layout is filled with the data of a chosen project', async () => {
    const { project, report } = await bench.reporting();
    const id = await draft(await docxLayoutOf(['{报告编号}'], reportRows), 'a.docx');
    const { body } = await ask<LayoutValues>('GET', `api/paperLayout/values/${id}?project=${project.id}`);
    expect(body.fields).toContainEqual(expect.objectContaining({ name: '报告编号', example: report.reportNo }));
    const preview = await file(`api/paperLayout/preview/${id}?project=${project.id}`, adminToken);
    expect(readDocx(preview.bytes).paragraphs).toContain(report.reportNo);
    const empty = await bench.lab.project('testing');
    expect((await ask('GET', `api/paperLayout/values/${id}?project=${empty.id}`)).status).toBe(404);
    const record = await draft(xlsxLayoutOf([['{页脚}']]), 'a.xlsx', { kind: 'record' });
    expect((await ask('GET', `api/paperLayout/values/${record}?project=${empty.id}`)).status).toBe(404);
    await server.rows.user({
      userName: 'viewer',
      organizationId: bench.home,
      roles: [await server.rows.role({ permissions: ['paperLayout:list'] })],
    });
    const viewer = await server.login('viewer');
    expect((await file(`api/paperLayout/values/${id}?project=${project.id}`, viewer)).status).toBe(403);
  });

  it('a record is exported in the Excel layout of its method, with its own numbers', async () => {
    await retireAll();
    const { project } = await bench.reporting();
    const { body } = await server.ask<{ papers: { key: string; kind: string }[] }>('GET', `api/records/${project.id}`, {
      token: tokenOf('analyst'),
    });
    const key = body.papers.find(({ kind }) => kind === 'record')?.key ?? '';
    const address = `api/records/${project.id}/layout/${key}`;
    expect((await file(address, tokenOf('analyst'))).status).toBe(404);
    expect((await file(`api/records/${project.id}/layout/record-999999`, tokenOf('analyst'))).status).toBe(404);
    const id = await draft(
      xlsxLayoutOf([['{标题}'], ['{#样品检测结果}{样品编号}', '{报出结果}{/样品检测结果}'], ['{页脚}']]),
      'a.xlsx',
      { kind: 'record', methodKind: 'gasChromatography' },
    );
    expect((await publish(id)).text).toContain('发布成功');
    const answer = await file(address, tokenOf('analyst'));
    expect(answer.status).toBe(200);
    const { rows } = await openWorkbook(answer.bytes, { fileName: 'a.xlsx', raw: true });
    expect(JSON.stringify(rows)).toContain('"48.2"');
  });
});

describe('PDF by LibreOffice', () => {
  /** A program named soffice that writes a PDF, or fails. */
  function fakeOffice(script: string): void {
    const folder = mkdtempSync(join(tmpdir(), 'office-'));
    writeFileSync(join(folder, 'soffice'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'soffice'), 0o755);
    process.env['PATH'] = `${folder}:${path}`;
  }

  it('an issued report is the PDF converted from the organization’s own layout, and the file stays the same after the layout is retired', async () => {
    await retireAll();
    const id = await draft(await docxLayoutOf(['{报告编号}'], reportRows), 'a.docx');
    await publish(id);
    fakeOffice('for last; do :; done; dir=$(dirname "$last"); printf "%%PDF-1.7 own layout" > "$dir/paper.pdf"');
    expect(officeProgram()).toContain('soffice');
    const { report } = await bench.issued();
    const first = await file(`api/report/pdf/${report.id}`, tokenOf('reporter'));
    expect(Buffer.from(first.bytes).toString()).toBe('%PDF-1.7 own layout');
    process.env['PATH'] = path;
    await ask('PUT', 'api/paperLayout/retire', { id });
    const again = await file(`api/report/pdf/${report.id}`, tokenOf('reporter'));
    expect(Buffer.compare(Buffer.from(again.bytes), Buffer.from(first.bytes))).toBe(0);
    const [paper] = await server.database.orm
      .select()
      .from(reportPaperTable)
      .where(eq(reportPaperTable.reportId, Number(report.id)));
    expect(paper?.sha256).toBe(createHash('sha256').update(first.bytes).digest('hex'));
  });

  it('a report is issued in the layout of the product where LibreOffice fails', async () => {
    await retireAll();
    const id = await draft(await docxLayoutOf(['{报告编号}']), 'a.docx');
    await publish(id);
    fakeOffice('exit 1');
    const { report } = await bench.issued();
    const { bytes } = await file(`api/report/pdf/${report.id}`, tokenOf('reporter'));
    expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');
    expect(bytes.length).toBeGreaterThan(10_000);
  });

  it('the PDF preview of an own layout is refused with a sentence where LibreOffice is not installed', async () => {
    process.env['PATH'] = tmpdir();
    const { project } = await bench.reporting();
    const id = await draft(await docxLayoutOf(['{报告编号}']), 'a.docx');
    const { status, bytes } = await file(`api/paperLayout/preview/${id}?project=${project.id}&as=pdf`, adminToken);
    expect(status).toBe(400);
    expect(Buffer.from(bytes).toString()).toContain('LibreOffice');
  });
});

describe('values of a report', () => {
  it('every text of a layout is a text that the product’s own report prints', () => {
    const values = reportLayoutData(reportSpecimen(), specimenIssue());
    expect(values['化学有害因素检测结果与判定']).toEqual([
      expect.objectContaining({ 岗位: '喷漆岗位', 检测结果: '3.1 mg/m³', 接触限值: '50 mg/m³', 判定: '符合' }),
    ]);
  });
});
