import { type Block, type Cell, type PrintDocument, textOf } from './printDocument';
import { runsOf } from './superscripts';

// Characters that the embedded font (Noto Sans SC, both weights) contains, and replacements for all others: a
// readable code, never an empty box.

/** Ranges of code points, in base 36: the gap to the previous range and, after +, the length minus one. */
const printableRanges = [
  'w+2m y+2r d+3 7+1 d+3 o+1 3+1 4+3 3+1 l+5 11 e+1 e+1 t+f s+1 2g g 2i c 2+2 e h+1 l+1 3 3 5 3p+g 2+6',
  '8+o 1k f+1r 2 54d+1 2p+2h 7d+1 d+6 2+2 2+2 2+2 3+2 9 2+1 2 4+3 6 5+2 8 z 1h 2+1 1d+1 y 3 2 4+1 5 4 3',
  'b+1 4+1 4 3 7 6 11+b 5+b l+9 v+1 b+2 5+1 4 2 2 i+3 c b 2+1 2+6 4 2+2 2 5 3+3 3 2+9 6+3 6 6 2 3 4 k+2',
  '2+3 3+1 3+1 3+1 3+1 b+5 3+1 a+4 7 5 q r+1 k m+2 b 6 h+1 3q+1 d+e 2 c+1 20 1p+97 6+2 3+1 5+1 3+1 5+1',
  '2+3 2+5 f+4 9 h+3 2+1 3 5+1 7+1 5+3 g h+2 u+f 3+b z t+1 1w h 7 z 2+1 m w+t e b7+1 3u 1n+1 7e+2 j 3f',
  'it+1 1x+p 2+2g d+5x r+b 5+1r 2+2d 3+2u 6+16 2+1e 2+15 2+17 5+z d+1a 2+7f 2+58o 23+g6n hld+3 2+1 5+1',
  '9 2+3 7 b+1 2 2+4 2+3 9 4+3 4 4+1 b 4+5 7 4 2 2 3+2 3+2 4+1 5+2 2 5 2 3 m 5 4 4 2+1 2 5+1 a 8+1 3+4',
  '2+2 3 2 8 3+1 5 3 2 3 3+3 2 2+3 2 2+1 4 7+2 2+1 3+2 6 4+2 2+1 2 d 2 2 i+1 4i+4 lo+9 n+y 2+i 2+3',
  '46+4e 2+t 4+5 3+5 3+5 3+2 4+6 2+6 1bma+c 4+2k 4+1o 2c+2 e+17 5+8 8+1 2t2 2 1v 48 xw 26 196 1ca 3d ck',
  '3w8 2f0 1cc+1 az rf g 1cr 6q 12 3g 24 221 1c 1y 10v sg ne h8 dl 7a d1 ej 5h 2hd 16l 7c 1u sv hc t 97',
  'o9 72 8 2 3 cb 3u 1k6 b5 1gu 5 9 1n5 7y s 7t 6 y 11m at+1 f+1 51 7n 2r c 3 b 3r c 3 26 3q 8 7 3 k+1',
  '14 3c+1 4 1g d 14+1 9+2 2 2 2x+1 n 1s 58 s x j 3 a 4 i 4c en 48 3 q 7 48 9o g 34 1e e8+1 3j x 7f 4 w',
  '3n c s 37 1w 6 3 84 c 3 4r 5t 5 9 8 2+2 2 j 8+1 69 3 34 y 1o 64 5 3 i k 3 j 6d c 33 18 3k 4+1 3 7+1',
  '2 4 2 9 4 c+1 9 5 3 3 4 3 2 4 1h e+1 e 3s 9 46+1 7 2 3+1 7 3l 2 2+1 f+1 8 5+1 13 1v 2 9 3 4 2a c b',
  '1bl 6yo 1e 4dj+1 b2',
].join(' ');

const knownRanges: readonly (readonly [first: number, last: number])[] = (() => {
  let index = 0;
  return printableRanges.split(' ').map((range) => {
    const [gap = '', extent = '0'] = range.split('+');
    const first = index + parseInt(gap, 36);
    index = first + parseInt(extent, 36);
    return [first, index] as const;
  });
})();

/** Returns whether the font contains a character. */
export function isInFont(codePoint: number): boolean {
  let [low, high] = [0, knownRanges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = knownRanges[middle] ?? [0, 0];
    if (codePoint < first) high = middle - 1;
    else if (codePoint > last) low = middle + 1;
    else return true;
  }
  return false;
}

/** Replacements with the same meaning that the font contains. */
const printableEquivalents: Readonly<Record<string, string>> = {
  '☑': '√',
  '✔': '√',
  '☒': '×',
  '✗': '×',
  '✘': '×',
  '✖': '×',
  '❌': '×',
  '✅': '√',
  '‑': '-',
};
/** Characters without a glyph: joiners, variation selectors, direction marks, a byte order mark within a text. */
const invisibleCharacter = /\p{Format}|\p{Variation_Selector}/u;
/** Characters that lay out a text and are never drawn. */
const isLayout = (character: string): boolean => character === '\n' || character === '\r' || character === '\t';

function replacementOf(character: string): string {
  if (invisibleCharacter.test(character)) return '';
  if (character === '\u2028' || character === '\u2029') return '\n';
  // Spaces of other widths, e.g. between a number and its unit.
  if (/\s/.test(character)) return ' ';
  return printableEquivalents[character] ?? `〔U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}〕`;
}

