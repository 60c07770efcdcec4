import { renderHook, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { client } from '@/api/client';
import { fetchDictionary } from '@/api/dictionaries';
import { projectAddress } from '@/features/projects/projectQuery';
import { writeCookie } from '@/lib/browser/cookies';
import { readAddress } from '@/listEditor/listAddress';
import { NoticeBell } from '@/shell/top/NoticeBell';
import { useIsMobile } from '@/shell/useIsMobile';
import { pageSizes } from '@contract/constants';
import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow } from '@contract/entity';
import { blankRelation } from '@contract/features/fieldwork/entities/blankRelation';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { noticeTexts } from '@contract/features/notices/noticeTexts';
import { announcementSendTable, announcementTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { freshBrowser } from '../support/browserState';
import { click } from '../support/renderList';
import { renderPage } from '../support/renderPage';

// Numbers of SPEC §2, §7 and §9 where they are used: tests/contract/messages.test.ts compares what they are.

const api = apiServer();
let token: string;
let me: number;

beforeAll(async () => {
  const { rows, login } = api.server;
  me = await rows.user({ userName: 'reader', organizationId: await rows.organization() });
  token = await login('reader');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  freshBrowser();
});

describe('HTTP client and cookies', () => {
  it('the HTTP client waits 3,000,000 ms for an answer and speaks JSON', async () => {
    expect(client.defaults.timeout).toBe(3_000_000);
    const answered = await client.get('api/health', {
      adapter: async (config) => ({ data: config.headers.toJSON(), status: 200, statusText: '', headers: {}, config }),
    });
    expect(JSON.stringify(answered.data)).toContain('application/json');
  });

  it('the HTTP client asks for a dictionary by its name, page 0 with 9999 entries, for the organization', async () => {
    const get = vi.spyOn(client, 'get').mockResolvedValue({ data: { content: [{ value: 1, label: '甲' }] } });
    expect(await fetchDictionary('industry', 9)).toEqual([{ value: '1', label: '甲' }]);
    expect(get).toHaveBeenCalledWith('api/dictDetail', {
      params: { dictName: 'industry', page: 0, size: 9999, organizationId: 9 },
    });
  });
});

it.each([
  ['token', 1],
  ['password', 1],
  ['username', 1],
  ['theme', 365],
] as const)('the cookie %s ends after %i days', (name, days) => {
  const written = vi.spyOn(document, 'cookie', 'set');
  const now = Date.now();
  writeCookie(name, 'x');
  const ends = Date.parse(/expires=([^;]+)/i.exec(written.mock.calls[0]?.[0] ?? '')?.[1] ?? '');
  expect(Math.abs(ends - now - days * 86_400_000)).toBeLessThan(60_000);
});

it.each([
  [991, true],
  [992, false],
])('a window of %i px is in mobile mode: %s', (width, mobile) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width <= Number(/max-width: ([\d.]+)px/.exec(query)?.[1]),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  expect(renderHook(() => useIsMobile()).result.current).toBe(mobile);
});

it('a list accepts the fifteen page sizes and no others', () => {
  const sizeOf = (size: number) => readAddress(new URLSearchParams({ size: String(size) }), []).size;
  expect(pageSizes.map(sizeOf)).toEqual([...pageSizes]);
  expect(pageSizes).toHaveLength(15);
  expect([0, 5, 25, 60, 10_000].map(sizeOf)).toEqual([30, 30, 30, 30, 30]);
});

it('a project row opens its page with all twelve fields except the empty ones', () => {
  const row = {
    id: 7,
    belongInspectName: '甲厂',
    belongInspect: 3,
    iuiCode: 'C-1',
    code: 'P-7',
    type: 'periodic',
    typeName: '定期检测',
    jcbgFlag: true,
    createYear: 2026,
    organizationId: 9,
    typeGl: 'gl',
    projectIdGl: 70,
  } as unknown as AnyRow;
  const query = (given: AnyRow) =>
    Object.fromEntries(new URLSearchParams(projectAddress('/siteSample/siteSurvey/details/page', given).split('?')[1]));
  expect(query(row)).toEqual({
    belongProject: '7',
    belongInspectName: '甲厂',
    belongInspect: '3',
    inspectCode: 'C-1',
    code: 'P-7',
    type: 'periodic',
    typeName: '定期检测',
    flag: '1',
    createYear: '2026',
    organizationId: '9',
    typeGl: 'gl',
    projectIdGl: '70',
  });
  expect(query({ ...row, typeGl: null, projectIdGl: '' })).not.toHaveProperty('typeGl');
});

it('the rows of samples and associations have the fields of the specification', () => {
  const names = [...Object.keys(sample.fields), ...Object.keys(blankRelation.fields)];
  expect(names).toEqual(
    expect.arrayContaining([
      'phyId',
      'projectId',
      'sampleId',
      'blkId',
      'hazardName',
      'sampleSiteHazardId',
      'siteHazardId',
      'siteNo',
    ]),
  );
});

it('the code values (priority, category, readFlag and others) are those of the specification', () => {
  const values = (name: 'priority' | 'msgCategory' | 'readFlag') =>
    fixedDictionaries[name].map(({ value, label }) => `${value} ${label}`);
  expect(values('priority')).toEqual(['0 一般', '1 重要', '2 紧急']);
  expect(values('msgCategory').map((value) => value[0])).toEqual(['1', '2']);
  expect(values('readFlag').map((value) => value[0])).toEqual(['0', '1']);
});

describe('the notice dialog', () => {
  it('the notice dialog is 800 px wide, and turns pages with total, prev, pager, next and sizes', async () => {
    vi.stubGlobal(
      'WebSocket',
      class extends EventTarget {
        close(): void {}
      },
    );
    const { orm } = api.server.database;
    const annt = await orm
      .insert(announcementTable)
      .values(
        Array.from({ length: 31 }, (_, index) => ({
          titile: `通知${index}`,
          msgCategory: '1',
          priority: '0',
          sendStatus: '1',
          sendTime: new Date(),
        })) as never,
      )
      .returning({ id: announcementTable.id });
    await orm
      .insert(announcementSendTable)
      .values(annt.map(({ id }) => ({ anntId: id, userId: me, readFlag: '0', sendStatus: '1' })) as never);
    await renderPage(<NoticeBell />, { token });
    click(await screen.findByRole('button', { name: `${noticeTexts.bell}，31条未读` }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.closest<HTMLElement>('.ant-modal')?.style.width ?? dialog.style.width).toBe('800px');
    const grid = await within(dialog).findByRole('grid', { name: '未读消息' });
    await within(dialog).findByText('共31条');
    const columns = within(grid)
      .getAllByRole('columnheader')
      .map((head) => head.textContent);
    expect(columns).toEqual(['标题', '消息类型', '优先级', '发送时间']);
    const pages = dialog.querySelector<HTMLElement>('.ant-pagination') as HTMLElement;
    expect(
      [...pages.children].map(({ className }) => /total-text|prev|item-\d|next|options/.exec(className)?.[0]),
    ).toEqual(['total-text', 'prev', 'item-1', 'item-2', 'next', 'options']);
    expect(within(pages).getByLabelText('每页条数')).toBeInTheDocument();
  });
});
