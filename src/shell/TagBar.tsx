import { CloseOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { isDirty, othersOf, type Tab } from '@/session/tabs';
import { useTabs } from '@/session/tabStore';
import styles from './shell.module.css';
import { panelIdOf, tabIdOf } from './tabIds';
import { useTabCommands } from './useTabCommands';
import { useWheelSideways } from './useWheelSideways';

const fullTitle = ({ title, subtitle }: Tab): string => (subtitle ? `${title} ${subtitle}` : title);

const elementOf = (key: string): HTMLElement | null => document.getElementById(tabIdOf(key));

/** Which tab a key of the keyboard leads to from the one at `index` (WAI-ARIA tabs pattern). */
function neighbour(pressed: string, index: number, count: number): number | undefined {
  switch (pressed) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** SPEC §2: the tag bar of visited views. */
export function TagBar() {
  const state = useTabs();
  const { tabs, active } = state;
  const commands = useTabCommands();
  const bar = useRef<HTMLDivElement>(null);
  const [menuKey, setMenuKey] = useState<string | null>(null);
  useWheelSideways(bar);

  useEffect(() => {
    if (active !== null) elementOf(active)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active, tabs.length]);

  const closeFromKeyboard = async (key: string) => {
    await commands.close(key);
    // The tag with the focus is gone; its heir takes it, or the keyboard would begin at the top of the window again.
    const heir = useTabs.getState().active;
    if (heir !== null) elementOf(elementOf(key) ? key : heir)?.focus();
  };

  const onKeyDown = (event: KeyboardEvent, tab: Tab) => {
    const index = tabs.indexOf(tab);
    const next = tabs[neighbour(event.key, index, tabs.length) ?? -1];
    if (next) elementOf(next.key)?.focus();
    else if (event.key === 'Enter' || event.key === ' ') commands.go(tab.key);
    else if (event.key === 'Delete') void closeFromKeyboard(tab.key);
    else return;
    event.preventDefault();
  };

  const onAuxClick = (event: MouseEvent, tab: Tab) => {
    if (event.button === 1) void commands.close(tab.key);
  };

  const tabbed = tabs.find((tab) => tab.key === menuKey);
  const items: MenuProps['items'] = tabbed && [
    { key: 'refresh', label: '刷新' },
    ...(tabbed.affix ? [] : [{ key: 'close', label: '关闭' }]),
    { key: 'closeOthers', label: '关闭其他', disabled: othersOf(state, tabbed.key).length === 0 },
    { key: 'closeAll', label: '关闭全部', disabled: tabs.every((tab) => tab.affix) },
  ];
  const onMenu: MenuProps['onClick'] = ({ key }) => {
    if (!tabbed) return;
    if (key === 'refresh') void commands.refresh(tabbed.key);
    else if (key === 'close') void closeFromKeyboard(tabbed.key);
    else if (key === 'closeOthers') void commands.closeOthers(tabbed.key);
    else void commands.closeAll();
  };
  const onMenuOpen = (open: boolean) => {
    if (open) return;
    if (menuKey !== null) elementOf(menuKey)?.focus();
  };

  const onContextMenu = (event: MouseEvent) => {
    const on = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tab]') : null;
    setMenuKey(on?.dataset.tab ?? null);
    // Beside the tags there is nothing to offer.
    if (!on) event.stopPropagation();
  };

  return (
    <Dropdown trigger={['contextMenu']} autoFocus destroyOnHidden menu={{ items, onClick: onMenu }} onOpenChange={onMenuOpen}>
      <div ref={bar} role="tablist" aria-label="已打开的页面" className={styles.tagBar} onContextMenuCapture={onContextMenu}>
        {tabs.map((tab) => {
          const current = tab.key === active;
          const dirty = isDirty(state, tab.key);
          return (
            <div
              key={tab.key}
              id={tabIdOf(tab.key)}
              role="tab"
              tabIndex={current || (active === null && tab === tabs[0]) ? 0 : -1}
              aria-selected={current}
              aria-controls={tab.live ? panelIdOf(tab.key) : undefined}
              aria-keyshortcuts={tab.affix ? undefined : 'Delete'}
              className={styles.tag}
              data-tab={tab.key}
              title={fullTitle(tab)}
              onClick={() => commands.go(tab.key)}
              onMouseDown={(event) => {
                // Or the middle button starts the browser's scrolling.
                if (event.button === 1) event.preventDefault();
              }}
              onAuxClick={(event) => onAuxClick(event, tab)}
              onKeyDown={(event) => onKeyDown(event, tab)}
            >
              {dirty && <span className={styles.dirty} role="img" aria-label="未保存" />}
              <span className={styles.tagTitle}>{fullTitle(tab)}</span>
              {!tab.affix && (
                // Not a button: what stands in a tab is no more than its picture to a screen reader; the keyboard has Delete.
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
        })}
      </div>
    </Dropdown>
  );
}
