import { screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import RiskPage from '@/pages/risk/page';
import RiskDetailPage from '@/pages/riskPage/pageRiskDetail/page';
import { riskTexts } from '@contract/features/risk/riskTexts';
import { hazardLimitTable, inspectUnitTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { judgedRecord } from '../support/judgedProject';
import { labRowsOf } from '../support/labRows';
import { click, type } from '../support/renderList';
import { renderPage } from '../support/renderPage';
import { savedFiles } from '../support/savedFiles';

const api = apiServer();
let token: string;
let unit: number;

beforeAll(async () => {
  const {
    rows,
    login,
    database: { orm },
  } = api.server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  const analyst = await rows.user({
    userName: 'reviewer',
    organizationId,
    roles: [await rows.role({ permissions: ['risk:list'] })],
  });
  token = await login('reviewer');
  const lab = labRowsOf(api.server, organizationId);
  const dust = await lab.hazard('木粉尘', { category: 'dust', marks: 'G1' });
  const [weighing, silica] = [
    await lab.method('总粉尘', null, { methodKind: 'totalDust' }),
    await lab.method('游离SiO₂', null, { methodKind: 'freeSilica' }),
  ];
  await orm.insert(hazardLimitTable).values({
    hazard: dust,
    limitName: '木粉尘',
    kind: 'twa',
    value: '3',
    unit: 'mg/m³',
    standard: 'GBZ 2.1-2019',
    effectiveFrom: '2020-04-01',
    dataCertainty: 'sure',
  });
  unit = await rows.inspectUnit({ organizationId, unitName: '宁海县远航木业有限公司' });
  const id = await rows.project({ organizationId, belongInspect: unit, code: 'P26-001', stage: 'reporting' });
  const given = { project: { id, code: 'P26-001' }, hazard: dust, hazardName: '木粉尘', analyst };
  await judgedRecord(api.server, lab, organizationId, { ...given, method: weighing, results: { 打磨: '4.5' } });
  await judgedRecord(api.server, lab, organizationId, {
    ...given,
    method: silica,
    methodKind: 'freeSilica',
    results: { 打磨: '4.2' },
  });
});

it('the risk page lists enterprises, names the data that a risk level lacks, and opens an enterprise from its row', async () => {
  const { router } = await renderPage(<RiskPage />, { token, path: '/risk' });
  const row = (await screen.findByRole('link', { name: '宁海县远航木业有限公司' })).closest<HTMLElement>(
    '[role="row"]',
  ) as HTMLElement;
  expect(within(row).getByText('待补充').title).toContain('补充后评定');
  expect(within(row).getByText('Ⅳ级', { exact: false })).toBeVisible();
  type(screen.getByLabelText('关键字'), '没有的单位');
  click(screen.getByRole('button', { name: /^查\s?询$/ }));
  await screen.findByText('没有符合条件的受检单位');
  click(screen.getByRole('button', { name: '清除查询条件' }));
  await screen.findByRole('link', { name: '宁海县远航木业有限公司' });
  click(screen.getByRole('button', { name: /导\s?出$/ }));
  click(await screen.findByText('导出查询结果（xlsx）'));
  await waitFor(() => expect(savedFiles.at(-1)?.name).toMatch(/-风险\.xlsx$/));
  click(await screen.findByRole('link', { name: '宁海县远航木业有限公司' }));
  expect([
    router.state.location.pathname,
    new URLSearchParams(router.state.location.search).get('belongInspect'),
  ]).toEqual(['/riskPage/pageRiskDetail', String(unit)]);
});

it('the risk detail explains the level of a work post, and grades dust once the labour class is entered', async () => {
  await api.server.database.orm.update(inspectUnitTable).set({ exposedCount: 30 }).where(eq(inspectUnitTable.id, unit));
  await renderPage(<RiskDetailPage />, { token, path: `/riskPage/pageRiskDetail?belongInspect=${unit}` });
  await screen.findByText('严重危害，有岗位不符合；接触30人（10～49人）→ 高风险');
  click(await screen.findByRole('button', { name: '过程' }));
  const drawer = await screen.findByRole('dialog');
  within(drawer).getByText('C/OEL=4.5/3=1.50→ER=4；HR=5（G1 确认人类致癌物）；R=√(5×4)=4.47→4 高');
  within(drawer).getByText(riskTexts.askLabour);
  expect(within(drawer).queryByRole('status')).toBeNull();
  click(within(drawer).getByText('Ⅲ级'));
  expect((await within(drawer).findByRole('status')).textContent).toContain('G=2.00，I级 轻度');
  const trend = screen.getByRole('table', { name: '历次变化的数据' });
  expect(within(trend).getAllByRole('row')).toHaveLength(2);
});
