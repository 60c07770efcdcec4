import { ppmToMilligrams } from '@contract/arithmetic/air/airConcentration';
import {
  exposureCalculationOf,
  exposureCalculations,
  dailyReductionFactor,
  dayAverage,
  type ExposureMean,
  exposureLevelOf,
  longDayAverage,
  longWeekAverage,
  mixtureIndex,
  reducedLimit,
  shortExposureInterval,
  shortTermMean,
  weekAverage,
  weeklyReductionFactor,
  type WeightedConcentration,
} from '@contract/arithmetic/air/exposureConcentrations';
import { exactInterval, intervalOf, verdictOf } from '@contract/arithmetic/limits/intervalVerdict';
import { absenceOf, limitsOn, type LimitVersion } from '@contract/arithmetic/limits/limitVersions';
import { peakLimitsOn } from '@contract/arithmetic/limits/peakRule';
import {
  highestOf,
  judgeExcursions,
  judgeMean,
  verdictLabel,
  worstVerdict,
} from '@contract/arithmetic/limits/resultJudgement';
import { measuredResult, parseResult } from '@contract/arithmetic/numbers/censoredResults';
import { Decimal, type Numeric, sumOf } from '@contract/arithmetic/numbers/decimalNumbers';
import { withLimitMark, textBesideLimit, roundReported, roundTo } from '@contract/arithmetic/numbers/roundingRules';
import type { Computed, Kinds } from '../proof';

type Segments = readonly (readonly [string | number, string | number])[];

const parts = (segments: Segments): WeightedConcentration[] =>
  segments.map(([concentration, time]) => ({ concentration, time }));
const rawOf = ({ value, lowest, bound }: ExposureMean) => ({ C: value, lowest, bound });
const told = (mean: ExposureMean, limit: string, printedLimit: string = limit): Computed => {
  const { text, verdict } = judgeMean(mean, limit, printedLimit);
  return { raw: rawOf(mean), reported: `${text} -> ${verdictLabel(verdict)}` };
};
const day = (segments: Segments, limit: string): Computed => told(dayAverage(parts(segments), '331'), limit);

// Before GBZ 331-2024: the decimals of the minimum, one of a mean and two of a short exposure in these examples.

function oldMean(mean: ExposureMean, decimals: number, limit: string | null): Computed {
  const value = mean.value ?? new Decimal(0);
  const { text } = measuredResult(value, decimals);
  return {
    raw: value,
    reported: limit === null ? text : `${text} -> ${verdictLabel(verdictOf(exactInterval(value), limit))}`,
  };
}

const oldReduction = (factor: Decimal, limit: number, decimals: number): Computed => ({
  raw: factor,
  reported: `RF ${roundTo(factor, decimals)}; limit ${reducedLimit(String(limit), factor).limit}`,
});

function oldMixture(input: Record<string, readonly [number, number]>): Computed {
  const index = mixtureIndex(
    Object.values(input).map(([concentration, limit]) => ({ concentration, limit })),
    'pre331',
  );
  return {
    raw: index,
    reported: `${roundTo(index, 2)} -> ${verdictOf(exactInterval(index), '1') === 'conforms' ? '<=1' : '>1 不符合'}`,
  };
}

function oldDay({ segs, C, T, PC_TWA }: { segs?: Segments; C?: number; T?: number; PC_TWA?: number }): Computed {
  const given = segs ?? [[C ?? 0, T ?? 0]];
  const mean = dayAverage(parts(given), 'pre331');
  // These examples give no verdict if a part is below its minimum.
  return oldMean(mean, 1, PC_TWA === undefined || mean.substituted ? null : String(PC_TWA));
}

function oldShort({ segs, C, t, PC_STEL }: { segs?: Segments; C?: number; t?: number; PC_STEL: number }): Computed {
  return oldMean(shortTermMean(parts(segs ?? [[C ?? 0, t ?? 0]]), true, 'pre331'), 2, String(PC_STEL));
}

// Since GBZ 331-2024.

type Told = Pick<ExposureMean, 'value' | 'bound'>;

/** Returns the value of a single result, or the minimum that it is below. */
function toldOf(text: Numeric): Told {
  const { num, censored } = parseResult(String(text));
  return censored ? { value: null, bound: new Decimal(num) } : { value: new Decimal(num), bound: null };
}

function reduced(factor: Decimal, limit: string, mean: Told): Computed {
  const { factorText, limit: adjusted, unrounded } = reducedLimit(limit, factor);
  const { text, verdict } = judgeMean(mean, adjusted, limit);
  return {
    raw: { RF: factor, PC_TWAa_unrounded: unrounded },
    reported: `RF ${factorText}; PC-TWAa ${adjusted}; C ${text} -> ${verdictLabel(verdict)}`,
  };
}

