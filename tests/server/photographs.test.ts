import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { PrintDocument } from '@contract/print/printDocument';
import { root } from '@server/base/root';
import { imageSize } from '@server/files/pictures/imageSize';
import { jpegOrientation } from '@server/files/pictures/pictureOrientation';
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

const documentWith = (source: string, ratio: number): PrintDocument => ({
  title: '现场照片',
  agency: '甲检测中心',
  corner: '',
  foot: '',
  signers: [],
  blocks: [{ kind: 'pictures', across: 1, height: 80, pictures: [{ source, ratio, caption: '入口' }] }],
});
const dataUrl = (bytes: Buffer) => `data:image/jpeg;base64,${bytes.toString('base64')}`;

describe('photograph of an upright telephone is upright on paper (FILE-7)', () => {
  it('a photograph whose orientation is written as a LONG is read, too', () => {
    const bytes = turnedTo(0);
    const tag = bytes.indexOf(Buffer.from([0x01, 0x12, 0x00, 0x03]));
    bytes.writeUInt16BE(4, tag + 2);
    bytes.writeUInt32BE(8, tag + 8);
    expect(jpegOrientation(bytes)).toBe(8);
  });

  it('a photograph has its displayed size in each of 8 orientations', () => {
    expect(jpegOrientation(photograph)).toBe(6);
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
    const pdf = Buffer.from(await makePdf(documentWith(dataUrl(photograph), 600 / 800), '王工'));
    const streams = [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, body]) => {
      try {
        return [inflateSync(Buffer.from(body ?? '', 'latin1')).toString('latin1')];
      } catch {
        return [];
      }
    });
    const [, across, down] = (
      /([\d.]+) 0 0 -?([\d.]+) -?[\d.]+ -?[\d.]+ cm\s+\/I\d+ Do/.exec(streams.join('\n')) ?? []
    ).map(Number) as [number, number, number];
    // As from the sensor, in a rotated frame.
    expect(across / down).toBeCloseTo(800 / 600, 2);
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
