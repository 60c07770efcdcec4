import * as air from '@contract/arithmetic/air/airConcentration';
import * as dust from '@contract/arithmetic/air/dustFormulas';
import { sampledVolume } from '@contract/arithmetic/air/pumpFlow';
import { standardVolume } from '@contract/arithmetic/air/standardVolume';
import { nernstSlope } from '@contract/arithmetic/curves/curveAcceptance';
import { detectionLimit } from '@contract/arithmetic/curves/detectionLimits';
import type { FitKind } from '@contract/arithmetic/curves/fitCurve';
import { readCurve } from '@contract/arithmetic/curves/readCurve';
import { visualContent } from '@contract/arithmetic/curves/visualComparison';
import { judgeResult, verdictLabel } from '@contract/arithmetic/limits/resultJudgement';
import { censoredResult, measuredResult, minimumTextOf } from '@contract/arithmetic/numbers/censoredResults';
import { Decimal, type Numeric } from '@contract/arithmetic/numbers/decimalNumbers';
import {
  roundReported,
  roundSignificant,
  roundTo,
  roundToStep,
  truncatedR,
} from '@contract/arithmetic/numbers/roundingRules';
import { curveOf, fit, type Points } from '../curveOf';
import { type Computed, inputOf, type Kinds } from '../proof';

// Kinds of the examples before GBZ 331-2024. Decimals are those of the substance's minimum, which an example leaves to
// the reader.

const from = (id: string, y: Numeric, kind: FitKind = 'linear'): Decimal => readCurve(curveOf(id, kind), y).content;
const inAir = (mass: Decimal, volume: Numeric, efficiency: Numeric = 1): Decimal =>
  air.airConcentration(mass, volume, efficiency);
const reported = (raw: Decimal, decimals: number): Computed => ({ raw, reported: roundReported(raw, decimals) });

const minimum = ({ LOD_ugmL, v = 100, V0 }: { LOD_ugmL: number; v?: number; V0: number }): Computed => {
  const raw = inAir(air.massInSolution(LOD_ugmL, v), V0);
  return { raw, reported: minimumTextOf(raw) };
};

interface Sections {
  readonly A_front: number;
  readonly A_back: number;
  readonly v: number;
  readonly V0: number;
  readonly D: number;
}
interface OutsideAir {
  readonly V: number;
  readonly t: number;
  readonly P: number;
}
const isOutside = (input: object): input is OutsideAir => 'V' in input && 't' in input && 'P' in input;
const converted = ({ V, t, P }: OutsideAir): Decimal => standardVolume(V, { temperature: t, pressure: P }).volume;

/** An example in other air continues the first of its kind. */
function solvent(input: Sections | OutsideAir): Computed {
  const { A_front, A_back, v, V0, D } = isOutside(input)
    ? { ...inputOf<Sections>('GC-SOLV-1'), V0: converted(input) }
    : input;
  const [c1, c2] = [from('CURVE-LIN-GC', A_front), from('CURVE-LIN-GC', A_back)];
  const C = inAir(air.massInSolution(c1.plus(c2), v), V0, D);
  if (isOutside(input)) return { raw: { V0: converted(input), C }, reported: roundReported(C, 1) };
  const { ratio, broken } = air.checkBreakthrough(c1, c2);
  const ratio_pct = ratio ?? new Decimal(0);
  return {
    raw: { c1, c2, ratio_pct, C },
    reported: `${roundReported(C, 1)}; back/front ${roundTo(ratio_pct, 1)}% ${broken ? '穿透' : 'ok'}`,
  };
}

function breakthrough({ A_front, A_back }: Pick<Sections, 'A_front' | 'A_back'>): Computed {
  const c2 = from('CURVE-LIN-GC', A_back);
  const { ratio, broken } = air.checkBreakthrough(from('CURVE-LIN-GC', A_front), c2);
  return {
    raw: { c2, ratio: ratio ?? new Decimal(0) },
    reported: `${roundTo(ratio ?? 0, 1)}% ${broken ? '穿透' : 'ok'}`,
  };
}

