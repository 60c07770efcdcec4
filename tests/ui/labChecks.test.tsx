import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MethodPage } from '@/features/laboratory/MethodPage';
import { labCheckTexts } from '@contract/features/laboratory/checks/checkTexts';
import { labDetectionTexts } from '@contract/features/laboratory/detection/detectionTexts';
import { lotBlankTexts } from '@contract/features/laboratory/detection/lotBlank';
import { messages } from '@contract/messages';
import { labCheckTable, labDetectionTable, labSheetRowTable, labSheetTable, sampleTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { heardFeedback } from '../support/browserState';
import { dayFromNow } from '../support/fieldRows';
import { type RecordRows, recordRowsOf } from '../support/recordRows';
import { button, click, spaced } from '../support/renderList';
import { renderPage } from '../support/renderPage';

const api = apiServer();
let lab: RecordRows;
let token: string;
let analyst: number;
let organizationId: number;
let project: number;
let hazard: number;
let method: number;
let curve: number;
let sheet: number;

beforeAll(async () => {
  // Loaded in advance: the test waits for content, not for the disk.
  await Promise.all([
    import('@/features/laboratory/checks/QualityControlPage'),
    import('@/features/laboratory/detection/DetectionLimitPage'),
    import('@/lib/chart/ChartCanvas'),
  ]);
  const { rows, login } = api.server;
  organizationId = await rows.organization();
  lab = recordRowsOf(api.server, organizationId);
  const permissions = [
    'labSheet:list',
    'labSheet:edit',
    'labSheetRow:list',
    'labSheetRow:edit',
    'standard:list',
    'labCurvePoint:list',
    ...['labCheck', 'labDetection'].flatMap((name) =>
      ['list', 'add', 'edit', 'del'].map((action) => `${name}:${action}`),
    ),
  ];
  analyst = await rows.user({
    userName: 'analyst',
    nickName: '李检',
    organizationId,
    roles: [await rows.role({ permissions })],
  });
  token = await login('analyst');
  project = (await lab.project('testing')).id;
  hazard = await lab.hazard('甲苯');
  method = await lab.method('甲苯 溶剂解吸-气相色谱法', 7, { spikeMin: '90', spikeMax: '110' });
  await lab.item(method, hazard, { lod: '1.8', minConc: '1.2' });
  curve = await lab.curve(method, hazard);
});
beforeEach(async () => {
  sheet = await lab.sheet({ project, method, hazard, analyst, curve, lod: '1.8', lodUnit: 'μg/mL' });
  const first = await lab.row(sheet, { project, hazard }, 'S1', {
    frontResponse: '98.60',
    solutionVolume: '1.0',
    efficiency: '96.2',
  });
  await lab.row(
    sheet,
    { project, hazard },
    'S1',
    { frontResponse: '100.2', solutionVolume: '1.0', efficiency: '96.2' },
    { rowKind: 'parallel', sample: first.sample },
  );
  await lab.row(sheet, { project, hazard }, 'K1', { frontResponse: '0.35' }, { rowKind: 'blank' });
});

const open = async (page: 'spike' | 'lod') => {
  const path = `/labGas/${page}`;
  await renderPage(<MethodPage path={path} />, { token, path: `${path}?belongProject=${project}&phyId=${sheet}` });
  return heardFeedback();
};
const tab = (name: string) => fireEvent.click(screen.getByRole('tab', { name: new RegExp(name) }));
const stored = () =>
  api.server.database.orm.select().from(labCheckTable).where(eq(labCheckTable.sheet, sheet)).orderBy(labCheckTable.id);
const saved = (heard: ReturnType<typeof heardFeedback>, text: string) =>
  waitFor(() => expect(heard.notices.map(([, said]) => said)).toContain(text));
const grid = (name: string) => screen.findByRole('grid', { name });
const boxOf = (inside: HTMLElement) => {
  const box =
    inside.querySelector<HTMLElement>('[data-entry-editor]') ??
    document.querySelector<HTMLElement>('[data-entry-editor]');
  if (!box) throw new Error('no editor');
  return box;
};
const paste = (inside: HTMLElement, text: string) =>
  fireEvent.paste(boxOf(inside), { clipboardData: { getData: () => text } });

describe('quality control page', () => {
  it('the quality control page lists missing checks, judges pasted values at once and stores the server’s verdict', async () => {
    const heard = await open('spike');
    await screen.findByText(new RegExp(`不能提交：${labCheckTexts.missing('空白', 2)}`));
    expect(screen.getByText(/空白含量应低于定量下限[\d.]+ μg\/mL/)).toBeVisible();
    tab('加标回收');
    const sheetOf = await grid('加标回收');
    const cell = await within(sheetOf).findAllByRole('gridcell');
    act(() => void fireEvent.mouseDown(cell[0] as HTMLElement));
    paste(sheetOf, 'S1\t18.9\t20\t38.6\nS2\t6.8\t6\t11.2\n');
    await within(sheetOf).findByText('98.5');
    expect([
      within(sheetOf).getByText('合格'),
      within(sheetOf).getByText('不合格'),
      within(sheetOf).getByText('73.3'),
    ]).toHaveLength(3);
    const save = within(screen.getByRole('tabpanel', { name: /加标回收/ })).getByRole('button', {
      name: spaced('保存'),
    });
    // The stored checks are still loading.
    await waitFor(() => expect(save).toBeEnabled());
    click(save);
    await saved(heard, '保存成功');
    expect(await stored()).toMatchObject([
      { sampleNo: 'S1', passes: true, values: { unspiked: '18.9', added: '20', spiked: '38.6' } },
      { sampleNo: 'S2', passes: false, computed: { recovery: '73.3', verdict: '不合格' } },
    ]);
    await screen.findByText(new RegExp(labCheckTexts.failed('加标回收', 1)));
  });

  it('the quality control page takes duplicate samples from the record and marks them', async () => {
    await open('spike');
    await screen.findByRole('grid', { name: '空白' });
    tab('平行样');
    const sheetOf = await grid('平行样');
    click(within(screen.getByRole('tabpanel', { name: /平行样/ })).getByRole('button', { name: '从记录取数' }));
    const dialog = await screen.findByRole('dialog');
    // The blanks are below the quantification limit and count as 0 (GBZ 331-2024 F.7).
    expect(dialog).toHaveTextContent('S1结果1 55.56，结果2 56.46');
    click(within(dialog).getByRole('button', { name: spaced('取用') }));
    await within(sheetOf).findByText('取自记录');
    await within(sheetOf).findByText('0.8');
  });

  it('the quality control page copies the desorption efficiency of its levels into the record, by the lot of the tubes', async () => {
    const { orm } = api.server.database;
    const [first] = await orm
      .select({ sample: labSheetRowTable.sample })
      .from(labSheetRowTable)
      .where(eq(labSheetRowTable.sheet, sheet))
      .orderBy(labSheetRowTable.id);
    await orm
      .update(sampleTable)
      .set({ collectorLot: 'HX-1' })
      .where(eq(sampleTable.id, first?.sample ?? 0));
    await api.server.ask('PUT', 'api/labCheck/saveAll', {
      token,
      body: {
        rows: [
          ['20', '18.9', '19.2', '18.7', '19.0', '19.1', '18.8'],
          ['75', '72', '72', '72', '72', '72', '72'],
          ['300', '289.2', '289.2', '289.2', '289.2', '289.2', '289.2'],
        ].map(([added, ...found]) => ({
          sheet,
          checkKind: 'efficiency',
          values: { added, ...Object.fromEntries(found.map((one, index) => [`found${index + 1}`, one])) },
        })),
      },
    });
    const heard = await open('lod');
    click(await screen.findByText('解吸效率测定'));
    expect(await screen.findByText('该批号还没有解吸效率测定')).toBeVisible();
    click(await screen.findByRole('button', { name: '从质控取加标水平' }));
    expect(await screen.findByText(labDetectionTexts.noEmptyTubes)).toBeVisible();
    expect(screen.getByRole('button', { name: '用于本记录' })).toBeDisabled();
    fireEvent.paste(screen.getByLabelText('空白管测得量'), { clipboardData: { getData: () => '0\n0' } });
    expect(await screen.findByText('95.7%')).toBeVisible();
    click(screen.getByRole('button', { name: '用于本记录' }));
    await saved(heard, labDetectionTexts.efficiencyApplied('解吸效率', '95.7', 'HX-1'));
    expect(await screen.findByText(/该批号的样品使用解吸效率95.7%/)).toBeVisible();
    const rows = await api.server.database.orm
      .select()
      .from(labSheetRowTable)
      .where(eq(labSheetRowTable.sheet, sheet))
      .orderBy(labSheetRowTable.id);
    expect(rows.map(({ readings }) => readings?.['efficiency'])).toEqual(['95.7', '95.7', undefined]);
  });

  it('the quality control page compares unexposed collectors of a lot with the detection limit, and says if a lot is unknown', async () => {
    const { orm } = api.server.database;
    await open('lod');
    click(await screen.findByText('采样介质空白测定'));
    expect(await screen.findByText(labDetectionTexts.noLots)).toBeVisible();
    cleanup();
    const [first] = await orm
      .select({ sample: labSheetRowTable.sample })
      .from(labSheetRowTable)
      .where(eq(labSheetRowTable.sheet, sheet))
      .orderBy(labSheetRowTable.id);
    await orm
      .update(sampleTable)
      .set({ collectorLot: 'HX-1' })
      .where(eq(sampleTable.id, first?.sample ?? 0));
    const heard = await open('lod');
    click(await screen.findByText('采样介质空白测定'));
    fireEvent.change(await screen.findByLabelText('空白测定值1'), { target: { value: '0.5' } });
    expect(await screen.findByText(labDetectionTexts.fewUnusedCollectors(2, 1))).toBeVisible();
    fireEvent.change(screen.getByLabelText('空白测定值2'), { target: { value: '2.1' } });
    // (2.1 + 0.198) / 1.2324 is above 1.8 μg/mL.
    const outcome = screen.getByRole('region', { name: '采样介质空白结果' });
    await within(outcome).findByText('不合格');
    expect(screen.getByText(lotBlankTexts.above('1.86', '1.80'))).toBeVisible();
    fireEvent.change(screen.getByLabelText('空白测定值2'), { target: { value: '0.6' } });
    await within(outcome).findByText('合格');
    click(screen.getByRole('button', { name: spaced('保存') }));
    await saved(heard, messages.edited);
    expect(await orm.select().from(labDetectionTable).where(eq(labDetectionTable.sheet, sheet))).toMatchObject([
      { form: 'lotBlank', collectorLot: 'HX-1', computed: { verdict: '合格' } },
    ]);
  });

  it('the quality control page leaves a failed and retested level out of the desorption efficiency', async () => {
    const level = (added: string, found: string, more: object = {}) => ({
      sheet,
      checkKind: 'efficiency',
      values: { added, ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`found${at}`, found])) },
      ...more,
    });
    await api.server.ask('PUT', 'api/labCheck/saveAll', {
      token,
      body: { rows: [level('20', '14'), level('75', '72'), level('300', '289.2')] },
    });
    const first = (await stored()).find(({ passes }) => !passes);
    const { status } = await api.server.ask('PUT', 'api/labCheck/saveAll', {
      token,
      body: { rows: [level('20', '18.9', { retestOf: first?.id })] },
    });
    expect(status).toBe(200);
    await open('spike');
    await screen.findByRole('grid', { name: '空白' });
    tab('解吸效率');
    // 94.5, 96.0 and 96.4; with the retested 70 it was 89.2.
    expect(await screen.findByText('95.6%')).toBeVisible();
    expect(screen.getByText(/3个水平的平均解吸效率/)).toBeVisible();
  });

  it('the quality control page draws a control chart of twenty values, and lists each violated rule in a table too', async () => {
    const own = await lab.hazard('苯');
    const standard = await lab.standard({ hazard: own });
    const found = [
      '24.8',
      '25.3',
      '25.1',
      '24.6',
      '25.5',
      '24.9',
      '25.2',
      '25.0',
      '24.7',
      '25.4',
      '25.1',
      '24.8',
      '25.6',
      '24.9',
      '25.0',
      '25.3',
      '24.5',
      '25.2',
      '25.0',
      '24.9',
      '25.7',
      '26.1',
    ];
    sheet = await lab.sheet({ project, method, hazard: own, analyst, curve, testDate: dayFromNow(-1) });
    const answer = await api.server.ask('PUT', 'api/labCheck/saveAll', {
      token,
      body: { rows: found.map((one) => ({ sheet, checkKind: 'control', standard, values: { found: one } })) },
    });
    expect(answer.status, answer.text).toBe(200);
    await open('spike');
    await screen.findByRole('grid', { name: '空白' });
    tab('质控图');
    await screen.findByText('中心线x̄=25.04，s=0.2927，警告限24.45～25.63，控制限24.16～25.92');
    const table = await screen.findByRole('region', { name: /22个数据，失控1个，警告1个的数据/ });
    const [, newest, before] = within(table).getAllByRole('row');
    expect(newest).toHaveTextContent('失控：1_3s 超出控制限（±3s）；2_2s 连续两点超出同侧警告限');
    expect(before).toHaveTextContent('警告：1_2s 超出警告限（±2s）');
    await screen.findByRole('img', { name: /质控图，22个数据/ });
  });
});