/** Compares C_TWA,d with PC-TWAa of its day (GBZ 331-2024 G.1.1.3 b, c). */
function longDay({ segs, Td, PC_TWA }: { segs: Segments; Td: string; PC_TWA: string }): Computed {
  const { limit } = reducedLimit(PC_TWA, dailyReductionFactor(Td));
  return told(longDayAverage(parts(segs), Td, '331'), limit, PC_TWA);
}

function longWeek({ days, PC_TWA }: { days: Segments; PC_TWA: string }): Computed {
  const hours = sumOf(days.map(([, time]) => new Decimal(time)));
  const mean = longWeekAverage(parts(days), '331');
  const { raw, reported } = reduced(weeklyReductionFactor(hours), PC_TWA, mean);
  return { raw: { ...(raw as object), Tw: hours, C_TWAw: mean.value }, reported };
}

function branch({
  kind,
  Td,
  Tw,
  W,
  adjust,
}: {
  kind: string;
  Td: string;
  Tw: string;
  W: string;
  adjust?: boolean;
}): Computed {
  const calculation = exposureCalculationOf(
    kind === 'MAC' ? 'mac' : 'twa',
    { hoursPerDay: Td, hoursPerWeek: Tw, daysPerWeek: W },
    adjust === false,
  );
  return { reported: exposureCalculations[calculation].label };
}

function longSample({ C, t, PC_STEL }: { C: string; t: string; PC_STEL: string }): Computed {
  const interval = shortExposureInterval(parseResult(C), t, 'stel');
  const { text } = judgeMean(toldOf(C), PC_STEL);
  return {
    raw: { mean: interval.lower, highest_possible_15min: interval.upper },
    reported: `${text} -> ${verdictLabel(verdictOf(interval, PC_STEL))}`,
  };
}

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

interface Exposures {
  readonly exposures: readonly (readonly [string, string, string])[];
  readonly PC_TWA: string;
  readonly PC_STEL?: string;
  readonly known?: boolean;
}

const excursions = ({ exposures }: Exposures) =>
  // In a shift through midnight the times after it belong to the next day.
  exposures.map(([concentration, start, end]) => ({
    concentration,
    start: minuteOf(start) + (minuteOf(start) < minuteOf(exposures[0]?.[1] ?? start) ? 1440 : 0),
    minutes: (minuteOf(end) - minuteOf(start) + 1440) % 1440,
  }));

function spread(given: Exposures): Computed {
  const { between, above, verdict } = judgeExcursions(
    excursions(given),
    given.PC_TWA,
    given.PC_STEL ?? given.PC_TWA,
    given.known !== false,
  );
  return { raw: { between, above }, reported: verdictLabel(verdict) };
}

function peaks(given: Exposures): Computed {
  const bounds = peakLimitsOn('2025-06-03', given.PC_TWA, false);
  if (!bounds) throw new Error('no rule of peaks on that day');
  const { between, above, verdict } = judgeExcursions(
    excursions(given),
    bounds.limit,
    bounds.ceiling,
    given.known !== false,
  );
  return { raw: { three: bounds.limit, five: bounds.ceiling, between, above }, reported: verdictLabel(verdict) };
}

function ceiling({ samples, MAC }: { samples: Segments; MAC: string }): Computed {
  const judged = samples.map(([text, minutes]) => {
    const result = parseResult(String(text));
    return {
      result,
      detected: !result.censored,
      interval: intervalOf(result),
      verdict: verdictOf(shortExposureInterval(result, minutes, 'mac'), MAC),
    };
  });
  const { result } = highestOf(judged);
  const verdict = worstVerdict(judged.map((one) => one.verdict));
  const { text } = judgeMean(toldOf(result.text), MAC);
  return { raw: { max: result.censored ? null : result.num }, reported: `${text} -> ${verdictLabel(verdict)}` };
}

function highest({ items, limit }: { items: readonly (readonly [string, string])[]; limit: string }): Computed {
  const judged = items.map(([name, text]) => {
    const result = parseResult(text);
    return { name, result, detected: !result.censored, interval: intervalOf(result) };
  });
  const { name, result } = highestOf(judged);
  const verdict = worstVerdict(judged.map(({ interval }) => verdictOf(interval, limit)));
  const value = result.censored ? null : new Decimal(result.num);
  const { text } = judgeMean({ value, bound: value ? null : new Decimal(result.num) }, limit);
  const named = value !== null && verdict !== 'undetermined';
  return {
    raw: { max: value, ...(value ? { by: name } : {}) },
    reported: `${text} -> ${verdictLabel(verdict)}${named ? ` (${name})` : ''}`,
  };
}

