/** A paragraph, or a list of items below one. */
export type LegalBlock = string | readonly string[];

export interface LegalSection {
  readonly title: string;
  readonly blocks: readonly LegalBlock[];
}

/** A text that people agree to, as data: pages, dialogs and tests read the same words. */
export interface LegalDocument {
  readonly title: string;
  /** The day of this version, as it is printed. */
  readonly version: string;
  readonly preamble: readonly LegalBlock[];
  /** Numbered 一, 二 … as they are shown. */
  readonly sections: readonly LegalSection[];
}

const numerals = ['一', '二', '三', '四', '五', '六', '七', '八', '九'] as const;

/** 1 → 一, 12 → 十二; up to 99. */
export function chineseNumeral(number: number): string {
  const tens = Math.floor(number / 10);
  const ones = number % 10;
  return `${tens > 1 ? (numerals[tens - 1] ?? '') : ''}${tens > 0 ? '十' : ''}${ones > 0 ? (numerals[ones - 1] ?? '') : ''}`;
}

/** The whole text, for searching and for tests. */
export const textOf = ({ title, version, preamble, sections }: LegalDocument): string =>
  [
    title,
    version,
    ...preamble.flat(),
    ...sections.flatMap((section) => [section.title, ...section.blocks.flat()]),
  ].join('\n');
