import { vibrationWorkers } from '@contract/arithmetic/air/sampledWorkers';
import { exactInterval, type IntervalVerdict, verdictOf } from '@contract/arithmetic/limits/intervalVerdict';
import type { LabourClass } from '@contract/arithmetic/limits/limitConditions';
import { verdictLabel } from '@contract/arithmetic/limits/resultJudgement';
import { exposureRatioRisk, dustGrade, labourWeights } from '@contract/arithmetic/limits/riskGrades';
import type { Decimal, Numeric } from '@contract/arithmetic/numbers/decimalNumbers';
import {
  textBesideLimit,
  withRevealingDecimals,
  roundForReport,
  roundReported,
  roundTo,
} from '@contract/arithmetic/numbers/roundingRules';
import { doseRate } from '@contract/arithmetic/physical/ionizingRadiation';
import {
  type AxisAccelerations,
  dailyExposureLevel,
  dailyVibration,
  effectiveIrradiance,
  equivalentLevel,
  fieldOfEightHours,
  fourHourVibration,
  handArmVibration,
  higherHand,
  meanIlluminance,
  meanVibrationTotal,
  microwaveLimit,
  powerDensity,
  timeWeightedWbgt,
  wbgtOf,
  wbgtOfHeights,
  weeklyLevelOfEqualDays,
  weeklyExposureLevel,
} from '@contract/arithmetic/physical/physicalFactors';
import { meterDeviation } from '@contract/arithmetic/physical/soundMeterCheck';
import {
  controlVelocity,
  ductFlow,
  equivalentDiameter,
  ringRadius,
  velocityOf,
} from '@contract/arithmetic/physical/ventilationFlow';
import type { Computed, Kinds, Raw } from '../proof';

type Pairs = readonly (readonly [value: Numeric, share: Numeric])[];

const verdict = (value: Decimal, limit: Numeric): IntervalVerdict => verdictOf(exactInterval(value), limit);
const judged = (value: Decimal, limit: Numeric): string => verdictLabel(verdict(value, limit));
/** Prints a value with its limit as GBZ 331-2024 does, with the verdict. */
const beside = (value: Decimal, limit: Numeric): string =>
  `${textBesideLimit(value, String(limit))} -> ${judged(value, limit)}`;
/** Prints as before GBZ 331-2024: with the digits that show its side of the limit. */
const before331 = (value: Decimal, limit: Numeric, decimals: number): string =>
  `${withRevealingDecimals(roundTo(value, decimals), value, String(limit))} ${judged(value, limit)}`;
const one = (value: Decimal, decimals = 1): Computed => ({ raw: value, reported: roundTo(value, decimals) });

interface NoiseInput {
  readonly segs?: Pairs;
  readonly LAeq?: Numeric;
  readonly Te?: Numeric;
  readonly days?: readonly Numeric[] | Numeric;
  readonly limit?: Numeric;
}

const isList = (days: NoiseInput['days']): days is readonly Numeric[] => Array.isArray(days);
const partsOf = (segs: Pairs) => segs.map(([level, hours]) => ({ level, hours }));

/** Calculates levels of a day or a week before GBZ 331-2024. */
function noise({ segs, LAeq, Te, days, limit = '85' }: NoiseInput): Computed {
  if (isList(days)) return one(weeklyExposureLevel(days));
  const found = segs ? equivalentLevel(partsOf(segs)) : { level: LAeq ?? '', hours: Te ?? '' };
  const daily = dailyExposureLevel(found.level, Te ?? found.hours);
  if (days !== undefined) {
    const weekly = weeklyLevelOfEqualDays(daily, days);
    return { raw: weekly, reported: `LEX,8h ${roundTo(daily, 1)}; LEX,W ${roundTo(weekly, 1)}` };
  }
  if (!segs) return one(daily);
  const level = Te === undefined ? '' : `LAeq ${roundTo(found.level, 1)}; LEX,8h `;
  return { raw: daily, reported: `${level}${roundTo(daily, 1)} -> ${judged(daily, limit)}` };
}

function noise331({ segs, LAeq, Te, limit = '85' }: NoiseInput): Computed {
  const found = segs ? equivalentLevel(partsOf(segs)) : { level: LAeq ?? '', hours: Te ?? '' };
  const daily = dailyExposureLevel(found.level, Te ?? found.hours);
  return {
    raw: { LAeq: String(found.level), LEX8: daily },
    reported: `LAeq ${roundForReport(found.level, 1)}; LEX,8h ${beside(daily, limit)}`,
  };
}

