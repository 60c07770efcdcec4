import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceOfText } from '@contract/features/laboratory/instruments/instrumentSource';
import { instrumentTexts } from '@contract/features/laboratory/instruments/instrumentTexts';
import { matchingProfiles } from '@contract/features/laboratory/instruments/matchFile';
import { type Mapping, profileFromMapping } from '@contract/features/laboratory/instruments/profileFromMapping';
import {
  headedTable,
  profileOf,
  shippedProfiles,
} from '@contract/features/laboratory/instruments/profiles/shippedProfiles';
import { readingAsJson } from '@contract/features/laboratory/instruments/readingAsJson';
import { readInstrument } from '@contract/features/laboratory/instruments/readInstrument';
import { statedKeys } from '@contract/features/laboratory/instruments/statedKeys';
import { root } from '@server/base/root';
import { instrumentFiles, instrumentSource } from '../../support/instrumentFiles';

// The golden file holds, for every small file, its profile and its readings as a person read them from it.
const golden = readFileSync(join(root, 'tests/contract/instruments/readings.golden.txt'), 'utf8');
const expected = new Map(
  golden
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...lines] = part.trimEnd().split('\n');
      const [name = '', profile = ''] = head.split(' ');
      return [name, { profile, lines }];
    }),
);
const unread = ['27-unknown.csv', '28-trace.txt'];
const shapes = instrumentFiles.filter((name) => !unread.includes(name));

