import { describe, expect, it } from 'vitest';
import {
  codeInNumber,
  factorCodes,
  type PlanRow,
  plannedSamples,
  pointNumbers,
} from '@contract/features/fieldwork/plan/plannedSamples';
import { nearestWeather } from '@contract/features/fieldwork/samples/nearestWeather';
import { mergeRecord, sameValue } from '@contract/features/fieldwork/samples/recordFields';
import { airFaults, type Readings, sampleReadings } from '@contract/features/fieldwork/samples/sampleReadings';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import vectors from './vectors/vectors-pre331.json';

const readings = (changes: Partial<Readings> = {}): Readings => ({
  sampleKind: 'sample',
  plannedFlow: '0.1',
  startTime: '2026-11-21 09:00:00',
  endTime: '2026-11-21 09:15:00',
  flowBefore: '0.100',
  flowAfter: '0.100',
  temperature: '25',
  pressure: '101.3',
  ...changes,
});
const faultsOf = (changes: Partial<Readings>) => sampleReadings(readings(changes)).faults;

interface VolumeVector {
  readonly id: string;
  readonly input: { readonly V_L: number; readonly t_C: number; readonly P_kPa: number };
  readonly reported: string;
  readonly note: string;
}
const volumes = (vectors as unknown as VolumeVector[]).filter(({ id }) => id.startsWith('SAMP-V0-'));

