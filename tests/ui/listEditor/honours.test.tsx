import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, expect, it } from 'vitest';
import { crud } from '@/api/crudClient';
import { fieldOfInput } from '@/fields/PaneForm';
import { changeStatus, type InputProps, type ListPage } from '@/listEditor';
import { callsIn } from '@/listEditor/page';
import type { Entity } from '@contract/entity';
import { customer } from '@contract/features/customers/entities/customer';
import { apiServer } from '../../support/apiServer';
import {
  allOf,
  button,
  click,
  drawer,
  headers,
  noButton,
  renderList,
  rowOf,
  tick,
  type,
} from '../../support/renderList';
import { savedFiles } from '../../support/savedFiles';

const api = apiServer();
let token: string;

beforeAll(async () => {
  const { rows, login } = api.server;
  const organizationId = await rows.organization();
  await rows.user({ userName: 'sales', organizationId, roles: [await rows.role({ permissions: allOf(customer) })] });
  for (const [customerName, contact, level] of [
    ['甲公司', '周敏', 'A'],
    ['乙公司', '吴强', 'B'],
    ['丙公司', '郑丽', 'A'],
  ])
    await rows.customer({ organizationId, customerName, contact, level });
  token = await login('sales');
});

const plain: ListPage = { entity: customer, columns: ['customerName', 'contact'] };
const open = (options: Partial<ListPage> = {}, path = '/') => renderList({ ...plain, ...options }, { token, path });
const lists = (path = 'api/customer') =>
  api.calls
    .filter((call) => call.method === 'GET' && (call.path === path || call.path.startsWith(`${path}?`)))
    .map((call) => new URLSearchParams(call.path.split('?')[1]));
const lastList = (path?: string) => lists(path).at(-1);

it('the setting "entity" of a list page determines its labels and fields', async () => {
  const entity: Entity = {
    ...customer,
    label: '甲方',
    fields: { ...customer.fields, customerName: { ...customer.fields.customerName, label: '甲方名称' } },
  };
  await open({ entity });
  await rowOf('甲公司');
  expect(screen.getByRole('grid', { name: '甲方' })).toBeVisible();
  expect(headers()).toContain('甲方名称');
  expect(lists()).toHaveLength(1);
});

it('the setting "title" of a list page names its table and its form', async () => {
  await open({ title: '大客户', form: ['customerName'] });
  await rowOf('甲公司');
  expect(screen.getByRole('grid', { name: '大客户' })).toBeVisible();
  click(button('新增'));
  expect(within(await drawer()).getByText('新增大客户')).toBeVisible();
});

it('the setting "exportTitle" of a list page names its exported file and nothing else', async () => {
  await open({ exportTitle: '客户一览' });
  await rowOf('甲公司');
  expect(screen.getByRole('grid', { name: '客户' })).toBeVisible();
  click(button('导出'));
  click(await screen.findByText('导出查询结果（xlsx）'));
  await waitFor(() => expect(savedFiles.at(-1)?.name).toMatch(/-客户一览\.xlsx$/));
});

it('the setting "empty" of a list page is the text shown without rows', async () => {
  await open({ empty: '没有欠款的客户', fixedQuery: { customerName: '没有这样的' } });
  expect(await screen.findByText('没有欠款的客户')).toBeVisible();
});

