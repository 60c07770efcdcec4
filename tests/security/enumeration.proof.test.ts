import { afterAll, beforeAll, expect, it } from 'vitest';
import { failures } from '@contract/messages';
import type { ErrorBody } from '@contract/wire';
import { hashPassword } from '@server/auth/passwordHash';
import { measured } from '../support/measured';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  const organizationId = await server.rows.organization();
  const passwordHash = await hashPassword(testPassword);
  await server.rows.user({ userName: 'known', organizationId, passwordHash });
  await server.rows.user({ userName: 'disabled', organizationId, passwordHash, enabled: '0' });
  await server.rows.user({ userName: 'expired', organizationId, passwordHash, expiryDate: '2020-01-01' });
});
afterAll(() => server.close());

const turns = 200;

/** Returns the difference between the slowest and the fastest kind. */
function gapOf(spent: ReadonlyMap<string, number[]>): number {
  const medians = [...spent.values()].map((times) => times.sort((one, other) => one - other)[turns / 2] ?? 0);
  return Math.max(...medians) - Math.min(...medians);
}

it('unknown, disabled and existing user names get the same answer, and the medians of 200 sign-ins differ by less than 20 ms of work (AU3)', async () => {
  const names = ['known', 'disabled', 'expired', 'unknown'];
  const worked = new Map(names.map((name) => [name, [] as number[]]));
  const waited = new Map(names.map((name) => [name, [] as number[]]));
  const answers = new Set<string>();
  // Alternates, each turn beginning with another name, so that other load affects all alike. Measures CPU time, which
  // other programs do not change, and clock time, which alone includes waits.
  for (let turn = 0; turn < turns; turn += 1) {
    // Attempts at one name from many addresses are limited to one in a quarter of an hour.
    server.advance(16 * 60_000);
    for (let step = 0; step < names.length; step += 1) {
      const at = (turn + step) % names.length;
      const username = names[at] as string;
      const [started, since] = [process.cpuUsage(), performance.now()];
      const { body } = await server.ask<ErrorBody>('POST', 'auth/login', {
        body: { username, password: 'Wrong-2024#Xy' },
        ip: `198.51.${turn}.${at}`,
      });
      const { user, system } = process.cpuUsage(started);
      waited.get(username)?.push(performance.now() - since);
      worked.get(username)?.push((user + system) / 1000);
      answers.add(JSON.stringify({ ...body, requestId: '' }));
    }
  }
  expect([...answers]).toEqual([
    JSON.stringify({ status: 400, code: 'wrongLogin', message: failures.wrongLogin, requestId: '' }),
  ]);
  // Not the clock: on a busy machine its medians differ by more than any wait to detect.
  const [work, clock] = [gapOf(worked), gapOf(waited)];
  measured(
    `${names.length} 种账号轮流各登录 ${turns} 次：耗时中位数之差，处理器 ${work.toFixed(1)} ms，时钟 ${clock.toFixed(1)} ms（随机器负载波动，仅供参考）`,
    work < 20,
  );
}, 1_800_000);
