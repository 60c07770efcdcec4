import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { ListPage } from '@/listEditor';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { unitContact } from '@contract/features/customers/entities/unitContact';
import { project } from '@contract/features/projects/entities/project';
import { inspectUnitTable, unitContactTable } from '@server/db/schema';
import { apiServer } from '../../support/apiServer';
import { allOf, button, renderList } from '../../support/renderList';

// A form that needs a unit or a person of it adds them without leaving.

const api = apiServer();
let token: string;

beforeAll(async () => {
  const { rows, login } = api.server;
  const organizationId = await rows.organization();
  const role = await rows.role({ permissions: [project, inspectUnit, unitContact].flatMap(allOf) });
  await rows.user({ userName: 'sales', organizationId, roles: [role] });
  token = await login('sales');
});

const page: ListPage = {
  entity: project,
  columns: ['code'],
  form: ['projectName', 'belongInspect', 'contact'],
  abilities: ['add'],
};
const select = (label: string) => screen.getByRole('combobox', { name: label });
const addWay = (label: string) => screen.findByRole('button', { name: new RegExp(`新增${label}$`) });

async function shown(label: string): Promise<HTMLElement> {
  const title = await screen.findByText(`新增${label}`, { selector: '.ant-modal-title' });
  return title.closest('.ant-modal') as HTMLElement;
}

async function add(label: string, typed: Readonly<Record<string, string>>): Promise<void> {
  fireEvent.mouseDown(select(label));
  fireEvent.click(await addWay(label));
  const opened = await shown(label);
  for (const [name, value] of Object.entries(typed))
    fireEvent.change(within(opened).getByLabelText(name), { target: { value } });
  fireEvent.click(button('保存', opened));
}

it('a select can add a new enterprise and a new contact of it, and chooses them', async () => {
  await renderList(page, { token });
  fireEvent.click(button('新增'));
  await screen.findByRole('combobox', { name: '受检单位' });
  fireEvent.mouseDown(select('受检单位联系人'));
  // Without a unit there is nobody's person to add.
  expect(screen.queryByRole('button', { name: /新增受检单位联系人$/ })).toBeNull();

  await add('受检单位', { 单位名称: '新开办的厂' });
  // In the field, and in its list of options while that is open.
  expect((await screen.findAllByTitle('新开办的厂')).length).toBeGreaterThan(0);
  await add('受检单位联系人', { 姓名: '王伟', 手机号码: '13812345678' });
  expect((await screen.findAllByTitle('王伟')).length).toBeGreaterThan(0);
  const [unit] = await api.server.database.orm.select().from(inspectUnitTable);
  expect(await api.server.database.orm.select().from(unitContactTable)).toMatchObject([
    { unit: unit?.id, contactName: '王伟', isMain: true },
  ]);
});

it('a select that adds a row shows a refusal at its field and keeps the typed values', async () => {
  await renderList(page, { token });
  fireEvent.click(button('新增'));
  await screen.findByRole('combobox', { name: '受检单位' });
  await add('受检单位', { 单位名称: '新开办的厂' });
  const opened = await shown('受检单位');
  await waitFor(() => expect(within(opened).getByText(/已存在/)).toBeInTheDocument());
  expect(within(opened).getByLabelText('单位名称')).toHaveValue('新开办的厂');
});

it('a select carries the typed name into the form that adds the row', async () => {
  await renderList(page, { token });
  fireEvent.click(button('新增'));
  await screen.findByRole('combobox', { name: '受检单位' });
  fireEvent.mouseDown(select('受检单位'));
  fireEvent.change(select('受检单位'), { target: { value: ' 城北的新厂 ' } });
  fireEvent.click(await addWay('受检单位'));
  const opened = await shown('受检单位');
  await waitFor(() => expect(within(opened).getByLabelText('单位名称')).toHaveValue('城北的新厂'));
  fireEvent.click(button('保存', opened));
  expect((await screen.findAllByTitle('城北的新厂')).length).toBeGreaterThan(0);

  // The next new unit begins empty.
  fireEvent.mouseDown(select('受检单位'));
  fireEvent.click(await addWay('受检单位'));
  await waitFor(() => expect(within(opened).getByLabelText('单位名称')).toHaveValue(''));
});
