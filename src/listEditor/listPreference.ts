import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { serverHas } from '@/api/client';
import { readPreference, writePreference } from '@/api/preferences';
import { succeeded } from '@/api/succeeded';
import type { Density } from '@/grid/DataTable';
import type { Filters } from './query';

/** A column as the person arranged it. */
export interface ColumnChoice {
  readonly name: string;
  readonly hidden?: boolean;
  readonly pin?: 'left' | 'right' | null;
  /** Width in px; dragged in the header (`src/grid/useColumnResizing.ts`). */
  readonly width?: number;
}

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

const none: ListPreference = {};

/**
 * Returns a person’s choices for a list, and `save`, which merges a change into them and stores it.
 * `ready` is false until the server has answered or failed: the list waits, so that it does not send two requests
 * with two sizes. If the server stores no choices, they last as long as the window.
 */
export function usePreference(key: string) {
  const client = useQueryClient();
  const queryKey = ['preference', key];
  const read = useCallback(async () => ((await readPreference(key)) as ListPreference | null) ?? none, [key]);
  const kept = serverHas('preferences');
  const query = useQuery({
    queryKey,
    queryFn: read,
    enabled: kept,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const save = useCallback(
    (change: Partial<ListPreference>) => {
      const write = (stored: ListPreference) => {
        const next = { ...stored, ...change };
        client.setQueryData(['preference', key], next);
        return kept ? writePreference(key, next) : Promise.resolve();
      };
      const known = client.getQueryData<ListPreference>(['preference', key]) ?? (kept ? undefined : none);
      // All choices of a list are stored as one value. If the value was never read, it is read first; otherwise this
      // save would overwrite the saved filters. Choices made during the read are already in the query cache.
      void succeeded(
        known
          ? write(known)
          : client
              .fetchQuery({ queryKey: ['preference', key], queryFn: read, retry: false })
              .then((stored) => write(client.getQueryData<ListPreference>(['preference', key]) ?? stored)),
      );
    },
    [client, key, read, kept],
  );
  return { preference: query.data ?? none, ready: !kept || !query.isPending, save };
}

/**
 * Returns the page's columns in the person's order. A column that the person has never arranged follows its
 * predecessor in the page's list.
 */
export function arrange(names: readonly string[], choices: readonly ColumnChoice[] = []): ColumnChoice[] {
  const kept = choices.filter(({ name }) => names.includes(name));
  const arranged = [...kept];
  names.forEach((name, at) => {
    if (kept.some((choice) => choice.name === name)) return;
    const before = names
      .slice(0, at)
      .reverse()
      .find((one) => arranged.some((choice) => choice.name === one));
    arranged.splice(before === undefined ? 0 : arranged.findIndex((choice) => choice.name === before) + 1, 0, { name });
  });
  return arranged;
}
