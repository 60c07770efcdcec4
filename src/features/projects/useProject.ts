import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { serverSupports } from '@/api/client';
import { crud } from '@/api/crudClient';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { fetchHolders, fetchOwnSteps, fetchTimeline } from './projectCalls';

/**
 * Loads the project named by the address's `belongProject`, with its history. `refresh` reloads everything about it.
 */
export function useProject() {
  const [search] = useSearchParams();
  const id = Number(search.get('belongProject'));
  const isValidId = Number.isInteger(id) && id > 0;
  const queryClient = useQueryClient();
  const key = ['list', projectEntity.path, 'one', id] as const;
  const row = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => crud(projectEntity).get(id, signal, true),
    enabled: isValidId,
    retry: false,
  });
  const timeline = useQuery({
    queryKey: [...key, 'timeline'],
    queryFn: ({ signal }) => fetchTimeline(projectEntity, id, signal),
    enabled: isValidId && serverSupports('fieldwork'),
    retry: false,
  });
  const holders = useQuery({
    queryKey: [...key, 'holders'],
    queryFn: ({ signal }) => fetchHolders(id, signal),
    enabled: isValidId && serverSupports('fieldwork'),
    retry: false,
  });
  const steps = useQuery({
    queryKey: [...key, 'ownSteps'],
    queryFn: ({ signal }) => fetchOwnSteps(id, signal),
    enabled: isValidId && serverSupports('fieldwork'),
    retry: false,
  });
  const refresh = useCallback(
    () => queryClient.invalidateQueries({ queryKey: ['list', projectEntity.path] }),
    [queryClient],
  );
  return {
    id: isValidId ? id : null,
    project: row.data,
    error: row.error,
    isPending: row.isPending,
    timeline: timeline.data,
    timelineFailed: timeline.isError,
    holders: holders.data,
    steps: steps.data,
    refresh,
  };
}

export type ProjectModel = ReturnType<typeof useProject>;
export type ProjectRow = NonNullable<ProjectModel['project']>;
