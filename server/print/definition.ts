import { lineHeight, widthOf } from '@contract/print/metrics';
import type { LaidOut, Placed, PlacedCell, PlacedPicture, PlacedTable, PlacedText } from '@contract/print/pages';
import { runsOf } from '@contract/print/scripts';
import type { CanvasElement, Content, ContentText, TDocumentDefinitions } from 'pdfmake/interfaces';

// A laid-out document in the words of pdfmake. Every line has its place already: nothing here flows, breaks or is measured again.

const points = (mm: number): number => (mm * 72) / 25.4;

/** The face is 1.448 high by nature: its line is set to begin where the page has it. */
const natural = 1.448;

/** A line with what begins it struck through. */
function struckRuns(text: string, struck: string): Content {
  const all = (part: string) => [runsOf(part)].flat().map((run) => (typeof run === 'string' ? { text: run } : run));
  return struck ? [...all(struck).map((run) => ({ ...run, decoration: 'lineThrough' as const })), ...all(text.slice(struck.length)).filter((run) => run.text !== '')] : runsOf(text);
}

interface Set {
  readonly size: number;
  readonly bold: boolean;
  readonly struck: string;
}

function lineAt(text: string, x: number, y: number, { size, bold, struck }: Set): ContentText {
  const top = y + (lineHeight({ size }) - (size * natural * 25.4) / 72) / 2;
  return { text: struckRuns(text, struck), absolutePosition: { x: points(x), y: points(top) }, fontSize: size, ...(bold ? { bold } : {}) };
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align: PlacedText['align'];
}

function linesAt({ lines, struck }: Pick<PlacedCell, 'lines' | 'struck'>, { x, y, width, align }: Box, letters: PlacedText['letters']): Content[] {
  return lines.map((line, at) => {
    const left = align === 'left' ? 0 : (width - widthOf(line, letters)) / (align === 'center' ? 2 : 1);
    return lineAt(line, x + left, y + at * lineHeight(letters), { size: letters.size, bold: letters.bold ?? false, struck: struck?.[at] ?? '' });
  });
}

function cellText(cell: PlacedCell, y: number, { letters }: PlacedTable): Content[] {
  const own = cell.head ? { ...letters, bold: true } : letters;
  const top = y + (cell.height - cell.lines.length * lineHeight(own)) / 2;
  // Half of what a cell has beside its letters.
  return linesAt(cell, { x: cell.x + 0.8, y: top, width: cell.width - 1.6, align: cell.align }, own);
}

const grey = '#f0f2f3';

function frames({ rows }: PlacedTable): CanvasElement[] {
  return rows.flatMap(({ y, cells }) =>
    cells.map((cell): CanvasElement => ({ type: 'rect', x: points(cell.x), y: points(y), w: points(cell.width), h: points(cell.height), lineWidth: 0.5, lineColor: '#333', ...(cell.head ? { color: grey } : {}) })),
  );
}

/** @param pictures `data:` URLs by what the document calls them; one that is missing leaves its place empty */
const pictureAt = ({ x, y, width, height, source }: PlacedPicture, pictures: ReadonlyMap<string, string>): Content[] => {
  if (source.startsWith('qr:')) return [{ qr: source.slice(3), fit: points(width), eccLevel: 'M', absolutePosition: { x: points(x), y: points(y) } }];
  const image = source.startsWith('data:') ? source : pictures.get(source);
  return image === undefined ? [] : [{ image, width: points(width), height: points(height), absolutePosition: { x: points(x), y: points(y) } }];
};

const textsOf = (placed: PlacedText | PlacedTable): Content[] =>
  placed.kind === 'text' ? linesAt(placed, placed, placed.letters) : placed.rows.flatMap((row) => row.cells.flatMap((cell) => cellText(cell, row.y, placed)));

interface Page {
  readonly placed: readonly Placed[];
  readonly landscape: boolean;
}

function pageContent({ placed, landscape }: Page, at: number, pictures: ReadonlyMap<string, string>): Content[] {
  const canvas = placed.flatMap((one) => (one.kind === 'table' ? frames(one) : []));
  return [
    { text: '', ...(at > 0 ? { pageBreak: 'before' as const, pageOrientation: landscape ? ('landscape' as const) : ('portrait' as const) } : {}) },
    ...(canvas.length > 0 ? [{ canvas, absolutePosition: { x: 0, y: 0 } }] : []),
    ...placed.flatMap((one) => (one.kind === 'picture' ? pictureAt(one, pictures) : textsOf(one))),
  ];
}

/** One document, or several one behind the other. Everything in it is plain data, so that it can go to the thread that draws. */
export function definitionOf(laid: readonly LaidOut[], title: string, author: string, pictures: ReadonlyMap<string, string> = new Map(), made?: Date): TDocumentDefinitions {
  return {
    pageSize: 'A4',
    pageOrientation: laid[0]?.landscape ? 'landscape' : 'portrait',
    pageMargins: 0,
    info: { title, author, ...(made ? { creationDate: made } : {}) },
    language: 'zh-CN',
    displayTitle: true,
    defaultStyle: { font: 'NotoSansSC', fontSize: 9, noWrap: true, preserveLeadingSpaces: true },
    content: laid.flatMap(({ pages, landscape }) => pages.map((placed) => ({ placed, landscape }))).flatMap((page, at) => pageContent(page, at, pictures)),
  };
}
