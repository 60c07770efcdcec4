import { desorptionEfficiency, efficiencyRule331 } from '@contract/arithmetic/curves/detectionLimits';
import type { Curve } from '@contract/arithmetic/curves/fitCurve';
import {
  blankPasses,
  checkControlSample,
  checkMidpoint,
  checkParallel,
  type CheckCounts,
  midpointLimit,
  parallelLimit,
  type Range,
  spikeRange331,
  spikeRecovery,
} from '@contract/arithmetic/curves/qualityControl';
import { readCurve } from '@contract/arithmetic/curves/readCurve';
import { observersAgree } from '@contract/arithmetic/curves/visualComparison';
import type { StandardEdition } from '@contract/arithmetic/limits/standardEdition';
import { outcomeOfCalculation, CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal, numberOf, type Numeric, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundSignificant, roundTo } from '@contract/arithmetic/numbers/roundingRules';
import type { Readings } from '../calculation/labRecord';
import { calculatedColumn, type Column, inputColumn } from './methodSheet';

// Quality control page (DOMAIN §5, §8.0 Q). It has one tab per check. The page during input and the server at saving
// share the judgement.

/**
 * Criteria of the method, by the rules of the sampling day (GBZ 331-2024 5.2.6.3.1; conventions where the standard is
 * silent).
 */
export interface CheckContext {
  /** Rules of the newest sample; the newest rules where no sample has a sampling day. */
  readonly normSet?: StandardEdition;
  readonly curve?: Curve | null;
  readonly lod?: Numeric | null;
  /** Exclusive upper bound of a blank: the quantification limit under GBZ 331-2024, the detection limit before it. */
  readonly blankBelow?: Numeric | null;
  /** Unit of contents and of the detection limit. */
  readonly contentUnit?: string;
  readonly parallelMax?: Numeric;
  readonly spikeRange?: Range;
  readonly midpointMax?: Numeric;
  /**
   * Maximum content of a blank, or gain of a blank filter in mg, where the method sets a maximum. If absent,
   * `blankBelow` applies.
   */
  readonly blankMost?: string;
  /** Minimum 解吸效率, %. */
  readonly efficiencyLeast?: string;
  /** The method has no regression, so the reading of a blank is its content. */
  readonly contentsRead?: boolean;
  /** Contents of the tubes, μg. */
  readonly tubes?: readonly Numeric[];
}

interface CheckResult {
  readonly computed: Readonly<Record<string, string>>;
  /** Whether the check passes; null where there is no criterion. */
  readonly passes: boolean | null;
  /** Unrounded value for a control chart. */
  readonly plotted: string | null;
  readonly problem: CalculationProblem | null;
}

/**
 * Number of checks that a batch requires. A missing `compulsory` check requires a reason; other checks are
 * recommended (DOMAIN §5, conventions).
 */
export interface RequiredChecks {
  readonly count: keyof CheckCounts | 0 | 1;
  readonly compulsory: boolean;
  /** A failed check only warns and requires a reason; the record may be submitted. */
  readonly warns?: boolean;
}

interface MethodCheck {
  readonly title: string;
  readonly need: RequiredChecks;
  readonly columns: readonly Column[];
  readonly judge: (
    values: Readings,
    context: CheckContext,
  ) => {
    readonly computed: Record<string, Decimal | string>;
    readonly passes: boolean | null;
    readonly plotted?: Decimal;
  };
}

const referenceColumn = (key: string, label: string, unit = ''): Column => ({ key, label, unit, kind: 'ref' });
const sampleNo = referenceColumn('sampleNo', '样品编号');
const verdictColumn = (label = '结论'): Column => calculatedColumn('verdict', label);

const percentText = (value: Decimal): string => roundTo(withoutCalculationNoise(value), 1);
const contentText = (value: Decimal): string => roundSignificant(withoutCalculationNoise(value), 4);
const typedText = (values: Readings, key: string): string => values[key] ?? '';

function curveOf({ curve }: CheckContext): Curve {
  if (!curve) throw new CalculationProblem('missing', '请选择已审核的标准曲线');
  return curve;
}

const efficiencyReadings = ['found1', 'found2', 'found3', 'found4', 'found5', 'found6'] as const;
/** Tolerance of 标准砝码 and 空白滤膜, mg (DOMAIN §3.1, conventions). */
const balanceTolerance = '0.1';
const filterTolerance = '0.02';

const efficiencyRuleOf = (minEfficiency: string | undefined) =>
  minEfficiency ? { ...efficiencyRule331, minPercent: minEfficiency } : efficiencyRule331;

const compulsoryNeed = (count: RequiredChecks['count']): RequiredChecks => ({ count, compulsory: true });
const advisedChecks = (count: RequiredChecks['count']): RequiredChecks => ({ count, compulsory: false });

