import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { client } from '@/api/client';
import { DayCard } from '@/features/fieldwork/samples/DayCard';
import { MediaSection } from '@/features/fieldwork/samples/MediaSection';
import { SamplingSection } from '@/features/fieldwork/samples/SamplingSection';
import { WeatherSection } from '@/features/fieldwork/samples/WeatherSection';
import type { SectionProps } from '@/features/fieldwork/site/SiteFrame';
import type { ShownSite } from '@/features/fieldwork/site/unsentOverlay';
import { momentText } from '@/lib/dateTexts';
import { takeUser, useSession } from '@/session/sessionStore';
import { PageStateContext } from '@/session/tabs/pageState';
import type { DayRow, SampleRow } from '@contract/features/fieldwork/samples/siteData';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { failures, messages } from '@contract/messages';
import { freshBrowser, heardFeedback } from '../support/browserState';
import { click, type } from '../support/renderList';

// Input on site until the device has stored it, with a disk that answers when the test allows.

const sample = (id: number): SampleRow =>
  ({
    id,
    sampleNo: `P-B1-01${String(id).padStart(2, '0')}`,
    sampleKind: 'sample',
    mode: 'fixed',
    state: 'planned',
    place: '喷漆房',
    samplingDay: 1,
    plannedFlow: '0.1',
    plannedMinutes: 15,
    startTime: null,
    endTime: null,
  }) as SampleRow;
const day = {
  id: 1,
  sampledOn: '2026-11-21',
  dayNo: 1,
  collectors: [],
  collectorsName: [],
  production: null,
} as unknown as DayRow;
const site: ShownSite = {
  at: '',
  project: { id: 5, code: 'P', projectName: '', stage: 'sampling', unitName: '' },
  team: [],
  tools: [],
  days: [day],
  samples: [sample(1), sample(2)],
  weather: [],
  companions: [],
  media: [],
  films: [],
};
const props = { project: 5, site, locked: false } as unknown as SectionProps;

let heard: ReturnType<typeof heardFeedback>;
let written: { title: string; body: unknown }[];
let disk: { settle: () => void; forget: () => void };

/** The part of a database that the queue uses. */
function slowDisk(): typeof disk {
  const waiting: (() => void)[] = [];
  let versionChange: () => void = () => undefined;
  const result = {
    addEventListener: (_: string, changed: () => void) => (versionChange = changed),
    close: () => undefined,
    transaction: (_: string, mode: string) => {
      const transaction = new EventTarget();
      const complete = () => transaction.dispatchEvent(new Event('complete'));
      if (mode === 'readwrite') waiting.push(complete);
      else queueMicrotask(complete);
      return Object.assign(transaction, {
        objectStore: () => ({
          getAll: () => ({ result: [] }),
          add: (item: { title: string; body: unknown }) => ({ result: written.push(item) }),
        }),
      });
    },
  };
  vi.stubGlobal('indexedDB', {
    open: () => {
      const request = Object.assign(new EventTarget(), { result });
      queueMicrotask(() => request.dispatchEvent(new Event('success')));
      return request;
    },
  });
  return { settle: () => waiting.splice(0).forEach((complete) => complete()), forget: () => versionChange() };
}

const noDisk = () =>
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new Error('forbidden');
    },
  });

