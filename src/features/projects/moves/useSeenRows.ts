import { useQuery } from '@tanstack/react-query';
import type { Entity } from '@contract/entity';
import type { SeenRow } from '@contract/workflow/workflowWire';
import { fetchSeen } from '../projectCalls';

/**
 * Adds to rows that are marked to be signed together the fingerprint of their content when they were marked.
 * @param rows as listed
 * @returns `waiting` until all are known
 */
export function useSeenRows(
  entity: Pick<Entity, 'path'>,
  rows: readonly SeenRow[],
): { readonly rows: readonly SeenRow[]; readonly waiting: boolean } {
  const open = rows.filter(({ asSeen }) => !asSeen);
  const { data, isPending } = useQuery({
    queryKey: ['list', entity.path, 'seen', open.map(({ id, version }) => `${id}:${version}`).join()],
    queryFn: ({ signal }) =>
      fetchSeen(
        entity,
        open.map(({ id }) => id),
        signal,
      ),
    enabled: open.length > 0,
    retry: false,
  });
  const found = new Map(data?.rows.map(({ id, asSeen }) => [id, asSeen]));
  return {
    rows: rows.map((row) => {
      const asSeen = row.asSeen ?? found.get(row.id);
      return { ...row, ...(asSeen ? { asSeen } : {}) };
    }),
    waiting: open.length > 0 && isPending,
  };
}
