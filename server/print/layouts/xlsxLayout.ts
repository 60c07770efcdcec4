import { xml, type XmlGeneralNode, type XmlNode } from 'easy-template-x';
import { isLayoutList, type LayoutData } from '@contract/print/layoutFields';
import { layoutTexts } from '@contract/print/layoutTexts';
import { type LayoutParts, packParts, textOfPart } from './layoutParts';
import { LayoutRefusal } from './layoutRefusal';
import { type LayoutTag, maxTags, refuseLoops, refuseManyBraces, tagsInText } from './layoutTags';
import { addPictures, drawingPart, movedAnchors, type PlacedPicture } from './sheetPictures';
import { movedName, movedRange, type RowMap } from './sheetRefs';
import { childrenOf, filledRows, sharedTexts, sheetRows } from './sheetRows';

// Excel layouts. No kept library fills them as a record needs it (docs/dependencies.md), so rows are repeated here; the
// XML is read by the library that fills Word layouts.

const sheetName = /^xl\/worksheets\/[^/]+\.xml$/;
const sheetsOf = (parts: LayoutParts): string[] => [...parts.keys()].filter((name) => sheetName.test(name)).sort();
const sharedOf = (parts: LayoutParts): string[] => sharedTexts(textOfPart(parts.get('xl/sharedStrings.xml')));

function parsedPart(layoutParts: LayoutParts, name: string): XmlGeneralNode {
  const root = xml.parser.parse(textOfPart(layoutParts.get(name)));
  if (root?.nodeName !== 'worksheet') throw new LayoutRefusal(layoutTexts.unreadable);
  return root as XmlGeneralNode;
}

const headTexts = (root: XmlNode): XmlGeneralNode[] =>
  childrenOf(root, 'headerFooter').flatMap(({ childNodes = [] }) => childNodes as XmlGeneralNode[]);
const textIn = (node: XmlNode): string =>
  (node.childNodes ?? []).map((child) => (child as { textContent?: string }).textContent ?? '').join('');

/** Returns the placeholders of one sheet, in its cells and in its header and footer. */
function tagsOfSheet(root: XmlNode, shared: readonly string[]): LayoutTag[] {
  const rows = sheetRows(childrenOf(root, 'sheetData')[0], shared);
  return [
    ...rows.flatMap(({ cells }) => cells.flatMap(({ tags }) => tags)),
    ...headTexts(root).flatMap((node) => tagsInText(textIn(node))),
  ];
}

/**
 * Returns the placeholders of an Excel layout.
 * @throws LayoutRefusal for formulas, tables and braces without a partner
 */
