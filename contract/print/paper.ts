import { besides, columnWidths } from './columns';
import type { Cell, FactsBlock, PrintDocument, TableBlock } from './document';
import { type Letters, widthOf } from './metrics';

// What a document's paper is and how its tables share the width of it: the same for the pages (pages.ts) and for the
// text file that a person may edit. Lengths are mm.

const a4 = { short: 210, long: 297 };
/** The left one is bound. */
export const margin = { left: 18, right: 12, top: 10, bottom: 10 };
export const headHeight = 7;
export const footHeight = 13;

export interface Paper {
  readonly landscape: boolean;
  readonly width: number;
  readonly height: number;
  /** Of what stands between the margins. */
  readonly inner: number;
  readonly top: number;
  readonly bottom: number;
}

export const paperOf = (landscape: boolean): Paper => {
  const [width, height] = landscape ? [a4.long, a4.short] : [a4.short, a4.long];
  return {
    landscape,
    width,
    height,
    inner: width - margin.left - margin.right,
    top: margin.top + headHeight,
    bottom: height - margin.bottom - footHeight,
  };
};

/** A table that would be small in print stands across the longer side. */
const needsLandscape = (table: TableBlock): boolean => columnWidths(table, paperOf(false).inner, { size: 8 }) === null;
export const isLandscape = ({ blocks }: Pick<PrintDocument, 'blocks'>): boolean =>
  blocks.some((block) => block.kind === 'table' && needsLandscape(block));

/** From the comfortable to what can still be read. */
const tableSizes = [9, 8, 7.5, 7, 6.5] as const;
const least = { size: 6.5 } satisfies Letters;

/** The largest letters in which a table is easily read; else those in which no word is torn. */
export function fitOf(
  table: TableBlock,
  inner: number,
): { readonly letters: Letters; readonly widths: readonly number[] } {
  for (const how of ['good', 'tight'] as const) {
    for (const size of tableSizes) {
      const widths = columnWidths(table, inner, { size }, how);
      if (widths) return { letters: { size }, widths };
    }
  }
  return { letters: least, widths: columnWidths(table, inner, least, 'forced') ?? [] };
}

/** The headings above several columns; null where a table has none. */
export function headGroups({
  columns,
}: TableBlock): readonly { readonly name: string; readonly span: number }[] | null {
  if (!columns.some(({ group }) => group)) return null;
  const groups: { name: string; span: number }[] = [];
  for (const { group = '' } of columns) {
    const last = groups.at(-1);
    if (last?.name === group) last.span += 1;
    else groups.push({ name: group, span: 1 });
  }
  return groups;
}

export interface FactCell {
  readonly text: Cell;
  readonly head: boolean;
  readonly span: number;
}

/** Facts as lines of labels and values: what is left of a line belongs to its last value. */
export function factsLines(
  { pairs, facts }: FactsBlock,
  inner: number,
  letters: Letters,
): { readonly widths: readonly number[]; readonly lines: readonly (readonly FactCell[])[] } {
  const labelWidth = Math.min(
    34,
    Math.max(...facts.map((fact) => widthOf(fact.label, { ...letters, bold: true }))) + besides + 0.2,
  );
  const lines: (typeof facts)[number][][] = [];
  let open: (typeof facts)[number][] | null = null;
  for (const fact of facts) {
    if (fact.wide) {
      lines.push([fact]);
      open = null;
    } else if (open && open.length < pairs) open.push(fact);
    else lines.push((open = [fact]));
  }
  return {
    widths: Array.from({ length: pairs }, () => [labelWidth, inner / pairs - labelWidth]).flat(),
    lines: lines.map((line) => {
      const whole = line.length === 1 && (line[0]?.wide ?? false);
      const rest = whole ? pairs * 2 - 1 : (pairs - line.length) * 2 + 1;
      return line.flatMap(({ label, value }, at) => [
        { text: label, head: true, span: 1 },
        { text: value, head: false, span: at === line.length - 1 ? rest : 1 },
      ]);
    }),
  };
}

/** The largest size of a picture within its place. */
export const fitted = (ratio: number, width: number, height: number): { width: number; height: number } =>
  width / height > ratio ? { width: height * ratio, height } : { width, height: width / ratio };
