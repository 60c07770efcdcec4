import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blankNumber,
  sampleNumberRuleFault,
  labSampleNumber,
  fieldSampleNumber,
  sampleSerial,
} from '@contract/arithmetic/air/fieldSampleNumber';
import { checkFlow, sampledMinutes, sampledVolume } from '@contract/arithmetic/air/pumpFlow';
import { checkRepresentedDurations, representedDurations } from '@contract/arithmetic/air/representedDuration';
import { sampledWorkers } from '@contract/arithmetic/air/sampledWorkers';
import { pointsAlongRoute, pointsForMachines } from '@contract/arithmetic/air/samplePoints';
import { standardVolume } from '@contract/arithmetic/air/standardVolume';
import { outcomeOfCalculation, CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';

describe('standard volume', () => {
  it.each([
    ['5', '101.3', false],
    ['4.999', '101.3', true],
    ['35', '101.3', false],
    ['35.001', '101.3', true],
    ['20', '98.8', false],
    ['20', '98.799', true],
    ['20', '103.4', false],
    ['20', '103.401', true],
  ])('the standard volume at %s ℃ and %s kPa needs conversion: %s', (temperature, pressure, converted) => {
    const { converted: was, volume } = standardVolume('10', { temperature, pressure });
    expect(was).toBe(converted);
    expect(volume.equals(10)).toBe(!converted);
  });

  it('the standard volume increases with volume and pressure and decreases with temperature', () => {
    const outside = fc.record({
      temperature: fc.integer({ min: 36, max: 59 }),
      pressure: fc.integer({ min: 60, max: 97 }),
    });
    fc.assert(
      fc.property(outside, ({ temperature, pressure }) => {
        const at = (t: number, p: number) => standardVolume('10', { temperature: t, pressure: p }).volume;
        return (
          at(temperature + 1, pressure).lessThan(at(temperature, pressure)) &&
          at(temperature, pressure + 1).greaterThan(at(temperature, pressure))
        );
      }),
    );
  });

  it.each([
    ['-3', '20', '101.3', '采样体积应大于0'],
    ['', '20', '101.3', '请填写采样体积'],
    ['10', '61', '101.3', '温度应在-40～60之间'],
    ['10', '20', '20', '气压应在50～110之间'],
    ['10', 'x', '101.3', '温度应为数字'],
  ])('the standard volume of %s L at %s ℃ and %s kPa is refused: %s', (volume, temperature, pressure, message) => {
    const outcome = outcomeOfCalculation(() => standardVolume(volume, { temperature, pressure }));
    expect(outcome.ok ? '' : outcome.problem.message).toBe(message);
  });
});

describe('flow', () => {
  it('the pump flow after sampling passes with a change of exactly 5 % up or down, and fails just beyond', () => {
    expect(checkFlow('0.5', '0.525').passes).toBe(true);
    expect(checkFlow('0.500', '0.47499').passes).toBe(false);
    expect(checkFlow('1', '1.0500001').passes).toBe(false);
  });

  it('the sampled volume uses the mean of the flows before and after sampling', () => {
    expect(sampledVolume(checkFlow('0.1', '0.097').mean, 15).toString()).toBe('1.4775');
  });

  it('the pump flow before and after sampling must be above 0', () => {
    expect(() => checkFlow('0', '1')).toThrow('采样前流量应大于0');
    expect(() => checkFlow('1', '')).toThrow('请填写采样后流量');
  });
});

describe('sampling time', () => {
  it('the sampling time may continue over midnight', () => {
    expect(sampledMinutes('2024-05-01 23:50:00', '2024-05-02 00:05:00')).toBe(15);
    expect(sampledMinutes('2024-05-01 09:00', '2024-05-01 09:15')).toBe(15);
  });

  it.each([
    ['2024-05-01 09:15', '2024-05-01 09:00'],
    ['2024-05-01 09:00', '2024-05-01 09:00'],
  ])('the sampling time from %s to %s is refused: the end must be after the start', (start, end) => {
    expect(() => sampledMinutes(start, end)).toThrow('采样结束时间应晚于开始时间');
  });

  it('the sampling time requires a valid start and a valid end', () => {
    expect(() => sampledMinutes('', '2024-05-01 09:00')).toThrow('请填写正确的采样开始时间');
    expect(() => sampledMinutes('2024-05-01 09:00', '2024-13-01 09:00')).toThrow('请填写正确的采样结束时间');
  });
});

describe('number of samples', () => {
  it.each([
    [1, 1],
    [3, 1],
    [4, 2],
    [7, 2],
    [10, 2],
    [11, 3],
    [12, 3],
  ])('the number of sampling points for %i machines of one kind is %i', (machines, points) => {
    expect(pointsForMachines(machines)).toEqual({ points, isMinimum: machines > 10 });
  });

  it('the number of sampling points along a route is one per 10 metres', () => {
    expect([1, 10, 11, 35].map(pointsAlongRoute)).toEqual([1, 1, 2, 4]);
  });

  it.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 2],
    [5, 2],
    [6, 3],
    [10, 3],
    [11, 4],
    [80, 4],
  ])('the number of samples for %i workers of whom the most exposed is known is %i', (workers, sampled) => {
    expect(sampledWorkers(workers, true)).toBe(sampled);
  });

  it.each([
    [1, 1],
    [5, 5],
    [6, 5],
    [7, 6],
    [8, 6],
    [9, 6],
    [10, 7],
    [14, 7],
    [15, 8],
    [26, 8],
    [27, 9],
    [30, 9],
    [50, 9],
    [51, 11],
  ])('the number of samples for %i workers with equal exposure is %i', (workers, sampled) => {
    expect(sampledWorkers(workers, false)).toBe(sampled);
  });

  it('the number of sampled workers never exceeds the workers, and never decreases with more workers', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.boolean(),
        (workers, worst) =>
          sampledWorkers(workers, worst) <= workers &&
          (!worst ? sampledWorkers(workers, worst) <= sampledWorkers(workers + 1, worst) : true),
      ),
    );
  });

  it.each([0, -1, 2.5, Number.NaN])('the calculation of the number of samples refuses a count of %s', (count) => {
    expect(() => sampledWorkers(count, true)).toThrow(CalculationProblem);
    expect(() => pointsForMachines(count)).toThrow(CalculationProblem);
  });
});

