import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { root } from '@server/base/root';
import { readWorkbook } from '@server/workbook/readWorkbook';
import { inline, sheetXml, textRow, xlsx } from './workbooks';

const file = (name: string) => readFileSync(join(root, 'tests/data/imports', name));
const read = (name: string, sheet?: string) =>
  readWorkbook(file(name), { fileName: name, ...(sheet === undefined ? {} : { sheet }) });
const texts = async (name: string, sheet?: string) => {
  const { header, rows } = await read(name, sheet);
  return [header, ...rows.map(({ cells }) => cells.map(({ text }) => text))];
};

/** Returns the parts of a workbook with some of them renamed. */
function renamed(bytes: Uint8Array, change: (name: string, content: string) => [string, string]): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(unzipSync(bytes)).map(([name, content]) => {
        const [to, text] = change(name, Buffer.from(content).toString('utf8'));
        return [to, strToU8(text)];
      }),
    ),
  );
}

describe('workbook from another program (FILE-6)', () => {
  it('a workbook whose parts have other names is read from the visible sheet, and the hidden sheet is offered by name', async () => {
    const table = await read('a03-workbook22-hidden-first.xlsx');
    expect(table).toMatchObject({
      sheetName: '新',
      sheets: [
        { name: '旧', hidden: true },
        { name: '新', hidden: false },
      ],
    });
    expect(table.rows.map(({ cells }) => cells[0]?.text)).toEqual(['可见表里的新数据']);
    expect((await texts('a03-workbook22-hidden-first.xlsx', '旧'))[1]?.[0]).toBe('隐藏表里的旧数据');
  });

  it('a workbook whose XML parts lie in another folder and are referred to by absolute paths is read', async () => {
    const moved = renamed(file('a03-workbook22-hidden-first.xlsx'), (name, content) => [
      name.replace(/^xl\//, 'book/'),
      name === '[Content_Types].xml'
        ? content.replaceAll('/xl/', '/book/')
        : name === '_rels/.rels'
          ? content.replace('Target="xl/', 'Target="/book/')
          : content,
    ]);
    expect(await readWorkbook(moved)).toMatchObject({
      sheetName: '新',
      header: ['单位名称', '职工总数', '成立日期', '备注'],
    });
  });

  it('a workbook whose parts are named with backslashes offers its sheets like any other', async () => {
    const windows = renamed(file('a03-workbook22-hidden-first.xlsx'), (name, content) => [
      name.replaceAll('/', '\\'),
      content,
    ]);
    expect(await readWorkbook(windows)).toMatchObject({ sheetName: '新', sheets: [{ name: '旧' }, { name: '新' }] });
    expect(await readWorkbook(windows, { sheet: '旧' })).toMatchObject({ sheetName: '旧' });
  });

  it('a workbook with threaded comments is read', async () => {
    expect(await texts('a11-threaded-comment.xlsx')).toEqual([
      ['单位名称', '职工总数', '成立日期', '备注'],
      ['批注一厂', '12', '', ''],
    ]);
  });

  it('a workbook from another program keeps superscripts, and struck-through text is marked', async () => {
    expect((await read('a13-superscript.xlsx')).rows.map(({ cells }) => cells[3]?.text)).toEqual([
      '1.2×10³ mg/m³',
      '（删除线：旧备注作废）新备注',
    ]);
    const run = (properties: string, text: string) =>
      `<r>${properties ? `<rPr>${properties}</rPr>` : ''}<t>${text}</t></r>`;
    const cell = (...runs: string[]) => `<c t="inlineStr"><is>${runs.join('')}</is></c>`;
    const up = '<vertAlign val="superscript"/>';
    const rows = [
      cell(run('', '10'), run(up, '-3')),
      cell(run('', '商标'), run(up, 'TM')),
      cell(run('<strike val="0"/>', '留下')),
      cell(run('', 'H'), run('<vertAlign val="subscript"/>', '2'), run('', 'S')),
    ];
    const table = await readWorkbook(xlsx(textRow('名称') + rows.map((one) => `<row>${one}</row>`).join('')));
    expect(table.rows.map(({ cells }) => cells[0]?.text)).toEqual(['10⁻³', '商标TM', '留下', 'H2S']);
  });

  it('a workbook of 1995 (BIFF5) in GBK is read', async () => {
    expect(await texts('c01-biff5-cp936.xls')).toEqual([
      ['单位名称', '职工总数', '联系人', '备注'],
      ['测试化工厂', '120', '张伟', '甲苯、二甲苯'],
      ['泷泽电镀厂', '35', '赵镕', '镕涂层车间'],
    ]);
  });

  it('a workbook is read from the chosen sheet, and an empty first sheet is skipped', async () => {
    expect(await read('i13-first-sheet-empty.xlsx')).toMatchObject({
      sheetName: 'Peaks',
      header: ['样品名', '峰面积'],
    });
    expect(await read('i14-data-on-second-sheet.xlsx')).toMatchObject({
      sheetName: 'Summary',
      sheets: [
        { name: 'Summary', hidden: false },
        { name: 'Peaks', hidden: false },
      ],
    });
    expect(await read('i14-data-on-second-sheet.xlsx', 'Peaks')).toMatchObject({
      sheetName: 'Peaks',
      header: ['样品名', '峰面积'],
    });
    await expect(read('i14-data-on-second-sheet.xlsx', '没有的')).rejects.toThrow(sheetMessages.noSheet('没有的'));
    await expect(read('c01-biff5-cp936.xls', '没有的')).rejects.toThrow(sheetMessages.noSheet('没有的'));
  });

  it('a workbook with data only on a hidden sheet is read with a message about it', async () => {
    const only = renamed(file('a03-workbook22-hidden-first.xlsx'), (name, content) => [
      name,
      name.endsWith('sheet2.xml') ? sheetXml('') : content,
    ]);
    await expect(readWorkbook(only)).rejects.toThrow(sheetMessages.onlyHidden(['旧']));
    expect(await readWorkbook(only, { sheet: '旧' })).toMatchObject({ sheetName: '旧' });
  });
});

describe('formula without a stored result (FILE-4)', () => {
  it('a workbook formula without a stored result is read as a formula, in 2 of 2 files, whether its value is missing or empty', async () => {
    expect((await read('b30a-formula.xlsx')).rows[0]?.cells[1]).toMatchObject({
      kind: 'formula',
      text: '公式：=SUM(B4:B9)',
    });
    expect((await read('b31-update-wipes.xlsx')).rows[0]?.cells.map(({ kind }) => kind)).toEqual([
      'text',
      'formula',
      'formula',
      'text',
    ]);
  });

  it('a workbook formula without a stored result is told apart from a formatted empty cell', async () => {
    const table = await readWorkbook(
      xlsx(textRow('名称', '数', '余') + `<row>${inline('甲')}<c s="1"/><c><f>1+1</f></c></row>`),
    );
    expect(table.rows[0]?.cells.map(({ kind }) => kind)).toEqual(['text', 'empty', 'formula']);
  });
});
