import type { RouteTable, SidebarItem } from '@/session/routeTable';

/** Returns the keys of the items above `key`, outermost first; undefined if it is not in the tree. */
export function pathTo(sidebarItems: readonly SidebarItem[], key: string): string[] | undefined {
  for (const sidebarItem of sidebarItems) {
    if (sidebarItem.key === key) return [];
    const pathBelow = pathTo(sidebarItem.children, key);
    if (pathBelow) return [sidebarItem.key, ...pathBelow];
  }
  return undefined;
}

/**
 * Returns the open groups after a change. With unique-opened, opening a group closes all others except its ancestors.
 */
export function openAfter(
  sidebarItems: readonly SidebarItem[],
  openedKeys: readonly string[],
  now: readonly string[],
  unique: boolean,
): string[] {
  const openedKey = now.find((key) => !openedKeys.includes(key));
  if (!unique || openedKey === undefined) return [...now];
  return [...(pathTo(sidebarItems, openedKey) ?? []), openedKey];
}

/** Returns the item to highlight: a hidden page's `activeMenu`, else its own (BEHAVIOUR §1.4). */
export function currentItem({ pages, redirects }: RouteTable, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const key = pages.get(path)?.activeMenu ?? path;
  return redirects.get(key) ?? key;
}
