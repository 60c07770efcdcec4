import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '@contract/wire';
import { createApp } from '@server/app/createApp';
import { builtInMenus } from '@server/builtIn/menus';
import { builtInRoles, menusOfRole } from '@server/builtIn/roles';
import type { Call, Route } from '@server/http/route';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';
import { declaredGrants, declaredRoutes, heldBy, isAnswered, isStanding, permissionText } from './declared';
import { deskOf, type SecurityDesk } from './desk';
import { holderOf } from './people';
import { fileOf, foreignMark, planted, plantContents, plantRows } from './plantedRows';
import { standingRows } from './standingRows';
import { bareTrial, trialOf } from './trial';

// QUALITY AZ1. The router is compared with two independent files: routes.txt (who may make each call, and whether it is
// about a row) and grants.txt (which built-in role holds each permission). The product of every call, account and row
// is in authorisation.proof.test.ts.

let server: TestServer;
let desk: SecurityDesk;
let holder: string;
let powerless: string;

beforeAll(async () => {
  server = await testServer({ publicUrl: 'https://lab.example.com' });
  desk = deskOf(server);
  await plantRows(server.database);
  await plantContents(server.services.files);
  holder = await holderOf(server, 'holder', [...declaredGrants.keys()]);
  await server.rows.user({ userName: 'powerless', organizationId: planted.own });
  powerless = await server.login('powerless');
});
afterAll(() => server.close());

describe('permission table (AZ1)', () => {
  it('the permission table lists every call of the running router with its permission; 0 are missing and 0 are left over', () => {
    const mounted = new Map(
      desk.routes.map(({ method, path, permission }) => [`${method} ${path}`, permissionText(permission)]),
    );
    const differing = [...mounted]
      .filter(([call, permission]) => declaredRoutes.get(call)?.permission !== permission)
      .map(([call, permission]) => `${call}  ${permission}`);
    expect(
      differing,
      'tests/security/routes.txt lacks these lines (a third column says what of rows: declared.ts)',
    ).toEqual([]);
    expect(
      [...declaredRoutes.keys()].filter((call) => !mounted.has(call)),
      'tests/security/routes.txt has calls that no longer exist',
    ).toEqual([]);
    measured(`${mounted.size} 个接口，未声明 ${differing.length} 个`);
  });

  it('the right to export a list, which all staff have who see it, opens only exports and the archives on its page', () => {
    const others = [...declaredRoutes].flatMap(([call, { permission }]) =>
      /:export($|\|)/.test(permission) && !call.endsWith('/export') ? [call] : [],
    );
    expect(others).toEqual(['GET api/archive/:id/zip', 'POST api/exportRun/archives']);
    expect(declaredGrants.get('exportRun:add')).toEqual(['admin']);
  });

  it('the server does not start if a call declares no permission, not even “public”', () => {
    const told = desk.routes[0] as Route;
    for (const permission of [[], [''], undefined])
      expect(() => createApp(server.services, [{ ...told, permission } as Route])).toThrow('declares no permission');
    expect(() => createApp(server.services, [told, told])).toThrow('declared twice');
  });

  it('the permission table lists the built-in roles that hold each permission', () => {
    const menus = builtInMenus(desk.routes);
    const byKey = new Map(menus.map((menu) => [menu.key, menu.draft.permission]));
    const granted = builtInRoles.map((role) => ({
      role: role.key,
      held: new Set([...menusOfRole(role, menus)].map((key) => byKey.get(key))),
    }));
    const asked = [
      ...new Set(desk.routes.flatMap(({ permission }) => (typeof permission === 'string' ? [] : permission))),
    ].sort();
    const grants = asked.map((permission) =>
      `${permission}  ${granted.flatMap(({ role, held }) => (held.has(permission) ? [role] : [])).join(' ')}`.trimEnd(),
    );
    const declared = [...declaredGrants].map(([permission, roles]) => `${permission}  ${roles.join(' ')}`.trimEnd());
    expect(
      grants.filter((line) => !declared.includes(line)),
      'tests/security/grants.txt lacks these lines',
    ).toEqual([]);
    expect(
      declared.filter((line) => !grants.includes(line)),
      'tests/security/grants.txt has lines that no longer hold',
    ).toEqual([]);
  });
});

