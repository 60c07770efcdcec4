import type { TimeSpan, TimedShift } from './timeFacts';

// Groups samples of one post and day that together represent its shift (GBZ 331-2024 5.2.6.2.3 c 1), for the rules
// T08 and T09.

/** A sample that was taken, with the survey data of its post. */
export interface ShiftSample {
  readonly day: string | null;
  readonly item: string;
  /** Workshop, and the place or the worker. */
  readonly where: string;
  /** Number of the sampling point for a sample at a fixed point, else null. */
  readonly point: string | null;
  readonly start: string | null;
  readonly end: string | null;
  readonly isLong: boolean;
  readonly medium: string | null;
  /** Exposure time of the post, h. */
  readonly hours: number | null;
  /** Whether the post is fixed; null where the survey does not state it. A worn sampler then counts as mobile. */
  readonly fixedPost: boolean | null;
  readonly personal: boolean;
  /** The hazard has a PC-TWA and no MAC. */
  readonly averaged: boolean;
}

/** Names of liquid absorbers and bags, which nobody can wear for a whole shift. */
const inPeriods = /吸收|气泡|冲击|采气袋|气袋|注射器/;

/** Exposure time, h, up to which short samples may represent a shift (5.2.6.2.3 c 3). */
const briefContact = 1;

const shiftTimesPattern = /(\d{1,2}):(\d{2})\s*[-~～—–至]+\s*(?:次日)?(\d{1,2}):(\d{2})/;

/** Extracts start and end of a shift as `HH:mm` from its text, e.g. 白班08:00～17:00; null where the text has none. */
export function shiftSpan(shift: string | null): TimeSpan | null {
  const match = shiftTimesPattern.exec(shift ?? '');
  if (!match) return null;
  const [, fromHour = '', fromMinute = '', untilHour = '', untilMinute = ''] = match;
  return { from: `${fromHour.padStart(2, '0')}:${fromMinute}`, until: `${untilHour.padStart(2, '0')}:${untilMinute}` };
}

function shiftOf(samples: readonly ShiftSample[], basis: TimedShift['representation']): TimedShift {
  const firstShiftSample = samples[0] as ShiftSample;
  return {
    shiftName: `${firstShiftSample.day ?? ''} ${firstShiftSample.where} ${firstShiftSample.item}`,
    spans: samples.map(({ start, end }) => ({ from: start ?? '', until: end ?? '' })),
    contact: firstShiftSample.hours,
    job: (firstShiftSample.fixedPost ?? !firstShiftSample.personal) ? 'fixed' : 'moving',
    representation: basis,
  };
}

/**
 * Returns the shifts that samples represent: by the share of the exposure time for long samples, by periods for
 * liquid absorbers.
 */
export function shiftsOf(samples: readonly ShiftSample[]): TimedShift[] {
  const groups = new Map<string, ShiftSample[]>();
  for (const sample of samples) {
    // Short samples may judge an exposure of up to an hour (5.2.6.2.3 c 3).
    if (sample.hours !== null && sample.hours <= briefContact) continue;
    if (!sample.averaged || !sample.day || !sample.start || !sample.end) continue;
    const key = JSON.stringify([sample.day, sample.where, sample.item]);
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  return [...groups.values()].flatMap((group): TimedShift[] => {
    const longSamples = group.filter(({ isLong }) => isLong);
    const liquid = group.filter(({ medium }) => inPeriods.test(medium ?? ''));
    if (longSamples.length) return [shiftOf(longSamples, 'share')];
    if (liquid.length !== group.length) return [];
    // Different points of one place may be sampled at the same time.
    const points = [...new Set(liquid.map(({ point }) => point))];
    return points.map((point) =>
      shiftOf(
        liquid.filter((liquidSample) => liquidSample.point === point),
        'periods',
      ),
    );
  });
}
