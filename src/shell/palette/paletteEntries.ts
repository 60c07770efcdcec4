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
  sidebarItems: readonly SidebarItem[],
  openItem: (sidebarItem: SidebarItem) => void,
  parentTitles: readonly string[] = [],
): PaletteEntry[] {
  return sidebarItems.flatMap((sidebarItem) => {
    if (sidebarItem.children.length > 0)
      return menuEntries(sidebarItem.children, openItem, [...parentTitles, sidebarItem.title]);
    return [
      {
        key: `menu ${sidebarItem.key}`,
        group: 'menu' as const,
        title: sidebarItem.title,
        ...(parentTitles.length ? { hint: parentTitles.join(' › ') } : {}),
        run: () => openItem(sidebarItem),
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
  paletteEntries: readonly PaletteEntry[],
  typedText: string,
  spell: ((text: string) => Syllables) | undefined,
): PaletteEntry[] {
  const isUntyped = typedText.trim() === '';
  return groupOrder.flatMap((group) => {
    if (group === 'record') return paletteEntries.filter((entry) => entry.group === group);
    return paletteEntries
      .filter((entry) => entry.group === group && !(isUntyped && group === 'menu'))
      .map((paletteEntry) => ({
        entry: paletteEntry,
        score: Math.max(
          scoreOf(typedText, paletteEntry.title, spell?.(paletteEntry.title)),
          paletteEntry.hint && group === 'menu'
            ? scoreOf(
                typedText,
                `${paletteEntry.hint}${paletteEntry.title}`,
                spell?.(`${paletteEntry.hint}${paletteEntry.title}`),
              ) / 4
            : 0,
        ),
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ entry }) => entry);
  });
}
