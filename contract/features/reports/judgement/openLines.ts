import type { Verdict } from '@contract/arithmetic/limits/resultJudgement';
import { fixedDictionaries } from '@contract/dictionaries';
import { boundText, type JudgedValue } from './judgedValue';
import type { JudgedPost } from './judgeResults';

// A report is issued only if each line that is 待核实 or 无法判定 has a written decision.

/** A decision on one line of the judged results. */
export interface LineDecision {
  /** Key of the line (`OpenLine.key`). */
  readonly key: string;
  /** `OpenLine.fingerprint` at the time of the decision. */
  readonly fingerprint: string;
  /** Value of the dictionary lineDecision. */
  readonly choice: string;
  readonly words: string;
  readonly person: string;
  /** Day of the decision, `YYYY-MM-DD`. */
  readonly on: string;
}

/** A line without a conclusive verdict. */
interface OpenLine {
  /** Key of the line, which stays the same when the results are recalculated. */
  readonly key: string;
  /** Hash of the judged data and the outcome; a change requires a new decision. */
  readonly fingerprint: string;
  /** Display name of the line. */
  readonly title: string;
  readonly verdict: Verdict;
  readonly reason: string | null;
  /** Printed result beside its limit; empty where there is no result. */
  readonly shown: string;
}

/** An open line with its decision. */
export interface LineWithDecision extends OpenLine {
  /** Valid decision; null where there is none. */
  readonly decision: LineDecision | null;
  /** Decision that was made before the value or its limit changed; null where there was none. */
  readonly former: LineDecision | null;
}

/** One submitted decision. */
export interface SubmittedDecision extends Pick<LineDecision, 'key' | 'fingerprint' | 'choice' | 'words'> {}

/** Maximum number of characters of a decision's text. */
export const maxDecisionLength = 300;

export const decisionTexts = {
  title: '待核实与无法判定的结果',
  intro: (count: number): string => `共${count}行，每行须写明处理决定；决定印在报告的判定栏内`,
  choice: '处理决定',
  words: '说明',
  saved: '处理决定已保存',
  save: '保存处理决定',
  chosen: (count: number): string => `已选${count}行`,
  all: '全选',
  same: '同一决定用于所选',
  noneChosen: '请先选择结果行',
  open: (count: number): string =>
    `有${count}行结果待核实或无法判定，还没有处理决定；请在“待核实与无法判定的结果”中逐行填写`,
  frozenOpen: (count: number): string =>
    `报告中有${count}行结果待核实或无法判定而没有处理决定，不能通过；请退回提交人，逐行填写后重新提交`,
  choiceMissing: '请选择处理决定',
  wordsMissing: '请填写说明',
  wordsLong: `说明不能超过${maxDecisionLength}个字`,
  notDrafting: '报告不在编制中，不能修改处理决定；如需修改请先退回报告',
  gone: (title: string): string => `${title}的结果已变化，请刷新后按新的结果决定`,
  lineGone: '所填的结果行已不存在或已变化，请刷新页面后重试',
  changed: (before: string): string => `结果已变化，请重新决定。原决定：${before}`,
  none: '请至少填写一行处理决定',
} as const;

const openVerdicts: ReadonlySet<Verdict> = new Set<Verdict>(['toVerify', 'undetermined']);
/** Returns whether a value needs a person's decision: 待核实 or 无法判定. */
const isOpen = ({ verdict }: Pick<JudgedValue, 'verdict'>): boolean => openVerdicts.has(verdict);

const baseKey = (post: JudgedPost, value: JudgedValue): string =>
  JSON.stringify([
    post.workshop ?? '',
    post.place,
    post.hazard,
    value.day,
    value.point,
    value.kind,
    [...value.sampleNos].sort(),
  ]);

const fingerprintOf = (value: JudgedValue): string =>
  JSON.stringify([value.measured?.num ?? null, value.text, value.unit, boundText(value), value.verdict, value.reason]);

function titleOf({ workshop, place, hazardName }: JudgedPost, { point, day, sampleNos }: JudgedValue): string {
  const location = [workshop, place, point].filter(Boolean).join(' / ');
  return `${location} ${hazardName} ${day}${sampleNos.length > 0 ? `（${sampleNos.join('、')}）` : ''}`;
}

const shownOf = ({ text, unit, limit, kind }: JudgedValue): string =>
  [text && `${text} ${unit}`.trim(), limit !== null && `限值 ${boundText({ kind, limit })} ${unit}`.trim()]
    .filter(Boolean)
    .join('，');

/** Returns the key of each open value; a second value with the same key gets a number. */
export function openKeysOf(judgedPosts: readonly JudgedPost[]): Map<JudgedValue, string> {
  const keys = new Map<JudgedValue, string>();
  const countByKey = new Map<string, number>();
  for (const post of judgedPosts) {
    for (const value of post.values.filter(isOpen)) {
      const base = baseKey(post, value);
      const count = (countByKey.get(base) ?? 0) + 1;
      countByKey.set(base, count);
      keys.set(value, count === 1 ? base : `${base}#${count}`);
    }
  }
  return keys;
}

/**
 * Returns the lines that are 待核实 or 无法判定, in the order of the results.
 * @param judgedPosts result of `judgeResults`
 * @returns one line per value; keys are unique and stay the same when the same facts are judged again
 */
export function openLinesOf(judgedPosts: readonly JudgedPost[]): OpenLine[] {
  const keys = openKeysOf(judgedPosts);
  return judgedPosts.flatMap((post) =>
    post.values.flatMap((value): OpenLine[] => {
      const key = keys.get(value);
      if (key === undefined) return [];
      const { verdict, reason } = value;
      return [
        { key, fingerprint: fingerprintOf(value), title: titleOf(post, value), verdict, reason, shown: shownOf(value) },
      ];
    }),
  );
}

/**
 * Combines open lines with their decisions.
 * @param decisions decisions, oldest first; the last decision about a line counts, and only if the line is unchanged
 */
export function linesWithDecisions(
  judgedPosts: readonly JudgedPost[],
  decisions: readonly LineDecision[],
): LineWithDecision[] {
  const latest = new Map(decisions.map((decision) => [decision.key, decision]));
  return openLinesOf(judgedPosts).map((openLine) => {
    const latestDecision = latest.get(openLine.key) ?? null;
    const isValid =
      latestDecision !== null &&
      latestDecision.fingerprint === openLine.fingerprint &&
      latestDecision.words.trim() !== '';
    return { ...openLine, decision: isValid ? latestDecision : null, former: isValid ? null : latestDecision };
  });
}

/** Counts the open lines without a valid decision. */
export const countUndecided = (results: readonly JudgedPost[], decisions: readonly LineDecision[]): number =>
  linesWithDecisions(results, decisions).filter(({ decision }) => decision === null).length;

/** Formats a decision, e.g. 更大体积复测：下次采样体积不少于30 L。 */
export function decisionText({ choice, words }: Pick<LineDecision, 'choice' | 'words'>): string {
  const label = fixedDictionaries.lineDecision.find(({ value }) => value === choice)?.label ?? choice;
  return `${label}：${words}`;
}
