// Draws PDFs in a child process (server/child) from pdfDefinition.ts, with fonts read once. pdfmake would measure and wrap
// again what has its position already, eight seconds for a report of 2,000 results, so only its PDFKit and its QR codes
// are used.
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

function drawPage(document, page, faces) {
  const { width, height, frames, shaded, texts, pictures } = page;
  document.addPage({ size: [width, height], margin: 0 });
  const ops = ['q 0.5 w 0.2 0.2 0.2 RG 0.941 0.949 0.953 rg'];
  if (shaded.length) ops.push(`${rectangles(shaded)} B`);
  if (frames.length) ops.push(`${rectangles(frames)} S`);
  ops.push('0 0 0 rg');
  for (const one of pictures) if (one.source.startsWith('qr:')) ops.push(`${qrOps(one)} f`);
  ops.push('0 0 0 RG BT');
  for (const text of texts) ops.push(textOps(text, faces));
  ops.push('ET');
  for (const { x, y, size, struck } of texts)
    if (struck)
      ops.push(`${number(x)} ${number(y - size * 0.34)} m ${number(x + struck)} ${number(y - size * 0.34)} l S`);
  ops.push('Q');
  for (const { font } of Object.values(faces)) document.page.fonts[font.id] = font.ref();
  document.addContent(ops.join('\n'));
  for (const one of pictures) if (!one.source.startsWith('qr:')) putPicture(document, one);
}

/** A picture that PDFKit can't read leaves its place empty; the rest of the paper is drawn. */
function putPicture(document, { x, y, width, height, source, clip }) {
  if (clip)
    document
      .save()
      .rect(...clip)
      .clip();
  try {
    document.image(source, x, y, { width, height });
  } catch {
    // No byte of the picture has been written yet.
  }
  if (clip) document.restore();
}

/**
 * Returns the fonts of a document. A sans document always has both weights in this order, because the files of signed
 * papers must stay equal byte by byte.
 */
function fontsOf(pages) {
  const used = new Set(pages.flatMap(({ texts }) => texts.flatMap(({ runs }) => runs.map(({ font }) => font))));
  return used.has('serif') || used.has('latin') ? [...used].sort() : ['regular', 'bold'];
}

function drawn({ title, author, createdAt, pages }) {
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
      },
    );
    const parts = [];
    document.on('data', (part) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
    const faces = Object.fromEntries(fontsOf(pages).map((name) => [name, faceOf(document, name)]));
    for (const page of pages) drawPage(document, page, faces);
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
