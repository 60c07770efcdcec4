import { and, asc, eq, inArray } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { delegationTexts } from '@contract/features/reports/delegation/delegation';
import { apply, type Circumstances, type Machine, type Move, MoveRefused } from '@contract/workflow/machine';
import {
  afterSigning,
  dutiesFrom,
  type HandsFor,
  madeBy,
  type MadeStep,
  standingSteps,
} from '@contract/workflow/round';
import { actorOf, recordAudit } from '@server/audit/trail';
import { formatDay } from '@server/base/zone';
import { assertAsShown, idOf, titleIn, type Wanted } from '../crud/asShown';
import { wireColumns } from '../crud/present';
import type { Resource } from '../crud/resource';
import { living, scopeOf, withIds } from '../crud/scope';
import { only } from '../db/only';
import type { Orm } from '../db/orm';
import { workflowStepTable } from '../db/schema';
import { conflict, notFound } from '../http/errors';
import type { Call } from '../http/route';
import type { Services } from '../services';
import { nameOnPaper, signRows } from '../signing/sign';
import { assertUnbroken } from './assertUnbroken';
import { authorisedPeople } from './authorisedPeople';
import type { Principal } from './onBehalf';

/** The rows that a machine moves, and the field with their state. */
export interface Moved {
  readonly machine: Machine;
  readonly resource: Resource;
  readonly stateField: string;
}

/**
 * Returns stored rows, locked until the transaction ends.
 * @throws Refusal 404 unless the viewer may see all of them
 */
export async function lockRows(
  { resource }: Moved,
  tx: Orm,
  call: Call<unknown>,
  shown: readonly Wanted[],
): Promise<AnyRow[]> {
  const wanted = [...new Set(shown.map(idOf))];
  const rows = await tx
    .select(wireColumns(resource))
    .from(resource.table)
    .where(and(withIds(resource, wanted), living(resource), scopeOf(resource, call.viewer)))
    .orderBy(resource.columns.id)
    .for('update');
  if (rows.length !== wanted.length)
    throw notFound(wanted.length > 1 ? '所选数据中有已删除的，未做任何修改，请刷新后重新选择' : undefined);
  assertAsShown(rows as AnyRow[], shown, titleIn(resource));
  return rows as AnyRow[];
}

/**
 * Returns one stored row, locked until the transaction ends.
 * @throws Refusal 404
 */
export const lockRow = async (moved: Moved, tx: Orm, call: Call<unknown>, id: number): Promise<AnyRow> =>
  only(await lockRows(moved, tx, call, [id]));

interface MoveOptions {
  readonly reason?: string | undefined;
  readonly signed?: boolean;
  /** Person on whose behalf the move is made, by a delegation that the caller has checked. */
  readonly onBehalf?: Principal | undefined;
  /** Additional columns that change with the state, e.g. receiver and time. */
  readonly changes?: Readonly<Record<string, unknown>>;
}

/** Applies the separation of duties to the principal, too. */
function assertPrincipalApart(
  machine: Machine,
  state: string,
  key: string,
  principal: Principal,
  by: Omit<Circumstances, 'person'>,
): void {
  try {
    apply(machine, state, key, { ...by, person: principal.id });
  } catch (error) {
    if (!(error instanceof MoveRefused) || error.code !== 'samePerson') throw error;
    const apart: readonly string[] = machine.moves.find((one) => one.key === key)?.separateFrom ?? [];
    const done = by.earlier.find((step) => apart.includes(step.move))?.move;
    throw new MoveRefused(
      'samePerson',
      delegationTexts.principalDid(principal.name, machine.moves.find((one) => one.key === done)?.label ?? ''),
    );
  }
}

type Ways = ReadonlyMap<number, readonly MadeStep[]>;

/** Returns the steps of the current round, by row. */
export async function waysOf(tx: Orm, machine: Machine, ids: readonly number[]): Promise<Ways> {
  const table = workflowStepTable;
  const { rowId, move, fromState, toState, personId, onBehalfOf } = table;
  const steps = await tx
    .select({ rowId, move, fromState, toState, personId, onBehalfOf })
    .from(table)
    .where(and(eq(table.machine, machine.name), inArray(table.rowId, [...ids])))
    .orderBy(asc(table.id));
  return new Map(ids.map((id) => [id, standingSteps(steps.filter((step) => step.rowId === id))]));
}

/**
 * Refuses a signature after which nobody could make the next step.
 * @throws Refusal 409 `strands`
 */
async function assertOthersRemain(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  { machine, resource }: Moved,
  rows: readonly AnyRow[],
  move: Move,
  ways: Ways,
  principal: Principal | undefined,
): Promise<void> {
  if (!dutiesFrom(machine, move.to).length) return;
  const { id, nickName: name } = call.viewer.user;
  const today = formatDay(services.now(), services.env.zone);
  const hands = new Map<number | null, HandsFor>();
  for (const row of rows) {
    const of = hands.get(row.organizationId) ?? (await authorisedPeople(tx, machine, row.organizationId, today));
    hands.set(row.organizationId, of);
    const refused = afterSigning(
      machine,
      move,
      ways.get(row.id) ?? [],
      { id, name, ...(principal ? { principal } : {}) },
      of,
    )?.refused;
    if (refused)
      throw conflict(rows.length > 1 ? `${String(row[resource.entity.titleField])}：${refused}` : refused, 'strands');
  }
}

