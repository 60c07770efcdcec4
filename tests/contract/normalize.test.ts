import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, type Field, longText, text } from '@contract/field';
import {
  halfWidth,
  halfWidthThroughout,
  isoDate,
  keyboardNumber,
  momentOfSerial,
  numberText,
  plainNumber,
  serialOfMoment,
  trimBlanks,
} from '@contract/fields/normalizeText';
import { fieldSchema } from '@contract/schema';

describe('normalisation', () => {
  it('typed text loses every kind of blank at its ends and none within', () => {
    expect(trimBlanks('\ufeff\u00a0 \u3000甲\u3000乙\u200b\t\n')).toBe('甲\u3000乙');
  });

  it('typed text gets half-width digits, letters and number signs, and keeps Chinese punctuation', () => {
    expect(halfWidth('Ａ１（东）：＜５、１．５')).toBe('A1（东）：＜5、1.5');
    expect(halfWidth('＜０．０５')).toBe('<0.05');
    expect(halfWidth('－１．５')).toBe('-1.5');
    expect(halfWidthThroughout('ａ＠ｂ。ｃｏｍ')).toBe('a@b.com');
  });

  it.each([
    [' 12.5\u3000', '12.5'],
    ['１２．５', '12.5'],
    ['1 200', '1200'],
    ['12\u00a0345\u202f678.9', '12345678.9'],
    ['- 5', '-5'],
    ['3 %', '3%'],
    ['12 5', '12 5'],
    ['0 652', '0 652'],
    ['1 20 0', '1 20 0'],
    ['1  200', '1  200'],
    ['1\n200', '1\n200'],
    ['1 200 5', '1 200 5'],
  ])('the typed number %j is read as %j, and two numbers are never joined (FILE-9)', (from, to) => {
    expect(numberText(from)).toBe(to);
  });

  it.each([
    ['2024/5/1', '2024-05-01'],
    ['2024.05.01', '2024-05-01'],
    ['2024-5-1', '2024-05-01'],
    ['2024年5月1日', '2024-05-01'],
    ['2024年5月1', '2024-05-01'],
    ['2024-05-01T00:00:00', '2024-05-01'],
    ['2024/5/1 0:00', '2024-05-01'],
    ['2024/5/1 8:30', '2024-05-01 08:30:00'],
    ['5/1/2024', '5/1/2024'],
    ['2024/5', '2024/5'],
    ['20240501', '20240501'],
    ['24/5/1', '24/5/1'],
    ['2024-05/01x', '2024-05/01x'],
  ])('the typed day %s is read as %s', (written, day) => expect(isoDate(written, 'date')).toBe(day));

  it('a typed day in a date-and-time field gets a time, 00:00:00 if none was typed', () => {
    expect(isoDate('2024/5/1', 'dateTime')).toBe('2024-05-01 00:00:00');
    expect(isoDate('2024/5/1 8:30:05', 'dateTime')).toBe('2024-05-01 08:30:05');
  });

  it('a workbook’s serial number is read as the day that the spreadsheet shows', () => {
    expect([1, 59, 60, 61, 45292, 2958465].map((serial) => momentOfSerial(serial))).toEqual([
      '1900-01-01',
      '1900-02-28',
      null,
      '1900-03-01',
      '2024-01-01',
      '9999-12-31',
    ]);
    expect([0, 43830, 45292 - 1462].map((serial) => momentOfSerial(serial, true))).toEqual([
      '1904-01-01',
      '2024-01-01',
      '2024-01-01',
    ]);
    expect([0.5, 45292.75, -1, 3e6, Number.NaN].map((serial) => momentOfSerial(serial))).toEqual([
      '12:00:00',
      '2024-01-01 18:00:00',
      null,
      null,
      null,
    ]);
    expect(['1900-02-28', '1899-12-31', '2023-02-30', 'x'].map(serialOfMoment)).toEqual([null, null, null, null]);
  });

  it('a workbook’s serial number is read to the exact second for every moment since March 1900', () => {
    const moments = fc.date({
      min: new Date('1900-03-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (moment) => {
        const text = moment.toISOString().slice(0, 19).replace('T', ' ');
        const serial = serialOfMoment(text);
        expect(serial).not.toBeNull();
        expect(momentOfSerial(serial ?? 0)).toBe(text.endsWith(' 00:00:00') ? text.slice(0, 10) : text);
      }),
    );
  });

  it('a number is written in plain digits, never with an exponent', () => {
    expect([1e-7, 1.5e-10, -1.25e21, 0.1 + 0.2, 1796, -0, 123456789012345].map(plainNumber)).toEqual([
      '0.0000001',
      '0.00000000015',
      '-1250000000000000000000',
      '0.3',
      '1796',
      '0',
      '123456789012345',
    ]);
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e300, max: 1e300 }), (value) => {
        expect(plainNumber(value)).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(plainNumber(value))).toBe(Number(value.toPrecision(15)) + 0);
      }),
    );
  });
});

describe('numbers on a telephone', () => {
  const refusal = (value: string) =>
    fieldSchema(decimal('流量')).safeParse(keyboardNumber(value)).error?.issues[0]?.message ?? null;

  it('a comma typed on the phone’s number keyboard becomes a decimal point, full-width characters become plain', () => {
    expect(['0,', '0,5', '１，5', '1。5', '—3', ' 12 '].map(keyboardNumber)).toEqual([
      '0.',
      '0.5',
      '1.5',
      '1.5',
      '-3',
      '12',
    ]);
  });

  it('a pasted number with thousands commas is refused with advice, on the phone as on the desktop; 4,520 never becomes 4.52', () => {
    for (const pasted of ['4,520', '4，520', '12,345.6', '1,234,567', '0,652'])
      expect(refusal(pasted)).toContain('请去掉逗号，例如4520');
    expect([refusal('4520'), refusal('4.520')]).toEqual([null, null]);
  });
});

describe('control characters (FILE-8)', () => {
  it('control characters are removed when text is entered, and line breaks stay', () => {
    const read = (field: Field, value: string) => fieldSchema(field).parse(value);
    expect(read(text('名称'), '甲\u0008乙\u001f丙\ufffe')).toBe('甲乙丙');
    expect(read(longText('备注'), '一\u000b二\r\n三\u0001\t四\ud800')).toBe('一二\r\n三\t四');
    // A surrogate pair is one character.
    expect(read(text('名称'), '𠮷野')).toBe('𠮷野');
  });
});