function mixture({ parts: given }: { parts: readonly (readonly [string, string, string])[] }): Computed {
  const index = mixtureIndex(
    given.map(([, concentration, limit]) => ({ concentration, limit })),
    '331',
  );
  const text = withLimitMark(roundTo(index, 2), index, '1');
  return { raw: { I: index }, reported: `I ${text} -> ${verdictLabel(verdictOf(exactInterval(index), '1'))}` };
}

function limitOfDay({
  day: sampled,
  versions,
}: {
  day: string;
  versions: readonly (readonly [string, string])[];
}): Computed {
  const sorted = [...versions].sort(([one], [other]) => one.localeCompare(other));
  const stored = sorted.map(([effectiveFrom, value], index): LimitVersion & { value: string } => ({
    id: index + 1,
    organizationId: null,
    hazard: 1,
    kind: 'twa',
    condition: null,
    standard: 'GBZ 2.1-2019',
    effectiveFrom,
    effectiveUntil: before(sorted[index + 1]?.[0]),
    value,
  }));
  const [held] = limitsOn(stored, sampled);
  if (held) return { reported: `PC-TWA ${held.value} (from ${held.effectiveFrom})` };
  return {
    reported:
      absenceOf(stored, false, 'chemical', sampled) === 'none'
        ? '不评价: no limit in force'
        : '待核实: limit not in the library',
  };
}

const before = (next: string | undefined): string | null =>
  next === undefined ? null : new Date(Date.parse(next) - 86_400_000).toISOString().slice(0, 10);

export const exposure: Kinds = {
  'EXP-TWA': oldDay,
  'EXP-STEL': oldShort,
  'EXP-MIX': oldMixture,
  'EXP-RF-D': ({ h_per_day, PC_TWA }: { h_per_day: number; PC_TWA: number }) =>
    oldReduction(dailyReductionFactor(h_per_day), PC_TWA, 2),
  'EXP-RF-W': ({ h_per_week, PC_TWA }: { h_per_week: number; PC_TWA: number }) =>
    oldReduction(weeklyReductionFactor(h_per_week), PC_TWA, 4),
  'GAS-PPM': ({ ppm, M }: { ppm: number; M: number }) => {
    const found = ppmToMilligrams(ppm, M);
    return { raw: found, reported: roundReported(found, 1) };
  },
  'G112-TWA': ({ segs, PC_TWA }: { segs: Segments; PC_TWA: string }) => day(segs, PC_TWA),
  'G112-CENS': ({ segs, PC_TWA }: { segs: Segments; PC_TWA: string }) => day(segs, PC_TWA),
  'G112-PERS': ({ C, Td, PC_TWA }: { C: string; Td: string; PC_TWA: string }) => day([[C, Td]], PC_TWA),
  'G112-W40': ({ days, PC_TWA }: { days: Segments; PC_TWA: string }) => told(weekAverage(parts(days), '331'), PC_TWA),
  'G113-TWAD': longDay,
  'G113-RFD': ({ Td, PC_TWA, C }: { Td: string; PC_TWA: string; C: string }) =>
    reduced(dailyReductionFactor(Td), PC_TWA, toldOf(C)),
  'G113-RFW': ({ Tw, PC_TWA, C }: { Tw: string; PC_TWA: string; C: string }) =>
    reduced(weeklyReductionFactor(Tw), PC_TWA, toldOf(C)),
  'G113-WMEAN': longWeek,
  FIGG1: branch,
  'P352-STE': ({ parts: given, PC_STEL, rest }: { parts: Segments; PC_STEL: string; rest?: string }) =>
    told(shortTermMean(parts(given), rest !== 'unknown', '331'), PC_STEL),
  'STE-LONG': longSample,
  'A232-SPREAD': spread,
  'P633-PEAK': peaks,
  'P631-MAC': ceiling,
  'P5271-MAX': highest,
  'CMP-FULL': ({ x, limit }: { x: string; limit: string }) => ({
    raw: { x },
    reported: `${textBesideLimit(x, limit)} -> ${verdictLabel(verdictOf(exactInterval(new Decimal(x)), limit))}`,
  }),
  'A322-MIX': mixture,
  'P651-LEVEL': ({ C, OEL }: { C: string; OEL: string }) => ({
    raw: { percent: new Decimal(C).dividedBy(OEL).times(100) },
    reported: exposureLevelOf(C, OEL).level,
  }),
  'LIMIT-DAY': limitOfDay,
};
