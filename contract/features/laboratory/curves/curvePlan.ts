import { type CurveRule, curveRule } from '@contract/arithmetic/curves/curveAcceptance';
import { type FitKind, fitLabels } from '@contract/arithmetic/curves/fitCurve';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import type { Row } from '@contract/entity';
import type { labMethod } from '@contract/features/library/entities/labMethod';
import type { labMethodItem } from '@contract/features/library/entities/labMethodItem';
import { labCurve } from '../entities/labCurve';
import { lodOf } from '../methods/calculation/calculateRecord';
import { methods, type MethodKey } from '../methods/methodCatalogue';
import { type CurveSheet, curveColumns, tubeColumns } from '../methods/sheets/curveColumns';
import { type Column, layoutOf, type MethodSheet } from '../methods/sheets/methodSheet';
import { methodSheets } from '../methods/sheets/methodSheets';

/** Data of the library about the curves of a method. */
type CurveLibrary = Partial<
  Pick<Row<typeof labMethod>, 'curveFit' | 'curveUnit' | 'curvePoints' | 'curveR' | 'resultRoute'>
>;

/** Data of the library (方法库) about a hazard by a method: quantification limit and upper end of the range. */
type CurveItem = Partial<Pick<Row<typeof labMethodItem>, 'loq' | 'rangeTop' | 'lodUnit'>>;

/** Requirements for the curves of a method: those of the method's sheet, adjusted by the library. */
export interface CurvePlan {
  readonly method: MethodKey;
  readonly part: string;
  readonly title: string;
  /** Sheet of the curve; null for a series of tubes, which has no fit. */
  readonly sheet: CurveSheet | null;
  readonly fits: readonly FitKind[];
  readonly usualFit: FitKind;
  readonly unit: string;
  readonly rule: CurveRule;
  readonly columns: readonly Column[];
  readonly conditions: readonly string[];
  /** Substances of the curve for phosphorus trichloride. */
  readonly bases: readonly string[];
}

/** Returns which curve of a method a layout uses. */
export const curvePartOf = (layout: string | null | undefined): string => (layout === 'pcl3' ? 'pcl3' : 'main');

/** Minimum number of tubes besides the zero tube (DOMAIN §4.1). */
const fewestTubes = 4;

const isMethod = (kind: string): kind is MethodKey => Object.hasOwn(methodSheets, kind);

/** Finds the kind of fit in a free text of the library. */
function fitIn(text: string | null | undefined, allowedFits: readonly FitKind[]): FitKind | undefined {
  const statedFit = text?.trim() ?? '';
  const fitPatterns: readonly (readonly [RegExp, FitKind])[] = [
    [/半对数|对数/, 'semiLog'],
    [/1\/x[²2]/i, 'weightedX2'],
    [/1\/x/i, 'weightedX'],
    [/二次|抛物/, 'quadratic'],
    [/原点/, 'origin'],
    [/线性|直线|一次/, 'linear'],
  ];
  const matchingFit =
    allowedFits.find((fitKind) => fitLabels[fitKind] === statedFit) ??
    fitPatterns.find(([pattern]) => pattern.test(statedFit))?.[1];
  return matchingFit && allowedFits.includes(matchingFit) ? matchingFit : undefined;
}

const unitOf = (sheet: MethodSheet, part: string, { curveUnit, resultRoute }: CurveLibrary): string => {
  const layout = sheet.layouts.some(({ key }) => key === (part === 'main' ? resultRoute : part))
    ? layoutOf(sheet, part === 'main' ? (resultRoute ?? undefined) : part)
    : layoutOf(sheet);
  return curveUnit?.trim() || layout.curveUnit || sheet.curve?.unit || 'μg/mL';
};

/**
 * Returns the requirements for the curves of a method; null where the method has no such curve page. A curve needs five
 * levels besides the blank, or more if the library requires them (GBZ 331-2024 5.2.6.3.1 h).
 * @param methodKind key of the method in `methods`
 * @param part key of the curve page; `main` for the first
 * @param library what the method library requires beyond the method
 */
