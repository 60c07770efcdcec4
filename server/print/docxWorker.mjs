// Makes docx files in a child process (server/child) from docxDefinition.ts.
import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  Header,
  HeadingLevel,
  HeightRule,
  ImageRun,
  LineRuleType,
  Packer,
  PageNumber,
  PageOrientation,
  Paragraph,
  SectionType,
  Tab,
  Table,
  TableCell,
  TableLayoutType,
  TableOfContents,
  TableRow,
  TabStopType,
  TextRun,
  VerticalAlign,
  VerticalMergeType,
  WidthType,
} from 'docx';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { qrPicture } from './qrPicture.mjs';

/** Fonts that every word processor has or can substitute. */
const font = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', cs: 'Times New Roman', eastAsia: '宋体' };
const headingFont = { ...font, eastAsia: '黑体' };

/** Converts mm to twentieths of a point. */
const twips = (mm) => Math.round((mm * 1440) / 25.4);
const pixels = (mm) => Math.max(1, Math.round((mm * 96) / 25.4));

function dataOf(source) {
  if (source.startsWith('qr:')) return { type: 'png', data: qrPicture(source.slice(3)) };
  const [head, body] = source.split(',', 2);
  return { type: head.includes('png') ? 'png' : 'jpg', data: Buffer.from(body, 'base64') };
}

let pictures = 0;

function inline(one) {
  if (one.tab) return new TextRun({ children: [new Tab()] });
  const size = one.size === undefined ? {} : { size: Math.round(one.size * 2) };
  // Few word processors show the page count of a section, all show the document's: so pages are counted from the cover,
  // which shows no number.
  if (one.field)
    return new TextRun({ children: [one.field === 'page' ? PageNumber.CURRENT : PageNumber.TOTAL_PAGES], ...size });
  if (one.picture) {
    pictures += 1;
    const { degrees, mirrored } = one.rotation;
    // A picture rotated by 90° has its height as width.
    const [width, height] = degrees % 180 === 0 ? [one.width, one.height] : [one.height, one.width];
    return new ImageRun({
      ...dataOf(one.picture),
      transformation: {
        width: pixels(width),
        height: pixels(height),
        rotation: degrees,
        ...(mirrored ? { flip: { horizontal: true } } : {}),
      },
      altText: { name: `图${pictures}`, title: one.caption, description: one.caption },
    });
  }
  const { text, bold, strike, sub, sup } = one;
  return new TextRun({
    text,
    ...size,
    ...(bold ? { bold } : {}),
    ...(strike ? { strike } : {}),
    ...(sub ? { subScript: true } : {}),
    ...(sup ? { superScript: true } : {}),
  });
}

const alignments = { left: AlignmentType.LEFT, center: AlignmentType.CENTER, right: AlignmentType.RIGHT };
const styles = { title: HeadingLevel.TITLE, heading: HeadingLevel.HEADING_1 };

/** An empty line is as high as the font size of its paragraph mark, whatever its runs contain. */
const markOf = (inlines) =>
  inlines.length > 0 && inlines.every(({ text, size }) => text === '' && size !== undefined)
    ? { run: { size: Math.round(inlines[0].size * 2) } }
    : {};

function paragraph({ inlines, align, style, keepNext, pageBreak, before, after, pitch, tabs }) {
  return new Paragraph({
    children: inlines.map(inline),
    ...markOf(inlines),
    alignment: alignments[align],
    ...(style ? { heading: styles[style] } : {}),
    ...(keepNext ? { keepNext } : {}),
    ...(pageBreak ? { pageBreakBefore: true } : {}),
    ...(before !== undefined || after !== undefined || pitch !== undefined
      ? {
          spacing: {
            before: twips(before ?? 0),
            after: twips(after ?? 0),
            ...(pitch !== undefined ? { line: twips(pitch), lineRule: LineRuleType.EXACT } : {}),
          },
        }
      : {}),
    ...(tabs
      ? {
          tabStops: [
            { type: TabStopType.CENTER, position: twips(tabs[0]) },
            { type: TabStopType.RIGHT, position: twips(tabs[1]) },
          ],
        }
      : {}),
  });
}

const line = { style: BorderStyle.SINGLE, size: 4, color: '333333' };
const none = { style: BorderStyle.NONE, size: 0, color: 'auto' };
const bordersOf = (framed) =>
  Object.fromEntries(
    ['top', 'bottom', 'left', 'right', 'insideHorizontal', 'insideVertical'].map((side) => [
      side,
      framed ? line : none,
    ]),
  );
