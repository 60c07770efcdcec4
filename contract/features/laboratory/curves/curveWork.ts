import { type CurveFinding, judgeCurve } from '@contract/arithmetic/curves/curveAcceptance';
import { type CurvePoint, type Fit, type FitKind, fitCurve } from '@contract/arithmetic/curves/fitCurve';
import { backCalculate, levelMeans } from '@contract/arithmetic/curves/readCurve';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal, fromFloat, numberOf, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { truncatedR } from '@contract/arithmetic/numbers/roundingRules';
import type { Row } from '@contract/entity';
import type { labCurvePoint } from '../entities/labCurvePoint';
import type { CurvePlan } from './curvePlan';
import { curveTexts } from './curveTexts';

// Computes a curve from its points. The page does so at each keystroke, the server at each save.

/** A level as typed or stored. */
export type PointFacts = Partial<
  Pick<
    Row<typeof labCurvePoint>,
    'x' | 'y1' | 'y2' | 'y3' | 'standardVolume' | 'absorberVolume' | 'colour' | 'excluded' | 'excludedReason'
  >
>;

export interface CurveHead {
  readonly fit: string;
  readonly subtractZero: boolean | null;
}

/** A level with its computed values. */
export interface WorkedPoint {
  readonly point: PointFacts;
  /** Number of the level, from 1. */
  readonly level: number;
  readonly excluded: boolean;
  readonly x: Decimal | null;
  readonly logX: Decimal | null;
  readonly mean: Decimal | null;
  readonly net: Decimal | null;
  readonly foundContent: Decimal | null;
  /** Back-calculation error, %; null at the zero level. */
  readonly error: Decimal | null;
  readonly residual: Decimal | null;
}

export interface CurveWork {
  readonly points: readonly WorkedPoint[];
  /** Points that the fit uses. */
  readonly fitted: readonly CurvePoint[];
  readonly fit: Fit | null;
  readonly accepted: boolean;
  readonly findings: readonly CurveFinding[];
  /** Whether nothing has been typed yet. */
  readonly empty: boolean;
}

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && String(value).trim() !== '';
const responsesOf = ({ y1, y2, y3 }: PointFacts) => [y1, y2, y3].filter(isFilled) as string[];
const blockingFinding = (message: string): CurveFinding => ({ blocks: true, message });

function contentOf(point: PointFacts): Decimal | null {
  const outcome = outcomeOfCalculation(() => numberOf(point.x, '含量', { atLeast: '0' }));
  return outcome.ok ? outcome.value : null;
}

const unworkedPoint = (pointFacts: PointFacts, index: number): WorkedPoint => ({
  point: pointFacts,
  level: index + 1,
  excluded: pointFacts.excluded === true,
  x: contentOf(pointFacts),
  logX: null,
  mean: null,
  net: null,
  foundContent: null,
  error: null,
  residual: null,
});

const exclusionFindings = (workedPoints: readonly WorkedPoint[]): CurveFinding[] =>
  workedPoints.flatMap(({ excluded, level, point }) =>
    excluded
      ? [
          {
            blocks: false,
            message: curveTexts.excludedPoint(
              level,
              String(point.x ?? ''),
              point.excludedReason?.trim() || '未填写原因',
            ),
          },
        ]
      : [],
  );

