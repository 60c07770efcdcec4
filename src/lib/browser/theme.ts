import { darkQuery, cssVariables } from '@contract/features/system/consoleTheme';

export * from '@contract/features/system/consoleTheme';

export type Appearance = 'light' | 'dark' | 'system';

/** Checks whether dark mode is on: by the person's choice, or by the system's setting. */
export const isDark = (appearance: Appearance): boolean =>
  appearance === 'dark' || (appearance === 'system' && window.matchMedia?.(darkQuery).matches === true);

/** Sets the tokens as CSS variables. */
export function applyTheme(theme: string, dark: boolean): void {
  const { style, dataset } = document.documentElement;
  for (const [name, value] of Object.entries(cssVariables(theme, dark))) style.setProperty(name, value);
  style.colorScheme = dark ? 'dark' : 'light';
  dataset.theme = dark ? 'dark' : 'light';
}
