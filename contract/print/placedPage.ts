import type { Align, Picture } from './printDocument';
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

export interface PlacedCell {
  readonly x: number;
  readonly width: number;
  /** Height of the row; for a cell that spans two rows the height of both. */
  readonly height: number;
  readonly align: Align;
  readonly lines: readonly string[];
  readonly struck?: readonly string[];
  readonly raw?: string;
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
}

export type PlacedBlock = PlacedText | PlacedTable | PlacedPicture;

export interface LaidOut {
  readonly title: string;
  readonly landscape: boolean;
  readonly width: number;
  readonly height: number;
  readonly pages: readonly (readonly PlacedBlock[])[];
  /** Stamp over the right edges of the pages (`PrintDocument.edgeSeal`). */
  readonly edgeSeal?: Picture;
}