/** Checks a series of tubes: their number, and that their contents differ. */
function workTubes(workedPoints: readonly WorkedPoint[], { rule }: CurvePlan): CurveWork {
  const usedPoints = workedPoints.filter(({ excluded }) => !excluded);
  const faults = usedPoints.flatMap(({ point, level }): CurveFinding[] => {
    const outcome = outcomeOfCalculation(() => numberOf(point.x, '含量', { atLeast: '0' }));
    return outcome.ok ? [] : [blockingFinding(curveTexts.faulty(level, outcome.problem.message))];
  });
  const contents = usedPoints.flatMap(({ x }) => (x ? [x] : []));
  const colouredContents = contents.filter((x) => !x.isZero());
  const hasSameTubes = new Set(contents.map((x) => x.toString())).size !== contents.length;
  const findings =
    workedPoints.length === 0
      ? [blockingFinding(curveTexts.noPoints)]
      : [
          ...faults,
          ...(hasSameTubes ? [blockingFinding(curveTexts.sameTubes)] : []),
          ...(colouredContents.length < rule.levels
            ? [blockingFinding(curveTexts.fewTubes(rule.levels, colouredContents.length))]
            : []),
          ...(colouredContents.length === contents.length ? [{ blocks: false, message: curveTexts.noZeroTube }] : []),
          ...exclusionFindings(workedPoints),
        ];
  return {
    points: workedPoints,
    fitted: [],
    fit: null,
    findings,
    accepted: !findings.some(({ blocks }) => blocks),
    empty: workedPoints.length === 0,
  };
}

/** Returns the mean response of each level; null where it can't be computed. The reasons are added to `findings`. */
function meansOf(workedPoints: readonly WorkedPoint[], findings: CurveFinding[]) {
  // Each level is checked separately first, so that one invalid level does not hide the others.
  return workedPoints.map(({ point, level, excluded }) => {
    if (responsesOf(point).length === 0) {
      if (!excluded) findings.push(blockingFinding(curveTexts.noResponse(level)));
      return null;
    }
    const outcome = outcomeOfCalculation(
      () => levelMeans([{ x: point.x ?? '', responses: responsesOf(point) }]).levels[0],
    );
    if (outcome.ok) return outcome.value ?? null;
    if (!excluded) findings.push(blockingFinding(curveTexts.faulty(level, outcome.problem.message)));
    return null;
  });
}

/** Returns the points, each with the content that the curve gives for its mean, its error and its residual. */
function backCalculated(
  workedPoints: readonly WorkedPoint[],
  meansByLevel: ReturnType<typeof meansOf>,
  fit: Fit | null,
  fitKind: 'linear' | 'origin' | 'weightedX' | 'weightedX2' | 'quadratic' | 'semiLog',
  zero: Decimal | null,
): WorkedPoint[] {
  return workedPoints.map((workedPoint, index): WorkedPoint => {
    const mean = meansByLevel[index];
    if (!mean) return workedPoint;
    const y = zero ? mean.mean.minus(zero) : mean.mean;
    const backCalculation =
      fit && !(fitKind === 'semiLog' && mean.x.isZero())
        ? outcomeOfCalculation(() => backCalculate(fit, [{ x: mean.x, y }])[0])
        : null;
    const {
      foundContent = null,
      error = null,
      residual = null,
    } = backCalculation?.ok ? (backCalculation.value ?? {}) : {};
    return {
      ...workedPoint,
      mean: mean.mean,
      net: y,
      logX: mean.x.isZero() ? null : fromFloat(Math.log10(mean.x.toNumber()), '含量'),
      foundContent,
      error,
      residual,
    };
  });
}

/**
 * Computes the line through the levels and the verdict. Incomplete levels are not fitted and block acceptance; excluded
 * levels are only shown.
 * @param pointFacts levels with their responses, the blank among them
 * @param plan requirements of the method (GBZ 331-2024 5.2.6.3.1 h)
 * @returns the fitted line, unrounded, and the findings that block its acceptance
 */
