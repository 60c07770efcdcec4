import { useQuery } from '@tanstack/react-query';
import { client } from '@/api/client';
import type { Setup } from '@contract/features/system/setup';

export const setupKey = ['setup'];

/**
 * Returns what is to be done before a laboratory can work.
 * @param manages the person may set the organization up
 * @returns undefined while it loads, when everything is done and when the person has put the list away
 */
export function useOpenSetup(manages: boolean): Setup | undefined {
  const { data } = useQuery({
    queryKey: setupKey,
    queryFn: async ({ signal }) => (await client.get<Setup | null>('api/setup', { signal })).data,
    enabled: manages,
    retry: false,
    staleTime: 0,
  });
  return !data || data.away || data.complete ? undefined : data;
}
