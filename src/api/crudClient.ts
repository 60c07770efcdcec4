import type { AnyRow, Draft, Entity, Row } from '@contract/entity';
import type { Answer, Page } from '@contract/wire';
import type { SavedTogether } from '@contract/workbook/saveAll';
import { acceptAnswer } from './answer';
import { client } from './client';
import { download, downloadName } from './download';
import { type Failure, shownByForm } from './failures';
import { readPage } from './readPage';

/** For an entity known only at run time, the row is any row. */
type RowOf<E> = Entity extends E ? AnyRow : Row<E>;
type DraftOf<E> = Entity extends E ? Record<string, unknown> : Partial<Draft<E>>;

export interface WriteOptions {
  readonly idempotencyKey?: string;
  readonly once?: true;
  readonly reason?: string;
  /** Failures that the caller shows itself; by default field errors and stale rows, which forms show. */
  readonly quiet?: true | ((failure: Failure) => boolean);
}

export interface ExportRequest {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly ids?: readonly number[];
  /** Appended to the URL; `export` by default (SPEC §7). */
  readonly suffix?: string;
  readonly format?: 'xlsx' | 'txt';
  /** Name of the file; by default the entity's label. */
  readonly title?: string;
  readonly signal?: AbortSignal;
}

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
  | { readonly downloadBy: number; readonly ids: readonly number[] }
  | { readonly sampleId: number; readonly sampleSiteHazardId: number };

/**
 * Returns the standard requests of an entity (PRODUCT §5). All reject with a `Failure`, which the client has already
 * shown unless `quiet` leaves that to the caller.
 * @param url path of the API; by default the entity's path
 */
export function crud<E extends Entity>(entity: E, url: string = entity.path) {
  type R = RowOf<E>;
  type D = DraftOf<E>;
  const write = async (
    method: 'post' | 'put',
    action: string,
    data: unknown,
    { quiet = shownByForm, ...options }: WriteOptions = {},
  ): Promise<R | undefined> => {
    const answer = await client.request<Answer<R>>({ method, url: `${url}/${action}`, data, quiet, ...options });
    return acceptAnswer<R>(answer.data);
  };
  const act = async (
    method: 'post' | 'put' | 'delete',
    action: string,
    data: unknown,
    options: { reason?: string } = {},
    rule: 'refusal' | 'success' = 'refusal',
  ): Promise<void> => {
    const answer = await client.request<Answer>({ method, url: `${url}/${action}`, data, ...options });
    acceptAnswer(answer.data, rule);
  };
  return {
    async list(params: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<Page<R>> {
      const { data } = await client.get<unknown>(url, { params, signal, list: true });
      return readPage<R>(data);
    },
    /** @param quiet the caller shows the failure */
    async get(id: number, signal?: AbortSignal, quiet?: true): Promise<R> {
      return (await client.get<R>(`${url}/${id}`, { signal, ...(quiet ? { quiet } : {}) })).data;
    },
    add: (draft: D, options?: WriteOptions) => write('post', 'add', draft, options),
    /** Requires the row's `id` and `version`. A stale version rejects with code `stale` and the current row. */
    edit: (draft: D & { id: number; version?: number }, options?: WriteOptions) => write('put', 'edit', draft, options),
    copy: (draft: D, options?: WriteOptions) => write('post', 'copy', draft, options),
    /** Saves many rows, all or none. Returns them in the order sent. The caller shows failures. */
    async saveAll(request: SavedTogether, { quiet = true, ...options }: WriteOptions = {}): Promise<R[]> {
      const { data } = await client.put<Answer<R[]>>(`${url}/saveAll`, request, { quiet, ...options });
      return acceptAnswer<R[]>(data) ?? [];
    },
    remove: (ids: readonly number[], options?: { reason?: string }) => act('delete', 'delete', ids, options),
    restore: (ids: readonly number[], options?: { reason?: string }) => act('put', 'restore', ids, options),
    status: (ids: readonly number[], field: string, value: unknown, options?: { reason?: string }) =>
      act('put', 'status', { ids, field, value }, options),
    relation: (payload: RelationPayload) => act('post', 'relation', payload, {}, 'success'),
    cancelRelation: (ids: readonly number[]) => act('post', 'cancelRelation', { ids }, {}, 'success'),
    distribute: (payload: DistributePayload) => act('put', 'distribute', payload),
    reset: (id: number) => act('post', 'reset', { id }),
    /** Downloads the rows that match the query, or those with the given ids. */
    async exportSheet({
      query = {},
      ids,
      suffix = 'export',
      format = 'xlsx',
      title = entity.label,
      signal,
    }: ExportRequest = {}): Promise<void> {
      const params = {
        ...query,
        ...(ids?.length ? { ids: ids.join(',') } : {}),
        ...(format === 'xlsx' ? {} : { format }),
      };
      await download(`${url}/${suffix}`, params, downloadName(title, format), { list: true, signal });
    },
  };
}
