import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acceptAnswer } from '@/api/acceptAnswer';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { crud } from '@/api/crudClient';
import { downloadName } from '@/api/download';
import { readPage } from '@/api/readPage';
import { type ScopePerson, scopeParams, withoutEmpty } from '@/api/scopeParams';
import { chooseOrganization, takeUser } from '@/session/sessionStore';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import type { UserInfo } from '@contract/wire';
import { apiServer } from '../support/apiServer';
import { freshBrowser, heardFeedback, withToken } from '../support/browserState';
import { savedFiles } from '../support/savedFiles';

const api = apiServer();
const list = { method: 'get', url: 'api/inspectUnit', list: true };
const staff: ScopePerson = { organizationId: 7, isAdmin: false, isQy: false };
const enterprise: ScopePerson = { ...staff, isQy: true };
const admin: ScopePerson = { organizationId: null, isAdmin: true, isQy: false };

describe('parameters of a request', () => {
  const asked = { organizationId: 3, timeSlot: 'am', qbelongIndustry: 'C', qarea: '33', status: '1' };

  it.each([
    ['staff', staff, list, { status: '1' }],
    ['an enterprise user', enterprise, list, { timeSlot: 'am', status: '1' }],
    ['an administrator', admin, list, { organizationId: 3, timeSlot: 'am', status: '1' }],
    ['nobody yet', undefined, list, { organizationId: 3, timeSlot: 'am', status: '1' }],
    ['staff, by POST', staff, { ...list, method: 'post' }, { status: '1' }],
    [
      'an enterprise user, by POST',
      enterprise,
      { ...list, method: 'post' },
      { organizationId: 7, timeSlot: 'am', status: '1' },
    ],
    ['staff, of what is no list', staff, { ...list, list: false }, { status: '1' }],
    ['staff, of the roles', staff, { ...list, url: 'api/role' }, { 'organization.organizationId': 7, status: '1' }],
    [
      'an administrator, of the roles',
      admin,
      { ...list, url: 'api/role' },
      { 'organization.organizationId': 3, timeSlot: 'am', status: '1' },
    ],
  ])(
    'the parameters that limit a request to an organization fit a person of kind %s',
    (_who, asker, question, sent) => {
      expect(scopeParams(asked, asker, question)).toEqual(sent);
    },
  );

  it('the parameters of a request omit empty values and keep 0 and false', () => {
    expect(withoutEmpty({ a: '', b: null, c: undefined, d: [], e: ['', 'x'], f: 0, g: false, h: [''] })).toEqual({
      e: ['x'],
      f: 0,
      g: false,
    });
  });
});

