import type { RouteTable, SidebarItem } from '@/session/routeTable';
import { recentPages } from '@/session/tabs/recentPages';
import { scoreOf, type Syllables } from './match';

// Rows come last: they are answered later than the rest, and nothing that is chosen may move.
export const groups = { recent: '最近打开', menu: '菜单', action: '操作', record: '数据' } as const;

export interface Entry {
  readonly key: string;
  readonly group: keyof typeof groups;
  readonly title: string;
  /** Where it stands, or its keys. */
  readonly hint?: string;
  readonly run: () => void;
}

/** What of the menus can be gone to, with the titles above it. */
export function menuEntries(
  items: readonly SidebarItem[],
  go: (item: SidebarItem) => void,
  above: readonly string[] = [],
): Entry[] {
  return items.flatMap((item) => {
    if (item.children.length > 0) return menuEntries(item.children, go, [...above, item.title]);
    return [
      {
        key: `menu ${item.key}`,
        group: 'menu' as const,
        title: item.title,
        ...(above.length ? { hint: above.join(' › ') } : {}),
        run: () => go(item),
      },
    ];
  });
}

/** Pages that are still this person's to open, but the one that is shown. */
export const recentEntries = (
  owner: number,
  { pages }: RouteTable,
  shown: string | undefined,
  go: (address: string) => void,
): Entry[] =>
  recentPages(owner)
    .filter(({ path, address }) => pages.has(path) && address !== shown)
    .map(({ address, title }) => ({
      key: `recent ${address}`,
      group: 'recent' as const,
      title,
      run: () => go(address),
    }));

const order = Object.keys(groups) as readonly Entry['group'][];

/**
 * The entries that answer what was typed, by group, the best first – rows of the database are an answer already –;
 * without anything typed the menus, which the sidebar shows, stay away.
 */
export function answers(
  entries: readonly Entry[],
  typed: string,
  spell: ((text: string) => Syllables) | undefined,
): Entry[] {
  const idle = typed.trim() === '';
  return order.flatMap((group) => {
    if (group === 'record') return entries.filter((entry) => entry.group === group);
    return entries
      .filter((entry) => entry.group === group && !(idle && group === 'menu'))
      .map((entry) => ({
        entry,
        score: Math.max(
          scoreOf(typed, entry.title, spell?.(entry.title)),
          entry.hint && group === 'menu'
            ? scoreOf(typed, `${entry.hint}${entry.title}`, spell?.(`${entry.hint}${entry.title}`)) / 4
            : 0,
        ),
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ entry }) => entry);
  });
}
