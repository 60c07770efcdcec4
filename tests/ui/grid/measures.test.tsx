import { act, render, renderHook, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DataTable, type DataTableColumn } from '@/grid/DataTable';
import { columnsFor } from '@/grid/entry/model/entryColumns';
import { fittedWidth } from '@/grid/text/textFit';
import { useColumnEdgeDrag } from '@/grid/useColumnEdgeDrag';
import { useShownRect } from '@/grid/useShownRect';
import { defineEntity } from '@contract/entity';
import { decimal, text } from '@contract/field';

// What a table measures: its own size, the widths of its columns, and which texts may not fit.

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

interface Code {
  readonly id: number;
  readonly code: string;
}
const column = (more: Partial<DataTableColumn<Code>> = {}): DataTableColumn<Code> => ({
  key: 'code',
  title: '编号',
  width: 100,
  text: ({ code }) => code,
  render: ({ code }) => code,
  ...more,
});

describe('measured size of a table', () => {
  function measuring() {
    const size = { width: 0, height: 0 };
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => size.width);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => size.height);
    let measure: () => void = () => undefined;
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(told: () => void) {
          measure = told;
        }
        observe = () => undefined;
        disconnect = () => undefined;
      },
    );
    const element = document.createElement('div');
    const seen = (width: number, height: number) => {
      Object.assign(size, { width, height });
      act(() => measure());
      return view.result.current;
    };
    Object.assign(size, { width: 300, height: 200 });
    const view = renderHook(() => useShownRect(useRef(element)));
    return { view, seen, element };
  }

  it('the measured size of a table follows changes, stays the same object otherwise, and is kept while the table is hidden', () => {
    const { view, seen } = measuring();
    expect(view.result.current).toEqual({ width: 300, height: 200 });
    const first = seen(300, 200);
    expect(seen(300, 200)).toBe(first);
    expect(seen(350, 200)).toEqual({ width: 350, height: 200 });
    expect(seen(350, 250)).toEqual({ width: 350, height: 250 });
    expect(seen(0, 0)).toEqual({ width: 350, height: 250 });
  });

  it('a table that is shown again has its former scroll position', () => {
    const { seen, element } = measuring();
    Object.assign(element, { scrollTop: 120, scrollLeft: 40 });
    element.dispatchEvent(new Event('scroll'));
    seen(0, 0);
    Object.assign(element, { scrollTop: 0, scrollLeft: 0 });
    element.dispatchEvent(new Event('scroll'));
    seen(300, 200);
    expect([element.scrollTop, element.scrollLeft]).toEqual([120, 40]);
  });
});

describe('widths of a table’s columns', () => {
  const rows = ['S-1', 'ZJ-2026-0001-03-0125-平行样'].map((code, id) => ({ id, code }));
  const widths = (columns: DataTableColumn<Code>[], onResize?: () => void) =>
    renderHook(() => useColumnEdgeDrag(columns, rows, 14, onResize)).result.current.drawn.map(({ width }) => width);

  it('table columns have their given widths; a code column fits its longest code', () => {
    const fit = { minWidth: 60, maxWidth: 300 };
    const longest = fittedWidth(rows.slice(1), ({ code }) => code, fit, { fontSize: 14 });
    expect(longest).toBeGreaterThan(200);
    expect(
      widths([column(), column({ key: 'fit', fit }), column({ key: 'wide', fit: { ...fit, minWidth: 290 } })]),
    ).toEqual([100, longest, 290]);
  });

  it('a column that nobody can widen shows its whole title and unit', () => {
    const flow = column({ title: '采样前流量', unit: 'L/min', width: 90 });
    const [fixed, given] = [widths([flow])[0], widths([flow], () => undefined)[0]];
    expect(fixed).toBeGreaterThanOrEqual(7 * 14 + 50);
    expect(given).toBe(90);
  });

  it('a column of an entry grid shows its whole title, unit and mark', () => {
    const entity = defineEntity({
      name: 'row',
      path: 'api/row',
      label: '行',
      titleField: 'period',
      scope: 'organization',
      fields: { period: text('采样时间类型', { required: true }), flow: decimal('采样前流量', { unit: 'L/min' }) },
    });
    const [period, flow] = columnsFor(entity, [
      { field: 'period', width: 60 },
      { field: 'flow', width: 60 },
    ]);
    expect(period?.width).toBeGreaterThanOrEqual(6 * 14 + 12);
    expect(flow?.width).toBeGreaterThanOrEqual(5 * 14 + 30);
  });
});

it('a table cell is clipped only if its text may not fit or is unknown', () => {
  const rows = [
    { id: 1, code: 'S-1' },
    { id: 2, code: '嘉兴秀洲瑞禾精细化工有限公司' },
  ];
  render(
    <DataTable
      label="样品"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        column(),
        column({ key: 'unknown', text: undefined, reuse: true, render: ({ code }) => <b>{code}</b> }),
        column({ key: 'number', text: undefined, render: ({ id }) => id }),
      ]}
      height={300}
    />,
  );
  const clipped = screen.getAllByRole('gridcell').map(({ className }) => /clipped/.test(className));
  expect(clipped).toEqual([false, true, false, true, true, false]);
});
