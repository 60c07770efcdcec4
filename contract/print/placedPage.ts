import type { Align, Picture, RingPlace } from './printDocument';
import type { Letters } from './textMetrics';

// A laid-out document: every text, table and picture with its position on the page, mm.

export interface PlacedText {
  readonly kind: 'text';
  readonly as: 'title' | 'heading' | 'line' | 'edge';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly letters: Letters;
  readonly align: Align;
  readonly lines: readonly string[];
  /** Struck-through beginning of each line. */
  readonly struck?: readonly string[];
  /** Unrounded value, shown on hover. */
  readonly raw?: string;
}

/** A bar within a cell; x is relative to the page, y to its row, mm. */
export interface PlacedBar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Position of the limit on the page. */
  readonly limitX: number;
  /** Whether the value is above the limit: the bar is then filled, otherwise only framed. */
  readonly over: boolean;
}

export interface PlacedCell {
  readonly x: number;
  readonly width: number;
  /** Height of the row; for a cell that spans two rows the height of both. */
  readonly height: number;
  readonly align: Align;
  readonly lines: readonly string[];
  readonly struck?: readonly string[];
  readonly raw?: string;
  /** Distance of the text from the left padding, mm, where numbers stand below each other by their decimal marks. */
  readonly indent?: number;
  /** Bar beside the text. */
  readonly bar?: PlacedBar;
  /** Whether the cell is the heading of a column or of a row. */
  readonly head: 'column' | 'row' | null;
  /** Number of columns under a group heading. */
  readonly span: number;
}

export interface PlacedRow {
  readonly y: number;
  readonly height: number;
  readonly cells: readonly PlacedCell[];
}

export interface PlacedTable {
  readonly kind: 'table';
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly letters: Letters;
  /** Positions of rows and cells are relative to the page. */
  readonly rows: readonly PlacedRow[];
  readonly columns: number;
}

export interface PlacedPicture {
  readonly kind: 'picture';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly source: string;
  /** Alternative text. */
  readonly caption: string;
  /** Centres of circles over the picture, as shares of its width and height. */
  readonly rings?: readonly RingPlace[];
}

export type PlacedBlock = PlacedText | PlacedTable | PlacedPicture;

/** Radius of a circle as a share of the picture's width: a little wider than a mark of `sketchMarks.ts`. */
export const ringRadius = 0.022;

export interface LaidOut {
  readonly title: string;
  readonly landscape: boolean;
  readonly width: number;
  readonly height: number;
  readonly pages: readonly (readonly PlacedBlock[])[];
  /** Stamp over the right edges of the pages (`PrintDocument.edgeSeal`). */
  readonly edgeSeal?: Picture;
}
