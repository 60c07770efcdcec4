import { checkFlow } from '@contract/lab/flow';
import { standardVolume } from '@contract/lab/standardVolume';
import type { Computed, Proofs } from './proof';

interface Air {
  V_L: number;
  t_C: number;
  P_kPa: number;
}
const v0 = ({ V_L, t_C, P_kPa }: Air): Computed => {
  const { volume, text } = standardVolume(V_L, { temperature: t_C, pressure: P_kPa });
  return { raw: volume, reported: text };
};

const flow = ({ before, after }: { before: number; after: number }): Computed => {
  const { deviation, deviationText, mean, passes } = checkFlow(before, after);
  return { raw: deviation, reported: `${deviationText}% ${passes ? 'pass' : 'fail'}; mean ${mean.toString()}` };
};

export const sampling: Proofs = {
  'SAMP-V0-1': v0,
  'SAMP-V0-2': v0,
  'SAMP-V0-3': v0,
  'SAMP-V0-4': v0,
  'SAMP-V0-5': v0,
  'SAMP-V0-6': v0,
  'SAMP-FLOW-1': flow,
  'SAMP-FLOW-2': flow,
  'SAMP-FLOW-3': flow,
};
