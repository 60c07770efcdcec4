import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { diagnosticsOffCode } from '@contract/constants';
import type {
  MonitorFigures,
  SlowStatement,
  StatementFigures,
  StateFigures,
} from '@contract/features/system/monitorWire';
import { failures } from '@contract/messages';
import type { Page } from '@contract/wire';
import { parseEnv } from '@server/base/env';
import { createStatementLog, normalizeStatement, slowFromMs } from '@server/db/statementLog';
import { nextRun } from '@server/jobs/jobSchedule';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let admin: string;
let holder: string;

beforeAll(async () => {
  server = await testServer();
  const organizationId = await server.rows.organization();
  await server.rows.user({ userName: 'chief', isAdmin: true, organizationId });
  // Whatever a role is given: QUALITY AZ11.
  await server.rows.user({
    userName: 'holder',
    organizationId,
    roles: [await server.rows.role({ permissions: ['monitor:list', 'monitor:reset', 'apidoc:list'] })],
  });
  [admin, holder] = [await server.login('chief'), await server.login('holder')];
});
afterAll(() => server.close());

const figures = async () => (await server.ask<MonitorFigures>('GET', 'api/monitor', { token: admin })).body;
const lines = async <L>(list: 'statements' | 'slow', query = 'size=5000') =>
  (await server.ask<Page<L>>('GET', `api/monitor/${list}?${query}`, { token: admin })).body.content;
const kind = async (part: string) =>
  (await lines<StatementFigures>('statements')).find(({ sql }) => sql.includes(part));

describe('normalised statement', () => {
  it.each([
    ["select * from a where b = 'O''Brien' and c = 12.5", 'select * from a where b = ? and c = ?'],
    [
      'select "id"\n  from "t1" where "x2" = $1 and y in ($2, $3,$4)',
      'select "id" from "t1" where "x2" = ? and y in (?, …)',
    ],
    ['insert into t values ($1, $2, default), ($3, $4, default)', 'insert into t values (?, …), …'],
    ['insert into t values ($1, $2), ($3, $4), ($5, $6)', 'insert into t values (?, …), …'],
    ["select $$13800138000$$, $tag$secret$tag$, E'a\\'b'", 'select ?, ?, ?'],
    ["select 1 -- 13800138000\n, 2 /* 'x' */", 'select ? , ?'],
    ["select 'never closed 13800138000", 'select ?'],
    ['select -5 + 1e9', 'select ? + ?'],
    [
      "-- isn't one\nselect '--' || $1, '\\' as a, \"it's\" from t where b = '13800138000'",
      'select ? || ?, ? as a, "it\'s" from t where b = ?',
    ],
  ])('the SQL monitor’s normalised form of %j contains no value', (sql, normal) => {
    expect(normalizeStatement(sql)).toBe(normal);
  });
});

describe('log of statements', () => {
  it('the SQL monitor keeps a thousand kinds of statements and only counts further kinds', () => {
    const log = createStatementLog();
    for (let index = 0; index < 1100; index += 1) log.begin(`select a from table_${'x'.repeat(index)}`).done(1);
    expect(log.kinds()).toHaveLength(1000);
    expect(log.dropped).toBe(100);
    log.reset();
    expect(log.kinds()).toEqual([]);
  });
});

