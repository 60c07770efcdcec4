import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourceOfText } from '@contract/features/laboratory/instruments/instrumentSource';
import { instrumentTexts } from '@contract/features/laboratory/instruments/instrumentTexts';
import { readInstrument } from '@contract/features/laboratory/instruments/readInstrument';
import {
  type MatchOptions,
  matchRun,
  type RunRow,
  usedQuantitiesOf,
} from '@contract/features/laboratory/runs/matchRun';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';

const peaks = usedQuantitiesOf('gasChromatography', ['frontResponse', 'backResponse']);
let rowId = 0;
function row(sampleNo: string, names: readonly string[], more: Partial<RunRow> = {}): RunRow {
  if (!peaks) throw new Error('gas chromatography takes peaks');
  rowId += 1;
  return { row: rowId, sheet: 1, sampleNo, isParallel: false, names, usedQuantities: peaks, readings: {}, ...more };
}
const linesOf = (text: string) => readInstrument(sourceOfText('file.csv', text)).lines;
const outcomes = (text: string, rows: readonly RunRow[], options: MatchOptions) =>
  matchRun(linesOf(text), rows, options).map(({ state, row: at, value, reason }) => [state, at, value, reason]);
const head = '样品编号,组分,峰面积\n';

describe('readings of a run with its sequence', () => {
  it('an injection name in the sequence is matched to its sample or parallel, that of a standard to no sample', () => {
    const [own, parallel] = [row('A-1', ['苯']), row('A-1', ['苯'], { isParallel: true })];
    const sequence = [
      { injectionName: 'V-7', injectionKind: 'sample', sampleNo: 'A-1' },
      { injectionName: 'V-8', injectionKind: 'parallel', sampleNo: 'A-1' },
      { injectionName: 'STD-1', injectionKind: 'standard', sampleNo: null },
      { injectionName: 'V-9', injectionKind: 'spike', sampleNo: 'A-1' },
    ];
    const text = `${head}V-7,苯,1.5\nv-8,苯,2.5\nSTD-1,苯,3.5\nV-9,苯,4.5\nV-7,苯,5.5\n`;
    expect(outcomes(text, [own, parallel], { sequence })).toEqual([
      ['matched', own.row, '1.5', null],
      ['matched', parallel.row, '2.5', null],
      ['check', null, null, `${runTexts.ofSequence('标准系列')}，${runTexts.useOfStandard}`],
      ['check', null, null, `${runTexts.ofSequence('加标')}，${runTexts.useOfCheck}`],
      ['parked', null, null, runTexts.repeated(2)],
    ]);
  });

  it('a check line of an instrument file says whether the run uses it; not used are other quantities, other components, and checks without their solution', () => {
    const check = (injectionName: string, injectionKind: string, more: object = {}) => ({
      injectionName,
      injectionKind,
      sampleNo: null,
      standardVolume: null,
      standard: null,
      ...more,
    });
    const sequence = [
      check('MID-1', 'midpoint', { standardVolume: '3' }),
      check('MID-2', 'midpoint'),
      check('QC-1', 'control', { standard: 7 }),
      check('QC-2', 'control'),
      check('SB-1', 'solvent'),
    ];
    const lines = [
      'MID-1,苯,1.5,0.1',
      'MID-2,苯,1.5,',
      'QC-1,苯,2.5,',
      'QC-1,乙苯,2.5,',
      'QC-1,,7.5,',
      'QC-2,苯,2.5,',
      'SB-1,苯,0.1,',
      'MID-1,苯,n.a.,',
    ];
    const text = `样品编号,组分,峰面积,峰高\n${lines.join('\n')}\n`;
    const of = (label: string, end: string) => `${runTexts.ofSequence(label)}，${end}`;
    expect(outcomes(text, [row('A-1', ['苯'])], { sequence }).map(([state, , , reason]) => [state, reason])).toEqual([
      ['check', of('曲线中间点', runTexts.useOfCheck)],
      ['ignored', runTexts.otherQuantity],
      ['ignored', of('曲线中间点', runTexts.lacksVolume)],
      ['check', of('质控样', runTexts.useOfControl)],
      ['ignored', runTexts.noComponent('QC-1', '乙苯')],
      ['ignored', runTexts.unnamedPeak],
      ['ignored', of('质控样', runTexts.lacksControl)],
      ['check', of('试剂空白', runTexts.useOfCheck)],
      ['parked', instrumentTexts.noValue],
    ]);
  });

  it('repeated readings of one sample are averaged only by a rule of the reading profile', () => {
    const own = row('A-1', ['苯']);
    const text = `${head}A-1,苯,1.5\nA-1,苯,1.8\nA-1,苯,1.8\n`;
    expect(outcomes(text, [own], { averaged: true })).toEqual([
      ['matched', own.row, '1.7', null],
      ['ignored', null, null, runTexts.averagedInto(2)],
      ['ignored', null, null, runTexts.averagedInto(2)],
    ]);
    expect(outcomes(text, [own], {}).map(([state]) => state)).toEqual(['matched', 'parked', 'parked']);
  });

  it('an unassigned line of an instrument file fills the reading that a person chooses, but never one that is already filled', () => {
    const [own, parallel] = [row('A-1', ['苯']), row('A-1', ['苯'], { isParallel: true })];
    const text = `${head}A-1,苯,1.5\nA-1,苯,2.5\nA-1,苯,3.5\n`;
    const to = (at: number, { row: of }: RunRow, reading = 'frontResponse') => ({ at, row: of, reading });
    expect(outcomes(text, [own, parallel], { choices: [to(1, parallel), to(2, parallel)] })).toEqual([
      ['matched', own.row, '1.5', null],
      ['matched', parallel.row, '2.5', runTexts.byPerson],
      ['parked', null, null, runTexts.repeated(3)],
    ]);
    const refused = [to(0, parallel), to(1, own), to(2, parallel, 'other')];
    expect(outcomes(text, [own, parallel], { choices: refused })).toEqual([
      ['matched', own.row, '1.5', null],
      ['parked', null, null, runTexts.repeated(2)],
      ['parked', null, null, runTexts.choiceGone],
    ]);
  });
});

