import type { Answer, OrganizationBrief } from '@contract/wire';
import { acceptAnswer } from './acceptAnswer';
import { client } from './client';

/** Returns the organizations that the person may see (SPEC §7 `getOrg`). */
export async function fetchOrganizations(signal?: AbortSignal): Promise<OrganizationBrief[]> {
  const { data } = await client.get<Answer<OrganizationBrief[]>>('api/familyBucket/getOrg', { signal });
  return acceptAnswer<OrganizationBrief[]>(data) ?? [];
}
