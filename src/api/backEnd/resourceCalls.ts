import { callsToldFor } from './block';

/** Suffixes of a resource's address, by operation (SPEC §7; the paths are the back end's). */
const usualSuffixes = {
  add: 'add',
  edit: 'edit',
  copy: 'copy',
  saveAll: 'saveAll',
  delete: 'delete',
  restore: 'restore',
  status: 'status',
  relation: 'relation',
  cancelRelation: 'cancelRelation',
  distribute: 'distribute',
  reset: 'reset',
  export: 'export',
  import: 'import',
} as const;

export type CallName = keyof typeof usualSuffixes;

/** Settings of a list's calls; a missing one is as on our server. */
export interface Calls {
  /** Without a slash at either end. */
  readonly url?: string;
  /** Method of the list call. Its query is in the address either way. */
  readonly method?: 'get' | 'post';
  /** The name of the page's number. */
  readonly pageParam?: string;
  /** The name of the number of rows a page. */
  readonly sizeParam?: string;
  /** The number of the first page. */
  readonly firstPage?: 0 | 1;
  readonly suffixes?: Readonly<Partial<Record<CallName, string>>>;
  /** Goes along with an uploaded workbook. */
  readonly belongGas?: string;
  /** Goes along with an uploaded workbook. */
  readonly uploadType?: string;
}

interface WholeCalls extends Omit<Required<Calls>, 'belongGas' | 'uploadType' | 'suffixes'> {
  readonly suffixes: Readonly<Record<CallName, string>>;
  readonly belongGas?: string;
  readonly uploadType?: string;
}

/**
 * The calls of a resource in full.
 * @param path the entity's; the address unless the page or the installation says another
 * @param page what the page says
 */
export function callsOf(path: string, page: Calls = {}): WholeCalls {
  const told = callsToldFor(path);
  return {
    url: path,
    method: 'get',
    pageParam: 'page',
    sizeParam: 'size',
    firstPage: 0,
    ...page,
    ...told,
    suffixes: { ...usualSuffixes, ...page.suffixes, ...told.suffixes },
  };
}

/** The list's parameters as the back end calls them: `page` counts from zero until here. */
export function pageParams(params: Readonly<Record<string, unknown>>, calls: WholeCalls): Record<string, unknown> {
  const { page, size, ...rest } = params;
  return {
    ...(typeof page === 'number' ? { [calls.pageParam]: page + calls.firstPage } : {}),
    ...(size === undefined ? {} : { [calls.sizeParam]: size }),
    ...rest,
  };
}
