import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import RunPage from '@/pages/lab/run/page';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import type { Answer } from '@contract/wire';
import { labSheetRowTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { heardFeedback } from '../support/browserState';
import { labRowsOf } from '../support/labRows';
import { button, click } from '../support/renderList';
import { renderPage } from '../support/renderPage';

const api = apiServer();
let token: string;
/** The sample whose name the file has wrong. */
let otherNo: string;

beforeAll(async () => {
  const { rows, login, ask } = api.server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  const permissions = [
    'labRun:edit',
    ...['labSheet', 'labRun', 'labRunFile', 'labRunInjection', 'labRunLine', 'runProfile'].flatMap((name) => [
      `${name}:list`,
      `${name}:add`,
    ]),
  ];
  const roles = [await rows.role({ permissions })];
  const analyst = await rows.user({ userName: 'analyst', organizationId, roles });
  token = await login('analyst');
  const lab = labRowsOf(api.server, organizationId);
  const method = await lab.method('苯系物 溶剂解吸-气相色谱法', 7, { resultRoute: 'solvent' });
  await lab.authorise(analyst, method);
  const hazard = await lab.hazard('甲苯');
  await lab.item(method, hazard);
  await lab.curve({ method, hazard });
  const { id: project } = await lab.project('testing');
  const task = await lab.task({ project, hazard, hazardName: '甲苯', method, analyst });
  const other = await lab.task({ project, hazard, hazardName: '甲苯', method, analyst });
  await ask('POST', 'api/labSheet/start', { token, body: { tasks: [task.id, other.id] } });
  await newRun(`样品编号,组分,峰面积\n${task.sampleNo},甲苯,98.6\nQC-01,甲苯,50.1\n`, '序列.csv');
  otherNo = other.sampleNo;
});

const newRun = async (text: string, name: string) => {
  const form = new FormData();
  form.append('fileClass', 'document');
  form.append('file', new File([text], name));
  const headers = { authorization: `Bearer ${token}` };
  const upload = await api.server.app.request('/api/file/upload', { method: 'POST', headers, body: form });
  const file = ((await upload.json()) as Answer<{ id: string }>).body?.id;
  const body = { runDate: '2026-11-20', instrument: null, file, remark: null };
  const { status, text: said } = await api.server.ask('POST', 'api/labRun/add', { token, body });
  expect(status, said).toBe(200);
};

const stored = async () => (await api.server.database.orm.select().from(labSheetRowTable)).map((row) => row.readings);

it('the dialog of an instrument file shows the record for each line, writes all lines together, and can take them back', async () => {
  await renderPage(<RunPage />, { token, path: '/lab/run' });
  const heard = heardFeedback();
  click(await screen.findByRole('button', { name: /^FX-/ }));
  const drawer = await screen.findByRole('dialog');
  const status = await within(drawer).findByRole('status');
  expect(status.textContent).toContain(runTexts.summary({ matched: 1, records: 1, check: 0, parked: 1, ignored: 0 }));
  click(button(runTexts.write, drawer));
  await waitFor(() => expect(heard.notices.at(-1)?.[1]).toBe(runTexts.wrote(1, 1, 1)));
  expect((await stored()).map((readings) => readings?.['frontResponse'])).toContain('98.6');
  await within(drawer).findByRole('button', { name: new RegExp([...runTexts.undo].join('\\s?')) });
});

it('an unassigned line of an instrument file is assigned by hand, and written with the other lines', async () => {
  await newRun('样品编号,组分,峰面积\nS-错,甲苯,50.5\n', '错号.csv');
  await renderPage(<RunPage />, { token, path: '/lab/run' });
  const heard = heardFeedback();
  click((await screen.findAllByRole('button', { name: /^FX-/ }))[0] as HTMLElement);
  const drawer = await screen.findByRole('dialog');
  fireEvent.mouseDown(await within(drawer).findByRole('combobox', { name: `${runTexts.assign}：第2行` }));
  click(
    await screen.findByText(new RegExp(String.raw`^${otherNo}\s甲苯`), { selector: '.ant-select-item-option-content' }),
  );
  await waitFor(() => expect(within(drawer).getByRole('status').textContent).toContain(runTexts.assigned(1)));
  click(button(runTexts.write, drawer));
  await waitFor(() => expect(heard.notices.at(-1)?.[1]).toBe(runTexts.wrote(1, 1, 0)));
  expect((await stored()).map((readings) => readings?.['frontResponse'])).toContain('50.5');
});

it('an instrument file that no profile knows shows the values read from the chosen columns before the profile is saved', async () => {
  await newRun('编码,成分名,读出\nA-1,甲苯,7.5\nA-2,甲苯,8.5\n', '自编.csv');
  await renderPage(<RunPage />, { token, path: '/lab/run' });
  const heard = heardFeedback();
  click((await screen.findAllByRole('button', { name: /^FX-/ }))[0] as HTMLElement);
  const panel = await screen.findByRole('region', { name: runTexts.teach });
  for (const [field, heading] of [
    [runTexts.samplePlace, '编码'],
    ['组分列', '成分名'],
    ['数值列', '读出'],
  ] as const) {
    fireEvent.mouseDown(within(panel).getByRole('combobox', { name: field }));
    const options = await screen.findAllByText(heading, { selector: '.ant-select-item-option-content' });
    click(options.at(-1) as HTMLElement);
  }
  await within(panel).findByText('8.5');
  fireEvent.change(within(panel).getByRole('textbox', { name: '名称' }), { target: { value: '自编' } });
  click(button(runTexts.saveProfile, panel));
  await waitFor(() => expect(heard.notices.at(-1)?.[1]).toBe(runTexts.profileSaved));
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain(runTexts.readBy('自编')));
});
