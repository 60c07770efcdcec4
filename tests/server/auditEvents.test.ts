import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { ChainReport } from '@contract/features/system/auditChainReport';
import type { Answer } from '@contract/wire';
import { registry } from '@server/app/resources';
import { insertRow, insertRows } from '@server/crud/operations';
import { auditLogTable } from '@server/db/schema';
import { systemCall } from '@server/http/systemCall';
import { measured } from '../support/measured';
import { testPassword } from '../support/rows';
import { type Asked, type TestServer, testServer } from '../support/server';
import { png, sendForm } from '../support/uploads';

type Event = typeof auditLogTable.$inferSelect;

let server: TestServer;
let token: string;
let home: number;
let person: number;
let project: number;
let unit: number;

beforeAll(async () => {
  server = await testServer();
  home = await server.rows.organization({ name: '甲检测中心' });
  const permissions = ['list', 'add', 'edit', 'copy', 'del', 'restore', 'export'].map((action) => `customer:${action}`);
  const roles = [
    await server.rows.role({
      level: 1,
      permissions: [...permissions, 'project:list', 'project:terminate', 'role:list', 'role:edit', 'auditLog:list'],
    }),
  ];
  person = await server.rows.user({ userName: 'sales', nickName: '王敏', organizationId: home, roles, isAdmin: true });
  unit = await server.rows.inspectUnit({ organizationId: home });
  project = await server.rows.project({ organizationId: home, belongInspect: unit, stage: 'draft' });
  token = await server.login('sales');
});
afterAll(() => server.close());

/** Calls with 1 line each so far, by action. */
const heard = new Map<string, number>();
const note = (events: readonly Event[]): void => {
  const [only, ...more] = events;
  if (only?.action && more.length === 0) heard.set(only.action, (heard.get(only.action) ?? 0) + 1);
};

/** Returns the lines that one request left in the audit trail. */
const linesOf = (headers: Headers): Promise<Event[]> =>
  server.database.orm
    .select()
    .from(auditLogTable)
    .where(eq(auditLogTable.requestId, headers.get('x-request-id') ?? ''))
    .orderBy(auditLogTable.id);
async function eventsOf(headers: Headers): Promise<Event[]> {
  const events = await linesOf(headers);
  note(events);
  return events;
}

async function onlyEvent(method: string, path: string, asked: Asked = {}): Promise<Event> {
  const answer = await server.ask(method, path, { token, ...asked });
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.anything()]);
  const events = await eventsOf(answer.headers);
  expect(
    events.map(({ action }) => action),
    path,
  ).toHaveLength(1);
  return events[0] as Event;
}

