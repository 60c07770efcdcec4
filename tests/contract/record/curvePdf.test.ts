import { describe, expect, it } from 'vitest';
import { curveTableOf, hasText, numeralOf, type PdfPage } from '@contract/features/laboratory/curves/curvePdf';

const columns = [60, 160, 260, 360, 460];
/** Lays out lines of cells as a report does, from top to bottom. */
const page = (lines: readonly (readonly string[])[], number = 1): PdfPage => ({
  page: number,
  texts: lines.flatMap((cells, line) =>
    cells.flatMap((text, index) =>
      text === '' ? [] : [{ text, x: columns[index] ?? 0, y: 800 - line * 16, width: text.length * 5, height: 10 }],
    ),
  ),
});

describe('table of levels in the text of a report', () => {
  it('the level table of a calibration report (PDF) is found below its headings, in English and in Chinese', () => {
    const table = curveTableOf([
      page([
        ['Calibration'],
        ['Level', 'Amount', 'Area', 'RF'],
        ['1', '10.0', '1,235.0', '0.0081'],
        ['2', '50.0', '6102', '0.0082'],
        ['R2 = 0.99999'],
      ]),
    ]);
    expect(table).toEqual({
      page: 1,
      headings: ['Level', 'Amount', 'Area', 'RF'],
      levels: [
        { level: '1', x: '10', responses: ['1235'] },
        { level: '2', x: '50', responses: ['6102'] },
      ],
      unparsedLines: [],
    });
    expect(
      curveTableOf([
        page([
          ['序号', '含量(μg)', '吸光度1', '吸光度2', '回算含量'],
          ['1', '0', '0.006', '0.007', '0.01'],
          ['2', '1', '0.049', '0.050', '1.02'],
        ]),
      ])?.levels,
    ).toEqual([
      { level: '1', x: '0', responses: ['0.006', '0.007'] },
      { level: '2', x: '1', responses: ['0.049', '0.05'] },
    ]);
  });

  it('several injections of one level in a calibration report become its readings, three at most', () => {
    const table = curveTableOf([
      page([
        ['浓度', '峰面积'],
        ['10', '12.1'],
        ['10', '12.3'],
        ['10', '12.5'],
        ['10', '12.7'],
        ['50', '61.0'],
      ]),
    ]);
    expect(table?.levels).toEqual([
      { level: '', x: '10', responses: ['12.1', '12.3', '12.5'] },
      { level: '', x: '50', responses: ['61'] },
    ]);
    expect(table?.unparsedLines).toEqual(['10  12.7']);
  });

  it('the import of a calibration report lists every line that it could not read', () => {
    const table = curveTableOf([
      page([
        ['浓度', '峰面积'],
        ['10', '12.1'],
        ['50', 'N.D.'],
        ['100', '123'],
      ]),
    ]);
    expect([table?.levels.length, table?.unparsedLines]).toEqual([2, ['50  N.D.']]);
  });

  it('the import of a calibration report takes the table with the most levels, on any page', () => {
    const [short, long] = [
      [
        ['浓度', '峰面积'],
        ['1', '2'],
        ['2', '4'],
      ],
      [
        ['浓度', '峰面积'],
        ['1', '2'],
        ['2', '4'],
        ['4', '8'],
      ],
    ];
    expect(curveTableOf([page(short), page(long, 2)])?.page).toBe(2);
  });

  it('the import of a calibration report finds no table without headings, with one level only, or without text', () => {
    expect(
      curveTableOf([
        page([
          ['10', '12.1'],
          ['50', '61'],
        ]),
      ]),
    ).toBeNull();
    expect(
      curveTableOf([
        page([
          ['浓度', '峰面积'],
          ['10', '12.1'],
        ]),
      ]),
    ).toBeNull();
    expect(curveTableOf([])).toBeNull();
    expect([hasText([page([])]), hasText([page([['字']])])]).toEqual([false, true]);
  });
});

it.each([
  ['1,234.5', '1234.5'],
  ['12.35', '12.35'],
  ['1.2e-3', '0.0012'],
  [' 7 ', '7'],
  ['N.D.', null],
  ['', null],
  ['12 μg', null],
  ['1,23', null],
])('the import of a calibration report reads the number %j as %j', (text, wanted) => {
  expect(numeralOf(text)).toBe(wanted);
});
