import type { Timeline, TimelineStep } from '@contract/workflow/workflowWire';

/** The three signatures of a plan, in order. */
export const signatureRoles = [
  { move: 'submit', label: '编制' },
  { move: 'review', label: '审核' },
  { move: 'approve', label: '批准' },
] as const;

/** Returns the valid signatures: those after the last return of the plan. */
export function signaturesOf(timeline: Timeline | undefined): ReadonlyMap<string, TimelineStep> {
  const timelineSteps = timeline?.steps ?? [];
  const returnIndex = timelineSteps.findLastIndex(({ move }) => move === 'return');
  return new Map(timelineSteps.slice(returnIndex + 1).map((step) => [step.move, step]));
}
