import { withoutControls } from '@contract/fields/normalizeText';
import { barText } from '@contract/print/cellFigures';
import { layOut } from '@contract/print/pageLayout';
import {
  bodySizeOf,
  factsLines,
  fitOf,
  fittedSize,
  headGroups,
  margin,
  paperOf,
  type PaperSize,
} from '@contract/print/paperSize';
import { cellPaddingOf } from '@contract/print/printColumns';
import {
  type Align,
  type Block,
  type Cell,
  type Picture,
  type PrintDocument,
  type Signer,
  struckOf,
  type TableBlock,
  textOf,
} from '@contract/print/printDocument';
import { runsOf } from '@contract/print/superscripts';
import { type ContentsEntry, contentsTitle, headingsIn } from '@contract/print/tableOfContents';
import { lineHeight, widthOf } from '@contract/print/textMetrics';
import { type Turn, orientationCorrection, orientationInUrl } from '@server/files/pictures/pictureOrientation';

// A printed document as input of docxWorker.mjs: plain data, lengths in mm, font sizes in pt. The word processor
// breaks text into lines and pages.

interface DocxText {
  readonly text: string;
  readonly size?: number;
  readonly bold?: boolean;
  readonly strike?: true;
  readonly sub?: true;
  readonly sup?: true;
}
interface DocxPicture {
  /** `data:` URL, or `qr:` and the content of a QR code. */
  readonly picture: string;
  readonly width: number;
  readonly height: number;
  readonly caption: string;
  /** Rotation applied by the word processor, which ignores Exif; width and height are those of the rotated picture. */
  readonly rotation: Turn;
}
interface DocxField {
  readonly field: 'page' | 'pages';
  readonly size?: number;
}
type DocxInline = DocxText | DocxPicture | DocxField | { readonly tab: true };

interface DocxParagraph {
  readonly kind: 'paragraph';
  readonly inlines: readonly DocxInline[];
  readonly align: Align;
  readonly style?: 'title' | 'heading';
  readonly keepNext?: boolean;
  readonly pageBreak?: true;
  readonly before?: number;
  readonly after?: number;
  /** Exact distance of the lines. */
  readonly pitch?: number;
  /** Tab stops: one in the middle, one at the right end. */
  readonly tabs?: readonly [middle: number, right: number];
}
interface DocxCell {
  readonly paragraphs: readonly DocxParagraph[];
  readonly width: number;
  readonly span: number;
  /** `begin` begins a merged cell; a cell with `go on` is covered by the cell above. */
  readonly merge?: 'begin' | 'go on';
  readonly shaded?: boolean;
}
interface DocxTable {
  readonly kind: 'table';
  readonly widths: readonly number[];
  /** Tables for pictures and signers have no frame. */
  readonly framed: boolean;
  readonly rows: readonly {
    readonly cells: readonly DocxCell[];
    readonly head?: boolean;
    readonly minRowHeight?: number;
  }[];
}
/** Field of the word processor that lists the headings with their pages; `entries` until it counts them itself. */
interface DocxContents {
  readonly kind: 'contents';
  readonly entries: readonly ContentsEntry[];
}
type DocxNode = DocxParagraph | DocxTable | DocxContents;

interface DocxSection {
  readonly header: readonly DocxNode[];
  readonly footer: readonly DocxNode[];
  readonly nodes: readonly DocxNode[];
}
export interface DocxDefinition {
  readonly title: string;
  readonly author: string;
  readonly landscape: boolean;
  readonly width: number;
  readonly height: number;
  readonly margin: typeof margin;
  readonly sections: readonly DocxSection[];
}

interface DrawContext {
  readonly paper: PaperSize;
  readonly pictures: ReadonlyMap<string, string>;
}
type TextStyle = Pick<DocxText, 'size' | 'bold'>;

const edgeSize = 8;

const withoutNulls = (text: string): string => withoutControls(text).replaceAll('\0', '');

function textRuns(text: string, letters: TextStyle, extraProperties: Pick<DocxText, 'strike'> = {}): DocxText[] {
  // Such characters may be in text that was stored before they were refused.
  return [runsOf(withoutNulls(text))]
    .flat()
    .map((run) => ({ ...(typeof run === 'string' ? { text: run } : run), ...letters, ...extraProperties }))
    .filter(({ text: part }) => part !== '');
}

/** An old value stays readable before the new one. */
const inlinesOf = (cell: Cell, letters: TextStyle): DocxText[] => [
  ...struckOf(cell).flatMap(({ text }) => [...textRuns(text, letters, { strike: true }), { text: ' ', ...letters }]),
  ...textRuns(textOf(cell), letters),
];

/** A text of several lines becomes several paragraphs. */
const paragraphsOf = (
  cell: Cell,
  letters: TextStyle,
  paragraphProperties: Omit<DocxParagraph, 'kind' | 'inlines'>,
): DocxParagraph[] =>
  struckOf(cell).length > 0
    ? [{ kind: 'paragraph', inlines: inlinesOf(cell, letters), ...paragraphProperties }]
    : textOf(cell)
        .split('\n')
        .map((line) => ({ kind: 'paragraph', inlines: textRuns(line, letters), ...paragraphProperties }));

