import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOut } from '@contract/print/pageLayout';
import type { PlacedTable } from '@contract/print/placedPage';
import { columnWidths } from '@contract/print/printColumns';
import type { PrintDocument, TableBlock } from '@contract/print/printDocument';
import { runsOf } from '@contract/print/superscripts';
import { minWidth, linesOf, piecesOf, widthOf } from '@contract/print/textMetrics';

const letters = { size: 9 };
const table = (rows: number, columns = 4): TableBlock => ({
  kind: 'table',
  title: '表',
  columns: Array.from({ length: columns }, (_, index) => ({ heading: `列${index}`, group: index < 2 ? '甲' : '乙' })),
  rows: Array.from({ length: rows }, (_, index) => [`第${index + 1}行`, '一', '二', '三']),
});
const documentOf = (...blocks: PrintDocument['blocks']): PrintDocument => ({
  title: '记录',
  agency: '机构',
  corner: '受控编号：',
  blocks,
  signers: [{ label: '检测人', name: '', on: '' }],
  foot: '记录编号：',
});
const tablesOf = (document: PrintDocument) =>
  layOut(document).pages.map((page) => page.filter((placed): placed is PlacedTable => placed.kind === 'table'));

describe('long table', () => {
  const pages = tablesOf(documentOf(table(200)));

  it('a long printed table repeats its header row on each page and loses no row', () => {
    expect(pages.length).toBeGreaterThan(3);
    const parts = pages.flat();
    for (const part of parts)
      expect(part.rows.slice(0, 2).map((row) => row.cells.map((cell) => cell.lines.join('')))).toEqual([
        ['甲', '乙'],
        ['列0', '列1', '列2', '列3'],
      ]);
    const names = parts.flatMap((part) => part.rows.slice(2).map((row) => row.cells[0]?.lines.join('')));
    expect(names).toEqual(Array.from({ length: 200 }, (_, index) => `第${index + 1}行`));
  });

  it('a long printed table ends above the foot of each page', () => {
    for (const part of pages.flat()) expect(part.y + part.height).toBeLessThanOrEqual(297 - 23 + 0.001);
  });
});

describe('last page', () => {
  it('the last page of a paper in the serif face has at least three texts', () => {
    for (let count = 30; count < 90; count += 1) {
      const lines = Array.from({ length: count }, (_, index) => `第${index + 1}条建议`);
      const { pages } = layOut({ ...documentOf({ kind: 'lines', lines }), face: 'serif' });
      const last = pages.at(-1)?.filter((placed) => placed.kind === 'text' && placed.as === 'line') ?? [];
      expect(last.length).toBeGreaterThanOrEqual(3);
      expect(pages.flat().filter((placed) => placed.kind === 'text' && placed.as === 'line')).toHaveLength(count);
    }
  });
});

describe('heading', () => {
  it('a printed heading never stands alone at the foot of a page', () => {
    for (let lines = 30; lines < 60; lines += 1) {
      const { pages } = layOut(
        documentOf(
          { kind: 'lines', lines: Array.from({ length: lines }, () => '一行') },
          { kind: 'heading', text: '标题' },
          table(3),
        ),
      );
      const at = pages.findIndex((page) => page.some((placed) => placed.kind === 'text' && placed.lines[0] === '标题'));
      expect(pages[at]?.some(({ kind }) => kind === 'table')).toBe(true);
    }
  });

  it('a printed heading stays on one page with the table’s name, header row and first row', () => {
    for (let lines = 30; lines < 60; lines += 1) {
      const { pages } = layOut(
        documentOf(
          { kind: 'lines', lines: Array.from({ length: lines }, () => '一行') },
          { kind: 'heading', text: '标题' },
          { kind: 'lines', lines: ['表名'], keepWithNext: true },
          table(3),
        ),
      );
      const found = (words: string) =>
        pages.findIndex((page) =>
          page.some((placed) =>
            placed.kind === 'text'
              ? placed.lines[0] === words
              : placed.kind === 'table' && placed.rows.some(({ cells }) => cells[0]?.lines[0] === words),
          ),
        );
      expect([found('标题'), found('表名')]).toEqual([found('第1行'), found('第1行')]);
    }
  });
});

