import {
  type Bound,
  type Interval,
  intervalOf,
  type IntervalVerdict,
  verdictOf,
} from '@contract/arithmetic/limits/interval';
import { tooBlunt } from '@contract/arithmetic/limits/judgement';
import { conditionLabels, notedConditions } from '@contract/arithmetic/limits/limitConditions';
import { follows2025Methods, follows331, type NormSet, normSetOn } from '@contract/arithmetic/limits/normSet';
import {
  dailyExposureLevel,
  dailyVibration,
  energyMean,
  equivalentLevel,
  fieldOfEightHours,
  fourHourFactor,
  fourHourVibration,
  handArmVibration,
  meanIlluminance,
  timeWeightedWbgt,
  weekOf,
} from '@contract/arithmetic/limits/physical';
import { exposureCondition, heatAllowance, noiseCondition } from '@contract/arithmetic/limits/physicalConditions';
import { Decimal, sumOf } from '@contract/arithmetic/numbers/number';
import { attempt, LabProblem } from '@contract/arithmetic/numbers/problem';
import type { Result } from '@contract/arithmetic/numbers/result';
import {
  boundText,
  decimalsBeside,
  decimalsOf,
  printedBeside,
  revealed,
  roundForReport,
  roundTo,
} from '@contract/arithmetic/numbers/rounding';
import type { ResultLimit, TestFact } from '../resultFacts';
import {
  exposureOf,
  groupBy,
  hoursOf,
  type JudgedValue,
  otherUnit,
  placeOf,
  plainOf,
  pointOf,
  shownBeside,
  textsFor,
  workDaysOf,
} from './judgedValue';

// Physical factors (GBZ 2.2-2007; GBZ 331-2024 G.2). The readings at a point form an interval whose bounds give the
// verdict. Digits and the vibration formula follow the day of sampling.

/** Equal shares may differ by the rounding to three decimals. */
const evenWithin = 0.01;

/** A function of the readings that increases with each of them. */
type Rising = (numbers: readonly string[]) => Decimal;

/**
 * Bounds of a function of readings: a reading that was not detected counts as 0 for the lower and as its minimum for
 * the upper bound.
 */
function boundsOf(readings: readonly TestFact[], of: Rising): Interval {
  const bounds = readings.map(({ result }) => intervalOf(result));
  return {
    lower: of(bounds.map(({ lower }) => lower.toString())),
    upper: of(bounds.map(({ upper }) => upper.toString())),
  };
}

interface Printed {
  readonly set: NormSet;
  readonly limit: string;
  /** Decimals before GBZ 331-2024. */
  readonly decimals: number;
  readonly bound?: Bound;
}

/**
 * Formats a value for the report: from 2025-05-01 by the limit's decimals with (+) or (-), before with enough digits to
 * show the side of the limit.
 */
const printed = (value: Decimal, { set, limit, decimals, bound = 'most' }: Printed): string =>
  follows331(set) ? printedBeside(value, limit, bound) : revealed(roundTo(value, decimals), value, limit, bound);

/** Formats the value without a mark, as a result is stored and a working ends. */
const unmarked = (value: Decimal, { set, limit, decimals }: Printed): string =>
  follows331(set) ? roundForReport(value, decimalsBeside(limit)) : roundTo(value, decimals);

const withoutMark = (text: string): string => text.replace(/\([+-]\)$/, '');

type DayValue = Pick<JudgedValue, 'measured' | 'text' | 'verdict' | 'reason' | 'working'>;

const said = (verdict: IntervalVerdict, why = tooBlunt): Pick<JudgedValue, 'verdict' | 'reason'> => ({
  verdict,
  reason: verdict === 'undetermined' ? why : null,
});

interface Judged {
  readonly readings: readonly TestFact[];
  readonly of: Rising;
  /** Working that ends with the given text. */
  readonly workingOf: (shown: string) => string;
  /** Reason where the bounds lie on both sides of the limit. */
  readonly why?: string;
}

