import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signingTexts } from '@contract/workflow/signatureTexts';
import { readBuiltInIds } from '@server/builtIn/builtInRows';
import { builtInMenus } from '@server/builtIn/menus';
import { keyOfRole } from '@server/builtIn/roles';
import { builtInRoles } from '@server/builtIn/roles';
import { sessionTable } from '@server/db/schema';
import { storeMenus } from '@server/seed/storeMenus';
import { storeRoles } from '@server/seed/storeRoles';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';
import { declaredRoutes, heldBy, isAnswered, isStanding, letsIn, type Standing, standingOf } from './declared';
import { type Cell, deskOf, type SecurityDesk } from './desk';
import { foreignMark, type Kind, kinds, planted, plantContents, plantRows } from './plantedRows';
import { standingRows } from './standingRows';
import { bareTrial, trialOf } from './trial';

interface Account {
  readonly id: number;
  readonly name: string;
  readonly token: string;
  readonly held: ReadonlySet<string>;
  /** Whether the account sees rows of its own organization, and of all. */
  readonly staff: boolean;
  readonly platform: boolean;
}

let server: TestServer;
let desk: SecurityDesk;
let standingTrials: Awaited<ReturnType<typeof standingRows>>;
const accounts: Account[] = [];
/** Expired tokens by the way they expired; each was valid before. */
const expired: { readonly how: string; readonly token: string }[] = [];

beforeAll(async () => {
  server = await testServer();
  desk = deskOf(server);
  const roles = await server.database.transaction(async (tx) => {
    const brought = await readBuiltInIds(tx);
    const menus = builtInMenus(desk.routes);
    await storeRoles(tx, brought, menus, await storeMenus(tx, brought, menus));
    return builtInRoles.map(({ key }) => ({ key, id: brought.get(keyOfRole(key)) as number }));
  });
  await plantRows(server.database);
  await plantContents(server.services.files);
  const account = async (
    name: string,
    given: Parameters<typeof server.rows.user>[0],
    rest: Omit<Account, 'id' | 'name' | 'token'>,
  ): Promise<void> => {
    const id = await server.rows.user({ userName: `az${name}`, organizationId: planted.own, ...given });
    accounts.push({ id, name, token: await server.login(`az${name}`), ...rest });
  };
  for (const { key, id } of roles) {
    const outside = key === 'enterprise' || key === 'outside';
    await account(
      key,
      {
        roles: [id],
        isQy: key === 'enterprise',
        isOutside: key === 'outside',
        units: key === 'enterprise' ? [planted.own] : [],
      },
      { held: heldBy(key), staff: !outside, platform: false },
    );
  }
  await server.rows.user({ userName: 'azlate', organizationId: planted.own, expiryDate: '2020-01-01' });
  expired.push({ how: 'of an account past its date', token: await server.login('azlate') });
  // Of people who may do everything and whose accounts are valid: only the token is too old.
  for (const [userName, how, of] of [
    ['azday', 'of more than 24 hours', 'expireTime'],
    ['azidle', 'that nobody has used for 8 hours', 'seenTime'],
  ] as const) {
    const userId = await server.rows.user({ userName, isAdmin: true });
    const token = await server.login(userName);
    if ((await server.ask('GET', 'api/inspectUnit', { token })).status !== 200)
      throw new Error(`${userName} can't work`);
    const life = of === 'expireTime' ? 1000 : 8 * 3_600_000 + 1000;
    await server.database.orm
      .update(sessionTable)
      .set({ [of]: new Date(Date.now() - life) })
      .where(eq(sessionTable.userId, userId));
    expired.push({ how, token });
  }
  await account('norole', {}, { held: new Set(), staff: true, platform: false });
  await account('platform', { isAdmin: true }, { held: new Set(), staff: false, platform: true });
  const idOf = (name: string): number => accounts.find((account) => account.name === name)?.id ?? 0;
  standingTrials = await standingRows(server, {
    everybody: accounts,
    reviewer: idOf('outside'),
    enterprise: idOf('enterprise'),
  });
});
afterAll(() => server.close());

/** Calls tested here with a signature, which is never an administrator's, whatever the row (AZ8). */
const signing = new Set([
  'PUT api/samplePlan/move',
  'PUT api/labCurve/move',
  'PUT api/handOver/move',
  'PUT api/labSheet/move',
  'PUT api/labSheet/moveMany',
  'PUT api/incomingSample/receive',
  'POST api/approval/submit',
  'PUT api/approval/move',
  'PUT api/approval/moveMany',
]);

/** A caller without a session, who may only make public calls. */
const nobody: Account = { id: 0, name: 'nobody', token: '', held: new Set(), staff: false, platform: false };

