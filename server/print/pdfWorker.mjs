// Draws PDFs in a child process (server/child) from pdfDefinition.ts, with fonts read once. pdfmake would measure and
// wrap again what has its position already, eight seconds for a report of 2,000 results, so only its PDFKit and its QR
// codes are used.
import { readFileSync } from 'node:fs';
import pdfkit from 'pdfmake/js/PDFDocument.js';
import qrEncoder from 'pdfmake/js/qrEnc.js';

/** Read once per process. */
let files;

const number = (value) => String(Math.round(value * 1000) / 1000);

/**
 * Returns a font within one document, which maps each character to its glyph and its width in thousandths of the size.
 */
function faceOf(document, name) {
  // The layout measures characters singly, so ligatures and kerning are off.
  document.registerFont(name, files[name]);
  const { _font: font } = document.font(name);
  const known = new Map();
  return {
    font,
    letter(letter) {
      let found = known.get(letter);
      if (!found) {
        const [codes, positions] = font.encode(letter);
        known.set(
          letter,
          (found = { code: codes.join(''), width: positions.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) }),
        );
      }
      return found;
    },
  };
}

/** Size and offsets of superscripts and subscripts, in units of the font size. */
const small = 0.7;
const raised = 0.36;
const lowered = 0.16;

function textOps({ x, y, size, runs }, faces) {
  const ops = [];
  let left = x;
  for (const run of runs) {
    const face = faces[run.font];
    const own = run.sub || run.sup ? size * small : size;
    const base = run.sup ? y - size * raised : run.sub ? y + size * lowered : y;
    let codes = '';
    let width = 0;
    for (const letter of run.text) {
      const found = face.letter(letter);
      codes += found.code;
      width += found.width;
    }
    // The page's y axis points down, so text is mirrored back upright.
    ops.push(`/${face.font.id} ${number(own)} Tf 1 0 0 -1 ${number(left)} ${number(base)} Tm <${codes}> Tj`);
    left += (width / 1000) * own;
  }
  return ops.join('\n');
}

const rectangles = (frames) => frames.map((frame) => `${frame.map(number).join(' ')} re`).join('\n');

/** Draws a QR code of the given width; modules have whole hundredths of a point, so no gaps appear between them. */
function qrOps({ x, y, width, source }) {
  const {
    _width: side,
    _canvas: [, ...dark],
  } = qrEncoder.default.measure({ qr: source.slice(3), eccLevel: 'M' });
  const scale = width / side;
  return dark
    .map(
      (one) =>
        `${number(x + one.x * scale)} ${number(y + one.y * scale)} ${number(one.w * scale)} ${number(one.h * scale)} re`,
    )
    .join('\n');
}

/** Bars above their limit are filled; the limit is a dashed line. */
function barOps({ bars = [], lines = [] }) {
  const ops = [];
  if (bars.length) ops.push(`0.2 0.2 0.2 rg ${rectangles(bars)} f`);
  if (lines.length)
    ops.push(
      `[2 1.5] 0 d 0.8 w ${lines.map((line) => `${number(line[0])} ${number(line[1])} m ${number(line[2])} ${number(line[3])} l`).join(' ')} S [] 0 d 0.5 w`,
    );
  return ops;
}

const frameOps = ({ frames, shaded, ...page }) => [
  'q 0.5 w 0.2 0.2 0.2 RG 0.941 0.949 0.953 rg',
  ...(shaded.length ? [`${rectangles(shaded)} B`] : []),
  ...(frames.length ? [`${rectangles(frames)} S`] : []),
  ...barOps(page),
];

const struckOps = ({ x, y, size, struck }) =>
  struck ? [`${number(x)} ${number(y - size * 0.34)} m ${number(x + struck)} ${number(y - size * 0.34)} l S`] : [];

/** Puts the pictures and texts of one tag on the page. */
function drawTag(document, { texts, pictures }, faces) {
  for (const one of pictures)
    if (one.source.startsWith('qr:')) document.addContent(`q 0 0 0 rg ${qrOps(one)} f Q`);
    else putPicture(document, one);
  if (texts.length)
    document.addContent(
      [
        'q 0.5 w 0 0 0 rg 0 0 0 RG BT',
        ...texts.map((text) => textOps(text, faces)),
        'ET',
        ...texts.flatMap(struckOps),
        'Q',
      ].join('\n'),
    );
}

/** Makes the element of a tag: a heading of several columns says how many. */
function elementOf(document, { type, alt, scope, span }, content, picture) {
  const box = picture && [picture.x, picture.y, picture.x + picture.width, picture.y + picture.height];
  const element = document.struct(type, { ...(alt ? { alt } : {}), ...(box ? { bbox: box } : {}) });
  if (scope || span)
    element.dictionary.data.A = { O: 'Table', ...(scope ? { Scope: scope } : {}), ...(span ? { ColSpan: span } : {}) };
  if (content) element.add(content);
  element.end();
  return element;
}