describe('audit trail with exactly 1 line per call (AUD1)', () => {
  let customer: AnyRow;
  const customers = async (): Promise<AnyRow> =>
    (await server.ask<AnyRow>('GET', `api/customer/${customer.id}`, { token })).body;
  const who = () => ({ createBy: person, userName: '王敏（sales）', ip: '192.0.2.1', organizationId: home });

  it('the audit trail records who, when by the server’s clock, from where, on what, before and after, and why', async () => {
    const addAnswer = await server.ask<Answer<AnyRow>>('POST', 'api/customer/add', {
      token,
      body: { customerName: '杭州泰隆机械有限公司', contact: '周敏', phone: '13800138000' },
      headers: { date: 'Thu, 01 Jan 1970 00:00:00 GMT' },
    });
    customer = addAnswer.body.body as AnyRow;
    const [added, ...more] = await eventsOf(addAnswer.headers);
    expect(more).toEqual([]);
    expect(added).toMatchObject({
      ...who(),
      action: 'add',
      entity: 'customer',
      entityId: customer.id,
      title: '杭州泰隆机械有限公司',
      before: null,
      after: { contact: '周敏' },
    });
    expect(Math.abs((added?.createTime.getTime() ?? 0) - Date.now())).toBeLessThan(600_000);
    expect(
      await onlyEvent('PUT', 'api/customer/edit', {
        body: { ...customer, contact: '李强' },
        headers: { 'x-reason': encodeURIComponent('联系人离职') },
      }),
    ).toMatchObject({ ...who(), action: 'edit', before: { contact: '周敏' }, after: { contact: '李强' } });
  });

  it('the audit trail records a deletion and the restoring of the row', async () => {
    expect(await onlyEvent('DELETE', 'api/customer/delete', { body: [customer.id] })).toMatchObject({
      ...who(),
      action: 'del',
      entityId: customer.id,
      before: { contact: '李强' },
    });
    expect(await onlyEvent('PUT', 'api/customer/restore', { body: [customer.id] })).toMatchObject({
      ...who(),
      action: 'restore',
      entityId: customer.id,
    });
    expect((await customers()).contact).toBe('李强');
  });

  it('the audit trail records the export of a list', async () => {
    expect(await onlyEvent('GET', 'api/customer/export?sort=id,desc')).toMatchObject({
      ...who(),
      action: 'export',
      entity: 'customer',
      after: { count: 1 },
    });
  });

  it('the audit trail records an upload and a download', async () => {
    const sent = await sendForm<Answer<{ id: string }>>(server, 'api/file/upload', {
      token,
      name: '营业执照.png',
      content: png(),
      fields: { fileClass: 'image' },
    });
    const { id } = sent.body.body as { id: string };
    expect(
      (await eventsOf(sent.headers)).map(({ action, title, after }) => [action, title, (after as { id: string }).id]),
    ).toEqual([['upload', '营业执照.png', id]]);
    expect(await onlyEvent('GET', `api/file/${id}`)).toMatchObject({
      ...who(),
      action: 'download',
      title: '营业执照.png',
    });
  });

  it('the audit trail records a workflow move with its reason', async () => {
    expect(
      await onlyEvent('PUT', 'api/project/move', { body: { id: project, move: 'terminate', reason: '企业停产' } }),
    ).toMatchObject({
      ...who(),
      action: 'status',
      entity: 'project',
      entityId: project,
      before: { stage: 'draft' },
      after: { stage: 'terminated' },
      reason: '企业停产',
    });
  });

  it('the audit trail records a change of a role’s permissions', async () => {
    const role = await server.rows.role({
      name: '业务员',
      level: 9,
      organizationId: home,
      permissions: ['customer:list'],
    });
    const { body } = await server.ask<AnyRow>('GET', `api/role/${role}`, { token });
    expect(
      await onlyEvent('PUT', 'api/role/menu', { body: { id: role, version: body.version, menus: [] } }),
    ).toMatchObject({
      ...who(),
      organizationId: home,
      action: 'permission',
      entity: 'role',
      entityId: role,
      after: { menus: [] },
    });
  });

  it('the audit trail records a sign-in, a wrong password, and a sign-out', async () => {
    const key = (password: string) =>
      server.ask<{ token?: string }>('POST', 'auth/login', {
        body: { username: 'sales', password, code: '', uuid: '' },
        ip: '192.0.2.9',
      });
    const wrong = await key('Falsch-2026#x');
    const right = await key(testPassword);
    expect((await eventsOf(wrong.headers)).map(({ action }) => action)).toEqual(['loginFailed']);
    expect((await eventsOf(right.headers)).map(({ action, createBy }) => [action, createBy])).toEqual([
      ['login', person],
    ]);
    const left = await server.ask('DELETE', 'auth/logout', { token: right.body.token ?? '', ip: '192.0.2.9' });
    expect((await eventsOf(left.headers)).map(({ action }) => action)).toEqual(['logout']);
  });

  it('the audit trail covers all actions: add, edit, delete, restore, export, move, grant, sign in and sign out', () => {
    expect([...heard.keys()]).toEqual(
      expect.arrayContaining([
        'add',
        'edit',
        'del',
        'restore',
        'export',
        'upload',
        'download',
        'status',
        'permission',
        'login',
        'loginFailed',
        'logout',
      ]),
    );
    measured(`${[...heard.values()].reduce((sum, count) => sum + count, 0)} 次操作（${heard.size} 种），各恰好 1 条`);
  });

  it('the audit trail has no line for a read or a refused write', async () => {
    for (const { headers } of [
      await server.ask('GET', 'api/customer', { token }),
      await server.ask('POST', 'api/customer/add', { token, body: { contact: '没有名称' } }),
      await server.ask('PUT', 'api/customer/edit', { token, body: { ...(await customers()), version: 1 } }),
    ]) {
      expect(await eventsOf(headers)).toEqual([]);
    }
  });
});

