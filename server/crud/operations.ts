import type { AnyRow } from '@contract/entity';
import type { Page } from '@contract/wire';
import { isFixed, fixedDictionaries } from '@contract/dictionaries';
import { picturesIn } from '@contract/richText';
import { checkDraft, type FieldError, fieldSchema } from '@contract/schema';
import { and, count, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import { actorOf, type AuditAction, type AuditEvent, differenceOf, recordAudit } from '../audit';
import { dictDetailTable, dictTable, storedFileTable } from '../db/schema';
import type { Orm } from '../db/orm';
import { conflict, databaseErrorOf, invalid, notFound, Refusal, stale } from '../http/errors';
import type { Call } from '../http/route';
import type { Services } from '../services';
import { pinyinOf } from '../pinyin';
import { once } from './idempotent';
import { present, wireColumns } from './present';
import { listQuery, type Query } from './query';
import type { Registry, Resource } from './resource';
import { safeRichText } from './richText';
import { snake } from '../db/tableOf';
import { assertWritable, living, organizationForNew, scopeOf, withIds } from './scope';

/** What every operation works with. Tests, seeds and other modules call the operations; HTTP is only one of their callers. */
export interface Desk {
  readonly services: Services;
  readonly registry: Registry;
  readonly resource: Resource;
  readonly call: Call<unknown>;
}

const zoneOf = (desk: Desk) => desk.services.env.zone;

/** A page of what the viewer may see. The count and the rows share one where-clause. */
export async function listRows(desk: Desk, query: Query): Promise<Page<AnyRow>> {
  const { resource, services, registry, call } = desk;
  const { orm } = services.database;
  const { where, orderBy, limit, offset } = listQuery(resource, query, zoneOf(desk));
  const narrowed = and(scopeOf(resource, call.viewer), where);
  const [rows, [total]] = await Promise.all([
    orm.select(wireColumns(resource)).from(resource.table).where(narrowed).orderBy(...orderBy).limit(limit).offset(offset),
    orm.select({ total: count() }).from(resource.table).where(narrowed),
  ]);
  return { content: await present(orm, registry, resource, rows, zoneOf(desk)), totalElements: total?.total ?? 0 };
}

async function find(desk: Desk, orm: Orm, ids: readonly number[], lock: boolean, deleted = false): Promise<AnyRow[]> {
  const { resource, registry, call } = desk;
  const alive = deleted ? sql`${resource.columns.deleteTime} is not null` : living(resource);
  const select = orm.select(wireColumns(resource)).from(resource.table).where(and(withIds(resource, ids), alive, scopeOf(resource, call.viewer))).orderBy(resource.columns.id);
  const rows = lock ? await select.for('update') : await select;
  return present(orm, registry, resource, rows, zoneOf(desk));
}

export async function getRow(desk: Desk, id: number, orm: Orm = desk.services.database.orm): Promise<AnyRow> {
  const [row] = await find(desk, orm, [id], false);
  if (!row) throw notFound();
  return row;
}

/** All of the rows, or 404 for all: a foreign id among fifty changes nothing (QUALITY AZ4). */
async function findAll(desk: Desk, tx: Orm, ids: readonly number[], deleted = false): Promise<AnyRow[]> {
  const wanted = [...new Set(ids)];
  const rows = await find(desk, tx, wanted, true, deleted);
  if (rows.length !== wanted.length) throw notFound('部分数据不存在或已被删除，未做任何修改');
  return rows;
}

/**
 * References, files and managed dictionary values must be ones that the viewer may use (QUALITY AZ5). Rows that are referred to are held until the end, so
 * that nobody deletes one of them meanwhile: a delete locks its rows before it looks for references.
 */
export async function assertReferences(desk: Desk, tx: Orm, draft: Readonly<Record<string, unknown>>, before: AnyRow | null): Promise<void> {
  const errors: FieldError[] = [];
  for (const [name, field] of Object.entries(desk.resource.entity.fields)) {
    const value = draft[name];
    if (value === null || value === undefined || (before && JSON.stringify(before[name]) === JSON.stringify(value))) continue;
    if (field.kind === 'ref' || field.kind === 'refs') {
      const ids = field.kind === 'ref' ? [value as number] : [...new Set(value as number[])];
      const target = desk.registry.named(field.to);
      const found = await tx.select({ id: target.columns.id }).from(target.table).where(and(withIds(target, ids), living(target), scopeOf(target, desk.call.viewer))).orderBy(target.columns.id).for('key share');
      if (found.length !== ids.length) throw notFound(`所选${field.label}不存在或已被删除`);
    } else if (field.kind === 'file') {
      const [stored] = await tx.select().from(storedFileTable).where(and(eq(storedFileTable.id, value as string), isNull(storedFileTable.deleteTime)));
      const { viewer } = desk.call;
      const visible = stored && (viewer.user.isAdmin || stored.organizationId === viewer.homeOrganizationId);
      if (!visible) throw notFound(`${field.label}的文件不存在，请重新上传`);
      if (stored.fileClass !== field.accept) errors.push({ field: name, message: `${field.label}的文件类型不符，请重新上传` });
    } else if (field.kind === 'richText') {
      const held = before ? picturesIn(String(before[name] ?? '')) : [];
      const added = picturesIn(safeRichText(value as string)).filter((id) => !held.includes(id));
      if (added.length && !(await arePictures(tx, added, desk))) errors.push({ field: name, message: `${field.label}中的图片不存在或不可使用，请重新上传` });
    } else if (field.kind === 'dict' && !(await isEntry(tx, field.dict, value as string, desk))) {
      errors.push({ field: name, message: `${field.label}不在字典中，请重新选择` });
    }
  }
  if (errors.length) throw invalid(errors);
}

async function arePictures(tx: Orm, ids: readonly string[], { call: { viewer } }: Desk): Promise<boolean> {
  const own = viewer.user.isAdmin || viewer.homeOrganizationId === null ? undefined : eq(storedFileTable.organizationId, viewer.homeOrganizationId);
  const usable = and(inArray(storedFileTable.id, [...ids]), eq(storedFileTable.fileClass, 'image'), isNull(storedFileTable.deleteTime), own);
  return (await tx.select({ id: storedFileTable.id }).from(storedFileTable).where(usable)).length === ids.length;
}

async function isEntry(tx: Orm, dict: string, value: string, desk: Desk): Promise<boolean> {
  if (isFixed(dict)) return fixedDictionaries[dict].some((entry) => entry.value === value);
  const [found] = await tx
    .select({ id: dictDetailTable.id })
    .from(dictDetailTable)
    .innerJoin(dictTable, eq(dictTable.id, dictDetailTable.dict))
    .where(and(eq(dictTable.name, dict), eq(dictDetailTable.value, value), isNull(dictDetailTable.deleteTime), scopeOf(desk.registry.named('dictDetail'), desk.call.viewer)))
    .limit(1);
  return Boolean(found);
}

/** A broken unique index, told as the field that it is about. */
function duplicateOf(error: unknown, { entity }: Resource, draft: Readonly<Record<string, unknown>>): unknown {
  const database = databaseErrorOf(error);
  if (database?.code !== '23505') return error;
  const hit = Object.entries(entity.fields).find(([name]) => database.constraint === `${snake(entity.name)}_${snake(name)}_key`);
  if (!hit) return error;
  const value = draft[hit[0]];
  const message = value === undefined || value === null ? `${hit[1].label}与已有数据重复，请刷新后核对` : `${hit[1].label}“${String(value)}”已存在`;
  return new Refusal(409, 'duplicate', message, { errors: [{ field: hit[0], message }] });
}

/** PostgreSQL names the value of a broken index: `Key (…, unit_name)=(1, 甲公司) already exists.` Kept only where one column is meant. */
function duplicatedIn(error: unknown, { entity }: Resource): Record<string, unknown> {
  const { constraint, detail } = databaseErrorOf(error) ?? {};
  const value = /\)=\((?:\d+, )?(.*)\) already exists/s.exec(detail ?? '')?.[1];
  const name = Object.keys(entity.fields).find((one) => constraint === `${snake(entity.name)}_${snake(one)}_key`);
  return name && value !== undefined ? { [name]: value } : {};
}

