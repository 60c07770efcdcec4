import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { http, HttpResponse } from 'msw';
import { beforeAll, expect, it } from 'vitest';
import { entryRow, saveEntries } from '@/features/laboratory/incoming/incomingEntryRows';
import IncomingSamplesPage from '@/pages/lab/incomingsample/projectManage/sampleInfoPush/page';
import { incomingSample } from '@contract/features/laboratory/entities/incomingSample';
import { incomingTexts } from '@contract/features/laboratory/incoming/incomingTexts';
import { incomingStatement } from '@contract/features/laboratory/methods/sheets/methodSheet';
import { storageTexts } from '@contract/features/laboratory/tasks/storageTexts';
import { failures } from '@contract/messages';
import { registry } from '@server/app/resources';
import { pinyinOf } from '@server/base/pinyin';
import { incomingSampleTable, labMethodItemTable, projectTable, sampleTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { heardFeedback } from '../support/browserState';
import { fieldRowsOf } from '../support/fieldRows';
import { incomingSampleNumber } from '../support/incomingNumbers';
import { button, click, type } from '../support/renderList';
import { renderPage } from '../support/renderPage';
import { testPassword } from '../support/rows';

const api = apiServer();
let keeper: string;
let viewer: string;
let project: { id: number; code: string };
let hazard: number;

beforeAll(async () => {
  const { rows, login, database } = api.server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  const field = fieldRowsOf(api.server, organizationId);
  const all = [
    'project:list',
    'project:receiveSamples',
    'handOver:receive',
    'labTask:list',
    'sample:list',
    'incomingSample:list',
    'incomingSample:add',
    'incomingSample:edit',
    'incomingSample:del',
  ];
  await rows.user({
    userName: 'keeper',
    nickName: '沈芳',
    organizationId,
    roles: [await rows.role({ permissions: all })],
  });
  await rows.user({
    userName: 'viewer',
    organizationId,
    roles: [await rows.role({ permissions: ['project:list', 'incomingSample:list'] })],
  });
  [keeper, viewer] = (await Promise.all(['keeper', 'viewer'].map((name) => login(name)))) as [string, string];
  project = await field.project('handOver');
  await database.orm.update(projectTable).set({ incoming: true }).where(eq(projectTable.id, project.id));
  hazard = await field.hazard('甲苯');
  await field.hazard('三氧化铬、铬酸盐');
  await field.hazard('1,2-二氯乙烷');
  await field.hazard('苯');
  const method = await field.method('苯系物 溶剂解吸-气相色谱法', 14);
  await database.orm.insert(labMethodItemTable).values({ organizationId, method, hazard, dataCertainty: 'sure' });
  await database.orm
    .insert(registry.named('place').table)
    .values(['样品室', '冷藏柜1'].map((placeName) => ({ organizationId, placeName, ...pinyinOf(placeName) })) as never);
  const row = {
    organizationId,
    project: project.id,
    sampleName: '活性炭管',
    sampleKind: 'sample',
    hazard,
    state: 'registered',
  };
  await database.orm.insert(incomingSampleTable).values([
    { ...row, clientSampleNo: 'T-1', condition: 'intact', rowSort: 1 },
    { ...row, clientSampleNo: 'T-2', condition: 'damaged', rowSort: 2 },
  ]);
});

const path = () => `/lab/incomingsample/projectManage/index/sampleInfoPush?belongProject=${project.id}`;
const rowOf = async (text: string, inside: HTMLElement = document.body): Promise<HTMLElement> =>
  (await within(inside).findByText(text)).closest<HTMLElement>('[role="row"]') as HTMLElement;

it('the page of incoming samples is read-only, without buttons, for people without permissions', async () => {
  await renderPage(<IncomingSamplesPage />, { token: viewer, path: path() });
  await screen.findByText('T-1');
  const stages = within(screen.getByRole('list', { name: '项目进度' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent ?? '');
  expect(stages.some((text) => text.includes('收样'))).toBe(true);
  expect(stages.some((text) => text.includes('调查'))).toBe(false);
  for (const name of ['收样', '完成交接', '样品分发'])
    expect(screen.queryByRole('button', { name: new RegExp(`^${[...name].join('\\s?')}$`) }), name).toBeNull();
});

it('the reception of incoming samples takes intact samples with labels and refuses damaged ones with a reason', async () => {
  await renderPage(<IncomingSamplesPage />, { token: keeper, path: path() });
  const heard = heardFeedback();
  await screen.findByText('T-1');
  click(button('收样'));
  const dialog = await screen.findByRole('dialog');
  // Intact pieces are preselected; the others need a reason.
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name: /^收样（1件）/ })).toHaveProperty('disabled', false),
  );
  click(within(await rowOf('T-2', dialog)).getByRole('checkbox'));
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name: /^收样（2件）/ })).toHaveProperty('disabled', true),
  );
  click(within(await rowOf('T-1', dialog)).getByRole('checkbox'));
  expect(within(dialog).getByRole('button', { name: /^拒收（1件）/ })).toHaveProperty('disabled', true);
  type(within(dialog).getByLabelText('拒收原因'), '玻璃管断裂');
  click(within(dialog).getByRole('button', { name: /^拒收（1件）/ }));
  await waitFor(() => expect(heard.notices.at(-1)?.[1]).toBe(incomingTexts.refused(1)));
  const signature = () => within(dialog).getByPlaceholderText('登录密码');
  // Another selection clears the signature, so the password is typed after the list has loaded.
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name: /^收样（1件）/ })).toHaveProperty('disabled', false),
  );
  type(signature(), 'wrong-one');
  click(within(dialog).getByRole('button', { name: /^收样（1件）/ }));
  await within(dialog).findByText(failures.wrongPassword);
  type(signature(), testPassword);
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name: /^收样（1件）/ })).toHaveProperty('disabled', false),
  );
  click(within(dialog).getByRole('button', { name: /^收样（1件）/ }));
  await waitFor(() => expect(heard.notices.at(-1)?.[1]).toBe(incomingTexts.received(1)));
  const number = incomingSampleNumber(project.code, 'sample', 1);
  // The labels appear at once, one per sample.
  await waitFor(() => expect(document.querySelectorAll(`[data-label="${number}"]`).length).toBeGreaterThan(0));
  await waitFor(() => expect(screen.getAllByText(number).length).toBeGreaterThan(0));
  const stored = await api.server.database.orm
    .select({ no: incomingSampleTable.clientSampleNo, state: incomingSampleTable.state })
    .from(incomingSampleTable)
    .orderBy(incomingSampleTable.id);
  expect(stored).toEqual([
    { no: 'T-1', state: 'received' },
    { no: 'T-2', state: 'refused' },
  ]);
});

