import { defaultPageSize, defaultSort, pageSizes } from '@contract/constants';
import type { FixedQuery } from './page';

export type FilterValue = string | readonly string[];
export type Filters = Readonly<Record<string, FilterValue>>;

/** What the list shows: kept in the address, so that it can be shared and survives a reload. */
export interface ListState {
  readonly filters: Filters;
  /** From 1, as people count. */
  readonly page: number;
  readonly size: number;
  readonly sort: string;
  /** The recycle bin. */
  readonly deleted: boolean;
}

const own = new Set(['page', 'size', 'sort', 'deleted']);

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.every(isEmpty));

/** Empty and null values are dropped before requests (SPEC §5). */
export function withoutEmpty<V>(values: Readonly<Record<string, V>>): Record<string, V> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
}

/** Reads the address; names that are not the page's filters are left to others. */
export function readAddress(
  search: URLSearchParams,
  names: readonly string[],
  defaults: { size?: number; sort?: string } = {},
): ListState {
  const filters: Record<string, FilterValue> = {};
  for (const name of [...names, 'keyword']) {
    const values = search.getAll(name).filter((value) => value !== '');
    if (values.length) filters[name] = values.length === 1 ? (values[0] as string) : values;
  }
  const size = Number(search.get('size'));
  const page = Number(search.get('page'));
  return {
    filters,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: (pageSizes as readonly number[]).includes(size) ? size : (defaults.size ?? defaultPageSize),
    sort: search.get('sort') ?? defaults.sort ?? defaultSort,
    deleted: search.get('deleted') === 'true',
  };
}

/** Writes what differs from the defaults, and keeps parameters of others. */
export function writeAddress(
  before: URLSearchParams,
  state: ListState,
  names: readonly string[],
  defaults: { size?: number; sort?: string } = {},
): URLSearchParams {
  const search = new URLSearchParams(before);
  for (const name of [...names, 'keyword', ...own]) search.delete(name);
  for (const [name, value] of Object.entries(withoutEmpty(state.filters))) {
    for (const one of Array.isArray(value) ? value : [value as string]) search.append(name, one);
  }
  if (state.page !== 1) search.set('page', String(state.page));
  if (state.size !== (defaults.size ?? defaultPageSize)) search.set('size', String(state.size));
  if (state.sort !== (defaults.sort ?? defaultSort)) search.set('sort', state.sort);
  if (state.deleted) search.set('deleted', 'true');
  return search;
}

/**
 * The call's parameters: zero-based page, size, sort, filters, and the page's fixed ones, which win (BEHAVIOUR §2.2).
 */
export function requestParams(state: ListState, fixed: FixedQuery = {}): Record<string, unknown> {
  return withoutEmpty({
    page: state.page - 1,
    size: state.size,
    sort: state.sort,
    ...state.filters,
    ...(state.deleted ? { deleted: 'true' } : {}),
    ...fixed,
  });
}

/** Export asks for all that matches, so it has no page. */
export function exportParams(state: ListState, fixed: FixedQuery = {}): Record<string, unknown> {
  const { page: _page, size: _size, ...rest } = requestParams(state, fixed);
  return rest;
}

/**
 * The page to show when `deleted` rows of `total` are gone: never an empty one while others hold rows (BEHAVIOUR §2.3).
 */
export const pageAfterDelete = (page: number, size: number, total: number, deleted: number): number =>
  Math.min(page, Math.max(1, Math.ceil((total - deleted) / size)));

/** `unitName,asc` ↔ what the table's header shows. */
export function parseSort(sort: string): { field: string; order: 'asc' | 'desc' } | null {
  const [field, order] = sort.split(',');
  return field ? { field, order: order === 'desc' ? 'desc' : 'asc' } : null;
}
