import type { StepFacts } from '@server/workflow/steps';

/** Returns who took samples, from the move that records it. */
export const collectorsFrom = (steps: ReadonlyMap<number, StepFacts[]>, samples: readonly number[]): string[] => [
  ...new Set(
    samples.flatMap((id) =>
      (steps.get(id) ?? []).filter(({ move }) => move === 'collect').map(({ personName }) => personName),
    ),
  ),
];