describe('SQL monitor', () => {
  it('the SQL monitor counts statements of one kind together, also inside transactions, and stores no value', async () => {
    const { database } = server;
    for (const secret of ['13800138000', '13900139000'])
      await database.query('select $1::text as canary_kind', [secret]);
    await database.query("select '13700137000' as canary_literal");
    await database.transaction(async (tx) => {
      await tx.execute('select generate_series(1, 7) as canary_inside');
    });
    expect(await kind('canary_kind')).toMatchObject({ count: 2, rows: 2, errors: 0, lastError: null });
    expect(await kind('canary_inside')).toMatchObject({ count: 1, rows: 7 });
    const { text } = await server.ask('GET', 'api/monitor/statements?size=5000', { token: admin });
    expect(text).not.toMatch(/13[789]0013[789]000/);
    const { mean, max, total } = (await kind('canary_kind')) as StatementFigures;
    expect(mean).toBeCloseTo(total / 2);
    expect(max).toBeGreaterThanOrEqual(mean);
  });

  it('the SQL monitor counts failures by their code, without their text', async () => {
    await expect(server.database.query('select $1::int as canary_error', ['not a number'])).rejects.toThrow();
    expect(await kind('canary_error')).toMatchObject({ count: 1, errors: 1, lastError: '22P02' });
  });

  it('the SQL monitor lists slow statements with their duration', async () => {
    await server.database.query('select pg_sleep($1), $2::text as canary_slow', [
      (slowFromMs + 50) / 1000,
      '13600136000',
    ]);
    const slow = (await lines<SlowStatement>('slow')).find(({ sql }) => sql.includes('canary_slow'));
    expect(slow?.ms).toBeGreaterThanOrEqual(slowFromMs);
    expect(slow?.time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('the SQL monitor filters, pages and sorts kinds of statements like any list', async () => {
    await server.database.query('select 1 as canary_list');
    const found = await lines<StatementFigures>('statements', 'keyword=CANARY_&sort=count,desc&size=10');
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ sql }) => sql.includes('canary_'))).toBe(true);
    expect(found.map(({ count }) => count)).toEqual(found.map(({ count }) => count).toSorted((a, b) => b - a));
    expect(await lines('statements', 'keyword=canary_list&errors=1~')).toEqual([]);
    expect(new Set((await lines<StatementFigures>('statements')).map(({ id }) => id)).size).toBeGreaterThan(3);
    expect((await server.ask('GET', 'api/monitor/statements?password=1', { token: admin })).status).toBe(400);
  });

  it('the SQL monitor shows the process and its connections', async () => {
    const { process: own, connections, database, totals } = await figures();
    expect(database).toBe(server.database.kind);
    expect(own).toMatchObject({ pid: process.pid, node: process.version });
    expect(own.memory.rss).toBeGreaterThan(own.memory.heapUsed);
    expect(own.uptime).toBeGreaterThan(0);
    expect(own.eventLoopDelay.max).toBeGreaterThanOrEqual(own.eventLoopDelay.mean);
    expect(connections.most).toBeGreaterThanOrEqual(connections.open);
    expect(totals.count).toBeGreaterThan(3);
  });

  it('the SQL monitor resets on request, and the audit trail records who did it', async () => {
    expect((await server.ask('DELETE', 'api/monitor', { token: admin })).status).toBe(200);
    expect(await kind('canary_kind')).toBeUndefined();
    const trail = await server.ask<{ content: { entity: string; action: string }[] }>(
      'GET',
      'api/auditLog?entity=monitor',
      { token: admin },
    );
    expect(trail.body.content).toMatchObject([{ entity: 'monitor', action: 'reset' }]);
  });

  it('the API documentation describes the content of a row, the filters of a list, and the address for writing a row', async () => {
    interface Schema {
      readonly required?: string[];
      readonly properties: Record<string, Record<string, unknown>>;
    }
    interface Documented {
      readonly paths: Record<string, Record<string, { parameters: { name: string }[]; requestBody?: unknown }>>;
      readonly components: { schemas: Record<string, Schema> };
    }
    const { body } = await server.ask<Documented>('GET', 'api/openapi', { token: admin });
    const unit = body.components.schemas['inspectUnit'];
    expect(unit?.required).toEqual(['unitName', 'status']);
    expect(unit?.properties).toMatchObject({
      unitName: { type: 'string', maxLength: 100, description: '单位名称' },
      workerCount: { type: ['integer', 'null'], minimum: 0, description: '职工总数，人' },
      status: { type: 'string', enum: expect.arrayContaining(['1', '2']) },
      customer: { type: ['integer', 'null'], description: '委托单位，customer的编号' },
    });
    expect(body.paths['/api/inspectUnit']?.['get']?.parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['page', 'size', 'sort', 'unitName', 'workerCount', 'customer']),
    );
    expect(body.paths['/api/inspectUnit/add']?.['post']?.requestBody).toEqual({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/inspectUnit' } } },
    });
    const refs = new Set(
      [...JSON.stringify(body.paths).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name),
    );
    expect([...refs].filter((name) => !body.components.schemas[String(name)])).toEqual([]);
  });

  it.each([
    ['GET', 'api/monitor'],
    ['GET', 'api/monitor/statements'],
    ['GET', 'api/monitor/slow'],
    ['DELETE', 'api/monitor'],
    ['GET', 'api/openapi'],
  ])(
    'the call %s %s of the SQL monitor is only for platform administrators: 401 for strangers, 403 for any role (AZ11)',
    async (method, path) => {
      const statuses = [];
      for (const token of [undefined, holder, admin]) statuses.push((await server.ask(method, path, { token })).status);
      expect(statuses).toEqual([401, 403, 200]);
      measured(`${method} ${path}：匿名 ${statuses[0]}、被授权的角色 ${statuses[1]}、平台管理员 ${statuses[2]}`);
    },
  );

  it('the SQL monitor and the API documentation answer 0 of 5 calls while disabled, also to platform administrators (AZ11)', async () => {
    expect(
      [
        parseEnv({ DEMO: 'off' }),
        parseEnv({}),
        parseEnv({ DEMO: 'off', DIAGNOSTICS: 'on' }),
        parseEnv({ DIAGNOSTICS: 'off' }),
      ].map(({ diagnostics }) => diagnostics),
    ).toEqual([false, true, true, false]);
    const closed = await testServer({ diagnostics: false });
    onTestFinished(() => closed.close());
    await closed.rows.user({ userName: 'chief', isAdmin: true });
    const token = await closed.login('chief');
    const calls = [
      ['GET', 'api/monitor'],
      ['GET', 'api/monitor/statements'],
      ['GET', 'api/monitor/slow'],
      ['DELETE', 'api/monitor'],
      ['GET', 'api/openapi'],
    ] as const;
    const answers = [];
    for (const [method, path] of calls) answers.push((await closed.ask(method, path, { token })).body);
    expect(answers).toEqual(
      calls.map(() =>
        expect.objectContaining({ status: 404, code: diagnosticsOffCode, message: failures.diagnosticsOff }),
      ),
    );
    measured(`默认（正式使用）：${calls.length} 个接口全部 404`);
  });
});

