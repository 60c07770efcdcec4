// A printed document as data: laid out once (pages.ts), then the same on the screen, on paper and as PDF. Lengths are
// mm, sizes of letters pt.

/** A value that was corrected: it stays readable beside the new one (DOMAIN §7.3: struck, not overwritten). */
export interface Struck {
  readonly text: string;
  /** Who, when, and why: shown on hover, and told at the end of the paper. */
  readonly by: string;
}

/**
 * Words, what stands behind them unrounded (shown on hover, where there is one), and what stood in their place before,
 * oldest first.
 */
export interface Words {
  readonly text: string;
  readonly raw?: string;
  readonly struck?: readonly Struck[];
}
export type Cell = string | Words;

export const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);
export const struckOf = (cell: Cell): readonly Struck[] => (typeof cell === 'string' ? [] : (cell.struck ?? []));
/** What hovering shows. */
export function hintOf(cell: Cell): string | undefined {
  if (typeof cell === 'string') return undefined;
  const lines = [...(cell.raw === undefined ? [] : [cell.raw]), ...struckOf(cell).map(({ by }) => by)];
  return lines.length > 0 ? lines.join('\n') : undefined;
}

/** A cell with the values that it had before; as it was where there are none. */
export function withStruck(cell: Cell, struck: readonly Struck[] | undefined): Cell {
  if (!struck?.length) return cell;
  return typeof cell === 'string' ? { text: cell, struck } : { ...cell, struck: [...struckOf(cell), ...struck] };
}

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

/** `pairs` facts a line. */
export interface FactsBlock {
  readonly kind: 'facts';
  readonly label: string;
  readonly pairs: number;
  readonly facts: readonly Fact[];
  /** Of the letters, pt, where it is not the text's. */
  readonly size?: number;
  /** Least height of a line, mm: where something is written by hand. */
  readonly rowHeight?: number;
}

export interface TableBlock {
  readonly kind: 'table';
  readonly title: string;
  readonly columns: readonly PrintColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** Least height of a row, mm. */
  readonly rowHeight?: number;
}

/** A picture on paper: an upload by its id, a `data:` URL of PNG or JPEG, or `qr:` and what a QR code says. */
export interface Picture {
  readonly source: string;
  /** Width by height; drawn whole within its place. */
  readonly ratio: number;
  readonly caption?: string;
}

export type Block =
  | TableBlock
  /** Side by side, `across` a line, each in a place `height` mm high with its caption below. */
  | {
      readonly kind: 'pictures';
      readonly pictures: readonly Picture[];
      readonly across: number;
      readonly height: number;
      readonly align?: Align;
    }
  /** What follows begins so many mm lower, or on the next page. */
  | { readonly kind: 'space'; readonly height: number | 'page' }
  | { readonly kind: 'heading'; readonly text: string }
  | FactsBlock
  /**
   * `size` of the letters, pt, where it is not the text's. `keepWithNext`: the name of what follows, never alone at the
   * foot of a page.
   */
  | {
      readonly kind: 'lines';
      readonly lines: readonly Cell[];
      readonly bold?: boolean;
      readonly size?: number;
      readonly align?: Align;
      readonly keepWithNext?: boolean;
    };

export interface Signer {
  readonly label: string;
  readonly name: string;
  readonly on: string;
  /** Specimen signature, drawn over the name. */
  readonly picture?: Picture;
}

export interface PrintDocument {
  readonly title: string;
  /** At the head of each page: whose paper it is, and its number among the controlled forms. */
  readonly agency: string;
  readonly corner: string;
  /** First pages without head and foot, before the title: of a report. */
  readonly cover?: readonly Block[];
  readonly blocks: readonly Block[];
  /** At the foot of each page. */
  readonly signers: readonly Signer[];
  readonly foot: string;
}