/**
 * Returns the replacement of each character that the font lacks. Subscripts and superscripts are not replaced; they
 * are drawn as such (superscripts.ts).
 */
function replacementsIn(text: string): ReadonlyMap<string, string> {
  const replacements = new Map<string, string>();
  for (const run of [runsOf(text)].flat()) {
    for (const character of typeof run === 'string' ? run : run.text) {
      if (!isInFont(character.codePointAt(0) ?? 0) && !isLayout(character))
        replacements.set(character, replacementOf(character));
    }
  }
  return replacements;
}

/** Lists the characters of a text that have no replacement, each once. */
export const unprintableIn = (text: string): string[] =>
  [...replacementsIn(text.normalize('NFC'))].flatMap(([sign, replacement]) =>
    replacement.startsWith('〔U+') ? [sign] : [],
  );

/** Replaces characters that the font lacks. A character without an equivalent becomes its code. */
export function printable(text: string): string {
  if (replacementsIn(text).size === 0) return text;
  const composedText = text.normalize('NFC');
  const replacements = replacementsIn(composedText);
  return [...composedText].map((character) => replacements.get(character) ?? character).join('');
}

const printableCell = (original: Cell): Cell =>
  typeof original === 'string'
    ? printable(original)
    : {
        ...original,
        text: printable(original.text),
        ...(original.struck
          ? { struck: original.struck.map((correction) => ({ ...correction, text: printable(correction.text) })) }
          : {}),
      };

function printableBlock(block: Block): Block {
  switch (block.kind) {
    case 'facts':
      return {
        ...block,
        facts: block.facts.map((fact) => ({ ...fact, label: printable(fact.label), value: printableCell(fact.value) })),
      };
    case 'table':
      return {
        ...block,
        columns: block.columns.map((column) => ({ ...column, heading: printable(column.heading) })),
        rows: block.rows.map((row) => row.map(printableCell)),
      };
    case 'lines':
      return { ...block, lines: block.lines.map(printableCell) };
    case 'heading':
      return { ...block, text: printable(block.text) };
    case 'pictures':
      return {
        ...block,
        pictures: block.pictures.map((picture) =>
          picture.caption === undefined ? picture : { ...picture, caption: printable(picture.caption) },
        ),
      };
    case 'space':
      return block;
  }
}

/** Replaces the characters of a whole document. */
export const printableDocument = (document: PrintDocument): PrintDocument => ({
  ...document,
  title: printable(document.title),
  agency: printable(document.agency),
  corner: printable(document.corner),
  foot: printable(document.foot),
  ...(document.cover ? { cover: document.cover.map(printableBlock) } : {}),
  blocks: document.blocks.map(printableBlock),
  signers: document.signers.map((signer) => ({
    ...signer,
    label: printable(signer.label),
    name: printable(signer.name),
  })),
});

interface UnprintablePlace {
  /** Heading, with the label or column that contains the characters. */
  readonly place: string;
  readonly signs: readonly string[];
}

/** Lists the texts of a block, each with its label or column. */
function placedIn(block: Block): (readonly [label: string, text: string])[] {
  switch (block.kind) {
    case 'facts':
      return block.facts.map(({ label, value }) => [label, textOf(value)]);
    case 'table':
      return block.rows.flatMap((row, at) =>
        row.map(
          (rowCell, index) =>
            [`${block.title}第${at + 1}行“${block.columns[index]?.heading ?? ''}”`, textOf(rowCell)] as const,
        ),
      );
    case 'lines':
      return block.lines.map((line) => ['', textOf(line)]);
    case 'heading':
      return [['', block.text]];
    case 'pictures':
      return block.pictures.map(({ caption = '' }) => ['图片说明', caption]);
    case 'space':
      return [];
  }
}

/** Lists the places of a document with unprintable characters. */
export function unprintablePlaces({ title, cover = [], blocks, signers }: PrintDocument): UnprintablePlace[] {
  const signsByPlace = new Map<string, Set<string>>();
  const checkText = (place: string, text: string): void => {
    const characters = unprintableIn(text);
    if (characters.length) signsByPlace.set(place, new Set([...(signsByPlace.get(place) ?? []), ...characters]));
  };
  checkText('标题', title);
  let heading = '封面';
  for (const block of [...cover, ...blocks]) {
    if (block.kind === 'heading') heading = block.text;
    for (const [label, text] of placedIn(block)) checkText(label ? `${heading}，${label}` : heading, text);
  }
  for (const { label, name } of signers) checkText(label, name);
  return [...signsByPlace].map(([place, signs]) => ({ place, signs: [...signs] }));
}

/** Maximum number of places in one sentence. */
const maxPlaces = 5;

/** Returns one message for each place with unprintable characters; empty where everything can be printed. */
export function unprintableTexts(document: PrintDocument): string[] {
  const unprintables = unprintablePlaces(document);
  const messages = unprintables
    .slice(0, maxPlaces)
    .map(
      ({ place, signs }) => `“${place}”中的${signs.map((sign) => `“${sign}”`).join('、')}无法印在报告上，请改用其他字`,
    );
  return unprintables.length > maxPlaces
    ? [...messages, `另有${unprintables.length - maxPlaces}处文字无法印在报告上`]
    : messages;
}
