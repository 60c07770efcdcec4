import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { planRecordAddress, planRecordTexts } from '@contract/features/conformity/planRecord';
import type { Dashboard } from '@contract/features/home/dashboardWire';
import { permissionOf } from '@contract/permissions';
import type { Answer } from '@contract/wire';
import { formatDay } from '@server/base/zone';
import { type TestServer, testServer } from '../support/server';

// The record of an item of a yearly plan, which the person in charge fills in without the right to edit plans.

let server: TestServer;
let people: Record<'quality' | 'analyst' | 'other', number>;
const day = (ahead: number) =>
  formatDay(new Date(server.services.now().getTime() + ahead * 86_400_000), server.services.env.zone);

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  const home = await rows.organization();
  const key = (action: Parameters<typeof permissionOf>[1]) => permissionOf({ name: 'yearPlan' }, action);
  const [keeping, seeing] = [
    await rows.role({ permissions: [key('list'), key('add'), key('edit')] }),
    await rows.role({ permissions: [key('list')] }),
  ];
  const user = (userName: string, role: number, organizationId = home) =>
    rows.user({ userName, nickName: userName, organizationId, roles: [role] });
  people = {
    quality: await user('quality', keeping),
    analyst: await user('analyst', seeing),
    other: await user('other', seeing),
  };
  await user('stranger', seeing, await rows.organization());
});
afterAll(() => server.close());

async function newItem(): Promise<AnyRow> {
  const answer = await server.ask<Answer<AnyRow>>('POST', 'api/yearPlan/add', {
    token: await server.login('quality'),
    body: {
      planYear: 2026,
      planKind: 'audit',
      planTitle: '大气采样器期间核查',
      person: people.analyst,
      plannedOn: day(5),
    },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.body as AnyRow;
}
const record = async (who: string, { id, version }: AnyRow, values: object) =>
  server.ask<Answer<AnyRow> & { readonly errors?: { field: string; message: string }[] }>(
    'PUT',
    'api/yearPlan/record',
    { token: await server.login(who), body: { id, version, ...values } },
  );
const worksOf = async (who: string) =>
  ((await server.ask<Dashboard>('GET', 'api/dashboard', { token: await server.login(who) })).body.works ?? []).map(
    ({ label, path }) => [label, path],
  );

it('an item of a yearly plan is recorded by its person, who may not edit plans, and leaves the home page then', async () => {
  const item = await newItem();
  const todo = [planRecordTexts.action, planRecordAddress(item.id)];
  expect(await worksOf('analyst')).toContainEqual(todo);
  expect(await worksOf('quality')).not.toContainEqual(todo);
  const values = { doneOn: day(0), result: '修正因子1.02，合格', planTitle: '另一项' };
  const edit = await server.ask('PUT', 'api/yearPlan/edit', {
    token: await server.login('analyst'),
    body: { ...item, ...values },
  });
  expect(edit.status).toBe(403);
  const answer = await record('analyst', item, values);
  expect([answer.status, answer.body.message]).toEqual([200, planRecordTexts.saved]);
  // The plan itself stays as it was.
  expect(answer.body.body).toMatchObject({
    planTitle: '大气采样器期间核查',
    doneOn: day(0),
    result: '修正因子1.02，合格',
    version: item.version + 1,
  });
  expect(await worksOf('analyst')).not.toContainEqual(todo);
});

it('an item of a yearly plan is refused to everybody but its person, also to people who may edit plans', async () => {
  const item = await newItem();
  const values = { doneOn: day(0), result: '合格' };
  const refused = await record('quality', item, values);
  expect([refused.status, refused.body.message]).toEqual([
    403,
    planRecordTexts.otherPerson('大气采样器期间核查', 'analyst'),
  ]);
  expect((await record('other', item, values)).status).toBe(403);
  expect((await record('stranger', item, values)).status).toBe(404);
  expect((await record('analyst', { ...item, version: item.version + 7 }, values)).status).toBe(409);
});

it('the record of an item of a yearly plan needs a day that is not in the future, and a text or a file', async () => {
  const item = await newItem();
  const faults = async (values: object) => (await record('analyst', item, values)).body.errors;
  expect(await faults({})).toEqual([
    { field: 'doneOn', message: planRecordTexts.dayNeeded },
    { field: 'result', message: planRecordTexts.recordNeeded },
  ]);
  expect(await faults({ doneOn: day(1), result: '合格' })).toEqual([
    { field: 'doneOn', message: planRecordTexts.notDoneYet(day(0)) },
  ]);
  expect(await faults({ doneOn: '2026-13-40', result: '合格' })).toEqual([
    { field: 'doneOn', message: expect.any(String) },
  ]);
  expect((await record('analyst', item, { doneOn: day(0), result: '合格' })).status).toBe(200);
});

it('the basic archive of a year is planned before July (GBZ 331-2024 I.1.2.2)', async () => {
  const { body } = await server.ask<Answer<AnyRow> & { readonly errors?: { message: string }[] }>(
    'POST',
    'api/yearPlan/add',
    {
      token: await server.login('quality'),
      body: {
        planYear: 2026,
        planKind: 'archive',
        planTitle: '2026年基础档案',
        person: people.analyst,
        plannedOn: '2026-07-01',
      },
    },
  );
  expect(body.errors).toMatchObject([{ field: 'plannedOn', message: planRecordTexts.archiveBeforeJuly }]);
  const planned = await server.ask<Answer<AnyRow>>('POST', 'api/yearPlan/add', {
    token: await server.login('quality'),
    body: {
      planYear: 2026,
      planKind: 'archive',
      planTitle: '2026年基础档案',
      person: people.analyst,
      plannedOn: '2026-06-30',
    },
  });
  expect(planned.status, planned.text).toBe(200);
});