/** Judges the readings of a point against a limit. */
function dayValue({ readings, of, workingOf, why }: Judged, how: Printed): DayValue {
  const interval = boundsOf(readings, of);
  const { upper } = interval;
  // A value that was not detected is below its bound, so it does not reach a lower limit of that size.
  const short =
    how.bound === 'least' && readings.some(({ result }) => result.censored) && upper.lessThanOrEqualTo(how.limit);
  const verdict = said(short ? 'exceeds' : verdictOf(interval, how.limit, how.bound), why);
  const text = printed(upper, how);
  if (!readings.some(({ result }) => result.censored))
    return {
      measured: { text: unmarked(upper, how), num: upper.toString(), censored: false },
      text,
      working: workingOf(text),
      ...verdict,
    };
  const censored = readings.every(({ result }) => result.censored);
  const shown = censored ? `<${follows331(how.set) && upper.greaterThan(0) ? boundText(upper) : text}` : text;
  return {
    measured: { text: withoutMark(shown), num: upper.toString(), censored },
    text: shown,
    working: '',
    ...verdict,
  };
}

/** Formats the readings for a working so that it gives the printed value. */
const told = (readings: readonly TestFact[], shown: string, of: Rising): string[] =>
  textsFor(
    readings.map(({ result }) => result),
    withoutMark(shown),
    (numbers) => ({ text: '', num: of(numbers).toString(), censored: false }),
  );

/** Formats a step of a working with enough digits that the next step gives the printed value. */
function stepFor(value: Decimal, shown: string, next: (value: string) => Decimal): string {
  const plain = withoutMark(shown);
  const digits = [decimalsOf(plain), 2, 3, 4, 6, 8].map((decimals) => roundTo(value, decimals));
  return digits.find((text) => roundTo(next(text), decimalsOf(plain)) === plain) ?? value.toString();
}

const sharesOf = (texts: readonly string[], hours: readonly string[], term: (text: string) => string): string =>
  texts.map((text, at) => `${term(text)}×${hours[at] ?? ''}`).join('+');

interface PointLevel {
  readonly levelOf: Rising;
  readonly hours: string;
  /** Working of the level that the next step uses. */
  readonly told: (level: string) => string;
}

/** Sums 10^(0.1×L). */
const energies = (levels: readonly string[], shares?: readonly string[]): string =>
  levels.map((level, at) => `${shares ? `${shares[at] ?? ''}×` : ''}10^(0.1×${level})`).join('+');

/**
 * Checks that the readings together are no longer than the day, unless each represents the whole day. Equal shares are
 * readings of the same noise.
 * @param noted hours that the readings represent
 * @param hours of the day's exposure
 * @throws LabProblem outOfRange
 */
function assertWithinDay(noted: readonly number[], hours: number): void {
  const sum = noted.reduce((total, one) => total + one, 0);
  if (noted.length < 2 || sum <= hours + evenWithin || noted.every((one) => Math.abs(one - hours) <= evenWithin))
    return;
  throw new LabProblem(
    'outOfRange',
    `代表时长合计${new Decimal(sum).toDecimalPlaces(3).toString()}h，超过接触时间${hours}h`,
  );
}

/**
 * L_Aeq of a point's readings. Recorded different hours weight the readings (GBZ/T 189.8; DOMAIN §2.6) and must sum to
 * the day's exposure; otherwise the readings are of the same noise.
 */
function levelAt(readings: readonly TestFact[]): PointLevel {
  const noted = readings.flatMap(({ representedHours }) => (representedHours === null ? [] : Number(representedHours)));
  const hours = exposureOf(readings);
  if (noted.length === readings.length && Math.max(...noted) - Math.min(...noted) > evenWithin) {
    const shares = hoursOf(readings);
    const levelOf: Rising = (levels) =>
      equivalentLevel(levels.map((level, at) => ({ level, hours: shares[at] as string }))).level;
    const through = sumOf(shares.map((one) => new Decimal(one))).toString();
    return {
      levelOf,
      hours: through,
      told: (level) => `10lg[(${energies(told(readings, level, levelOf), shares)})/${through}]=${level}`,
    };
  }
  if (!hours) throw new LabProblem('missing', '缺少日接触时间，请在现场调查中补充');
  assertWithinDay(noted, Number(hours));
  return {
    levelOf: energyMean,
    hours,
    told: (level) =>
      readings.length > 1
        ? `10lg[(${energies(told(readings, level, energyMean))})/${readings.length}]=${level}`
        : level,
  };
}

