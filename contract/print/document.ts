// A printed document as data: laid out once (pages.ts), then the same on the screen, on paper and as PDF. Lengths are mm, sizes of letters pt.

/** Words, and what stands behind them unrounded: shown on hover, where there is one. */
export interface Words {
  readonly text: string;
  readonly raw?: string;
}
export type Cell = string | Words;

export const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);
export const rawOf = (cell: Cell): string | undefined => (typeof cell === 'string' ? undefined : cell.raw);

export type Align = 'left' | 'center' | 'right';

export interface PrintColumn {
  readonly heading: string;
  /** A heading above several columns; either all columns of a table have one, or none. */
  readonly group?: string;
  readonly align?: Align;
  /** Room for what is written by hand, mm. */
  readonly least?: number;
}

/** Label and value; a wide one takes its line alone. */
export interface Fact {
  readonly label: string;
  readonly value: Cell;
  readonly wide?: boolean;
}

export interface TableBlock {
  readonly kind: 'table';
  readonly title: string;
  readonly columns: readonly PrintColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** Least height of a row, mm. */
  readonly rowHeight?: number;
}

export type Block =
  | TableBlock
  | { readonly kind: 'heading'; readonly text: string }
  /** `pairs` facts a line. */
  | { readonly kind: 'facts'; readonly label: string; readonly pairs: number; readonly facts: readonly Fact[] }
  | { readonly kind: 'lines'; readonly lines: readonly Cell[]; readonly bold?: boolean };

export interface Signer {
  readonly label: string;
  readonly name: string;
  readonly on: string;
}

export interface PrintDocument {
  readonly title: string;
  /** At the head of each page: whose paper it is, and its number among the controlled forms. */
  readonly agency: string;
  readonly corner: string;
  readonly blocks: readonly Block[];
  /** At the foot of each page. */
  readonly signers: readonly Signer[];
  readonly foot: string;
}
