import { theme as antd, type ThemeConfig } from 'antd';
import { colours, fontFamily, measures, monoFamily, radius } from '@/lib/theme';
import type { Settings } from '@/session/settingsStore';

/** antd's reading of the tokens in lib/theme.ts. */
export function antdTheme({ theme, size, dark, compact }: Pick<Settings, 'theme' | 'size' | 'compact'> & { dark: boolean }): ThemeConfig {
  const held = colours[dark ? 'dark' : 'light'];
  const { fontSize, controlHeight } = measures[size];
  return {
    algorithm: [dark ? antd.darkAlgorithm : antd.defaultAlgorithm, ...(compact ? [antd.compactAlgorithm] : [])],
    token: {
      colorPrimary: theme,
      colorLink: theme,
      colorSuccess: held.good,
      colorError: held.bad,
      colorWarning: held.waiting,
      colorInfo: held.active,
      // antd's dark surfaces grow bluer and lighter with each layer when they start from ours; these are told.
      ...(dark
        ? { colorBgContainer: held.surface, colorBgElevated: '#232d32', colorBorder: held.lineStrong, colorBorderSecondary: held.line, colorSplit: held.line, colorFillAlter: '#20292e' }
        : {
            colorTextBase: held.text,
            // antd's lightest shade of a dark ochre is mud.
            colorWarningBg: '#fff8e8',
            colorWarningBorder: '#ecc77a',
          }),
      // antd's own are a quarter of the text's ink, which is 1.7:1.
      colorTextPlaceholder: held.textHint,
      colorTextTertiary: held.textHint,
      colorTextDescription: held.textQuiet,
      colorBgBase: held.surface,
      colorBgLayout: held.page,
      fontFamily,
      fontFamilyCode: monoFamily,
      fontSize,
      // Compact is one step below the size that the person has chosen.
      controlHeight: compact ? controlHeight - 4 : controlHeight,
      borderRadius: radius,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.15s',
      wireframe: false,
    },
  };
}
