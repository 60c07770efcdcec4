import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExpiringAccounts } from '@contract/features/system/accounts/accountExpiry';
import type { Answer, ErrorBody } from '@contract/wire';
import { organizationTable, userTable } from '@server/db/schema';
import { asStored } from '../support/asStored';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let home: number;
let keeper: string;
let serial = 0;

const yearsFromNow = (years: number) => {
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  return `${Number(today.slice(0, 4)) + years}${today.slice(4)}`.replace('02-29', '02-28');
};
const yearsAfter = (day: string, years: number) =>
  `${Number(day.slice(0, 4)) + years}${day.slice(4)}`.replace('02-29', '02-28');
const add = (more: object = {}) => {
  serial += 1;
  return server.ask<Answer<{ id: number; expiryDate: string }> & ErrorBody>('POST', 'api/user/add', {
    token: keeper,
    body: { userName: `fresh${serial}`, nickName: '新人', password: 'Harbor-67#Qz', enabled: '1', roles: [], ...more },
  });
};

beforeAll(async () => {
  server = await testServer();
  home = await server.rows.organization();
  const role = await server.rows.role({
    level: 3,
    permissions: ['list', 'add', 'edit', 'status'].map((action) => `user:${action}`),
  });
  await server.rows.user({ userName: 'keeper', organizationId: home, roles: [role], expiryDate: '2099-12-31' });
  keeper = await server.login('keeper');
});
afterAll(() => server.close());

describe('expiry date of an account', () => {
  it('a new account expires five years from today by default, or after the time set by the organization', async () => {
    expect((await add()).body.body?.expiryDate).toBe(yearsFromNow(5));
    await server.database.orm.update(organizationTable).set({ accountYears: 2 }).where(eq(organizationTable.id, home));
    expect((await add()).body.body?.expiryDate).toBe(yearsFromNow(2));
    const proposed = await server.ask<{ expiryDate: string }>('GET', 'api/user/initials', { token: keeper });
    expect(proposed.body.expiryDate).toBe(yearsFromNow(2));
    expect((await add({ expiryDate: '2031-03-01' })).body.body?.expiryDate).toBe('2031-03-01');
  });

  it('an account always has an expiry date: a new account needs one, and it cannot be removed from an existing one', async () => {
    const { status, body } = await add({ expiryDate: null });
    expect([status, body.errors]).toEqual([400, [{ field: 'expiryDate', message: '请选择到期日' }]]);
    const made = (await add()).body.body;
    const emptied = await server.ask<ErrorBody>('PUT', 'api/user/edit', {
      token: keeper,
      body: { ...made, expiryDate: null },
    });
    expect([emptied.status, emptied.body.errors?.[0]?.field]).toEqual([400, 'expiryDate']);
  });

  it('an account of an earlier version without an expiry date can still be edited', async () => {
    const old = await server.rows.user({ organizationId: home, expiryDate: null });
    const changed = await server.ask('PUT', 'api/user/status', {
      token: keeper,
      body: { ids: [old], field: 'enabled', value: '0' },
    });
    expect(changed.status).toBe(200);
  });
});

describe('expiring accounts', () => {
  it('the list of expiring accounts shows those of the next 30 days, expired ones and those without a date, and extends them together', async () => {
    const inDays = (days: number) =>
      new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
    const [soon, late, past, none] = [
      await server.rows.user({ organizationId: home, expiryDate: inDays(30) }),
      await server.rows.user({ organizationId: home, expiryDate: inDays(31) }),
      await server.rows.user({ organizationId: home, expiryDate: inDays(-1) }),
      await server.rows.user({ organizationId: home, expiryDate: null }),
    ];
    await server.rows.user({ organizationId: await server.rows.organization(), expiryDate: inDays(1) });
    await server.rows.user({ organizationId: home, expiryDate: null, isAdmin: true });
    const expiring = () => server.ask<ExpiringAccounts>('GET', 'api/user/expiring', { token: keeper });
    const told = async () => (await expiring()).body.people.map(({ id, term }) => [id, term]);
    expect(await told()).toEqual([
      [past, 'past'],
      [soon, 'soon'],
      [none, 'none'],
    ]);
    const extend = async (ids: number[], expiryDate: string) =>
      server.ask<Answer & ErrorBody>('PUT', 'api/user/expiry', {
        token: keeper,
        body: { rows: await asStored(server, userTable, ids), expiryDate },
      });
    expect((await extend([soon, past, none], inDays(-1))).body.errors?.[0]?.message).toBe('新的到期日不能早于今天');
    expect((await expiring()).body.proposed).toBe(yearsAfter(inDays(30), 2));
    expect((await extend([soon, late], inDays(31))).body.errors?.[0]?.message).toMatch(/的到期日不早于新的到期日/);
    expect((await extend([soon, past, none], '2031-06-30')).body.message).toBe('已延长3人的到期日');
    expect(await told()).toEqual([]);
    const [userRow] = await server.database.orm
      .select({ day: userTable.expiryDate })
      .from(userTable)
      .where(eq(userTable.id, late));
    expect(userRow?.day).toBe(inDays(31));
  });

  it('a batch extension of accounts extends all accounts or none, and is refused for the person’s own account', async () => {
    const [mine] = await server.database.orm
      .select({ id: userTable.id })
      .from(userTable)
      .where(eq(userTable.userName, 'keeper'));
    const other = await server.rows.user({ organizationId: home, expiryDate: '2020-01-01' });
    const expiryAnswer = await server.ask('PUT', 'api/user/expiry', {
      token: keeper,
      body: { rows: await asStored(server, userTable, [other, 999_999]), expiryDate: '2031-06-30' },
    });
    expect(expiryAnswer.status).toBe(404);
    const { status, body } = await server.ask<ErrorBody>('PUT', 'api/user/expiry', {
      token: keeper,
      body: { rows: await asStored(server, userTable, [other, mine?.id]), expiryDate: '2031-06-30' },
    });
    expect([status, body.message]).toEqual([403, '不能修改自己的到期日']);
    const [userRow] = await server.database.orm
      .select({ day: userTable.expiryDate })
      .from(userTable)
      .where(eq(userTable.id, other));
    expect(userRow?.day).toBe('2020-01-01');
  });
});
