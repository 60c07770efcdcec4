import { columnWidths } from '@contract/print/columns';
import type { PrintDocument, TableBlock } from '@contract/print/document';
import { leastWidth, linesOf, piecesOf, widthOf } from '@contract/print/metrics';
import { layOut, type PlacedTable } from '@contract/print/pages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const letters = { size: 9 };
const table = (rows: number, columns = 4): TableBlock => ({
  kind: 'table', title: '表', columns: Array.from({ length: columns }, (_, at) => ({ heading: `列${at}`, group: at < 2 ? '甲' : '乙' })), rows: Array.from({ length: rows }, (_, at) => [`第${at + 1}行`, '一', '二', '三']),
});
const documentOf = (...blocks: PrintDocument['blocks']): PrintDocument => ({ title: '记录', agency: '机构', corner: '受控编号：', blocks, signers: [{ label: '检测人', name: '', on: '' }], foot: '记录编号：' });
const tablesOf = (document: PrintDocument) => layOut(document).pages.map((page) => page.filter((placed): placed is PlacedTable => placed.kind === 'table'));

describe('a long table', () => {
  const pages = tablesOf(documentOf(table(200)));

  it('goes on over the pages with its head above each part, and loses no row', () => {
    expect(pages.length).toBeGreaterThan(3);
    const parts = pages.flat();
    for (const part of parts) expect(part.rows.slice(0, 2).map((row) => row.cells.map((cell) => cell.lines.join('')))).toEqual([['甲', '乙'], ['列0', '列1', '列2', '列3']]);
    const names = parts.flatMap((part) => part.rows.slice(2).map((row) => row.cells[0]?.lines.join('')));
    expect(names).toEqual(Array.from({ length: 200 }, (_, at) => `第${at + 1}行`));
  });

  it('stays above the foot of each page', () => {
    for (const part of pages.flat()) expect(part.y + part.height).toBeLessThanOrEqual(297 - 23 + 0.001);
  });
});

describe('a heading', () => {
  it('never stands alone at the foot of a page', () => {
    for (let lines = 30; lines < 60; lines += 1) {
      const { pages } = layOut(documentOf({ kind: 'lines', lines: Array.from({ length: lines }, () => '一行') }, { kind: 'heading', text: '标题' }, table(3)));
      const at = pages.findIndex((page) => page.some((placed) => placed.kind === 'text' && placed.lines[0] === '标题'));
      expect(pages[at]?.some(({ kind }) => kind === 'table')).toBe(true);
    }
  });
});

describe('lines', () => {
  it('keep within their width and keep every letter, whatever is written', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'甲乙丙，。（）()abc012.-/ ×=+<μ㎎³₂%') , maxLength: 60 }), fc.integer({ min: 4, max: 60 }), (text, width) => {
      const lines = linesOf(text, width, letters);
      expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      for (const line of lines) expect(widthOf(line, letters)).toBeLessThanOrEqual(Math.max(width, leastWidth([...line][0] ?? '', letters)) + 0.01);
    }));
  });

  it('do not part a number from its sign, a day, or a unit', () => {
    expect(piecesOf('-0.0036')).toEqual(['-0.0036']);
    expect(piecesOf('2026-11-21')).toEqual(['2026-11-21']);
    expect(piecesOf('(mg/m³)')).toEqual(['(mg/m³)']);
    expect(piecesOf('结果，合格')).toEqual(['结', '果，', '合', '格']);
  });
});

describe('columns', () => {
  it('fill the paper, never less than what is asked for writing by hand', () => {
    const wished: TableBlock = { kind: 'table', title: '表', columns: [{ heading: '序号', least: 30 }, { heading: '样品编号' }], rows: [['1', '甲']] };
    const widths = columnWidths(wished, 180, letters) ?? [];
    expect(widths.reduce((sum, one) => sum + one, 0)).toBeCloseTo(180);
    expect(widths[0]).toBeGreaterThanOrEqual(30);
  });

  it('turn the paper where they would be too narrow to read', () => {
    expect(layOut(documentOf(table(3))).landscape).toBe(false);
    expect(layOut(documentOf({ ...table(3, 20), columns: Array.from({ length: 20 }, (_, at) => ({ heading: `标准采样体积${at}(L)` })) })).landscape).toBe(true);
  });
});
