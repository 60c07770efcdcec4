import { getTableName } from 'drizzle-orm';
import { createApp } from '@server/app/createApp';
import { registry } from '@server/app/resources';
import { allRoutes } from '@server/app/routes';
import type { Database } from '@server/db/openDatabase';
import type { Route } from '@server/http/route';
import type { Services } from '@server/services';
import { callOf } from './claims';
import { isUntold } from './untold';

/** A row of an entity that a call wrote without an audit line. */
export interface UntoldRow {
  readonly entity: string;
  readonly id: number;
}

const matcherOf = ({ path }: Pick<Route, 'path'>): RegExp =>
  new RegExp(`^/${path.replace(/[.]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`);
const isParametric = ({ path }: Route): number => Number(path.includes(':'));

/**
 * Returns SQL for every entity row written since, without an equally new audit line; `since` is a transaction number as
 * SQL.
 */
export const untoldStatement = (since: string): string =>
  `select entity, id from (${registry.all
    .filter(({ entity }) => entity.name !== 'auditLog')
    .map(
      ({ entity: { name }, table }) =>
        `select '${name}' as entity, id from "${getTableName(table)}" where xmin::text::bigint >= ${since}`,
    )
    .join(
      ' union all ',
    )}) rows where not exists (select from audit_log where xmin::text::bigint >= ${since} and entity = rows.entity and entity_id = rows.id)`;

const written = untoldStatement('$1');

export async function untoldSince(
  database: Pick<Database, 'query'>,
  work: () => Promise<unknown>,
): Promise<UntoldRow[]> {
  const [now] = await database.query<{ xid: string }>('select pg_current_xact_id()::text as xid');
  await work();
  return database.query<UntoldRow>(written, [now?.xid ?? '0']);
}

/**
 * Returns the API in which after each writing call the audit trail must name every written entity row, except those of
 * untold.ts. For an embedded database, which has no other writers.
 * @throws Error that names the rows without a line, so that the requesting test fails
 */
export function watchedTrail(
  services: Services,
  routes: readonly Route[] = allRoutes(services),
): ReturnType<typeof createApp> {
  const app = createApp(services, routes);
  const known = routes
    .filter(({ method }) => method !== 'GET')
    .sort((one, other) => isParametric(one) - isParametric(other))
    .map((route) => ({ route, pattern: matcherOf(route) }));

  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const { method = 'GET' } = init;
    const at = method === 'GET' ? '' : new URL(path, 'http://localhost').pathname;
    const route = known.find((one) => one.route.method === method && one.pattern.test(at))?.route;
    if (!route) return app.request(path, init);
    let response: Response | undefined;
    const rows = await untoldSince(services.database, async () => (response = await app.request(path, init)));
    const names = [...new Set(rows.map(({ entity }) => entity))].filter((entity) => !isUntold(entity, callOf(route)));
    // A refused call has written nothing: rows seen here belong to another call under way.
    if (names.length && response?.ok)
      throw new Error(`${callOf(route)} has written ${names.join(', ')} without a line in the trail`);
    return response as Response;
  }
  return Object.assign(Object.create(app) as typeof app, { request });
}
