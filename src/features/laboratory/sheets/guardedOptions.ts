import { client } from '@/api/client';
import type { GuardedEntity, GuardedOption } from '@contract/features/stock/expiryGate';

/** What it is to be used for; `any` takes instruments of other purposes, too. */
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

/**
 * What the laboratory may choose from on a day (today unless told): those found by keyword, or those chosen already.
 */
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
