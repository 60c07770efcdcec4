import type { Cell } from './printDocument';
import { struckOf, textOf } from './printDocument';
import { serifWidth } from './serifMetrics';

// Widths of characters and line breaks, so that pages are equal on screen and in the PDF. The widths are those of the
// fonts that the PDF embeds: Noto Sans SC, and those of serifMetrics.ts.

/** Face of a text that is not bold; `sans` by default. Bold text is always sans. */
export type Face = 'sans' | 'serif';

export interface Letters {
  /** Font size, pt. */
  readonly size: number;
  readonly bold?: boolean;
  readonly face?: Face;
  /** Distance of the lines as a multiple of the size; 1.4 by default. */
  readonly leading?: number;
}

const mmOfPoint = 25.4 / 72;
/** Converts pt to mm. */
export const mmFromPoints = (points: number): number => points * mmOfPoint;
/** Returns the line height, mm. */
export const lineHeight = ({ size, leading = 1.4 }: Letters): number => mmFromPoints(size) * leading;

/** Widths in thousandths of the font size, from space to tilde. */
const regularWidths = [
  224, 323, 474, 555, 555, 921, 680, 278, 338, 338, 467, 555, 278, 347, 278, 392, 555, 555, 555, 555, 555, 555, 555,
  555, 555, 555, 278, 278, 555, 555, 555, 474, 946, 608, 657, 638, 688, 589, 552, 689, 728, 293, 535, 646, 543, 812,
  723, 742, 633, 742, 635, 596, 599, 721, 575, 878, 573, 531, 603, 338, 392, 338, 555, 559, 606, 563, 618, 510, 620,
  554, 325, 564, 607, 275, 275, 552, 284, 926, 610, 606, 620, 620, 388, 468, 377, 607, 521, 802, 498, 521, 475, 338,
  270, 338, 555,
];
const boldWidths = [
  227, 370, 574, 590, 590, 963, 740, 325, 378, 378, 507, 590, 325, 370, 325, 387, 590, 590, 590, 590, 590, 590, 590,
  590, 590, 590, 325, 325, 590, 590, 590, 514, 1007, 641, 681, 656, 714, 615, 585, 717, 757, 330, 568, 686, 578, 853,
  749, 770, 667, 770, 682, 624, 625, 748, 619, 915, 627, 580, 613, 378, 387, 378, 590, 567, 626, 591, 644, 527, 644,
  581, 372, 597, 640, 304, 306, 604, 315, 964, 641, 626, 644, 644, 437, 495, 421, 637, 576, 863, 562, 574, 511, 378,
  296, 378, 590,
];
/**
 * Widths of narrow characters beyond ASCII: Greek, superscripts, subscripts. All other characters are as wide as
 * high.
 */
const narrowWidths: Readonly<Record<string, number>> = { '°': 404, '–': 544, '−': 590, '′': 325, '″': 574 };
const sansWidth = (letter: string, bold: boolean): number => {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 127) return (bold ? boldWidths : regularWidths)[code - 32] ?? 0;
  if (/\p{Script=Greek}|[µ]/u.test(letter)) return bold ? 710 : 660;
  if (/[\u2070-\u209c¹²³]/.test(letter)) return bold ? 424 : 411;
  return narrowWidths[letter] ?? 1000;
};

const widthCache = {
  sans: new Map<string, number>(),
  serif: new Map<string, number>(),
  bold: new Map<string, number>(),
};
/** Returns the width of a text, mm. */
export function widthOf(text: string, { size, bold = false, face = 'sans' }: Letters): number {
  const widths = widthCache[bold ? 'bold' : face];
  let sum = 0;
  for (const letter of text) {
    let width = widths.get(letter);
    if (width === undefined)
      widths.set(letter, (width = bold || face === 'sans' ? sansWidth(letter, bold) : serifWidth(letter)));
    sum += width;
  }
  return (sum / 1000) * mmFromPoints(size);
}

