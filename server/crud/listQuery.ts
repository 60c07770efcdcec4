import { and, asc, desc, eq, gte, ilike, inArray, isNotNull, isNull, like, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { defaultPageSize, maxPageSize } from '@contract/constants';
import { type DictEntry, fixedDictionaries, isFixedDictionary } from '@contract/dictionaries';
import type { Field } from '@contract/field';
import { filterOf } from '@contract/field';
import { halfWidthThroughout } from '@contract/fields/normalizeText';
import { isDateTime, isDay } from '@contract/schema';
import { parseMoment } from '@server/base/zone';
import { badRequest } from '@server/http/errors';
import type { Registry, Resource } from './resource';

export type Query = Readonly<Record<string, string | string[]>>;

interface ListQuery {
  readonly where: SQL | undefined;
  readonly orderBy: SQL[];
  /** Tables to be joined for an order by the title of a referenced row. */
  readonly joins: readonly JoinedTable[];
  /** Whether an index provides the order, i.e. by id or by title. */
  readonly indexed: boolean;
  readonly limit: number;
  readonly offset: number;
}

interface JoinedTable {
  readonly table: ReturnType<typeof alias>;
  readonly condition: SQL;
}

/** Returns a name for a message. An unusual name is replaced, because it may be harmful. */
export const quotedName = (name: string): string => (/^\w{1,30}$/.test(name) ? `“${name}”` : '该条件');

const maxId = 2_147_483_647;
const momentFields = ['createTime', 'updateTime', 'deleteTime'];

/** Parameters of older consoles that are ignored, because the session determines them (SPEC §6). */
export const ignoredParameters = new Set([
  'organizationId',
  'timeSlot',
  'organization.organizationId',
  'qbelongIndustry',
  'qarea',
]);
export const reservedParameters = new Set([
  'page',
  'size',
  'sort',
  'ids',
  'keyword',
  'deleted',
  'format',
  'columns',
  'once',
]);

/** Returns the values of a parameter that may be repeated; empty if it is missing. */
export const parameterValues = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/**
 * Returns a whole number from a parameter.
 * @param fallback for a missing parameter
 * @param min smallest accepted number
 * @param max largest accepted number
 * @throws Refusal 400 for anything else, and for a repeated parameter
 */
export function wholeNumber(
  name: string,
  value: string | string[] | undefined,
  fallback: number,
  min: number,
  max: number,
): number {
  if (value === undefined) return fallback;
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) throw badRequest(`参数${name}应为${min}到${max}之间的整数`);
  return number;
}

function idList(name: string, values: readonly string[]): number[] {
  const ids = values.flatMap((value) => value.split(',')).filter(Boolean);
  if (ids.length > maxPageSize) throw badRequest(`参数${name}最多${maxPageSize}个编号`);
  if (ids.some((id) => !/^\d{1,10}$/.test(id) || Number(id) > maxId)) throw badRequest(`参数${name}应为编号`);
  return ids.map(Number);
}

/** Parses ids of a table, which are numbers or random ids (files, sessions). */
function rowIds(column: AnyPgColumn, name: string, values: readonly string[]): unknown[] {
  if (column.dataType === 'number') return idList(name, values);
  const ids = values.flatMap((value) => value.split(',')).filter(Boolean);
  if (ids.length > maxPageSize || ids.some((id) => !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)))
    throw badRequest(`参数${name}应为编号`);
  return ids;
}

/** Returns all characters whose lower case is the letter; beyond ASCII the Kelvin sign K and İ. */
const letterCases = (letter: string): string[] => [
  letter,
  letter.toUpperCase(),
  ...({ k: ['\u212a'], i: ['\u0130'] }[letter] ?? []),
];

const fullWidthSigns: Readonly<Record<string, string>> = { '(': '（', ')': '）', '<': '＜', '>': '＞' };

/** Returns a text and its spellings in the other width: standards print 巴豆醛（丁烯醛）, a row may have 巴豆醛(丁烯醛). */
const widthsOf = (text: string): string[] => [
  ...new Set([
    text,
    halfWidthThroughout(text),
    halfWidthThroughout(text).replaceAll(/[()<>]/g, (sign) => fullWidthSigns[sign] ?? sign),
  ]),
];

/**
 * Returns the condition "contains" in either width of brackets, digits and letters; `%`, `_` and `\` in the text are
 * literal.
 */
