import type { Answer, OrganizationBrief } from '@contract/wire';
import { acceptAnswer } from './answer';
import { client } from './client';

/** SPEC §7 `getOrg`: the organisations that the person may see. */
export async function fetchOrganizations(signal?: AbortSignal): Promise<OrganizationBrief[]> {
  const { data } = await client.get<Answer<OrganizationBrief[]>>('api/familyBucket/getOrg', { signal });
  return acceptAnswer<OrganizationBrief[]>(data) ?? [];
}
