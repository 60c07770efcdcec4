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
  find(timeFacts: TimeFacts): readonly TimeFinding[];
}

/** Returns a finding of level `stop`: the recorded facts are impossible. */
export const stopFinding = (message: string): TimeFinding => ({ level: 'stop', message });
/** Returns a finding of level `warn`: the recorded facts are unusual and allowed with a reason. */
export const warningFinding = (message: string): TimeFinding => ({ level: 'warn', message });

/** Returns the day of a moment; a day stays unchanged. */
export const dayOf = (timestamp: string): string => timestamp.slice(0, 10);

/** Converts a moment to minutes since 1970. */
export const minuteOf = (timestamp: string): number =>
  Date.parse(`${timestamp.length > 10 ? timestamp.replace(' ', 'T') : `${timestamp}T00:00:00`}Z`) / 60_000;

/** Finds events in the wrong order. A day and a moment are compared by day, so two events on one day are in order. */
export function outOfOrder(events: readonly (readonly [label: string, at: string | null])[]): TimeFinding[] {
  const datedEvents = events.flatMap(([label, at]) => (at === null ? [] : [{ label, at }]));
  return datedEvents.slice(1).flatMap(({ label, at }, before) => {
    const previousEvent = datedEvents[before] as (typeof datedEvents)[number];
    const length = Math.min(at.length, previousEvent.at.length);
    return at.slice(0, length) < previousEvent.at.slice(0, length)
      ? [stopFinding(`${label}（${at}）早于${previousEvent.label}（${previousEvent.at}），请核对日期`)]
      : [];
  });
}

/** Returns the pairs of spans with the same name that overlap, in order of time. */
export function overlappingPairs<S extends { readonly from: string; readonly until: string; readonly name: string }>(
  spans: readonly S[],
): (readonly [S, S])[] {
  const sortedSpans = [...spans].sort((a, b) => (a.from < b.from ? -1 : 1));
  return sortedSpans.flatMap((span, index) =>
    sortedSpans
      .slice(index + 1)
      .filter((other) => other.name === span.name && other.from < span.until)
      .map((other) => [span, other] as const),
  );
}