describe('history of a row', () => {
  it('the history of a row is shown only to people who may see the row', async () => {
    const row = await server.rows.customer({ organizationId: home });
    for (const [userName, permissions, status] of [
      ['reader', ['customer:list'], 200],
      ['passer', ['auditLog:list', 'customer:add'], 403],
    ] as const) {
      await server.rows.user({
        userName,
        organizationId: home,
        roles: [await server.rows.role({ permissions: [...permissions] })],
      });
      expect(
        (await server.ask('GET', `api/auditLog/of/customer/${row}`, { token: await server.login(userName) })).status,
        userName,
      ).toBe(status);
    }
  });
});

describe('verification of the audit trail', () => {
  it('the verification of the audit trail is for readers of the trail, and writes an audit line itself', async () => {
    const answer = await server.ask<ChainReport>('POST', 'api/auditLog/verify', { token });
    expect(answer.body).toMatchObject({ broken: [], last: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) } });
    const [lines] = await server.database.query<{ n: number }>('select count(*)::int as n from audit_log');
    expect(answer.body.count).toBe((lines?.n ?? 0) - 1);
    expect(
      (await eventsOf(answer.headers)).map(({ action, after }) => [action, (after as { count: number }).count]),
    ).toEqual([['verify', answer.body.count]]);
    await server.rows.user({
      userName: 'field',
      organizationId: home,
      roles: [await server.rows.role({ permissions: ['customer:list'] })],
    });
    expect((await server.ask('POST', 'api/auditLog/verify', { token: await server.login('field') })).status).toBe(403);
  });

  it('the verification of the audit trail names a line altered past the database triggers', async () => {
    const [line] = await server.database.query<{ id: number }>(`select id from audit_log where action = 'add'`);
    await server.database.execute(
      `begin; set local session_replication_role = replica; update audit_log set title = '别的公司'
        where id = ${String(line?.id)}; commit`,
    );
    const { body } = await server.ask<ChainReport>('POST', 'api/auditLog/verify', { token });
    expect(body.broken).toEqual([{ fault: 'altered', seq: expect.any(Number), auditId: line?.id }]);
  });
});

describe('rows added together', () => {
  it('rows added in one batch leave the same audit lines in the same order as rows added one by one', async () => {
    const desk = {
      services: server.services,
      registry,
      resource: registry.named('settlement'),
      call: systemCall('导入'),
    };
    const draft = (settlementNo: string) => ({
      settlementNo,
      reviewer: person,
      fromOn: '2026-01-01',
      untilOn: '2026-03-31',
      feeCount: 2,
      total: '0012.50',
      stageSince: '2026-04-01 08:30:00',
      paidOn: null,
      remark: '引号"与\\换行\n',
    });
    await server.database.transaction(async (tx) => {
      await insertRow(desk, tx, draft('alone'), { action: 'import' }, home);
      await insertRows(desk, tx, [draft('first'), { ...draft('second'), remark: null }, draft('third')], home);
    });
    const [alone, ...many] = await server.database.orm
      .select()
      .from(auditLogTable)
      .where(eq(auditLogTable.entity, 'settlement'))
      .orderBy(auditLogTable.id);
    expect(many.map(({ title }) => title)).toEqual(['first', 'second', 'third']);
    expect(alone?.after).toMatchObject({
      total: '12.50',
      stageSince: '2026-04-01 08:30:00',
      state: 'awaitingConfirm',
      paidOn: null,
    });
    for (const line of many) {
      const { id, entityId, title, createTime } = line;
      expect({
        ...alone,
        id,
        entityId,
        title,
        createTime,
        after: { ...(alone?.after as object), settlementNo: title, ...(title === 'second' ? { remark: null } : {}) },
      }).toEqual(line);
    }
  });
});