describe('HTTP client', () => {
  let token: string;
  let info: UserInfo;
  let organizationId: number;
  beforeAll(async () => {
    const { rows } = api.server;
    organizationId = await rows.organization();
    const role = await rows.role({
      permissions: ['inspectUnit:list', 'inspectUnit:edit', 'inspectUnit:add', 'inspectUnit:del', 'inspectUnit:export'],
    });
    await rows.user({ userName: 'sales', organizationId, roles: [role] });
    token = await api.server.login('sales');
    info = (await api.server.ask<UserInfo>('GET', 'auth/info', { token })).body;
  });
  beforeEach(() => {
    withToken(token);
    takeUser(info);
    heardFeedback();
  });
  afterEach(() => freshBrowser());

  it('the HTTP client sends the stored token and the organization in headers', async () => {
    await client.get('auth/info');
    expect(api.calls[0]?.headers.get('authorization')).toBe(token);
    expect(api.calls[0]?.headers.get('organizationid')).toBe(String(organizationId));
  });

  it('the HTTP client sends no token and no organization before a login', async () => {
    freshBrowser();
    await client.get('auth/code');
    expect(api.calls[0]?.headers.has('authorization')).toBe(false);
    expect(api.calls[0]?.headers.has('organizationid')).toBe(false);
  });

  it('the HTTP client sends the organization chosen by an administrator, and 0 for all', async () => {
    takeUser({ ...info, user: { ...info.user, isAdmin: true } });
    chooseOrganization(42);
    await client.get('api/health');
    chooseOrganization(0);
    await client.get('api/health');
    expect(api.calls.map(({ headers }) => headers.get('organizationid'))).toEqual(['42', '0']);
  });

  it('the HTTP client ignores a chosen organization for people who are not administrators', async () => {
    chooseOrganization(42);
    await client.get('api/health');
    expect(api.calls[0]?.headers.get('organizationid')).toBe(String(organizationId));
  });

  it('the HTTP client repeats the name of an array parameter, and omits empty values and parameters that the session defines', async () => {
    await crud(inspectUnit).list({
      page: 0,
      size: 30,
      sort: 'id,desc',
      unitName: '',
      createTime: ['2024-01-01', '2024-12-31'],
      organizationId: 9,
      qarea: 'x',
    });
    expect(decodeURIComponent(api.calls[0]?.path ?? '')).toBe(
      'api/inspectUnit?page=0&size=30&sort=id,desc&createTime=2024-01-01&createTime=2024-12-31',
    );
  });

  it('the HTTP client sends the reason percent-encoded, and sends the idempotency key', async () => {
    await crud(inspectUnit).add({ unitName: '甲厂', status: '1' }, { reason: '补录', idempotencyKey: 'k-1' });
    expect(api.calls[0]?.headers.get('x-reason')).toBe(encodeURIComponent('补录'));
    expect(api.calls[0]?.headers.get('idempotency-key')).toBe('k-1');
  });

  it('the HTTP client sends X-Person, X-Reason and Idempotency-Key only to a back end that announces these features', async () => {
    takeUser({ ...info, features: [] });
    await crud(inspectUnit).add({ unitName: '别处', status: '1' }, { reason: '补录', idempotencyKey: 'k-2' });
    const sent = api.calls[0]?.headers;
    for (const name of ['x-person', 'x-reason', 'x-background', 'idempotency-key'])
      expect(sent?.has(name), name).toBe(false);
    expect(sent?.get('authorization')).toBe(token);
  });

  it('the HTTP client creates 1 row for two adds with one idempotency key (FT5)', async () => {
    const units = crud(inspectUnit);
    await Promise.all([1, 2].map(() => units.add({ unitName: '只此一家', status: '1' }, { idempotencyKey: 'twice' })));
    expect((await units.list({ unitName: '只此一家' })).totalElements).toBe(1);
  });

  it('the HTTP client repeats a write with the same key after a lost answer, and uses a new key for other content', async () => {
    const units = crud(inspectUnit);
    const add = (unitName: string) => units.add({ unitName, status: '1' }, { once: true }).catch(failureOf);
    let lost = true;
    api.intercept(
      http.post('*/api/inspectUnit/add', async ({ request }) => {
        if (!lost) return undefined;
        lost = false;
        await api.server.app.fetch(request);
        return HttpResponse.error();
      }),
    );
    expect(await add('断网厂')).toMatchObject({ kind: 'noAnswer' });
    const different = await add('另一家厂');
    const repeated = await add('断网厂');
    expect([different, repeated]).toMatchObject([{ unitName: '另一家厂' }, { unitName: '断网厂' }]);
    expect((await units.list({ unitName: '断网厂' })).totalElements).toBe(1);
    expect(await add('断网厂')).not.toMatchObject({ id: (repeated as { id: number }).id });
  });

  it('the HTTP client leaves the multipart boundary to the browser', async () => {
    const form = new FormData();
    form.append('file', new File(['x'], 'x.txt'), 'x.txt');
    api.intercept(
      http.post('*/form', async ({ request }) => HttpResponse.json([...(await request.formData()).keys()])),
    );
    const { data } = await client.post<string[]>('form', form, { headers: { 'content-type': 'multipart/form-data' } });
    expect(data).toEqual(['file']);
  });

  it('the HTTP client passes an edit conflict to the form with the current row, and shows no notice itself', async () => {
    const { notices } = heardFeedback();
    const units = crud(inspectUnit);
    const row = await units.add({ unitName: '旧厂', status: '1' });
    if (!row) throw new Error('no row');
    await units.edit({ id: row.id, version: row.version, unitName: '新厂', status: '1' });
    const failure = failureOf(
      await units
        .edit({ id: row.id, version: row.version, unitName: '另厂', status: '1' })
        .catch((error: unknown) => error),
    );
    expect(failure).toMatchObject({ status: 409, code: 'stale', current: { unitName: '新厂' } });
    expect(notices).toEqual([]);
  });

  it('the HTTP client names an exported file by time and title', async () => {
    await crud(inspectUnit).exportSheet({ query: { unitName: '厂' }, ids: [1, 2], title: '受检单位' });
    expect(savedFiles[0]?.name).toMatch(/^\d{4}-\d\d-\d\d_\d{6}-受检单位\.xlsx$/);
    expect(savedFiles[0]?.size).toBeGreaterThan(1000);
    expect(decodeURIComponent(api.calls[0]?.path ?? '')).toBe('api/inspectUnit/export?unitName=厂&ids=1,2');
    expect(downloadName('清单', 'txt', new Date(2024, 4, 1, 8, 3, 9))).toBe('2024-05-01_080309-清单.txt');
  });
});

describe('readPage', () => {
  const rows = [{ id: 1 }, { id: 2 }];
  it.each([
    ['content and totalElements', { content: rows, totalElements: 12 }, rows, 12],
    ['content null', { content: null, totalElements: 0 }, [], 0],
    ['body.records and body.total', { code: '200', message: '', body: { records: rows, total: 7 } }, rows, 7],
    ['a total in digits', { body: { records: rows, total: '7' } }, rows, 7],
    ['body.content and body.totalElements', { code: 200, body: { content: rows, totalElements: 9 } }, rows, 9],
    ['a bare array', rows, rows, 2],
    ['nothing', null, [], 0],
    ['nonsense', '<html>', [], 0],
  ])('readPage reads rows and total from an answer with %s', (_name, answer, content, totalElements) => {
    expect(readPage(answer)).toEqual({ content, totalElements });
  });
});

describe('an answer with a code in its body', () => {
  it('a deletion answered with code "400" in the body fails with the message of the answer', () => {
    const { notices } = heardFeedback();
    expect(() => acceptAnswer({ code: '400', message: '不能删除' })).toThrow('不能删除');
    expect(notices).toEqual([['error', '不能删除', { duration: 5000 }]]);
  });

  it('a relation succeeds only if the code in the body of the answer is "200"', () => {
    heardFeedback();
    expect(() => acceptAnswer({ code: '201', message: '已关联' }, 'success')).toThrow('已关联');
    expect(acceptAnswer({ code: 200, message: '', body: 5 }, 'success')).toBe(5);
  });

  it('an answer without a code in its body counts as success', () => {
    expect(acceptAnswer(null)).toBeUndefined();
    expect(acceptAnswer({ body: 1 })).toBe(1);
  });
});
