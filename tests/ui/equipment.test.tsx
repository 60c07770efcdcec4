import { equipmentTexts } from '@contract/equipmentRules';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import EquipmentPage from '@/pages/resource/equipment/page';
import DetailsPage from '@/pages/siteSample/eqpIn/details/page';
import { apiServer } from '../support/apiServer';
import { heardFeedback } from '../support/browserState';
import { dayFromNow, fieldRowsOf } from '../support/fieldRows';
import { button, click, type } from '../support/renderList';
import { renderPage } from '../support/renderPage';

const api = apiServer();
let token: string;
let project: { id: number; code: string };

beforeAll(async () => {
  const { rows, login } = api.server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  const field = fieldRowsOf(api.server, organizationId);
  const permissions = ['equipment:list', 'equipmentUse:list', 'equipmentUse:add', 'equipmentUse:edit', 'project:list'];
  await rows.user({ userName: 'field', organizationId, roles: [await rows.role({ permissions })] });
  token = await login('field');
  project = await field.project('sampling');
  await field.instrument({ eqpNo: 'CY-GOOD' });
  await field.instrument({ eqpNo: 'CY-SOON', calibrationDue: dayFromNow(10) });
  await field.instrument({ eqpNo: 'CY-LATE', calibrationDue: dayFromNow(-3) });
  await field.instrument({ eqpNo: 'LL-LATE', eqpKind: 'flowCalibrator', eqpName: '流量校准器', calibrationDue: dayFromNow(-3) });
});

const row = async (text: string, inside: HTMLElement = document.body): Promise<HTMLElement> => (await within(inside).findByText(text)).closest<HTMLElement>('[role="row"]') as HTMLElement;

it('the list of instruments says what is over and what will be soon, and the detail where one has been', async () => {
  await renderPage(<EquipmentPage />, { token, path: '/resource/equipment' });
  expect((await row('CY-LATE')).textContent).toContain(`${dayFromNow(-3)} 已过期`);
  expect((await row('CY-SOON')).textContent).toContain('余10天');
  click(within(await row('CY-GOOD')).getByRole('button', { name: 'CY-GOOD' }));
  await screen.findByText('还没有出库或送检');
});

it('an expired instrument is shown with its reason and can not be chosen; a good one goes out', async () => {
  await renderPage(<DetailsPage />, { token, path: `/siteSample/eqpIn/details/page?belongProject=${project.id}` });
  const heard = heardFeedback();
  await screen.findByText(/还没有领用设备/);
  click(button('领用设备'));
  const dialog = await screen.findByRole('dialog');
  const late = await row('CY-LATE', dialog);
  expect(late.textContent).toContain(equipmentTexts.expired(dayFromNow(-3)));
  click(within(late).getByRole('checkbox'));
  expect(heard.notices.map(([, text]) => text)).toEqual([`CY-LATE：${equipmentTexts.expired(dayFromNow(-3))}`]);
  expect(within(dialog).getByRole('button', { name: /确定出库（0台）/ })).toHaveProperty('disabled', true);
  type(within(dialog).getByLabelText('查找设备'), 'GOOD');
  await waitFor(() => expect(within(dialog).queryByText('CY-LATE')).toBeNull());
  click(within(await row('CY-GOOD', dialog)).getByRole('checkbox'));
  click(within(dialog).getByRole('button', { name: /确定出库（1台）/ }));
  await waitFor(() => expect(heard.notices.at(-1)?.[1]).toBe(equipmentTexts.out(1)));
  await waitFor(() => expect(screen.getByRole('grid', { name: '项目设备', hidden: true }).textContent).toMatch(/CY-GOOD.*未入库/));
});
