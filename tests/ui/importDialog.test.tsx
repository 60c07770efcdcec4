import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { isNull } from 'drizzle-orm';
import { http } from 'msw';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { utils, write } from 'xlsx';
import type { ListPage } from '@/listEditor';
import { customer } from '@contract/features/customers/entities/customer';
import { failures, messages } from '@contract/messages';
import { rules } from '@contract/rules';
import { importFaultTexts, importRunTexts } from '@contract/workbook/importWire';
import { mappingTexts } from '@contract/workbook/mapping/columnMapping';
import { headersOf } from '@contract/workbook/sheetCells';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { root } from '@server/base/root';
import { customerTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { allOf, button, click, renderList, rowOf, type } from '../support/renderList';
import { savedFiles } from '../support/savedFiles';
import { pdf } from '../support/uploads';

const api = apiServer();
let token: string;
let organizationId: number;

beforeAll(async () => {
  const { rows, login } = api.server;
  organizationId = await rows.organization();
  await rows.user({ userName: 'sales', organizationId, roles: [await rows.role({ permissions: allOf(customer) })] });
  token = await login('sales');
});
beforeEach(async () => {
  await api.server.database.orm.delete(customerTable);
  await api.server.rows.customer({ organizationId, customerName: '甲公司', contact: '周敏' });
  await api.server.rows.customer({ organizationId, customerName: '乙公司', contact: '吴强' });
});

const page: ListPage = { entity: customer, columns: ['customerName', 'contact', 'phone'], form: ['customerName'] };
const header = headersOf(customer);

/** Makes a workbook of customers with name, contact and phone, as Excel saves it. */
function workbook(...rows: [name: string, contact: string, phone: string][]): File {
  const lines = rows.map(([name, contact, phone]) =>
    header.map((column) => ({ 客户名称: name, 联系人: contact, 联系电话: phone })[column] ?? ''),
  );
  const book = utils.book_new(utils.aoa_to_sheet([header, ...lines]), '客户');
  return new File([write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer], '客户.xlsx');
}

const mixed = () =>
  workbook(
    ['新一公司', '郑丽', '１３８００００００００'],
    ['新二公司', '孙亮', '123'],
    ['', '无名', ''],
    ['甲公司', '周迅', ''],
    ['乙公司', '吴强', ''],
    ['新三公司', '', ''],
  );

async function open() {
  const view = await renderList(page, { token });
  await rowOf('甲公司');
  click(button('导入'));
  const dialog = await screen.findByRole('dialog');
  const choose = (file: File) => {
    const input = dialog.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('no file input');
    fireEvent.change(input, { target: { files: [file] } });
  };
  return { ...view, dialog: within(dialog), element: dialog, choose };
}

type Opened = Awaited<ReturnType<typeof open>>;

const previewed = async ({ dialog, choose }: Opened, file = mixed()) => {
  choose(file);
  await dialog.findByText(/^全部 \d+$/);
};
const counts = ({ dialog }: Opened) =>
  dialog.getAllByText(/^(全部|新增|更新|无变化|有误|已规范) \d+$/).map((one) => one.textContent);
const listed = ({ element }: Opened) => [...element.querySelectorAll('li')].map((one) => one.textContent);
/** Returns a button below the table; a query by role over all cells takes seconds. */
const below = ({ element }: Opened, name: string) =>
  button(name, element.querySelector<HTMLElement>('.ant-modal-footer') ?? element);
const cell = ({ dialog }: Opened, line: number, column: string) =>
  dialog.getByLabelText(new RegExp(`^第${line}行 ${column} `));
const names = async () =>
  (await api.server.database.orm.select({ name: customerTable.customerName }).from(customerTable))
    .map(({ name }) => name)
    .sort();
/** Names of the customers that are not deleted. */
const stored = async () =>
  (
    await api.server.database.orm
      .select({ name: customerTable.customerName })
      .from(customerTable)
      .where(isNull(customerTable.deleteTime))
  ).map(({ name }) => name);
const calls = (name: string) => api.calls.filter(({ path }) => path === `api/customer/import/${name}`).length;
/** Types over a cell after a click on it. */
function correct(view: Opened, line: number, column: string, text: string, key = 'Enter') {
  click(cell(view, line, column));
  const input = view.dialog.getByLabelText(`第${line}行 ${column}`);
  type(input, text);
  fireEvent.keyDown(input, { key });
}

it('the import preview states the effect of each row, names each invalid cell with its reason, and writes nothing', async () => {
  const view = await open();
  await previewed(view);
  expect(counts(view)).toEqual(['全部 5', '新增 1', '无变化 1', '有误 3', '已规范 1']);
  expect(listed(view)).toEqual([
    `第3行 联系电话“123”：${rules.phone.message}`,
    expect.stringMatching(/^第5行 客户名称“甲公司”：客户名称“甲公司”已存在，有1处不同（联系人）/),
    '第7行 联系人：请输入联系人',
  ]);
  expect(view.dialog.getByText('首列为空的1行已忽略：第4行')).toBeVisible();
  expect(cell(view, 3, '联系电话')).toHaveAccessibleName(`第3行 联系电话 123，${rules.phone.message}`);
  click(view.dialog.getByText('已规范 1'));
  await waitFor(() =>
    expect(cell(view, 2, '联系电话')).toHaveAttribute('title', expect.stringContaining(sheetMessages.halfWidth)),
  );
  expect(cell(view, 2, '联系电话')).toHaveTextContent('13800000000');
  expect(below(view, '导入（2行）')).toBeDisabled();
  expect(await names()).toEqual(['乙公司', '甲公司']);
});

it('the import checks corrected cells again, and imports all rows once all are valid', async () => {
  const view = await open();
  await previewed(view);
  correct(view, 3, '联系电话', '13900000003', 'Escape');
  expect(calls('recheck')).toBe(0);
  correct(view, 3, '联系电话', '13900000003');
  await waitFor(() => expect(counts(view)).toContain('有误 2'));
  expect(calls('recheck')).toBe(1);
  correct(view, 7, '联系人', '钱进');
  await waitFor(() => expect(listed(view)).toHaveLength(1));
  click(view.dialog.getByLabelText('更新已有数据'));
  await waitFor(() => expect(counts(view)).toEqual(['全部 5', '新增 3', '更新 1', '无变化 1', '已规范 1']));
  click(view.dialog.getByText('更新 1'));
  await waitFor(() => expect(cell(view, 5, '联系人')).toHaveAttribute('title', '原值：周敏'));
  click(below(view, '导入（5行）'));
  expect(await view.dialog.findByText('新增3条，更新1条，无变化1条')).toBeVisible();
  expect(view.dialog.getByText(messages.imported)).toBeVisible();
  click(below(view, '完成'));
  expect(await rowOf('新二公司')).toHaveTextContent('13900000003');
  expect(await rowOf('甲公司')).toHaveTextContent('周迅');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(
    api.calls.find(({ path }) => path === 'api/customer/import/rows')?.headers.get('idempotency-key'),
  ).toBeTruthy();
});

it('the import goes on with another sheet of the same file, and offers none that was imported', async () => {
  const sheetOf = (name: string) =>
    utils.aoa_to_sheet([header, header.map((column) => ({ 客户名称: name, 联系人: '郑丽' })[column] ?? '')]);
  const book = utils.book_new(sheetOf('新一公司'), '客户');
  utils.book_append_sheet(book, sheetOf('新二公司'), '外地客户');
  const file = new File([write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer], '客户.xlsx');
  const view = await open();
  await previewed(view, file);
  click(below(view, '导入（1行）'));
  const next = importRunTexts.otherSheet('外地客户');
  const goOn = await view.dialog.findByText(next);
  expect(view.dialog.queryByText(importRunTexts.otherSheet('客户'))).toBeNull();
  click(goOn);
  await view.dialog.findByText(/^全部 \d+$/);
  click(below(view, '导入（1行）'));
  await view.dialog.findByText(messages.imported);
  expect(view.dialog.queryByText(next)).toBeNull();
  expect(await names()).toEqual(['乙公司', '新一公司', '新二公司', '甲公司'].sort());
});

it('the import asks before it imports only the valid rows, and offers the invalid rows as a file', async () => {
  const view = await open();
  await previewed(view);
  view.answer(false);
  click(below(view, '只导入正确的2行'));
  await waitFor(() => expect(view.questions).toEqual(['将导入正确的2行，有误的3行不导入。确定继续吗？']));
  expect(calls('rows')).toBe(0);
  view.answer(true);
  click(below(view, '只导入正确的2行'));
  expect(await view.dialog.findByText('新增1条，更新0条，无变化1条；3行有误未导入')).toBeVisible();
  expect(await names()).toEqual(['乙公司', '新一公司', '甲公司']);
  click(button('下载未导入的3行', view.element));
  await waitFor(() =>
    expect(savedFiles).toEqual([
      { name: expect.stringMatching(/^\d{4}-\d{2}-\d{2}_\d{6}-客户导入错误\.xlsx$/), size: expect.any(Number) },
    ]),
  );
  expect(savedFiles[0]?.size).toBeGreaterThan(1000);
});

it('the import writes nothing and shows the reason if another person took a name meanwhile', async () => {
  const view = await open();
  await previewed(view, workbook(['新一公司', '郑丽', ''], ['新二公司', '孙亮', '']));
  await api.server.rows.customer({ organizationId, customerName: '新二公司', contact: '抢先' });
  click(below(view, '导入（2行）'));
  expect(await view.dialog.findByRole('alert')).toHaveTextContent('新二公司');
  expect(await names()).toEqual(['乙公司', '新二公司', '甲公司']);
});

it('the import dialog lists earlier imports on request, and closes without a question if nothing was corrected', async () => {
  const view = await open();
  const shown = () => view.dialog.queryByText(importRunTexts.none) ?? view.dialog.queryByRole('list');
  expect(shown()).toBeNull();
  expect(api.asked().filter((call) => call.includes('import'))).toEqual([]);
  click(button(importRunTexts.title, view.element));
  await waitFor(() => expect(shown()).not.toBeNull());
  await previewed(view);
  click(view.dialog.getByLabelText(/^(close|关闭)$/i, { selector: 'button' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(view.questions).toEqual([]);
});

it('the import dialog asks before it discards corrections', async () => {
  const view = await open();
  await previewed(view);
  correct(view, 3, '联系电话', '13900000003');
  await waitFor(() => expect(counts(view)).toContain('有误 2'));
  view.answer(false);
  click(view.dialog.getByLabelText(/^(close|关闭)$/i, { selector: 'button' }));
  await waitFor(() => expect(view.questions).toEqual([failures.leaveUnsaved]));
  view.answer(true);
  click(view.dialog.getByLabelText(/^(close|关闭)$/i, { selector: 'button' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await names()).toEqual(['乙公司', '甲公司']);
});

it('the import refuses a file that is no workbook: by its name at once, by its content with the server’s message', async () => {
  const view = await open();
  view.choose(new File([pdf() as Uint8Array<ArrayBuffer>], '报告.pdf'));
  // The dialog may still be opening.
  await waitFor(() => expect(view.dialog.getByText(messages.wrongWorkbook)).toBeVisible());
  expect(calls('check')).toBe(0);
  view.choose(
    new File([new Uint8Array(await readFile(join(root, 'tests/data/not-a-workbook.xlsx')))], 'not-a-workbook.xlsx'),
  );
  await waitFor(() => expect(calls('check')).toBe(1));
  await waitFor(() => expect(view.dialog.getByRole('alert')).toHaveTextContent(/\S/));
  expect(view.dialog.queryByText(/^全部/)).toBeNull();
  view.choose(workbook(['新一公司', '郑丽', '']));
  await view.dialog.findByText('全部 1');
  expect(view.dialog.queryByRole('alert')).toBeNull();
});

it('the import dialog cannot be closed while it writes', async () => {
  const view = await open();
  await previewed(view, workbook(['新一公司', '郑丽', '']));
  let answer: () => void = () => undefined;
  api.intercept(
    http.post(
      '*/api/customer/import/rows',
      () => new Promise<undefined>((resolve) => (answer = () => resolve(undefined))),
    ),
  );
  click(below(view, '导入（1行）'));
  await waitFor(() => expect(calls('rows')).toBe(1));
  fireEvent.keyDown(view.element, { key: 'Escape', code: 'Escape', keyCode: 27 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(view.element.isConnected).toBe(true);
  answer();
  await view.dialog.findByText(messages.imported);
  expect(await names()).toContain('新一公司');
});

/** Makes a list of one's own: a title, own column names, a note. */
function ownList(...rows: [name: string, contact: string, phone: string][]): File {
  const book = utils.book_new(
    utils.aoa_to_sheet([
      ['客户一览表'],
      ['序号', '公司名称', '联系人', '电话'],
      ...rows.map((row, index) => [index + 1, ...row]),
      ['审核：张三'],
    ]),
    '客户',
  );
  return new File([write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer], '我们的客户.xlsx');
}

it('the import empties a column for many rows only if the column may be empty', async () => {
  const view = await open();
  await previewed(view, ownList(['新一公司', '', '总机'], ['新二公司', '孙亮', '总机']));
  const groups = [...view.dialog.getByLabelText(importFaultTexts.title).children] as HTMLElement[];
  const lineOf = (header: string) =>
    within(
      groups.find(
        ({ textContent }) => textContent?.includes(`行） ${header}`) || textContent?.includes(`行 ${header}`),
      ) as HTMLElement,
    );
  const empties = new RegExp(`^(${importFaultTexts.toRemark}|${importFaultTexts.clear})$`);
  expect(lineOf('联系电话').getByText(empties)).toBeVisible();
  expect(lineOf('联系人').queryByText(empties)).toBeNull();
  expect(lineOf('联系人').getByText(importFaultTexts.drop(1))).toBeVisible();
});

it('the import reads an organization’s own list, replaces one text in all rows, and can be undone', async () => {
  const view = await open();
  await previewed(
    view,
    ownList(['新一公司', '郑丽', '总机'], ['新二公司', '孙亮', '总机'], ['新三公司', '周迅', '0571-84674516']),
  );
  expect(counts(view)).toEqual(['全部 3', '新增 1', '有误 2']);
  expect(view.dialog.getByText('跳过说明或签名行：第6行')).toBeVisible();
  const faults = within(view.dialog.getByLabelText(importFaultTexts.title));
  expect(faults.getByText(/^2行（第3、4行） 联系电话“总机”/)).toBeVisible();
  type(faults.getByLabelText(`联系电话 ${importFaultTexts.replacement}`), '0571-88888888');
  click(faults.getByText(importFaultTexts.replaceAll));
  await waitFor(() => expect(counts(view)).toEqual(['全部 3', '新增 3']));
  click(below(view, '导入（3行）'));
  expect(await view.dialog.findByText('新增3条，更新0条，无变化0条')).toBeVisible();
  expect(await names()).toEqual(['乙公司', '新一公司', '新三公司', '新二公司', '甲公司']);

  // The text is remembered for the next list.
  click(below(view, '继续导入'));
  await previewed(view, ownList(['新四公司', '钱进', '总机']));
  await waitFor(() => expect(counts(view)).toEqual(['全部 1', '新增 1']));
  click(below(view, '重新选择文件'));

  click(view.dialog.getByText(importRunTexts.title));
  view.answer(true);
  const [newest] = await view.dialog.findAllByText(importRunTexts.undo);
  click(newest as HTMLElement);
  await waitFor(async () => expect((await stored()).sort()).toEqual(['乙公司', '甲公司']));
  expect(await view.dialog.findByText(/已于.*撤销$/)).toBeVisible();
});

it('the import shows how it reads the columns if a required column is missing', async () => {
  const view = await open();
  const book = utils.book_new(
    utils.aoa_to_sheet([
      ['公司名称', '电话'],
      ['新一公司', '13800000000'],
    ]),
    '客户',
  );
  view.choose(new File([write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer], '客户.xlsx'));
  expect(await view.dialog.findByText(mappingTexts.missing(['联系人']))).toBeVisible();
  expect(below(view, mappingTexts.check)).toBeDisabled();
  expect(await names()).toEqual(['乙公司', '甲公司']);
});
