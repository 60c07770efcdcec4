import { eq, sql } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { type AuditAction, type AuditEvent, differenceOf, type recordInserted } from '@server/audit/auditTrail';
import { pinyinOf } from '@server/base/pinyin';
import { parseMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { snakeCase } from '@server/db/tableOf';
import { storedColumn } from '@server/db/writeMany';
import { databaseErrorOf, Refusal } from '@server/http/errors';
import type { Resource } from './resource';
import { safeRichText } from './safeRichText';

// Converts a row for its tables and for the audit trail. Writes of one row and of many rows share these functions.

/**
 * Converts a violated unique index to a Refusal for its field; other errors are returned unchanged.
 * @param draft values of the refused write, for the message
 */
export function duplicateOf(error: unknown, { entity }: Resource, draft: Readonly<Record<string, unknown>>): unknown {
  const database = databaseErrorOf(error);
  if (database?.code !== '23505') return error;
  const violatedField = Object.entries(entity.fields).find(
    ([name]) => database.constraint === `${snakeCase(entity.name)}_${snakeCase(name)}_key`,
  );
  if (!violatedField) return error;
  const value = draft[violatedField[0]];
  const message =
    value === undefined || value === null
      ? `${violatedField[1].label}与已有数据重复，请刷新后核对`
      : `${violatedField[1].label}“${String(value)}”已存在`;
  return new Refusal(409, 'duplicate', message, { errors: [{ field: violatedField[0], message }] });
}

/**
 * Extracts the duplicate value from PostgreSQL's message `Key (…, unit_name)=(1, 甲公司) already exists.`, for indexes
 * on one field.
 */
export function duplicatedIn(error: unknown, { entity }: Resource): Record<string, unknown> {
  const { constraint, detail } = databaseErrorOf(error) ?? {};
  const value = /\)=\((?:\d+, )?(.*)\) already exists/s.exec(detail ?? '')?.[1];
  const name = Object.keys(entity.fields).find(
    (key) => constraint === `${snakeCase(entity.name)}_${snakeCase(key)}_key`,
  );
  return name && value !== undefined ? { [name]: value } : {};
}

/**
 * Returns the columns of the row itself, without join tables; moments in the API are texts in the time zone `zone`.
 * @param values values as the API has them
 */
export function columnsOf(
  { entity, columns }: Resource,
  values: Readonly<Record<string, unknown>>,
  zone: string,
): Record<string, unknown> {
  const storedValues: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (!columns[name]) continue;
    const kind = entity.fields[name]?.kind;
    // Every save uses this function, so only sanitised text is stored (QUALITY IN3).
    storedValues[name] =
      kind === 'flag'
        ? (value ?? false)
        : kind === 'richText' && typeof value === 'string'
          ? safeRichText(value)
          : kind === 'dateTime' && typeof value === 'string'
            ? parseMoment(value, zone)
            : value;
  }
  return storedValues;
}

/**
 * Replaces the rows of the join tables by those in `values`; absent fields stay unchanged.
 * @param id id of the row
 * @param values values as the API has them
 */
export async function saveJoins(
  tx: Orm,
  { joins }: Resource,
  id: number,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const [name, join] of Object.entries(joins)) {
    const ids = values[name];
    if (!Array.isArray(ids)) continue;
    await tx.delete(join).where(eq(join.ownerId, id));
    const uniqueIds = [...new Set(ids as number[])];
    if (uniqueIds.length)
      await tx.insert(join).values(uniqueIds.map((targetId, position) => ({ ownerId: id, targetId, position })));
  }
}

/** Returns the title of a row. */
const titleOf = ({ entity }: Resource, row: Readonly<Record<string, unknown>>): string =>
  String(row[entity.titleField] ?? '');

/** Returns pinyin and initials for searching: of the title, or of `Entity.searchedField`. */
export const pinyinFor = (
  { entity }: Pick<Resource, 'entity'>,
  row: Readonly<Record<string, unknown>>,
): ReturnType<typeof pinyinOf> => pinyinOf(String(row[entity.searchedField ?? entity.titleField] ?? ''));

