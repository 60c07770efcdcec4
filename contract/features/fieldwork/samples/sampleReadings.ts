import {
  checkFlow,
  checkFlowAfter,
  revealingDeviationText,
  flowRule,
  deviationFromSetFlow,
  sampledMinutes,
  sampledVolume,
} from '@contract/arithmetic/air/pumpFlow';
import { standardVolume } from '@contract/arithmetic/air/standardVolume';
import { follows331, type StandardEdition, standardEditionOn } from '@contract/arithmetic/limits/standardEdition';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import type { FieldError } from '@contract/schema';
import { briefWarning, ceilingFault, sampledTimeTexts, type SampleRules } from './sampleRules';
import { siteTexts } from './siteTexts';

/** On-site readings of one sample, as in the API. */
export interface Readings {
  /** Kind of sample. `blank`: taken along, opened and closed without drawing air. */
  readonly sampleKind: string;
  /** Planned flow, L/min; null where no pump is used (bags, direct reading). */
  readonly plannedFlow: string | null;
  readonly startTime: string | null;
  readonly endTime: string | null;
  /** Set flow, L/min, where it differs from the plan. */
  readonly flowSet?: string | null;
  readonly flowBefore: string | null;
  readonly flowAfter: string | null;
  readonly temperature: string | null;
  readonly pressure: string | null;
  /** Sampling day, `YYYY-MM-DD`, whose rules apply; by default the day of the start. */
  readonly sampledOn?: string | null;
  /** The sampler keeps its flow, so no flow is measured afterwards. */
  readonly constantFlow?: boolean;
  /** Allowed duration by the limits of its hazards. */
  readonly rules?: SampleRules | undefined;
}

/** Values derived from the readings; null where they can't be computed yet. */
interface DerivedValues {
  /** Flow from which the volume is calculated, L/min. */
  readonly flow: string | null;
  readonly flowDeviation: string | null;
  readonly minutes: string | null;
  readonly volume: string | null;
  /** Standard volume V0, L, at full precision. */
  readonly standardVolume: string | null;
}

export interface ReadingsResult {
  readonly derived: DerivedValues;
  /** V0 with three significant digits, for display (DOMAIN §1.4). */
  readonly standardVolumeText: string | null;
  /** Whether the air was outside the standard range, so that V0 differs from V. */
  readonly converted: boolean;
  /** Invalid readings, by field. */
  readonly faults: readonly FieldError[];
  /** Reason why the sample has to be voided: the flow deviated too much (GBZ 331-2024 E.3; before it DOMAIN §1.5). */
  readonly voidReason: string | null;
  /** Warnings that prevent nothing. */
  readonly warnings: readonly string[];
  /** Readings still missing. */
  readonly missing: readonly (keyof Readings)[];
  /** No reading is missing and none is invalid: the sample counts as taken. */
  readonly complete: boolean;
}

const isFilled = (value: string | null | undefined): value is string =>
  value !== null && value !== undefined && value.trim() !== '';
const decimalIn = (value: string): Decimal | null =>
  /^-?(\d+(\.\d*)?|\.\d+)$/.test(value.trim()) ? new Decimal(value.trim()) : null;

/** Checks that temperature and pressure are plausible on site (DOMAIN §8.3). */
export function airFaults({ temperature, pressure }: Pick<Readings, 'temperature' | 'pressure'>): FieldError[] {
  const faults: FieldError[] = [];
  if (isFilled(temperature)) {
    const t = decimalIn(temperature);
    if (!t || t.lessThan(-40) || t.greaterThan(60))
      faults.push({ field: 'temperature', message: siteTexts.badTemperature(temperature) });
  }
  if (isFilled(pressure)) {
    const p = decimalIn(pressure);
    if (!p || p.lessThan(50) || p.greaterThan(110))
      faults.push({ field: 'pressure', message: siteTexts.badPressure(pressure) });
  }
  return faults;
}

/** Returns the sampled minutes and what is wrong with the times; no minutes where a time is missing or wrong. */
function durationOf({ startTime, endTime }: Readings): { minutes: number | null; faults: FieldError[] } {
  if (!isFilled(startTime) || !isFilled(endTime)) return { minutes: null, faults: [] };
  const outcome = outcomeOfCalculation(() => sampledMinutes(startTime, endTime));
  if (!outcome.ok)
    return {
      minutes: null,
      faults: [
        {
          field: 'endTime',
          message: outcome.problem.code === 'outOfRange' ? siteTexts.endBeforeStart : outcome.problem.message,
        },
      ],
    };
  if (outcome.value > 1440) return { minutes: null, faults: [{ field: 'endTime', message: siteTexts.tooLong }] };
  return { minutes: outcome.value, faults: [] };
}

