import { and, eq, isNull } from 'drizzle-orm';
import type { Answer } from '@contract/wire';
import { statementEdition } from '@contract/workflow/signatureTexts';
import { registry } from '@server/app/resources';
import { allRoutes } from '@server/app/routes';
import { accountOf, dataScopeOf, levelOf, permissionsOf, userOf } from '@server/auth/account';
import { parseMoment } from '@server/base/zone';
import { userTable } from '@server/db/schema';
import { guardPermission, type Call, type Route } from '@server/http/route';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { type MoveRule, performMove } from '@server/workflow/moveRoutes';
import type { MovedEntity } from '@server/workflow/moveRows';

/** Returns the day that lies a number of days after today, `YYYY-MM-DD`. */
export type DayOf = (ahead: number) => string;

type HttpMethod = 'GET' | 'POST' | 'PUT';

/** Demonstration people, by user name, who act through the product's own calls at a simulated time. */
export interface DemoActors {
  readonly services: Services;
  /** Sets the clock to `YYYY-MM-DD HH:mm:ss` in the organization's zone. */
  at(moment: string): void;
  /**
   * Makes a call with permission check and body validation.
   * @throws the refusals of the route
   */
  ask<T>(userName: string, verb: HttpMethod, path: string, body?: unknown): Promise<T>;
  /** Runs an action of a route with the call of a person, where the route itself can't be called. */
  acting<T>(userName: string, path: string, run: (call: Call<unknown>) => Promise<T>): Promise<T>;
  /**
   * Runs an action that needs a signature but is not a move. `run` gets the call in the form after the password
   * check.
   */
  signed<T>(userName: string, path: string, run: (call: Call<unknown>) => Promise<T>): Promise<T>;
  /**
   * Makes a signing move without the password check, because nobody can type a password. Everything else is the same.
   */
  sign(
    userName: string,
    moved: MovedEntity,
    rules: Readonly<Record<string, MoveRule>>,
    id: number,
    move: string,
  ): Promise<void>;
}

/** Returns the ids of the two people who survey and take samples together (GBZ 331-2024 5.2.3.1 a, 5.2.6.2.2 a). */
export async function fieldTeam(actors: DemoActors): Promise<number[]> {
  const ids: number[] = [];
  for (const name of ['field', 'analyst'])
    ids.push((await actors.ask<{ user: { id: number } }>(name, 'GET', 'auth/info')).user.id);
  return ids;
}

const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.]/g, '\\.').replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

async function viewerOf(services: Services, userName: string): Promise<Viewer> {
  const { database } = services;
  const [row] = await database.orm
    .select({ id: userTable.id })
    .from(userTable)
    .where(and(eq(userTable.userName, userName), isNull(userTable.deleteTime)));
  const account = row && (await accountOf(database.orm, row.id));
  if (!account) throw new Error(`the demonstration has nobody called ${userName}`);
  return {
    user: userOf(account),
    sessionId: '',
    permissions: new Set(await permissionsOf(database, account)),
    dataScope: dataScopeOf(account),
    organizationId: account.organizationId,
    homeOrganizationId: account.organizationId,
    unitIds: account.isQy && !account.isAdmin ? account.unitIds : null,
    outside: account.isOutside,
    level: levelOf(account),
  };
}

/** Opens the product's calls for the demonstration, without a network. */
export function openDemoActors(realServices: Services): DemoActors {
  let clock: Date | undefined;
  const services: Services = { ...realServices, now: () => clock ?? realServices.now() };
  const routes = allRoutes(services).map((route) => ({ route, pattern: pathPattern(route.path) }));
  const viewers = new Map<string, Promise<Viewer>>();

  const cachedViewer = (userName: string): Promise<Viewer> => {
    const viewer = viewers.get(userName) ?? viewerOf(services, userName);
    viewers.set(userName, viewer);
    return viewer;
  };

  async function callOf<B>(
    userName: string,
    path: string,
    body: B,
    params: Record<string, string> = {},
  ): Promise<Call<B>> {
    const viewer = await cachedViewer(userName);
    const address = new URL(`http://localhost/${path}`);
    return {
      viewer,
      maybeViewer: viewer,
      body,
      query: Object.fromEntries(address.searchParams),
      params,
      request: new Request(address),
      requestId: 'demo',
      ip: '127.0.0.1',
      reason: null,
      idempotencyKey: null,
    } as unknown as Call<B>;
  }

  function findRoute(verb: HttpMethod, path: string): { route: Route; params: Record<string, string> } {
    const plainPath = path.split('?')[0] as string;
    for (const { route, pattern: routePattern } of routes) {
      const match = route.method === verb ? routePattern.exec(plainPath) : null;
      if (match) return { route, params: { ...match.groups } };
    }
    throw new Error(`no route for ${verb} ${path}`);
  }

  async function sendRequest<T>(userName: string, verb: HttpMethod, path: string, body?: unknown): Promise<T> {
    const { route, params } = findRoute(verb, path);
    const call = await callOf(userName, path, route.body ? route.body.parse(body) : body, params);
    guardPermission(route.permission, call.viewer);
    const routeAnswer = await route.handle(call as never);
    return ((routeAnswer as Answer<T> | null)?.body ?? routeAnswer) as T;
  }

  return {
    services,
    ask: sendRequest,
    at: (moment) => void (clock = parseMoment(moment, services.env.zone)),
    acting: async (userName, path, run) => run(await callOf(userName, path, undefined)),
    async signed(userName, path, run) {
      await sendRequest(userName, 'PUT', 'api/user/signingStatement', { edition: statementEdition });
      return run(await callOf(userName, path, undefined));
    },
    async sign(userName, workflow, rules, id, move) {
      // Accepts the statement before the first signature, as on the page.
      await sendRequest(userName, 'PUT', 'api/user/signingStatement', { edition: statementEdition });
      await performMove(
        services,
        registry,
        workflow,
        rules,
        await callOf(userName, `${workflow.resource.entity.path}/move`, { id, move }),
      );
    },
  };
}
