import { randomUUID } from 'node:crypto';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { searchManual, textOf } from '@/features/help/manual';
import { LightShell } from '@/light/LightShell';
import { chapters } from '@/pages/helper/page';
import { publicityTexts } from '@contract/features/publicity/publicityWire';
import { type Route, staticRoutes } from '@contract/routes';
import {
  industryNewsTable,
  organizationTable,
  reportFormulaTable,
  reportSceneTable,
  storedFileTable,
} from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { freshBrowser, withToken } from '../support/browserState';

const api = apiServer();
let reportId: number;
let withdrawnId: number;
let newsId: number;

const report = (organizationId: number, at: number, given: object = {}) => ({
  organizationId,
  title: `报告公示${at}`,
  unitName: `受检单位${at}`,
  reportNo: `HP-${at}`,
  reportType: 'DQ',
  reportDate: '2026-03-20',
  region: '浙江省/杭州市/西湖区',
  address: '文三路1号',
  contact: '俞利平',
  contactPhone: '13588214790',
  leader: '周海涛',
  team: '周海涛、林思远',
  samplers: '周海涛',
  samplingFrom: '2026-03-05',
  samplingTo: '2026-03-06',
  companion: '王卫东',
  companionPublic: true,
  status: '1',
  publishTime: new Date(Date.UTC(2026, 2, at)),
  ...given,
});

beforeAll(async () => {
  const { orm } = api.server.database;
  const organizationId = await api.server.rows.organization({ name: '甲检测中心' });
  const rows = await orm
    .insert(reportFormulaTable)
    .values([
      ...Array.from({ length: 12 }, (_, index) => report(organizationId, index + 1)),
      report(organizationId, 13, { status: '2' }),
    ])
    .returning({ id: reportFormulaTable.id });
  [reportId, withdrawnId] = [rows[0]?.id ?? 0, rows[12]?.id ?? 0];
  const picture = randomUUID();
  await orm
    .insert(storedFileTable)
    .values({ id: picture, name: 'a.png', mime: 'image/png', size: 1, sha256: '', fileClass: 'image', organizationId });
  await orm
    .insert(reportSceneTable)
    .values({ formula: reportId, picture, caption: '车间采样', activity: 'sampling', consented: true, organizationId });
  const [article] = await orm
    .insert(industryNewsTable)
    .values({
      organizationId,
      title: '带脚本的文章',
      category: 'standard',
      content: '<p>正文<img src=x onerror="window.stolen=1"><script>window.stolen=1</script></p><h3>小标题</h3>',
      topped: true,
      contactsPublic: false,
      status: '1',
      publishTime: new Date(),
    })
    .returning({ id: industryNewsTable.id });
  newsId = article?.id ?? 0;
});
beforeEach(() => freshBrowser('/'));

/** Opens the page of an address without an account. */
function open(address: string) {
  window.history.replaceState(null, '', address);
  return render(<LightShell path={window.location.pathname} onSignedIn={() => Promise.resolve()} />);
}
const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

