import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, inArray, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArchiveDocument } from '@contract/features/archive/archiveWire';
import type { ResultTrace } from '@contract/features/reports/resultTrace';
import { type Route, staticRoutes } from '@contract/routes';
import type { MenuNode, Page } from '@contract/wire';
import { allRoutes } from '@server/app/routes';
import { lateGrants } from '@server/builtIn/lateGrants';
import { builtInMenus } from '@server/builtIn/menus';
import { builtInRoles, menusOfRole } from '@server/builtIn/roles';
import { builtInTable, labSheetTable, menuTable, projectTable, roleMenusTable, roleTable } from '@server/db/schema';
import { seedDatabase } from '@server/seed/seedDatabase';
import { menusOfGrant } from '@server/seed/storeRoles';
import { password } from '../browser/support/productServer';
import { filledDirectory } from '../support/filledDirectory';
import { type TestServer, testServer } from '../support/server';

// A read-only person sees a project from its contract to its archive: the demonstration's, by the calls of its pages.

let server: TestServer;
let project: number;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'occhealth-readOnlyRoles-'));
  await cp(await filledDirectory(), dataDir, { recursive: true });
  server = await testServer({ demo: true }, dataDir);
  const stages = ['archived', 'published'];
  const [projectRow] = await orm()
    .select({ id: projectTable.id })
    .from(projectTable)
    .innerJoin(labSheetTable, eq(labSheetTable.project, projectTable.id))
    .where(and(inArray(projectTable.stage, stages), eq(projectTable.incoming, false)));
  project = projectRow?.id ?? 0;
});
afterAll(() => server.close());

const orm = () => server.database.orm;
const signIn = async (username: string): Promise<string> =>
  (await server.ask<{ token: string }>('POST', 'auth/login', { body: { username, password } })).body.token;
const addresses = (nodes: readonly MenuNode[], above = ''): string[] =>
  nodes.flatMap((node) => {
    const path = node.path.startsWith('/') ? node.path : `${above}/${node.path}`;
    return [path, ...addresses(node.children ?? [], path)];
  });

interface Listed {
  readonly id: number;
  readonly [name: string]: unknown;
}