interface SaveOptions {
  readonly action: AuditAction;
}

/** Splits what is stored in the row from what is stored in join tables. */
function columnsOf({ entity, columns }: Resource, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const stored: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (!columns[name]) continue;
    const kind = entity.fields[name]?.kind;
    // Every save comes through here, so nothing unclean is ever stored (QUALITY IN3).
    stored[name] = kind === 'flag' ? (value ?? false) : kind === 'richText' && typeof value === 'string' ? safeRichText(value) : value;
  }
  return stored;
}

async function saveJoins(tx: Orm, { joins }: Resource, id: number, values: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, join] of Object.entries(joins)) {
    const ids = values[name];
    if (!Array.isArray(ids)) continue;
    await tx.delete(join).where(eq(join.ownerId, id));
    const unique = [...new Set(ids as number[])];
    if (unique.length) await tx.insert(join).values(unique.map((targetId, position) => ({ ownerId: id, targetId, position })));
  }
}

const titleOf = ({ entity }: Resource, row: Readonly<Record<string, unknown>>): string => String(row[entity.titleField] ?? '');

const secretNames = ({ entity }: Resource): Set<string> =>
  new Set(Object.entries(entity.fields).flatMap(([name, field]) => (field.kind === 'secret' ? [name] : [])));

function initialsOf({ entity }: Resource): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entity.fields).flatMap(([name, field]) => (field.initial === undefined ? [] : [[name, field.initial]])));
}

