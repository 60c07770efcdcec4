import { durationForm } from '@contract/arithmetic/air/representedDuration';
import { sampledShare } from '@contract/arithmetic/air/sampledShare';
import { sampledWorkers, vibrationWorkers } from '@contract/arithmetic/air/sampledWorkers';
import { pointsForMachines } from '@contract/arithmetic/air/samplePoints';
import { attempt } from '@contract/arithmetic/numbers/problem';
import type { HazardFact, MethodFact, SurveyFact } from './planFacts';

// How a hazard of a post is sampled, by the limits that it has (DOMAIN §1.1–1.3).

/** One way of sampling: what for, and how. */
export interface Need {
  /** Behind 方法库中没有可用的…检测方法. */
  readonly what: string;
  readonly mode: 'area' | 'personal';
  readonly period: 'short' | 'long';
  readonly dust?: 'total' | 'respirable';
  /** Stands for the whole shift, so that its samples are spread over it. */
  readonly average: boolean;
}

/**
 * Samples at the moment of highest concentration (MAC, PC-STEL, PE): the least that lets a peak be seen; a convention,
 * edited in the plan.
 */
export const peakSamplesPerDay = 3;

const peak: Need = { what: '', mode: 'area', period: 'short', average: false };
const average: Need = { what: '', mode: 'personal', period: 'long', average: true };

/** What is measured on the hands of people, so many of a job (GBZ/T 189.9-2025 6.3). */
const isHandVibration = (name: string): boolean => /手传振动|手臂振动/.test(name);

/**
 * @param kinds of the limits that hold today
 * @param peaks GBZ 2.1-2019: without PC-STEL the peak is judged by three times the PC-TWA, and is sampled where this is
 * asked for
 */
export function needsOf(
  { category, name }: HazardFact,
  kinds: ReadonlySet<string>,
  survey: Pick<SurveyFact, 'fixedPost'>,
  peaks: boolean,
): Need[] {
  if (category === 'physical' || category === 'radiation') {
    if (isHandVibration(name)) return [{ ...peak, mode: 'personal' }];
    // A dosimeter goes along with who moves about; everything else is read at the place.
    return [name === '噪声' && !survey.fixedPost ? { ...average, average: false } : { ...peak }];
  }
  const needs: Need[] = [];
  if (kinds.has('twa') || kinds.has('fibre')) needs.push(average);
  if (kinds.has('totalDust')) needs.push({ ...average, what: '总粉尘', dust: 'total' });
  if (kinds.has('respirableDust')) needs.push({ ...average, what: '呼吸性粉尘', dust: 'respirable' });
  const averaged = [...needs];
  if (kinds.has('mac') || kinds.has('stel')) needs.push(peak);
  else if (peaks)
    needs.push(...averaged.map((need): Need => ({ ...need, mode: 'area', period: 'short', average: false })));
  return needs.length ? needs : [peak];
}

/**
 * What a method without a flow for a whole shift (absorption bottles, bags, readings) makes of a need: several short
 * samples over the shift.
 */
export const possible = (need: Need, { longFlow }: Pick<MethodFact, 'longFlow'>): Need =>
  need.average && longFlow === null ? { ...need, mode: 'area', period: 'short' } : need;

/**
 * Points or persons, at least what GBZ 159 asks for, of hand vibration GBZ/T 189.9-2025. `assumed` where the survey
 * does not say how many work there.
 */
export function pointsFor(
  mode: Need['mode'],
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

export interface SampledShift {
  /** h/d */
  readonly hoursPerDay: string | null;
  /** Of one sample; null where the method does not say. */
  readonly minutes: number | null;
  readonly fixedPost: boolean | null;
  readonly measured: boolean;
}

/**
 * Samples of one point or person a day. Long ones are as many as the share of the contact time asks for (GBZ 331-2024
 * 5.2.6.2.3 c 1). Short samples that stand for a shift share
 * its hours (DOMAIN §1.9): four, fewer where a share would be under a quarter of an hour.
 */
export function samplesFor(need: Need, { hoursPerDay, minutes, fixedPost, measured }: SampledShift): number {
  if (measured || (need.mode === 'personal' && !(need.average && minutes))) return 1;
  if (need.period === 'long' && minutes) {
    const share = attempt(() => sampledShare(fixedPost ? 'fixed' : 'moving', hoursPerDay ?? 8, minutes));
    return share.ok ? Math.max(1, Math.ceil(Number(share.value.needed.dividedBy(minutes)))) : 1;
  }
  if (!need.average) return peakSamplesPerDay;
  const hours = Number(hoursPerDay ?? 8);
  return Math.max(1, Math.min(durationForm.samples, Math.floor(hours / Number(durationForm.leastShare))));
}