describe('every call (AZ1)', () => {
  it('every call answers 401 without a session, before it reads the body; 100 % of the cells', async () => {
    const wrong: string[] = [];
    let asked = 0;
    for (const route of desk.routes) {
      const call = `${route.method} ${route.path}`;
      const open = declaredRoutes.get(call)?.permission === 'public';
      const { status } = await desk.call(route.method, bareTrial(route));
      if ((status === 401) === open) wrong.push(`${call}: ${status}`);
      if (!open) asked += 1;
    }
    expect(wrong).toEqual([]);
    measured(`匿名 401：${asked}/${asked + wrong.length}`);
  });

  it('every call answers 403 to a person without permissions, before it reads the body; 100 % of the cells', async () => {
    const wrong: string[] = [];
    let refused = 0;
    for (const route of desk.routes) {
      const call = `${route.method} ${route.path}`;
      const free = ['public', 'signedIn'].includes(declaredRoutes.get(call)?.permission ?? '');
      const { status, guarded } = await desk.call(route.method, bareTrial(route), powerless);
      if (guarded === free || status === 401) wrong.push(`${call}: ${status}`);
      else if (guarded) refused += 1;
    }
    expect(wrong).toEqual([]);
    measured(`无权 403：${refused}/${refused + wrong.length}`);
  });

  it('every call about a row of another organization answers 404 to a holder of every permission; 0 foreign rows leak', async () => {
    const wrong: string[] = [];
    let asked = 0;
    for (const route of desk.routes) {
      const call = `${route.method} ${route.path}`;
      if (declaredRoutes.get(call)?.rows === '-') continue;
      const { status, text } = await desk.call(route.method, trialOf(route, 'foreign'), holder);
      if (status !== 404 || text.includes(foreignMark)) wrong.push(`${call}: ${status} ${text.slice(0, 200)}`);
      asked += 1;
    }
    expect(wrong).toEqual([]);
    measured(`他机构的行 404：${asked - wrong.length}/${asked}`);
  });
});

