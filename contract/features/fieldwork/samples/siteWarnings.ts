import { sampledPeriods } from '@contract/arithmetic/air/sampledTimeShare';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import {
  ceilingFault,
  briefWarning,
  noSampleRules,
  hasRoomForTwoPeriods,
  sampledTimeTexts,
  type SampleRules,
  shareOf,
} from './sampleRules';

// Warnings about the samples of a site before sampling ends: their duration, and people or instruments that were in
// two places at once. The phone, 结束采样 and the server's refusal share them.

/** A sample with place, time and people; rows of the API and of the server match this type. */
export interface TimedSample {
  readonly id: number;
  readonly sampleNo: string;
  readonly project: number;
  readonly sampleKind: string | null;
  readonly state: string | null;
  readonly mode: string | null;
  readonly workshop: string | null;
  readonly place: string | null;
  readonly siteNo: string | null;
  readonly person: string | null;
  readonly equipment: number | null;
  readonly collectors: readonly number[];
  /** Start of the sampling, `YYYY-MM-DD HH:mm:ss` in the organization's time zone. */
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly plannedMinutes: number | null;
  readonly remark?: string | null;
}

/** A sample of the site. */
export interface SiteSampleFacts extends TimedSample {
  readonly samplingDay: number | null;
  readonly hazard: number;
  readonly method: number | null;
  readonly hoursPerDay: string | null;
}

/** A sample of another project, with display names. */
export interface ElsewhereSample extends TimedSample {
  readonly projectCode: string;
}

export interface SiteWarning {
  /** Ids of the site's samples that the warning concerns. */
  readonly samples: readonly number[];
  readonly message: string;
}

interface SiteNames {
  readonly tools: ReadonlyMap<number, string>;
  readonly people: ReadonlyMap<number, string>;
}

const timeOfDay = (timestamp: string): string => timestamp.slice(11, 16);

const overlapTexts = {
  sample: (no: string, place: string) => (place ? `样品${no}（${place}）` : `样品${no}`),
  elsewhere: (code: string, sample: string) => `项目${code}的${sample}`,
  tool: (tool: string, firstSample: string, other: string, from: string, until: string) =>
    `采样仪器${tool}在${from}至${until}同时用于${firstSample}和${other}，请核对仪器和时间`,
  used: (tool: string, from: string, until: string, other: string) =>
    `采样仪器${tool}在${from}至${until}已用于${other}，不能同时用于另一采样点，请核对仪器和时间；确有多气路等情形的，请在备注中说明`,
  worn: (tool: string, person: string, other: string) =>
    `采样仪器${tool}同一时间已由${person}佩戴（${other}），不能同时用于另一采样对象；确有双气路等情形的，请在备注中说明`,
  person: (person: string, firstSample: string, other: string, from: string, until: string) =>
    `采样对象${person}在${from}至${until}同时出现在${firstSample}和${other}，请核对姓名和时间`,
  collector: (person: string, firstSample: string, other: string, from: string, until: string) =>
    `采样人${person}在${from}至${until}同时采集${firstSample}和${other}，请核对采样人和时间`,
} as const;

interface SampleSpan {
  readonly from: string;
  readonly until: string;
}

