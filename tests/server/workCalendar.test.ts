import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { workCalendarTexts } from '@contract/features/projects/workingDays';
import { dictDetail } from '@contract/features/system/entities/dict';
import { permissionOf } from '@contract/permissions';
import type { Answer, ErrorBody } from '@contract/wire';
import { dictDetailTable } from '@server/db/schema';
import { dueAfterIssue } from '@server/features/projects/workCalendar';
import { type TestServer, testServer } from '../support/server';

// Working days as maintained by administrators: public holidays and make-up days are entries of two dictionaries.

let server: TestServer;
let own: number;
let other: number;
let keeper: string;
const dicts: Record<string, number> = {};

beforeAll(async () => {
  server = await testServer();
  [own, other] = [await server.rows.organization(), await server.rows.organization()];
  await server.rows.user({ userName: 'chief', isAdmin: true, organizationId: own });
  await server.rows.user({
    userName: 'keeper',
    organizationId: own,
    roles: [
      await server.rows.role({
        permissions: (['list', 'add', 'edit', 'del'] as const).map((action) => permissionOf(dictDetail, action)),
      }),
    ],
  });
  const chief = await server.login('chief');
  keeper = await server.login('keeper');
  for (const name of ['publicHoliday', 'makeUpWorkday'])
    dicts[name] = (await server.ask<Answer<AnyRow>>('POST', 'api/dict/add', { token: chief, body: { name } })).body.body
      ?.id as number;
});
afterAll(() => server.close());

const add = (name: string, value: string) =>
  server.ask<Answer<AnyRow> & ErrorBody>('POST', 'api/dictDetail/add', {
    token: keeper,
    body: { dict: dicts[name], label: '节假日', value, dictSort: 1 },
  });
const due = async (organizationId: number, issuedOn: string | null) =>
  dueAfterIssue(server.database.orm, organizationId, issuedOn);

it('working days without entered holidays exclude only weekends, and this is stated', async () => {
  expect(await due(own, '2026-09-30')).toEqual({
    reportBy: '2026-10-21',
    publishBy: '2026-10-28',
    archiveBy: '2026-10-28',
    keepUntil: '2041-09-30',
    unlisted: ['2026'],
  });
});

it('the holiday dictionary accepts days and periods, and reports other entries', async () => {
  expect((await add('publicHoliday', '10月1日')).body.errors).toEqual([
    { field: 'value', message: workCalendarTexts.badDays },
  ]);
  expect((await add('makeUpWorkday', '2026-02-30')).status).toBe(400);
  expect((await add('publicHoliday', '2026-10-01至2026-10-07')).status).toBe(200);
  expect((await add('makeUpWorkday', '2026-10-10')).status).toBe(200);
});

it('working days follow the holiday entries of the own organization only', async () => {
  expect(await due(own, '2026-09-30')).toMatchObject({
    reportBy: '2026-10-27',
    publishBy: '2026-11-03',
    archiveBy: '2026-11-03',
    unlisted: [],
  });
  expect(await due(other, '2026-09-30')).toMatchObject({ reportBy: '2026-10-21', unlisted: ['2026'] });
});

it('a disabled holiday entry is ignored', async () => {
  const { orm } = server.database;
  const off = (disabled: boolean) =>
    orm.update(dictDetailTable).set({ disabled }).where(eq(dictDetailTable.value, '2026-10-10'));
  await off(true);
  expect(await due(own, '2026-09-30')).toMatchObject({ reportBy: '2026-10-28' });
  await off(false);
  expect(await due(own, '2026-09-30')).toMatchObject({ reportBy: '2026-10-27' });
});

it('no due date exists before a report is issued, nor for a report from before GBZ 331-2024', async () => {
  expect([await due(own, null), await due(own, '2025-04-30')]).toEqual([null, null]);
});
