import { randomBytes } from 'node:crypto';
import { isLayoutList, type LayoutCell, type LayoutData, type LayoutRow } from '@contract/print/layoutFields';
import { escapeXml, type LayoutParts, textOfPart } from './layoutParts';
import type { LayoutTag } from './layoutTags';

// Long lists of a Word layout. The library parses and copies the XML of each row anew: for 2,000 rows half as long
// again and nearly twice the memory. So it fills three sample rows of marks, and what is between is repeated for the
// others.

/** Lists of at most this many rows are left to the library. */
const fewRows = 12;
const sampleCount = 3;

/** A list whose rows differ in their texts alone. */
interface LongList {
  readonly name: string;
  /** Names of the columns that the layout shows. */
  readonly columns: readonly string[];
  readonly rows: readonly LayoutRow[];
}

/** Long lists and the marks that stand for their values in the sample rows. */
interface LongLists {
  readonly lists: readonly LongList[];
  /** The data with sample rows in place of the long lists. */
  readonly data: LayoutData;
  /** Text that no document has, with which each mark begins. */
  readonly nonce: string;
}

/** Names between `{#…}` and `{/…}` of each loop over a list; undefined for a loop that holds another. */
function loopsOver(tags: readonly LayoutTag[], list: string): (readonly string[] | undefined)[] {
  return tags.flatMap((tag, from) => {
    if (tag.kind !== 'open' || tag.name !== list) return [];
    const inside = tags.slice(from + 1);
    const end = inside.findIndex(({ kind }) => kind !== 'value');
    return [inside[end]?.kind === 'close' ? inside.slice(0, end).map(({ name }) => name) : undefined];
  });
}

const ownCell = (row: LayoutRow, name: string): LayoutCell | undefined =>
  Object.hasOwn(row, name) ? row[name] : undefined;

/** Returns the list if its rows can be written from one: texts alone, no conditions, a column in each of its loops. */
function repeatableList(tags: readonly LayoutTag[], layoutData: LayoutData, name: string): LongList | undefined {
  const rows = layoutData[name];
  if (!isLayoutList(rows) || rows.length <= fewRows) return undefined;
  const loops = loopsOver(tags, name);
  if (loops.length === 0) return undefined;
  const columns = new Set<string>();
  for (const names of loops) {
    const ownColumns = names?.filter((column) => rows.every((row) => typeof ownCell(row, column) === 'string'));
    const otherColumns = names?.filter((column) => !ownColumns?.includes(column));
    // A name that some rows have is looked up row by row.
    if (!ownColumns?.length || otherColumns?.some((column) => rows.some((row) => Object.hasOwn(row, column))))
      return undefined;
    for (const column of ownColumns) columns.add(column);
  }
  return { name, columns: [...columns], rows };
}

const markOf = (nonce: string, list: number, row: number, column: number): string =>
  `${nonce}-${String(list).padStart(3, '0')}-${row}-${String(column).padStart(4, '0')}-`;

/** Returns the long lists of a paper and its data with sample rows; undefined where there are none. */
export function withSampleRows(tags: readonly LayoutTag[], layoutData: LayoutData): LongLists | undefined {
  const names = new Set(tags.filter(({ kind }) => kind === 'open').map(({ name }) => name));
  const repeatableLists = [...names].flatMap((name) =>
    Object.hasOwn(layoutData, name) ? (repeatableList(tags, layoutData, name) ?? []) : [],
  );
  if (repeatableLists.length === 0) return undefined;
  const nonce = randomBytes(12).toString('hex');
  const sampled = repeatableLists.map(({ name, columns }, list) => [
    name,
    Array.from({ length: sampleCount }, (_, row) =>
      Object.fromEntries(columns.map((column, index) => [column, markOf(nonce, list, row, index)])),
    ),
  ]);
  return { lists: repeatableLists, data: { ...layoutData, ...(Object.fromEntries(sampled) as LayoutData) }, nonce };
}

interface Mark {
  readonly at: number;
  readonly end: number;
  readonly list: number;
  readonly row: number;
  readonly column: number;
}

function marksIn(xml: string, nonce: string): Mark[] {
  return [...xml.matchAll(new RegExp(`${nonce}-(\\d+)-(\\d)-(\\d+)-`, 'g'))].map(
    ({ 0: text, 1: list, 2: row, 3: column, index }) => ({
      at: index,
      end: index + text.length,
      list: Number(list),
      row: Number(row),
      column: Number(column),
    }),
  );
}