const widthOver = (widths: readonly number[], from: number, span: number): number =>
  widths.slice(from, from + span).reduce((sum, width) => sum + width, 0);

function tableNode(table: TableBlock, { paper }: DrawContext): DocxTable {
  const {
    letters: { size },
    widths,
    // Text of a word processor has one width, that of the grid.
  } = fitOf(table, { ...paper, width: paper.inner + margin.left + margin.right });
  const heading = (text: string, width: number, span: number, merge?: DocxCell['merge']): DocxCell => ({
    paragraphs: paragraphsOf(merge === 'go on' ? '' : text, { size, bold: true }, { align: 'center', keepNext: true }),
    width,
    span,
    shaded: true,
    ...(merge ? { merge } : {}),
  });
  const groups = headGroups(table);
  const headingCells: DocxCell[] = [];
  let at = 0;
  for (const { name, span } of groups ?? []) {
    // A heading without a group covers both rows.
    if (name === '')
      for (let columnIndex = at; columnIndex < at + span; columnIndex += 1)
        headingCells.push(heading(table.columns[columnIndex]?.heading ?? '', widths[columnIndex] ?? 0, 1, 'begin'));
    else headingCells.push(heading(name, widthOver(widths, at, span), span));
    at += span;
  }
  const leaf = table.columns.map((column, index) =>
    heading(column.heading, widths[index] ?? 0, 1, groups && !column.group ? 'go on' : undefined),
  );
  return {
    kind: 'table',
    widths,
    framed: true,
    rows: [
      ...(groups ? [{ head: true, cells: headingCells }] : []),
      { head: true, cells: leaf },
      ...table.rows.map((cells) => ({
        ...(table.rowHeight ? { minRowHeight: table.rowHeight } : {}),
        cells: table.columns.map(({ align = 'left' }, index): DocxCell => ({
          paragraphs: paragraphsOf(
            barText(cells[index] ?? ''),
            { size },
            { align: align === 'mark' ? 'center' : align },
          ),
          width: widths[index] ?? 0,
          span: 1,
        })),
      })),
    ],
  };
}

function factsNode(block: Extract<Block, { kind: 'facts' }>, { paper }: DrawContext): DocxTable {
  const size = block.size ?? bodySizeOf(paper);
  const { widths, lines } = factsLines(block, paper.inner, { size, face: paper.face });
  return {
    kind: 'table',
    widths,
    framed: true,
    rows: lines.map((line) => {
      let index = 0;
      const cells = line.map(({ text, head, span }): DocxCell => {
        const width = widthOver(widths, index, span);
        index += span;
        return { paragraphs: paragraphsOf(text, { size, bold: head }, { align: 'left' }), width, span, shaded: head };
      });
      return { minRowHeight: (6 * size) / 9, cells };
    }),
  };
}

/** Returns a picture by its source; a missing picture leaves its place empty. */
function pictureInline(
  { source, ratio, caption = '' }: Picture,
  { pictures }: DrawContext,
  width: number,
  height: number,
): DocxPicture[] {
  const picture = source.startsWith('data:') || source.startsWith('qr:') ? source : pictures.get(source);
  return picture === undefined
    ? []
    : [
        {
          picture,
          ...fittedSize(ratio, width, height),
          caption: withoutNulls(caption),
          rotation: orientationCorrection(orientationInUrl(picture)),
        },
      ];
}

function picturesNode(
  { pictures, across, height, align = 'center' }: Extract<Block, { kind: 'pictures' }>,
  context: DrawContext,
): DocxTable {
  const width = context.paper.inner / across;
  const rows: DocxTable['rows'][number][] = [];
  for (let from = 0; from < pictures.length; from += across) {
    rows.push({
      cells: Array.from({ length: across }, (_, index): DocxCell => {
        const picture = pictures[from + index];
        const inlines = picture ? pictureInline(picture, context, width - 2 * cellPaddingOf(), height) : [];
        return {
          width,
          span: 1,
          paragraphs: [
            { kind: 'paragraph', inlines, align, keepNext: true },
            ...paragraphsOf(picture?.caption ?? '', { size: edgeSize }, { align }),
          ],
        };
      }),
    });
  }
  return { kind: 'table', widths: Array.from({ length: across }, () => width), framed: false, rows };
}

const gapAfter: DocxParagraph = { kind: 'paragraph', inlines: [{ text: '', size: 4 }], align: 'left' };

