import { Empty, Skeleton, Tag } from 'antd';
import { onBehalf } from '@contract/workflow/signatureTexts';
import { invalidBecause } from '@contract/workflow/signatureTexts';
import type { Timeline } from '@contract/workflow/workflowWire';
import { SignatureMark } from './SignatureMark';
import styles from '../projects.module.css';

/** History of a row: person, time, states before and after, reason, and validity of signatures; newest first. */
export function StepTimeline({
  timeline,
  failed,
}: {
  readonly timeline: Timeline | undefined;
  readonly failed?: boolean;
}) {
  if (failed) return <Empty description="办理记录加载失败，请稍后重试" />;
  if (!timeline) return <Skeleton active />;
  if (!timeline.steps.length) return <Empty description="还没有办理记录" />;
  return (
    <ol className={styles.steps}>
      {[...timeline.steps]
        .reverse()
        .map(({ id, label, fromLabel, toLabel, personName, onBehalfName, at, reason, signed, signature }) => (
          <li key={id}>
            <div className={styles.stepHead}>
              <strong>{label}</strong>
              {signature ? <SignatureMark signature={signature} /> : signed && <Tag color="green">已签名</Tag>}
            </div>
            <div className={styles.stepFacts}>
              {personName}
              {onBehalfName ? onBehalf(onBehalfName) : ''}　<time>{at}</time>
            </div>
            <div className={styles.stepFacts}>
              {fromLabel} → {toLabel}
            </div>
            {signature?.state === 'invalid' && (
              <div className={styles.stepInvalid}>{invalidBecause(signature.changed)}</div>
            )}
            {reason && <div className={styles.stepReason}>原因：{reason}</div>}
          </li>
        ))}
    </ol>
  );
}
