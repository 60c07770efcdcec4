import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InstrumentProfile } from '@contract/features/laboratory/instruments/instrumentProfile';
import type { ReadLine } from '@contract/features/laboratory/instruments/instrumentReading';
import { sourceOfText } from '@contract/features/laboratory/instruments/instrumentSource';
import { type Mapping, profileFromMapping } from '@contract/features/laboratory/instruments/profileFromMapping';
import { readInstrument } from '@contract/features/laboratory/instruments/readInstrument';

// Tables of an unknown instrument as a person maps them once. Every value of a file is another number, so a value at
// another sample, component or time is seen.

type Role = 'sample' | 'component' | 'value' | 'time' | 'unit' | 'replicate' | 'other';

interface Shape {
  readonly columns: readonly (readonly [role: Role, heading: string])[];
  readonly separator: ',' | ';' | '\t';
  readonly mark: '.' | ',';
  /** The table has no row of headings. */
  readonly headless?: true;
  /** The sample stands above each table. */
  readonly key?: string;
  readonly quantity?: Mapping['quantity'];
  readonly taughtMark?: true;
}

const shapes: Readonly<Record<string, Shape>> = {
  'sample, substance, value': {
    columns: [
      ['sample', 'Charge'],
      ['component', 'Stoff'],
      ['value', 'Ergebnis 1'],
    ],
    separator: ';',
    mark: ',',
  },
  'the value before the sample': {
    columns: [
      ['value', 'Ergebnis'],
      ['other', 'Kanal'],
      ['sample', 'Probe X'],
      ['component', 'Stoff'],
    ],
    separator: '\t',
    mark: '.',
  },
  'a time before the value': {
    columns: [
      ['sample', '试样'],
      ['time', '时刻'],
      ['component', '物质'],
      ['value', '读数甲'],
    ],
    separator: ',',
    mark: '.',
  },
  'a retention time that is not mapped': {
    columns: [
      ['sample', 'Charge'],
      ['component', 'Stoff'],
      ['other', 'RT'],
      ['value', 'Signalwert'],
    ],
    separator: ';',
    mark: '.',
  },
  'headings that repeat': {
    columns: [
      ['sample', 'Name A'],
      ['component', 'Stoff'],
      ['other', 'Wert'],
      ['value', 'Wert'],
    ],
    separator: ',',
    mark: '.',
  },
  'headings that mean something else here': {
    columns: [
      ['sample', 'Area'],
      ['component', 'Height'],
      ['other', 'Amount'],
      ['value', 'Sample ID'],
    ],
    separator: ',',
    mark: '.',
  },
  'a number of the reading': {
    columns: [
      ['sample', 'Charge'],
      ['replicate', 'Lauf'],
      ['component', 'Stoff'],
      ['value', 'Signal X'],
    ],
    separator: '\t',
    mark: ',',
  },
  'a unit beside the value': {
    columns: [
      ['sample', '试样'],
      ['component', '物质'],
      ['value', '结果甲'],
      ['unit', '计量'],
    ],
    separator: ',',
    mark: '.',
    quantity: 'concentration',
  },
  'no component': {
    columns: [
      ['other', 'Nr.'],
      ['sample', 'Charge'],
      ['value', 'Signalwert'],
      ['time', 'Uhr'],
    ],
    separator: ';',
    mark: ',',
  },
  'no headings': {
    columns: [
      ['sample', ''],
      ['component', ''],
      ['other', ''],
      ['value', ''],
    ],
    separator: ',',
    mark: '.',
    headless: true,
  },
  'no headings, with times and a taught decimal comma': {
    columns: [
      ['other', ''],
      ['sample', ''],
      ['time', ''],
      ['component', ''],
      ['value', ''],
    ],
    separator: '\t',
    mark: ',',
    headless: true,
    taughtMark: true,
  },
  'the sample above each table': {
    columns: [
      ['component', 'Stoff'],
      ['other', 'RT'],
      ['value', 'Signalwert'],
    ],
    separator: ';',
    mark: ',',
    key: 'Charge',
  },
};

/** A line of the instrument: `at` makes its value unlike all others. */
interface Measured {
  readonly sample: string;
  readonly component: string;
  readonly value: string;
  readonly at: number;
}

function profileOf({ columns, headless, key, quantity, mark, taughtMark }: Shape): InstrumentProfile {
  const placeOf = (role: Role) => {
    const place = columns.findIndex(([named]) => named === role);
    return place < 0 ? null : place;
  };
  return profileFromMapping({
    id: 'own',
    label: '本室',
    headings: headless ? null : columns.map(([, heading]) => heading),
    sample: placeOf('sample'),
    sampleKey: key ?? null,
    component: placeOf('component'),
    replicate: placeOf('replicate'),
    unit: placeOf('unit'),
    time: placeOf('time'),
    value: placeOf('value') ?? 0,
    quantity: quantity ?? 'area',
    decimalMark: taughtMark ? mark : null,
  });
}

