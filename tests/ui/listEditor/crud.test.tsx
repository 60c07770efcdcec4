import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { feedback } from '@/lib/feedback';
import type { ListPage } from '@/listEditor';
import { customer } from '@contract/features/customers/entities/customer';
import { formAddress, rowAddress } from '@contract/fields/formAddress';
import { failures, messages } from '@contract/messages';
import { rules } from '@contract/rules';
import { customerTable } from '@server/db/schema';
import { apiServer } from '../../support/apiServer';
import { allOf, button, click, drawer, noButton, renderList, rowOf, tick, type } from '../../support/renderList';

// The list editor as a person uses it (BEHAVIOUR §9, 7): form, questions, keyboard.

const api = apiServer();
let token: string;
let organizationId: number;

beforeAll(async () => {
  const { rows, login } = api.server;
  organizationId = await rows.organization();
  await rows.user({ userName: 'sales', organizationId, roles: [await rows.role({ permissions: allOf(customer) })] });
  await rows.user({
    userName: 'other',
    nickName: '李雷',
    organizationId,
    roles: [await rows.role({ permissions: allOf(customer) })],
  });
  await rows.user({ userName: 'reader', organizationId, roles: [await rows.role({ permissions: ['customer:list'] })] });
  token = await login('sales');
});
beforeEach(async () => {
  await api.server.database.orm.delete(customerTable);
  await api.server.rows.customer({
    organizationId,
    customerName: '甲公司',
    contact: '周敏',
    phone: '13800000001',
    remark: '老客户',
  });
  await api.server.rows.customer({ organizationId, customerName: '乙公司', contact: '吴强' });
});

const page: ListPage = {
  entity: customer,
  columns: ['customerName', 'contact', 'phone'],
  filters: ['customerName'],
  form: ['customerName', 'contact', 'phone', 'remark'],
};
const open = () => renderList(page, { token });
const writes = () => api.calls.filter(({ method, path }) => method !== 'GET' && path.startsWith('api/customer'));
const stored = async (customerName: string) => {
  const { body } = await api.server.ask<{ content: Record<string, unknown>[] }>(
    'GET',
    `api/customer?customerName=${encodeURIComponent(customerName)}`,
    { token },
  );
  return body.content[0];
};
const form = async (name: string, inside?: HTMLElement) => {
  click(button(name, inside));
  return drawer();
};
const box = (inside: HTMLElement, label: string) => within(inside).getByLabelText(label);
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const clipboard = (readText: () => Promise<string>) =>
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { readText } });

