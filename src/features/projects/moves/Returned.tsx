import { returnedBy } from '@contract/workflow/returnedWork';
import type { Timeline } from '@contract/workflow/workflowWire';
import { ChangedSince } from './ChangedSince';
import { WhyHere } from './WhyHere';

/** Shows who returned a row, when and why, and the changes since then, until the row is submitted again. */
export function Returned({ timeline }: { readonly timeline: Timeline | undefined }) {
  return timeline && returnedBy(timeline.steps, timeline.state) ? (
    <WhyHere timeline={timeline} />
  ) : (
    <ChangedSince timeline={timeline} />
  );
}
