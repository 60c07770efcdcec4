import { useQuery } from '@tanstack/react-query';
import type { Entity } from '@contract/entity';
import type { SeenRow } from '@contract/workflow/workflowWire';
import { fetchSeen } from '../projectCalls';

/**
 * Returns the rows selected for a common signature, each with the fingerprint of its content at the time of the
 * selection.
 * @param rows rows of the list
 * @returns `waiting` is true until all fingerprints are known
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
  const asSeenById = new Map(data?.rows.map(({ id, asSeen }) => [id, asSeen]));
  return {
    rows: rows.map((row) => {
      const asSeen = row.asSeen ?? asSeenById.get(row.id);
      return { ...row, ...(asSeen ? { asSeen } : {}) };
    }),
    waiting: open.length > 0 && isPending,
  };
}
