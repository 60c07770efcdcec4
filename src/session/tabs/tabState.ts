// State of the tabs and the cached pages behind them (SPEC §4 "Views", DESIGN §4.3), as pure transitions.
import type { PageRoute, RouteTable } from '../routeTable';

/** Location of a tab; the router's Location has the same form. */
export interface TabPlace {
  readonly pathname: string;
  /** Query with its `?`, or empty. */
  readonly search: string;
  readonly hash: string;
  readonly state: unknown;
  readonly key: string;
}

export interface Tab {
  readonly key: string;
  readonly path: string;
  readonly title: string;
  /** Text that distinguishes tabs of one page, e.g. a project's code. */
  readonly subtitle: string;
  readonly affix: boolean;
  readonly noCache: boolean;
  readonly place: TabPlace;
  /** True if the page is mounted: shown, or hidden with all its input. */
  readonly live: boolean;
  /** Version of the page. A new number creates a new instance. */
  readonly version: number;
  /** Counter value of the last visit; 0 for none since the reload. */
  readonly used: number;
}

export interface TabState {
  readonly owner: number | null;
  readonly tabs: readonly Tab[];
  readonly active: string | null;
  readonly clock: number;
  /** Parts of the tab's page with unsaved work, by tab. */
  readonly dirty: Readonly<Record<string, readonly string[]>>;
}

export const maxLivePages = 12;
export const emptyTabs: TabState = { owner: null, tabs: [], active: null, clock: 0, dirty: {} };

export const isDirty = (state: TabState, key: string): boolean => (state.dirty[key]?.length ?? 0) > 0;
export const findTab = (state: TabState, key: string | null): Tab | undefined =>
  state.tabs.find((tab) => tab.key === key);
export const addressOf = ({ place }: Tab): string => `${place.pathname}${place.search}${place.hash}`;

/**
 * Returns the key of a tab (BEHAVIOUR §3.1). With the path alone, project A's data would appear under project B; with
 * the whole query, each filter would open a tab.
 */
export function tabKeyOf(page: PageRoute, search: string): string {
  const givenParameters = new URLSearchParams(search);
  const identifying = new URLSearchParams();
  for (const name of page.query) for (const value of givenParameters.getAll(name)) identifying.append(name, value);
  const query = identifying.toString();
  return query ? `${page.path}?${query}` : page.path;
}

function tabOf(page: PageRoute, tabPlace: TabPlace): Tab {
  const givenParameters = new URLSearchParams(tabPlace.search);
  const subtitle = page.query.length
    ? (givenParameters.get('code') ??
      givenParameters.get('inspectCode') ??
      givenParameters.get('belongInspectName') ??
      '')
    : '';
  return {
    key: tabKeyOf(page, tabPlace.search),
    path: page.path,
    title: page.title,
    subtitle,
    affix: page.affix,
    noCache: page.noCache,
    place: tabPlace,
    live: false,
    version: 0,
    used: 0,
  };
}

const mapTab = (state: TabState, key: string, change: (tab: Tab) => Tab): TabState => ({
  ...state,
  tabs: state.tabs.map((tab) => (tab.key === key ? change(tab) : tab)),
});

/**
 * Unmounts the page that was unused for longest if there are too many; never the shown page or one with unsaved work.
 */
function evictUnused(tabState: TabState): TabState {
  const live = tabState.tabs.filter((tab) => tab.live);
  const goes = live
    .filter((tab) => tab.key !== tabState.active && !isDirty(tabState, tab.key))
    .sort((a, b) => a.used - b.used)
    .slice(0, Math.max(0, live.length - maxLivePages));
  return goes.length
    ? { ...tabState, tabs: tabState.tabs.map((tab) => (goes.includes(tab) ? { ...tab, live: false } : tab)) }
    : tabState;
}

/** Unmounts a page that is not cached when the person leaves it, unless it has unsaved work. */
function leaveActiveTab(tabState: TabState): TabState {
  const leftTab = findTab(tabState, tabState.active);
  return leftTab?.noCache && !isDirty(tabState, leftTab.key)
    ? mapTab(tabState, leftTab.key, (tab) => ({ ...tab, live: false }))
    : tabState;
}

