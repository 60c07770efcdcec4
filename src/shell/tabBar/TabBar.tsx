import { CloseOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { arrowStep } from '@/lib/arrowStep';
import { isDirty, type Tab } from '@/session/tabs/tabState';
import { useTabs } from '@/session/tabs/tabStore';
import { panelIdOf, tabIdOf } from './tabIds';
import { runTabMenu, tabMenuOf } from './tabMenu';
import { useTabCommands } from './useTabCommands';
import { useTabDrag } from './useTabDrag';
import { useWheelSideways } from './useWheelSideways';
import styles from '../shell.module.css';

const fullTitle = ({ title, subtitle }: Tab): string => (subtitle ? `${title} ${subtitle}` : title);

const elementOf = (key: string): HTMLElement | null => document.getElementById(tabIdOf(key));

type TabCommands = ReturnType<typeof useTabCommands>;

/**
 * Keyboard of the tabs: arrows move from tab to tab, with Ctrl+Shift they move the tab itself; Enter opens, Delete
 * closes.
 */
function useTabKeys(tabs: readonly Tab[], commands: TabCommands) {
  const [announcement, setAnnouncement] = useState('');
  const closeFromKeyboard = async (key: string) => {
    await commands.close(key);
    // The closed tab had the focus. The next tab gets it; otherwise the keyboard would start at the top of the
    // window.
    const heir = useTabs.getState().active;
    if (heir !== null) elementOf(elementOf(key) ? key : heir)?.focus();
  };

  const moveBy = (tab: Tab, steps: number) => {
    useTabs.getState().move(tab.key, tabs.indexOf(tab) + steps);
    const remainingTabs = useTabs.getState().tabs;
    setAnnouncement(
      `${fullTitle(tab)} 移到第${remainingTabs.findIndex(({ key }) => key === tab.key) + 1}个，共${remainingTabs.length}个`,
    );
    requestAnimationFrame(() => elementOf(tab.key)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
  };

  const onKeyDown = (event: KeyboardEvent, tab: Tab) => {
    const index = tabs.indexOf(tab);
    if (event.ctrlKey && event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      event.preventDefault();
      return moveBy(tab, event.key === 'ArrowLeft' ? -1 : 1);
    }
    const next = tabs[arrowStep(event.key, 'row', index, tabs.length) ?? -1];
    if (next) elementOf(next.key)?.focus();
    else if (event.key === 'Enter' || event.key === ' ') commands.openTab(tab.key);
    else if (event.key === 'Delete') void closeFromKeyboard(tab.key);
    else return;
    event.preventDefault();
  };

  return { announcement, closeFromKeyboard, onKeyDown };
}

interface TabButtonProps {
  readonly tab: Tab;
  readonly current: boolean;
  /** True if the Tab key stops at this tab. */
  readonly tabStop: boolean;
  readonly dirty: boolean;
  readonly commands: TabCommands;
  readonly drag: ReturnType<typeof useTabDrag>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Tab of one view. */
function TabButton({ tab, current, tabStop, dirty, commands, drag, onKeyDown }: TabButtonProps) {
  return (
    <div
      id={tabIdOf(tab.key)}
      role="tab"
      tabIndex={tabStop ? 0 : -1}
      aria-selected={current}
      aria-controls={tab.live ? panelIdOf(tab.key) : undefined}
      aria-keyshortcuts={tab.affix ? undefined : 'Delete Control+Shift+ArrowLeft Control+Shift+ArrowRight'}
      className={styles.tag}
      data-tab={tab.key}
      title={fullTitle(tab)}
      data-dragging={drag.dragging === tab.key || undefined}
      onPointerDown={(event) => drag.onPointerDown(event, tab)}
      onClick={() => {
        if (!drag.wasDrag()) commands.openTab(tab.key);
      }}
      onMouseDown={(event) => {
        // Prevents the middle button from starting the browser's scrolling.
        if (event.button === 1) event.preventDefault();
      }}
      onAuxClick={(event) => event.button === 1 && void commands.close(tab.key)}
      onKeyDown={onKeyDown}
    >
      {dirty && <span className={styles.dirty} role="img" aria-label="未保存" />}
      <span className={styles.tagTitle}>{tab.title}</span>
      {tab.subtitle && <span className={styles.tagName}> {tab.subtitle}</span>}
      {!tab.affix && (
        // Not a button: screen readers treat the children of a tab as presentation. The keyboard closes by
        // Delete.
        <span
          className={styles.tagClose}
          aria-hidden
          data-close
          onClick={(event) => {
            event.stopPropagation();
            void commands.close(tab.key);
          }}
        >
          <CloseOutlined />
        </span>
      )}
    </div>
  );
}

/** Tab bar of visited views (SPEC §2). */
export function TabBar() {
  const state = useTabs();
  const { tabs, active } = state;
  const commands = useTabCommands();
  const bar = useRef<HTMLDivElement>(null);
  const [menuKey, setMenuKey] = useState<string | null>(null);
  const drag = useTabDrag(bar);
  useWheelSideways(bar);

  // Scrolls again after the tab shows its record's number, which may make it too wide for the window.
  const activeTab = tabs.find(({ key }) => key === active);
  const name = activeTab && fullTitle(activeTab);
  useEffect(() => {
    if (active !== null) elementOf(active)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active, name, tabs.length]);

  const { announcement, closeFromKeyboard, onKeyDown } = useTabKeys(tabs, commands);
  const tabbed = tabs.find((tab) => tab.key === menuKey);
  const itemTypes = tabbed && tabMenuOf(state, tabbed);
  const onMenu: MenuProps['onClick'] = ({ key }) => {
    if (!tabbed) return;
    if (key === 'close') void closeFromKeyboard(tabbed.key);
    else void runTabMenu(key, tabbed, commands);
  };
  const onMenuOpen = (open: boolean) => {
    if (open) return;
    if (menuKey !== null) elementOf(menuKey)?.focus();
  };

  const onContextMenu = (event: MouseEvent) => {
    const tabElement = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tab]') : null;
    setMenuKey(tabElement?.dataset.tab ?? null);
    // There is no menu beside the tabs.
    if (!tabElement) event.stopPropagation();
  };

  return (
    <>
      <Dropdown
        trigger={['contextMenu']}
        autoFocus
        destroyOnHidden
        menu={{ items: itemTypes, onClick: onMenu }}
        onOpenChange={onMenuOpen}
      >
        <div
          ref={bar}
          role="tablist"
          aria-label="已打开的页面"
          className={styles.tagBar}
          onContextMenuCapture={onContextMenu}
        >
          {tabs.map((tab) => (
            <TabButton
              key={tab.key}
              tab={tab}
              current={tab.key === active}
              tabStop={tab.key === active || (active === null && tab === tabs[0])}
              dirty={isDirty(state, tab.key)}
              commands={commands}
              drag={drag}
              onKeyDown={(event) => onKeyDown(event, tab)}
            />
          ))}
        </div>
      </Dropdown>
      <span className={styles.spoken} role="status">
        {announcement}
      </span>
    </>
  );
}
