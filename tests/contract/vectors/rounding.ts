import { roundSignificant, roundTo, roundToStep } from '@contract/lab/rounding';
import type { Computed, Proofs } from './proof';

const decimals = ({ x, nd }: { x: string; nd: number }): Computed => ({ reported: roundTo(x, nd) });
const digits = ({ x, n }: { x: string; n: number }): Computed => ({ reported: roundSignificant(x, n) });
const half = ({ x }: { x: string }): Computed => ({ reported: roundToStep(x, '0.5') });
/** Fifths of hundreds. */
const fifth = ({ x }: { x: string }): Computed => ({ reported: roundToStep(x, '20') });

export const rounding: Proofs = {
  'RND-1': decimals,
  'RND-2': decimals,
  'RND-3': decimals,
  'RND-4': decimals,
  'RND-5': decimals,
  'RND-6': decimals,
  'RND-7': decimals,
  'RND-8': decimals,
  'RND-9': decimals,
  'RND-10': decimals,
  'RND-SIG-1': digits,
  'RND-SIG-2': digits,
  'RND-SIG-3': digits,
  'RND-SIG-4': digits,
  'RND-SIG-5': digits,
  'RND-HALF-1': half,
  'RND-HALF-2': half,
  'RND-HALF-3': half,
  'RND-HALF-4': half,
  'RND-FIFTH-1': fifth,
  'RND-FIFTH-2': fifth,
  'RND-FIFTH-3': fifth,
  'RND-FIFTH-4': fifth,
};