/** Inserts the steps of a move and returns the id of each by its row. */
async function insertSteps(
  steps: readonly (typeof workflowStepTable.$inferInsert)[],
  tx: Orm,
): Promise<ReadonlyMap<number, number>> {
  const made: { id: number; rowId: number }[] = [];
  for (let from = 0; from < steps.length; from += 500)
    made.push(
      ...(await tx
        .insert(workflowStepTable)
        .values(steps.slice(from, from + 500))
        .returning({ id: workflowStepTable.id, rowId: workflowStepTable.rowId })),
    );
  return new Map(made.map((step) => [step.rowId, step.id]));
}

interface MovedRows {
  readonly tx: Orm;
  readonly call: Call<unknown>;
  readonly rows: readonly AnyRow[];
  readonly resource: Moved['resource'];
  readonly stateField: string;
  readonly to: string;
  readonly signed: boolean;
  readonly onBehalf: Principal | undefined;
  readonly hashes: ReadonlyMap<number, string>;
  readonly reason: string | undefined;
}

/** Writes an audit line for each moved row. */
async function auditMoves({ tx, call, rows, resource, stateField, to, signed, onBehalf, hashes, reason }: MovedRows) {
  await recordAudit(
    tx,
    actorOf(call),
    rows.map((row) => ({
      action: 'status' as const,
      entity: resource.entity,
      entityId: row.id,
      title: String(row[resource.entity.titleField] ?? ''),
      organizationId: row.organizationId,
      before: { [stateField]: row[stateField] },
      after: {
        [stateField]: to,
        ...(signed ? { signed: true } : {}),
        ...(onBehalf ? { onBehalfOf: onBehalf.name } : {}),
        ...(hashes.has(row.id) ? { hash: hashes.get(row.id) } : {}),
      },
      ...(reason?.trim() ? { reason: reason.trim() } : {}),
    })),
  );
}

/**
 * Moves locked rows of one state machine, all or none: writes the state, the step (for timeline and separation of
 * duties), the signature if the move signs, and the audit line. The caller checks permissions, so that one move can
 * cause another.
 * @throws Refusal 409 if a row is in another state, the reason is missing, this person may not make the move, or an
 * earlier signature is no longer valid
 */
export async function moveRows(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  moved: Moved,
  rows: readonly AnyRow[],
  key: string,
  { reason, signed = false, changes = {}, onBehalf }: MoveOptions = {},
): Promise<string> {
  const { machine, resource, stateField } = moved;
  if (!rows.length) return machine.initial;
  const { user } = call.viewer;
  const ids = rows.map(({ id }) => id);
  const move = machine.moves.find((one) => one.key === key);
  // A step on behalf of another person counts for both people: nobody signs a row twice, in person or by a delegate.
  const ways = await waysOf(tx, machine, ids);
  const doneBy = (row: number, person: number) =>
    madeBy(ways.get(row) ?? [], person).map((step) => ({ move: step.move, person }));
  let to: string = machine.initial;
  for (const row of rows) {
    try {
      const said = reason === undefined ? {} : { reason };
      to = apply(machine, String(row[stateField]), key, { person: user.id, ...said, earlier: doneBy(row.id, user.id) });
      if (onBehalf)
        assertPrincipalApart(machine, String(row[stateField]), key, onBehalf, {
          ...said,
          earlier: doneBy(row.id, onBehalf.id),
        });
    } catch (error) {
      if (!(error instanceof MoveRefused)) throw error;
      throw conflict(
        rows.length > 1 ? `${String(row[resource.entity.titleField])}：${error.message}` : error.message,
        error.code,
      );
    }
  }
  if (signed && move) await assertOthersRemain(services, tx, call, moved, rows, move, ways, onBehalf);
  if (signed)
    for (const row of rows)
      await assertUnbroken(services, tx, machine, { id: row.id, state: String(row[stateField]) }, move?.label ?? key);
  const personName = await nameOnPaper(tx, user);
  const time = services.now();
  const since = 'stageSince' in resource.entity.fields ? { stageSince: time } : {};
  for (const row of rows) {
    await tx
      .update(resource.table)
      .set({
        [stateField]: to,
        ...since,
        ...changes,
        version: row.version + 1,
        updateBy: user.id,
        updateTime: time,
      } as never)
      .where(eq(resource.columns.id, row.id));
  }
  const steps = rows.map((row) => ({
    organizationId: row.organizationId,
    machine: machine.name,
    rowId: row.id,
    move: key,
    fromState: String(row[stateField]),
    toState: to,
    personId: user.id,
    personName,
    onBehalfOf: onBehalf?.id ?? null,
    onBehalfName: onBehalf?.name ?? null,
    reason: reason?.trim() || null,
    signed,
    time,
  }));
  const stepOf = await insertSteps(steps, tx);
  const hashes = signed
    ? await signRows(services, tx, {
        machine,
        entity: resource.entity.name,
        move: key,
        person: { id: user.id, userName: user.userName, nickName: personName },
        onBehalf,
        time,
        signed: rows.map((row) => ({ row, step: stepOf.get(row.id) as number })),
      })
    : new Map<number, string>();
  await auditMoves({ tx, call, rows, resource, stateField, to, signed, onBehalf, hashes, reason });
  return to;
}
