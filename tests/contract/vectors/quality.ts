import { chartLimits, rangeChart } from '@contract/lab/controlChart';
import { desorptionEfficiency } from '@contract/lab/detection';
import { Decimal } from '@contract/lab/number';
import { checkControlSample, checkMidpoint, checkParallel, spikeRanges, spikeRecovery, spikeRecoveryByVolume } from '@contract/lab/qualityControl';
import { roundReported, roundTo } from '@contract/lab/rounding';
import type { Computed, Proofs } from './proof';

const percent = (value: Decimal) => `${roundTo(value, 1)}%`;
const signed = (value: Decimal) => `${value.isNegative() ? '' : '+'}${percent(value)}`;
const words = (passes: boolean) => (passes ? '合格' : '不合格');

interface Pair {
  a: number;
  b: number;
}
interface Spike {
  ms: number;
  m0: number;
  add: number;
}
interface Control {
  x: number;
  mu: number;
  U: number;
  Ux: number;
}

const control = ({ x, mu, U, Ux }: Control): Computed => {
  const { passes, z, en } = checkControlSample(x, mu, U, Ux);
  return { raw: { z, En: en ?? new Decimal(0) }, reported: `${words(passes)}; z ${roundTo(z, 1)}; En ${roundTo(en ?? 0, 2)}` };
};
const midpoint = (input: { found: number; true: number }): Computed => {
  const { deviation, passes } = checkMidpoint(input.found, input.true);
  return { raw: deviation, reported: `${signed(deviation)} ${words(passes)}` };
};

export const quality: Proofs = {
  'QC-DUP-1': ({ a, b }: Pair) => {
    const { deviation, difference } = checkParallel(a, b);
    return { raw: deviation, reported: `相对偏差 ${percent(deviation)}; 相对相差 ${percent(difference)}` };
  },
  'QC-DUP-2': ({ a, b }: Pair) => {
    const { deviation } = checkParallel(a, b);
    return { raw: deviation, reported: percent(deviation) };
  },
  'QC-SPK-1': ({ ms, m0, add }: Spike) => {
    const { recovery } = spikeRecovery(ms, m0, add);
    return { raw: recovery, reported: percent(recovery) };
  },
  'QC-SPK-2': ({ ms, m0, add }: Spike) => {
    const { recovery, passes } = spikeRecovery(ms, m0, add);
    return { raw: recovery, reported: `${percent(recovery)} ${words(passes)}` };
  },
  'QC-SPK-3': ({ c1, v1, c2, v2, add }: { c1: number; v1: number; c2: number; v2: number; add: number }) => {
    const { recovery } = spikeRecoveryByVolume({ c: c2, v: v2 }, { c: c1, v: v1 }, add, spikeRanges.spectrometry);
    return { raw: recovery, reported: percent(recovery) };
  },
  'QC-CRM-1': control,
  'QC-CRM-2': control,
  'QC-MID-1': midpoint,
  'QC-MID-2': midpoint,
  'QC-LJ-1': ({ data }: { data: number[] }) => {
    const { mean, sd, warning, action } = chartLimits(data);
    const at = (value: Decimal) => roundTo(value, 2);
    return { raw: { mean, s: sd }, reported: `mean ${at(mean)} s ${roundTo(sd, 3)} UWL ${at(warning[1])} LWL ${at(warning[0])} UCL ${at(action[1])} LCL ${at(action[0])}` };
  },
  'QC-R-1': ({ R }: { R: number[] }) => {
    const { mean, upper } = rangeChart(R);
    return { raw: { Rbar: mean }, reported: `Rbar ${roundTo(mean, 2)} UCL ${roundReported(upper, 2)}` };
  },
  'GC-DES-1': (levels: Record<'low' | 'mid' | 'high', [number, number[]]>) => {
    const { levels: each, mean } = desorptionEfficiency([levels.low, levels.mid, levels.high].map(([added, found]) => ({ added, found })));
    return { raw: mean, reported: `${each.map((level) => roundTo(level, 1)).join('/')}; D=${percent(mean)}` };
  },
};