/** Returns the names of the secret fields. */
const secretNames = ({ entity }: Resource): Set<string> =>
  new Set(Object.entries(entity.fields).flatMap(([name, field]) => (field.kind === 'secret' ? [name] : [])));

/** Returns the defaults of a new row. */
export function initialsOf({ entity }: Resource): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, field]) =>
      field.initial === undefined ? [] : [[name, field.initial]],
    ),
  );
}

/** Fills empty fields with the defaults of a new row. */
export function withInitials(
  initials: Readonly<Record<string, unknown>>,
  draft: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const values = { ...initials };
  for (const [name, value] of Object.entries(draft))
    if (value !== null || initials[name] === undefined) values[name] = value;
  return values;
}

/** Returns the entity's fields of a row, without housekeeping. */
export const wireFields = ({ entity }: Pick<Resource, 'entity'>, row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.keys(entity.fields).flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])),
  );

/** Maximum number of arguments of a PostgreSQL function; a field takes two. */
const maxArguments = 100;

/**
 * Returns SQL that describes an inserted row for the audit trail. The result equals `rowEvent` and `wireFields` of the
 * row.
 */
export function insertedRowAudit({ entity, columns }: Resource, zone: string): Parameters<typeof recordInserted>[4] {
  const pairs = Object.keys(entity.fields).flatMap((name) => {
    const column = columns[name];
    if (!column) return [];
    const [value, type] = [storedColumn(column), column.getSQLType()];
    return [
      sql`${sql.raw(`'${name}'`)}, ${type === 'numeric' ? sql`${value}::text` : type.startsWith('timestamp') ? sql`to_char(${value} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')` : value}`,
    ];
  });
  const parts = Array.from(
    { length: Math.ceil(pairs.length / (maxArguments / 2)) },
    (_, index) =>
      sql`jsonb_build_object(${sql.join(pairs.slice((index * maxArguments) / 2, ((index + 1) * maxArguments) / 2), sql`, `)})`,
  );
  const title = columns[entity.titleField];
  return {
    organizationId: storedColumn(columns.organizationId),
    entityId: storedColumn(columns.id),
    title: title ? sql`coalesce(${storedColumn(title)}::text, '')` : sql`''`,
    after: sql.join(parts, sql` || `),
  };
}

/**
 * Returns the audit event of a row.
 * @param row stored row
 * @param eventValues values before and after, for the audit line
 */
export function rowEvent(
  resource: Resource,
  action: AuditAction,
  row: AnyRow,
  eventValues: Pick<AuditEvent, 'before' | 'after'>,
): AuditEvent {
  return {
    action,
    entity: resource.entity,
    entityId: row.id,
    title: titleOf(resource, row),
    organizationId: row.organizationId,
    ...eventValues,
  };
}

/** Returns the part of a validated draft that is written; an empty secret keeps the stored one. */
export const writtenValues = (
  resource: Resource,
  checkedValues: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const secrets = secretNames(resource);
  return Object.fromEntries(
    Object.entries(checkedValues).filter(([name, value]) => !(secrets.has(name) && value === null)),
  );
};

/**
 * Returns the audit event of a changed row with the differing fields; secrets appear only as "changed". It is empty
 * where nothing differs.
 * @param before stored row before the change
 * @param after stored row after it
 * @param draft values that were written
 */
export function changeEvents(
  resource: Resource,
  action: AuditAction,
  before: AnyRow,
  after: AnyRow,
  draft: Readonly<Record<string, unknown>>,
): AuditEvent[] {
  const difference = differenceOf(before, after, Object.keys(resource.entity.fields));
  const hidden = [...secretNames(resource)].filter((name) => draft[name] !== undefined);
  if (!difference.changed.length && !hidden.length) return [];
  const maskedValues = Object.fromEntries(hidden.map((name) => [name, '******']));
  return [
    rowEvent(resource, action, after, {
      before: { ...difference.before, ...maskedValues },
      after: { ...difference.after, ...maskedValues },
    }),
  ];
}
