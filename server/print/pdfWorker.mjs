// Draws PDFs in a process of its own (server/child), of what definition.ts describes: the fonts are read once. pdfmake
// measures and breaks again what
// has its place already, eight seconds of it for a report of 2,000 results; its PDFKit and its QR codes are all that is
// taken of it.
import { readFileSync } from 'node:fs';
import pdfkit from 'pdfmake/js/PDFDocument.js';
import qrEncoder from 'pdfmake/js/qrEnc.js';

/** Read once a process. */
let files;

const number = (value) => String(Math.round(value * 1000) / 1000);

/** A face within one document: of each letter its number in the file, and its width in thousandths of the size. */
function faceOf(document, name) {
  // As letters stand in the layout: each by itself, no pairs drawn together.
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

/** Raised and lowered letters, in sizes. */
const small = 0.7;
const raised = 0.36;
const lowered = 0.16;

function textOps({ x, y, size, bold, runs }, faces) {
  const face = bold ? faces.bold : faces.regular;
  const ops = [];
  let left = x;
  for (const run of typeof runs === 'string' ? [{ text: runs }] : runs) {
    const own = run.sub || run.sup ? size * small : size;
    const base = run.sup ? y - size * raised : run.sub ? y + size * lowered : y;
    let codes = '';
    let width = 0;
    for (const letter of run.text) {
      const found = face.letter(letter);
      codes += found.code;
      width += found.width;
    }
    // The page's y grows downwards: letters are turned back upright.
    ops.push(`/${face.font.id} ${number(own)} Tf 1 0 0 -1 ${number(left)} ${number(base)} Tm <${codes}> Tj`);
    left += (width / 1000) * own;
  }
  return ops.join('\n');
}

const rectangles = (frames) => frames.map((frame) => `${frame.map(number).join(' ')} re`).join('\n');

/** Wide as its place; modules of whole hundredths of a point, so that no white lines stand between them. */
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

/** One that PDFKit can't read leaves its place empty: the other words of the paper are none the worse. */
function putPicture(document, { x, y, width, height, source }) {
  try {
    document.image(source, x, y, { width, height });
  } catch {
    // Nothing of it has been written yet.
  }
}

function drawn({ title, author, made, pages }) {
  return new Promise((resolve, reject) => {
    const document = new pdfkit.default(
      {},
      {},
      {},
      {},
      {
        autoFirstPage: false,
        info: { Title: title, Author: author, ...(made ? { CreationDate: made } : {}) },
        lang: 'zh-CN',
        displayTitle: true,
        font: null,
      },
    );
    const parts = [];
    document.on('data', (part) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
    const faces = { regular: faceOf(document, 'regular'), bold: faceOf(document, 'bold') };
    for (const page of pages) drawPage(document, page, faces);
    document.end();
  });
}

/** The bytes of a PDF. @param faces where the files of the two faces lie */
export async function draw(definition, faces) {
  files ??= { regular: readFileSync(faces.regular), bold: readFileSync(faces.bold) };
  return new Uint8Array(await drawn(definition));
}