const merges = { begin: VerticalMergeType.RESTART, 'go on': VerticalMergeType.CONTINUE };

function cellOf({ paragraphs, width, span, merge, shaded }) {
  return new TableCell({
    children: paragraphs.map(paragraph),
    width: { size: twips(width), type: WidthType.DXA },
    verticalAlign: VerticalAlign.CENTER,
    ...(span > 1 ? { columnSpan: span } : {}),
    ...(merge ? { verticalMerge: merges[merge] } : {}),
    ...(shaded ? { shading: { fill: 'F0F2F3' } } : {}),
  });
}

function table({ widths, framed, rows }) {
  return new Table({
    layout: TableLayoutType.FIXED,
    columnWidths: widths.map(twips),
    width: { size: twips(widths.reduce((sum, one) => sum + one, 0)), type: WidthType.DXA },
    borders: bordersOf(framed),
    // Half of the normal padding, because substitute fonts may be somewhat wider.
    margins: {
      marginUnitType: WidthType.DXA,
      top: twips(0.5),
      bottom: twips(0.5),
      left: twips(0.4),
      right: twips(0.4),
    },
    rows: rows.map(
      ({ cells, head, minRowHeight }) =>
        new TableRow({
          children: cells.map(cellOf),
          cantSplit: true,
          ...(head ? { tableHeader: true } : {}),
          ...(minRowHeight ? { height: { value: twips(minRowHeight), rule: HeightRule.ATLEAST } } : {}),
        }),
    ),
  });
}

// Marked as outdated: the word processor counts the pages itself when it opens the file.
const contents = ({ entries }) =>
  new TableOfContents('目录', {
    headingStyleRange: '1-1',
    cachedEntries: entries.map(({ title, page }) => ({ title, level: 1, page })),
    beginDirty: true,
  });

const nodes = { table, contents, paragraph };
const node = (one) => nodes[one.kind](one);

function documentOf({ title, author, landscape, width, height, margin, sections }) {
  const edges = {
    top: twips(margin.top + 14),
    bottom: twips(margin.bottom + 14),
    left: twips(margin.left),
    right: twips(margin.right),
    header: twips(margin.top),
    footer: twips(margin.bottom),
  };
  return new Document({
    title,
    creator: author,
    lastModifiedBy: author,
    styles: {
      default: {
        document: { run: { font, size: 18, language: { value: 'en-US', eastAsia: 'zh-CN' } } },
        title: {
          run: { font: headingFont, size: 32, bold: true, color: '000000' },
          paragraph: { alignment: AlignmentType.CENTER },
        },
        heading1: {
          run: { font: headingFont, size: 20, bold: true, color: '000000' },
          paragraph: { spacing: { before: twips(2), after: twips(1) } },
        },
      },
    },
    sections: sections.map(({ header, footer, nodes }) => ({
      properties: {
        type: SectionType.NEXT_PAGE,
        // The library swaps width and height itself for landscape.
        page: {
          size: {
            width: twips(Math.min(width, height)),
            height: twips(Math.max(width, height)),
            orientation: landscape ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT,
          },
          margin: edges,
        },
      },
      headers: { default: new Header({ children: header.map(node) }) },
      footers: { default: new Footer({ children: footer.map(node) }) },
      children: nodes.map(node),
    })),
  });
}

/**
 * Adds the space that a rotated picture needs beyond its own extent; the library omits it, and lines would overlap the
 * picture.
 */
function withRoom(bytes) {
  const parts = unzipSync(bytes);
  const xml = Buffer.from(parts['word/document.xml']).toString('utf8');
  const lies = /rot="(?:5400000|16200000)"/;
  if (!lies.test(xml)) return bytes;
  parts['word/document.xml'] = strToU8(
    xml
      .split('<wp:inline')
      .map((piece, at) => {
        if (at === 0 || !lies.test(piece)) return piece;
        const [, across, down] = /<wp:extent cx="(\d+)" cy="(\d+)"\/>/.exec(piece) ?? [];
        const [beside, above] = [
          Math.max(0, Math.round((down - across) / 2)),
          Math.max(0, Math.round((across - down) / 2)),
        ];
        return piece.replace(
          /<wp:effectExtent [^>]*\/>/,
          `<wp:effectExtent l="${beside}" t="${above}" r="${beside}" b="${above}"/>`,
        );
      })
      .join('<wp:inline'),
  );
  return zipSync(parts);
}

/** Returns the bytes of a docx file. */
export async function write(definition) {
  pictures = 0;
  return withRoom(new Uint8Array(await Packer.toArrayBuffer(documentOf(definition))));
}
