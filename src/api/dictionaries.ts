import { dictPage } from '@contract/constants';
import type { DictEntry } from '@contract/dictionaries';
import type { DictDetail } from '@contract/wire';
import { client } from './client';
import { readPage } from './readPage';

/**
 * Returns all entries of a dictionary in order.
 * @param organizationId organization whose own entries are included (SPEC §7)
 */
export async function fetchDictionary(dictName: string, organizationId: number | null): Promise<DictEntry[]> {
  const { data } = await client.get<unknown>('api/dictDetail', { params: { dictName, ...dictPage, organizationId } });
  // Values are strings and compared as strings (BEHAVIOUR §1.7).
  return readPage<DictDetail>(data).content.map(({ value, label, disabled, replacedBy }) => ({
    value: String(value),
    label,
    ...(disabled || replacedBy !== undefined ? { isDisabled: true as const } : {}),
    ...(replacedBy === undefined ? {} : { replacedBy }),
  }));
}