/** 热解吸1 in μg/mL of 100 mL gas, 热解吸2 in ng. */
const thermal = (input: { c1?: number; c2?: number; m1?: number; m2?: number; V0: number; D: number }): Computed => {
  const mass =
    input.m1 === undefined
      ? air.massInSolution(new Decimal(input.c1 ?? 0).plus(input.c2 ?? 0), 100)
      : air.microgramsOf(new Decimal(input.m1).plus(input.m2 ?? 0));
  return reported(inAir(mass, input.V0, input.D), 3);
};

interface Solution {
  readonly c?: number;
  readonly c1?: number;
  readonly c2?: number;
  readonly c0?: number;
  readonly v: number;
  readonly V0: number;
  readonly E?: number;
  readonly k?: number;
}
const solution =
  (decimals: number) =>
  ({ c, c1, c2, c0 = 0, v, V0, E, k }: Solution): Computed =>
    reported(inAir(air.massInSolution(new Decimal(c ?? c1 ?? 0).plus(c2 ?? 0).minus(c0), v, k), V0, E), decimals);

interface Response {
  readonly A?: number;
  readonly A0?: number;
  readonly If?: number;
  readonly If0?: number;
  readonly c?: number;
  readonly c0?: number;
  readonly k?: number;
  readonly v: number;
  readonly V0: number;
  readonly E?: number;
}

/** Returns contents by a curve minus the blank's; an example with a blank's response shows both contents. */
function byCurve(curve: string, decimals: number, massOf: (content: Decimal, input: Response) => Decimal) {
  return (input: Response): Computed => {
    const [response, blank] = [input.A ?? input.If, input.A0 ?? input.If0];
    const c = response === undefined ? new Decimal(input.c ?? 0) : from(curve, response);
    const c0 = blank === undefined ? new Decimal(input.c0 ?? 0) : from(curve, blank);
    const C = inAir(massOf(c.minus(c0), input), input.V0, input.E);
    return {
      raw: blank === undefined && input.E === undefined ? C : { c, c0, C },
      reported: roundReported(C, decimals),
    };
  };
}
const inSolution = (content: Decimal, { v, k }: Response): Decimal => air.massInSolution(content, v, k);

function chloride(input: Response): Computed {
  const [c, c0] = [from('IC-CURVE', input.A ?? 0), from('IC-CURVE', input.A0 ?? 0)];
  const Cl = inAir(air.massInSolution(c.minus(c0), input.v), input.V0);
  const HCl = Cl.times(air.conversionFactor('hydrogenChloride'));
  const result = measuredResult(HCl, 2);
  return { raw: { c, c0, Cl, HCl }, reported: `${result.text} ${verdictLabel(judgeResult(result, '7.5'))} (MAC 7.5)` };
}

function manganese({ I, v, V0 }: { I: number; v: number; V0: number }): Computed {
  const c = from('CURVE-QUAD-ICP', I, 'quadratic');
  const Mn = inAir(air.massInSolution(c, v), V0);
  const MnO2 = Mn.times(air.conversionFactor('manganeseDioxide'));
  return { raw: { c, Mn, MnO2 }, reported: `Mn ${roundReported(Mn, 3)}; MnO2 ${roundReported(MnO2, 3)}` };
}

interface Aliquot {
  readonly A: number;
  readonly Vt: number;
  readonly Va: number;
  readonly V0: number;
}
function aliquot(input: Aliquot | OutsideAir): Computed {
  const { A, Vt, Va, V0 } = isOutside(input) ? { ...inputOf<Aliquot>('SPEC-1'), V0: converted(input) } : input;
  const m = from('CURVE-SPEC', A);
  const C = inAir(air.massOfAliquot(m, Vt, Va), V0);
  return { raw: { m, V0: new Decimal(V0), C }, reported: roundReported(C, 2) };
}

interface Phosphorus extends Partial<Omit<Aliquot, 'A'>> {
  readonly m_ox: number;
  readonly m_unox: number;
}
/** An example without volumes continues the first of its kind, by a curve of P. */
function phosphorus(input: Phosphorus): Computed {
  const asP = input.Vt === undefined;
  const { Vt, Va, V0 } = asP ? inputOf<Phosphorus>('PCL3-1') : input;
  const mass = new Decimal(input.m_ox)
    .minus(input.m_unox)
    .times(asP ? air.conversionFactor('phosphorusTrichloride') : 1);
  return reported(inAir(air.massOfAliquot(mass, Vt, Va), V0 ?? ''), 2);
}

