import { describe, expect, it } from 'vitest';
import { cellsOf, layoutOf, widthShownAs } from '@/grid/columnPlacement';
import type { GridColumn } from '@/grid/columnPlacement';
import { estimatedWidthEm, mayOverflow } from '@/grid/text/textFit';

const columns: GridColumn[] = [
  { key: 'a', width: 100, fixed: 'left' },
  { key: 'b', width: 100 },
  { key: 'c', width: 200 },
  { key: 'd', width: 80, fixed: 'right' },
];

describe('column layout', () => {
  it('unpinned table columns are stretched in proportion to fill the window, in whole pixels', () => {
    const layout = layoutOf(columns, 1000);
    expect(layout.totalWidth).toBe(1000);
    expect([...layout.left, ...layout.center, ...layout.right].map((placed) => placed.width)).toEqual([
      100, 273, 547, 80,
    ]);
  });

  it('table columns keep their widths if they do not fit into the window', () => {
    const layout = layoutOf(columns, 300);
    expect(layout.totalWidth).toBe(480);
    expect(layout.center.map((placed) => placed.start)).toEqual([0, 100]);
  });

  it('a table leaves space for cells that are not rendered, so that the others keep their position', () => {
    const layout = layoutOf(columns, 300);
    const whole = cellsOf(layout, [0, 1]);
    const part = cellsOf(layout, [1]);
    const ends = (cells: typeof whole) => {
      let end = 0;
      return new Map(
        cells.map(({ column, width, style }) => {
          const edge = end + Number(style.marginLeft ?? 0) + width;
          end = edge + Number(style.marginRight ?? 0);
          return [column.key, edge];
        }),
      );
    };
    expect(ends(part).get('c')).toBe(ends(whole).get('c'));
    expect(ends(part).get('d')).toBe(480);
    expect(ends(cellsOf(layout, [])).get('d')).toBe(480);
  });

  it('a table column pinned right has no left margin, which would keep it from the edge', () => {
    const cells = cellsOf(layoutOf(columns, 300), [0]);
    expect(cells.at(-1)?.pin).toBe('right');
    expect(cells.at(-1)?.style.marginLeft).toBeUndefined();
  });

  it('a resized table column that is shown stretched stores its unstretched width', () => {
    const layout = layoutOf(columns, 1000);
    const b = columns[1] as GridColumn;
    const remembered = widthShownAs(layout, b, 400);
    const again = layoutOf(
      columns.map((column) => (column === b ? { ...column, width: remembered } : column)),
      1000,
    );
    expect(Math.abs((again.center[0]?.width ?? 0) - 400)).toBeLessThanOrEqual(2);
    expect(widthShownAs(layout, b, 1)).toBe(48);
  });
});

describe('text width estimate', () => {
  it('the estimated text width is larger for Chinese than for digits and never too small', () => {
    expect(estimatedWidthEm('汉字')).toBe(2);
    expect(estimatedWidthEm('12')).toBeCloseTo(1.24);
    expect(mayOverflow('2024-05-01', 140, 14)).toBe(false);
    expect(mayOverflow('广州某某职业卫生技术服务有限公司', 150, 14)).toBe(true);
  });
});
