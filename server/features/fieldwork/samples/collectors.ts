import { takeOverTexts } from '@contract/features/projects/takeOver';
import type { StepFacts } from '@server/workflow/stepHistory';

/**
 * Returns who took samples, from the move that records it. Who takes a job over took none of the samples that it brings in.
 */
export const collectorsFrom = (steps: ReadonlyMap<number, StepFacts[]>, samples: readonly number[]): string[] => [
  ...new Set(
    samples.flatMap((id) =>
      (steps.get(id) ?? [])
        .filter(({ move, reason }) => move === 'collect' && reason !== takeOverTexts.reason)
        .map(({ personName }) => personName),
    ),
  ),
];
