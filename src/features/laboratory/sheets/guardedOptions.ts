import { client } from '@/api/client';
import type { GuardedEntity, GuardedOption } from '@contract/features/stock/expiryCheck';

/** Intended use; `any` also accepts instruments for other purposes. */
export interface GuardedUse {
  readonly methodKind: string;
  readonly hazard: number;
  readonly any?: boolean;
}

interface GuardedQuery {
  readonly keyword?: string;
  readonly ids?: readonly number[];
  readonly on?: string | null;
  readonly use?: GuardedUse | null;
}

/** Returns the options on a date (by default today): matches of a keyword, or the chosen ones. */
export async function fetchGuarded(
  entity: GuardedEntity,
  query: GuardedQuery,
  signal?: AbortSignal,
): Promise<GuardedOption[]> {
  const { keyword, ids, on, use } = query;
  const { data } = await client.get<{ content: GuardedOption[] }>(`api/labOptions/${entity}`, {
    params: {
      ...(keyword ? { keyword } : {}),
      ...(ids?.length ? { ids: ids.join(','), only: 'true' } : {}),
      ...(on ? { on } : {}),
      ...(use ? { methodKind: use.methodKind, hazard: use.hazard, ...(use.any ? { others: 'true' } : {}) } : {}),
    },
    signal,
  });
  return data.content;
}
