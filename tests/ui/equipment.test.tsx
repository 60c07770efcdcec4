import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { isNotNull } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { AdjustDrawer } from '@/features/fieldwork/adjusting/AdjustDrawer';
import { daysOf } from '@/features/vehicles/calendarDays';
import { todayText } from '@/lib/dateTexts';
import EquipmentPage from '@/pages/resource/equipment/page';
import VehiclesPage from '@/pages/resource/vehicles/page';
import DetailsPage from '@/pages/siteSample/eqpIn/details/page';
import { openScanned } from '@/shell/scan/openScanned';
import type { AnyRow } from '@contract/entity';
import { equipmentTexts } from '@contract/features/equipment/equipmentRules';
import { handOverTexts } from '@contract/features/fieldwork/handOver/handOverTexts';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { equipmentUseTable, reagentTable, vehiclePlanTable, vehicleTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { heardFeedback } from '../support/browserState';
import { dayFromNow, fieldRowsOf } from '../support/fieldRows';
import { button, click, type } from '../support/renderList';
import { renderPage } from '../support/renderPage';

// The week that the calendar shows first.
const [monday = '', tuesday = ''] = daysOf('week', todayText());
const api = apiServer();
let token: string;
let project: { id: number; code: string };
let taken: AnyRow;
let handedOut: number;

beforeAll(async () => {
  const { rows, login } = api.server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  const field = fieldRowsOf(api.server, organizationId);
  const permissions = [
    'equipment:list',
    'equipmentUse:list',
    'equipmentUse:add',
    'equipmentUse:edit',
    'project:list',
    'sample:list',
    'sampleAdjustment:edit',
    'vehicle:list',
    'vehiclePlan:list',
    'vehiclePlan:add',
    'vehiclePlan:edit',
  ];
  const driver = await rows.user({
    userName: 'field',
    nickName: '周海涛',
    organizationId,
    roles: [await rows.role({ permissions })],
  });
  token = await login('field');
  project = await field.project('sampling');
  await field.instrument({ eqpNo: 'CY-GOOD' });
  await field.instrument({ eqpNo: 'CY-SOON', calibrationDue: dayFromNow(10) });
  await field.instrument({ eqpNo: 'CY-LATE', calibrationDue: dayFromNow(-3) });
  await field.instrument({
    eqpNo: 'LL-LATE',
    eqpKind: 'flowCalibrator',
    eqpName: '流量校准器',
    calibrationDue: dayFromNow(-3),
  });
  const { orm } = api.server.database;
  const [first, second] = await orm
    .insert(vehicleTable)
    .values(
      ['浙A·00001', '浙A·00002'].map((plateNo) => ({
        organizationId,
        plateNo,
        vehicleName: '别克GL8',
        seats: 5,
        status: '1',
      })),
    )
    .returning({ id: vehicleTable.id });
  const plan = (planNo: string, vehicle: number | undefined, day: string, destination: string) => ({
    organizationId,
    planNo,
    vehicle: vehicle as number,
    driver,
    destination,
    state: 'planned',
    startAt: new Date(`${day}T08:00:00+08:00`),
    endAt: new Date(`${day}T17:00:00+08:00`),
  });
  await orm
    .insert(vehiclePlanTable)
    .values([plan('YC-1', first?.id, monday, '桐庐县'), plan('YC-2', second?.id, tuesday, '建德市')]);
  const { id } = await field.project('handOver');
  handedOut = id;
  await field.instrument({ eqpNo: 'LL-GOOD', eqpKind: 'flowCalibrator', eqpName: '流量校准器' });
  const used = await Promise.all(
    [
      { eqpNo: 'CY-USED', status: 'out' },
      { eqpNo: 'CY-OVER', status: 'out', calibrationDue: dayFromNow(-3) },
      // A meter has no flow, so the grid of flows leaves it out.
      { eqpNo: 'ZS-USED', eqpName: '个体噪声剂量计', eqpKind: 'directReading', status: 'out' },
    ].map((given) => field.instrument(given)),
  );
  await api.server.database.orm.insert(equipmentUseTable).values(
    used.map((one) => ({
      organizationId,
      project: id,
      equipment: one.id,
      useKind: 'sampling',
      outCondition: 'good',
      outAt: new Date(),
    })),
  );
  const sample = await field.sample({
    project: id,
    hazard: await field.hazard('苯'),
    sampleNo: 'TZ-B1-0101',
    samplingDay: await field.day(id, dayFromNow(-1)),
  });
  taken = (await api.server.ask<AnyRow>('GET', `api/sample/${sample.id}`, { token })).body;
});

const row = async (text: string, inside: HTMLElement = document.body): Promise<HTMLElement> =>
  (await within(inside).findByText(text)).closest<HTMLElement>('[role="row"]') as HTMLElement;

it('the instrument list marks expired and soon expiring calibrations, and the detail page lists former uses', async () => {
  await renderPage(<EquipmentPage />, { token, path: '/resource/equipment' });
  expect((await row('CY-LATE')).textContent).toContain(`${dayFromNow(-3)} 已过期`);
  expect((await row('CY-SOON')).textContent).toContain('余10天');
  click(within(await row('CY-GOOD')).getByRole('button', { name: 'CY-GOOD' }));
  await screen.findByText('还没有出库或送检');
});

it('the take-out dialog says why an expired instrument cannot be chosen, and takes out a valid one', async () => {
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
  await waitFor(() =>
    expect(screen.getByRole('grid', { name: '项目设备', hidden: true }).textContent).toMatch(/CY-GOOD.*未入库/),
  );
});

it('the flows of all samplers of a project are typed or pasted into one grid and saved at once, with the only valid calibrator preset', async () => {
  await renderPage(<DetailsPage />, { token, path: `/siteSample/eqpIn/details/page?belongProject=${handedOut}` });
  const heard = heardFeedback();
  click(await screen.findByRole('button', { name: '流量校准（2台）' }));
  const dialog = await screen.findByRole('dialog');
  const cell = (name: string) => within(dialog).getByRole('textbox', { name });
  await within(dialog).findByTitle(/^LL-GOOD/);
  const block = ['0.1\t0.1\t0.1\t0.1\t', '0.5\t0.9\t0.9\t0.9\t'].join('\r\n');
  const paste = { clipboardData: { getData: () => block } };
  const [first, second] = within(dialog)
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent ?? '');
  fireEvent.paste(cell(`${first}设定流量`), paste);
  // Keys lead along the column, and from its end to the next one; Enter saves nothing half typed.
  const follow = (key: string, more: object = {}) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
    return document.activeElement?.getAttribute('aria-label');
  };
  expect(document.activeElement).toBe(cell(`${first}设定流量`));
  expect(follow('Enter')).toBe(`${second}设定流量`);
  expect(follow('Enter')).toBe(`${first}采样前读数1`);
  expect([follow('ArrowDown'), follow('ArrowDown')]).toEqual([`${second}采样前读数1`, `${second}采样前读数1`]);
  expect([follow('ArrowUp'), follow('Enter', { ctrlKey: true })]).toEqual([
    `${first}采样前读数1`,
    `${first}采样前读数1`,
  ]);
  expect(cell(`${second}采样前读数3`)).toHaveValue('0.9');
  // A value out of its limits is marked while it is typed.
  expect(cell(`${second}设定流量`)).toHaveAttribute('aria-invalid', 'true');
  expect(cell(`${first}设定流量`)).toHaveAttribute('aria-invalid', 'false');
  click(within(dialog).getByRole('button', { name: '保存（2台）' }));
  // A row that can't be stored is refused in its place, and nothing is sent.
  await waitFor(() => expect(within(dialog).getByText(/采样前流量平均值0\.9000与设定流量0\.5相差80/)).toBeVisible());
  const faulty = cell(`${second}设定流量`);
  expect([document.activeElement, faulty.getAttribute('aria-invalid')]).toEqual([faulty, 'true']);
  expect(faulty).toHaveAccessibleDescription(/相差80/);
  expect(cell(`${first}设定流量`)).toHaveAttribute('aria-invalid', 'false');
  const stored = () =>
    api.server.database.orm
      .select({ set: equipmentUseTable.flowSet, before: equipmentUseTable.flowBefore })
      .from(equipmentUseTable)
      .where(isNotNull(equipmentUseTable.calibrator));
  expect(await stored()).toEqual([]);
  for (const at of [1, 2, 3]) type(cell(`${second}采样前读数${at}`), '0.5');
  click(within(dialog).getByRole('button', { name: '保存（2台）' }));
  await waitFor(() => expect(heard.notices.map(([, text]) => text)).toContain(equipmentTexts.flowsSaved(2)));
  expect((await stored()).map(({ set, before }) => [Number(set), Number(before)]).sort()).toEqual([
    [0.1, 0.1],
    [0.5, 0.5],
  ]);
});

