import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourceOfText } from '@contract/features/laboratory/instruments/instrumentSource';
import { decimalMarkOf, normalizedNumber } from '@contract/features/laboratory/instruments/peakNumber';
import { tablesOfReadings } from '@contract/features/laboratory/instruments/readingsAsTables';
import { readInstrument } from '@contract/features/laboratory/instruments/readInstrument';
import {
  guessColumns,
  likelyTable,
  matchLines,
  overwrittenReading,
  type PeakTable,
  tablesOfText,
} from '@contract/features/laboratory/instruments/readPeakTables';

const rows = [
  { id: 1, sampleNo: '2026DQ0005-B1-0101', rowKind: 'sample' },
  { id: 2, sampleNo: '2026DQ0005-B1-0101', rowKind: 'parallel' },
  { id: 3, sampleNo: '2026DQ0005-B1-0102', rowKind: 'sample' },
  { id: 4, sampleNo: '2026DQ0005-B1-K1', rowKind: 'blank' },
];

describe('number of an instrument', () => {
  it.each([
    ['98.60', '98.60'],
    ['1,234.5', '1234.5'],
    ['1.2345E+04', '12345'],
    ['2.5e-3', '0.0025'],
    ['－９８．６', '-98.6'],
    ['0', '0'],
    ['1E2', '100'],
    ['12.', '12'],
    ['', null],
    ['n.a.', null],
    ['<0.05', null],
    ['1,23', null],
    ['98.6 mV', null],
    ['--', null],
  ])('the number %s written by an instrument is read as %s', (cell, expected) =>
    expect(normalizedNumber(cell)).toBe(expected),
  );

  it('a number written by an instrument with an exponent is read as the same number', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e12, noNaN: true }), (value) => {
        expect(Number(normalizedNumber(value.toExponential()))).toBeCloseTo(
          value,
          Math.max(0, 12 - Math.ceil(Math.log10(value + 1))),
        );
      }),
    );
  });
});

describe('table of peaks', () => {
  const csv = [
    '色谱工作站 V3.2',
    '序列,苯系物 2026-11-20',
    '',
    '序号,样品名,组分,保留时间,峰面积',
    '1,2026DQ0005-B1-0101,甲苯,6.21,98.60',
    '2,2026dq0005-b1-0102,甲苯,6.22,"1,203.5"',
    '3,2026DQ0005-B1-K1,苯,4.10,0.2',
    '4,QC-01,甲苯,6.21,55.1',
  ].join('\r\n');

  it('the peak table in an instrument file is found below the software’s lines, and its columns by their headings', () => {
    const [table] = tablesOfText(csv);
    expect(table?.headings).toEqual(['序号', '样品名', '组分', '保留时间', '峰面积']);
    expect(table?.lines.map(({ line }) => line)).toEqual([5, 6, 7, 8]);
    expect(table && guessColumns(table)).toEqual({ sample: 1, peak: 2, value: 4 });
  });

  it('the peak table in an instrument file assigns each line to its sample and drops none', () => {
    const [table] = tablesOfText(csv);
    const matched = table
      ? matchLines(table, rows, { sampleColumn: 1, valueColumn: 4, peakColumn: 2, peakName: '甲苯' })
      : [];
    expect(matched.map(({ state, row, number, reason }) => [state, row, number, reason])).toEqual([
      ['matched', 1, '98.60', null],
      ['matched', 3, '1203.5', null],
      ['ignored', null, '0.2', '其他组分'],
      ['parked', null, '55.1', '记录中没有样品“QC-01”'],
    ]);
  });

  it('the peak table in an instrument file accepts the component under another of its names', () => {
    const [table] = tablesOfText(csv.replaceAll('甲苯', 'Toluene'));
    const choice = { sampleColumn: 1, valueColumn: 4, peakColumn: 2, peakName: '甲苯' };
    const states = (alsoCalled?: readonly string[]) =>
      (table ? matchLines(table, rows, { ...choice, ...(alsoCalled ? { alsoCalled } : {}) }) : []).map(
        ({ state }) => state,
      );
    expect([states(), states(['toluene', '甲基苯'])]).toEqual([
      ['ignored', 'ignored', 'ignored', 'ignored'],
      ['matched', 'matched', 'ignored', 'parked'],
    ]);
  });

  it('the peak table assigns a line to the parallel sample only by name; a second line of a sample waits for a person’s choice', () => {
    const [table] = tablesOfText(
      'name\tarea\n2026DQ0005-B1-0101\t1\n2026DQ0005-B1-0101-P\t2\n2026DQ0005-B1-0101\t3\n2026DQ0005-B1-0102\tsaturated',
    );
    const matched = table ? matchLines(table, rows, { sampleColumn: 0, valueColumn: 1 }) : [];
    // The same number in another notation replaces nothing.
    expect(matched.map((one, index) => overwrittenReading(one, ['1.0', '7', '7', '7'][index]))).toEqual([
      null,
      '7',
      null,
      null,
    ]);
    expect(matched.slice(0, 1).map((one) => overwrittenReading(one, null))).toEqual([null]);
    expect(matched.map(({ row, reason }) => [row, reason])).toEqual([
      [1, null],
      [2, null],
      [null, '与第2行是同一样品，请指定平行样行或不采用'],
      [null, '“saturated”不是数值'],
    ]);
  });

  it('a peak table without a header and with blanks between columns is read; text without columns is not', () => {
    expect(tablesOfText('A1   12.5\nA2   13.1')[0]?.headings).toEqual(['第1列', '第2列']);
    expect(tablesOfText('甲\n乙')).toEqual([]);
    expect(tablesOfText('')).toEqual([]);
  });
});

