import { screen, waitFor, within } from '@testing-library/react';
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

beforeAll(async () => {
  const { rows, login, ask } = api.server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  const permissions = ['labSheet:list', 'labSheet:add', 'labRun:list', 'labRun:add', 'labRun:edit', 'labRunLine:list'];
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
  await ask('POST', 'api/labSheet/start', { token, body: { tasks: [task.id] } });
  const form = new FormData();
  form.append('fileClass', 'document');
  const text = `样品编号,组分,峰面积\n${task.sampleNo},甲苯,98.6\nQC-01,甲苯,50.1\n`;
  form.append('file', new File([text], '序列.csv'));
  const upload = await api.server.app.request('/api/file/upload', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const file = ((await upload.json()) as Answer<{ id: string }>).body?.id;
  const body = { runDate: '2026-11-20', instrument: null, file, remark: null };
  const { status, text: said } = await ask('POST', 'api/labRun/add', { token, body });
  expect(status, said).toBe(200);
});

const stored = async () => (await api.server.database.orm.select().from(labSheetRowTable)).map((row) => row.readings);

it('the dialog of an instrument file shows the record for each line, writes all lines together, and can take them back', async () => {
  await renderPage(<RunPage />, { token, path: '/lab/run' });
  const heard = heardFeedback();
  click(await screen.findByRole('button', { name: /^FX-/ }));
  const drawer = await screen.findByRole('dialog');
  const status = await within(drawer).findByRole('status');
  expect(status.textContent).toContain(runTexts.summary(1, 1, 1, 0));
  click(button(runTexts.write, drawer));
  await waitFor(() => expect(heard.notices.at(-1)?.[1]).toBe(runTexts.wrote(1, 1, 1)));
  expect((await stored())[0]).toMatchObject({ frontResponse: '98.6' });
  await within(drawer).findByRole('button', { name: new RegExp([...runTexts.undo].join('\\s?')) });
});
