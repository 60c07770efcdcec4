import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { defineEntity } from '@contract/entity';
import { flag, text } from '@contract/field';
import { uploadRules } from '@contract/fields/uploadRules';
import { registry } from '@server/app/resources';
import type { Env } from '@server/base/env';
import { calculatedPage } from '@server/crud/calculatedList';
import { searchCondition, listQuery } from '@server/crud/listQuery';
import { sweepUploads } from '@server/features/system/files/sweepUploads';
import { contentTypeOf } from '@server/files/contentType';
import { isDrawableHere } from '@server/files/pictures/drawablePng';
import { imageSize } from '@server/files/pictures/imageSize';
import { storedOrientation } from '@server/files/pictures/pictureOrientation';
import { sizedPicture } from '@server/files/pictures/sizedPicture';
import { decodedText } from '@server/files/plainText';
import { rangeOf } from '@server/files/sendFile';
import { exifWithPlace, jpeg, pngBomb } from '../support/pictureBombs';
import { png } from '../support/uploads';

// Rules that need neither a server nor a database.

const vehicles = registry.named('vehicle');
const asked = (query: Record<string, string | string[]>) => listQuery(vehicles, query, 'Asia/Shanghai');

describe('the query of a list', () => {
  it('a list request accepts a parameter of 500 characters, and refuses one of 501', () => {
    expect(() => asked({ vehicleName: 'a'.repeat(500) })).not.toThrow();
    expect(() => asked({ vehicleName: 'a'.repeat(501) })).toThrow('参数vehicleName过长');
  });

  it('a list request accepts only true and false for its parameter “deleted” (recycle bin)', () => {
    for (const deleted of ['true', 'false', '']) expect(() => asked({ deleted })).not.toThrow();
    expect(() => asked({ deleted: '1' })).toThrow('参数deleted应为true或false');
    expect(() => asked({ deleted: ['true', 'no'] })).toThrow('参数deleted应为true或false');
  });

  it('a list request skips earlier pages, and uses the index only for the order of ids and titles', () => {
    const { limit, offset } = asked({ page: '3', size: '20' });
    expect([limit, offset]).toEqual([20, 60]);
    const title = vehicles.entity.titleField;
    const indexed = ['id,desc', `${title},asc`, 'seats,asc'].map((sort) => asked({ sort }).indexed);
    expect([asked({}).indexed, ...indexed]).toEqual([true, true, true, false]);
  });

  it('a list request for one row of each value takes a reference, and refuses other fields and unknown names', () => {
    const once = (name: string) => listQuery(registry.named('labTask'), { once: name }, 'Asia/Shanghai');
    expect(once('sample').where).toBeDefined();
    for (const name of ['hazardName', 'nothing', 'constructor'])
      expect(() => once(name)).toThrow(`不能按“${name}”归并`);
  });

  it('a list request sorts by known columns, and refuses other names and directions', () => {
    expect(asked({ sort: ['seats,desc', 'createTime'] }).orderBy).toHaveLength(3);
    for (const name of ['nothing', 'constructor']) expect(() => asked({ sort: name })).toThrow(`不能按“${name}”排序`);
    for (const sort of ['seats,up', 'seats,asc,id']) expect(() => asked({ sort })).toThrow('不能按“seats”排序');
  });

  it('a list request with a blank search word searches nothing', () => {
    expect(searchCondition(vehicles, ' \t ')).toBeUndefined();
    expect(searchCondition(vehicles, '浙')).toBeDefined();
  });
});

describe('a calculated list', () => {
  const entity = defineEntity({
    name: 'line',
    path: 'api/line',
    label: '行',
    titleField: 'title',
    scope: 'organization',
    fields: { title: text('名称'), met: flag('满足') },
  });
  const rows = [true, false, null, true].map((met, index) => ({ id: index + 1, title: `第${index}行`, met }));

  it('a list calculated in memory can be sorted by a yes-or-no column, “no” first or “yes” first', () => {
    const sorted = (sort: string) =>
      calculatedPage(
        entity,
        rows.filter(({ met }) => met !== null),
        { sort },
      ).content.map(({ id }) => id);
    expect(sorted('met,asc')).toEqual([2, 1, 4]);
    expect(sorted('met,desc')).toEqual([1, 4, 2]);
  });
});

describe('a text in UTF-16', () => {
  const bytes = (text: string, mark: number[], big: boolean) => {
    const words = Buffer.from(text, 'utf16le');
    return Uint8Array.from([...mark, ...(big ? words.swap16() : words)]);
  };

  it('a text in UTF-16 is recognised by its byte order mark, with and without ASCII letters', () => {
    for (const text of ['样品,峰面积', '样品峰面积']) {
      expect(decodedText(bytes(text, [0xff, 0xfe], false))).toBe(text);
      expect(decodedText(bytes(text, [0xfe, 0xff], true))).toBe(text);
    }
  });

  it('a text file that begins with half a byte order mark is not read as UTF-16', () => {
    expect(decodedText(Uint8Array.from([0xfe, 0x41]))).not.toBe('\ufe41');
    expect(decodedText(Uint8Array.from([0xff, 0x41, 0x42]))).not.toContain('䅿');
  });
});