export const containsText = (column: AnyPgColumn | SQL, text: string): SQL =>
  or(...widthsOf(text).map((spelling) => containsSpelling(column, spelling))) ?? sql`true`;

/**
 * Returns the condition "contains" for one spelling. `ilike` lower-cases every row, which
 * takes four times the time over 100,000 names, so it is applied only to rows that contain one of the letters.
 * Chinese has no case and needs only `like`.
 */
function containsSpelling(column: AnyPgColumn | SQL, text: string): SQL {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  if (text.toLowerCase() === text.toUpperCase()) return like(column, pattern);
  const letter = /[a-z]/.exec(text.toLowerCase())?.[0];
  if (!letter) return ilike(column, pattern);
  const containsLetter = or(...letterCases(letter).map((variant) => sql`${column} like ${`%${variant}%`}`));
  // `case` evaluates the cheap condition first; the planner might reorder an `and`.
  return sql`case when ${containsLetter} then ${ilike(column, pattern)} else false end`;
}
/** Returns the condition "begins with"; `%`, `_` and `\` in the text are literal. */
export const startsWith = (column: AnyPgColumn, text: string): SQL =>
  sql`${column} like ${`${text.replace(/[\\%_]/g, '\\$&')}%`}`;

/**
 * Parses a range: `a~b`, `a~`, `~b`, or the pair `?x=a&x=b`; a single value means itself.
 * @param name name of the parameter in the refusal
 * @param values values of the parameter, one or two
 * @throws Refusal 400 for more than two values, or a text that is not a range
 */
export function rangeBounds(name: string, values: readonly string[]): [string | undefined, string | undefined] {
  if (values.length > 2) throw badRequest(`参数${name}最多两个值`);
  if (values.length === 2) return [values[0] || undefined, values[1] || undefined];
  const [from, to, ...extraParts] = (values[0] ?? '').split('~');
  if (extraParts.length) throw badRequest(`参数${name}应为“起~止”`);
  return to === undefined ? [from || undefined, from || undefined] : [from || undefined, to || undefined];
}

function rangeCondition(
  column: AnyPgColumn,
  name: string,
  values: readonly string[],
  parseBound: (text: string, end: boolean) => unknown,
): SQL | undefined {
  const [from, to] = rangeBounds(name, values);
  return and(
    from === undefined ? undefined : gte(column, parseBound(from, false)),
    to === undefined ? undefined : lte(column, parseBound(to, true)),
  );
}

const parseWhole = (name: string) => (text: string) => {
  if (!/^-?\d{1,10}$/.test(text) || Math.abs(Number(text)) > maxId) throw badRequest(`参数${name}应为整数`);
  return Number(text);
};
const parseNumber = (name: string) => (text: string) => {
  if (!/^-?\d{1,15}(\.\d{1,10})?$/.test(text)) throw badRequest(`参数${name}应为数字`);
  return text;
};
const parseDay = (name: string) => (text: string) => {
  const day = text.slice(0, 10);
  if (!isDay(text) && !isDateTime(text)) throw badRequest(`参数${name}应为日期`);
  return day;
};
const parseMomentBound = (name: string, zone: string) => (text: string, end: boolean) => {
  if (!isDay(text) && !isDateTime(text)) throw badRequest(`参数${name}应为日期`);
  const moment = parseMoment(text, zone);
  return end ? new Date(moment.getTime() + (text.length === 10 ? 86_400_000 : 1000) - 1) : moment;
};

function fieldCondition(
  resource: Resource,
  name: string,
  field: Field,
  values: string[],
  zone: string,
): SQL | undefined {
  const column = resource.columns[name];
  switch (filterOf[field.kind]) {
    case 'contains':
      return column && and(...values.map((value) => containsText(column, value.trim())));
    case 'startsWith':
      return column && or(...values.map((value) => startsWith(column, value)));
    case 'is':
      if (values.some((value) => value !== 'true' && value !== 'false')) throw badRequest(`参数${name}应为true或false`);
      return (
        column &&
        inArray(
          column,
          values.map((value) => value === 'true'),
        )
      );
    case 'range':
      if (!column) return undefined;
      if (field.kind === 'dateTime') return rangeCondition(column, name, values, parseMomentBound(name, zone));
      return rangeCondition(
        column,
        name,
        values,
        field.kind === 'date' ? parseDay(name) : field.kind === 'integer' ? parseWhole(name) : parseNumber(name),
      );
    case 'anyOf': {
      if (field.kind === 'dict') return column && inArray(column, values);
      const ids = idList(name, values);
      if (field.kind === 'ref') return column && (ids.length ? inArray(column, ids) : undefined);
      const join = resource.joins[name];
      return join && ids.length
        ? sql`exists (select 1 from ${join} where ${join.ownerId} = ${resource.columns.id}
          and ${inArray(join.targetId, ids)})`
        : undefined;
    }
    default:
      throw badRequest(`不能按${field.label}查询`);
  }
}

