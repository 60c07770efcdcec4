import type { LaidOut, PlacedCell, PlacedPicture, PlacedTable, PlacedText } from '@contract/print/placedPage';
import { latinWidth, notInSerif } from '@contract/print/serifMetrics';
import { runsOf, type Run } from '@contract/print/superscripts';
import { type Letters, lineHeight, widthOf } from '@contract/print/textMetrics';
import type { FontName } from './fontFiles';

// A laid-out document as input of pdfWorker.mjs. Every line has its position, so nothing is wrapped or measured
// again. Plain data; lengths in pt from the top left.

/** Part of a line in one font. */
interface DrawnRun extends Run {
  readonly font: FontName;
}
/** `y` is the baseline. `struck` is the part from the left that is struck through. */
interface DrawnText {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly runs: readonly DrawnRun[];
  readonly struck?: number;
}
type DrawnFrame = readonly [x: number, y: number, width: number, height: number];
interface DrawnPicture {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** `data:` URL, or `qr:` and the content of a QR code. */
  readonly source: string;
  /** The part of the page in which it shows; by default all. */
  readonly clip?: DrawnFrame;
}
interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly frames: readonly DrawnFrame[];
  /** Shaded frames: headings of columns and labels of values. */
  readonly shaded: readonly DrawnFrame[];
  readonly texts: readonly DrawnText[];
  readonly pictures: readonly DrawnPicture[];
}
export interface PdfDefinition {
  readonly title: string;
  readonly author: string;
  /** Creation date in the file; by default now. */
  readonly createdAt?: Date;
  readonly pages: readonly DrawnPage[];
}

const pointsFromMm = (mm: number): number => (mm * 72) / 25.4;

/** Ascent and descent of the font in units of its size. They centre the text in the line. */
const [ascent, descent] = [1.16, 0.288];

const serifFontOf = (letter: string): FontName =>
  latinWidth(letter) !== undefined ? 'latin' : notInSerif.has(letter) ? 'regular' : 'serif';

/** Splits a run where its font changes. */
function serifRuns(run: Run): DrawnRun[] {
  const runs: { text: string; font: FontName }[] = [];
  for (const letter of run.text) {
    const font = serifFontOf(letter);
    const last = runs.at(-1);
    if (last?.font === font) last.text += letter;
    else runs.push({ text: letter, font });
  }
  return runs.map((part) => ({ ...run, ...part }));
}

function drawnRuns(line: string, { bold = false, face = 'sans' }: Letters): DrawnRun[] {
  const runs = runsOf(line);
  const list: readonly Run[] = typeof runs === 'string' ? [{ text: runs }] : runs;
  if (!bold && face === 'serif') return list.flatMap(serifRuns);
  return list.map((run) => ({ ...run, font: bold ? 'bold' : 'regular' }));
}

interface DrawnBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align: PlacedText['align'];
}

function putLines(
  { lines, struck }: Pick<PlacedCell, 'lines' | 'struck'>,
  { x, y, width, align }: DrawnBox,
  letters: PlacedText['letters'],
  texts: DrawnText[],
): void {
  const { size } = letters;
  const linePitch = pointsFromMm(lineHeight(letters));
  const firstBaseline = pointsFromMm(y) + (linePitch - size * (ascent + descent)) / 2 + size * ascent;
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const indent = align === 'left' ? 0 : (width - widthOf(line, letters)) / (align === 'center' ? 2 : 1);
    const struckText = struck?.[index] ?? '';
    texts.push({
      x: pointsFromMm(x + indent),
      y: firstBaseline + index * linePitch,
      size,
      runs: drawnRuns(line, letters),
      ...(struckText ? { struck: pointsFromMm(widthOf(struckText, letters)) } : {}),
    });
  }
}

interface PageDrawing {
  readonly frames: DrawnFrame[];
  readonly shaded: DrawnFrame[];
  readonly texts: DrawnText[];
  readonly pictures: DrawnPicture[];
}

/** Padding of a cell at each side, mm. */
const cellPadding = 0.8;

