import { returningStep } from '@contract/workflow/returnedWork';
import type { Timeline } from '@contract/workflow/workflowWire';
import { ChangesSinceReturn } from './ChangesSinceReturn';
import { LastMoveNotice } from './LastMoveNotice';

/** Shows who returned a row, when and why, and the changes since then, until the row is submitted again. */
export function ReturnNotice({ timeline }: { readonly timeline: Timeline | undefined }) {
  return timeline && returningStep(timeline.steps, timeline.state) ? (
    <LastMoveNotice timeline={timeline} />
  ) : (
    <ChangesSinceReturn timeline={timeline} />
  );
}