describe('readings of a sample', () => {
  it('the table of worked examples has examples for the standard volume', () =>
    expect(volumes.length).toBeGreaterThanOrEqual(6));

  it.each(volumes.map((vector) => [vector.id, vector] as const))(
    'the readings of a sample give the standard volume of worked example %s',
    (_id, { input, reported }) => {
      // Sampled in a quarter of an hour.
      const flow = String(input.V_L / 15);
      const result = sampleReadings(
        readings({
          plannedFlow: flow,
          flowBefore: flow,
          flowAfter: flow,
          temperature: String(input.t_C),
          pressure: String(input.P_kPa),
        }),
      );
      expect([result.standardVolumeText, result.complete]).toEqual([reported, true]);
      expect(Number(result.derived.volume)).toBeCloseTo(input.V_L, 10);
    },
  );

  it('the standard volume of a sample is kept at full precision', () => {
    const flow = '2';
    expect(
      sampleReadings(
        readings({ plannedFlow: flow, flowBefore: flow, flowAfter: flow, temperature: '38', pressure: '100.5' }),
      ).derived.standardVolume,
    ).toMatch(/^28\.04045796922959\d{20,}$/);
  });

  it('a sample uses the set flow up to 5 % deviation, the mean flow up to 10 %, and is void beyond (GBZ 331-2024 E.3)', () => {
    const given = (flowAfter: string, more: Partial<Readings> = {}) =>
      sampleReadings(
        readings({ plannedFlow: '2.0', flowBefore: '2.00', flowAfter, endTime: '2026-11-21 13:00:00', ...more }),
      );
    expect(given('1.90').derived).toMatchObject({ flow: '2', flowDeviation: '5', volume: '480' });
    expect(given('1.88').derived).toMatchObject({ flow: '1.94', flowDeviation: '6', volume: '465.6' });
    expect(given('1.8').derived).toMatchObject({ flow: '1.9', flowDeviation: '10' });
    const far = given('1.79');
    expect([far.voidReason, far.faults, far.derived.volume]).toEqual([
      siteTexts.flowAfterOffSetFlowReason('2.0', '1.79', '10.5'),
      [{ field: 'flowAfter', message: siteTexts.flowAfterOffSetFlow('2.0', '1.79', '10.5') }],
      null,
    ]);
    // 10.04 % is printed as it is, since 10.0 would hide that it is beyond.
    expect(given('1.7992').voidReason).toBe(siteTexts.flowAfterOffSetFlowReason('2.0', '1.7992', '10.04'));
    // Set otherwise than planned.
    expect(given('1.5', { flowSet: '1.5', flowBefore: '1.5' }).derived).toMatchObject({
      flow: '1.5',
      flowDeviation: '0',
    });
    expect(given('1.5', { flowSet: '0' }).faults).toEqual([
      { field: 'flowSet', message: siteTexts.flowNotPositive('设定流量') },
    ]);
  });

  it('the flow before sampling must be within 5 % of the set flow', () => {
    expect(faultsOf({ flowBefore: '0.095' })).toEqual([]);
    expect(faultsOf({ flowBefore: '0.0949' })).toEqual([
      { field: 'flowBefore', message: siteTexts.flowBeforeOffSetFlow('0.1', '0.0949', '5.1') },
    ]);
    expect(faultsOf({ flowBefore: '0.0949', startTime: null })).toEqual([]);
    expect(faultsOf({ flowBefore: '0.0949', sampledOn: '2025-04-30', flowAfter: '0.0949' })).toEqual([]);
  });

  it('a sample of a constant-flow sampler needs no end flow and uses the set flow', () => {
    expect(sampleReadings(readings({ constantFlow: true, flowAfter: null }))).toMatchObject({
      complete: true,
      missing: [],
      derived: { flow: '0.1', flowDeviation: null, volume: '1.5' },
    });
    expect(sampleReadings(readings({ constantFlow: true, flowAfter: null, sampledOn: '2025-04-30' })).missing).toEqual([
      'flowAfter',
    ]);
  });

  it('the readings of a sample follow the rules of their sampling day: 6 % flow deviation voids it only before 2025-05-01', () => {
    const at = (sampledOn: string) => sampleReadings(readings({ sampledOn, flowAfter: '0.094' }));
    expect(at('2025-04-30').voidReason).toBe(siteTexts.flowVoidReason('0.100', '0.094', '6.0'));
    expect(at('2025-05-01')).toMatchObject({ voidReason: null, derived: { flow: '0.097' } });
  });

  it('a sample before 2025-05-01 uses the mean flow after a drift of 3.0 % (SAMP-FLOW-1)', () => {
    const { derived, voidReason } = sampleReadings(readings({ flowAfter: '0.097', sampledOn: '2025-04-30' }));
    expect(derived).toMatchObject({ flow: '0.0985', flowDeviation: '3', minutes: '15', volume: '1.4775' });
    expect(voidReason).toBeNull();
  });

  it('a sample before 2025-05-01 passes with a flow drift of exactly 5 % (SAMP-FLOW-3)', () => {
    expect(
      sampleReadings(readings({ flowBefore: '0.500', flowAfter: '0.475', sampledOn: '2025-04-30' })),
    ).toMatchObject({ complete: true, voidReason: null });
  });

  it.each([
    ['2.00', '1.88', '6.0'],
    ['1.000', '1.051', '5.1'],
    ['1.0000', '1.0504', '5.04'],
  ])(
    'a sample before 2025-05-01 is void if its flow changed from %s to %s L/min',
    (flowBefore, flowAfter, deviation) => {
      const result = sampleReadings(readings({ flowBefore, flowAfter, sampledOn: '2025-04-30' }));
      expect(result.faults).toEqual([
        { field: 'flowAfter', message: siteTexts.flowFails(flowBefore, flowAfter, deviation) },
      ]);
      expect(result).toMatchObject({
        complete: false,
        voidReason: siteTexts.flowVoidReason(flowBefore, flowAfter, deviation),
      });
      expect(result.derived).toMatchObject({ volume: null, standardVolume: null });
    },
  );

  it('a sample is refused if its end is not after its start, or more than a day later', () => {
    expect(faultsOf({ endTime: '2026-11-21 08:59:00' })).toEqual([
      { field: 'endTime', message: siteTexts.endBeforeStart },
    ]);
    expect(faultsOf({ endTime: '2026-11-21 09:00:00' })).toEqual([
      { field: 'endTime', message: siteTexts.endBeforeStart },
    ]);
    expect(faultsOf({ endTime: '2026-11-22 09:00:00' })).toEqual([]);
    expect(faultsOf({ endTime: '2026-11-22 09:01:00' })).toEqual([{ field: 'endTime', message: siteTexts.tooLong }]);
  });

  it('a sample is refused with an air pressure of 20 kPa or another impossible air value', () => {
    expect(faultsOf({ pressure: '20' })).toEqual([{ field: 'pressure', message: siteTexts.badPressure('20') }]);
    expect(airFaults({ temperature: '61', pressure: '110' })).toEqual([
      { field: 'temperature', message: siteTexts.badTemperature('61') },
    ]);
    expect(airFaults({ temperature: '-40', pressure: '50' })).toEqual([]);
    expect(airFaults({ temperature: 'x', pressure: '110.1' }).map(({ field }) => field)).toEqual([
      'temperature',
      'pressure',
    ]);
  });

  it('a sample is refused with a flow that is not above 0', () => {
    expect(faultsOf({ flowBefore: '0' })).toEqual([
      { field: 'flowBefore', message: siteTexts.flowNotPositive('采样前流量') },
    ]);
    expect(faultsOf({ flowAfter: '-1' }).map(({ field }) => field)).toEqual(['flowAfter']);
  });

  it('an unfinished sample lists its missing values and calculates what it can', () => {
    const result = sampleReadings(readings({ flowAfter: null, temperature: null, pressure: '' }));
    expect([result.missing, result.complete, result.derived.minutes, result.derived.volume]).toEqual([
      ['flowAfter', 'temperature', 'pressure'],
      false,
      '15',
      null,
    ]);
  });

  it('a field blank needs only its time', () => {
    expect(
      sampleReadings(
        readings({
          sampleKind: 'blank',
          endTime: null,
          flowBefore: null,
          flowAfter: null,
          temperature: null,
          pressure: null,
        }),
      ).complete,
    ).toBe(true);
  });

  it('a sample needs no flow if no flow is planned', () => {
    expect(sampleReadings(readings({ plannedFlow: null, flowBefore: null, flowAfter: null }))).toMatchObject({
      complete: true,
      missing: [],
    });
  });
});