interface SampleFlows {
  /** Flow from which the volume is calculated, L/min; null where it is unknown or the sample is void. */
  readonly flow: Decimal | null;
  readonly deviation: Decimal | null;
  readonly faults: readonly FieldError[];
  readonly voidReason: string | null;
}

/**
 * Returns the edition that applies to a sample: by its sampling day, else by the day of its start, else the current
 * one.
 */
const editionOf = ({ sampledOn, startTime }: Readings): StandardEdition =>
  standardEditionOn(sampledOn ?? startTime?.slice(0, 10) ?? '9999-12-31');

const noFlow: SampleFlows = { flow: null, deviation: null, faults: [], voidReason: null };

/** Judges the flows before GBZ 331-2024: compares the flow after with the flow before, and uses their mean. */
function flowsPre331({ flowBefore, flowAfter }: Readings): SampleFlows {
  if (!isFilled(flowBefore) || !isFilled(flowAfter)) return noFlow;
  const { deviation, mean, passes } = checkFlow(flowBefore, flowAfter);
  if (passes) return { flow: mean, deviation, faults: [], voidReason: null };
  const deviationText = revealingDeviationText(deviation);
  const message = siteTexts.flowFails(flowBefore, flowAfter, deviationText);
  return {
    flow: null,
    deviation,
    faults: [{ field: 'flowAfter', message }],
    voidReason: siteTexts.flowVoidReason(flowBefore, flowAfter, deviationText),
  };
}

/** Returns the set flow: the recorded one, else the planned one, else the flow measured before. */
const setFlowOf = ({ flowSet, plannedFlow, flowBefore }: Readings): string | null =>
  [flowSet, plannedFlow, flowBefore].find(isFilled) ?? null;

/**
 * Judges the flows by GBZ 331-2024 E.2, E.3: compares both with the set flow. The flow afterwards decides which flow
 * counts.
 */
function flowsOf331(readings: Readings): SampleFlows {
  const { flowBefore, flowAfter, startTime, constantFlow = false } = readings;
  const setFlow = setFlowOf(readings);
  if (setFlow === null || !decimalIn(setFlow)?.greaterThan(0) || !isFilled(flowBefore)) return noFlow;
  const offset = deviationFromSetFlow(new Decimal(flowBefore.trim()), new Decimal(setFlow.trim())).absoluteValue();
  // Before the sampling begins the flow can still be adjusted.
  const beforeFaults =
    isFilled(startTime) && withoutCalculationNoise(offset).greaterThan(flowRule.before)
      ? [
          {
            field: 'flowBefore',
            message: siteTexts.flowBeforeOffSetFlow(
              setFlow,
              flowBefore,
              revealingDeviationText(offset, flowRule.before),
            ),
          },
        ]
      : [];
  if (!constantFlow && !isFilled(flowAfter)) return { ...noFlow, faults: beforeFaults };
  const { deviation, flow, choice } = checkFlowAfter({
    set: setFlow,
    before: flowBefore,
    after: flowAfter,
    constantFlow,
  });
  if (choice !== 'void' || deviation === null || !isFilled(flowAfter))
    return { flow, deviation, faults: beforeFaults, voidReason: null };
  const deviationText = revealingDeviationText(deviation, flowRule.void);
  return {
    flow: null,
    deviation,
    faults: [
      ...beforeFaults,
      { field: 'flowAfter', message: siteTexts.flowAfterOffSetFlow(setFlow, flowAfter, deviationText) },
    ],
    voidReason: siteTexts.flowAfterOffSetFlowReason(setFlow, flowAfter, deviationText),
  };
}

const flowLabels = [
  ['flowSet', '设定流量'],
  ['flowBefore', '采样前流量'],
  ['flowAfter', '采样后流量'],
] as const;

