import type { GuardedEntity, GuardedOption } from '@contract/expiryGate';
import { client } from './client';

/** What the laboratory may choose from on a day (today unless told): those found by keyword, or those chosen already. */
export async function fetchGuarded(entity: GuardedEntity, query: { readonly keyword?: string; readonly ids?: readonly number[]; readonly on?: string | null }, signal?: AbortSignal): Promise<GuardedOption[]> {
  const { keyword, ids, on } = query;
  const { data } = await client.get<{ content: GuardedOption[] }>(`api/labOptions/${entity}`, {
    params: { ...(keyword ? { keyword } : {}), ...(ids?.length ? { ids: ids.join(','), only: 'true' } : {}), ...(on ? { on } : {}) },
    signal,
  });
  return data.content;
}
