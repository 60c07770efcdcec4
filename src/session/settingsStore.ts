import { create } from 'zustand';
import { readCookie, writeCookie } from '@/lib/browser/cookies';
import type { Appearance } from '@/lib/browser/theme';
import { defaultSize, type Size, sizes, themeColour } from '@contract/constants';

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
  readonly showFooter: boolean;
  /** Name, organisation and time over everything on the screen. */
  readonly watermark: boolean;
  /** Minutes without a key or a movement until the screen locks; 0: never. */
  readonly lockAfter: number;
  /** On the desktop; on a phone it opens over the page and is not remembered. */
  readonly sidebarOpened: boolean;
}

/** Minutes; 0: never. */
export const lockChoices = [0, 5, 10, 15, 30, 60] as const;

interface SettingsActions {
  change: (part: Partial<Settings>) => void;
  /** As it was delivered; the sidebar stays as it stands. */
  reset: () => void;
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
  showFooter: true,
  watermark: false,
  lockAfter: 0,
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
  showFooter: flag,
  watermark: flag,
  lockAfter: (value) => lockChoices.some((minutes) => minutes === value),
  sidebarOpened: flag,
};

/** Whatever was kept, only known names with fitting values come out. */
function fitting(kept: unknown): Partial<Settings> {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).filter(([name, value]) => name in fits && fits[name as keyof Settings](value)),
  );
}

/**
 * A person's own colour as the browser keeps it; the delivered one is nobody's choice, and gives way to an
 * administrator's.
 */
function chosenTheme(): string | undefined {
  const kept = readCookie('theme');
  return kept === themeColour ? undefined : kept;
}

/** Colour and sidebar are the browser's, known before anyone signs in. */
function fromCookies(): Partial<Settings> {
  const sidebar = readCookie('sidebarStatus');
  return fitting({ theme: chosenTheme(), ...(sidebar === undefined ? {} : { sidebarOpened: sidebar !== '0' }) });
}

/** Only until it is known who signs in: no white page before a dark one, and nobody lives with another's choice. */
const appearanceHere = (): Partial<Settings> => fitting({ appearance: readCookie('appearance') });

const memoryOf = (owner: number): string => `settings:${owner}`;

function remembered(owner: number): Partial<Settings> {
  try {
    return fitting(JSON.parse(localStorage.getItem(memoryOf(owner)) ?? '{}'));
  } catch {
    return {};
  }
}

/** What an administrator has chosen for all; nobody's own choice. */
let delivered = themeColour;
const asDelivered = (): Settings => ({ ...initial, theme: delivered });

function remember(owner: number, { sidebarOpened: _browsers, ...all }: Settings): void {
  const own = all.theme === delivered ? { ...all, theme: undefined } : all;
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
  ...appearanceHere(),
  change: (part) => {
    set(part);
    if (part.theme !== undefined) writeCookie('theme', part.theme === delivered ? themeColour : part.theme);
    if (part.appearance !== undefined) writeCookie('appearance', part.appearance);
    if (part.sidebarOpened !== undefined) writeCookie('sidebarStatus', part.sidebarOpened ? '1' : '0');
    if (owner !== undefined) remember(owner, get());
  },
  reset: () => {
    const { sidebarOpened: _stays, ...asNew } = asDelivered();
    get().change(asNew);
  },
  loadFor: (person) => {
    owner = person;
    set({ ...asDelivered(), ...fromCookies(), ...remembered(person) });
  },
}));

/** The colour that an administrator has chosen for all: whoever has chosen none follows it. */
export function deliverTheme(colour: string | null): void {
  const before = delivered;
  delivered = colour ?? themeColour;
  if (useSettings.getState().theme === before && before !== delivered) useSettings.setState({ theme: delivered });
}
