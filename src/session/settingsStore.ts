import { defaultSize, mobileBreakpoint, type Size, sizes, themeColour } from '@contract/constants';
import { create } from 'zustand';
import { type CookieName, readCookie, writeCookie } from '@/lib/cookies';
import type { Appearance } from '@/lib/theme';

/** How the console looks to this person on this machine (SPEC §2, Settings panel). */
export interface Settings {
  readonly theme: string;
  readonly size: Size;
  readonly sidebarOpened: boolean;
  readonly showTags: boolean;
  readonly fixedHeader: boolean;
  readonly showLogo: boolean;
  readonly uniqueOpened: boolean;
  readonly appearance: Appearance;
  readonly compact: boolean;
  /** Whether tags survive a reload. */
  readonly keepTags: boolean;
}

// SPEC §9: fixed header and tag view default to on, size to small.
const defaults: Settings = {
  theme: themeColour,
  size: defaultSize,
  sidebarOpened: true,
  showTags: true,
  fixedHeader: true,
  showLogo: true,
  uniqueOpened: true,
  appearance: 'light',
  compact: false,
  keepTags: true,
};

/** Those that SPEC §4 and §9 give a cookie of their own. */
const own = { theme: 'theme', size: 'size', sidebarOpened: 'sidebarStatus' } as const satisfies Partial<Record<keyof Settings, CookieName>>;
const shared = ['showTags', 'fixedHeader', 'showLogo', 'uniqueOpened', 'compact', 'keepTags'] as const satisfies readonly (keyof Settings)[];
const appearances: readonly string[] = ['light', 'dark', 'system'] satisfies readonly Appearance[];

function readShared(): Partial<Settings> {
  try {
    const stored = JSON.parse(readCookie('settings') ?? '{}') as Record<string, unknown>;
    const flags = Object.fromEntries(shared.filter((name) => typeof stored[name] === 'boolean').map((name) => [name, stored[name]]));
    return { ...flags, ...(appearances.includes(String(stored.appearance)) ? { appearance: stored.appearance as Appearance } : {}) };
  } catch {
    return {};
  }
}

function readSettings(): Settings {
  const theme = readCookie(own.theme);
  const size = readCookie(own.size);
  const sidebar = readCookie(own.sidebarOpened);
  return {
    ...defaults,
    ...readShared(),
    ...(theme && /^#[0-9a-f]{6}$/i.test(theme) ? { theme } : {}),
    ...((sizes as readonly string[]).includes(size ?? '') ? { size: size as Size } : {}),
    // Below the breakpoint the sidebar lies over the page, so it starts closed.
    sidebarOpened: window.innerWidth >= mobileBreakpoint && (sidebar === undefined ? defaults.sidebarOpened : sidebar === '1'),
  };
}

export const useSettings = create<Settings>()(readSettings);

export function changeSettings(change: Partial<Settings>): void {
  useSettings.setState(change);
  const settings = useSettings.getState();
  if (change.theme !== undefined) writeCookie(own.theme, settings.theme);
  if (change.size !== undefined) writeCookie(own.size, settings.size);
  if (change.sidebarOpened !== undefined && window.innerWidth >= mobileBreakpoint) writeCookie(own.sidebarOpened, settings.sidebarOpened ? '1' : '0');
  if (shared.some((name) => name in change) || 'appearance' in change) {
    writeCookie('settings', JSON.stringify({ ...Object.fromEntries(shared.map((name) => [name, settings[name]])), appearance: settings.appearance }));
  }
}
