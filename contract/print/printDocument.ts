// A printed document as data. pageLayout.ts lays it out once, so that it looks the same on screen, on paper and as PDF.
// Lengths are in mm, font sizes in pt.

import type { Face } from './textMetrics';

/** An old value, struck through beside the new one (DOMAIN §7.3: struck, not overwritten). */
export interface StruckValue {
  readonly text: string;
  /** Person, time and reason; shown on hover and at the end of the paper. */
  readonly by: string;
}

/** A text, its unrounded value (shown on hover, if it exists) and its old values, oldest first. */
interface CorrectedText {
  readonly text: string;
  readonly raw?: string;
  readonly struck?: readonly StruckValue[];
  /** Text with its unit for an own layout, where the unit stands in the head of the column. */
  readonly withUnit?: string;
  /** Draws a bar below the text, as long as this multiple of a limit, which is marked. */
  readonly bar?: number;
}
export type Cell = string | CorrectedText;

/** Returns the text of a cell. */
export const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);
/** Returns the bar of a cell as a multiple of its limit. */
export const barOf = (cell: Cell): number | undefined => (typeof cell === 'string' ? undefined : cell.bar);
/** Returns the old values of a cell. */
export const struckOf = (cell: Cell): readonly StruckValue[] => (typeof cell === 'string' ? [] : (cell.struck ?? []));
/** Returns the hover text of a cell. */
export function hintOf(cell: Cell): string | undefined {
  if (typeof cell === 'string') return undefined;
  const lines = [...(cell.raw === undefined ? [] : [cell.raw]), ...struckOf(cell).map(({ by }) => by)];
  return lines.length > 0 ? lines.join('\n') : undefined;
}

/** Adds old values to a cell; without old values it returns the cell unchanged. */
export function withStruck(cell: Cell, struck: readonly StruckValue[] | undefined): Cell {
  if (!struck?.length) return cell;
  return typeof cell === 'string' ? { text: cell, struck } : { ...cell, struck: [...struckOf(cell), ...struck] };
}

export type Align = 'left' | 'center' | 'right';

export interface PrintColumn {
  readonly heading: string;
  /** Heading above several columns. Either all columns of a table have one, or none. */
  readonly group?: string;
  /** `mark` places numbers with their decimal marks below each other. */
  readonly align?: Align | 'mark';
  /** Minimum width for handwriting, mm. Archived papers store this key. */
  readonly least?: number;
}

/** A label and a value; a wide one takes a whole line. */
export interface Fact {
  readonly label: string;
  readonly value: Cell;
  readonly wide?: boolean;
}

/** A block of facts, `pairs` per line. */
export interface FactsBlock {
  readonly kind: 'facts';
  readonly label: string;
  readonly pairs: number;
  readonly facts: readonly Fact[];
  /** Font size in pt, if it differs from that of the text. */
  readonly size?: number;
  /** Minimum height of a line for handwriting, mm. */
  readonly rowHeight?: number;
}

export interface TableBlock {
  readonly kind: 'table';
  readonly title: string;
  readonly columns: readonly PrintColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** Minimum height of a row, mm. */
  readonly rowHeight?: number;
  /** Number of first columns: rows that are equal in them stay on one page. */
  readonly together?: number;
}

export interface RingPlace {
  readonly x: number;
  readonly y: number;
}

/** A picture on paper: the id of an upload, a `data:` URL of a PNG or JPEG, or `qr:` and the content of a QR code. */
export interface Picture {
  readonly source: string;
  /** Width divided by height; the picture is never cropped. */
  readonly ratio: number;
  readonly caption?: string;
  /** Centres of circles over the picture, as shares of its width and height. */
  readonly rings?: readonly RingPlace[];
}

export type Block =
  | TableBlock
  /** Pictures side by side, `across` per line, each in a box of `height` mm with its caption below. */
  | {
      readonly kind: 'pictures';
      readonly pictures: readonly Picture[];
      readonly across: number;
      readonly height: number;
      readonly align?: Align;
    }
  /** The next block begins this many mm lower, or on the next page. */
  | { readonly kind: 'space'; readonly height: number | 'page' }
  | { readonly kind: 'heading'; readonly text: string }
  | FactsBlock
  /**
   * `size`: font size in pt, if it differs from the text's. `keepWithNext`: a heading that must not be the last line of
   * a page. `running`: running text, which is set in the grid of a document that has one.
   */
  | {
      readonly kind: 'lines';
      readonly lines: readonly Cell[];
      readonly bold?: boolean;
      readonly size?: number;
      readonly align?: Align;
      readonly keepWithNext?: boolean;
      readonly running?: true;
    };

export interface Signer {
  readonly label: string;
  readonly name: string;
  readonly on: string;
  /** Specimen signature that is drawn over the name. */
  readonly picture?: Picture;
}

export interface PrintDocument {
  readonly title: string;
  /** Organization in the header of each page, beside the number of the controlled form. */
  readonly agency: string;
  readonly corner: string;
  /** First pages of a report without header and footer, before the title. */
  readonly cover?: readonly Block[];
  /** A page with the headings and their pages follows the cover. */
  readonly contents?: true;
  readonly blocks: readonly Block[];
  /** Signers in the footer of each page. */
  readonly signers: readonly Signer[];
  /** Face of text that is not bold; `sans` by default. */
  readonly face?: Face;
  /** Sets running text on portrait paper in 28 lines of 30 characters a page (GBZ 331-2024 H.1). */
  readonly textGrid?: true;
  /** 骑缝章: the stamp over the right edges of the pages, a strip on each; in a PDF alone. */
  readonly edgeSeal?: Picture;
  readonly foot: string;
}
