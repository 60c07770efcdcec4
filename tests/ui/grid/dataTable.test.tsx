// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DataTable } from '@/grid/DataTable';
import type { DataTableColumn, DataTableProps, TableSort } from '@/grid/DataTable';
import { gridTexts } from '@/grid/gridTexts';

interface Sample {
  id: number;
  code: string;
  value: number;
}

const samples = (from: number, count: number): Sample[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, code: `S-${from + at}`, value: at / 10 }));
const idOf = (sample: Sample) => sample.id;
const columns: DataTableColumn<Sample>[] = [
  {
    key: 'code',
    title: '样品编号',
    width: 120,
    fixed: 'left',
    sortable: true,
    text: (row) => row.code,
    render: (row) => row.code,
  },
  {
    key: 'value',
    title: '浓度',
    unit: 'mg/m³',
    width: 100,
    align: 'right',
    sortable: true,
    text: (row) => String(row.value),
    render: (row) => row.value,
  },
  {
    key: 'actions',
    title: '操作',
    width: 120,
    fixed: 'right',
    render: (row) => (
      <>
        <button type="button">编辑{row.id}</button>
        <button type="button">删除{row.id}</button>
      </>
    ),
  },
];

type Overrides = Partial<DataTableProps<Sample>>;

/** Table with the state that its page would hold. */
function Page({ first, ...props }: Overrides & { first?: number[] }) {
  const [selected, setSelected] = useState<ReadonlySet<number | string>>(new Set(first));
  const [sort, setSort] = useState<TableSort | null>(null);
  return (
    <>
      <button type="button">前</button>
      <DataTable<Sample>
        label="样品"
        rows={samples(1, 5)}
        rowKey={idOf}
        columns={columns}
        height={400}
        sort={sort}
        onSort={setSort}
        selected={selected}
        onSelect={setSelected}
        {...props}
      />
      <code>{[...selected].join(',')}</code>
    </>
  );
}

const five = samples(1, 5);
const body = () => screen.getAllByRole('rowgroup')[1] as HTMLElement;
const row = (number: number) => within(body()).getAllByRole('row')[number - 1] as HTMLElement;
const box = (number: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: gridTexts.selectRow(number) });
const pageBox = () => screen.getByRole<HTMLInputElement>('checkbox', { name: gridTexts.selectPage });
const chosen = () => document.querySelector('code')?.textContent;

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('numbers that differ in their last characters', () => {
  const long = { id: 1, code: '浙检ZX-2026-00012-CY-000345', value: 1 };
  const shown = (column: Partial<DataTableColumn<Sample>>, rows = [long]) => {
    render(<Page rows={rows} columns={[{ ...(columns[0] as DataTableColumn<Sample>), ...column }]} />);
    return within(row(1)).getAllByRole('gridcell')[1] as HTMLElement;
  };

  it('codes in a table are cut in the middle where they do not fit, and read and copied whole', () => {
    for (const kind of [{ code: true }, { mono: true }]) {
      const cell = shown(kind);
      expect([cell.textContent, cell.querySelector('[data-cut]')?.textContent]).toEqual([
        long.code,
        '浙检ZX-2026-00012-C',
      ]);
      cleanup();
    }
    expect(shown({ code: true, width: 300 }).querySelector('[data-cut]')).toBeNull();
    cleanup();
    expect(shown({}).querySelector('[data-cut]')).toBeNull();
  });

  it('make their column as wide as themselves, and no wider than it may be', () => {
    const headWidth = () => screen.getAllByRole('columnheader')[1]?.style.width;
    shown({ code: true, fit: { least: 60, most: 400 } });
    expect(headWidth()).toBe('237px');
    cleanup();
    shown({ code: true, fit: { least: 60, most: 200 } });
    expect(headWidth()).toBe('200px');
    cleanup();
    shown({ code: true, fit: { least: 60, most: 200 } }, five);
    expect(headWidth()).toBe('60px');
    cleanup();
    render(
      <Page rows={[]} columns={[{ ...(columns[0] as DataTableColumn<Sample>), fit: { least: 60, most: 200 } }]} />,
    );
    expect(headWidth()).toBe('120px');
  });
});

