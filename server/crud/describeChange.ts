import { and, eq, inArray } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { fixedDictionaries, isFixedDictionary } from '@contract/dictionaries';
import { housekeepingLabels } from '@contract/entity';
import type { Field, FieldMap } from '@contract/field';
import type { FieldDifference } from '@contract/wire';
import type { Orm } from '../db/orm';
import { dictDetailTable, dictTable, storedFileTable } from '../db/schema';
import type { Registry } from './resource';

type RowValues = Readonly<Record<string, unknown>> | null | undefined;

/** Labels of values in the audit trail that are not fields of entities. */
const otherLabels: Readonly<Record<string, string>> = {
  passwordSeal: '密码封签',
  password: '密码',
  menus: '菜单权限',
  count: '条数',
  query: '查询条件',
  sessions: '会话数',
  fileId: '签名图片',
  id: '文件编号',
  mime: '类型',
  size: '大小（字节）',
  sha256: 'SHA-256',
  name: '名称',
  hash: '散列值（SHA-256）',
  signed: '电子签名',
};

const maxLength = 1000;
const shortenText = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);

/**
 * Converts formatted text to plain text. The pattern of a tag excludes `<`, so that a text with many unclosed tags
 * takes linear time.
 */
const stripTags = (text: string): string =>
  text
    .replace(/<(br|\/p|\/li|\/h\d)[^<>]*>/gi, '\n')
    .replace(/<[^<>]+>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .trim();

/** Converts a text to plain text if it contains tags. */
export const asPlainText = (text: string): string => (/<\w[^<>]*>/.test(text) ? stripTags(text) : text);

const idsOf = (value: unknown): number[] => [value].flat().filter((item): item is number => typeof item === 'number');

async function titlesOf(
  orm: Orm,
  registry: Registry,
  to: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (!ids.length) return new Map();
  const { columns, table, entity } = registry.named(to);
  const title = columns[entity.titleField] as AnyPgColumn;
  const rows = await orm
    .select({ id: columns.id, title })
    .from(table)
    .where(inArray(columns.id, [...ids]));
  return new Map(rows.map((row) => [row.id as number, String(row.title)]));
}

async function entriesOf(orm: Orm, dict: string): Promise<ReadonlyMap<string, string>> {
  if (isFixedDictionary(dict)) return new Map(fixedDictionaries[dict].map(({ value, label }) => [value, label]));
  const rows = await orm
    .select({ value: dictDetailTable.value, label: dictDetailTable.label })
    .from(dictDetailTable)
    .innerJoin(dictTable, eq(dictTable.id, dictDetailTable.dict))
    .where(eq(dictTable.name, dict));
  return new Map(rows.map(({ value, label }) => [value, label]));
}

async function fileNames(orm: Orm, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const uuids = ids.filter((id) => /^[0-9a-f-]{36}$/.test(id));
  if (!uuids.length) return new Map();
  const rows = await orm
    .select({ id: storedFileTable.id, name: storedFileTable.name })
    .from(storedFileTable)
    .where(and(inArray(storedFileTable.id, uuids)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns a function that formats the values of one field; each referenced row is looked up once. */
async function wordsOf(
  orm: Orm,
  registry: Registry,
  field: Field | undefined,
  values: readonly unknown[],
): Promise<(value: unknown) => string> {
  switch (field?.kind) {
    case 'dict': {
      const entries = await entriesOf(orm, field.dict);
      return (value) => entries.get(String(value)) ?? String(value);
    }
    case 'ref':
    case 'refs': {
      const titles = await titlesOf(orm, registry, field.to, values.flatMap(idsOf));
      // 菜单权限 is already stored as titles.
      return (value) =>
        [value]
          .flat()
          .map((item) => titles.get(item as number) ?? String(item))
          .join('、');
    }
    case 'file': {
      const names = await fileNames(orm, values.map(String));
      return (value) => names.get(String(value)) ?? String(value);
    }
    case 'flag':
      return (value) => (value ? '是' : '否');
    default:
      return (value) => (typeof value === 'object' ? JSON.stringify(value) : asPlainText(String(value)));
  }
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Flattens keyed fields to `field.key`, so that only the changed entries are shown. */
function flattenKeyed(values: RowValues, fields: FieldMap): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(values ?? {}).flatMap(([name, value]) =>
      fields[name]?.kind === 'keyed' && value !== null && typeof value === 'object'
        ? Object.entries(value).map(([key, part]) => [`${name}.${key}`, part] as const)
        : [[name, value] as const],
    ),
  );
}

/**
 * Describes the changes of an event field by field, with the labels of the screens (QUALITY §2, 6: readable for
 * non-programmers).
 * @param entityName entity of the event; an unknown one gives no lines
 * @param beforeValues stored values before the event
 * @param afterValues stored values after it
 * @param id id of the row
 */
export async function describeChange(
  orm: Orm,
  registry: Registry,
  entityName: string,
  beforeValues: RowValues,
  afterValues: RowValues,
  id?: number | null,
): Promise<FieldDifference[]> {
  const resource = registry.all.find((candidate) => candidate.entity.name === entityName);
  const entity = resource?.entity;
  const entityFields: FieldMap = entity?.fields ?? {};
  const [before, after] = [flattenKeyed(beforeValues, entityFields), flattenKeyed(afterValues, entityFields)];
  const isKeyed = (name: string): boolean => entityFields[name.split('.')[0] ?? '']?.kind === 'keyed';
  const names = [...new Set([...Object.keys(entityFields), ...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => (!isEmpty(before[name]) || !isEmpty(after[name])) && !(isKeyed(name) && before[name] === after[name]),
  );
  const rowFields =
    id && names.some((name) => !entityFields[name]) ? ((await resource?.policy.rowFields?.(orm, id)) ?? {}) : {};
  return Promise.all(
    names.map(async (name) => {
      const field = entityFields[name] ?? rowFields[name];
      const values = [before[name], after[name]].filter((value) => !isEmpty(value));
      const describeValue = await wordsOf(orm, registry, field, values);
      const text = (value: unknown) => (isEmpty(value) ? null : shortenText(describeValue(value)));
      const label =
        field?.label ??
        (housekeepingLabels as Readonly<Record<string, string>>)[entity ? name : ''] ??
        otherLabels[name] ??
        (isKeyed(name) ? name.slice(name.indexOf('.') + 1) : name);
      return {
        name,
        label: field?.unit ? `${label}（${field.unit}）` : label,
        before: text(before[name]),
        after: text(after[name]),
      };
    }),
  );
}
