import { readCurve } from '../../lab/curve';
import { desorptionEfficiency } from '../../lab/detection';
import { Decimal, numberOf, type Numeric, settled } from '../../lab/number';
import { attempt, LabProblem } from '../../lab/problem';
import { blankPasses, checkControlSample, checkMidpoint, checkParallel, midpointLimit, parallelLimit, spikeRanges, spikeRecovery } from '../../lab/qualityControl';
import type { Curve } from '../../lab/regression';
import { roundSignificant, roundTo } from '../../lab/rounding';
import { observersAgree } from '../../lab/visual';
import type { Readings } from '../calculation/record';
import type { Column } from './sheet';

// 质控页 (DOMAIN §5, §8.0 Q): one tab a check; the same judgement live in the page and again on save.

/** What the method asks; defaults are conventions. */
export interface CheckContext {
  readonly curve?: Curve | null;
  readonly lod?: Numeric | null;
  readonly parallelMax?: Numeric;
  readonly spikeRange?: readonly [Numeric, Numeric];
  readonly midpointMax?: Numeric;
  /** Contents of the series of tubes, μg. */
  readonly tubes?: readonly Numeric[];
}

export interface CheckResult {
  readonly computed: Readonly<Record<string, string>>;
  /** Null where there is nothing to hold it against. */
  readonly passes: boolean | null;
  readonly problem: LabProblem | null;
}

interface Check {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly judge: (values: Readings, context: CheckContext) => { readonly computed: Record<string, Decimal | string>; readonly passes: boolean | null };
}

const refer = (key: string, label: string, unit = ''): Column => ({ key, label, unit, kind: 'ref' });
const input = (key: string, label: string, unit = ''): Column => ({ key, label, unit, kind: 'in' });
const calc = (key: string, label: string, unit = ''): Column => ({ key, label, unit, kind: 'calc' });
const sampleNo = refer('sampleNo', '样品编号');
const verdict = (label = '结论'): Column => calc('verdict', label);

const percent = (value: Decimal): string => roundTo(settled(value), 1);
const content = (value: Decimal): string => roundSignificant(settled(value), 4);
const typed = (values: Readings, key: string): string => values[key] ?? '';

function curveOf({ curve }: CheckContext): Curve {
  if (!curve) throw new LabProblem('missing', '请选择已审核的标准曲线');
  return curve;
}

const efficiencyReadings = ['found1', 'found2', 'found3', 'found4', 'found5', 'found6'] as const;
/** DOMAIN §3.1, conventions: 标准砝码 and 空白滤膜, mg. */
const balanceTolerance = '0.1';
const filterTolerance = '0.02';

