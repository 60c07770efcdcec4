import { and, asc, eq, inArray } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { delegationTexts } from '@contract/features/reports/delegation/delegationRules';
import {
  effectOfSigning,
  dutiesFrom,
  type SignersFor,
  madeBy,
  type MadeStep,
  standingSteps,
} from '@contract/workflow/roundSteps';
import {
  stateAfterMove,
  type MoveCircumstances,
  type Machine,
  type Move,
  MoveRefused,
} from '@contract/workflow/stateMachine';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatDay } from '@server/base/zone';
import { assertSeenVersion, idOf, titleIn, type RowReference } from '@server/crud/assertSeenVersion';
import { wireColumns } from '@server/crud/presentRows';
import type { Resource } from '@server/crud/resource';
import { undeletedRows, scopeOf, withIds } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { onlyRow } from '@server/db/readRows';
import { workflowStepTable } from '@server/db/schema';
import { conflict, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { nameOnPaper, signRows } from '@server/signing/signRows';
import { assertUnbroken } from './assertUnbroken';
import { authorisedPeople } from './authorisedPeople';
import type { Principal } from './onBehalf';

/** The rows that a machine moves, and the field with their state. */
export interface MovedEntity {
  readonly machine: Machine;
  readonly resource: Resource;
  readonly stateField: string;
  /** Throws a Refusal if rows of one document would move without its other rows. */
  readonly assertWholeDocuments?: (tx: Orm, rows: readonly AnyRow[]) => Promise<void>;
}

/**
 * Returns stored rows, locked until the transaction ends.
 * @param requestedRows ids with the versions that the person saw
 * @throws Refusal 404 unless the viewer may see all of them
 */
export async function lockRows(
  { resource }: MovedEntity,
  tx: Orm,
  call: Call<unknown>,
  requestedRows: readonly RowReference[],
): Promise<AnyRow[]> {
  const wantedIds = [...new Set(requestedRows.map(idOf))];
  const rows = await tx
    .select(wireColumns(resource))
    .from(resource.table)
    .where(and(withIds(resource, wantedIds), undeletedRows(resource), scopeOf(resource, call.viewer)))
    .orderBy(resource.columns.id)
    .for('update');
  if (rows.length !== wantedIds.length)
    throw notFound(wantedIds.length > 1 ? '所选数据中有已删除的，未做任何修改，请刷新后重新选择' : undefined);
  assertSeenVersion(rows as AnyRow[], requestedRows, titleIn(resource));
  return rows as AnyRow[];
}

/**
 * Returns one stored row, locked until the transaction ends.
 * @param workflow machine, table and state field of the row
 * @throws Refusal 404
 */
export const lockRow = async (workflow: MovedEntity, tx: Orm, call: Call<unknown>, id: number): Promise<AnyRow> =>
  onlyRow(await lockRows(workflow, tx, call, [id]));

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
  circumstances: Omit<MoveCircumstances, 'person'>,
): void {
  try {
    stateAfterMove(machine, state, key, { ...circumstances, person: principal.id });
  } catch (error) {
    if (!(error instanceof MoveRefused) || error.code !== 'samePerson') throw error;
    const separateMoves: readonly string[] = machine.moves.find((move) => move.key === key)?.separateFrom ?? [];
    const conflictingMove = circumstances.earlier.find((step) => separateMoves.includes(step.move))?.move;
    throw new MoveRefused(
      'samePerson',
      delegationTexts.principalDid(
        principal.name,
        machine.moves.find((move) => move.key === conflictingMove)?.label ?? '',
      ),
    );
  }
}

type StepsByRow = ReadonlyMap<number, readonly MadeStep[]>;

/**
 * Returns the steps of the current round, by row.
 * @param ids ids of the rows
 * @returns steps since the row was last returned, oldest first
 */
