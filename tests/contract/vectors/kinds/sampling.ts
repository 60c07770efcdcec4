import { checkFlow, checkFlowAfter, checkFlowBefore, sampledVolume } from '@contract/arithmetic/air/pumpFlow';
import { sampledPeriods, sampledShare, type SampledSpan } from '@contract/arithmetic/air/sampledTimeShare';
import { pointsForMachines } from '@contract/arithmetic/air/samplePoints';
import { standardVolume } from '@contract/arithmetic/air/standardVolume';
import {
  countOf,
  type Decimal,
  type Numeric,
  withoutCalculationNoise,
} from '@contract/arithmetic/numbers/decimalNumbers';
import { roundTo } from '@contract/arithmetic/numbers/roundingRules';
import { batchBlanks } from '@contract/features/fieldwork/blanks/blankBatches';
import { dueDates } from '@contract/features/projects/workingDays';
import type { Computed, Kinds } from '../proof';

interface Air {
  readonly V_L: Numeric;
  readonly t_C: Numeric;
  readonly P_kPa: Numeric;
}

const volumeText = (volume: Decimal): string => withoutCalculationNoise(volume).toString();

const standardVolumeOf = ({ V_L, t_C, P_kPa }: Air): Computed => {
  const { volume, text } = standardVolume(V_L, { temperature: t_C, pressure: P_kPa });
  return { raw: volume, reported: text };
};

/** The rule before GBZ 331-2024: after against before. */
const flowPre331 = ({ before, after }: { readonly before: Numeric; readonly after: Numeric }): Computed => {
  const { deviation, deviationText, mean, passes } = checkFlow(before, after);
  return { raw: deviation, reported: `${deviationText}% ${passes ? 'pass' : 'fail'}; mean ${mean.toString()}` };
};

const flowBefore = ({ set, readings }: { readonly set: Numeric; readonly readings: readonly Numeric[] }): Computed => {
  const { mean, deviation, deviationText, passes } = checkFlowBefore(set, readings);
  return { raw: { mean, dev: deviation }, reported: `${passes ? '合格' : '不合格'}; ${deviationText}%` };
};

interface FlowInput {
  readonly set: Numeric;
  readonly before?: Numeric | null;
  readonly after?: Numeric | null;
  readonly minutes: Numeric;
  readonly constant_flow?: boolean;
  readonly constant?: boolean;
}

/** Returns which flow counts after a sample, and the volume that it gives. */
const flowAfter = ({ set, before = null, after = null, minutes, constant_flow, constant }: FlowInput): Computed => {
  const constantFlow = constant_flow === true || constant === true;
  const judged = checkFlowAfter({ set, before, after, constantFlow });
  if (judged.flow === null) return { raw: { dev: judged.deviation }, reported: '作废' };
  const volume = sampledVolume(judged.flow, minutes);
  const said = judged.choice === 'set' ? 'set flow' : 'mean of before and after';
  return { raw: { dev: judged.deviation, Q: judged.flow, V: volume }, reported: `${said}; V ${volumeText(volume)} L` };
};

const isMoving = (job: string): boolean => /流动|moving|mobile/i.test(job);

const share = ({
  job,
  contact_h,
  sampled_min,
}: {
  readonly job: string;
  readonly contact_h: Numeric;
  readonly sampled_min: Numeric;
}): Computed => {
  const { needed, shareText, enough } = sampledShare(isMoving(job) ? 'moving' : 'fixed', contact_h, sampled_min);
  return { raw: { need_min: needed }, reported: `${shareText}% ${enough ? '满足' : '不满足'}` };
};

const minuteOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};
/** Returns a span; one that ends by the clock before it starts continues over midnight. */
const spanOf = ([start, end]: readonly [string, string]): SampledSpan => {
  const [from, to] = [minuteOf(start), minuteOf(end)];
  return { start: from, end: to < from ? to + 1440 : to };
};

const periods = ({ spans }: { readonly spans: readonly (readonly [string, string])[] }): Computed => {
  const { gaps, enough } = sampledPeriods(spans.map(spanOf));
  return { raw: { gaps_min: gaps }, reported: enough ? '满足' : '不满足' };
};

const points = ({ n }: { readonly n: Numeric }): Computed => {
  const found = pointsForMachines(n);
  return { reported: `${found.points}${found.isMinimum ? ' (at least)' : ''}` };
};

const blanks = ({
  batches,
}: {
  readonly batches: readonly (readonly [string, string, string, Numeric])[];
}): Computed => {
  const { needed, short } = batchBlanks(
    batches.map(([item, lot, day, count]) => ({ item, lot, day, blanks: countOf(count, '空白') })),
  );
  const named = short.map(({ item, lot, day }) => `${item}/${lot}/${day}`).join('、');
  return { raw: { needed }, reported: short.length ? `不满足: ${named}` : '满足' };
};

const dustVolume = ({ V, t, P }: { readonly V: Numeric; readonly t: Numeric; readonly P: Numeric }): Computed => {
  const { volume, converted } = standardVolume(V, { temperature: t, pressure: P });
  const text = roundTo(withoutCalculationNoise(volume), 2).replace(/\.?0+$/, '');
  return { raw: { V0: volume }, reported: `${converted ? 'converted' : 'not converted'}; ${text} L` };
};

interface Issue {
  readonly issued: string;
  readonly holidays?: readonly string[];
  readonly workdays?: readonly string[];
}

const days = ({ issued, holidays = [], workdays = [] }: Issue): Computed => {
  const { reportBy, publishBy, archiveBy, keepUntil } = dueDates(issued, {
    holidays: new Set(holidays),
    workdays: new Set(workdays),
  });
  return { reported: `report ${reportBy}; publish ${publishBy}; archive ${archiveBy}; keep to ${keepUntil}` };
};

export const sampling: Kinds = {
  'SAMP-V0': standardVolumeOf,
  'SAMP-FLOW': flowPre331,
  'E2-FLOW': flowBefore,
  'E3-FLOW': flowAfter,
  'P5262-SHARE': share,
  'P5262-PERIOD': periods,
  'P5262-POINTS': points,
  'P5262-BLANK': blanks,
  'D102-V0': dustVolume,
  'P42-DAYS': days,
};