function noiseWeek({
  days = [],
  LEX8,
  n,
  limit = '85',
}: NoiseInput & { readonly LEX8?: Numeric; readonly n?: Numeric }): Computed {
  const weekly =
    isList(days) && LEX8 === undefined
      ? weeklyExposureLevel(days)
      : weeklyLevelOfEqualDays(LEX8 ?? '', n ?? (isList(days) ? '' : days));
  return { raw: { LEXW: weekly }, reported: `LEX,W ${beside(weekly, limit)}` };
}

function meter({
  source,
  before,
  after,
}: {
  readonly source: Numeric;
  readonly before?: Numeric;
  readonly after: Numeric;
}): Computed {
  const checks = [
    ...(before === undefined ? [] : [meterDeviation(source, before, '测量前示值')]),
    meterDeviation(source, after, '测量后示值'),
  ];
  const [largest] = checks.map(({ deviation }) => deviation).sort((a, b) => b.comparedTo(a));
  return { raw: { dev: largest }, reported: checks.every(({ holds }) => holds) ? '有效' : '舍弃' };
}

interface HeatInput {
  readonly tnw?: Numeric;
  readonly tg?: Numeric;
  readonly ta?: Numeric;
  readonly head?: Numeric;
  readonly abd?: Numeric;
  readonly ankle?: Numeric;
  readonly segs?: Pairs;
  readonly segs_min?: Pairs;
  readonly limit?: Numeric;
}

function heatOf({ tnw, tg, ta, head, abd, ankle, segs, segs_min }: HeatInput): Decimal {
  const shares = segs ?? segs_min;
  if (shares) return timeWeightedWbgt(shares.map(([value, minutes]) => ({ wbgt: value, minutes }))).wbgt;
  if (head !== undefined) return wbgtOfHeights(head, abd ?? '', ankle ?? '');
  return wbgtOf({ wetBulb: tnw ?? '', globe: tg ?? '', air: ta ?? null });
}

function heat(input: HeatInput): Computed {
  const index = heatOf(input);
  if (!input.segs_min && input.limit === undefined) return one(index);
  const limit = input.limit ?? '29';
  return {
    raw: index,
    reported: `${roundTo(index, 1)} ${verdict(index, limit) === 'exceeds' ? '>' : '≤'} ${limit} ${judged(index, limit)}`,
  };
}

function heat331(input: HeatInput): Computed {
  const index = heatOf(input);
  return {
    raw: { WBGT: index },
    reported: input.limit === undefined ? roundForReport(index, 1) : beside(index, input.limit),
  };
}

interface IrradianceInput {
  readonly EA: Numeric;
  readonly EB: Numeric;
  readonly EC: Numeric;
  readonly limit?: Numeric;
}
const irradiance = ({ EA, EB, EC }: IrradianceInput): Decimal => effectiveIrradiance(EA, EB, EC);

interface VibrationInput {
  readonly a?: Numeric;
  readonly T?: Numeric;
  readonly tools?: Pairs;
  readonly limit?: Numeric;
}
const vibrationOf = ({ a = '', T = '', tools = [[a, T]] }: VibrationInput): Decimal =>
  handArmVibration(tools.map(([acceleration, hours]) => ({ acceleration, hours })));

type VibrationJob = readonly [readings: readonly AxisAccelerations[], hours: Numeric];

function vibration2025({
  jobs,
  limit = '5',
}: {
  readonly jobs: readonly VibrationJob[];
  readonly limit?: Numeric;
}): Computed {
  const totals = jobs.map(([readings]) => meanVibrationTotal(readings));
  const daily = dailyVibration(jobs.map(([, hours], index) => ({ acceleration: totals[index] as Decimal, hours })));
  const fourHours = fourHourVibration(daily);
  return {
    raw: { ahv: totals, A8: daily, ahw4: fourHours },
    reported: `A(8) ${roundForReport(daily, 1)}; ahw(4) ${beside(fourHours, limit)}`,
  };
}

function hands({ left, right }: { readonly left?: Numeric; readonly right?: Numeric }): Computed {
  const higher = higherHand([left, right].flatMap((hand) => (hand === undefined || hand === null ? [] : [hand])));
  return { raw: higher, reported: roundForReport(higher, 1) };
}

interface DuctInput {
  readonly kind: 'd' | 'R' | 'V' | 'Q';
  readonly a?: Numeric;
  readonly b?: Numeric;
  readonly R0?: Numeric;
  readonly i?: Numeric;
  readonly n?: Numeric;
  readonly Pd?: Numeric;
  readonly rho?: Numeric;
  readonly F?: Numeric;
  readonly V?: readonly Numeric[] | Numeric;
}

