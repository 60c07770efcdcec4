// QR codes for files that are made in a child process (server/child).
import { crc32, deflateSync } from 'node:zlib';
import qrEncoder from 'pdfmake/js/qrEnc.js';

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

// A module in CommonJS: Node gives its exports as `default`, a bundler as they are.
const encoder = qrEncoder.default ?? qrEncoder;

/** White modules around a QR code, which readers need, and pixels per module. */
const quiet = 4;
const unit = 4;

/** Makes a QR code as PNG, one byte per pixel. */
export function qrPicture(text) {
  const {
    _width: width,
    _canvas: [, ...dark],
  } = encoder.measure({ qr: text, eccLevel: 'M' });
  const module = dark[0].w;
  const side = (width / module + 2 * quiet) * unit;
  const pixelRows = Array.from({ length: side }, () => Buffer.alloc(side + 1, 255).fill(0, 0, 1));
  for (const { x, y } of dark) {
    const [left, top] = [(x / module + quiet) * unit, (y / module + quiet) * unit];
    for (let row = top; row < top + unit; row += 1) pixelRows[row].fill(0, left + 1, left + unit + 1);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // Eight-bit greyscale.
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(pixelRows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
