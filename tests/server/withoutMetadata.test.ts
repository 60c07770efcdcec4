import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { imageSize } from '@server/files/pictures/imageSize';
import { withoutMetadata } from '@server/files/pictures/withoutMetadata';
import { exifWithPlace, jpeg, pngBomb } from '../support/pictureBombs';
import { png } from '../support/uploads';

const photograph = readFileSync(join(import.meta.dirname, '../../server/seed/demo/pictures/sampling.jpg'));
const place = Buffer.from('1e000000010000000f000000010000001e00000001000000', 'hex');
const segment = (marker: number, text: string): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text, 'latin1')]);
const behindHead = (...parts: Buffer[]): Buffer =>
  Buffer.concat([photograph.subarray(0, 2), ...parts, photograph.subarray(2)]);

describe('photograph for the public', () => {
  it('a photograph for public pages loses its location, texts and trailing data, and no byte of its picture', () => {
    const bare = withoutMetadata(photograph);
    const told = Buffer.concat([
      behindHead(
        exifWithPlace(),
        segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>'),
        segment(0xed, 'Photoshop 3.0\0'),
        segment(0xe2, 'MPF\0'),
        segment(0xfe, '张三的手机'),
      ),
      Buffer.from('ftypmp42'),
      photograph,
    ]);
    expect(told.includes(place)).toBe(true);
    expect(withoutMetadata(told).equals(bare)).toBe(true);
    expect([bare.includes('Exif'), imageSize(bare)]).toEqual([false, imageSize(photograph)]);
    // Everything from the quantisation tables to the end, as coded by the camera.
    const tables = photograph.indexOf(Buffer.from([0xff, 0xdb]));
    expect(bare.subarray(-(photograph.length - tables)).equals(photograph.subarray(tables))).toBe(true);
    expect(withoutMetadata(bare).equals(bare)).toBe(true);
  });

  it('a photograph for public pages keeps its orientation, in either byte order, and its colours', () => {
    const turned = withoutMetadata(
      behindHead(exifWithPlace(6), segment(0xe2, 'ICC_PROFILE\0\x01\x01'), segment(0xee, 'Adobe\0d\0\0\0\0\x01')),
    );
    expect([turned.includes(place), turned.includes('ICC_PROFILE'), turned.includes('Adobe')]).toEqual([
      false,
      true,
      true,
    ]);
    const exif = turned.indexOf('Exif\0\0');
    expect([
      turned.toString('latin1', exif + 6, exif + 8),
      turned.readUInt16BE(exif + 6 + 10),
      turned.readUInt16BE(exif + 6 + 18),
    ]).toEqual(['MM', 0x0112, 6]);
    expect(withoutMetadata(turned).equals(turned)).toBe(true);
  });

  it('a PNG or WebP photograph for public pages loses its location and texts too', async () => {
    const plain = await pngBomb({ width: 4, height: 4 });
    const told = await pngBomb({
      width: 4,
      height: 4,
      more: [
        ['eXIf', place],
        ['tEXt', Buffer.from('Author\0张三')],
        ['iTXt', Buffer.from('XML:com.adobe.xmp')],
      ],
    });
    expect(withoutMetadata(told).equals(plain)).toBe(true);
    const chunk = (name: string, body: Buffer) =>
      Buffer.concat([Buffer.from(name), Buffer.from([body.length, 0, 0, 0]), body, Buffer.alloc(body.length % 2)]);
    const extended = (flags: number, ...more: Buffer[]) => {
      const body = Buffer.concat([
        Buffer.from('WEBP'),
        chunk('VP8X', Buffer.from([flags, 0, 0, 0, 3, 0, 0, 3, 0, 0])),
        chunk('VP8L', Buffer.from([0x2f, 1, 2, 3, 4])),
        ...more,
      ]);
      return Buffer.concat([Buffer.from('RIFF'), Buffer.from([body.length, 0, 0, 0]), body]);
    };
    expect(
      withoutMetadata(extended(0b101100, chunk('EXIF', place), chunk('XMP ', Buffer.from('<x/>')))).equals(
        extended(0b100000),
      ),
    ).toBe(true);
  });

  it('a photograph for public pages that cannot be read stays unchanged, without an error', () => {
    for (const whole of [Buffer.from(png()).subarray(0, 33), Buffer.from('GIF89a'), jpeg(20, 10)])
      expect(withoutMetadata(whole).equals(whole)).toBe(true);
    // Truncated anywhere, it neither fails nor reveals the location.
    const told = behindHead(exifWithPlace(8), segment(0xfe, 'x'));
    for (let length = 0; length < 400; length += 1)
      expect(withoutMetadata(told.subarray(0, length)).includes(place)).toBe(false);
  });
});
