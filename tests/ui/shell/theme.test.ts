import { theme as antd } from 'antd';
import { describe, expect, it } from 'vitest';
import { antdTheme } from '@/app/antdTheme';
import { chosenFill, colours, cssVariables, measures, onColour, palette, raisedSurface } from '@/lib/browser/theme';
import { alternativeThemeColour, layoutSizes, themeColour } from '@contract/constants';
import { contrastRatio, mixedColour, readableColour } from '@contract/features/system/colourContrast';
import { measured } from '../../support/measured';

const least = 4.5;
const surroundings = palette.flatMap((theme) => [false, true].map((dark) => ({ theme, dark })));
const surfacesOf = (dark: boolean): string[] =>
  dark ? [colours.dark.page, colours.dark.surface, raisedSurface] : [colours.light.page, colours.light.surface];
const worst = (text: string, dark: boolean): number =>
  Math.min(...surfacesOf(dark).map((surface) => contrastRatio(text, surface)));

describe('theme colours', () => {
  it('the theme colours begin with both colours of the specification and contain eight different ones', () => {
    expect(palette.slice(0, 2)).toEqual([themeColour, alternativeThemeColour]);
    expect(new Set(palette).size).toBe(8);
  });

  it('theme colours have a contrast of 4.5:1 on white, except the second colour of the specification (A11Y)', () => {
    const fainter = palette.filter((colour) => contrastRatio(colour, '#ffffff') < least);
    expect(fainter).toEqual([alternativeThemeColour]);
    measured(
      `${palette.length} 种主题色中 ${palette.length - fainter.length} 种在白底上不低于 4.5:1；例外是说明书规定的第二种颜色`,
    );
  });
});

describe.each(surroundings)('theme colour $theme, dark: $dark', ({ theme, dark }) => {
  const { components, ...rest } = antdTheme({ theme, dark, size: 'small', compact: false });
  const token = antd.getDesignToken(rest);

  it('the theme colour $theme, dark: $dark, has a contrast of 4.5:1 or more as text on every surface (A11Y)', () => {
    const ink = cssVariables(theme, dark)['--primary-ink'] ?? '';
    for (const text of [ink, token.colorPrimary, token.colorLink, token.colorLinkHover])
      expect(worst(text, dark)).toBeGreaterThanOrEqual(least);
  });

  it('the theme colour $theme, dark: $dark, is readable in a selected row, as are the status colours there', () => {
    const row = mixedColour(colours[dark ? 'dark' : 'light'].surface, token.colorPrimary, chosenFill);
    const { text, textQuiet, good, bad, waiting, active, quiet } = colours[dark ? 'dark' : 'light'];
    for (const ink of [token.colorLink, text, textQuiet, good, bad, waiting, active, quiet])
      expect(contrastRatio(ink, row)).toBeGreaterThanOrEqual(least);
  });

  it('the theme colour $theme, dark: $dark, leaves the text on it readable, also when the pointer is over it', () => {
    const {
      primaryColor = '',
      colorPrimary = '',
      colorPrimaryHover = '',
      colorPrimaryActive = '',
    } = components?.Button ?? {};
    expect(colorPrimary).toBe(theme);
    for (const fill of [colorPrimary, colorPrimaryHover, colorPrimaryActive])
      expect(contrastRatio(primaryColor, fill)).toBeGreaterThanOrEqual(least);
    expect(cssVariables(theme, dark)['--on-primary']).toBe(onColour(theme));
  });

  it('the theme colour $theme, dark: $dark, keeps the status colours good, bad, waiting and active readable', () => {
    for (const text of [token.colorSuccess, token.colorError, token.colorWarning, token.colorInfo])
      expect(worst(text, dark)).toBeGreaterThanOrEqual(least);
    expect(contrastRatio(components?.Button?.dangerColor ?? '', token.colorError)).toBeGreaterThanOrEqual(least);
    expect(contrastRatio('#ffffff', components?.Badge?.colorError ?? '')).toBeGreaterThanOrEqual(least);
  });
});

it.each(['light', 'dark'] as const)('the text colours are readable on every surface: %s', (which) => {
  const { text, textQuiet, textHint, good, bad, waiting, active, quiet } = colours[which];
  for (const ink of [text, textQuiet, textHint, good, bad, waiting, active, quiet])
    expect(worst(ink, which === 'dark')).toBeGreaterThanOrEqual(least);
});

it('the sidebar is darker in dark mode, and its text has a contrast of 7:1 or more there', () => {
  const menu = (dark: boolean) =>
    Object.entries(cssVariables(themeColour, dark)).flatMap(([name, colour]) =>
      name.startsWith('--menu') ? [colour] : [],
    );
  expect(menu(true)).toHaveLength(4);
  for (const [at, colour] of menu(true).entries()) {
    const light = menu(false)[at] ?? '';
    expect(contrastRatio('#ffffff', colour)).toBeGreaterThan(contrastRatio('#ffffff', light));
    expect(contrastRatio('#ffffff', colour)).toBeGreaterThanOrEqual(7);
  }
});

it('the four display sizes are each smaller than the one before', () => {
  const made = layoutSizes.map((size) =>
    antd.getDesignToken({ ...antdTheme({ theme: themeColour, dark: false, size, compact: false }), components: {} }),
  );
  const heights = made.map(({ controlHeight }) => controlHeight);
  expect(heights).toEqual([...heights].sort((a, b) => b - a));
  expect(new Set(heights).size).toBe(4);
  // docs/spec/design.md: 14 px at default, 13 at small, 12 at mini.
  expect(layoutSizes.map((size) => measures[size].fontSize)).toEqual([14, 14, 13, 12]);
});

describe('contrast', () => {
  it('the contrast of two colours is 21 between black and white, 1 between equal colours, and symmetric', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrastRatio('#336699', '#336699')).toBe(1);
    expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrastRatio('#ffffff', '#777777')).toBe(contrastRatio('#777777', '#ffffff'));
  });

  it('the contrast correction keeps readable colours and moves others no farther than needed', () => {
    expect(readableColour('#000000', '#ffffff', '#000000', 4.5)).toBe('#000000');
    const moved = readableColour('#409eff', '#ffffff', '#000000', 4.5);
    expect(contrastRatio(moved, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrastRatio(moved, '#ffffff')).toBeLessThan(5.2);
    expect(mixedColour('#000000', '#ffffff', 0.5)).toBe('#808080');
  });
});

describe('compact mode', () => {
  it.each(layoutSizes.flatMap((size) => [false, true].map((dark) => ({ size, dark }))))(
    'the compact mode makes text one pixel smaller at $size (dark: $dark), never below twelve, and keeps dialog headings below 1.5 times the text',
    ({ size, dark }) => {
      const { components: _components, ...config } = antdTheme({ theme: themeColour, dark, size, compact: true });
      const { fontSize, fontSizeHeading5, lineHeight } = antd.getDesignToken(config);
      expect(fontSize).toBe(Math.max(12, measures[size].fontSize - 1));
      expect(fontSizeHeading5).toBeLessThan(fontSize * 1.5);
      expect(lineHeight * fontSize).toBeCloseTo(fontSize + 8, 0);
    },
  );
});
