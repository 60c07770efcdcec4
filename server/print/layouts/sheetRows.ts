import { xml, type XmlGeneralNode, type XmlNode } from 'easy-template-x';
import {
  isLayoutList,
  isLayoutPicture,
  type LayoutCell,
  type LayoutData,
  type LayoutRow,
} from '@contract/print/layoutFields';
import { layoutTexts } from '@contract/print/layoutTexts';
import { escapeXml } from './layoutParts';
import { drawnPicture } from './layoutPictures';
import { LayoutRefusal } from './layoutRefusal';
import { type LayoutTag, tagsInText } from './layoutTags';
import type { PlacedPicture } from './sheetPictures';
import { cellPlace, columnNumber, type RowMap } from './sheetRefs';

// The rows of a sheet: cells with placeholders become texts, rows of a loop are repeated. Texts stay texts: 0.50 keeps
// its digits, and a value that begins with = is no formula.

/** A cell of the layout. */
interface SheetCell {
  readonly node: XmlGeneralNode;
  readonly column: string;
  /** Text, if it contains placeholders; null for a cell that is copied. */
  readonly text: string | null;
  readonly tags: readonly LayoutTag[];
}
/** A row of the layout. */
interface SheetRow {
  readonly node: XmlGeneralNode;
  /** Number, from 1. */
  readonly at: number;
  readonly cells: readonly SheetCell[];
}

/** Rows that are repeated together; both numbers are indices of the list of rows. */
interface Loop {
  readonly from: number;
  readonly to: number;
  readonly list: string;
}

export const childrenOf = (node: XmlNode | undefined, name: string): XmlGeneralNode[] =>
  (node?.childNodes ?? []).filter((child): child is XmlGeneralNode => child.nodeName === name);
/** Returns the text of a shared or inline string, runs joined. Pronunciation (rPh) is left out. */
const stringText = (node: XmlNode): string =>
  (node.childNodes ?? [])
    .filter(({ nodeName }) => nodeName === 't' || nodeName === 'r')
    .map((child) =>
      child.nodeName === 'r' ? childrenOf(child, 't').map(textOfNode).join('') : textOfNode(child as XmlGeneralNode),
    )
    .join('');
const textOfNode = (node: XmlGeneralNode): string =>
  (node.childNodes ?? []).map((child) => (child as { textContent?: string }).textContent ?? '').join('');

/** Returns the shared strings of a workbook as texts. */
export const sharedTexts = (part: string): string[] =>
  part === '' ? [] : childrenOf(xml.parser.parse(part), 'si').map(stringText);

function cellText(node: XmlGeneralNode, shared: readonly string[]): string | null {
  const { t } = node.attributes ?? {};
  const [value] = childrenOf(node, 'v');
  if (t === 's') return shared[Number(value ? textOfNode(value) : '')] ?? null;
  if (t === 'inlineStr') return childrenOf(node, 'is').map(stringText).join('');
  return null;
}

/**
 * Returns the rows of a sheet with their placeholders.
 * @throws LayoutRefusal for formulas
 */
export function sheetRows(data: XmlNode | undefined, shared: readonly string[]): SheetRow[] {
  return childrenOf(data, 'row').map((node, index) => ({
    node,
    at: Number(node.attributes?.['r'] ?? index + 1),
    cells: childrenOf(node, 'c').map((cell) => {
      const ref = cell.attributes?.['r'] ?? '';
      if (childrenOf(cell, 'f').length) throw new LayoutRefusal(layoutTexts.formula(ref));
      const text = cellText(cell, shared);
      const tags = text !== null && /[{}]/.test(text) ? tagsInText(text) : [];
      return { node: cell, column: cellPlace(ref).column, text: tags.length ? text : null, tags };
    }),
  }));
}

/** Columns of a form that are read as texts. */
const maxColumns = 60;
/** Returns the texts of a sheet by rows; empty columns at the left and between cells stay. */
export const readCells = (data: XmlNode | undefined, shared: readonly string[]): string[][] =>
  childrenOf(data, 'row').map((row) => {
    const texts: string[] = [];
    for (const cell of childrenOf(row, 'c')) {
      const column = columnNumber(cellPlace(cell.attributes?.['r'] ?? '').column);
      if (column >= maxColumns) break;
      while (texts.length < column) texts.push('');
      const [value] = childrenOf(cell, 'v');
      texts[column] = cellText(cell, shared) ?? (value ? textOfNode(value) : '');
    }
    return texts;
  });

/** Returns the loops over rows. `{#list}` and `{/list}` may stand in any cells of the first and the last row. */
function loopsOf(rows: readonly SheetRow[], isList: (name: string) => boolean): Loop[] {
  const loops: Loop[] = [];
  let open: { readonly from: number; readonly list: string } | undefined;
  rows.forEach(({ cells }, index) => {
    for (const { kind, name } of cells.flatMap(({ tags }) => tags)) {
      if (kind === 'open') {
        if (!isList(name)) throw new LayoutRefusal(layoutTexts.onlyLists(name));
        open = { from: index, list: name };
      } else if (kind === 'close' && open) {
        loops.push({ ...open, to: index });
        open = undefined;
      }
    }
  });
  return loops;
}

