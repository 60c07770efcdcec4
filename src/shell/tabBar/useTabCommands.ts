import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { feedback } from '@/lib/feedback';
import {
  addressOf,
  tabsOnSide,
  findTab,
  isDirty,
  tabsExcept,
  type Side,
  type Tab,
  type TabState,
} from '@/session/tabs/tabState';
import { useTabs } from '@/session/tabs/tabStore';
import { failures } from '@contract/messages';
import { redirectPrefix } from '@contract/routes';

export interface TabCommands {
  readonly openTab: (key: string) => void;
  readonly refresh: (key: string) => Promise<void>;
  readonly close: (key: string) => Promise<void>;
  readonly closeOthers: (key: string) => Promise<void>;
  readonly closeBesides: (key: string, side: Side) => Promise<void>;
  readonly closeAll: () => Promise<void>;
}

/** Asks before tabs with unsaved work are closed (BEHAVIOUR §3.1). */
async function mayLose(tabs: readonly Tab[]): Promise<boolean> {
  const state = useTabs.getState();
  const names = tabs.filter((tab) => isDirty(state, tab.key)).map((tab) => `“${tab.title}”`);
  return (
    names.length === 0 ||
    feedback.confirm(failures.leaveUnsaved, { title: `${names.join('、')}尚未保存`, okText: '离开', danger: true })
  );
}

/** Commands of the tab bar: each asks its question, changes the tabs, and navigates. */
export function useTabCommands(): TabCommands {
  const navigate = useNavigate();
  return useMemo(() => {
    const followTab = (previousActive: string | null) => {
      const state = useTabs.getState();
      if (state.active === previousActive) return;
      const tab = findTab(state, state.active);
      void navigate(tab ? addressOf(tab) : '/');
    };
    const closing = async (
      selectTabs: (tabState: TabState) => readonly Tab[],
      change: (state: ReturnType<typeof useTabs.getState>) => void,
    ) => {
      const tabs = selectTabs(useTabs.getState());
      if (!(await mayLose(tabs))) return;
      const state = useTabs.getState();
      change(state);
      followTab(state.active);
    };
    return {
      openTab: (key) => {
        const state = useTabs.getState();
        const tab = findTab(state, key);
        // Also navigates to the shown tab, to return from an unknown address.
        if (tab) void navigate(addressOf(tab), { replace: key === state.active });
      },
      refresh: async (key) => {
        const tab = findTab(useTabs.getState(), key);
        if (tab && (await mayLose([tab])))
          void navigate(redirectPrefix + addressOf(tab), { replace: key === useTabs.getState().active });
      },
      close: (key) =>
        closing(
          ({ tabs }) => tabs.filter((tab) => tab.key === key && !tab.affix),
          (state) => state.close(key),
        ),
      closeOthers: (key) =>
        closing(
          (state) => tabsExcept(state, key),
          (state) => state.closeOthers(key),
        ),
      closeBesides: (key, side) =>
        closing(
          (state) => tabsOnSide(state, key, side),
          (state) => state.closeBesides(key, side),
        ),
      closeAll: () =>
        closing(
          ({ tabs }) => tabs.filter((tab) => !tab.affix),
          (state) => state.closeAll(),
        ),
    };
  }, [navigate]);
}
