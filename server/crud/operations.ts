import { and, count, eq, gt, inArray, max, notInArray, sql } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { failures } from '@contract/messages';
import { type FieldError, fieldSchema } from '@contract/schema';
import type { Page } from '@contract/wire';
import { actorOf, type AuditAction, recordAudit, recordInserted } from '@server/audit/trail';
import { breathe } from '@server/base/breathe';
import { insertsOf } from '../db/each';
import type { Orm } from '../db/orm';
import { conflict, invalid, notFound, stale } from '../http/errors';
import type { Call } from '../http/route';
import type { Services } from '../services';
import { once } from './idempotent';
import { present, wireColumns } from './present';
import { listQuery, type Query, withBeside } from './query';
import { assertReferences, checkedDraft } from './references';
import type { Registry, Resource } from './resource';
import { assertOwned, assertUnlocked, assertWritable, living, organizationForNew, scopeOf, withIds } from './scope';
import { seenBy } from './seenBy';
import {
  changeEvents,
  columnsOf,
  duplicatedIn,
  duplicateOf,
  event,
  initialsOf,
  pinyinFor,
  saveJoins,
  storedTelling,
  wireFields,
  withInitials,
} from './stored';

/** What every operation needs. Tests, seeds and other modules call the operations too, not only HTTP. */
export interface Desk {
  readonly services: Services;
  readonly registry: Registry;
  readonly resource: Resource;
  readonly call: Call<unknown>;
}

const zoneOf = (desk: Desk) => desk.services.env.zone;

/** From this offset, pages are found by ids in the list's index before rows are read. */
const farPage = 1000;

/**
 * Returns a page of the rows that the viewer may see. Count and rows use the same condition.
 * @throws Refusal 400 for an invalid query
 */
export async function listRows(desk: Desk, query: Query): Promise<Page<AnyRow>> {
  const { services, registry, call } = desk;
  const resource = seenBy(desk.resource, call.viewer);
  const { orm } = services.database;
  const scope = scopeOf(resource, call.viewer);
  const { where, orderBy, beside, indexed, limit, offset } = listQuery(resource, query, zoneOf(desk), scope, registry);
  const narrowed = and(scope, where);
  const page = withBeside(orm.select({ id: resource.columns.id }).from(resource.table).$dynamic(), beside)
    .where(narrowed)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset);
  const [rows, [total]] = await Promise.all([
    // Without an index the database sorts every match. Sorting ids first and fetching one page of rows costs half as
    // much.
    indexed && !beside.length && offset < farPage
      ? orm
          .select(wireColumns(resource))
          .from(resource.table)
          .where(narrowed)
          .orderBy(...orderBy)
          .limit(limit)
          .offset(offset)
      : withBeside(orm.select(wireColumns(resource)).from(resource.table).$dynamic(), beside)
          .where(inArray(resource.columns.id, page))
          .orderBy(...orderBy),
    orm.select({ total: count() }).from(resource.table).where(narrowed),
  ]);
  return { content: await present(orm, registry, resource, rows, zoneOf(desk)), totalElements: total?.total ?? 0 };
}

/**
 * Returns those of the rows that the viewer may see, by id.
 * @param lock holds the rows until the transaction ends
 * @param deleted reads the recycle bin
 */
export async function find(
  desk: Desk,
  orm: Orm,
  ids: readonly number[],
  lock: boolean,
  deleted = false,
): Promise<AnyRow[]> {
  const { registry, call } = desk;
  const resource = seenBy(desk.resource, call.viewer);
  const alive = deleted ? sql`${resource.columns.deleteTime} is not null` : living(resource);
  const select = orm
    .select(wireColumns(resource))
    .from(resource.table)
    .where(and(withIds(resource, ids), alive, scopeOf(resource, call.viewer)))
    .orderBy(resource.columns.id);
  const rows = lock ? await select.for('update') : await select;
  return present(orm, registry, resource, rows, zoneOf(desk));
}

/**
 * Returns one row.
 * @throws Refusal 404 where the viewer may not see it
 */