const enterTab = (tabState: TabState, key: string): TabState => {
  const from = tabState.active === key ? tabState : leaveActiveTab(tabState);
  const clock = from.clock + 1;
  return evictUnused({ ...mapTab(from, key, (tab) => ({ ...tab, live: true, used: clock })), active: key, clock });
};

export function visitPage(tabState: TabState, page: PageRoute, tabPlace: TabPlace): TabState {
  const newTab = tabOf(page, tabPlace);
  const existingTab = findTab(tabState, newTab.key);
  // A link to a cached detail page may omit the parameter that only names it.
  const subtitle = newTab.subtitle || (existingTab?.subtitle ?? '');
  const nextTabState = existingTab
    ? mapTab(tabState, newTab.key, (tab) => ({ ...tab, place: tabPlace, subtitle }))
    : { ...tabState, tabs: [...tabState.tabs, newTab] };
  return enterTab(nextTabState, newTab.key);
}

/** Sets the text of a tab after its page has loaded its content. */
export const nameTab = (state: TabState, key: string, subtitle: string): TabState =>
  findTab(state, key)?.subtitle === subtitle ? state : mapTab(state, key, (tab) => ({ ...tab, subtitle }));

/** Updates the location of a hidden page that changed its own query. */
export const relocateTab = (state: TabState, key: string, place: Partial<TabPlace>): TabState =>
  mapTab(state, key, (tab) => ({ ...tab, place: { ...tab.place, ...place } }));

function removeTabs(tabState: TabState, goes: (tab: Tab) => boolean): TabState {
  const stays = tabState.tabs.filter((tab) => tab.affix || !goes(tab));
  if (stays.length === tabState.tabs.length) return tabState;
  const keptKeys = new Set(stays.map((tab) => tab.key));
  const dirty = Object.fromEntries(Object.entries(tabState.dirty).filter(([key]) => keptKeys.has(key)));
  const next = { ...tabState, tabs: stays, dirty };
  if (tabState.active === null || keptKeys.has(tabState.active)) return next;
  const place = tabState.tabs.findIndex((tab) => tab.key === tabState.active);
  const nearness = (tab: Tab) => -Math.abs(tabState.tabs.indexOf(tab) - place);
  const [heir] = [...stays].sort((a, b) => b.used - a.used || nearness(b) - nearness(a));
  return heir ? enterTab({ ...next, active: null }, heir.key) : { ...next, active: null };
}

/** Closes a tab and shows the tab that was used before. An affix tab stays. */
export const closeTab = (state: TabState, key: string): TabState => removeTabs(state, (tab) => tab.key === key);

/** Returns the tabs that 关闭其他 closes. */
export const tabsExcept = (state: TabState, key: string): readonly Tab[] =>
  state.tabs.filter((tab) => tab.key !== key && !tab.affix);

export function closeOthers(tabState: TabState, key: string): TabState {
  const nextTabState = removeTabs(
    tabState.active === key ? tabState : enterTab(tabState, key),
    (tab) => tab.key !== key,
  );
  // BEHAVIOUR §3.1: affix tabs stay, their cached pages are unmounted.
  return {
    ...nextTabState,
    tabs: nextTabState.tabs.map((tab) =>
      tab.key === key || isDirty(nextTabState, tab.key) ? tab : { ...tab, live: false },
    ),
  };
}

export type Side = 'left' | 'right';

/** Returns the tabs that 关闭左侧 or 关闭右侧 closes. */
export function tabsOnSide(tabState: TabState, key: string, side: Side): readonly Tab[] {
  const place = tabState.tabs.findIndex((tab) => tab.key === key);
  if (place < 0) return [];
  return (side === 'left' ? tabState.tabs.slice(0, place) : tabState.tabs.slice(place + 1)).filter((tab) => !tab.affix);
}

/** Closes the tabs on one side. If the shown tab is closed, the tab whose menu was used is shown. */
export function closeTabsOnSide(tabState: TabState, key: string, side: Side): TabState {
  const closedKeys = new Set(tabsOnSide(tabState, key, side).map((tab) => tab.key));
  const from = tabState.active !== null && closedKeys.has(tabState.active) ? enterTab(tabState, key) : tabState;
  return removeTabs(from, (tab) => closedKeys.has(tab.key));
}

