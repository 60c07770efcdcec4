import { CalculationProblem } from '../numbers/calculationProblem';
import {
  type Decimal,
  meanOf,
  numberOf,
  type Numeric,
  positiveBounds,
  withoutCalculationNoise,
} from '../numbers/decimalNumbers';
import { roundTo } from '../numbers/roundingRules';

/** Maximum flow deviation, %, before GBZ 331-2024 (DOMAIN §1.5). A larger deviation voids the sample. */
export const flowDeviationLimit = '5';

/**
 * Flow check of GBZ 331-2024 E.1–E.3. `readings`: number of readings before the pump is issued. `before`, `after`:
 * maximum deviation from the set flow, %, with which the set flow counts. `void`: deviation, %, above which the
 * sample is void.
 */
export const flowRule = { readings: 3, before: '5', after: '5', void: '10' } as const;

interface FlowCheck {
  /** |after − before| / before, %, unrounded. */
  readonly deviation: Decimal;
  /** The deviation with one decimal. */
  readonly deviationText: string;
  /** Flow from which the volume is calculated, L/min. */
  readonly mean: Decimal;
  /** False where the sample is void and has to be taken again. */
  readonly passes: boolean;
}

/**
 * Compares 采样前流量 and 采样后流量, L/min. Both are measured with the sampling medium mounted.
 * @param limit largest deviation in %; equal is allowed
 * @throws CalculationProblem for a flow that is not above 0
 */
export function checkFlow(before: Numeric, after: Numeric, limit: Numeric = flowDeviationLimit): FlowCheck {
  const first = numberOf(before, '采样前流量', positiveBounds);
  const last = numberOf(after, '采样后流量', positiveBounds);
  const deviation = last.minus(first).absoluteValue().dividedBy(first).times(100);
  return {
    deviation,
    deviationText: roundTo(withoutCalculationNoise(deviation), 1),
    mean: first.plus(last).dividedBy(2),
    passes: withoutCalculationNoise(deviation).lessThanOrEqualTo(numberOf(limit, '流量偏差限值', { atLeast: '0' })),
  };
}

/**
 * Returns the deviation of a flow from the set flow, %, with sign (GBZ 331-2024 E.2).
 * @param meanFlow mean of the readings, L/min
 * @param set flow to which the sampler was set, L/min
 */
export const deviationFromSetFlow = (meanFlow: Decimal, set: Decimal): Decimal =>
  meanFlow.minus(set).dividedBy(set).times(100);

interface FlowBefore {
  /** Mean of the readings, L/min, unrounded. */
  readonly mean: Decimal;
  /** (mean − set)/set, %, with its sign, unrounded. */
  readonly deviation: Decimal;
  /** The deviation with one decimal. */
  readonly deviationText: string;
  /** Whether there are fewer readings than the rule requires. */
  readonly fewReadings: boolean;
  /** Whether the sampler may be issued. */
  readonly passes: boolean;
}

/**
 * Judges the flow of a pump before it is issued (GBZ 331-2024 E.1 c, E.2). It requires at least 3 readings with the
 * sampling medium mounted, and their mean within ±5 % of the set flow.
 * @param set set flow, L/min
 * @param readings of the flow meter, L/min
 * @throws CalculationProblem without a reading, or for a flow that is not above 0
 */
export function checkFlowBefore(set: Numeric, readings: readonly Numeric[]): FlowBefore {
  const setFlow = numberOf(set, '设定流量', positiveBounds);
  const mean = meanOf(
    readings.map((reading) => numberOf(reading, '采样前流量', positiveBounds)),
    '采样前流量',
  );
  const deviation = deviationFromSetFlow(mean, setFlow);
  const fewReadings = readings.length < flowRule.readings;
  return {
    mean,
    deviation,
    fewReadings,
    deviationText: roundTo(withoutCalculationNoise(deviation), 1),
    passes: !fewReadings && withoutCalculationNoise(deviation.absoluteValue()).lessThanOrEqualTo(flowRule.before),
  };
}