beforeEach(() => {
  freshBrowser();
  heard = heardFeedback();
  written = [];
  disk = slowDisk();
  takeUser({
    user: {
      id: 7,
      userName: 'field',
      nickName: '周采样',
      phone: null,
      email: null,
      avatar: null,
      expiryDate: null,
      organization: null,
      organizationId: null,
      isAdmin: false,
      isQy: false,
      roles: [],
    } as never,
    roles: ['project:list'],
  });
});
afterEach(() => {
  disk.forget();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const kept = () => heard.notices.filter(([, text]) => text === siteTexts.savedOnDevice).length;
const openSample = (no: string) => click(screen.getByRole('button', { name: new RegExp(`^${no}`) }));
const flow = () => screen.getByLabelText<HTMLInputElement>(/采样前流量/);
const show = (section: React.ReactNode) => render(<MemoryRouter>{section}</MemoryRouter>);

it('a double tap on 保存气象 stores the weather once', async () => {
  show(<WeatherSection {...props} />);
  type(screen.getByLabelText(/气温/), '25');
  type(screen.getByLabelText(/气压/), '101.3');
  type(screen.getByLabelText(/测量地点/), '喷漆房');
  const save = screen.getByRole('button', { name: '保存气象' });
  click(save);
  click(save);
  await waitFor(() => expect(written).not.toHaveLength(0));
  disk.settle();
  await waitFor(() => expect(kept()).toBe(1));
  expect(written).toHaveLength(1);
  // And the next reading.
  type(screen.getByLabelText(/气温/), '26');
  type(screen.getByLabelText(/气压/), '101.3');
  type(screen.getByLabelText(/测量地点/), '喷漆房');
  click(save);
  await waitFor(() => expect(written).toHaveLength(2));
  disk.settle();
});

it('the sample form keeps input typed while the previous input is being stored', async () => {
  show(<SamplingSection {...props} />);
  openSample('B1-0101');
  type(flow(), '0.1');
  click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(written).toHaveLength(1));
  type(flow(), '0.12');
  disk.settle();
  await waitFor(() => expect(kept()).toBe(1));
  expect(flow().value).toBe('0.12');
});

it('the sample form warns about too long sampling and a sampler at two places, and does not store a sample that would be void', () => {
  const timed = (id: number, end: string, more: Partial<SampleRow> = {}): SampleRow => ({
    ...sample(id),
    startTime: '2026-11-21 09:00:00',
    endTime: `2026-11-21 ${end}:00`,
    collectors: [],
    ...more,
  });
  const rules = {
    1: { ceiling: ['氯化氢'], brief: [], job: 'fixed', stands: null },
    2: { ceiling: [], brief: ['氨'], job: 'fixed', stands: null },
  } as const;
  const tools = [
    {
      id: 3,
      eqpNo: 'CY-003',
      eqpName: '大气采样器',
      eqpKind: 'sampler',
      model: null,
      dueOn: null,
      constantFlow: false,
    },
  ];
  const samples = [timed(1, '09:16', { equipment: 3 }), timed(2, '09:10', { equipment: 3, place: '调漆房' })];
  show(<SamplingSection {...props} site={{ ...site, samples, rules, tools }} />);
  openSample('B1-0101');
  expect(
    screen.getByText(
      '氯化氢执行最高容许浓度，采样时间16 min超过15 min，不能代表最高浓度；请缩短采样时间（GBZ 331-2024 5.2.6.2.3 c 4）',
    ),
  ).toBeInTheDocument();
  expect(screen.getByRole('button', { name: '作废并重新采样' })).toBeInTheDocument();
  type(flow(), '0.1');
  click(screen.getByRole('button', { name: '保存' }));
  expect(written).toHaveLength(0);
  expect(screen.getByRole('list', { name: '请核对' })).toHaveTextContent(
    '采样仪器CY-003在09:00至09:10同时用于样品P-B1-0101（喷漆房）和样品P-B1-0102（调漆房），请核对仪器和时间',
  );
});

const tool = (id: number, more: object = {}) => ({
  id,
  eqpNo: `GT-00${id}`,
  eqpName: '个体空气采样器',
  eqpKind: 'personalSampler',
  model: null,
  dueOn: null,
  constantFlow: false,
  ...more,
});

it('a measurement does not start with an instrument that does not suit its factor, and says why', async () => {
  const noise = { ...sample(1), hazardName: '噪声', plannedFlow: null } as SampleRow;
  const tools = [tool(3), tool(4, { eqpNo: 'ZS-001', eqpName: '个体噪声剂量计', eqpKind: 'directReading' })];
  show(<SamplingSection {...props} site={{ ...site, samples: [noise], tools }} />);
  openSample('B1-0101');
  const instrument = screen.getByLabelText(/采样仪器/);
  // The only one that suits is proposed.
  expect(instrument).toHaveValue('4');
  fireEvent.change(instrument, { target: { value: '3' } });
  const misfit = /^仪器GT-003 个体空气采样器的用途为“.+”，不适用于“噪声”/;
  expect(screen.getByRole('alert')).toHaveTextContent(misfit);
  click(screen.getByRole('button', { name: '开始采样' }));
  // The field says it, so no notice repeats it.
  await waitFor(() => expect(document.activeElement).toBe(instrument));
  expect(heard.notices).toEqual([]);
  expect(screen.getByRole('button', { name: '开始采样' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '结束采样' })).toBeNull();
  expect(written).toHaveLength(0);
});

it('a sampler that one person wears is not proposed for another, and does not start for another', async () => {
  const started = momentText(new Date(Date.now() - 600_000));
  const worn = { ...sample(1), mode: 'personal', person: '张三', startTime: started, equipment: 3 } as SampleRow;
  const next = { ...sample(2), mode: 'personal' } as SampleRow;
  show(<SamplingSection {...props} site={{ ...site, samples: [worn, next], tools: [tool(3), tool(4), tool(5)] }} />);
  openSample('B1-0102');
  const instrument = screen.getByLabelText(/采样仪器/);
  expect(instrument).toHaveValue('');
  expect(screen.getByLabelText('采样对象')).toHaveValue('');
  type(screen.getByLabelText('采样对象'), '李四');
  expect(screen.getAllByRole('option', { name: /使用中/ }).map(({ textContent }) => textContent)).toEqual([
    'GT-003 个体空气采样器（使用中）',
  ]);
  fireEvent.change(instrument, { target: { value: '3' } });
  expect(screen.getByText(/GT-003同一时间已由张三佩戴/)).toBeInTheDocument();
  click(screen.getByRole('button', { name: '开始采样' }));
  await waitFor(() => expect(document.activeElement).toBe(instrument));
  expect(heard.notices).toEqual([]);
  expect(screen.queryByRole('button', { name: '结束采样' })).toBeNull();
  expect(written).toHaveLength(0);
  fireEvent.change(instrument, { target: { value: '4' } });
  expect(screen.queryByText(/同一时间已由/)).toBeNull();
});

it('the sample form warns about an unusual duration of a PC-STEL sample and stores the sample', async () => {
  const rules = { 2: { ceiling: [], brief: ['氨'], job: 'fixed', stands: null } } as const;
  const samples = [{ ...sample(2), startTime: '2026-11-21 09:00:00', endTime: '2026-11-21 09:10:00' }];
  show(<SamplingSection {...props} site={{ ...site, samples, rules }} />);
  openSample('B1-0102');
  expect(screen.getByRole('list', { name: '请核对' })).toHaveTextContent(
    '氨执行短时间接触容许浓度，采样时间10 min，一般应为15 min（GBZ 331-2024 5.2.6.2.3 c 2）',
  );
  type(flow(), '0.1');
  click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(written).toHaveLength(1));
  disk.settle();
});

