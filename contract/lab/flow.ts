import { type Decimal, numberOf, type Numeric, positive, settled } from './number';
import { LabProblem } from './problem';
import { roundTo } from './rounding';

/** DOMAIN §1.5, a convention close to universal: a sampler that drifted further makes its sample void. */
export const flowDeviationLimit = '5';

export interface FlowCheck {
  /** |after − before| / before, %, unrounded. */
  readonly deviation: Decimal;
  /** One decimal. */
  readonly deviationText: string;
  /** L/min: the flow that the volume is calculated with. */
  readonly mean: Decimal;
  /** Beyond the limit the sample is void and taken again. */
  readonly passes: boolean;
}

/**
 * 采样前流量 and 采样后流量, both with the collector mounted, L/min.
 * @param limit most deviation in %, itself allowed
 * @throws LabProblem on a flow that is not above 0
 */
export function checkFlow(before: Numeric, after: Numeric, limit: Numeric = flowDeviationLimit): FlowCheck {
  const first = numberOf(before, '采样前流量', positive);
  const last = numberOf(after, '采样后流量', positive);
  const deviation = last.minus(first).absoluteValue().dividedBy(first).times(100);
  return {
    deviation,
    deviationText: roundTo(settled(deviation), 1),
    mean: first.plus(last).dividedBy(2),
    passes: settled(deviation).lessThanOrEqualTo(numberOf(limit, '流量偏差限值', { atLeast: '0' })),
  };
}

/** A deviation for people, %: one decimal, and more where that would hide that it is beyond the limit, as with 5.04. */
export function deviationShown(deviation: Numeric): string {
  const raw = settled(numberOf(deviation, '流量偏差'));
  const text = roundTo(raw, 1);
  return raw.greaterThan(flowDeviationLimit) && !numberOf(text, '流量偏差').greaterThan(flowDeviationLimit) ? raw.toString().slice(0, 8) : text;
}

/**
 * V = Q × T, L.
 * @param flow mean flow in L/min
 * @throws LabProblem unless both are above 0
 */
export const sampledVolume = (flow: Numeric, minutes: Numeric): Decimal => numberOf(flow, '平均流量', positive).times(numberOf(minutes, '采样时间', positive));

const instantOf = (text: string, label: string): number => {
  const instant = Date.parse(`${text.trim().replace(' ', 'T')}Z`);
  if (!/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}/.test(text.trim()) || Number.isNaN(instant)) throw new LabProblem('notNumber', `请填写正确的${label}`);
  return instant;
};

/**
 * 采样时间 in minutes, from `YYYY-MM-DD HH:mm[:ss]` of one zone.
 * @throws LabProblem unless the end is after the start
 */
export function sampledMinutes(start: string, end: string): number {
  const minutes = (instantOf(end, '采样结束时间') - instantOf(start, '采样开始时间')) / 60_000;
  if (minutes <= 0) throw new LabProblem('outOfRange', '采样结束时间应晚于开始时间');
  return minutes;
}
