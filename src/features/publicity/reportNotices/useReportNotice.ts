import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { noticeDraftOf, noticeOf } from '@/api/publishing';
import type { AnyRow } from '@contract/entity';
import { reportFormula } from '@contract/features/publicity/entities/reportFormula';

const api = crud(reportFormula);

export interface Notice {
  /** Null for a new notice. */
  readonly row: AnyRow | null;
  /** Initial values of a new notice. */
  readonly draft: Readonly<Record<string, unknown>>;
}

const numberIn = (text: string | null): number | undefined =>
  text && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

async function loadNotice(id: number | undefined, projectId: number | undefined, signal: AbortSignal): Promise<Notice> {
  if (id !== undefined) return { row: (await api.get(id, signal)) as unknown as AnyRow, draft: {} };
  if (projectId === undefined) return { row: null, draft: {} };
  const knownNotice = await noticeOf(projectId, signal);
  return knownNotice ? { row: knownNotice, draft: {} } : { row: null, draft: await noticeDraftOf(projectId, signal) };
}

/**
 * Loads the report notice whose id, or whose project, is in the URL. Without either, the form starts a new notice.
 */
export function useReportNotice() {
  const [search, setSearch] = useSearchParams();
  const [id, projectId] = [numberIn(search.get('id')), numberIn(search.get('belongProject'))];
  const queryClient = useQueryClient();
  const key = useMemo(() => ['reportNotice', id ?? null, projectId ?? null], [id, projectId]);
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => loadNotice(id, projectId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

  const refresh = useCallback(async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: key }),
      queryClient.invalidateQueries({ queryKey: ['list', reportFormula.path] }),
    ]);
  }, [queryClient, key]);

  /** Writes the notice's id into the address after the first save. */
  const addIdToAddress = useCallback(
    (row: AnyRow) => {
      void queryClient.invalidateQueries({ queryKey: ['list', reportFormula.path] });
      if (id === row.id) void queryClient.invalidateQueries({ queryKey: key });
      else setSearch({ id: String(row.id) }, { replace: true });
    },
    [queryClient, key, id, setSearch],
  );

  return {
    notice: query.data,
    loading: query.isPending,
    failure: query.isError ? failureOf(query.error) : null,
    retry: query.refetch,
    refresh,
    settle: addIdToAddress,
  };
}
