import { afterAll, beforeAll, expect, it } from 'vitest';
import { failures } from '@contract/messages';
import type { ErrorBody } from '@contract/wire';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let token: string;
let other: string;
beforeAll(async () => {
  server = await testServer();
  const organizationId = await server.rows.organization();
  await server.rows.user({
    userName: 'importer',
    organizationId,
    roles: [await server.rows.role({ permissions: ['inspectUnit:import', 'inspectUnit:list'] })],
  });
  token = await server.login('importer');
  await server.rows.user({
    userName: 'colleague',
    organizationId,
    roles: [await server.rows.role({ permissions: ['inspectUnit:import', 'inspectUnit:list'] })],
  });
  other = await server.login('colleague');
});
afterAll(() => server.close());

it('a few imports at a time are held in memory: others wait, too many are refused, and other requests are answered', async () => {
  const rows = Array.from({ length: 200 }, (_, index) => ({ line: index + 2, cells: { 单位名称: `单位${index}` } }));
  const check = () =>
    server.ask<ErrorBody>('POST', 'api/inspectUnit/import/recheck', { token, body: { mode: 'add', rows } });
  const asked = Array.from({ length: 60 }, check);
  expect((await server.ask('GET', 'api/inspectUnit', { token })).status).toBe(200);
  const answers = await Promise.all(asked);
  const refused = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(33);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.map(({ body: { code, message } }) => [code, message])).toEqual(
    refused.map(() => ['busy', failures.heavy]),
  );
  expect((await check()).status).toBe(200);
});

it('three slow request bodies of one person do not delay other people', async () => {
  const stop: (() => void)[] = [];
  const slow = () =>
    server.app.request('/api/inspectUnit/import/recheck', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"rows":['));
          stop.push(() => controller.close());
        },
      }),
      duplex: 'half',
    } as RequestInit);
  const held = [slow(), slow(), slow()];
  await server.ask('GET', 'api/inspectUnit', { token });
  const asked = server.ask('POST', 'api/inspectUnit/import/recheck', {
    token: other,
    body: { mode: 'add', rows: [{ line: 2, cells: { 单位名称: '甲' } }] },
  });
  const first = await Promise.race([asked, new Promise<null>((resolve) => setTimeout(() => resolve(null), 3_000))]);
  for (const end of stop) end();
  expect(first?.status).toBe(200);
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([400, 400, 400]);
});