it('the sample list opens on the samples still to take, or on the taken ones if none is left', () => {
  const chosen = () => screen.getByRole('button', { pressed: true }).textContent;
  const taken = (id: number): SampleRow => ({ ...sample(id), state: 'collected' }) as SampleRow;
  const { unmount } = show(<SamplingSection {...props} site={{ ...site, samples: [taken(1), sample(2)] }} />);
  expect(chosen()).toBe('待采 1');
  unmount();
  show(<SamplingSection {...props} site={{ ...site, samples: [taken(1), taken(2)] }} />);
  expect(chosen()).toBe('已采 2');
  expect(screen.getByRole('button', { name: /^B1-0101/ })).toBeInTheDocument();
});

it('the sample form has one primary button: to start, then to end, then to save and go on', () => {
  const primaries = () =>
    [...document.querySelectorAll('button:is([data-kind="primary"], [data-kind="stop"])')].map(
      ({ textContent }) => textContent,
    );
  const started = { startTime: '2026-11-21 09:00:00' };
  const moments: readonly (readonly [Partial<SampleRow>, string])[] = [
    [{}, '开始采样'],
    [started, '结束采样'],
    [{ ...started, endTime: '2026-11-21 09:15:00' }, '保存，下一个'],
  ];
  for (const [times, next] of moments) {
    const { unmount } = show(
      <SamplingSection {...props} site={{ ...site, samples: [{ ...sample(1), ...times }, sample(2)] }} />,
    );
    if (!screen.queryByRole('button', { name: /^B1-0101/ })) click(screen.getByRole('button', { name: /^进行中/ }));
    openSample('B1-0101');
    expect(primaries()).toEqual([next]);
    unmount();
  }
});