describe('table roles and counts', () => {
  it('a table announces all rows and columns although only some are rendered', () => {
    render(<Page rows={samples(1, 5000)} />);
    const grid = screen.getByRole('grid', { name: '样品' });
    expect(grid.getAttribute('aria-rowcount')).toBe('5001');
    expect(grid.getAttribute('aria-colcount')).toBe('4');
    const drawn = within(body()).getAllByRole('row');
    expect(drawn.length).toBeGreaterThan(20);
    expect(drawn.length).toBeLessThan(60);
    expect(drawn[0]?.getAttribute('aria-rowindex')).toBe('2');
  });

  it('a table numbers cells from left to right with pinned ones, and shows units in the header', () => {
    render(<Page rows={five} />);
    const heads = screen.getAllByRole('columnheader');
    expect(heads.map((head) => head.getAttribute('aria-colindex'))).toEqual(['1', '2', '3', '4']);
    expect(heads[2]?.textContent).toBe('浓度(mg/m³)');
    expect(
      within(row(2))
        .getAllByRole('gridcell')
        .map((cell) => cell.textContent),
    ).toEqual(['', 'S-2', '0.1', '编辑2删除2']);
  });

  it('a table renders every column if there is no layout to measure', () => {
    const many = Array.from({ length: 40 }, (_, at): DataTableColumn<Sample> => ({
      key: `k${at}`,
      title: `列${at}`,
      width: 100,
      render: (each) => each.id,
    }));
    render(<Page rows={five} columns={many} />);
    expect(screen.getAllByRole('columnheader')).toHaveLength(41);
  });

  it('a table marks the active row and applies the row’s class', () => {
    render(<Page rows={five} activeKey={3} rowClass={(each) => (each.id === 2 ? 'late' : undefined)} />);
    expect(row(3).getAttribute('aria-current')).toBe('true');
    expect(row(2).classList.contains('late')).toBe(true);
    expect(row(1).classList.contains('late')).toBe(false);
  });

  it('a table renders no checkboxes and no selected state if rows can not be selected', () => {
    render(<Page rows={five} onSelect={undefined} />);
    expect(screen.queryAllByRole('checkbox')).toHaveLength(0);
    expect(row(1).hasAttribute('aria-selected')).toBe(false);
  });
});

describe('table selection', () => {
  it('the selection of a table keeps selected rows of other pages when this page is selected and cleared', async () => {
    render(<Page rows={five} first={[99]} />);
    expect(pageBox().checked).toBe(false);
    expect(pageBox().indeterminate).toBe(false);
    await userEvent.click(pageBox());
    expect(chosen()).toBe('99,1,2,3,4,5');
    expect(pageBox().checked).toBe(true);
    await userEvent.click(pageBox());
    expect(chosen()).toBe('99');
  });

  it('the selection of a table shows a half-checked box for some rows of the page and selects the rest from there', async () => {
    render(<Page rows={five} />);
    await userEvent.click(box(2));
    expect(row(2).getAttribute('aria-selected')).toBe('true');
    expect(row(1).getAttribute('aria-selected')).toBe('false');
    expect(pageBox().indeterminate).toBe(true);
    await userEvent.click(pageBox());
    expect(pageBox().indeterminate).toBe(false);
    expect(pageBox().checked).toBe(true);
  });

  it('the selection of a table selects a range with Shift from the last box, upwards too, and clears it again', async () => {
    const user = userEvent.setup();
    render(<Page rows={five} />);
    await user.click(box(4));
    await user.keyboard('{Shift>}');
    await user.click(box(2));
    expect((chosen() ?? '').split(',').sort()).toEqual(['2', '3', '4']);
    await user.click(box(4));
    await user.keyboard('{/Shift}');
    expect(chosen()).toBe('');
  });
});

