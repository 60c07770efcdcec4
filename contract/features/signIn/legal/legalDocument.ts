/** A paragraph, or a list below a paragraph. */
export type LegalBlock = string | readonly string[];

interface LegalSection {
  readonly title: string;
  readonly blocks: readonly LegalBlock[];
}

/** A text that people agree to, as data, for pages, dialogs and tests. */
export interface LegalDocument {
  readonly title: string;
  /** Date of this version, as printed. */
  readonly version: string;
  readonly preamble: readonly LegalBlock[];
  /** Sections, displayed with the numbers 一, 二 …. */
  readonly sections: readonly LegalSection[];
}

const chineseNumerals = ['一', '二', '三', '四', '五', '六', '七', '八', '九'] as const;

/** Converts a number up to 99 to Chinese: 1 → 一, 12 → 十二. */
export function chineseNumeral(number: number): string {
  const tens = Math.floor(number / 10);
  const ones = number % 10;
  return `${tens > 1 ? (chineseNumerals[tens - 1] ?? '') : ''}${tens > 0 ? '十' : ''}${ones > 0 ? (chineseNumerals[ones - 1] ?? '') : ''}`;
}

/** Returns the whole text, for searching and for tests. */
export const textOf = ({ title, version, preamble, sections }: LegalDocument): string =>
  [
    title,
    version,
    ...preamble.flat(),
    ...sections.flatMap((section) => [section.title, ...section.blocks.flat()]),
  ].join('\n');