describe('public list of report notices', () => {
  it('the public list of report notices shows the newest first with their number, and turns pages by links', async () => {
    open('/orgReportFormula');
    expect(await screen.findByText('共12条公示')).toBeVisible();
    expect(titles()[0]).toBe('受检单位12');
    expect(screen.getByRole('link', { name: '受检单位12' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/orgReportFormulaDetails\?id=\d+$/),
    );
    expect(screen.getByRole('link', { name: '下一页' })).toHaveAttribute('href', '/orgReportFormula?page=2');
    expect(screen.getByRole('search')).toHaveAttribute('action', '/orgReportFormula');
  });

  it('the public list of report notices opens with the page and search of its address', async () => {
    const { unmount } = open('/orgReportFormula?page=2');
    await waitFor(() => expect(titles()).toEqual(['受检单位2', '受检单位1']));
    expect(screen.getByRole('link', { name: '上一页' })).toHaveAttribute('href', '/orgReportFormula');
    unmount();
    open('/orgReportFormula?keyword=受检单位12');
    await waitFor(() => expect(titles()).toEqual(['受检单位12']));
    expect(screen.getByRole('searchbox')).toHaveValue('受检单位12');
  });

  it('the public list of report notices expands its rarely used filters if the address contains them', async () => {
    const { container } = open('/orgReportFormula?area=浙江省/杭州市&from=2026-03-03&to=2026-03-04');
    await waitFor(() => expect(titles()).toEqual(['受检单位4', '受检单位3']));
    expect(container.querySelector('details')).toHaveAttribute('open');
    expect(screen.getByLabelText('地区')).toHaveValue('浙江省/杭州市');
    expect(screen.getByLabelText('公示日期起')).toHaveValue('2026-03-03');
  });

  it('the public list of report notices says if nothing matches, and links to the full list', async () => {
    open('/orgReportFormula?keyword=没有这个单位');
    expect(await screen.findByRole('link', { name: '查看全部公示' })).toHaveAttribute('href', '/orgReportFormula');
  });

  it('the public list of report notices shows an error and loads again on request', async () => {
    api.intercept(
      http.get(
        '*/api/public/orgReportFormula',
        () =>
          HttpResponse.json(
            { status: 429, code: 'tooFast', message: publicityTexts.tooFast, requestId: 'r-1' },
            { status: 429 },
          ),
        { once: true },
      ),
    );
    open('/orgReportFormula');
    expect(await screen.findByText(publicityTexts.tooFast)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText('共12条公示')).toBeVisible();
  });
});

describe('public report notice', () => {
  it('a public report notice shows its fields with the phone number masked, its images, and its name as window title', async () => {
    open(`/orgReportFormulaDetails?id=${reportId}`);
    expect(await screen.findByRole('heading', { name: '报告公示1', level: 1 })).toBeVisible();
    for (const words of [
      '受检单位1',
      'HP-1',
      '浙江省 杭州市 西湖区',
      '文三路1号',
      '俞利平',
      '135****4790',
      '王卫东',
      '周海涛、林思远',
    ])
      expect(screen.getByText(words)).toBeVisible();
    expect(document.body).toHaveTextContent('2026-03-05 至 2026-03-06');
    expect(document.body.textContent).not.toContain('13588214790');
    expect(screen.getByRole('img', { name: '现场采样：车间采样' })).toHaveAttribute(
      'src',
      expect.stringContaining(`api/public/orgReportFormula/${reportId}/picture/`),
    );
    await waitFor(() => expect(document.title).toMatch(/^报告公示1 - /));
  });

  it.each([
    ['withdrawn', () => withdrawnId, publicityTexts.goneReport],
    ['unknown', () => 999_999, publicityTexts.missingReport],
    ['nonsense', () => 'x', publicityTexts.missingReport],
  ])('the page of a public report notice explains that the notice is %s', async (_what, id, words) => {
    open(`/orgReportFormulaDetails?id=${id()}`);
    expect(await screen.findByRole('heading', { name: words })).toBeVisible();
    expect(screen.getByRole('link', { name: '查看全部公示' })).toHaveAttribute('href', '/orgReportFormula');
  });
});

describe('public news', () => {
  it('the public news page lists articles by category, and marks pinned ones', async () => {
    open('/industryNews');
    const item = (await screen.findByRole('link', { name: '带脚本的文章' })).closest('li') as HTMLElement;
    expect(within(item).getByText('置顶')).toBeVisible();
    expect(screen.getByRole('link', { name: '政策法规' })).toHaveAttribute('href', '/industryNews?category=policy');
    cleanup();
    open('/industryNews?category=policy');
    expect(await screen.findByRole('heading', { name: '没有符合条件的文章' })).toBeVisible();
  });

  it('an article on the public news page contains no script or other executable content', async () => {
    open(`/industryNewsDetails?id=${newsId}`);
    expect(await screen.findByRole('heading', { name: '小标题' })).toBeVisible();
    expect(document.querySelector('main script, main [onerror]')).toBeNull();
    expect((window as unknown as { stolen?: number }).stolen).toBeUndefined();
  });
});

it('the public pages link to each other and to the login, or to the console for signed-in people', async () => {
  const { unmount } = open('/industryNews');
  const ways = () =>
    within(screen.getByRole('navigation', { name: '主导航' }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
  expect(ways()).toEqual(['/orgReportFormula', '/industryNews', '/login']);
  unmount();
  withToken('token', '/industryNews');
  open('/industryNews');
  expect(ways()).toEqual(['/orgReportFormula', '/industryNews', '/helper', '/']);
});

it('the footer of public pages shows the filing number of the only organization', async () => {
  await api.server.database.orm
    .update(organizationTable)
    .set({ caseNumber: '浙ICP备2022000001号', footerTxt: '甲检测中心版权所有' });
  open('/orgReportFormula');
  expect(await screen.findByRole('link', { name: '浙ICP备2022000001号' })).toBeVisible();
  expect(screen.getByText('甲检测中心版权所有')).toBeVisible();
});

describe('manual', () => {
  it('the user manual has a unique anchor for each section', () => {
    const ids = chapters.flatMap((chapter) => [chapter.id, ...chapter.sections.map(({ id }) => id)]);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('the user manual names every page of the menus', () => {
    const all = chapters.flatMap(({ sections }) => sections.map(textOf)).join(' ');
    expect(
      (staticRoutes as readonly Route[])
        .filter(({ title, hidden }) => title && !hidden && !all.includes(title.toLowerCase()))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  it('the search of the user manual finds sections that contain all words', () => {
    const found = searchManual(chapters, '导入 模板').flatMap(({ sections }) => sections.map(({ id }) => id));
    expect(found).toContain('import');
    expect(
      searchManual(chapters, '导入 模板')
        .flatMap(({ sections }) => sections)
        .every((section) => textOf(section).includes('模板') || section.title.includes('模板')),
    ).toBe(true);
    expect(searchManual(chapters, '量子纠缠')).toEqual([]);
    expect(searchManual(chapters, ' ')).toHaveLength(chapters.length);
  });

  it.each([
    '现场调查',
    '采样方案',
    '现场采样',
    '样品流转',
    '检测记录',
    '标准曲线',
    '平行样',
    '检出限',
    '来样',
    '出入库',
    '审批',
    '归档',
    '公示',
    '省平台',
    '企业申报',
  ])('the user manual has a section about %s with its name', (word) => {
    expect(
      searchManual(chapters, word)
        .flatMap(({ sections }) => sections)
        .filter(({ title }) => title.includes(word)),
    ).not.toEqual([]);
  });

  it('the user manual filters while typing and opens a section by its anchor', async () => {
    open('/helper#notice-withdraw');
    await waitFor(() => expect(document.activeElement).toHaveAttribute('id', 'notice-withdraw'));
    await userEvent.type(screen.getByRole('searchbox', { name: '在手册中查找' }), '重置密码');
    expect(await screen.findByText(/^找到\d+节$/)).toBeVisible();
    expect(screen.queryByRole('heading', { name: /^导入/ })).toBeNull();
    expect(
      within(screen.getByRole('navigation', { name: '目录' })).getByRole('link', { name: '机构管理员' }),
    ).toHaveAttribute('href', '#role-admin');
  });
});