/** Returns a column as text for searching; titles may be days or numbers. */
const asText = (column: AnyPgColumn): AnyPgColumn | SQL =>
  /^(text|varchar)/.test(column.getSQLType()) ? column : sql`${column}::text`;

const subscripts = '₀₁₂₃₄₅₆₇₈₉';

/**
 * Returns a search as rows are written: formulas without subscripts, a CAS number with hyphens and without its word.
 */
const plainSearch = (text: string): string =>
  text
    .trim()
    .replaceAll(/[₀-₉]/g, (digit) => String(subscripts.indexOf(digit)))
    .replaceAll(/(?<=\d)[‐-―−－](?=\d)/g, '-')
    .replace(/^CAS(?:号|\s*No\.?)?\s*[:：]?\s*(?=\d+-\d\d-\d$)/i, '');

/**
 * Returns the condition of the search box over the entity's keyword fields. Latin letters also match initials (hztl;
 * from two letters also within the title) and pinyin of the title.
 */
export function searchCondition(resource: Resource, text: string): SQL | undefined {
  const { entity, columns } = resource;
  const searchText = plainSearch(text);
  if (!searchText) return undefined;
  const fields = (entity.keyword ?? [entity.titleField]).flatMap((name) =>
    columns[name] ? [containsText(asText(columns[name]), searchText)] : [],
  );
  if (!/^[a-z ]+$/i.test(searchText)) return or(...fields);
  const letters = searchText.toLowerCase().replaceAll(' ', '');
  // An index finds the first letter; only the matches are compared as a whole.
  const pinyin = sql`(${startsWith(columns.pinyin, letters.slice(0, 1))} and replace(${columns.pinyin}, ' ', '') like ${`${letters}%`})`;
  // Every row is read for the fields anyway, so a search within the initials costs little more.
  const initials = letters.length > 1 ? like(columns.initials, `%${letters}%`) : startsWith(columns.initials, letters);
  return or(...fields, initials, pinyin);
}

/** Returns the column by which titles are sorted: their pinyin; numbers by their value. */
export const titleOrder = ({ columns, entity }: Resource): AnyPgColumn =>
  entity.searchedField ? (columns[entity.titleField] as AnyPgColumn) : columns.pinyin;

/**
 * Returns the order of a fixed dictionary's values: the order of its entries, which follows the workflow. The codes
 * are internal.
 */
const dictionaryOrder = (entries: readonly DictEntry[], column: AnyPgColumn): SQL =>
  sql`array_position(${sql.param(entries.map(({ value }) => value))}::text[], ${column})`;

/**
 * Parses the order of a query.
 * @param registry finds referenced entities; without it rows are sorted by the referenced ids
 */
function parseOrder(
  resource: Resource,
  values: readonly string[],
  registry: Registry | undefined,
): Pick<ListQuery, 'orderBy' | 'joins'> {
  const { columns, entity } = resource;
  const order: SQL[] = [];
  const joinedTables = new Map<string, JoinedTable>();
  let byId = false;
  for (const value of values) {
    const [name = '', direction = 'asc', ...extraParts] = value.split(',');
    const isKnown = name === 'id' || momentFields.includes(name) || Object.hasOwn(entity.fields, name);
    const column = isKnown ? (name === entity.titleField ? titleOrder(resource) : columns[name]) : undefined;
    if (!column || extraParts.length || (direction !== 'asc' && direction !== 'desc'))
      throw badRequest(`不能按${quotedName(name)}排序`);
    if (name === 'id') byId = true;
    const ordering = direction === 'desc' ? desc : asc;
    const field = entity.fields[name];
    if (field?.kind === 'ref' && registry) {
      // A join reads the referenced table once. A subquery per row would take a second for a million samples.
      const target = registry.named(field.to);
      const joinedTable = joinedTables.get(name)?.table ?? alias(target.table, `called_${name}`);
      const joinedColumns = joinedTable as unknown as Resource['columns'];
      joinedTables.set(name, { table: joinedTable, condition: eq(joinedColumns.id, column) });
      order.push(sql`${ordering(titleOrder({ ...target, columns: joinedColumns }))} nulls last`);
    } else if (field?.kind === 'dict' && isFixedDictionary(field.dict))
      order.push(sql`${ordering(dictionaryOrder(fixedDictionaries[field.dict], column))} nulls last`);
    else order.push(column.notNull ? ordering(column) : sql`${ordering(column)} nulls last`);
  }
  if (!byId) order.push(desc(columns.id));
  return { orderBy: order, joins: [...joinedTables.values()] };
}

