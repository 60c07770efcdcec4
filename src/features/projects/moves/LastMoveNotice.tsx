import { Alert } from 'antd';
import { returningStep, returnedTexts } from '@contract/workflow/returnedWork';
import { onBehalf } from '@contract/workflow/signatureTexts';
import type { Timeline } from '@contract/workflow/workflowWire';
import { ChangesSinceReturn } from './ChangesSinceReturn';

interface LastMoveNoticeProps {
  readonly timeline: Timeline | null | undefined;
  /** Whether to say why it is here; the changes are told in any case. */
  readonly reason?: boolean;
}

/** Shows who moved a row into its present state and why, and what was changed since it was sent back. */
export function LastMoveNotice({ timeline, reason = true }: LastMoveNoticeProps) {
  return (
    <>
      {reason && <LastMoveReason timeline={timeline} />}
      <ChangesSinceReturn timeline={timeline} />
    </>
  );
}

/** Renders nothing without a reason. */
function LastMoveReason({ timeline }: LastMoveNoticeProps) {
  const lastStep = timeline?.steps.at(-1);
  if (!lastStep?.reason || lastStep.to !== timeline?.state) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={`${returningStep(timeline.steps, timeline.state) ? `${returnedTexts.mark}：` : ''}${lastStep.personName}${lastStep.onBehalfName ? onBehalf(lastStep.onBehalfName) : ''}于${lastStep.at.slice(0, 16)}${lastStep.label}：${lastStep.reason}`}
    />
  );
}