it('the sample form keeps the input and reports no success if the device cannot store it', async () => {
  disk.forget();
  noDisk();
  show(<SamplingSection {...props} />);
  openSample('B1-0101');
  type(flow(), '0.1');
  fireEvent.click(screen.getByRole('button', { name: /^保存，下一个$/ }));
  await waitFor(() => expect(heard.notices.map(([kind]) => kind)).toEqual(['error']));
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.getByRole('article', { name: '样品 P-B1-0101' })).toBeInTheDocument();
  expect(flow().value).toBe('0.1');
});

it('the sample form asks before opening another sample or going back discards unsaved input', async () => {
  show(<SamplingSection {...props} />);
  openSample('B1-0101');
  type(flow(), '0.1');
  heard.answer(false);
  click(screen.getByRole('button', { name: '返回样品列表' }));
  await waitFor(() => expect(heard.questions).toEqual([failures.leaveUnsaved]));
  openSample('B1-0102');
  await waitFor(() => expect(heard.questions).toHaveLength(2));
  expect(flow().value).toBe('0.1');
  heard.answer(true);
  openSample('B1-0102');
  expect(await screen.findByRole('article', { name: '样品 P-B1-0102' })).toBeInTheDocument();
  // Nothing has been typed yet.
  click(screen.getByRole('button', { name: '返回样品列表' }));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(heard.questions).toHaveLength(3);
});

it('the sample form resets a stored sample after a question, and not while input is unsaved', async () => {
  useSession.setState({ permissions: new Set(['sample:reset']) });
  const asked = vi
    .spyOn(client, 'request')
    .mockResolvedValue({ data: { code: '200', message: messages.resetDone, body: null } });
  const taken = { ...sample(1), state: 'collected', flowBefore: '0.1' } as SampleRow;
  show(<SamplingSection {...props} site={{ ...site, samples: [taken] }} />);
  click(screen.getByRole('button', { name: /^已采/ }));
  openSample('B1-0101');
  const reset = () => screen.getByRole('button', { name: '重置' });
  type(flow(), '0.2');
  expect(reset()).toBeDisabled();
  expect(screen.getByText(siteTexts.resetLater)).toBeVisible();
  type(flow(), '0.1');
  expect(reset()).toBeEnabled();
  click(reset());
  await waitFor(() => expect(heard.notices.map(([, text]) => text)).toContain(messages.resetDone));
  expect(heard.questions).toEqual([messages.confirmReset]);
  expect(asked).toHaveBeenCalledWith(expect.objectContaining({ url: 'api/sample/reset', data: { id: 1 } }));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
});

it('the sample form offers no reset without the permission, or for a sample that has moved on', () => {
  useSession.setState({ permissions: new Set(['sample:list']) });
  show(<SamplingSection {...props} />);
  openSample('B1-0101');
  expect(screen.queryByRole('button', { name: '重置' })).toBeNull();
});

