import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { utils, write } from 'xlsx';
import { defineEntity } from '@contract/entity';
import { date, decimal, flag, integer, longText, text } from '@contract/field';
import { cellMarks, type Lookups } from '@contract/workbook/sheetCells';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { readWorkbook } from '@server/workbook/readWorkbook';
import { analyseRows } from '../../support/analyseRows';
import { inline, row, sheetXml, textRow, xlsx } from './workbooks';

const trap = defineEntity({
  name: 'trap',
  path: 'api/trap',
  label: '陷阱',
  titleField: 'name',
  scope: 'organization',
  fields: {
    name: text('名称', { required: true }),
    code: text('编码', { max: 20 }),
    day: date('日期'),
    count: integer('人数', { min: 0 }),
    value: decimal('浓度'),
    done: flag('完成'),
    remark: longText('备注'),
    limit: text('检出', { rule: 'valueOrBelowLimit' }),
  },
  sheet: ['name', 'code', 'day', 'count', 'value', 'done', 'remark', 'limit'],
});
const lookups: Lookups = { dict: () => [], ref: () => null };
const number = (value: number | string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
const formula = (text: string, value: string | number = 1) => `<c><f>${text}</f><v>${value}</v></c>`;

/** Reads one data row below the named headers. */
async function one(cells: Record<string, string>, options: { bookPr?: string; after?: string } = {}) {
  const names = ['名称', ...Object.keys(cells)];
  const table = await readWorkbook(xlsx(textRow(...names) + row(inline('甲'), ...Object.values(cells)), {}, options));
  const { rows } = analyseRows(trap, table, lookups);
  return {
    ...rows[0],
    said: [...(rows[0]?.errors ?? []), ...(rows[0]?.notices ?? [])].map(({ header, message }) => [header, message]),
  };
}

describe('honest workbook is read correctly or reported, never changed silently (IN7)', () => {
  it('the import reports a long code that the spreadsheet turned into a number', async () => {
    const { said, draft } = await one({ 编码: number('9.133010600001234E+17'), 备注: number('123456789012345678') });
    expect(said).toEqual([
      ['编码', sheetMessages.becameNumber('9.133010600001234E+17')],
      ['备注', sheetMessages.becameNumber('1.2345678901234568E+17')],
    ]);
    expect(draft).toMatchObject({ code: null, remark: null });
  });

  it('the import reads a short number in a text column digit for digit, with leading zeros as shown', async () => {
    expect((await one({ 编码: number(13800001234) })).draft).toMatchObject({ code: '13800001234' });
    expect((await one({ 编码: number(123, 3) })).draft).toMatchObject({ code: '00123' });
    expect((await one({ 编码: number(0.1) })).draft).toMatchObject({ code: '0.1' });
    expect((await one({ 编码: inline('00123') })).draft).toMatchObject({ code: '00123' });
  });

  it('the import reads dates of both calendars (1900 and 1904) as the same day', async () => {
    expect(await one({ 日期: number(45413, 1) })).toMatchObject({ draft: { day: '2024-05-01' }, said: [] });
    expect(await one({ 日期: number(45413, 2) })).toMatchObject({ draft: { day: '2024-05-01' }, said: [] });
    expect(await one({ 日期: number(45413 - 1462, 1) }, { bookPr: '<workbookPr date1904="1"/>' })).toMatchObject({
      draft: { day: '2024-05-01' },
      said: [],
    });
    expect(await one({ 日期: '<c t="d" s="1"><v>2024-05-01T00:00:00Z</v></c>' })).toMatchObject({
      draft: { day: '2024-05-01' },
    });
  });

  it('the import reads a workbook of the old format with the 1904 calendar', async () => {
    const sheet = utils.aoa_to_sheet([
      ['名称', '日期'],
      ['甲', 45413 - 1462],
    ]);
    Object.assign(sheet['B2'], { z: 'yyyy-mm-dd' });
    const bytes = write(
      { SheetNames: ['表'], Sheets: { 表: sheet }, Workbook: { WBProps: { date1904: true } } },
      { type: 'array', bookType: 'xls' },
    ) as ArrayBuffer;
    const table = await readWorkbook(new Uint8Array(bytes));
    expect(table.rows[0]?.cells[1]).toEqual({ kind: 'date', text: '2024-05-01', value: '2024-05-01' });
  });

  it.each([
    ['2024/5/1'],
    ['2024.5.1'],
    ['2024年5月1日'],
    ['２０２４－０５－０１'],
    ['20240501'],
    ['2024-5-1 00:00:00'],
  ])('the import normalises the day %s and says so', async (written) => {
    const { draft, notices } = await one({ 日期: inline(written) });
    expect(draft).toMatchObject({ day: '2024-05-01' });
    expect(notices).toMatchObject([{ header: '日期', from: written, to: '2024-05-01' }]);
  });

  it.each([['24/5/1'], ['5/1/2024'], ['2024/2/30'], ['去年'], ['2024-05'], ['2024-05-01 08:30:00']])(
    'the import reports the day %s as unreadable',
    async (written) => {
      expect((await one({ 日期: inline(written) })).said).toHaveLength(1);
    },
  );

  it.each([
    ['45292', '2024-01-01'],
    ['20240231', null],
    ['60', null],
  ])('the import does not guess the day %s', async (written, guess) => {
    for (const cell of [number(written), inline(written)])
      expect((await one({ 日期: cell })).said).toEqual([['日期', sheetMessages.numberForDate(written, guess)]]);
  });

  it('the import reports a code that the spreadsheet turned into a date', async () => {
    expect((await one({ 编码: number(45413, 1) })).said).toEqual([['编码', sheetMessages.becameDate('2024-05-01')]]);
  });

  it('the import reports formulas of every kind and uses none of their values', async () => {
    const shared =
      row(inline('乙'), '<c r="B3"><f t="shared" ref="B3:B4" si="0">A3&amp;"x"</f><v>1</v></c>') +
      row(inline('丙'), '<c r="B4"><f t="shared" si="0"/><v>2</v></c>');
    const array =
      row(inline('丁'), '<c r="B5"><f t="array" ref="B5:B6">A5:A6</f><v>3</v></c>') +
      row(inline('戊'), '<c r="B6"><v>4</v></c>');
    const table = await readWorkbook(
      xlsx(textRow('名称', '编码') + row(inline('甲'), formula('1+1', 2)) + shared + array),
    );
    const { rows } = analyseRows(trap, table, lookups);
    expect(rows.map(({ errors }) => errors.map(({ message }) => message))).toEqual(
      Array.from({ length: 5 }, () => [sheetMessages.formula]),
    );
    expect(rows.map(({ draft }) => draft['code'])).toEqual([null, null, null, null, null]);
    expect(rows[0]?.cells['编码']).toBe(`${cellMarks.formula}=1+1`);
  });

  it('the import reports cells with error values such as #N/A', async () => {
    expect((await one({ 编码: '<c t="e"><v>#N/A</v></c>' })).said).toEqual([
      ['编码', sheetMessages.errorValue('#N/A')],
    ]);
  });

  it('the import reports cells hidden by a merge, also in the key column', async () => {
    const table = await readWorkbook(
      xlsx(
        textRow('名称', '编码') + textRow('甲', '一') + row('<c r="B3" t="inlineStr"><is><t>二</t></is></c>'),
        {},
        { after: '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>' },
      ),
    );
    const { rows, dropped } = analyseRows(trap, table, lookups);
    expect(dropped).toEqual([]);
    expect(rows[1]?.errors).toEqual([{ header: '名称', message: sheetMessages.merged, value: cellMarks.merged }]);
  });

  it('the import drops rows without a key, also those with blanks only, and names their lines', async () => {
    const table = await readWorkbook(
      xlsx(
        textRow('名称', '编码') +
          textRow('甲', '一') +
          textRow('', '二') +
          textRow(' \u3000', '三') +
          '<row></row>' +
          textRow('丁', '四'),
      ),
    );
    const { rows, dropped } = analyseRows(trap, table, lookups);
    expect(dropped).toEqual([3, 4]);
    expect(rows.map(({ line }) => line)).toEqual([2, 6]);
  });

  it('the import reports repeated, missing and unknown column headers, and accepts columns in any order', async () => {
    const analysed = async (...headers: string[]) =>
      analyseRows(trap, await readWorkbook(xlsx(textRow(...headers) + textRow(...headers.map(() => '1')))), lookups);
    expect(await analysed('名称', '编码', '编码')).toMatchObject({
      headers: { duplicate: ['编码'], fatal: true },
      rows: [],
    });
    expect((await analysed('编码', '备注')).headers).toMatchObject({
      fatal: true,
      message: expect.stringContaining('缺少列：名称'),
    });
    const mixed = await analysed('备注', '职务', ' 名称* ');
    expect(mixed.headers).toMatchObject({ fatal: false, unknown: ['职务'] });
    expect(mixed.rows[0]?.draft).toEqual({ name: '1', remark: '1' });
  });

  it('the import reports a filled column without a header', async () => {
    const table = await readWorkbook(xlsx(textRow('名称', '', '编码') + textRow('甲', '失', '一')));
    expect(analyseRows(trap, table, lookups).headers.unknown).toEqual(['第2列（没有列名）']);
  });

  it('the import finds the header row below a title', async () => {
    const table = await readWorkbook(xlsx(textRow('受检单位一览表') + textRow('名称', '编码') + textRow('甲', '一')), {
      expected: ['名称', '编码'],
    });
    expect(table).toMatchObject({ header: ['名称', '编码'], headerLine: 2, rows: [{ line: 3 }] });
  });

  it('the import makes characters half-width where needed, and says so', async () => {
    const { draft, said } = await one({
      检出: inline('＜０．０５'),
      编码: inline(' Ａ１\u00a0'),
      人数: inline('２００'),
      备注: inline('１楼（东）'),
    });
    expect(draft).toMatchObject({ limit: '<0.05', code: 'A1', count: 200, remark: '１楼（东）' });
    expect(said.map(([header]) => header)).toEqual(['编码', '人数', '检出']);
  });

  it.each([['约200'], ['1,234'], ['12.5'], ['-3'], ['二百'], ['1e3']])(
    'the import leaves the whole number %s to the rule of the field',
    async (written) => {
      expect((await one({ 人数: inline(written) })).said).toEqual([['人数', '只能填写非负整数']]);
    },
  );

  it('the import keeps the digits of a measurement', async () => {
    expect((await one({ 浓度: number('0.0000001') })).draft).toMatchObject({ value: '0.0000001' });
    expect((await one({ 浓度: number('0.30000000000000004') })).draft).toMatchObject({ value: '0.3' });
    expect((await one({ 浓度: inline('1.50') })).draft).toMatchObject({ value: '1.50' });
    expect((await one({ 浓度: number(0.5, 4) })).said).toEqual([['浓度', sheetMessages.percentage]]);
  });

  it('the import reads yes-or-no values in each of their spellings', async () => {
    for (const cell of [inline('是'), '<c t="b"><v>1</v></c>', number(1), inline('TRUE')])
      expect((await one({ 完成: cell })).draft).toMatchObject({ done: true });
    expect((await one({ 完成: inline('也许') })).said).toEqual([['完成', sheetMessages.notFlag('完成')]]);
  });

  it('the import reads the first visible sheet, and names other sheets with data', async () => {
    const names = ['隐', '显', '空', '另'];
    const main =
      'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
    const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const bytes = xlsx(textRow('藏'), {
      'xl/workbook.xml': strToU8(
        `<workbook ${main}><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" ${index === 0 ? 'state="hidden"' : ''} r:id="r${index + 1}"/>`).join('')}</sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, index) => `<Relationship Id="r${index + 1}" Type="${relation}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}</Relationships>`,
      ),
      'xl/worksheets/sheet2.xml': strToU8(sheetXml(textRow('名称') + textRow('甲'))),
      'xl/worksheets/sheet3.xml': strToU8(sheetXml('')),
      'xl/worksheets/sheet4.xml': strToU8(sheetXml(textRow('名称'))),
    });
    expect(await readWorkbook(bytes)).toMatchObject({
      sheetName: '显',
      sheets: [
        { name: '隐', hidden: true },
        { name: '显', hidden: false },
        { name: '另', hidden: false },
      ],
      header: ['名称'],
    });
  });

  it('the import names the first line of a repeated key', async () => {
    const table = await readWorkbook(xlsx(textRow('名称') + textRow('甲') + textRow('乙') + textRow(' 甲')));
    expect(analyseRows(trap, table, lookups).rows.map(({ errors }) => errors.map(({ message }) => message))).toEqual([
      [],
      [],
      [sheetMessages.duplicateOf(2)],
    ]);
  });
});