it('the reception list of incoming samples shows no empty message while it loads', async () => {
  api.intercept(
    http.get('*/api/incomingSample/work/*', () =>
      HttpResponse.json({ message: '数据库繁忙，请稍后重试' }, { status: 503 }),
    ),
  );
  let answer: () => void = () => undefined;
  const waits = new Promise<void>((resolve) => (answer = resolve));
  api.intercept(
    http.get('*/api/incomingSample', async () => {
      await waits;
      return HttpResponse.json({ message: '数据库繁忙，请稍后重试' }, { status: 503 });
    }),
  );
  await renderPage(<IncomingSamplesPage />, { token: viewer, path: path() });
  click(await screen.findByRole('tab', { name: /^已收样/ }));
  const table = await screen.findByRole('grid', { name: '已收样与拒收' });
  expect(table).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByText(/还没有收样/)).toBeNull();
  answer();
  expect(await screen.findAllByText('数据库繁忙，请稍后重试')).not.toHaveLength(0);
  click(screen.getByRole('tab', { name: '检测与结果' }));
  expect(
    await within(await screen.findByRole('tabpanel', { name: '检测与结果' })).findByText('数据库繁忙，请稍后重试'),
  ).toBeInTheDocument();
  expect(screen.queryByText(/还没有收样|收样后，各样品/)).toBeNull();
});

