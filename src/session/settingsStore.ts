import { defaultSize, type Size, sizes, themeColour } from '@contract/constants';
import { create } from 'zustand';
import { readCookie, writeCookie } from '@/lib/cookies';
import type { Appearance } from '@/lib/theme';

/** SPEC §2 settings panel, §4 "Sidebar", §9. */
export interface Settings {
  /** The primary colour, `#rrggbb`. */
  readonly theme: string;
  readonly appearance: Appearance;
  readonly size: Size;
  readonly compact: boolean;
  readonly tagsView: boolean;
  readonly fixedHeader: boolean;
  readonly sidebarLogo: boolean;
  readonly uniqueOpened: boolean;
  /** On the desktop; on a phone it opens over the page and is not remembered. */
  readonly sidebarOpened: boolean;
}

interface SettingsActions {
  change: (part: Partial<Settings>) => void;
  /** Takes up what this person chose at this browser. */
  loadFor: (owner: number) => void;
}

const initial: Settings = {
  theme: themeColour,
  appearance: 'light',
  size: defaultSize,
  compact: false,
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
  uniqueOpened: true,
  sidebarOpened: true,
};

const flag = (value: unknown): boolean => typeof value === 'boolean';
const fits: Readonly<Record<keyof Settings, (value: unknown) => boolean>> = {
  theme: (value) => typeof value === 'string' && /^#[\da-f]{6}$/i.test(value),
  appearance: (value) => value === 'light' || value === 'dark' || value === 'system',
  size: (value) => sizes.some((size) => size === value),
  compact: flag,
  tagsView: flag,
  fixedHeader: flag,
  sidebarLogo: flag,
  uniqueOpened: flag,
  sidebarOpened: flag,
};

/** Whatever was kept, only known names with fitting values come out. */
function fitting(kept: unknown): Partial<Settings> {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([name, value]) => name in fits && fits[name as keyof Settings](value)));
}

/** Colour and sidebar are the browser's, known before anyone signs in. */
function fromCookies(): Partial<Settings> {
  const sidebar = readCookie('sidebarStatus');
  return fitting({ theme: readCookie('theme'), ...(sidebar === undefined ? {} : { sidebarOpened: sidebar !== '0' }) });
}

const memoryOf = (owner: number): string => `settings:${owner}`;

function remembered(owner: number): Partial<Settings> {
  try {
    return fitting(JSON.parse(localStorage.getItem(memoryOf(owner)) ?? '{}'));
  } catch {
    return {};
  }
}

function remember(owner: number, { sidebarOpened: _browsers, ...own }: Settings): void {
  try {
    localStorage.setItem(memoryOf(owner), JSON.stringify(own));
  } catch {
    // A full or forbidden storage costs the memory only.
  }
}

let owner: number | undefined;

export const useSettings = create<Settings & SettingsActions>()((set, get) => ({
  ...initial,
  ...fromCookies(),
  change: (part) => {
    set(part);
    if (part.theme !== undefined) writeCookie('theme', part.theme);
    if (part.sidebarOpened !== undefined) writeCookie('sidebarStatus', part.sidebarOpened ? '1' : '0');
    if (owner !== undefined) remember(owner, get());
  },
  loadFor: (person) => {
    owner = person;
    set({ ...initial, ...fromCookies(), ...remembered(person) });
  },
}));
