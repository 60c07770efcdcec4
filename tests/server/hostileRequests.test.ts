import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failures } from '@contract/messages';
import type { ErrorBody } from '@contract/wire';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  const organizationId = await server.rows.organization();
  await server.rows.user({ userName: 'admin', isAdmin: true, organizationId });
  token = await server.login('admin');
});
afterAll(() => server.close());

/** Sends the body as it is, not through JSON.stringify. */
async function send(
  method: string,
  path: string,
  raw: string,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<{ status: number; body: ErrorBody }> {
  const response = await server.app.request(`/${path}`, {
    method,
    headers: { authorization: token, ...headers },
    body: raw,
  });
  return { status: response.status, body: (await response.json()) as ErrorBody };
}
const query = (path: string) => server.ask<ErrorBody>('GET', path, { token });
const chinese = /[\u4e00-\u9fff]/;

describe('unusable request body', () => {
  it.each([
    ['a NUL in a setting', 'PUT', 'api/preference/x', '{"value":"\\u0000"}'],
    ['a NUL in a name of a setting', 'PUT', 'api/preference/x', '{"value":{"\\u0000":1}}'],
    ['half a character pair', 'PUT', 'api/preference/x', '{"value":["\\ud800"]}'],
    ['nesting without end', 'PUT', 'api/preference/x', `{"value":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    ['a NUL in a user name', 'POST', 'auth/login', '{"username":"a\\u0000","password":"b"}'],
    ['half a character pair in a form', 'POST', 'api/inspectUnit/add', '{"unitName":"\\udc00"}'],
    ['an id beyond every row', 'PUT', 'api/inspectUnit/edit', '{"id":1e15,"version":1}'],
    ['ids that are none', 'DELETE', 'api/inspectUnit/delete', '[[1]]'],
    ['ids beyond every row', 'PUT', 'api/inspectUnit/restore', '[2147483648]'],
    ['rows of an import that are none', 'POST', 'api/inspectUnit/import/rows', '{"rows":[7]}'],
    ['an import without its required cells', 'POST', 'api/inspectUnit/import/rows', '{"rows":[{"line":2,"cells":{}}]}'],
    [
      'an import with a prototype for a header',
      'POST',
      'api/inspectUnit/import/rows',
      '{"rows":[{"line":2,"cells":{"__proto__":"x"}}]}',
    ],
  ])('a request with an unusable body, %s, is refused in Chinese with 400', async (_, method, path, raw) => {
    const { status, body } = await send(method, path, raw);
    expect([status, body.status]).toEqual([400, 400]);
    expect(
      [body.message, ...(body.errors ?? []).map(({ message }) => message)].filter((message) => !chinese.test(message)),
    ).toEqual([]);
  });

  it('a request body of another type than JSON is refused with 415, and the refusal of a too large one names the limit', async () => {
    expect(
      (await send('POST', 'auth/login', '{"username":"a","password":"b"}', { 'content-type': 'text/plain' })).body,
    ).toMatchObject({ status: 415, code: 'notJson' });
    const large = await send('POST', 'auth/login', JSON.stringify({ username: 'x'.repeat(9000), password: 'b' }));
    expect([large.status, large.body.message]).toEqual([413, expect.stringContaining('最大8 KB')]);
  });

  it('a request whose body is not read completely ends the connection, with Connection: close', async () => {
    const sent = (path: string, init: RequestInit) =>
      server.app.request(`/${path}`, { method: 'POST', ...init, headers: { authorization: token, ...init.headers } });
    const large = await sent('api/inspectUnit/add', {
      body: JSON.stringify({ unitName: 'x'.repeat(2_000_000) }),
      headers: { 'content-type': 'application/json' },
    });
    expect([large.status, large.headers.get('connection')]).toEqual([413, 'close']);
    const form = new FormData();
    form.append('fileClass', 'image');
    form.append('file', new File(['<svg/>'], 'a.svg'));
    const upload = await sent('api/file/upload', { body: form });
    expect([upload.status, upload.headers.get('connection')]).toEqual([415, 'close']);
    const small = await sent('api/inspectUnit/add', { body: '{}', headers: { 'content-type': 'application/json' } });
    expect([small.status, small.headers.get('connection')]).toEqual([400, null]);
  });

  it.each([
    ['a list for an object', 'PUT', 'api/user/resetPassword', '[3]'],
    ['a text for a number', 'PUT', 'api/ohitAnnouncementSend/edit', '{"id":"1"}'],
    ['a word that is none of those', 'PUT', 'api/ohitAnnouncement/send', '{"id":1,"to":{"kind":"nobody"}}'],
    ['a number beyond all', 'PUT', 'api/ohitAnnouncementSend/edit', '{"id":99999999999}'],
    [
      'a text beyond all',
      'POST',
      'api/inspectUnit/import/rows',
      `{"rows":[{"line":1,"cells":{"单位名称":"${'x'.repeat(40_001)}"}}]}`,
    ],
  ])('a request body with %s is answered with errors in plain Chinese', async (_, method, path, raw) => {
    const { status, body } = await send(method, path, raw);
    expect(status).toBe(400);
    for (const text of [body.message, ...(body.errors ?? []).map(({ message }) => message)]) {
      expect(text).toMatch(chinese);
      expect(text).not.toMatch(/[a-z]{3}|无效输入|期望/i);
    }
  });
});

it('a stored preference set to null is deleted', async () => {
  for (const value of [{ a: 1 }, null, null]) {
    expect((await send('PUT', 'api/preference/x', JSON.stringify({ value }))).status).toBe(200);
    expect((await query('api/preference/x')).body).toEqual({ value });
  }
});

describe('unusable query', () => {
  it.each([
    'api/role?level=1.5',
    'api/role?level=99999999999~',
    'api/auditLog?entityId=99999999999',
    'api/inspectUnit?keyword=%00',
    'api/inspectUnit?%00=1',
    'api/familyBucket/getOrg?name=%00',
    'api/dictDetail?dictName=%00',
    'api/dictDetail/map?dictName=%00',
    'api/inspectUnit/export?organizationId=%00',
    'auth/online?id=1',
    'auth/online?ids=1&ids=2',
    'api/user?expiryDate=2024-01-01x',
    `api/inspectUnit?ids=${Array.from({ length: 5001 }, (_, index) => index + 1).join()}`,
  ])('a request with the unusable query %.60s is refused with 400', async (path) => {
    const { status, body } = await query(path);
    expect([status, chinese.test(body.message)]).toEqual([400, true]);
  });

  it.each([
    'api/samplingDay?keyword=%E6%97%A5',
    'api/labCurvePoint?keyword=5',
    'api/options/samplingDay?keyword=2026-05',
  ])('a search word in the query %s finds days and numbers as they are written', async (path) => {
    expect((await query(path)).status).toBe(200);
  });

  it.each(['api/handOver/byNo/%00', 'api/handOver/byNo/a%00b', 'api/preference/%00', 'api/auditLog/of/nothing/1'])(
    'a request with the address %s is answered not found',
    async (path) => {
      const { status, body } = await query(path);
      expect([status, chinese.test(body.message)]).toEqual([404, true]);
    },
  );

  it('a row is found by its id as written, and not by another form of the same number or a larger number', async () => {
    const { id } = (
      await server.ask<{ body: { id: number } }>('POST', 'api/dict/add', {
        token,
        body: { name: 'numbered', description: '字典' },
      })
    ).body.body;
    expect((await query(`api/dict/${id}`)).status).toBe(200);
    for (const other of [`${id}e0`, `0x${id.toString(16)}`, `0${id}`, `${id}%20`, `${id}.0`, '2147483648']) {
      const { status, body } = await query(`api/dict/${other}`);
      expect([other, status, body.message]).toEqual([other, 404, failures.notFound]);
    }
  });

  it('an unusable query of a page’s address is answered like an unusable query of the API', async () => {
    const answer = await server.ask<ErrorBody>('POST', 'assets/nothing.js');
    expect(answer.body).toMatchObject({ status: 404, code: 'notFound' });
  });
});

describe('reason in a request header', () => {
  const write = (reason: string) =>
    server.ask<ErrorBody>('POST', 'api/dict/add', {
      token,
      body: { name: `reason${reason.length}`, description: '字典' },
      headers: { 'x-reason': reason },
    });

  it('a reason with a NUL character is refused with 400', async () => {
    const { status, body } = await write('%00');
    expect([status, chinese.test(body.message)]).toEqual([400, true]);
  });

  it('a reason that is too long is cut between two characters', async () => {
    expect((await write(encodeURIComponent(`${'长'.repeat(499)}𬭎𬭎`))).status).toBe(200);
    const { body } = await server.ask<{ content: { reason: string }[] }>(
      'GET',
      'api/auditLog?entity=dict&size=1&sort=id,desc',
      { token },
    );
    expect(body.content[0]?.reason).toBe(`${'长'.repeat(499)}𬭎`);
  });
});

describe('restored row', () => {
  it('a deleted row is not restored if its owner is deleted', async () => {
    const add = async (path: string, body: object) =>
      (await server.ask<{ body: { id: number } }>('POST', `${path}/add`, { token, body })).body.body.id;
    const dict = await add('api/dict', { name: 'hostile', description: '字典' });
    const entry = await add('api/dictDetail', { dict, label: '值', value: '1', dictSort: 1 });
    expect((await server.ask('DELETE', 'api/dictDetail/delete', { token, body: [entry] })).status).toBe(200);
    expect((await server.ask('DELETE', 'api/dict/delete', { token, body: [dict] })).status).toBe(200);
    expect((await server.ask('PUT', 'api/dictDetail/restore', { token, body: [entry] })).status).toBe(404);
    expect((await server.ask('PUT', 'api/dict/restore', { token, body: [dict] })).status).toBe(200);
    expect((await server.ask('PUT', 'api/dictDetail/restore', { token, body: [entry] })).status).toBe(200);
  });
});
