import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadLine } from '@contract/features/laboratory/instruments/instrumentReading';
import { sourceOfText } from '@contract/features/laboratory/instruments/instrumentSource';
import { readInstrument } from '@contract/features/laboratory/instruments/readInstrument';
import { instrumentText } from '../../support/instrumentFiles';

const readText = (text: string): readonly ReadLine[] => readInstrument(sourceOfText('file.txt', text)).lines;
const linesOf = (name: string): string[] => instrumentText(name).split(/\r\n|\r|\n/);
const keyOf = ({ sample, component, quantity, value, unit }: ReadLine): string =>
  [sample, component, quantity, value, unit].join('|');
const valueOf = ({ sample, quantity, value }: ReadLine): string => [sample, quantity, value].join('|');

/** Text files with more than one sample or block. */
const several = [
  '02-external-standard-report.txt',
  '05-quantitative-batch.csv',
  '06-sectioned-two-injections.txt',
  '08-gcms-quantitative.txt',
  '09-compound-blocks.txt',
  '10-integration-comma.txt',
  '11-summary-two-components.txt',
  '12-peak-list.csv',
  '14-analyte-lines.csv',
  '15-solution-labels.csv',
  '16-rows-without-headings.txt',
  '17-short-report-blocks.csv',
  '18-flow-analyser.csv',
  '19-fluorescence-report.csv',
  '20-absorption-replicates.txt',
];
/** Files whose every line names its sample. */
const tables = [
  '12-peak-list.csv',
  '14-analyte-lines.csv',
  '15-solution-labels.csv',
  '16-rows-without-headings.txt',
  '18-flow-analyser.csv',
  '20-absorption-replicates.txt',
];

describe('readings of a file', () => {
  it.each(several)('an instrument file %s with lines missing: no value goes to another sample', (name) => {
    const lines = linesOf(name);
    const all = readText(lines.join('\n'));
    const samples = new Set(all.map(({ sample }) => sample).filter(Boolean));
    const truth = new Set(all.map(valueOf));
    const known = new Set(all.map(({ quantity, value }) => `${quantity}|${value}`));
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(lines.length - 1), { minLength: 1, maxLength: 3 }), (missing) => {
        const kept = lines.filter((_, index) => !missing.includes(index));
        const wrong = readText(kept.join('\n')).filter(
          (line) =>
            line.value !== null &&
            samples.has(line.sample) &&
            known.has(`${line.quantity}|${line.value}`) &&
            !truth.has(valueOf(line)),
        );
        expect(wrong).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });

  it.each(several)('an instrument file %s with one line missing: no value goes to another component', (name) => {
    const lines = linesOf(name);
    const truth = new Set(readText(lines.join('\n')).map((line) => `${line.component}|${valueOf(line)}`));
    for (const missing of lines.keys()) {
      const read = readText(lines.filter((_, index) => index !== missing).join('\n'));
      const wrong = read.filter(
        (line) =>
          line.value !== null &&
          line.component !== null &&
          line.sample !== null &&
          truth.has(`null|${valueOf(line)}`) === false &&
          !truth.has(`${line.component}|${valueOf(line)}`) &&
          [...truth].some((one) => one.endsWith(`|${valueOf(line)}`)),
      );
      expect([missing, wrong]).toEqual([missing, []]);
    }
  });

  it.each(tables)('an instrument file %s with its lines in another order gives the same readings', (name) => {
    const [head = '', ...rest] = linesOf(name).filter((line) => line.trim() !== '');
    const headless = name.startsWith('16');
    const rows = headless ? [head, ...rest] : rest;
    const truth = readText([head, ...rest].join('\n'))
      .map(keyOf)
      .sort();
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
        const text = [...(headless ? [] : [head]), ...shuffled].join('\n');
        expect(readText(text).map(keyOf).sort()).toEqual(truth);
      }),
      { numRuns: 30 },
    );
  });

  it.each(tables)(
    'an instrument file %s with a sample measured again: both readings stay with that sample, and none becomes a parallel',
    (name) => {
      const lines = linesOf(name).filter((line) => line.trim() !== '');
      const again = lines.at(-1) ?? '';
      const before = readText(lines.join('\n'));
      const after = readText([...lines, again].join('\n'));
      const last = after.slice(before.length);
      expect(last.length).toBeGreaterThan(0);
      for (const line of last) expect(before.map(keyOf)).toContain(keyOf(line));
      expect(new Set(after.map(({ sample }) => sample))).toEqual(new Set(before.map(({ sample }) => sample)));
    },
  );

  it.each([
    '06-sectioned-two-injections.txt',
    '09-compound-blocks.txt',
    '11-summary-two-components.txt',
    '08-gcms-quantitative.txt',
  ])('an instrument file %s with decimal commas gives the same numbers', (name) => {
    const text = linesOf(name).join('\n');
    const comma = text.replaceAll(/(?<=\d)\.(?=\d)/g, ',');
    const numbers = (lines: readonly ReadLine[]) =>
      lines.map(({ sample, component, value }) => [sample, component, value]);
    expect(numbers(readText(comma))).toEqual(numbers(readText(text)));
  });

  it('the reader of instrument files never takes a retention time, replicate number, vial or line number for a reading', () => {
    for (const name of several) {
      for (const line of readText(linesOf(name).join('\n'))) {
        expect([name, line.quantity]).not.toEqual([name, 'retention']);
        if (Number(line.value) !== 0 && line.retention !== null) expect(line.text).not.toBe(line.retention);
      }
    }
  });
});
