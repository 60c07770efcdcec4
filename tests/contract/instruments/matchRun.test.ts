import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourceOfText } from '@contract/features/laboratory/instruments/instrumentSource';
import { readInstrument } from '@contract/features/laboratory/instruments/readInstrument';
import { matchRun, type RunRow, usedQuantitiesOf } from '@contract/features/laboratory/runs/matchRun';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';

const peaks = usedQuantitiesOf('gasChromatography', ['frontResponse', 'backResponse']);
const absorbances = usedQuantitiesOf('atomicAbsorption', ['response1', 'response2']);

let rowId = 0;
function row(sampleNo: string, names: readonly string[], more: Partial<RunRow> = {}): RunRow {
  if (!peaks) throw new Error('gas chromatography takes peaks');
  rowId += 1;
  return { row: rowId, sheet: 1, sampleNo, isParallel: false, names, usedQuantities: peaks, readings: {}, ...more };
}

const linesOf = (text: string) => readInstrument(sourceOfText('file.csv', text)).lines;
const outcomes = (text: string, rows: readonly RunRow[]) =>
  matchRun(linesOf(text), rows).map(({ state, row: at, reading, reason }) => [state, at, reading, reason]);

describe('readings of a run', () => {
  it('a reading in an instrument file goes to the record row of its sample and component; a reading without such a row is left out', () => {
    const [benzene, toluene] = [row('A-1', ['苯', 'benzene']), row('A-1', ['甲苯', 'toluene'], { sheet: 2 })];
    const text = '样品编号,组分,峰面积\na-1,Benzene,1.5\nA-1,甲苯,2.5\nA-1,乙苯,3.5\nB-1,甲苯,4.5\n';
    expect(outcomes(text, [benzene, toluene])).toEqual([
      ['matched', benzene.row, 'frontResponse', null],
      ['matched', toluene.row, 'frontResponse', null],
      ['ignored', null, null, runTexts.noComponent('A-1', '乙苯')],
      ['parked', null, null, runTexts.noRow('B-1')],
    ]);
  });

  it('a reading in an instrument file goes to the parallel sample only if the file names the parallel', () => {
    const [own, parallel] = [row('A-1', ['苯']), row('A-1', ['苯'], { isParallel: true })];
    const text = '样品编号,组分,峰面积\nA-1,苯,1.5\nA-1,苯,2.5\nA-1-P,苯,3.5\n';
    expect(outcomes(text, [own, parallel])).toEqual([
      ['matched', own.row, 'frontResponse', null],
      ['parked', null, null, runTexts.repeated(2)],
      ['matched', parallel.row, 'frontResponse', null],
    ]);
  });

  it('an element with its wavelength in an instrument file is found by its symbol; a second wavelength waits for a person', () => {
    const plasma = usedQuantitiesOf('inductivelyCoupledPlasma', ['response1', 'response2']);
    if (!plasma) throw new Error('plasma takes intensities');
    const manganese = row('A-1', ['锰及其无机化合物', 'Mn'], { usedQuantities: plasma });
    const text = '样品编号,分析物,强度\nA-1,Mn 257.610,1.5\nA-1,Pb 220.353,2.5\n';
    expect(outcomes(text, [manganese])).toEqual([
      ['matched', manganese.row, 'response1', null],
      ['ignored', null, null, runTexts.noComponent('A-1', 'Pb 220.353')],
    ]);
    const again = outcomes(`${text}A-1,Mn 259.372,9.5\n`, [manganese]);
    expect(again.filter(([state]) => state === 'matched')).toHaveLength(1);
    expect(again.at(-1)?.[0]).toBe('parked');
  });

  it('a reading without a component in an instrument file is assigned only if its sample has a single record', () => {
    const text = '样品编号,峰面积\nA-1,1.5\nB-1,2.5\n';
    const rows = [row('A-1', ['苯']), row('A-1', ['甲苯'], { sheet: 2 }), row('B-1', ['苯'])];
    expect(outcomes(text, rows).map(([state, , , reason]) => [state, reason])).toEqual([
      ['parked', runTexts.severalComponents('A-1')],
      ['matched', null],
    ]);
  });

  it('numbered readings of one sample in an instrument file fill reading 1 and 2 of the record; the file’s mean is ignored', () => {
    if (!absorbances) throw new Error('atomic absorption takes absorbances');
    const lead = row('A-1', ['铅'], { usedQuantities: absorbances });
    const text = '样品编号\t测量次数\t吸光度\nA-1\t1\t0.101\nA-1\t2\t0.103\nA-1\t3\t0.102\nA-1\t平均\t0.102\n';
    expect(outcomes(text, [lead])).toEqual([
      ['matched', lead.row, 'response1', null],
      ['matched', lead.row, 'response2', null],
      ['parked', null, null, runTexts.severalReadings],
      ['ignored', null, null, runTexts.otherQuantity],
    ]);
  });

  it('for repeated readings in an instrument file the file’s mean is taken; without it a person must choose', () => {
    const benzene = row('A-1', ['苯']);
    const head = '样品编号\t测量次数\t峰面积\n';
    expect(outcomes(`${head}A-1\t1\t10\nA-1\t2\t12\nA-1\t平均\t11\n`, [benzene]).map(([state]) => state)).toEqual([
      'ignored',
      'ignored',
      'matched',
    ]);
    expect(
      outcomes(`${head}A-1\t1\t10\nA-1\t2\t12\n`, [benzene]).map(([state, , , reason]) => [state, reason]),
    ).toEqual([
      ['parked', runTexts.severalReadings],
      ['parked', runTexts.severalReadings],
    ]);
  });

  it('an instrument file fills a record only with the quantity it asks for: a peak area, not a height or a concentration', () => {
    const benzene = row('A-1', ['苯']);
    const text = '样品编号,组分,峰高,峰面积,浓度(mg/L)\nA-1,苯,20,98.6,1.5\n';
    expect(outcomes(text, [benzene]).map(([state]) => state)).toEqual(['ignored', 'matched', 'ignored']);
  });

  it('a reading in an instrument file never reaches a row of another sample or component, in whatever order the lines stand', () => {
    const names = ['A-1', 'A-2', 'B-1', 'B-1-P', 'C-9'];
    const components = ['苯', '甲苯', '乙苯'];
    const reading = fc.record({
      sample: fc.constantFrom(...names),
      component: fc.constantFrom(...components),
      value: fc.integer({ min: 1, max: 99_999 }),
    });
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1, maxLength: 30 }), (readings) => {
        const rows = ['A-1', 'A-2', 'B-1'].flatMap((sampleNo) => [
          row(sampleNo, ['苯']),
          row(sampleNo, ['甲苯'], { sheet: 2 }),
        ]);
        const text = `样品编号,组分,峰面积\n${readings.map(({ sample, component, value }) => `${sample},${component},${value}`).join('\n')}\n`;
        const matches = matchRun(linesOf(text), rows);
        const byId = new Map(rows.map((row) => [row.row, row]));
        const places = new Set<string>();
        for (const { line, row: at, reading: key, state, reason } of matches) {
          expect(state === 'matched').toBe(at !== null);
          expect(state === 'matched').toBe(reason === null);
          if (at === null) continue;
          expect(byId.get(at)?.sampleNo).toBe(line.sample);
          expect(byId.get(at)?.names).toContain(line.component);
          expect(places.has(`${at}|${key}`)).toBe(false);
          places.add(`${at}|${key}`);
        }
        expect(matches).toHaveLength(readings.length);
      }),
      { numRuns: 60 },
    );
  });
});
