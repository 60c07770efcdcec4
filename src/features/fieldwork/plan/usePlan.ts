import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { missingItemsKey } from '@/features/projects/missing/useMissingItems';
import { fetchTimeline } from '@/features/projects/projectCalls';
import { samplePlan } from '@contract/features/fieldwork/entities/samplePlan';
import { checkOf, planOf, totalsOf } from './planCalls';

/** Loads a project's plan with its timeline, totals and findings. `refresh` reloads all of them. */
export function usePlan(projectId: number | null) {
  const queryClient = useQueryClient();
  const key = ['samplePlan', projectId] as const;
  const enabled = projectId !== null;
  const id = projectId ?? 0;
  const planQuery = useQuery({
    queryKey: [...key, 'of'],
    queryFn: ({ signal }) => planOf(id, signal),
    enabled,
    retry: false,
  });
  const head = planQuery.data?.plan ?? null;
  const timeline = useQuery({
    queryKey: [...key, 'timeline', head?.version],
    queryFn: ({ signal }) => fetchTimeline(samplePlan, head?.id ?? 0, signal),
    enabled: head !== null,
    retry: false,
    placeholderData: (previousTimeline) => previousTimeline,
  });
  const totals = useQuery({
    queryKey: [...key, 'totals'],
    queryFn: ({ signal }) => totalsOf(id, signal),
    enabled: head !== null,
    retry: false,
  });
  const check = useQuery({
    queryKey: [...key, 'check'],
    queryFn: ({ signal }) => checkOf(id, signal),
    enabled: head !== null,
    retry: false,
  });
  const refresh = useCallback(
    () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['samplePlan', projectId] }),
        queryClient.invalidateQueries({ queryKey: missingItemsKey(projectId ?? 0) }),
      ]),
    [queryClient, projectId],
  );
  // After a move the earlier moves are no longer valid, but the signatures are.
  const currentTimeline = timeline.isPlaceholderData && timeline.data ? { ...timeline.data, moves: [] } : timeline.data;
  return {
    head,
    of: planQuery.data,
    error: planQuery.error,
    isPending: planQuery.isPending,
    timeline: currentTimeline,
    totals: totals.data,
    check: check.data,
    refresh,
  };
}

export type PlanModel = ReturnType<typeof usePlan>;
