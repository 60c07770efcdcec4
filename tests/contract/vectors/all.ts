import { concentrations } from './concentrations';
import { curves } from './curves';
import { dust } from './dust';
import { exposure } from './exposure';
import { physical } from './physical';
import type { Proofs } from './proof';
import { quality } from './quality';
import { rounding } from './rounding';
import { sampling } from './sampling';

/** Which functions of the library a vector is proved by. */
export const proofs: Proofs = { ...sampling, ...exposure, ...physical, ...dust, ...curves, ...concentrations, ...quality, ...rounding };
