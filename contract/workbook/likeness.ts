import { dropBlanks, halfWidthThroughout } from '@contract/fields/normalize';

// Names that people's lists write otherwise: which entry is meant, and which ones resemble a text.

const plainKey = (text: string): string => dropBlanks(halfWidthThroughout(text)).toLowerCase();

/** What says how something is stated (按F计, 全部异构体), or where, and is left out in everyday lists. */
const brackets = /[（(][^（()）]*[)）]/g;
const locants = /^[\dnosαβγ,，'’]+-/;

/** Returns what is left of a name without its brackets and the words that lists leave out. */
const baseOf = (text: string): string =>
  plainKey(text.replaceAll(brackets, ''))
    .replace(locants, '')
    .replaceAll(/及其|无机|化合物/g, '')
    .replace(/粉尘$/, '尘');

const notNames = /[按含<>≤≥%]|异构|海拔|高原/;

/** Returns the other names that stand in the brackets of a name: 甲乙酮(2-丁酮), 氮氧化物(一氧化氮和二氧化氮). */
const namesInside = (text: string): string[] =>
  (text.match(brackets) ?? [])
    .map((found) => found.slice(1, -1))
    .filter((inside) => !notNames.test(inside))
    .flatMap((inside) => inside.split(/[、和,，;；]/))
    .map(baseOf)
    .filter(Boolean);

/** Tells whether two names mean the same but for brackets, locants and 及其化合物. */
function isSame(text: string, label: string): boolean {
  const wanted = baseOf(text);
  return wanted !== '' && (baseOf(label) === wanted || namesInside(label).includes(wanted));
}

export interface Likely {
  /** Up to three labels that may be meant, best first. */
  readonly near: readonly string[];
  /** The first one is meant: it is the only label of that name. */
  readonly sure: boolean;
}

const pairsOf = (word: string): ReadonlySet<string> =>
  new Set(Array.from({ length: Math.max(word.length - 1, 1) }, (_, index) => word.slice(index, index + 2)));

/** Returns up to three labels that share the most pairs of adjacent characters with the text. */
export function nearLabels(text: string, labels: readonly string[]): string[] {
  const wanted = pairsOf(plainKey(text));
  return labels
    .map((label) => {
      const own = pairsOf(plainKey(label));
      return { label, score: (2 * [...own].filter((pair) => wanted.has(pair)).length) / (own.size + wanted.size) };
    })
    .filter(({ score }) => score >= 0.25)
    .sort((one, other) => other.score - one.score)
    .slice(0, 3)
    .map(({ label }) => label);
}

/** Returns the labels that an unknown text may mean: first those of the same name, then similar ones. */
export function likelyLabels(text: string, labels: readonly string[]): Likely {
  const same = labels.filter((label) => isSame(text, label));
  return { near: [...new Set([...same, ...nearLabels(text, labels)])].slice(0, 3), sure: same.length === 1 };
}