/** Whether a mark is in a text of Word; elsewhere, as in an attribute, the library fills the list. */
const isInText = (xml: string, { at }: Mark): boolean =>
  /^<w:t[\s>][^<]*$/.test(xml.slice(xml.lastIndexOf('<', at), at));

const lineBreak = '</w:t><w:br/><w:t xml:space="preserve">';
const textXml = (text: string): string => text.split('\n').map(escapeXml).join(lineBreak);

/**
 * Returns the sample rows of one loop: the marks of row 0, 1, 2 that follow each other; undefined where they do not.
 */
function loopFrom(marks: readonly Mark[], from: number): readonly (readonly Mark[])[] | undefined {
  const list = marks[from]?.list;
  const rows: Mark[][] = [];
  let at = from;
  for (let row = 0; row < sampleCount; row += 1) {
    const foundMarks: Mark[] = [];
    for (let mark = marks[at]; mark?.list === list && mark?.row === row; mark = marks[(at += 1)]) foundMarks.push(mark);
    if (foundMarks.length === 0 || foundMarks.length !== (rows[0]?.length ?? foundMarks.length)) return undefined;
    rows.push(foundMarks);
  }
  return rows;
}

/** Whether the sample rows have the same XML between their marks. */
function areAlike(xml: string, rows: readonly (readonly Mark[])[]): boolean {
  const between = (row: number): string[] => {
    const marks = rows[row] ?? [];
    const nextMark = rows[row + 1]?.[0];
    return marks.map(({ end, column }, index) => {
      const until = marks[index + 1] ?? nextMark;
      return `${column} ${until ? xml.slice(end, until.at) : ''}`;
    });
  };
  const first = between(0);
  const second = between(1);
  const last = between(2);
  const same = (one: readonly string[], other: readonly string[], count: number) =>
    one.slice(0, count).every((text, index) => text === other[index]);
  return same(first, second, first.length) && same(second, last, first.length - 1);
}

/** Writes the rows of one loop: from the first mark of the first sample row to the last mark of the last one. */
function rowsXml(xml: string, rows: readonly (readonly Mark[])[], { columns, rows: values }: LongList): string {
  const [firstRow = [], secondRow = []] = rows;
  const pieces = firstRow.map(({ end, column }, index) => ({
    column: columns[column] ?? '',
    after: xml.slice(end, (firstRow[index + 1] ?? secondRow[0])?.at),
  }));
  const expandedXml: string[] = [];
  values.forEach((row, number) => {
    pieces.forEach(({ column, after }, index) => {
      const isEnd = number === values.length - 1 && index === pieces.length - 1;
      expandedXml.push(textXml(String(row[column])), isEnd ? '' : after);
    });
  });
  return expandedXml.join('');
}

/** Writes the long lists into one part; undefined where a loop has another shape than rows that follow each other. */
function expandedPart(xml: string, { lists, nonce }: LongLists): string | undefined {
  const marks = marksIn(xml, nonce);
  const expandedXml: string[] = [];
  let copiedCount = 0;
  for (let at = 0; at < marks.length;) {
    const rows = loopFrom(marks, at);
    const repeatableList = lists[marks[at]?.list ?? -1];
    if (!rows || !repeatableList || !areAlike(xml, rows) || !rows.flat().every((mark) => isInText(xml, mark)))
      return undefined;
    expandedXml.push(xml.slice(copiedCount, marks[at]?.at), rowsXml(xml, rows, repeatableList));
    copiedCount = rows.at(-1)?.at(-1)?.end ?? copiedCount;
    at += rows.flat().length;
  }
  expandedXml.push(xml.slice(copiedCount));
  return expandedXml.join('');
}

/** Writes the long lists into a file with sample rows; undefined where that is not possible. */
export function expandLongLists(layoutParts: LayoutParts, longLists: LongLists): LayoutParts | undefined {
  const expanded: LayoutParts = new Map(layoutParts);
  for (const [name, content] of layoutParts) {
    if (!/^word\/.*\.xml$/.test(name)) continue;
    const xml = textOfPart(content);
    if (!xml.includes(longLists.nonce)) continue;
    const text = expandedPart(xml, longLists);
    if (text === undefined) return undefined;
    expanded.set(name, Buffer.from(text));
  }
  return expanded;
}
