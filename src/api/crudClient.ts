import type { AnyRow, Draft, Entity, Row } from '@contract/entity';
import { failures } from '@contract/messages';
import type { Answer, ImportItem, Page } from '@contract/wire';
import type { SavedTogether } from '@contract/workbook/saveMany';
import { acceptAnswer } from './acceptAnswer';
import { withMoments } from './backEnd/foreignMoments';
import { type CallName, type Calls, callsOf, pageParams } from './backEnd/resourceCalls';
import { Failure, shownByForm } from './callFailures';
import { client, serverSupports } from './client';
import { download, downloadName } from './download';
import { readPage } from './readPage';

/** Row type of an entity. For an entity known only at run time, it is any row. */
type RowOf<E> = Entity extends E ? AnyRow : Row<E>;
type DraftOf<E> = Entity extends E ? Record<string, unknown> : Partial<Draft<E>>;

interface WriteOptions {
  readonly idempotencyKey?: string;
  readonly once?: true;
  readonly reason?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Failures that the caller shows itself; by default field errors and stale rows, which forms show. */
  readonly quiet?: true | ((failure: Failure) => boolean);
}

interface ExportRequest {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly ids?: readonly number[];
  /** Names of the columns in their order; by default all. */
  readonly columns?: readonly string[];
  readonly format?: 'xlsx' | 'txt';
  /** Name of the file; by default the entity's label. */
  readonly title?: string;
  readonly signal?: AbortSignal;
}

/** A row in a call for several rows: the displayed row, or only its id. */
export type ChosenRow = number | { readonly id: number; readonly version?: unknown };

/**
 * Returns the rows in the form that the server expects. A server with versions refuses a row that was changed
 * meanwhile; another server gets ids (SPEC §7).
 */
const toRequestRows = (rows: readonly ChosenRow[]): unknown[] =>
  rows.map((row) => {
    if (typeof row === 'number') return row;
    return serverSupports('versions') && typeof row.version === 'number'
      ? { id: row.id, version: row.version }
      : row.id;
  });

/** Returns the rows of an additional call for several rows, each with the version that the person saw. */
export const withShownVersions = (
  rows: readonly { readonly id: number; readonly version: number }[],
): { readonly id: number; readonly version: number }[] => rows.map(({ id, version }) => ({ id, version }));

/** SPEC §7, Relation. */
export interface RelationPayload {
  readonly phyId?: number;
  readonly projectId?: number;
  readonly ids?: readonly number[];
  readonly blkSampleIds?: readonly number[];
  readonly hazardNames?: readonly string[];
}

/** SPEC §7, Distribute: one of two payloads. */
export type DistributePayload =
  | { readonly downloadBy: number; readonly ids: readonly ChosenRow[] }
  | { readonly sampleId: number; readonly sampleSiteHazardId: number };

/** Address and names of a resource's calls. */
type ResourceCalls = ReturnType<typeof callsOf>;

const addressOf = ({ url, suffixes }: ResourceCalls, name: CallName): string => `${url}/${suffixes[name]}`;

