import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as icons from '@ant-design/icons';
import { and, count, eq, inArray, isNull, like, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { menuType } from '@contract/constants';
import { managedDictionaries } from '@contract/dictionaries';
import type { Entity } from '@contract/entity';
import { methods, testsIncoming } from '@contract/features/laboratory/methods/methodCatalogue';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { projectMachine } from '@contract/features/projects/projectMachine';
import type { ReportContent } from '@contract/features/reports/reportContent';
import { findRoute, folderOf, homePath, type Route, staticRoutes } from '@contract/routes';
import { rules } from '@contract/rules';
import { checkDraft } from '@contract/schema';
import { entities } from '@contract/subjects';
import type { MenuNode, Page } from '@contract/wire';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { registry } from '@server/app/resources';
import { allRoutes } from '@server/app/routes';
import { version } from '@server/base/version';
import { formatMoment } from '@server/base/zone';
import { builtInMenus, permissionsOfRoutes } from '@server/builtIn/menus';
import { builtInRoles, menusOfRole } from '@server/builtIn/roles';
import {
  approvalTable,
  auditLogTable,
  builtInTable,
  dictDetailTable,
  dictTable,
  inspectUnitTable,
  labSheetRowTable,
  labSheetTable,
  labTaskTable,
  menuTable,
  organizationTable,
  projectTable,
  reportContentTable,
  reportFormulaTable,
  reportTable,
  roleMenusTable,
  roleTable,
  sampleSiteHazardTable,
  sampleTable,
  siteHazardTable,
  storedFileTable,
  userTable,
  workflowStepTable,
} from '@server/db/schema';
import { frozenRecord } from '@server/features/laboratory/sheets/frozenRecord';
import { route } from '@server/http/route';
import { playDemo } from '@server/seed/demo/play/playDemo';
import { seedDatabase } from '@server/seed/seedDatabase';
import { password } from '../browser/support/productServer';
import { filledDirectory } from '../support/filledDirectory';
import { type TestServer, testServer } from '../support/server';

type Row = Record<string, unknown>;

const accounts = [
  'sales',
  'field',
  'keeper',
  'analyst',
  'reviewer',
  'approver',
  'quality',
  'reporter',
  'enterprise',
  'auditor',
  'thirdparty',
  'admin2',
  'sales2',
];

let server: TestServer;

// The result of the built product in an empty directory; on PostgreSQL, in the proofs, the same created here.
beforeAll(async () => {
  if (process.env['TEST_DATABASE'] === 'postgres') {
    server = await testServer({ demo: true, demoPassword: password, adminPassword: password });
    await seedDatabase(server.services);
    await playDemo(server.services);
    return;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'occhealth-seed-'));
  await cp(await filledDirectory(), dataDir, { recursive: true });
  server = await testServer({ demo: true }, dataDir);
});
afterAll(() => server.close());

const orm = () => server.database.orm;
/** Returns the status of a sign-in with the password. */
const signIn = async (to: TestServer, username: string, password: string): Promise<number> =>
  (await to.ask('POST', 'auth/login', { body: { username, password } })).status;

const everything = async (): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    await Promise.all(
      registry.all.map(
        async ({ entity, table }) =>
          [entity.name, await orm().select().from(table).orderBy(registry.named(entity.name).columns.id)] as const,
      ),
    ),
  );

async function permissionsOf(userName: string): Promise<Set<string>> {
  const rows = await server.database.query<{ permission: string }>(
    `select m.permission from "user" u join user_roles ur on ur.owner_id = u.id
      join role_menus rm on rm.owner_id = ur.target_id join menu m on m.id = rm.target_id
     where u.user_name = $1 and m.permission is not null`,
    [userName],
  );
  return new Set(rows.map(({ permission }) => permission));
}

/** Returns the addresses of a built menu tree, as a browser would form them. */
function addressesOf(nodes: readonly MenuNode[], above = ''): { path: string; component: string }[] {
  return nodes.flatMap((node) => {
    if (node.type === menuType.button) return [];
    const path = node.path.startsWith('/') ? node.path : `${above}/${node.path}`;
    const own =
      node.component && node.component !== 'Layout' && node.component !== 'ParentView'
        ? [{ path, component: node.component }]
        : [];
    return [...own, ...addressesOf(node.children ?? [], path)];
  });
}

