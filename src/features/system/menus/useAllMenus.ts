import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from '@/api/client';
import type { PlacedMenu } from '@contract/features/system/menuRules';

interface NestedMenu extends PlacedMenu {
  readonly children: readonly NestedMenu[] | null;
}

const flattenMenus = (nodes: readonly NestedMenu[]): PlacedMenu[] =>
  nodes.flatMap((node) => [node, ...flattenMenus(node.children ?? [])]);

/** Returns all menus, for checking a path against the others; undefined while loading. */
export function useAllMenus(): readonly PlacedMenu[] | undefined {
  const { data } = useQuery({
    queryKey: ['list', 'api/menus', 'tree'],
    queryFn: async ({ signal }) => (await client.get<NestedMenu[]>('api/menus/tree', { signal })).data,
    retry: false,
  });
  return useMemo(() => data && flattenMenus(data), [data]);
}