describe.each(['auditor', 'quality'])('a person who may only read: %s', (who) => {
  let token: string;
  beforeAll(async () => {
    token = await signIn(who);
  });
  const statusOf = async (path: string): Promise<number> => (await server.ask('GET', path, { token })).status;
  const rowsOf = async (entity: string, query: string): Promise<Listed[]> =>
    (await server.ask<Page<Listed>>('GET', `api/${entity}?page=0&size=200&${query}`, { token })).body.content ?? [];
  const refused = async (paths: readonly string[]): Promise<string[]> => {
    const found: string[] = [];
    for (const path of paths) {
      const status = await statusOf(path);
      if (status !== 200) found.push(`${status} ${path}`);
    }
    return found;
  };

  it('a person who may only read can open every page about a project', async () => {
    const held = new Set(
      addresses((await server.ask<MenuNode[]>('GET', 'api/menus/build', { token })).body).map((path) =>
        path.replace(/\/index$/, ''),
      ),
    );
    const pages = (staticRoutes as readonly Route[]).filter(
      (route) =>
        'parent' in route && route.query?.includes('belongProject') && route.linkedFrom?.includes('/project') === true,
    );
    expect(pages.length).toBeGreaterThan(15);
    expect(pages.filter(({ parent = '' }) => !held.has(parent)).map(({ path }) => path)).toEqual([]);
    expect([held.has('/lab/laboratory'), held.has('/siteSample/eqpIn'), held.has('/system/user')]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('a person who may only read can read every part of an archived project', async () => {
    const parts = [
      'siteSurvey',
      'siteHazard',
      'surveyFile',
      'samplePlan',
      'sampleSiteHazard',
      'equipmentUse',
      'sample',
      'samplingDay',
      'siteWeather',
      'companion',
      'siteMedia',
      'handOver',
      'labTask',
      'labSheet',
      'nonconformity',
      'contractReview',
      'archiveFile',
      'approval',
      'report',
      'reportFormula',
    ];
    const lists = parts.map((entity) => `api/${entity}?page=0&size=10&project=${project}`);
    const common = [
      'methodAuthorisation',
      'equipment',
      'standard',
      'reagent',
      'consumable',
      'labCurve',
      'labDetection',
      'auditLog',
      'hazard',
      'labMethod',
    ].map((entity) => `api/${entity}?page=0&size=10`);
    const about = [
      'project/:id',
      'project/timeline/:id',
      'project/review/:id',
      'records/:id',
      'archive/:id',
      'archive/:id/quality',
      'samplePlan/of/:id',
      'siteSurvey/of/:id',
      'handOver/ofProject/:id',
      'sample/site/:id',
      'report/of/:id',
      'blankRelation/batches/:id',
    ].map((path) => `api/${path.replace(':id', String(project))}`);
    expect(await refused([...lists, ...common, ...about])).toEqual([]);
    const sheets = await rowsOf('labSheet', `project=${project}`);
    expect(sheets.length).toBeGreaterThan(0);
    const ofSheets = sheets.flatMap(({ id }) =>
      [
        `labSheet/work/${id}`,
        `labSheet/paper/${id}`,
        `labSheet/lots/${id}`,
        `labSheet/timeline/${id}`,
        `labSheet/resultChanges/${id}`,
        ...['labSheetRow', 'labCheck', 'labDetection', 'labAttachment', 'labPeak'].map(
          (entity) => `${entity}?page=0&size=200&sheet=${id}`,
        ),
      ].map((path) => `api/${path}`),
    );
    const curves = sheets.flatMap(({ curve }) =>
      typeof curve === 'number'
        ? [`api/labCurve/${curve}`, `api/labCurve/timeline/${curve}`, `api/labCurvePoint?page=0&size=50&curve=${curve}`]
        : [],
    );
    expect(await refused([...ofSheets, ...curves])).toEqual([]);
  });

  it('a person who may only read sees on one page the evidence behind each result, and the missing evidence', async () => {
    const sheets = await rowsOf('labSheet', `project=${project}`);
    for (const { id, methodKind } of sheets) {
      const rows = await rowsOf('labSheetRow', `sheet=${id}`);
      const sample = rows.find(({ rowKind }) => rowKind === 'sample')?.sample;
      const {
        status,
        body: trace,
        text,
      } = await server.ask<ResultTrace>('GET', `api/labSheet/trace/${id}?sample=${String(sample)}`, { token });
      expect(status, text).toBe(200);
      const keys = trace.groups.map(({ key }) => key);
      expect(keys, String(methodKind)).toEqual(
        expect.arrayContaining(['person', 'sampling', 'readings', 'raw', 'changes', 'signatures']),
      );
      const fact = (label: string) => trace.groups.flatMap(({ facts }) => facts).find((one) => one.label === label);
      expect([
        fact('采样人')?.missing,
        fact('检测人')?.missing,
        fact('当日检测授权')?.missing,
        fact('报出结果')?.missing,
      ]).toEqual([false, false, false, false]);
      // Nothing is called unnecessary: present facts have a text, and others are missing.
      for (const { facts } of trace.groups)
        for (const { missing, value } of facts) expect(missing || value !== '').toBe(true);
      expect(JSON.stringify(trace)).not.toContain('不需要');
      if (methodKind === 'gasChromatography')
        expect([
          fact('曲线审核')?.value,
          fact('原始谱图与原始数据')?.missing ?? false,
          fact('检出限依据')?.missing,
        ]).toEqual([expect.stringContaining('审核'), expect.any(Boolean), false]);
      expect(fact('保存条件与期限')?.value ?? '').toMatch(/^$|，(?:至\d{4}-|方法没有规定期限)/);
      if (methodKind === 'gasChromatography') {
        expect(fact('解吸效率依据')?.value).toMatch(/批号HXT-2609.*n=18/);
        expect(fact('计算')?.value).toMatch(/C=\(c1\+c2\)×v\/\(V0×D\)=.* mg\/m³（.*按GB\/T 8170修约为/);
        // The determination stands for the check.
        expect(fact('解吸效率')).toBeUndefined();
      }
    }
    expect((await server.ask('GET', `api/labSheet/trace/${sheets[0]?.id}?sample=999999`, { token })).status).toBe(404);
    expect((await server.ask('GET', `api/labSheet/trace/${sheets[0]?.id}`, { token })).status).toBe(404);
  });

  it('a person who may only read can open every paper of an archived project', async () => {
    const {
      body: { papers },
    } = await server.ask<{ papers: readonly { key: string }[] }>('GET', `api/records/${project}`, { token });
    const {
      body: { documents },
    } = await server.ask<{ documents: readonly ArchiveDocument[] }>('GET', `api/archive/${project}`, { token });
    const drawn = documents
      .filter(({ status, form }) => status === 'present' && form === 'paper')
      .map(({ key }) => `api/archive/${project}/paper/${key}`);
    const files = documents.flatMap(({ status, file }) =>
      status === 'present' && file ? [`api/file/${file.id}/link`] : [],
    );
    const sheets = papers.map(({ key }) => `api/records/${project}/paper/${key}`);
    expect([sheets.length > 3, drawn.length > 3, files.length > 0]).toEqual([true, true, true]);
    expect(await refused([...sheets, ...drawn, ...files])).toEqual([]);
  });
});

it('the auditor can only read, export the sealed audit trail, and manage the own notices', () => {
  const menus = builtInMenus(allRoutes(server.services));
  const auditor = builtInRoles.find(({ key }) => key === 'auditor');
  const held = menus
    .filter(({ key }) => auditor && menusOfRole(auditor, menus).has(key))
    .flatMap(({ draft }) => draft.permission ?? []);
  expect(held.filter((permission) => !permission.endsWith(':list') && !permission.startsWith('myNews:'))).toEqual([
    'auditLog:export',
  ]);
});

it('an earlier installation gets missing permissions of its built-in roles once, and does not restore those that people removed', async () => {
  const menus = builtInMenus(allRoutes(server.services));
  const ids = new Map((await orm().select().from(builtInTable)).map(({ key, rowId }) => [key, rowId]));
  const held = async (role: string): Promise<Set<number>> =>
    new Set(
      (
        await orm()
          .select({ id: roleMenusTable.targetId })
          .from(roleMenusTable)
          .where(eq(roleMenusTable.ownerId, ids.get(`role:${role}`) ?? 0))
      ).map(({ id }) => id),
    );
  const idsOf = (keys: readonly string[]): number[] => keys.map((key) => ids.get(key) ?? 0);
  const late = new Map<string, string[]>();
  for (const grant of lateGrants)
    late.set(grant.role, [...(late.get(grant.role) ?? []), ...menusOfGrant(grant, menus)]);
  for (const [role, keys] of late) {
    const own = builtInRoles.find(({ key }) => key === role);
    // Each later grant is part of the role in a new installation.
    expect(keys.filter((key) => own && !menusOfRole(own, menus).has(key))).toEqual([]);
    await orm()
      .delete(roleMenusTable)
      .where(
        and(eq(roleMenusTable.ownerId, ids.get(`role:${role}`) ?? 0), inArray(roleMenusTable.targetId, idsOf(keys))),
      );
  }
  // What earlier installations lacked includes the export of the lists that somebody sees.
  const exported = (role: string) => (late.get(role) ?? []).filter((key) => key.endsWith(':export')).length;
  expect(['sales', 'field', 'keeper', 'analyst', 'reporter'].filter((role) => exported(role) < 3)).toEqual([]);
  // Somebody had removed the laboratory from the auditor.
  const laboratory = ids.get('menu:/lab/laboratory') ?? 0;
  await orm()
    .delete(roleMenusTable)
    .where(and(eq(roleMenusTable.ownerId, ids.get('role:auditor') ?? 0), eq(roleMenusTable.targetId, laboratory)));
  await orm().delete(builtInTable).where(like(builtInTable.key, 'grant:%'));
  await orm().delete(builtInTable).where(like(builtInTable.key, 'product:%'));
  await seedDatabase(server.services);
  const [quality, auditor] = [await held('quality'), await held('auditor')];
  expect(idsOf(late.get('quality') ?? []).filter((id) => !quality.has(id))).toEqual([]);
  const keeper = await held('keeper');
  expect(idsOf(late.get('keeper') ?? []).filter((id) => !keeper.has(id))).toEqual([]);
  const rows = await orm()
    .select({ permission: menuTable.permission })
    .from(menuTable)
    .where(inArray(menuTable.id, [...auditor]));
  const permissions = new Set(rows.map(({ permission }) => permission));
  expect(
    ['methodAuthorisation:list', 'handOverLine:list', 'auditLog:export', 'labSheetRow:list', 'labSheet:list'].map(
      (one) => permissions.has(one),
    ),
  ).toEqual([true, true, true, false, false]);
  // Removed afterwards, it is not added again.
  await orm()
    .delete(roleMenusTable)
    .where(
      and(
        eq(roleMenusTable.ownerId, ids.get('role:quality') ?? 0),
        inArray(roleMenusTable.targetId, idsOf(['menu:/system/user'])),
      ),
    );
  await orm().delete(builtInTable).where(like(builtInTable.key, 'product:%'));
  await seedDatabase(server.services);
  expect((await held('quality')).has(ids.get('menu:/system/user') ?? 0)).toBe(false);
  expect(
    (
      await orm()
        .select({ name: roleTable.name })
        .from(roleTable)
        .where(eq(roleTable.id, ids.get('role:auditor') ?? 0))
    )[0]?.name,
  ).toBe('审计员');
});
