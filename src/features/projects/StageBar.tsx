import CheckOutlined from '@ant-design/icons/CheckOutlined';
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import StopOutlined from '@ant-design/icons/StopOutlined';
import { useEffect, useRef } from 'react';
import { phone, useMedia } from '@/lib/useMedia';
import { projectMachine, type Stage } from '@contract/features/projects/projectMachine';
import type { Timeline } from '@contract/workflow/workflowWire';
import styles from './projects.module.css';

/** QUALITY §4, 18: stages in common terms, each made of stages of the state machine. */
const spans: readonly { readonly label: string; readonly stages: readonly Stage[] }[] = [
  { label: '合同', stages: ['draft', 'contractReview'] },
  { label: '调查', stages: ['survey'] },
  { label: '方案', stages: ['planning', 'planReview'] },
  { label: '采样', stages: ['sampling'] },
  { label: '流转', stages: ['handOver'] },
  { label: '检测', stages: ['testing'] },
  { label: '记录', stages: ['recordReview'] },
  { label: '报告', stages: ['reporting', 'reportReview', 'issuing'] },
  { label: '归档', stages: ['archived', 'published'] },
];

/** For samples that the client brings there is no survey, plan or sampling. */
const incomingSpans: typeof spans = spans.flatMap((span) =>
  ['survey', 'planning', 'sampling'].includes(span.stages[0] as string)
    ? []
    : [span.label === '流转' ? { ...span, label: '收样' } : span],
);

/** Shows a project's stage, with the date on which each earlier one ended. */
export function StageBar({
  stage,
  incoming = false,
  timeline,
  late,
}: {
  readonly stage: string;
  readonly incoming?: boolean;
  readonly timeline: Timeline | undefined;
  readonly late: boolean;
}) {
  const narrow = useMedia(phone);
  const ended = stage === 'terminated';
  const last = ended ? timeline?.steps.findLast(({ to }) => to === 'terminated')?.from : stage;
  const shown = incoming ? incomingSpans : spans;
  const now = shown.findIndex(({ stages }) => (stages as readonly string[]).includes(String(last)));
  const bar = useRef<HTMLOListElement>(null);
  // On a phone, scrolls the current stage into view.
  useEffect(() => {
    const step = bar.current?.children[now];
    if (!narrow || !bar.current || !step) return;
    const [outer, inner] = [bar.current.getBoundingClientRect(), step.getBoundingClientRect()];
    bar.current.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }, [narrow, now, timeline]);
  return (
    // On a phone it scrolls, so it is focusable for the keyboard.
    <ol ref={bar} className={styles.stages} aria-label="项目进度" {...(narrow ? { tabIndex: 0 } : {})}>
      {shown.map(({ label, stages }, at) => {
        const done = at < now || stage === 'published';
        const current = at === now && stage !== 'published';
        const left = done
          ? timeline?.steps.findLast(
              ({ from, to }) =>
                (stages as readonly string[]).includes(from) && !(stages as readonly string[]).includes(to),
            )?.at
          : undefined;
        const state = done ? 'done' : current ? (ended ? 'ended' : late ? 'late' : 'now') : 'ahead';
        return (
          <li
            key={label}
            className={styles.stage}
            data-state={state}
            {...(current ? { 'aria-current': 'step' as const } : {})}
          >
            <span className={styles.stageMark} aria-hidden="true">
              {done ? (
                <CheckOutlined />
              ) : current && ended ? (
                <StopOutlined />
              ) : current && late ? (
                <ClockCircleOutlined />
              ) : (
                at + 1
              )}
            </span>
            <span>{label}</span>
            <small>
              {done
                ? (left?.slice(5, 10) ?? '')
                : current
                  ? ended
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
