import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { labAttachmentTexts } from '@contract/features/laboratory/attachments/attachmentTexts';
import { matchLines, maxTableColumns, type PeakTable } from '@contract/features/laboratory/instruments/readPeakTables';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { failures } from '@contract/messages';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { root } from '@server/base/root';
import { hazardTable, labPeakTable, labSheetRowTable, labSheetTable, storedFileTable } from '@server/db/schema';
import { reportPdf } from '../support/curvePdf';
import { labRowsOf } from '../support/labRows';
import { type TestServer, testServer } from '../support/server';
import { png } from '../support/uploads';

let server: TestServer;
let token: string;
let stranger: string;
let sheet: number;
let other: number;
let rows: LabWork['rows'];

beforeAll(async () => {
  server = await testServer();
  const organizationId = await server.rows.organization({ name: '甲检测中心' });
  const role = await server.rows.role({
    permissions: [
      'labSheet:list',
      'labSheet:add',
      'labSheetRow:edit',
      'labAttachment:list',
      'labAttachment:add',
      'labAttachment:del',
      'labPeak:list',
      'labPeak:edit',
    ],
  });
  const analyst = await server.rows.user({ userName: 'analyst', organizationId, roles: [role] });
  token = await server.login('analyst');
  other = await server.rows.organization({ name: '乙检测中心' });
  await server.rows.user({ userName: 'stranger', organizationId: other, roles: [role] });
  stranger = await server.login('stranger');
  const lab = labRowsOf(server, organizationId);
  const [hazard, method] = [
    await lab.hazard('甲苯'),
    await lab.method('苯系物 溶剂解吸-气相色谱法', 7, { resultRoute: 'solvent' }),
  ];
  await lab.item(method, hazard);
  await lab.curve({ method, hazard });
  await lab.authorise(analyst, method);
  const project = (await lab.project('testing')).id;
  const tasks = [];
  for (let index = 0; index < 3; index += 1)
    tasks.push((await lab.task({ project, hazard, hazardName: '甲苯', method, analyst })).id);
  sheet =
    (await server.ask<Answer<{ id: number }>>('POST', 'api/labSheet/start', { token, body: { tasks } })).body.body
      ?.id ?? 0;
  rows = (await server.ask<LabWork>('GET', `api/labSheet/work/${sheet}`, { token })).body.rows;
});
afterAll(() => server.close());

