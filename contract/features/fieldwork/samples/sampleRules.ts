import { shortMinutes } from '@contract/arithmetic/air/exposureConcentrations';
import { minShare, periodRule, sampledShare } from '@contract/arithmetic/air/sampledTimeShare';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal, type Numeric } from '@contract/arithmetic/numbers/decimalNumbers';

// Duration of a sample by the limits of its factors (GBZ 331-2024 5.2.6.2.3 c; corrections C24, C28). Plan, screen
// and server share this rule.

/** A hazard tested in a sample, with the kinds of its limits on the sampling day. */
export interface LimitedHazard {
  readonly name: string;
  readonly kinds: ReadonlySet<string>;
}

export interface SampleRules {
  /** Names of the hazards with a MAC. */
  readonly ceiling: readonly string[];
  /** Names of the hazards with a PC-STEL. */
  readonly brief: readonly string[];
  readonly job: keyof typeof minShare;
  /**
   * How the sample represents the shift: by a share of its time, or by short samples in several periods; null where
   * it does not represent the shift.
   */
  readonly stands: 'share' | 'periods' | null;
}

export const noSampleRules: SampleRules = { ceiling: [], brief: [], job: 'fixed', stands: null };

const averagedKinds: readonly string[] = ['twa', 'totalDust', 'respirableDust', 'fibre'];

interface RuledSample {
  readonly hazards: readonly LimitedHazard[];
  readonly period: string | null;
  readonly mode: string | null;
  /**
   * Whether the post is fixed, from the survey. Where the survey does not state it, a person with a sampler counts as
   * mobile.
   */
  readonly fixedPost: boolean | null | undefined;
  /** The method has a full-shift flow. */
  readonly wornForShift: boolean;
  /** A pump draws air through a collector. */
  readonly drawn: boolean;
}

/** Returns the rules of a sample or a plan row. */
export function sampleRulesOf({ hazards, period, mode, fixedPost, wornForShift, drawn }: RuledSample): SampleRules {
  if (!drawn) return noSampleRules;
  const namesOfKind = (kind: string): string[] =>
    hazards.filter(({ kinds }) => kinds.has(kind)).map(({ name }) => name);
  const forShift = hazards.some(({ kinds }) => averagedKinds.some((kind) => kinds.has(kind)));
  return {
    ceiling: namesOfKind('mac'),
    brief: period === 'short' ? namesOfKind('stel') : [],
    job: (fixedPost ?? mode !== 'personal') ? 'fixed' : 'moving',
    stands: !forShift ? null : period === 'long' ? 'share' : wornForShift ? null : 'periods',
  };
}

const clauseText = (part: string): string => `（GBZ 331-2024 5.2.6.2.3 c ${part}）`;
const formatMinutes = (minutes: Numeric): string => new Decimal(minutes).toDecimalPlaces(2).toString();

export const sampledTimeTexts = {
  ceilingTooLong: (names: readonly string[], minutes: Numeric) =>
    `${names.join('、')}执行最高容许浓度，采样时间${formatMinutes(minutes)} min超过${shortMinutes} min，不能代表最高浓度；请缩短采样时间${clauseText('4')}`,
  ceilingVoid: (names: readonly string[], minutes: Numeric) =>
    `${names.join('、')}执行最高容许浓度，采样${formatMinutes(minutes)} min，超过${shortMinutes} min`,
  briefOther: (names: readonly string[], minutes: Numeric) =>
    `${names.join('、')}执行短时间接触容许浓度，采样时间${formatMinutes(minutes)} min，一般应为${shortMinutes} min${clauseText('2')}`,
  shareLow: (job: SampleRules['job'], percent: string, minutes: Numeric, hours: Numeric) =>
    `采样${formatMinutes(minutes)} min，占接触时间${formatMinutes(hours)} h的${percent}%，${job === 'fixed' ? '固定' : '流动'}岗位应不少于${minShare[job]}%${clauseText('1')}`,
  fewPeriods: (periods: number) =>
    `短时间采样${periods}个时段，代表全工班应不少于${periodRule.periods}个时段${clauseText('1')}`,
  periodsClose: (gapMinutes: number) =>
    `两个采样时段间隔${gapMinutes} min，应不少于${periodRule.gap} min${clauseText('1')}`,
  share: (percent: string) => `占接触时间${percent}%`,
  periods: (periods: number) => `${periods}个时段`,
} as const;

/** Returns the error of a MAC sample longer than 15 min; null where it is allowed. */
export const ceilingFault = ({ ceiling }: SampleRules, minutes: Numeric | null): string | null =>
  ceiling.length > 0 && minutes !== null && new Decimal(minutes).greaterThan(shortMinutes)
    ? sampledTimeTexts.ceilingTooLong(ceiling, minutes)
    : null;

/** Returns the warning for a PC-STEL sample of other than 15 min. */
export const briefWarning = ({ brief }: SampleRules, minutes: Numeric | null): string | null =>
  brief.length > 0 && minutes !== null && !new Decimal(minutes).equals(shortMinutes)
    ? sampledTimeTexts.briefOther(brief, minutes)
    : null;

/**
 * Returns the sampled share of the exposure time, %, with its warning; null where the exposure time is unknown. Source:
 * GBZ 331-2024 5.2.6.2.3 c 1.
 * @param job whether the work post is fixed or mobile; a mobile one needs 50 %, a fixed one 25 %
 * @param hours exposure time, h per day; null if unknown
 * @param minutes sampled time, min
 */
export function shareOf(
  job: SampleRules['job'],
  hours: Numeric | null,
  minutes: Numeric,
): { readonly text: string; readonly warning: string | null } | null {
  const shareOutcome = hours === null ? null : outcomeOfCalculation(() => sampledShare(job, hours, minutes));
  if (!shareOutcome?.ok || hours === null) return null;
  const { shareText, enough } = shareOutcome.value;
  return { text: shareText, warning: enough ? null : sampledTimeTexts.shareLow(job, shareText, minutes, hours) };
}

interface PlannedTime {
  readonly period: unknown;
  readonly hoursPerDay: unknown;
  readonly minutes: unknown;
  readonly samplesPerDay: unknown;
}

/** Formats the part of a shift that a plan row samples: a share of the exposure time, or a number of periods. */
export function plannedTimeText({ period, hoursPerDay, minutes, samplesPerDay }: PlannedTime): string {
  const count = Number(samplesPerDay);
  if (!Number.isInteger(count) || count < 1) return '';
  if (period !== 'long') return sampledTimeTexts.periods(count);
  const total = Number(minutes) * count;
  const timeShare = total > 0 && hoursPerDay ? shareOf('fixed', String(hoursPerDay), total) : null;
  return timeShare ? `${timeShare.text}%` : '';
}

/**
 * Returns whether the day's exposure has room for two periods an hour apart. An unknown exposure counts as a full
 * shift.
 * @param hours exposure time, h per day; null if unknown
 * @param minutes duration of one period, min
 */
export const hasRoomForTwoPeriods = (hours: Numeric | null, minutes: Numeric): boolean =>
  hours === null ||
  new Decimal(hours)
    .times(60)
    .greaterThanOrEqualTo(new Decimal(minutes).times(periodRule.periods).plus(periodRule.gap));