/** Whose a new row is: that of the whole for a part (`partOf`), else as the caller says. */
async function ownerOf({ resource, registry, call }: Desk, tx: Orm, draft: Readonly<Record<string, unknown>>, organizationId: number | null): Promise<number | null> {
  const name = resource.policy.partOf;
  const field = name === undefined ? undefined : resource.entity.fields[name];
  if (name === undefined || field?.kind !== 'ref') return organizationId;
  const whole = registry.named(field.to);
  const [found] = await tx.select({ organizationId: whole.columns.organizationId }).from(whole.table).where(and(eq(whole.columns.id, draft[name] as number), living(whole)));
  if (!found) throw notFound(`所选${field.label}不存在或已被删除`);
  const owner = found.organizationId as number | null;
  if (call.maybeViewer) assertWritable(resource, call.maybeViewer, { organizationId: owner });
  return owner;
}

/** Inserts one checked draft in the caller's transaction and writes the trail. */
export async function insertRow(desk: Desk, tx: Orm, draft: Readonly<Record<string, unknown>>, { action }: SaveOptions, callersOrganization: number | null): Promise<AnyRow> {
  const { resource, call, services } = desk;
  const organizationId = await ownerOf(desk, tx, draft, callersOrganization);
  const context = { services, tx, call, before: null };
  const more = (await resource.policy.beforeSave?.({ ...draft }, context)) ?? {};
  const values = { ...withInitials(initialsOf(resource), draft), ...more };
  const userId = call.maybeViewer?.user.id ?? null;
  try {
    const [inserted] = await tx
      .insert(resource.table)
      .values({ ...columnsOf(resource, values), ...pinyinOf(titleOf(resource, values)), organizationId, createBy: userId, updateBy: userId } as never)
      .returning({ id: resource.columns.id });
    const id = inserted?.id as number;
    await saveJoins(tx, resource, id, values);
    const [row] = await find(desk, tx, [id], false);
    // A row that its own maker cannot see would be lost; only a wrong scope makes one.
    if (!row) throw notFound();
    await resource.policy.afterSave?.(row, context);
    await recordAudit(tx, actorOf(call), [event(resource, action, row, { after: wireFields(resource, row) })]);
    return row;
  } catch (error) {
    throw duplicateOf(error, resource, values);
  }
}

const together = 200;

/**
 * Inserts many checked drafts (an import) in the caller's transaction: in batches, unless the policy has a word to say about
 * each row. Every row gets its own line in the trail.
 */
