import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { controlsFor } from '@contract/arithmetic/curves/qualityControl';
import type { Row } from '@contract/entity';
import type { labRun } from '@contract/features/laboratory/entities/labRun';
import type { labRunInjection } from '@contract/features/laboratory/entities/labRunInjection';
import { sequenceDocument } from '@contract/features/laboratory/runs/sequenceDocument';
import { sequenceCsv } from '@contract/features/laboratory/runs/sequenceFormats';
import { proposedSequence, sequenceChecks, type SequenceSample } from '@contract/features/laboratory/runs/sequencePlan';
import { textOf } from '@contract/print/printDocument';

const sample = (id: number, batch: string, isBlank = false, record = 1): SequenceSample => ({
  sample: id,
  record,
  hasParallel: false,
  sampleNo: `${batch}-${isBlank ? 'B' : 'S'}${id}`,
  batch,
  isBlank,
});

describe('proposed sequence of a run', () => {
  it('a proposed injection sequence has standards, a check sample, and the blanks of each batch before its samples', () => {
    const samples = [sample(2, 'P1'), sample(9, 'P2', true), sample(1, 'P1', true), sample(2, 'P1'), sample(10, 'P2')];
    const rows = proposedSequence(samples, 2);
    expect(rows.map(({ injectionKind, injectionName, level }) => [injectionKind, injectionName, level])).toEqual([
      ['solvent', 'SB-1', null],
      ['standard', 'STD-0', 0],
      ['standard', 'STD-1', 1],
      ['standard', 'STD-2', 2],
      ['midpoint', 'MID-1', null],
      ['blank', 'P1-B1', null],
      ['sample', 'P1-S2', null],
      ['blank', 'P2-B9', null],
      ['sample', 'P2-S10', null],
      ['midpoint', 'MID-2', null],
    ]);
    expect(rows.map(({ vial }) => vial)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  });

  it('a proposed injection sequence has controls before the samples and after each 50, and parallels and spikes of a tenth of each record', () => {
    const samples = Array.from({ length: 48 }, (_, index) =>
      sample(index + 1, 'P1', false, 1 + Math.floor(index / 24)),
    );
    const toluene = samples.slice(0, 12).map((one) => ({ ...one, record: 3 }));
    const rows = proposedSequence([...samples, ...toluene], null, new Set(sequenceChecks));
    const named = (kind: string) =>
      rows.flatMap(({ injectionKind, injectionName }) => (injectionKind === kind ? [injectionName] : []));
    // 24 samples of each of two records, 12 of them in a third one.
    expect(named('parallel')).toEqual(['P1-S1-P', 'P1-S2-P', 'P1-S3-P', 'P1-S25-P', 'P1-S26-P', 'P1-S27-P']);
    expect(named('spike')).toEqual(['P1-S10-JB', 'P1-S11-JB', 'P1-S12-JB', 'P1-S46-JB', 'P1-S47-JB', 'P1-S48-JB']);
    expect(named('control')).toEqual(['QC-1', 'QC-2']);
    const places = named('control').map((name) => rows.findIndex(({ injectionName }) => injectionName === name));
    expect(rows.slice(0, places[0]).filter((row) => row.sample !== null)).toHaveLength(0);
    expect(rows.slice(0, places[1]).filter((row) => row.sample !== null)).toHaveLength(50);
    expect(rows[rows.findIndex(({ injectionName }) => injectionName === 'P1-S1-P') - 1]?.injectionName).toBe('P1-S1');
    const existing = proposedSequence([{ ...sample(1, 'P1'), hasParallel: true }, sample(2, 'P1')], null);
    expect(existing.map(({ injectionName }) => injectionName)).toContain('P1-S1-P');
  });

  it('a proposed injection sequence has every sample once and at most 50 samples between two check samples', () => {
    const any = fc.array(
      fc.record({
        id: fc.integer({ min: 1, max: 400 }),
        batch: fc.constantFrom('P1', 'P2', 'P3'),
        blank: fc.boolean(),
      }),
      { maxLength: 300 },
    );
    fc.assert(
      fc.property(any, (given) => {
        const samples = given.map(({ id, batch, blank }) => sample(id, batch, blank));
        const rows = proposedSequence(samples, 5, new Set(sequenceChecks));
        const own = rows.flatMap((row) =>
          row.injectionKind === 'sample' || row.injectionKind === 'blank' ? (row.sample ?? []) : [],
        );
        const tested = new Set(samples.filter(({ isBlank }) => !isBlank).map((one) => one.sample)).size;
        for (const kind of ['parallel', 'spike'])
          expect(rows.filter(({ injectionKind }) => injectionKind === kind).length).toBe(Math.ceil(tested / 10));
        const injected = rows.filter((row) => row.sample !== null).length;
        expect(rows.filter(({ injectionKind }) => injectionKind === 'control').length).toBe(
          injected ? controlsFor(injected) : 0,
        );
        expect(own.toSorted((a, b) => a - b)).toEqual(
          [...new Set(samples.map((sample) => sample.sample))].toSorted((a, b) => a - b),
        );
        let since = Infinity;
        for (const row of rows) {
          if (row.injectionKind === 'midpoint') since = 0;
          if (row.sample !== null) since += 1;
          if (row.sample !== null) expect(since).toBeLessThanOrEqual(50);
        }
        if (own.length) expect(rows.at(-1)?.injectionKind).toBe('midpoint');
        expect(new Set(rows.map(({ injectionName }) => injectionName)).size).toBe(rows.length);
      }),
      { numRuns: 60 },
    );
  });
});

const injection = (given: Partial<Row<typeof labRunInjection>>): Row<typeof labRunInjection> =>
  ({
    vial: '1',
    injectionKind: 'sample',
    injectionName: 'S-1',
    level: null,
    standardVolume: null,
    injectedAt: null,
    dataFile: null,
    remark: null,
    ...given,
  }) as Row<typeof labRunInjection>;
const rows = [
  injection({ injectionKind: 'standard', injectionName: 'STD-1', level: 1, dataFile: 'D01' }),
  injection({ vial: '2', injectionKind: 'midpoint', injectionName: 'MID-1' }),
  injection({ vial: '3', injectionKind: 'blank', injectionName: 'B-1' }),
  injection({ vial: '4', injectionName: 'S-1', remark: '稀释10倍,复测' }),
];
const own = { sequenceColumns: null };

describe("file of a run's sequence", () => {
  it.each([
    [
      'chemStation',
      'Location,Sample Name,Inj/Location,Sample Type,Cal Level,Datafile,Sample Info',
      [
        '1,STD-1,1,Calibration,1,D01,',
        '2,MID-1,1,Ctrl Samp,,,',
        '3,B-1,1,Blank,,,',
        '4,S-1,1,Sample,,,"稀释10倍,复测"',
      ],
    ],
    [
      'openLab',
      'Vial,Sample name,Sample type,Level,Injections/vial,Data file,Description',
      ['1,STD-1,Cal. Std.,1,1,D01,', '2,MID-1,QC Check,,1,,', '3,B-1,Blank,,1,,', '4,S-1,Sample,,1,,"稀释10倍,复测"'],
    ],
    [
      'labSolutions',
      'Vial#,Sample Name,Sample ID,Sample Type,Level#,Data File,Sample Comment',
      ['1,STD-1,1,Standard,1,D01,', '2,MID-1,2,Control,,,', '3,B-1,3,Blank,,,', '4,S-1,4,Unknown,,,"稀释10倍,复测"'],
    ],
    [
      'chromeleon',
      'Name,Type,Level,Position,Comment',
      [
        'STD-1,Calibration Standard,1,1,',
        'MID-1,Check Standard,,2,',
        'B-1,Blank,,3,',
        'S-1,Unknown,,4,"稀释10倍,复测"',
      ],
    ],
    [
      'massHunter',
      'Sample Name,Sample Position,Sample Type,Level Name,Data File,Comment',
      ['STD-1,1,Calibration,1,D01,', 'MID-1,2,QC,,,', 'B-1,3,Blank,,,', 'S-1,4,Sample,,,"稀释10倍,复测"'],
    ],
  ])('the sequence file for the instrument program %s has its columns and words', (sequenceFormat, head, lines) => {
    expect(sequenceCsv({ sequenceFormat, ...own }, rows)).toBe([head, ...lines, ''].join('\r\n'));
  });

  it('the sequence file for an instrument with configured columns has exactly these columns, and a remark never becomes a formula', () => {
    const columns = 'No=序号；Name=样品名；Method="BTX.M"；Note=备注';
    const formula = [injection({ remark: '=1+1' })];
    expect(sequenceCsv({ sequenceFormat: 'chromeleon', sequenceColumns: columns }, formula)).toBe(
      "No,Name,Method,Note\r\n1,S-1,BTX.M,'=1+1\r\n",
    );
  });

  it('the printed injection sequence lists vial, name, kind and remark of each injection', () => {
    const run = { runNo: 'FX-2026-0001', runDate: '2026-11-20', methodsName: ['方法甲', '方法乙'], room: '色谱室' };
    const { blocks, foot } = sequenceDocument({ agency: '甲', run: run as unknown as Row<typeof labRun>, rows });
    expect(foot).toBe('FX-2026-0001');
    const table = blocks.find((block) => block.kind === 'table');
    expect(table?.kind === 'table' && table.rows.map((row) => row.map(textOf).slice(0, 5))).toEqual([
      ['1', '1', 'STD-1', '标准系列', '1'],
      ['2', '2', 'MID-1', '曲线中间点', ''],
      ['3', '3', 'B-1', '现场空白', ''],
      ['4', '4', 'S-1', '样品', ''],
    ]);
    const facts = blocks.find((block) => block.kind === 'facts');
    expect(facts?.kind === 'facts' && facts.facts.map(({ value }) => textOf(value))).toEqual(
      expect.arrayContaining(['色谱室', '方法甲；方法乙', '4针，其中样品与现场空白2个']),
    );
  });
});
