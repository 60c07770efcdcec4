import { checkLoad, dispersity, dissolvedMass, dustConcentration, dustMinimum, fibreConcentration, freeSilica } from '@contract/lab/dust';
import { sampledVolume } from '@contract/lab/flow';
import { Decimal, type Numeric } from '@contract/lab/number';
import { censoredResult } from '@contract/lab/result';
import { roundReported, roundTo } from '@contract/lab/rounding';
import { standardVolume } from '@contract/lab/standardVolume';
import type { Computed, Proofs } from './proof';

interface Filter {
  m1: number;
  m2: number;
  Q: number;
  t: number;
}

/** A balance of 0.01 mg and a filter of 40 mm. */
const dustOf = (increment: Decimal, volume: Numeric): Computed => {
  const raw = dustConcentration(increment, volume);
  const below = checkLoad(increment, '0.01', 40) === 'below';
  return { raw, reported: below ? censoredResult(dustMinimum('0.01', volume), 1).text : roundReported(raw, 1) };
};
const filter = ({ m1, m2, Q, t }: Filter) => dustOf(new Decimal(m2).minus(m1), sampledVolume(Q, t));

export const dust: Proofs = {
  'DUST-1': filter,
  'DUST-2': filter,
  'DUST-3': filter,
  'DUST-4': ({ dm, V, t_C, P }: { dm: number; V: number; t_C: number; P: number }) => dustOf(new Decimal(dm), standardVolume(V, { temperature: t_C, pressure: P }).volume),
  'SIO2-1': ({ m1, m2, G }: { m1: number; m2: number; G: number }) => {
    const raw = freeSilica({ sample: G, crucible: m1, residue: m2 });
    return { raw, reported: roundTo(raw, 1) };
  },
  'SIO2-2': ({ m2, m3, G }: { m2: number; m3: number; G: number }) => {
    const raw = freeSilica({ sample: G, residue: m2, afterAcid: m3 });
    return { raw, reported: roundTo(raw, 1) };
  },
  'DISP-1': ({ counts }: { counts: number[] }) => {
    const raw = dispersity(counts);
    return { raw, reported: raw.map((share) => roundTo(share, 1)).join('/') };
  },
  'ASB-1': ({ A, N, a, n, F, t }: { A: number; N: number; a: number; n: number; F: number; t: number }) => {
    const raw = fibreConcentration({ filterArea: A, fibres: N, fieldArea: a, fields: n, flow: F, minutes: t });
    return { raw, reported: roundReported(raw, 3) };
  },
  'BSM-1': ({ m1, m2, b, V0 }: { m1: number; m2: number; b: number; V0: number }) => {
    const raw = dustConcentration(dissolvedMass(m1, m2, b), V0);
    return { raw, reported: roundReported(raw, 1) };
  },
};
