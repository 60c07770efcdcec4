import { useQuery } from '@tanstack/react-query';
import { client, serverSupports } from '@/api/client';
import type { ProjectScope } from '@contract/features/library/accreditationScope';

/**
 * Loads which hazards of a project are in the accredited scope. `isKnown` turns true when the answer or a failure came.
 */
export function useProjectScope(projectId: number): {
  readonly scope: ProjectScope | undefined;
  readonly isKnown: boolean;
} {
  const enabled = serverSupports('fieldwork');
  const { data, isError } = useQuery({
    queryKey: ['samplePlan', projectId, 'scope'],
    queryFn: async ({ signal }) =>
      (await client.get<ProjectScope>(`api/samplePlan/scope/${projectId}`, { signal, quiet: true })).data,
    enabled,
    retry: false,
  });
  return { scope: data, isKnown: !enabled || isError || data !== undefined };
}