export async function getRow(desk: Desk, id: number, orm: Orm = desk.services.database.orm): Promise<AnyRow> {
  const [row] = await find(desk, orm, [id], false);
  if (!row) throw notFound();
  return row;
}

/**
 * Returns and locks all of the rows.
 * @throws Refusal 404 if one is missing: a foreign id among fifty changes nothing (QUALITY AZ4)
 */
async function findAll(desk: Desk, tx: Orm, ids: readonly number[], deleted = false): Promise<AnyRow[]> {
  const wanted = [...new Set(ids)];
  const rows = await find(desk, tx, wanted, true, deleted);
  if (rows.length !== wanted.length) throw notFound(failures.someGone);
  return rows;
}

interface SaveOptions {
  readonly action: AuditAction;
}

/** Returns the organization of a new row: that of the whole for a part (`partOf`), else the given one. */
export async function ownerOf(
  { resource, registry, call }: Desk,
  tx: Orm,
  draft: Readonly<Record<string, unknown>>,
  organizationId: number | null,
): Promise<number | null> {
  const name = resource.policy.partOf;
  const field = name === undefined ? undefined : resource.entity.fields[name];
  if (name === undefined || field?.kind !== 'ref') return organizationId;
  const whole = registry.named(field.to);
  const [found] = await tx
    .select({ organizationId: whole.columns.organizationId })
    .from(whole.table)
    .where(and(eq(whole.columns.id, draft[name] as number), living(whole)));
  if (!found) throw notFound(`所选${field.label}不存在或已被删除`);
  const owner = found.organizationId as number | null;
  if (call.maybeViewer) assertWritable(resource, call.maybeViewer, { organizationId: owner });
  return owner;
}

/**
 * Inserts a validated draft with the columns that the policy adds.
 * @returns the id; the caller writes the audit trail
 */
export async function storeNew(
  desk: Desk,
  tx: Orm,
  draft: Readonly<Record<string, unknown>>,
  organizationId: number | null,
  action: AuditAction = 'add',
): Promise<number> {
  const { resource, call, services } = desk;
  assertOwned(resource, organizationId);
  const more =
    (await resource.policy.beforeSave?.({ ...draft }, { ...desk, tx, before: null, organizationId, action })) ?? {};
  const values = { ...withInitials(initialsOf(resource), draft), ...more };
  const userId = call.maybeViewer?.user.id ?? null;
  // The same clock as later moves and edits, so that creation never comes after them.
  const now = services.now();
  try {
    const [inserted] = await tx
      .insert(resource.table)
      .values({
        ...columnsOf(resource, values, services.env.zone),
        ...pinyinFor(resource, values),
        organizationId,
        createBy: userId,
        updateBy: userId,
        createTime: now,
        updateTime: now,
      } as never)
      .returning({ id: resource.columns.id });
    const id = inserted?.id as number;
    await saveJoins(tx, resource, id, values);
    return id;
  } catch (error) {
    throw duplicateOf(error, resource, values);
  }
}

/** Inserts one validated draft in the caller's transaction and writes the audit trail. */
export async function insertRow(
  desk: Desk,
  tx: Orm,
  draft: Readonly<Record<string, unknown>>,
  { action }: SaveOptions,
  callersOrganization: number | null,
): Promise<AnyRow> {
  const { resource, call } = desk;
  const organizationId = await ownerOf(desk, tx, draft, callersOrganization);
  const id = await storeNew(desk, tx, draft, organizationId, action);
  const [row] = await find(desk, tx, [id], false);
  // The creator can't see the row only if the scope is wrong; the row would be lost.
  if (!row) throw notFound();
  try {
    await resource.policy.afterSave?.(row, { ...desk, tx, before: null, organizationId });
  } catch (error) {
    throw duplicateOf(error, resource, draft);
  }
  await recordAudit(tx, actorOf(call), [event(resource, action, row, { after: wireFields(resource, row) })]);
  return row;
}

/** Rows per statement. The embedded database runs in this thread, so a long statement blocks everybody. */
const together = { postgres: 1000, pglite: 80 } as const;

