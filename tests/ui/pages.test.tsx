import { screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { ListEditor, type ListPage } from '@/listEditor';
import { type Entity, labelOf } from '@contract/entity';
import { permissionOf } from '@contract/permissions';
import { entities } from '@contract/subjects';
import {
  blindSampleTable,
  dictTable,
  hazardTable,
  industryNewsTable,
  jobRunTable,
  reportFormulaTable,
  sampleTable,
  siteSurveyTable,
} from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { heardFeedback } from '../support/browserState';
import { oneOfEachKind } from '../support/proofs';
import { button, click, noButton } from '../support/renderList';
import { renderPage } from '../support/renderPage';
import { apk, sendForm } from '../support/uploads';

// Tests every page built on the list editor, found by its source, so that a new page is tested automatically. `npm
// test` runs one page of each kind.

const known: readonly Entity[] = entities;
const exported = Object.assign(
  {},
  ...Object.values(import.meta.glob('/contract/features/*/entities/*.ts', { eager: true })),
) as Record<string, Entity>;
const api = apiServer();
let manager: string;
let reader: string;

const nameOf = (path: string) => path.replace(/^.*\/pages\//, '').replace(/\/page\.tsx?$/, '');
const configs = Object.entries(import.meta.glob<{ default: ListPage }>('/src/pages/**/page.ts', { eager: true })).map(
  ([path, { default: page }]) => ({ name: nameOf(path), page }),
);
const sources = import.meta.glob<string>('/src/pages/**/page.tsx', { eager: true, query: '?raw', import: 'default' });
const components = import.meta.glob<{ default: ComponentType }>('/src/pages/**/page.tsx');
const composed = Object.entries(sources)
  .filter(([, source]) => source.includes("from '@/listEditor'"))
  // Opens with its calendar.
  .filter(([path]) => !path.includes('/resource/vehicles/'))
  // Their lists are described beside their feature and have tests of their own.
  .filter(([path]) => !/notify\/myNews|system\/monitor/.test(path))
  // Lists of rows that other pages create have no add button; they have tests of their own.
  .filter(([, source]) => !/\babilities: \[(?![^\]]*'add')/.test(source))
  .map(([path, source]) => {
    const imported = [...source.matchAll(/import \{([^}]+)\} from '@contract\/features\/\w+\/entities\//g)].flatMap(
      ([, names]) => (names ?? '').split(',').map((one) => one.trim()),
    );
    return {
      name: nameOf(path),
      load: components[path],
      titles: imported.flatMap((one) => (exported[one] ? [labelOf(exported[one], exported[one].titleField)] : [])),
    };
  });

beforeAll(async () => {
  const { rows, login, ask, database } = api.server;
  const organizationId = await rows.organization();
  await rows.user({ userName: 'manager', organizationId, isAdmin: true });
  await rows.user({
    userName: 'reader',
    organizationId,
    roles: [
      await rows.role({
        permissions: [
          ...new Set(
            [...known, ...configs.map(({ page }) => page.entity)].map((entity) => permissionOf(entity, 'list')),
          ),
        ],
      }),
    ],
  });
  await rows.customer({ organizationId });
  await database.orm.insert(dictTable).values({ name: 'industry' });
  const belongInspect = await rows.inspectUnit({ organizationId });
  await rows.project({ organizationId, belongInspect });
  await rows.project({ organizationId, belongInspect, incoming: true });
  await database.orm.insert(reportFormulaTable).values({
    organizationId,
    title: '某厂定期检测',
    unitName: '某厂',
    reportNo: 'HP-1',
    reportType: 'DQ',
    reportDate: '2026-03-20',
    region: '浙江省',
    address: '文三路',
    contact: '周敏',
    leader: '周敏',
    team: '周敏',
    status: '0',
    companionPublic: true,
  });
  await database.orm.insert(industryNewsTable).values({
    organizationId,
    title: '文章',
    category: 'policy',
    content: '<p>正文</p>',
    topped: false,
    contactsPublic: false,
    status: '0',
  });
  await database.orm.insert(jobRunTable).values({
    jobName: '每日备份',
    jobKey: 'backup',
    outcome: 'done',
    result: '已备份',
    ticks: 1,
    startedAt: new Date(),
    endedAt: new Date(),
    jobTrigger: 'schedule',
    node: 'n1',
  });
  [manager, reader] = await Promise.all([login('manager'), login('reader')]);
  await ask('POST', 'api/ohitAnnouncement/add', {
    token: manager,
    body: { titile: '停电通知', msgCategory: '1', priority: '0' },
  });
  await ask('POST', 'api/hazard/add', { token: manager, body: { name: '一氧化碳', category: 'chemical' } });
  await ask('POST', 'api/equipment/add', {
    token: manager,
    body: {
      organizationId,
      eqpNo: 'CY-001',
      eqpName: '大气采样器',
      eqpKind: 'sampler',
      status: 'in',
      calibrationKind: 'verification',
    },
  });
  await ask('POST', 'api/place/add', { token: manager, body: { organizationId, placeName: '天平室' } });
  await ask('POST', 'api/accreditedItem/add', {
    token: manager,
    body: { organizationId, item: '甲苯', basis: 'GBZ/T 300.66-2017 苯、甲苯、二甲苯和乙苯' },
  });
  await ask('POST', 'api/historyReport/add', {
    token: manager,
    body: { organizationId, reportNo: '2020-1', unit: belongInspect, issuedOn: '2020-03-01' },
  });
  await ask('POST', 'api/labMethod/add', {
    token: manager,
    body: { title: '直读仪器法', standardNo: 'GBZ/T 300', methodKind: 'genericTest' },
  });
  await ask('POST', 'api/standard/add', {
    token: manager,
    body: {
      organizationId,
      standardNo: 'BW-001',
      standardName: '甲苯标准溶液',
      lotNo: 'L24',
      validUntil: '2099-12-31',
    },
  });
  await ask('POST', 'api/reagent/add', {
    token: manager,
    body: { organizationId, reagentNo: 'SJ-001', reagentName: '二硫化碳', lotNo: 'R24', validUntil: '2099-12-31' },
  });
  await ask('POST', 'api/consumable/add', {
    token: manager,
    body: { organizationId, consumableNo: 'HC-001', consumableName: '活性炭管', lotNo: 'C24', status: '1' },
  });
  await ask('POST', 'api/nonconformity/add', {
    token: manager,
    body: { organizationId, nonconformityKind: 'other', description: '天平室湿度超出控制范围' },
  });
  // Surveyed by nobody, which the rules of time find.
  const surveyed = await rows.project({ organizationId, belongInspect, stage: 'survey' });
  await database.orm.insert(siteSurveyTable).values({ organizationId, project: surveyed, surveyedOn: '2026-03-02' });
  const [hazard] = await database.orm
    .insert(hazardTable)
    .values({ name: '甲苯', category: 'chemical', dataCertainty: 'sure', organizationId })
    .returning({ id: hazardTable.id });
  const [taken] = await database.orm
    .insert(sampleTable)
    .values({
      organizationId,
      project: surveyed,
      sampleNo: 'YP-0001',
      sampleKind: 'sample',
      state: 'collected',
      hazard: hazard?.id ?? 0,
      lateEntry: false,
    })
    .returning({ id: sampleTable.id });
  await database.orm.insert(blindSampleTable).values({
    organizationId,
    project: surveyed,
    model: taken?.id ?? 0,
    blindKind: 'parallel',
    sampleNo: 'YP-0002',
    outcome: 'waiting',
  });
  const person = await rows.user({ organizationId });
  const dated = { organizationId, person };
  const staff = { ...dated, recordKind: 'training', recordTitle: '上岗培训', recordedOn: '2026-03-02' };
  const plan = { ...dated, planYear: 2026, planKind: 'audit', planTitle: '内部审核', plannedOn: '2026-03-02' };
  const log = { organizationId, logKind: 'room', subject: '天平室', startAt: '2026-03-02 08:00:00' };
  for (const [path, body] of [
    ['staffRecord', staff],
    ['yearPlan', plan],
    ['workLog', log],
    ['serviceForm', { organizationId, formKind: 'handOutSheet', project: surveyed }],
  ] as const)
    await ask('POST', `api/${path}/add`, { token: manager, body });
  await sendForm(api.server, 'api/apkAffix/upload', { token: manager, name: 'app-1.0.apk', content: apk() });
  // Written through the API, so that an audit trail exists.
  await ask('POST', 'api/customer/add', { token: manager, body: { customerName: '留痕', contact: '周敏' } });
});

const changing = ['新增', '粘贴', '导入', '编辑', '复制', '删除', '恢复', '回收站', '批量删除'];

async function open(element: React.ReactNode, token: string) {
  await renderPage(element, { token });
  return heardFeedback();
}
const loaded = () =>
  waitFor(() => {
    expect(screen.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
    expect(document.querySelector('[role="columnheader"]')).not.toBeNull();
  });
const grid = () => screen.getByRole('grid');
const rows = () => within(grid()).queryAllByRole('row').slice(1);

it('the tests of list pages find the pages in the source folder', () => {
  expect(configs.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['inspectUnit', 'customer', 'system/user', 'system/organization', 'system/log']),
  );
  expect(composed.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['system/role', 'system/dict', 'system/menu']),
  );
  expect(composed.filter(({ titles }) => titles.length === 0)).toEqual([]);
});

/** Returns what distinguishes kinds of pages: form, actions, filters behind 更多, own title or address. */
const kindOf = ({ page }: (typeof configs)[number]) =>
  JSON.stringify([
    page.form !== undefined,
    page.abilities?.includes('add') ?? true,
    Boolean(page.actions?.length),
    (page.filters?.length ?? 0) > 3,
  ]);

describe.each(oneOfEachKind(configs, kindOf))('list page $name', ({ page }) => {
  const { entity } = page;

  it('the list page $name shows its columns, filters and buttons to people with permissions', async () => {
    const said = await open(<ListEditor page={page} />, manager);
    await loaded();
    expect(screen.getByRole('grid', { name: page.title ?? entity.label })).toBeVisible();
    const shown = screen.getAllByRole('columnheader').map((cell) => cell.textContent ?? '');
    for (const column of page.columns)
      expect(
        shown.some((text) => text.startsWith(labelOf(entity, column))),
        column,
      ).toBe(true);
    const search = within(screen.getByRole('search'));
    if ((page.filters?.length ?? 0) > 3) click(search.getByRole('button', { name: /更多/ }));
    for (const filter of page.filters ?? []) {
      const label = labelOf(entity, filter);
      expect(
        search.queryAllByLabelText(new RegExp(`^${label}`)).length +
          search.queryAllByPlaceholderText(new RegExp(`^${label}`)).length,
        filter,
      ).toBeGreaterThan(0);
    }
    const adds = (page.abilities ?? ['add']).includes('add') && page.form !== undefined;
    expect(noButton('新增')).toBe(!adds);
    expect(said.notices).toEqual([]);
    expect(api.calls.some(({ path }) => path.startsWith(page.url ?? entity.path))).toBe(true);
    if (!adds) return;
    click(button('新增'));
    const form = within(await screen.findByRole('dialog'));
    const fields = (page.form ?? []).flatMap((item) => (typeof item === 'string' ? [item] : item.fields));
    for (const field of fields) expect(form.getAllByText(labelOf(entity, field)).length, field).toBeGreaterThan(0);
  });

  it('the list page $name shows no button that changes data to people who may only read', async () => {
    await open(<ListEditor page={page} />, reader);
    await loaded();
    await waitFor(() => expect(rows().length).toBeGreaterThan(0));
    const [box] = within(grid()).queryAllByRole('checkbox', { name: /^选择第/ });
    if (box) click(box);
    const forbidden = (page.actions ?? [])
      .filter(({ permission }) => permission && !permission.some((one) => one.endsWith(':list')))
      .map(({ label }) => label);
    for (const name of [...changing, ...forbidden]) expect(noButton(name), name).toBe(true);
  });
});

// Pages built around a list by hand: one of each part of the menu.
describe.each(oneOfEachKind(composed, ({ name }) => name.split('/')[0]))('composed page $name', ({ load, titles }) => {
  const show = async (token: string) => {
    if (!load) throw new Error('no such page');
    const { default: Page } = await load();
    const said = await open(<Page />, token);
    await waitFor(() =>
      expect(screen.getAllByRole('columnheader').some((cell) => titles.includes(cell.textContent ?? ''))).toBe(true),
    );
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
    return said;
  };

  it('the composed page $name shows its list and 新增 to people with permissions', async () => {
    const said = await show(manager);
    expect(screen.getAllByRole('button', { name: /新\s?增/ }).length).toBeGreaterThan(0);
    expect(said.notices).toEqual([]);
  });

  it('the composed page $name shows no button that changes data to people who may only read', async () => {
    await show(reader);
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(1));
    for (const name of changing)
      expect(
        screen.queryByRole('button', { name: new RegExp(`^([a-z-]+ ?)?${[...name].join('\\s?')}`) }),
        name,
      ).toBeNull();
  });
});