function ductOf({
  kind,
  a = '',
  b = '',
  R0 = '',
  i = '',
  n = '',
  Pd = '',
  rho = '1.2',
  F = '',
  V = [],
}: DuctInput): Decimal {
  if (kind === 'd') return equivalentDiameter(a, b);
  if (kind === 'R') return ringRadius(R0, i, n);
  return kind === 'V'
    ? velocityOf(Pd, rho)
    : ductFlow(F, Array.isArray(V) ? (V as readonly Numeric[]) : [V as Numeric]);
}

function duct(input: DuctInput): Computed {
  const found = ductOf(input);
  return { raw: { x: found }, reported: roundTo(found, 3) };
}

function hood({ pts }: { readonly pts: readonly (readonly Numeric[])[] }): Computed {
  const { means, velocity } = controlVelocity(pts);
  return { raw: { means }, reported: `${roundTo(velocity, 2)} m/s` };
}

function dose({
  readings,
  Cf = '1',
  X0,
}: {
  readonly readings: readonly Numeric[];
  readonly Cf?: Numeric;
  readonly X0?: Numeric;
}): Computed {
  const { mean, deviation, rate } = doseRate({ readings, factor: Cf, background: X0 ?? null });
  return {
    raw: { mean, s: deviation, H: rate },
    reported: `mean ${roundTo(mean, 2)} s ${roundTo(deviation, 2)} H ${roundTo(rate, 2)}`,
  };
}

const microwaveKind = (type = '连续波全身'): Parameters<typeof microwaveLimit>[0] =>
  /肢体|局部/.test(type) ? 'limb' : /脉冲/.test(type) ? 'pulsed' : 'continuous';

function microwave({ t, type }: { readonly t: Numeric; readonly type?: string }): Computed {
  const found = microwaveLimit(microwaveKind(type), t);
  return { raw: found, reported: `${roundReported(found, 0)} μW/cm2` };
}

/** Returns the class of labour of a weight in GBZ/T 229.1. */
const labourOf = (weight: Numeric): LabourClass =>
  Number(Object.entries(labourWeights).find(([, value]) => Number(value) === Number(weight))?.[0] ?? 2) as LabourClass;

function grade({
  M,
  C,
  OEL,
  WL = '1.5',
}: {
  readonly M: string;
  readonly C: Numeric;
  readonly OEL: Numeric;
  readonly WL?: Numeric;
}): Computed {
  const { index, label } = dustGrade(M.replace('%', ''), C, OEL, labourOf(WL));
  return { raw: index, reported: `${roundTo(index, 1)} ${label}` };
}

function risk({ HR, ER }: { readonly HR: Numeric; readonly ER: Numeric }): Computed {
  const { index, level, label } = exposureRatioRisk(HR, ER);
  return { raw: index, reported: `${roundTo(index, 2)} -> ${level} ${label}` };
}

const only = (name: string, value: Decimal, reported: string): Computed => ({
  raw: { [name]: value } as Raw,
  reported,
});

export const physical: Kinds = {
  NOISE: noise,
  'G2-NOISE': noise331,
  'G2-NOISEW': noiseWeek,
  'P5261-CAL': meter,
  HEAT: heat,
  'G2-WBGT': heat331,
  UV: (input: IrradianceInput) => ({
    raw: irradiance(input),
    reported: before331(irradiance(input), input.limit ?? '0.24', 2),
  }),
  'G2-UV': (input: IrradianceInput) => only('E', irradiance(input), beside(irradiance(input), input.limit ?? '0.24')),
  VIB: (input: VibrationInput) => ({
    raw: vibrationOf(input),
    reported: before331(vibrationOf(input), input.limit ?? '5', 1),
  }),
  'G2-VIB': (input: VibrationInput) => only('a4', vibrationOf(input), beside(vibrationOf(input), input.limit ?? '5')),
  V2025: vibration2025,
  'V2025-HAND': hands,
  'V2025-N': ({ n }: { readonly n: Numeric }) => {
    const { count, atLeast } = vibrationWorkers(n);
    return { reported: `${count}${atLeast ? ' (at least)' : ''}` };
  },
  MW: microwave,
  'G2-POWER': ({ E }: { readonly E: Numeric }) =>
    only('P', powerDensity(E), `${roundForReport(powerDensity(E), 3)} mW/cm2`),
  'G2-E8': ({ segs, limit = '5' }: { readonly segs: Pairs; readonly limit?: Numeric }) => {
    const field = fieldOfEightHours(segs.map(([size, hours]) => ({ field: size, hours })));
    return only('E8', field, beside(field, limit));
  },
  'L1-LUX': ({ r }: { readonly r: readonly Numeric[] }) =>
    only('mean', meanIlluminance(r), roundForReport(meanIlluminance(r), 1)),
  'P6272-HOOD': hood,
  'J-DUCT': duct,
  'G3-RAD': dose,
  'GRADE-DUST': grade,
  RISK: risk,
};
