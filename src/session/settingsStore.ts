import { create } from 'zustand';
import { readCookie, writeCookie } from '@/lib/browser/cookies';
import { deobfuscate, obfuscate } from '@/lib/browser/obfuscateText';
import type { Appearance } from '@/lib/browser/theme';
import { defaultLayoutSize, type LayoutSize, layoutSizes, themeColour } from '@contract/constants';

/** Settings of SPEC §2 (panel), §4 (sidebar) and §9. */
export interface Settings {
  /** Primary colour, `#rrggbb`. */
  readonly theme: string;
  readonly appearance: Appearance;
  readonly size: LayoutSize;
  readonly compact: boolean;
  readonly tagsView: boolean;
  readonly fixedHeader: boolean;
  readonly sidebarLogo: boolean;
  readonly uniqueOpened: boolean;
  readonly showFooter: boolean;
  /** True if lists fill the window instead of the height of SPEC §9. */
  readonly tallLists: boolean;
  /** True if name, organization and time are shown over the whole window. */
  readonly watermark: boolean;
  /** Minutes without input until the screen locks; 0 for never. */
  readonly lockAfter: number;
  /** State of the sidebar on a desktop. On a phone the sidebar opens over the page and is not remembered. */
  readonly sidebarOpened: boolean;
}

/** Choices in minutes; 0 for never. */
export const lockChoices = [0, 5, 10, 15, 30, 60] as const;

interface SettingsActions {
  change: (changes: Partial<Settings>) => void;
  /** Restores the defaults; the sidebar stays. */
  reset: () => void;
  /** Loads this person's choices in this browser. */
  loadFor: (owner: number) => void;
}

const initialSettings: Settings = {
  theme: themeColour,
  appearance: 'light',
  size: defaultLayoutSize,
  compact: false,
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
  uniqueOpened: true,
  showFooter: true,
  tallLists: false,
  watermark: false,
  lockAfter: 0,
  sidebarOpened: true,
};

const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const settingValidators: Readonly<Record<keyof Settings, (value: unknown) => boolean>> = {
  theme: (value) => typeof value === 'string' && /^#[\da-f]{6}$/i.test(value),
  appearance: (value) => value === 'light' || value === 'dark' || value === 'system',
  size: (value) => layoutSizes.some((size) => size === value),
  compact: isFlag,
  tagsView: isFlag,
  fixedHeader: isFlag,
  sidebarLogo: isFlag,
  uniqueOpened: isFlag,
  showFooter: isFlag,
  tallLists: isFlag,
  watermark: isFlag,
  lockAfter: (value) => lockChoices.some((minutes) => minutes === value),
  sidebarOpened: isFlag,
};

/** Returns known settings with valid values from stored data. */
function validSettings(storedValue: unknown): Partial<Settings> {
  if (typeof storedValue !== 'object' || storedValue === null) return {};
  return Object.fromEntries(
    Object.entries(storedValue).filter(
      ([name, value]) => name in settingValidators && settingValidators[name as keyof Settings](value),
    ),
  );
}

/** Returns the colour the person has chosen. The default colour is not a choice and follows the administrator's. */
function chosenTheme(): string | undefined {
  const storedTheme = readCookie('theme');
  return storedTheme === themeColour ? undefined : storedTheme;
}

/** Returns colour and sidebar from cookies: they are stored per browser and known before the login. */
function fromCookies(): Partial<Settings> {
  const sidebar = readCookie('sidebarStatus');
  return validSettings({ theme: chosenTheme(), ...(sidebar === undefined ? {} : { sidebarOpened: sidebar !== '0' }) });
}

/**
 * Returns the appearance stored in this browser. Used only before the login, so that no white page precedes a dark
 * one. Afterwards the person's own choice applies.
 */
const appearanceHere = (): Partial<Settings> => validSettings({ appearance: readCookie('appearance') });

const memoryOf = (owner: number): string => `settings:${owner}`;

function storedSettings(owner: number): Partial<Settings> {
  try {
    return validSettings(JSON.parse(deobfuscate(localStorage.getItem(memoryOf(owner))) ?? '{}'));
  } catch {
    return {};
  }
}

/** Colour that an administrator has chosen for all. */
let defaultTheme = themeColour;
const asDelivered = (): Settings => ({ ...initialSettings, theme: defaultTheme });

function rememberSettings(owner: number, { sidebarOpened: _browsers, ...all }: Settings): void {
  const ownSettings = all.theme === defaultTheme ? { ...all, theme: undefined } : all;
  try {
    localStorage.setItem(memoryOf(owner), obfuscate(JSON.stringify(ownSettings)));
  } catch {
    // With a full or denied storage the setting is only not remembered.
  }
}

let ownerId: number | undefined;

export const useSettings = create<Settings & SettingsActions>()((set, get) => ({
  ...initialSettings,
  ...fromCookies(),
  ...appearanceHere(),
  change: (changes) => {
    set(changes);
    if (changes.theme !== undefined) writeCookie('theme', changes.theme === defaultTheme ? themeColour : changes.theme);
    if (changes.appearance !== undefined) writeCookie('appearance', changes.appearance);
    if (changes.sidebarOpened !== undefined) writeCookie('sidebarStatus', changes.sidebarOpened ? '1' : '0');
    if (ownerId !== undefined) rememberSettings(ownerId, get());
  },
  reset: () => {
    const { sidebarOpened: _stays, ...asNew } = asDelivered();
    get().change(asNew);
  },
  loadFor: (personId) => {
    ownerId = personId;
    set({ ...asDelivered(), ...fromCookies(), ...storedSettings(personId) });
  },
}));

/** Sets the administrator's colour for everyone who has chosen none. */
export function setDefaultTheme(colour: string | null): void {
  const formerDefault = defaultTheme;
  defaultTheme = colour ?? themeColour;
  if (useSettings.getState().theme === formerDefault && formerDefault !== defaultTheme)
    useSettings.setState({ theme: defaultTheme });
}