/** Working of L_EX,8h or L_EX,W, each step with the digits that give the next. */
function noiseWorking(
  readings: readonly TestFact[],
  { levelOf, hours, told: toldLevel }: PointLevel,
  days: number | null,
  shown: string,
): string {
  const level = levelOf(readings.map(({ result }) => result.num));
  const daily = dailyExposureLevel(level, hours);
  const dailyText = days === null ? shown : stepFor(daily, shown, (one) => weekOf(one, days));
  const levelText = stepFor(level, dailyText, (one) => dailyExposureLevel(one, hours));
  const steps = [`LAeq=${toldLevel(levelText)}`, `LEX,8h=${levelText}+10lg(${hours}/8)=${dailyText}`];
  return [...steps, ...(days === null ? [] : [`LEX,W=${dailyText}+10lg(${days}/5)=${shown}`])].join('，');
}

/** Judges noise at a point over the day's exposure; a week with other than five days is judged as a week. */
function judgeNoise(tests: readonly TestFact[], limits: readonly ResultLimit[], day: string): JudgedValue[] {
  return groupBy(tests, placeOf).map((readings) => {
    const first = readings[0] as TestFact;
    const about = {
      day,
      point: pointOf(first),
      sampleNos: readings.map(({ sampleNo }) => sampleNo),
      unit: first.unit ?? 'dB(A)',
    };
    const found = attempt(() => {
      const level = levelAt(readings);
      // The days decide which of three limits applies: 84.5 dB over six days exceeds what 84.5 dB over five does not.
      const daysPerWeek = workDaysOf(readings);
      if (daysPerWeek === null) throw new LabProblem('missing', '缺少每周工作天数，请在现场调查中补充');
      const days = Number(daysPerWeek);
      const condition = noiseCondition(days, Number(level.hours));
      const limit = limits.find((one) => one.condition === condition);
      if (!limit) throw new LabProblem('missing', '限值库中没有适用的噪声限值');
      // dB(C) of the same noise is a different quantity.
      const odd = readings.find(({ unit }) => unit !== limit.unit);
      if (odd) throw new LabProblem('outOfRange', otherUnit(odd.unit ?? '', limit));
      const weekly = condition === 'noise.other';
      const dailyOf: Rising = (levels) => dailyExposureLevel(level.levelOf(levels), level.hours);
      const of: Rising = (levels) => (weekly ? weekOf(dailyOf(levels), days) : dailyOf(levels));
      const value = dayValue(
        { readings, of, workingOf: (shown) => noiseWorking(readings, level, weekly ? days : null, shown) },
        { set: normSetOn(day), limit: limit.value, decimals: 1 },
      );
      return { limit, value };
    });
    if (!found.ok)
      return {
        ...about,
        kind: 'dailyLevel',
        measured: first.result,
        text: first.result.text,
        limit: null,
        limitId: null,
        standard: null,
        verdict: 'toVerify',
        reason: found.problem.message,
        working: '',
      };
    const { limit, value } = found.value;
    return { ...about, kind: limit.kind, limit: limit.value, limitId: limit.id, standard: limit.standard, ...value };
  });
}

const judgedAs = (
  readings: readonly TestFact[],
  limit: ResultLimit,
  day: string,
  bound = limit.value,
): Omit<JudgedValue, keyof DayValue> => ({
  kind: limit.kind,
  day,
  point: pointOf(readings[0] as TestFact),
  sampleNos: readings.map(({ sampleNo }) => sampleNo),
  unit: limit.unit,
  limit: bound,
  limitId: limit.id,
  standard: limit.standard,
});

