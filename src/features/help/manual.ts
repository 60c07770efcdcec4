/** A paragraph, a list of steps, or terms with their meanings. */
export type ManualBlock =
  | string
  | readonly string[]
  | { readonly terms: readonly (readonly [term: string, meaning: string])[] };

export interface Section {
  /** Anchor: `/helper#import` leads here. It stays when titles change. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly ManualBlock[];
}

export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly sections: readonly Section[];
}

const wordsOf = (block: ManualBlock): string =>
  typeof block === 'string' ? block : 'terms' in block ? block.terms.flat().join(' ') : block.join(' ');

/** Returns all text of a section in lower case. */
export const textOf = ({ title, blocks }: Section): string => [title, ...blocks.map(wordsOf)].join(' ').toLowerCase();

/** Returns the sections that contain all typed words, in their chapters; all sections without words. */
export function searchManual(chapters: readonly Chapter[], typedText: string): Chapter[] {
  const words = typedText.toLowerCase().split(/\s+/).filter(Boolean);
  return chapters
    .map((chapter) => ({
      ...chapter,
      sections: chapter.sections.filter((section) =>
        words.every((word) => `${chapter.title.toLowerCase()} ${textOf(section)}`.includes(word)),
      ),
    }))
    .filter(({ sections }) => sections.length > 0);
}
