import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataGrid, type DataGridModel, type DataGridOptions, entryColumns, useDataGrid } from '@/grid/DataGrid';
import { entryGridTexts } from '@/grid/entry/entryGridTexts';
import { deobfuscate } from '@/lib/browser/obfuscateText';
import type { AnyRow } from '@contract/entity';
import { hazard } from '@contract/features/library/entities/hazard';
import { siteSurveyModule, siteSurveyModuleRow } from '@contract/features/library/entities/siteSurveyModule';
import { permissionOf } from '@contract/permissions';
import { maxRowsTogether, savedText } from '@contract/workbook/saveMany';
import { apiServer } from '../../support/apiServer';
import { heardFeedback } from '../../support/browserState';
import { measured } from '../../support/measured';
import { allOf, button, click, noButton } from '../../support/renderList';
import { renderPage } from '../../support/renderPage';

const api = apiServer();
let own: string;
let adder: string;
let template: number;
let benzene: number;

const made = async (path: string, body: object): Promise<AnyRow> => {
  const { status, body: answer, text } = await api.server.ask<{ body: AnyRow }>('POST', path, { token: own, body });
  expect(status, text).toBe(200);
  return answer.body;
};

beforeAll(async () => {
  const { rows, login } = api.server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  await rows.user({
    userName: 'own',
    organizationId,
    roles: [await rows.role({ permissions: [siteSurveyModule, siteSurveyModuleRow, hazard].flatMap(allOf) })],
  });
  await rows.user({
    userName: 'adder',
    organizationId,
    roles: [
      await rows.role({
        permissions: [permissionOf(siteSurveyModuleRow, 'list'), permissionOf(siteSurveyModuleRow, 'add')],
      }),
    ],
  });
  [own, adder] = await Promise.all([login('own'), login('adder')]);
  benzene = (await made('api/hazard/add', { name: '苯', category: 'chemical' })).id;
  await made('api/hazard/add', { name: '甲苯', category: 'chemical' });
});

let serial = 0;
beforeEach(async () => {
  localStorage.clear();
  template = (await made('api/siteSurveyModule/add', { name: `模板${(serial += 1)}` })).id;
  for (const post of ['喷漆工', '打磨工', '包装工'])
    await made('api/siteSurveyModuleRow/add', { template, workshop: '一车间', post, hazard: benzene, workers: 2 });
});

const columns = entryColumns(siteSurveyModuleRow, [
  { field: 'workshop', pinned: true },
  { field: 'post', pinned: true },
  { field: 'hazard' },
  { field: 'workers' },
  { key: 'double', title: '两班人数', computed: (row) => String(Number(row.workers ?? 0) * 2) },
  { field: 'hoursPerDay' },
]);
const kept: { grid?: DataGridModel } = {};
function Sheet(options: Partial<DataGridOptions>) {
  const grid = useDataGrid({
    entity: siteSurveyModuleRow,
    columns,
    fixedValues: { template },
    order: 'rowSort',
    ...options,
  });
  kept.grid = grid;
  return <DataGrid grid={grid} label="岗位" height={600} />;
}
async function open(options: Partial<DataGridOptions> = {}, token = own) {
  const view = await renderPage(<Sheet {...options} />, { token });
  const heard = heardFeedback();
  await waitFor(() => expect(screen.getByRole('grid', { name: '岗位' })).toHaveAttribute('aria-busy', 'false'));
  return { ...view, said: () => heard.notices.map(([, text]) => text) };
}

/** Renders the grid again in the same browser, with its storage kept. */
async function reopen() {
  const held = Object.entries({ ...localStorage });
  const opening = open();
  for (const [key, value] of held) localStorage.setItem(key, String(value));
  return opening;
}