describe('form of the list editor', () => {
  it('the form of a list marks each invalid field, sends nothing until all are valid, and starts empty the next time', async () => {
    const { said } = await open();
    await rowOf('甲公司');
    const add = await form('新增');
    type(box(add, '客户名称'), '丙/公司');
    type(box(add, '联系电话'), '123');
    click(button('保存', add));
    for (const message of [rules.fileSafeName.message, '请输入联系人', rules.phone.message])
      expect(await within(add).findByText(message)).toBeVisible();
    expect(writes()).toEqual([]);
    type(box(add, '客户名称'), '丙公司');
    type(box(add, '联系人'), '郑丽');
    type(box(add, '联系电话'), '13900000001');
    click(button('保存', add));
    await gone();
    expect(await rowOf('丙公司')).toHaveTextContent('郑丽');
    expect(said()).toEqual([`success ${messages.added}`]);
    expect(box(await form('新增'), '客户名称')).toHaveValue('');
  });

  it('when the server refuses a value, the form of a list keeps the input, shows the message at the refused field only, and can be submitted again (FT2)', async () => {
    const { said } = await open();
    const edit = await form('编辑', await rowOf('乙公司'));
    type(box(edit, '客户名称'), '甲公司');
    type(box(edit, '联系电话'), '13900000002');
    click(button('保存', edit));
    const item = box(edit, '客户名称').closest<HTMLElement>('.ant-form-item');
    await waitFor(() => expect(item?.querySelector('.ant-form-item-explain-error')).toHaveTextContent(/\S/));
    expect(box(edit, '联系电话')).toHaveValue('13900000002');
    expect(box(edit, '联系电话')).toBeEnabled();
    expect(said()).toEqual([]);
    type(box(edit, '客户名称'), '乙集团');
    click(button('保存', edit));
    await gone();
    expect(await stored('乙集团')).toMatchObject({ phone: '13900000002' });
  });

  it('the form of a list sends a double click on 保存 as 1 request (FT5)', async () => {
    await open();
    await rowOf('甲公司');
    const add = await form('新增');
    type(box(add, '客户名称'), '丙公司');
    type(box(add, '联系人'), '郑丽');
    const submit = button('保存', add);
    click(submit);
    click(submit);
    await gone();
    expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual(['POST api/customer/add']);
    expect(writes()[0]?.headers.get('idempotency-key')).toBeTruthy();
  });

  it('the form of a list asks before it discards input, and asks only then', async () => {
    const { questions, answer } = await open();
    await rowOf('甲公司');
    const add = await form('新增');
    click(button('取消', add));
    await gone();
    expect(questions).toEqual([]);
    const again = await form('新增');
    type(box(again, '客户名称'), '半');
    answer(false);
    click(button('取消', again));
    await waitFor(() => expect(questions).toEqual([failures.leaveUnsaved]));
    expect(box(again, '客户名称')).toHaveValue('半');
    answer(true);
    click(button('取消', again));
    await gone();
    expect(writes()).toEqual([]);
  });

  it('the form of a list saves a copied row by the copy request', async () => {
    const { said } = await open();
    const copy = await form('复制', await rowOf('甲公司'));
    expect(within(copy).getByText('复制客户')).toBeVisible();
    expect(box(copy, '备注')).toHaveValue('老客户');
    type(box(copy, '客户名称'), '甲公司二厂');
    click(button('保存', copy));
    await gone();
    expect(writes().map(({ path }) => path)).toEqual(['api/customer/copy']);
    expect(said()).toEqual([`success ${messages.copied}`]);
    expect(await stored('甲公司二厂')).toMatchObject({ contact: '周敏', remark: '老客户' });
  });

  it('the form of a list pastes one spreadsheet row in the order of the import template', async () => {
    const { said } = await open();
    await rowOf('甲公司');
    clipboard(() =>
      Promise.resolve(
        '丁公司\t91330106MA2XXXXXX1\t\t\t浙江省\t杭州市\t西湖区\t孙亮\t13700000001\t\t\t\t"两行\n备注"\n',
      ),
    );
    const paste = await form('粘贴');
    expect(within(paste).getByText('粘贴客户')).toBeVisible();
    expect(box(paste, '联系人')).toHaveValue('孙亮');
    expect(box(paste, '备注')).toHaveValue('两行\n备注');
    click(button('保存', paste));
    await gone();
    expect(said()).toEqual([`success ${messages.pasted}`]);
    expect(await stored('丁公司')).toMatchObject({
      creditCode: '91330106MA2XXXXXX1',
      region: '浙江省/杭州市/西湖区',
      phone: '13700000001',
    });
  });

  it('the form of a list says why nothing can be pasted', async () => {
    const { said } = await open();
    await rowOf('甲公司');
    clipboard(() => Promise.resolve('只有一格'));
    click(button('粘贴'));
    await waitFor(() => expect(said()).toEqual([expect.stringContaining('剪贴板中没有可粘贴的一行数据')]));
  });

  it('the form of a list accepts a manual paste if the browser denies access to the clipboard', async () => {
    await open();
    await rowOf('甲公司');
    clipboard(() => Promise.reject(new Error('denied')));
    const asked = vi.spyOn(feedback, 'prompt').mockResolvedValueOnce('丁公司\t\t\t\t浙江省\t杭州市\t西湖区\t周敏');
    const paste = await form('粘贴');
    expect(asked).toHaveBeenCalledWith(expect.stringContaining('浏览器未允许直接读取剪贴板'), expect.anything());
    expect(box(paste, '联系人')).toHaveValue('周敏');
  });
});

