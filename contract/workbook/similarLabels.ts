import { dropBlanks, halfWidthThroughout } from '@contract/fields/normalizeText';

// Names that users' lists spell differently: finds the entry that a text means, and entries that resemble it.

const plainKey = (text: string): string => dropBlanks(halfWidthThroughout(text)).toLowerCase();

/** Pattern of additions in brackets that everyday lists omit: the way of stating (按F计, 全部异构体), or the place. */
const bracketsPattern = /[（(][^（()）]*[)）]/g;
const locantsPattern = /^[\dnosαβγ,，'’]+-/;

/** Returns a name without its brackets and without the words that lists omit. */
const baseOf = (text: string): string =>
  plainKey(text.replaceAll(bracketsPattern, ''))
    .replace(locantsPattern, '')
    .replaceAll(/及其|无机|化合物/g, '')
    .replace(/粉尘$/, '尘');

const notNames = /[按含<>≤≥%]|异构|海拔|高原/;

/** Returns the other names in the brackets of a name: 甲乙酮(2-丁酮), 氮氧化物(一氧化氮和二氧化氮). */
const namesInside = (text: string): string[] =>
  (text.match(bracketsPattern) ?? [])
    .map((bracketed) => bracketed.slice(1, -1))
    .filter((content) => !notNames.test(content))
    .flatMap((content) => content.split(/[、和,，;；]/))
    .map(baseOf)
    .filter(Boolean);

/** Returns whether a label means a name without its additions (`baseOf`). */
const isCalled = (label: string, wantedBase: string): boolean =>
  wantedBase !== '' && (baseOf(label) === wantedBase || namesInside(label).includes(wantedBase));

export interface SimilarLabel {
  /** Up to three labels that the text may mean, best first. */
  readonly near: readonly string[];
  /** Whether the first label is certain: it is the only one with that name. */
  readonly sure: boolean;
}

/** Legal form of a company, which says nothing of which company it is. */
const legalFormPattern = /(?:股份|集团)?有限(?:责任)?公司$/;

/** Returns what distinguishes a name: the name without its legal form. */
const distinctPart = (text: string): string => {
  const key = plainKey(text);
  return key.replace(legalFormPattern, '') || key;
};

const pairsOf = (word: string): ReadonlySet<string> =>
  new Set(Array.from({ length: Math.max(word.length - 1, 1) }, (_, index) => word.slice(index, index + 2)));

/** Returns up to three labels that share the most pairs of adjacent characters with the text. */
export function nearLabels(text: string, labels: readonly string[]): string[] {
  const wantedPairs = pairsOf(distinctPart(text));
  return labels
    .map((label) => {
      const ownPairs = pairsOf(distinctPart(label));
      return {
        label,
        score: (2 * [...ownPairs].filter((pair) => wantedPairs.has(pair)).length) / (ownPairs.size + wantedPairs.size),
      };
    })
    .filter(({ score }) => score >= 0.25)
    .sort((first, other) => other.score - first.score)
    .slice(0, 3)
    .map(({ label }) => label);
}

/** Returns the labels that an unknown text may mean: labels of the same name first, then similar ones. */
export function similarLabels(text: string, labels: readonly string[]): SimilarLabel {
  const wantedBase = baseOf(text);
  const sameLabels = labels.filter((label) => isCalled(label, wantedBase));
  return {
    near: [...new Set([...sameLabels, ...nearLabels(text, labels)])].slice(0, 3),
    sure: sameLabels.length === 1,
  };
}
