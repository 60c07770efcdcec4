import { theme as antd, type MappingAlgorithm, type ThemeConfig } from 'antd';
import { colours, fontFamily, inkOf, measures, monoFamily, onColour, radius, raised } from '@/lib/browser/theme';
import type { Settings } from '@/session/settingsStore';
import { mixed } from '@contract/features/system/contrast';

/** Of antd's tokens those of running text; headings keep the size that compact gives them. */
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
 * px; LOOK: nothing that is read is smaller. antd's compact would take three pixels off the text, which makes ten of
 * our usual size, and leaves headings towering above it.
 */
const smallestText = 12;

/** antd derives its own shades, in the dark by rules of its own; these have been looked at, and are told. */
function told(ink: string, dark: boolean, compactText?: number): MappingAlgorithm {
  const held = colours[dark ? 'dark' : 'light'];
  const hover = mixed(ink, dark ? '#ffffff' : '#000000', 0.15);
  return (seed, map) => ({
    ...(map ?? antd.defaultAlgorithm(seed)),
    ...(compactText ? textOf(antd.defaultAlgorithm({ ...seed, fontSize: compactText })) : {}),
    colorPrimary: ink,
    colorPrimaryText: ink,
    colorLink: ink,
    colorLinkHover: hover,
    colorLinkActive: hover,
    ...(dark
      ? {
          colorSuccess: held.good,
          colorError: held.bad,
          colorErrorText: held.bad,
          colorWarning: held.waiting,
          colorInfo: held.active,
        }
      : {}),
  });
}

/** What is filled with the theme colour bears it as it was chosen; as text it is lib/theme's ink. */
function filled(theme: string, ink: string, dark: boolean, height: number): ThemeConfig['components'] {
  const on = onColour(theme);
  // Away from the text on it, so that it is read no worse under the pointer.
  const [hover, active] = [0.1, 0.2].map((share) => mixed(theme, on === '#ffffff' ? '#000000' : '#ffffff', share)) as [
    string,
    string,
  ];
  const fill = { colorPrimary: theme, colorPrimaryHover: hover, colorPrimaryActive: active, colorWhite: on };
  const locked = { colorTextDisabled: colours[dark ? 'dark' : 'light'].textQuiet };
  return {
    Button: {
      colorPrimary: theme,
      colorPrimaryHover: hover,
      colorPrimaryActive: active,
      primaryColor: on,
      dangerColor: onColour(colours[dark ? 'dark' : 'light'].bad),
      defaultHoverColor: ink,
      defaultHoverBorderColor: ink,
      defaultActiveColor: ink,
      defaultActiveBorderColor: ink,
    },
    // The small one has narrower gaps alone: a page is hit as easily.
    Pagination: { itemSizeSM: height },
    Checkbox: fill,
    Radio: fill,
    Switch: { colorPrimary: theme, colorPrimaryHover: hover },
    // White figures on red, in the dark as well.
    Badge: { colorError: colours.light.bad },
    // What is locked is there to be read.
    Input: locked,
    InputNumber: locked,
    Select: locked,
    DatePicker: locked,
    // A dialog lies over the drawer that it was asked for in, whichever of the two the page has opened first; antd has
    // both on one level.
    Drawer: { zIndexPopup: underDialogs },
  };
}

/** One below antd's level of what floats. */
const underDialogs = 999;

/** Of the element inside which antd's variables are known. */
export const variablesClass = 'console-variables';

/** antd's reading of the tokens in lib/theme.ts. `still`: nothing moves, as the person has asked of the machine. */
export function antdTheme({
  theme,
  size,
  dark,
  compact,
  still = false,
}: Pick<Settings, 'theme' | 'size' | 'compact'> & { dark: boolean; still?: boolean }): ThemeConfig {
  const held = colours[dark ? 'dark' : 'light'];
  const ink = inkOf(theme, dark);
  const { fontSize, controlHeight } = measures[size];
  // Compact is one step below the size that the person has chosen.
  const height = compact ? controlHeight - 4 : controlHeight;
  return {
    algorithm: [
      dark ? antd.darkAlgorithm : antd.defaultAlgorithm,
      ...(compact ? [antd.compactAlgorithm] : []),
      told(ink, dark, compact ? Math.max(smallestText, fontSize - 1) : undefined),
    ],
    token: {
      colorPrimary: ink,
      colorSuccess: held.good,
      colorError: held.bad,
      colorWarning: held.waiting,
      colorInfo: held.active,
      // antd's dark surfaces grow bluer and lighter with each layer when they start from ours; these are told.
      ...(dark
        ? {
            colorTextBase: held.text,
            colorBgContainer: held.surface,
            colorBgElevated: raised,
            colorBorder: held.lineStrong,
            colorBorderSecondary: held.line,
            colorSplit: held.line,
            colorFillAlter: '#20292e',
          }
        : {
            colorTextBase: held.text,
            // antd's lightest shades of a dark ochre and of a dark green are mud.
            colorSuccessBg: '#eff8f1',
            colorSuccessBorder: '#a3d1ae',
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
      controlHeight: height,
      borderRadius: radius,
      motion: !still,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.15s',
      wireframe: false,
    },
    components: filled(theme, ink, dark, height),
    cssVar: { key: variablesClass },
    // scripts/antdStyles.ts brings the rules with the code.
    zeroRuntime: true,
  };
}