describe('a row changed by another person meanwhile', () => {
  /** Opens 乙公司 for editing; contact and phone are changed here, contact and remark by another person. */
  async function clash() {
    const view = await open();
    const edit = await form('编辑', await rowOf('乙公司'));
    type(box(edit, '联系人'), '吴刚');
    type(box(edit, '联系电话'), '13900000003');
    const row = await stored('乙公司');
    await api.server.ask('PUT', 'api/customer/edit', {
      token: await api.server.login('other'),
      body: { ...row, contact: '吴用', remark: '对方的备注' },
    });
    click(button('保存', edit));
    const panel = await within(edit).findByRole('region', { name: '修改冲突' });
    return { ...view, edit, panel };
  }

  it('an edit of a row that another person changed meanwhile is compared field by field, waits for a choice, and is merged', async () => {
    const { edit, panel, said } = await clash();
    expect(within(panel).getByText(failures.stale)).toBeVisible();
    await waitFor(() => expect(panel).toHaveFocus());
    expect(panel).toHaveTextContent('李雷');
    const lines = within(panel)
      .getAllByRole('row')
      .slice(1)
      .map((line) => [...line.children].map((cell) => cell.textContent));
    expect(lines).toEqual([
      ['联系人', '吴强', '吴刚', '吴用', '我的对方的'],
      ['联系电话', '–', '13900000003', '–', '我的'],
      ['备注', '–', '–', '对方的备注', '对方的'],
    ]);
    expect(button('合并', panel)).toBeDisabled();
    expect(button('保存', edit)).toBeDisabled();
    click(within(panel).getByRole('radio', { name: '对方的' }));
    click(button('合并', panel));
    await waitFor(() => expect(box(edit, '联系人')).toHaveValue('吴用'));
    expect(box(edit, '备注')).toHaveValue('对方的备注');
    click(button('保存', edit));
    await gone();
    expect(said()).toEqual([`success ${messages.edited}`]);
    expect(await stored('乙公司')).toMatchObject({ contact: '吴用', phone: '13900000003', remark: '对方的备注' });
  });

  it('the other person’s version of a row changed meanwhile can be taken over unchanged', async () => {
    const { edit, panel } = await clash();
    click(within(panel).getByRole('button', { name: '放弃我的修改，载入最新' }));
    await waitFor(() => expect(box(edit, '联系人')).toHaveValue('吴用'));
    expect(box(edit, '联系电话')).toHaveValue('');
  });
});

describe('deleting in the list editor', () => {
  it('the question before a deletion has the words of the specification, for one row and for several', async () => {
    const { questions, answer, said } = await open();
    const row = await rowOf('甲公司');
    answer(false);
    click(button('更多', row));
    click(await screen.findByRole('menuitem', { name: '删除' }));
    await waitFor(() => expect(questions).toEqual([messages.confirmDelete]));
    expect(writes()).toEqual([]);
    tick(row);
    tick(await rowOf('乙公司'));
    expect(screen.getByRole('status')).toHaveTextContent('已选2条');
    answer(true);
    click(button('批量删除'));
    expect(await screen.findByText('还没有客户')).toBeVisible();
    expect(questions[1]).toBe(failures.confirmDeleteMany(2));
    expect(said()).toEqual([`success ${messages.deleted}`]);
    expect(screen.queryByText(/^已选/)).toBeNull();
    // The recycle bin offers nothing but the way back, and a restored row leaves it.
    click(button('回收站'));
    await rowOf('乙公司');
    for (const name of ['新增', '粘贴', '导入']) expect(noButton(name), name).toBe(true);
    click(button('恢复', await rowOf('甲公司')));
    await waitFor(() => expect(screen.queryByText('甲公司')).toBeNull());
    expect(said().at(-1)).toBe('success 恢复成功');
    expect(await rowOf('乙公司')).toBeVisible();
    expect(await stored('甲公司')).toMatchObject({ contact: '周敏' });
  });
});

it('a list shows a loading error with its request id and loads again on request', async () => {
  api.intercept(
    http.get(
      '*/api/customer',
      () => HttpResponse.json({ status: 500, message: failures.internal, requestId: 'r-77' }, { status: 500 }),
      { once: true },
    ),
  );
  await open();
  expect(await screen.findByText(`${failures.internal}（请求编号：r-77）`)).toBeVisible();
  click(button('重试'));
  expect(await rowOf('甲公司')).toBeVisible();
});

it('the number of rows per page is chosen from a list and cannot be typed', async () => {
  await open();
  await rowOf('甲公司');
  expect(screen.getByRole('combobox', { name: '每页条数' })).toHaveAttribute('readonly');
});