/**
 * a_hw(4) = √(Σa²·T/4) of the dominant axis (GBZ 331-2024 G.2); from 2026-02-01 0.94·A(8) of three axes (GBZ/T
 * 189.9-2025 7.3, 7.4).
 */
function vibrationOf(
  readings: readonly TestFact[],
  hours: readonly string[],
  set: NormSet,
): Pick<Judged, 'of' | 'workingOf'> {
  const partsOf = (numbers: readonly string[]) =>
    numbers.map((acceleration, at) => ({ acceleration, hours: hours[at] as string }));
  const energyOf = (texts: readonly string[]): string => sharesOf(texts, hours, (one) => `${one}²`);
  if (!follows2025Methods(set)) {
    const of: Rising = (numbers) => handArmVibration(partsOf(numbers));
    return { of, workingOf: (shown) => `ahw(4)=√[(${energyOf(told(readings, shown, of))})/4]=${shown}` };
  }
  const dailyOf: Rising = (numbers) => dailyVibration(partsOf(numbers));
  const workingOf = (shown: string): string => {
    const daily = stepFor(dailyOf(readings.map(({ result }) => result.num)), shown, fourHourVibration);
    return `A(8)=√[(${energyOf(told(readings, daily, dailyOf))})/8]=${daily}，ahw(4)=${fourHourFactor}×${daily}=${shown}`;
  };
  return { of: (numbers) => fourHourVibration(dailyOf(numbers)), workingOf };
}

/**
 * Judges hand-arm vibration at a point: readings over the day's hours are converted to four hours, for which the limit
 * is given.
 */
function judgeVibration(tests: readonly TestFact[], limit: ResultLimit, day: string): JudgedValue[] {
  const set = normSetOn(day);
  return groupBy(tests, placeOf).flatMap((readings): JudgedValue[] => {
    const found = attempt(() => {
      inUnitOf(readings, [limit]);
      return dayValue(
        { readings, ...vibrationOf(readings, hoursOf(readings), set) },
        { set, limit: limit.value, decimals: 1 },
      );
    });
    if (!found.ok)
      return readings.map((test) => ({
        ...plainOf(test),
        limitId: limit.id,
        standard: limit.standard,
        verdict: 'toVerify',
        reason: found.problem.message,
      }));
    return [{ ...judgedAs(readings, limit, day), ...found.value }];
  });
}

/** The limit of illuminance is a lower one: the minimum of GB/T 50034 (DOMAIN §2.6). */
const isIlluminance = ({ unit }: Pick<ResultLimit, 'unit'>): boolean => unit.trim().toLowerCase() === 'lx';

/** Judges the illuminance of a place: the mean of its points (GB/T 5700) has to reach the standard value. */
function judgeIlluminance(tests: readonly TestFact[], limit: ResultLimit, day: string): JudgedValue[] {
  const inUnit = attempt(() => inUnitOf(tests, [limit]));
  if (!inUnit.ok)
    return toVerify(tests, inUnit.problem.message).map((value) => ({
      ...value,
      limitId: limit.id,
      standard: limit.standard,
    }));
  const workingOf = (shown: string): string =>
    tests.length > 1 ? `Eav=(${told(tests, shown, meanIlluminance).join('+')})/${tests.length}=${shown}` : '';
  const decimals = Math.max(...tests.map(({ result }) => decimalsOf(result.text)));
  const how: Printed = { set: normSetOn(day), limit: limit.value, decimals, bound: 'least' };
  const value = dayValue(
    { readings: tests, of: meanIlluminance, workingOf, why: '部分读数低于检测下限，平均照度不能判定' },
    how,
  );
  return [
    {
      ...judgedAs(tests, limit, day),
      kind: 'illuminance',
      point: [...new Set(tests.map(pointOf).filter(Boolean))].join('、'),
      ...value,
    },
  ];
}

const isHeat = ({ kind }: Pick<ResultLimit, 'kind'>): boolean => kind === 'wbgt';

