import type { RouteTable, SidebarItem } from '@/session/routeTable';
import { recentPages } from '@/session/tabs/recentPages';
import { scoreOf, type Syllables } from './pinyinMatch';

// Database rows come last: they arrive later, and existing entries must not move.
export const groups = { recent: '最近打开', menu: '菜单', action: '操作', record: '数据' } as const;

export interface PaletteEntry {
  readonly key: string;
  readonly group: keyof typeof groups;
  readonly title: string;
  /** Place of the entry, or its keys. */
  readonly hint?: string;
  readonly run: () => void;
}

/** Returns the menu pages, with the titles above them. */
export function menuEntries(
  items: readonly SidebarItem[],
  openItem: (item: SidebarItem) => void,
  parentTitles: readonly string[] = [],
): PaletteEntry[] {
  return items.flatMap((item) => {
    if (item.children.length > 0) return menuEntries(item.children, openItem, [...parentTitles, item.title]);
    return [
      {
        key: `menu ${item.key}`,
        group: 'menu' as const,
        title: item.title,
        ...(parentTitles.length ? { hint: parentTitles.join(' › ') } : {}),
        run: () => openItem(item),
      },
    ];
  });
}

/** Returns recently visited pages that the person may still open, without the shown one. */
export const recentEntries = (
  owner: number,
  { pages }: RouteTable,
  shownAddress: string | undefined,
  openAddress: (address: string) => void,
): PaletteEntry[] =>
  recentPages(owner)
    .filter(({ path, address }) => pages.has(path) && address !== shownAddress)
    .map(({ address, title }) => ({
      key: `recent ${address}`,
      group: 'recent' as const,
      title,
      run: () => openAddress(address),
    }));

const groupOrder = Object.keys(groups) as readonly PaletteEntry['group'][];

/**
 * Returns the entries that match the typed text, by group, best first. Rows of the database are matched by the
 * server. Without text the menus are left out, because the sidebar shows them.
 */
export function matchingEntries(
  entries: readonly PaletteEntry[],
  typedText: string,
  spell: ((text: string) => Syllables) | undefined,
): PaletteEntry[] {
  const isUntyped = typedText.trim() === '';
  return groupOrder.flatMap((group) => {
    if (group === 'record') return entries.filter((entry) => entry.group === group);
    return entries
      .filter((entry) => entry.group === group && !(isUntyped && group === 'menu'))
      .map((entry) => ({
        entry,
        score: Math.max(
          scoreOf(typedText, entry.title, spell?.(entry.title)),
          entry.hint && group === 'menu'
            ? scoreOf(typedText, `${entry.hint}${entry.title}`, spell?.(`${entry.hint}${entry.title}`)) / 4
            : 0,
        ),
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ entry }) => entry);
  });
}
