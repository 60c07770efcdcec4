import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MethodPage } from '@/features/laboratory/MethodPage';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { labSheetRow } from '@contract/features/laboratory/entities/labSheetRow';
import { findMethodRoute } from '@contract/features/laboratory/methods/methodCatalogue';
import { labPreviewTexts } from '@contract/features/laboratory/paper/previewTexts';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import type { Answer } from '@contract/wire';
import { apiServer } from '../support/apiServer';
import { type LabRows, labRowsOf } from '../support/labRows';
import { allOf, button } from '../support/renderList';
import { renderPage } from '../support/renderPage';

const api = apiServer();
let token: string;
let lab: LabRows;
let sheet: { id: number; sheetNo: string };
let project: number;

const pathOf = (part: string) => `/labGas/preview${part}?belongProject=${project}&phyId=${sheet.id}`;
const show = (part: string) =>
  renderPage(<MethodPage path={`/labGas/preview${part}`} />, { token, path: pathOf(part) });
// Queries by selector, because roles and names of a thousand cells take jsdom seconds.
const sheets = () =>
  waitFor(() => {
    const found = [...document.querySelectorAll('section[aria-label^="第"]')];
    expect(found).not.toHaveLength(0);
    return found;
  });
const title = () => document.querySelector('[role=heading][aria-level="2"]')?.textContent;
const tableOf = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[role=table][aria-label="${name}"]`);
  if (!found) throw new Error(name);
  return found;
};

beforeAll(async () => {
  const { rows, login, ask } = api.server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  const analyst = await rows.user({
    userName: 'analyst',
    nickName: '李检测',
    organizationId,
    roles: [await rows.role({ permissions: [...allOf(labSheet), ...allOf(labSheetRow)] })],
  });
  token = await login('analyst');
  lab = labRowsOf(api.server, organizationId);
  const hazard = await lab.hazard('甲苯');
  const method = await lab.method('苯系物 溶剂解吸-气相色谱法', 7, { resultRoute: 'solvent', blanksPerBatch: 0 });
  await lab.item(method, hazard);
  const curve = await lab.curve({ method, hazard });
  await lab.points(curve.id, [
    ['10', '12.35'],
    ['50', '61.02'],
    ['100', '123.9'],
    ['250', '306.8'],
    ['500', '616.4'],
  ]);
  await lab.authorise(analyst, method);
  project = (await lab.project('testing')).id;
  const task = await lab.task({ project, hazard, hazardName: '甲苯', method, analyst });
  const started = await ask<Answer<{ id: number; sheetNo: string }>>('POST', 'api/labSheet/start', {
    token,
    body: { tasks: [task.id] },
  });
  if (!started.body.body) throw new Error(started.body.message);
  sheet = started.body.body;
  const { body: work } = await ask<LabWork>('GET', `api/labSheet/work/${sheet.id}`, { token });
  const [row] = work.rows;
  const saved = await ask('PUT', 'api/labSheetRow/saveAll', {
    token,
    body: {
      rows: [
        {
          id: row?.id,
          version: row?.version,
          frontResponse: '98.60',
          backResponse: '2.10',
          solutionVolume: '1.0',
          efficiency: '96.2',
        },
      ],
      removed: [],
    },
  });
  expect(saved.status, saved.text).toBe(200);
});
beforeEach(() => {
  vi.stubGlobal('print', vi.fn());
});

describe('preview of a record', () => {
  it('the preview of a record shows its pages with results and working, the raw value of a result, and the empty form on request', async () => {
    await show('Solvent');
    const pages = await sheets();
    expect(pages.map((page) => page.getAttribute('aria-label'))).toEqual(
      pages.map((_, index) => `第 ${index + 1} 页　共 ${pages.length} 页`),
    );
    expect(title()).toBe('气相色谱法检测原始记录（溶剂解吸）');
    const table = tableOf(labPreviewTexts.samples);
    expect([...table.querySelectorAll('[role=columnheader]')].map((cell) => cell.textContent)).toContain(
      '前段浓度(μg/mL)',
    );
    expect(within(table).getByText('56.8')).toBeInTheDocument();
    expect(within(table).getByText('80.17').closest('[title]')).toHaveAttribute(
      'title',
      expect.stringMatching(/^80\.167\d/),
    );
    expect(document.body.textContent).toContain('C=(c1+c2)×v/(V0×D)=(80.168+1.8646)×1.0/(1.5×0.962)=56.8 mg/m³');
    expect(document.body.textContent).toContain(`记录编号：${sheet.sheetNo}（编制中，未经审核）`);

    fireEvent.click(screen.getByText(labPreviewTexts.blank));
    await waitFor(() => expect(screen.queryByText('56.8')).toBeNull());
    expect(tableOf(labPreviewTexts.samples).querySelectorAll('[role=row]').length).toBeGreaterThan(5);
  });

  it('the preview of a laboratory record shows another layout as an empty form only, with a link to the record’s own layout', async () => {
    await show('Thermal1');
    await sheets();
    expect(title()).toBe('气相色谱法检测原始记录（热解吸1：解吸气进样）');
    expect(screen.getByText(labPreviewTexts.otherLayout('溶剂解吸'))).toBeInTheDocument();
    expect(screen.getByText(labPreviewTexts.openOwn)).toHaveAttribute('href', pathOf('Solvent'));
    expect(screen.queryByText('56.8')).toBeNull();
    expect(screen.queryByText(labPreviewTexts.filled)).toBeNull();
  });

  it('the preview of a laboratory record prints only its pages, by its button or Ctrl+P', async () => {
    await show('Solvent');
    const { length } = await sheets();
    for (const how of [
      () => fireEvent.click(button('打印')),
      () => fireEvent.keyDown(window, { key: 'p', ctrlKey: true }),
    ]) {
      how();
      expect(window.print).toHaveBeenCalled();
      expect(document.querySelectorAll('[data-printed] > section')).toHaveLength(length);
      fireEvent(window, new Event('afterprint'));
      await waitFor(() => expect(document.querySelector('[data-printed]')).toBeNull());
    }
    expect(window.print).toHaveBeenCalledTimes(2);
  });

  it('the previews of laboratory records have one address per layout, five for gas chromatography', () => {
    for (const part of ['Thermal1', 'Thermal2', 'Solvent', 'Solution', 'Direct'])
      expect(findMethodRoute(`/labGas/preview${part}`)?.kind).toBe('preview');
  });
});