describe('a picture', () => {
  it.each([
    [0, 1],
    [1, 1],
    [6, 6],
    [8, 8],
    [9, 1],
  ])('a JPEG picture with the EXIF orientation %i is read as orientation %i', (written, read) => {
    expect(storedOrientation(jpeg(4, 2, [exifWithPlace(written)]))).toBe(read);
  });

  it('the size of a JPEG picture is found behind markers that have no length', () => {
    for (const marker of [0x01, 0xd0, 0xd8])
      expect(imageSize(jpeg(4, 2, [Buffer.from([0xff, marker])]))).toEqual({ width: 4, height: 2 });
    expect(imageSize(jpeg(4, 2, [Buffer.from([0xff, 0xd9, 0, 2])]))).toEqual({ width: 4, height: 2 });
  });

  it('a PNG picture with a text of more than 64 KB, or without its end, is not drawn', async () => {
    const drawn = async (length: number) =>
      isDrawableHere(await pngBomb({ width: 2, height: 2, more: [['tEXt', new Uint8Array(length)]] }));
    expect([await drawn(64 * 1024), await drawn(64 * 1024 + 1)]).toEqual([true, false]);
    const whole = await pngBomb({ width: 2, height: 2 });
    expect(await isDrawableHere(whole.subarray(0, whole.length - 12))).toBe(false);
  });

  it('a PNG picture with a transparent colour in its palette is not drawn from 128 MB unpacked size on', async () => {
    const drawn = async (transparent: boolean) =>
      isDrawableHere(
        await pngBomb({
          width: 12_000,
          height: 12_000,
          palette: true,
          more: transparent ? [['tRNS', new Uint8Array(1)]] : [],
        }),
      );
    expect([await drawn(true), await drawn(false)]).toEqual([false, true]);
  });

  describe('picture resized for public pages', () => {
    type Pixel = readonly [red: number, green: number, blue: number, alpha: number];
    /** Returns what is drawn of a PNG of these pixels. */
    const drawn = async (
      pixels: readonly Pixel[],
      width: number,
      frame: { width: number; height: number },
      fit = 'inside',
    ) => {
      const height = pixels.length / width;
      const lines = Array.from({ length: height }, (_, index) => [
        0,
        ...pixels.slice(index * width, (index + 1) * width).flat(),
      ]);
      const bytes = await pngBomb({ width, height, data: deflateSync(Uint8Array.from(lines.flat())) });
      return sizedPicture(bytes, { ...frame, fit: fit === 'cover' ? 'cover' : 'inside', format: 'jpeg' });
    };
    const row: readonly Pixel[] = [
      [255, 0, 0, 0],
      [0, 0, 255, 51],
      [0, 0, 0, 255],
    ];

    it('a transparent picture resized for public pages is blended onto white', async () => {
      const frame = { width: 3, height: 1 };
      const onWhite: readonly Pixel[] = [
        [255, 255, 255, 255],
        [204, 204, 255, 255],
        [0, 0, 0, 255],
      ];
      const all = await drawn(row, 3, frame);
      expect(all).toBeDefined();
      expect(all).toEqual(await drawn(onWhite, 3, frame));
    });

    it('a pixel of a picture resized for public pages is the mean of the original pixels', async () => {
      const frame = { width: 1, height: 1 };
      expect(await drawn(row, 3, frame)).toEqual(await drawn([[153, 153, 170, 255]], 1, frame));
    });

    it('a picture resized for public pages is cropped from the middle', async () => {
      const greys = [10, 80, 160, 240].flatMap((grey): Pixel[] => [
        [grey, grey, grey, 255],
        [grey, grey, grey, 255],
      ]);
      const frame = { width: 2, height: 1 };
      expect(await drawn(greys, 2, frame, 'cover')).toEqual(await drawn(greys.slice(2, 4), 2, frame));
    });
  });

  it('a picture of exactly the allowed size is stored, and one byte more is refused', async () => {
    const place = join(mkdtempSync(join(tmpdir(), 'occhealth-picture-')), 'a.png');
    const { limit } = uploadRules.image;
    const typeOf = async (size: number) => {
      writeFileSync(place, png());
      truncateSync(place, size);
      return (await contentTypeOf(place, 'a.png', 'image')).mime;
    };
    expect(await typeOf(limit)).toBe('image/png');
    await expect(typeOf(limit + 1)).rejects.toThrow();
    rmSync(dirname(place), { recursive: true });
  });

  it('a picture is resized for public pages from JPEG to WebP and back', async () => {
    const photograph = readFileSync(join(import.meta.dirname, '../../server/seed/demo/pictures/sampling.jpg'));
    const frame = { width: 40, height: 30, fit: 'cover' } as const;
    const webp = await sizedPicture(photograph, { ...frame, format: 'webp' });
    const again = webp && (await sizedPicture(webp, { ...frame, width: 20, height: 15, format: 'jpeg' }));
    expect(again && imageSize(Buffer.from(again))).toEqual({ width: 20, height: 15 });
  });
});

describe('the range of a download', () => {
  it('a download’s requested range ends at the end of the file', () => {
    expect([rangeOf('bytes=0-', 10), rangeOf('bytes=3-99', 10), rangeOf('bytes=-4', 10)]).toEqual([
      { first: 0, last: 9 },
      { first: 3, last: 9 },
      { first: 6, last: 9 },
    ]);
  });
});

describe('a partial upload of a killed process', () => {
  it('a partial upload left by a killed process is removed after a day, and no younger one and no other file', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'occhealth-partial-'));
    const services = { env: { dataDir } as Env, now: () => new Date('2026-03-12T00:00:00Z') };
    const directory = join(dataDir, 'uploads');
    mkdirSync(directory, { recursive: true });
    for (const [name, at] of [
      ['old.upload', '2026-03-10T23:59:59Z'],
      ['young.upload', '2026-03-11T00:00:01Z'],
      ['old.kept', '2026-03-01T00:00:00Z'],
    ] as const) {
      writeFileSync(join(directory, name), '');
      utimesSync(join(directory, name), new Date(at), new Date(at));
    }
    expect(await sweepUploads(services)).toBe(1);
    expect(readdirSync(directory).sort()).toEqual(['old.kept', 'young.upload']);
    rmSync(dataDir, { recursive: true });
  });
});