/** Returns the ids of the rows that this transaction inserted into a table, above an id that it had before. */
async function insertedAfter(tx: Orm, { columns, table }: Resource, last: number): Promise<number[]> {
  const rows = await tx
    .select({ id: columns.id })
    .from(table)
    .where(and(gt(columns.id, last), sql`${table}.xmin = pg_current_xact_id()::xid`))
    .orderBy(columns.id);
  return rows.map((row) => row.id as number);
}

/**
 * Inserts many validated drafts (an import) in the caller's transaction: in batches, unless the policy has hooks for
 * each row. Every row gets its own line in the audit trail.
 * @returns the ids of the new rows
 */
export async function insertRows(
  desk: Desk,
  tx: Orm,
  drafts: readonly Readonly<Record<string, unknown>>[],
  organizationId: number | null,
): Promise<number[]> {
  const { resource, call, services } = desk;
  if (resource.policy.beforeSave || resource.policy.afterSave || Object.keys(resource.joins).length) {
    const ids: number[] = [];
    for (const draft of drafts) ids.push((await insertRow(desk, tx, draft, { action: 'import' }, organizationId)).id);
    return ids;
  }
  assertOwned(resource, organizationId);
  const [held] = await tx.select({ last: max(resource.columns.id) }).from(resource.table);
  const userId = call.maybeViewer?.user.id ?? null;
  const now = services.now();
  const initials = initialsOf(resource);
  const same = { organizationId, createBy: userId, updateBy: userId, createTime: now, updateTime: now };
  const telling = storedTelling(resource, zoneOf(desk));
  const most = together[services.database.kind];
  for (let from = 0; from < drafts.length; from += most) {
    await breathe();
    const values = drafts
      .slice(from, from + most)
      .map((draft) =>
        Object.assign(
          columnsOf(resource, withInitials(initials, draft), zoneOf(desk)),
          pinyinFor(resource, draft),
          same,
        ),
      );
    try {
      for (const insert of insertsOf(resource.table, values))
        await recordInserted(tx, actorOf(call), { action: 'import', entity: resource.entity }, insert, telling);
    } catch (error) {
      throw duplicateOf(error, resource, duplicatedIn(error, resource));
    }
  }
  return insertedAfter(tx, resource, Number(held?.last ?? 0));
}

const isId = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= 2_147_483_647;

/**
 * Checks the organization that an administrator chose for a new row.
 * @throws Refusal 400 for one that does not exist
 */
async function assertOrganization({ resource, registry, call }: Desk, tx: Orm, wanted: unknown): Promise<void> {
  if (!call.viewer.user.isAdmin || resource.entity.scope === 'platform' || wanted === undefined || wanted === null)
    return;
  const organizations = registry.named('organization');
  const found = isId(wanted)
    ? await tx
        .select({ id: organizations.columns.id })
        .from(organizations.table)
        .where(and(eq(organizations.columns.id, wanted), living(organizations)))
    : [];
  if (!found.length) throw invalid([{ field: 'organizationId', message: '所属机构不存在或已被删除' }]);
}

/**
 * Adds a row, or a copy of one (another permission and another word in the audit trail).
 * @throws Refusal 400 with the faulty fields; 404 for an unknown reference
 */
export async function addRow(
  desk: Desk,
  input: Record<string, unknown>,
  action: 'add' | 'copy' = 'add',
): Promise<AnyRow> {
  const { resource, services, call } = desk;
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      await assertOrganization(desk, tx, input.organizationId);
      const organizationId = organizationForNew(resource, call.viewer, input.organizationId);
      assertWritable(resource, call.viewer, { organizationId });
      return insertRow(
        desk,
        tx,
        await checkedDraft(
          desk,
          tx,
          { ...initialsOf(resource), ...(await resource.policy.initials?.(tx, services, organizationId)), ...input },
          null,
          resource.policy.partOf ? null : organizationId,
        ),
        { action },
        organizationId,
      );
    }),
  );
}