it('the setting "url" of a list page determines the address of its requests', async () => {
  const sent: unknown[] = [];
  api.intercept(
    http.get('*/other/list', () =>
      HttpResponse.json({
        body: { records: [{ id: 7, customerName: '别处的客户', contact: '王芳', createBy: 1 }], total: 1 },
      }),
    ),
    http.post('*/other/list/add', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ code: '200', message: '' });
    }),
    http.put('*/other/list/edit', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ code: '200', message: '' });
    }),
  );
  await open({
    url: 'other/list',
    form: ['customerName', 'contact'],
    actions: [changeStatus(customer, { label: '降级', field: 'level', value: 'C' })],
  });
  tick(await rowOf('别处的客户'));
  click(button('降级'));
  await waitFor(() => expect(sent).toHaveLength(1));
  click(button('新增'));
  const form = await drawer();
  type(within(form).getByLabelText('客户名称'), '丁公司');
  type(within(form).getByLabelText('联系人'), '孙亮');
  click(button('保存', form));
  await waitFor(() =>
    expect(sent).toEqual([
      expect.objectContaining({ id: 7, level: 'C' }),
      expect.objectContaining({ customerName: '丁公司' }),
    ]),
  );
  expect(lists()).toHaveLength(0);
});

it('the setting "columns" of a list page determines its columns and their order', async () => {
  await open({ columns: ['contact', 'customerName', 'createTime'], abilities: [] });
  await rowOf('甲公司');
  expect(headers()).toEqual(['客户名称', '联系人', '创建时间']);
});

it('the setting "widths" of a list page determines the width of its columns', async () => {
  await open({ columns: ['customerName', 'contact', 'phone'], widths: { contact: 333 }, abilities: [] });
  await rowOf('甲公司');
  const widthOf = (title: string) => screen.getByRole('columnheader', { name: new RegExp(`^${title}`) }).style.width;
  expect([widthOf('联系人'), widthOf('联系电话')]).toEqual(['333px', '100px']);
});

it('the setting "filters" of a list page determines its filters', async () => {
  const { router } = await open({ filters: ['customerName', 'contact'] });
  await rowOf('甲公司');
  const search = screen.getByRole('search');
  expect(
    within(search)
      .getAllByRole('textbox')
      .map((box) => box.getAttribute('aria-label')),
  ).toEqual(['关键字', '客户名称', '联系人']);
  type(within(search).getByLabelText('联系人'), '吴');
  fireEvent.keyDown(within(search).getByLabelText('联系人'), { key: 'Enter' });
  await waitFor(() => expect(screen.queryByText('甲公司')).toBeNull());
  expect(screen.getByText('乙公司')).toBeVisible();
  expect(lastList()?.get('contact')).toBe('吴');
  expect(new URLSearchParams(router.state.location.search).get('contact')).toBe('吴');
});

it('the setting "form" of a list page determines the fields and sections of its form', async () => {
  await open({ form: ['contact', { title: '开票', fields: ['invoiceTitle', 'customerName'] }] });
  await rowOf('甲公司');
  click(button('新增'));
  const form = await drawer();
  expect(
    within(form)
      .getAllByRole('textbox')
      .map((box) => fieldOfInput(box.id)),
  ).toEqual(['contact', 'invoiceTitle', 'customerName']);
  expect(within(within(form).getByRole('group', { name: '开票' })).getAllByRole('textbox')).toHaveLength(2);
});

it('the setting "fixedQuery" of a list page overrides a filter in the address', async () => {
  await open(
    { fixedQuery: { contact: '吴强' }, filters: ['contact'], form: ['customerName', 'contact'] },
    '/?contact=周敏',
  );
  await rowOf('乙公司');
  expect(screen.queryByText('甲公司')).toBeNull();
  expect(lists().map((query) => query.getAll('contact'))).toEqual([['吴强']]);
  click(button('新增'));
  expect(within(await drawer()).getByLabelText('联系人')).toHaveValue('吴强');
  click(button('导出'));
  click(await screen.findByText('导出查询结果（xlsx）'));
  await waitFor(() => expect(lastList('api/customer/export')?.getAll('contact')).toEqual(['吴强']));
  expect(lastList('api/customer/export')?.get('columns')).toBe('customerName,contact');
  // Selected rows are exported by their ids, whatever the list shows.
  tick(await rowOf('乙公司'));
  await waitFor(() => expect(button('导出').className).not.toMatch(/loading/));
  click(button('导出'));
  click(await screen.findByText('导出选中的1条（xlsx）'));
  await waitFor(() => expect(lastList('api/customer/export')?.get('ids')).toMatch(/^\d+$/));
  expect(lastList('api/customer/export')?.has('contact')).toBe(false);
});