describe('new database', () => {
  it('a new database lets every account sign in, with the administrator as user 1 of the first organization', async () => {
    const [first, second] = await orm().select().from(organizationTable).orderBy(organizationTable.id);
    for (const username of ['admin', 'sales', 'sales2'])
      expect(await signIn(server, username, password), username).toBe(200);
    // The others without password hashing: all of the demonstration share one hash.
    const people = await orm().select().from(userTable).where(inArray(userTable.userName, accounts));
    expect(new Set(people.map(({ passwordHash }) => passwordHash)).size).toBe(1);
    for (const { userName } of people)
      expect((await server.ask('GET', 'auth/info', { token: await server.login(userName) })).status, userName).toBe(
        200,
      );
    const { body } = await server.ask('GET', 'auth/info', { token: await server.login('admin') });
    expect(body).toMatchObject({ user: { id: 1, isAdmin: true, organizationId: first?.id }, roles: ['admin'] });
    const homes = new Map((await orm().select().from(userTable)).map((one) => [one.userName, one.organizationId]));
    expect(
      [...homes]
        .filter(([, home]) => home === second?.id)
        .map(([userName]) => userName)
        .sort(),
    ).toEqual(['admin2', 'sales2']);
  });

  it('a new database gives people ids after the administrator’s', async () => {
    const ids = (await orm().select({ id: userTable.id }).from(userTable)).map(({ id }) => id).sort((a, b) => a - b);
    expect(ids).toEqual(ids.map((_, index) => index + 1));
  });

  it('a new database does not change when it is seeded again', async () => {
    const before = await everything();
    expect(await seedDatabase(server.services)).toEqual({});
    expect(await everything()).toEqual(before);
  });

  it('a new database contains only rows that the rules of their entities accept', async () => {
    const wrong: unknown[] = [];
    for (const { entity, table } of registry.all) {
      for (const row of (await orm().select().from(table)) as Row[]) {
        const told = Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            value instanceof Date ? formatMoment(value, 'Asia/Shanghai') : value,
          ]),
        );
        const checked = checkDraft(entity as Entity, told);
        if (!checked.ok) wrong.push(entity.name, row.id, checked.errors);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('a new database uses only values of the managed dictionaries', async () => {
    const entries = await orm()
      .select({ dict: dictTable.name, value: dictDetailTable.value })
      .from(dictDetailTable)
      .innerJoin(dictTable, eq(dictTable.id, dictDetailTable.dict));
    const known = new Set(entries.map(({ dict, value }) => `${dict}/${value}`));
    for (const { entity, table } of registry.all) {
      const fields = Object.entries(entity.fields).flatMap(([name, field]) =>
        field.kind === 'dict' && Object.hasOwn(managedDictionaries, field.dict) ? [[name, field.dict] as const] : [],
      );
      if (!fields.length) continue;
      for (const row of (await orm().select().from(table)) as Row[])
        for (const [name, dict] of fields)
          if (row[name] !== null) expect(known).toContain(`${dict}/${String(row[name])}`);
    }
  });

  it('a new database has an audit line for each row', async () => {
    const traced = await orm()
      .select({ entity: auditLogTable.entity, id: auditLogTable.entityId })
      .from(auditLogTable)
      .where(inArray(auditLogTable.action, ['add', 'import']));
    const keys = new Set(traced.map(({ entity, id }) => `${entity}/${id}`));
    // A person's copy of an announcement is written by sending, a sheet's lines by the sheet, a system message by the
    // act it reports: each has its own line. The server's own work has its own log.
    for (const { entity, table } of registry.all.filter(
      (one) => !['auditLog', 'jobRun', 'announcementSend', 'handOverLine'].includes(one.entity.name),
    )) {
      const rows = (await orm().select().from(table)) as { id: number; msgCategory?: string }[];
      for (const { id } of rows.filter(({ msgCategory }) => msgCategory !== '2'))
        expect(keys).toContain(`${entity.name}/${id}`);
    }
    const secrets = await orm().select({ after: auditLogTable.after }).from(auditLogTable);
    expect(JSON.stringify(secrets)).not.toMatch(/scrypt|password/i);
  });

  it('a new database has two projects moved by the product to received samples, the first with tasks for an authorised analyst', async () => {
    const played = await orm()
      .select({ id: projectTable.id, stage: projectTable.stage, code: projectTable.code })
      .from(projectTable)
      .where(and(inArray(projectTable.stage, ['handOver', 'testing']), eq(projectTable.incoming, false)))
      .orderBy(projectTable.id);
    expect(played.map(({ stage }) => stage)).toEqual(['testing', 'handOver', 'testing']);
    for (const { id, stage } of played.slice(0, 2)) {
      const samples = await orm().select().from(sampleTable).where(eq(sampleTable.project, id));
      expect(samples.length).toBeGreaterThan(30);
      const tasks = await orm().select().from(labTaskTable).where(eq(labTaskTable.project, id));
      expect(new Set(tasks.map(({ sample }) => sample))).toEqual(new Set(samples.map((sample) => sample.id)));
      expect(tasks.every(({ method }) => method !== null)).toBe(true);
      expect(new Set(tasks.map(({ state }) => state))).toEqual(
        new Set(stage === 'testing' ? ['distributed', 'testing', 'completed'] : ['waiting']),
      );
      expect(new Set(samples.map(({ state }) => state))).toEqual(
        new Set(stage === 'testing' ? ['distributed', 'testing', 'completed'] : ['received']),
      );
      expect(
        samples.filter(
          ({ sampleKind, minutes, flow }) => sampleKind === 'sample' && flow !== null && Number(minutes) > 0,
        ).length,
      ).toBeGreaterThan(20);
      expect(samples.some(({ lateEntry }) => lateEntry)).toBe(false);
      const steps = await orm()
        .select()
        .from(workflowStepTable)
        .where(and(eq(workflowStepTable.machine, 'project'), eq(workflowStepTable.rowId, id)))
        .orderBy(workflowStepTable.id);
      expect(steps.map(({ move }) => move).slice(0, 6)).toEqual([
        'submitContract',
        'passContract',
        'endSurvey',
        'submitPlan',
        'passPlan',
        'endSampling',
      ]);
    }
    // The laboratory results were calculated by the product, and signed by three people.
    const records = await orm().select().from(labSheetTable).orderBy(labSheetTable.id);
    expect(records.slice(0, 5).map(({ hazardName, state, complete }) => [hazardName, state, complete])).toEqual([
      ['砂轮磨尘', 'approved', true],
      ['二甲苯(全部异构体)', 'approved', true],
      ['二甲苯(全部异构体)', 'approved', true],
      ['二氯甲烷', 'approved', true],
      ['四氢呋喃', 'drafting', false],
    ]);
    // Every method has a record to view, and so has every method for incoming samples; all of them could be calculated.
    const kindsOf = (variant: string) =>
      [...new Set(records.filter((record) => record.variant === variant).map(({ methodKind }) => methodKind))].sort();
    expect(kindsOf('ordinary')).toEqual(methods.map(({ key }) => key).sort());
    expect(kindsOf('incoming')).toEqual(
      methods
        .filter(({ key }) => testsIncoming(key))
        .map(({ key }) => key)
        .sort(),
    );
    const readings = await orm()
      .select({ problem: labSheetRowTable.problem })
      .from(labSheetRowTable)
      .innerJoin(labSheetTable, eq(labSheetTable.id, labSheetRowTable.sheet))
      .where(and(eq(labSheetRowTable.rowKind, 'sample'), ne(labSheetTable.hazardName, '四氢呋喃')));
    expect([readings.length > 50, readings.filter(({ problem }) => problem !== null)]).toEqual([true, []]);
    const dichloromethane = records.find(({ hazardName }) => hazardName === '二氯甲烷');
    const results =
      (await frozenRecord(orm(), dichloromethane?.id ?? 0))?.work.rows.filter(({ rowKind }) => rowKind === 'sample') ??
      [];
    expect(results).toHaveLength(6);
    for (const { reportText: text, working } of results)
      expect((JSON.parse(String(working)) as { substituted: string }).substituted).toContain(`=${String(text)} mg/m³`);
    // Two projects have reports, approved by three people and issued with the results of those records.
    const reports = await orm().select().from(reportTable).orderBy(reportTable.id);
    const [brought] = reports.splice(2);
    expect(reports.map(({ state, project }) => [state, project])).toEqual([
      ['published', records[0]?.project],
      ['published', records[2]?.project],
    ]);
    const signed = await orm()
      .select({ kind: approvalTable.kind, state: approvalTable.state, incoming: approvalTable.incoming })
      .from(approvalTable)
      .orderBy(approvalTable.id);
    const approvals = signed.flatMap(({ incoming, ...one }) => (incoming ? [] : [one]));
    expect(approvals).toEqual(
      [0, 1].flatMap(() => [
        { kind: 'records', state: 'passed' },
        { kind: 'report', state: 'passed' },
      ]),
    );
    // One of incoming samples waits for its second approver.
    expect(signed.filter(({ incoming }) => incoming)).toEqual([
      { kind: 'records', state: 'passed', incoming: true },
      { kind: 'report', state: 'second', incoming: true },
    ]);
    expect([brought?.state, records.find(({ project }) => project === brought?.project)?.variant]).toEqual([
      'awaitingReview',
      'incoming',
    ]);
    for (const issued of reports) {
      // Its archive was complete, and was closed and signed by the archivist.
      const [archived] = await orm()
        .select()
        .from(projectTable)
        .where(eq(projectTable.id, issued.project as number));
      expect(archived).toMatchObject({
        stage: 'published',
        shelfNo: 'A-03-2',
        archivedOn: expect.any(String),
        retainUntil: expect.any(String),
      });
      // Its notice was made by the product from the signed report, with a copy.
      const [notice] = await orm()
        .select()
        .from(reportFormulaTable)
        .where(eq(reportFormulaTable.id, issued.notice ?? 0));
      expect(notice).toMatchObject({
        status: '1',
        reportNo: issued.reportNo,
        unitName: issued.unitName,
        reportFile: expect.any(String),
      });
    }
    const before = await orm().select({ n: count() }).from(sampleTable);
    await playDemo(server.services);
    expect(await orm().select({ n: count() }).from(sampleTable)).toEqual(before);
  });

  it('a new database has an issued report with photographs of survey and sampling, and the demonstration’s seal on its cover', async () => {
    const [reportContentRow] = await orm().select({ content: reportContentTable.content }).from(reportContentTable);
    expect((reportContentRow?.content as ReportContent | undefined)?.pictures.map(({ group }) => group)).toEqual([
      'scene',
      'scene',
    ]);
    const [seal] = await orm()
      .select({ name: storedFileTable.name, mime: storedFileTable.mime, fileClass: storedFileTable.fileClass })
      .from(organizationTable)
      .innerJoin(storedFileTable, eq(storedFileTable.id, organizationTable.seal));
    expect(seal).toEqual({ name: 'seal.png', mime: 'image/png', fileClass: 'print' });
  });

  it('a new database has a project of incoming samples, received by the keeper with their tasks', async () => {
    const [project] = await orm()
      .select()
      .from(projectTable)
      .where(eq(projectTable.incoming, true))
      .orderBy(projectTable.id);
    expect(project?.stage).toBe('testing');
    const samples = await orm()
      .select()
      .from(sampleTable)
      .where(eq(sampleTable.project, project?.id as number))
      .orderBy(sampleTable.id);
    expect(samples.map(({ sampleNo }) => sampleNo.replace(`${project?.code}-`, ''))).toEqual([
      'L01',
      'L02',
      'L03',
      'L04',
      'L05',
      'LK01',
      'L06',
      'L07',
      'LK02',
    ]);
    expect(new Set(samples.map(({ state }) => state))).toEqual(new Set(['received']));
    const tasks = await orm()
      .select()
      .from(labTaskTable)
      .where(eq(labTaskTable.project, project?.id as number));
    // Three hazards in each of six tubes, one in each of three filters.
    expect(tasks).toHaveLength(21);
    expect(
      tasks.every(({ variant, method, state }) => variant === 'incoming' && method !== null && state === 'waiting'),
    ).toBe(true);
  });

  it('a new database has the demonstration data of the product description', async () => {
    const [first, second] = await orm().select().from(organizationTable).orderBy(organizationTable.id);
    const countOf = async (table: typeof inspectUnitTable | typeof projectTable, id: number | undefined) =>
      (
        await orm()
          .select({ n: count() })
          .from(table)
          .where(eq(table.organizationId, id ?? 0))
      )[0]?.n;
    expect(await countOf(inspectUnitTable, first?.id)).toBe(30);
    expect(await countOf(inspectUnitTable, second?.id)).toBe(6);
    // Twelve of PRODUCT §6, one for the other methods, and three of incoming samples.
    expect(await countOf(projectTable, first?.id)).toBe(16);
    const projects = await orm().select().from(projectTable);
    expect(new Set(projects.map(({ stage }) => stage)).size).toBeGreaterThanOrEqual(9);
    // A stage has its content: no project is past its survey without survey rows, nor past its plan without plan rows.
    const filled = async (table: typeof siteHazardTable | typeof sampleSiteHazardTable) =>
      new Set((await orm().select({ project: table.project }).from(table)).map(({ project }) => project));
    const [surveyed, planned] = [await filled(siteHazardTable), await filled(sampleSiteHazardTable)];
    const ordinary = projects.filter(
      ({ stage, incoming, organizationId }) =>
        organizationId === first?.id &&
        !incoming &&
        !['draft', 'contractReview', 'survey', 'terminated'].includes(String(stage)),
    );
    expect(ordinary.map(({ stage }) => stage).sort()).toEqual([
      'handOver',
      'planReview',
      'planning',
      'published',
      'published',
      'sampling',
      'testing',
      'testing',
    ]);
    expect(ordinary.filter(({ id }) => !surveyed.has(id))).toEqual([]);
    expect(ordinary.filter(({ id, stage }) => stage !== 'planning' && !planned.has(id))).toEqual([]);
    for (const { code, type, createYear, plannedOn, dueOn } of projects) {
      expect(code).toMatch(new RegExp(`^${createYear}${type}\\d{4}$`));
      expect(String(plannedOn) < String(dueOn)).toBe(true);
    }
  });

  it('a new database gives the enterprises unique codes with valid check digits', async () => {
    const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
    const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
    const codes = (await orm().select({ code: inspectUnitTable.iuiCode }).from(inspectUnitTable)).map(
      ({ code }) => code as string,
    );
    for (const code of codes) {
      const sum = weights.reduce((total, weight, at) => total + weight * alphabet.indexOf(code.charAt(at)), 0);
      expect(code.charAt(17), code).toBe(alphabet[(31 - (sum % 31)) % 31]);
    }
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('a new database shows the enterprise account only its two enterprises and their projects', async () => {
    const token = await server.login('enterprise');
    const units = await server.ask<Page<Row>>('GET', 'api/inspectUnit', { token });
    const projects = await server.ask<Page<Row & { unit: number }>>('GET', 'api/enterprise/projects', { token });
    expect(units.body.totalElements).toBe(2);
    const ids = units.body.content.map(({ id }) => id);
    expect(new Set(projects.body.content.map(({ unit }) => unit))).toEqual(new Set(ids));
    // The staff's own list contains internal remarks and names.
    expect((await server.ask('GET', 'api/project', { token })).status).toBe(403);
  });

  it('a new database has two unread announcements for each person of the first organization', async () => {
    const { body } = await server.ask<{ body: { anntMsgTotal: number; sysMsgTotal: number } }>(
      'GET',
      'api/ohitAnnouncement/listByUser',
      { token: await server.login('analyst') },
    );
    expect(body.body).toMatchObject({ anntMsgTotal: 1, sysMsgTotal: 1 });
  });

  it('a new database reports the created accounts with the passwords given in the environment', async () => {
    const demoPassword = 'Demo-2468-Lab';
    const adminPassword = 'Keeper-1357-X';
    const fresh = await testServer({ demo: true, demoPassword, adminPassword });
    try {
      expect(await seedDatabase(fresh.services)).toEqual({
        admin: { userName: 'admin', password: adminPassword },
        demo: { accounts, password: demoPassword },
      });
      expect([
        await signIn(fresh, 'admin', adminPassword),
        await signIn(fresh, 'sales2', demoPassword),
        await signIn(fresh, 'sales', adminPassword),
      ]).toEqual([200, 200, 400]);
      const written = await fresh.database.orm
        .select({ key: builtInTable.key })
        .from(builtInTable)
        .where(like(builtInTable.key, 'demo:version:%'));
      expect(written).toEqual([{ key: `demo:version:${version}` }]);
    } finally {
      await fresh.close();
    }
  });

  it('a new database generates valid passwords if the environment gives none, and creates no demonstration if DEMO is off', async () => {
    const bare = await testServer({ demo: false });
    try {
      const { admin, demo } = await seedDatabase(bare.services);
      expect(demo).toBeUndefined();
      expect(rules.password.test(admin?.password ?? '')).toBe(true);
      expect(await signIn(bare, 'admin', admin?.password ?? '')).toBe(200);
      expect(await bare.database.orm.select().from(organizationTable)).toEqual([]);
      expect((await bare.database.orm.select({ n: count() }).from(roleTable))[0]?.n).toBe(builtInRoles.length);
    } finally {
      await bare.close();
    }
  });
});

describe('menus', () => {
  const menus = () => builtInMenus(allRoutes(server.services));

  it('the built-in menus contain every visible page of the table of routes, and no other', () => {
    const shown = staticRoutes
      .filter((staticRoute: Route) => !staticRoute.hidden && staticRoute.path !== homePath)
      .map((one) => folderOf(one.path));
    const components = menus().flatMap(({ draft }) =>
      draft.type === menuType.menu ? [draft.component as string] : [],
    );
    expect(components.sort()).toEqual(shown.sort());
  });

  it('the built-in menus lead to addresses of the table of routes, with the component of that page', async () => {
    const { body } = await server.ask<MenuNode[]>('GET', 'api/menus/build', { token: await server.login('admin') });
    const addresses = addressesOf(body);
    expect(addresses.length).toBe(menus().filter(({ draft }) => draft.type === menuType.menu).length);
    for (const { path, component } of addresses) {
      expect(findRoute(path), path).toBeDefined();
      expect(folderOf(path)).toBe(component);
    }
    // SPEC §2: these open as a single index child.
    for (const top of [
      '/customer',
      '/reportPreview',
      '/reportPreviewNew',
      '/risk',
      '/projectAuditReview',
      '/lab/laboratory',
      '/qualityControl',
      '/qualityControlNew',
      '/lab/sampleDistribute',
      '/lab/incomingsample',
    ]) {
      expect(addresses.map(({ path }) => path)).toContain(`${top}/index`);
    }
  });

  it('the built-in menus contain every permission that a route requires', () => {
    const offered = new Set(menus().map(({ draft }) => draft.permission));
    expect(
      [...permissionsOfRoutes(allRoutes(server.services)).keys()].filter((permission) => !offered.has(permission)),
    ).toEqual([]);
  });

  it('the built-in menus grant no permission that no route requires', () => {
    const asked = permissionsOfRoutes(allRoutes(server.services));
    const names = new Set(entities.map(({ name }): string => name));
    const idle = menus().filter(
      ({ draft: { type, permission } }) =>
        permission !== null &&
        (type === menuType.button || names.has(permission.split(':')[0] as string)) &&
        !asked.has(permission),
    );
    expect(idle.map(({ key }) => key)).toEqual([]);
  });

  it('building the built-in menus fails for a route’s permission that belongs to no page', () => {
    const stray = route({
      method: 'GET',
      path: 'api/stray',
      permission: ['stray:list'],
      summary: '',
      handle: async () => null,
    });
    expect(() => builtInMenus([...allRoutes(server.services), stray])).toThrow('stray:list');
  });

  it('the built-in menus have distinct titles among siblings, unique keys, and existing icons', () => {
    const all = menus();
    const places = all.map(({ parent, draft }) => `${parent}/${draft.title}`);
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    for (const { draft } of all)
      if (draft.type !== menuType.button) expect(icons, draft.title).toHaveProperty(String(draft.icon));
  });

  it('the built-in menus name each button in Chinese', () => {
    for (const { draft } of menus()) expect(draft.title, String(draft.permission)).toMatch(/[\u4e00-\u9fff]/);
  });
});

describe('built-in roles', () => {
  it.each([
    [
      'sales',
      [
        'customer:list',
        'customer:add',
        'customer:del',
        'inspectUnit:add',
        'inspectUnit:import',
        'inspectUnit:export',
        'project:list',
      ],
      ['user:list', 'auditLog:list', 'labSheet:list'],
    ],
    [
      'field',
      ['inspectUnit:list', 'inspectUnit:edit', 'project:list', 'siteSurvey:list', 'sample:list'],
      ['inspectUnit:del', 'inspectUnit:import', 'customer:edit', 'labSheet:list', 'report:list'],
    ],
    [
      'keeper',
      ['project:list', 'handOver:list', 'labTask:list', 'incomingSample:list'],
      ['inspectUnit:edit', 'approval:list'],
    ],
    [
      'analyst',
      ['labSheet:list', 'recordPage:list', 'reagent:list', 'project:list'],
      ['customer:list', 'approval:passFirst', 'labTask:distribute'],
    ],
    [
      'reviewer',
      ['approval:list', 'recordPage:list', 'report:list'],
      ['inspectUnit:edit', 'customer:add', 'user:list'],
    ],
    ['approver', ['approval:list', 'report:list', 'project:list'], ['inspectUnit:edit', 'user:edit']],
    ['quality', ['qualityControl:list', 'recordPage:list', 'equipment:list'], ['approval:sign', 'inspectUnit:edit']],
    ['reporter', ['report:list', 'reportFormula:list', 'push:list'], ['inspectUnit:edit', 'labSheet:list']],
    [
      'admin2',
      [
        'user:add',
        'user:reset',
        'role:edit',
        'dictDetail:add',
        'announcement:status',
        'auditLog:list',
        'online:del',
        'inspectUnit:import',
      ],
      ['menu:add', 'menu:list', 'organization:add', 'apidoc:list', 'appPackage:add'],
    ],
  ])(
    'the built-in role %s has the permissions that its work needs, and none of the forbidden ones',
    async (userName, may, mayNot) => {
      const held = await permissionsOf(userName);
      expect(may.filter((permission) => !held.has(permission))).toEqual([]);
      expect(mayNot.filter((permission) => held.has(permission))).toEqual([]);
    },
  );

  it('the built-in roles auditor and enterprise can only read, and the auditor can export the sealed audit trail', async () => {
    for (const [userName, more] of [
      ['auditor', ['auditLog:export']],
      ['enterprise', []],
    ] as const) {
      const held = await permissionsOf(userName);
      expect([...held].filter((permission) => !permission.endsWith(':list'))).toEqual(more);
    }
    expect([...(await permissionsOf('auditor'))]).toEqual(
      expect.arrayContaining(['auditLog:list', 'inspectUnit:list', 'recordPage:list', 'dictDetail:list']),
    );
    expect(
      [...(await permissionsOf('enterprise'))].filter((permission) =>
        ['customer:list', 'user:list', 'auditLog:list', 'risk:list'].includes(permission),
      ),
    ).toEqual([]);
  });

  it('the built-in roles include every granted menu with all menus above it', async () => {
    const rows = await orm()
      .select({ role: roleMenusTable.ownerId, menu: menuTable.id, pid: menuTable.pid })
      .from(roleMenusTable)
      .innerJoin(menuTable, eq(menuTable.id, roleMenusTable.targetId));
    const held = new Set(rows.map(({ role, menu }) => `${role}/${menu}`));
    expect(rows.filter(({ role, pid }) => pid !== null && !held.has(`${role}/${pid}`))).toEqual([]);
  });

  // Later issues declare the moves' routes; the machine alone decides who may make a move.
  it('the built-in roles give a workflow move to the people named by its state machine (QUALITY section 1, item 10)', () => {
    const machines = [projectMachine, recordMachine];
    const moves = machines.flatMap((machine) =>
      machine.moves.map((move) => ({ permission: permissionOfMove(machine, move), by: move.by as readonly string[] })),
    );
    const page = '/project';
    const menus = [
      ...builtInMenus(allRoutes(server.services)),
      ...moves.map(({ permission }) => ({
        key: `menu:${permission}`,
        parent: `menu:${page}`,
        draft: { type: menuType.button, title: permission, permission },
      })),
    ];
    for (const role of builtInRoles) {
      const granted = menusOfRole(role, menus);
      for (const { permission, by } of moves) {
        if (granted.has(`menu:${permission}`)) expect(by, `${role.key} ${permission}`).toContain(role.key);
      }
      if (role.key === 'admin') expect(moves.filter(({ permission }) => granted.has(`menu:${permission}`))).toEqual([]);
      if (role.key === 'sales') expect(granted.has('menu:project:submitContract')).toBe(true);
      if (role.key === 'sales') expect(granted.has('menu:project:passContract')).toBe(false);
      if (role.key === 'reviewer') expect(granted.has('menu:project:passContract')).toBe(true);
    }
  });
});

describe('existing database under a new version', () => {
  const fresh = route({
    method: 'POST',
    path: 'api/customer/merge',
    permission: ['customer:merge'],
    summary: '合并客户',
    handle: async () => null,
  });
  const freshProject = route({
    method: 'POST',
    path: 'api/project/submitContract',
    permission: ['project:submitContract'],
    summary: '提交合同评审',
    handle: async () => null,
  });
  const rowOf = async (key: string): Promise<number> =>
    (await orm().select().from(builtInTable).where(eq(builtInTable.key, key)))[0]?.rowId ?? 0;
  const holders = async (menuId: number): Promise<string[]> =>
    (
      await orm()
        .select({ name: roleTable.name })
        .from(roleMenusTable)
        .innerJoin(roleTable, eq(roleTable.id, roleMenusTable.ownerId))
        .where(eq(roleMenusTable.targetId, menuId))
    )
      .map(({ name }) => name)
      .sort();

  it('an existing database under a new version gets the new buttons for the roles concerned, and keeps people’s changes', async () => {
    const renamed = await rowOf('menu:/risk');
    const deleted = await rowOf('menu:user:reset');
    const untouched = await rowOf('menu:/project');
    const entry = await rowOf('dict:unitScale/4');
    const field = await rowOf('role:field');
    const siteSurvey = await rowOf('menu:/siteSample/siteSurvey');
    await orm().update(menuTable).set({ title: '风险评估', version: 2, updateBy: 1 }).where(eq(menuTable.id, renamed));
    await orm().update(menuTable).set({ deleteTime: new Date() }).where(eq(menuTable.id, deleted));
    // As an earlier version would have left it.
    await orm()
      .update(menuTable)
      .set({ title: '项目', permission: 'projects:list' })
      .where(eq(menuTable.id, untouched));
    await orm().update(dictDetailTable).set({ label: '微型企业', version: 2 }).where(eq(dictDetailTable.id, entry));
    await orm()
      .delete(roleMenusTable)
      .where(and(eq(roleMenusTable.ownerId, field), eq(roleMenusTable.targetId, siteSurvey)));

    expect(await seedDatabase(server.services, [...allRoutes(server.services), fresh, freshProject])).toEqual({});

    const menu = async (id: number) => (await orm().select().from(menuTable).where(eq(menuTable.id, id)))[0];
    expect(await menu(renamed)).toMatchObject({ title: '风险评估', version: 2 });
    expect((await menu(deleted))?.deleteTime).not.toBeNull();
    expect(
      await orm()
        .select()
        .from(menuTable)
        .where(and(eq(menuTable.permission, 'user:reset'), isNull(menuTable.deleteTime))),
    ).toEqual([]);
    expect(await menu(untouched)).toMatchObject({ title: '项目管理', permission: 'project:list' });
    expect((await orm().select().from(dictDetailTable).where(eq(dictDetailTable.id, entry)))[0]?.label).toBe(
      '微型企业',
    );
    expect(await holders(siteSurvey)).not.toContain('现场人员');

    const merge = await rowOf('menu:customer:merge');
    expect(await menu(merge)).toMatchObject({
      title: '合并客户',
      type: menuType.button,
      pid: await rowOf('menu:/customer'),
    });
    expect(await holders(merge)).toEqual(['业务员', '机构管理员']);
    expect(await holders(await rowOf('menu:project:submitContract'))).toEqual(['业务员']);
    expect((await orm().select({ n: count() }).from(userTable))[0]?.n).toBe(14);
  });
});