export async function roundStepsOf(tx: Orm, machine: Machine, ids: readonly number[]): Promise<StepsByRow> {
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
async function assertNextSignerRemains(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  { machine, resource }: MovedEntity,
  rows: readonly AnyRow[],
  move: Move,
  stepsByRow: StepsByRow,
  principal: Principal | undefined,
): Promise<void> {
  if (!dutiesFrom(machine, move.to).length) return;
  const { id, nickName: name } = call.viewer.user;
  const today = formatDay(services.now(), services.env.zone);
  const signersByOrganization = new Map<number | null, SignersFor>();
  for (const row of rows) {
    const organizationSigners =
      signersByOrganization.get(row.organizationId) ?? (await authorisedPeople(tx, machine, row.organizationId, today));
    signersByOrganization.set(row.organizationId, organizationSigners);
    const refusal = effectOfSigning(
      machine,
      move,
      stepsByRow.get(row.id) ?? [],
      { id, name, ...(principal ? { principal } : {}) },
      organizationSigners,
    )?.refused;
    if (refusal)
      throw conflict(rows.length > 1 ? `${String(row[resource.entity.titleField])}：${refusal}` : refusal, 'strands');
  }
}

/** Inserts the steps of a move and returns the id of each by its row. */
async function insertSteps(
  steps: readonly (typeof workflowStepTable.$inferInsert)[],
  tx: Orm,
): Promise<ReadonlyMap<number, number>> {
  const createdSteps: { id: number; rowId: number }[] = [];
  for (let from = 0; from < steps.length; from += 500)
    createdSteps.push(
      ...(await tx
        .insert(workflowStepTable)
        .values(steps.slice(from, from + 500))
        .returning({ id: workflowStepTable.id, rowId: workflowStepTable.rowId })),
    );
  return new Map(createdSteps.map((step) => [step.rowId, step.id]));
}

interface MovedRows {
  readonly tx: Orm;
  readonly call: Call<unknown>;
  readonly rows: readonly AnyRow[];
  readonly resource: MovedEntity['resource'];
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
 * Returns the state after a move that each of the rows may make. A step on behalf of another person counts for both
 * people: nobody signs a row twice, in person or by a delegate.
 * @throws Refusal 409 where the state does not allow the move, or the person or principal may not make it
 */
function commonStateAfter(
  { machine, resource, stateField }: MovedEntity,
  rows: readonly AnyRow[],
  key: string,
  personId: number,
  stepsByRow: StepsByRow,
  { reason, onBehalf }: Pick<MoveOptions, 'reason' | 'onBehalf'>,
): string {
  const stepsDoneBy = (row: number, doer: number) =>
    madeBy(stepsByRow.get(row) ?? [], doer).map((step) => ({ move: step.move, person: doer }));
  const givenReason = reason === undefined ? {} : { reason };
  let to: string = machine.initial;
  for (const row of rows) {
    const from = String(row[stateField]);
    try {
      to = stateAfterMove(machine, from, key, {
        person: personId,
        ...givenReason,
        earlier: stepsDoneBy(row.id, personId),
      });
      if (onBehalf)
        assertPrincipalApart(machine, from, key, onBehalf, {
          ...givenReason,
          earlier: stepsDoneBy(row.id, onBehalf.id),
        });
    } catch (error) {
      if (!(error instanceof MoveRefused)) throw error;
      throw conflict(
        rows.length > 1 ? `${String(row[resource.entity.titleField])}：${error.message}` : error.message,
        error.code,
      );
    }
  }
  return to;
}

/** Writes the state of moved rows, and the further columns that change with it. */
async function writeStates(
  tx: Orm,
  { resource, stateField }: MovedEntity,
  rows: readonly AnyRow[],
  to: string,
  { userId, time, changes }: { readonly userId: number; readonly time: Date; readonly changes: object },
): Promise<void> {
  const stageSince = 'stageSince' in resource.entity.fields ? { stageSince: time } : {};
  for (const row of rows)
    await tx
      .update(resource.table)
      .set({
        [stateField]: to,
        ...stageSince,
        ...changes,
        version: row.version + 1,
        updateBy: userId,
        updateTime: time,
      } as never)
      .where(eq(resource.columns.id, row.id));
}

/**
 * Moves locked rows of one state machine, all or none: writes the state, the step (for timeline and separation of
 * duties), the signature if the move signs, and the audit line. The caller checks permissions, so that one move can
 * cause another.
 * @param options.reason reason that the move requires
 * @param options.signed whether the move signs the content
 * @param options.changes further columns to write with the state
 * @param options.onBehalf principal for whom the move is made
 * @param workflow machine, table and state field of the rows
 * @param rows locked rows in one state
 * @param key key of the move
 * @throws Refusal 409 if a row is in another state, the reason is missing, this person may not make the move, or an
 * earlier signature is no longer valid
 */
export async function moveRows(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  workflow: MovedEntity,
  rows: readonly AnyRow[],
  key: string,
  { reason, signed = false, changes = {}, onBehalf }: MoveOptions = {},
): Promise<string> {
  const { machine, resource, stateField } = workflow;
  if (!rows.length) return machine.initial;
  const { user } = call.viewer;
  const ids = rows.map(({ id }) => id);
  const move = machine.moves.find((candidate) => candidate.key === key);
  const stepsByRow = await roundStepsOf(tx, machine, ids);
  const to = commonStateAfter(workflow, rows, key, user.id, stepsByRow, { reason, onBehalf });
  if (signed && move) await assertNextSignerRemains(services, tx, call, workflow, rows, move, stepsByRow, onBehalf);
  if (signed)
    for (const row of rows)
      await assertUnbroken(services, tx, machine, { id: row.id, state: String(row[stateField]) }, move?.label ?? key);
  const personName = await nameOnPaper(tx, user);
  const time = services.now();
  await writeStates(tx, workflow, rows, to, { userId: user.id, time, changes });
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
  const stepIdByRow = await insertSteps(steps, tx);
  const hashes = signed
    ? await signRows(services, tx, {
        machine,
        entity: resource.entity.name,
        move: key,
        person: { id: user.id, userName: user.userName, nickName: personName },
        onBehalf,
        time,
        signed: rows.map((row) => ({ row, step: stepIdByRow.get(row.id) as number })),
      })
    : new Map<number, string>();
  await auditMoves({ tx, call, rows, resource, stateField, to, signed, onBehalf, hashes, reason });
  return to;
}