describe('represented durations', () => {
  it.each([
    ['8', 4, ['2', '2', '2', '2']],
    ['7', 4, ['1.75', '1.75', '1.75', '1.75']],
    ['7.5', 4, ['1.875', '1.875', '1.875', '1.875']],
    ['7', 3, ['2.333', '2.333', '2.334']],
    ['2', 3, ['0.666', '0.666', '0.668']],
  ] as const)(
    'an exposure of %s h divided among %i samples gives represented hours of %s',
    (hours, samples, wanted) => {
      expect(representedDurations(hours, samples).hours).toEqual(wanted);
    },
  );

  it('the represented hours of all samples add up to the exposure time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2400 }), fc.integer({ min: 1, max: 12 }), (hundredths, samples) => {
        const exposure = (hundredths / 100).toFixed(2);
        checkRepresentedDurations(representedDurations(exposure, samples).hours, exposure);
      }),
    );
  });

  it('samples that represent less than a quarter of an hour are proposed to be merged', () => {
    expect(representedDurations('1', 4).merged).toBe(false);
    expect(representedDurations('0.99', 4).merged).toBe(true);
  });

  it('the typed represented hours of samples must add up to the contact time; the message names both sums', () => {
    expect(() => checkRepresentedDurations(['2', '2', '2'], '8')).toThrow('代表接触时间合计6 h，应等于接触时间8 h');
    expect(() => checkRepresentedDurations(['-2', '10'], '8')).toThrow(CalculationProblem);
  });
});

describe('sample number', () => {
  const day = { project: 'ZJ24-0156', factor: 'B', day: 1 };
  it('the sample number contains project, factor, day, point and sequence number', () => {
    expect(fieldSampleNumber({ ...day, point: 3, turn: 2 })).toBe('ZJ24-0156-B1-0302');
    const own = '{PROJECT}{FACTOR}{DAY}_{POINT}{TURN}';
    expect(fieldSampleNumber({ ...day, point: 3, turn: 2 }, own)).toBe('ZJ24-0156B1_0302');
    expect(blankNumber({ ...day, blank: 2 }, own)).toBe('ZJ24-0156B1_K2');
    expect(sampleNumberRuleFault(own)).toBeNull();
    for (const wrong of ['{PROJECT}-{FACTOR}', '{FACTOR}{PROJECT}{DAY}{POINT}{TURN}', `${own}1`, `${own} `])
      expect(sampleNumberRuleFault(wrong)).toMatch(/^样品编号规则/);
    expect(blankNumber({ ...day, blank: 2 })).toBe('ZJ24-0156-B1-K2');
    expect(labSampleNumber('ZJ24-0156-B1-0302', 'spike')).toBe('ZJ24-0156-B1-0302-J');
    expect(sampleSerial('ZJ24-0156', 1)).toBe('ZJ24-01560001');
  });

  it('two samples have the same number only if point and sequence number are the same', () => {
    const place = fc.record({ point: fc.integer({ min: 1, max: 99 }), turn: fc.integer({ min: 1, max: 99 }) });
    fc.assert(
      fc.property(
        place,
        place,
        (a, b) =>
          (fieldSampleNumber({ ...day, ...a }) === fieldSampleNumber({ ...day, ...b })) ===
          (a.point === b.point && a.turn === b.turn),
      ),
    );
  });

  it('the sample number refuses a point above 99, a factor code with signs other than letters and digits, and an empty project number', () => {
    expect(() => fieldSampleNumber({ ...day, point: 100, turn: 1 })).toThrow('采样点号应在1～99之间');
    expect(() => fieldSampleNumber({ ...day, factor: '苯-1', point: 1, turn: 1 })).toThrow(
      '因素代码应由字母和数字组成',
    );
    expect(() => fieldSampleNumber({ ...day, project: ' ', point: 1, turn: 1 })).toThrow('请填写项目编号');
  });
});
