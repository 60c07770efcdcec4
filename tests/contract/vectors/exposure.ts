import { ppmToMilligrams } from '@contract/lab/concentration';
import { dailyReduction, mixtureIndex, shortTermExposure, timeWeightedAverage, weeklyReduction } from '@contract/lab/exposure';
import { judgeResult, verdictLabel } from '@contract/lab/judgement';
import { Decimal } from '@contract/lab/number';
import { roundReported, roundTo } from '@contract/lab/rounding';
import type { Computed, Proofs } from './proof';

type Segments = [number | string, number][];
const parts = (segs: Segments) => segs.map(([concentration, time]) => ({ concentration, time }));

/** Decimals are those of the substance's minimum detectable concentration, which the vectors leave to the reader. */
const twa = (decimals: number, judged: boolean) => ({ segs, PC_TWA }: { segs: Segments; PC_TWA: number }): Computed => {
  const result = timeWeightedAverage(parts(segs), decimals);
  return { raw: new Decimal(result.num), reported: judged ? `${result.text} -> ${verdictLabel(judgeResult(result, String(PC_TWA)))}` : result.text };
};

const personal = ({ C, T }: { C: number; T: number }) => twa(1, false)({ segs: [[C, T]], PC_TWA: 0 });

const stel = (decimals: number, segs: Segments, limit: number): Computed => {
  const result = shortTermExposure(parts(segs), decimals);
  return { raw: new Decimal(result.num), reported: `${result.text} -> ${verdictLabel(judgeResult(result, String(limit)))}` };
};

const mixture = (input: Record<string, [number, number]>): Decimal => mixtureIndex(Object.values(input).map(([concentration, limit]) => ({ concentration, limit })));
const outcome = (index: Decimal, words: [string, string]) => (index.lessThanOrEqualTo(1) ? words[0] : words[1]);

const reduction = (factor: Decimal, limit: number, decimals: number): Computed => ({
  raw: factor,
  reported: `RF ${roundTo(factor, decimals)}; limit ${roundTo(factor.times(limit), 1)}`,
});
const daily = ({ h_per_day, PC_TWA }: { h_per_day: number; PC_TWA: number }) => reduction(dailyReduction(h_per_day), PC_TWA, 2);

export const exposure: Proofs = {
  'EXP-TWA-1': twa(1, true),
  'EXP-TWA-2': twa(1, true),
  'EXP-TWA-3': twa(1, false),
  'EXP-TWA-4': personal,
  'EXP-TWA-5': twa(1, false),
  'EXP-STEL-1': ({ segs, PC_STEL }: { segs: Segments; PC_STEL: number }) => stel(2, segs, PC_STEL),
  'EXP-STEL-2': ({ C, t, PC_STEL }: { C: number; t: number; PC_STEL: number }) => stel(1, [[C, t]], PC_STEL),
  'EXP-MIX-1': (input: Record<string, [number, number]>) => {
    const index = mixture(input);
    return { raw: index, reported: `${roundTo(index, 2)} -> ${outcome(index, ['<=1', '>1 不符合'])}` };
  },
  'EXP-MIX-2': (input: Record<string, [number, number]>) => {
    const index = mixture(input);
    return { raw: index, reported: `${roundTo(index, 2)} -> ${outcome(index, ['<=1', '>1 不符合'])}` };
  },
  'EXP-RF-D10': daily,
  'EXP-RF-D12': daily,
  'EXP-RF-W48': ({ h_per_week, PC_TWA }: { h_per_week: number; PC_TWA: number }) => reduction(weeklyReduction(h_per_week), PC_TWA, 4),
  'GAS-PPM-1': ({ ppm, M }: { ppm: number; M: number }) => {
    const found = ppmToMilligrams(ppm, M);
    return { raw: found, reported: roundReported(found, 1) };
  },
};