/** Selects those conditional limits whose conditions the survey recorded for the readings. */
function underConditions(readings: readonly TestFact[], limits: readonly ResultLimit[]): readonly ResultLimit[] {
  // Limits that the survey does not choose among: a single one, e.g. for power frequency, or one per unit.
  if (
    !limits.some(({ condition }) => condition !== null && notedConditions.includes(condition)) &&
    new Set(limits.map(({ unit }) => unit)).size === limits.length
  )
    return limits;
  const [noted, ...others] = new Set(readings.map((test) => test.exposureCondition));
  if (others.length) throw new LabProblem('outOfRange', '同一检测点的接触条件不一致，请核对现场调查');
  if (!noted)
    throw new LabProblem(
      'missing',
      `限值按接触条件分别规定，请在现场调查中补充接触条件${limits.some(isHeat) ? '（体力劳动强度）' : ''}`,
    );
  const condition = exposureCondition(noted, exposureOf(readings));
  const held = limits.filter((limit) => limit.condition === condition);
  if (!held.length)
    throw new LabProblem(
      'missing',
      `限值库中没有“${conditionLabels.get(condition) ?? condition}”的限值，请核对现场调查中的接触条件`,
    );
  return held;
}

function inUnitOf(readings: readonly TestFact[], limits: readonly ResultLimit[]): ResultLimit {
  for (const { unit } of readings) {
    const [first] = limits;
    if (first && !limits.some((limit) => limit.unit === unit))
      throw new LabProblem('outOfRange', otherUnit(unit ?? '', first));
  }
  const held = limits.find(({ unit }) => unit === readings[0]?.unit);
  if (!held || readings.some(({ unit }) => unit !== held.unit))
    throw new LabProblem('outOfRange', '同一检测点的结果单位不同，请核对');
  return held;
}

const toVerify = (readings: readonly TestFact[], reason: string): JudgedValue[] =>
  readings.map((test) => ({ ...plainOf(test), verdict: 'toVerify', reason }));

/** ΣWBGT·t/Σt, each reading weighted by its hours of the day (GBZ/T 189.7; GBZ 331-2024 G.2). */
function heatOf(readings: readonly TestFact[], hours: readonly string[]): Pick<Judged, 'of' | 'workingOf'> {
  const of: Rising = (numbers) =>
    timeWeightedWbgt(numbers.map((wbgt, at) => ({ wbgt, minutes: new Decimal(hours[at] as string).times(60) }))).wbgt;
  const through = sumOf(hours.map((one) => new Decimal(one))).toString();
  return {
    of,
    workingOf: (shown) =>
      readings.length > 1
        ? `WBGT=(${sharesOf(told(readings, shown, of), hours, (one) => one)})/${through}=${shown}`
        : '',
  };
}

/** Judges WBGT at a point against the limit of its exposure rate and labour class. */
function judgeHeat(
  tests: readonly TestFact[],
  limits: readonly ResultLimit[],
  day: string,
  designTemperature: string | null,
): JudgedValue[] {
  return groupBy(tests, placeOf).flatMap((readings): JudgedValue[] => {
    const found = attempt(() => {
      const limit = inUnitOf(readings, underConditions(readings, limits));
      const bound = heatLimit(limit, designTemperature);
      return {
        limit,
        bound,
        value: dayValue(
          { readings, ...heatOf(readings, hoursOf(readings)) },
          { set: normSetOn(day), limit: bound, decimals: 1 },
        ),
      };
    });
    if (!found.ok) return toVerify(readings, found.problem.message);
    const { limit, bound, value } = found.value;
    return [{ ...judgedAs(readings, limit, day, bound), ...value }];
  });
}

const allowanceOf = (designTemperature: string | null): 0 | 1 =>
  designTemperature === null ? 0 : heatAllowance(Number(designTemperature));
const heatLimit = ({ value }: ResultLimit, designTemperature: string | null): string =>
  new Decimal(value).plus(allowanceOf(designTemperature)).toString();

