import { readCurve } from '@contract/lab/curve';
import { nernstSlope } from '@contract/lab/curveAcceptance';
import { Decimal, type Numeric } from '@contract/lab/number';
import { type Fit, type FitKind, fitCurve } from '@contract/lab/regression';
import { roundSignificant, roundTo, truncatedR } from '@contract/lab/rounding';
import { type Computed, inputOf, type Proofs } from './proof';

interface Points {
  x: number[];
  y: number[];
}

const fit = ({ x, y }: Points, kind: FitKind = 'linear'): Fit => fitCurve(x.map((content, at) => ({ x: content, y: y[at] ?? '' })), kind);

/** The curve of another vector, which the samples' vectors are read from. */
export function curveOf(id: string, kind: FitKind = 'linear'): Fit {
  const input = inputOf<Partial<Points> & { c?: number[]; E?: number[] }>(id);
  return fit({ x: input.x ?? input.c ?? [], y: input.y ?? input.E ?? [] }, kind);
}

const read = (curve: Fit, y: Numeric): Decimal => readCurve(curve, y).content;
const inverse = (curve: Fit, y: number): string => roundTo(read(curve, y), 2);

/** Each of a, b and r with the digits that the vector shows. */
const line = (digitsA: number, digitsB: number) => (points: Points): Computed => {
  const { a, b, r, sy } = fit(points);
  return { raw: { a, b, r, sy }, reported: `a=${roundSignificant(a, digitsA)} b=${roundSignificant(b, digitsB)} r=${truncatedR(r)}` };
};

const nernst = ({ t }: { t: number }): Computed => ({ raw: nernstSlope(t), reported: roundTo(nernstSlope(t), 2) });

export const curves: Proofs = {
  'CURVE-LIN-GC': line(4, 5),
  'CURVE-SPEC': line(3, 5),
  'AAS-CURVE': line(3, 4),
  'AFS-CURVE': line(4, 5),
  'IC-CURVE': line(4, 5),
  'HPLC-CURVE': line(4, 5),
  'CURVE-INV-1': ({ y }: { y: number }) => ({ raw: read(curveOf('CURVE-LIN-GC'), y), reported: inverse(curveOf('CURVE-LIN-GC'), y) }),
  'CURVE-W1X': (points: Points) => {
    const curve = fit(points, 'weightedX');
    const { a, b, r } = curve;
    return { raw: { a, b, r }, reported: `a=${roundSignificant(a, 4)} b=${roundSignificant(b, 5)}; x(98.60)=${inverse(curve, 98.6)}` };
  },
  'CURVE-ORIGIN': (points: Points) => {
    const curve = fit(points, 'origin');
    return { raw: curve.b, reported: `b=${roundSignificant(curve.b, 5)}; x(98.60)=${inverse(curve, 98.6)}` };
  },
  'CURVE-QUAD-ICP': (points: Points) => {
    const { a, b, c, r2 } = fit(points, 'quadratic');
    return { raw: { a, b, c, R2: r2 }, reported: `a=${roundSignificant(a, 4)} b=${roundSignificant(b, 6)} c=${roundSignificant(c, 4)} R2=${truncatedR(r2)}` };
  },
  'CURVE-QUAD-INV': ({ y }: { y: number }) => {
    const raw = read(curveOf('CURVE-QUAD-ICP', 'quadratic'), y);
    return { raw, reported: roundTo(raw, 3) };
  },
  'ISE-CURVE': ({ c, E }: { c: number[]; E: number[] }) => {
    const { a, b, r } = fit({ x: c, y: E }, 'semiLog');
    return { raw: { a, b, r }, reported: `a=${roundSignificant(a, 4)} S=${roundSignificant(b, 4)} |r|=${truncatedR(r.absoluteValue())}` };
  },
  'ISE-1': ({ E }: { E: number }) => {
    const raw = read(curveOf('ISE-CURVE', 'semiLog'), E);
    return { raw, reported: roundTo(raw, 3) };
  },
  'ISE-NERNST-15': nernst,
  'ISE-NERNST-20': nernst,
  'ISE-NERNST-25': nernst,
};