function nodesOf(block: Block, context: DrawContext): DocxNode[] {
  switch (block.kind) {
    case 'heading':
      return [
        { kind: 'paragraph', inlines: textRuns(block.text, {}), align: 'left', style: 'heading', keepNext: true },
      ];
    case 'facts':
      return block.facts.length === 0 ? [] : [factsNode(block, context), gapAfter];
    case 'table':
      return [tableNode(block, context), gapAfter];
    case 'pictures':
      return block.pictures.length === 0 ? [] : [picturesNode(block, context), gapAfter];
    case 'space':
      // A line in normal size would increase the height.
      return [
        {
          ...gapAfter,
          inlines: [{ text: '', size: 1 }],
          ...(block.height === 'page' ? { pageBreak: true } : { before: block.height }),
        },
      ];
    case 'lines': {
      const { grid } = context.paper;
      const isInGrid = block.running === true && grid !== undefined;
      const size = isInGrid ? grid.size : (block.size ?? bodySizeOf(context.paper));
      return block.lines.flatMap((line) =>
        paragraphsOf(
          line,
          { size, ...(block.bold ? { bold: true } : {}) },
          {
            align: block.align ?? 'left',
            ...(isInGrid ? { pitch: lineHeight(grid) } : { after: 0.8 }),
            keepNext: block.keepWithNext ?? false,
          },
        ),
      );
    }
  }
}

/** Returns the row of signers in equal widths. A specimen signature replaces the printed name. */
function signersNode(signers: readonly Signer[], context: DrawContext): DocxTable {
  const width = context.paper.inner / signers.length;
  const signatureWidth = widthOf('　　　　　', { size: edgeSize });
  const cells = signers.map(({ label, name, on, picture }): DocxCell => {
    const signatureInlines = picture ? pictureInline(picture, context, signatureWidth, 6.5) : [];
    const inlines = [
      ...textRuns(`${label}：`, { size: edgeSize }),
      ...(signatureInlines.length ? signatureInlines : textRuns(name || '　　　　　', { size: edgeSize })),
      ...textRuns(`　日期：${on}`, { size: edgeSize }),
    ];
    return { width, span: 1, paragraphs: [{ kind: 'paragraph', inlines, align: 'left' }] };
  });
  return { kind: 'table', widths: signers.map(() => width), framed: false, rows: [{ cells }] };
}

/** Returns the page of the contents. Its numbers count from the cover, as those of the footers do. */
const contentsNodes = (document: PrintDocument): DocxNode[] => [
  {
    kind: 'paragraph',
    inlines: textRuns(contentsTitle, { size: 18, bold: true }),
    align: 'center',
    after: 6,
    ...(document.cover ? { pageBreak: true } : {}),
  },
  {
    kind: 'contents',
    entries: headingsIn(layOut(document).pages).map(({ title, page }) => ({ title: withoutNulls(title), page })),
  },
];

/**
 * Converts a document to a docx definition.
 * @param markText text on every page of this copy
 * @param pictures `data:` URLs (PNG or JPEG) of the document's uploads, by id
 */
export function docxDefinition(
  document: PrintDocument,
  author: string,
  markText: string,
  pictures: ReadonlyMap<string, string>,
): DocxDefinition {
  const paper = paperOf(document);
  const context = { paper, pictures };
  const tabs = [paper.inner / 2, paper.inner] as const;
  const edgeWords = (text: string): DocxText[] => textRuns(text, { size: edgeSize });
  const markParagraph: DocxParagraph = {
    kind: 'paragraph',
    inlines: textRuns(markText, { size: edgeSize, bold: true }),
    align: 'center',
    after: 1,
  };
  const footWords: DocxParagraph = {
    kind: 'paragraph',
    tabs,
    align: 'left',
    before: 1,
    inlines: [
      ...edgeWords(document.foot),
      { tab: true },
      { tab: true },
      ...edgeWords('第 '),
      { field: 'page', size: edgeSize },
      ...edgeWords(' 页　共 '),
      { field: 'pages', size: edgeSize },
      ...edgeWords(' 页'),
    ],
  };
  const title: DocxParagraph = {
    kind: 'paragraph',
    inlines: textRuns(document.title, {}),
    align: 'center',
    style: 'title',
    after: 3,
  };
  const frontNodes = [
    ...(document.cover ?? []).flatMap((block) => nodesOf(block, context)),
    ...(document.contents ? contentsNodes(document) : []),
  ];
  const frontSections: DocxSection[] = frontNodes.length
    ? [{ header: [markParagraph], footer: [], nodes: frontNodes }]
    : [];
  return {
    title: withoutNulls(document.title),
    author: withoutNulls(author),
    landscape: paper.landscape,
    width: paper.width,
    height: paper.height,
    margin: { ...margin, left: paper.left, right: paper.width - paper.left - paper.inner },
    sections: [
      ...frontSections,
      {
        header: [
          markParagraph,
          {
            kind: 'paragraph',
            tabs,
            align: 'left',
            inlines: [...edgeWords(document.agency), { tab: true }, { tab: true }, ...edgeWords(document.corner)],
          },
        ],
        footer: [...(document.signers.length ? [signersNode(document.signers, context)] : []), footWords],
        nodes: [title, ...document.blocks.flatMap((block) => nodesOf(block, context))],
      },
    ],
  };
}