/** Returns the fault of a cell by the declared tables; null without one. */
function faultOf(
  call: string,
  account: Account,
  row: { readonly kind: Kind } | { readonly standing: Standing },
  { status, text, guarded }: Cell,
): string | null {
  const declared = declaredRoutes.get(call);
  if (!declared) return 'not declared';
  if (status === 401 || status >= 500) return String(status);
  if (!account.platform && text.includes(foreignMark)) return 'a foreign row leaves';
  if (account.platform && signing.has(call))
    return status === 403 && text.includes(signingTexts.noAdministrator) ? null : String(status);
  const allowed = account.platform || letsIn(declared, account.held);
  if (!allowed) return guarded ? null : `${status} where the guard should refuse`;
  const { rows } = declared;
  if (isStanding(rows))
    return status ===
      (isAnswered(rows, 'standing' in row ? row.standing : standingOf(rows, row.kind), account) ? 200 : 404)
      ? null
      : String(status);
  const kind = 'kind' in row ? row.kind : 'own';
  if (rows === 'asks' || rows === 'past')
    return kind === 'own' ||
      (kind === 'deleted' && rows === 'past') ||
      account.platform ||
      status === 404 ||
      status === 403
      ? null
      : String(status);
  if (guarded) return 'refused by the guard';
  if (rows === '-' || (rows === 'file' && kind !== 'foreign')) return null;
  const gone = kind === (rows === 'bin' ? 'own' : 'deleted') || (kind === 'foreign' && !account.platform);
  // The policy decides whether outsiders see an own row; a hidden one is 404 as well.
  if (gone ? !account.platform && status !== 404 : account.staff && status === 404) return `${status}`;
  return account.platform && kind === 'deleted' && rows === 'row' && status !== 404 ? `${status}` : null;
}

it('an expired token is answered 401 by 100 % of the calls that are not public: after 24 hours, 8 idle hours, or account expiry (AZ1)', async () => {
  const wrong: string[] = [];
  let asked = 0;
  for (const { how, token } of expired) {
    for (const route of desk.routes) {
      const call = `${route.method} ${route.path}`;
      const { status } = await desk.call(route.method, bareTrial(route), token);
      asked += 1;
      if ((status === 401) === (declaredRoutes.get(call)?.permission === 'public'))
        wrong.push(`${call} ${how}: ${status}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(asked).toBe(3 * desk.routes.length);
  measured(`过期的令牌（超过24小时、闲置8小时、账号到期）：${asked} 次调用，${wrong.length} 个不符`);
});

it('every call × every role account × own, foreign and deleted row answers as the permission table declares, in 100 % of the cells (AZ1)', async () => {
  const wrong: string[] = [];
  let cells = 0;
  for (const route of desk.routes) {
    const call = `${route.method} ${route.path}`;
    for (const account of accounts) {
      for (const kind of kinds) {
        const cell = await desk.call(route.method, trialOf(route, kind, account.held), account.token);
        const fault = faultOf(call, account, { kind }, cell);
        cells += 1;
        if (fault) wrong.push(`${call} by ${account.name}, ${kind}: ${fault} ${cell.text.slice(0, 120)}`);
        // The guard does not depend on rows: one cell is enough.
        if (cell.guarded) break;
      }
    }
  }
  expect(wrong).toEqual([]);
  measured(
    `${desk.routes.length} 个接口 × ${accounts.length} 类人员 × ${kinds.length} 类行：${cells} 格，${wrong.length} 格不符`,
  );
}, 1_800_000);

it('every call about a row that is issued, begun, published, received or deleted answers as the permission table declares, in 100 % of the cells (AZ1)', async () => {
  const wrong: string[] = [];
  const told = new Map<string, Set<number>>();
  const tried = new Set<Standing>();
  let cells = 0;
  const standingRoutes = desk.routes.filter(({ method, path }) =>
    isStanding(declaredRoutes.get(`${method} ${path}`)?.rows),
  );
  for (const route of standingRoutes) {
    const call = `${route.method} ${route.path}`;
    const rows = declaredRoutes.get(call)?.rows;
    for (const account of rows === 'published' ? [...accounts, nobody] : accounts) {
      for (const { standing, ...trial } of standingTrials(route, account.id)) {
        const cell = await desk.call(route.method, trial, account.token || undefined);
        const fault = faultOf(call, account, { standing }, cell);
        cells += 1;
        if (fault) wrong.push(`${call} by ${account.name}, ${standing}: ${fault} ${cell.text.slice(0, 120)}`);
        if (cell.guarded) break;
        tried.add(standing);
        told.set(call, (told.get(call) ?? new Set()).add(cell.status));
      }
    }
  }
  expect(wrong).toEqual([]);
  // A call that answers everybody equally would prove nothing about ownership.
  expect(
    standingRoutes.map(({ method, path }) => `${method} ${path}`).filter((call) => told.get(call)?.size !== 2),
  ).toEqual([]);
  measured(
    `须已签发、已开始、已公布、本人或已删除机构的 ${standingRoutes.length} 个接口 × ${accounts.length} 类人员（公开的另加未登录者）× ${tried.size} 种关系的行：${cells} 格，${wrong.length} 格不符，都有 200 与 404 之分`,
  );
}, 600_000);