const row = (id: number, changes: Partial<PlanRow> = {}): PlanRow => ({
  id,
  siteHazardId: null,
  siteNo: String(id),
  workshop: '喷涂车间',
  place: `岗位${id}`,
  hazard: 1,
  hazardName: '苯',
  method: 1,
  mode: 'area',
  period: 'short',
  medium: '活性炭管',
  flow: '0.1',
  minutes: 15,
  points: 1,
  samplesPerDay: 4,
  days: 1,
  blanks: 2,
  hoursPerDay: '7.5',
  ...changes,
});
const codes = new Map([
  [1, 'B'],
  [2, 'C'],
]);
const numbersOf = (rows: PlanRow[], dayNo = 1) =>
  plannedSamples(rows, { project: 'ZJ24-0156', dayNo, codes }).map(({ sampleNo }) => sampleNo);

describe('samples of a day', () => {
  it('the samples of a day are numbered by point and sequence number, followed by the field blanks', () => {
    expect(numbersOf([row(3, { samplesPerDay: 2 }), row(4, { samplesPerDay: 1, blanks: 1 })])).toEqual([
      'ZJ24-0156-B1-0301',
      'ZJ24-0156-B1-0302',
      'ZJ24-0156-B1-0401',
      'ZJ24-0156-B1-K1',
      'ZJ24-0156-B1-K2',
    ]);
  });

  it('the samples of a day represent equal shares of the exposure time', () => {
    expect(
      plannedSamples([row(1)], { project: 'P', dayNo: 1, codes }).map(({ representedHours }) => representedHours),
    ).toEqual(['1.875', '1.875', '1.875', '1.875', null, null]);
  });

  it('the samples of a later day keep their point and sequence number, whichever plan rows continue', () => {
    const rows = [
      row(1, { samplesPerDay: 2, days: 1 }),
      row(2, { siteNo: '1', samplesPerDay: 1, days: 3 }),
      row(3, { hazard: 2, samplesPerDay: 1, days: 2, blanks: 0 }),
    ];
    expect(numbersOf(rows, 1)).toEqual([
      'ZJ24-0156-B1-0101',
      'ZJ24-0156-B1-0102',
      'ZJ24-0156-B1-0103',
      'ZJ24-0156-C1-0301',
      'ZJ24-0156-B1-K1',
      'ZJ24-0156-B1-K2',
    ]);
    expect(numbersOf(rows, 2)).toEqual([
      'ZJ24-0156-B2-0103',
      'ZJ24-0156-C2-0301',
      'ZJ24-0156-B2-K1',
      'ZJ24-0156-B2-K2',
    ]);
    expect(numbersOf(rows, 4)).toEqual([]);
  });

  it('further points of a plan row are numbered consecutively, and places without a number come last', () => {
    expect(
      Object.fromEntries(
        pointNumbers([
          row(1, { siteNo: null, place: '甲' }),
          row(2, { siteNo: '5', points: 2 }),
          row(3, { siteNo: 'A', points: 2 }),
          row(4, { siteNo: null, place: '甲', hazard: 2 }),
        ]),
      ),
    ).toEqual({ 1: [7], 2: [5, 6], 3: [8, 9], 4: [7] });
  });

  it('each medium of a hazard gets field blanks of its own', () => {
    expect(
      numbersOf([row(1, { samplesPerDay: 1 }), row(2, { samplesPerDay: 1, medium: '热解吸管' })]).filter((no) =>
        no.includes('-K'),
      ),
    ).toEqual(['K1', 'K2', 'K3', 'K4'].map((end) => `ZJ24-0156-B1-${end}`));
  });
});

