import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';
import { createApp } from '@server/app/createApp';
import { allRoutes } from '@server/app/routes';
import type { Call, Route } from '@server/http/route';
import type { Services } from '@server/services';
import { callOf, type Claimed, inForm, markOf, ownWrites, unasked, withClaims } from './claims';

/** One request that carried claims, or a handler that read a body itself. */
export interface ClaimedCall {
  readonly call: string;
  /** Test file of the request. */
  readonly file: string;
  readonly status: number;
  readonly fields: number;
  readonly objects: number;
  readonly open: readonly string[];
  /** Refused with the claims, and accepted without them. */
  readonly refused: boolean;
  /** Number of rows that the call wrote. */
  readonly rows: number;
  /** Where a claimed value is in a table or an answer. */
  readonly written: readonly string[];
}

const bodyReaders: ReadonlySet<string | symbol> = new Set([
  'body',
  'json',
  'text',
  'arrayBuffer',
  'formData',
  'blob',
  'bytes',
  'clone',
]);

/** Returns the route and reports if its handler reads the request body itself instead of the parsed one. */
function watched(route: Route, tell: (call: string) => void): Route {
  if (route.form) return route;
  const seen = <T extends object>(whole: T, names: ReadonlySet<string | symbol>): T =>
    new Proxy(whole, {
      get(target, name) {
        if (names.has(name)) tell(callOf(route));
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value;
      },
    });
  return {
    ...route,
    handle: (call) =>
      route.handle(
        Object.create(call, {
          request: { value: seen((call as Call).request, bodyReaders) },
          context: { value: seen((call as Call).context, new Set(['req'])) },
        }) as never,
      ),
  };
}

const matcherOf = ({ path }: Route): RegExp =>
  new RegExp(`^/${path.replace(/[.]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`);

/** Returns a form with the claims before its own fields; undefined where it is a stream. */
function formWith(init: RequestInit): RequestInit | undefined {
  const { body } = init;
  if (body instanceof FormData) {
    const form = new FormData();
    for (const [name, value] of [...inForm, ...body]) form.append(name, value);
    return { ...init, body: form };
  }
  const headers = new Headers(init.headers);
  const [, boundary] = /boundary=(.+)$/.exec(headers.get('content-type') ?? '') ?? [];
  if (!(body instanceof Uint8Array) || !boundary) return undefined;
  const claims = inForm
    .map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('');
  const whole = Buffer.concat([Buffer.from(claims), body]);
  if (headers.has('content-length')) headers.set('content-length', String(whole.byteLength));
  return { ...init, headers, body: whole };
}

/**
 * Returns the API in which every module-specific write also gets values that nobody may set (QUALITY AZ6): the tests'
 * expectations must still hold, and none of the values may be stored in a table. Each attempt is written to `report`, a
 * line each.
 */
export function claimingApp(
  services: Services,
  report: string,
  routes: readonly Route[] = allRoutes(services),
): ReturnType<typeof createApp> {
  const { database } = services;
  const say = (line: Partial<ClaimedCall>) => appendFileSync(report, `${JSON.stringify(line)}\n`);
  const app = createApp(
    services,
    routes.map((route) =>
      watched(route, (call) => say({ call, written: ['a handler that reads its body by itself'] })),
    ),
  );
  const own = ownWrites(services, routes)
    .map((route) => ({ route, pattern: matcherOf(route) }))
    .sort((one, other) => Number(one.route.path.includes(':')) - Number(other.route.path.includes(':')));
  let reading: string | undefined;

  async function writtenSince(xid: string): Promise<{ rows: number; written: string[] }> {
    const tables =
      reading ??
      (
        await database.query<{ name: string }>(
          `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
        )
      )
        .map(
          ({ name }) =>
            `select '${name}' as name, to_jsonb(t)::text as words from ${name} t where t.xmin::text::bigint >= $1`,
        )
        .join(' union all ');
    reading = tables;
    const rows = await database.query<{ name: string; words: string }>(tables, [xid]);
    return {
      rows: rows.length,
      written: rows.flatMap(({ name, words }) => (markOf(words) ? [`${name}: ${words.slice(0, 300)}`] : [])),
    };
  }
  const strong = async (): Promise<string> =>
    JSON.stringify(await database.query(`select id, is_admin, is_qy, is_outside from "user" order by id`));

  /** Returns the request with its claims; undefined where it is not such a write, or incomplete. */
  function claimed(
    route: Route,
    init: RequestInit,
  ): (Omit<Claimed, 'body'> & { readonly init: RequestInit; readonly administrator: boolean }) | undefined {
    const json = (body: unknown): RequestInit => ({
      ...init,
      headers: { ...(init.headers as Record<string, string>), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (route.form) {
      const form = formWith(init);
      return form && { init: form, fields: inForm.length, objects: 1, open: [], administrator: false };
    }
    let said: unknown;
    try {
      said = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    } catch {
      return undefined;
    }
    if (!route.body)
      return {
        init: json({ ...unasked, ...(said as object | undefined) }),
        fields: Object.keys(unasked).length,
        objects: 1,
        open: [],
        administrator: false,
      };
    if (said === undefined) return undefined;
    const { body, ...counted } = withClaims(route, said);
    return {
      ...counted,
      init: json(body),
      administrator: typeof said === 'object' && said !== null && 'isAdmin' in said,
    };
  }

  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const { method = 'GET' } = init;
    const at = new URL(path, 'http://localhost').pathname;
    const route =
      method === 'GET' ? undefined : own.find((one) => one.route.method === method && one.pattern.test(at))?.route;
    const asked = route && claimed(route, init);
    if (!asked?.fields) return app.request(path, init);
    const before = await strong();
    const [now] = await database.query<{ xid: string }>('select pg_current_xact_id()::text as xid');
    const greedy = await app.request(path, asked.init);
    const words = greedy.headers.get('content-type')?.includes('json') ? await greedy.clone().text() : '';
    const { rows, written } = await writtenSince(now?.xid ?? '0');
    const mark = markOf(words);
    if (mark) written.push(`answered: ${words.slice(0, 300)}`);
    if (!asked.administrator && (await strong()) !== before) written.push('user: more than before');
    // A refusal of a body with arbitrary names is repeated without them; elsewhere a refusal is the subject of the
    // test.
    const again = asked.open.length > 0 && greedy.status === 400 ? await app.request(path, init) : undefined;
    const refused = again !== undefined && again.status < 400;
    say({
      call: callOf(route as Route),
      file: expect.getState().testPath ?? '',
      status: greedy.status,
      fields: asked.fields,
      objects: asked.objects,
      open: asked.open,
      refused,
      rows,
      written,
    });
    return refused ? again : greedy;
  }
  return Object.assign(Object.create(app) as typeof app, { request });
}