/** Calls that read rows of an entity. */
const readCalls = <R>(entity: Entity, calls: ResourceCalls) => ({
  async list(params: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<Page<R>> {
    const { data } = await client.request<unknown>({
      method: calls.method,
      url: calls.url,
      params: pageParams(params, calls),
      signal,
      list: true,
    });
    const page = readPage<R>(data);
    return { ...page, content: page.content.map((row) => withMoments(entity, row)) };
  },
  /**
   * Returns one row; reads the list if the server has no call for one row.
   * @param quiet set if the caller shows the failure in place of the row
   */
  async get(id: number, signal?: AbortSignal, quiet?: true): Promise<R> {
    const requestOptions = { signal, ...(quiet ? { quiet } : {}) };
    if (serverSupports('rowById')) return (await client.get<R>(`${calls.url}/${id}`, requestOptions)).data;
    const { data } = await client.request<unknown>({
      method: calls.method,
      url: calls.url,
      params: pageParams({ page: 0, size: 10, id }, calls),
      list: true,
      ...requestOptions,
    });
    const row = readPage<R & { id: number }>(data).content.find((candidate) => Number(candidate.id) === id);
    if (!row) throw new Failure('refused', failures.notFound, { status: 404 });
    return withMoments(entity, row);
  },
});

/** Calls that save rows and return them. */
function writeCalls<R, D>(calls: ResourceCalls) {
  const write = async (
    method: 'post' | 'put',
    action: CallName,
    data: unknown,
    { quiet = shownByForm, ...options }: WriteOptions = {},
  ): Promise<R | undefined> => {
    const answer = await client.request<Answer<R>>({
      method,
      url: addressOf(calls, action),
      data,
      quiet,
      ...options,
    });
    return acceptAnswer<R>(answer.data);
  };
  return {
    add: (draft: D, options?: WriteOptions) => write('post', 'add', draft, options),
    /** Requires the row's `id` and `version`. A stale version rejects with code `stale` and the current row. */
    edit: (draft: D & { id: number; version?: number }, options?: WriteOptions) => write('put', 'edit', draft, options),
    copy: (draft: D, options?: WriteOptions) => write('post', 'copy', draft, options),
    /** Saves many rows, all or none. Returns them in the order sent. The caller shows failures. */
    async saveAll(request: SavedTogether, { quiet = true, ...options }: WriteOptions = {}): Promise<R[]> {
      const { data } = await client.put<Answer<R[]>>(addressOf(calls, 'saveAll'), request, { quiet, ...options });
      return acceptAnswer<R[]>(data) ?? [];
    },
  };
}

/** Calls for existing rows that return the server's message. */
function actionCalls(calls: ResourceCalls) {
  const perform = async (
    method: 'post' | 'put' | 'delete',
    action: CallName,
    data: unknown,
    options: { reason?: string; idempotencyKey?: string } = {},
    rule: 'refusal' | 'success' = 'refusal',
  ): Promise<string> => {
    const answer = await client.request<Answer | undefined>({
      method,
      url: addressOf(calls, action),
      data,
      ...options,
    });
    acceptAnswer(answer.data, rule);
    return answer.data?.message ?? '';
  };
  return {
    remove: (rows: readonly ChosenRow[], options?: { reason?: string }) =>
      perform('delete', 'delete', toRequestRows(rows), options),
    restore: (rows: readonly ChosenRow[], options?: { reason?: string }) =>
      perform('put', 'restore', toRequestRows(rows), options),
    status: (rows: readonly ChosenRow[], field: string, value: unknown, options?: { reason?: string }) =>
      perform('put', 'status', { ids: toRequestRows(rows), field, value }, options),
    relation: (payload: RelationPayload) => perform('post', 'relation', payload, {}, 'success'),
    cancelRelation: (ids: readonly number[]) => perform('post', 'cancelRelation', { ids }, {}, 'success'),
    distribute: (payload: DistributePayload, options?: { idempotencyKey?: string }) =>
      perform(
        'put',
        'distribute',
        'ids' in payload ? { ...payload, ids: toRequestRows(payload.ids) } : payload,
        options,
      ),
    reset: (id: number) => perform('post', 'reset', { id }),
  };
}

/** Calls that send or fetch a workbook. */
const workbookCalls = (entity: Entity, calls: ResourceCalls) => ({
  /** Uploads a workbook and returns the outcome of each row (SPEC §7). The caller shows every failure. */
  async upload(file: File): Promise<ImportItem[]> {
    const form = new FormData();
    form.append('file', file, file.name);
    for (const name of ['belongGas', 'uploadType'] as const) {
      const value = calls[name];
      if (value !== undefined) form.append(name, value);
    }
    const headers = { 'content-type': 'multipart/form-data' };
    const { data } = await client.post<Answer<ImportItem[]>>(addressOf(calls, 'import'), form, {
      headers,
      quiet: true,
    });
    return acceptAnswer<ImportItem[]>(data) ?? [];
  },
  /** Downloads the rows that match the query, or those with the given ids, with the given columns. */
  async exportSheet({
    query = {},
    ids,
    columns,
    format = 'xlsx',
    title = entity.label,
    signal,
  }: ExportRequest = {}): Promise<void> {
    const params = {
      ...query,
      ...(ids?.length ? { ids: ids.join(',') } : {}),
      // Another server exports columns of its own choice (SPEC §7).
      ...(columns?.length && serverSupports('headers') ? { columns: columns.join(',') } : {}),
      ...(format === 'xlsx' ? {} : { format }),
    };
    await download(addressOf(calls, 'export'), params, downloadName(title, format), { list: true, signal });
  },
});

/**
 * Returns the calls that PRODUCT §5 gives every resource, with the addresses and names that the page or the
 * installation sets (SPEC §7). All calls reject with a `Failure` that the person has already seen, except the failures
 * that `quiet` leaves to the caller.
 * @param entity description of the rows; its path is the address unless `page` sets another
 * @param page settings of the page's calls that differ from the entity's path
 * @example await crud(customer).edit({ id, version, contact: '张三' });
 */
export function crud<E extends Entity>(entity: E, page: Calls = {}) {
  const calls = callsOf(entity.path, page);
  return {
    ...readCalls<RowOf<E>>(entity, calls),
    ...writeCalls<RowOf<E>, DraftOf<E>>(calls),
    ...actionCalls(calls),
    ...workbookCalls(entity, calls),
  };
}
