import { returnedBy } from '@contract/workflow/returnedWork';
import type { Timeline } from '@contract/workflow/workflowWire';
import { ChangedSince } from './ChangedSince';
import { WhyHere } from './WhyHere';

/** Says of a row that was sent back who did it, when and why, until it is handed in again, and what was changed since. */
export function Returned({ timeline }: { readonly timeline: Timeline | undefined }) {
  return timeline && returnedBy(timeline.steps, timeline.state) ? (
    <WhyHere timeline={timeline} />
  ) : (
    <ChangedSince timeline={timeline} />
  );
}
