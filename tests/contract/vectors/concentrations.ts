import { airConcentration, checkBreakthrough, conversionFactor, directInjection, massInSolution, massOfAliquot, microgramsOf } from '@contract/lab/concentration';
import { readCurve } from '@contract/lab/curve';
import { detectionLimit } from '@contract/lab/detection';
import { judgeResult, verdictLabel } from '@contract/lab/judgement';
import { Decimal, type Numeric } from '@contract/lab/number';
import { censoredResult, measuredResult, minimumText } from '@contract/lab/result';
import type { Curve, FitKind } from '@contract/lab/regression';
import { roundReported, roundSignificant, roundTo } from '@contract/lab/rounding';
import { standardVolume } from '@contract/lab/standardVolume';
import { visualContent } from '@contract/lab/visual';
import { curveOf } from './curves';
import { type Computed, inputOf, type Proofs } from './proof';

const read = (curve: Curve, y: Numeric): Decimal => readCurve(curve, y).content;
const from = (id: string, y: Numeric, kind: FitKind = 'linear'): Decimal => read(curveOf(id, kind), y);

/** Decimals are those of the substance's minimum detectable concentration, which the vectors leave to the reader. */
const reported = (raw: Decimal, decimals: number): Computed => ({ raw, reported: roundReported(raw, decimals) });

const minimum = (mass: Decimal, V0: number): Computed => ({ raw: airConcentration(mass, V0), reported: minimumText(airConcentration(mass, V0)) });
const minimumOfSolvent = ({ LOD_ugmL, v, V0 }: { LOD_ugmL: number; v: number; V0: number }) => minimum(massInSolution(LOD_ugmL, v), V0);
const minimumOfGas = ({ LOD_ugmL, V0 }: { LOD_ugmL: number; V0: number }) => minimum(massInSolution(LOD_ugmL, 100), V0);

interface Solvent {
  A_front: number;
  A_back: number;
  v: number;
  V0: number;
  D: number;
}
/** The sections of GC-SOLV-1, which GC-SOLV-2 takes over with another volume. */
const solvent = ({ A_front, A_back, v, D }: Omit<Solvent, 'V0'>, V0: Numeric) => {
  const [c1, c2] = [from('CURVE-LIN-GC', A_front), from('CURVE-LIN-GC', A_back)];
  return { c1, c2, C: airConcentration(massInSolution(c1.plus(c2), v), V0, D) };
};

const elution = ({ c, c0, v, V0, E, k }: { c: number; c0: number; v: number; V0: number; E: number; k?: number }) =>
  reported(airConcentration(massInSolution(new Decimal(c).minus(c0), v, k), V0, E), 3);