/** Moves a tab in the bar. Affix tabs stay first. */
export function moveTab(tabState: TabState, key: string, place: number): TabState {
  const tab = findTab(tabState, key);
  if (!tab || tab.affix) return tabState;
  const otherTabs = tabState.tabs.filter((other) => other !== tab);
  const first = otherTabs.filter((other) => other.affix).length;
  const index = Math.min(Math.max(place, first), otherTabs.length);
  if (tabState.tabs.indexOf(tab) === index) return tabState;
  return { ...tabState, tabs: [...otherTabs.slice(0, index), tab, ...otherTabs.slice(index)] };
}

export const closeAll = (state: TabState): TabState => removeTabs(state, () => true);

export const refreshTab = (state: TabState, key: string): TabState =>
  mapTab(state, key, (tab) => ({ ...tab, version: tab.version + 1 }));

/** Recreates every cached page at its next visit, the shown page now. Pages with unsaved work stay. */
export const dropCaches = (tabState: TabState): TabState => ({
  ...tabState,
  tabs: tabState.tabs.map((tab) =>
    isDirty(tabState, tab.key) ? tab : { ...tab, live: tab.key === tabState.active, version: tab.version + 1 },
  ),
});

/** Discards all pages with their input, because another organization was chosen. */
export const forgetPages = (state: TabState): TabState => dropCaches({ ...state, dirty: {} });

/** Discards all pages except the shown one, because another organization was chosen there. */
export const forgetOtherPages = (tabState: TabState): TabState => {
  const front = findTab(tabState, tabState.active ?? '');
  const { tabs, ...rest } = forgetPages(tabState);
  return { ...rest, tabs: tabs.map((tab) => (front && tab.key === front.key ? front : tab)) };
};

export function setDirty(tabState: TabState, key: string, source: string, dirty: boolean): TabState {
  const sources = tabState.dirty[key] ?? [];
  if (sources.includes(source) === dirty || !findTab(tabState, key)) return tabState;
  return {
    ...tabState,
    dirty: { ...tabState.dirty, [key]: dirty ? [...sources, source] : sources.filter((other) => other !== source) },
  };
}

const placeOf = (pathname: string, search = '', hash = ''): TabPlace => ({
  pathname,
  search,
  hash,
  state: null,
  key: 'default',
});

const affixTabs = (table: RouteTable): Tab[] =>
  [...table.pages.values()].filter((page) => page.affix).map((page) => tabOf(page, placeOf(page.path)));

function savedTab(savedValue: unknown, table: RouteTable): Tab | undefined {
  if (typeof savedValue !== 'object' || savedValue === null) return undefined;
  const { path, search, hash, subtitle } = savedValue as Record<string, unknown>;
  const page = typeof path === 'string' ? table.pages.get(path) : undefined;
  const tab =
    page &&
    tabOf(page, placeOf(page.path, typeof search === 'string' ? search : '', typeof hash === 'string' ? hash : ''));
  return tab && typeof subtitle === 'string' && !tab.subtitle ? { ...tab, subtitle } : tab;
}

/** Restores affix tabs first, then stored tabs that may still be visited. */
export function restoreTabs(owner: number, savedTabs: readonly unknown[], table: RouteTable): TabState {
  const byKey = new Map<string, Tab>();
  for (const tab of [...affixTabs(table), ...savedTabs.flatMap((value) => savedTab(value, table) ?? [])])
    byKey.set(tab.key, tab);
  return { ...emptyTabs, owner, tabs: [...byKey.values()] };
}

/** Adapts the open tabs to a changed route table: titles, affix tabs, and removed pages. */
export function reconcileTabs(tabState: TabState, table: RouteTable): TabState {
  const affix = affixTabs(table).map((tab) => findTab(tabState, tab.key) ?? tab);
  const otherTabs = tabState.tabs.filter(
    (tab) => table.pages.has(tab.path) && !affix.some((affixTab) => affixTab.key === tab.key),
  );
  const tabs = [...affix, ...otherTabs].map((tab) => {
    const page = table.pages.get(tab.path);
    return page ? { ...tab, title: page.title, affix: page.affix, noCache: page.noCache } : tab;
  });
  const active = tabs.some((tab) => tab.key === tabState.active) ? tabState.active : null;
  return { ...tabState, tabs, active };
}
