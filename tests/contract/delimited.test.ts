import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pastedRows, rowsOfDelimited } from '@contract/workbook/delimitedRows';

describe('pasted block of another program (FILE-5)', () => {
  it.each<[string, string, string[][]]>([
    [
      'doubled quotes',
      '样品1\t"a""b"\t1\r\n样品2\tc\t2\r\n',
      [
        ['样品1', 'a"b', '1'],
        ['样品2', 'c', '2'],
      ],
    ],
    [
      'a cell of two lines among rows',
      '样品1\t"上\n下"\t1\r\n样品2\tc\t2\r\n',
      [
        ['样品1', '上\n下', '1'],
        ['样品2', 'c', '2'],
      ],
    ],
    [
      'a cell of two lines, with LF between the rows',
      '样品1\t"上\n下"\t1\n样品2\tc\t2\n',
      [
        ['样品1', '上\n下', '1'],
        ['样品2', 'c', '2'],
      ],
    ],
    ['a cell of two lines that stands alone', '"上\n下"', [['上\n下']]],
    [
      'an inch mark at the end of a cell',
      '样品1\t2"\t1\r\n样品2\t3"\t2\r\n',
      [
        ['样品1', '2"', '1'],
        ['样品2', '3"', '2'],
      ],
    ],
    [
      'a lone inch mark',
      '样品1\t"\t1\r\n样品2\tc\t2\r\n',
      [
        ['样品1', '"', '1'],
        ['样品2', 'c', '2'],
      ],
    ],
    [
      'a quote that is closed within its cell',
      '"5 in" 左\t1\r\n样品2\t2\r\n',
      [
        ['"5 in" 左', '1'],
        ['样品2', '2'],
      ],
    ],
    [
      'two quotes whose rows come out equally long without them',
      '"\t样品1\t1\r\n样品2\t"\t2\r\n样品3\tc\t3\r\n',
      [
        ['"', '样品1', '1'],
        ['样品2', '"', '2'],
        ['样品3', 'c', '3'],
      ],
    ],
  ])('a pasted block from another program is split into its cells: %s', (_, text, rows) =>
    expect(pastedRows(text)).toEqual(rows),
  );

  it('a pasted block from another program is refused if its quotation marks can be read in 2 ways', () => {
    // Either a ditto mark in two rows, or one cell that spans both rows.
    expect(pastedRows('"\t1\r\n"\t2\r\n')).toBeNull();
    expect(pastedRows('"a\tb"')).toBeNull();
    expect(pastedRows('"甲\t1\r\n乙\t2\t3\r\n丙"\t4\r\n')).toBeNull();
  });

  it('a pasted block from another program without quotation marks keeps every cell', () => {
    const cell = fc.string().map((one) => one.replace(/[\t\r\n"]/g, ''));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
        expect(pastedRows(rows.map((row) => `${row.join('\t')}\r\n`).join(''))).toEqual(rows);
      }),
    );
  });

  it('a pasted block from another program is read in linear time, however many quotation marks are left open', () => {
    // CPU time, as a ratio: a machine that others use is slower in both.
    const costOf = (times: number): number => {
      const began = process.cpuUsage();
      for (const piece of ['"a\n', '""\t', '"""\n', '"\t""\n']) rowsOfDelimited(piece.repeat(times), '\t');
      return process.cpuUsage(began).user;
    };
    costOf(10_000);
    // Four times the text costs four times the time; sixteen times where it is read again for each quote.
    expect(costOf(200_000) / costOf(50_000)).toBeLessThan(10);
  });
});

describe('delimited text', () => {
  it('the reader of delimited text reports correct line numbers after cells that contain line breaks', () => {
    expect(rowsOfDelimited('a,"b\r\nc",d\r\n1,2,3', ',')).toEqual([
      { line: 1, cells: ['a', 'b\nc', 'd'] },
      { line: 3, cells: ['1', '2', '3'] },
    ]);
  });
});
