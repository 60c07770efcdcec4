import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { Dashboard } from '@contract/features/home/dashboard';
import { entities, machines } from '@contract/subjects';
import type { Page } from '@contract/wire';
import type { Machine } from '@contract/workflow/machine';
import { registry } from '@server/app/resources';
import { workflowStepTable } from '@server/db/schema';
import { planted, plantRows } from '../security/plantedRows';
import { type TestServer, testServer } from '../support/server';
import { toldOf } from '../support/told';

// Work that was sent back, whatever its machine: one row of each kind is put where a return leads, with the steps that
// lead there, and its list and the home page of the person who had handed it on are read.

let server: TestServer;
let boss: { readonly id: number; readonly token: string };
const row = planted.own;
const returner = planted.own;

beforeAll(async () => {
  server = await testServer();
  await plantRows(server.database);
  const id = await server.rows.user({ userName: 'boss', nickName: '许明', isAdmin: true, organizationId: planted.own });
  boss = { id, token: await server.login('boss') };
});
afterAll(() => server.close());

/** Returning moves of a machine: with a reason, to a state from which the row had come. */
const returnsOf = (machine: Machine) =>
  machine.moves.flatMap((move) => {
    const leadsBack = machine.moves.some(
      ({ from, to, needsReason }) => !needsReason && from.includes(move.to) && move.from.includes(to),
    );
    return move.needsReason && leadsBack ? [move] : [];
  });
// A push is sent by the program; nobody hands it on.
const kinds = machines
  .filter(({ name }) => name !== 'push')
  .flatMap((machine) => returnsOf(machine).map((move) => ({ machine, move, of: `${machine.label} ${move.label}` })));
const entityOf = (machine: Machine) => entities.find(({ moved }) => moved?.by === machine.name);

/** Moves the planted row there and back. */
async function sendBack(machine: Machine, from: string, to: string, sender: number): Promise<AnyRow | undefined> {
  const entity = entityOf(machine);
  if (!entity?.moved) throw new Error(`${machine.name} moves no entity`);
  const { table, columns } = registry.named(entity.name);
  const { orm } = server.database;
  await orm.execute(
    sql`update ${table} set ${sql.identifier(columns[entity.moved.at]?.name ?? '')} = ${to} where id = ${row}`,
  );
  await orm.delete(workflowStepTable).where(eq(workflowStepTable.rowId, row));
  const step = { organizationId: planted.own, machine: machine.name, rowId: row };
  await orm.insert(workflowStepTable).values([
    { ...step, move: 'forward', fromState: to, toState: from, personId: sender, personName: '许明' },
    {
      ...step,
      move: 'back',
      fromState: from,
      toState: to,
      personId: returner,
      personName: '孟庆岚',
      reason: '数值看不清',
    },
  ]);
  const { body, status, text } = await server.ask<Page<AnyRow>>('GET', `${entity.path}?size=1000`, {
    token: boss.token,
  });
  expect(status, text).toBe(200);
  return body.content.find(({ id }) => id === row);
}

it.each(kinds)('list of a returned row says who sent it back, when and why: $of', async ({ machine, move }) => {
  for (const from of move.from) {
    const shown = await sendBack(machine, from, move.to, boss.id);
    expect(shown?.returned).toMatchObject({ person: '孟庆岚', reason: '数值看不清' });
  }
});

it('list of a returned row leaves out a row that its own person took back', async () => {
  const machine = machines.find(({ name }) => name === 'samplePlan') as Machine;
  expect((await sendBack(machine, 'awaitingReview', 'drafting', returner))?.returned).toBeUndefined();
});

describe('home page', () => {
  const home = async () => (await server.ask<Dashboard>('GET', 'api/dashboard', { token: boss.token })).body;

  it.each(['serviceForm', 'nonconformity', 'declaration'])(
    'home page shows the person who had handed it on what came back beside projects: %s',
    async (name) => {
      const machine = machines.find((one) => one.name === name) as Machine;
      const [move] = returnsOf(machine);
      if (!move) throw new Error(name);
      await sendBack(machine, String(move.from[0]), move.to, boss.id);
      const thing = (await home()).returned?.find(({ entity }) => entity === name);
      expect(thing).toMatchObject({ id: row, returned: { person: '孟庆岚', reason: '数值看不清' } });
      await sendBack(machine, String(move.from[0]), move.to, planted.deleted);
      expect((await home()).returned?.filter(({ entity }) => entity === name)).toEqual([]);
    },
  );
});

it('refused work is told to its maker though it does not go back: an amount that the payee disputes', async () => {
  const { orm } = server.database;
  const payee = await server.rows.user({ userName: 'payee', isAdmin: true, organizationId: planted.own });
  await orm.execute(
    sql`update settlement set state = 'awaitingConfirm', reviewer = ${payee}, create_by = ${boss.id} where id = ${row}`,
  );
  const made = await server.ask('PUT', 'api/sfSettlement/move', {
    token: await server.login('payee'),
    body: { id: row, move: 'dispute', reason: '少一笔' },
  });
  expect(made.status, made.text).toBe(200);
  expect(await toldOf(server, '少一笔')).toEqual([boss.id]);
});
