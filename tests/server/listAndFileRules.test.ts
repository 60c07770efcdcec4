import { describe, expect, it } from 'vitest';
import { defineEntity } from '@contract/entity';
import { flag, text } from '@contract/field';
import { calculatedPage } from '@server/crud/calculatedList';
import { keywordOf, listQuery } from '@server/crud/query';
import { isDrawableHere } from '@server/files/pictures/drawablePng';
import { imageSize } from '@server/files/pictures/imageSize';
import { jpegOrientation } from '@server/files/pictures/orientation';
import { decodedText } from '@server/files/plainText';
import { rangeOf } from '@server/files/sendFile';
import { registry } from '@server/resources';
import { exifWithPlace, jpeg, pngBomb } from '../support/pictureBombs';

// Rules that need neither a server nor a database.

const vehicles = registry.named('vehicle');
const asked = (query: Record<string, string | string[]>) => listQuery(vehicles, query, 'Asia/Shanghai');

describe('the query of a list', () => {
  it('takes a value of 500 characters, and refuses one of 501', () => {
    expect(() => asked({ vehicleName: 'a'.repeat(500) })).not.toThrow();
    expect(() => asked({ vehicleName: 'a'.repeat(501) })).toThrow('参数vehicleName过长');
  });

  it('takes true and false for the recycle bin, and nothing else', () => {
    for (const deleted of ['true', 'false', '']) expect(() => asked({ deleted })).not.toThrow();
    expect(() => asked({ deleted: '1' })).toThrow('参数deleted应为true或false');
    expect(() => asked({ deleted: ['true', 'no'] })).toThrow('参数deleted应为true或false');
  });

  it('searches nothing for a blank word', () => {
    expect(keywordOf(vehicles, ' \t ')).toBeUndefined();
    expect(keywordOf(vehicles, '浙')).toBeDefined();
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
  const rows = [true, false, null, true].map((met, at) => ({ id: at + 1, title: `第${at}行`, met }));

  it('is sorted by a flag, unmet ones first, and the other way round', () => {
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
  const bytes = (mark: number[], big: boolean) => {
    const words = Buffer.from('样品,峰面积', 'utf16le');
    return Uint8Array.from([...mark, ...(big ? words.swap16() : words)]);
  };

  it('is read by its mark, without any ASCII', () => {
    expect(decodedText(bytes([0xff, 0xfe], false))).toBe('样品,峰面积');
    expect(decodedText(bytes([0xfe, 0xff], true))).toBe('样品,峰面积');
  });

  it('is not taken for one by half of a mark', () => {
    expect(decodedText(Uint8Array.from([0xfe, 0x41]))).not.toBe('\u4100');
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
  ])('with the orientation %i is turned as %i', (written, read) => {
    expect(jpegOrientation(jpeg(4, 2, [exifWithPlace(written)]))).toBe(read);
  });

  it('has its size behind markers without a length', () => {
    for (const marker of [0x01, 0xd0, 0xd8])
      expect(imageSize(jpeg(4, 2, [Buffer.from([0xff, marker])]))).toEqual({ width: 4, height: 2 });
    expect(imageSize(jpeg(4, 2, [Buffer.from([0xff, 0xd9, 0, 2])]))).toEqual({ width: 4, height: 2 });
  });

  it('is not drawn with a text of more than 64 KB, nor without its end', async () => {
    const drawn = async (length: number) =>
      isDrawableHere(await pngBomb({ width: 2, height: 2, more: [['tEXt', new Uint8Array(length)]] }));
    expect([await drawn(64 * 1024), await drawn(64 * 1024 + 1)]).toEqual([true, false]);
    const whole = await pngBomb({ width: 2, height: 2 });
    expect(await isDrawableHere(whole.subarray(0, whole.length - 12))).toBe(false);
  });
});

describe('the range of a download', () => {
  it('ends within the file', () => {
    expect([rangeOf('bytes=0-', 10), rangeOf('bytes=3-99', 10), rangeOf('bytes=-4', 10)]).toEqual([
      { first: 0, last: 9 },
      { first: 3, last: 9 },
      { first: 6, last: 9 },
    ]);
  });
});