function flowsOf(readings: Readings): SampleFlows {
  const faults = flowLabels.flatMap(([field, label]) => {
    const value = readings[field];
    return isFilled(value) && !decimalIn(value)?.greaterThan(0)
      ? [{ field, message: siteTexts.flowNotPositive(label) }]
      : [];
  });
  if (faults.length) return { ...noFlow, faults };
  return follows331(editionOf(readings)) ? flowsOf331(readings) : flowsPre331(readings);
}

/**
 * Returns whether the duration has to be checked: while the sample is taken, and where its times are changed later.
 * Samples from before this rule stay unchecked.
 * @param storedRow the stored sample
 * @param requestedRow the sample with the input applied
 */
export function requiresDurationCheck(storedRow: object, requestedRow: object): boolean {
  const fieldOf = (row: object, name: 'state' | 'startTime' | 'endTime'): unknown =>
    (row as Readonly<Record<string, unknown>>)[name] ?? null;
  return (
    fieldOf(storedRow, 'state') === 'planned' ||
    (['startTime', 'endTime'] as const).some((name) => fieldOf(storedRow, name) !== fieldOf(requestedRow, name))
  );
}

/** Compares a sample's duration with the limits of its hazards (GBZ 331-2024 5.2.6.2.3 c 2, c 4). */
function checkDuration(
  readings: Readings,
  minutes: number | null,
): Pick<ReadingsResult, 'faults' | 'voidReason' | 'warnings'> {
  const { rules, sampleKind } = readings;
  if (!rules || minutes === null || sampleKind === 'blank' || !follows331(editionOf(readings)))
    return { faults: [], voidReason: null, warnings: [] };
  const [ceiling, briefMessage] = [ceilingFault(rules, minutes), briefWarning(rules, minutes)];
  return {
    faults: ceiling ? [{ field: 'endTime', message: ceiling }] : [],
    voidReason: ceiling ? sampledTimeTexts.ceilingVoid(rules.ceiling, minutes) : null,
    warnings: !ceiling && briefMessage ? [briefMessage] : [],
  };
}

/**
 * Returns the readings that a sample needs before it counts as taken. A blank is only opened and closed, so it needs
 * only the time.
 */
function wantedReadings(readings: Readings): readonly (keyof Readings)[] {
  const { sampleKind, plannedFlow, constantFlow } = readings;
  if (sampleKind === 'blank') return ['startTime'];
  if (plannedFlow === null) return ['startTime', 'endTime', 'temperature', 'pressure'];
  const after = constantFlow && follows331(editionOf(readings)) ? [] : (['flowAfter'] as const);
  return ['flowBefore', 'startTime', 'endTime', ...after, 'temperature', 'pressure'];
}

/**
 * Computes a sample's readings (GBZ 331-2024 E.2, E.3, DOMAIN §1.4; before 2025-05-01 DOMAIN §1.5). The screen shows
 * the values during input; the server computes them again and stores its own result. It never throws; it returns
 * errors by field.
 */
export function sampleReadings(readings: Readings): ReadingsResult {
  const duration = durationOf(readings);
  const flows = flowsOf(readings);
  const durationCheck = checkDuration(readings, duration.minutes);
  const faults = [...duration.faults, ...durationCheck.faults, ...flows.faults, ...airFaults(readings)];
  const missingReadings = wantedReadings(readings).filter(
    (name) => !isFilled(readings[name] as string | null | undefined),
  );
  const volume = duration.minutes !== null && flows.flow ? sampledVolume(flows.flow, duration.minutes) : null;
  const { temperature, pressure } = readings;
  const standard =
    volume && isFilled(temperature) && isFilled(pressure)
      ? outcomeOfCalculation(() => standardVolume(volume, { temperature, pressure }))
      : null;
  const standardResult = standard?.ok ? standard.value : null;
  return {
    derived: {
      flow: flows.flow ? flows.flow.toString() : null,
      flowDeviation: flows.deviation ? withoutCalculationNoise(flows.deviation).toString() : null,
      minutes: duration.minutes === null ? null : withoutCalculationNoise(new Decimal(duration.minutes)).toString(),
      volume: volume ? volume.toString() : null,
      standardVolume: standardResult ? standardResult.volume.toString() : null,
    },
    standardVolumeText: standardResult?.text ?? null,
    converted: standardResult?.converted ?? false,
    faults,
    voidReason: flows.voidReason ?? durationCheck.voidReason,
    warnings: durationCheck.warnings,
    missing: missingReadings,
    complete: missingReadings.length === 0 && faults.length === 0,
  };
}