/** Updates a row with a validated draft and the columns that the policy adds; the caller writes the audit trail. */
export async function storeChange(
  desk: Desk,
  tx: Orm,
  before: AnyRow,
  draft: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { resource, call, services } = desk;
  const more =
    (await resource.policy.beforeSave?.(
      { ...draft },
      { ...desk, tx, before, organizationId: before.organizationId },
    )) ?? {};
  const values = { ...draft, ...more };
  try {
    await tx
      .update(resource.table)
      .set({
        ...columnsOf(resource, values, services.env.zone),
        ...pinyinFor(resource, { ...before, ...values }),
        version: before.version + 1,
        updateBy: call.maybeViewer?.user.id ?? null,
        updateTime: services.now(),
      } as never)
      .where(eq(resource.columns.id, before.id));
  } catch (error) {
    throw duplicateOf(error, resource, values);
  }
  await saveJoins(tx, resource, before.id, values);
}

/**
 * Updates a locked, visible row in the caller's transaction and writes the audit trail. Fields absent in `input` stay.
 */
export async function updateRow(
  desk: Desk,
  tx: Orm,
  before: AnyRow,
  input: Readonly<Record<string, unknown>>,
  { action }: SaveOptions,
): Promise<AnyRow> {
  const { resource, call } = desk;
  const context = { ...desk, tx, before, organizationId: before.organizationId };
  assertWritable(resource, call.viewer, before);
  await resource.policy.assertOpen?.(before, context);
  assertUnlocked(resource, before, 'edit');
  // Setting the value that a row already has writes nothing: a new version would have no line in the audit trail.
  if (action === 'status' && Object.entries(input).every(([name, value]) => before[name] === value)) return before;
  const draft = await checkedDraft(desk, tx, { ...before, ...input }, before);
  await storeChange(desk, tx, before, draft);
  const [after] = await find(desk, tx, [before.id], false);
  if (!after) throw notFound();
  await resource.policy.afterSave?.(after, context);
  await recordAudit(tx, actorOf(call), changeEvents(resource, action, before, after, draft));
  return after;
}

/**
 * Edits one row whose `version` must be the stored one.
 * @throws Refusal 400 with the faulty fields; 404; 409 `stale` with the current row, `locked`
 */
export async function editRow(desk: Desk, input: Record<string, unknown>): Promise<AnyRow> {
  const { id, version } = input;
  const errors: FieldError[] = [];
  if (!isId(id)) errors.push({ field: 'id', message: '请求不完整，请刷新页面后重试' });
  if (!Number.isInteger(version)) errors.push({ field: 'version', message: '缺少版本号，请刷新后重试' });
  if (errors.length) throw invalid(errors);
  return desk.services.database.transaction((tx) =>
    once(tx, desk.call, async () => {
      const [before] = await find(desk, tx, [Number(id)], true);
      if (!before) throw notFound();
      if (before.version !== version) throw stale(before);
      return updateRow(desk, tx, before, input, { action: 'edit' });
    }),
  );
}

/**
 * Returns one row to the state before anyone edited it.
 * @throws Refusal 404; whatever the policy refuses
 */
export async function resetRow(desk: Desk, id: number): Promise<void> {
  const { services, registry, call } = desk;
  const { policy } = desk.resource;
  await services.database.transaction((tx) =>
    once(tx, call, async () => {
      const [row] = await find(desk, tx, [id], true);
      if (!row) throw notFound();
      const context = { services, registry, tx, call };
      await policy.assertOpen?.(row, context);
      await policy.resets?.(row, context);
      return null;
    }),
  );
}

/**
 * Soft-deletes rows: they leave every list and can be restored.
 * @throws Refusal 404; 409 where a row is locked or referenced
 */
export async function deleteRows(desk: Desk, ids: readonly number[]): Promise<void> {
  const { services, call } = desk;
  await services.database.transaction((tx) =>
    once(tx, call, async () => {
      await removeRows(desk, tx, await findAll(desk, tx, ids));
      return null;
    }),
  );
}

/**
 * Soft-deletes locked, visible rows in the caller's transaction and writes the audit trail.
 * @param besides entities whose references do not hold a row
 */