export const methodChecks = {
  blank: {
    title: '空白',
    need: compulsoryNeed('blanks'),
    columns: [
      referenceColumn('sampleNo', '空白编号'),
      inputColumn('response', '响应值'),
      calculatedColumn('content', '含量'),
      verdictColumn(),
    ],
    judge(values, context) {
      const { lod, blankMost } = context;
      const blankLimit = context.blankBelow ?? lod;
      const foundContent = context.contentsRead
        ? numberOf(typedText(values, 'response'), '响应值')
        : readCurve(curveOf(context), typedText(values, 'response')).content;
      const hasLimit =
        blankMost !== undefined || (blankLimit !== null && blankLimit !== undefined && blankLimit !== '');
      return {
        computed: { content: contentText(foundContent) },
        passes: hasLimit ? blankPasses(foundContent, blankLimit ?? '', blankMost) : null,
        plotted: foundContent,
      };
    },
  },
  parallel: {
    title: '平行样',
    need: compulsoryNeed('parallels'),
    columns: [
      sampleNo,
      inputColumn('first', '结果1'),
      inputColumn('second', '结果2'),
      calculatedColumn('mean', '均值'),
      calculatedColumn('deviation', '相对偏差', '%'),
      referenceColumn('limit', '允许值', '%'),
      verdictColumn(),
    ],
    judge(values, { parallelMax = parallelLimit }) {
      const { mean, deviation, passes } = checkParallel(
        typedText(values, 'first'),
        typedText(values, 'second'),
        parallelMax,
      );
      return {
        computed: { mean: contentText(mean), deviation: percentText(deviation), limit: String(parallelMax) },
        passes,
        plotted: deviation,
      };
    },
  },
  spike: {
    title: '加标回收',
    need: compulsoryNeed('spikes'),
    columns: [
      sampleNo,
      inputColumn('unspiked', '本底量', 'μg'),
      inputColumn('added', '加标量', 'μg'),
      inputColumn('spiked', '加标后测得量', 'μg'),
      calculatedColumn('recovery', '回收率', '%'),
      referenceColumn('range', '允许范围', '%'),
      verdictColumn(),
    ],
    judge(values, { spikeRange = spikeRange331 }) {
      const { recovery, passes } = spikeRecovery(
        typedText(values, 'spiked'),
        typedText(values, 'unspiked'),
        typedText(values, 'added'),
        spikeRange,
      );
      return { computed: { recovery: percentText(recovery), range: spikeRange.join('～') }, passes, plotted: recovery };
    },
  },
  control: {
    title: '质控样',
    need: compulsoryNeed('controls'),
    columns: [
      referenceColumn('control', '质控样名称/批号'),
      inputColumn('certified', '标准值'),
      inputColumn('uncertainty', '扩展不确定度U（k=2）'),
      inputColumn('found', '测定值'),
      calculatedColumn('z', 'z值'),
      verdictColumn(),
    ],
    judge(values) {
      const { z, passes } = checkControlSample(
        typedText(values, 'found'),
        typedText(values, 'certified'),
        typedText(values, 'uncertainty'),
      );
      return {
        computed: { z: roundTo(withoutCalculationNoise(z), 1) },
        passes,
        plotted: numberOf(typedText(values, 'found'), '测定值'),
      };
    },
  },
  midpoint: {
    title: '曲线中间点',
    need: advisedChecks(1),
    columns: [
      inputColumn('theory', '理论值'),
      inputColumn('response', '响应值'),
      calculatedColumn('found', '测得值'),
      calculatedColumn('deviation', '相对偏差', '%'),
      verdictColumn(),
    ],
    judge(values, context) {
      const foundContent = readCurve(curveOf(context), typedText(values, 'response')).content;
      const { deviation, passes } = checkMidpoint(
        foundContent,
        typedText(values, 'theory'),
        context.midpointMax ?? midpointLimit,
      );
      return {
        computed: { found: contentText(foundContent), deviation: percentText(deviation) },
        passes,
        plotted: deviation,
      };
    },
  },
  efficiency: {
    title: '解吸效率',
    need: { ...advisedChecks(0), warns: true },
    columns: [
      inputColumn('level', '水平'),
      inputColumn('added', '加入量', 'μg'),
      ...efficiencyReadings.map((key, index) => inputColumn(key, `测得量${index + 1}`, 'μg')),
      calculatedColumn('efficiency', '解吸效率', '%'),
      calculatedColumn('rsd', 'RSD', '%'),
      verdictColumn(),
    ],
    judge(values, { efficiencyLeast }) {
      const foundValues = efficiencyReadings.map((key) => typedText(values, key)).filter((text) => text.trim() !== '');
      const { mean, rsd, passes } = desorptionEfficiency(
        [{ addedMass: typedText(values, 'added'), foundMasses: foundValues }],
        0,
        efficiencyRuleOf(efficiencyLeast),
      );
      return { computed: { efficiency: percentText(mean), rsd: percentText(rsd) }, passes, plotted: mean };
    },
  },
  observers: {
    title: '双人比色',
    need: compulsoryNeed('parallels'),
    columns: [
      sampleNo,
      inputColumn('first', '观察者1含量', 'μg'),
      inputColumn('second', '观察者2含量', 'μg'),
      verdictColumn('相同或相邻管'),
    ],
    judge(values, { tubes = [] }) {
      if (tubes.length === 0) throw new CalculationProblem('missing', '请先填写标准系列');
      return { computed: {}, passes: observersAgree(tubes, typedText(values, 'first'), typedText(values, 'second')) };
    },
  },
  blankFilter: {
    title: '空白滤膜',
    need: compulsoryNeed('blanks'),
    columns: [inputColumn('filterNo', '滤膜编号'), inputColumn('increment', '增量', 'mg'), verdictColumn()],
    judge: (values, { blankMost = filterTolerance }) => ({
      computed: {},
      passes: numberOf(typedText(values, 'increment'), '增量').absoluteValue().lessThanOrEqualTo(blankMost),
    }),
  },
  balance: {
    title: '标准砝码/天平核查',
    need: compulsoryNeed(1),
    columns: [
      inputColumn('nominal', '标称值', 'mg'),
      inputColumn('shown', '示值', 'mg'),
      calculatedColumn('difference', '差值', 'mg'),
      verdictColumn(),
    ],
    judge(values) {
      const difference = numberOf(typedText(values, 'shown'), '示值').minus(
        numberOf(typedText(values, 'nominal'), '标称值'),
      );
      return {
        computed: { difference: difference.toString() },
        passes: difference.absoluteValue().lessThanOrEqualTo(balanceTolerance),
      };
    },
  },
  /** Check without a prescribed range. */
  quartz: {
    title: '标准石英回收',
    need: advisedChecks(1),
    columns: [
      inputColumn('added', '加入量', 'mg'),
      inputColumn('found', '测得量', 'mg'),
      calculatedColumn('recovery', '回收率', '%'),
    ],
    judge(values) {
      const { recovery } = spikeRecovery(typedText(values, 'found'), 0, typedText(values, 'added'));
      return { computed: { recovery: percentText(recovery) }, passes: null, plotted: recovery };
    },
  },
  slope: {
    title: '电极斜率',
    need: compulsoryNeed(1),
    columns: [calculatedColumn('slope', '斜率', 'mV/decade'), verdictColumn('54～60')],
    judge(_values, context) {
      const slope = numberOf(curveOf(context).b, '电极斜率');
      const size = withoutCalculationNoise(slope.absoluteValue());
      return {
        computed: { slope: roundTo(withoutCalculationNoise(slope), 2) },
        passes: size.greaterThanOrEqualTo(54) && size.lessThanOrEqualTo(60),
      };
    },
  },
} as const satisfies Record<string, MethodCheck>;