function putTable({ rows, letters }: PlacedTable, { frames, shaded, texts }: PageDrawing): void {
  for (const { y, cells } of rows) {
    for (const cell of cells) {
      const cellLetters = cell.head ? { ...letters, bold: true } : letters;
      (cell.head ? shaded : frames).push([
        pointsFromMm(cell.x),
        pointsFromMm(y),
        pointsFromMm(cell.width),
        pointsFromMm(cell.height),
      ]);
      putLines(
        cell,
        {
          x: cell.x + cellPadding,
          y: y + (cell.height - cell.lines.length * lineHeight(cellLetters)) / 2,
          width: cell.width - 2 * cellPadding,
          align: cell.align,
        },
        cellLetters,
        texts,
      );
    }
  }
}

/**
 * Draws a picture.
 * @param pictures `data:` URLs by source; a missing picture leaves its place empty
 */
function putPicture(
  { x, y, width, height, source }: PlacedPicture,
  pictures: ReadonlyMap<string, string>,
  drawnPictures: DrawnPicture[],
): void {
  const pictureSource = source.startsWith('data:') || source.startsWith('qr:') ? source : pictures.get(source);
  if (pictureSource !== undefined)
    drawnPictures.push({
      x: pointsFromMm(x),
      y: pointsFromMm(y),
      width: pointsFromMm(width),
      height: pointsFromMm(height),
      source: pictureSource,
    });
}

/** Height of a cross-page seal, mm, and the most pages that one seal is spread over. */
const [sealHeight, sealPages] = [38, 20] as const;

/**
 * Returns the strip of the cross-page seal on a page (骑缝章): the pages, laid one behind the other a little apart, show
 * the whole seal. A document of more than `sealPages` pages gets several seals, so that no strip is too narrow to be
 * recognised.
 */
function sealStrip(
  { edgeSeal, pages, width, height }: LaidOut,
  index: number,
  pictures: ReadonlyMap<string, string>,
): DrawnPicture[] {
  const source = edgeSeal && pictures.get(edgeSeal.source);
  if (!edgeSeal || source === undefined || pages.length < 2) return [];
  const seals = Math.ceil(pages.length / sealPages);
  const pagesPerSeal = Math.ceil(pages.length / seals);
  const [seal, placeInSeal] = [Math.floor(index / pagesPerSeal), index % pagesPerSeal];
  const count = Math.min(pagesPerSeal, pages.length - seal * pagesPerSeal);
  const sealWidth = sealHeight * edgeSeal.ratio;
  const strip = sealWidth / count;
  const y = height / 2 - sealHeight / 2;
  return [
    {
      x: pointsFromMm(width - (placeInSeal + 1) * strip),
      y: pointsFromMm(y),
      width: pointsFromMm(sealWidth),
      height: pointsFromMm(sealHeight),
      source,
      clip: [pointsFromMm(width - strip), pointsFromMm(y), pointsFromMm(strip), pointsFromMm(sealHeight)],
    },
  ];
}

/** Converts one document, or several in sequence. */
export function definitionOf(
  layouts: readonly LaidOut[],
  title: string,
  author: string,
  pictures: ReadonlyMap<string, string> = new Map(),
  createdAt?: Date,
): PdfDefinition {
  return {
    title,
    author,
    ...(createdAt ? { createdAt } : {}),
    pages: layouts.flatMap((layout) =>
      layout.pages.map((placedItems, index) => {
        const page: PageDrawing = { frames: [], shaded: [], texts: [], pictures: [] };
        for (const placedItem of placedItems) {
          if (placedItem.kind === 'table') putTable(placedItem, page);
          else if (placedItem.kind === 'picture') putPicture(placedItem, pictures, page.pictures);
          else putLines(placedItem, placedItem, placedItem.letters, page.texts);
        }
        page.pictures.push(...sealStrip(layout, index, pictures));
        return { width: pointsFromMm(layout.width), height: pointsFromMm(layout.height), ...page };
      }),
    ),
  };
}
