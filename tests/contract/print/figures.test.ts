import { describe, expect, it } from 'vitest';
import { barText, markIndents } from '@contract/print/cellFigures';
import { layOut } from '@contract/print/pageLayout';
import type { PlacedPicture, PlacedTable } from '@contract/print/placedPage';
import type { Cell, PrintDocument, TableBlock } from '@contract/print/printDocument';
import { widthOf } from '@contract/print/textMetrics';

const letters = { size: 9, face: 'serif' } as const;
const documentOf = (...blocks: PrintDocument['blocks']): PrintDocument => ({
  title: '检测报告',
  agency: '甲检测中心',
  corner: '',
  face: 'serif',
  blocks,
  signers: [],
  foot: '',
});
const tableOf = (cells: readonly Cell[]): TableBlock => ({
  kind: 'table',
  title: '结果',
  columns: [{ heading: '编号' }, { heading: '检测结果', align: 'mark' }],
  rows: cells.map((cell, index) => [`S${index}`, cell]),
});
const placedTables = (document: PrintDocument) =>
  layOut(document).pages.flatMap((page) => page.filter((block): block is PlacedTable => block.kind === 'table'));

describe('numbers of a column', () => {
  it('decimal marks stand below each other, with a sign before the number or a unit behind it', () => {
    const cells = ['3.15', '<0.05', '120', '12.5 mg/m³'];
    const indents = markIndents(cells, 40, letters);
    const marks = cells.map((text, index) => (indents[index] ?? 0) + widthOf(text.split('.')[0] ?? '', letters));
    for (const mark of marks) expect(mark).toBeCloseTo(marks[0] ?? 0, 6);
  });

  it('a right-aligned column of a paper in the serif face has its widest number at the right', () => {
    const indents = markIndents(['1.25', '0.5'], 40, letters, 'right');
    expect((indents[0] ?? 0) + widthOf('1.25', letters)).toBeCloseTo(40, 6);
    const table = {
      ...tableOf(['1.25', '0.5']),
      columns: [{ heading: '编号' }, { heading: '体积', align: 'right' }],
    } as const;
    const placed = (face: 'serif' | undefined) => {
      const { face: _face, ...former } = documentOf(table);
      return placedTables(face ? documentOf(table) : former)[0]?.rows[1]?.cells[1]?.indent;
    };
    expect([placed('serif'), placed(undefined)]).toEqual([expect.any(Number), undefined]);
  });

  it('words, corrected values and numbers wider than the column stay in the middle of a printed table’s column', () => {
    const corrected = { text: '3.1', struck: [{ text: '3.2', by: '张三' }] };
    expect(markIndents(['未检出', '—', corrected, '1.0'], 40, letters)).toEqual([
      undefined,
      undefined,
      undefined,
      expect.any(Number),
    ]);
    expect(markIndents(['1.2345678901234567'], 5, letters)).toEqual([undefined]);
  });

  it('a printed table keeps its decimal marks below each other on all its pages', () => {
    const cells = Array.from({ length: 120 }, (_, index) => (index % 7 ? `${index}.${index}` : `<0.0${index}`));
    const placed = placedTables(documentOf(tableOf(cells))).flatMap(({ rows }) => rows.slice(1));
    expect(placed).toHaveLength(120);
    const marks = placed.map(({ cells: [, cell] }) => {
      const [line = ''] = cell?.lines ?? [];
      return (cell?.x ?? 0) + (cell?.indent ?? 0) + widthOf(line.split('.')[0] ?? '', { ...letters, size: 9 });
    });
    expect(Math.max(...marks) - Math.min(...marks)).toBeLessThan(0.001);
  });
});

describe('bars of results', () => {
  it('the bar of a result is as long as its multiple of the limit, which is in the middle; beyond twice the limit it is cut', () => {
    const [table] = placedTables(documentOf(tableOf([0.5, 1, 1.2, 7].map((bar) => ({ text: '', bar })))));
    const bars = table?.rows.slice(1).map(({ cells: [, cell] }) => cell?.bar) ?? [];
    const half = (bars[0]?.limitX ?? 0) - (bars[0]?.x ?? 0);
    expect(bars.map((bar) => Number(((bar?.width ?? 0) / half).toFixed(3)))).toEqual([0.5, 1, 1.2, 2]);
    expect(bars.map((bar) => bar?.over)).toEqual([false, false, true, true]);
  });

  it('a docx file shows the bar of a result as squares, ten for the limit', () => {
    expect(barText({ text: '', bar: 0.5 })).toBe('■■■■■');
    expect(barText({ text: '', bar: 9 })).toBe('■'.repeat(20));
    expect(barText('甲')).toBe('甲');
  });
});

describe('circles over a plan', () => {
  it('a printed drawing keeps the circles around its points when it is laid out', () => {
    const rings = [{ x: 0.25, y: 0.5 }];
    const { pages } = layOut(
      documentOf({ kind: 'pictures', pictures: [{ source: 'plan', ratio: 1.6, rings }], across: 1, height: 100 }),
    );
    const picture = pages.flat().find((block): block is PlacedPicture => block.kind === 'picture');
    expect(picture?.rings).toEqual(rings);
  });
});

describe('cells of a paper in the serif face', () => {
  it('the labels of printed facts have space on both sides', () => {
    const facts = { kind: 'facts', label: '封面', pairs: 1, facts: [{ label: '用人单位', value: '甲' }] } as const;
    const [table] = placedTables(documentOf(facts));
    const [label] = table?.rows[0]?.cells ?? [];
    expect((label?.width ?? 0) - widthOf('用人单位', { size: 9, bold: true })).toBeGreaterThan(5);
  });
});
