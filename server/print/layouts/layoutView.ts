import { xml, type XmlGeneralNode, type XmlNode } from 'easy-template-x';
import type { LayoutViewBlock, LayoutViewCell } from '@contract/print/layoutFields';
import { type LayoutFormat, layoutParts, type LayoutParts, textOfPart } from './layoutParts';
import { childrenOf, readCells, sharedTexts } from './sheetRows';

// A filled layout as texts and tables, to look at it beside its data without an office program.

/** Rows of a table, and blocks, that are shown at most. */
const [maxRows, maxBlocks] = [300, 3000];
const pictureText = '［图片］';

/** Returns the text of a paragraph or run in order; pictures as a word. */
function textIn(node: XmlNode): string {
  const { nodeName, childNodes = [] } = node;
  if (nodeName === 'w:t')
    return childNodes.map((child) => (child as { textContent?: string }).textContent ?? '').join('');
  if (nodeName === 'w:br' || nodeName === 'w:cr') return '\n';
  if (nodeName === 'w:tab') return '\u3000';
  if (nodeName === 'w:drawing' || nodeName === 'w:pict') return pictureText;
  if (nodeName === 'w:pPr' || nodeName === 'w:rPr') return '';
  return childNodes.map(textIn).join('');
}

const attributeOf = (node: XmlGeneralNode | undefined, path: readonly string[]): string | undefined => {
  let ancestor: XmlGeneralNode | undefined = node;
  for (const name of path) ancestor = ancestor && childrenOf(ancestor, name)[0];
  return ancestor?.attributes?.['w:val'];
};

/** A cell that continues the one above it has no text of its own. */
const isMergedBelow = (cell: XmlGeneralNode): boolean => {
  const [merge] = childrenOf(childrenOf(cell, 'w:tcPr')[0], 'w:vMerge');
  return merge !== undefined && merge.attributes?.['w:val'] !== 'restart';
};

const rowOf = (row: XmlGeneralNode): LayoutViewCell[] =>
  childrenOf(row, 'w:tc').map((cell) => ({
    text: isMergedBelow(cell) ? '' : childrenOf(cell, 'w:p').map(textIn).join('\n').trim(),
    span: Number(attributeOf(cell, ['w:tcPr', 'w:gridSpan']) ?? 1) || 1,
  }));

const tableOf = (rows: readonly (readonly LayoutViewCell[])[]): LayoutViewBlock => ({
  kind: 'table',
  rows: rows.slice(0, maxRows),
  omitted: Math.max(0, rows.length - maxRows),
});

function blocksOf(root: XmlNode): LayoutViewBlock[] {
  return (root.childNodes ?? []).flatMap((node): LayoutViewBlock[] => {
    if (node.nodeName === 'w:p') {
      const text = textIn(node);
      return text.trim() === '' ? [] : [{ kind: 'text', text }];
    }
    if (node.nodeName === 'w:tbl') return [tableOf(childrenOf(node, 'w:tr').map(rowOf))];
    return node.nodeName === 'w:sdt' || node.nodeName === 'w:sdtContent' || node.nodeName === 'w:body'
      ? blocksOf(node)
      : [];
  });
}

function docxView(layoutParts: LayoutParts): LayoutViewBlock[] {
  const partsBeginningWith = (start: string) =>
    [...layoutParts.keys()].filter((name) => name.startsWith(start) && name.endsWith('.xml')).sort();
  return [...partsBeginningWith('word/header'), 'word/document.xml', ...partsBeginningWith('word/footer')].flatMap(
    (name) => (layoutParts.has(name) ? blocksOf(xml.parser.parse(textOfPart(layoutParts.get(name)))) : []),
  );
}

function xlsxView(layoutParts: LayoutParts): LayoutViewBlock[] {
  const shared = sharedTexts(textOfPart(layoutParts.get('xl/sharedStrings.xml')));
  return [...layoutParts.keys()]
    .filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
    .sort()
    .map((name) => {
      const [data] = childrenOf(xml.parser.parse(textOfPart(layoutParts.get(name))), 'sheetData');
      return tableOf(readCells(data, shared).map((cells) => cells.map((text) => ({ text, span: 1 }))));
    });
}

interface ViewInput {
  readonly bytes: Uint8Array;
  readonly format: LayoutFormat;
}

declare module '@server/child/childProtocol' {
  interface ChildJobs {
    readonly viewLayout: {
      readonly input: ViewInput;
      readonly part: never;
      readonly result: readonly LayoutViewBlock[];
    };
  }
}

/** Returns a filled layout as texts and tables. @throws LayoutRefusal */
export async function viewLayoutFile({ bytes, format }: ViewInput): Promise<readonly LayoutViewBlock[]> {
  const parts = await layoutParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), format);
  return (format === 'docx' ? docxView(parts) : xlsxView(parts)).slice(0, maxBlocks);
}