/**
 * Flow from which the volume is calculated: the set flow, the mean of before and after, or none for a void sample.
 */
type FlowChoice = 'set' | 'mean' | 'void';

interface FlowAfter {
  /** |after − set|/set, %, unrounded; null for a constant-flow device, whose flow is not measured afterwards. */
  readonly deviation: Decimal | null;
  readonly choice: FlowChoice;
  /** Flow from which the volume is calculated, L/min; null where the sample is void. */
  readonly flow: Decimal | null;
}

interface FlowAfterInput {
  /** Set flow, L/min, as in `checkFlowBefore`. */
  readonly set: Numeric;
  /** Mean flow before sampling, L/min. */
  readonly before?: Numeric | null | undefined;
  /** Mean flow after sampling, L/min. */
  readonly after?: Numeric | null | undefined;
  /** Whether the device keeps its flow and stops beyond ±5 %; its flow is not measured afterwards. */
  readonly constantFlow?: boolean;
}

/**
 * Judges the flow after sampling (GBZ 331-2024 E.3) by its deviation from the set flow. Up to 5 % the set flow
 * counts; up to 10 % the mean of before and after counts; above that the sample is void. For a constant-flow device
 * the set flow counts.
 * @throws CalculationProblem for a missing flow, or one that is not above 0
 */
export function checkFlowAfter({ set, before, after, constantFlow = false }: FlowAfterInput): FlowAfter {
  const setFlow = numberOf(set, '设定流量', positiveBounds);
  if (constantFlow) return { deviation: null, choice: 'set', flow: setFlow };
  const last = numberOf(after, '采样后流量', positiveBounds);
  const deviation = deviationFromSetFlow(last, setFlow).absoluteValue();
  const percent = withoutCalculationNoise(deviation);
  if (percent.greaterThan(flowRule.void)) return { deviation, choice: 'void', flow: null };
  if (percent.lessThanOrEqualTo(flowRule.after)) return { deviation, choice: 'set', flow: setFlow };
  return { deviation, choice: 'mean', flow: numberOf(before, '采样前流量', positiveBounds).plus(last).dividedBy(2) };
}

/**
 * Formats a deviation, %, with one decimal. It keeps more decimals where rounding would hide an exceedance: 5.04
 * stays 5.04.
 * @param limit largest deviation in %; equal is allowed
 * @throws CalculationProblem for a value that is not a number
 */
export function revealingDeviationText(deviation: Numeric, limit: string = flowDeviationLimit): string {
  const raw = withoutCalculationNoise(numberOf(deviation, '流量偏差'));
  const text = roundTo(raw, 1);
  return raw.greaterThan(limit) && !numberOf(text, '流量偏差').greaterThan(limit) ? raw.toString().slice(0, 8) : text;
}

/**
 * Returns the sampled volume V = Q × T, L.
 * @param meanFlow Q, mean flow, L/min
 * @param minutes T, min
 * @throws CalculationProblem unless both are above 0
 */
export const sampledVolume = (meanFlow: Numeric, minutes: Numeric): Decimal =>
  numberOf(meanFlow, '平均流量', positiveBounds).times(numberOf(minutes, '采样时间', positiveBounds));

const instantOf = (text: string, label: string): number => {
  const instant = Date.parse(`${text.trim().replace(' ', 'T')}Z`);
  if (!/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}/.test(text.trim()) || Number.isNaN(instant))
    throw new CalculationProblem('notNumber', `请填写正确的${label}`);
  return instant;
};

/**
 * Returns 采样时间 in minutes from two times `YYYY-MM-DD HH:mm[:ss]` of one time zone.
 * @throws CalculationProblem unless the end is after the start
 */
export function sampledMinutes(start: string, end: string): number {
  const minutes = (instantOf(end, '采样结束时间') - instantOf(start, '采样开始时间')) / 60_000;
  if (minutes <= 0) throw new CalculationProblem('outOfRange', '采样结束时间应晚于开始时间');
  return minutes;
}
