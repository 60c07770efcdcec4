import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { ListEditor } from '@/listEditor';
import EnterpriseProjectPage from '@/pages/enterprisesService/enterpriseProjects/detail/page';
import EnterpriseProjectsPage from '@/pages/enterprisesService/enterpriseProjects/page';
import unitPage from '@/pages/inspectUnit/page';
import { matterTexts } from '@contract/features/customers/enterprise/clientMatters';
import { enterpriseTexts } from '@contract/features/customers/enterprise/enterpriseWire';
import { clientMatterTable, historyReportTable, reportTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { click } from '../support/renderList';
import { renderPage } from '../support/renderPage';
import { savedFiles } from '../support/savedFiles';

const api = apiServer();
let token: string;
let project: number;

beforeAll(async () => {
  const {
    rows,
    login,
    database: { orm },
  } = api.server;
  const organizationId = await rows.organization({ name: '甲检测中心', phone: '0571-8800' });
  const unit = await rows.inspectUnit({ organizationId, unitName: '宁波甬江电镀有限公司' });
  await rows.user({
    userName: 'client',
    organizationId,
    isQy: true,
    units: [unit],
    roles: [await rows.role({ permissions: ['enterpriseProject:list'] })],
  });
  token = await login('client');
  project = await rows.project({
    organizationId,
    belongInspect: unit,
    projectName: '二零二六年定期检测',
    code: 'P26-001',
    stage: 'archived',
  });
  const underway = await rows.project({
    organizationId,
    belongInspect: unit,
    projectName: '新车间检测',
    code: 'P26-002',
    stage: 'testing',
  });
  const asked = { project: underway, organizationId, matterKind: 'document', author: '许佳敏', fromClient: false };
  await orm.insert(clientMatterTable).values([
    { ...asked, title: '总平面布置图', state: 'open' },
    { ...asked, title: '原辅料清单', state: 'answered' },
    { ...asked, title: '何时出报告', matterKind: 'question', fromClient: true, state: 'open' },
  ]);
  const report = { title: '检测报告', project, organizationId, assess: true, kind: 'regular' };
  const [old] = await orm
    .insert(reportTable)
    .values({ ...report, reportNo: 'JC-0001', state: 'corrected', issuedOn: '2026-05-01' })
    .returning({ id: reportTable.id });
  await orm.insert(reportTable).values([
    { ...report, reportNo: 'JC-0001-G1', state: 'issued', issuedOn: '2026-05-20', previous: old?.id ?? null },
    { ...report, reportNo: 'JC-0003', state: 'voided', issuedOn: '2026-04-01' },
  ]);
});

it('the enterprise’s project list shows the progress, and can be limited to projects with a report', async () => {
  const { router } = await renderPage(<EnterpriseProjectsPage />, {
    token,
    path: '/enterprisesService/enterpriseProjects',
  });
  const link = await screen.findByRole('link', { name: '新车间检测' });
  const card = link.closest('li') as HTMLElement;
  const now = within(card)
    .getAllByRole('listitem')
    .find((item) => item.getAttribute('aria-current') === 'step');
  expect(now?.textContent).toContain('检测');
  // Neither what is answered nor the client's own question waits for the client.
  expect(screen.getAllByText(/项待您答复$/).map(({ textContent }) => textContent)).toEqual([
    enterpriseTexts.awaited(1),
  ]);
  expect(within(card).getByText(enterpriseTexts.awaited(1))).toBeInTheDocument();
  click(screen.getByRole('button', { name: /导\s?出$/ }));
  click(await screen.findByText('导出查询结果（xlsx）'));
  await waitFor(() => expect(savedFiles.at(-1)?.name).toMatch(/-企业项目\.xlsx$/));
  click(screen.getByText('已出报告'));
  await waitFor(() => expect(screen.queryByRole('link', { name: '新车间检测' })).toBeNull());
  click(screen.getByRole('link', { name: '二零二六年定期检测' }));
  expect(new URLSearchParams(router.state.location.search).get('belongProject')).toBe(String(project));
});

it('the enterprise’s project page shows valid, replaced and void reports, and no link to a void one', async () => {
  await renderPage(<EnterpriseProjectPage />, {
    token,
    path: `/enterprisesService/enterpriseProjects/index/page/detail?belongProject=${project}`,
  });
  await screen.findByText('甲检测中心（0571-8800）');
  const rows = within(screen.getByRole('region', { name: '报告' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent ?? '');
  expect(rows.map((text) => text.split('检测报告')[0])).toEqual(['JC-0001-G1', 'JC-0001', 'JC-0003']);
  expect(rows[1]).toContain(`${enterpriseTexts.replaced}（JC-0001-G1）`);
  expect([screen.getAllByRole('button', { name: /^下载/ }).length, rows[2]?.includes('下载')]).toEqual([2, false]);
});

it('an enterprise confirms its sampling plan on its page, and can submit an opinion only with words', async () => {
  const title = '请确认采样方案';
  await api.server.database.orm.insert(clientMatterTable).values({
    project,
    organizationId: null,
    matterKind: 'plan',
    title,
    author: '许佳敏',
    fromClient: false,
    state: 'open',
  });
  await renderPage(<EnterpriseProjectPage />, {
    token,
    path: `/enterprisesService/enterpriseProjects/index/page/detail?belongProject=${project}`,
  });
  const thread = within(await screen.findByRole('article', { name: title }));
  const opinion = thread.getByRole('button', { name: matterTexts.otherPlan });
  expect(opinion).toBeDisabled();
  const words = thread.getByLabelText('说明或意见');
  fireEvent.change(words, { target: { value: '喷漆岗位另加一点' } });
  await waitFor(() => expect(opinion).toBeEnabled());
  fireEvent.change(words, { target: { value: '' } });
  click(thread.getByRole('button', { name: matterTexts.confirmPlan }));
  await thread.findByText(matterTexts.planConfirmed);
});

it('a unit’s detail shows its imported reports by year, also without a project', async () => {
  const { rows, login, database } = api.server;
  const organizationId = await rows.organization();
  const unit = await rows.inspectUnit({ organizationId, unitName: '嘉兴旧客户有限公司' });
  const brought = { unit, organizationId, unitName: '嘉兴旧客户有限公司', reportKind: 'regular' };
  await database.orm.insert(historyReportTable).values([
    { ...brought, reportNo: '旧检字第1号', issuedOn: '2024-05-06', conclusion: '苯超标', exceeded: '苯' },
    { ...brought, reportNo: '旧检字第2号', issuedOn: '2025-05-06', conclusion: '符合' },
  ]);
  const permissions = ['inspectUnit:list', 'historyReport:list'];
  await rows.user({ userName: 'historian', organizationId, roles: [await rows.role({ permissions })] });
  await renderPage(<ListEditor page={unitPage} />, { token: await login('historian') });
  click(await screen.findByText('嘉兴旧客户有限公司'));
  const years = await screen.findByRole('region', { name: '历年结果' });
  await within(years).findByText('旧检字第2号');
  expect(
    within(years)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(expect.arrayContaining(['2024', '2025']));
  expect(within(years).queryByRole('button', { name: /申报资料/ })).toBeNull();
});
