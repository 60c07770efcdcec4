import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataGrid, type DataGridModel, type DataGridOptions, entryColumns, useDataGrid } from '@/grid/DataGrid';
import { entryGridTexts } from '@/grid/entry/entryGridTexts';
import { columnsFor } from '@/grid/entry/model/entryColumns';
import { useSuggestions } from '@/grid/entry/useSuggestions';
import { takeUser } from '@/session/sessionStore';
import type { AnyRow } from '@contract/entity';
import { siteSurveyModuleRow } from '@contract/features/library/entities/siteSurveyModule';
import { type Field, flag, text } from '@contract/field';
import type { User } from '@contract/wire';
import { freshBrowser, heardFeedback } from '../../../support/browserState';
import { allOf } from '../../../support/renderList';

// The entry grid under a person's hands, with rows of its own and no server.

const columns = entryColumns(siteSurveyModuleRow, [{ field: 'workshop' }, { field: 'post' }, { field: 'workers' }]);
const stored = (id: number, post: string): AnyRow =>
  ({ id, version: 1, organizationId: 1, template: 1, workshop: '一车间', post, hazard: 1, workers: 2 }) as never;
const kept: { grid?: DataGridModel } = {};
function Sheet(options: Partial<DataGridOptions>) {
  const grid = useDataGrid({
    entity: siteSurveyModuleRow,
    columns,
    fixedValues: { template: 1, hazard: 1 },
    load: async () => ['喷漆工', '打磨工', '包装工'].map((post, index) => stored(index + 1, post)),
    ...options,
  });
  kept.grid = grid;
  return <DataGrid grid={grid} label="岗位" height={600} />;
}
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
async function open(options: Partial<DataGridOptions> = {}) {
  const view = render(
    <QueryClientProvider client={client()}>
      <Sheet {...options} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(screen.getByRole('grid', { name: '岗位' })).toHaveAttribute('aria-busy', 'false'));
  return view;
}

