import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { feedback } from '@/lib/feedback';
import type { ListPage } from '@/listEditor';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { rules } from '@contract/rules';
import { inspectUnitTable, unitContactTable } from '@server/db/schema';
import { apiServer } from '../../support/apiServer';
import { allOf, button, click, renderList } from '../../support/renderList';

const api = apiServer();
let token: string;

beforeAll(async () => {
  const { rows, login } = api.server;
  const organizationId = await rows.organization();
  await rows.user({ userName: 'sales', organizationId, roles: [await rows.role({ permissions: allOf(inspectUnit) })] });
  token = await login('sales');
});
beforeEach(async () => {
  await api.server.database.orm.delete(unitContactTable);
  await api.server.database.orm.delete(inspectUnitTable);
});

const page: ListPage = {
  entity: inspectUnit,
  columns: ['unitName'],
  form: ['unitName', 'workerCount', 'exposedCount', 'foundedOn', 'industry', 'remark'],
};
const box = (within_: HTMLElement, label: string) => within(within_).getByLabelText(new RegExp(`^${label}`));

/** Pastes one spreadsheet row into a new form, in the order of the unit's sheet. */
async function pasted(cells: Readonly<Record<string, string>>) {
  await renderList(page, { token });
  const order = (inspectUnit.sheet ?? []).flatMap((name) =>
    inspectUnit.fields[name as keyof typeof inspectUnit.fields]?.kind === 'region'
      ? ['省', '市', '区县']
      : [inspectUnit.fields[name as keyof typeof inspectUnit.fields]?.label ?? ''],
  );
  vi.spyOn(feedback, 'prompt').mockResolvedValueOnce(order.map((label) => cells[label] ?? '').join('\t'));
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { readText: () => Promise.reject(new Error('denied')) },
  });
  await screen.findByRole('button', { name: /粘贴/ });
  click(button('粘贴'));
  return screen.findByRole('dialog');
}

it('a row pasted into a form is read as an import reads it, and an unreadable text stays in its field with the reason (FILE-9)', async () => {
  const form = await pasted({
    单位名称: '丁公司',
    职工总数: '1,200',
    接触职业病危害人数: '３０',
    成立日期: '2015年5月1日',
    所属行业: '没有的行业',
    备注: '旧厂',
  });
  expect(box(form, '成立日期')).toHaveValue('2015-05-01');
  expect(box(form, '接触职业病危害人数')).toHaveValue('30');
  expect(box(form, '职工总数')).toHaveValue('1,200');
  expect(await within(form).findByText(rules.nonNegativeInteger.message)).toBeVisible();
  expect(within(form).getByText(/“没有的行业”不是所属行业的可选项/)).toBeVisible();
  // Nobody can tell 1,200 from 1.200, so a typed one is refused with what to do.
  fireEvent.change(box(form, '职工总数'), { target: { value: '1,300' } });
  const comma = `${rules.nonNegativeInteger.message}，请去掉逗号，例如4520`;
  expect(await within(form).findByText(comma)).toBeVisible();
  // Not sent, although the schema accepts any text as a dictionary value.
  fireEvent.change(box(form, '职工总数'), { target: { value: '1200' } });
  click(button('保存', form));
  await waitFor(() => expect(within(form).queryByText(comma)).toBeNull());
  expect(within(form).getByText(/“没有的行业”不是所属行业的可选项/)).toBeVisible();
  expect(await api.server.database.orm.select().from(inspectUnitTable)).toEqual([]);
});

it('a date field reads 3 spellings (2015年5月1日, 2016/5/1 and more), pasted or typed, and keeps an unreadable text (FILE-9)', async () => {
  const form = await pasted({ 单位名称: '丁公司', 成立日期: '明年春天', 备注: '旧厂' });
  expect(box(form, '成立日期')).toHaveValue('明年春天');
  await waitFor(() => expect(within(form).getByText('成立日期应为年-月-日，例如2024-05-01')).toBeVisible());
  const type = (text: string) => {
    fireEvent.change(box(form, '成立日期'), { target: { value: text } });
    fireEvent.blur(box(form, '成立日期'));
  };
  type('2015年5月1日');
  await waitFor(() => expect(box(form, '成立日期')).toHaveValue('2015-05-01'));
  type('2016/5/1');
  await waitFor(() => expect(box(form, '成立日期')).toHaveValue('2016-05-01'));
  type('2017年6月2日');
  await waitFor(() => expect(box(form, '成立日期')).toHaveValue('2017-06-02'));
  // The same day in another spelling is shown as the field has it.
  type('2017/6/2');
  await waitFor(() => expect(box(form, '成立日期')).toHaveValue('2017-06-02'));
  type('20180703');
  await waitFor(() => expect(box(form, '成立日期')).toHaveValue('2018-07-03'));
  expect(box(form, '成立日期')).toHaveAttribute('aria-invalid', 'false');
  type('后天');
  await waitFor(() => expect(box(form, '成立日期')).toHaveValue('后天'));
  await waitFor(() => expect(within(form).getByText('成立日期应为年-月-日，例如2024-05-01')).toBeVisible());
});

it('a date whose text was deleted is empty, and its row is saved without it (FILE-9)', async () => {
  const form = await pasted({ 单位名称: '丁公司', 成立日期: '2015/5/1', 备注: '旧厂' });
  expect(box(form, '成立日期')).toHaveValue('2015-05-01');
  fireEvent.change(box(form, '成立日期'), { target: { value: '' } });
  fireEvent.blur(box(form, '成立日期'));
  await waitFor(() => expect(box(form, '成立日期')).toHaveValue(''));
  click(button('保存', form));
  await waitFor(async () =>
    expect(await api.server.database.orm.select().from(inspectUnitTable)).toMatchObject([
      { unitName: '丁公司', foundedOn: null },
    ]),
  );
});
