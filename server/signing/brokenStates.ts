import { sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { machines } from '@contract/subjects';
import { signatureCheckTexts } from '@contract/workflow/signatureTexts';
import type { Machine } from '@contract/workflow/stateMachine';
import { type Orm, rowsOf } from '@server/db/orm';
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

interface MovingEntity {
  readonly machine: string;
  /** Name in the audit trail. */
  readonly entity: string;
  readonly table: PgTable & { readonly id: PgColumn };
  readonly state: PgColumn;
}

const movingTables: readonly MovingEntity[] = [
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

/** Selects the audit lines about moves of an entity: row, state after the move, line. */
const statedMoves = ({ entity, state }: MovingEntity) => sql`
  select entity_id as row_id, after ->> ${fieldOf(state)} as state, id from ${auditLogTable}
  where entity = ${entity} and action = 'status' and after ->> ${fieldOf(state)} is not null`;

const fieldOf = (state: PgColumn): string => (state.name === 'stage' ? 'stage' : 'state');

/** Returns rows whose state differs from the result of their last step or of their last audit line. */
const strayedRows = (
  orm: Orm,
  movingTable: MovingEntity,
): Promise<{ id: number; state: string; told: string | null }[]> =>
  rowsOf(
    orm,
    sql`
    with step as (
      select distinct on (row_id) row_id, to_state as state from ${workflowStepTable}
      where machine = ${movingTable.machine} order by row_id, id desc
    ), line as (
      select distinct on (row_id) row_id, state from (${statedMoves(movingTable)}) moves order by row_id, id desc
    )
    select ${movingTable.table.id} as id, ${movingTable.state} as state, coalesce(line.state, step.state) as told
    from ${movingTable.table} left join step on step.row_id = ${movingTable.table.id}
    left join line on line.row_id = ${movingTable.table.id}
    where ${movingTable.state} <> coalesce(step.state, ${movingTable.state})
    or ${movingTable.state} <> coalesce(line.state, ${movingTable.state})
    order by 1`,
  );

/** Returns rows whose steps do not match the lines in the trail: a step was deleted or added. */
const unlikeTrail = (
  orm: Orm,
  movingTable: MovingEntity,
): Promise<{ id: number; steps: number; lines: number; state: string }[]> =>
  rowsOf(
    orm,
    sql`
    with step as (
      select row_id, to_state as state, count(*)::int as count from ${workflowStepTable}
      where machine = ${movingTable.machine} group by 1, 2
    ), line as (
      select row_id, state, count(*)::int as count from (${statedMoves(movingTable)}) moves group by 1, 2
    )
    select coalesce(step.row_id, line.row_id) as id, coalesce(step.count, 0) as steps, coalesce(line.count, 0) as lines, coalesce(step.state, line.state) as state
    from step full join line on line.row_id = step.row_id and line.state = step.state
    where coalesce(step.count, 0) <> coalesce(line.count, 0) order by 1`,
  );

/** Returns the states of a machine that are reached without a signature. */
function unsignedStates({ initial, moves }: Machine): string[] {
  const reachedStates = new Set<string>([initial]);
  for (let size = 0; size < reachedStates.size;) {
    size = reachedStates.size;
    for (const { from, to, signs } of moves)
      if (!signs && from.some((state) => reachedStates.has(state))) reachedStates.add(to);
  }
  return [...reachedStates];
}

/**
 * Returns rows without any step in a state that only signatures can produce: somebody wrote the state into the
 * database.
 */
const neverMoved = (
  orm: Orm,
  movingTable: MovingEntity,
  freeStates: readonly string[],
): Promise<{ id: number; state: string }[]> =>
  rowsOf(
    orm,
    sql`
    select ${movingTable.table.id} as id, ${movingTable.state} as state from ${movingTable.table}
    where ${movingTable.state} not in ${freeStates}
      and not exists (select from ${workflowStepTable}
      where machine = ${movingTable.machine} and row_id = ${movingTable.table.id})
    order by 1`,
  );

/** Returns steps of signing moves whose signature is missing. */
const unsignedSteps = (
  orm: Orm,
  movingTable: MovingEntity,
  signing: readonly string[],
): Promise<{ id: number; move: string }[]> =>
  rowsOf(
    orm,
    sql`
    select step.row_id as id, step.move from ${workflowStepTable} step
    where step.machine = ${movingTable.machine} and step.move in ${signing} and not step.signed
      and not exists (select from ${signatureTable} signature
      where signature.step = step.id and signature.machine = step.machine)
    order by step.id`,
  );

/**
 * Compares the state of every signed row, and of every row that belongs to one, with its steps and with the audit
 * trail.
 * @returns one sentence for each fault
 */
export async function findStateFaults(orm: Orm): Promise<string[]> {
  const faultTexts: string[] = [];
  for (const movingTable of movingTables) {
    const machine = machines.find(({ name }) => name === movingTable.machine);
    const label = machine?.label ?? movingTable.machine;
    const stateLabel = (state: string | null): string => machine?.states[state ?? '']?.label ?? state ?? '';
    for (const { id, state, told } of await strayedRows(orm, movingTable))
      faultTexts.push(signatureCheckTexts.state(label, id, stateLabel(state), stateLabel(told)));
    if (machine && leavesSignatures(machine.name)) {
      for (const { id, state } of await neverMoved(orm, movingTable, unsignedStates(machine)))
        faultTexts.push(signatureCheckTexts.unsignedState(label, id, stateLabel(state)));
      const signing = machine.moves.filter(({ signs }) => signs).map(({ key }) => key);
      for (const { id, move } of await unsignedSteps(orm, movingTable, signing))
        faultTexts.push(
          signatureCheckTexts.unsignedStep(label, id, machine.moves.find(({ key }) => key === move)?.label ?? move),
        );
    }
    for (const { id, steps, lines, state } of await unlikeTrail(orm, movingTable))
      faultTexts.push(signatureCheckTexts.steps(label, id, stateLabel(state), steps, lines));
  }
  return faultTexts;
}
