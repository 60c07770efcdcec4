import { client } from '@/api/client';
import type { UsedEntity, SelectableOption } from '@contract/features/stock/itemFitness';

/** Intended use; `includesUnfit` also accepts instruments for other purposes. */
export interface ItemPurpose {
  readonly methodKind: string;
  readonly hazard: number;
  readonly includesUnfit?: boolean;
}

interface OptionQuery {
  readonly keyword?: string;
  readonly ids?: readonly number[];
  readonly on?: string | null;
  readonly use?: ItemPurpose | null;
}

/** Returns the options on a date (by default today): matches of a keyword, or the chosen ones. */
export async function fetchSelectable(
  entity: UsedEntity,
  query: OptionQuery,
  signal?: AbortSignal,
): Promise<SelectableOption[]> {
  const { keyword, ids, on, use } = query;
  const { data } = await client.get<{ content: SelectableOption[] }>(`api/labOptions/${entity}`, {
    params: {
      ...(keyword ? { keyword } : {}),
      ...(ids?.length ? { ids: ids.join(','), only: 'true' } : {}),
      ...(on ? { on } : {}),
      ...(use
        ? { methodKind: use.methodKind, hazard: use.hazard, ...(use.includesUnfit ? { others: 'true' } : {}) }
        : {}),
    },
    signal,
  });
  return data.content;
}
