import { beforeAll, describe, expect, it } from 'vitest';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { messages } from '@contract/messages';
import { rules } from '@contract/rules';
import { headersOf, type Lookups, type SheetTable } from '@contract/workbook/sheetCells';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { errorWorkbook } from '@server/workbook/errorWorkbook';
import { readWorkbook } from '@server/workbook/readWorkbook';
import { analyseAgain, analyseRows } from '../../support/analyseRows';
import { collect, gold, lookupsOf } from './workbooks';

let table: SheetTable;
let lookups: Lookups;
beforeAll(async () => {
  table = await readWorkbook(gold('inspect-units.xlsx'), { fileName: 'inspect-units.xlsx' });
  lookups = lookupsOf(table);
});

describe('sample workbooks of 600 units', () => {
  it('the sample workbook of 600 inspected enterprises is read without an error, a note or a dropped row', () => {
    const { headers, dropped, rows } = analyseRows(inspectUnit, table, lookups);
    // Columns that came later stand at the end of the template, and a list without them is read as it is.
    const later = ['委托单位', '其他电话', '固定电话', '其他联系人', '风险分类行业'];
    expect([...table.header, ...later]).toEqual(headersOf(inspectUnit));
    expect(headers).toEqual({
      missing: later,
      unknown: [],
      duplicate: [],
      fatal: false,
      message: sheetMessages.missingHeaders(later),
    });
    expect(dropped).toEqual([]);
    expect(rows).toHaveLength(600);
    expect(rows.flatMap(({ errors, notices }) => [...errors, ...notices])).toEqual([]);
    expect(rows[0]).toMatchObject({
      line: 2,
      draft: {
        unitName: '杭州泰隆东海铸造有限公司',
        iuiCode: '91330106MAY3NG5025',
        region: '浙江省/杭州市/西湖区',
        workerCount: 1796,
        exposedCount: 437,
        foundedOn: '1985-02-23',
        remark: null,
      },
    });
  });

  it('the sample workbook keeps every cell of its 600 rows', () => {
    for (const { line, cells } of analyseRows(inspectUnit, table, lookups).rows) {
      const raw = table.rows.find((row) => row.line === line);
      expect(Object.values(cells)).toEqual(raw?.cells.map(({ text }) => text));
    }
  });

  it('the sample workbook in the old xls format gives the same inspected enterprises', async () => {
    const old = await readWorkbook(gold('inspect-units.xls'), { fileName: 'inspect-units.XLS' });
    const { dropped, rows } = analyseRows(inspectUnit, old, lookups);
    expect(rows).toHaveLength(80);
    expect([...dropped, ...rows.flatMap(({ errors, notices }) => [...errors, ...notices])]).toEqual([]);
    expect(old.header).toEqual(table.header);
    expect(old.rows[0]).toEqual(table.rows[0]);
  });

  it('the sample workbook with errors has each wrong cell named, and no correct one', async () => {
    const wrong = await readWorkbook(gold('inspect-units-with-errors.xlsx'));
    const { dropped, rows } = analyseRows(inspectUnit, wrong, lookups);
    expect(dropped).toEqual([11]);
    expect(rows).toHaveLength(59);
    expect(
      rows.flatMap(({ line, errors }) => errors.map(({ header, message, value }) => [line, header, value, message])),
    ).toEqual([
      [5, '手机号码', '1391234567', rules.mobile.message],
      [7, '统一社会信用代码', '91330402MA8FGMQP2', rules.unifiedCode.message],
      [9, '单位名称', '宁波/恒远涂装有限公司', rules.fileSafeName.message],
      [13, '电子邮箱', 'not-an-email', rules.email.message],
      [15, '职工总数', '约200', rules.nonNegativeInteger.message],
      [17, '单位名称', '温州长江恒远化工有限公司', sheetMessages.duplicateOf(16)],
      [19, '统一社会信用代码', '9.133010600001234E+17', sheetMessages.becameNumber('9.133010600001234E+17')],
      [27, '成立日期', '45292', sheetMessages.numberForDate('45292', '2024-01-01')],
      [29, '接触职业病危害人数', '1651', inspectUnit.checks?.[0]?.message],
      [31, '所属行业', '不存在的行业', sheetMessages.unknownLabel('不存在的行业', '所属行业', [])],
    ]);
    expect(rows.flatMap(({ line, notices }) => notices.map((notice) => [line, notice]))).toEqual([
      [
        21,
        {
          header: '单位名称',
          message: sheetMessages.trimmed,
          from: '  台州益民远航铸造有限公司　',
          to: '台州益民远航铸造有限公司',
        },
      ],
      [23, { header: '手机号码', message: sheetMessages.halfWidth, from: '１３８００００１２３４', to: '13800001234' }],
    ]);
    // A text that looks like a formula is a text.
    expect(rows.find(({ line }) => line === 25)?.draft['remark']).toBe('=HYPERLINK("http://example.invalid","x")');
  });

  it('the error workbook made from the sample workbook gives the same errors when read again', async () => {
    const wrong = analyseRows(inspectUnit, await readWorkbook(gold('inspect-units-with-errors.xlsx')), lookups);
    const bad = wrong.rows.filter(({ errors }) => errors.length);
    const again = await readWorkbook(await collect(errorWorkbook(inspectUnit, bad)), {
      expected: headersOf(inspectUnit),
    });
    expect(again.header[0]).toBe('错误');
    expect(again.rows.map(({ cells }) => cells[0]?.text)).toEqual(
      bad.map(({ errors }) => errors.map(({ header, message }) => `${header}：${message}`).join('；')),
    );
    const analysed = analyseRows(inspectUnit, again, lookups);
    expect(analysed.headers.message).toBeNull();
    // The repeated name is alone here, and so no longer a repetition.
    expect(analysed.rows.map(({ errors }) => errors)).toEqual(
      bad.map(({ line, errors }) => (line === 17 ? [] : errors)),
    );
  });

  it('the import preview accepts a row of the sample workbook after its wrong cells were corrected, and refuses it before', async () => {
    const wrong = analyseRows(inspectUnit, await readWorkbook(gold('inspect-units-with-errors.xlsx')), lookups);
    const sent = wrong.rows.map(({ line, cells }) => ({ line, cells: { ...cells } }));
    expect(analyseAgain(inspectUnit, sent, lookups)).toEqual(wrong.rows);
    const corrected = sent.find(({ line }) => line === 19);
    Object.assign(corrected?.cells ?? {}, { 统一社会信用代码: '913301060000123456' });
    const row = analyseAgain(inspectUnit, sent, lookups).find(({ line }) => line === 19);
    expect(row).toMatchObject({ errors: [], draft: { iuiCode: '913301060000123456' } });
  });

  it('a file that is no workbook is refused with the sentence of the specification', async () => {
    const pdf = new TextEncoder().encode(
      '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n',
    );
    await expect(readWorkbook(gold('not-a-workbook.xlsx'), { fileName: 'not-a-workbook.xlsx' })).rejects.toThrow(
      messages.wrongWorkbook,
    );
    await expect(readWorkbook(pdf, { fileName: 'report.xlsx' })).rejects.toThrow(messages.wrongWorkbook);
    await expect(readWorkbook(gold('inspect-units.xlsx'), { fileName: 'report.pdf' })).rejects.toThrow(
      messages.wrongWorkbook,
    );
  });
});
