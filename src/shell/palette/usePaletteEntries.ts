import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { isDark } from '@/lib/browser/theme';
import { shellTexts } from '@/lib/texts/shellTexts';
import { lockScreen } from '@/session/access/lockStore';
import { isOutsider } from '@/session/outsider';
import { useSession } from '@/session/sessionStore';
import { useSettings } from '@/session/settingsStore';
import { addressOf, findTab } from '@/session/tabs/tabState';
import { useTabs } from '@/session/tabs/tabStore';
import { pageTexts } from '@contract/features/signIn/signInTexts';
import { lockTexts } from '../lockScreen/lockTexts';
import { useOverlay } from '../overlays/overlayStore';
import { confirmSignOut, openApp, openHelp } from '../shellCommands';
import { useTabCommands } from '../tabBar/useTabCommands';
import { keys } from './keyboardShortcuts';
import { type PaletteEntry, menuEntries, recentEntries } from './paletteEntries';

/** Returns all pages and commands of the palette at the time of its opening. */
export function usePaletteEntries(onShortcuts: () => void): readonly PaletteEntry[] {
  const navigate = useNavigate();
  const commands = useTabCommands();
  const userId = useSession((session) => session.user?.id);
  const isStaff = useSession((session) => !isOutsider(session.user));
  const routeTable = useSession((session) => session.routeTable);
  const change = useSettings((settings) => settings.change);
  const appearance = useSettings((settings) => settings.appearance);
  const sidebarOpened = useSettings((settings) => settings.sidebarOpened);
  const tab = useTabs((state) => findTab(state, state.active));
  return useMemo(() => {
    if (userId === undefined || !routeTable) return [];
    const openAddress = (address: string) => void navigate(address);
    const isDarkTheme = isDark(appearance);
    const action = (key: string, title: string, run: () => void, hint?: string): PaletteEntry => ({
      key: `action ${key}`,
      group: 'action',
      title,
      run,
      ...(hint ? { hint } : {}),
    });
    return [
      ...recentEntries(userId, routeTable, tab && addressOf(tab), openAddress),
      ...menuEntries(routeTable.sidebar, (item) =>
        item.external ? void window.open(item.key, '_blank', 'noopener') : openAddress(item.key),
      ),
      ...(tab ? [action('refresh', '刷新当前页面', () => void commands.refresh(tab.key))] : []),
      ...(tab && !tab.affix ? [action('close', '关闭当前页面', () => void commands.close(tab.key))] : []),
      ...(tab ? [action('closeOthers', '关闭其他页面', () => void commands.closeOthers(tab.key))] : []),
      action('closeAll', '关闭全部页面', () => void commands.closeAll()),
      action('theme', isDarkTheme ? '切换到浅色主题' : '切换到深色主题', () =>
        change({ appearance: isDarkTheme ? 'light' : 'dark' }),
      ),
      action('sidebar', sidebarOpened ? shellTexts.closeMenu : shellTexts.openMenu, () =>
        change({ sidebarOpened: !sidebarOpened }),
      ),
      action('center', shellTexts.center, () => openAddress('/user/center')),
      ...(isStaff ? [action('roles', shellTexts.roles, () => openAddress('/roles'))] : []),
      action('settings', shellTexts.settings, () => useOverlay.getState().show('settings')),
      action('help', shellTexts.help, () => void openHelp()),
      action('app', shellTexts.app, () => void openApp()),
      action('lock', lockTexts.lockScreen, lockScreen, keys.lock),
      action('shortcuts', '快捷键说明', onShortcuts, keys.help),
      action('logout', pageTexts.signOut, confirmSignOut),
    ];
  }, [userId, isStaff, routeTable, tab, navigate, commands, change, appearance, sidebarOpened, onShortcuts]);
}
