import type { TimelineStep } from './workflowWire';

export const returnedTexts = {
  mark: '被退回',
  changed: (count: number): string => `退回后修改了${count}处，点击查看`,
  earlier: (count: number): string => `另有${count}处较早的修改，见审计日志。`,
  title: (subject: string): string => `${subject}被退回`,
  text: (subject: string, person: string, move: string, reason: string): string =>
    `${subject}由${person}办理“${move}”退回，请修改后重新提交。原因：${reason}`,
  /** Text about rows that nobody rewrites, such as samples, tasks and amounts. */
  textOfThings: (subject: string, person: string, move: string, reason: string): string =>
    `${subject}由${person}办理“${move}”退回，请按原因处理。原因：${reason}`,
} as const;

/** Person, time and reason of a return. */
export interface ReturnDetails {
  readonly person: string;
  /** Time of the return, `YYYY-MM-DD HH:mm:ss`. */
  readonly at: string;
  readonly reason: string;
}

/** Formats person, time and reason of a return. */
export const returnText = ({ person, at, reason }: ReturnDetails): string =>
  `${person}于${at.slice(0, 16)}退回：${reason}`;

/**
 * Returns the step that returned a row to its present state; undefined where a forward step led to it.
 * @param steps all steps of the row, oldest first
 * @param state present state of the row
 */
export function returningStep<S extends Pick<TimelineStep, 'from' | 'to' | 'reason'>>(
  steps: readonly S[],
  state: string,
): S | undefined {
  const index = steps.findLastIndex(({ from, to }) => from !== to);
  const last = steps[index];
  if (!last?.reason || last.to !== state) return undefined;
  return steps.slice(0, index).some(({ from }) => from === state) ? last : undefined;
}

/**
 * Returns the step that last sent a row back, until the row passes the state that had refused it; undefined where it
 * never came back, or passed since. The row may have been handed in again meanwhile.
 * @param steps all steps of the row, oldest first
 */
export function openReturn<S extends Pick<TimelineStep, 'from' | 'to' | 'reason'>>(steps: readonly S[]): S | undefined {
  const stepIndex = steps.findLastIndex(
    (step, index) => step.from !== step.to && returningStep(steps.slice(0, index + 1), step.to) !== undefined,
  );
  const returnStep = steps[stepIndex];
  return returnStep &&
    steps.slice(stepIndex + 1).every(({ from, to }) => from !== returnStep.from || to === returnStep.from)
    ? returnStep
    : undefined;
}