it('the setting "sort" of a list page determines its first order', async () => {
  await open({ sort: 'contact,asc' });
  await rowOf('甲公司');
  expect(lists().map((query) => query.get('sort'))).toEqual(['contact,asc']);
  expect(screen.getByRole('columnheader', { name: /联系人/ })).toHaveAttribute('aria-sort', 'ascending');
});

it('the setting "abilities" of a list page determines which of its buttons appear', async () => {
  await open({ abilities: ['add', 'copy'], form: ['customerName'] });
  const row = await rowOf('甲公司');
  button('新增');
  button('复制', row);
  // Every list has an export.
  button('导出');
  for (const name of ['粘贴', '导入', '回收站']) expect(noButton(name), name).toBe(true);
  for (const name of ['编辑', '删除', '更多']) expect(noButton(name, row), name).toBe(true);
});

it('the setting "cells" of a list page renders cells with the page’s own component', async () => {
  await open({ cells: { contact: ({ row }) => <em>{`${String(row.contact)}先生`}</em> } });
  expect(within(await rowOf('乙公司')).getByText('吴强先生').tagName).toBe('EM');
});

it('the setting "inputs" of a list page renders form fields with the page’s own component', async () => {
  const Stars = ({ value, onChange }: InputProps) => (
    <button type="button" onClick={() => onChange?.(`${String(value ?? '')}★`)}>{`星级${String(value ?? '')}`}</button>
  );
  await open({ form: ['contact'], inputs: { contact: Stars } });
  await rowOf('甲公司');
  click(button('新增'));
  click(within(await drawer()).getByText('星级'));
  expect(await screen.findByText('星级★')).toBeVisible();
});

