import { describe, expect, it } from 'vitest';
import { reportSpecimen, specimenIssue } from '@contract/features/reports/paper/reportSpecimen';
import type { ReportContent } from '@contract/features/reports/reportContent';
import { reportDocument } from '@contract/features/reports/reportDocument';
import { layoutData } from '@contract/print/layoutFields';
import { layOut } from '@contract/print/pageLayout';
import type { PlacedBlock, PlacedTable, PlacedText } from '@contract/print/placedPage';
import { type PrintDocument, type TableBlock, textOf } from '@contract/print/printDocument';
import { lineHeight, widthOf } from '@contract/print/textMetrics';

const paper: PrintDocument = {
  title: '检测报告',
  agency: '检测机构',
  corner: '报告编号：1',
  face: 'serif',
  textGrid: true,
  blocks: [],
  signers: [],
  foot: '',
};
const body = (block: PlacedBlock): block is PlacedText => block.kind === 'text' && block.as === 'line';
const linesOn = (page: readonly PlacedBlock[]): readonly string[] => page.filter(body).flatMap(({ lines }) => lines);
const paragraph = (count: number): string => '检'.repeat(count);
const running = (...lines: string[]): PrintDocument['blocks'][number] => ({ kind: 'lines', lines, running: true });

describe('the text of a report in the grid of GBZ 331-2024 H.1', () => {
  it('running text has 30 characters a line and 28 lines a page', () => {
    const { pages } = layOut({ ...paper, blocks: [running(paragraph(30 * 100))] });
    const [, second = []] = pages;
    expect(linesOn(second)).toHaveLength(28);
    expect(new Set(linesOn(second).map(({ length }) => length))).toEqual(new Set([30]));
    const text = second.find(body);
    expect(text && text.lines.length * lineHeight(text.letters)).toBeGreaterThan(250);
    expect(text && widthOf(text.lines[0] ?? '', text.letters)).toBeCloseTo(text?.width ?? 0, 6);
  });

  it('a paragraph is divided at the end of a page, with at least two of its lines on each side', () => {
    for (let lines = 20; lines < 60; lines += 1) {
      const { pages } = layOut({ ...paper, blocks: [running(paragraph(30 * 24)), running(paragraph(30 * lines))] });
      const counts = pages.map((page) => linesOn(page).length);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(24 + lines);
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
      for (const page of pages)
        for (const text of page.filter(body)) {
          expect(text.y + text.lines.length * lineHeight(text.letters)).toBeLessThanOrEqual(274.001);
          expect(text.lines.length).toBeGreaterThanOrEqual(2);
        }
    }
  });

  it('a wide table takes the width between the margins, a narrow one that of the text', () => {
    const table = (columns: number): TableBlock => ({
      kind: 'table',
      title: '表',
      columns: Array.from({ length: columns }, () => ({ heading: '样品编号' })),
      rows: [Array.from({ length: columns }, () => '2026DQ0001-0001')],
    });
    const placed = layOut({ ...paper, blocks: [table(3), table(7)] })
      .pages.flat()
      .filter((block): block is PlacedTable => block.kind === 'table');
    expect(placed.map(({ x, width }) => [Math.round(x), Math.round(width)])).toEqual([
      [34, 148],
      [18, 180],
    ]);
  });

  it('a report of the fourth edition has no grid', () => {
    expect(reportDocument(reportSpecimen(), specimenIssue()).textGrid).toBe(true);
    expect(reportDocument({ ...reportSpecimen(), edition: 4 }, specimenIssue()).textGrid).toBeUndefined();
  });
});

describe('rows of a post in a printed table', () => {
  const rows = Array.from({ length: 90 }, (_, index) => [`岗位${Math.floor(index / 4)}`, String(index)]);
  const firstRows = (document: PrintDocument): string[] =>
    layOut(document)
      .pages.flat()
      .filter((block): block is PlacedTable => block.kind === 'table')
      .map((table) => table.rows[1]?.cells[1]?.lines[0] ?? '');
  const table: TableBlock = { kind: 'table', title: '结果', columns: [{ heading: '岗位' }, { heading: '结果' }], rows };

  it('rows that are equal in the first columns stay on one page', () => {
    const starts = firstRows({ ...paper, blocks: [{ ...table, together: 1 }] });
    expect(starts.length).toBeGreaterThan(2);
    expect(starts.filter((start) => Number(start) % 4 !== 0)).toEqual([]);
    expect(firstRows({ ...paper, blocks: [table] }).some((start) => Number(start) % 4 !== 0)).toBe(true);
  });

  it('printed rows with the same first columns are divided between pages if one page cannot hold them all', () => {
    const same = { ...table, rows: rows.map(([, result = '']) => ['岗位', result]), together: 1 };
    const placed = layOut({ ...paper, blocks: [same] }).pages.flat();
    const count = placed.flatMap((block) => (block.kind === 'table' ? block.rows.slice(1) : [])).length;
    expect(count).toBe(90);
  });
});

describe('a report of the fifth edition', () => {
  const title = '化学有害因素检测结果与判定';
  const tableIn = (content: ReportContent): TableBlock | undefined =>
    reportDocument(content, specimenIssue()).blocks.find(
      (block): block is TableBlock => block.kind === 'table' && block.title === title,
    );

  it('a unit that all results of a table have stands in its head, and an own layout still has it with the value', () => {
    const content = reportSpecimen();
    const table = tableIn(content);
    const at = table?.columns.findIndex(({ heading }) => heading === '检测结果(mg/m³)') ?? -1;
    expect(at).toBeGreaterThan(0);
    expect(textOf(table?.rows[0]?.[at] ?? '')).not.toContain('mg/m³');
    const list = layoutData(reportDocument(content, specimenIssue()))[title];
    expect(JSON.stringify(list)).toMatch(/"检测结果":"[\d.]+ mg\/m³/);
    const former = tableIn({ ...content, edition: 4 });
    expect(textOf(former?.rows[0]?.[at] ?? '')).toContain(' mg/m³');
  });

  it('empty facts that no standard asks for are left out; the others have a dash', () => {
    const content = reportSpecimen();
    const unit = { ...content.unit, scale: null, contact: null, industry: null };
    const labels = (edition: 4 | 5): string[] =>
      reportDocument({ ...content, unit, edition }, specimenIssue()).blocks.flatMap((block) =>
        block.kind === 'facts' && block.label === '用人单位'
          ? block.facts.flatMap(({ label, value }) => (textOf(value) === '—' ? [label] : []))
          : [],
      );
    expect(labels(5)).toEqual(['所属行业']);
    expect(labels(4)).toEqual(['所属行业', '企业规模', '联系人']);
  });

  it('the logo of the organization is on the cover of a report of a report', () => {
    const logo = { file: 'logo', ratio: 2 };
    const { cover = [] } = reportDocument({ ...reportSpecimen(), logo }, specimenIssue());
    expect(JSON.stringify(cover)).toContain('"source":"logo"');
  });
});
