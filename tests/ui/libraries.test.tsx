import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import CyfaDetails from '@/pages/system/dataModule/cyfaModule/details/page';
import DetailsPage from '@/pages/system/dataModule/siteSurveyModule/details/page';
import TemplatesPage from '@/pages/system/dataModule/siteSurveyModule/page';
import HazardPage from '@/pages/system/hazard/page';
import LibraryUpdatePage from '@/pages/system/libraryUpdate/page';
import MethodPage from '@/pages/system/method/page';
import type { AnyRow } from '@contract/entity';
import { labDetection } from '@contract/features/laboratory/entities/labDetection';
import { hazard } from '@contract/features/library/entities/hazard';
import { hazardLimit } from '@contract/features/library/entities/hazardLimit';
import { labMethod } from '@contract/features/library/entities/labMethod';
import { labMethodItem } from '@contract/features/library/entities/labMethodItem';
import { siteSurveyModule, siteSurveyModuleRow } from '@contract/features/library/entities/siteSurveyModule';
import { hiddenTexts } from '@contract/features/library/hiddenMethodTexts';
import { templateTexts } from '@contract/features/library/templateTexts';
import { labDetectionTable, libraryUpdateRowTable, libraryUpdateTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { heardFeedback } from '../support/browserState';
import { recordRowsOf } from '../support/recordRows';
import { allOf, button, click, noButton, tick } from '../support/renderList';
import { renderPage } from '../support/renderPage';

const api = apiServer();
let admin: string;
let own: string;
let home: number;
let common: AnyRow;
let draft: AnyRow;

const made = async (path: string, body: object, token: string): Promise<AnyRow> => {
  const { status, body: answer, text } = await api.server.ask<{ body: AnyRow }>('POST', path, { token, body });
  expect(status, text).toBe(200);
  return answer.body;
};

beforeAll(async () => {
  const { rows, login, ask } = api.server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  home = organizationId;
  await rows.user({ userName: 'platform', organizationId, isAdmin: true });
  const permissions = [
    siteSurveyModule,
    siteSurveyModuleRow,
    hazard,
    hazardLimit,
    labMethod,
    labMethodItem,
    labDetection,
  ].flatMap(allOf);
  await rows.user({ userName: 'own', organizationId, roles: [await rows.role({ permissions })] });
  [admin, own] = await Promise.all([login('platform'), login('own')]);

  const benzene = await made(
    'api/hazard/add',
    { name: '苯', category: 'chemical', marks: '皮,G1', dataCertainty: 'marks' },
    admin,
  );
  const manganese = await made('api/hazard/add', { name: '锰', category: 'chemical' }, admin);
  const limit = {
    hazard: benzene.id,
    kind: 'twa',
    unit: 'mg/m³',
    standard: 'GBZ 2.1-2007',
    effectiveFrom: '2007-11-01',
  };
  await made('api/hazardLimit/add', { ...limit, value: '6', effectiveUntil: '2020-03-31' }, admin);
  await made(
    'api/hazardLimit/add',
    { ...limit, value: '3', standard: 'GBZ 2.1-2019', effectiveFrom: '2020-04-01' },
    admin,
  );
  await made('api/hazardLimit/add', { ...limit, hazard: manganese.id, value: '0.15' }, admin);
  const method = { standardNo: 'GBZ/T 300.1-2017', methodKind: 'gasChromatography', status: '1' };
  await made('api/labMethod/add', { ...method, title: '公共的检测方法' }, admin);
  common = await made('api/siteSurveyModule/add', { name: '平台模板' }, admin);
  await made(
    'api/siteSurveyModuleRow/add',
    { template: common.id, workshop: '涂装车间', post: '喷漆工', hazard: benzene.id },
    admin,
  );
  await ask('PUT', 'api/siteSurveyModule/publish', { token: admin, body: { id: common.id } });
  draft = await made('api/siteSurveyModule/add', { name: '自有模板' }, own);
  await made(
    'api/siteSurveyModuleRow/add',
    { template: draft.id, workshop: '焊接车间', post: '焊工', hazard: manganese.id },
    own,
  );
});

// Queries by attribute, because queries by role over two lists are slow.
const grid = (name: string) =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[role="grid"][aria-label="${name}"]`);
    if (!found) throw new Error(`no grid is called ${name}`);
    return found;
  });
const rowsIn = (table: HTMLElement) =>
  [...table.querySelectorAll('[role="row"]')].slice(1).map((row) => row.textContent ?? '');
const title = (name: string) => screen.findByText(name, { selector: '[role="row"] button' });

it('the hazard page shows the limits of the first or the clicked hazard, with the valid version marked', async () => {
  await renderPage(<HazardPage />, { token: admin });
  const first = await grid('苯的限值');
  await waitFor(() => expect(rowsIn(first)).toHaveLength(2));
  expect(rowsIn(first).filter((text) => text.includes('现行') && text.includes('GBZ 2.1-2019'))).toHaveLength(1);
  expect(rowsIn(first).filter((text) => text.includes('已失效') && text.includes('GBZ 2.1-2007'))).toHaveLength(1);
  expect(screen.getByText(/标识（皮、敏、致癌分类）待核对/)).toBeVisible();
  expect(await screen.findByText(/峰接触浓度（GBZ 2.1-2019）：超过3倍PC-TWA/)).toBeVisible();
  click(await title('锰'));
  const second = await grid('锰的限值');
  await waitFor(() => expect(rowsIn(second)).toHaveLength(1));
  expect(screen.queryByText(/待核对，引用前/)).toBeNull();
});

it('the hazard page selects the first hazard found if the selected one is not among the results', async () => {
  const { router } = await renderPage(<HazardPage />, { token: admin });
  await grid('苯的限值');
  await router.navigate(`/?name=${encodeURIComponent('锰')}`);
  await grid('锰的限值');
  await router.navigate(`/?name=${encodeURIComponent('没有的因素')}`);
  expect(await screen.findByText('点击因素名称，查看对应的职业接触限值')).toBeVisible();
});

it('the page of a method links to the organization’s own determination of its detection limit, on the page of the record', async () => {
  const lab = recordRowsOf(api.server, home);
  const method = await lab.method('氨 分光光度法', 7, { methodKind: 'spectrophotometry' });
  const substance = await lab.hazard('氨');
  const [measurer, project] = [await api.server.rows.user({ organizationId: home }), await lab.project('testing')];
  const sheet = await lab.sheet({
    project: project.id,
    method,
    hazard: substance,
    hazardName: '氨',
    analyst: measurer,
    methodKind: 'spectrophotometry',
    layout: 'main',
    lodUnit: 'μg',
    sheetNo: 'JL-LOD-1',
    state: 'approved',
  });
  const page = () => renderPage(<MethodPage />, { token: own });
  const first = await page();
  click(await title('氨 分光光度法'));
  expect(await screen.findByText(/本机构还没有该方法的测定/)).toBeVisible();
  first.unmount();
  await api.server.database.orm
    .insert(labDetectionTable)
    .values({ sheet, form: 'limit', lod: '0.0329', loq: '0.1096', testedOn: '2026-05-03', organizationId: home });
  await page();
  click(await title('氨 分光光度法'));
  const link = await screen.findByRole('link', { name: 'JL-LOD-1' });
  expect(link).toHaveAttribute('href', expect.stringContaining(`phyId=${sheet}`));
  expect(link.closest('li')).toHaveTextContent('氨：检出限0.033 μg，定量下限0.11 μg，2026-05-03，记录JL-LOD-1');
});

it('the preview of a library update links to the projects and templates that use the changed row', async () => {
  const { orm } = api.server.database;
  const lab = recordRowsOf(api.server, home);
  const project = await lab.project('testing', 'P24-0900');
  const substance = await lab.hazard('被替换因素');
  await lab.exposure(project.id, substance, '喷漆工', '8');
  const [update] = await orm
    .insert(libraryUpdateTable)
    .values({ edition: '2027.1', origin: 'file', rows: 1 })
    .returning({ id: libraryUpdateTable.id });
  await orm.insert(libraryUpdateRowTable).values({
    libraryUpdate: update?.id ?? 0,
    subject: 'hazard',
    title: '被替换因素',
    change: 'ended',
    fileKey: 'hazard:被替换因素',
    rowId: substance,
    fields: {},
  });
  await renderPage(<LibraryUpdatePage />, { token: admin });
  const row = (await screen.findByText('被替换因素')).closest<HTMLElement>('[role="row"]') as HTMLElement;
  click(within(row).getByRole('button', { name: '使用情况' }));
  const link = await screen.findByRole('link', { name: project.code });
  expect(link).toHaveAttribute('href', `/project?ids=${project.id}`);
  expect(link.closest('li')).toHaveTextContent(`${project.code}（实验室检测）`);
});

it('a library row common to all organizations offers no changes to people who may not write it', async () => {
  await renderPage(<HazardPage />, { token: own });
  await grid('苯的限值');
  const row = (await title('苯')).closest<HTMLElement>('[role="row"]');
  click(within(row as HTMLElement).getByRole('button', { name: '更多' }));
  const item = (name: string) => screen.findByRole('menuitem', { name });
  expect(await item('编辑')).toHaveAttribute('aria-disabled', 'true');
  expect(await item('删除')).toHaveAttribute('aria-disabled', 'true');
  expect(await item('复制')).not.toHaveAttribute('aria-disabled', 'true');
});

it('a common method that an organization hides disappears from its list', async () => {
  await renderPage(<MethodPage />, { token: own });
  const { notices } = heardFeedback();
  tick((await title('公共的检测方法')).closest<HTMLElement>('[role="row"]') as HTMLElement);
  click(button(hiddenTexts.hide));
  await waitFor(() => expect(notices.map(([, text]) => text)).toContain(hiddenTexts.hidden(1)));
  await waitFor(() => expect(screen.queryByText('公共的检测方法')).toBeNull());
});

it('the template list opens a version by its name, and a published version cannot be edited', async () => {
  const { router } = await renderPage(<TemplatesPage />, { token: admin });
  click(await title('平台模板'));
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe(
      `/system/dataModule/siteSurveyModule/page/details?id=${common.id}`,
    ),
  );
  const row = (await title('平台模板')).closest<HTMLElement>('[role="row"]') as HTMLElement;
  expect(within(row).getByRole('img', { name: `已锁定：${templateTexts.locked}` })).toBeVisible();
  expect(within(row).getByRole('button', { name: '编辑' })).toBeDisabled();
  expect(within(row).getByRole('button', { name: '编辑' })).toHaveAttribute('title', templateTexts.locked);
});

it('the template page shows an organization a platform template read-only, and offers to copy it', async () => {
  await renderPage(<DetailsPage />, { token: own, path: `/?id=${common.id}` });
  expect(await screen.findByText(/平台模板由平台管理员维护/)).toBeVisible();
  expect(await title('喷漆工')).toBeVisible();
  for (const name of ['新增', '编辑', '删除', '修订', '停用', '发布']) expect(noButton(name), name).toBe(true);
  expect(button('复制')).toBeVisible();
});

it('the template page publishes a draft after a question and locks it at once', async () => {
  await renderPage(<DetailsPage />, { token: own, path: `/?id=${draft.id}` });
  const { notices } = heardFeedback();
  const sheet = await grid('现场调查模板行填写');
  await waitFor(() => expect(rowsIn(sheet)[0]).toContain('焊工'));
  expect(noButton('保存')).toBe(false);
  click(button('发布'));
  await waitFor(() => expect(notices.map(([, text]) => text)).toContain(templateTexts.published));
  expect(await screen.findByText(templateTexts.locked)).toBeVisible();
  await waitFor(() => expect(noButton('保存')).toBe(true));
  expect(await title('焊工')).toBeVisible();
  expect(noButton('新增')).toBe(true);
  expect(button('修订')).toBeVisible();
});

it('the template page explains an address whose template does not exist', async () => {
  const first = await renderPage(<DetailsPage />, { token: own, path: '/' });
  expect(await screen.findByText('没有选择模板')).toBeVisible();
  first.unmount();
  await renderPage(<CyfaDetails />, { token: admin, path: '/?id=999999' });
  expect(await screen.findByText('模板加载失败')).toBeVisible();
});
