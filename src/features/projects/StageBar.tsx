import CheckOutlined from '@ant-design/icons/CheckOutlined';
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import StopOutlined from '@ant-design/icons/StopOutlined';
import { useEffect, useRef } from 'react';
import { phone, useMedia } from '@/lib/useMedia';
import { projectMachine, type Stage } from '@contract/features/projects/projectMachine';
import { formerProcedure, type ProcedureStage, procedures } from '@contract/features/projects/projectProcedure';
import type { ServiceKind } from '@contract/features/projects/serviceKind';
import type { Timeline } from '@contract/workflow/workflowWire';
import styles from './projects.module.css';

/** Stages of samples that the client delivers: there is no survey, plan or sampling. */
const incomingSpans: readonly ProcedureStage[] = formerProcedure.flatMap((span) =>
  ['survey', 'planning', 'sampling'].includes(span.stages[0] as string)
    ? []
    : [span.label === '流转' ? { ...span, label: '收样' } : span],
);

interface StageBarProps {
  readonly stage: string;
  readonly incoming?: boolean;
  /** Its stages are named as the procedure of the service names them (GBZ 331-2024 B.1 to B.3). */
  readonly service?: ServiceKind | null;
  readonly timeline: Timeline | undefined;
  readonly late: boolean;
}

/** Returns the spans of the procedure and the current one, which a phone scrolls into view. */
function useCurrentSpan({ stage, incoming = false, service = null, timeline }: Omit<StageBarProps, 'late'>) {
  const isNarrow = useMedia(phone);
  const isTerminated = stage === 'terminated';
  const last = isTerminated ? timeline?.steps.findLast(({ to }) => to === 'terminated')?.from : stage;
  const shownSpans = incoming ? incomingSpans : service ? procedures[service] : formerProcedure;
  const shownSpanIndex = shownSpans.findIndex(({ stages }) => (stages as readonly string[]).includes(String(last)));
  const bar = useRef<HTMLOListElement>(null);
  // On a phone, scrolls the current stage into view.
  useEffect(() => {
    const step = bar.current?.children[shownSpanIndex];
    if (!isNarrow || !bar.current || !step) return;
    const [outer, inner] = [bar.current.getBoundingClientRect(), step.getBoundingClientRect()];
    bar.current.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }, [isNarrow, shownSpanIndex, timeline]);
  return { isNarrow, isTerminated, shownSpans, shownSpanIndex, bar };
}

/** Shows a project's stage, with the date on which each earlier one ended. */
export function StageBar({ late, ...props }: StageBarProps) {
  const { stage, timeline } = props;
  const { isNarrow, isTerminated, shownSpans, shownSpanIndex, bar } = useCurrentSpan(props);
  return (
    // On a phone it scrolls, so it is focusable for the keyboard.
    <ol ref={bar} className={styles.stages} aria-label="项目进度" {...(isNarrow ? { tabIndex: 0 } : {})}>
      {shownSpans.map(({ label, stages }, index) => {
        const isDone = index < shownSpanIndex || stage === 'published';
        const isCurrent = index === shownSpanIndex && stage !== 'published';
        const leftAt = isDone
          ? timeline?.steps.findLast(
              ({ from, to }) =>
                (stages as readonly string[]).includes(from) && !(stages as readonly string[]).includes(to),
            )?.at
          : undefined;
        const state = isDone ? 'done' : isCurrent ? (isTerminated ? 'ended' : late ? 'late' : 'now') : 'ahead';
        return (
          <li
            key={label}
            className={styles.stage}
            data-state={state}
            {...(isCurrent ? { 'aria-current': 'step' as const } : {})}
          >
            <span className={styles.stageMark} aria-hidden="true">
              {isDone ? (
                <CheckOutlined />
              ) : isCurrent && isTerminated ? (
                <StopOutlined />
              ) : isCurrent && late ? (
                <ClockCircleOutlined />
              ) : (
                index + 1
              )}
            </span>
            <span>{label}</span>
            <small>
              {isDone
                ? (leftAt?.slice(5, 10) ?? '')
                : isCurrent
                  ? isTerminated
                    ? '终止'
                    : `${projectMachine.states[stage as Stage]?.label ?? ''}${late ? '（逾期）' : ''}`
                  : ''}
            </small>
          </li>
        );
      })}
    </ol>
  );
}
