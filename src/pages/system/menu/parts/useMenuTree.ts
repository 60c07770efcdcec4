import type { AnyRow } from '@contract/entity';
import { menu } from '@contract/entities/system/menu';
import type { Page } from '@contract/wire';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { client } from '@/api/client';

type TreeRow = AnyRow & { children?: TreeRow[] };

const fetchLevel = (params: Record<string, unknown>) => async ({ signal }: { signal: AbortSignal }) => (await client.get<Page<AnyRow>>(menu.path, { params, signal })).data.content ?? [];

/**
 * Roots, and the children of each opened node, one request a node. All of it hangs on the key ['list', 'api/menus'], so a
 * change re-reads what is open and folds nothing back.
 */
export function useMenuTree(blurry: string) {
  const [expanded, setExpanded] = useState<readonly number[]>([]);
  const top = useQuery({ queryKey: ['list', menu.path, 'level', blurry || 0], queryFn: fetchLevel(blurry ? { blurry } : {}) });
  const levels = useQueries({ queries: expanded.map((pid) => ({ queryKey: ['list', menu.path, 'level', 'of', pid], queryFn: fetchLevel({ pid }) })) });
  const childrenOf = new Map(expanded.map((pid, at) => [pid, levels[at]?.data]));
  const withChildren = (row: AnyRow): TreeRow => {
    if (row.hasChildren !== true) return row;
    return { ...row, children: (childrenOf.get(row.id) ?? []).map(withChildren) };
  };
  const toggle = useCallback((open: boolean, row: AnyRow) => setExpanded((before) => (open ? [...before, row.id] : before.filter((id) => id !== row.id))), []);
  return { rows: (top.data ?? []).map(withChildren), expanded, toggle, loading: top.isFetching || levels.some((level) => level.isFetching) };
}
