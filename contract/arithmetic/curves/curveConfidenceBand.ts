import { studentT } from '../numbers/studentT';
import { type CurvePoint, type FitKind, fitCurve } from './fitCurve';

/** Value of the fitted curve at one concentration, with the bounds of its confidence band. */
export interface BandPoint {
  readonly x: number;
  readonly y: number;
  readonly low: number;
  readonly high: number;
}

/** Basis functions of each kind of curve, one per coefficient. */
const basisFunctions: Readonly<Record<FitKind, (x: number) => number[]>> = {
  linear: (x) => [1, x],
  weightedX: (x) => [1, x],
  weightedX2: (x) => [1, x],
  origin: (x) => [x],
  quadratic: (x) => [1, x, x * x],
  semiLog: (x) => [1, Math.log10(x)],
};

const fitWeights: Partial<Record<FitKind, (x: number) => number>> = {
  weightedX: (x) => 1 / x,
  weightedX2: (x) => 1 / (x * x),
};

/** Inverts a small matrix by Gauss–Jordan. */
function inverseOf(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length;
  const rows = matrix.map((row, index) => [
    ...row,
    ...Array.from({ length: size }, (_, column) => (column === index ? 1 : 0)),
  ]);
  for (let column = 0; column < size; column += 1) {
    const pivotRowIndex = rows
      .slice(column)
      .reduce(
        (bestColumn, row, index) =>
          Math.abs(row[column] ?? 0) > Math.abs(rows[bestColumn]?.[column] ?? 0) ? column + index : bestColumn,
        column,
      );
    const pivotRow = rows[pivotRowIndex];
    const head = pivotRow?.[column];
    // `fitCurve` requires distinct contents, so the matrix has an inverse. Numbers at the edge of the floating-point
    // range may still leave none; then no band is drawn.
    if (!pivotRow || !head) return matrix.map((row) => row.map(() => 0));
    [rows[pivotRowIndex], rows[column]] = [rows[column] ?? [], pivotRow];
    const unit = pivotRow.map((value) => value / head);
    rows[column] = unit;
    for (const [index, row] of rows.entries()) {
      const factor = row[column] ?? 0;
      if (index !== column && factor !== 0)
        rows[index] = row.map((value, columnIndex) => value - factor * (unit[columnIndex] ?? 0));
    }
  }
  return rows.map((row) => row.slice(size));
}

const quadraticForm = (vector: readonly number[], matrix: readonly (readonly number[])[]): number =>
  vector.reduce(
    (sum, leftValue, index) =>
      sum +
      leftValue *
        vector.reduce((inner, rightValue, columnIndex) => inner + (matrix[index]?.[columnIndex] ?? 0) * rightValue, 0),
    0,
  );

/**
 * Returns the line of a curve and its confidence band: ŷ ± t(ν)·√(s²·v(x)ᵀ(XᵀWX)⁻¹v(x)), s² = Σw·e²/ν, ν = n − p
 * (Draper & Smith, Applied Regression Analysis, ch. 3 and 8). The points run from the lowest to the highest level in
 * equal steps, for a semi-log curve in logarithmic steps. The arithmetic is binary and serves display only.
 * @param curvePoints fitted points, net of a subtracted zero
 * @throws CalculationProblem where no curve can be fitted
 */
export function curveConfidenceBand(
  curvePoints: readonly CurvePoint[],
  kind: FitKind,
  { steps = 40, confidence = 0.95 }: { steps?: number; confidence?: number } = {},
): BandPoint[] {
  const fittedCurve = fitCurve(curvePoints, kind);
  const [a, b, c] = [fittedCurve.a.toNumber(), fittedCurve.b.toNumber(), fittedCurve.c.toNumber()];
  const pairs = curvePoints.map(({ x, y }) => ({ x: Number(x), y: Number(y) }));
  const contents = pairs.map(({ x }) => x);
  const [from, to] = [Math.min(...contents), Math.max(...contents)];
  const lineAt = (x: number) => (kind === 'semiLog' ? a + b * Math.log10(x) : a + b * x + c * x * x);
  // Dividing by the highest content gives squares of similar size, which keeps the matrix well conditioned.
  const basis = basisFunctions[kind];
  const scaledBasis = (x: number) => basis(x / to);
  const weight = (x: number) => fitWeights[kind]?.(x / to) ?? 1;
  const columns = scaledBasis(to).length;
  const normal = Array.from({ length: columns }, (_, row) =>
    Array.from({ length: columns }, (__, column) =>
      pairs.reduce((sum, { x }) => sum + weight(x) * (scaledBasis(x)[row] ?? 0) * (scaledBasis(x)[column] ?? 0), 0),
    ),
  );
  const spread = inverseOf(normal);
  // Degrees of freedom are above 0, because `fitCurve` requires more points than coefficients.
  const freedom = pairs.length - columns;
  const t = studentT(freedom, confidence);
  const variance = pairs.reduce((sum, { x, y }) => sum + weight(x) * (y - lineAt(x)) ** 2, 0) / freedom;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const part = step / steps;
    const x =
      step === 0
        ? from
        : step === steps
          ? to
          : kind === 'semiLog'
            ? from * (to / from) ** part
            : from + (to - from) * part;
    const y = lineAt(x);
    const halfWidth = t * Math.sqrt(Math.max(0, variance * quadraticForm(scaledBasis(x), spread)));
    return { x, y, low: y - halfWidth, high: y + halfWidth };
  });
}
