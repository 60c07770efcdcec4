import { failures } from '@contract/messages';
import type { ErrorBody } from '@contract/wire';
import { hashPassword } from '@server/modules/auth/password';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('AU3: an unknown, a disabled and an expired name are answered like a known one, and the medians of 200 sign-ins each lie less than 20 ms of work apart', async () => {
  const names = ['known', 'disabled', 'expired', 'unknown'];
  const spent = new Map(names.map((name) => [name, [] as number[]]));
  const answers = new Set<string>();
  // Turn by turn, and by the work done, which other programs of the machine do not change.
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [at, username] of names.entries()) {
      const started = process.cpuUsage();
      const { body } = await server.ask<ErrorBody>('POST', 'auth/login', { body: { username, password: 'Wrong-2024#Xy' }, ip: `198.51.${turn}.${at}` });
      const { user, system } = process.cpuUsage(started);
      spent.get(username)?.push((user + system) / 1000);
      answers.add(JSON.stringify({ ...body, requestId: '' }));
    }
  }
  expect([...answers]).toEqual([JSON.stringify({ status: 400, code: 'wrongLogin', message: failures.wrongLogin, requestId: '' })]);
  const medians = names.map((name) => spent.get(name)?.sort((one, other) => one - other)[turns / 2] ?? 0);
  const gap = Math.max(...medians) - Math.min(...medians);
  measured(`${names.length} 种账号各登录 ${turns} 次：耗时中位数之差 ${gap.toFixed(1)} ms`, gap < 20);
}, 1_800_000);