let heard: ReturnType<typeof heardFeedback>;
beforeEach(() => {
  freshBrowser();
  takeUser({ user: { id: 1, userName: 'u', nickName: '甲' } as User, roles: allOf(siteSurveyModuleRow) } as never);
  heard = heardFeedback();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const cell = (row: number, column: number): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-row="${row}"] > [data-column="${column}"]`);
  if (!found) throw new Error(`no cell ${row}, ${column}`);
  return found;
};
const box = (): HTMLTextAreaElement =>
  document.querySelector<HTMLTextAreaElement>('[data-entry-editor]') as HTMLTextAreaElement;
const at = (row: number, column: number) => {
  fireEvent.mouseDown(cell(row, column));
  fireEvent.mouseUp(document);
};
const typed = (row: number, column: number, value: string) => {
  at(row, column);
  fireEvent.change(box(), { target: { value } });
  fireEvent.keyDown(box(), { key: 'Enter' });
};
const posts = () => kept.grid?.rows.map(({ values }) => values['post']);

describe('keys and menu of the entry grid', () => {
  it('F8 in the entry grid goes to the next error, and the browser’s own F8 is suppressed', async () => {
    await open();
    typed(0, 2, '多');
    typed(2, 2, '少');
    at(0, 0);
    expect(fireEvent.keyDown(box(), { key: 'F8' })).toBe(false);
    expect(box().closest('[data-column]')).toBe(cell(0, 2));
    expect(fireEvent.keyDown(box(), { key: 'F8' })).toBe(false);
    expect(box().closest('[data-column]')).toBe(cell(2, 2));
  });

  it('the command 复制为新行 (copy as new row) in the entry grid puts copies of the selected rows below them, in one step', async () => {
    await open();
    at(0, 1);
    fireEvent.keyDown(box(), { key: 'ArrowDown', shiftKey: true });
    fireEvent.contextMenu(cell(1, 1));
    fireEvent.click(await screen.findByText('复制为新行'));
    expect(posts()).toEqual(['喷漆工', '打磨工', '喷漆工', '打磨工', '包装工']);
    expect(kept.grid?.unsaved).toBe(2);
    fireEvent.keyDown(box(), { key: 'z', ctrlKey: true });
    expect(posts()).toEqual(['喷漆工', '打磨工', '包装工']);
  });

  it('the commands 复制为新行 (copy as new row) and 删除行 (delete row) are disabled for a person who may only change rows', async () => {
    await open({ can: { add: false, remove: false } });
    at(0, 1);
    fireEvent.contextMenu(cell(0, 1));
    for (const name of ['复制为新行', '删除行'])
      expect((await screen.findByText(name)).closest('li')).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('a drag beyond the entry grid', () => {
  const moved = (clientX: number, clientY: number) => fireEvent.mouseMove(document, { clientX, clientY });
  /** Returns the px scrolled down and sideways by one tick of the timer, with the pointer there. */
  async function scrolledAt(clientX: number, clientY: number): Promise<readonly [number, number]> {
    const viewport = screen.getByRole('grid', { name: '岗位' });
    const edges = { left: 100, right: 500, top: 100, bottom: 400, width: 400, height: 300, x: 100, y: 100 };
    vi.spyOn(viewport, 'getBoundingClientRect').mockReturnValue(edges as DOMRect);
    Object.assign(document, { elementFromPoint: () => cell(1, 1) });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const tick = () => {
      Object.assign(viewport, { scrollTop: 200, scrollLeft: 200 });
      act(() => void vi.advanceTimersByTime(40));
      return [viewport.scrollTop - 200, viewport.scrollLeft - 200] as const;
    };
    fireEvent.mouseDown(cell(0, 0));
    moved(clientX, clientY);
    const scrolled = tick();
    fireEvent.mouseUp(document);
    expect(tick()).toEqual([0, 0]);
    vi.useRealTimers();
    return scrolled;
  }

  it('dragging beyond the entry grid’s edge scrolls towards the pointer and ends on release', async () => {
    await open();
    expect(await scrolledAt(300, 90)).toEqual([-16, 0]);
    expect(await scrolledAt(300, 410)).toEqual([16, 0]);
    expect(await scrolledAt(510, 300)).toEqual([0, 16]);
    expect(await scrolledAt(90, 300)).toEqual([0, -16]);
    // Beside the header.
    expect(await scrolledAt(510, 120)).toEqual([-16, 16]);
    expect(await scrolledAt(300, 200)).toEqual([0, 0]);
  });

  it('dragging in the entry grid selects up to the cell at the pointer', async () => {
    await open();
    Object.assign(document, { elementFromPoint: () => cell(2, 2) });
    fireEvent.mouseDown(cell(1, 1));
    moved(10, 10);
    fireEvent.mouseUp(document);
    expect(document.querySelectorAll('[role="gridcell"][aria-selected="true"]')).toHaveLength(4);
    moved(10, 10);
    expect(kept.grid?.state.history.present.selection.head).toEqual({ row: 2, column: 2 });
  });
});

describe('the fill handle of the entry grid', () => {
  const workers = () => kept.grid?.rows.map(({ values }) => values['workers']);
  /** Pulls the handle of the selection to a cell. */
  const pulled = (row: number, column: number) => {
    Object.assign(document, { elementFromPoint: () => cell(row, column) });
    fireEvent.mouseDown(document.querySelector('[data-fill]') as HTMLElement);
    fireEvent.mouseMove(document, { clientX: 10, clientY: 10 });
    fireEvent.mouseUp(document);
  };
  const chosen = () => document.querySelectorAll('[role="gridcell"][aria-selected="true"]').length;

  it('the fill handle of the entry grid continues a series down or up, undone in one step', async () => {
    await open({ can: { add: false } });
    typed(1, 2, '4');
    typed(2, 2, '6');
    at(1, 2);
    fireEvent.keyDown(box(), { key: 'ArrowDown', shiftKey: true });
    pulled(0, 2);
    expect(workers()).toEqual([2, 4, 6]);
    expect(chosen()).toBe(3);
    typed(0, 2, '9');
    at(0, 2);
    pulled(2, 2);
    expect(workers()).toEqual([9, 9, 9]);
    fireEvent.keyDown(box(), { key: 'z', ctrlKey: true });
    expect(workers()).toEqual([9, 4, 6]);
  });

  it('the fill handle of the entry grid fills sideways if dragged farther that way, and only cells of the same kind', async () => {
    await open();
    at(0, 1);
    pulled(0, 2);
    expect(workers()?.[0]).toBe(2);
    at(0, 1);
    pulled(0, 0);
    expect(kept.grid?.rows[0]?.values['workshop']).toBe('喷漆工');
    fireEvent.keyDown(box(), { key: 'z', ctrlKey: true });
    at(0, 1);
    pulled(0, 1);
    expect(kept.grid?.unsaved).toBe(0);
    // The empty row below the last one becomes a row.
    at(1, 1);
    pulled(3, 1);
    expect(posts()).toEqual(['喷漆工', '打磨工', '打磨工', '打磨工']);
  });
});

it('a draft of the entry grid that exceeds the browser’s storage is reported once, and again after a successful one', async () => {
  await open();
  const full = () =>
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
  const warnings = () => heard.notices.filter(([, said]) => said === entryGridTexts.draftTooBig).length;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pause = () => act(() => void vi.advanceTimersByTime(900));
  typed(0, 1, '甲');
  pause();
  expect(warnings()).toBe(0);
  const first = full();
  typed(0, 1, '乙');
  pause();
  typed(0, 1, '丙');
  pause();
  expect(warnings()).toBe(1);
  first.mockRestore();
  typed(0, 1, '丁');
  pause();
  full();
  typed(0, 1, '戊');
  pause();
  expect(warnings()).toBe(2);
});

describe('columns and suggestions of the entry grid', () => {
  it('a computed column of the entry grid is as wide as its title and unit need, and at least 96 px', () => {
    const computed = () => '';
    const widths = columnsFor(siteSurveyModuleRow, [
      { key: 'a', title: '两班', computed },
      { key: 'b', title: '一二三四五六七八九十', computed },
      { key: 'c', title: '一二三四五六七八九十', unit: 'mg/m³', computed },
      { key: 'd', title: '一二三四五六七八九十', width: 70, computed },
    ]).map(({ width }) => width);
    expect(widths).toEqual([96, 164, 204, 164]);
  });

  it('a yes-or-no cell of the entry grid offers 是 and 否, narrowed by typing; a text cell offers nothing', () => {
    const offered = (field: Field, typed: string, open: boolean) =>
      renderHook(() => useSuggestions({ name: field.label, field, offeredBy: null }, typed, open), {
        wrapper: ({ children }) => <QueryClientProvider client={client()}>{children}</QueryClientProvider>,
      }).result.current.list.map(({ label }) => label);
    expect(offered(flag('潮湿'), '', true)).toEqual(['是', '否']);
    expect(offered(flag('潮湿'), '否', true)).toEqual(['否']);
    expect(offered(flag('潮湿'), '', false)).toEqual([]);
    expect(offered(text('岗位'), '', true)).toEqual([]);
  });
});