export type CheckKind = keyof typeof methodChecks;

/** Returns the typed columns of a tab. A check without typed columns is computed from the record itself (电极斜率). */
export const checkInputs = (kind: CheckKind): readonly Column[] =>
  (methodChecks[kind].columns as readonly Column[]).filter((column) => column.kind === 'in');

/**
 * Parses the number from the library's blank rule (`空白滤膜增量≤0.02 mg`); 0 where a blank has to equal the zero tube.
 * Where it is undefined, the detection limit applies.
 */
export function blankLimitOf(rule: string | null | undefined): string | undefined {
  if (!rule) return undefined;
  if (rule.includes('零管')) return '0';
  return /(?:[≤<＜]|不大于|不超过|不高于|小于)\s*(\d+(?:\.\d+)?)/.exec(rule)?.[1];
}

export const verdictLabels = { true: '合格', false: '不合格' } as const;

/**
 * Judges a row of a tab. It never throws for typed values: `problem` is the reason why it can't be judged.
 * @param kind kind of quality-control check, which is a tab of the record
 * @param values typed readings by key
 * @param context limits and rules of the method
 * @returns the calculated columns; `passes` is null where the check has no verdict
 */
export function judgeCheck(kind: CheckKind, values: Readings, context: CheckContext): CheckResult {
  const methodCheck: MethodCheck = methodChecks[kind];
  const outcome = outcomeOfCalculation(() => methodCheck.judge(values, context));
  if (!outcome.ok) return { computed: {}, passes: null, plotted: null, problem: outcome.problem };
  const { computed, passes, plotted } = outcome.value;
  const texts = Object.fromEntries(Object.entries(computed).map(([key, value]) => [key, value.toString()]));
  return {
    computed: passes === null ? texts : { ...texts, verdict: verdictLabels[passes ? 'true' : 'false'] },
    passes,
    plotted: plotted ? withoutCalculationNoise(plotted).toString() : null,
    problem: null,
  };
}

/**
 * Computes 解吸效率 over all levels, % with one decimal as in the record.
 * @throws CalculationProblem without levels, or for an invalid level
 */
export function efficiencyOfLevels(
  rows: readonly Readings[],
  minEfficiency?: string,
): { readonly efficiency: string; readonly rsd: string; readonly passes: boolean } {
  const levels = rows.map((values) => ({
    addedMass: typedText(values, 'added'),
    foundMasses: efficiencyReadings.map((key) => typedText(values, key)).filter((text) => text.trim() !== ''),
  }));
  const { mean, rsd, passes } = desorptionEfficiency(levels, 0, efficiencyRuleOf(minEfficiency));
  return { efficiency: percentText(mean), rsd: percentText(rsd), passes };
}
