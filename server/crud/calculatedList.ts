import { defaultPageSize, maxPageSize } from '@contract/constants';
import { fixedDictionaries, isFixedDictionary } from '@contract/dictionaries';
import type { Entity } from '@contract/entity';
import { type Field, filterOf } from '@contract/field';
import { isDateTime, isDay } from '@contract/schema';
import type { Page } from '@contract/wire';
import { badRequest } from '../http/errors';
import {
  rangeBounds,
  ignoredParameters,
  parameterValues,
  type Query,
  quotedName,
  reservedParameters,
  wholeNumber,
} from './listQuery';

// Lists whose rows are not in a table: the server calculates them, or stores them in memory.

type CellValue = string | number | boolean | null | undefined;

/** A calculated row: an id and the entity's fields, dates as `YYYY-MM-DD`, moments as `YYYY-MM-DD HH:mm:ss`. */
interface CalculatedRow {
  readonly id: number;
}

type RowTest = (row: CalculatedRow) => boolean;

const valueOf = (row: CalculatedRow, name: string): CellValue =>
  (row as unknown as Readonly<Record<string, CellValue>>)[name];
const containsText = (row: CalculatedRow, name: string, searchText: string): boolean =>
  String(valueOf(row, name) ?? '')
    .toLowerCase()
    .includes(searchText.trim().toLowerCase());

const numberIn = (name: string, text: string): number => {
  if (!/^-?\d{1,15}(\.\d{1,10})?$/.test(text)) throw badRequest(`参数${name}应为数字`);
  return Number(text);
};
const dayIn = (name: string, text: string): string => {
  if (!isDay(text) && !isDateTime(text)) throw badRequest(`参数${name}应为日期`);
  return text;
};

function filterTest(name: string, { kind }: Field, values: readonly string[]): RowTest {
  const [from, to] = rangeBounds(name, values);
  if (kind === 'date' || kind === 'dateTime') {
    const [first, last] = [from && dayIn(name, from), to && dayIn(name, to)];
    return (row) => {
      const value = String(valueOf(row, name) ?? '');
      // A day includes all moments of that day.
      return value !== '' && (!first || value >= first) && (!last || value.slice(0, last.length) <= last);
    };
  }
  const [lowerBound, upperBound] = [from && numberIn(name, from), to && numberIn(name, to)];
  return (row) => {
    const value = valueOf(row, name);
    if (value === null || value === undefined) return false;
    return !(Number(value) < Number(lowerBound ?? value)) && !(Number(value) > Number(upperBound ?? value));
  };
}

function testOf(name: string, field: Field, values: readonly string[]): RowTest {
  switch (filterOf[field.kind]) {
    case 'contains':
      return (row) => values.every((value) => containsText(row, name, value));
    case 'is':
      if (values.some((value) => value !== 'true' && value !== 'false')) throw badRequest(`参数${name}应为true或false`);
      return (row) => values.includes(String(valueOf(row, name) === true));
    case 'anyOf':
      return (row) => values.includes(String(valueOf(row, name) ?? ''));
    case 'range':
      return filterTest(name, field, values);
    default:
      throw badRequest(`不能按${field.label}查询`);
  }
}

/**
 * Returns the names of the fields that a query filters and sorts by, without the keyword.
 * @throws Refusal 400 for a name that is not a field
 */
export function requestedFields(entity: Entity, query: Query): ReadonlySet<string> {
  const filteredNames = Object.keys(query).filter(
    (name) => !reservedParameters.has(name) && !ignoredParameters.has(name),
  );
  const sortedNames = parameterValues(query.sort).map((sortText) => sortText.split(',')[0] ?? '');
  for (const name of filteredNames)
    if (!Object.hasOwn(entity.fields, name) && name !== 'id') throw badRequest(`不能按${quotedName(name)}查询`);
  return new Set([...filteredNames, ...sortedNames]);
}

/** Returns a function that compares rows by a field: in the order of its dictionary, by pinyin, or by number. */
function comparisonBy(entity: Entity, name: string): (one: CalculatedRow, otherCalculatedRow: CalculatedRow) => number {
  const field = name === 'id' ? undefined : entity.fields[name];
  if (name !== 'id' && !field) throw badRequest(`不能按${quotedName(name)}排序`);
  const entries = field?.kind === 'dict' && isFixedDictionary(field.dict) ? fixedDictionaries[field.dict] : undefined;
  const rankOf = (value: CellValue): number | string =>
    entries
      ? entries.findIndex((entry) => entry.value === value)
      : typeof value === 'boolean'
        ? Number(value)
        : (value ?? '');
  return (row, otherRow) => {
    const [a, b] = [rankOf(valueOf(row, name)), rankOf(valueOf(otherRow, name))];
    return typeof a === 'string' || typeof b === 'string' ? String(a).localeCompare(String(b), 'zh-CN') : a - b;
  };
}

function orderRows(entity: Entity, rows: readonly CalculatedRow[], sort: readonly string[]): readonly CalculatedRow[] {
  const steps = sort.map((sortText) => {
    const [name = '', direction = 'asc', ...extraParts] = sortText.split(',');
    if (extraParts.length || (direction !== 'asc' && direction !== 'desc'))
      throw badRequest(`不能按${quotedName(name)}排序`);
    const compare = comparisonBy(entity, name);
    const factor = direction === 'asc' ? 1 : -1;
    const emptyRank = (row: CalculatedRow): number =>
      Number(valueOf(row, name) === null || valueOf(row, name) === undefined);
    // Rows without a value are last in both directions.
    return (a: CalculatedRow, b: CalculatedRow) => emptyRank(a) - emptyRank(b) || factor * compare(a, b);
  });
  return steps.length ? rows.toSorted((a, b) => steps.reduce((result, step) => result || step(a, b), 0)) : rows;
}

/**
 * Returns the first and the last index of the requested page.
 * @throws Refusal 400 for an invalid page or size
 */
export function pageOf(query: Query): { readonly from: number; readonly to: number } {
  const size = wholeNumber('size', query.size, defaultPageSize, 1, maxPageSize);
  const from = wholeNumber('page', query.page, 0, 0, 1_000_000) * size;
  return { from, to: from + size };
}

/**
 * Returns a page of calculated rows, by the parameters of every other list: fields as filters, `keyword`, `sort`,
 * `page`, `size`. Without a sort the rows keep their order.
 * @param entity entity that describes the columns
 * @param rows all rows that the viewer may see
 * @param query parameters of the request
 * @throws Refusal 400 for an unknown name, direction or value
 */
export function calculatedPage<R extends CalculatedRow>(entity: Entity, rows: readonly R[], query: Query): Page<R> {
  const tests = [...requestedFields(entity, query)].flatMap((name): RowTest[] => {
    const values = parameterValues(query[name]).filter((value) => value !== '');
    if (!values.length) return [];
    if (values.length > 1000 || values.some((text) => text.length > 500)) throw badRequest(`参数${name}过长`);
    const field = entity.fields[name];
    return [field ? testOf(name, field, values) : (row) => values.includes(String(row.id))];
  });
  const keyword = parameterValues(query.keyword)[0]?.trim();
  if (keyword)
    tests.push((row) =>
      (entity.keyword ?? [entity.titleField]).some((name) => containsText(row, name, keyword.slice(0, 100))),
    );
  const matchingRows = rows.filter((row) => tests.every((test) => test(row)));
  const { from, to } = pageOf(query);
  const content = orderRows(entity, matchingRows, parameterValues(query.sort).filter(Boolean)).slice(from, to) as R[];
  return { content, totalElements: matchingRows.length };
}
