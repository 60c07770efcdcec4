import { afterAll, beforeAll, expect, it } from 'vitest';
import { vehicle } from '@contract/features/vehicles/entities/vehicle';
import { withRuleFaults } from '@server/crud/importing/ruleFaults';
import type { OperationContext } from '@server/crud/operations';
import type { Policy } from '@server/crud/policy';
import { vehicleTable } from '@server/db/schema';
import { conflict, invalid } from '@server/http/errors';
import { type TestServer, testServer } from '../support/server';

// The rules of the write as faults of an import's check.

let server: TestServer;
let home: number;
beforeAll(async () => {
  server = await testServer();
  home = await server.rows.organization({});
});
afterAll(() => server.close());

const rowOf = (plateNo: string, state: 'add' | 'update' | 'error' = 'add') => ({
  line: 4,
  cells: { 车牌号: plateNo, 核定座位数: '5' },
  draft: { plateNo, seats: 5 },
  errors: [],
  state,
  existing: null,
});
const checked = (beforeSave: Policy['beforeSave'], rows: ReturnType<typeof rowOf>[]) => {
  const viewer = {
    user: { id: 1, isAdmin: false, organizationId: home },
    organizationId: home,
    permissions: new Set(),
  };
  const desk = {
    services: server.services,
    resource: { entity: vehicle, policy: { beforeSave }, fields: vehicle.fields },
    call: { viewer, maybeViewer: viewer },
  };
  return withRuleFaults(desk as unknown as OperationContext, rows as never, {}, {});
};

it('a rule’s refusal in a check of rows is shown at the cell of its field, or at the title cell, and does not affect other rows', async () => {
  const refuse: Policy['beforeSave'] = async ({ plateNo }) => {
    if (plateNo === '浙A1') throw invalid([{ field: 'seats', message: '座位太少' }]);
    if (plateNo === '浙A2') throw conflict('车已报废');
    return {};
  };
  const rows = await checked(
    refuse,
    ['浙A1', '浙A2', '浙A3'].map((no) => rowOf(no)),
  );
  expect(rows.map(({ state, errors }) => [state, errors])).toEqual([
    ['error', [{ header: '核定座位数', message: '座位太少', value: '5' }]],
    ['error', [{ header: '车牌号', message: '车已报废', value: '浙A2' }]],
    ['add', []],
  ]);
});

it('a policy that refuses a row of an import leaves none of its own writes, and is not applied to rows already refused', async () => {
  const asked: unknown[] = [];
  const write: Policy['beforeSave'] = async ({ plateNo }, { tx, dry }) => {
    asked.push(plateNo, dry);
    await tx
      .insert(vehicleTable)
      .values({ plateNo: String(plateNo), vehicleName: '试', seats: 5, status: '1', organizationId: home });
    return {};
  };
  await checked(write, [rowOf('浙B1'), rowOf('浙B2', 'error')]);
  expect(asked).toEqual(['浙B1', true]);
  expect(await server.database.orm.select().from(vehicleTable)).toEqual([]);
});

it('an error thrown by a rule, other than a refusal, is passed on to the caller', async () => {
  const broken: Policy['beforeSave'] = () => Promise.reject(new Error('broken'));
  await expect(checked(broken, [rowOf('浙C1')])).rejects.toThrow('broken');
});
