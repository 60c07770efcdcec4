import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { serverSupports } from '@/api/client';
import { usePageActive } from '@/session/tabs/pageState';
import { type ProjectGap, showsProjectGaps } from '@contract/features/archive/projectGaps';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { fetchProjectGaps } from '../projectCalls';

/** Key of the list of a project's missing items. Pages on which such data are saved invalidate it. */
export const missingItemsKey = (project: number) => ['list', projectEntity.path, 'one', project, 'lacks'] as const;

const noItems: readonly ProjectGap[] = [];

/**
 * Loads 还缺什么 of a project: missing data that later steps will require.
 * @returns undefined while the list is being loaded for the first time
 */
export function useMissingItems(
  project: { readonly id: number; readonly stage: unknown } | undefined,
): readonly ProjectGap[] | undefined {
  const queryClient = useQueryClient();
  const isActive = usePageActive();
  const id = project?.id ?? 0;
  const { data, isLoading } = useQuery({
    queryKey: missingItemsKey(id),
    queryFn: ({ signal }) => fetchProjectGaps(id, signal),
    enabled: serverSupports('fieldwork') && project !== undefined && showsProjectGaps(project),
    retry: false,
    // Samples, weather and instruments are saved on other pages than the page of the project.
    refetchOnMount: 'always',
  });
  // A page that was hidden meanwhile stays mounted.
  const wasActive = useRef(isActive);
  useEffect(() => {
    if (isActive && !wasActive.current) void queryClient.invalidateQueries({ queryKey: missingItemsKey(id) });
    wasActive.current = isActive;
  }, [isActive, id, queryClient]);
  return data ?? (isLoading ? undefined : noItems);
}
