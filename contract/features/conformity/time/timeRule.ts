import type { TimeFacts } from './timeFacts';

/** `stop`: can't be so; `warn`: allowed with a reason. */
type TimeLevel = 'stop' | 'warn';

export interface TimeFinding {
  readonly level: TimeLevel;
  /** Sentence: what contradicts what, and what to do. */
  readonly message: string;
}

export interface TimeRule {
  /** T01 to T30 of `docs/science.md`. */
  readonly id: string;
  readonly title: string;
  /** Clause; null for what follows from the clauses. */
  readonly clause: string | null;
  find(facts: TimeFacts): readonly TimeFinding[];
}

/** Returns a finding of level `stop`: the recorded facts can not be so. */
export const stop = (message: string): TimeFinding => ({ level: 'stop', message });
/** Returns a finding of level `warn`: unusual, allowed with a reason. */
export const warn = (message: string): TimeFinding => ({ level: 'warn', message });

/** Returns the day of a moment or day. */
export const dayOf = (moment: string): string => moment.slice(0, 10);

/** Returns the minutes of a moment since 1970. */
export const minuteOf = (moment: string): number =>
  Date.parse(`${moment.length > 10 ? moment.replace(' ', 'T') : `${moment}T00:00:00`}Z`) / 60_000;

/**
 * Finds events that are not in order. A day compares with a moment by the day, so that what happened on one day is in
 * order.
 */
export function outOfOrder(events: readonly (readonly [label: string, at: string | null])[]): TimeFinding[] {
  const known = events.flatMap(([label, at]) => (at === null ? [] : [{ label, at }]));
  return known.slice(1).flatMap(({ label, at }, before) => {
    const earlier = known[before] as (typeof known)[number];
    const length = Math.min(at.length, earlier.at.length);
    return at.slice(0, length) < earlier.at.slice(0, length)
      ? [stop(`${label}（${at}）早于${earlier.label}（${earlier.at}），请核对日期`)]
      : [];
  });
}

/** Returns the pairs of spans of one name that overlap, in the order of time. */
export function overlapping<S extends { readonly from: string; readonly until: string; readonly name: string }>(
  spans: readonly S[],
): (readonly [S, S])[] {
  const sorted = [...spans].sort((a, b) => (a.from < b.from ? -1 : 1));
  return sorted.flatMap((one, at) =>
    sorted
      .slice(at + 1)
      .filter((other) => other.name === one.name && other.from < one.until)
      .map((other) => [one, other] as const),
  );
}