describe('columns of a table', () => {
  it.each([
    [['No.', 'RetTime', 'Ergebnis 1'], { sample: null, peak: null, value: null }],
    [
      ['Sample Name', 'Sample ID', 'Sample Type', 'Ret. Time', 'ISTD Area', 'Area'],
      { sample: 1, peak: null, value: 5 },
    ],
    [['样品编号', '测量次数', '吸光度', '浓度(μg/mL)'], { sample: 0, peak: null, value: 2 }],
    [['Probe', 'Element', 'Relative Area', 'Fläche'], { sample: 0, peak: 1, value: 3 }],
  ])('the columns of a peak table with headings %j are proposed only if the headings name them', (headings, guess) =>
    expect(guessColumns({ title: '', headings, lines: [{ line: 1, cells: headings.map(() => '1') }] })).toEqual(guess),
  );
});

describe('decimal mark (FILE-2)', () => {
  it.each([
    [['0,652', '1,234', '12,5'], ','],
    [['1.234,5', '98,640'], ','],
    [['1,234.5', '98,640'], '.'],
    [['1,234,567', '1,234'], '.'],
    [['12.5', '1.234'], '.'],
    [['1.234', '2.345'], '.'],
    [['1,23E+04', '1,234'], ','],
    [['1,234', '98,640'], null],
    [['0,652', '12.5'], null],
    [['1,234', '1.234'], null],
    [['n.a.', ''], '.'],
    [['1’234,5'], ','],
    [['1 234,5'], ','],
  ])('the decimal mark of an instrument’s numbers %j is recognised as %s', (cells, mark) =>
    expect(decimalMarkOf(cells)).toBe(mark),
  );

  it('an instrument file’s cell with thousands separators and a decimal comma is read as one number', () => {
    expect([
      normalizedNumber('0,652'),
      normalizedNumber('0,652', ','),
      normalizedNumber('1.234,5', ','),
      normalizedNumber('1,234', ','),
      normalizedNumber('1.234.567', ','),
      normalizedNumber('1,5E-3', ','),
    ]).toEqual([null, '0.652', '1234.5', '1.234', '1234567', '0.0015']);
  });
});

describe('decimal comma without quotes in a comma-separated file (FILE-2)', () => {
  const matched = (text: string) => {
    const [table] = tablesOfText(text);
    const candidates = ['A', 'B', 'C'].map((sampleNo, index) => ({ id: index + 1, sampleNo, rowKind: 'sample' }));
    return table
      ? matchLines(table, candidates, { sampleColumn: 0, valueColumn: 1 }).map(({ state, number }) => [state, number])
      : [];
  };

  it('a peak table’s line with more numbers than column headings gives no reading and waits for a person’s decision', () => {
    expect(matched('样品,面积\nA,0,652\nB,98\n')).toEqual([
      ['parked', null],
      ['matched', '98'],
    ]);
    expect(matched('样品,面积\nA,98,复测\nB,12.5,\nC,"0,652"\n').map(([state]) => state)).toEqual([
      'matched',
      'matched',
      'matched',
    ]);
    expect(matched('样品\t面积\nA\t0,652\t7\n')).toEqual([['matched', '0.652']]);
  });
});