/** Draws a page whose parts have tags, in the order of reading; rules, header and footer are artifacts. */
function drawTaggedPage(document, page, faces, body) {
  const { width, height, texts, pictures, tags } = page;
  document.addPage({ size: [width, height], margin: 0 });
  for (const { font } of Object.values(faces)) document.page.fonts[font.id] = font.ref();
  const asArtifact = (type, draw) => {
    document.markContent('Artifact', { type });
    draw();
    document.endMarkedContent();
  };
  asArtifact('Layout', () => document.addContent([...frameOps(page), 'Q'].join('\n')));
  const parts = tags.map(() => ({ texts: [], pictures: [] }));
  const untagged = { texts: [], pictures: [] };
  for (const text of texts) (parts[text.tag] ?? untagged).texts.push(text);
  for (const picture of pictures) (parts[picture.tag] ?? untagged).pictures.push(picture);
  const tables = new Map();
  const parentOf = ({ table, row }) => {
    if (table === undefined) return body;
    let known = tables.get(table);
    if (!known) {
      tables.set(table, (known = { element: document.struct('Table'), rows: new Map() }));
      body.add(known.element);
    }
    let line = known.rows.get(row);
    if (!line) {
      known.rows.set(row, (line = document.struct('TR')));
      known.element.add(line);
    }
    return line;
  };
  for (const [index, tag] of tags.entries()) {
    const part = parts[index];
    const isEmpty = part.texts.length + part.pictures.length === 0;
    if (tag.type === 'Artifact') {
      if (!isEmpty) asArtifact('Pagination', () => drawTag(document, part, faces));
      continue;
    }
    if (isEmpty && tag.table === undefined) continue;
    const content = isEmpty ? undefined : document.markStructureContent(tag.type);
    if (content) {
      drawTag(document, part, faces);
      document.endMarkedContent();
    }
    parentOf(tag).add(elementOf(document, tag, content, part.pictures[0]));
  }
  if (untagged.texts.length + untagged.pictures.length)
    asArtifact('Pagination', () => drawTag(document, untagged, faces));
  for (const { element } of tables.values()) element.end();
}

/** Adds the bookmarks; those of the second level stand below the last one of the first. */
function addBookmarks(document, bookmarks, pages) {
  let parent;
  for (const { title, page, y, level } of bookmarks) {
    // The writer counts the left edge from the right side of the page.
    const place = { pageNumber: page, top: Math.max(0, y - 6), left: pages[page].width };
    const item = (level === 1 || !parent ? document.outline : parent).addItem(title, place);
    if (level === 1) parent = item;
  }
}

function drawPage(document, page, faces) {
  const { width, height, texts, pictures } = page;
  document.addPage({ size: [width, height], margin: 0 });
  const ops = frameOps(page);
  ops.push('0 0 0 rg');
  for (const one of pictures) if (one.source.startsWith('qr:')) ops.push(`${qrOps(one)} f`);
  ops.push('0 0 0 RG BT');
  for (const text of texts) ops.push(textOps(text, faces));
  ops.push('ET');
  ops.push(...texts.flatMap(struckOps), 'Q');
  for (const { font } of Object.values(faces)) document.page.fonts[font.id] = font.ref();
  document.addContent(ops.join('\n'));
  for (const one of pictures) if (!one.source.startsWith('qr:')) putPicture(document, one);
}

/** A picture that PDFKit can't read leaves its place empty; the rest of the paper is drawn. */
function putPicture(document, { x, y, width, height, source, orientation, clip, rings = [] }) {
  if (clip)
    document
      .save()
      .rect(...clip)
      .clip();
  try {
    const image = orientation && Object.assign(document.openImage(source), { orientation });
    document.image(image || source, x, y, { width, height });
  } catch {
    // No byte of the picture has been written yet.
  }
  if (clip) document.restore();
  for (const [ringX, ringY, radius] of rings)
    document.save().lineWidth(1.8).circle(ringX, ringY, radius).stroke('#000000').restore();
}

/**
 * Returns the fonts of a document. A sans document always has both weights in this order, because the files of signed
 * papers must stay equal byte by byte.
 */
function fontsOf(pages) {
  const used = new Set(pages.flatMap(({ texts }) => texts.flatMap(({ runs }) => runs.map(({ font }) => font))));
  return used.has('serif') || used.has('latin') ? [...used].sort() : ['regular', 'bold'];
}

const archivable = { pdfVersion: '1.7', subset: 'PDF/A-2b', tagged: true };

function drawn({ title, author, createdAt, pages, bookmarks }) {
  return new Promise((resolve, reject) => {
    const document = new pdfkit.default(
      {},
      {},
      {},
      {},
      {
        autoFirstPage: false,
        info: { Title: title, Author: author, ...(createdAt ? { CreationDate: createdAt } : {}) },
        lang: 'zh-CN',
        displayTitle: true,
        font: null,
        ...(bookmarks ? archivable : {}),
      },
    );
    const parts = [];
    document.on('data', (part) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
    const faces = Object.fromEntries(fontsOf(pages).map((name) => [name, faceOf(document, name)]));
    if (bookmarks) {
      const body = document.struct('Document');
      document.addStructure(body);
      for (const page of pages) drawTaggedPage(document, page, faces, body);
      addBookmarks(document, bookmarks, pages);
      body.end();
    } else for (const page of pages) drawPage(document, page, faces);
    document.end();
  });
}

/**
 * Returns the bytes of a PDF.
 * @param faces paths of the fonts
 */
export async function draw(definition, faces) {
  files ??= Object.fromEntries(Object.entries(faces).map(([name, path]) => [name, readFileSync(path)]));
  return new Uint8Array(await drawn(definition));
}
