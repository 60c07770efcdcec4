import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import type { Dashboard } from '@contract/features/home/dashboardWire';
import { entities, machines } from '@contract/subjects';
import type { Page } from '@contract/wire';
import type { Machine } from '@contract/workflow/stateMachine';
import type { Timeline } from '@contract/workflow/workflowWire';
import { registry } from '@server/app/resources';
import { auditLogTable, workflowStepTable } from '@server/db/schema';
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
const entityOf = (machine: Machine) => entities.find(({ stateMachine }) => stateMachine?.machine === machine.name);

/** Moves the planted row there and back. */
async function sendBack(machine: Machine, from: string, to: string, sender: number): Promise<AnyRow | undefined> {
  const entity = entityOf(machine);
  if (!entity?.stateMachine) throw new Error(`${machine.name} moves no entity`);
  const { table, columns } = registry.named(entity.name);
  const { orm } = server.database;
  await orm.execute(
    sql`update ${table} set ${sql.identifier(columns[entity.stateMachine.stateField]?.name ?? '')} = ${to}
      where id = ${row}`,
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

it.each(kinds)('the list shows who sent a row back, when and why: $of', async ({ machine, move }) => {
  for (const from of move.from) {
    const shown = await sendBack(machine, from, move.to, boss.id);
    expect(shown?.returned).toMatchObject({ person: '孟庆岚', reason: '数值看不清' });
  }
});

it('a row that its own author took back is not shown as returned in its list', async () => {
  const machine = machines.find(({ name }) => name === 'samplePlan') as Machine;
  expect((await sendBack(machine, 'awaitingReview', 'drafting', returner))?.returned).toBeUndefined();
});

/** Writes into the trail that a row was edited. */
const edited = (entity: string, title: string) =>
  server.database.orm.insert(auditLogTable).values({
    organizationId: planted.own,
    action: 'edit',
    entity,
    entityId: row,
    entityLabel: '数据',
    title,
    userName: '许明',
    before: { remark: '旧' },
    after: { remark: '新' },
  });

const withPage = kinds.filter(({ machine }) => machine.name !== 'sample' && machine.name !== 'labTask');

it.each(withPage)(
  'the page of a returned row lists what was changed since the return, in the row and in its parts: $of',
  async (one) => {
    const entity = entityOf(one.machine);
    if (!entity) throw new Error(one.of);
    await edited(entity.name, '退回前');
    await sendBack(one.machine, String(one.move.from[0]), one.move.to, boss.id);
    const changed = async () =>
      (await server.ask<Timeline>('GET', `${entity.path}/timeline/${row}`, { token: boss.token })).body.changed;
    expect(await changed()).toEqual({ changes: [], count: 0 });
    const parts = [entity.name, ...(entity.stateMachine?.partEntities ?? []).map((part) => part.entity)];
    for (const part of parts) await edited(part, `退回后${part}`);
    const told = await changed();
    expect(told?.changes.map(({ title }) => title)).toEqual(parts.map((part) => `退回后${part}`).reverse());
    expect(told?.count).toBe(parts.length);
    expect(told?.changes[0]).toMatchObject({ who: '许明', action: 'edit' });
    expect(told?.changes[0]?.differences[0]).toMatchObject({ before: '旧', after: '新' });
  },
);

it('every entity with workflow moves names its parts by an existing reference field', () => {
  for (const { name, fields, stateMachine } of entities)
    for (const { entity: part, by, throughField } of stateMachine?.partEntities ?? []) {
      const field = entities.find((entity) => entity.name === part)?.fields[by];
      expect([part, by, field?.kind === 'ref' && field.to]).toEqual([part, by, throughField ? 'project' : name]);
      if (throughField) expect(Object.keys(fields)).toContain(by);
    }
});

describe('home page', () => {
  const home = async () => (await server.ask<Dashboard>('GET', 'api/dashboard', { token: boss.token })).body;

  it.each(['serviceForm', 'nonconformity', 'declaration'])(
    'the home page shows a returned item other than a project to the person who had submitted it: %s',
    async (name) => {
      const machine = machines.find((machine) => machine.name === name) as Machine;
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

it('a fee settlement disputed by its recipient is reported to the person who made the settlement', async () => {
  const { orm } = server.database;
  const payee = await server.rows.user({ userName: 'payee', isAdmin: true, organizationId: planted.own });
  await orm.execute(
    sql`update settlement set state = 'awaitingConfirm', reviewer = ${payee}, create_by = ${boss.id} where id = ${row}`,
  );
  const moveAnswer = await server.ask('PUT', 'api/sfSettlement/move', {
    token: await server.login('payee'),
    body: { id: row, move: 'dispute', reason: '少一笔' },
  });
  expect(moveAnswer.status, moveAnswer.text).toBe(200);
  expect(await toldOf(server, '少一笔')).toEqual([boss.id]);
});