describe('table sorting', () => {
  it('sorting of a table cycles ascending, descending, none and announces it on the header', async () => {
    render(<Page rows={five} />);
    const head = screen.getAllByRole('columnheader')[1] as HTMLElement;
    const states = [head.getAttribute('aria-sort')];
    for (let press = 0; press < 3; press += 1) {
      await userEvent.click(within(head).getByRole('button'));
      states.push(head.getAttribute('aria-sort'));
    }
    expect(states).toEqual(['none', 'ascending', 'descending', 'none']);
  });

  it('sorting of a table sorts by Enter and Space, starting with ascending on another column', async () => {
    const onSort = vi.fn<(sort: TableSort | null) => void>();
    render(<Page rows={five} onSort={onSort} sort={{ field: 'code', order: 'asc' }} />);
    screen.getByRole('button', { name: '样品编号' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(onSort).toHaveBeenLastCalledWith({ field: 'code', order: 'desc' });
    await userEvent.keyboard('{ArrowRight} ');
    expect(onSort).toHaveBeenLastCalledWith({ field: 'value', order: 'asc' });
  });

  it('sorting of a table sets no aria-sort on a column that can not be sorted', () => {
    render(<Page rows={five} />);
    expect(screen.getAllByRole('columnheader')[3]?.hasAttribute('aria-sort')).toBe(false);
  });
});

describe('table keyboard', () => {
  it('the keyboard in a table has one tab stop in the header and one in the body', async () => {
    render(<Page rows={five} />);
    screen.getByRole('button', { name: '前' }).focus();
    await userEvent.tab();
    expect(document.activeElement).toBe(pageBox());
    await userEvent.tab();
    expect(document.activeElement).toBe(row(1));
    await userEvent.tab();
    expect(document.activeElement).toBe(document.body);
  });

  it('the keyboard in a table moves the focused row with arrows, Home, End and PageUp, PageDown', async () => {
    render(<Page rows={samples(1, 200)} />);
    row(1).focus();
    const at = async (keys: string) => {
      await userEvent.keyboard(keys);
      return document.activeElement?.getAttribute('aria-rowindex');
    };
    expect(await at('{ArrowDown}{ArrowDown}')).toBe('4');
    expect(await at('{ArrowUp}')).toBe('3');
    expect(await at('{End}')).toBe('201');
    expect(await at('{Home}')).toBe('2');
    expect(await at('{PageDown}')).toBe('45');
    expect(await at('{PageUp}{ArrowUp}')).toBe('2');
  });

  it('the keyboard in a table keeps the focused row mounted when it is scrolled out of view', async () => {
    render(<Page rows={samples(1, 500)} />);
    row(2).focus();
    const grid = screen.getByRole('grid');
    grid.scrollTop = 12_000;
    fireEvent.scroll(grid);
    expect(await screen.findByText('S-320')).toBeTruthy();
    expect(screen.queryByText('S-5')).toBeNull();
    expect(document.activeElement?.textContent).toContain('S-2');
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toContain('S-3');
  });

  it('the keyboard in a table selects with Space, extends with Shift+Space, selects the page with Ctrl+A, opens with Enter', async () => {
    const onOpen = vi.fn<(row: Sample) => void>();
    render(<Page rows={five} onOpen={onOpen} />);
    row(2).focus();
    await userEvent.keyboard(' {ArrowDown}{ArrowDown}{Shift>} {/Shift}');
    expect(chosen()).toBe('2,3,4');
    await userEvent.keyboard('{Control>}a{/Control}');
    expect(chosen()).toBe('2,3,4,1,5');
    await userEvent.keyboard('{Enter}');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(five[3]);
  });

  it('the keyboard in a table moves sideways through cells and their buttons, which handle Enter themselves', async () => {
    const onOpen = vi.fn<(row: Sample) => void>();
    render(<Page rows={five} onOpen={onOpen} />);
    row(1).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(box(1));
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('编辑1');
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('删除1');
    await userEvent.keyboard('{Enter}');
    expect(onOpen).not.toHaveBeenCalled();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('编辑2');
  });

  it('the keyboard in a table has its tab stop at the button that was focused last, also within one row', () => {
    render(<Page rows={five} />);
    row(1).focus();
    expect(row(1).tabIndex).toBe(0);
    act(() => screen.getByText('编辑1').focus());
    expect([row(1).tabIndex, screen.getByText('编辑1').tabIndex]).toEqual([-1, 0]);
    act(() => box(1).focus());
    expect([box(1).tabIndex, screen.getByText('编辑1').tabIndex]).toEqual([0, -1]);
  });

  it('the keyboard in a table focuses the row that takes the place of a deleted one', () => {
    const { rerender } = render(<Page rows={five} />);
    row(3).focus();
    rerender(<Page rows={five.filter((each) => each.id !== 3)} />);
    expect(document.activeElement?.textContent).toContain('S-4');
  });

  it('the keyboard in a table keeps the focus on its row when the order changes', () => {
    const { rerender } = render(<Page rows={five} />);
    row(1).focus();
    rerender(<Page rows={[...five].reverse()} />);
    expect(document.activeElement?.textContent).toContain('S-1');
    expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('6');
  });

  it('the keyboard in a table opens a row by double click, but not on a button or checkbox', async () => {
    const onOpen = vi.fn<(row: Sample) => void>();
    render(<Page rows={five} onOpen={onOpen} />);
    await userEvent.dblClick(screen.getByText('删除2'));
    await userEvent.dblClick(box(2));
    expect(onOpen).not.toHaveBeenCalled();
    await userEvent.dblClick(screen.getByText('S-2'));
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(five[1]);
  });

  it('the keyboard in a table clips a cell with a component of its own whatever its text', () => {
    const { container } = render(
      <DataTable
        label="样品"
        rows={five}
        rowKey={(row) => row.id}
        columns={[
          {
            key: 'unit',
            title: '单位',
            width: 174,
            text: ({ code }: Sample) => code,
            render: ({ code }) => <span>{`${code}　嘉兴秀洲瑞禾精细化工有限公司`}</span>,
          },
        ]}
        height={300}
      />,
    );
    expect(container.querySelector('[data-row="0"] > [role="gridcell"]')?.className).toMatch(/clipped/);
  });

  it('the keyboard in a table copies the row separated by tabs, or the cell', async () => {
    render(<Page rows={five} />);
    const copied = () => {
      const setData = vi.fn<(format: string, text: string) => void>();
      fireEvent.copy(document.activeElement as Element, { clipboardData: { setData } });
      return setData.mock.calls[0]?.[1];
    };
    row(2).focus();
    expect(copied()).toBe('S-2\t0.1');
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(copied()).toBe('S-2');
  });
});

describe('table column resizing', () => {
  const handle = (title: string) => screen.getByRole('separator', { name: gridTexts.resize(title) });

  it("resizing of a table's column reports the new width once on release and shows it while dragging", () => {
    const onResize = vi.fn<(key: string, width: number) => void>();
    render(<Page rows={five} onResize={onResize} />);
    fireEvent.pointerDown(handle('样品编号'), { clientX: 100, button: 0, pointerId: 1 });
    fireEvent.pointerMove(handle('样品编号'), { clientX: 130, pointerId: 1 });
    expect(screen.getAllByRole('columnheader')[1]?.style.width).toBe('150px');
    expect(onResize).not.toHaveBeenCalled();
    fireEvent.pointerUp(handle('样品编号'), { clientX: 140, pointerId: 1 });
    expect(onResize).toHaveBeenCalledExactlyOnceWith('code', 160);
  });

  it("resizing of a table's column resizes by arrow keys, reversed for a column pinned right, and not below the least width", async () => {
    const onResize = vi.fn<(key: string, width: number) => void>();
    render(<Page rows={five} onResize={onResize} columns={columns.map((column) => ({ ...column, minWidth: 118 }))} />);
    handle('样品编号').focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(onResize).toHaveBeenLastCalledWith('code', 128);
    await userEvent.keyboard('{ArrowLeft}');
    expect(onResize).toHaveBeenLastCalledWith('code', 118);
    handle('操作').focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(onResize).toHaveBeenLastCalledWith('actions', 128);
  });

  it("resizing of a table's column has no resize handles without a listener", () => {
    render(<Page rows={five} />);
    expect(screen.queryAllByRole('separator')).toHaveLength(0);
  });
});

describe('table states', () => {
  it('a table shows the empty text if there are no rows', () => {
    const { rerender } = render(<Page rows={[]} />);
    expect(screen.getByRole('status').textContent).toBe(gridTexts.empty);
    rerender(<Page rows={[]} empty="还没有样品，先新增一个" />);
    expect(screen.getByRole('status').textContent).toBe('还没有样品，先新增一个');
  });

  it('a table shows the error instead of the rows', () => {
    render(<Page rows={five} error={<span>加载失败，请重试</span>} />);
    expect(screen.getByRole('alert').textContent).toBe('加载失败，请重试');
    expect(screen.queryByText('S-1')).toBeNull();
  });

  it('a table shows the skeleton after 200 ms and no empty text before', async () => {
    render(<Page rows={[]} loading />);
    expect(screen.queryByRole('status')).toBeNull();
    expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true');
    expect(await screen.findByRole('status', { name: gridTexts.loading })).toBeTruthy();
    expect(screen.queryByText(gridTexts.empty)).toBeNull();
  });

  it('a table keeps its rows under a progress line while loading, from 50 ms on (SPEC §9)', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    render(<Page rows={five} loading />);
    act(() => void vi.advanceTimersByTime(49));
    expect(screen.queryByRole('progressbar')).toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.getByRole('progressbar')).toBeTruthy();
    expect(screen.getByText('S-1')).toBeTruthy();
    vi.useRealTimers();
  });
});

