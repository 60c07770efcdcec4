import type { MenuProps } from 'antd';
import { tabsOnSide, tabsExcept, type Tab, type TabState } from '@/session/tabs/tabState';
import type { TabCommands } from './useTabCommands';

/**
 * Context menu of a tab (SPEC §2): 刷新 关闭 关闭其他 关闭全部 and the sides. Entries that would close nothing are
 * disabled.
 */
export const tabMenuOf = (tabState: TabState, tab: Tab): NonNullable<MenuProps['items']> => [
  { key: 'refresh', label: '刷新' },
  ...(tab.affix ? [] : [{ key: 'close', label: '关闭' }]),
  { type: 'divider' },
  { key: 'left', label: '关闭左侧', disabled: tabsOnSide(tabState, tab.key, 'left').length === 0 },
  { key: 'right', label: '关闭右侧', disabled: tabsOnSide(tabState, tab.key, 'right').length === 0 },
  { key: 'closeOthers', label: '关闭其他', disabled: tabsExcept(tabState, tab.key).length === 0 },
  { key: 'closeAll', label: '关闭全部', disabled: tabState.tabs.every(({ affix }) => affix) },
];

export function runTabMenu(choice: string, { key }: Tab, commands: TabCommands): Promise<void> {
  switch (choice) {
    case 'refresh':
      return commands.refresh(key);
    case 'left':
    case 'right':
      return commands.closeBesides(key, choice);
    case 'closeOthers':
      return commands.closeOthers(key);
    case 'closeAll':
      return commands.closeAll();
    default:
      return commands.close(key);
  }
}