/** E8 = √(ΣE²T/8) of a 50 Hz field (GBZ 331-2024 G.2). */
function fieldOf(readings: readonly TestFact[], hours: readonly string[]): Pick<Judged, 'of' | 'workingOf'> {
  const of: Rising = (numbers) =>
    fieldOfEightHours(numbers.map((field, at) => ({ field, hours: hours[at] as string })));
  return {
    of,
    workingOf: (shown) => `E8=√[(${sharesOf(told(readings, shown, of), hours, (one) => `${one}²`)})/8]=${shown}`,
  };
}

/** Judges a 50 Hz field at a point over the day's hours against the eight-hour limit. */
function judgePowerFrequency(tests: readonly TestFact[], limit: ResultLimit, day: string): JudgedValue[] {
  return groupBy(tests, placeOf).flatMap((readings): JudgedValue[] => {
    const found = attempt(() => {
      inUnitOf(readings, [limit]);
      return dayValue(
        { readings, ...fieldOf(readings, hoursOf(readings)) },
        { set: normSetOn(day), limit: limit.value, decimals: 1 },
      );
    });
    if (!found.ok)
      return toVerify(readings, found.problem.message).map((value) => ({
        ...value,
        limitId: limit.id,
        standard: limit.standard,
      }));
    return [{ ...judgedAs(readings, limit, day), ...found.value }];
  });
}

/** μW in a mW. */
const perMilli = 1000;

interface MicrowaveDay {
  readonly limit: ResultLimit;
  readonly value: DayValue;
}

/** Mean power density for eight hours, otherwise the day's dose; null where the library has no dose limit. */
function microwaveDay(readings: readonly TestFact[], limits: readonly ResultLimit[], day: string): MicrowaveDay | null {
  const held = underConditions(readings, limits);
  const density = inUnitOf(readings, held);
  const dose = held.find(({ kind }) => kind === 'dailyDose');
  if (!dose || density.kind !== 'powerDensity') return null;
  const hours = hoursOf(readings);
  const whole = sumOf(hours.map((one) => new Decimal(one))).equals(8);
  const limit = whole ? density : dose;
  const of: Rising = (numbers) => {
    const total = sumOf(numbers.map((one, at) => new Decimal(one).times(hours[at] as string)));
    return whole ? total.dividedBy(8) : total;
  };
  const workingOf = (shown: string): string => {
    const sum = sharesOf(told(readings, shown, of), hours, (one) => one);
    return whole ? `P=(${sum})/8=${shown}` : `D=${sum}=${shown}`;
  };
  const decimals = Math.max(...readings.map(({ result }) => decimalsOf(result.text)));
  return { limit, value: dayValue({ readings, of, workingOf }, { set: normSetOn(day), limit: limit.value, decimals }) };
}

/** Readings above the short-time ceiling. */
function aboveCeiling(readings: readonly TestFact[], ceiling: ResultLimit | undefined, day: string): JudgedValue[] {
  if (ceiling?.unit !== 'mW/cm²') return [];
  const bound = new Decimal(ceiling.value).times(perMilli).toString();
  return readings.flatMap((test): JudgedValue[] => {
    if (verdictOf(intervalOf(test.result), bound) !== 'exceeds') return [];
    return [
      {
        ...plainOf(test),
        kind: ceiling.kind,
        text: readBeside(test.result, bound, day),
        limit: bound,
        limitId: ceiling.id,
        standard: ceiling.standard,
        verdict: 'exceeds',
        reason: null,
      },
    ];
  });
}

/**
 * Judges microwaves at a point (GBZ 2.2-2007, table 6): eight hours against the mean power density, another time
 * against the density derived from the day's dose. No reading may exceed the short-time ceiling.
 */
function judgeMicrowave(tests: readonly TestFact[], limits: readonly ResultLimit[], day: string): JudgedValue[] {
  const ceiling = limits.find(({ condition }) => condition === 'microwave.short');
  return groupBy(tests, placeOf).flatMap((readings): JudgedValue[] => {
    const found = attempt(() => microwaveDay(readings, limits, day));
    if (!found.ok) return [...toVerify(readings, found.problem.message), ...aboveCeiling(readings, ceiling, day)];
    if (!found.value) return judgeEach(readings, limits, day);
    const { limit, value } = found.value;
    return [{ ...judgedAs(readings, limit, day), ...value }, ...aboveCeiling(readings, ceiling, day)];
  });
}