export async function insertRows(desk: Desk, tx: Orm, drafts: readonly Readonly<Record<string, unknown>>[], organizationId: number | null): Promise<void> {
  const { resource, call } = desk;
  if (resource.policy.beforeSave || resource.policy.afterSave || Object.keys(resource.joins).length) {
    for (const draft of drafts) await insertRow(desk, tx, draft, { action: 'import' }, organizationId);
    return;
  }
  const userId = call.maybeViewer?.user.id ?? null;
  const initials = initialsOf(resource);
  for (let from = 0; from < drafts.length; from += together) {
    const values = drafts.slice(from, from + together).map((draft) => ({ ...columnsOf(resource, withInitials(initials, draft)), ...pinyinOf(titleOf(resource, draft)), organizationId, createBy: userId, updateBy: userId }));
    try {
      const inserted = await tx.insert(resource.table).values(values as never).returning(wireColumns(resource));
      await recordAudit(tx, actorOf(call), inserted.map((row) => event(resource, 'import', row as AnyRow, { after: wireFields(resource, row) })));
    } catch (error) {
      throw duplicateOf(error, resource, duplicatedIn(error, resource));
    }
  }
}

/** An empty field takes what a new row starts with. */
const withInitials = (initials: Readonly<Record<string, unknown>>, draft: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...initials,
  ...Object.fromEntries(Object.entries(draft).filter(([name, value]) => value !== null || initials[name] === undefined)),
});

const wireFields = ({ entity }: Resource, row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.keys(entity.fields).flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));

function event(resource: Resource, action: AuditAction, row: AnyRow, rest: Pick<AuditEvent, 'before' | 'after'>): AuditEvent {
  return { action, entity: resource.entity, entityId: row.id, title: titleOf(resource, row), organizationId: row.organizationId, ...rest };
}

/** Adds a row, or a copy of one: the same thing under another permission and another word in the trail. */
export async function addRow(desk: Desk, input: Record<string, unknown>, action: 'add' | 'copy' = 'add'): Promise<AnyRow> {
  const { resource, services, call } = desk;
  const checked = checkDraft(resource.entity, { ...initialsOf(resource), ...input });
  if (!checked.ok) throw invalid(checked.errors);
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      const organizationId = organizationForNew(resource, call.viewer, input.organizationId);
      assertWritable(resource, call.viewer, { organizationId });
      await assertReferences(desk, tx, checked.value, null);
      return insertRow(desk, tx, checked.value, { action }, organizationId);
    }),
  );
}

/** Writes changed fields of a locked, visible row in the caller's transaction. `input` lacks what stays as it is. */
export async function updateRow(desk: Desk, tx: Orm, before: AnyRow, input: Readonly<Record<string, unknown>>, { action }: SaveOptions): Promise<AnyRow> {
  const { resource, call, services } = desk;
  const context = { services, tx, call, before };
  assertWritable(resource, call.viewer, before);
  await resource.policy.assertOpen?.(before, context);
  const checked = checkDraft(resource.entity, { ...before, ...input });
  if (!checked.ok) throw invalid(checked.errors);
  const secrets = secretNames(resource);
  const draft = Object.fromEntries(Object.entries(checked.value).filter(([name, value]) => !(secrets.has(name) && value === null)));
  await assertReferences(desk, tx, draft, before);
  const more = (await resource.policy.beforeSave?.({ ...draft }, context)) ?? {};
  const values = { ...draft, ...more };
  try {
    await tx
      .update(resource.table)
      .set({
        ...columnsOf(resource, values),
        ...pinyinOf(titleOf(resource, { ...before, ...values })),
        version: before.version + 1,
        updateBy: call.maybeViewer?.user.id ?? null,
        updateTime: services.now(),
      } as never)
      .where(eq(resource.columns.id, before.id));
  } catch (error) {
    throw duplicateOf(error, resource, values);
  }
  await saveJoins(tx, resource, before.id, values);
  const [after] = await find(desk, tx, [before.id], false);
  if (!after) throw notFound();
  await resource.policy.afterSave?.(after, context);
  const difference = differenceOf(before, after, Object.keys(resource.entity.fields));
  const hidden = [...secrets].filter((name) => draft[name] !== undefined);
  if (difference.changed.length || hidden.length) {
    const masked = Object.fromEntries(hidden.map((name) => [name, '******']));
    await recordAudit(tx, actorOf(call), [event(resource, action, after, { before: { ...difference.before, ...masked }, after: { ...difference.after, ...masked } })]);
  }
  return after;
}

const isId = (value: unknown): value is number => Number.isInteger(value) && (value as number) > 0 && (value as number) <= 2_147_483_647;

