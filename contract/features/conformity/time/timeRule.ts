import type { TimeFacts } from './timeFacts';

/** `stop`: the facts are impossible. `warn`: the facts are allowed with a reason. */
type TimeLevel = 'stop' | 'warn';

export interface TimeFinding {
  readonly level: TimeLevel;
  /** Sentence: the contradicting facts, and what to do. */
  readonly message: string;
}

export interface TimeRule {
  /** Id of the rule in `docs/science.md`, T01 to T30. */
  readonly id: string;
  readonly title: string;
  /** Clause of the standard; null for a rule that we derive from the clauses. */
  readonly clause: string | null;
  find(facts: TimeFacts): readonly TimeFinding[];
}

/** Returns a finding of level `stop`: the recorded facts are impossible. */
export const stop = (message: string): TimeFinding => ({ level: 'stop', message });
/** Returns a finding of level `warn`: the recorded facts are unusual and allowed with a reason. */
export const warn = (message: string): TimeFinding => ({ level: 'warn', message });

/** Returns the day of a moment; a day stays unchanged. */
export const dayOf = (moment: string): string => moment.slice(0, 10);

/** Converts a moment to minutes since 1970. */
export const minuteOf = (moment: string): number =>
  Date.parse(`${moment.length > 10 ? moment.replace(' ', 'T') : `${moment}T00:00:00`}Z`) / 60_000;

/** Finds events in the wrong order. A day and a moment are compared by day, so two events on one day are in order. */
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

/** Returns the pairs of spans with the same name that overlap, in order of time. */
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