it('the setting "sections" of a list page adds the page’s own components to the form', async () => {
  await open({
    form: ['customerName', 'contact'],
    sections: [{ after: 'customerName', component: () => <p>危害因素明细</p> }],
  });
  await rowOf('甲公司');
  click(button('新增'));
  const section = within(await drawer()).getByText('危害因素明细');
  const [name, contact] = ['客户名称', '联系人'].map((label) => screen.getByLabelText(label));
  expect(name?.compareDocumentPosition(section)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(section.compareDocumentPosition(contact as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('the setting "actions" of a list page adds the page’s own buttons', async () => {
  const ran: [string, number][] = [];
  const run =
    (key: string) =>
    ({ ids }: { ids: readonly number[] }) =>
      void ran.push([key, ids.length]);
  const { questions, answer, router } = await open({
    abilities: [],
    actions: [
      { key: 'top', label: '汇总', place: 'toolbar', run: run('top') },
      { key: 'secret', label: '机密', place: 'toolbar', permission: ['customer:secret'], run: run('secret') },
      {
        key: 'visit',
        label: '走访',
        place: 'row',
        permission: ['customer:edit'],
        enabled: ([row]) => row?.contact === '吴强',
        run: ({ open: goTo, ids }) => goTo('/visits', { of: String(ids.length) }),
      },
      {
        key: 'merge',
        label: '合并',
        place: 'selection',
        confirm: (rows) => `合并${rows.length}个？`,
        enabled: (rows) => rows.length > 1,
        run: run('merge'),
      },
    ],
  });
  const [first, second] = [await rowOf('甲公司'), await rowOf('乙公司')];
  expect(noButton('机密')).toBe(true);
  expect(noButton('合并')).toBe(true);
  click(button('汇总'));
  tick(first);
  expect(button('合并')).toBeDisabled();
  tick(second);
  answer(false);
  click(button('合并'));
  await waitFor(() => expect(questions).toEqual(['合并2个？']));
  answer(true);
  click(button('合并'));
  await waitFor(() =>
    expect(ran).toEqual([
      ['top', 0],
      ['merge', 2],
    ]),
  );
  expect(button('走访', first)).toBeDisabled();
  click(button('走访', second));
  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe('/visits?of=1'));
});

it('the setting "slots" of a list page adds components beside, above and below its table', async () => {
  await open({
    slots: {
      besideList: () => <p>分类树</p>,
      aboveList: () => <p>合计</p>,
      detail: ({ row }) => <p>{`${String(row.contact)}的名片`}</p>,
      titleMark: ({ row }) => <em>{`联系人：${String(row.contact)}`}</em>,
    },
  });
  expect(within(await rowOf('甲公司')).getByText('联系人：周敏')).toBeVisible();
  click(within(await rowOf('甲公司')).getByText('甲公司'));
  expect(within(screen.getByRole('complementary')).getByText('分类树')).toBeVisible();
  expect(screen.getByText('合计')).toBeVisible();
  expect(await screen.findByText('周敏的名片')).toBeVisible();
});

it('the setting "before" of a list page runs the page’s own steps before each operation', async () => {
  const steps: unknown[] = [];
  await open({
    form: ['customerName'],
    before: {
      open: ({ action, rows }) => void steps.push(['open', action, rows.length]),
      cancel: () => void steps.push('cancel'),
      delete: ({ rows }) => (steps.push(['delete', rows[0]?.customerName]), false),
    },
  });
  const row = await rowOf('甲公司');
  click(button('编辑', row));
  click(button('取消', await drawer()));
  await waitFor(() => expect(steps).toEqual([['open', 'edit', 1], 'cancel']));
  click(button('更多', row));
  click(await screen.findByRole('menuitem', { name: '删除' }));
  await waitFor(() => expect(steps.at(-1)).toEqual(['delete', '甲公司']));
  expect(api.asked()).not.toContain('DELETE api/customer/delete');
});

const others = () => HttpResponse.json({ content: [{ id: 7, customerName: '别处的客户' }], totalElements: 1 });

it('the settings "method", "pageParam", "sizeParam" and "firstPage" of a list page determine its list request', async () => {
  const asked: URLSearchParams[] = [];
  api.intercept(
    http.post('*/api/customer', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return others();
    }),
  );
  await open({ method: 'post', pageParam: 'current', sizeParam: 'rows', firstPage: 1 });
  await rowOf('别处的客户');
  expect([asked[0]?.get('current'), asked[0]?.has('page'), lists().length]).toEqual(['1', false, 0]);
  expect([asked[0]?.get('rows'), asked[0]?.has('size')]).toEqual(['30', false]);
});

it('the setting "suffixes" of a list page determines the address of each operation', async () => {
  const sent: string[] = [];
  api.intercept(
    http.put('*/api/customer/update', ({ request }) => {
      sent.push(new URL(request.url).pathname);
      return HttpResponse.json({ code: '200', message: '' });
    }),
  );
  await open({ suffixes: { edit: 'update' }, actions: [changeStatus(customer, { label: '降级', field: 'level' })] });
  tick(await rowOf('甲公司'));
  click(button('降级'));
  await waitFor(() => expect(sent).toEqual(['/api/customer/update']));
});

it('the settings "belongGas" and "uploadType" of a list page are sent with an import', async () => {
  const sent: unknown[] = [];
  api.intercept(
    http.post('*/api/customer/import', async ({ request }) => {
      sent.push(Object.fromEntries([...(await request.formData())].filter(([name]) => name !== 'file')));
      return HttpResponse.json({ code: '200', message: '', body: [] });
    }),
  );
  const view = await open({ belongGas: 'gas-3', uploadType: '2' });
  await rowOf('甲公司');
  view.unmount();
  await crud(customer, callsIn({ belongGas: 'gas-3', uploadType: '2' })).upload(new File(['PK'], 'a.xlsx'));
  expect(sent).toEqual([{ belongGas: 'gas-3', uploadType: '2' }]);
});
