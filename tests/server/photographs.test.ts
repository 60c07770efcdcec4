import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { PrintDocument } from '@contract/print/printDocument';
import { root } from '@server/base/root';
import { imageSize } from '@server/files/pictures/imageSize';
import { storedOrientation } from '@server/files/pictures/pictureOrientation';
import { sizedPicture } from '@server/files/pictures/sizedPicture';
import { withoutMetadata } from '@server/files/pictures/withoutMetadata';
import { makeDocx } from '@server/print/makeDocx';
import { makePdf } from '@server/print/makePdf';

const photograph = readFileSync(join(root, 'tests/data/imports/v01-exif-orientation6.jpg'));

/** Returns the same picture with another orientation. */
function turnedTo(orientation: number): Buffer {
  const bytes = Buffer.from(photograph);
  const tag = bytes.indexOf(Buffer.from([0x01, 0x12, 0x00, 0x03]));
  bytes.writeUInt16BE(orientation, tag + 8);
  return bytes;
}

/** What a phone also writes. */
const place = 'GPS 30.2741N 120.1551E';
const exifOf = (orientation: number): Buffer => {
  const bytes = turnedTo(orientation);
  const from = bytes.indexOf('Exif\0\0', 0, 'latin1');
  return Buffer.concat([bytes.subarray(from + 6, from - 2 + bytes.readUInt16BE(from - 2)), Buffer.from(place)]);
};

/** Returns a PNG of 80 × 60: left half red, right half blue, as a sensor saw it that was held in this orientation. */
function turnedPng(orientation: number): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const [head, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    const named = Buffer.concat([Buffer.from(name), data]);
    head.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([head, named, sum]);
  };
  const ihdr = Buffer.from([0, 0, 0, 80, 0, 0, 0, 60, 8, 2, 0, 0, 0]);
  const row = [0, ...Array.from({ length: 80 }, (_, x) => (x < 40 ? [255, 0, 0] : [0, 0, 255])).flat()];
  const pixels = deflateSync(Buffer.from(Array.from({ length: 60 }, () => row).flat()));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', ihdr),
    chunk('eXIf', exifOf(orientation)),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns the same picture as a WebP with an EXIF chunk. */
async function turnedWebp(orientation: number): Promise<Buffer> {
  const frame = { width: 80, height: 60, fit: 'inside', format: 'webp' } as const;
  const plain = Buffer.from((await sizedPicture(turnedPng(1), frame)) ?? []);
  const chunk = (name: string, data: Buffer): Buffer => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  };
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', Buffer.from([8, 0, 0, 0, 79, 0, 0, 59, 0, 0])),
    plain.subarray(12),
    chunk('EXIF', exifOf(orientation)),
  ]);
  return chunk('RIFF', body);
}

/** Returns the colours of the two halves of a WebP. */
async function halvesOf(picture: Buffer, direction: 'across' | 'down'): Promise<string[]> {
  const { default: decode, init } = await import('@jsquash/webp/decode.js');
  const codec = readFileSync(join(root, 'node_modules/@jsquash/webp/codec/dec/webp_dec.wasm'));
  await init(await WebAssembly.compile(codec));
  const { data, width, height } = await decode(new Uint8Array(picture).buffer);
  return [0.25, 0.75].map((share) => {
    const [x, y] = direction === 'across' ? [width * share, height / 2] : [width / 2, height * share];
    const at = (Math.floor(y) * width + Math.floor(x)) * 4;
    return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue';
  });
}

const documentWith = (source: string, ratio: number): PrintDocument => ({
  title: '现场照片',
  agency: '甲检测中心',
  corner: '',
  foot: '',
  signers: [],
  blocks: [{ kind: 'pictures', across: 1, height: 80, pictures: [{ source, ratio, caption: '入口' }] }],
});
const dataUrl = (bytes: Buffer, mime = 'image/jpeg') => `data:${mime};base64,${bytes.toString('base64')}`;

