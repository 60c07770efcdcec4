import type { Span, TimedShift } from './timeFacts';

// Samples of one post and day that together stand for its shift (GBZ 331-2024 5.2.6.2.3 c 1), for the rules T08 and T09.

/** A sample that was taken, with what the survey says of its post. */
export interface ShiftSample {
  readonly day: string | null;
  readonly item: string;
  /** Workshop, and place or worker. */
  readonly where: string;
  /** Number of the sampling point, if the sample was taken at a fixed one. */
  readonly point: string | null;
  readonly start: string | null;
  readonly end: string | null;
  readonly isLong: boolean;
  readonly medium: string | null;
  /** Contact time of the post, h. */
  readonly hours: number | null;
  /** Null where the survey does not say; a worn sampler then counts as moving. */
  readonly fixedPost: boolean | null;
  readonly personal: boolean;
  /** A hazard with a PC-TWA and without a MAC. */
  readonly averaged: boolean;
}

/** Liquid absorbers and bags can't be worn for a shift. */
const inPeriods = /吸收|气泡|冲击|采气袋|气袋|注射器/;

/** Contact time, h, up to which short samples may stand for a shift (5.2.6.2.3 c 3). */
const briefContact = 1;

const clock = /(\d{1,2}):(\d{2})\s*[-~～—–至]+\s*(?:次日)?(\d{1,2}):(\d{2})/;

/** Returns start and end of a shift as `HH:mm` where its text states them, e.g. 白班08:00～17:00; else null. */
export function shiftSpan(shift: string | null): Span | null {
  const found = clock.exec(shift ?? '');
  if (!found) return null;
  const [, fromHour = '', fromMinute = '', untilHour = '', untilMinute = ''] = found;
  return { from: `${fromHour.padStart(2, '0')}:${fromMinute}`, until: `${untilHour.padStart(2, '0')}:${untilMinute}` };
}

function shiftOf(samples: readonly ShiftSample[], by: TimedShift['by']): TimedShift {
  const first = samples[0] as ShiftSample;
  return {
    what: `${first.day ?? ''} ${first.where} ${first.item}`,
    spans: samples.map(({ start, end }) => ({ from: start ?? '', until: end ?? '' })),
    contact: first.hours,
    job: (first.fixedPost ?? !first.personal) ? 'fixed' : 'moving',
    by,
  };
}

/** Returns the shifts that samples stand for: long ones by their share of the contact time, liquids by their periods. */
export function shiftsOf(samples: readonly ShiftSample[]): TimedShift[] {
  const groups = new Map<string, ShiftSample[]>();
  for (const one of samples) {
    // Contact of up to an hour may be judged by short samples (5.2.6.2.3 c 3).
    if (one.hours !== null && one.hours <= briefContact) continue;
    if (!one.averaged || !one.day || !one.start || !one.end) continue;
    const key = JSON.stringify([one.day, one.where, one.item]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group): TimedShift[] => {
    const long = group.filter(({ isLong }) => isLong);
    const liquid = group.filter(({ medium }) => inPeriods.test(medium ?? ''));
    if (long.length) return [shiftOf(long, 'share')];
    if (liquid.length !== group.length) return [];
    // Points of one place may be sampled at the same time.
    const points = [...new Set(liquid.map(({ point }) => point))];
    return points.map((point) =>
      shiftOf(
        liquid.filter((one) => one.point === point),
        'periods',
      ),
    );
  });
}