export function xlsxTags(layoutParts: LayoutParts): LayoutTag[] {
  for (const [name, content] of layoutParts) {
    if (sheetName.test(name) || name === 'xl/sharedStrings.xml') refuseManyBraces(textOfPart(content));
    if (/^xl\/(tables|pivotTables|pivotCache)\//.test(name)) throw new LayoutRefusal(layoutTexts.tables);
  }
  const shared = sharedOf(layoutParts);
  const tags = sheetsOf(layoutParts).flatMap((name) => tagsOfSheet(parsedPart(layoutParts, name), shared));
  if (tags.length > maxTags) throw new LayoutRefusal(layoutTexts.tooManyTags(maxTags));
  return tags;
}

/** Attributes with ranges, by the element that has them. */
const rangedElements = {
  mergeCell: 'ref',
  hyperlink: 'ref',
  conditionalFormatting: 'sqref',
  dataValidation: 'sqref',
  dimension: 'ref',
  autoFilter: 'ref',
  ignoredError: 'sqref',
  protectedRange: 'sqref',
} as const;

/** Moves the ranges of a sheet below inserted rows. */
function moveRanges(node: XmlNode, rows: RowMap): void {
  const name = rangedElements[node.nodeName as keyof typeof rangedElements];
  const { attributes } = node as XmlGeneralNode;
  const ref = name && attributes?.[name];
  if (name && ref)
    attributes[name] = ref
      .split(' ')
      .map((one) => movedRange(one, rows))
      .join(' ');
  if (node.nodeName === 'brk' && attributes?.['id']) attributes['id'] = String(rows.last(Number(attributes['id'])));
  for (const child of node.childNodes ?? []) moveRanges(child, rows);
}

type Repeated = ReturnType<typeof filledRows>['repeated'];

/** Repeats the merged cells of rows that were repeated. */
function repeatMerges(root: XmlNode, repeated: Repeated): void {
  for (const merges of childrenOf(root, 'mergeCells')) {
    const addedRows: XmlGeneralNode[] = [];
    for (const merge of childrenOf(merges, 'mergeCell')) {
      const [from = '', to = ''] = (merge.attributes?.['ref'] ?? '').split(':');
      const rowOf = (ref: string) => Number(/\d+$/.exec(ref)?.[0] ?? 0);
      const block = repeated.find((one) => rowOf(from) >= one.from && rowOf(to) <= one.to);
      if (!block) continue;
      const at = (ref: string, row: number) => ref.replace(/\d+$/, String(row));
      const shift = repeated.reduce((sum, one) => (one.to < block.from ? sum + (one.times - 1) * one.height : sum), 0);
      for (let time = 1; time < block.times; time += 1) {
        const down = shift + time * block.height;
        const ref = `${at(from, rowOf(from) + down)}:${at(to, rowOf(to) + down)}`;
        addedRows.push(xml.create.generalNode('mergeCell', { attributes: { ref } }));
      }
      // The merge of the first repetition must not be stretched over all of them.
      merge.attributes = { fixed: `${at(from, rowOf(from) + shift)}:${at(to, rowOf(to) + shift)}` };
    }
    for (const merge of addedRows) xml.modify.appendChild(merges, merge);
    if (merges.attributes) delete merges.attributes['count'];
  }
}

/** Gives the merges of first repetitions their reference back, after all others were moved. */
function settleMerges(root: XmlNode): void {
  for (const merge of childrenOf(root, 'mergeCells').flatMap((merges) => childrenOf(merges, 'mergeCell'))) {
    const fixed = merge.attributes?.['fixed'];
    if (fixed !== undefined) merge.attributes = { ref: fixed };
  }
}

/** Fills placeholders of the header and footer of a sheet; an & begins a code there and is doubled. */
function fillHeads(root: XmlNode, layoutData: LayoutData): void {
  for (const node of headTexts(root)) {
    let text = textIn(node);
    for (const tag of tagsInText(text)) {
      const value = Object.hasOwn(layoutData, tag.name) ? layoutData[tag.name] : '';
      text = text.replace(tag.text, () => (typeof value === 'string' ? value.replaceAll('&', '&&') : ''));
    }
    node.childNodes = [xml.create.textNode(text)];
  }
}

interface Filling {
  readonly data: LayoutData;
  readonly pictures: ReadonlyMap<string, string>;
}

const rowsMark = '~rows~';

/** Fills one sheet and returns where its rows went. */
function fillSheet(
  layoutParts: LayoutParts,
  name: string,
  shared: readonly string[],
  { data, pictures }: Filling,
): RowMap {
  const root = parsedPart(layoutParts, name);
  const placed: PlacedPicture[] = [];
  const [sheetData] = childrenOf(root, 'sheetData');
  const rows = filledRows(sheetRows(sheetData, shared), { data, pictures, placed });
  repeatMergesAndRanges(root, rows);
  fillHeads(root, data);
  if (sheetData) sheetData.childNodes = [xml.create.textNode(rowsMark)];
  const sheetXml = xml.parser.serializeFile(root).replace(rowsMark, () => rows.xml);
  layoutParts.set(name, Buffer.from(sheetXml));
  const drawing = drawingPart(layoutParts, name);
  if (drawing) layoutParts.set(drawing, Buffer.from(movedAnchors(textOfPart(layoutParts.get(drawing)), rows.map)));
  addPictures(layoutParts, name, placed);
  return rows.map;
}

function repeatMergesAndRanges(root: XmlNode, { map, repeated }: ReturnType<typeof filledRows>): void {
  const merges = childrenOf(root, 'mergeCells').flatMap((one) => childrenOf(one, 'mergeCell'));
  const before = new Set(merges);
  repeatMerges(root, repeated);
  // Added merges have their place already: they are taken out while the others are moved.
  const addedMerges = childrenOf(root, 'mergeCells').flatMap((one) =>
    childrenOf(one, 'mergeCell').filter((merge) => !before.has(merge)),
  );
  for (const merge of addedMerges) merge.attributes = { fixed: merge.attributes?.['ref'] ?? '' };
  moveRanges(root, map);
  settleMerges(root);
}

/** Moves print areas and print titles, each by the rows of its sheet. */
function moveNames(layoutParts: LayoutParts, maps: ReadonlyMap<string, RowMap>): void {
  const book = textOfPart(layoutParts.get('xl/workbook.xml'));
  const targets = new Map(
    [...textOfPart(layoutParts.get('xl/_rels/workbook.xml.rels')).matchAll(/<Relationship\s[^>]*>/g)].map(([tag]) => [
      /\sId="([^"]*)"/.exec(tag)?.[1] ?? '',
      `xl/${(/Target="([^"]*)"/.exec(tag)?.[1] ?? '').replace(/^\/?xl\//, '')}`,
    ]),
  );
  const sheets = [...book.matchAll(/<sheet\s[^>]*>/g)].map(([tag]) => ({
    name: /\sname="([^"]*)"/.exec(tag)?.[1] ?? '',
    part: targets.get(/\sr:id="([^"]*)"/.exec(tag)?.[1] ?? '') ?? '',
  }));
  const movedBook = book.replace(
    /(<definedName\s[^>]*>)([^<]*)(<\/definedName>)/g,
    (all, open: string, text: string, close: string) => {
      const sheet = sheets.find(({ name }) => text.startsWith(`${name}!`) || text.startsWith(`'${name}'!`));
      const rowMap = sheet && maps.get(sheet.part);
      return rowMap ? `${open}${movedName(text, rowMap)}${close}` : all;
    },
  );
  layoutParts.set('xl/workbook.xml', Buffer.from(movedBook));
}

/**
 * Fills an Excel layout.
 * @param pictures `data:` URLs of the uploads, by id
 * @throws LayoutRefusal
 */
export function fillXlsx(
  layoutParts: LayoutParts,
  layoutData: LayoutData,
  pictures: ReadonlyMap<string, string>,
): Uint8Array<ArrayBuffer> {
  const parts: LayoutParts = new Map(layoutParts);
  // A paper that lacks a list, such as a record without control samples, has no rows for it.
  const isList = (name: string): boolean => !Object.hasOwn(layoutData, name) || isLayoutList(layoutData[name]);
  refuseLoops(xlsxTags(parts), isList);
  const shared = sharedOf(parts);
  const maps = new Map<string, RowMap>();
  for (const name of sheetsOf(parts)) maps.set(name, fillSheet(parts, name, shared, { data: layoutData, pictures }));
  moveNames(parts, maps);
  // The order of calculation would name cells that have moved; there are no formulas.
  parts.delete('xl/calcChain.xml');
  return packParts(parts, 6);
}
