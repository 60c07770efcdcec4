import { sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { machines } from '@contract/subjects';
import type { Machine } from '@contract/workflow/machine';
import { walkTexts } from '@contract/workflow/signing';
import type { Orm } from '@server/db/orm';
import {
  approvalTable,
  auditLogTable,
  handOverTable,
  labCurveTable,
  labSheetTable,
  labTaskTable,
  projectTable,
  reportTable,
  samplePlanTable,
  sampleTable,
  serviceFormTable,
  signatureTable,
  workflowStepTable,
} from '@server/db/schema';
import { leavesSignatures } from './signedContent';

// Signatures do not cover a row's state, because each move changes it. Therefore a state is checked against the row's
// last step and against the audit line of each step.

interface Moving {
  readonly machine: string;
  /** Name in the audit trail. */
  readonly entity: string;
  readonly table: PgTable & { readonly id: PgColumn };
  readonly state: PgColumn;
}

const moving: readonly Moving[] = [
  { machine: 'record', entity: 'labSheet', table: labSheetTable, state: labSheetTable.state },
  { machine: 'labCurve', entity: 'labCurve', table: labCurveTable, state: labCurveTable.state },
  { machine: 'samplePlan', entity: 'samplePlan', table: samplePlanTable, state: samplePlanTable.state },
  { machine: 'handOver', entity: 'handOver', table: handOverTable, state: handOverTable.state },
  { machine: 'report', entity: 'report', table: reportTable, state: reportTable.state },
  { machine: 'approval', entity: 'approval', table: approvalTable, state: approvalTable.state },
  { machine: 'serviceForm', entity: 'serviceForm', table: serviceFormTable, state: serviceFormTable.state },
  { machine: 'project', entity: 'project', table: projectTable, state: projectTable.stage },
  { machine: 'sample', entity: 'sample', table: sampleTable, state: sampleTable.state },
  { machine: 'labTask', entity: 'labTask', table: labTaskTable, state: labTaskTable.state },
];

const rowsOf = async <R>(orm: Orm, statement: ReturnType<typeof sql>): Promise<R[]> =>
  ((await orm.execute(statement)) as unknown as { rows: R[] }).rows;

/** Selects the audit lines about moves of an entity: row, state after the move, line. */
const toldMoves = ({ entity, state }: Moving) => sql`
  select entity_id as row_id, after ->> ${fieldOf(state)} as state, id from ${auditLogTable}
  where entity = ${entity} and action = 'status' and after ->> ${fieldOf(state)} is not null`;

const fieldOf = (state: PgColumn): string => (state.name === 'stage' ? 'stage' : 'state');

/** Returns rows whose state differs from the result of their last step or of their last audit line. */
const strayed = (orm: Orm, one: Moving): Promise<{ id: number; state: string; told: string | null }[]> =>
  rowsOf(
    orm,
    sql`
    with step as (
      select distinct on (row_id) row_id, to_state as state from ${workflowStepTable} where machine = ${one.machine} order by row_id, id desc
    ), line as (
      select distinct on (row_id) row_id, state from (${toldMoves(one)}) moves order by row_id, id desc
    )
    select ${one.table.id} as id, ${one.state} as state, coalesce(line.state, step.state) as told
    from ${one.table} left join step on step.row_id = ${one.table.id} left join line on line.row_id = ${one.table.id}
    where ${one.state} <> coalesce(step.state, ${one.state}) or ${one.state} <> coalesce(line.state, ${one.state})
    order by 1`,
  );

/** Returns rows whose steps do not match the lines in the trail: a step was deleted or added. */
const unlikeTrail = (orm: Orm, one: Moving): Promise<{ id: number; steps: number; lines: number; state: string }[]> =>
  rowsOf(
    orm,
    sql`
    with step as (
      select row_id, to_state as state, count(*)::int as count from ${workflowStepTable} where machine = ${one.machine} group by 1, 2
    ), line as (
      select row_id, state, count(*)::int as count from (${toldMoves(one)}) moves group by 1, 2
    )
    select coalesce(step.row_id, line.row_id) as id, coalesce(step.count, 0) as steps, coalesce(line.count, 0) as lines, coalesce(step.state, line.state) as state
    from step full join line on line.row_id = step.row_id and line.state = step.state
    where coalesce(step.count, 0) <> coalesce(line.count, 0) order by 1`,
  );

/** Returns the states of a machine that are reached without a signature. */
function unsignedStates({ initial, moves }: Machine): string[] {
  const reached = new Set<string>([initial]);
  for (let size = 0; size < reached.size;) {
    size = reached.size;
    for (const { from, to, signs } of moves) if (!signs && from.some((state) => reached.has(state))) reached.add(to);
  }
  return [...reached];
}

/**
 * Returns rows without any step in a state that only signatures can produce: somebody wrote the state into the
 * database.
 */
const neverMoved = (orm: Orm, one: Moving, free: readonly string[]): Promise<{ id: number; state: string }[]> =>
  rowsOf(
    orm,
    sql`
    select ${one.table.id} as id, ${one.state} as state from ${one.table}
    where ${one.state} not in ${free}
      and not exists (select from ${workflowStepTable} where machine = ${one.machine} and row_id = ${one.table.id})
    order by 1`,
  );

/** Returns steps of signing moves whose signature is missing. */
const unsignedSteps = (orm: Orm, one: Moving, signing: readonly string[]): Promise<{ id: number; move: string }[]> =>
  rowsOf(
    orm,
    sql`
    select step.row_id as id, step.move from ${workflowStepTable} step
    where step.machine = ${one.machine} and step.move in ${signing} and not step.signed
      and not exists (select from ${signatureTable} signature where signature.step = step.id and signature.machine = step.machine)
    order by step.id`,
  );

/**
 * Compares the state of every signed row, and of every row that belongs to one, with its steps and with the audit
 * trail.
 * @returns one sentence for each fault
 */
export async function brokenStates(orm: Orm): Promise<string[]> {
  const broken: string[] = [];
  for (const one of moving) {
    const machine = machines.find(({ name }) => name === one.machine);
    const label = machine?.label ?? one.machine;
    const named = (state: string | null): string => machine?.states[state ?? '']?.label ?? state ?? '';
    for (const { id, state, told } of await strayed(orm, one))
      broken.push(walkTexts.state(label, id, named(state), named(told)));
    if (machine && leavesSignatures(machine.name)) {
      for (const { id, state } of await neverMoved(orm, one, unsignedStates(machine)))
        broken.push(walkTexts.unsignedState(label, id, named(state)));
      const signing = machine.moves.filter(({ signs }) => signs).map(({ key }) => key);
      for (const { id, move } of await unsignedSteps(orm, one, signing))
        broken.push(walkTexts.unsignedStep(label, id, machine.moves.find(({ key }) => key === move)?.label ?? move));
    }
    for (const { id, steps, lines, state } of await unlikeTrail(orm, one))
      broken.push(walkTexts.steps(label, id, named(state), steps, lines));
  }
  return broken;
}
