import { type CurveFinding, nernstSlope } from '@contract/arithmetic/curves/curveAcceptance';
import { type BandPoint, curveConfidenceBand } from '@contract/arithmetic/curves/curveConfidenceBand';
import { type Curve, type FitKind, fitLabels } from '@contract/arithmetic/curves/fitCurve';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal, numberOf, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { decimalsOf, roundSignificant, roundTo } from '@contract/arithmetic/numbers/roundingRules';
import type { Row } from '@contract/entity';
import type { labCurve } from '../entities/labCurve';
import type { Column } from '../methods/sheets/methodSheet';
import { type CurvePlan, curvePlanOf } from './curvePlan';
import { curveTexts } from './curveTexts';
import {
  type CurveWork,
  findingsOf,
  type PointFacts,
  storedCurve,
  calculateCurve,
  type WorkedPoint,
} from './curveWork';
import { curveOf } from './storedCurve';

// Texts about a curve, which the page and the printed record share.

export type StoredCurve = Row<typeof labCurve>;

export interface CurveRow {
  /** Texts by column key. */
  readonly texts: Readonly<Record<string, string>>;
  readonly excluded: boolean;
  readonly reason: string;
}

/** A level as plotted. */
interface PlottedPoint {
  readonly level: number;
  readonly x: number;
  readonly y: number;
  readonly residual: number | null;
  readonly excluded: boolean;
}

export interface CurvePlot {
  /** Title of the x axis with its unit; `yTitle` is that of the y axis. */
  readonly xTitle: string;
  readonly yTitle: string;
  /** Whether the axis of contents is logarithmic. */
  readonly logarithmic: boolean;
  readonly points: readonly PlottedPoint[];
  /** Fitted line with its 95 % confidence band; empty without a fit. */
  readonly band: readonly BandPoint[];
}

export interface CurveView {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly CurveRow[];
  readonly fitLabel: string;
  /** Equation, e.g. y = 1.2324x − 0.1980; empty without a fit and for a series of tubes. */
  readonly equation: string;
  /** Facts of the curve: 截距a, 斜率b, 二次项c, r, R², 残余标准差, 范围, 零浓度响应值; absent ones are left out. */
  readonly facts: readonly { readonly label: string; readonly text: string }[];
  readonly accepted: boolean;
  readonly verdict: string;
  readonly findings: readonly CurveFinding[];
  readonly plot: CurvePlot | null;
}

const formatNumber = (value: Decimal, digits: number): string =>
  roundSignificant(withoutCalculationNoise(value), digits);
const withMinusSign = (text: string): string => text.replace(/^-/, '−');
const signedTerm = (text: string): string => (text.startsWith('-') ? `− ${text.slice(1)}` : `+ ${text}`);

/**
 * Formats a stored slope with five significant digits.
 * @throws CalculationProblem for a value that is not a number
 */
export const shownSlope = (b: string): string => withMinusSign(formatNumber(numberOf(b, '斜率b'), 5));

/**
 * Formats the criterion of a stored fit: r, |r| of a semi-log curve, R² of a quadratic one; empty for a series of
 * tubes.
 */
export function fitCriterionText({ fit, r, r2 }: Pick<StoredCurve, 'fit' | 'r' | 'r2'>): string {
  if (fit === 'quadratic') return r2 === null ? '' : `R²=${r2}`;
  if (r === null) return '';
  return fit === 'semiLog' ? `|r|=${r.replace('-', '')}` : `r=${withMinusSign(r)}`;
}

/** Formats the equation y = bx + a, the slope with five significant digits and the intercept with four. */
function equationOf(curve: Curve): string {
  const [a, b, c] = [curve.a, curve.b, curve.c].map((value) => numberOf(value, '系数')) as [Decimal, Decimal, Decimal];
  if (curve.kind === 'semiLog')
    return `E = ${withMinusSign(formatNumber(a, 4))} ${signedTerm(formatNumber(b, 4))}·lg c`;
  const [slope, intercept] = [formatNumber(b, 5), formatNumber(a, 4)];
  if (curve.kind === 'origin') return `y = ${withMinusSign(slope)}x`;
  if (curve.kind !== 'quadratic') return `y = ${withMinusSign(slope)}x ${signedTerm(intercept)}`;
  return `y = ${withMinusSign(formatNumber(c, 4))}x² ${signedTerm(slope)}x ${signedTerm(intercept)}`;
}

