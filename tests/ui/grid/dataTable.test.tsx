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
  Array.from({ length: count }, (_, index) => ({ id: from + index, code: `S-${from + index}`, value: index / 10 }));
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

describe('codes in a table', () => {
  const long = { id: 1, code: '浙检ZX-2026-00012-CY-000345', value: 1 };
  const shown = (column: Partial<DataTableColumn<Sample>>, rows = [long]) => {
    render(<Page rows={rows} columns={[{ ...(columns[0] as DataTableColumn<Sample>), ...column }]} />);
    return within(row(1)).getAllByRole('gridcell')[1] as HTMLElement;
  };

  it('a long code in a table is shortened in the middle, and read out and copied in full', () => {
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

  it('a code column in a table is as wide as its title and its codes, within its maximum', () => {
    const headWidth = () => screen.getAllByRole('columnheader')[1]?.style.width;
    shown({ code: true, fit: { minWidth: 60, maxWidth: 400 } });
    expect(headWidth()).toBe('237px');
    cleanup();
    shown({ code: true, fit: { minWidth: 60, maxWidth: 200 } });
    expect(headWidth()).toBe('200px');
    cleanup();
    shown({ code: true, fit: { minWidth: 60, maxWidth: 200 } }, five);
    expect(headWidth()).toBe('76px');
    cleanup();
    render(
      <Page
        rows={[]}
        columns={[{ ...(columns[0] as DataTableColumn<Sample>), fit: { minWidth: 60, maxWidth: 200 } }]}
      />,
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
    expect(heads[2]?.textContent).toBe('浓度（mg/m³）');
    expect(
      within(row(2))
        .getAllByRole('gridcell')
        .map((cell) => cell.textContent),
    ).toEqual(['', 'S-2', '0.1', '编辑2删除2']);
  });

  it('a table renders every column if there is no layout to measure', () => {
    const many = Array.from({ length: 40 }, (_, index): DataTableColumn<Sample> => ({
      key: `k${index}`,
      title: `列${index}`,
      width: 100,
      render: (each) => each.id,
    }));
    render(<Page rows={five} columns={many} />);
    expect(screen.getAllByRole('columnheader')).toHaveLength(41);
  });

  it('a table marks the active row and applies the style class given for a row', () => {
    render(<Page rows={five} activeKey={3} rowClass={(each) => (each.id === 2 ? 'late' : undefined)} />);
    expect(row(3).getAttribute('aria-current')).toBe('true');
    expect(row(2).classList.contains('late')).toBe(true);
    expect(row(1).classList.contains('late')).toBe(false);
  });

  it('a table whose rows cannot be selected renders no checkboxes and no selected state', () => {
    render(<Page rows={five} onSelect={undefined} />);
    expect(screen.queryAllByRole('checkbox')).toHaveLength(0);
    expect(row(1).hasAttribute('aria-selected')).toBe(false);
  });
});

describe('table selection', () => {
  it('the selection of a table keeps rows selected on other pages when the shown page is selected or cleared', async () => {
    render(<Page rows={five} first={[99]} />);
    expect(pageBox().checked).toBe(false);
    expect(pageBox().indeterminate).toBe(false);
    await userEvent.click(pageBox());
    expect(chosen()).toBe('99,1,2,3,4,5');
    expect(pageBox().checked).toBe(true);
    await userEvent.click(pageBox());
    expect(chosen()).toBe('99');
  });

  it('the header checkbox of a table is half ticked if some rows of the page are selected, and a click selects the rest', async () => {
    render(<Page rows={five} />);
    await userEvent.click(box(2));
    expect(row(2).getAttribute('aria-selected')).toBe('true');
    expect(row(1).getAttribute('aria-selected')).toBe('false');
    expect(pageBox().indeterminate).toBe(true);
    await userEvent.click(pageBox());
    expect(pageBox().indeterminate).toBe(false);
    expect(pageBox().checked).toBe(true);
  });

  it('Shift+click in a table selects the range from the last checkbox, upwards too, and clears it again', async () => {
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
  it('a click on a table’s column header cycles ascending, descending, unsorted, and announces it', async () => {
    render(<Page rows={five} />);
    const head = screen.getAllByRole('columnheader')[1] as HTMLElement;
    const states = [head.getAttribute('aria-sort')];
    for (let press = 0; press < 3; press += 1) {
      await userEvent.click(within(head).getByRole('button'));
      states.push(head.getAttribute('aria-sort'));
    }
    expect(states).toEqual(['none', 'ascending', 'descending', 'none']);
  });

  it('Enter and Space sort a table’s column, and begin with ascending on another column', async () => {
    const onSort = vi.fn<(sort: TableSort | null) => void>();
    render(<Page rows={five} onSort={onSort} sort={{ field: 'code', order: 'asc' }} />);
    screen.getByRole('button', { name: '样品编号' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(onSort).toHaveBeenLastCalledWith({ field: 'code', order: 'desc' });
    await userEvent.keyboard('{ArrowRight} ');
    expect(onSort).toHaveBeenLastCalledWith({ field: 'value', order: 'asc' });
  });

  it('a table column that cannot be sorted has no aria-sort', () => {
    render(<Page rows={five} />);
    expect(screen.getAllByRole('columnheader')[3]?.hasAttribute('aria-sort')).toBe(false);
  });
});

describe('table keyboard', () => {
  it('a table has one tab stop in the header and one in the body', async () => {
    render(<Page rows={five} />);
    screen.getByRole('button', { name: '前' }).focus();
    await userEvent.tab();
    expect(document.activeElement).toBe(pageBox());
    await userEvent.tab();
    expect(document.activeElement).toBe(row(1));
    await userEvent.tab();
    expect(document.activeElement).toBe(document.body);
  });

  it('arrow keys, Home, End, PageUp and PageDown move the focused row of a table', async () => {
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

  it('the focused row of a table stays mounted when it is scrolled out of view', async () => {
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

  it('Space selects a table row, Shift+Space extends, Ctrl+A selects the page, Enter opens the row', async () => {
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

  it('left and right arrows move through the cells of a table row and their buttons, which handle Enter themselves', async () => {
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

  it('the tab stop of a table is the button that was focused last, also within one row', () => {
    render(<Page rows={five} />);
    row(1).focus();
    expect(row(1).tabIndex).toBe(0);
    act(() => screen.getByText('编辑1').focus());
    expect([row(1).tabIndex, screen.getByText('编辑1').tabIndex]).toEqual([-1, 0]);
    act(() => box(1).focus());
    expect([box(1).tabIndex, screen.getByText('编辑1').tabIndex]).toEqual([0, -1]);
  });

  it('after a deletion the focus goes to the table row that takes the deleted one’s place', () => {
    const { rerender } = render(<Page rows={five} />);
    row(3).focus();
    rerender(<Page rows={five.filter((each) => each.id !== 3)} />);
    expect(document.activeElement?.textContent).toContain('S-4');
  });

  it('the focus of a table stays on its row when the order changes', () => {
    const { rerender } = render(<Page rows={five} />);
    row(1).focus();
    rerender(<Page rows={[...five].reverse()} />);
    expect(document.activeElement?.textContent).toContain('S-1');
    expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('6');
  });

  it('a double click opens a table row, but not on a button or checkbox', async () => {
    const onOpen = vi.fn<(row: Sample) => void>();
    render(<Page rows={five} onOpen={onOpen} />);
    await userEvent.dblClick(screen.getByText('删除2'));
    await userEvent.dblClick(box(2));
    expect(onOpen).not.toHaveBeenCalled();
    await userEvent.dblClick(screen.getByText('S-2'));
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(five[1]);
  });

  it('a table cell with a component of its own is clipped whatever its text', () => {
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

  it('copying in a table copies the row separated by tabs, or the single cell', async () => {
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

  it('dragging a table’s column border shows the width while dragging and reports it once on release', () => {
    const onResize = vi.fn<(key: string, width: number) => void>();
    render(<Page rows={five} onResize={onResize} />);
    fireEvent.pointerDown(handle('样品编号'), { clientX: 100, button: 0, pointerId: 1 });
    fireEvent.pointerMove(handle('样品编号'), { clientX: 130, pointerId: 1 });
    expect(screen.getAllByRole('columnheader')[1]?.style.width).toBe('150px');
    expect(onResize).not.toHaveBeenCalled();
    fireEvent.pointerUp(handle('样品编号'), { clientX: 140, pointerId: 1 });
    expect(onResize).toHaveBeenCalledExactlyOnceWith('code', 160);
  });

  it('arrow keys resize a table column, reversed for a column pinned right, and not below its minimum width', async () => {
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

  it('a table without a resize listener has no resize handles', () => {
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

  it('a loading table shows placeholder rows after 200 ms, and no empty text before', async () => {
    render(<Page rows={[]} loading />);
    expect(screen.queryByRole('status')).toBeNull();
    expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true');
    expect(await screen.findByRole('status', { name: gridTexts.loading })).toBeTruthy();
    expect(screen.queryByText(gridTexts.empty)).toBeNull();
  });

  it('a table keeps its rows under a progress line while it reloads, from 50 ms on', () => {
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
  it('a scrolled table reuses the elements of plain rows but never the state of a cell', async () => {
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

  it('a table scrolls to the top when it shows another page, and keeps its scroll position when the same page is refetched', () => {
    const { rerender } = render(<Page rows={samples(1, 500)} />);
    const grid = screen.getByRole('grid');
    grid.scrollTop = 3000;
    rerender(<Page rows={samples(1, 500)} />);
    expect(grid.scrollTop).toBe(3000);
    rerender(<Page rows={samples(501, 500)} />);
    expect(grid.scrollTop).toBe(0);
  });
});
