import { create } from 'zustand';
import { deobfuscate, obfuscate } from '@/lib/browser/obfuscateText';
import { storedNames } from '@/lib/browser/storedNames';
import type { RouteTable, PageRoute } from '../routeTable';
import { onSessionEnd } from '../sessionStore';
import { forgetVisits } from './recentPages';
import * as tabs from './tabState';
import { emptyTabs, type TabPlace, type TabState } from './tabState';

interface TabActions {
  /**
   * Restores the person's tabs after a reload. After a change of the route table, keeps the tabs whose page still
   * exists.
   */
  start: (owner: number, table: RouteTable) => void;
  visit: (page: PageRoute, tabPlace: TabPlace) => void;
  relocate: (key: string, place: Partial<TabPlace>) => void;
  name: (key: string, subtitle: string) => void;
  close: (key: string) => void;
  closeOthers: (key: string) => void;
  closeBesides: (key: string, side: tabs.Side) => void;
  closeAll: () => void;
  move: (key: string, place: number) => void;
  refresh: (key: string) => void;
  dropCaches: () => void;
  forgetPages: () => void;
  forgetOtherPages: () => void;
  setDirty: (key: string, source: string, dirty: boolean) => void;
  /** Removes all tabs at logout, also if the session is found ended before its person is known. */
  clear: () => void;
}

const storagePrefix = 'tabs:';
const memoryOf = (owner: number): string => storagePrefix + owner;

function storedTabs(owner: number): readonly unknown[] {
  try {
    const savedTabs: unknown = JSON.parse(deobfuscate(sessionStorage.getItem(memoryOf(owner))) ?? '[]');
    return Array.isArray(savedTabs) ? savedTabs : [];
  } catch {
    return [];
  }
}

function rememberTabs({ owner, tabs: open }: TabState): void {
  if (owner === null) return;
  try {
    sessionStorage.setItem(
      memoryOf(owner),
      obfuscate(
        JSON.stringify(open.map(({ path, subtitle, place: { search, hash } }) => ({ path, search, hash, subtitle }))),
      ),
    );
  } catch {
    // With a full or denied storage the tabs are only not remembered.
  }
}

export const useTabs = create<TabState & TabActions>()((set, get) => {
  const become = (nextTabState: TabState) => {
    set(nextTabState);
    rememberTabs(get());
  };
  return {
    ...emptyTabs,
    start: (owner, table) =>
      become(
        get().owner === owner ? tabs.reconcileTabs(get(), table) : tabs.restoreTabs(owner, storedTabs(owner), table),
      ),
    visit: (page, place) => become(tabs.visitPage(get(), page, place)),
    relocate: (key, place) => become(tabs.relocateTab(get(), key, place)),
    name: (key, subtitle) => become(tabs.nameTab(get(), key, subtitle)),
    close: (key) => become(tabs.closeTab(get(), key)),
    closeOthers: (key) => become(tabs.closeOthers(get(), key)),
    closeBesides: (key, side) => become(tabs.closeTabsOnSide(get(), key, side)),
    move: (key, place) => become(tabs.moveTab(get(), key, place)),
    closeAll: () => become(tabs.closeAll(get())),
    refresh: (key) => set(tabs.refreshTab(get(), key)),
    dropCaches: () => set(tabs.dropCaches(get())),
    forgetPages: () => set(tabs.forgetPages(get())),
    forgetOtherPages: () => set(tabs.forgetOtherPages(get())),
    setDirty: (key, source, dirty) => set(tabs.setDirty(get(), key, source, dirty)),
    clear: () => {
      for (const name of storedNames(storagePrefix, () => sessionStorage)) sessionStorage.removeItem(name);
      forgetVisits();
      set(emptyTabs);
    },
  };
});

/** Checks whether any page has unsaved work. */
export function anyDirty(): boolean {
  const state = useTabs.getState();
  return state.tabs.some((tab) => tabs.isDirty(state, tab.key));
}

onSessionEnd(() => useTabs.getState().clear());