describe('system state', () => {
  const state = async (token = admin) => server.ask<StateFigures>('GET', 'api/monitor/state', { token });

  it('the system state counts refused and failed calls by route, and keeps the slowest, without their content', async () => {
    const before = (await state()).body.requests;
    await server.ask('GET', 'api/user/999999', { token: admin });
    await server.ask('GET', 'api/user?userName=13800138000', { token: admin });
    const { requests } = (await state()).body;
    expect(requests.refused - before.refused).toBe(1);
    expect(requests.total - before.total).toBeGreaterThanOrEqual(3);
    expect(requests.slowest.some(({ path }) => path === 'api/user/:id')).toBe(true);
    expect(JSON.stringify(requests)).not.toContain('13800138000');
    expect(requests.slowest.map(({ ms }) => ms)).toEqual(
      requests.slowest.map(({ ms }) => ms).sort((one, other) => other - one),
    );
  });

  it('the system state shows the disk, a missing backup, and when each background job runs next', async () => {
    const { disk, backup, jobs } = (await state()).body;
    expect(disk && disk.free > 0 && disk.free <= disk.total).toBe(true);
    expect(backup).toEqual({ configured: false, last: null });
    const cleaning = jobs.find(({ key }) => key === 'signIns');
    expect(cleaning).toEqual({
      key: 'signIns',
      title: '登录凭证清理',
      last: null,
      next: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d/),
    });
    expect(jobs.find(({ key }) => key === 'platformPush')?.next).toBeNull();
  });

  it('the system state is only for platform administrators, whether or not the SQL monitor is enabled', async () => {
    expect((await state(holder)).status).toBe(403);
  });
});

describe('next run of a job', () => {
  const zone = { now: () => new Date('2026-03-02T02:00:00Z'), env: { zone: 'Asia/Shanghai' } } as never;
  const job = (more: object) => ({
    key: 'x',
    title: 'x',
    intervalMs: 3_600_000,
    run: () => Promise.resolve(null),
    ...more,
  });
  const at = (text: string) => new Date(text).getTime();

  it.each([
    ['after its time has passed', {}, at('2026-03-02T01:30:00Z'), false, at('2026-03-02T02:30:00Z')],
    ['now where it is overdue', {}, at('2026-03-01T01:30:00Z'), false, at('2026-03-02T02:00:00Z')],
    ['at its hour of the next day', { at: '02:30' }, at('2026-03-01T18:31:00Z'), false, at('2026-03-02T18:30:00Z')],
    [
      'soon after a failure, whatever its hour',
      { at: '02:30' },
      at('2026-03-02T01:30:00Z'),
      true,
      at('2026-03-02T02:30:00Z'),
    ],
  ])('the time of a background job’s next run: %s', (_when, more, ended, failed, due) => {
    expect(nextRun(job(more), { at: ended, failed }, zone)).toBe(due);
    expect(nextRun(job(more), null, zone)).toBe(at('2026-03-02T02:00:00Z'));
  });
});