/** Returns the transformations before each picture of a PDF. */
async function placesIn(pdf: Uint8Array): Promise<string[]> {
  const streams = [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g),
  ].flatMap(([, body]) => {
    try {
      return [inflateSync(Buffer.from(body ?? '', 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
  return [...streams.join('\n').matchAll(/((?:[-\d. ]+ cm\s+)+)\/I\d+ Do/g)].map(([, moves = '']) => moves.trim());
}

describe('photograph of an upright telephone is upright on paper (FILE-7)', () => {
  it('a photograph whose orientation is written as a LONG is read, too', () => {
    const bytes = turnedTo(0);
    const tag = bytes.indexOf(Buffer.from([0x01, 0x12, 0x00, 0x03]));
    bytes.writeUInt16BE(4, tag + 2);
    bytes.writeUInt32BE(8, tag + 8);
    expect(storedOrientation(bytes)).toBe(8);
  });

  it('a photograph has its displayed size in each of 8 orientations', () => {
    expect(storedOrientation(photograph)).toBe(6);
    expect([1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => imageSize(turnedTo(orientation)))).toEqual([
      ...Array.from({ length: 4 }, () => ({ width: 800, height: 600 })),
      ...Array.from({ length: 4 }, () => ({ width: 600, height: 800 })),
    ]);
    expect(imageSize(withoutMetadata(photograph))).toEqual({ width: 600, height: 800 });
  });

  it('a photograph taken with an upright phone stands upright in a docx', async () => {
    const bytes = await makeDocx(documentWith(dataUrl(photograph), 600 / 800), '王工', '副本');
    const xml = Buffer.from(unzipSync(bytes)['word/document.xml'] as Uint8Array).toString('utf8');
    expect(xml).toContain('rot="5400000"');
    const [, across, down] = (/<wp:extent cx="(\d+)" cy="(\d+)"/.exec(xml) ?? []).map(Number) as [
      number,
      number,
      number,
    ];
    // Before its rotation the picture lies on its side.
    expect(across / down).toBeCloseTo(800 / 600, 1);
    const [, left, top] = (/<wp:effectExtent l="(\d+)" t="(\d+)"/.exec(xml) ?? []).map(Number) as [
      number,
      number,
      number,
    ];
    expect([left, top]).toEqual([0, Math.round((across - down) / 2)]);
    const plain = await makeDocx(documentWith(dataUrl(turnedTo(1)), 800 / 600), '王工', '副本');
    expect(Buffer.from(unzipSync(plain)['word/document.xml'] as Uint8Array).toString('utf8')).not.toMatch(
      /rot="(?!0")/,
    );
  });

  it('a photograph taken with an upright phone stands upright in a PDF and keeps its proportions', async () => {
    const pdf = await makePdf(documentWith(dataUrl(photograph), 600 / 800), '王工');
    const [place = ''] = await placesIn(pdf);
    const [across, down] = (/([\d.]+) 0 0 -?([\d.]+) -?[\d.]+ -?[\d.]+ cm$/.exec(place) ?? []).slice(1).map(Number) as [
      number,
      number,
    ];
    // As from the sensor, in a rotated frame.
    expect(across / down).toBeCloseTo(800 / 600, 2);
  });

  it('a PNG or WebP that stores an orientation has its displayed size, and keeps the orientation without other metadata', async () => {
    for (const picture of [turnedPng(6), await turnedWebp(6)]) {
      const bare = withoutMetadata(picture);
      expect([storedOrientation(picture), imageSize(picture)]).toEqual([6, { width: 60, height: 80 }]);
      expect([storedOrientation(bare), imageSize(bare)]).toEqual([6, { width: 60, height: 80 }]);
      expect([picture.includes(place), bare.includes(place)]).toEqual([true, false]);
    }
    for (const picture of [turnedPng(1), await turnedWebp(1)])
      expect([imageSize(picture), storedOrientation(withoutMetadata(picture))]).toEqual([{ width: 80, height: 60 }, 1]);
  });

  it.each([
    [2, 'blue', 'red', 'across'],
    [3, 'blue', 'red', 'across'],
    [4, 'red', 'blue', 'across'],
    [5, 'red', 'blue', 'down'],
    [6, 'red', 'blue', 'down'],
    [7, 'blue', 'red', 'down'],
    [8, 'blue', 'red', 'down'],
  ] as const)('a PNG or WebP of orientation %i is published upright', async (orientation, first, second, direction) => {
    for (const picture of [turnedPng(orientation), await turnedWebp(orientation)]) {
      const frame = { width: 80, height: 80, fit: 'inside', format: 'webp' } as const;
      const upright = Buffer.from((await sizedPicture(picture, frame)) ?? []);
      expect([imageSize(upright), storedOrientation(upright)]).toEqual([
        direction === 'across' ? { width: 80, height: 60 } : { width: 60, height: 80 },
        1,
      ]);
      expect(await halvesOf(upright, direction)).toEqual([first, second]);
    }
  });

  it('a PNG that stores an orientation stands upright in docx and PDF, at the same place as a JPEG', async () => {
    const xml = async (source: string) =>
      Buffer.from(
        unzipSync(await makeDocx(documentWith(source, 600 / 800), '王工', '副本'))['word/document.xml'] as Uint8Array,
      ).toString('utf8');
    const turn = /<a:xfrm[^>]*>|<wp:extent [^>]*>/g;
    expect([...(await xml(dataUrl(turnedPng(6), 'image/png'))).matchAll(turn)].map(String)).toEqual(
      [...(await xml(dataUrl(photograph))).matchAll(turn)].map(String),
    );
    for (const orientation of [2, 3, 4, 5, 6, 7, 8]) {
      const ratio = orientation > 4 ? 600 / 800 : 800 / 600;
      const places = async (source: string) => placesIn(await makePdf(documentWith(source, ratio), '王工'));
      expect(await places(dataUrl(turnedPng(orientation), 'image/png')), String(orientation)).toEqual(
        await places(dataUrl(turnedTo(orientation))),
      );
    }
  });
});

describe('docx with any text (FILE-8)', () => {
  it('a docx made from texts with control characters contains 0 characters that XML forbids, in every part from title to caption', async () => {
    const nasty = 'a\u0000b\u0008c\u000bd\u001fe\uffffg\ud800h';
    const bytes = await makeDocx(
      {
        ...documentWith(dataUrl(photograph), 0.75),
        title: nasty,
        agency: nasty,
        foot: nasty,
        blocks: [
          { kind: 'facts', label: nasty, pairs: 2, facts: [{ label: nasty, value: nasty }] },
          {
            kind: 'pictures',
            across: 1,
            height: 80,
            pictures: [{ source: dataUrl(photograph), ratio: 0.75, caption: nasty }],
          },
        ],
      },
      nasty,
      nasty,
    );
    const parts = Object.entries(unzipSync(bytes)).filter(([name]) => /\.(xml|rels)$/.test(name));
    expect(parts.length).toBeGreaterThan(5);
    // eslint-disable-next-line no-control-regex
    for (const [name, content] of parts)
      expect(Buffer.from(content).toString('utf8'), name).not.toMatch(
        /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ufffd]/,
      );
    expect(Buffer.from(unzipSync(bytes)['word/document.xml'] as Uint8Array).toString('utf8')).toContain('abcdegh');
  });
});
