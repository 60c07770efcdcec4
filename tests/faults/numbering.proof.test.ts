import { nextCount } from '@server/projects/numbering';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';

// QUALITY FT6: what counts projects, reports and samples, by a hundred who count at once; a tenth of them changes its mind.

let server: TestServer;
let organizationId: number;

beforeAll(async () => {
  server = await testServer();
  organizationId = await server.rows.organization({ code: 'JIA' });
});
afterAll(() => server.close());

it('FT6: gives 10,000 unique numbers to 100 workers who take 100 each, without a gap where one was given back', async () => {
  const { database } = server;
  const undone = new Error('undone');
  const given: number[] = [];
  let back = 0;
  await Promise.all(
    Array.from({ length: 100 }, async (_, worker) => {
      for (let turn = 0; turn < 100; ) {
        try {
          const number = await database.transaction(async (tx) => {
            const count = await nextCount(tx, organizationId, '样品');
            if ((worker + turn + back) % 10 === 9 && back < 1_000) throw undone;
            return count;
          });
          given.push(number);
          turn += 1;
        } catch (error) {
          if (error !== undone) throw error;
          back += 1;
        }
      }
    }),
  );
  expect(given.sort((a, b) => a - b)).toEqual(Array.from({ length: 10_000 }, (_, at) => at + 1));
  expect(back).toBeGreaterThan(100);
  measured(`${database.kind === 'postgres' ? 'PostgreSQL' : '内置数据库'}：10 000 个编号不重复、无缺号，期间撤回 ${back} 次`);
});
