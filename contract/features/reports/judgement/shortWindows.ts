import { shortMinutes } from '@contract/arithmetic/air/exposureConcentrations';
import { follows331, type StandardEdition } from '@contract/arithmetic/limits/standardEdition';
import type { TestFact } from '../resultFacts';

// Consecutive short samples at a place form one exposure of 15 min (GBZ 2.1-2019 3.5.2).

interface ShortWindow {
  readonly tests: readonly TestFact[];
  /** Whether the rest of the 15 min counts as unexposed. */
  readonly restUnexposed: boolean;
  /** Whether the rest was recorded as unexposed although another sample was taken within the 15 min. */
  readonly contradicted: boolean;
}

interface TimedSample {
  readonly test: TestFact;
  /** Start in minutes since a fixed moment; null where it was not recorded. */
  readonly start: number | null;
  readonly end: number | null;
}

/** Returns start and end of a sample in minutes since a fixed moment; null where no start was recorded. */
export const spanOf = (test: TestFact): { readonly start: number; readonly end: number } | null => {
  const { start, end } = timedOf(test);
  return start === null || end === null ? null : { start, end };
};

function timedOf(test: TestFact): TimedSample {
  const instant = test.startTime
    ? Date.parse(`${test.startTime.trim().replace(' ', 'T').slice(0, 16)}:00Z`)
    : Number.NaN;
  if (Number.isNaN(instant)) return { test, start: null, end: null };
  const start = instant / 60_000;
  return { test, start, end: start + Number(test.minutes) };
}

const isNothing = ({ result: { num, censored } }: TestFact): boolean => !censored && Number(num) === 0;

/** Returns a sample and the samples that follow it without overlap and end within 15 min of its start. */
function chainFrom(firstTimedSample: TimedSample, otherTests: readonly TimedSample[]): TimedSample[] {
  const chain = [firstTimedSample];
  for (const otherTimedSample of otherTests) {
    const last = chain.at(-1)?.end ?? 0;
    if (
      otherTimedSample.start !== null &&
      otherTimedSample.end !== null &&
      otherTimedSample.start >= last &&
      otherTimedSample.end <= (firstTimedSample.start ?? 0) + shortMinutes
    )
      chain.push(otherTimedSample);
  }
  return chain;
}

/**
 * Groups the short samples of a place, each of at most 15 min, into windows of 15 min. A sample without a start forms
 * its own window. Before GBZ 331-2024 the rest of a window counted as unexposed.
 * @param placeTests all short samples of the place, including those longer than 15 min
 */
export function windowsOf(
  tests: readonly TestFact[],
  standardEdition: StandardEdition,
  placeTests: readonly TestFact[] = tests,
): ShortWindow[] {
  const isRestUnexposed = (chain: readonly TimedSample[]): boolean =>
    !follows331(standardEdition) || chain.every(({ test }) => test.restUnexposed === true);
  const timedTests = tests.map(timedOf);
  const sortedTests = timedTests
    .filter(({ start }) => start !== null)
    .sort((a, b) => (a.start ?? 0) - (b.start ?? 0) || (a.end ?? 0) - (b.end ?? 0));
  const chains = sortedTests.map((firstTimedSample, index) =>
    chainFrom(firstTimedSample, sortedTests.slice(index + 1)),
  );
  const ofPlace = placeTests.map(timedOf);
  // A sample within the 15 min around the chain contradicts the recorded unexposed rest.
  const isContradicted = (chain: readonly TimedSample[]): boolean => {
    const [start, end] = [chain[0]?.start ?? null, chain.at(-1)?.end ?? null];
    if (start === null || end === null || !follows331(standardEdition)) return false;
    return ofPlace.some(
      (candidate) =>
        candidate.start !== null &&
        candidate.end !== null &&
        !isNothing(candidate.test) &&
        ((candidate.end > end && candidate.start < start + shortMinutes) ||
          (candidate.start < start && candidate.end > end - shortMinutes)),
    );
  };
  const isWithin = (chain: readonly TimedSample[], other: readonly TimedSample[]): boolean =>
    other.length > chain.length && chain.every((member) => other.includes(member));
  const largestChains = chains.filter((chain) => !chains.some((other) => isWithin(chain, other)));
  const untimedChains = timedTests.filter(({ start }) => start === null).map((test) => [test]);
  return [...largestChains, ...untimedChains].map((chain) => ({
    tests: chain.map(({ test }) => test),
    restUnexposed: isRestUnexposed(chain),
    contradicted: isRestUnexposed(chain) && isContradicted(chain),
  }));
}