describe('levels of sound meters and dosimeters', () => {
  const usedQuantities = usedQuantitiesOf('genericTest', [
    'noiseKind',
    'p1',
    'p2',
    'p3',
    'sourceLevel',
    'levelBefore',
    'levelAfter',
  ]);
  const post = (sampleNo: string) => {
    if (!usedQuantities) throw new Error('the noise form takes levels');
    return row(sampleNo, ['噪声'], { usedQuantities });
  };

  it('three numbered levels of a work post in a sound meter’s file fill the three readings of its noise form', () => {
    const [one, two] = [post('N-1'), post('N-2')];
    const text = '样品编号,测量次数,声级\nN-1,1,84.1\nN-1,2,84.5\nN-2,1,79.9\nN-1,3,84.3\n';
    expect(matchRun(linesOf(text), [one, two]).map(({ row: at, reading, value }) => [at, reading, value])).toEqual([
      [one.row, 'p1', '84.1'],
      [one.row, 'p2', '84.5'],
      [two.row, 'p1', '79.9'],
      [one.row, 'p3', '84.3'],
    ]);
  });

  it('the equivalent level of a dosimeter’s session fills the noise form, and its dose does not', () => {
    const worn = post('S021');
    const text =
      'Session Report\nInformation Panel\nName,S021\nSummary Data Panel\nDescription,Meter,Value,Description,Meter,Value\nLeq,1,88.3 dB,TWA,1,88.2 dB\nDose,1,158.2 %,Runtime,1,08:01:32\n';
    const matched = matchRun(linesOf(text), [worn]).filter(({ state }) => state === 'matched');
    expect(matched.map(({ row: at, reading, value }) => [at, reading, value])).toEqual([[worn.row, 'p1', '88.3']]);
  });
});

/** A table of readings whose values are all different, so that a value says whose it is. */
const samples = ['A-1', 'A-2', 'B-1', 'B-1-P', 'STD-1', 'C-9'];
const components = ['苯', '甲苯', '乙苯'];
const table = fc.record({
  /** Order of the lines; a number that occurs twice is a repeated line, one that does not occur a missing one. */
  order: fc.array(fc.integer({ min: 0, max: samples.length * components.length - 1 }), { minLength: 1, maxLength: 40 }),
  mark: fc.constantFrom('.', ','),
  averaged: fc.boolean(),
  choices: fc.array(fc.record({ at: fc.nat(45), row: fc.nat(12), reading: fc.constantFrom('frontResponse', 'x') })),
});

describe('property of every file of a run', () => {
  it('no value of an instrument file goes to another sample or component: shuffled, missing and repeated lines, other decimal marks', () => {
    fc.assert(
      fc.property(table, ({ order, mark, averaged, choices }) => {
        const rows = ['A-1', 'A-2', 'B-1'].flatMap((sampleNo) =>
          components
            .slice(0, 2)
            .flatMap((component) => [
              row(sampleNo, [component]),
              ...(sampleNo === 'B-1' ? [row(sampleNo, [component], { isParallel: true })] : []),
            ]),
        );
        const cells = order.map((one, index) => ({
          sample: samples[Math.floor(one / components.length)] ?? '',
          component: components[one % components.length] ?? '',
          value: `${one + 1}.${String(index).padStart(2, '0')}`,
        }));
        const body = cells.map(({ sample, component, value }) => `${sample};${component};${value.replace('.', mark)}`);
        const text = `样品编号;组分;峰面积\n${body.join('\n')}\n`;
        const sequence = [{ injectionName: 'STD-1', injectionKind: 'standard', sampleNo: null }];
        const wanted = choices.map((choice) => ({ ...choice, row: rows[choice.row % rows.length]?.row ?? 0 }));
        const lines = linesOf(text);
        // A comma may be a separator of thousands only where the file leaves it open; then nothing is read.
        expect(lines).toHaveLength(cells.length);
        const found = matchRun(lines, rows, { averaged, sequence, choices: wanted });
        const places = new Set<string>();
        for (const [at, { line, row: to, reading, value, state, reason }] of found.entries()) {
          const cell = cells[at];
          if (line.value !== null) expect(line.value).toBe(cell?.value);
          if (state !== 'matched') {
            expect([to, value]).toEqual([null, null]);
            continue;
          }
          const own = rows.find((row) => row.row === to);
          expect(places.has(`${to}|${reading}`)).toBe(false);
          places.add(`${to}|${reading}`);
          if (reason === runTexts.byPerson) {
            expect(wanted).toContainEqual({ at, row: to, reading });
            expect(value).toBe(cell?.value);
            continue;
          }
          expect(`${own?.sampleNo}${own?.isParallel ? '-P' : ''}`).toBe(cell?.sample);
          expect(own?.names).toEqual([cell?.component]);
          const same = cells.filter((one) => one.sample === cell?.sample && one.component === cell.component);
          const mean = same.reduce((sum, one) => sum + Number(one.value), 0) / same.length;
          if (averaged) expect(Number(value)).toBeCloseTo(mean, 2);
          else expect(value).toBe(cell?.value);
        }
      }),
      { numRuns: 150 },
    );
  });
});
