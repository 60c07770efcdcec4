import { useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '@/api/client';
import { exportRun } from '@contract/features/system/entities/exportRun';
import type { Page } from '@contract/wire';

const reloadMs = 2_000;

/** Reloads the list of exports while one of them runs. */
export function useExportRefresh(): void {
  const queryClient = useQueryClient();
  useQuery({
    queryKey: ['exports', 'running'],
    queryFn: async ({ signal }) => {
      const { data } = await client.get<Page<unknown>>(exportRun.path, {
        params: { size: 1, state: 'running' },
        signal,
        quiet: true,
        headers: { 'x-background': '1' },
      });
      await queryClient.invalidateQueries({ queryKey: ['list', exportRun.path] });
      return data.totalElements;
    },
    refetchInterval: ({ state }) => (state.data === 0 ? 5 * reloadMs : reloadMs),
  });
}
