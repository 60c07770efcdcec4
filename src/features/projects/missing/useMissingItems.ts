import { useQuery } from '@tanstack/react-query';
import { serverSupports } from '@/api/client';
import { type ProjectGap, showsProjectGaps } from '@contract/features/archive/projectGaps';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { fetchProjectGaps } from '../projectCalls';

/** Key of the list of a project's missing items. Pages on which such data are saved invalidate it. */
export const missingItemsKey = (project: number) => ['list', projectEntity.path, 'one', project, 'lacks'] as const;

const noItems: readonly ProjectGap[] = [];

/** Loads 还缺什么 of a project: missing data that later steps will require. */
export function useMissingItems(project: { readonly id: number; readonly stage: unknown } | undefined) {
  const { data = noItems } = useQuery({
    queryKey: missingItemsKey(project?.id ?? 0),
    queryFn: ({ signal }) => fetchProjectGaps(project?.id ?? 0, signal),
    enabled: serverSupports('fieldwork') && project !== undefined && showsProjectGaps(project),
    retry: false,
    // Samples, weather and instruments are saved on other pages than the page of the project.
    refetchOnMount: 'always',
  });
  return data;
}