async function attach(name: string, content: string | Uint8Array, attachmentKind = 'rawData'): Promise<AnyRow> {
  const form = new FormData();
  form.append('fileClass', 'document');
  form.append('file', new File([content as BlobPart], name));
  const upload = await server.app.request('/api/file/upload', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { body } = (await upload.json()) as Answer<{ id: string }>;
  const addAnswer = await server.ask<Answer<AnyRow>>('POST', 'api/labAttachment/add', {
    token,
    body: { sheet, attachmentKind, file: body?.id, curve: null, sample: null, remark: null },
  });
  expect(addAnswer.status, addAnswer.text).toBe(200);
  return addAnswer.body.body as AnyRow;
}
const csv = () =>
  `样品名,组分,峰面积\n${rows[0]?.sampleNo},甲苯,98.60\n${rows[1]?.sampleNo},甲苯,120.5\nQC-1,甲苯,50.1\n${rows[2]?.sampleNo},苯,7\n`;

it('an instrument file attached to a record is stored with its name, size and the hash of the upload', async () => {
  const content = csv();
  const kept = await attach('序列1.csv', content);
  expect(kept).toMatchObject({
    fileName: '序列1.csv',
    size: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
  });
});

it('an instrument file’s table is read, matched lines are written into their rows, and other lines wait for a person’s assignment', async () => {
  const { id } = await attach('序列2.csv', csv());
  const read = await server.ask<PeakTable & { guess: unknown }>('GET', `api/labAttachment/table/${id}`, { token });
  expect(read.body).toMatchObject({ headings: ['样品名', '组分', '峰面积'], guess: { sample: 0, peak: 1, value: 2 } });
  const take = () =>
    server.ask<Answer<{ matched: number; parked: number }>>('POST', 'api/labPeak/take', {
      token,
      body: {
        attachment: id,
        sampleColumn: 0,
        valueColumn: 2,
        peakColumn: 1,
        peakName: '甲苯',
        reading: 'frontResponse',
      },
    });
  expect((await take()).body).toMatchObject({
    message: labAttachmentTexts.taken(2, 1),
    body: { matched: 2, parked: 1 },
  });
  const after = (await server.ask<LabWork>('GET', `api/labSheet/work/${sheet}`, { token })).body.rows;
  expect(after.map(({ readings }) => readings['frontResponse'] ?? null)).toEqual(['98.60', '120.5', null]);
  // Taken again, nothing is doubled.
  await take();
  const list = async (state: string) =>
    (await server.ask<Page<AnyRow>>('GET', `api/labPeak?sheet=${sheet}&state=${state}`, { token })).body;
  expect([
    (await list('matched')).totalElements,
    (await list('parked')).totalElements,
    (await list('ignored')).totalElements,
  ]).toEqual([2, 1, 1]);

  const [parked] = (await list('parked')).content;
  expect(parked).toMatchObject({
    sampleName: 'QC-1',
    line: 4,
    reason: labAttachmentTexts.noRow('QC-1'),
    values: { 峰面积: '50.1' },
  });
  const settle = (body: Record<string, unknown>) =>
    server.ask<ErrorBody>('PUT', 'api/labPeak/settle', { token, body: { id: parked?.id, ...body } });
  expect((await settle({})).body.message).toBe(labAttachmentTexts.chooseRow);
  expect((await settle({ row: rows[2]?.id, value: '五十' })).status).toBe(400);
  expect((await settle({ row: rows[2]?.id, value: '50.1' })).status).toBe(200);
  expect(
    (await server.ask<LabWork>('GET', `api/labSheet/work/${sheet}`, { token })).body.rows[2]?.readings['frontResponse'],
  ).toBe('50.1');
  expect((await settle({ reason: '质控样' })).body.message).toBe(labAttachmentTexts.alreadySettled);
});

it('an instrument file with several injections and components is read by its profile, and only the record’s component is taken', async () => {
  const names = [rows[0]?.sampleNo ?? '', rows[1]?.sampleNo ?? ''];
  const content = (await readFile(join(root, 'tests/data/instruments/06-sectioned-two-injections.txt'), 'utf8'))
    .replaceAll('2026DQ0009-B1-0301', names[0] ?? '')
    .replaceAll('2026DQ0009-B1-0302', names[1] ?? '')
    .replaceAll('Toluene', '甲苯');
  const { id } = await attach('两针.txt', content);
  const read = await server.ask<Read>('GET', `api/labAttachment/table/${id}`, { token });
  expect(read.body).toMatchObject({
    profileLabel: 'LabSolutions 文本',
    headings: ['样品名', '组分', '峰面积', '单位', '读数次数', '保留时间', '通道', '说明'],
    guess: { sample: 0, peak: 1, value: 2 },
  });
  const { body } = await server.ask<Answer<{ matched: number; parked: number }>>('POST', 'api/labPeak/take', {
    token,
    body: {
      attachment: id,
      sampleColumn: 0,
      valueColumn: 2,
      peakColumn: 1,
      peakName: '甲苯',
      reading: 'frontResponse',
    },
  });
  expect(body.body).toMatchObject({ matched: 2, parked: 0 });
  expect((await readingsNow()).slice(0, 2)).toEqual(['0', '10050']);
  const peaks = await server.database.orm.select().from(labPeakTable).where(eq(labPeakTable.attachment, id));
  expect(peaks.filter(({ state }) => state === 'matched').map(({ values }) => values?.['保留时间'])).toEqual([
    '0.000',
    '4.860',
  ]);
});

it('a peak named by any library name of the record’s component is found, a peak of another component is not', async () => {
  await server.database.orm
    .update(hazardTable)
    .set({ nameEn: 'Toluene', synonyms: '甲基苯、苯甲烷' })
    .where(eq(hazardTable.name, '甲苯'));
  const { id } = await attach('序列3.csv', csv().replace('甲苯', 'TOLUENE').replace('甲苯', '甲基苯'));
  const take = async (peakName: string) =>
    (
      await server.ask<Answer<{ matched: number }>>('POST', 'api/labPeak/take', {
        token,
        body: { attachment: id, sampleColumn: 0, valueColumn: 2, peakColumn: 1, peakName, reading: 'frontResponse' },
      })
    ).body.body?.matched;
  expect([await take('甲苯'), await take('苯'), await take('toluene')]).toEqual([2, 1, 2]);
  expect((await server.ask<LabWork>('GET', `api/labSheet/work/${sheet}`, { token })).body.componentNames).toEqual([
    '甲苯',
    'toluene',
    '甲基苯',
    '苯甲烷',
  ]);
});

it('an instrument file in GBK is read, and an unreadable file is reported and kept', async () => {
  const gbk = Buffer.from([
    0xd1, 0xf9, 0xc6, 0xb7, 0xc3, 0xfb, 0x2c, 0xb7, 0xe5, 0xc3, 0xe6, 0xbb, 0xfd, 0x0a, 0x41, 0x31, 0x2c, 0x31, 0x32,
    0x2e, 0x35, 0x0a,
  ]);
  expect(
    (await server.ask<PeakTable>('GET', `api/labAttachment/table/${(await attach('gbk.csv', gbk)).id}`, { token })).body
      .headings,
  ).toEqual(['样品名', '峰面积']);
  const empty = await attach('说明.txt', '没有数据');
  expect((await server.ask<ErrorBody>('GET', `api/labAttachment/table/${empty.id}`, { token })).body.message).toBe(
    labAttachmentTexts.empty,
  );
  const pdf = await attach('谱图.pdf', '%PDF-1.4\n%%EOF\n', 'spectrum');
  expect((await server.ask<ErrorBody>('GET', `api/labAttachment/table/${pdf.id}`, { token })).body.message).toBe(
    labAttachmentTexts.unreadablePdf,
  );
  const scan = await attach('扫描件.pdf', await reportPdf(null), 'spectrum');
  expect((await server.ask<ErrorBody>('GET', `api/labAttachment/table/${scan.id}`, { token })).body.message).toBe(
    labAttachmentTexts.scanned,
  );
  const picture = await attach('谱图.png', png(), 'photo');
  expect((await server.ask<ErrorBody>('GET', `api/labAttachment/table/${picture.id}`, { token })).body.message).toBe(
    labAttachmentTexts.notTable,
  );
});

it('an instrument file with more columns than anybody reads is refused before their meaning is guessed (SEC-3)', async () => {
  const wide = await attach('宽.csv', `样品名,峰面积\nA1,12.5\nA2,${'1,'.repeat(maxTableColumns)}1\n`);
  const answer = await server.ask<ErrorBody>('GET', `api/labAttachment/table/${wide.id}`, { token });
  expect([answer.status, answer.body.message]).toEqual([400, labAttachmentTexts.tooManyColumns(maxTableColumns)]);
  const many = await attach('多.csv', '样品名,峰面积\nA1,12.5\n\n'.repeat(maxTableColumns / 2 + 1));
  expect((await server.ask<ErrorBody>('GET', `api/labAttachment/table/${many.id}`, { token })).body.message).toBe(
    labAttachmentTexts.tooManyColumns(maxTableColumns),
  );
});

it('an instrument’s PDF is read line by line, and matched lines are written into their rows', async () => {
  const names = rows.map(({ sampleNo }) => String(sampleNo));
  // The second line has no retention time: its area stays below its heading. The table goes on on the next page.
  const lines = Array.from({ length: 60 }, (_, index) => [
    names[index] ?? `QC-${index}`,
    '甲苯',
    index === 1 ? '' : `${index}.10`,
    `${100 + index}.5`,
  ]);
  const content = await reportPdf({ head: ['样品名', '组分', '保留时间', '峰面积'], lines });
  const { id, file } = await attach('结果报告.pdf', content);
  const read = (await server.ask<PeakTable>('GET', `api/labAttachment/table/${id}`, { token })).body;
  expect(read.headings).toEqual(['样品名', '组分', '保留时间', '峰面积']);
  expect(read.lines.map(({ cells }) => cells)).toEqual(lines);
  const takeAnswer = await server.ask<Answer<{ matched: number; parked: number }>>('POST', 'api/labPeak/take', {
    token,
    body: {
      attachment: id,
      sampleColumn: 0,
      peakColumn: 1,
      peakName: '甲苯',
      valueColumn: 3,
      reading: 'frontResponse',
    },
  });
  expect(takeAnswer.status, takeAnswer.text).toBe(200);
  const after = (await server.ask<LabWork>('GET', `api/labSheet/work/${sheet}`, { token })).body.rows;
  expect(after.map(({ readings }) => readings['frontResponse'])).toEqual(['100.5', '101.5', '102.5']);
  const stored = await server.app.request(`/api/file/${String(file)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(Buffer.from(await stored.arrayBuffer()).equals(Buffer.from(content))).toBe(true);
});

it('an instrument file whose content is missing in the file store is not found, and no reading is taken from it', async () => {
  const { id, file } = await attach('序列5.csv', csv());
  await server.services.files.remove(String(file));
  const read = await server.ask<ErrorBody>('GET', `api/labAttachment/table/${id}`, { token });
  const takeAnswer = await server.ask<ErrorBody>('POST', 'api/labPeak/take', {
    token,
    body: { attachment: id, sampleColumn: 0, valueColumn: 2, reading: 'frontResponse' },
  });
  expect([read, takeAnswer].map(({ status, body }) => [status, body.message])).toEqual([
    [404, failures.notFound],
    [404, failures.notFound],
  ]);
  expect(await server.database.orm.select().from(labPeakTable).where(eq(labPeakTable.attachment, id))).toEqual([]);
});

it('an instrument line is settled only if it exists, and only into a row of its own record', async () => {
  const { orm } = server.database;
  const { id } = await attach('序列6.csv', csv());
  await server.ask('POST', 'api/labPeak/take', {
    token,
    body: {
      attachment: id,
      sampleColumn: 0,
      valueColumn: 2,
      peakColumn: 1,
      peakName: '甲苯',
      reading: 'frontResponse',
    },
  });
  const parked = async () =>
    (
      await orm
        .select()
        .from(labPeakTable)
        .where(and(eq(labPeakTable.attachment, id), eq(labPeakTable.state, 'parked')))
    )[0];
  const peak = await parked();
  const [record] = await orm.select().from(labSheetTable).where(eq(labSheetTable.id, sheet));
  const [made] = await orm
    .insert(labSheetTable)
    .values({ ...(record as typeof labSheetTable.$inferSelect), id: undefined, sheetNo: '另一份记录' })
    .returning({ id: labSheetTable.id });
  const [row] = await orm
    .select()
    .from(labSheetRowTable)
    .where(eq(labSheetRowTable.id, rows[2]?.id ?? 0));
  const [elsewhere] = await orm
    .insert(labSheetRowTable)
    .values({ ...(row as typeof labSheetRowTable.$inferSelect), id: undefined, sheet: made?.id ?? 0 })
    .returning();
  const settle = (body: Record<string, unknown>) => server.ask<ErrorBody>('PUT', 'api/labPeak/settle', { token, body });
  for (const { status, body } of [
    await settle({ id: 2_000_000_000, reason: '质控样' }),
    await settle({ id: peak?.id, row: elsewhere?.id, value: '50.1' }),
  ])
    expect([status, body.message]).toEqual([404, failures.notFound]);
  expect(await parked()).toEqual(peak);
  expect(
    await orm
      .select()
      .from(labSheetRowTable)
      .where(eq(labSheetRowTable.id, elsewhere?.id ?? 0)),
  ).toEqual([elsewhere]);
});

/** Returns peaks and readings, as the analyst sees them. */
async function written(): Promise<string> {
  const peaks = await server.ask('GET', `api/labPeak?sheet=${sheet}&sort=id,asc&size=500`, { token });
  const work = await server.ask('GET', `api/labSheet/work/${sheet}`, { token });
  expect([peaks.status, work.status]).toEqual([200, 200]);
  return `${peaks.text}${work.text}`;
}

it('another organization can neither see an attached instrument file nor write readings from it', async () => {
  const { id, file } = await attach('序列4.csv', csv());
  const read = () => server.ask('GET', `api/labAttachment/table/${id}`, { token: stranger });
  const take = () =>
    server.ask('POST', 'api/labPeak/take', {
      token: stranger,
      body: {
        attachment: id,
        sampleColumn: 0,
        valueColumn: 2,
        peakColumn: 1,
        peakName: '甲苯',
        reading: 'frontResponse',
      },
    });
  const before = await written();
  for (const owner of ['the laboratory’s', 'the stranger’s']) {
    const [shown, taken] = [await read(), await take()];
    expect([owner, shown.status, taken.status]).toEqual([owner, 404, 404]);
    expect(`${shown.text}${taken.text}`).not.toMatch(/峰面积|98\.60/);
    // Then only the organization of the attachment excludes them.
    await server.database.orm
      .update(storedFileTable)
      .set({ organizationId: other })
      .where(eq(storedFileTable.id, String(file)));
  }
  expect(await written()).toBe(before);
});

it('a submitted record refuses readings from an instrument file', async () => {
  const { id } = await attach('序列3.csv', csv());
  await server.database.orm.update(labSheetTable).set({ state: 'awaitingReview' }).where(eq(labSheetTable.id, sheet));
  const { status, body } = await server.ask<ErrorBody>('POST', 'api/labPeak/take', {
    token,
    body: { attachment: id, sampleColumn: 0, valueColumn: 2, reading: 'frontResponse' },
  });
  expect([status, body.message]).toEqual([409, labSheetTexts.locked('待复核')]);
});

interface Read extends PeakTable {
  readonly guess: { sample: number; value: number };
  readonly tables: readonly { title: string; lines: number }[];
  readonly sheetName: string | null;
  readonly sheets: readonly { name: string; hidden: boolean }[];
  readonly profileLabel: string | null;
}
const imported = (name: string) => readFile(join(root, 'tests/data/imports', name));
const readingsNow = async () =>
  (await server.ask<LabWork>('GET', `api/labSheet/work/${sheet}`, { token })).body.rows.map(
    ({ readings }) => readings['frontResponse'] ?? null,
  );
const taking = (body: Record<string, unknown>) =>
  server.ask<ErrorBody>('POST', 'api/labPeak/take', {
    token,
    body: { sampleColumn: 0, valueColumn: 1, reading: 'frontResponse', ...body },
  });

beforeEach(async ({ task }) => {
  // The tests above have submitted the record.
  if (task.name.includes('(FILE-'))
    await server.database.orm.update(labSheetTable).set({ state: 'drafting' }).where(eq(labSheetTable.id, sheet));
});

it('an instrument workbook’s stored value becomes the reading, not its displayed format: 9 of 9 (FILE-1)', async () => {
  const { id } = await attach('i01.xlsx', await imported('i01-display-format.xlsx'));
  const read = await server.ask<Read>('GET', `api/labAttachment/table/${id}`, { token });
  expect(matchLines(read.body, [], { sampleColumn: 0, valueColumn: 1 }).map(({ number }) => number)).toEqual([
    '98.6437',
    '12345.678',
    '1186.6071672',
    '1234.5678',
    '0.1234',
    '0.00012345678',
    '0.4',
    '0.000012345678',
    '123456789.123456',
  ]);
});

it('the decimal comma of “0,652” is decided for the whole column, and asked for if the column does not tell (FILE-2)', async () => {
  const german = (...values: string[]) =>
    `Probe;Fläche\r\n${values.map((value, index) => `${rows[index]?.sampleNo};${value}`).join('\r\n')}\r\n`;
  const { id } = await attach('komma.csv', german('0,652', '1,234', '1.234,5'));
  expect((await taking({ attachment: id })).status).toBe(200);
  expect(await readingsNow()).toEqual(['0.652', '1.234', '1234.5']);
  const unclear = await attach('unklar.csv', german('1,234', '98,640', '12'));
  expect((await taking({ attachment: unclear.id })).body.message).toBe(labAttachmentTexts.chooseMark);
  expect(await readingsNow()).toEqual(['0.652', '1.234', '1234.5']);
  expect((await taking({ attachment: unclear.id, decimalMark: '.' })).status).toBe(200);
  expect(await readingsNow()).toEqual(['1234', '98640', '12']);
});

it('instrument files in UTF-16 of both byte orders and in GB18030 are read (FILE-3)', async () => {
  const text = `样品名\t峰面积\r\n${rows[0]?.sampleNo}\t101.1\r\n${rows[1]?.sampleNo}\t102.2\r\n`;
  const little = Buffer.from(text, 'utf16le');
  const big = Buffer.from(little).swap16();
  const gbk = Buffer.concat([
    Buffer.from([0xd1, 0xf9, 0xc6, 0xb7, 0xc3, 0xfb]),
    Buffer.from('\t'),
    Buffer.from([0xb7, 0xe5, 0xc3, 0xe6, 0xbb, 0xfd]),
    Buffer.from(text.slice(text.indexOf('\r\n')), 'latin1'),
  ]);
  for (const bytes of [
    Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
    Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
    little,
    big,
    gbk,
    await imported('i07-utf16le-bom.csv'),
  ]) {
    const { id } = await attach('文本.csv', bytes);
    const read = await server.ask<Read>('GET', `api/labAttachment/table/${id}`, { token });
    expect(read.body.headings[0]).toMatch(/^样品/);
    expect(read.body.lines.map(({ cells }) => cells[1])).toEqual(['101.1', '102.2']);
  }
});

it('an instrument file with several tables or sheets offers them, and each line uses the columns of its own table (FILE-6)', async () => {
  const two = await attach('i10.csv', await imported('i10-two-tables.csv'));
  const first = await server.ask<Read>('GET', `api/labAttachment/table/${two.id}`, { token });
  expect(first.body).toMatchObject({
    title: 'Peak Table',
    headings: ['样品名', '保留时间', '峰面积'],
    tables: [
      { title: 'Peak Table', lines: 2 },
      { title: 'Compound Results', lines: 1 },
    ],
  });
  expect(first.body.lines.map(({ cells }) => cells[2])).toEqual(['98.6', '99.1']);
  const second = await server.ask<Read>('GET', `api/labAttachment/table/${two.id}?table=1`, { token });
  expect(second.body).toMatchObject({
    headings: ['样品名', '浓度', '保留时间'],
    lines: [{ line: 8, cells: ['2026KX0001-SQFN2-0601', '0.51', '6.21'] }],
  });
  expect(
    (await server.ask<ErrorBody>('GET', `api/labAttachment/table/${two.id}?table=7`, { token })).body.message,
  ).toBe(labAttachmentTexts.unknownTable);

  const sheets = await attach('i14.xlsx', await imported('i14-data-on-second-sheet.xlsx'));
  expect((await server.ask<Read>('GET', `api/labAttachment/table/${sheets.id}`, { token })).body).toMatchObject({
    sheetName: 'Summary',
    sheets: [{ name: 'Summary' }, { name: 'Peaks' }],
  });
  expect(
    (await server.ask<Read>('GET', `api/labAttachment/table/${sheets.id}?sheet=Peaks`, { token })).body,
  ).toMatchObject({ sheetName: 'Peaks', headings: ['样品名', '峰面积'], guess: { sample: 0, value: 1 } });
  const renamed = await attach('a03.xlsx', await imported('a03-workbook22-hidden-first.xlsx'));
  expect((await server.ask<Read>('GET', `api/labAttachment/table/${renamed.id}`, { token })).body).toMatchObject({
    sheetName: '新',
    sheets: [
      { name: '旧', hidden: true },
      { name: '新', hidden: false },
    ],
  });
});