describe('factor codes', () => {
  it('the factor code of a sample number is the hazard’s own code or its initials, and unique', () => {
    const hazards = [
      { id: 1, code: null, initials: 'b' },
      { id: 2, code: null, initials: '1,2-b' },
      { id: 3, code: 'B', initials: 'x' },
      { id: 4, code: null, initials: '90' },
    ];
    expect([...factorCodes(hazards).values()]).toEqual(['B', 'BA', 'BB', 'H']);
    expect(factorCodes(hazards, new Map([[2, 'B']])).get(1)).toBe('BA');
  });

  it('the factor code is read back from existing sample numbers', () => {
    expect(codeInNumber('ZJ24-0156-B1-0302', 'ZJ24-0156', 1)).toBe('B');
    expect(codeInNumber('ZJ24-0156-EJB12-K1', 'ZJ24-0156', 12)).toBe('EJB');
    expect(codeInNumber('something', 'ZJ24-0156', 1)).toBeUndefined();
    const rule = '{PROJECT}.{FACTOR}_{DAY}_{POINT}{TURN}Y';
    expect(codeInNumber('ZJ24-0156.EJB_12_0302Y', 'ZJ24-0156', 12, rule)).toBe('EJB');
    expect(codeInNumber('ZJ24-0156.EJB_1_K2Y', 'ZJ24-0156', 1, rule)).toBe('EJB');
    // Numbers of the usual rule, given before the organization had its own.
    expect(codeInNumber('ZJ24-0156-EJB12-K1', 'ZJ24-0156', 12, rule)).toBe('EJB');
  });
});

describe('simultaneous edits of one sample', () => {
  it('two people who edit different fields of one sample lose nothing, nor if both type the same', () => {
    const current = { flowBefore: '0.1', person: null, version: 2 };
    expect(mergeRecord(current, { values: { person: '王工' } })).toEqual({
      changes: { person: '王工' },
      conflicts: [],
    });
    expect(mergeRecord(current, { values: { flowBefore: '0.100' } })).toEqual({ changes: {}, conflicts: [] });
  });

  it('two people who type different values into one field of a sample get a conflict', () => {
    const current = { flowBefore: '0.1' };
    expect(mergeRecord(current, { values: { flowBefore: '0.2' } }).conflicts).toEqual(['flowBefore']);
    expect(mergeRecord(current, { values: { flowBefore: '0.2' }, base: { flowBefore: '0.10' } }).conflicts).toEqual([]);
    expect(mergeRecord(current, { values: { flowBefore: '0.2' } }, true).conflicts).toEqual([]);
  });

  it('the merge of a sample treats 0.10 and 0.1, and two empty values, as equal', () => {
    expect([
      sameValue('flowBefore', '0.10', '0.1'),
      sameValue('person', '', null),
      sameValue('collectors', [], null),
      sameValue('collectors', [1], [2]),
    ]).toEqual([true, true, true, false]);
  });
});

describe('air data of a sample', () => {
  const reading = (measuredAt: string) => ({ measuredAt, temperature: '20', pressure: '101' });
  it('a sample takes its air data from the reading nearest to the middle of its time', () => {
    const all = [reading('2026-11-21 14:00:00'), reading('2026-11-21 09:00:00'), reading('2026-11-21 11:00:00')];
    expect(nearestWeather(all, '2026-11-21 09:30:00', '2026-11-21 11:30:00')?.measuredAt).toBe('2026-11-21 11:00:00');
    expect(nearestWeather(all, '2026-11-21 09:30:00', '2026-11-21 10:30:00')?.measuredAt).toBe('2026-11-21 09:00:00');
    expect(nearestWeather([], '2026-11-21 09:30:00', null)).toBeUndefined();
  });
});