export const concentrations: Proofs = {
  'LOD-1': ({ blanks, slope }: { blanks: number[]; slope: number }) => {
    const { sd, lod, loq } = detectionLimit(blanks, slope);
    return { raw: lod, reported: `s=${roundSignificant(sd, 3)} LOD=${roundSignificant(lod, 2)} LOQ=${roundSignificant(loq, 2)}` };
  },
  'MINC-苯': minimumOfSolvent,
  'MINC-甲苯': minimumOfSolvent,
  'MINC-二甲苯': minimumOfSolvent,
  'MINC-TD-苯': minimumOfGas,
  'MINC-TD-甲苯': minimumOfGas,
  'MINC-TD-二甲苯': minimumOfGas,
  'GC-SOLV-1': (input: Solvent) => {
    const { c1, c2, C } = solvent(input, input.V0);
    const { ratio, broken } = checkBreakthrough(c1, c2);
    const ratio_pct = ratio ?? new Decimal(0);
    return { raw: { c1, c2, ratio_pct, C }, reported: `${roundReported(C, 1)}; back/front ${roundTo(ratio_pct, 1)}% ${broken ? '穿透' : 'ok'}` };
  },
  'GC-SOLV-2': ({ V, t, P }: { V: number; t: number; P: number }) => {
    const { volume } = standardVolume(V, { temperature: t, pressure: P });
    const { C } = solvent(inputOf<Solvent>('GC-SOLV-1'), volume);
    return { raw: { V0: volume, C }, reported: roundReported(C, 1) };
  },
  'GC-BRK-1': ({ A_front, A_back }: { A_front: number; A_back: number }) => {
    const c2 = from('CURVE-LIN-GC', A_back);
    const { ratio, broken } = checkBreakthrough(from('CURVE-LIN-GC', A_front), c2);
    return { raw: { c2, ratio: ratio ?? new Decimal(0) }, reported: `${roundTo(ratio ?? 0, 1)}% ${broken ? '穿透' : 'ok'}` };
  },
  'GC-TD1': ({ c1, c2, V0, D }: { c1: number; c2: number; V0: number; D: number }) => reported(airConcentration(massInSolution(new Decimal(c1).plus(c2), 100), V0, D), 3),
  'GC-TD2': ({ m1, m2, V0, D }: { m1: number; m2: number; V0: number; D: number }) => reported(airConcentration(microgramsOf(m1 + m2), V0, D), 3),
  'GC-DIR-1': ({ c }: { c: number }) => reported(directInjection(c), 1),
  'GC-DIR-2': ({ c, t, P }: { c: number; t: number; P: number }) => reported(directInjection(c, { temperature: t, pressure: P }), 1),
  'GC-SOL-1': ({ c, c0, v, V0 }: { c: number; c0: number; v: number; V0: number }) => reported(airConcentration(massInSolution(new Decimal(c).minus(c0), v), V0), 2),
  'GC-SOL-2': ({ c1, c2, v, V0 }: { c1: number; c2: number; v: number; V0: number }) => reported(airConcentration(massInSolution(new Decimal(c1).plus(c2), v), V0), 2),
  'RJXT-1': elution,
  'RJXT-2': elution,
  'AAS-1': ({ A, A0, v, V0 }: { A: number; A0: number; v: number; V0: number }) => {
    const [c, c0] = [from('AAS-CURVE', A), from('AAS-CURVE', A0)];
    const C = airConcentration(massInSolution(c.minus(c0), v), V0);
    return { raw: { c, c0, C }, reported: roundReported(C, 3) };
  },
  'AAS-2': ({ A, k, v, V0 }: { A: number; k: number; v: number; V0: number }) => reported(airConcentration(massInSolution(from('AAS-CURVE', A), v, k), V0), 3),
  'AFS-1': ({ If, If0, v, V0 }: { If: number; If0: number; v: number; V0: number }) => {
    const [c, c0] = [from('AFS-CURVE', If), from('AFS-CURVE', If0)];
    const C = airConcentration(microgramsOf(massInSolution(c.minus(c0), v)), V0);
    return { raw: { c, c0, C }, reported: roundReported(C, 4) };
  },
  'AFS-2': ({ c, c0, v, V0 }: { c: number; c0: number; v: number; V0: number }) => reported(airConcentration(microgramsOf(massInSolution(new Decimal(c).minus(c0), v)), V0), 4),
  'ICP-1': ({ I, v, V0 }: { I: number; v: number; V0: number }) => {
    const c = from('CURVE-QUAD-ICP', I, 'quadratic');
    const Mn = airConcentration(massInSolution(c, v), V0);
    const MnO2 = Mn.times(conversionFactor('manganeseDioxide'));
    return { raw: { c, Mn, MnO2 }, reported: `Mn ${roundReported(Mn, 3)}; MnO2 ${roundReported(MnO2, 3)}` };
  },
  'SPEC-1': ({ A, Vt, Va, V0 }: { A: number; Vt: number; Va: number; V0: number }) => {
    const m = from('CURVE-SPEC', A);
    const C = airConcentration(massOfAliquot(m, Vt, Va), V0);
    return { raw: { m, C }, reported: roundReported(C, 2) };
  },
  'SPEC-2': ({ V, t, P }: { V: number; t: number; P: number }) => {
    const { volume } = standardVolume(V, { temperature: t, pressure: P });
    const { A, Vt, Va } = inputOf<{ A: number; Vt: number; Va: number }>('SPEC-1');
    const C = airConcentration(massOfAliquot(from('CURVE-SPEC', A), Vt, Va), volume);
    return { raw: { V0: volume, C }, reported: roundReported(C, 2) };
  },
  'PCL3-1': ({ m_ox, m_unox, Vt, Va, V0 }: { m_ox: number; m_unox: number; Vt: number; Va: number; V0: number }) =>
    reported(airConcentration(massOfAliquot(new Decimal(m_ox).minus(m_unox), Vt, Va), V0), 2),
  'PCL3-2': ({ m_ox, m_unox }: { m_ox: number; m_unox: number }) => {
    const { Vt, Va, V0 } = inputOf<{ Vt: number; Va: number; V0: number }>('PCL3-1');
    const phosphorus = new Decimal(m_ox).minus(m_unox);
    return reported(airConcentration(massOfAliquot(phosphorus.times(conversionFactor('phosphorusTrichloride')), Vt, Va), V0), 2);
  },
  'IC-1': ({ A, A0, v, V0 }: { A: number; A0: number; v: number; V0: number }) => {
    const [c, c0] = [from('IC-CURVE', A), from('IC-CURVE', A0)];
    const Cl = airConcentration(massInSolution(c.minus(c0), v), V0);
    const HCl = Cl.times(conversionFactor('hydrogenChloride'));
    const result = measuredResult(HCl, 2);
    return { raw: { c, c0, Cl, HCl }, reported: `${result.text} ${verdictLabel(judgeResult(result, '7.5'))} (MAC 7.5)` };
  },
  'HPLC-1': ({ A, v, V0, E }: { A: number; v: number; V0: number; E: number }) => {
    const c = from('HPLC-CURVE', A);
    const C = airConcentration(massInSolution(c, v), V0, E);
    return { raw: { c, C }, reported: roundReported(C, 2) };
  },
  'ISE-2': ({ E, E0, v, V0 }: { E: number; E0: number; v: number; V0: number }) => {
    const [c, c0] = [from('ISE-CURVE', E, 'semiLog'), from('ISE-CURVE', E0, 'semiLog')];
    const C = airConcentration(massInSolution(c.minus(c0), v), V0);
    return { raw: { c, c0, C }, reported: roundReported(C, 2) };
  },
  'MSBS-1': ({ tubes, Vt, Va, V0 }: { tubes: [number, number]; Vt: number; Va: number; V0: number }) => {
    const { content } = visualContent('between', tubes[0], tubes[1]);
    const C = airConcentration(massOfAliquot(content, Vt, Va), V0);
    return { raw: { m: content, C }, reported: roundReported(C, 2) };
  },
  'MSBS-2': ({ m, Vt, Va, V0 }: { m: number; Vt: number; Va: number; V0: number }) => reported(airConcentration(massOfAliquot(visualContent('equal', m).content, Vt, Va), V0), 2),
  'MSBS-3': ({ lowest, Vt, Va, V0 }: { lowest: number; Vt: number; Va: number; V0: number }) => {
    const { content, censored } = visualContent('below', lowest);
    const C = airConcentration(massOfAliquot(content, Vt, Va), V0);
    return { raw: C, reported: censored ? censoredResult(C, 2).text : '' };
  },
};
