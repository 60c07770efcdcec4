import { theme as antd, type MappingAlgorithm, type ThemeConfig } from 'antd';
import { colours, fontFamily, inkOf, measures, monoFamily, onColour, radius, raisedSurface } from '@/lib/browser/theme';
import type { Settings } from '@/session/settingsStore';
import { mixedColour } from '@contract/features/system/colourContrast';

/** antd's text size tokens. Headings keep the sizes of the compact theme. */
const textOf = ({
  fontSize,
  fontSizeSM,
  fontSizeLG,
  fontSizeXL,
  lineHeight,
  lineHeightSM,
  lineHeightLG,
}: ReturnType<typeof antd.defaultAlgorithm>) => ({
  fontSize,
  fontSizeSM,
  fontSizeLG,
  fontSizeXL,
  lineHeight,
  lineHeightSM,
  lineHeightLG,
});

/**
 * Smallest font size in px (docs/spec/design.md). antd's compact theme would reduce the text by 3 px to 10 px and
 * leave headings much larger.
 */
const minFontSize = 12;

/** Replaces antd's derived shades by shades with checked contrast. */
function checkedShades(ink: string, dark: boolean, compactText?: number): MappingAlgorithm {
  const palette = colours[dark ? 'dark' : 'light'];
  const hover = mixedColour(ink, dark ? '#ffffff' : '#000000', 0.15);
  return (seed, mapToken) => ({
    ...(mapToken ?? antd.defaultAlgorithm(seed)),
    ...(compactText ? textOf(antd.defaultAlgorithm({ ...seed, fontSize: compactText })) : {}),
    colorPrimary: ink,
    colorPrimaryText: ink,
    colorLink: ink,
    colorLinkHover: hover,
    colorLinkActive: hover,
    ...(dark
      ? {
          colorSuccess: palette.good,
          colorError: palette.bad,
          colorErrorText: palette.bad,
          colorWarning: palette.waiting,
          colorInfo: palette.active,
        }
      : {}),
  });
}

/** Filled controls use the theme colour as chosen. Text uses the darker or lighter ink of lib/theme. */
function filledComponents(theme: string, ink: string, dark: boolean, height: number): ThemeConfig['components'] {
  const textColour = onColour(theme);
  // Hover and active colours move away from the text colour, so contrast never drops.
  const [hover, active] = [0.1, 0.2].map((share) =>
    mixedColour(theme, textColour === '#ffffff' ? '#000000' : '#ffffff', share),
  ) as [string, string];
  const fill = { colorPrimary: theme, colorPrimaryHover: hover, colorPrimaryActive: active, colorWhite: textColour };
  const quietDisabledText = { colorTextDisabled: colours[dark ? 'dark' : 'light'].textQuiet };
  return {
    Button: {
      colorPrimary: theme,
      colorPrimaryHover: hover,
      colorPrimaryActive: active,
      primaryColor: textColour,
      dangerColor: onColour(colours[dark ? 'dark' : 'light'].bad),
      defaultHoverColor: ink,
      defaultHoverBorderColor: ink,
      defaultActiveColor: ink,
      defaultActiveBorderColor: ink,
    },
    // The small size reduces only the gaps; the page buttons keep their height.
    Pagination: { itemSizeSM: height },
    Checkbox: fill,
    Radio: fill,
    Switch: { colorPrimary: theme, colorPrimaryHover: hover },
    // White digits on red, in dark mode too.
    Badge: { colorError: colours.light.bad },
    // A disabled input stays readable.
    Input: quietDisabledText,
    InputNumber: quietDisabledText,
    Select: quietDisabledText,
    DatePicker: quietDisabledText,
    // antd gives a drawer and a dialog the same z-index. A dialog opened from a drawer must be above the drawer.
    Drawer: { zIndexPopup: underDialogs },
  };
}

/** One below antd's z-index of popups. */
const underDialogs = 999;

/** Class of the element that defines antd's CSS variables. */
export const variablesClass = 'console-variables';

/**
 * Converts the tokens of lib/browser/theme.ts to an antd theme. `still`: no motion, as the person's system requests.
 */
export function antdTheme({
  theme,
  size,
  dark,
  compact,
  still = false,
}: Pick<Settings, 'theme' | 'size' | 'compact'> & { dark: boolean; still?: boolean }): ThemeConfig {
  const palette = colours[dark ? 'dark' : 'light'];
  const ink = inkOf(theme, dark);
  const { fontSize, controlHeight } = measures[size];
  // Compact is one step below the size that the person has chosen.
  const height = compact ? controlHeight - 4 : controlHeight;
  return {
    algorithm: [
      dark ? antd.darkAlgorithm : antd.defaultAlgorithm,
      ...(compact ? [antd.compactAlgorithm] : []),
      checkedShades(ink, dark, compact ? Math.max(minFontSize, fontSize - 1) : undefined),
    ],
    token: {
      colorPrimary: ink,
      colorSuccess: palette.good,
      colorError: palette.bad,
      colorWarning: palette.waiting,
      colorInfo: palette.active,
      // antd derives dark surfaces that become bluer and lighter with each layer, so they are set explicitly.
      ...(dark
        ? {
            colorTextBase: palette.text,
            colorBgContainer: palette.surface,
            colorBgElevated: raisedSurface,
            colorBorder: palette.lineStrong,
            colorBorderSecondary: palette.line,
            colorSplit: palette.line,
            colorFillAlter: '#20292e',
          }
        : {
            colorTextBase: palette.text,
            // antd's lightest shades of a dark ochre and a dark green look muddy.
            colorSuccessBg: '#eff8f1',
            colorSuccessBorder: '#a3d1ae',
            colorWarningBg: '#fff8e8',
            colorWarningBorder: '#ecc77a',
          }),
      // antd's own colour is a quarter of the text's opacity, a contrast of 1.7:1.
      colorTextPlaceholder: palette.textHint,
      colorTextTertiary: palette.textHint,
      colorTextDescription: palette.textQuiet,
      colorBgBase: palette.surface,
      colorBgLayout: palette.page,
      fontFamily,
      fontFamilyCode: monoFamily,
      fontSize,
      controlHeight: height,
      borderRadius: radius,
      motion: !still,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.15s',
      wireframe: false,
    },
    components: filledComponents(theme, ink, dark, height),
    cssVar: { key: variablesClass },
    // scripts/antdStyles.ts adds the styles at build time.
    zeroRuntime: true,
  };
}
