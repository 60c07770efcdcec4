import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { serverSupports } from '@/api/client';
import { readPreference, writePreference } from '@/api/preferences';
import { succeeded } from '@/api/succeeded';
import type { Density } from '@/grid/DataTable';
import type { ColumnChoice } from './columns/columnWidthsAndOrder';
import type { Filters } from './listAddress';

export interface SavedFilter {
  readonly name: string;
  readonly filters: Filters;
  /** True if the filter applies when the list opens without filters in its address. */
  readonly initial?: boolean;
}

/** A person's choices for one list. The server stores them, so that they apply on every machine. */
export interface ListPreference {
  readonly columns?: readonly ColumnChoice[];
  readonly density?: Density;
  readonly size?: number;
  readonly saved?: readonly SavedFilter[];
}

const emptyPreference: ListPreference = {};

/**
 * Returns a person’s choices for a list, and `save`, which merges a change into them and stores it.
 * `ready` is false until the server has answered or failed: the list waits, so that it does not send two requests
 * with two sizes. If the server stores no choices, they last as long as the window.
 */
export function usePreference(key: string) {
  const queryClient = useQueryClient();
  const queryKey = ['preference', key];
  const fetchStored = useCallback(
    async () => ((await readPreference(key)) as ListPreference | null) ?? emptyPreference,
    [key],
  );
  const isStored = serverSupports('preferences');
  const query = useQuery({
    queryKey,
    queryFn: fetchStored,
    enabled: isStored,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const save = useCallback(
    (change: Partial<ListPreference>) => {
      const write = (storedPreference: ListPreference) => {
        const next = { ...storedPreference, ...change };
        queryClient.setQueryData(['preference', key], next);
        return isStored ? writePreference(key, next) : Promise.resolve();
      };
      const cachedPreference =
        queryClient.getQueryData<ListPreference>(['preference', key]) ?? (isStored ? undefined : emptyPreference);
      // All choices of a list are stored as one value. If the value was never read, it is read first; otherwise this
      // save would overwrite the saved filters. Choices made during the read are already in the query cache.
      void succeeded(
        cachedPreference
          ? write(cachedPreference)
          : queryClient
              .fetchQuery({ queryKey: ['preference', key], queryFn: fetchStored, retry: false })
              .then((storedPreference) =>
                write(queryClient.getQueryData<ListPreference>(['preference', key]) ?? storedPreference),
              ),
      );
    },
    [queryClient, key, fetchStored, isStored],
  );
  return { preference: query.data ?? emptyPreference, ready: !isStored || !query.isPending, save };
}
