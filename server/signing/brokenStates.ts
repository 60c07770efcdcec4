import { sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { machines } from '@contract/subjects';
import { signatureCheckTexts } from '@contract/workflow/signatureTexts';
import type { Machine } from '@contract/workflow/stateMachine';
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

const movingTables: readonly Moving[] = [
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
const strayedRows = (orm: Orm, moving: Moving): Promise<{ id: number; state: string; told: string | null }[]> =>
  rowsOf(
    orm,
    sql`
    with step as (
      select distinct on (row_id) row_id, to_state as state from ${workflowStepTable} where machine = ${moving.machine} order by row_id, id desc
    ), line as (
      select distinct on (row_id) row_id, state from (${toldMoves(moving)}) moves order by row_id, id desc
    )
    select ${moving.table.id} as id, ${moving.state} as state, coalesce(line.state, step.state) as told
    from ${moving.table} left join step on step.row_id = ${moving.table.id} left join line on line.row_id = ${moving.table.id}
    where ${moving.state} <> coalesce(step.state, ${moving.state}) or ${moving.state} <> coalesce(line.state, ${moving.state})
    order by 1`,
  );

/** Returns rows whose steps do not match the lines in the trail: a step was deleted or added. */
const unlikeTrail = (
  orm: Orm,
  moving: Moving,
): Promise<{ id: number; steps: number; lines: number; state: string }[]> =>
  rowsOf(
    orm,
    sql`
    with step as (
      select row_id, to_state as state, count(*)::int as count from ${workflowStepTable} where machine = ${moving.machine} group by 1, 2
    ), line as (
      select row_id, state, count(*)::int as count from (${toldMoves(moving)}) moves group by 1, 2
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
const neverMoved = (
  orm: Orm,
  moving: Moving,
  freeStates: readonly string[],
): Promise<{ id: number; state: string }[]> =>
  rowsOf(
    orm,
    sql`
    select ${moving.table.id} as id, ${moving.state} as state from ${moving.table}
    where ${moving.state} not in ${freeStates}
      and not exists (select from ${workflowStepTable} where machine = ${moving.machine} and row_id = ${moving.table.id})
    order by 1`,
  );

/** Returns steps of signing moves whose signature is missing. */
const unsignedSteps = (orm: Orm, moving: Moving, signing: readonly string[]): Promise<{ id: number; move: string }[]> =>
  rowsOf(
    orm,
    sql`
    select step.row_id as id, step.move from ${workflowStepTable} step
    where step.machine = ${moving.machine} and step.move in ${signing} and not step.signed
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
  for (const moving of movingTables) {
    const machine = machines.find(({ name }) => name === moving.machine);
    const label = machine?.label ?? moving.machine;
    const stateLabel = (state: string | null): string => machine?.states[state ?? '']?.label ?? state ?? '';
    for (const { id, state, told } of await strayedRows(orm, moving))
      broken.push(signatureCheckTexts.state(label, id, stateLabel(state), stateLabel(told)));
    if (machine && leavesSignatures(machine.name)) {
      for (const { id, state } of await neverMoved(orm, moving, unsignedStates(machine)))
        broken.push(signatureCheckTexts.unsignedState(label, id, stateLabel(state)));
      const signing = machine.moves.filter(({ signs }) => signs).map(({ key }) => key);
      for (const { id, move } of await unsignedSteps(orm, moving, signing))
        broken.push(
          signatureCheckTexts.unsignedStep(label, id, machine.moves.find(({ key }) => key === move)?.label ?? move),
        );
    }
    for (const { id, steps, lines, state } of await unlikeTrail(orm, moving))
      broken.push(signatureCheckTexts.steps(label, id, stateLabel(state), steps, lines));
  }
  return broken;
}
