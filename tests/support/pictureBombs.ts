import { once } from 'node:events';
import { crc32, createDeflate, deflateSync } from 'node:zlib';
import { png } from './uploads';

// Pictures that are small as files, and large or endless when unpacked (QUALITY IN8).

export const megabyte = 1024 * 1024;

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** Returns so many zero bytes, packed a thousand to one. */
async function packedZeros(length: number): Promise<Buffer> {
  const packing = createDeflate();
  const parts: Buffer[] = [];
  packing.on('data', (part: Buffer) => parts.push(part));
  const zeros = Buffer.alloc(megabyte);
  for (let left = length; left > 0; left -= zeros.length)
    if (!packing.write(zeros.subarray(0, Math.min(left, zeros.length)))) await once(packing, 'drain');
  packing.end();
  await once(packing, 'end');
  return Buffer.concat(parts);
}

interface PngBomb {
  readonly width: number;
  readonly height: number;
  /** Packed data; by default as long as the header says. */
  readonly data?: Uint8Array;
  /** Colours from a palette, one byte a pixel. */
  readonly palette?: boolean;
  /** Chunks before the data. */
  readonly more?: readonly (readonly [string, Uint8Array])[];
}

/** Returns a PNG with eight bits of red, green, blue and alpha a pixel, or of a palette. */
export async function pngBomb({ width, height, data, palette = false, more = [] }: PngBomb): Promise<Buffer> {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, palette ? 3 : 6, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...more.map(([type, body]) => chunk(type, body)),
    chunk('IDAT', data ?? (await packedZeros(height * (1 + width * (palette ? 1 : 4))))),
    chunk('IEND', new Uint8Array()),
  ]);
}

const segment = (marker: number, data: Uint8Array): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};

/** Returns the header of a frame of that size, after such segments; it can't be drawn. */
export function jpeg(width: number, height: number, segments: readonly Uint8Array[] = []): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...segments,
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0, 0xff, 0xd9]),
  ]);
}

/** Returns Exif data as telephones write them, with the place and the orientation. */
export function exifWithPlace(orientation = 1): Buffer {
  const tiff = Buffer.alloc(104);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  // Two entries: the orientation, and a pointer to the GPS table, which has one: 30° 15′ 30″ north.
  Buffer.from('020012010300010000000100000025880400010000002c00000000000000', 'hex').copy(tiff, 8);
  tiff.writeUInt16LE(orientation, 18);
  Buffer.from('0100020005000300000044000000', 'hex').copy(tiff, 44);
  for (const [at, value] of [30, 1, 15, 1, 30, 1].entries()) tiff.writeUInt32LE(value, 68 + at * 4);
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));
}

/** Returns a table that refers to itself and claims 65,535 entries of four gigabytes each. */
function exifWithoutEnd(): Buffer {
  const tiff = Buffer.alloc(60_000, 0xff);
  tiff.write('MM\0*\0\0\0\x08', 0, 'latin1');
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));
}

const segments = (count: number): Buffer[] =>
  Array.from({ length: count }, () =>
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), Buffer.alloc(65_000, 0x45)])),
  );

export interface PictureBomb {
  readonly name: string;
  readonly content: Uint8Array;
  /** True where an upload is refused for its size in pixels. */
  readonly refused: boolean;
  /** True where it can be printed. */
  readonly printed: boolean;
}

export async function pictureBombs(): Promise<PictureBomb[]> {
  const gif = Buffer.from('474946383961000000000000', 'hex');
  gif.writeUInt16LE(30_000, 6);
  gif.writeUInt16LE(30_000, 8);
  const webp = Buffer.from('524946461600000057454250565038580a0000000000000000000000000000', 'hex');
  webp.writeUIntLE(16_383, 24, 3);
  webp.writeUIntLE(16_383, 27, 3);
  const endless = await packedZeros(512 * megabyte);
  const words = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), endless]);
  const refused = [
    ['三万见方.png', png(30_000, 30_000)],
    ['一行.png', png(4_000_000_000, 1)],
    ['三万见方.jpg', jpeg(30_000, 30_000)],
    ['三万见方且有九兆EXIF.jpg', jpeg(30_000, 30_000, segments(140))],
    ['六万见方.jpg', jpeg(65_535, 65_535, [exifWithPlace()])],
    ['三万见方.gif', gif],
    ['一万六见方.webp', webp],
  ] as const;
  const left = [
    ['声称20×10实为512MB.png', await pngBomb({ width: 20, height: 10, data: endless })],
    ['一亿像素.png', await pngBomb({ width: 10_000, height: 10_000 })],
    ['数据残缺.png', await pngBomb({ width: 20, height: 10, data: deflateSync(Buffer.alloc(810)).subarray(0, 12) })],
    ['没有这种滤波.png', await pngBomb({ width: 20, height: 10, data: deflateSync(Buffer.alloc(810, 9)) })],
    ['文字过长.png', await pngBomb({ width: 20, height: 10, more: [['tEXt', Buffer.alloc(4 * megabyte, 0x41)]] })],
  ] as const;
  const harmless = [
    [
      '注释实为512MB.png',
      await pngBomb({
        width: 20,
        height: 10,
        more: [
          ['zTXt', words],
          ['iCCP', words],
        ],
      }),
    ],
    ['九兆EXIF.jpg', jpeg(20, 10, segments(140))],
    ['EXIF指向自己.jpg', jpeg(20, 10, [exifWithoutEnd()])],
    ['带定位.jpg', jpeg(20, 10, [exifWithPlace()])],
  ] as const;
  return [
    ...refused.map(([name, content]) => ({ name, content, refused: true, printed: false })),
    ...left.map(([name, content]) => ({ name, content, refused: false, printed: false })),
    ...harmless.map(([name, content]) => ({ name, content, refused: false, printed: true })),
  ];
}
