import {
  type LaidOut,
  type PlacedBlock,
  type PlacedCell,
  type PlacedPicture,
  type PlacedTable,
  type PlacedText,
  ringRadius,
} from '@contract/print/placedPage';
import { cellPaddingOf } from '@contract/print/printColumns';
import { latinWidth, notInSerif } from '@contract/print/serifMetrics';
import { runsOf, type Run } from '@contract/print/superscripts';
import { type Letters, lineHeight, widthOf } from '@contract/print/textMetrics';
import { orientationInUrl } from '@server/files/pictures/pictureOrientation';
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
  /** Index of its tag on the page. */
  readonly tag?: number;
}
/** Line between two points, e.g. the limit beside a bar. */
type DrawnLine = readonly [fromX: number, fromY: number, toX: number, toY: number];
type DrawnFrame = readonly [x: number, y: number, width: number, height: number];
interface DrawnPicture {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** `data:` URL, or `qr:` and the content of a QR code. */
  readonly source: string;
  /** Stored orientation of a PNG, 2 to 8; the library reads that of a JPEG itself. */
  readonly orientation?: number;
  /** The part of the page in which it shows; by default all. */
  readonly clip?: DrawnFrame;
  readonly tag?: number;
  /** Circles over the picture: centre and radius. */
  readonly rings?: readonly (readonly [x: number, y: number, radius: number])[];
}
/** What a part of the page is, in the order of reading (ISO 32000-1 §14.8). */
interface DrawnTag {
  readonly type: 'H1' | 'H2' | 'P' | 'TH' | 'TD' | 'Figure' | 'Artifact';
  /** Table and row on the page, from 0. */
  readonly table?: number;
  readonly row?: number;
  readonly scope?: 'Column' | 'Row';
  readonly span?: number;
  /** Text in place of a picture. */
  readonly alt?: string;
}
/** Entry of the bookmarks; `y` from the top of its page. */
interface DrawnBookmark {
  readonly title: string;
  readonly page: number;
  readonly y: number;
  readonly level: 1 | 2;
}
interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly frames: readonly DrawnFrame[];
  /** Shaded frames: headings of columns and labels of values. */
  readonly shaded: readonly DrawnFrame[];
  readonly texts: readonly DrawnText[];
  readonly pictures: readonly DrawnPicture[];
  /** Filled bars, and dashed lines. */
  readonly bars?: readonly DrawnFrame[];
  readonly lines?: readonly DrawnLine[];
  /** Tags of the texts and pictures in the order of reading; absent in files without tags. */
  readonly tags?: readonly DrawnTag[];
}
export interface PdfDefinition {
  readonly title: string;
  readonly author: string;
  /** Creation date in the file; by default now. */
  readonly createdAt?: Date;
  readonly pages: readonly DrawnPage[];
  /**
   * Set for a file with tags, which is PDF/A-2b. Papers of former editions have none: their bytes stay as they were.
   */
  readonly bookmarks?: readonly DrawnBookmark[];
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
    const lastRun = runs.at(-1);
    if (lastRun?.font === font) lastRun.text += letter;
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
  readonly tag: number | undefined;
}

function putLines(
  { lines, struck, indent: ownIndent }: Pick<PlacedCell, 'lines' | 'struck' | 'indent'>,
  { x, y, width, align, tag }: DrawnBox,
  letters: PlacedText['letters'],
  texts: DrawnText[],
): void {
  const { size } = letters;
  const linePitch = pointsFromMm(lineHeight(letters));
  const firstBaseline = pointsFromMm(y) + (linePitch - size * (ascent + descent)) / 2 + size * ascent;
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const indent =
      ownIndent ?? (align === 'left' ? 0 : (width - widthOf(line, letters)) / (align === 'center' ? 2 : 1));
    const struckText = struck?.[index] ?? '';
    texts.push({
      x: pointsFromMm(x + indent),
      y: firstBaseline + index * linePitch,
      size,
      runs: drawnRuns(line, letters),
      ...(struckText ? { struck: pointsFromMm(widthOf(struckText, letters)) } : {}),
      ...(tag === undefined ? {} : { tag }),
    });
  }
}

interface PageDrawing {
  readonly frames: DrawnFrame[];
  readonly shaded: DrawnFrame[];
  readonly texts: DrawnText[];
  readonly pictures: DrawnPicture[];
  readonly bars: DrawnFrame[];
  readonly lines: DrawnLine[];
  /** Tags so far; undefined for a file without tags. */
  readonly tags: DrawnTag[] | undefined;
}

/** Adds a tag and returns its index. */
const tagged = ({ tags }: PageDrawing, tag: DrawnTag): number | undefined => tags && tags.push(tag) - 1;

function putBar(bar: NonNullable<PlacedCell['bar']>, rowY: number, { frames, bars, lines }: PageDrawing): void {
  const y = rowY + bar.y;
  (bar.over ? bars : frames).push([
    pointsFromMm(bar.x),
    pointsFromMm(y),
    pointsFromMm(bar.width),
    pointsFromMm(bar.height),
  ]);
  const limitX = pointsFromMm(bar.limitX);
  lines.push([limitX, pointsFromMm(y - 0.8), limitX, pointsFromMm(y + bar.height + 0.8)]);
}