it('a share of a workbook becomes per cent for a reading in per cent, and stays as stored for any other (FILE-1)', () => {
  const table: PeakTable = {
    title: '',
    headings: ['样品', '值'],
    width: 2,
    lines: [
      { line: 2, cells: ['A', '95.4%'], numbers: [null, '0.954'] },
      { line: 3, cells: ['B', '95'], numbers: [null, '95.0012'] },
      { line: 4, cells: ['C', '88.5％'] },
    ],
  };
  const candidates = ['A', 'B', 'C'].map((sampleNo, index) => ({ id: index + 1, sampleNo, rowKind: 'sample' }));
  const numbersIn = (unit: string | null) =>
    matchLines(table, candidates, { sampleColumn: 0, valueColumn: 1, unit }).map(({ number }) => number);
  expect(numbersIn('%')).toEqual(['95.4', '95.0012', '88.5']);
  expect(numbersIn('μg')).toEqual(['0.954', '95.0012', null]);
  expect(numbersIn(null)).toEqual(['0.954', '95.0012', null]);
});

describe('list of a balance', () => {
  const listed = (text: string) => {
    const source = sourceOfText('list.csv', text);
    const [table] = tablesOfReadings(readInstrument(source).lines);
    const rows = [
      { id: 1, sampleNo: 'A-1', rowKind: 'sample', filterNo: 'F0101' },
      { id: 2, sampleNo: 'A-2', rowKind: 'parallel', filterNo: 'F0102' },
      { id: 3, sampleNo: 'A-3', rowKind: 'sample', filterNo: 'F0103' },
      { id: 4, sampleNo: 'A-4', rowKind: 'sample', filterNo: 'F0103' },
    ];
    const choice = { sampleColumn: 0, valueColumn: 1, unit: 'mg' };
    return table ? matchLines(table, rows, choice).map(({ state, row, number }) => [state, row, number]) : [];
  };

  it('a mass in an instrument file goes to the sample with its filter number, converted from the file’s unit', () => {
    expect(listed('滤膜编号,重量(g)\nF0102,0.02788\nF0101,0.02841\nA-3,0.02900\n')).toEqual([
      ['matched', 2, '27.88'],
      ['matched', 1, '28.41'],
      ['matched', 3, '29.00'],
    ]);
    expect(listed('滤膜编号,重量(mg)\nF0101,28.41 mg\nF0101,28.42 mg\n')).toEqual([
      ['matched', 1, '28.41'],
      ['parked', null, '28.42'],
    ]);
  });

  it('a mass in an instrument file is assigned to no sample if two samples have its filter number', () => {
    expect(listed('滤膜编号,重量(mg)\nF0103,28.41\n')).toEqual([['parked', null, '28.41']]);
  });
});

describe('file of several tables (FILE-6)', () => {
  it('a peak table continues after a blank line and ends at a new header', () => {
    const tables = tablesOfText('样品,面积\nA,1\n\nB,2\n\n[第二]\n样品,浓度\nA,0.5\n');
    expect(
      tables.map(({ title, headings, lines }) => [title, headings, lines.map(({ cells }) => cells.join())]),
    ).toEqual([
      ['', ['样品', '面积'], ['A,1', 'B,2']],
      ['第二', ['样品', '浓度'], ['A,0.5']],
    ]);
    expect(tables.map((_, index) => index === likelyTable(tables))).toEqual([true, false]);
  });

  it('the reader of peak tables skips the line # of Peaks above the header', () => {
    const [table] = tablesOfText('[Peak Table(Ch1)]\n# of Peaks\t3\nPeak#\tName\tArea\n1\tA\t5.5\n2\tB\t6.5\n');
    expect(table).toMatchObject({
      title: 'Peak Table(Ch1)',
      headings: ['Peak#', 'Name', 'Area'],
      lines: [{ line: 4 }, { line: 5 }],
    });
  });
});
