import { describe, expect, it } from 'vitest';
import { reportSpecimen, specimenIssue } from '@contract/features/reports/paper/reportSpecimen';
import type { ReportContent } from '@contract/features/reports/reportContent';
import { reportDocument } from '@contract/features/reports/reportDocument';
import { barOf, type Block, type TableBlock, textOf } from '@contract/print/printDocument';

const tableIn = (content: ReportContent, title: string): TableBlock | undefined =>
  reportDocument(content, specimenIssue()).blocks.find(
    (block): block is TableBlock => block.kind === 'table' && block.title === title,
  );
const comparison = '检测结果占接触限值的百分比';
const picturesIn = (content: ReportContent) =>
  reportDocument(content, specimenIssue()).blocks.flatMap((block: Block) =>
    block.kind === 'pictures' ? block.pictures : [],
  );
/** The specimen with its first result above the limit of 50. */
function exceeded(): ReportContent {
  const content = reportSpecimen();
  const [post, ...others] = content.results;
  const [value] = post?.values ?? [];
  if (!post || !value) throw new Error('no value');
  const high = {
    ...value,
    measured: { text: '75', num: '75', censored: false },
    text: '75',
    verdict: 'exceeds',
  } as const;
  return { ...content, results: [{ ...post, values: [high] }, ...others] };
}

describe('results beside their limits in a report', () => {
  it('a report shows for each post and item a bar of the highest result against the limit, with the percentage', () => {
    const rows = tableIn(exceeded(), comparison)?.rows ?? [];
    expect(rows.map((row) => [textOf(row[4] ?? ''), barOf(row[5] ?? '')])).toEqual([
      ['150', 1.5],
      ['6.2', 0.062],
      ['6.2', 0.062],
      ['6.2', 0.062],
    ]);
  });

  it('a report of a former edition has no bars, and its results stay centred', () => {
    const former = { ...exceeded(), edition: 3 } as const;
    expect(tableIn(former, comparison)).toBeUndefined();
    const aligned = (content: ReportContent) =>
      tableIn(content, '化学有害因素检测结果与判定')?.columns.find(({ heading }) => heading.startsWith('检测结果'))
        ?.align;
    expect([aligned(former), aligned(exceeded())]).toEqual(['center', 'mark']);
  });
});

describe('drawing of the sampling points in a report', () => {
  const drawing = {
    file: 'plan',
    group: 'sites',
    caption: '采样点布置图',
    ratio: 1.6,
    marks: { '01': '0.5000 0.2500', '02': '0.1000 0.1000' },
  } as const;

  it('points above their limit are circled in a report’s drawing, and its caption names them', () => {
    const [plan] = picturesIn({ ...exceeded(), pictures: [drawing] });
    expect(plan?.rings).toEqual([{ x: 0.5, y: 0.25 }]);
    expect(plan?.caption).toBe('采样点布置图（加圈为超过限值的测点：01）');
  });

  it('a drawing without a point above its limit, and the drawing of a report without judgement, have no circles', () => {
    expect(picturesIn({ ...reportSpecimen(), pictures: [drawing] })[0]?.rings).toBeUndefined();
    expect(picturesIn({ ...exceeded(), assess: false, pictures: [drawing] })[0]?.rings).toBeUndefined();
  });
});