interface FillContext {
  readonly data: LayoutData;
  readonly pictures: ReadonlyMap<string, string>;
  readonly placed: PlacedPicture[];
}

const heightIn = (text: string): number => Number(/高\s*:\s*(\d+(?:\.\d+)?)/.exec(text)?.[1]);

/** Excel holds at most this many characters in a cell. */
const maxCellText = 32_767;

/** Returns a cell's text in one iteration; a picture goes to the list of pictures and leaves no text. */
function filledText(cell: SheetCell, row: number, layoutRow: LayoutRow | undefined, context: FillContext): string {
  let text = cell.text ?? '';
  for (const tag of cell.tags) {
    let value: LayoutCell = '';
    if (tag.kind === 'value') {
      const foundRow =
        layoutRow && Object.hasOwn(layoutRow, tag.name)
          ? layoutRow[tag.name]
          : Object.hasOwn(context.data, tag.name)
            ? context.data[tag.name]
            : undefined;
      value = foundRow === undefined || isLayoutList(foundRow) ? '' : foundRow;
    }
    if (isLayoutPicture(value)) {
      const drawing = drawnPicture(value, tag.name, heightIn(tag.text), context.pictures);
      if (drawing) context.placed.push({ column: columnNumber(cell.column), row: row - 1, drawn: drawing });
      value = drawing ? '' : value.text;
    }
    const shown = value;
    text = text.replace(tag.text, () => shown);
  }
  return text.slice(0, maxCellText);
}

function cellXml(cell: SheetCell, row: number, layoutRow: LayoutRow | undefined, context: FillContext): string {
  const ref = `${cell.column}${row}`;
  const style = cell.node.attributes?.['s'];
  const styled = style === undefined ? '' : ` s="${escapeXml(style)}"`;
  if (cell.text !== null) {
    const text = filledText(cell, row, layoutRow, context);
    return text === ''
      ? `<c r="${ref}"${styled}/>`
      : `<c r="${ref}"${styled} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
  }
  const attributes = { ...cell.node.attributes, r: ref };
  return xml.parser.serializeNode({ ...cell.node, attributes });
}

function rowXml({ node, cells }: SheetRow, at: number, layoutRow: LayoutRow | undefined, context: FillContext): string {
  const attributes = Object.entries({ ...node.attributes, r: String(at) })
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('');
  return `<row${attributes}>${cells.map((cell) => cellXml(cell, at, layoutRow, context)).join('')}</row>`;
}

/** A filled sheet: the XML of its rows, where they went, and the blocks that were repeated. */
interface FilledRows {
  readonly xml: string;
  readonly map: RowMap;
  /** Rows of the layout that were repeated, how often, and how many rows one repetition has. */
  readonly repeated: readonly {
    readonly from: number;
    readonly to: number;
    readonly times: number;
    readonly height: number;
  }[];
}

/** Fills the rows of a sheet. A list without entries leaves its rows once, empty, so that the form keeps its shape. */
export function filledRows(rows: readonly SheetRow[], context: FillContext): FilledRows {
  const loops = loopsOf(rows, (name) => !Object.hasOwn(context.data, name) || isLayoutList(context.data[name]));
  const writtenRows: string[] = [];
  const repeated: { from: number; to: number; times: number; height: number }[] = [];
  let shift = 0;
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index];
    if (!row) continue;
    const loop = loops.find(({ from }) => from === index);
    if (!loop) {
      writtenRows.push(rowXml(row, row.at + shift, undefined, context));
      continue;
    }
    const block = rows.slice(loop.from, loop.to + 1);
    const height = (block.at(-1)?.at ?? row.at) - row.at + 1;
    const list = Object.hasOwn(context.data, loop.list) ? context.data[loop.list] : undefined;
    const layoutRows: readonly LayoutRow[] = isLayoutList(list) && list.length ? list : [{}];
    layoutRows.forEach((item, time) => {
      for (const line of block) writtenRows.push(rowXml(line, line.at + shift + time * height, item, context));
    });
    repeated.push({ from: row.at, to: row.at + height - 1, times: layoutRows.length, height });
    shift += (layoutRows.length - 1) * height;
    index = loop.to;
  }
  return { xml: writtenRows.join(''), map: rowMap(repeated), repeated };
}

function rowMap(repeated: FilledRows['repeated']): RowMap {
  const before = (row: number) =>
    repeated.reduce((sum, { to, times, height }) => (row > to ? sum + (times - 1) * height : sum), 0);
  const inside = (row: number) => repeated.find(({ from, to }) => row >= from && row <= to);
  return {
    first: (row) => row + before(row),
    last: (row) => {
      const block = inside(row);
      return row + before(row) + (block ? (block.times - 1) * block.height : 0);
    },
  };
}
