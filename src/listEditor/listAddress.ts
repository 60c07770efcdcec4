import { withoutEmpty } from '@/api/scopeParams';
import { defaultPageSize, defaultSort, pageSizes } from '@contract/constants';
import type { FixedQuery } from './page';

export type FilterValue = string | readonly string[];
export type Filters = Readonly<Record<string, FilterValue>>;

/** Filters, order and page of a list. They are in the address, so that a link or a reload shows the same rows. */
export interface ListState {
  readonly filters: Filters;
  /** Page number, from 1. */
  readonly page: number;
  readonly size: number;
  readonly sort: string;
  /** True if the list shows the recycle bin. */
  readonly deleted: boolean;
}

const listParameters = new Set(['page', 'size', 'sort', 'deleted']);

/**
 * Parses the list's state from the address. Ignores parameters that are not filters of the page.
 * @param names filters of the page
 * @param defaults size and order that the address leaves out
 */
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

/**
 * Writes the state into the address. Values that equal the default are left out, other parameters are kept.
 * @param currentParams parameters of the present address
 * @param names filters of the page
 * @param defaults size and order that the address leaves out
 */
export function writeAddress(
  currentParams: URLSearchParams,
  listState: ListState,
  names: readonly string[],
  defaults: { size?: number; sort?: string } = {},
): URLSearchParams {
  const search = new URLSearchParams(currentParams);
  for (const name of [...names, 'keyword', ...listParameters]) search.delete(name);
  for (const [name, value] of Object.entries(withoutEmpty(listState.filters))) {
    for (const item of Array.isArray(value) ? value : [value as string]) search.append(name, item);
  }
  if (listState.page !== 1) search.set('page', String(listState.page));
  if (listState.size !== (defaults.size ?? defaultPageSize)) search.set('size', String(listState.size));
  if (listState.sort !== (defaults.sort ?? defaultSort)) search.set('sort', listState.sort);
  if (listState.deleted) search.set('deleted', 'true');
  return search;
}

/**
 * Returns the parameters of a list request: page (from 0), size, sort, filters, and the page's fixed query, which
 * overrides filters of the same name (BEHAVIOUR §2.2).
 */
export function requestParams(listState: ListState, fixed: FixedQuery = {}): Record<string, unknown> {
  return withoutEmpty({
    page: listState.page - 1,
    size: listState.size,
    sort: listState.sort,
    ...listState.filters,
    ...(listState.deleted ? { deleted: 'true' } : {}),
    ...fixed,
  });
}

/**
 * Returns the parameters of an export: the parameters of the list without page and size, so that it covers all
 * matches.
 */
export function exportParams(state: ListState, fixed: FixedQuery = {}): Record<string, unknown> {
  const { page: _page, size: _size, ...rest } = requestParams(state, fixed);
  return rest;
}

/**
 * Returns the page to show after `deleted` of `total` rows are deleted. It is never empty while other pages have rows
 * (BEHAVIOUR §2.3).
 * @param page shown page, from 1
 * @param size rows per page
 * @param total rows before the deletion
 * @param deletedCount number of deleted rows
 * @example pageAfterDelete(3, 10, 21, 1) // 2
 */
export const pageAfterDelete = (page: number, size: number, total: number, deletedCount: number): number =>
  Math.min(page, Math.max(1, Math.ceil((total - deletedCount) / size)));

/**
 * Converts a sort parameter to the field and order that the table's header shows; null if it is empty.
 * @example parseSort('unitName,asc') // { field: 'unitName', order: 'asc' }
 */
export function parseSort(sort: string): { field: string; order: 'asc' | 'desc' } | null {
  const [field, order] = sort.split(',');
  return field ? { field, order: order === 'desc' ? 'desc' : 'asc' } : null;
}
