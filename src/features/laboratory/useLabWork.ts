import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { fetchWork } from './laboratoryCalls';

/** What is kept of a record's page; parts of it ask for their own below the same key. */
export const workKey = (id: number) => ['labWork', id] as const;

/**
 * The record of a method page, by the address's phyId. `reload` asks again for it and for everything that stands under
 * it.
 */
export function useLabWork(id: number | null) {
  const queries = useQueryClient();
  const query = useQuery<LabWork>({
    queryKey: workKey(id ?? 0),
    queryFn: ({ signal }) => fetchWork(id ?? 0, signal),
    enabled: id !== null,
    retry: false,
  });
  const reload = useCallback(async () => {
    await queries.invalidateQueries({ queryKey: workKey(id ?? 0) });
    void queries.invalidateQueries({ queryKey: ['list', 'api/labSheet'] });
  }, [queries, id]);
  return { work: query.data, error: query.error, reload };
}