export const checks = {
  blank: {
    title: '空白',
    columns: [refer('sampleNo', '空白编号'), input('response', '响应值'), calc('content', '含量'), verdict()],
    judge(values, context) {
      const found = readCurve(curveOf(context), typed(values, 'response')).content;
      const { lod } = context;
      return { computed: { content: content(found) }, passes: lod === null || lod === undefined || lod === '' ? null : blankPasses(found, lod) };
    },
  },
  parallel: {
    title: '平行样',
    columns: [sampleNo, input('first', '结果1'), input('second', '结果2'), calc('mean', '均值'), calc('deviation', '相对偏差', '%'), refer('limit', '允许值', '%'), verdict()],
    judge(values, { parallelMax = parallelLimit }) {
      const { mean, deviation, passes } = checkParallel(typed(values, 'first'), typed(values, 'second'), parallelMax);
      return { computed: { mean: content(mean), deviation: percent(deviation), limit: String(parallelMax) }, passes };
    },
  },
  spike: {
    title: '加标回收',
    columns: [sampleNo, input('unspiked', '本底量', 'μg'), input('added', '加标量', 'μg'), input('spiked', '加标后测得量', 'μg'), calc('recovery', '回收率', '%'), refer('range', '允许范围', '%'), verdict()],
    judge(values, { spikeRange = spikeRanges.chromatography }) {
      const { recovery, passes } = spikeRecovery(typed(values, 'spiked'), typed(values, 'unspiked'), typed(values, 'added'), spikeRange);
      return { computed: { recovery: percent(recovery), range: spikeRange.join('～') }, passes };
    },
  },
  control: {
    title: '质控样',
    columns: [refer('control', '质控样名称/批号'), input('certified', '标准值'), input('uncertainty', '不确定度U(k=2)'), input('found', '测定值'), calc('z', 'z值'), verdict()],
    judge(values) {
      const { z, passes } = checkControlSample(typed(values, 'found'), typed(values, 'certified'), typed(values, 'uncertainty'));
      return { computed: { z: roundTo(settled(z), 1) }, passes };
    },
  },
  midpoint: {
    title: '曲线中间点',
    columns: [input('theory', '理论值'), input('response', '响应值'), calc('found', '测得值'), calc('deviation', '相对偏差', '%'), verdict()],
    judge(values, context) {
      const found = readCurve(curveOf(context), typed(values, 'response')).content;
      const { deviation, passes } = checkMidpoint(found, typed(values, 'theory'), context.midpointMax ?? midpointLimit);
      return { computed: { found: content(found), deviation: percent(deviation) }, passes };
    },
  },
  efficiency: {
    title: '解吸效率',
    columns: [input('level', '水平'), input('added', '加入量', 'μg'), ...efficiencyReadings.map((key, at) => input(key, `测得量${at + 1}`, 'μg')), calc('efficiency', '解吸效率', '%'), calc('rsd', 'RSD', '%'), verdict()],
    judge(values) {
      const found = efficiencyReadings.map((key) => typed(values, key)).filter((one) => one.trim() !== '');
      const { mean, rsd, passes } = desorptionEfficiency([{ added: typed(values, 'added'), found }]);
      return { computed: { efficiency: percent(mean), rsd: percent(rsd) }, passes };
    },
  },
  observers: {
    title: '双人比色',
    columns: [sampleNo, input('first', '观察者1含量', 'μg'), input('second', '观察者2含量', 'μg'), verdict('相同或相邻管')],
    judge(values, { tubes = [] }) {
      if (tubes.length === 0) throw new LabProblem('missing', '请先填写标准系列');
      return { computed: {}, passes: observersAgree(tubes, typed(values, 'first'), typed(values, 'second')) };
    },
  },
  blankFilter: {
    title: '空白滤膜',
    columns: [input('filterNo', '滤膜编号'), input('increment', '增量', 'mg'), verdict()],
    judge: (values) => ({ computed: {}, passes: numberOf(typed(values, 'increment'), '增量').absoluteValue().lessThanOrEqualTo(filterTolerance) }),
  },
  balance: {
    title: '标准砝码/天平核查',
    columns: [input('nominal', '标称值', 'mg'), input('shown', '示值', 'mg'), calc('difference', '差值', 'mg'), verdict()],
    judge(values) {
      const difference = numberOf(typed(values, 'shown'), '示值').minus(numberOf(typed(values, 'nominal'), '标称值'));
      return { computed: { difference: difference.toString() }, passes: difference.absoluteValue().lessThanOrEqualTo(balanceTolerance) };
    },
  },
  /** No range is named for it. */
  quartz: {
    title: '标准石英回收',
    columns: [input('added', '加入量', 'mg'), input('found', '测得量', 'mg'), calc('recovery', '回收率', '%')],
    judge: (values) => ({ computed: { recovery: percent(spikeRecovery(typed(values, 'found'), 0, typed(values, 'added')).recovery) }, passes: null }),
  },
  slope: {
    title: '电极斜率',
    columns: [calc('slope', '斜率', 'mV/decade'), verdict('54～60')],
    judge(_values, context) {
      const slope = numberOf(curveOf(context).b, '电极斜率');
      const size = settled(slope.absoluteValue());
      return { computed: { slope: roundTo(settled(slope), 2) }, passes: size.greaterThanOrEqualTo(54) && size.lessThanOrEqualTo(60) };
    },
  },
} as const satisfies Record<string, Check>;

export type CheckKind = keyof typeof checks;

export const verdictWords = { true: '合格', false: '不合格' } as const;

/** Judges a row of a tab; what can't be judged says why. Never throws on what people typed. */
export function judgeCheck(kind: CheckKind, values: Readings, context: CheckContext): CheckResult {
  const check: Check = checks[kind];
  const outcome = attempt(() => check.judge(values, context));
  if (!outcome.ok) return { computed: {}, passes: null, problem: outcome.problem };
  const { computed, passes } = outcome.value;
  const texts = Object.fromEntries(Object.entries(computed).map(([key, value]) => [key, value.toString()]));
  return { computed: passes === null ? texts : { ...texts, verdict: verdictWords[passes ? 'true' : 'false'] }, passes, problem: null };
}
