import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count, eq, inArray, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoTexts } from '@contract/features/system/serverTexts';
import { announcementTable, auditLogTable, builtInTable, organizationTable, userTable } from '@server/db/schema';
import { startServer } from '@server/entry/start';
import { closeDemo } from '@server/seed/demo/closeDemo';
import { playDemo } from '@server/seed/demo/play/playDemo';
import { seedDatabase } from '@server/seed/seedDatabase';
import { filledDirectory } from '../support/filledDirectory';
import { type TestServer, testServer } from '../support/server';

const accounts = [
  'sales',
  'field',
  'keeper',
  'analyst',
  'reviewer',
  'approver',
  'quality',
  'reporter',
  'enterprise',
  'auditor',
  'thirdparty',
  'admin2',
  'sales2',
];

let server: TestServer;
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'occhealth-demo-'));
  await cp(await filledDirectory(), dataDir, { recursive: true });
  server = await testServer({ demo: false }, dataDir);
});
afterAll(() => server.close());

const orm = () => server.database.orm;
const enabled = async () =>
  (
    await orm()
      .select({ userName: userTable.userName })
      .from(userTable)
      .where(eq(userTable.enabled, '1'))
      .orderBy(userTable.id)
  ).map(({ userName }) => userName);
const auditCount = async () => (await orm().select({ n: count() }).from(auditLogTable))[0]?.n;

describe('start of the server without the demonstration (SEC-18)', () => {
  it('a start without the demonstration adds no demonstration data to an organization with its own people', async () => {
    const [home] = await orm()
      .select({ id: organizationTable.id })
      .from(organizationTable)
      .orderBy(organizationTable.id)
      .limit(1);
    const real = await server.rows.user({ userName: 'zhangwei', organizationId: home?.id ?? 0 });
    await orm().delete(builtInTable).where(like(builtInTable.key, 'demo:played:%'));
    const before = await auditCount();
    await playDemo({ ...server.services, env: { ...server.services.env, demo: true } });
    expect(await auditCount()).toBe(before);
    expect(server.logged.some((line) => line.includes(demoTexts.notPlayed))).toBe(true);
    await orm().delete(userTable).where(eq(userTable.id, real));
  });

  it('a start without the demonstration disables its 13 accounts, ends their sessions, and names them to administrators', async () => {
    const token = await server.login('field');
    expect((await server.ask('GET', 'auth/info', { token })).status).toBe(200);
    const { closedAccounts, openAccounts } = await closeDemo(server.services);
    expect([[...closedAccounts].sort(), openAccounts]).toEqual([[...accounts].sort(), []]);
    expect(await enabled()).toEqual(['admin']);
    expect((await server.ask('GET', 'auth/info', { token })).status).toBe(401);
    const [message] = await orm()
      .select({ content: announcementTable.msgContent, title: announcementTable.titile })
      .from(announcementTable)
      .where(eq(announcementTable.titile, demoTexts.title));
    for (const name of accounts) expect(message?.content).toContain(name);
    const lines = await orm()
      .select({ entityId: auditLogTable.entityId })
      .from(auditLogTable)
      .where(eq(auditLogTable.reason, demoTexts.reason));
    expect(lines).toHaveLength(accounts.length);
  });

  it('a start without the demonstration keeps accounts that an administrator enabled again, and names them at each start', async () => {
    await orm()
      .update(userTable)
      .set({ enabled: '1' })
      .where(inArray(userTable.userName, ['field', 'analyst']));
    expect(await closeDemo(server.services)).toEqual({ closedAccounts: [], openAccounts: ['field', 'analyst'] });
    expect(await enabled()).toEqual(['admin', 'field', 'analyst']);
    await orm().delete(builtInTable).where(like(builtInTable.key, 'demo:played:%'));
    const before = await auditCount();
    await playDemo({ ...server.services, env: { ...server.services.env, demo: true } });
    expect(await auditCount()).toBe(before);
  });
});

it('a start without the demonstration reports the names of the disabled accounts to the operator (SEC-18)', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'occhealth-demo-'));
  await cp(await filledDirectory(), dataDir, { recursive: true });
  const reported: string[] = [];
  const running = await startServer({ ...server.services.env, dataDir, port: 0, demo: false }, (report) =>
    reported.push(...(report.closedAccounts ?? [])),
  );
  await running.stop();
  expect(reported.sort()).toEqual([...accounts].sort());
});

it('a start with DEMO=off changes no account that has the name of a demonstration account, if the installation never had the demonstration (SEC-18)', async () => {
  const own = await testServer({ demo: false });
  try {
    await seedDatabase(own.services);
    const home = await own.rows.organization();
    await own.rows.user({ userName: 'sales', organizationId: home });
    expect(await closeDemo(own.services)).toEqual({ closedAccounts: [], openAccounts: [] });
    const [userRow] = await own.database.orm
      .select({ enabled: userTable.enabled })
      .from(userTable)
      .where(eq(userTable.userName, 'sales'));
    expect(userRow?.enabled).toBe('1');
    expect(await own.database.orm.select().from(builtInTable).where(like(builtInTable.key, 'demo:%'))).toEqual([]);
  } finally {
    await own.close();
  }
});