/** Adds the joins of an order to a query. */
export const withOrderJoins = <Q extends { leftJoin(table: JoinedTable['table'], on: SQL): unknown }>(
  query: Q,
  joins: readonly JoinedTable[],
): Q => joins.reduce((joinedQuery, { table, condition }) => joinedQuery.leftJoin(table, condition) as Q, query);

/**
 * Returns the condition that keeps the first of the requested rows for each value of a reference, e.g. one task per
 * sample.
 */
function firstOfEach({ entity, table, columns }: Resource, name: string, condition: SQL | undefined): SQL {
  const column = Object.hasOwn(entity.fields, name) && entity.fields[name]?.kind === 'ref' ? columns[name] : undefined;
  if (!column) throw badRequest(`不能按${quotedName(name)}归并`);
  return sql`${columns.id} in (select min(${columns.id}) from ${table} where ${condition} group by ${column})`;
}

/**
 * Parses the query parameters of a list by an allow-list: an unknown name, field or direction is refused with 400 and
 * never reaches SQL (QUALITY IN1, IN2).
 * @param zone time zone of moments in the query
 * @param scope the viewer's rows, for "first of each"
 * @param registry finds referenced entities, so that a reference sorts by its title
 * @throws Refusal 400 for an invalid parameter
 */
export function listQuery(resource: Resource, query: Query, zone: string, scope?: SQL, registry?: Registry): ListQuery {
  const { entity, columns } = resource;
  const filters: (SQL | undefined)[] = [];
  for (const [name, value] of Object.entries(query)) {
    const values = parameterValues(value).filter((text) => text !== '');
    if (reservedParameters.has(name) || ignoredParameters.has(name) || values.length === 0) continue;
    if (values.length > 1000 || values.some((text) => text.length > 500 || text.includes('\0')))
      throw badRequest(`参数${name.slice(0, 30)}过长`);
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    if (field) filters.push(fieldCondition(resource, name, field, values, zone));
    else if (Object.hasOwn(entity.extraFilters ?? {}, name))
      filters.push(resource.policy.extraFilterConditions?.[name]?.(values, zone));
    else if (name === 'id') filters.push(inArray(columns.id, rowIds(columns.id, name, values)));
    else if (name === 'createBy' || name === 'updateBy') filters.push(inArray(columns[name], idList(name, values)));
    else if (momentFields.includes(name))
      filters.push(rangeCondition(columns[name] as AnyPgColumn, name, values, parseMomentBound(name, zone)));
    else throw badRequest(`不能按${quotedName(name)}查询`);
  }
  const ids = rowIds(columns.id, 'ids', parameterValues(query.ids));
  if (ids.length) filters.push(inArray(columns.id, ids));
  const keyword = parameterValues(query.keyword)[0];
  if (keyword) filters.push(searchCondition(resource, keyword.slice(0, 100).replaceAll('\0', '')));
  const bins = parameterValues(query.deleted);
  if (bins.some((bin) => !['true', 'false', ''].includes(bin))) throw badRequest('参数deleted应为true或false');
  const isRecycleBin = bins[0] === 'true';
  filters.push(isRecycleBin ? isNotNull(columns.deleteTime) : isNull(columns.deleteTime));

  const onceField = parameterValues(query.once)[0];
  if (onceField) filters.push(firstOfEach(resource, onceField, and(scope, ...filters)));

  const limit = wholeNumber('size', query.size, defaultPageSize, 1, maxPageSize);
  const page = wholeNumber('page', query.page, 0, 0, 1_000_000);
  const sort = parameterValues(query.sort);
  const [first = 'id'] = sort[0]?.split(',') ?? [];
  return {
    where: and(...filters),
    ...parseOrder(resource, sort, registry),
    indexed: first === 'id' || first === entity.titleField,
    limit,
    offset: page * limit,
  };
}
