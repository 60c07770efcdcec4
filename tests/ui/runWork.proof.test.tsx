import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { AnalystTasks } from '@/features/laboratory/analystTasks/AnalystTasks';
import { gridTexts } from '@/grid/gridTexts';
import RunPage from '@/pages/lab/run/page';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import type { Answer } from '@contract/wire';
import {
  labCurvePointTable,
  labRunInjectionTable,
  labRunTable,
  labSheetRowTable,
  labSheetTable,
  labTaskTable,
} from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { heardFeedback } from '../support/browserState';
import { labRowsOf } from '../support/labRows';
import { button, click } from '../support/renderList';
import { renderPage } from '../support/renderPage';

// Two samples of each of three projects, in which five compounds are tested: from tasks to results. How often a person
// presses does not depend on how many samples there are.

const api = apiServer();
const compounds = ['苯', '甲苯', '乙苯', '二甲苯', '苯乙烯'];
let token: string;
const samples: string[] = [];

beforeAll(async () => {
  const { rows, login, database, ask } = api.server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  const permissions = [
    'labRun:edit',
    ...['labTask', 'labSheet', 'labRun', 'labRunFile', 'labRunInjection', 'labCurve'].flatMap((name) => [
      `${name}:list`,
      `${name}:add`,
    ]),
  ];
  const roles = [await rows.role({ permissions })];
  const analyst = await rows.user({ userName: 'analyst', organizationId, roles });
  token = await login('analyst');
  const lab = labRowsOf(api.server, organizationId);
  const method = await lab.method('苯系物 溶剂解吸-气相色谱法', 7, { resultRoute: 'solvent', curvePoints: 5 });
  await lab.authorise(analyst, method);
  const hazards: number[] = [];
  for (const name of compounds) {
    const hazard = await lab.hazard(name);
    hazards.push(hazard);
    await lab.item(method, hazard);
  }
  for (let at = 0; at < 3; at += 1) {
    const { id: project } = await lab.project('testing');
    for (let turn = 0; turn < 2; turn += 1) {
      const [hazard = 0, ...others] = hazards;
      const first = await lab.task({ project, hazard, hazardName: compounds[0] ?? '', method, analyst });
      samples.push(first.sampleNo);
      const [task] = await database.orm.select().from(labTaskTable).where(eq(labTaskTable.id, first.id));
      if (!task) throw new Error('no task');
      const { id: _id, ...same } = task;
      await database.orm
        .insert(labTaskTable)
        .values(others.map((other, of) => ({ ...same, hazard: other, hazardName: compounds[of + 1] ?? '' })));
    }
  }
  // The last run by the method: the next one takes over its stock solution and the volumes of its standards.
  const body = {
    runDate: '2026-11-01',
    instrument: null,
    methods: [method],
    stock: '1000',
    finalVolume: '10',
    file: null,
  };
  const made = await ask<Answer<{ id: number }>>('POST', 'api/labRun/add', { token, body });
  expect(made.status, made.text).toBe(200);
  await database.orm.insert(labRunInjectionTable).values(
    [1, 2, 3, 4, 5].map((level) => ({
      run: made.body.body?.id ?? 0,
      injectionKind: 'standard',
      injectionName: `STD-${level}`,
      level,
      standardVolume: String(level),
      organizationId,
    })),
  );
});

/** The instrument's file: standards and samples, five compounds an injection. */
function csv(): string {
  const lines = ['样品编号,组分,峰面积'];
  for (const [of, compound] of compounds.entries()) {
    for (let level = 0; level <= 5; level += 1) lines.push(`STD-${level},${compound},${level * (of + 1) * 10}`);
    for (const [at, sample] of samples.entries()) lines.push(`${sample},${compound},${(of + 1) * 10 + at}`);
  }
  return `${lines.join('\n')}\n`;
}

it('an instrument run of five compounds from three projects takes at most 20 key presses and clicks from the task list to the results', async () => {
  let presses = 0;
  const press = (element: HTMLElement) => {
    presses += 1;
    click(element);
  };
  await renderPage(<AnalystTasks />, { token, path: '/lab/laboratory' });
  let heard = heardFeedback();
  const said = (text: string) =>
    waitFor(() => expect(heard.notices.map((notice) => notice[1]).join()).toContain(text), { timeout: 20_000 });
  await screen.findAllByRole('checkbox', { name: gridTexts.selectRow(1) }, { timeout: 20_000 });
  press(screen.getByRole('checkbox', { name: gridTexts.selectPage }));
  await waitFor(() => expect(button(runTexts.propose)).toHaveProperty('disabled', false));
  press(button(runTexts.propose));
  await said('检测记录已同时建立');
  const { orm } = api.server.database;
  expect(await orm.select().from(labSheetTable)).toHaveLength(15);
  const run = (await orm.select().from(labRunTable)).find(({ runDate }) => runDate !== '2026-11-01');
  cleanup();

  await renderPage(<RunPage />, { token, path: '/lab/run' });
  heard = heardFeedback();
  press(await screen.findByRole('button', { name: run?.runNo ?? '' }));
  const drawer = await screen.findByRole('dialog');
  press(within(drawer).getByText('仪器文件'));
  await within(drawer).findByText(runTexts.addFiles);
  presses += 1;
  const input = drawer.querySelector<HTMLInputElement>('input[type=file]');
  fireEvent.change(input as HTMLInputElement, { target: { files: [new File([csv()], '序列.csv')] } });
  const status = await within(drawer).findByText((text) => text.includes(runTexts.summary(30, 15, 0, 30)));
  expect(status.textContent).toBeTruthy();
  press(button(runTexts.write, drawer));
  await said(runTexts.wrote(30, 15, 0));
  press(within(drawer).getByText('标准曲线'));
  for (const compound of compounds) {
    press(await within(drawer).findByRole('button', { name: `${runTexts.acceptCurve}：${compound}` }));
    await said('已建立标准曲线');
    await waitFor(() =>
      expect(within(drawer).queryByRole('button', { name: `${runTexts.acceptCurve}：${compound}` })).toBeNull(),
    );
    heard.notices.length = 0;
  }
  // 1,000 μg/mL × 1 to 5 mL in 10 mL.
  const points = await orm.select().from(labCurvePointTable);
  expect(points).toHaveLength(30);
  expect([...new Set(points.map(({ x }) => Number(x)))].sort((a, b) => a - b)).toEqual([0, 100, 200, 300, 400, 500]);
  const rows = await orm.select().from(labSheetRowTable);
  const sheets = new Map((await orm.select().from(labSheetTable)).map(({ id, hazardName }) => [id, hazardName]));
  for (const { sheet, sampleNo, readings } of rows) {
    const of = compounds.indexOf(sheets.get(sheet) ?? '');
    expect(readings?.['frontResponse']).toBe(String((of + 1) * 10 + samples.indexOf(sampleNo)));
  }
  expect(presses).toBeLessThanOrEqual(20);
}, 400_000);
