// Fonts of the PDFs: package, and file in it. The build copies the files, because the packages hold other weights, too.

export const fontFiles = {
  regular: ['@expo-google-fonts/noto-sans-sc', '400Regular/NotoSansSC_400Regular.ttf'],
  bold: ['@expo-google-fonts/noto-sans-sc', '700Bold/NotoSansSC_700Bold.ttf'],
  /** Chinese characters of the serif face. */
  serif: ['@expo-google-fonts/noto-serif-sc', '400Regular/NotoSerifSC_400Regular.ttf'],
  /** Latin letters, digits and signs of the serif face. */
  latin: ['@expo-google-fonts/tinos', '400Regular/Tinos_400Regular.ttf'],
} as const satisfies Readonly<Record<string, readonly [packageName: string, file: string]>>;

export type FontName = keyof typeof fontFiles;

/** Path of each font file. */
export type FontPaths = Readonly<Record<FontName, string>>;