/** Edits one row that has not changed since it was read: its `version` must be the stored one (409 with the current row otherwise). */
export async function editRow(desk: Desk, input: Record<string, unknown>): Promise<AnyRow> {
  const { id, version } = input;
  const errors: FieldError[] = [];
  if (!isId(id)) errors.push({ field: 'id', message: '缺少编号' });
  if (!Number.isInteger(version)) errors.push({ field: 'version', message: '缺少版本号，请刷新后重试' });
  if (errors.length) throw invalid(errors);
  return desk.services.database.transaction((tx) =>
    once(tx, desk.call, async () => {
      const [before] = await findAll(desk, tx, [Number(id)]);
      if (!before) throw notFound();
      if (before.version !== version) throw stale(before);
      return updateRow(desk, tx, before, input, { action: 'edit' });
    }),
  );
}

/** Soft delete: the rows leave every list and can be restored. */
export async function deleteRows(desk: Desk, ids: readonly number[]): Promise<void> {
  const { resource, services, call } = desk;
  await services.database.transaction((tx) =>
    once(tx, call, async () => {
      const rows = await findAll(desk, tx, ids);
      const context = { services, tx, call };
      for (const row of rows) {
        assertWritable(resource, call.viewer, row);
        await resource.policy.assertOpen?.(row, context);
      }
      await resource.policy.beforeDelete?.(rows, context);
      await assertUnreferenced(desk, tx, rows);
      await tx
        .update(resource.table)
        .set({ deleteTime: services.now(), deleteBy: call.viewer.user.id } as never)
        .where(withIds(resource, ids));
      await resource.policy.afterDelete?.(rows, context);
      await recordAudit(tx, actorOf(call), rows.map((row) => event(resource, 'del', row, { before: wireFields(resource, row) })));
      return null;
    }),
  );
}

/** No living row may point at one that goes. */
async function assertUnreferenced({ registry, resource }: Desk, tx: Orm, rows: readonly AnyRow[]): Promise<void> {
  const ids = rows.map((row) => row.id);
  for (const other of registry.all) {
    for (const [name, field] of Object.entries(other.entity.fields)) {
      if (field.kind === 'ref' && field.to === resource.entity.name) {
        const column = other.columns[name];
        if (!column) continue;
        const [user] = await tx.select({ id: other.columns.id }).from(other.table).where(and(inArray(column, ids), living(other), other === resource ? notInArray(other.columns.id, ids) : undefined)).limit(1);
        if (user) throw conflict(`${resource.entity.label}已被${other.entity.label}使用，不可删除`, 'referenced');
      }
    }
  }
}

/** A row comes back only to rows that are still there; what it merely lists (roles, units) may have gone. */
const referencesOf = ({ entity }: Resource, row: AnyRow) => Object.fromEntries(Object.entries(entity.fields).flatMap(([name, field]) => (field.kind === 'ref' ? [[name, row[name]]] : [])));

/** Undoes deletes. @throws Refusal 404 where a row that is referred to has gone meanwhile, 409 where a unique value was taken */
export async function restoreRows(desk: Desk, ids: readonly number[]): Promise<void> {
  const { resource, services, call } = desk;
  await services.database.transaction((tx) => once(tx, call, async () => {
    const rows = await findAll(desk, tx, ids, true);
    for (const row of rows) {
      assertWritable(resource, call.viewer, row);
      await resource.policy.assertOpen?.(row, { services, tx, call });
      await assertReferences(desk, tx, referencesOf(resource, row), null);
      try {
        await tx.update(resource.table).set({ deleteTime: null, deleteBy: null, version: row.version + 1 } as never).where(eq(resource.columns.id, row.id));
      } catch (error) {
        throw duplicateOf(error, resource, row);
      }
    }
    await resource.policy.afterRestore?.(rows, { services, tx, call });
    await recordAudit(tx, actorOf(call), rows.map((row) => event(resource, 'restore', row, { after: wireFields(resource, row) })));
    return null;
  }));
}

/** SPEC §4, status change by ids: one field of many rows, all or none. */
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
      for (const row of await findAll(desk, tx, ids)) await updateRow(desk, tx, row, { [field]: result.data }, { action: 'status' });
      return null;
    }),
  );
}