function electrode(input: { E: number; E0?: number; v?: number; V0?: number }): Computed {
  const c = from('ISE-CURVE', input.E, 'semiLog');
  if (input.V0 === undefined) return { raw: c, reported: roundTo(c, 3) };
  const c0 = input.E0 === undefined ? new Decimal(0) : from('ISE-CURVE', input.E0, 'semiLog');
  const C = inAir(air.massInSolution(c.minus(c0), input.v), input.V0);
  return { raw: { c, c0, C }, reported: roundReported(C, 2) };
}

interface Tubes {
  readonly tubes?: readonly [number, number];
  readonly m?: number;
  readonly lowest?: number;
  readonly Vt: number;
  readonly Va: number;
  readonly V0: number;
}
function byEye({ tubes, m, lowest, Vt, Va, V0 }: Tubes): Computed {
  const seen = tubes
    ? visualContent('between', tubes[0], tubes[1])
    : m === undefined
      ? visualContent('below', lowest)
      : visualContent('equal', m);
  const C = inAir(air.massOfAliquot(seen.content, Vt, Va), V0);
  return {
    raw: tubes ? { m: seen.content, C } : C,
    reported: seen.censored ? censoredResult(C, 2).text : roundReported(C, 2),
  };
}

interface Filter {
  readonly m1?: number;
  readonly m2?: number;
  readonly dm?: number;
  readonly Q?: number;
  readonly t?: number;
  readonly V?: number;
  readonly t_C?: number;
  readonly P?: number;
}
/** A balance of 0.01 mg and a filter of 40 mm. */
function filter({ m1 = 0, m2 = 0, dm, Q, t, V, t_C, P }: Filter): Computed {
  const gain = dm === undefined ? new Decimal(m2).minus(m1) : new Decimal(dm);
  const sampled = V ?? sampledVolume(Q ?? '', t ?? '');
  const volume =
    t_C === undefined || P === undefined ? sampled : standardVolume(sampled, { temperature: t_C, pressure: P }).volume;
  const raw = dust.dustConcentration(gain, volume);
  const below = dust.checkLoad(gain, '0.01', 40) === 'below';
  return { raw, reported: below ? censoredResult(dust.dustMinimum('0.01', volume), 1).text : roundReported(raw, 1) };
}

function silica({ m1, m2, m3, G }: { m1?: number; m2: number; m3?: number; G: number }): Computed {
  const raw = dust.freeSilica({ sample: G, crucible: m1 ?? null, residue: m2, afterAcid: m3 ?? null });
  return { raw, reported: roundTo(raw, 1) };
}

const inverse = (curve: ReturnType<typeof fit>, y: number): string => roundTo(readCurve(curve, y).content, 2);

/** Each of a, b and r with the digits of the example. */
const line =
  (digitsA: number, digitsB: number) =>
  (points: Points): Computed => {
    const { a, b, r, sy } = fit(points);
    return {
      raw: { a, b, r, sy },
      reported: `a=${roundSignificant(a, digitsA)} b=${roundSignificant(b, digitsB)} r=${truncatedR(r)}`,
    };
  };

