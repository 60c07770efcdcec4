import { installationCallsOf } from './backEndBlock';

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

/** Settings of a list's calls. A missing setting has the value of our server. */
export interface Calls {
  /** Address without a slash at either end. */
  readonly url?: string;
  /** Method of the list call. Its query is part of the address with either method. */
  readonly method?: 'get' | 'post';
  /** Name of the parameter for the page number. */
  readonly pageParam?: string;
  /** Name of the parameter for the number of rows per page. */
  readonly sizeParam?: string;
  /** Number of the first page. */
  readonly firstPage?: 0 | 1;
  readonly suffixes?: Readonly<Partial<Record<CallName, string>>>;
  /** Value sent with an uploaded workbook. */
  readonly belongGas?: string;
  /** Value sent with an uploaded workbook. */
  readonly uploadType?: string;
}

interface WholeCalls extends Omit<Required<Calls>, 'belongGas' | 'uploadType' | 'suffixes'> {
  readonly suffixes: Readonly<Record<CallName, string>>;
  readonly belongGas?: string;
  readonly uploadType?: string;
}

/**
 * Returns all settings of a resource's calls.
 * @param path path of the entity; it is the address unless the page or the installation sets another
 * @param page settings of the page
 */
export function callsOf(path: string, page: Calls = {}): WholeCalls {
  const configuredCalls = installationCallsOf(path);
  return {
    url: path,
    method: 'get',
    pageParam: 'page',
    sizeParam: 'size',
    firstPage: 0,
    ...page,
    ...configuredCalls,
    suffixes: { ...usualSuffixes, ...page.suffixes, ...configuredCalls.suffixes },
  };
}

/** Converts the parameters of a list to the names of the back end. `page` counts from zero before the conversion. */
export function pageParams(params: Readonly<Record<string, unknown>>, calls: WholeCalls): Record<string, unknown> {
  const { page, size, ...rest } = params;
  return {
    ...(typeof page === 'number' ? { [calls.pageParam]: page + calls.firstPage } : {}),
    ...(size === undefined ? {} : { [calls.sizeParam]: size }),
    ...rest,
  };
}
