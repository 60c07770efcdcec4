import { fixedDictionaries } from '@contract/dictionaries';
import { takesSamples } from '@contract/features/equipment/equipmentRules';
import { siteMisfit } from '@contract/features/laboratory/purposeFit';
import type { SiteTool } from './siteData';
import { siteTexts } from './siteTexts';

/**
 * Returns the reason why an instrument that was issued for the project can't be used for a sample; null where it can.
 * The selection on screen and the server's refusal share this rule.
 * @param sampledOn `YYYY-MM-DD`; null where the sample has no day yet
 */
export function siteInstrumentProblem(
  { eqpNo, eqpKind, dueOn, flowUnchecked }: Pick<SiteTool, 'eqpNo' | 'eqpKind' | 'dueOn' | 'flowUnchecked'>,
  sampledOn: string | null,
): string | null {
  if (!takesSamples(eqpKind)) return siteTexts.equipmentTakesNone(eqpNo);
  if (flowUnchecked) return siteTexts.flowUnchecked(eqpNo);
  return dueOn !== null && sampledOn !== null && dueOn < sampledOn ? siteTexts.equipmentOverdue(eqpNo, dueOn) : null;
}

const purposeLabel = (purpose: string): string =>
  fixedDictionaries.instrumentPurpose.find(({ value }) => value === purpose)?.label ?? purpose;

interface ToolUse {
  readonly hazardName?: unknown;
  readonly plannedFlow?: unknown;
  readonly sampleKind?: unknown;
  readonly remark?: unknown;
}

/**
 * Returns the reason why an instrument does not suit the factor of a sample, e.g. an air sampler for noise; null
 * where it suits or the remark gives a reason. The phone, the console and the server share this rule.
 */
export function siteInstrumentMisfit(
  tool: Pick<SiteTool, 'eqpNo' | 'eqpName' | 'eqpKind' | 'purpose'>,
  { hazardName, plannedFlow, sampleKind, remark }: ToolUse,
): string | null {
  if (sampleKind === 'blank' || String(remark ?? '').trim()) return null;
  const hazard = String(hazardName ?? '');
  const misfitPurpose = siteMisfit(
    { ...tool, purpose: tool.purpose ?? null },
    { hazardName: hazard, drawsAir: (plannedFlow ?? null) !== null },
  );
  return misfitPurpose
    ? siteTexts.equipmentMisfit(`${tool.eqpNo} ${tool.eqpName}`, purposeLabel(misfitPurpose), hazard)
    : null;
}

interface FlowUse {
  readonly plannedFlow: string | null;
  readonly flowSet: string | null;
  readonly flowBefore: string | null;
  readonly flowAfter: string | null;
  readonly endTime: string | null;
}

/**
 * Returns the flows that the calibration of its sampler gives for a sample: the flow before, and at the end the flow
 * after. Typed flows stay. A sampler that was calibrated for another flow gives none.
 */
export function flowFromCalibration(
  { flow, constantFlow }: Pick<SiteTool, 'flow' | 'constantFlow'>,
  { plannedFlow, flowSet, flowBefore, flowAfter, endTime }: FlowUse,
): { readonly flowBefore?: string; readonly flowAfter?: string } {
  const set = flowSet ?? plannedFlow;
  if (!flow || set === null || Number(flow.set ?? set) !== Number(set)) return {};
  return {
    ...(flow.before && !flowBefore ? { flowBefore: plainFlow(flow.before) } : {}),
    ...(flow.after && !flowAfter && endTime && !constantFlow ? { flowAfter: plainFlow(flow.after) } : {}),
  };
}

/** Removes the trailing zeros that the database adds: `0.1000` becomes `0.1`. */
const plainFlow = (plainFlowText: string): string =>
  plainFlowText.includes('.') ? plainFlowText.replace(/\.?0+$/, '') : plainFlowText;
