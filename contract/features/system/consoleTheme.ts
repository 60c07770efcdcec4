import { menuBackground, alternativeThemeColour, type LayoutSize, themeColour } from '@contract/constants';
import { contrastRatio, mixedColour, readableColour } from './colourContrast';

// Design tokens of docs/spec/design.md. The theme of antd uses them (app/antdTheme.ts), stylesheets use the CSS
// variables below, and the server uses them for pages that it renders itself.

/** Theme colours. SPEC §9 names two; the other six have a contrast of 4.5:1 on white. */
export const palette = [
  themeColour,
  alternativeThemeColour,
  '#0958d9',
  '#531dab',
  '#a61d6b',
  '#a8440a',
  '#2b6a0b',
  '#3d4f66',
] as const;

export const fontFamily =
  '-apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif';
export const monoFamily =
  'ui-monospace, "Cascadia Mono", "Source Code Pro", Menlo, Consolas, "Noto Sans Mono CJK SC", monospace';
/** Corner radius, px. */
export const radius = 4;

/** Font size of text and height of inputs and buttons by size, px. */
export const measures: Readonly<Record<LayoutSize, { readonly fontSize: number; readonly controlHeight: number }>> = {
  default: { fontSize: 14, controlHeight: 36 },
  medium: { fontSize: 14, controlHeight: 34 },
  small: { fontSize: 13, controlHeight: 32 },
  mini: { fontSize: 12, controlHeight: 26 },
};

interface ThemeColours {
  readonly page: string;
  readonly surface: string;
  readonly text: string;
  readonly textQuiet: string;
  /** Colour of placeholder text; its contrast is 4.5:1 on page and surface. */
  readonly textHint: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly shadow: string;
  /** State colours (docs/spec/design.md, Meaning); always with a word or an icon. */
  readonly good: string;
  readonly bad: string;
  readonly waiting: string;
  readonly active: string;
  readonly quiet: string;
}

export const colours: Readonly<Record<'light' | 'dark', ThemeColours>> = {
  light: {
    page: '#f4f6f7',
    surface: '#ffffff',
    text: '#1c2529',
    textQuiet: '#56636b',
    textHint: '#65727a',
    line: '#e2e7ea',
    lineStrong: '#b9c3c9',
    shadow: '0 6px 24px rgb(20 40 50 / 10%)',
    good: '#187733',
    bad: '#c4232d',
    waiting: '#8a5b00',
    active: '#0a63c9',
    quiet: '#59636e',
  },
  dark: {
    page: '#12181b',
    surface: '#1a2226',
    text: '#e3e8ea',
    textQuiet: '#9dabb2',
    textHint: '#93a0a7',
    line: '#2c373d',
    lineStrong: '#4a5860',
    shadow: '0 6px 24px rgb(0 0 0 / 45%)',
    good: '#4cc366',
    bad: '#ff7b75',
    waiting: '#dba53a',
    active: '#6cb1ff',
    quiet: '#9dabb2',
  },
};

/** Surface of menus and dialogs in dark mode; it is lighter than the surface below. */
export const raisedSurface = '#232d32';

const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const stateTones: readonly (keyof ThemeColours)[] = ['good', 'bad', 'waiting', 'active', 'quiet'];

/** Minimum contrast of text (WCAG AA, QUALITY A11Y). */
const minContrast = 4.5;
const darkText = '#0b161d';

/**
 * Returns the colour of text on a coloured surface: white, unless its contrast is too low (as on #409EFF of SPEC §9).
 */
export const onColour = (colour: string): string =>
  contrastRatio('#ffffff', colour) >= minContrast ? '#ffffff' : darkText;

/** Share of the theme colour behind text in a selected or hovered row; no text has a stronger tint behind it. */
export const chosenFill = 0.12;

/**
 * Returns the theme colour for text. #409EFF is too pale on white, #007873 too dark on a dark surface, so the
 * lightness is changed as far as needed; the hue stays.
 */
export const inkOf = (colour: string, dark: boolean): string =>
  dark
    ? readableColour(colour, raisedSurface, '#ffffff', minContrast + 0.5)
    : readableColour(colour, mixedColour(colours.light.surface, colour, chosenFill), '#000000', minContrast);

/** Backgrounds of the sidebar. Its white text has a contrast of at least 7:1 in dark mode. */
const menuColours = {
  light: {
    '--menu': menuBackground,
    '--menu-sub': '#20306b',
    '--menu-hover': '#34489a',
    '--menu-chosen': '#4659b0',
  },
  dark: { '--menu': '#161f3d', '--menu-sub': '#111830', '--menu-hover': '#222e57', '--menu-chosen': '#33438c' },
} as const;

/**
 * Returns the CSS variables of a colour scheme.
 * @param theme brand colour, `#rrggbb`
 */
export function cssVariables(theme: string, dark: boolean): Record<string, string> {
  const modePalette = colours[dark ? 'dark' : 'light'];
  return {
    ...Object.fromEntries(
      Object.entries(modePalette).map(([name, value]) => [
        stateTones.includes(name as keyof ThemeColours) ? `--tone-${name}` : `--${kebabCase(name)}`,
        value,
      ]),
    ),
    '--primary': theme,
    '--primary-ink': inkOf(theme, dark),
    '--on-primary': onColour(theme),
    '--on-bad': onColour(modePalette.bad),
    '--chosen-fill': `${chosenFill * 100}%`,
    ...menuColours[dark ? 'dark' : 'light'],
    '--font': fontFamily,
    '--mono': monoFamily,
    '--radius': `${radius}px`,
  };
}

export const darkQuery = '(prefers-color-scheme: dark)';

/**
 * Returns the CSS rules of the tokens for a page before any script runs. The person's choice decides between light
 * and dark, else the operating system; print is always light.
 */
export function themeRules(theme: string, appearance: 'light' | 'dark' | undefined): string {
  const rules = (dark: boolean): string =>
    `:root{color-scheme:${dark ? 'dark' : 'light'};${Object.entries(cssVariables(theme, dark))
      .map(([name, value]) => `${name}:${value}`)
      .join(';')}}`;
  const dark = appearance === 'light' ? '' : `@media screen${appearance ? '' : ` and ${darkQuery}`}{${rules(true)}}`;
  return rules(false) + dark;
}
