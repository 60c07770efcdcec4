import type { StepFacts } from '@server/workflow/steps';

/** Who took samples, by the move that says so. */
export const collectorsFrom = (steps: ReadonlyMap<number, StepFacts[]>, samples: readonly number[]): string[] => [
  ...new Set(
    samples.flatMap((id) =>
      (steps.get(id) ?? []).filter(({ move }) => move === 'collect').map(({ personName }) => personName),
    ),
  ),
];