/** Formats a mean with one digit more than its readings; a single reading stays as typed. */
function meanText(mean: Decimal, { y1, y2, y3 }: PointFacts): string {
  const filledResponses = [y1, y2, y3]
    .filter((response) => response !== null && response !== undefined && String(response).trim() !== '')
    .map(String);
  const decimals = Math.max(...filledResponses.map(decimalsOf), 0);
  return roundTo(
    withoutCalculationNoise(mean),
    filledResponses.length > 1 &&
      !withoutCalculationNoise(mean).equals(roundTo(withoutCalculationNoise(mean), decimals))
      ? decimals + 1
      : decimals,
  );
}

/**
 * Returns the table row of a level.
 * @param isBlankSubtracted whether the zero level was subtracted; if not, there is no net response
 */
const rowOf =
  (isBlankSubtracted: boolean) =>
  (workedPoint: WorkedPoint): CurveRow => {
    const { point, level, mean, net, foundContent, error, logX } = workedPoint;
    const textOfValue = (value: unknown) => (value === null || value === undefined ? '' : String(value));
    return {
      texts: {
        level: String(level),
        tube: String(level - 1),
        standardVolume: textOfValue(point.standardVolume),
        x: textOfValue(point.x),
        content: textOfValue(point.x),
        y1: textOfValue(point.y1),
        y2: textOfValue(point.y2),
        y3: textOfValue(point.y3),
        absorberVolume: textOfValue(point.absorberVolume),
        colour: textOfValue(point.colour),
        logX: logX ? roundTo(logX, 4) : '',
        mean: mean ? meanText(mean, point) : '',
        net: net && isBlankSubtracted ? meanText(net, point) : '',
        found: foundContent ? formatNumber(foundContent, 4) : '',
        error: error ? roundTo(withoutCalculationNoise(error), 1) : '',
      },
      excluded: workedPoint.excluded,
      reason: point.excludedReason?.trim() ?? '',
    };
  };

const unitBehind = (name: string, unit: string): string => (unit ? `${name}（${unit}）` : name);

function plotOf({ points, fitted, fit }: CurveWork, { sheet, unit }: CurvePlan, kind: FitKind): CurvePlot | null {
  if (!sheet) return null;
  const logarithmic = kind === 'semiLog';
  const band = fit ? outcomeOfCalculation(() => curveConfidenceBand(fitted, kind)) : null;
  return {
    xTitle: unitBehind(sheet.x, unit),
    yTitle: unitBehind(sheet.y, sheet.responseUnit ?? ''),
    logarithmic,
    points: points.flatMap(({ level, x, net, residual, excluded }) =>
      x && net && !(logarithmic && x.isZero())
        ? [{ level, x: x.toNumber(), y: net.toNumber(), residual: residual?.toNumber() ?? null, excluded }]
        : [],
    ),
    band: band?.ok ? band.value : [],
  };
}

/** Returns the Nernst slope ln10·R·T/F at the solution's temperature; null where the conditions do not state it. */
function nernstFact(curve: Pick<StoredCurve, 'conditions'>): { label: string; text: string }[] {
  const statedTemperature = /-?\d+(\.\d+)?/.exec(curve.conditions?.['溶液温度'] ?? '')?.[0];
  const slope = statedTemperature === undefined ? null : outcomeOfCalculation(() => nernstSlope(statedTemperature));
  return slope?.ok
    ? [
        {
          label: '能斯特理论斜率',
          text: `${roundTo(withoutCalculationNoise(slope.value), 2)} mV（${statedTemperature} ℃）`,
        },
      ]
    : [];
}