describe('a file of an instrument', () => {
  it('the test set of instrument files has 24 layouts or more, each with its expected readings', () => {
    expect([...expected.keys()]).toEqual(shapes);
    expect(shapes.length).toBeGreaterThanOrEqual(24);
  });

  it.each(shapes)(
    'the instrument file %s is read without a person’s help, and every value is assigned correctly',
    (name) => {
      const { profile, lines, problem } = readInstrument(instrumentSource(name));
      expect([problem, profile?.id, lines.map(readingAsJson)]).toEqual([
        null,
        expected.get(name)?.profile,
        expected.get(name)?.lines,
      ]);
    },
  );

  it.each(shapes)('the instrument file %s fits exactly one reading profile', (name) => {
    expect(matchingProfiles(instrumentSource(name)).map(({ id }) => id)).toEqual([expected.get(name)?.profile]);
  });

  it.each(shapes)(
    'the instrument file %s is read the same by its profile after the profile was stored as JSON',
    (name) => {
      const stored: unknown = JSON.parse(JSON.stringify(profileOf(expected.get(name)?.profile ?? '')));
      const { lines } = readInstrument(instrumentSource(name), stored as NonNullable<ReturnType<typeof profileOf>>);
      expect(lines.map(readingAsJson)).toEqual(expected.get(name)?.lines);
    },
  );

  it.each(unread)('the instrument file %s fits no reading profile, so nothing is read from it', (name) => {
    expect(readInstrument(instrumentSource(name))).toMatchObject({ profile: null, lines: [] });
  });

  it.each([
    ['a table', '样品名;峰面积\nP-1;1,234\nP-2;98,640\n', '1,234'],
    ['a table of a named component', 'Sample ID\tName\tArea\nP-1\tBenzol\t12,345\nP-2\tBenzol\t98,640\n', '12,345'],
    ['a table with full-width commas', '样品名\t峰面积\nP-1\t1，234\nP-2\t98，640\n', '1，234'],
  ])(
    'the instrument file %s, whose numbers could all have either decimal mark, is reported as unclear and not read',
    (_name, text, cell) => {
      expect(readInstrument(sourceOfText('a.csv', text))).toEqual({
        profile: null,
        lines: [],
        problem: instrumentTexts.markUnclear(cell),
        unclear: true,
      });
      // One number that is possible with one mark alone decides for all.
      const decided = readInstrument(sourceOfText('a.csv', text.replace(cell, '0,652')));
      expect(decided.lines.map(({ value }) => value)).toEqual(['0.652', '98.640']);
    },
  );

  it('a number that its decimal comma splits in a comma-separated instrument file gives a reason and no value', () => {
    const read = (text: string) =>
      readInstrument(sourceOfText('a.csv', text), headedTable).lines.map(({ value, reason }) => value ?? reason);
    const reason = instrumentTexts.tooManyCells(3, 2);
    expect(read('样品名,峰面积\nP-1,0,652\nP-2,12,5\nP-3,98\n')).toEqual([reason, reason, '98']);
    // A note, an empty cell or a quoted number beyond the head divides nothing.
    expect(read('样品名,峰面积\nP-1,0.652,复测\nP-2,12.5,\nP-3,"0,5"\n')).toEqual(['0.652', '12.5', '0.5']);
    expect(readInstrument(sourceOfText('a.csv', '样品名,峰面积\nP-1,0,652\nP-2,12,5\n'))).toMatchObject({
      profile: null,
      problem: reason,
      unclear: true,
    });
    expect(read('样品名;峰面积\nP-1;0,652;7\n')).toEqual(['0.652']);
  });

  it('every reading profile for instrument files has its own id', () => {
    const ids = shippedProfiles.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

/** A table of each shape as a person would map it once: sample, component and value by column. */
const mappings: readonly (readonly [string, string, Omit<Mapping, 'id' | 'label'>, readonly string[]])[] = [
  [
    'a wide heading that the reader does not know',
    'Charge;Stoff;Zeit;Ergebnis 1\nP-1;Blei;5,21;1,033\nP-2;Blei;5,22;2,066\n',
    {
      headings: ['Charge', 'Stoff', 'Zeit', 'Ergebnis 1'],
      sample: 0,
      component: 1,
      value: 3,
      quantity: 'concentration',
    },
    ['P-1|Blei|concentration|1.033', 'P-2|Blei|concentration|2.066'],
  ],
  [
    'no headings at all',
    'P-1,5.21,10411,3\nP-2,5.22,20822,4\n',
    { headings: null, sample: 0, component: null, value: 2, quantity: 'area' },
    ['P-1|null|area|10411', 'P-2|null|area|20822'],
  ],
  [
    'a heading that means something else in this laboratory',
    'Sample ID,Area,Corr\nP-1,1,98.6\nP-2,2,\n',
    { headings: ['Sample ID', 'Area', 'Corr'], sample: 0, component: null, value: 2, quantity: 'area' },
    ['P-1|null|area|98.6'],
  ],
];

describe('a file that was mapped once', () => {
  it('an instrument file with columns assigned by a person may name the sample in a column, above the table, or in its file name', () => {
    const headings = ['RT', 'Signalwert'];
    const text = 'Charge: P-1\nRT;Signalwert\n5,21;10411,3\n\nCharge: P-2\nRT;Signalwert\n5,21;20822,4\n';
    const mapping = {
      id: 'own',
      label: '本室',
      headings,
      sample: null,
      component: null,
      value: 1,
      quantity: 'area',
    } as const;
    const read = (more: object) =>
      readInstrument(sourceOfText('P-9.csv', text), profileFromMapping({ ...mapping, ...more }));
    expect(read({ sampleKey: 'Charge' }).lines.map(({ sample, value }) => [sample, value])).toEqual([
      ['P-1', '10411.3'],
      ['P-2', '20822.4'],
    ]);
    expect(read({})).toMatchObject({
      profile: { sampleIsFileName: true },
      lines: [{ sample: null }, { sample: null }],
    });
    expect(statedKeys(sourceOfText('P-9.csv', text).sheets[0]?.rows ?? [])).toContainEqual({
      key: 'Charge',
      value: 'P-1',
    });
  });

  it('the component name that a person assigned to a hazard is kept in the reading beside the hazard', () => {
    const mapping = {
      id: 'own',
      label: '本室',
      headings: ['Nr', 'Stoff', 'Wert'],
      sample: 0,
      component: 1,
      value: 2,
    } as const;
    const profile = profileFromMapping({ ...mapping, quantity: 'area', components: { MEK: '丁酮' } });
    const { lines } = readInstrument(sourceOfText('a.csv', 'Nr;Stoff;Wert\nP-1;mek;5\nP-1;Tol;6\n'), profile);
    expect(lines.map(({ component, hazard }) => [component, hazard])).toEqual([
      ['mek', '丁酮'],
      ['Tol', undefined],
    ]);
  });

  it.each(mappings)(
    'an instrument file with columns assigned by a person, %s, is read as assigned',
    (_name, text, mapping, readings) => {
      const profile = profileFromMapping({ id: 'own', label: '本室', ...mapping });
      const source = sourceOfText('own.csv', text);
      const said = readInstrument(source, profile).lines.map(
        ({ sample, component, quantity, value }) => `${sample}|${component}|${quantity}|${value}`,
      );
      expect(said).toEqual(readings);
    },
  );

  it('an instrument file whose columns a person assigned is recognised next time by its headings; a file with other headings is not', () => {
    const [, text, mapping] = mappings[0] as (typeof mappings)[0];
    const own = profileFromMapping({ id: 'own', label: '本室', ...mapping });
    expect(readInstrument(sourceOfText('a.csv', text), null, [...shippedProfiles, own]).profile?.id).toBe('own');
    expect(readInstrument(sourceOfText('a.csv', text.replace('Charge', 'Los')), null, [own]).profile).toBe(null);
  });

  it.each(shapes)('the instrument file %s gives the same readings after other profiles were learnt', (name) => {
    const own = mappings.map(([, , mapping], index) =>
      profileFromMapping({ id: `own${index}`, label: '本室', ...mapping }),
    );
    const { lines } = readInstrument(instrumentSource(name), null, [...shippedProfiles, ...own]);
    expect(lines.map(readingAsJson)).toEqual(expected.get(name)?.lines);
  });
});