export async function removeRows(
  desk: Desk,
  tx: Orm,
  rows: readonly AnyRow[],
  besides: readonly string[] = [],
): Promise<void> {
  const { resource, services, call } = desk;
  const context = { ...desk, tx };
  for (const row of rows) {
    assertWritable(resource, call.viewer, row);
    await resource.policy.assertOpen?.(row, context);
    assertUnlocked(resource, row, 'del');
  }
  await resource.policy.beforeDelete?.(rows, context);
  await assertUnreferenced(desk, tx, rows, besides);
  await tx
    .update(resource.table)
    .set({ deleteTime: services.now(), deleteBy: call.viewer.user.id } as never)
    .where(
      withIds(
        resource,
        rows.map((row) => row.id),
      ),
    );
  await resource.policy.afterDelete?.(rows, context);
  await recordAudit(
    tx,
    actorOf(call),
    rows.map((row) => event(resource, 'del', row, { before: wireFields(resource, row) })),
  );
}

/** Refuses the deletion of a row that another undeleted row references. */
async function assertUnreferenced(
  { registry, resource }: Desk,
  tx: Orm,
  rows: readonly AnyRow[],
  besides: readonly string[],
): Promise<void> {
  const ids = rows.map((row) => row.id);
  for (const other of registry.all) {
    if (besides.includes(other.entity.name)) continue;
    for (const [name, field] of Object.entries(other.entity.fields)) {
      if (field.kind === 'ref' && field.to === resource.entity.name) {
        const column = other.columns[name];
        if (!column) continue;
        const [user] = await tx
          .select({ id: other.columns.id })
          .from(other.table)
          .where(
            and(
              inArray(column, ids),
              living(other),
              other === resource ? notInArray(other.columns.id, ids) : undefined,
            ),
          )
          .limit(1);
        if (user)
          throw conflict(
            `${resource.entity.label}已被${other.entity.label}使用，不能删除；不再使用时请停用`,
            'referenced',
          );
      }
    }
  }
}

/** A row can be restored only while the rows it references exist; lists of ids (roles, units) may have lost some. */
const referencesOf = ({ entity }: Resource, row: AnyRow) =>
  Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, field]) => (field.kind === 'ref' ? [[name, row[name]]] : [])),
  );

/**
 * Restores deleted rows.
 * @throws Refusal 404 where a referenced row was deleted meanwhile; 409 where a unique value was taken
 */
export async function restoreRows(desk: Desk, ids: readonly number[]): Promise<void> {
  const { resource, services, call } = desk;
  await services.database.transaction((tx) =>
    once(tx, call, async () => {
      const rows = await findAll(desk, tx, ids, true);
      for (const row of rows) {
        assertWritable(resource, call.viewer, row);
        await resource.policy.assertOpen?.(row, { ...desk, tx });
        assertUnlocked(resource, row, 'edit');
        await assertReferences(desk, tx, referencesOf(resource, row), null);
        try {
          await tx
            .update(resource.table)
            .set({ deleteTime: null, deleteBy: null, version: row.version + 1 } as never)
            .where(eq(resource.columns.id, row.id));
        } catch (error) {
          throw duplicateOf(error, resource, row);
        }
      }
      await resource.policy.afterRestore?.(rows, { ...desk, tx });
      await recordAudit(
        tx,
        actorOf(call),
        rows.map((row) => event(resource, 'restore', row, { after: wireFields(resource, row) })),
      );
      return null;
    }),
  );
}

/**
 * Changes one field of many rows, all or none (SPEC §4, status change by ids).
 * @throws Refusal 400 for a field that can't be changed this way
 */
export async function setStatus(desk: Desk, ids: readonly number[], field: string, value: unknown): Promise<void> {
  const { resource, services } = desk;
  const described = Object.hasOwn(resource.entity.fields, field) ? resource.entity.fields[field] : undefined;
  if (!described || described.readonly || (described.kind !== 'dict' && described.kind !== 'flag')) {
    throw invalid([{ field: 'field', message: '该字段不能批量变更' }]);
  }
  const result = fieldSchema(described).safeParse(value);
  if (!result.success) throw invalid([{ field: 'value', message: result.error.issues[0]?.message ?? '取值不正确' }]);
  await services.database.transaction((tx) =>
    once(tx, desk.call, async () => {
      for (const row of await findAll(desk, tx, ids))
        await updateRow(desk, tx, row, { [field]: result.data }, { action: 'status' });
      return null;
    }),
  );
}
