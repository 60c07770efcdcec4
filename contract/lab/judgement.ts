import type { DictEntry } from '../dictionaries';
import { Decimal, numberOf } from './number';
import { hasPeakRule, peakLimitsOn, peakRuleOn } from './peakRule';
import type { Result } from './result';
import { type Comparison, markedAgainst, withinLimit } from './rounding';

// 判定 of a job's substance (GBZ 2.1-2019 ch. 6; DOMAIN §2.4), by the limits that held on the day of sampling.

export const verdicts = [
  { value: 'exceeds', label: '不符合', tone: 'bad' },
  { value: 'toVerify', label: '待核实', tone: 'waiting' },
  { value: 'undetermined', label: '无法判定', tone: 'waiting' },
  { value: 'conforms', label: '符合', tone: 'good' },
  { value: 'notAssessed', label: '不评价', tone: 'quiet' },
] as const satisfies readonly DictEntry[];
export type Verdict = (typeof verdicts)[number]['value'];

/** In the order of `verdicts`: one sample above its limit decides for all. Without any there is nothing to assess. */
export const worstOf = (found: readonly Verdict[]): Verdict => verdicts.find(({ value }) => found.includes(value))?.value ?? 'notAssessed';

export const verdictLabel = (verdict: Verdict): string => verdicts.find(({ value }) => value === verdict)?.label ?? '';

/** A row of the limit library that holds on the day (`limitsOn`). */
export interface Limit {
  /** Entry of the dictionary limitKind. */
  readonly kind: string;
  /** As written in the standard. */
  readonly value: string;
  readonly standard: string;
}

/** An excursion above three times the PC-TWA; minutes from the shift's start. */
export interface Excursion {
  readonly start: number;
  readonly minutes: number;
}

/** What was measured; several results are several samples, each judged by itself. */
export interface Measurements {
  readonly twa?: Result | null;
  readonly stel?: readonly Result[];
  readonly mac?: readonly Result[];
  /** 15-min samples of what has neither MAC nor PC-STEL. */
  readonly peak?: readonly Result[];
  /** No short samples were asked for by the plan: the peak rule is left out rather than left open. */
  readonly noPeak?: boolean;
  /** All excursions of the day; not known where absent. */
  readonly excursions?: readonly Excursion[] | null;
  readonly totalDust?: Result | null;
  readonly respirableDust?: Result | null;
  readonly fibre?: Result | null;
}

export interface JudgedItem {
  readonly kind: string;
  /** Null where it is missing. */
  readonly measured: Result | null;
  /** Marked (+) or (-) where rounding would mislead beside the limit. */
  readonly text: string;
  readonly limit: string;
  readonly standard: string;
  readonly verdict: Verdict;
  readonly reason?: string;
}

export interface Judgement {
  readonly verdict: Verdict;
  readonly items: readonly JudgedItem[];
}

/** One result beside one limit: equal conforms; `<x` conforms where x does, and says nothing where x is above. */
export function judgeResult(result: Result, limit: string, by: Comparison = 'full'): Verdict {
  if (withinLimit(result.num, limit, by)) return 'conforms';
  return result.censored ? 'undetermined' : 'exceeds';
}

export const tooBlunt = '最低检出浓度高于限值';

function item(kind: string, measured: Result | null | undefined, limit: string, standard: string, by: Comparison): JudgedItem {
  if (!measured) return { kind, measured: null, text: '', limit, standard, verdict: 'undetermined', reason: '缺少测量结果' };
  const verdict = judgeResult(measured, limit, by);
  const text = measured.censored ? measured.text : markedAgainst(measured.text, measured.num, limit);
  return { kind, measured, text, limit, standard, verdict, ...(verdict === 'undetermined' ? { reason: tooBlunt } : {}) };
}

const items = (kind: string, measured: readonly Result[] | undefined, limit: string, standard: string, by: Comparison): JudgedItem[] =>
  measured?.length ? measured.map((one) => item(kind, one, limit, standard, by)) : [item(kind, null, limit, standard, by)];

