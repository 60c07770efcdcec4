import { durationForm } from '@contract/arithmetic/air/representedDuration';
import { sampledShare } from '@contract/arithmetic/air/sampledTimeShare';
import { sampledWorkers, vibrationWorkers } from '@contract/arithmetic/air/sampledWorkers';
import { pointsForMachines } from '@contract/arithmetic/air/samplePoints';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import type { HazardFact, MethodFact, SurveyFact } from './planFacts';

// How a hazard at a post is sampled, by its limits (DOMAIN §1.1–1.3).

/** A kind of sample that a hazard requires, with its purpose. */
export interface SamplingNeed {
  /** Purpose in the message 方法库中没有可用的…检测方法. */
  readonly purpose: string;
  readonly mode: 'area' | 'personal';
  readonly period: 'short' | 'long';
  readonly dust?: 'total' | 'respirable';
  /** The samples represent the whole shift, so they are spread over it. */
  readonly average: boolean;
}

/** Samples at the highest concentration (MAC, PC-STEL, PE) per day; a convention that the plan may change. */
const peakSamplesPerDay = 3;

const peakNeed: SamplingNeed = { purpose: '', mode: 'area', period: 'short', average: false };
const averageNeed: SamplingNeed = { purpose: '', mode: 'personal', period: 'long', average: true };

/**
 * Returns whether a hazard is hand vibration, which is measured on a number of workers per job (GBZ/T 189.9-2025
 * 6.3).
 */
const isHandVibration = (name: string): boolean => /手传振动|手臂振动/.test(name);

/**
 * Returns the kinds of samples that a hazard requires.
 * @param kinds of the limits in force today
 * @param peaks also plans samples for peaks of hazards without PC-STEL, which are judged by three times PC-TWA (GBZ
 * 2.1-2019)
 */
export function needsOf(
  { category, name }: HazardFact,
  kinds: ReadonlySet<string>,
  survey: Pick<SurveyFact, 'fixedPost'>,
  peaks: boolean,
): SamplingNeed[] {
  if (category === 'physical' || category === 'radiation') {
    if (isHandVibration(name)) return [{ ...peakNeed, mode: 'personal' }];
    // A mobile worker wears a dosimeter; all other measurements are made at the place.
    return [name === '噪声' && !survey.fixedPost ? { ...averageNeed, average: false } : { ...peakNeed }];
  }
  const samplingNeeds: SamplingNeed[] = [];
  if (kinds.has('twa') || kinds.has('fibre')) samplingNeeds.push(averageNeed);
  if (kinds.has('totalDust')) samplingNeeds.push({ ...averageNeed, purpose: '总粉尘', dust: 'total' });
  if (kinds.has('respirableDust')) samplingNeeds.push({ ...averageNeed, purpose: '呼吸性粉尘', dust: 'respirable' });
  const averagedNeeds = [...samplingNeeds];
  if (kinds.has('mac') || kinds.has('stel')) samplingNeeds.push(peakNeed);
  else if (peaks)
    samplingNeeds.push(
      ...averagedNeeds.map((samplingNeed): SamplingNeed => ({
        ...samplingNeed,
        mode: 'area',
        period: 'short',
        average: false,
      })),
    );
  return samplingNeeds.length ? samplingNeeds : [peakNeed];
}

/**
 * Converts a full-shift need for a method without a full-shift flow (absorbers, bags, readings) to several short
 * samples.
 */
export const possibleSampling = (
  samplingNeed: SamplingNeed,
  { longFlow }: Pick<MethodFact, 'longFlow'>,
): SamplingNeed =>
  samplingNeed.average && longFlow === null ? { ...samplingNeed, mode: 'area', period: 'short' } : samplingNeed;

/**
 * Returns the number of points or persons by GBZ 159, and for hand vibration by GBZ/T 189.9-2025. `assumed`: the survey
 * states no number of workers, so it is assumed.
 * @param mode `area` counts points, `personal` counts persons
 * @param hazardName name of the hazard, which shows hand vibration
 */
export function pointsFor(
  mode: SamplingNeed['mode'],
  { machines, workers, worstKnown }: Pick<SurveyFact, 'machines' | 'workers' | 'worstKnown'>,
  hazardName = '',
): { points: number; assumed: boolean } {
  if (mode === 'personal' && workers && isHandVibration(hazardName))
    return { points: vibrationWorkers(workers).count, assumed: false };
  if (mode === 'area') return { points: machines ? pointsForMachines(machines).points : 1, assumed: false };
  return workers
    ? { points: sampledWorkers(workers, worstKnown ?? true), assumed: false }
    : { points: 1, assumed: true };
}

interface SampledShift {
  /** Exposure time, h/d. */
  readonly hoursPerDay: string | null;
  /** Duration of one sample, min; null where the method states none. */
  readonly minutes: number | null;
  readonly fixedPost: boolean | null;
  readonly measured: boolean;
}

/**
 * Returns the number of samples per point or person and day. Long samples: the number that the share of the exposure
 * time requires (GBZ 331-2024 5.2.6.2.3 c 1). Short samples that represent a shift divide its hours (DOMAIN §1.9):
 * four samples, or fewer where a share would be below a quarter of an hour.
 */
export function samplesFor(
  samplingNeed: SamplingNeed,
  { hoursPerDay, minutes, fixedPost, measured }: SampledShift,
): number {
  if (measured || (samplingNeed.mode === 'personal' && !(samplingNeed.average && minutes))) return 1;
  if (samplingNeed.period === 'long' && minutes) {
    const neededShare = outcomeOfCalculation(() =>
      sampledShare(fixedPost ? 'fixed' : 'moving', hoursPerDay ?? 8, minutes),
    );
    return neededShare.ok ? Math.max(1, Math.ceil(Number(neededShare.value.needed.dividedBy(minutes)))) : 1;
  }
  if (!samplingNeed.average) return peakSamplesPerDay;
  const hours = Number(hoursPerDay ?? 8);
  return Math.max(1, Math.min(durationForm.samples, Math.floor(hours / Number(durationForm.leastShare))));
}