it('the vehicle plan moves a trip by keys to another day and vehicle and shows conflicts; Enter creates a trip in an empty cell', async () => {
  await renderPage(<VehiclesPage />, { token, path: '/resource/vehicles' });
  const cell = (plate: string, day: string) => screen.getByRole('gridcell', { name: new RegExp(`^${plate} ${day}`) });
  const press = (key: string, more: object = {}) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
  const carried = await screen.findByRole('button', { name: /桐庐县/ });
  carried.focus();
  press('ArrowRight', { shiftKey: true });
  const said = screen.getByRole('status', { name: '移动中的冲突' });
  expect(said.textContent).toMatch(/移到 浙A·00001 周二 .*按Enter键放下.*请注意：周海涛已列入用车计划YC-2/);
  press('ArrowDown');
  expect(said.textContent).toMatch(/移到 浙A·00002 周二 .*不能安排：浙A·00002已有用车计划YC-2/);
  press('ArrowDown');
  press('Escape');
  expect(said.textContent).toBe('');
  expect(cell('浙A·00001', monday).textContent).toContain('桐庐县');

  press('ArrowDown', { shiftKey: true });
  expect(said.textContent).toMatch(/浙A·00002 周一 .*可以安排/);
  press('Enter');
  await waitFor(() => expect(cell('浙A·00002', monday).textContent).toContain('桐庐县'));
  await waitFor(() => expect(document.activeElement?.getAttribute('data-plan')).toBe(carried.dataset.plan));

  cell('浙A·00002', monday).focus();
  press('ArrowUp');
  press('ArrowRight');
  expect(document.activeElement).toBe(cell('浙A·00001', tuesday));
  expect(screen.getAllByRole('gridcell').filter(({ tabIndex }) => tabIndex === 0)).toEqual([document.activeElement]);
  press('Enter');
  const form = await screen.findByRole('dialog');
  await waitFor(() => expect(within(form).getByLabelText<HTMLInputElement>('出发时间').value).toContain(tuesday));
});