export const curveKinds: Kinds = {
  'CURVE-LIN-GC': line(4, 5),
  'CURVE-SPEC': line(3, 5),
  'AAS-CURVE': line(3, 4),
  'AFS-CURVE': line(4, 5),
  'IC-CURVE': line(4, 5),
  'HPLC-CURVE': line(4, 5),
  'CURVE-INV': ({ y }: { y: number }) => {
    const curve = curveOf('CURVE-LIN-GC');
    return { raw: readCurve(curve, y).content, reported: inverse(curve, y) };
  },
  'CURVE-W1X': (points: Points) => {
    const curve = fit(points, 'weightedX');
    const { a, b, r } = curve;
    return {
      raw: { a, b, r },
      reported: `a=${roundSignificant(a, 4)} b=${roundSignificant(b, 5)}; x(98.60)=${inverse(curve, 98.6)}`,
    };
  },
  'CURVE-ORIGIN': (points: Points) => {
    const curve = fit(points, 'origin');
    return { raw: curve.b, reported: `b=${roundSignificant(curve.b, 5)}; x(98.60)=${inverse(curve, 98.6)}` };
  },
  'CURVE-QUAD-ICP': (points: Points) => {
    const { a, b, c, r2 } = fit(points, 'quadratic');
    const [first, second, third] = [roundSignificant(a, 4), roundSignificant(b, 6), roundSignificant(c, 4)];
    return { raw: { a, b, c, R2: r2 }, reported: `a=${first} b=${second} c=${third} R2=${truncatedR(r2)}` };
  },
  'CURVE-QUAD-INV': ({ y }: { y: number }) => {
    const raw = from('CURVE-QUAD-ICP', y, 'quadratic');
    return { raw, reported: roundTo(raw, 3) };
  },
  'ISE-CURVE': ({ c, E }: { c: number[]; E: number[] }) => {
    const { a, b, r } = fit({ x: c, y: E }, 'semiLog');
    return {
      raw: { a, b, r },
      reported: `a=${roundSignificant(a, 4)} S=${roundSignificant(b, 4)} |r|=${truncatedR(r.absoluteValue())}`,
    };
  },
  'ISE-NERNST': ({ t }: { t: number }) => ({ raw: nernstSlope(t), reported: roundTo(nernstSlope(t), 2) }),
};

const roundingKinds: Kinds = {
  RND: ({ x, nd }: { x: string; nd: number }) => ({ reported: roundTo(x, nd) }),
  'RND-SIG': ({ x, n }: { x: string; n: number }) => ({ reported: roundSignificant(x, n) }),
  'RND-HALF': ({ x }: { x: string }) => ({ reported: roundToStep(x, '0.5') }),
  // Steps of a fifth of a hundred.
  'RND-FIFTH': ({ x }: { x: string }) => ({ reported: roundToStep(x, '20') }),
};

export const laboratoryBefore331: Kinds = {
  ...curveKinds,
  ...roundingKinds,
  LOD: ({ blanks, slope }: { blanks: number[]; slope: number }) => {
    const { sd, lod, loq } = detectionLimit(blanks, slope);
    return {
      raw: lod,
      reported: `s=${roundSignificant(sd, 3)} LOD=${roundSignificant(lod, 2)} LOQ=${roundSignificant(loq, 2)}`,
    };
  },
  'MINC-苯': minimum,
  'MINC-甲苯': minimum,
  'MINC-二甲苯': minimum,
  'MINC-TD-苯': minimum,
  'MINC-TD-甲苯': minimum,
  'MINC-TD-二甲苯': minimum,
  'GC-SOLV': solvent,
  'GC-BRK': breakthrough,
  'GC-TD': thermal,
  'GC-DIR': ({ c, t, P }: { c: number; t?: number; P?: number }) =>
    reported(
      air.directInjection(c, t === undefined || P === undefined ? undefined : { temperature: t, pressure: P }),
      1,
    ),
  'GC-SOL': solution(2),
  RJXT: solution(3),
  AAS: byCurve('AAS-CURVE', 3, inSolution),
  AFS: byCurve('AFS-CURVE', 4, (content, input) => air.microgramsOf(inSolution(content, input))),
  HPLC: byCurve('HPLC-CURVE', 2, inSolution),
  ICP: manganese,
  IC: chloride,
  SPEC: aliquot,
  PCL3: phosphorus,
  ISE: electrode,
  MSBS: byEye,
  DUST: filter,
  SIO2: silica,
  DISP: ({ counts }: { counts: number[] }) => {
    const raw = dust.dispersity(counts);
    return { raw, reported: raw.map((share) => roundTo(share, 1)).join('/') };
  },
  ASB: ({ A, N, a, n, F, t }: { A: number; N: number; a: number; n: number; F: number; t: number }) =>
    reported(dust.fibreConcentration({ filterArea: A, fibres: N, fieldArea: a, fields: n, flow: F, minutes: t }), 3),
  BSM: ({ m1, m2, b, V0 }: { m1: number; m2: number; b: number; V0: number }) =>
    reported(dust.dustConcentration(dust.dissolvedMass(m1, m2, b), V0), 1),
};
