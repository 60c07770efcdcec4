import { chartLimits, rangeChartLimits } from '@contract/arithmetic/curves/controlChart';
import { curveRule, judgeLevels } from '@contract/arithmetic/curves/curveAcceptance';
import { desorptionEfficiency } from '@contract/arithmetic/curves/detectionLimits';
import {
  checkControlSample,
  checkMidpoint,
  checkParallel,
  controlEvery,
  controlsFor,
  samplesToRepeat,
  spikeRanges,
  spikeRecovery,
  spikeRecoveryByVolume,
} from '@contract/arithmetic/curves/qualityControl';
import { Decimal, type Numeric, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundReported, roundTo } from '@contract/arithmetic/numbers/roundingRules';
import type { Computed, Kinds } from '../proof';

const percent = (value: Decimal) => `${roundTo(withoutCalculationNoise(value), 1)}%`;
const signed = (value: Decimal) => `${value.isNegative() ? '' : '+'}${percent(value)}`;
const words = (passes: boolean) => (passes ? '合格' : '不合格');
const met = (passes: boolean) => (passes ? '满足' : '不满足');

type MassSpike = Readonly<Record<'ms' | 'm0' | 'add', Numeric>>;
type VolumeSpike = Readonly<Record<'c1' | 'v1' | 'c2' | 'v2' | 'add', Numeric>>;
type Level = readonly [addedMass: Numeric, foundMasses: readonly Numeric[]];

const efficiencyOf = (levels: readonly Level[]) =>
  desorptionEfficiency(levels.map(([addedMass, foundMasses]) => ({ addedMass, foundMasses })));

/** Before GBZ 331-2024, each by the range of its technique: by mass of a chromatogram, by volume of a spectrometer. */
const spikeBefore = (input: MassSpike | VolumeSpike) =>
  'ms' in input
    ? spikeRecovery(input.ms, input.m0, input.add, spikeRanges.chromatography)
    : spikeRecoveryByVolume(
        { c: input.c2, v: input.v2 },
        { c: input.c1, v: input.v1 },
        input.add,
        spikeRanges.spectrometry,
      );

/** Returns a run whose controls all pass, except the one after the given number of samples. */
const runWithBad = (n: number, bad: number) =>
  Array.from({ length: controlsFor(n) }, (_, index) => ({
    after: index * controlEvery,
    passes: index * controlEvery !== bad,
  }));

export const quality: Kinds = {
  'P5261-EFF': ({ levels }: { levels: readonly Level[] }): Computed => {
    const { mean, passes } = efficiencyOf(levels);
    return { raw: { D: roundTo(mean, 10) }, reported: `${percent(mean)} ${words(passes)}` };
  },
  'P5263-SPIKE': ({ found, base, added }: Record<'found' | 'base' | 'added', string>): Computed => {
    const { recovery, passes } = spikeRecovery(found, base, added);
    return { raw: { P: recovery }, reported: `${percent(recovery)} ${words(passes)}` };
  },
  'P5263-CTRL': ({ n }: { n: Numeric }): Computed => ({ reported: String(controlsFor(n)) }),
  'P5263-REDO': ({ n, bad_at: bad }: { n: number; bad_at: number }): Computed => ({
    reported: samplesToRepeat(runWithBad(n, bad))
      .map(({ from, to }) => `${from}-${to}`)
      .join('、'),
  }),
  'P5263-CURVE': ({ xs, loq, top }: { xs: readonly Numeric[]; loq: string; top: string }): Computed => {
    const { points, findings } = judgeLevels(xs, { levels: curveRule.levels, loq, top });
    return { raw: { points }, reported: met(!findings.some(({ blocks }) => blocks)) };
  },
  'QC-DUP': ({ a, b }: Record<'a' | 'b', Numeric>): Computed => {
    const { deviation, difference } = checkParallel(a, b);
    return {
      raw: deviation,
      reported: `相对偏差 ${percent(deviation)}; 相对相差 ${percent(difference)}`,
      shorter: percent(deviation),
    };
  },
  'QC-SPK': (input: MassSpike | VolumeSpike): Computed => {
    const { recovery, passes } = spikeBefore(input);
    return { raw: recovery, reported: `${percent(recovery)} ${words(passes)}`, shorter: percent(recovery) };
  },
  'QC-CRM': ({ x, mu, U, Ux }: Record<'x' | 'mu' | 'U' | 'Ux', Numeric>): Computed => {
    const { passes, z, en } = checkControlSample(x, mu, U, Ux);
    return {
      raw: { z, En: en ?? new Decimal(0) },
      reported: `${words(passes)}; z ${roundTo(z, 1)}; En ${roundTo(en ?? 0, 2)}`,
    };
  },
  'QC-MID': ({ found, true: theory }: { found: Numeric; true: Numeric }): Computed => {
    const { deviation, passes } = checkMidpoint(found, theory);
    return { raw: deviation, reported: `${signed(deviation)} ${words(passes)}` };
  },
  'QC-LJ': ({ data }: { data: readonly Numeric[] }): Computed => {
    const { mean, sd, warning, action } = chartLimits(data);
    const at = (value: Decimal) => roundTo(value, 2);
    return {
      raw: { mean, s: sd },
      reported: `mean ${at(mean)} s ${roundTo(sd, 3)} UWL ${at(warning[1])} LWL ${at(warning[0])} UCL ${at(action[1])} LCL ${at(action[0])}`,
    };
  },
  'QC-R': ({ R }: { R: readonly Numeric[] }): Computed => {
    const { mean, upper } = rangeChartLimits(R);
    return { raw: { Rbar: mean }, reported: `Rbar ${roundTo(mean, 2)} UCL ${roundReported(upper, 2)}` };
  },
  'GC-DES': ({ low, mid, high }: Readonly<Record<'low' | 'mid' | 'high', Level>>): Computed => {
    const { levels, mean } = efficiencyOf([low, mid, high]);
    return { raw: mean, reported: `${levels.map((level) => roundTo(level, 1)).join('/')}; D=${percent(mean)}` };
  },
};
