import { darkQuery, cssVariables } from '@contract/features/system/theme';

export * from '@contract/features/system/theme';

export type Appearance = 'light' | 'dark' | 'system';

/** Whether the surfaces are dark: as chosen, or as the machine says. */
export const isDark = (appearance: Appearance): boolean =>
  appearance === 'dark' || (appearance === 'system' && window.matchMedia?.(darkQuery).matches === true);

/** Puts the tokens where stylesheets find them. */
export function applyTheme(theme: string, dark: boolean): void {
  const { style, dataset } = document.documentElement;
  for (const [name, value] of Object.entries(cssVariables(theme, dark))) style.setProperty(name, value);
  style.colorScheme = dark ? 'dark' : 'light';
  dataset.theme = dark ? 'dark' : 'light';
}