it('the sample form offers only instruments taken out for its project, and says why an expired one cannot be used', async () => {
  await renderPage(<AdjustDrawer row={taken} mode="edit" onClose={() => undefined} onDone={() => undefined} />, {
    token,
  });
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: '采样仪器' }));
  const optionOf = async (text: string) =>
    (
      await screen.findByText(new RegExp(`^${text}`), { selector: '.ant-select-item-option-content *' })
    ).closest<HTMLElement>('.ant-select-item-option') as HTMLElement;
  const over = await optionOf('CY-OVER');
  expect(over.textContent).toContain(siteTexts.equipmentOverdue('CY-OVER', dayFromNow(-3)));
  expect(over.className).toContain('disabled');
  expect((await optionOf('CY-USED')).className).not.toContain('disabled');
  expect(document.querySelectorAll('.ant-select-item-option')).toHaveLength(3);
});

it('scanning a label opens the row with exactly this number, even if many numbers begin alike', async () => {
  const { rows, login } = api.server;
  const organizationId = await rows.organization({ name: '乙检测中心' });
  const field = fieldRowsOf(api.server, organizationId);
  await rows.user({
    userName: 'keeper',
    organizationId,
    roles: [await rows.role({ permissions: ['equipment:list', 'reagent:list'] })],
  });
  await field.instrument({ eqpNo: 'CY-1' });
  for (const no of ['CY-10', 'CY-11', 'CY-12', 'CY-13', 'CY-14', 'CY-15']) await field.instrument({ eqpNo: no });
  await api.server.database.orm.insert(reagentTable).values({
    organizationId,
    reagentNo: 'SJ-0001',
    reagentName: '盐酸',
    lotNo: '20260901',
    validUntil: dayFromNow(90),
    status: '1',
  });
  const { router } = await renderPage(null, { token: await login('keeper') });
  const heard = heardFeedback();
  const at = (): string => decodeURIComponent(`${router.state.location.pathname}${router.state.location.search}`);
  await openScanned('CY-1', router.navigate);
  expect(at()).toBe('/resource/equipment?keyword=CY-1');
  await openScanned('SJ-0001', router.navigate);
  expect(at()).toBe('/resource/reagents?keyword=SJ-0001');
  // A label of another organization, and the beginning of a number.
  for (const unknown of ['CY-GOOD', 'SJ-00']) await openScanned(unknown, router.navigate);
  expect([at(), heard.notices.map(([, text]) => text)]).toEqual([
    '/resource/reagents?keyword=SJ-0001',
    [handOverTexts.unknownNo('CY-GOOD'), handOverTexts.unknownNo('SJ-00')],
  ]);
});
