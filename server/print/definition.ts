import { lineHeight, widthOf } from '@contract/print/metrics';
import type { LaidOut, Placed, PlacedCell, PlacedPicture, PlacedTable, PlacedText } from '@contract/print/pages';
import type { CanvasElement, Content, ContentText, TDocumentDefinitions } from 'pdfmake/interfaces';

// A laid-out document in the words of pdfmake. Every line has its place already: nothing here flows, breaks or is measured again.

const points = (mm: number): number => (mm * 72) / 25.4;

/** Glyphs that the face lacks, as the lowered or raised letter that they are. */
const lowered = new Map([...'₀₁₂₃₄₅₆₇₈₉₊₋'].map((letter, at) => [letter, '0123456789+-'[at] ?? '']));
const raised = new Map([...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ'].map((letter, at) => [letter, '0123456789+-n'[at] ?? '']));
const scripted = /[₀-₉₊₋⁰⁴-⁹⁺⁻ⁿ]/;

interface Run {
  readonly text: string;
  readonly sub?: true;
  readonly sup?: true;
}

/** `SiO₂` as three runs; a text of common letters is one. */
export function runsOf(text: string): string | Run[] {
  if (!scripted.test(text)) return text;
  return text.split(/([₀-₉₊₋]+|[¹²³]*[⁰⁴-⁹⁺⁻ⁿ][⁰¹²³⁴-⁹⁺⁻ⁿ]*)/).filter(Boolean).map((part): Run => {
    const put = (map: ReadonlyMap<string, string>) => [...part].map((letter) => map.get(letter) ?? letter).join('');
    if (lowered.has(part.charAt(0))) return { text: put(lowered), sub: true };
    // ³ alone is in the face; beside what is not, all are raised alike.
    return scripted.test(part) ? { text: put(raised), sup: true } : { text: part };
  });
}

/** The face is 1.448 high by nature: its line is set to begin where the page has it. */
const natural = 1.448;

function lineAt(text: string, x: number, y: number, size: number, bold: boolean): ContentText {
  const top = y + (lineHeight({ size }) - (size * natural * 25.4) / 72) / 2;
  return { text: runsOf(text), absolutePosition: { x: points(x), y: points(top) }, fontSize: size, ...(bold ? { bold } : {}) };
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align: PlacedText['align'];
}

function linesAt(lines: readonly string[], { x, y, width, align }: Box, letters: PlacedText['letters']): Content[] {
  return lines.map((line, at) => {
    const left = align === 'left' ? 0 : (width - widthOf(line, letters)) / (align === 'center' ? 2 : 1);
    return lineAt(line, x + left, y + at * lineHeight(letters), letters.size, letters.bold ?? false);
  });
}

function cellText(cell: PlacedCell, y: number, { letters }: PlacedTable): Content[] {
  const own = cell.head ? { ...letters, bold: true } : letters;
  const top = y + (cell.height - cell.lines.length * lineHeight(own)) / 2;
  // Half of what a cell has beside its letters.
  return linesAt(cell.lines, { x: cell.x + 0.8, y: top, width: cell.width - 1.6, align: cell.align }, own);
}

const grey = '#f0f2f3';

function frames({ rows }: PlacedTable): CanvasElement[] {
  return rows.flatMap(({ y, cells }) =>
    cells.map((cell): CanvasElement => ({ type: 'rect', x: points(cell.x), y: points(y), w: points(cell.width), h: points(cell.height), lineWidth: 0.5, lineColor: '#333', ...(cell.head ? { color: grey } : {}) })),
  );
}

/** @param pictures `data:` URLs by what the document calls them; one that is missing leaves its place empty */
const pictureAt = ({ x, y, width, height, source }: PlacedPicture, pictures: ReadonlyMap<string, string>): Content[] => {
  const image = source.startsWith('data:') ? source : pictures.get(source);
  return image === undefined ? [] : [{ image, width: points(width), height: points(height), absolutePosition: { x: points(x), y: points(y) } }];
};

const textsOf = (placed: PlacedText | PlacedTable): Content[] =>
  placed.kind === 'text' ? linesAt(placed.lines, placed, placed.letters) : placed.rows.flatMap((row) => row.cells.flatMap((cell) => cellText(cell, row.y, placed)));

function pageContent(placed: readonly Placed[], at: number, pictures: ReadonlyMap<string, string>): Content[] {
  const canvas = placed.flatMap((one) => (one.kind === 'table' ? frames(one) : []));
  return [
    { text: '', ...(at > 0 ? { pageBreak: 'before' as const } : {}) },
    ...(canvas.length > 0 ? [{ canvas, absolutePosition: { x: 0, y: 0 } }] : []),
    ...placed.flatMap((one) => (one.kind === 'picture' ? pictureAt(one, pictures) : textsOf(one))),
  ];
}

/** Everything in it is plain data, so that it can go to the thread that draws. */
export function definitionOf(laid: LaidOut, author: string, pictures: ReadonlyMap<string, string> = new Map()): TDocumentDefinitions {
  return {
    pageSize: 'A4',
    pageOrientation: laid.landscape ? 'landscape' : 'portrait',
    pageMargins: 0,
    info: { title: laid.title, author },
    language: 'zh-CN',
    displayTitle: true,
    defaultStyle: { font: 'NotoSansSC', fontSize: 9, noWrap: true, preserveLeadingSpaces: true },
    content: laid.pages.flatMap((placed, at) => pageContent(placed, at, pictures)),
  };
}