function factsOf(
  row: Pick<StoredCurve, 'a' | 'b' | 'c' | 'low' | 'high' | 'zero' | 'r' | 'r2' | 'sy' | 'conditions'>,
  kind: FitKind,
  { unit, sheet }: CurvePlan,
): CurveView['facts'] {
  const factIfPresent = (label: string, value: string | null, digits: number) =>
    value === null ? [] : [{ label, text: withMinusSign(formatNumber(numberOf(value, label), digits)) }];
  const range =
    row.low === null || row.high === null
      ? []
      : [
          {
            label: sheet ? '线性范围' : '含量范围',
            text: `${numberOf(row.low, '最低点').toString()}～${numberOf(row.high, '最高点').toString()} ${unit}`,
          },
        ];
  return [
    ...factIfPresent(kind === 'semiLog' ? '截距a（mV）' : '截距a', row.a, 4),
    ...factIfPresent(kind === 'semiLog' ? '斜率S（mV）' : '斜率b', row.b, 5),
    ...(kind === 'quadratic' ? factIfPresent('二次项c', row.c, 4) : []),
    ...(row.r === null
      ? []
      : [
          {
            label: kind === 'semiLog' ? '相关系数|r|' : '相关系数r',
            text: kind === 'semiLog' ? row.r.replace('-', '') : withMinusSign(row.r),
          },
        ]),
    ...(row.r2 === null || kind !== 'quadratic' ? [] : [{ label: '决定系数R²', text: row.r2 }]),
    ...factIfPresent('残余标准差', row.sy, 3),
    ...factIfPresent('零浓度响应值', row.zero, 4),
    ...(kind === 'semiLog' ? nernstFact(row) : []),
    ...range,
  ];
}

/**
 * Returns the display data of a curve during input, computed from the current points.
 * @param pointFacts typed levels, in the order of the page
 * @param plan requirements of the method
 */
export function liveView(
  curve: Pick<StoredCurve, 'fit' | 'subtractZero' | 'conditions'>,
  pointFacts: readonly PointFacts[],
  plan: CurvePlan,
): CurveView {
  const workedCurve = calculateCurve(curve, pointFacts, plan);
  const kind = curve.fit as FitKind;
  return {
    title: plan.title,
    columns: plan.columns,
    rows: workedCurve.points.map(rowOf(curve.subtractZero === true)),
    fitLabel: plan.sheet ? fitLabels[kind] : plan.title,
    equation: workedCurve.fit ? equationOf(workedCurve.fit) : '',
    facts: factsOf({ ...storedCurve(workedCurve), conditions: curve.conditions }, kind, plan),
    accepted: workedCurve.accepted,
    verdict: workedCurve.empty ? curveTexts.pending : workedCurve.accepted ? curveTexts.accepted : curveTexts.refused,
    findings: workedCurve.empty ? [] : workedCurve.findings,
    plot: plotOf(workedCurve, plan, kind),
  };
}

/**
 * Returns the display data of a stored curve for the record and its print. Rows are recomputed; coefficients and
 * verdict are the stored ones, even if the library's rule has changed since.
 * @throws Error for a curve whose method has no curve page (programming error)
 */
export function curveView(curve: StoredCurve, pointFacts: readonly PointFacts[]): CurveView {
  const namedPlan = curvePlanOf(curve.methodKind, curve.part, { curveUnit: curve.unit });
  if (!namedPlan) throw new Error(`no curve ${curve.part} of ${curve.methodKind}`);
  const kind = curve.fit as FitKind;
  const parsedCurve = curveOf(curve);
  return {
    ...liveView(curve, pointFacts, namedPlan),
    equation: parsedCurve && namedPlan.sheet ? equationOf(parsedCurve) : '',
    facts: factsOf(curve, kind, namedPlan),
    accepted: curve.accepted === true,
    verdict: pointFacts.length === 0 ? curveTexts.pending : curve.accepted ? curveTexts.accepted : curveTexts.refused,
    findings: findingsOf(curve.findings),
  };
}
