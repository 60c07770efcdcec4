import { takeOverTexts } from '@contract/features/projects/projectTakeOver';
import type { StepFacts } from '@server/workflow/stepHistory';

/**
 * Returns who took samples, from the move that recorded it. A person who took a job over did not take the samples
 * from before the takeover.
 */
export const samplingStaffFrom = (steps: ReadonlyMap<number, StepFacts[]>, sampleIds: readonly number[]): string[] => [
  ...new Set(
    sampleIds.flatMap((id) =>
      (steps.get(id) ?? [])
        .filter(({ move, reason }) => move === 'collect' && reason !== takeOverTexts.reason)
        .map(({ personName }) => personName),
    ),
  ),
];