describe('head of a page', () => {
  it('the page header of a printed page omits the title if a long name and number leave no room', () => {
    const heads = (title: string) =>
      layOut({ ...documentOf(table(80)), title }).pages[1]?.flatMap((placed) =>
        placed.kind === 'text' && placed.as === 'edge' && placed.align === 'center' ? placed.lines : [],
      );
    expect([heads('记录'), heads('某某汽车零部件制造'.repeat(9))]).toEqual([['记录'], []]);
  });
});

describe('lines', () => {
  it('printed lines stay within their width and keep every letter, for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'甲乙丙，。（）()abc012.-/ ×=+<μ㎎³₂%'), maxLength: 60 }),
        fc.integer({ min: 4, max: 60 }),
        (text, width) => {
          const lines = linesOf(text, width, letters);
          expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
          for (const line of lines)
            expect(widthOf(line, letters)).toBeLessThanOrEqual(
              Math.max(width, minWidth([...line][0] ?? '', letters)) + 0.01,
            );
        },
      ),
    );
  });

  it('a printed paragraph has its two-character indent only in the first line', () => {
    const lines = linesOf(`　　${'检测结果'.repeat(12)}`, 60, letters);
    expect([lines[0]?.startsWith('　　检'), lines.slice(1).some((line) => line.startsWith('　'))]).toEqual([
      true,
      false,
    ]);
  });

  it('printed quantities such as CTWA get a subscript, sample numbers never do', () => {
    expect(runsOf('岗位：CTWA=5；CSTE=2')).toEqual([
      { text: '岗位：C' },
      { text: 'TWA', sub: true },
      { text: '=5；C' },
      { text: 'STE', sub: true },
      { text: '=2' },
    ]);
    expect(runsOf('LEX,8h')).toEqual([{ text: 'L' }, { text: 'EX,8h', sub: true }]);
    for (const plain of ['2026DQ0001-CPE-0101', 'PC-TWA', 'CMEA']) expect(runsOf(plain)).toBe(plain);
    expect(runsOf('NH₃ As³⁺ ≤5μg/m³')).toEqual([
      { text: 'NH' },
      { text: '3', sub: true },
      { text: ' As' },
      { text: '3+', sup: true },
      { text: ' ≤5μg/m³' },
    ]);
  });

  it('printed lines never break between a number and its sign or unit, nor within a day', () => {
    expect(piecesOf('-0.0036')).toEqual(['-0.0036']);
    expect(piecesOf('2026-11-21')).toEqual(['2026-11-21']);
    expect(piecesOf('(mg/m³)')).toEqual(['(mg/m³)']);
    expect(piecesOf('结果，合格')).toEqual(['结', '果，', '合', '格']);
  });
});

describe('columns', () => {
  it('the columns of a printed table fill the page width and are never narrower than handwriting needs', () => {
    const wished: TableBlock = {
      kind: 'table',
      title: '表',
      columns: [{ heading: '序号', least: 30 }, { heading: '样品编号' }],
      rows: [['1', '甲']],
    };
    const widths = columnWidths(wished, 180, letters) ?? [];
    expect(widths.reduce((sum, one) => sum + one, 0)).toBeCloseTo(180);
    expect(widths[0]).toBeGreaterThanOrEqual(30);
  });

  it('a printed table whose columns would be too narrow to read turns its page to landscape', () => {
    expect(layOut(documentOf(table(3))).landscape).toBe(false);
    expect(
      layOut(
        documentOf({
          ...table(3, 20),
          columns: Array.from({ length: 20 }, (_, index) => ({ heading: `标准采样体积${index}(L)` })),
        }),
      ).landscape,
    ).toBe(true);
  });
});
