import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { client } from '@/api/client';
import type { AnyRow } from '@contract/entity';
import { menu } from '@contract/features/system/entities/menu';
import type { Page } from '@contract/wire';

/** A menu item with its position in the opened tree. */
export interface TreeLine {
  readonly row: AnyRow;
  readonly level: number;
  /** True if the children are shown; null without children. */
  readonly open: boolean | null;
}

const fetchLevel =
  (params: Record<string, unknown>) =>
  async ({ signal }: { signal: AbortSignal }) =>
    (await client.get<Page<AnyRow>>(menu.path, { params, signal })).data.content ?? [];

/**
 * Loads the roots and the children of each opened node, one request per node. All query keys start with ['list',
 * 'api/menus'], so that a change reloads the opened nodes and closes none.
 */
export function useMenuTree(blurry: string) {
  const [openedIds, setOpenedIds] = useState<readonly number[]>([]);
  const top = useQuery({
    queryKey: ['list', menu.path, 'level', blurry || 0],
    queryFn: fetchLevel(blurry ? { blurry } : {}),
  });
  const levels = useQueries({
    queries: openedIds.map((pid) => ({
      queryKey: ['list', menu.path, 'level', 'of', pid],
      queryFn: fetchLevel({ pid }),
    })),
    combine: (answers) => ({
      data: answers.map(({ data }) => data),
      loading: answers.some(({ isFetching }) => isFetching),
      error: answers.find(({ error }) => error)?.error ?? null,
    }),
  });
  const treeLines = useMemo(() => {
    const childrenOf = new Map(openedIds.map((pid, index) => [pid, levels.data[index]]));
    const linesBelow = (rows: readonly AnyRow[], level: number): TreeLine[] =>
      rows.flatMap((row) => [
        { row, level, open: row['hasChildren'] === true ? childrenOf.has(row.id) : null },
        ...linesBelow(childrenOf.get(row.id) ?? [], level + 1),
      ]);
    return linesBelow(top.data ?? [], 0);
  }, [top.data, openedIds, levels.data]);
  const toggle = useCallback(
    (id: number) =>
      setOpenedIds((before) => (before.includes(id) ? before.filter((openedId) => openedId !== id) : [...before, id])),
    [],
  );
  return { lines: treeLines, toggle, loading: top.isFetching || levels.loading, error: top.error ?? levels.error };
}