const timeOf = (at: number): string => `2026-11-20 10:${String(10 + (at % 50))}:07`;

function textOf({ columns, separator, mark, headless, key }: Shape, measured: readonly Measured[]): string {
  const cellOf = (role: Role, { sample, component, value, at }: Measured): string =>
    ({
      sample,
      component,
      value: value.replace('.', mark),
      time: timeOf(at),
      unit: 'mg/L',
      replicate: String((at % 3) + 1),
      other: `5.${20 + at}`.replace('.', mark),
    })[role];
  const rowOf = (line: Measured) => columns.map(([role]) => cellOf(role, line)).join(separator);
  const head = columns.map(([, heading]) => heading).join(separator);
  if (key !== undefined) return measured.map((line) => `${key}: ${line.sample}\n${head}\n${rowOf(line)}\n`).join('\n');
  return [...(headless ? [] : [head]), ...measured.map(rowOf), ''].join('\n');
}

const samples = ['P-1', 'P-2', 'P-10', 'P-1-P', '空白1', 'QC 5'];
const components = ['Benzol', 'Toluol', '1,2-二氯乙烷', 'X'];
const measuredLines = (separator: string): fc.Arbitrary<Measured[]> =>
  fc
    .array(
      fc.record({
        sample: fc.constantFrom(...samples),
        component: fc.constantFrom(...components.filter((name) => !name.includes(separator))),
      }),
      { minLength: 1, maxLength: 25 },
    )
    // Names repeat, lines stand in any order, and most pairs of sample and component are missing.
    .map((lines) => lines.map((line, index) => ({ ...line, at: index, value: `${1000 + index}.${index % 9}3` })));

const read = (shape: Shape, text: string): readonly ReadLine[] =>
  readInstrument(sourceOfText('own.csv', text), profileOf(shape)).lines;

const has = ({ columns }: Shape, role: Role): boolean => columns.some(([named]) => named === role);

describe('files that a person mapped once', () => {
  it('the test set of instrument files with columns assigned by a person has ten layouts or more', () => {
    expect(Object.keys(shapes).length).toBeGreaterThanOrEqual(10);
  });

  it.each(Object.entries(shapes))(
    'an instrument file mapped once with %s gives each value to its own sample, component and time',
    (_name, shape) => {
      fc.assert(
        fc.property(measuredLines(shape.separator), (measured) => {
          const said = read(shape, textOf(shape, measured)).map(({ sample, component, value, time, unit, replicate }) =>
            [sample, component, value, time, unit, replicate].join('|'),
          );
          const truth = measured.map(({ sample, component, value, at }) =>
            [
              sample,
              has(shape, 'component') ? component : null,
              value,
              has(shape, 'time') ? timeOf(at) : null,
              has(shape, 'unit') ? 'mg/L' : null,
              has(shape, 'replicate') ? (at % 3) + 1 : null,
            ].join('|'),
          );
          expect(said).toEqual(truth);
        }),
        { numRuns: 40 },
      );
    },
  );

  it.each(Object.entries(shapes))(
    'an instrument file mapped once with %s gives no value to another sample if lines lack cells or end early',
    (_name, shape) => {
      const place = fc.tuple(fc.nat(60), fc.nat(8));
      fc.assert(
        fc.property(
          measuredLines(shape.separator),
          fc.array(place, { maxLength: 4 }),
          fc.nat(40),
          (measured, holes, cut) => {
            const text = textOf(shape, measured);
            const lines = text.split('\n');
            const from = lines.length > 2 ? 1 : 0;
            for (const [line, cell] of holes) {
              const at = from + (line % Math.max(1, lines.length - from));
              const cells = (lines[at] ?? '').split(shape.separator);
              cells[cell % cells.length] = '';
              lines[at] = cells.join(shape.separator);
            }
            const broken = lines.slice(0, Math.max(1, lines.length - (cut % 12))).join('\n');
            const truth = new Map(measured.map((line) => [line.value, line]));
            for (const { value, sample, component } of read(shape, broken)) {
              const own = truth.get(value ?? '');
              if (!own) continue;
              expect([own.sample, null]).toContain(sample);
              expect([own.component, null]).toContain(component);
            }
          },
        ),
        { numRuns: 60 },
      );
    },
  );

  it.each(Object.entries(shapes).filter(([, { taughtMark }]) => !taughtMark))(
    'an instrument file mapped once with %s has the same values with the other decimal mark, or a reason',
    (_name, shape) => {
      fc.assert(
        fc.property(measuredLines(shape.separator), (measured) => {
          const other: Shape = { ...shape, mark: shape.mark === '.' ? ',' : '.' };
          const truth = new Map(measured.map((line) => [line.value, line]));
          for (const { value, sample, reason } of read(shape, textOf(other, measured))) {
            if (value === null) expect(reason).toBeTruthy();
            else if (other.separator !== ',' || other.mark !== ',') expect(truth.get(value)?.sample).toBe(sample);
          }
        }),
        { numRuns: 40 },
      );
    },
  );
});
