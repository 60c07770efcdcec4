import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer } from '@contract/wire';
import { preferenceTable, reportModuleTable, storedFileTable } from '@server/db/schema';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let own: number;
let other: number;
const ids: Record<string, number> = {};

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  [own, other] = [await rows.organization({ name: '甲检测中心' }), await rows.organization({ name: '乙检测中心' })];
  const role = await rows.role({ permissions: ['user:list', 'user:edit'] });
  for (const [name, organizationId] of [
    ['first', own],
    ['second', own],
    ['stranger', other],
  ] as const)
    ids[name] = await rows.user({ userName: name, organizationId, roles: [role] });
});
afterAll(() => server.close());

/** Uploads a text that then belongs to somebody else. */
async function file(organizationId: number | null): Promise<string> {
  const form = new FormData();
  form.append('fileClass', 'document');
  form.append('file', new File(['一页'], 'a.txt'));
  const upload = await server.app.request('/api/file/upload', {
    method: 'POST',
    headers: { authorization: `Bearer ${await server.login('first')}` },
    body: form,
  });
  const { body } = (await upload.json()) as Answer<{ id: string }>;
  const id = body?.id ?? '';
  await server.database.orm
    .update(storedFileTable)
    .set({ organizationId, createBy: null })
    .where(eq(storedFileTable.id, id));
  return id;
}

it('a file of another organization stays hidden, while the file of a platform template can be opened', async () => {
  const [foreign, given] = [await file(other), await file(null)];
  await server.database.orm
    .insert(reportModuleTable)
    .values({ name: '平台模板', organizationId: null, document: given } as typeof reportModuleTable.$inferInsert);
  const token = await server.login('first');
  const statusOf = async (id: string) => (await server.ask('GET', `api/file/${id}/link`, { token })).status;
  expect([await statusOf(given), await statusOf(foreign)]).toEqual([200, 404]);
});

it('a stored preference is read, changed and removed only by its owner', async () => {
  const [first, second] = [await server.login('first'), await server.login('second')];
  const path = 'api/preference/list:customer';
  const valueFor = async (token: string) => (await server.ask<{ value: unknown }>('GET', path, { token })).body.value;
  await server.ask('PUT', path, { token: first, body: { value: { columns: ['a'] } } });
  expect([await valueFor(first), await valueFor(second)]).toEqual([{ columns: ['a'] }, null]);
  await server.ask('PUT', path, { token: second, body: { value: 'b' } });
  expect([await valueFor(first), await valueFor(second)]).toEqual([{ columns: ['a'] }, 'b']);
  await server.ask('PUT', path, { token: second, body: { value: null } });
  expect([await valueFor(first), await valueFor(second)]).toEqual([{ columns: ['a'] }, null]);
  expect(await server.database.orm.select({ userId: preferenceTable.userId }).from(preferenceTable)).toEqual([
    { userId: ids['first'] },
  ]);
});