/** Whether the excursions of a day keep to the rule of the edition in force. */
export function excursionsAllowed(excursions: readonly Excursion[], rule: { readonly minutes: number; readonly perDay: number; readonly apartHours: number }): boolean {
  const sorted = [...excursions].sort((a, b) => a.start - b.start);
  return (
    sorted.length <= rule.perDay &&
    sorted.every(({ minutes }) => minutes <= rule.minutes) &&
    sorted.every(({ start }, at) => {
      const before = sorted[at - 1];
      return !before || start - (before.start + before.minutes) >= rule.apartHours * 60;
    })
  );
}

/** Short-time results of what has a PC-TWA alone: up to 3 times it conforms, above 5 times not, between the two the excursions decide. */
function peakItems(day: string, limit: Limit, dust: boolean, { peak, excursions }: Measurements, by: Comparison): JudgedItem[] {
  const [bounds, rule] = [peakLimitsOn(day, limit.value, dust), peakRuleOn(day)];
  if (!bounds || !rule) return [];
  const between = (one: JudgedItem): JudgedItem => {
    if (one.verdict !== 'exceeds' || rule.kind !== 'peak' || !one.measured || !withinLimit(one.measured.num, bounds.ceiling, by)) return one;
    if (!excursions) return { ...one, verdict: 'toVerify', reason: '超过3倍PC-TWA，请补充超限次数、时长和间隔' };
    return excursionsAllowed(excursions, rule) ? { ...one, verdict: 'conforms' } : { ...one, reason: '超限的次数、时长或间隔不符合要求' };
  };
  return items('peak', peak, bounds.limit, bounds.standard, by).map(between);
}

export interface JudgementRequest {
  /** Those that hold on the day; none is 无职业接触限值. */
  readonly limits: readonly Limit[];
  readonly measured: Measurements;
  /** Day of sampling, `YYYY-MM-DD`. */
  readonly day: string;
  readonly comparison?: Comparison;
  /** 折减因子 on the PC-TWA, where the project asks for it (then the concentration is the shift's average). */
  readonly reduction?: Decimal;
}

const dustKinds = ['respirableDust', 'totalDust'] as const;

/** Judges a substance or a dust: each limit that it has, and the peak rule where it has neither MAC nor PC-STEL. */
export function judgeSubstance({ limits, measured, day, comparison = 'full', reduction }: JudgementRequest): Judgement {
  const limitOf = (kind: string): Limit | undefined => limits.find((limit) => limit.kind === kind);
  const reduced = (limit: Limit): string => (reduction ? numberOf(limit.value, '限值').times(reduction).toString() : limit.value);
  const [mac, twa, stel, fibre] = ['mac', 'twa', 'stel', 'fibre'].map(limitOf);
  const dusts = dustKinds.flatMap((kind) => limitOf(kind) ?? []);
  // A dust with both limits is measured as the respirable one (GBZ 2.1-2019): what was not measured beside one that was is not missing.
  const measuredDusts = dusts.filter(({ kind }) => measured[kind as (typeof dustKinds)[number]]);
  const judgedDusts = measuredDusts.length > 0 ? measuredDusts : dusts.slice(0, 1);
  const peak = !measured.noPeak && hasPeakRule(limits.map(({ kind }) => kind));

  const found: JudgedItem[] = [
    ...(mac ? items('mac', measured.mac, mac.value, mac.standard, comparison) : []),
    ...(twa ? [item('twa', measured.twa, reduced(twa), twa.standard, comparison)] : []),
    ...(stel ? items('stel', measured.stel, stel.value, stel.standard, comparison) : []),
    ...judgedDusts.map((limit) => item(limit.kind, measured[limit.kind as (typeof dustKinds)[number]], reduced(limit), limit.standard, comparison)),
    ...(fibre ? [item('fibre', measured.fibre, fibre.value, fibre.standard, comparison)] : []),
    ...(peak && twa ? peakItems(day, twa, false, measured, comparison) : []),
    ...(peak && !twa && judgedDusts[0] ? peakItems(day, judgedDusts[0], true, measured, comparison) : []),
  ];
  return { verdict: worstOf(found.map(({ verdict }) => verdict)), items: found };
}

/** A physical factor beside its limit. */
export const judgePhysical = (value: Decimal, limit: string, by: Comparison = 'full'): Verdict => (withinLimit(value, limit, by) ? 'conforms' : 'exceeds');