it('the weather form keeps input typed while the previous reading is being stored', async () => {
  show(<WeatherSection {...props} />);
  type(screen.getByLabelText(/气温/), '25');
  type(screen.getByLabelText(/气压/), '101.3');
  type(screen.getByLabelText(/测量地点/), '喷漆房');
  click(screen.getByRole('button', { name: '保存气象' }));
  await waitFor(() => expect(written).toHaveLength(1));
  type(screen.getByLabelText(/气温/), '26');
  type(screen.getByLabelText(/相对湿度/), '60');
  disk.settle();
  await waitFor(() => expect(kept()).toBe(1));
  const value = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
  expect([value(/气温/), value(/气压/), value(/相对湿度/)]).toEqual(['26', '', '60']);
});

it('the form of a sampling day counts changes as unsaved and keeps input typed while the previous input is being stored', async () => {
  const dirty = new Set<string>();
  const page = {
    active: true,
    setName: () => undefined,
    setDirty: (source: string, is: boolean) => void (is ? dirty.add(source) : dirty.delete(source)),
  };
  show(
    <PageStateContext value={page}>
      <DayCard project={5} site={site} locked={false} row={day} onLabels={() => undefined} />
    </PageStateContext>,
  );
  click(screen.getByRole('button', { name: '改采样人' }));
  expect(dirty.size).toBe(0);
  const production = () => screen.getByLabelText<HTMLInputElement>('生产状况');
  type(production(), '停一条线');
  expect(dirty.size).toBe(1);
  click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(written).toHaveLength(1));
  type(production(), '停两条线');
  disk.settle();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(production().value).toBe('停两条线');
  expect(dirty.size).toBe(1);
  click(screen.getByRole('button', { name: '取消' }));
  expect(dirty.size).toBe(0);
});

it('the remark of a photograph counts as unsaved until it is stored, and stays if the device cannot store it', async () => {
  const unsaved = new Set<string>();
  const page = {
    active: true,
    setName: () => undefined,
    setDirty: (source: string, is: boolean) => void (is ? unsaved.add(source) : unsaved.delete(source)),
  };
  const { container } = show(
    <PageStateContext value={page}>
      <MediaSection {...props} />
    </PageStateContext>,
  );
  const take = () =>
    fireEvent.change(container.querySelector('input[type=file]') as HTMLInputElement, {
      target: { files: [new File(['x'], 'a.jpg', { type: 'image/jpeg' })] },
    });
  const remark = screen.getByLabelText<HTMLInputElement>(/说明/);
  type(remark, '喷漆间局部排风未开启');
  expect(unsaved.size).toBe(1);
  disk.forget();
  noDisk();
  take();
  await waitFor(() => expect(heard.notices).not.toHaveLength(0));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([remark.value, unsaved.size]).toEqual(['喷漆间局部排风未开启', 1]);
  disk = slowDisk();
  take();
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]?.body).toMatchObject({ remark: '喷漆间局部排风未开启' });
  disk.settle();
  await waitFor(() => expect(unsaved.size).toBe(0));
});

it.each([
  ['survey', 'survey'],
  ['planning', 'survey'],
  ['sampling', 'sampling'],
])('a photograph taken in the stage %s is stored as evidence of %s', async (stage, activity) => {
  const { container } = show(
    <MediaSection {...props} site={{ ...site, project: { ...site.project, stage } } as SectionProps['site']} />,
  );
  fireEvent.change(container.querySelector('input[type=file]') as HTMLInputElement, {
    target: { files: [new File(['x'], 'a.jpg', { type: 'image/jpeg' })] },
  });
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]?.body).toMatchObject({ activity });
});

it('a photograph of the survey can be taken while sampling', async () => {
  const { container } = show(<MediaSection {...props} />);
  click(screen.getByRole('button', { name: '现场调查' }));
  fireEvent.change(container.querySelector('input[type=file]') as HTMLInputElement, {
    target: { files: [new File(['x'], 'a.jpg', { type: 'image/jpeg' })] },
  });
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]?.body).toMatchObject({ activity: 'survey' });
});