describe('keyboard of the list editor', () => {
  it('Enter in a filter or the keyword box of a list searches', async () => {
    await open();
    await rowOf('甲公司');
    const keyword = screen.getByLabelText('关键字');
    type(keyword, '乙');
    fireEvent.keyDown(keyword, { key: 'Enter' });
    await waitFor(() => expect(screen.queryByText('甲公司')).toBeNull());
    click(button('重置'));
    await rowOf('甲公司');
    const name = screen.getByRole('textbox', { name: '客户名称' });
    type(name, '甲');
    fireEvent.keyDown(name, { key: 'Enter' });
    await waitFor(() => expect(screen.queryByText('乙公司')).toBeNull());
    expect(screen.getByText('甲公司')).toBeVisible();
  });

  it('Ctrl+Enter submits the form of a list, and Esc closes it', async () => {
    await open();
    const edit = await form('编辑', await rowOf('乙公司'));
    type(box(edit, '联系人'), '吴双');
    fireEvent.keyDown(box(edit, '联系人'), { key: 'Enter', ctrlKey: true });
    await gone();
    expect(await stored('乙公司')).toMatchObject({ contact: '吴双' });
    const again = await form('编辑', await rowOf('乙公司'));
    fireEvent.keyDown(box(again, '联系人'), { key: 'Escape', keyCode: 27 });
    await gone();
    expect(writes()).toHaveLength(1);
  });
});

describe('link to a row', () => {
  const idOf = async (name: string) => Number((await stored(name))?.id);
  const linked = async (name: string, field: string, who = token) =>
    renderList(page, { token: who, path: formAddress('/?size=10', await idOf(name), field) });

  it('a link to a row’s form opens it once with the focus in the named field, and keeps the other parameters', async () => {
    const { router } = await linked('乙公司', 'phone');
    const edit = await drawer();
    expect(box(edit, '客户名称')).toHaveValue('乙公司');
    await waitFor(() => expect(box(edit, '联系电话')).toHaveFocus());
    expect(router.state.location.search).toBe('?size=10');
    type(box(edit, '联系电话'), '13900000003');
    click(button('保存', edit));
    await gone();
    expect(await stored('乙公司')).toMatchObject({ phone: '13900000003' });
  });

  it('a link to another row leaves a form with unsaved input only after a question; a link to another field of the same row asks nothing', async () => {
    const { router, questions, answer } = await linked('乙公司', 'phone');
    const edit = await drawer();
    type(await within(edit).findByLabelText('联系人'), '赵六');
    const follow = async (name: string, field: string) =>
      router.navigate(formAddress('/?size=10', await idOf(name), field));
    await follow('乙公司', 'remark');
    await waitFor(() => expect(box(edit, '备注')).toHaveFocus());
    answer(false);
    await follow('甲公司', 'remark');
    await waitFor(() => expect(questions).toEqual([failures.leaveUnsaved]));
    expect(box(edit, '联系人')).toHaveValue('赵六');
    answer(true);
    await follow('甲公司', 'contact');
    await waitFor(() => expect(box(edit, '客户名称')).toHaveValue('甲公司'));
    await waitFor(() => expect(box(edit, '联系人')).toHaveFocus());
  });

  it('a link to a row’s form shows the row read-only to people who may not edit it, and says who must fill the field', async () => {
    const { said } = await linked('乙公司', 'phone', await api.server.login('reader'));
    expect(await within(await drawer()).findByText('吴强')).toBeVisible();
    expect(said()).toEqual(['warning 您没有编辑客户的权限，请由有权限的人员填写“联系电话”']);
    expect(noButton('保存')).toBe(true);
  });

  it('a link for reading shows the row read-only also to people who may edit it, and another row in the same drawer', async () => {
    const { router, said } = await renderList(page, { token, path: rowAddress('/', await idOf('乙公司')) });
    expect(await within(await drawer()).findByText('吴强')).toBeVisible();
    expect(router.state.location.search).toBe('');
    await router.navigate(rowAddress('/', await idOf('甲公司')));
    await waitFor(async () => expect(within(await drawer()).queryByText('吴强')).toBeNull());
    expect(within(await drawer()).getByText('详情')).toBeVisible();
    expect(said()).toEqual([]);
  });
});
