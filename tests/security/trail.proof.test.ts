import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixedDictionaries, isFixedDictionary } from '@contract/dictionaries';
import { registry } from '@server/app/resources';
import type { Orm } from '@server/db/orm';
import type { Route } from '@server/http/route';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';
import { isUntold } from '../support/untold';
import { untoldStatement } from '../support/watchedTrail';
import { declaredGrants } from './declared';
import { deskOf } from './desk';
import { holderOf } from './people';
import { plantRows } from './plantedRows';
import { trialOf } from './trial';

// Every server test checks the audit trail of its calls (support/watchedTrail.ts); here are the calls of the router, so
// that none is left out for lack of a test.

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  await plantRows(server.database);
});
afterAll(() => server.close());

/**
 * Calls that change something: an example of a change says no more than which row it is. Of a state all that there are,
 * of which the row has one.
 */
function changing({ method, path }: Pick<Route, 'method' | 'path'>, body: unknown): readonly unknown[] {
  const [, base = '', action = ''] = /^(.*)\/(\w+)$/.exec(path) ?? [];
  const entity = registry.all.find((one) => one.entity.path === base)?.entity;
  if (method !== 'PUT' || !entity) return [body];
  const named =
    Object.entries(entity.fields).find(
      ([, { kind, readonly }]) => !readonly && (kind === 'text' || kind === 'longText'),
    )?.[0] ?? '';
  if (action === 'edit') return [{ [named]: '改后之词', ...(body as object) }];
  if (action === 'saveAll')
    return [
      { ...(body as object), rows: (body as { rows: object[] }).rows.map((row) => ({ [named]: '改后之词', ...row })) },
    ];
  if (action === 'status') {
    const { field = '' } = body as { field?: string };
    const { kind, dict } = entity.fields[field] as { kind: string; dict?: string };
    if (kind !== 'dict' || !dict || !isFixedDictionary(dict)) return [body];
    return [body, ...fixedDictionaries[dict].map(({ value }) => ({ ...(body as object), value }))];
  }
  return [body];
}

const read = async <T>(tx: Orm, statement: string): Promise<T[]> => {
  const found: unknown = await tx.execute(sql.raw(statement));
  return (Array.isArray(found) ? found : (found as { rows: unknown[] }).rows) as T[];
};

it('a row is written without an audit line in 0 calls of the router (AUD1)', async () => {
  let untold: { entity: string; id: number }[] = [];
  const desk = deskOf(
    server,
    async (tx) => void (untold = await read(tx, untoldStatement('pg_current_xact_id()::text::bigint'))),
  );
  const people = [await holderOf(server, 'holder', [...declaredGrants.keys()])];
  await server.rows.user({ userName: 'chief', isAdmin: true });
  people.push(await server.login('chief'));
  const wrong: string[] = [];
  const reached = new Set<string>();
  let written = 0;
  for (const route of desk.routes.filter(({ method }) => method !== 'GET')) {
    const call = `${route.method} ${route.path}`;
    for (const kind of ['own', 'deleted'] as const) {
      for (const who of people) {
        const trial = trialOf(route, kind);
        const found: string[][] = [];
        for (const body of changing(route, trial.body)) {
          untold = [];
          const { status } = await desk.call(route.method, { path: trial.path, body }, who);
          if (status === 200)
            found.push([...new Set(untold.map(({ entity }) => entity))].filter((entity) => !isUntold(entity, call)));
        }
        if (!found.length) continue;
        reached.add(call);
        written += found.length;
        if (found.every((names) => names.length)) wrong.push(`${call}: ${String(found[0])}`);
      }
    }
  }
  expect([...new Set(wrong)]).toEqual([]);
  expect(reached.size).toBeGreaterThan(150);
  measured(`${reached.size} 个写接口办成 ${written} 次，写入的各行 ${wrong.length} 行没有审计记录`);
});
