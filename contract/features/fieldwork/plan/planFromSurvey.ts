import { shortMinutes } from '@contract/arithmetic/air/exposureConcentrations';
import { blanksPerBatch } from '@contract/arithmetic/air/fieldSampleNumber';
import { chooseMethod, type MethodLibrary } from './chooseMethod';
import {
  type HazardFact,
  isGrabbed,
  isMeasured,
  isRespirable,
  type LimitFact,
  type MethodFact,
  placeOfSurvey,
  type PlanRowDraft,
  type PlanRowFact,
  type SurveyFact,
} from './planFacts';
import { planTexts, surveyRowText } from './planTexts';
import { type SamplingNeed, needsOf, pointsFor, possibleSampling, samplesFor } from './samplingNeeds';
import { siteNumbers } from './siteNumbers';

export interface PlanSources extends MethodLibrary {
  /** Rows of the survey, in their order. */
  readonly survey: readonly SurveyFact[];
  readonly hazards: ReadonlyMap<number, HazardFact>;
  readonly limits: readonly LimitFact[];
  /** Rows that remain; hazards that they cover are not planned again. */
  readonly existing: readonly PlanRowFact[];
  readonly days: number;
  /** Plans short samples also for peaks of hazards without PC-STEL. */
  readonly peaks?: boolean;
}

interface GeneratedPlan {
  readonly rows: readonly PlanRowDraft[];
  /** Chinese sentences about hazards that could not be planned or need a check. */
  readonly problems: readonly string[];
}

type MutableRowDraft = { -readonly [K in keyof PlanRowDraft]: PlanRowDraft[K] };

/**
 * Result routes with which one collector serves several hazards. An absorbing solution serves one hazard; a weighed
 * filter is not specific.
 */
const sharedRoutes: ReadonlySet<string> = new Set(['solvent', 'thermal1', 'thermal2', 'elution', 'digestion']);

const coverKey = (
  { workshop, place, mode, period }: Pick<PlanRowDraft, 'workshop' | 'place' | 'mode' | 'period'>,
  hazardId: number,
  samplesRespirableDust: boolean,
): string => [workshop ?? '', place, mode, period, hazardId, samplesRespirableDust].join('\u0000');

/**
 * Returns the duration of a sample, min: the duration of the method, at most the exposure time, and at most 15 min
 * for a ceiling or PC-STEL.
 */
function minutesOf(samplingNeed: SamplingNeed, method: MethodFact, hoursPerDay: string | null): number | null {
  if (samplingNeed.period === 'short')
    return method.shortMinutes === null || samplingNeed.average
      ? method.shortMinutes
      : Math.min(method.shortMinutes, shortMinutes);
  const shiftMinutes = hoursPerDay === null ? null : Math.floor(Number(hoursPerDay) * 60);
  return method.longMinutes === null || !shiftMinutes ? method.longMinutes : Math.min(method.longMinutes, shiftMinutes);
}

function draftOf(
  survey: SurveyFact,
  hazard: HazardFact,
  samplingNeed: SamplingNeed,
  method: MethodFact | undefined,
  days: number,
): MutableRowDraft {
  const isDirectReading = isMeasured(hazard, method);
  const isSampled = !isDirectReading && method !== undefined;
  const needsFlow = isSampled && !isGrabbed(method);
  const minutes = needsFlow ? minutesOf(samplingNeed, method, survey.hoursPerDay) : null;
  return {
    siteHazardId: survey.id,
    siteNo: null,
    workshop: survey.workshop,
    place: placeOfSurvey(survey),
    hazard: hazard.id,
    alongWith: [],
    method: method?.id ?? null,
    mode: samplingNeed.mode,
    period: samplingNeed.period,
    medium: isSampled ? method.medium : null,
    flow: needsFlow ? (samplingNeed.period === 'long' ? method.longFlow : method.shortFlow) : null,
    minutes,
    points: pointsFor(samplingNeed.mode, survey, hazard.name).points,
    samplesPerDay: samplesFor(samplingNeed, {
      hoursPerDay: survey.hoursPerDay,
      minutes,
      fixedPost: survey.fixedPost,
      measured: isDirectReading,
    }),
    days,
    blanks: isSampled ? Math.max(blanksPerBatch, method.blanksPerBatch ?? 0) : 0,
    hoursPerDay: survey.hoursPerDay,
    workers: survey.workers,
    remark: null,
  };
}

