import { useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { routeTableOf } from '@/app/router/menuRoutes';
import DashboardPage from '@/pages/dashboard/page';
import ProjectListPage from '@/pages/project/page';
import { useNotices } from '@/session/notices/noticeStore';
import { arrivedDashboard, prefetchDashboard } from '@/session/prefetchedAnswers';
import { takeMenus } from '@/session/sessionStore';
import { openFound } from '@/shell/palette/openFound';
import { addDays } from '@contract/arithmetic/numbers/dayCounts';
import { figureTexts } from '@contract/features/home/figures/figureTexts';
import { type SearchResult, searchKinds } from '@contract/features/home/searchKinds';
import { permissionOf } from '@contract/permissions';
import { staticRoutes } from '@contract/routes';
import type { MenuNode } from '@contract/wire';
import { projectTable, reportTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { judgedRecord } from '../support/judgedProject';
import { labRowsOf } from '../support/labRows';
import { click } from '../support/renderList';
import { renderPage } from '../support/renderPage';

const api = apiServer();
let token: string;
/** `YYYY-MM` */
let issued: string;
let ids: Record<'project' | 'other' | 'analyst', number>;

const leaf = (path: string, component: string, title: string): MenuNode => ({
  path,
  component,
  name: title,
  type: 1,
  meta: { title },
});
const menus: MenuNode[] = [
  leaf('/project', 'project', '项目管理'),
  {
    path: '/lab',
    component: 'Layout',
    type: 0,
    alwaysShow: true,
    redirect: 'noredirect',
    meta: { title: '实验室' },
    children: [leaf('sampleDistribute', 'lab/sampleDistribute', '样品分发')],
  },
];

beforeAll(async () => {
  const {
    rows,
    login,
    database: { orm },
  } = api.server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  await rows.user({
    userName: 'manager',
    organizationId,
    roles: [
      await rows.role({
        permissions: ['project', 'report', 'labTask', 'risk', 'reagent'].map((name) => permissionOf({ name }, 'list')),
      }),
    ],
  });
  const analyst = await rows.user({ userName: 'analyst', nickName: '检测员', organizationId });
  const unit = await rows.inspectUnit({ organizationId });
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  issued = today.slice(0, 7);
  const project = await rows.project({
    organizationId,
    belongInspect: unit,
    code: 'P-ISSUED',
    stage: 'issuing',
    contractOn: addDays(today, -21),
  });
  const other = await rows.project({ organizationId, belongInspect: unit, code: 'P-OTHER', stage: 'survey' });
  await orm.insert(reportTable).values({
    organizationId,
    reportNo: 'B-1',
    title: '检测报告',
    project,
    assess: true,
    state: 'issued',
    issuedOn: today,
  });
  const lab = labRowsOf(api.server, organizationId);
  const hazard = await lab.hazard('木粉尘', { category: 'dust' });
  const method = await lab.method('总粉尘', null, { methodKind: 'totalDust' });
  await judgedRecord(api.server, lab, organizationId, {
    project: { id: project, code: 'P-ISSUED' },
    hazard,
    hazardName: '木粉尘',
    method,
    analyst,
    results: { 打磨: '4.5' },
    testDate: today,
  });
  await lab.task({ project: other, hazard, hazardName: '木粉尘', method, analyst });
  ids = { project, other, analyst };
  token = await login('manager');
});

/** Renders the home page with menus that contain its links. */
async function open() {
  const view = await renderPage(<DashboardPage />, { token, path: '/dashboard' });
  act(() => takeMenus(menus, routeTableOf(menus, staticRoutes)));
  return view;
}
const part = (title: string) => screen.findByRole('region', { name: title });

it('the home page renders fully from the request sent before it loaded, and sends no request of its own', async () => {
  function Later() {
    const [turn, setTurn] = useState(0);
    const queries = useQueryClient();
    // Simulates an administrator choosing another organization.
    const other = () => {
      queries.removeQueries();
      setTurn(2);
    };
    return (
      <>
        {turn > 0 && <DashboardPage />}
        <button type="button" onClick={() => setTurn(1)}>
          打开
        </button>
        <button type="button" onClick={other}>
          换机构
        </button>
      </>
    );
  }
  await renderPage(<Later />, { token, path: '/dashboard' });
  prefetchDashboard();
  await waitFor(() => expect(arrivedDashboard()).toBeDefined());
  click(screen.getByText('打开'));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('待办');
  expect(api.asked().filter((call) => call === 'GET api/dashboard')).toHaveLength(1);
  expect(arrivedDashboard()).toBeUndefined();
  click(screen.getByText('换机构'));
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  await screen.findByRole('heading', { level: 1 });
  expect(api.asked().filter((call) => call === 'GET api/dashboard')).toHaveLength(2);
});

it('the home page shows each figure as a table too, with links to the counted rows', async () => {
  const { router } = await open();
  const work = await part(figureTexts.workload);
  const table = within(work).getByRole('table', { name: figureTexts.workload });
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['检测人未完成其中逾期近30天完成', '检测员100']);
  // Beside a chart the table is for screen readers only, so its links are no tab stops.
  expect(within(table).getByRole('link', { name: '1' }).tabIndex).toBe(-1);
  click(within(work).getByText(figureTexts.table));
  const shown = within(work).getByRole('link', { name: '1' });
  expect(shown.tabIndex).toBe(0);
  click(shown);
  expect([router.state.location.pathname, router.state.location.search]).toEqual([
    '/lab/sampleDistribute',
    `?view=all&analyst=${ids.analyst}&state=distributed&state=testing`,
  ]);
});

it('the turnaround figure counts calendar days or working days, and says which', async () => {
  await open();
  const time = await part(figureTexts.turnaround);
  within(time).getByText('1份报告，中位数21天，P90 21天');
  expect(time.textContent).not.toContain(figureTexts.workingHow);
  click(within(time).getByText('工作日'));
  within(time).getByText('1份报告，中位数15天，P90 15天');
  expect(time.textContent).toContain(figureTexts.workingHow);
  const month = within(time).getByRole('row', { name: new RegExp(`^${issued} `) });
  expect(within(month).getByRole('link').getAttribute('href')).toBe(`/project/index?ids=${ids.project}`);
});

it('the home page counts open tests by method, one per hazard of a sample', async () => {
  await open();
  expect((await part('待检测任务')).textContent).toContain('总粉尘待检测1项　检测中0项');
});

it('the home page takes unread notices from the bell and sends no request for them', async () => {
  let asked = 0;
  api.intercept(
    http.get('*/api/ohitAnnouncement/listByUser', () => {
      asked += 1;
      return HttpResponse.json({ body: { anntMsgList: [], anntMsgTotal: 0, sysMsgList: [], sysMsgTotal: 0 } });
    }),
  );
  await open();
  const notices = await part('未读消息');
  expect(notices.textContent).toBe('未读消息');
  act(() => useNotices.setState({ summary: { anntMsgList: [], anntMsgTotal: 0, sysMsgList: [], sysMsgTotal: 0 } }));
  within(notices).getByText('没有未读消息');
  expect(asked).toBe(0);
});

it('the home page explains empty parts, and retries a failed part while the others stay', async () => {
  api.intercept(
    http.get('*/api/dashboard/exceedance', () =>
      HttpResponse.json({ status: 500, code: 'internal', message: '服务器出错', requestId: 'r1' }, { status: 500 }),
    ),
  );
  await open();
  const failed = await part(figureTexts.byHazard);
  within(failed).getByRole('alert');
  await part(figureTexts.samples);
  within(await part(figureTexts.expiring)).getByText(figureTexts.noExpiring);
});

it('a sample in the search results leads to its tests, or to its project before the laboratory has received it', async () => {
  await open();
  const kind = searchKinds.find(({ entity }) => entity === 'sample');
  const went: unknown[] = [];
  const found = (project: number): SearchResult => ({ entity: 'sample', id: 1, title: 'S-1', detail: null, project });
  for (const project of [ids.project, ids.other])
    if (kind) await openFound(kind, found(project), (to: unknown) => void went.push(to));
  expect(went).toEqual(['/lab/sampleDistribute?view=all&sampleNo=S-1', '/project?keyword=P-OTHER']);
});

it('the project list opened from a figure shows only the projects behind it, and all projects after clearing', async () => {
  const { router } = await renderPage(<ProjectListPage />, { token, path: `/project/index?ids=${ids.project}` });
  await screen.findByText('P-ISSUED');
  expect(screen.queryByText('P-OTHER')).toBeNull();
  screen.getByText(figureTexts.narrowed(1), { exact: false });
  click(screen.getByRole('link', { name: figureTexts.showAll }));
  await screen.findByText('P-OTHER');
  expect(router.state.location.search).toBe('');
});

it('the project list says if a figure counts more projects than the list shows', async () => {
  await renderPage(<ProjectListPage />, { token, path: `/project/index?ids=${ids.project}&of=420` });
  await screen.findByText(figureTexts.narrowedCut(1, 420), { exact: false });
});

it('the home page’s short list of late projects links to the list of all late projects', async () => {
  const {
    rows,
    database: { orm },
  } = api.server;
  const [own] = await orm.select().from(projectTable).where(eq(projectTable.id, ids.project));
  const given = { organizationId: own?.organizationId ?? 0, belongInspect: own?.belongInspect ?? 0 };
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  for (let index = 10; index < 20; index += 1)
    await rows.project({ ...given, code: `LATE-${index}`, stage: 'survey', dueOn: addDays(today, -index) });
  await rows.project({ ...given, code: 'LATE-DONE', stage: 'archived', dueOn: addDays(today, -5) });
  const { unmount } = await open();
  const late = await part('已逾期');
  expect(late.textContent).toContain('已逾期10');
  const address = within(late).getByRole('link', { name: '查看全部10个' }).getAttribute('href') ?? '';
  expect(late.textContent).toContain('还有2个');
  unmount();
  await renderPage(<ProjectListPage />, { token, path: address });
  const list = await screen.findByRole('region', { name: '项目' });
  await within(list).findAllByText(/共10条/);
  expect(list.textContent).toContain('LATE-19');
  expect(list.textContent).not.toContain('LATE-DONE');
});
