import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client } from '@/api/client';
import { MethodPage } from '@/features/laboratory/MethodPage';
import { RecordHead } from '@/features/laboratory/sheets/RecordHead';
import { gridOf } from '@/features/laboratory/sheets/sheetColumns';
import type { CheckSummary } from '@contract/features/laboratory/checks/checkSummary';
import { findMethodRoute, methodRoutes } from '@contract/features/laboratory/methods/methodCatalogue';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { examples } from '../contract/methods/examples';
import { apiServer } from '../support/apiServer';
import { labRowsOf } from '../support/labRows';
import { recordOfExample, variantsOf } from '../support/methodRecords';
import { oneOfEachKind } from '../support/proofs';
import { renderPage } from '../support/renderPage';
import { type TestServer } from '../support/server';

// Opens each page of each method in each variant on a record of that method (SPEC §2, "Laboratory method pages").

const api = apiServer();
const permissions = [
  'labSheet:list',
  'labSheet:add',
  'labSheet:edit',
  'labSheetRow:list',
  'labSheetRow:edit',
  'labCurve:list',
  'labCurve:add',
  'labCurvePoint:list',
  'labCheck:list',
  'labCheck:add',
  'labDetection:list',
  'labDetection:add',
  'labAttachment:list',
  'labAttachment:add',
  'labPeak:list',
  'standard:list',
  'equipment:list',
  'reagent:list',
];
let token: string;
const records = new Map<string, LabWork>();
// Pages of incoming samples use the same components, so one method opens all of them, the others only the first.
const shown = methodRoutes.filter(
  ({ variant, method, kind }) => variant === 'ordinary' || method === 'gasChromatography' || kind === 'detail',
);
// The detail page of each method; the other pages depend on their kind only.
const opened = oneOfEachKind(shown, ({ kind, variant, path }) =>
  kind === 'detail' && variant === 'ordinary' ? path : `${kind}/${variant}`,
);
const layouts = new Map(examples.map((example) => [`${example[1]}/${example[2].layout ?? ''}`, example]));

beforeAll(async () => {
  const server: TestServer = api.server;
  const organizationId = await server.rows.organization({ name: '甲检测中心' });
  const id = await server.rows.user({
    userName: 'analyst',
    nickName: '李检测',
    organizationId,
    roles: [await server.rows.role({ permissions })],
  });
  token = await server.login('analyst');
  const lab = labRowsOf(server, organizationId);
  const bench = { server, lab, analyst: { id, token }, project: await lab.project('testing') };
  for (const example of new Map([...layouts.values()].map((one) => [one[1], one])).values()) {
    for (const variant of variantsOf(example[1]))
      if (opened.some((route) => route.method === example[1] && route.variant === variant))
        records.set(`${example[1]}/${variant}`, await recordOfExample(bench, example, variant));
  }
});
afterAll(() => records.clear());

it('the detail page of a record marks the number of a sample without a result and keeps it in view while scrolling', () => {
  const number = gridOf('gasChromatography', 'solvent', 'incoming').columns.find(
    (column) => 'field' in column && column.field === 'sampleNo',
  );
  expect(number?.pinned).toBe(true);
  expect(number?.mark?.({}, { problem: '前段峰面积超出标准曲线最高点' })).toEqual({
    tone: 'bad',
    message: '前段峰面积超出标准曲线最高点',
  });
  expect(number?.mark?.({}, { computed: {} })).toBeUndefined();
});

it('the method pages cover each method, variant and kind of page', () => {
  const all = (routes: typeof methodRoutes) => [
    new Set(routes.map(({ method, variant }) => `${method}/${variant}`)),
    new Set(routes.map(({ kind, variant }) => `${kind}/${variant}`)),
    new Set(routes.filter(({ variant }) => variant === 'ordinary').map(({ path }) => path)),
  ];
  expect(all(shown)).toEqual(all(methodRoutes));
});

it('the inputs of a record’s header, an open select list included, stay mounted when the record reloads', async () => {
  for (const key of ['genericTest/ordinary', 'gasChromatography/ordinary']) {
    const work = records.get(key) as LabWork;
    const Head = () => {
      const [version, setVersion] = useState(work.sheet.version);
      return (
        <>
          <button type="button" onClick={() => setVersion((before) => before + 1)}>
            重新加载
          </button>
          <RecordHead
            work={{ ...work, locked: null, sheet: { ...work.sheet, version } }}
            reload={() => Promise.resolve()}
            open
          />
        </>
      );
    };
    const { unmount } = await renderPage(<Head />, { token });
    const box = await screen.findByRole('combobox', { name: '检测仪器' });
    fireEvent.mouseDown(box);
    await expect.poll(() => box.getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: '重新加载' }));
    expect(screen.getByRole('combobox', { name: '检测仪器' })).toBe(box);
    expect(box.getAttribute('aria-expanded')).toBe('true');
    unmount();
  }
});

describe.each(opened.map((route) => [route.path, route] as const))('method page %s', (path, route) => {
  it('the page of a laboratory method opens on its record', async () => {
    const work = records.get(`${route.method}/${route.variant}`);
    const { unmount } = await renderPage(<MethodPage path={path} />, {
      token,
      path: `${path}?belongProject=${work?.project.id ?? 0}&phyId=${work?.sheet.id ?? 0}`,
    });
    const page = await screen.findByRole('region', { name: `${route.title} ${String(work?.sheet.sheetNo)}` });
    // A preview of another layout can be opened by its address, but is not among the links.
    const offered = within(page).getByRole('navigation', { name: '检测记录的页面' });
    if (route.kind !== 'preview')
      expect(within(offered).getByRole('link', { current: 'page' })).toHaveAttribute(
        'href',
        expect.stringContaining(path),
      );
    await expect.poll(() => page.querySelector('.ant-skeleton, [aria-busy="true"]')).toBeNull();
    expect(page).not.toHaveTextContent(/建设中|加载失败|打开失败/);
    if (route.kind === 'detail') {
      const sheet = await within(page).findByRole('grid', { name: '样品与读数' });
      expect(sheet).toHaveTextContent(work?.rows[0]?.sampleNo ?? 'absent');
      // The result of a client's sample shows the unit of its row, with or without an air volume; a dust fraction is in
      // per cent only.
      if (route.variant === 'incoming') expect(sheet).toHaveTextContent(/报出结果单位|含量%/);
    }
    expect(findMethodRoute(path)).toBe(route);
    unmount();
  });
});

it('the pages of a draft record list what its submission refuses, so that nobody types a password first', async () => {
  const work = records.get('gasChromatography/ordinary') as LabWork;
  const path = '/labGas/detail';
  const { unmount } = await renderPage(<MethodPage path={path} />, {
    token,
    path: `${path}?belongProject=${work.project.id}&phyId=${work.sheet.id}`,
  });
  const strip = await screen.findByRole('region', { name: /^还缺\d+项$/ });
  fireEvent.click(within(strip).getByRole('button', { name: /^查看全部/ }));
  const { data: summary } = await client.get<CheckSummary>(`api/labCheck/summary/${work.sheet.id}`);
  expect(summary.stops).not.toBeNull();
  expect(strip).toHaveTextContent(labSheetTexts.checksOpen(String(summary.stops)));
  unmount();
});