/** Returns whether the collector of one row also serves the hazard of the other. */
const canShareCollector = (a: MutableRowDraft, b: MutableRowDraft, method: MethodFact): boolean =>
  sharedRoutes.has(method.resultRoute ?? '') &&
  a.medium !== null &&
  a.workshop === b.workshop &&
  a.place === b.place &&
  a.method === b.method &&
  a.mode === b.mode &&
  a.period === b.period &&
  a.medium === b.medium &&
  a.flow === b.flow &&
  a.minutes === b.minutes;

/** Raises the numbers of a planned row to the numbers of another draft that it also serves. */
function raiseNumbers(planned: MutableRowDraft, { points, samplesPerDay }: MutableRowDraft): void {
  planned.points = Math.max(planned.points, points);
  planned.samplesPerDay = Math.max(planned.samplesPerDay, samplesPerDay);
}

/** Returns the kinds of limits of each hazard. */
function limitKinds(limits: readonly LimitFact[]): ReadonlyMap<number, ReadonlySet<string>> {
  const kinds = new Map<number, Set<string>>();
  for (const { hazard, kind } of limits) kinds.set(hazard, (kinds.get(hazard) ?? new Set()).add(kind));
  return kinds;
}

/** Returns the keys of the hazards that an existing row covers: its own and those on the same collector. */
const coverKeys = (row: PlanRowFact, samplesRespirableDust: boolean): string[] =>
  [row.hazard, ...row.alongWith].map((hazardId) => coverKey(row, hazardId, samplesRespirableDust));

/**
 * Generates the rows of a plan: for each hazard of the survey the samples that its limits require, by the library's
 * method, with the numbers of GBZ 159 (DOMAIN §1.1–1.3, 1.6, 1.7). The same sources always give the same plan.
 * Hazards that `existing` covers are left out.
 */
export function planFromSurvey(sources: PlanSources): GeneratedPlan {
  const { survey, hazards, limits, methods, existing, days, peaks = false } = sources;
  const methodOf = new Map(methods.map((method) => [method.id, method]));
  const kindsOf = limitKinds(limits);
  const coveredKeys = new Set(existing.flatMap((row) => coverKeys(row, samplesRespirable(row.method))));
  const draftsByKey = new Map<string, MutableRowDraft>();
  const rows: MutableRowDraft[] = [];
  const problems = new Set<string>();

  function samplesRespirable(id: number | null): boolean {
    const method = id === null ? undefined : methodOf.get(id);
    return method !== undefined && isRespirable(method);
  }

  function plan(row: SurveyFact, hazard: HazardFact, samplingNeed: SamplingNeed, rowLabel: string): void {
    const method = chooseMethod(sources, {
      hazard: hazard.id,
      category: hazard.category,
      ...(samplingNeed.dust ? { dust: samplingNeed.dust } : {}),
      long: samplingNeed.period === 'long',
    });
    if (!method && !isMeasured(hazard, undefined)) {
      problems.add(planTexts.noMethod(rowLabel, samplingNeed.purpose));
      return;
    }
    const feasibleNeed = method ? possibleSampling(samplingNeed, method) : samplingNeed;
    const draft = draftOf(row, hazard, feasibleNeed, method, days);
    const key = coverKey(draft, hazard.id, samplesRespirable(draft.method));
    if (coveredKeys.has(key)) return;
    const existingDraft = draftsByKey.get(key);
    if (existingDraft) {
      raiseNumbers(existingDraft, draft);
      return;
    }
    if (feasibleNeed.mode === 'personal' && pointsFor('personal', row).assumed)
      problems.add(planTexts.noWorkers(rowLabel));
    if (method && draft.medium !== null && !isGrabbed(method) && (draft.flow === null || draft.minutes === null))
      problems.add(planTexts.noFlow(rowLabel, method.title));
    const hostRow = method && rows.find((hostRow) => canShareCollector(hostRow, draft, method));
    if (hostRow) {
      hostRow.alongWith = [...hostRow.alongWith, hazard.id];
      raiseNumbers(hostRow, draft);
      draftsByKey.set(key, hostRow);
      return;
    }
    draftsByKey.set(key, draft);
    rows.push(draft);
  }

  for (const row of survey) {
    const hazard = hazards.get(row.hazard);
    if (!hazard) continue;
    const rowLabel = surveyRowText(row.workshop, placeOfSurvey(row), hazard.name);
    const kinds = kindsOf.get(hazard.id) ?? new Set<string>();
    if (!kinds.size && !isMeasured(hazard, undefined)) problems.add(planTexts.noLimit(rowLabel));
    for (const samplingNeed of needsOf(hazard, kinds, row, peaks)) plan(row, hazard, samplingNeed, rowLabel);
  }
  const numberOf = siteNumbers(existing, rows);
  return { rows: rows.map((row) => ({ ...row, siteNo: numberOf(row) })), problems: [...problems] };
}