describe('call about something issued, begun, published, received or deleted with its organization (AZ1)', () => {
  interface Caller {
    readonly id: number;
    readonly token: string;
    readonly staff: boolean;
    readonly platform: boolean;
  }
  let people: Caller[];
  let trialsOf: Awaited<ReturnType<typeof standingRows>>;

  beforeAll(async () => {
    const callerOf = async (
      userName: string,
      permissions: Iterable<string>,
      more: { isOutside?: boolean; isQy?: boolean; isAdmin?: boolean } = {},
    ): Promise<Caller> => {
      const id = await server.rows.user({
        userName,
        organizationId: planted.own,
        roles: [await server.rows.role({ permissions: [...permissions], level: 2 })],
        ...more,
      });
      return {
        id,
        token: await server.login(userName),
        staff: !Object.keys(more).length,
        platform: more.isAdmin === true,
      };
    };
    const staff = await callerOf('staff', declaredGrants.keys());
    const visitor = await callerOf('visitor', heldBy('outside'), { isOutside: true });
    const client = await callerOf('client', heldBy('enterprise'), { isQy: true });
    people = [staff, visitor, client, await callerOf('chief', [], { isAdmin: true })];
    trialsOf = await standingRows(server, { everybody: people, reviewer: visitor.id, enterprise: client.id });
  });

  it('a call about a row that is issued, begun, published, received or deleted answers 200 to its owner, or to all if public, and 404 to others', async () => {
    const wrong: string[] = [];
    const told = new Map<string, Set<number>>();
    let asked = 0;
    for (const route of desk.routes) {
      const call = `${route.method} ${route.path}`;
      const rows = declaredRoutes.get(call)?.rows;
      if (!isStanding(rows)) continue;
      for (const person of people) {
        for (const { standing, ...trial } of trialsOf(route, person.id)) {
          const { status, guarded, text } = await desk.call(route.method, trial, person.token);
          if (guarded) continue;
          asked += 1;
          told.set(call, (told.get(call) ?? new Set()).add(status));
          if (status !== (isAnswered(rows, standing, person) ? 200 : 404))
            wrong.push(`${call}, ${standing}: ${status} ${text.slice(0, 160)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect([...told].filter(([, statuses]) => statuses.size !== 2)).toEqual([]);
    expect(told.size).toBe(19);
    measured(
      `已签发、已开始、已公布、本人收到或已删除机构的：${told.size} 个接口 ${asked} 次，${wrong.length} 次不符，都有 200 与 404 之分`,
    );
  });
});

describe('call open to everybody', () => {
  it('a public call whose handler reads the signed-in person answers 401 without a session', async () => {
    const open = {
      method: 'GET',
      path: 'api/whoCalls',
      permission: 'public',
      tag: '测试',
      summary: '谁在调用',
      handle: async (call: Call) => ({ name: call.viewer.user.userName }),
    } as unknown as Route;
    const app = createApp(server.services, [open]);
    const asked = async (headers: Record<string, string>) => (await app.request('/api/whoCalls', { headers })).status;
    expect([await asked({}), await asked({ authorization: `Bearer ${holder}` })]).toEqual([401, 200]);
  });
});

describe('session cookie (IN11)', () => {
  it('the session cookie authenticates nobody: every writing call answers 401 to a request with a valid token only in cookies', async () => {
    const wrong: string[] = [];
    const writing = desk.routes.filter(({ method, permission }) => method !== 'GET' && permission !== 'public');
    for (const route of writing) {
      const { status } = await desk.call(route.method, bareTrial(route), undefined, {
        cookie: `token=${holder}; Authorization=${holder}; session=${holder}`,
        origin: 'https://evil.example',
      });
      if (status !== 401) wrong.push(`${route.method} ${route.path}: ${status}`);
    }
    expect(wrong).toEqual([]);
    expect(writing.length).toBeGreaterThan(300);
    measured(`${writing.length} 个写接口，只有 Cookie 时 ${writing.length - wrong.length} 个 401`);
  });
});

describe('response headers (IN12)', () => {
  it('the security headers are on 100 % of the answers of every call, also refused, not found, invalid, downloaded and preflight ones', async () => {
    for (const route of desk.routes) {
      await desk.call(route.method, bareTrial(route));
      if (route.method === 'GET') await desk.call('GET', trialOf(route, 'own'), holder);
    }
    const files = desk.routes
      .filter(({ method, path }) => method === 'GET' && /\/(export|importTemplate)$/.test(path))
      .slice(0, 3);
    for (const { path } of files)
      expect((await desk.call('GET', { path, body: undefined }, holder)).status, path).toBe(200);
    for (const path of ['api/nothing', 'nothing', 'assets/nothing.js', 'api/inspectUnit?nothing=1'])
      await desk.call('GET', { path, body: undefined }, holder);
    await desk.call('POST', { path: 'api/inspectUnit/add', body: [] }, holder);
    expect(
      (
        await desk.call('OPTIONS', { path: 'api/inspectUnit', body: undefined }, undefined, {
          origin: 'https://evil.example',
          'access-control-request-method': 'GET',
        })
      ).headers.get('access-control-allow-origin'),
    ).toBeNull();
    expect(desk.bare).toEqual([]);
    expect(desk.counted.answers).toBeGreaterThan(desk.routes.length);
    expect(desk.counted.given).toBeGreaterThan(150);
    measured(
      `${desk.counted.answers} 个应答（${desk.counted.given} 个 2xx），${((1 - desk.bare.length / desk.counted.answers) * 100).toFixed(0)} % 带全部响应头；其他网站的预检不予放行，带跨域许可的应答 0 个`,
    );
  });

  it('the response headers let 0 downloads be cached, except files that a page shows inline', async () => {
    const file = `api/file/${fileOf('own')}`;
    const told = JSON.parse(
      (await desk.call('GET', { path: `${file}/link`, body: undefined }, holder)).text,
    ) as Answer<{ path: string }>;
    const link = told.body?.path.slice(1) ?? '';
    const asked: readonly (readonly [
      path: string,
      status: number,
      caching: string,
      headers?: Record<string, string>,
    ])[] = [
      [file, 200, 'no-store'],
      [link, 200, 'no-store'],
      [`${file}?inline=true`, 200, 'private, max-age=600'],
      [`${link}&inline=true`, 200, 'private, max-age=600'],
      [`${file}?inline=true`, 206, 'private, max-age=600', { range: 'bytes=0-3' }],
      [`${file}?inline=true`, 416, 'no-store', { range: 'bytes=99-' }],
      [`api/file/${fileOf('foreign')}?inline=true`, 404, 'no-store'],
      [`${link.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))}&inline=true`, 403, 'no-store'],
    ];
    for (const [path, status, caching, headers] of asked) {
      const cell = await desk.call('GET', { path, body: undefined }, holder, headers);
      expect([path, cell.status, cell.headers.get('cache-control')]).toEqual([path, status, caching]);
    }
    expect(desk.bare).toEqual([]);
    measured(`${asked.length} 种取文件的方式，0 个取走的文件留在浏览器中`);
  });
});