/** Formats a single reading beside its limit. */
const readBeside = (result: Result, limit: string, day: string): string =>
  result.censored || !follows331(normSetOn(day)) ? shownBeside(result, limit) : printedBeside(result.num, limit);

/**
 * Judges each reading against the limit of its unit. If the limit depends on conditions that were not recorded, the
 * verdict is 待核实.
 */
function judgeEach(tests: readonly TestFact[], limits: readonly ResultLimit[], day: string): JudgedValue[] {
  return tests.flatMap((test): JudgedValue[] => {
    const found = attempt(() => inUnitOf([test], underConditions([test], limits)));
    // With a single limit it is known which one was not compared.
    if (!found.ok)
      return toVerify([test], found.problem.message).map((value) =>
        limits.length === 1
          ? { ...value, limitId: limits[0]?.id ?? null, standard: limits[0]?.standard ?? null }
          : value,
      );
    const limit = found.value;
    const verdict = said(verdictOf(intervalOf(test.result), limit.value));
    return [
      {
        ...plainOf(test),
        kind: limit.kind,
        text: readBeside(test.result, limit.value, day),
        limit: limit.value,
        limitId: limit.id,
        standard: limit.standard,
        ...verdict,
      },
    ];
  });
}

const noiseKinds: ReadonlySet<string> = new Set(['dailyLevel', 'weeklyLevel']);

/** Judges the readings of a day for a physical factor, or for another factor without a limit in air. */
export function judgePhysicalDay(
  tests: readonly TestFact[],
  limits: readonly ResultLimit[],
  day: string,
  designTemperature: string | null,
): JudgedValue[] {
  const noise = limits.filter(({ kind }) => noiseKinds.has(kind));
  if (noise.length) return judgeNoise(tests, noise, day);
  const [light] = limits;
  if (limits.length === 1 && light && isIlluminance(light)) return judgeIlluminance(tests, light, day);
  const vibration = limits.find(({ condition }) => condition === 'vibration.4h');
  if (vibration) return judgeVibration(tests, vibration, day);
  if (limits.every(isHeat)) return judgeHeat(tests, limits, day, designTemperature);
  const powerFrequency = limits.find(({ condition }) => condition === 'powerFrequency.50Hz');
  if (powerFrequency && follows331(normSetOn(day))) {
    // A magnetic field, if the library limits it, is judged against a limit in its own unit.
    const hasOther = ({ unit }: TestFact): boolean =>
      unit !== powerFrequency.unit && limits.some((limit) => limit.unit === unit);
    return [
      ...judgePowerFrequency(
        tests.filter((test) => !hasOther(test)),
        powerFrequency,
        day,
      ),
      ...judgeEach(tests.filter(hasOther), limits, day),
    ];
  }
  return limits.some(({ kind }) => kind === 'dailyDose')
    ? judgeMicrowave(tests, limits, day)
    : judgeEach(tests, limits, day);
}

/** Notes the recorded conditions by which a post was judged. */
export function conditionNotes(
  tests: readonly TestFact[],
  values: readonly JudgedValue[],
  limits: readonly ResultLimit[],
  designTemperature: string | null,
): string[] {
  if (tests.every((test) => !test.exposureCondition)) return [];
  const used = limits.filter(({ id }) => values.some(({ limitId }) => limitId === id));
  const allowance =
    used.some(isHeat) && allowanceOf(designTemperature) > 0
      ? `，当地夏季室外通风设计温度${designTemperature ?? ''}℃，限值增加1℃`
      : '';
  return [
    ...new Set(
      used.flatMap(({ condition }) =>
        condition === null ? [] : `按“${conditionLabels.get(condition) ?? condition}”的限值判定${allowance}`,
      ),
    ),
  ];
}
