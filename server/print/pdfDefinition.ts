import type { LaidOut, PlacedCell, PlacedPicture, PlacedTable, PlacedText } from '@contract/print/pageLayout';
import { runsOf, type Run } from '@contract/print/superscripts';
import { lineHeight, widthOf } from '@contract/print/textMetrics';

// A laid-out document as input of pdfWorker.mjs. Every line has its position, so nothing is wrapped or measured
// again. Plain data; lengths in pt from the top left.

/** `y` is the baseline. `struck` is the part from the left that is struck through. */
interface DrawnText {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly bold: boolean;
  readonly runs: string | readonly Run[];
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
interface PdfDefinition {
  readonly title: string;
  readonly author: string;
  /** Creation date in the file; by default now. */
  readonly made?: Date;
  readonly pages: readonly DrawnPage[];
}

const points = (mm: number): number => (mm * 72) / 25.4;

/** Ascent and descent of the font in units of its size. They centre the text in the line. */
const [ascent, descent] = [1.16, 0.288];

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align: PlacedText['align'];
}

function putLines(
  { lines, struck }: Pick<PlacedCell, 'lines' | 'struck'>,
  { x, y, width, align }: Box,
  letters: PlacedText['letters'],
  texts: DrawnText[],
): void {
  const { size, bold = false } = letters;
  const high = points(lineHeight(letters));
  const base = points(y) + (high - size * (ascent + descent)) / 2 + size * ascent;
  for (const [at, line] of lines.entries()) {
    if (line === '') continue;
    const indent = align === 'left' ? 0 : (width - widthOf(line, letters)) / (align === 'center' ? 2 : 1);
    const old = struck?.[at] ?? '';
    texts.push({
      x: points(x + indent),
      y: base + at * high,
      size,
      bold,
      runs: runsOf(line),
      ...(old ? { struck: points(widthOf(old, letters)) } : {}),
    });
  }
}

interface Page {
  readonly frames: DrawnFrame[];
  readonly shaded: DrawnFrame[];
  readonly texts: DrawnText[];
  readonly pictures: DrawnPicture[];
}

function putTable({ rows, letters }: PlacedTable, { frames, shaded, texts }: Page): void {
  for (const { y, cells } of rows) {
    for (const cell of cells) {
      const cellLetters = cell.head ? { ...letters, bold: true } : letters;
      (cell.head ? shaded : frames).push([points(cell.x), points(y), points(cell.width), points(cell.height)]);
      // Half of the horizontal padding of a cell.
      putLines(
        cell,
        {
          x: cell.x + 0.8,
          y: y + (cell.height - cell.lines.length * lineHeight(cellLetters)) / 2,
          width: cell.width - 1.6,
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
      x: points(x),
      y: points(y),
      width: points(width),
      height: points(height),
      source: pictureSource,
    });
}

/** Height of a cross-page seal, mm, and the most pages that one seal is spread over. */
const [sealHeight, sealPages] = [38, 20] as const;

/**
 * Returns the strip of the cross-page seal on a page (骑缝章): the pages, laid one behind the other a little apart, show
 * the whole seal. Many pages have several seals, so that no strip is too narrow to be recognised.
 */
function sealStrip(
  { edgeSeal, pages, width, height }: LaidOut,
  at: number,
  pictures: ReadonlyMap<string, string>,
): DrawnPicture[] {
  const source = edgeSeal && pictures.get(edgeSeal.source);
  if (!edgeSeal || source === undefined || pages.length < 2) return [];
  const seals = Math.ceil(pages.length / sealPages);
  const share = Math.ceil(pages.length / seals);
  const [seal, place] = [Math.floor(at / share), at % share];
  const count = Math.min(share, pages.length - seal * share);
  const whole = sealHeight * edgeSeal.ratio;
  const strip = whole / count;
  const y = height / 2 - sealHeight / 2;
  return [
    {
      x: points(width - (place + 1) * strip),
      y: points(y),
      width: points(whole),
      height: points(sealHeight),
      source,
      clip: [points(width - strip), points(y), points(strip), points(sealHeight)],
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
    ...(createdAt ? { made: createdAt } : {}),
    pages: layouts.flatMap((item) =>
      item.pages.map((placedItems, at) => {
        const page: Page = { frames: [], shaded: [], texts: [], pictures: [] };
        for (const thing of placedItems) {
          if (thing.kind === 'table') putTable(thing, page);
          else if (thing.kind === 'picture') putPicture(thing, pictures, page.pictures);
          else putLines(thing, thing, thing.letters, page.texts);
        }
        page.pictures.push(...sealStrip(item, at, pictures));
        return { width: points(item.width), height: points(item.height), ...page };
      }),
    ),
  };
}
