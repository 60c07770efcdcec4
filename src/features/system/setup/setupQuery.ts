import { useQuery } from '@tanstack/react-query';
import { client } from '@/api/client';
import type { Setup } from '@contract/features/system/setupChecklist';

export const setupKey = ['setup'];

/**
 * Returns the steps before a laboratory can work.
 * @param manages true if the person may set the organization up
 * @returns undefined while loading, after all steps are done, and after the person has hidden the list
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