const scopes = { column: 'Column', row: 'Row' } as const;

function putTable({ rows, letters }: PlacedTable, page: PageDrawing, table: number): void {
  const { frames, shaded, texts } = page;
  const cellPadding = cellPaddingOf(letters.face) / 2;
  for (const [row, { y, cells }] of rows.entries()) {
    for (const cell of cells) {
      const tag = tagged(page, {
        type: cell.head ? 'TH' : 'TD',
        table,
        row,
        ...(cell.head ? { scope: scopes[cell.head] } : {}),
        ...(cell.span > 1 ? { span: cell.span } : {}),
      });
      if (cell.bar) putBar(cell.bar, y, page);
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
          tag,
        },
        cellLetters,
        texts,
      );
    }
  }
}

function storedTurn(source: string): Pick<DrawnPicture, 'orientation'> {
  const orientation = source.startsWith('data:image/png') ? orientationInUrl(source) : 1;
  return orientation > 1 ? { orientation } : {};
}

/**
 * Draws a picture.
 * @param pictures `data:` URLs by source; a missing picture leaves its place empty
 */
function putPicture(
  { x, y, width, height, source, caption, rings }: PlacedPicture,
  pictures: ReadonlyMap<string, string>,
  page: PageDrawing,
): void {
  const pictureSource = source.startsWith('data:') || source.startsWith('qr:') ? source : pictures.get(source);
  if (pictureSource === undefined) return;
  const tag = tagged(page, { type: 'Figure', alt: caption || '图' });
  page.pictures.push({
    x: pointsFromMm(x),
    y: pointsFromMm(y),
    width: pointsFromMm(width),
    height: pointsFromMm(height),
    source: pictureSource,
    ...storedTurn(pictureSource),
    ...(tag === undefined ? {} : { tag }),
    ...(rings
      ? {
          rings: rings.map(
            (ring) =>
              [
                pointsFromMm(x + ring.x * width),
                pointsFromMm(y + ring.y * height),
                pointsFromMm(ringRadius * width),
              ] as const,
          ),
        }
      : {}),
  });
}

const textTags = { title: 'H1', heading: 'H2', line: 'P', edge: 'Artifact' } as const;

/** Papers from the fourth edition on are in the serif face, and their files have tags. */
const hasTags = (layouts: readonly LaidOut[]): boolean =>
  layouts.some(({ pages }) =>
    pages.some((page) => page.some((block) => block.kind !== 'picture' && block.letters.face === 'serif')),
  );

/** Returns titles and headings of the documents for the bookmarks; a file of one document has its headings alone. */
function bookmarksOf(layouts: readonly LaidOut[]): DrawnBookmark[] {
  const bound = layouts.length > 1;
  const bookmarks: DrawnBookmark[] = [];
  let first = 0;
  for (const { pages, title } of layouts) {
    if (bound) bookmarks.push({ title, page: first, y: 0, level: 1 });
    for (const [index, blocks] of pages.entries())
      for (const block of blocks)
        if (block.kind === 'text' && block.as === 'heading')
          bookmarks.push({
            title: block.lines.join(''),
            page: first + index,
            y: pointsFromMm(block.y),
            level: bound ? 2 : 1,
          });
    first += pages.length;
  }
  return bookmarks;
}

/** Draws the placed blocks of a page. */
function drawnPage(
  blocks: readonly PlacedBlock[],
  pictures: ReadonlyMap<string, string>,
  withTags: boolean,
): Omit<DrawnPage, 'width' | 'height'> & { readonly pictures: DrawnPicture[] } {
  const page: PageDrawing = {
    frames: [],
    shaded: [],
    texts: [],
    pictures: [],
    bars: [],
    lines: [],
    tags: withTags ? [] : undefined,
  };
  let tables = 0;
  for (const block of blocks) {
    if (block.kind === 'table') putTable(block, page, tables++);
    else if (block.kind === 'picture') putPicture(block, pictures, page);
    else putLines(block, { ...block, tag: tagged(page, { type: textTags[block.as] }) }, block.letters, page.texts);
  }
  const { tags, bars, lines, ...drawn } = page;
  return { ...drawn, ...(tags ? { tags } : {}), ...(bars.length || lines.length ? { bars, lines } : {}) };
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
      ...storedTurn(source),
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
  const withTags = hasTags(layouts);
  return {
    title,
    author,
    ...(createdAt ? { createdAt } : {}),
    ...(withTags ? { bookmarks: bookmarksOf(layouts) } : {}),
    pages: layouts.flatMap((layout) =>
      layout.pages.map((blocks, index) => {
        const page = drawnPage(blocks, pictures, withTags);
        page.pictures.push(...sealStrip(layout, index, pictures));
        return { width: pointsFromMm(layout.width), height: pointsFromMm(layout.height), ...page };
      }),
    ),
  };
}