describe('table scrolling', () => {
  it('scrolling of a table reuses the elements of a plain row but never the state of a cell', async () => {
    function Counter() {
      const [count, setCount] = useState(0);
      return (
        <button type="button" className="counter" onClick={() => setCount(count + 1)}>
          {count}
        </button>
      );
    }
    const counting: DataTableColumn<Sample>[] = [
      { key: 'count', title: '次数', width: 100, render: () => <Counter /> },
    ];
    render(<Page rows={samples(1, 500)} columns={counting} onSelect={undefined} />);
    // The first row has the keyboard cursor and stays; the others scroll out of view.
    for (const button of document.querySelectorAll<HTMLElement>('.counter')) fireEvent.click(button);
    expect(document.querySelectorAll('.counter').length).toBeGreaterThan(40);
    const grid = screen.getByRole('grid');
    grid.scrollTop = 12_000;
    fireEvent.scroll(grid);
    await vi.waitFor(() => expect(document.querySelector('[data-row="310"]')).not.toBeNull(), { timeout: 30_000 });
    expect([...document.querySelectorAll('.counter')].filter((button) => button.textContent === '1')).toHaveLength(1);
  });

  it('scrolling of a table starts another page at its top and keeps the position when rows are refetched', () => {
    const { rerender } = render(<Page rows={samples(1, 500)} />);
    const grid = screen.getByRole('grid');
    grid.scrollTop = 3000;
    rerender(<Page rows={samples(1, 500)} />);
    expect(grid.scrollTop).toBe(3000);
    rerender(<Page rows={samples(501, 500)} />);
    expect(grid.scrollTop).toBe(0);
  });
});