const cell = (row: number, column: number): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-row="${row}"] > [data-column="${column}"]`);
  if (!found) throw new Error(`no cell ${row}, ${column}`);
  return found;
};
/** Returns the text of a cell without the text box of the active one. */
const textIn = (one: Element): string =>
  [...one.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent)
    .join('');
const shown = (column: number): string[] =>
  [...document.querySelectorAll(`[data-row] > [data-column="${column}"]`)].map(textIn);
const box = (): HTMLTextAreaElement =>
  document.querySelector<HTMLTextAreaElement>('[data-entry-editor]') as HTMLTextAreaElement;
const press = (key: string, more: object = {}) => fireEvent.keyDown(box(), { key, ...more });
const at = (row: number, column: number) => {
  fireEvent.mouseDown(cell(row, column));
  fireEvent.mouseUp(document);
};
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const paste = (text: string) => fireEvent.paste(box(), { clipboardData: { getData: () => text } });
function copy(kind: 'copy' | 'cut' = 'copy'): string {
  let text = '';
  fireEvent[kind](box(), { clipboardData: { setData: (_type: string, value: string) => void (text = value) } });
  return text;
}
const stored = async (): Promise<AnyRow[]> =>
  (
    await api.server.ask<{ content: AnyRow[] }>(
      'GET',
      `api/siteSurveyModuleRow?template=${template}&page=0&size=200&sort=rowSort,asc`,
      { token: own },
    )
  ).body.content;
const saves = () => api.asked().filter((call) => call.endsWith('/saveAll')).length;
const status = () => document.querySelector('[role="status"][aria-live]')?.textContent ?? '';

describe('grid that is still loading', () => {
  it('an entry grid that is still loading keeps rows entered meanwhile, after the loaded ones', async () => {
    let answer: (rows: readonly AnyRow[]) => void = () => undefined;
    const load = () => new Promise<readonly AnyRow[]>((resolve) => (answer = resolve));
    await renderPage(<Sheet load={load} />, { token: own });
    await screen.findByRole('grid', { name: '岗位' });
    act(() => void fireEvent.mouseDown(cell(0, 0)));
    fireEvent.paste(box(), { clipboardData: { getData: () => '二车间\t电焊工' } });
    await waitFor(() => expect(shown(1)).toContain('电焊工'));
    const stored = {
      id: 1,
      version: 1,
      organizationId: 1,
      template,
      workshop: '一车间',
      post: '喷漆工',
      hazard: benzene,
    };
    await act(async () => answer([stored as unknown as AnyRow]));
    await waitFor(() => expect(shown(1).slice(0, 2)).toEqual(['喷漆工', '电焊工']));
    expect(kept.grid?.unsaved).toBe(1);
  });
});

describe('typing in the entry grid', () => {
  it('typing in the entry grid replaces a cell, moves with Enter and Tab past computed cells, and Ctrl+Z undoes it', async () => {
    await open();
    at(0, 3);
    type('7');
    expect(box()).toHaveValue('7');
    press('Tab');
    expect(cell(0, 3)).toHaveTextContent('7');
    expect(cell(0, 4)).toHaveTextContent('14');
    expect(box().closest('[data-column]')).toBe(cell(0, 5));
    type('8.5');
    press('Enter');
    // Below the cell where Tab started.
    expect(box().closest('[data-column]')).toBe(cell(1, 3));
    press('z', { ctrlKey: true });
    press('z', { ctrlKey: true });
    expect([textIn(cell(0, 3)), textIn(cell(0, 5))]).toEqual(['2', '']);
    press('y', { ctrlKey: true });
    expect(cell(0, 3)).toHaveTextContent('7');
    expect(status()).toContain('未保存1行');
  });

  it('after Tab from a read-only cell, Enter in the entry grid continues below the cell that Tab reached', async () => {
    await open();
    at(0, 4);
    press('Tab');
    type('8.5');
    press('Enter');
    expect(box().closest('[data-column]')).toBe(cell(1, 5));
  });

  it('Escape in the entry grid keeps the old value, F2 opens it, Delete clears it', async () => {
    await open();
    at(1, 1);
    type('别的');
    press('Escape');
    expect(cell(1, 1)).toHaveTextContent('打磨工');
    press('F2');
    expect(box()).toHaveValue('打磨工');
    press('Escape');
    press('Delete');
    expect(textIn(cell(1, 1))).toBe('');
    expect(status()).toContain('有误1处');
  });

  it('a reference cell of the entry grid takes a typed title or a search result, and keeps an unknown text', async () => {
    await open();
    at(0, 2);
    type('jb');
    press('ArrowDown', {});
    expect(await screen.findByRole('option', { name: '甲苯' })).toBeInTheDocument();
    press('Enter');
    expect(cell(0, 2)).toHaveTextContent('甲苯');
    at(1, 2);
    type('没有的因素');
    press('Enter');
    await waitFor(() => expect(cell(1, 2)).toHaveAttribute('title', expect.stringContaining('没有名为“没有的因素”')));
    expect(cell(1, 2)).toHaveTextContent('没有的因素');
    expect(status()).toContain('有误1处');
  });

  it('typing below the last row of the entry grid adds a row, which is reported as incomplete only after leaving it', async () => {
    await open();
    at(3, 0);
    type('二车间');
    press('Tab');
    expect(status()).toContain('共4行');
    expect(status()).not.toContain('有误');
    at(0, 0);
    expect(status()).toContain('有误2处');
    expect(cell(3, 1)).toHaveAttribute('title', '请输入岗位');
  });

  it('the entry grid is one tab stop; Tab leaves the grid after Escape', async () => {
    await open();
    const grid = screen.getByRole('grid', { name: '岗位' });
    const stops = [...grid.querySelectorAll<HTMLElement>('*')].filter((one) => one.tabIndex >= 0);
    expect(stops).toEqual([box()]);
    at(0, 0);
    press('Escape');
    expect(press('Tab')).toBe(true);
    expect(press('Tab')).toBe(false);
  });
});

describe('clipboard of the entry grid', () => {
  it('pasting into the entry grid is one step: it adds rows, looks up titles in one request and marks errors', async () => {
    const { said } = await open();
    at(2, 0);
    paste('新车间\t甲岗\t甲苯\t3\t跳过\t8\r\n新车间\t乙岗\t不存在\tx\t跳过\t8\r\n');
    await waitFor(() => expect(cell(3, 2)).toHaveAttribute('title', expect.stringContaining('不存在')));
    expect(api.asked().filter((call) => call.includes('byTitle'))).toHaveLength(1);
    expect(shown(1)).toEqual(['喷漆工', '打磨工', '甲岗', '乙岗', '']);
    expect(cell(2, 4)).toHaveTextContent('6');
    // The values below a computed column are lost; the block was made without that column.
    expect(said()).toEqual([entryGridTexts.pasted(10, 2)]);
    expect(cell(3, 3)).toHaveAttribute('title', '只能填写非负整数');
    expect(status()).toContain('有误2处');
    press('z', { ctrlKey: true });
    expect(shown(1)).toEqual(['喷漆工', '打磨工', '包装工', '']);
    press('y', { ctrlKey: true });
    expect(cell(2, 2)).toHaveTextContent('甲苯');
  });

  it('the entry grid refuses to paste 100,000 rows and says how many fit', async () => {
    const { said } = await open();
    at(0, 1);
    type('改过');
    press('Enter');
    at(2, 0);
    paste(Array.from({ length: 100_000 }, (_, row) => `车间${row}\t岗${row}\t苯\t1`).join('\r\n'));
    expect(said().at(-1)).toBe(entryGridTexts.tooLong(maxRowsTogether, maxRowsTogether - 2));
    // Existing and typed values are unchanged, and keys still work.
    expect(shown(1)).toEqual(['改过', '打磨工', '包装工', '']);
    expect(status()).toContain('未保存1行');
    paste('新车间\t新岗\t苯\t1');
    expect(shown(1)).toEqual(['改过', '打磨工', '新岗', '']);
  });

  it('the entry grid pastes only into existing rows if none may be added, says so, and undoes the paste in one step', async () => {
    const { said } = await open({ can: { add: false } });
    at(1, 1);
    paste(Array.from({ length: 100_000 }, (_, row) => `岗${row}`).join('\r\n'));
    expect(said().at(-1)).toBe(entryGridTexts.noRowsToAdd(2));
    expect(shown(1)).toEqual(['喷漆工', '岗0', '岗1']);
    press('z', { ctrlKey: true });
    expect(shown(1)).toEqual(['喷漆工', '打磨工', '包装工']);
  });

  it('the entry grid copies labels, cuts writable cells, and pastes back the original values', async () => {
    await open();
    at(0, 2);
    press('ArrowRight', { shiftKey: true });
    press('ArrowRight', { shiftKey: true });
    expect(copy('cut')).toBe('苯\t2\t4\r\n');
    expect([cell(0, 2), cell(0, 3)].map(textIn)).toEqual(['', '']);
    at(1, 2);
    paste('苯\t2\t4\r\n');
    expect(cell(1, 2)).toHaveTextContent('苯');
    expect(api.asked().filter((call) => call.includes('byTitle'))).toHaveLength(0);
  });

  it('filling down, inserting, duplicating and removing rows of the entry grid are each undone in one step', async () => {
    await open();
    at(0, 1);
    press('ArrowDown', { shiftKey: true });
    press('d', { ctrlKey: true });
    expect(shown(1)).toEqual(['喷漆工', '喷漆工', '包装工', '']);
    act(() => void fireEvent.keyDown(box(), { key: '+', ctrlKey: true, shiftKey: true }));
    expect(shown(1)).toHaveLength(6);
    press('z', { ctrlKey: true });
    click(button('删除行'));
    expect(shown(1)).toEqual(['包装工', '']);
    press('z', { ctrlKey: true });
    press('z', { ctrlKey: true });
    expect(shown(1)).toEqual(['喷漆工', '打磨工', '包装工', '']);
  });

  it('a right click in the entry grid keeps a selection that contains the cell, and otherwise moves it', async () => {
    await open();
    at(0, 1);
    press('ArrowDown', { shiftKey: true });
    fireEvent.mouseDown(cell(1, 1), { button: 2 });
    expect(document.querySelectorAll('[role="gridcell"][aria-selected="true"]')).toHaveLength(2);
    fireEvent.mouseDown(cell(2, 0), { button: 2 });
    expect(document.querySelectorAll('[role="gridcell"][aria-selected="true"]')).toHaveLength(1);
  });
});

describe('saving the entry grid', () => {
  it('the entry grid saves nothing while a cell is invalid, and moves to the first error', async () => {
    await open();
    at(2, 3);
    type('x');
    press('Enter');
    at(0, 0);
    press('Enter', { ctrlKey: true });
    expect(await screen.findByText(entryGridTexts.faultsFirst(1))).toBeVisible();
    expect(saves()).toBe(0);
    expect(box().closest('[data-column]')).toBe(cell(2, 3));
    expect(cell(2, 3)).toHaveTextContent('x');
  });

  it('the list of errors has the remarks that colour cells as wrong, once a row, and opens the cell', async () => {
    const marked = entryColumns(siteSurveyModuleRow, [
      { field: 'workshop' },
      { field: 'post' },
      {
        key: 'double',
        title: '两班人数',
        computed: (row) => String(Number(row['workers']) * 2),
        mark: (row) => (Number(row['workers']) > 1 ? { tone: 'bad', message: '人数过多' } : undefined),
      },
      {
        field: 'workers',
        mark: (row) =>
          row['post'] === '打磨工'
            ? { tone: 'bad', message: '请核对' }
            : { tone: Number(row['workers']) > 1 ? 'bad' : 'good', message: '人数过多' },
      },
    ]);
    await open({ columns: marked });
    expect(document.querySelectorAll('[data-row] > [class*="fault"]').length).toBe(6);
    expect(status()).toContain('有误4处');
    click(button('有误4处'));
    const list = await screen.findByRole('list', { name: '有误的单元格' });
    expect(
      within(list)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['第1行 两班人数：人数过多', '第2行 两班人数：人数过多', '第2行：请核对', '第3行 两班人数：人数过多']);
    click(within(list).getByRole('button', { name: /请核对/ }));
    expect(box().closest('[data-column]')).toBe(cell(1, 3));
  });

  it('the entry grid saves all changes in one request in the order of the rows, and takes over the answer', async () => {
    const { said } = await open();
    at(1, 1);
    act(() => void fireEvent.keyDown(box(), { key: '+', ctrlKey: true, shiftKey: true }));
    at(2, 0);
    paste('一车间\t质检工\t苯\t1\t\t7.5');
    at(0, 3);
    type('9');
    // Typed and saved without leaving the cell.
    press('Enter', { ctrlKey: true });
    await waitFor(() => expect(said()).toContain(savedText));
    expect(saves()).toBe(1);
    expect((await stored()).map(({ post, workers, hoursPerDay }) => [post, workers, hoursPerDay])).toEqual([
      ['喷漆工', 9, null],
      ['打磨工', 2, null],
      ['质检工', 1, '7.5'],
      ['包装工', 2, null],
    ]);
    expect(status()).toContain('已全部保存');
    expect(status()).toContain('上次保存');
    press('z', { ctrlKey: true });
    expect(cell(0, 3)).toHaveTextContent('2');
    expect(status()).toContain('未保存');
  });

  it('the entry grid shows the server’s errors at their cells, keeps all values, and saves them once corrected', async () => {
    const { said } = await open();
    at(0, 1);
    type('改了');
    press('Enter');
    api.intercept(
      http.put(
        '*/saveAll',
        () =>
          HttpResponse.json(
            {
              status: 400,
              code: 'invalid',
              message: '岗位“改了”已存在',
              requestId: 'r',
              errors: [{ field: 'rows[0].post', message: '岗位“改了”已存在' }],
            },
            { status: 400 },
          ),
        { once: true },
      ),
    );
    click(button('保存'));
    await waitFor(() => expect(cell(0, 1)).toHaveAttribute('title', '岗位“改了”已存在'));
    expect(screen.getByText(new RegExp(entryGridTexts.failed))).toBeVisible();
    type('再改');
    press('Enter');
    expect(cell(0, 1)).not.toHaveAttribute('title');
    click(button('保存'));
    await waitFor(() => expect(said()).toContain(savedText));
    expect((await stored())[0]?.post).toBe('再改');
  });

  it('the entry grid with independent rows saves the valid ones and keeps the invalid one with its error', async () => {
    const { said } = await open({ savesRowsSeparately: true });
    act(() =>
      kept.grid?.change((before) =>
        before.history.present.rows.map((row, index) => ({
          ...row,
          values: { ...row.values, workers: index === 1 ? -5 : 7 },
        })),
      ),
    );
    await act(async () => void (await kept.grid?.save()));
    expect(said()).toContain(entryGridTexts.othersSaved(1));
    const stored = (
      await api.server.ask<{ content: AnyRow[] }>(
        'GET',
        `api/siteSurveyModuleRow?template=${template}&sort=rowSort,asc`,
        { token: own },
      )
    ).body.content;
    expect(stored.map(({ workers }) => workers)).toEqual([7, 2, 7]);
    expect([kept.grid?.unsaved, kept.grid?.faults.length]).toEqual([1, 1]);
    // An error known only to the server keeps its row back too.
    act(() =>
      kept.grid?.change((before) =>
        before.history.present.rows.map((row, index) => ({
          ...row,
          values: { ...row.values, workers: index === 1 ? 3 : 9 },
        })),
      ),
    );
    api.intercept(
      http.put(
        '*/saveAll',
        () =>
          HttpResponse.json(
            {
              status: 400,
              code: 'invalid',
              message: '有误',
              requestId: 'r',
              errors: [{ field: 'rows[0].workers', message: '人数有误' }],
            },
            { status: 400 },
          ),
        { once: true },
      ),
    );
    await act(async () => void (await kept.grid?.save()));
    await waitFor(async () => {
      const again = (
        await api.server.ask<{ content: AnyRow[] }>(
          'GET',
          `api/siteSurveyModuleRow?template=${template}&sort=rowSort,asc`,
          { token: own },
        )
      ).body.content;
      expect(again.map(({ workers }) => workers)).toEqual([7, 3, 9]);
    });
    await waitFor(() => expect([kept.grid?.unsaved, kept.grid?.faults[0]?.message]).toEqual([1, '人数有误']));
  });

  it('the entry grid repeats a save with the same key after a lost answer, so that 0 rows are written twice (FT4)', async () => {
    await open();
    at(3, 0);
    paste('二车间\t新岗\t苯');
    api.intercept(http.put('*/saveAll', () => HttpResponse.error(), { once: true }));
    click(button('保存'));
    expect(await screen.findByText(new RegExp(entryGridTexts.failed))).toBeVisible();
    click(button('保存'));
    await waitFor(() => expect(status()).toContain('已全部保存'));
    const keys = api.calls
      .filter(({ path }) => path.endsWith('/saveAll'))
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(await stored()).toHaveLength(4);
  });

  it('the entry grid compares rows that another person changed field by field, and saves the values that the person chose', async () => {
    await open();
    const [first] = await stored();
    await api.server.ask('PUT', 'api/siteSurveyModuleRow/edit', {
      token: own,
      body: { ...first, workers: 30, shift: '两班' },
    });
    at(0, 3);
    type('5');
    press('Tab');
    type('6');
    press('Enter');
    click(button('保存'));
    expect(await screen.findByText(entryGridTexts.conflicts(1))).toBeVisible();
    click(button('核对差异'));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('row', { name: /接触人数/ })).toHaveTextContent('2530');
    click(within(dialog).getByRole('radio', { name: '我的' }));
    click(within(dialog).getByRole('button', { name: /合\s*并/ }));
    await waitFor(() => expect(screen.queryByText(entryGridTexts.conflicts(1))).toBeNull());
    click(button('保存'));
    await waitFor(() => expect(status()).toContain('已全部保存'));
    expect((await stored())[0]).toMatchObject({ workers: 5, shift: '两班', hoursPerDay: '6' });
  });

  it('the entry grid says that another person deleted a row, and adds the row again on saving', async () => {
    await open();
    const [first] = await stored();
    await api.server.ask('DELETE', 'api/siteSurveyModuleRow/delete', { token: own, body: [first?.id] });
    at(0, 1);
    type('还要');
    press('Enter');
    click(button('保存'));
    expect(await screen.findByText(entryGridTexts.goneSome)).toBeVisible();
    click(button('保存'));
    await waitFor(() => expect(status()).toContain('已全部保存'));
    expect((await stored()).map(({ post }) => post)).toEqual(['还要', '打磨工', '包装工']);
  });
});

describe('draft of the entry grid', () => {
  it('the draft of the entry grid is offered when the grid is opened again, and deleted after saving', async () => {
    const first = await open();
    at(0, 1);
    type('没保存');
    press('Enter');
    at(3, 0);
    paste('三车间\t新岗\t苯');
    first.unmount();
    const second = await reopen();
    expect(cell(0, 1)).toHaveTextContent('喷漆工');
    click(button('恢复'));
    expect(document.activeElement).toBe(box());
    expect(shown(1)).toEqual(['没保存', '打磨工', '包装工', '新岗', '']);
    click(button('保存'));
    await waitFor(() => expect(status()).toContain('已全部保存'));
    second.unmount();
    await reopen();
    expect(noButton('恢复')).toBe(true);
    expect(shown(1)).toEqual(['没保存', '打磨工', '包装工', '新岗', '']);
  });

  it('the draft of the entry grid is restored without replacing newer typed values', async () => {
    const first = await open();
    at(0, 1);
    type('没保存');
    press('Enter');
    first.unmount();
    await reopen();
    at(1, 1);
    type('刚写的');
    press('Enter');
    click(button('恢复'));
    expect(shown(1).slice(0, 2)).toEqual(['没保存', '刚写的']);
  });

  it('the draft of the entry grid is stored even while a person types without a pause', async () => {
    await open();
    at(0, 1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      for (const text of ['一', '二', '三', '四']) {
        type(text);
        press('Enter');
        act(() => void vi.advanceTimersByTime(500));
      }
      const stored = () =>
        Object.entries<string>({ ...localStorage }).find(([key]) => key.startsWith('entryGrid:'))?.[1];
      const written = () => deobfuscate(stored() ?? null);
      expect(written()).toContain('三');
      expect(stored()).not.toContain('三');
      // The open text box belongs to the draft; its text disappears after Escape.
      type('还没输完');
      act(() => void vi.advanceTimersByTime(1000));
      expect(written()).toContain('还没输完');
      press('Escape');
      act(() => void vi.advanceTimersByTime(1000));
      expect(written()).not.toContain('还没输完');
    } finally {
      vi.useRealTimers();
    }
  });

  it('the draft of the entry grid is deleted when the person discards it', async () => {
    const first = await open();
    at(0, 1);
    type('不要了');
    press('Enter');
    first.unmount();
    const second = await reopen();
    click(button('丢弃'));
    second.unmount();
    await reopen();
    expect(noButton('丢弃')).toBe(true);
  });
});

describe('permissions in the entry grid', () => {
  it('the entry grid lets a person with only the permission to add change no existing row', async () => {
    await open({}, adder);
    at(0, 1);
    type('改');
    expect(box()).toHaveValue('');
    press('Delete');
    expect(cell(0, 1)).toHaveTextContent('喷漆工');
    at(3, 0);
    paste('二车间\t新岗');
    expect(shown(1)).toEqual(['喷漆工', '打磨工', '包装工', '新岗', '']);
  });

  it('a locked grid changes 0 cells and shows the reason (SIG5)', async () => {
    await open({ locked: '该项目已结束调查' });
    expect(screen.getByText('该项目已结束调查')).toBeVisible();
    expect(noButton('保存')).toBe(true);
    at(0, 1);
    type('改');
    paste('改');
    press('Delete');
    expect(shown(1)).toEqual(['喷漆工', '打磨工', '包装工']);
    expect(copy()).toBe('喷漆工');
    measured(`界面：锁定的表格中输入、粘贴、删除均不改变，并说明“${screen.getByText('该项目已结束调查').textContent}”`);
  });
});

it('the entry grid shows why loading failed and tries again', async () => {
  api.intercept(
    http.get(
      '*/api/siteSurveyModuleRow',
      () =>
        HttpResponse.json(
          { status: 503, code: 'unavailable', message: '数据库暂时无法访问，请稍后重试', requestId: 'r' },
          { status: 503 },
        ),
      { once: true },
    ),
  );
  await open();
  expect(screen.getByText('加载失败')).toBeVisible();
  click(button('重试'));
  await waitFor(() => expect(shown(1)).toContain('喷漆工'));
});
