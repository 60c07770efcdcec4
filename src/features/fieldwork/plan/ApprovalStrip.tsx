import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled';
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import { DictCell } from '@/fields';
import type { Timeline } from '@contract/workflow/workflowWire';
import { signatureRoles, signaturesOf } from './planSignatures';
import styles from './details.module.css';

/** Shows who prepared, reviewed and approved the plan and when. The head of the page says why it was returned. */
export function ApprovalStrip({
  state,
  timeline,
}: {
  readonly state: string;
  readonly timeline: Timeline | undefined;
}) {
  const signatures = signaturesOf(timeline);
  return (
    <div className={styles.approval}>
      <DictCell dict="planState" value={state} />
      <ol aria-label="签批">
        {signatureRoles.map(({ move, label }) => {
          const timelineStep = signatures.get(move);
          return (
            <li key={move} data-done={Boolean(timelineStep)}>
              {timelineStep ? <CheckCircleFilled aria-hidden="true" /> : <ClockCircleOutlined aria-hidden="true" />}
              {timelineStep ? (
                <span>
                  {label}：{timelineStep.personName}　<time>{timelineStep.at.slice(0, 16)}</time>
                </span>
              ) : (
                <span>{label} 待签名</span>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