/** Patterns of characters that must not begin a line, and that must not end one (GB/T 15834). */
const notFirst = /^[,.;:!?)\]}%，。、；：！？）】》〉」』”’％℃～·]/;
const notLast = /[([{（【《〈「『“‘]$/;

/**
 * Splits a run of Latin characters after the hyphen of a number or an operator of a formula; dates and units are not
 * split.
 */
const splitRun = (run: string): string[] =>
  /^\d{4}-\d\d-\d\d$/.test(run)
    ? [run]
    : run.replace(/[A-Za-z0-9)][-_=+](?=[A-Za-z0-9(])|\/(?=\()/g, '$&\0').split('\0');

/** Splits a text into pieces that a line break must not divide. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (const run of text.match(/[!-~\u0370-\u03ff\u2070-\u209c\u2212°µ¹²³]+|\s+|[^\s]/gu) ?? []) {
    for (const piece of splitRun(run)) {
      const lastPiece = pieces.at(-1);
      if (lastPiece !== undefined && lastPiece.trim() !== '' && (notFirst.test(piece) || notLast.test(lastPiece)))
        pieces[pieces.length - 1] = lastPiece + piece;
      else pieces.push(piece);
    }
  }
  return pieces;
}

/** Returns the indentation of a paragraph, i.e. the ideographic spaces at its beginning. */
const indentOf = (text: string): string => /^\u3000*/.exec(text)?.[0] ?? '';

function breakLine(text: string, width: number, letters: Letters): string[] {
  const lines: string[] = [];
  const indent = indentOf(text);
  let line = indent;
  const addPiece = (piece: string): void => {
    if (widthOf((line + piece).trimEnd(), letters) <= width) {
      line += line === '' || line === indent ? piece.trimStart() : piece;
      return;
    }
    if (line.trim() !== '') {
      lines.push(line.trimEnd());
      line = '';
      return addPiece(piece.trimStart());
    }
    // A piece wider than the line is broken between characters.
    if ([...piece].length <= 1) {
      lines.push(line + piece);
      line = '';
      return;
    }
    for (const letter of piece) addPiece(letter);
  };
  for (const piece of piecesOf(text.slice(indent.length))) addPiece(piece);
  return [...lines, line.trimEnd()].filter((lineText, index) => lineText !== '' || index === 0);
}

// Caches line breaks by letters, width and text, because signs, units and places repeat within a record.
const lineCache = new Map<string, Map<number, Map<string, readonly string[]>>>();
let cachedCount = 0;

function cachedLinesFor({ size, bold = false, face = 'sans' }: Letters, width: number): Map<string, readonly string[]> {
  if (cachedCount > 20_000) {
    lineCache.clear();
    cachedCount = 0;
  }
  const lettersKey = `${bold ? 'bold' : face} ${size}`;
  let byWidth = lineCache.get(lettersKey);
  if (!byWidth) lineCache.set(lettersKey, (byWidth = new Map()));
  let lines = byWidth.get(width);
  if (!lines) byWidth.set(width, (lines = new Map()));
  return lines;
}

/**
 * Breaks a text into lines of a width in mm.
 * @param width available width, mm
 * @param letters face and size in which the text is drawn
 */
export function linesOf(text: string, width: number, letters: Letters): readonly string[] {
  if (text === '') return [];
  const linesByText = cachedLinesFor(letters, width);
  let lines = linesByText.get(text);
  if (!lines) {
    // Adds 0.001 mm against rounding errors in sums of widths.
    lines = text.split('\n').flatMap((paragraph) => breakLine(paragraph, width + 0.001, letters));
    linesByText.set(text, lines);
    cachedCount += 1;
  }
  return lines;
}

/** Lines of a cell. `struck` is the struck-through part at the beginning of each line. */
export interface CellLines {
  readonly lines: readonly string[];
  readonly struck?: readonly string[];
}

/** Returns old and new values in one line, as printed where the line is wide enough. */
export const sideBySide = (cell: Cell): string =>
  [...struckOf(cell).map(({ text }) => text), textOf(cell)].filter(Boolean).join(' ');

/**
 * Breaks a cell into lines of a width in mm. Where one line is too narrow, old values are printed above the new one.
 * @param width available width, mm
 * @param letters face and size in which the text is drawn
 */
export function cellLinesOf(cell: Cell, width: number, letters: Letters): CellLines {
  const oldTexts = struckOf(cell).map(({ text }) => text);
  if (oldTexts.length === 0) return { lines: linesOf(textOf(cell), width, letters) };
  const joinedText = sideBySide(cell);
  if (!joinedText.includes('\n') && widthOf(joinedText, letters) <= width)
    return { lines: [joinedText], struck: [oldTexts.join(' ')] };
  const struckLines = oldTexts.flatMap((text) => linesOf(text, width, letters));
  const currentLines = linesOf(textOf(cell), width, letters);
  return { lines: [...struckLines, ...currentLines], struck: [...struckLines, ...currentLines.map(() => '')] };
}

/** Returns the width of the widest piece that can't be broken, mm. */
export const minWidth = (text: string, letters: Letters): number =>
  piecesOf(text).reduce((widest, piece) => Math.max(widest, widthOf(piece.trim(), letters)), 0);