it('the button 登记存放处 writes the storage place of the chosen samples, proposed from the list of rooms, and clears it', async () => {
  await renderPage(<IncomingSamplesPage />, { token: keeper, path: path() });
  const heard = heardFeedback();
  click(await screen.findByRole('tab', { name: /^已收样/ }));
  const table = await screen.findByRole('grid', { name: '已收样与拒收' });
  const stand = () =>
    api.server.database.orm.select({ location: sampleTable.location }).from(sampleTable).orderBy(sampleTable.id);
  for (const [place, before] of [
    ['冷藏柜1', ''],
    ['', '冷藏柜1'],
  ] as const) {
    const row = await rowOf('T-1', table);
    if (before) await within(row).findByText(before);
    expect(button(storageTexts.act)).toBeDisabled();
    click(within(row).getByRole('checkbox'));
    click(button(storageTexts.act));
    const dialog = await screen.findByRole('dialog');
    const box = within(dialog).getByLabelText<HTMLInputElement>('存放处');
    expect(box.value).toBe(before);
    await waitFor(() =>
      expect([...(box.list?.options ?? [])].map(({ value }) => value)).toEqual(
        expect.arrayContaining(['冷藏柜1', '样品室']),
      ),
    );
    type(box, place);
    click(button('保存', dialog));
    await waitFor(async () => expect(await stand()).toEqual([{ location: place || null }]));
    await waitFor(() => expect(heard.notices.at(-1)?.[1]).toBe(storageTexts.stored(1)));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

it('the results of incoming samples stand under the statement that they apply only to the samples as received', async () => {
  await renderPage(<IncomingSamplesPage />, { token: keeper, path: path() });
  click(await screen.findByRole('tab', { name: '检测与结果' }));
  await screen.findByText(new RegExp(incomingStatement));
  const table = await screen.findByRole('grid', { name: '检测任务与结果' });
  await waitFor(() => expect(within(table).getAllByRole('row').length).toBe(2));
  expect(table.textContent).toContain('待分发');
  expect(incomingSample.label).toBe('来样');
});

it('the hazards cell of an incoming sample accepts several names with any separator and marks an unknown name', async () => {
  await renderPage(<IncomingSamplesPage />, { token: keeper, path: path() });
  const row = (clientSampleNo: string, alongWith: string) => ({
    project: project.id,
    clientSampleNo,
    sampleName: '滤膜',
    condition: 'intact',
    sampleKind: 'sample',
    hazard,
    alongWith,
  });
  const refused = await saveEntries(
    { rows: [row('U-1', '苯'), row('U-2', '苯、不存在')], removed: [] },
    'along-1',
  ).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    errors: [{ field: 'rows[1].alongWith', message: incomingTexts.unknownHazard('不存在') }],
  });
  const saved = await saveEntries(
    { rows: [row('U-1', '苯、1,2-二氯乙烷'), row('U-2', '三氧化铬、铬酸盐；苯'), row('U-3', '')], removed: [] },
    'along-2',
  );
  expect(saved.map(({ alongWith }) => alongWith)).toEqual(['苯；1,2-二氯乙烷', '三氧化铬、铬酸盐；苯', null]);
  expect(entryRow({ ...(saved[2] as (typeof saved)[number]), alongWith: [1], alongWithName: ['苯'] }).alongWith).toBe(
    '苯',
  );
});

it('a cell of 存放处 proposes rooms and storage places, and accepts any other text as well', async () => {
  await renderPage(<IncomingSamplesPage />, { token: keeper, path: path() });
  click(await screen.findByRole('tab', { name: /^待收样/ }));
  const sheet = await screen.findByRole('grid', { name: '待收样' });
  const head = within(sheet).getByRole('columnheader', { name: /^存放处/ });
  // The first column has the rows' numbers.
  const at = Number(head.getAttribute('aria-colindex')) - 2;
  const cell = (row: number) =>
    sheet.querySelector<HTMLElement>(`[data-row="${row}"] > [data-column="${at}"]`) as HTMLElement;
  const box = () => document.querySelector<HTMLTextAreaElement>('[data-entry-editor]') as HTMLTextAreaElement;
  await waitFor(() => expect(sheet).toHaveAttribute('aria-busy', 'false'));
  const typed = (row: number, value: string) => {
    fireEvent.mouseDown(cell(row));
    fireEvent.mouseUp(document);
    fireEvent.change(box(), { target: { value } });
  };
  typed(0, '冷藏');
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['冷藏柜1']);
  fireEvent.keyDown(box(), { key: 'ArrowDown' });
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(cell(0).textContent).toBe('冷藏柜1');
  typed(1, '样品');
  await screen.findByRole('option', { name: '样品室' });
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(cell(1).textContent).toBe('样品');
});
