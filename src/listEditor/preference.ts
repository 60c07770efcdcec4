import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { readPreference, writePreference } from '@/api/preferences';
import { went } from '@/api/went';
import type { Density } from '@/grid/DataTable';
import type { Filters } from './query';

export interface ColumnChoice {
  readonly name: string;
  readonly hidden?: boolean;
  readonly pin?: 'left' | 'right' | null;
  readonly width?: number;
}

export interface SavedFilter {
  readonly name: string;
  readonly filters: Filters;
  /** Applied when the list opens without filters in its address. */
  readonly initial?: boolean;
}

/** What a person chose for one list; kept on the server, so that it is there on the next machine too. */
export interface ListPreference {
  readonly columns?: readonly ColumnChoice[];
  readonly density?: Density;
  readonly size?: number;
  readonly saved?: readonly SavedFilter[];
}

const none: ListPreference = {};

/**
 * `ready` is false until the server has answered (or failed to): the list waits, rather than ask twice with two sizes.
 */
export function usePreference(key: string) {
  const client = useQueryClient();
  const queryKey = ['preference', key];
  const read = useCallback(async () => ((await readPreference(key)) as ListPreference | null) ?? none, [key]);
  const query = useQuery({ queryKey, queryFn: read, staleTime: Number.POSITIVE_INFINITY, retry: false });
  const save = useCallback(
    (change: Partial<ListPreference>) => {
      const write = (stored: ListPreference) => {
        const next = { ...stored, ...change };
        client.setQueryData(['preference', key], next);
        return writePreference(key, next);
      };
      const known = client.getQueryData<ListPreference>(['preference', key]);
      // All choices of a list are one value: one whose reading failed is read again before it is written, or a moved
      // column would take the saved filters away.
      // What was chosen while that lasted is in the store by then.
      void went(
        known
          ? write(known)
          : client
              .fetchQuery({ queryKey: ['preference', key], queryFn: read, retry: false })
              .then((stored) => write(client.getQueryData<ListPreference>(['preference', key]) ?? stored)),
      );
    },
    [client, key, read],
  );
  return { preference: query.data ?? none, ready: !query.isPending, save };
}

/** The page's columns as the person arranged them; columns that are new since then stand where the page puts them. */
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