describe('detection limit page', () => {
  const line = (at: number) => screen.findByLabelText(`空白测定值${at}`);
  const said = (key: string) => document.querySelector(`[data-key="${key}"]`)?.textContent;

  it('the detection limit page calculates while blanks are pasted, reports errors in them and keeps the input', async () => {
    const heard = await open('lod');
    const first = await line(1);
    fireEvent.paste(first, { clipboardData: { getData: () => '1.9\n2.1\n2.3\n1.8\n2.0\n2.2\n1.7\n2.4\n2.05' } });
    fireEvent.change(screen.getByLabelText('采样体积'), { target: { value: '1.5' } });
    await screen.findByText('空白测定值应不少于10个，现有9个');
    fireEvent.change(await line(10), { target: { value: 'l.95' } });
    await screen.findByText(labDetectionTexts.notNumber(10, 'l.95'));
    expect(button('用于本记录')).toBeDisabled();
    fireEvent.change(await line(10), { target: { value: '1.95' } });
    click(button('从记录取体积与效率'));
    await waitFor(() => expect(said('lod')).toBe('0.53μg/mL'));
    // 3·0.2183/1.2324 in 1.0 mL of 1.5 L at 96.2 %.
    expect([said('minimum'), screen.getByText('满足').tagName]).toEqual(['0.37mg/m³', 'DD']);
    click(button('用于本记录'));
    await saved(heard, labDetectionTexts.applied('0.53', 'μg/mL'));
    const [record] = await api.server.database.orm.select().from(labSheetTable).where(eq(labSheetTable.id, sheet));
    expect(Number(record?.lod)).toBeCloseTo(0.53147, 5);
    await screen.findByText(/本记录使用实测检出限 0.53/);
    const back = await screen.findByRole('button', { name: '改用方法检出限' });
    // The notice comes before the record has been read again.
    await waitFor(() => expect(back).toBeEnabled());
    click(back);
    await saved(heard, labDetectionTexts.withdrawn);
    await screen.findByText('本记录使用检出限 1.8 μg/mL');
  });

  it('the detection limit page is read-only for a signed record', async () => {
    await api.server.database.orm.update(labSheetTable).set({ state: 'approved' }).where(eq(labSheetTable.id, sheet));
    await open('lod');
    expect(await line(1)).toBeDisabled();
    expect(screen.queryByRole('button', { name: spaced('保存') })).toBeNull();
  });
});
