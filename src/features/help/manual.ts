/** A paragraph, a list of steps, or words with what they mean. */
export type Block =
  | string
  | readonly string[]
  | { readonly terms: readonly (readonly [term: string, meaning: string])[] };

export interface Section {
  /** The anchor: `/helper#import` leads here, and stays when titles change. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly sections: readonly Section[];
}

const wordsOf = (block: Block): string =>
  typeof block === 'string' ? block : 'terms' in block ? block.terms.flat().join(' ') : block.join(' ');

/** Everything that can be read in a section, in lower case. */
export const textOf = ({ title, blocks }: Section): string => [title, ...blocks.map(wordsOf)].join(' ').toLowerCase();

/** The sections in which every one of the words stands, in their chapters; all of them for no words. */
export function search(chapters: readonly Chapter[], typed: string): Chapter[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return chapters
    .map((chapter) => ({
      ...chapter,
      sections: chapter.sections.filter((section) =>
        words.every((word) => `${chapter.title.toLowerCase()} ${textOf(section)}`.includes(word)),
      ),
    }))
    .filter(({ sections }) => sections.length > 0);
}