const addMinutes = (timestamp: string, minutes: number): string =>
  new Date(Date.parse(`${timestamp.replace(' ', 'T')}Z`) + minutes * 60_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');

/** Returns the time from start to end of a sample; while a pump runs, up to the planned end. */
function spanOf({ startTime, endTime, plannedMinutes }: TimedSample): SampleSpan | null {
  if (!startTime) return null;
  const until = endTime ?? addMinutes(startTime, plannedMinutes ?? 1);
  return until > startTime ? { from: startTime, until } : null;
}

/**
 * Returns the time that two samples share; null where they share none. A sample that ends exactly when the other
 * begins shares no time with it.
 */
function sharedTime(sample: TimedSample, otherTimedSample: TimedSample): SampleSpan | null {
  const [a, b] = [spanOf(sample), spanOf(otherTimedSample)];
  if (!a || !b) return null;
  const [from, until] = [a.from > b.from ? a.from : b.from, a.until < b.until ? a.until : b.until];
  return from < until ? { from, until } : null;
}

const isCountedSample = ({ sampleKind, state }: TimedSample): boolean => sampleKind === 'sample' && state !== 'voided';
const nameOf = (text: string | null): string => text?.trim() ?? '';
const whereOf = ({ workshop, place, person }: TimedSample): string =>
  [workshop, place, person].map(nameOf).filter(Boolean).join(' ');
const samePlace = (sample: TimedSample, otherTimedSample: TimedSample): boolean =>
  sample.project === otherTimedSample.project &&
  nameOf(sample.workshop) === nameOf(otherTimedSample.workshop) &&
  nameOf(sample.place) === nameOf(otherTimedSample.place) &&
  nameOf(sample.siteNo) === nameOf(otherTimedSample.siteNo);
const isWornSampler = ({ mode, person }: TimedSample): boolean => mode === 'personal' && nameOf(person) !== '';
/** Returns whether two people wear the samplers of two samples. */
const wornByTwo = (sample: TimedSample, otherTimedSample: TimedSample): boolean =>
  isWornSampler(sample) &&
  isWornSampler(otherTimedSample) &&
  (nameOf(sample.person) !== nameOf(otherTimedSample.person) || sample.project !== otherTimedSample.project);

function titleOf(sample: TimedSample, home: number): string {
  const title = overlapTexts.sample(sample.sampleNo, whereOf(sample));
  return sample.project === home ? title : overlapTexts.elsewhere((sample as ElsewhereSample).projectCode, title);
}

/** Returns whether one instrument can't serve both samples: they are at different posts, or two people wear it. */
const cannotShareTool = (sample: TimedSample, otherTimedSample: TimedSample): boolean =>
  !samePlace(sample, otherTimedSample) || wornByTwo(sample, otherTimedSample);

/**
 * Returns the reason why an instrument can't be used for a sample: another person wears it at the same time, or it
 * stands at another post. Returns null where it can be used, or where the remark gives a reason.
 * @param otherSamples other samples with the same instrument, of any project
 */
export function simultaneousUseProblem(
  sample: TimedSample,
  otherSamples: readonly TimedSample[],
  tool: string,
): string | null {
  if (!isCountedSample(sample) || sample.equipment === null || nameOf(sample.remark ?? null)) return null;
  for (const otherSample of otherSamples) {
    if (otherSample.id === sample.id || !isCountedSample(otherSample) || otherSample.equipment !== sample.equipment)
      continue;
    const sharedSpan = cannotShareTool(sample, otherSample) ? sharedTime(sample, otherSample) : null;
    if (!sharedSpan) continue;
    const title = titleOf(otherSample, sample.project);
    return wornByTwo(sample, otherSample)
      ? overlapTexts.worn(tool, nameOf(otherSample.person), title)
      : overlapTexts.used(tool, timeOfDay(sharedSpan.from), timeOfDay(sharedSpan.until), title);
  }
  return null;
}

interface SampleOverlap {
  /** Key of the warning; warnings with the same key are shown once. */
  readonly key: string;
  readonly message: string;
}

/**
 * Finds what two simultaneous samples share: a sampler, its wearer, or, across projects, the person who takes both.
 */
function overlapsOf(sample: TimedSample, otherTimedSample: TimedSample, { tools, people }: SiteNames): SampleOverlap[] {
  const sharedSpan = sharedTime(sample, otherTimedSample);
  if (!sharedSpan) return [];
  const [first, secondTitle] = [titleOf(sample, sample.project), titleOf(otherTimedSample, sample.project)];
  const [from, until] = [timeOfDay(sharedSpan.from), timeOfDay(sharedSpan.until)];
  const foundOverlaps: SampleOverlap[] = [];
  const isOtherProject = sample.project !== otherTimedSample.project;
  const addOverlap = (key: string, message: string) => foundOverlaps.push({ key, message });
  if (
    sample.equipment !== null &&
    sample.equipment === otherTimedSample.equipment &&
    cannotShareTool(sample, otherTimedSample)
  ) {
    addOverlap(
      `tool ${sample.id} ${otherTimedSample.id}`,
      overlapTexts.tool(tools.get(sample.equipment) ?? '', first, secondTitle, from, until),
    );
  }
  const person = nameOf(sample.person);
  if (person && person === nameOf(otherTimedSample.person) && !isOtherProject && !samePlace(sample, otherTimedSample))
    addOverlap(
      `person ${sample.id} ${otherTimedSample.id}`,
      overlapTexts.person(person, first, secondTitle, from, until),
    );
  // A sampling person who moves between sites while pumps run is reported once.
  for (const id of isOtherProject ? sample.collectors : []) {
    if (otherTimedSample.collectors.includes(id))
      addOverlap(
        `collector ${id} ${otherTimedSample.project}`,
        overlapTexts.collector(people.get(id) ?? '', first, secondTitle, from, until),
      );
  }
  return foundOverlaps;
}

/**
 * Finds instruments and people that were in two places at once, within the site or across projects.
 * @param samplesElsewhere samples of other projects that share a sampler or a sampling person with the site
 */
export function overlapWarnings(
  samples: readonly TimedSample[],
  samplesElsewhere: readonly ElsewhereSample[],
  names: SiteNames,
): SiteWarning[] {
  const startedSamples = samples
    .filter((sample) => isCountedSample(sample) && sample.startTime)
    .sort((a, b) => String(a.startTime).localeCompare(String(b.startTime)) || a.id - b.id);
  const otherSamples = samplesElsewhere.filter(isCountedSample);
  const overlapsByKey = new Map<string, { samples: number[]; message: string }>();
  const addWarnings = (overlaps: readonly SampleOverlap[], ids: readonly number[]) => {
    for (const { key, message } of overlaps) {
      const existingOverlap = overlapsByKey.get(key);
      if (existingOverlap) existingOverlap.samples.push(...ids.filter((id) => !existingOverlap.samples.includes(id)));
      else overlapsByKey.set(key, { samples: [...ids], message });
    }
  };
  for (const [index, sample] of startedSamples.entries()) {
    const end = spanOf(sample)?.until ?? '';
    for (
      let next = index + 1;
      next < startedSamples.length && String(startedSamples[next]?.startTime) < end;
      next += 1
    ) {
      const otherSample = startedSamples[next] as TimedSample;
      addWarnings(overlapsOf(sample, otherSample, names), [sample.id, otherSample.id]);
    }
    for (const otherSample of otherSamples) addWarnings(overlapsOf(sample, otherSample, names), [sample.id]);
  }
  return [...overlapsByKey.values()];
}

const minutesOf = ({ startTime, endTime }: TimedSample): Decimal | null => {
  if (!startTime || !endTime || endTime <= startTime) return null;
  return new Decimal(
    Date.parse(`${endTime.replace(' ', 'T')}Z`) - Date.parse(`${startTime.replace(' ', 'T')}Z`),
  ).dividedBy(60_000);
};
const minuteOfDay = (timestamp: string): number => Date.parse(`${timestamp.replace(' ', 'T')}Z`) / 60_000;

/**
 * Returns the key of samples that together represent the shift of one place or person: same hazard, method and day.
 */
const shiftKey = ({ samplingDay, workshop, place, siteNo, person, mode, hazard, method }: SiteSampleFacts): string =>
  JSON.stringify([
    samplingDay,
    nameOf(workshop),
    nameOf(place),
    nameOf(siteNo),
    mode === 'personal' ? nameOf(person) : '',
    mode,
    hazard,
    method,
  ]);

export interface ShiftTime {
  readonly samples: readonly SiteSampleFacts[];
  /** Text of the sampled time, e.g. 占接触时间25.0% or 2个时段; null where it is not known yet. */
  readonly text: string | null;
  readonly warning: string | null;
}

function shiftTimeOf(samples: readonly SiteSampleFacts[], rules: SampleRules): ShiftTime {
  const timedMinutes = samples.flatMap((sample) => minutesOf(sample) ?? []);
  const hours = samples.find(({ hoursPerDay }) => hoursPerDay)?.hoursPerDay ?? null;
  if (rules.stands === 'share') {
    const shareResult = timedMinutes.length
      ? shareOf(
          rules.job,
          hours,
          timedMinutes.reduce((sum, minutes) => sum.plus(minutes), new Decimal(0)),
        )
      : null;
    return {
      samples,
      text: shareResult && sampledTimeTexts.share(shareResult.text),
      warning: shareResult?.warning ?? null,
    };
  }
  const sampleSpans = samples.flatMap(({ startTime, endTime }) =>
    startTime && endTime && endTime > startTime ? [{ start: minuteOfDay(startTime), end: minuteOfDay(endTime) }] : [],
  );
  if (!sampleSpans.length) return { samples, text: null, warning: null };
  const { gaps, enough } = sampledPeriods(sampleSpans);
  const text = sampledTimeTexts.periods(sampleSpans.length);
  if (enough || !hasRoomForTwoPeriods(hours, timedMinutes[0] ?? 0)) return { samples, text, warning: null };
  return {
    samples,
    text,
    warning:
      sampleSpans.length < 2
        ? sampledTimeTexts.fewPeriods(sampleSpans.length)
        : sampledTimeTexts.periodsClose(Math.round(Math.min(...gaps))),
  };
}

/** Returns the sampled share of each shift, for samples that represent a shift. */
export function shiftTimes(
  samples: readonly SiteSampleFacts[],
  rulesOf: (id: number) => SampleRules | undefined,
): ShiftTime[] {
  const groups = new Map<string, SiteSampleFacts[]>();
  for (const sample of samples) {
    if (!isCountedSample(sample) || !rulesOf(sample.id)?.stands) continue;
    groups.set(shiftKey(sample), [...(groups.get(shiftKey(sample)) ?? []), sample]);
  }
  return [...groups.values()].map((group) =>
    shiftTimeOf(group, rulesOf((group[0] as SiteSampleFacts).id) ?? noSampleRules),
  );
}

/** Returns warnings about the duration of a site's samples. */
export function timeWarnings(
  samples: readonly SiteSampleFacts[],
  rulesOf: (id: number) => SampleRules | undefined,
): SiteWarning[] {
  const sampleWarnings = samples.filter(isCountedSample).flatMap((sample): SiteWarning[] => {
    const [rules, minutes] = [rulesOf(sample.id) ?? noSampleRules, minutesOf(sample)];
    const message = ceilingFault(rules, minutes) ?? briefWarning(rules, minutes);
    return message ? [{ samples: [sample.id], message: `${titleOf(sample, sample.project)}：${message}` }] : [];
  });
  const shiftWarnings = shiftTimes(samples, rulesOf).flatMap(({ samples: shiftSamples, warning }): SiteWarning[] => {
    const [firstShiftSample] = shiftSamples;
    const hasOpenSample = shiftSamples.some(({ startTime, endTime }) => !startTime || !endTime);
    // Samples still to be taken may make the share sufficient.
    return warning && firstShiftSample && !hasOpenSample
      ? [
          {
            samples: shiftSamples.map(({ id }) => id),
            message: `${titleOf(firstShiftSample, firstShiftSample.project)}：${warning}`,
          },
        ]
      : [];
  });
  return [...sampleWarnings, ...shiftWarnings];
}
