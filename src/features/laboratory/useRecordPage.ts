import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { fetchWork } from './laboratoryCalls';

/** Returns the prefix of the query keys of a record's page. */
export const workKey = (id: number) => ['labWork', id] as const;

/**
 * Loads the data of a record's page; without an id nothing is loaded. `reload` reloads it and everything below its
 * query key.
 */
export function useRecordPage(id: number | null) {
  const queryClient = useQueryClient();
  const query = useQuery<LabWork>({
    queryKey: workKey(id ?? 0),
    queryFn: ({ signal }) => fetchWork(id ?? 0, signal),
    enabled: id !== null,
    retry: false,
  });
  const reload = useCallback(async () => {
    const members = queryClient.getQueryData<LabWork>(workKey(id ?? 0))?.group?.members ?? [];
    // Records of one group share their head.
    for (const member of members)
      if (member.id !== id) void queryClient.invalidateQueries({ queryKey: workKey(member.id) });
    await queryClient.invalidateQueries({ queryKey: workKey(id ?? 0) });
    void queryClient.invalidateQueries({ queryKey: ['list', 'api/labSheet'] });
  }, [queryClient, id]);
  return { work: query.data, error: query.error, reload };
}
