import {
  checkFlow,
  checkFlowAfter,
  checkFlowBefore,
  revealingDeviationText,
  flowDeviationLimit,
  flowRule,
} from '@contract/arithmetic/air/pumpFlow';
import { follows331, standardEditionOn } from '@contract/arithmetic/limits/standardEdition';
import { outcomeOfCalculation, type CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import type { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundTo } from '@contract/arithmetic/numbers/roundingRules';
import { equipmentTexts } from '@contract/features/equipment/equipmentRules';
import type { FieldError } from '@contract/schema';
import { siteTexts } from './siteTexts';

// Flow of a sampler at issue and return (GBZ 331-2024 E.1–E.3; before it DOMAIN §1.5). The dialog and the server
// share this judgement.

interface FlowOfUse {
  /** Day of issue, `YYYY-MM-DD`; the rules of that day apply. */
  readonly day: string;
  readonly flowSet: string | null;
  /** Flow meter readings before the issue, L/min. */
  readonly readings: readonly string[];
  /** Single flow reading before the issue, L/min, for days before 2025-05-01. */
  readonly flowBefore: string | null;
  readonly flowAfter: string | null;
  readonly constantFlow: boolean;
}

interface FlowJudgement {
  /** Invalid input, by field. */
  readonly faults: readonly FieldError[];
  /** Mean of the readings, L/min; null where a reading is invalid. */
  readonly flowBefore: string | null;
  /** Deviation, %, unrounded; null until the flow at return is known. */
  readonly deviation: Decimal | null;
  readonly verdict: 'pass' | 'fail' | null;
  /** Sentence that explains the verdict. */
  readonly message: string | null;
}

const invalidFlow = (field: string, message: string): FlowJudgement => ({
  faults: [{ field, message }],
  flowBefore: null,
  deviation: null,
  verdict: null,
  message: null,
});
const fieldOf = ({ message }: CalculationProblem): string =>
  message.includes('采样后') ? 'flowAfter' : message.includes('设定') ? 'flowSet' : 'flowBefore';

function judgedBefore331({ flowBefore, flowAfter }: FlowOfUse): FlowJudgement {
  const checkedFlow = outcomeOfCalculation(() => checkFlow(flowBefore ?? '', flowAfter || (flowBefore ?? '')));
  if (!checkedFlow.ok) return invalidFlow(fieldOf(checkedFlow.problem), checkedFlow.problem.message);
  if (!flowAfter) return { faults: [], flowBefore, deviation: null, verdict: null, message: null };
  const { deviation, deviationText, passes } = checkedFlow.value;
  const message = passes
    ? equipmentTexts.flowPassed(deviationText)
    : equipmentTexts.flowFailed(revealingDeviationText(deviation));
  return { faults: [], flowBefore, deviation, verdict: passes ? 'pass' : 'fail', message };
}

function judged331({ flowSet, readings, flowAfter, constantFlow }: FlowOfUse): FlowJudgement {
  if (!flowSet) return invalidFlow('flowSet', equipmentTexts.setNeeded);
  if (readings.length < flowRule.readings)
    return invalidFlow('flowReadings', equipmentTexts.fewReadings(flowRule.readings));
  const before = outcomeOfCalculation(() => checkFlowBefore(flowSet, readings));
  if (!before.ok)
    return invalidFlow(fieldOf(before.problem) === 'flowSet' ? 'flowSet' : 'flowReadings', before.problem.message);
  const { mean, deviation: beforeDeviation, passes } = before.value;
  const flowBefore = roundTo(mean, 4);
  if (!passes)
    return invalidFlow(
      'flowReadings',
      equipmentTexts.beforeOff(
        flowBefore,
        flowSet,
        revealingDeviationText(beforeDeviation.absoluteValue(), flowRule.before),
      ),
    );
  if (constantFlow || !flowAfter)
    return { faults: [], flowBefore, deviation: null, verdict: constantFlow ? 'pass' : null, message: null };
  const after = outcomeOfCalculation(() => checkFlowAfter({ set: flowSet, before: flowBefore, after: flowAfter }));
  if (!after.ok) return invalidFlow(fieldOf(after.problem), after.problem.message);
  const { deviation, choice } = after.value;
  const percent = revealingDeviationText(deviation ?? '0', choice === 'void' ? flowRule.void : flowRule.after);
  const messageOf = {
    set: equipmentTexts.flowPassed,
    mean: equipmentTexts.flowMean,
    void: equipmentTexts.flowFailed331,
  }[choice];
  return {
    faults: [],
    flowBefore,
    deviation,
    verdict: choice === 'void' ? 'fail' : 'pass',
    message: messageOf(percent),
  };
}

/** Judges the flow of a sampler by the rules of the day of issue. It never throws; it returns errors by field. */
export const judgePumpFlow = (outing: FlowOfUse): FlowJudgement =>
  follows331(standardEditionOn(outing.day)) ? judged331(outing) : judgedBefore331(outing);

interface FailedFlow {
  readonly day: string;
  readonly deviation: string | null;
  readonly flowSet: string | null;
  readonly flowBefore: string | null;
  readonly flowAfter: string | null;
}

/** Returns the texts about a use of a sampler whose flow failed. */
export function failedFlowTexts({ day, deviation, flowSet, flowBefore, flowAfter }: FailedFlow) {
  const isEdition331 = follows331(standardEditionOn(day));
  const percent = revealingDeviationText(deviation ?? '0', isEdition331 ? flowRule.void : flowDeviationLimit);
  return {
    failed: (isEdition331 ? equipmentTexts.flowFailed331 : equipmentTexts.flowFailed)(percent),
    voidReason: isEdition331
      ? siteTexts.flowAfterOffSetFlowReason(flowSet ?? flowBefore ?? '', flowAfter ?? '', percent)
      : siteTexts.flowVoidReason(flowBefore ?? '', flowAfter ?? '', percent),
    stops: (no: string, samples: readonly string[], step: string) =>
      (isEdition331 ? equipmentTexts.flowStops331 : equipmentTexts.flowStops)(no, percent, samples, step),
  };
}
