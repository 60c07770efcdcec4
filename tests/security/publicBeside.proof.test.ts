import { getTableName } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixedDictionaries, isFixedDictionary } from '@contract/dictionaries';
import type { Entity } from '@contract/entity';
import { registry } from '@server/app/resources';
import { snakeCase } from '@server/db/tableOf';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';
import { declaredGrants } from './declared';
import { deskOf } from './desk';
import { holderOf } from './people';
import { fileOf, foreignMark, planted, plantContents, plantRows } from './plantedRows';
import { restores, trialOf } from './trial';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  await plantRows(server.database);
  await plantContents(server.services.files);
});
afterAll(() => server.close());

/** Returns rows of the entity that are as public as possible, one in each state. */
function publicRowsOf({ fields }: Entity): Record<string, unknown>[] {
  const states = Object.entries(fields).flatMap(([name, field]): Record<string, unknown>[] =>
    field.kind === 'dict' && isFixedDictionary(field.dict)
      ? fixedDictionaries[field.dict].map(({ value }) => ({ [snakeCase(name)]: value }))
      : field.kind === 'flag'
        ? [{ [snakeCase(name)]: true }, { [snakeCase(name)]: false }]
        : [],
  );
  return states.length ? states : [{}];
}

/** Copies own rows with new ids; unique values are changed. */
async function plantPublic(): Promise<number> {
  let [id, count] = [950_000, 0];
  for (const { entity, table } of registry.all) {
    const name = getTableName(table);
    const unique = Object.entries(entity.fields).filter(
      ([, field]) => field.unique && (field.kind === 'text' || field.kind === 'longText'),
    );
    for (const state of publicRowsOf(entity)) {
      id += 1;
      const changes = {
        ...state,
        id,
        organization_id: null,
        ...Object.fromEntries(unique.map(([field]) => [snakeCase(field), `公开${id}`])),
      };
      await server.database
        .query(
          `insert into "${name}" select (jsonb_populate_record(null::"${name}", to_jsonb(t) || $1::jsonb)).*
            from "${name}" t where t.id = $2 on conflict do nothing`,
          [JSON.stringify(changes), planted.own],
        )
        .then(
          () => (count += 1),
          () => undefined,
        );
    }
  }
  return count;
}

it('reading by id returns 0 additional rows of another organization after it has published rows of each kind, in each state (AZ1)', async () => {
  const desk = deskOf(server);
  const token = await holderOf(server, 'holder', [...declaredGrants.keys()]);
  const reads = desk.routes.filter(
    ({ method, path, permission }) => method === 'GET' && path.includes(':') && permission !== 'public',
  );
  const answers = async () =>
    Promise.all(
      reads.map(async (route) => {
        const { path } = trialOf(route, restores(route) ? 'foreignDeleted' : 'foreign');
        const { status, text } = await desk.call('GET', { path, body: undefined }, token);
        return { path, status, foreign: text.includes(foreignMark) };
      }),
    );
  const before = await answers();
  await server.database.execute('set session_replication_role = replica');
  const published = await plantPublic();
  await server.database.execute('reset session_replication_role');
  const after = await answers();
  expect(after.filter(({ foreign }) => foreign)).toEqual([]);
  expect(after.filter(({ status }, index) => status === 200 && before[index]?.status !== 200)).toEqual([]);
  expect([reads.length > 80, published > 300]).toEqual([true, true]);
  // The file of another organization, by each call that returns one.
  expect((await desk.call('GET', { path: `api/file/${fileOf('foreign')}`, body: undefined }, token)).status).toBe(404);
  measured(
    `${reads.length} 个按编号读取的接口；每种行各有公开的（${published} 行，含各状态）时，他机构的行答出 ${after.filter(({ foreign }) => foreign).length} 个`,
  );
});