export function calculateCurve(
  { fit: kind, subtractZero }: CurveHead,
  pointFacts: readonly PointFacts[],
  plan: CurvePlan,
): CurveWork {
  const workedPoints = pointFacts.map(unworkedPoint);
  if (!plan.sheet) return workTubes(workedPoints, plan);
  const fitKind = kind as FitKind;
  const net = subtractZero === true && fitKind !== 'semiLog';
  const findings: CurveFinding[] = [];
  const meansByLevel = meansOf(workedPoints, findings);
  const usedPoints = workedPoints.filter(({ excluded }, index) => !excluded && meansByLevel[index]);
  const levels = outcomeOfCalculation(() =>
    levelMeans(
      usedPoints.map(({ point }) => ({ x: point.x ?? '', responses: responsesOf(point) })),
      net,
    ),
  );
  if (!levels.ok) findings.push(blockingFinding(levels.problem.message));
  const zero = levels.ok ? levels.value.zero : null;
  // A weighted fit can't contain the zero level. Where the zero level was subtracted, the fit does not need it.
  const weighted = fitKind === 'weightedX' || fitKind === 'weightedX2';
  const fittedPoints = levels.ok
    ? levels.value.levels.filter(({ x }) => !(net && weighted && x.isZero())).map(({ x, net: y }) => ({ x, y }))
    : [];
  const outcome = outcomeOfCalculation(() => fitCurve(fittedPoints, fitKind, zero));
  const fit = levels.ok && outcome.ok ? outcome.value : null;
  if (levels.ok && !outcome.ok)
    findings.unshift(blockingFinding(workedPoints.length === 0 ? curveTexts.noPoints : outcome.problem.message));
  if (fit) {
    findings.push(...judgeCurve(fit, fittedPoints, plan.rule).findings);
    if (fitKind !== 'semiLog' && fit.b.isNegative()) findings.push(blockingFinding(curveTexts.falling));
  }
  findings.push(...exclusionFindings(workedPoints));
  const backCalculatedPoints = backCalculated(workedPoints, meansByLevel, fit, fitKind, zero);
  return {
    points: backCalculatedPoints,
    fitted: fittedPoints,
    fit,
    findings,
    accepted: fit !== null && !findings.some(({ blocks }) => blocks),
    empty: workedPoints.length === 0,
  };
}

const refusedMark = '不合格：';
const remarkMark = '提示：';

/**
 * Joins findings into one text for storage, one line each with a mark for blocking findings; at most 2000 characters.
 */
export const findingsText = (findings: readonly CurveFinding[]): string =>
  findings
    .map(({ blocks, message }) => `${blocks ? refusedMark : remarkMark}${message}`)
    .join('\n')
    .slice(0, 2000);

/** Parses findings from their stored text; the reverse of {@link findingsText}. */
export const findingsOf = (text: string | null | undefined): CurveFinding[] =>
  (text ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) =>
      line.startsWith(refusedMark)
        ? blockingFinding(line.slice(refusedMark.length))
        : { blocks: false, message: line.startsWith(remarkMark) ? line.slice(remarkMark.length) : line },
    );

/** Number of digits of a stored coefficient: more than any result shows, and few enough for the column. */
const keptDigits = 30;

/** Returns the fields that are stored with a curve: coefficients with 30 digits, r and R² as displayed. */
export function storedCurve({ fit, points, accepted, findings, empty }: CurveWork) {
  const exactText = (value: Decimal | null): string | null =>
    value === null ? null : value.toSignificantDigits(keptDigits).toString();
  const tubes =
    fit || !accepted
      ? []
      : points.flatMap(({ x, excluded }) => (x && !excluded && !x.isZero() ? [x] : [])).sort((p, q) => p.comparedTo(q));
  return {
    accepted,
    a: fit ? exactText(fit.a) : null,
    b: fit ? exactText(fit.b) : null,
    c: fit && !fit.c.isZero() ? exactText(fit.c) : null,
    low: fit ? exactText(fit.low) : (tubes[0]?.toString() ?? null),
    high: fit ? exactText(fit.high) : (tubes.at(-1)?.toString() ?? null),
    zero: fit?.zero === null || fit?.zero === undefined ? null : String(fit.zero),
    r: fit ? truncatedR(fit.r) : null,
    r2: fit ? truncatedR(fit.r2) : null,
    sy: fit ? withoutCalculationNoise(fit.sy).toString() : null,
    findings: empty ? null : findingsText(findings) || null,
  };
}

/** Returns the contents of a series of tubes, for comparing two observers. */
export const tubesOf = (points: readonly PointFacts[]): string[] =>
  points.filter(({ excluded, x }) => excluded !== true && isFilled(x)).map(({ x }) => String(x));