export function curvePlanOf(methodKind: string, part: string, library: CurveLibrary = {}): CurvePlan | null {
  if (!isMethod(methodKind)) return null;
  const sheet: MethodSheet = methodSheets[methodKind];
  const page = methods.find(({ key }) => key === methodKind)?.pages;
  const title = page && 'curves' in page ? page.curves.find(({ key }) => key === part)?.title : undefined;
  if (title === undefined) return null;
  const rule: CurveRule = {
    ...(sheet.curve?.rule ?? { ...curveRule, levels: fewestTubes }),
    ...(library.curvePoints
      ? { levels: sheet.curve ? Math.max(curveRule.levels, library.curvePoints) : library.curvePoints }
      : {}),
    ...(library.curveR ? { r: library.curveR } : {}),
  };
  const unit = unitOf(sheet, part, library);
  const allowedFits: readonly FitKind[] = sheet.curve?.fits ?? ['linear'];
  return {
    method: methodKind,
    part,
    title,
    unit,
    rule,
    fits: allowedFits,
    sheet: sheet.curve ?? null,
    usualFit: fitIn(library.curveFit, allowedFits) ?? allowedFits[0] ?? 'linear',
    columns: sheet.curve ? curveColumns({ ...sheet.curve, unit }) : tubeColumns,
    conditions: sheet.conditions,
    bases: part === 'pcl3' ? ['PCl3', 'P'] : [],
  };
}

/**
 * Returns the plan for one hazard: levels from near the quantification limit to the end of the method's range (GBZ
 * 331-2024 5.2.6.3.1 h). A bound that can't be converted to the curve's unit is not checked.
 * @param unit of the curve
 */
export function planForItem(plan: CurvePlan, curveItem: CurveItem | null, unit: string): CurvePlan {
  const inUnit = (value: string | null | undefined, label: string): string | undefined => {
    const lodOutcome = outcomeOfCalculation(() =>
      lodOf({ lod: value ?? null, lodUnit: curveItem?.lodUnit ?? null, curveUnit: unit }, label),
    );
    return lodOutcome.ok && lodOutcome.value ? lodOutcome.value.toString() : undefined;
  };
  const [loq, rangeTop] = [inUnit(curveItem?.loq, '定量下限'), inUnit(curveItem?.rangeTop, '测定范围上限')];
  return { ...plan, rule: { ...plan.rule, ...(loq ? { loq } : {}), ...(rangeTop ? { top: rangeTop } : {}) } };
}

/** Returns which of instrument and standard are missing for a curve; a series of tubes needs no instrument. */
export function missingCurveEquipment(
  { sheet }: CurvePlan,
  { instrument, standard }: Readonly<Record<'instrument' | 'standard', unknown>>,
): string[] {
  const { fields } = labCurve;
  return [
    ...(sheet && instrument === null ? [fields.instrument.label] : []),
    ...(standard === null ? [fields.standard.label] : []),
  ];
}

/**
 * Returns the hint that a standard series was not prepared on the day of the test; null where it was. GBZ 331-2024
 * 5.2.6.3.1 f, h requires it as a rule, so the record is not refused.
 * @param testDate `YYYY-MM-DD`
 */
export const seriesAgeHint = (preparedOn: string, testDate: string): string | null =>
  preparedOn === testDate
    ? null
    : `标准系列配制于${preparedOn}，检测日期为${testDate}；低浓度储备液和标准系列宜当天配制，每次新配`;

/** Formats the requirements for a curve as text. */
export function ruleText({ sheet, rule }: CurvePlan, fit: FitKind): string {
  if (!sheet) return `除零管外不少于${rule.levels}管`;
  const parts = [
    fit === 'quadratic' ? `不少于${Math.max(6, rule.levels)}个点` : `除空白外不少于${rule.levels}个浓度点`,
    fit === 'quadratic' ? `R²≥${rule.r2}` : `${fit === 'semiLog' ? '|r|' : 'r'}≥${rule.r}`,
  ];
  if (rule.slope) parts.push(`斜率绝对值${rule.slope[0]}～${rule.slope[1]}mV`);
  if (rule.loq) parts.push(`最低浓度点在定量下限${rule.loq}附近`);
  if (rule.top) parts.push(`最高浓度点不超过测定范围上限${rule.top}`);
  return [...parts, `回算相对误差≤${rule.error}%（最低浓度点≤${rule.lowestError}%，超出时提示）`].join('；');
}
