import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflate } from 'node:zlib';
import { uploadRules } from '@contract/fields/uploadRules';
import { isPng } from './imageSize';

// Protects the PDF writer from hostile PNGs. A JPEG is embedded unchanged. PDFKit unpacks a PNG with transparency or
// interlacing whatever its size: a megabyte may become two gigabytes, and broken data end the process (QUALITY IN8).
// So each PNG is checked here first, in steps.

/** Highest number of unpacked bytes of pixels. PDFKit keeps three copies of them. */
const maxUnpacked = 128 * 1024 * 1024;
/** Highest number of bytes in a text chunk. */
const maxWords = 64 * 1024;

interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly bitsOfPixel: number;
  readonly interlaced: boolean;
  readonly seeThrough: boolean;
  readonly data: readonly Buffer[];
}

const channelsOfColourType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const lastFilter = 4;

/** Parses the header and locates the data; undefined for an incomplete file. */
function pngOf(bytes: Buffer): PngHeader | undefined {
  const [width, height, bits, kind, interlacing] = [
    bytes.readUInt32BE(16),
    bytes.readUInt32BE(20),
    bytes[24] ?? 0,
    bytes[25] ?? -1,
    bytes[28],
  ];
  const colours = channelsOfColourType[kind];
  if (colours === undefined || !width || !height || ![1, 2, 4, 8, 16].includes(bits)) return undefined;
  const data: Buffer[] = [];
  let seeThrough = kind === 4 || kind === 6;
  for (let index = 8; index + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(index);
    const name = bytes.toString('latin1', index + 4, index + 8);
    if (name === 'IEND')
      return { width, height, bitsOfPixel: bits * colours, interlaced: interlacing === 1, seeThrough, data };
    if (name === 'IDAT') data.push(bytes.subarray(index + 8, index + 8 + length));
    if (name === 'tRNS' && kind === 3) seeThrough = true;
    // PDFKit makes one call with one argument per letter of such a text.
    if (name === 'tEXt' && length > maxWords) return undefined;
    index += 12 + length;
  }
  return undefined;
}

/** First column and line, and steps, of the seven passes of an interlaced picture. */
const interlacePasses = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Returns groups of lines of equal length. A filter byte precedes each line. */
function linesOf({ width, height, bitsOfPixel, interlaced }: PngHeader): { count: number; length: number }[] {
  return (interlaced ? interlacePasses : [[0, 0, 1, 1] as const])
    .map(([x, y, dx, dy]) => ({
      count: Math.ceil((height - y) / dy),
      length: 1 + Math.ceil((Math.ceil((width - x) / dx) * bitsOfPixel) / 8),
      wide: width > x,
    }))
    .filter(({ count, wide }) => count > 0 && wide);
}

/** Checks that the data unpack to exactly the size in the header, and that each line has a valid filter. */
async function unpacksToStatedSize(png: PngHeader): Promise<boolean> {
  const lines = linesOf(png);
  let index = 0;
  let next: number | undefined = 0;
  const step = (): number | undefined => {
    const now = lines[0];
    if (!now) return undefined;
    now.count -= 1;
    if (now.count === 0) lines.shift();
    return now.length;
  };
  try {
    await pipeline(
      Readable.from(png.data),
      createInflate({ chunkSize: 64 * 1024 }),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          while (next !== undefined && next < index + chunk.length) {
            const length = step();
            if (length === undefined || (chunk[next - index] ?? 0) > lastFilter)
              throw new Error('the PNG does not match its header');
            next += length;
          }
          index += chunk.length;
        }
      },
    );
    return true;
  } catch {
    return false;
  }
}

/** Checks whether a picture can be printed at a bounded cost. */
export async function isDrawableHere(bytes: Buffer): Promise<boolean> {
  if (!isPng(bytes)) return true;
  if (bytes.length < 33 || bytes.length > uploadRules.print.limit) return false;
  const png = pngOf(bytes);
  if (!png) return false;
  if (
    (png.seeThrough || png.interlaced) &&
    linesOf(png).reduce((sum, { count, length }) => sum + count * length, 0) > maxUnpacked
  )
    return false;
  return unpacksToStatedSize(png);
}
