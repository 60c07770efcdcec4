import type { Curve } from '@contract/arithmetic/curves/fitCurve';
import { readCurve } from '@contract/arithmetic/curves/readCurve';
import { follows2025Methods, follows331 } from '@contract/arithmetic/limits/standardEdition';
import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import type { Result } from '@contract/arithmetic/numbers/censoredResults';
import {
  Decimal,
  meanOf,
  numberOf,
  type Numeric,
  withoutCalculationNoise,
} from '@contract/arithmetic/numbers/decimalNumbers';
import { roundSignificant, roundTo } from '@contract/arithmetic/numbers/roundingRules';
import type { LabRow, Note, Readings, RecordSettings, WorkingInput } from './labRecord';

/** Data shared by the rows of one sheet. */
export interface SheetContext {
  readonly curve: Curve | null;
  /** Contents of the tubes of the standard series, for visual comparison. */
  readonly tubes: readonly string[];
  /** Contents are in ng/mL; if false they are in the unit of the layout's formula. */
  readonly contentsInNanograms: boolean;
  /** Factor from the curve's unit to the unit of the contents. */
  readonly curveUnitFactor: Decimal;
  /** LOD in the unit of the contents. */
  readonly lod: Decimal | null;
  /** LOQ in the unit of the contents; equal to the LOD for a method without a separate LOQ. */
  readonly loq: Decimal | null;
  readonly settings: RecordSettings;
  readonly rows: readonly LabRow[];
}

/** Contents by channel: front and back section, oxidised and unoxidised part, or a single one. */
export type Contents = Readonly<Record<string, Decimal>>;

export interface Reading {
  readonly contents: Contents;
  readonly notes: readonly Note[];
}

/** Measured amount, and how it is converted to the reported value. */
export interface MeasuredAmount {
  /** Amount net of the blank, which is compared with the LOD. */
  readonly amount: Decimal;
  /** Upper bound of the amount, where it is not detected for a reason other than the LOD. */
  readonly upperBound?: Decimal;
  /** Reason why the amount lies below that bound, e.g. 净值低于本底标准差的3倍. */
  readonly whyBelow?: string;
  /** Minimum detectable amount, where the balance rather than the LOD determines it. */
  readonly minAmount?: Decimal;
  /** Converts an amount to μg in the sample. */
  readonly massOf?: (amount: Decimal) => Decimal;
  /** Volume of the solution, mL, for results of incoming samples per mL. */
  readonly solutionVolume?: Decimal;
  /** Converts an amount directly to the result, where the result is not a mass per air volume. */
  readonly convertToResult?: (amount: Decimal) => Decimal;
  /** Result that is copied instead of calculated. */
  readonly copiedResult?: Result;
  readonly unit?: string;
  /** Formula, where it differs from the layout's. */
  readonly formula?: string;
  /** Formats the result, where the form of the record prescribes it. */
  readonly formatResult?: (value: Decimal) => string;
  /** Symbols of further factors of the formula; they are inserted before the division by the air volume. */
  readonly factors?: readonly string[];
  /** Symbols of further divisors. */
  readonly divisors?: readonly string[];
  /** Number of decimals of the result, where the method has no published minimum. */
  readonly decimals?: number;
  /** Whether 0 is a valid result, as for a temperature or a share. */
  readonly allowsZero?: true;
  /** Message where 0 is not a valid result. */
  readonly zeroProblem?: string;
  /** Intermediate contents that the record shows, by key of their column. */
  readonly computed: Contents;
  /** Intermediate values that are texts, by key of their column. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Inputs of the working; they are evaluated only when a person opens it. */
  readonly inputs: () => readonly WorkingInput[];
  readonly notes: readonly Note[];
}

/** Calculation of one kind of measurement. Methods share families and differ in their data. */
export interface CalculationFamily {
  /** Readings that must be filled before a row counts as measured. */
  readonly responses: readonly string[];
  /** The result depends on V0. */
  readonly dependsOnAirVolume: boolean;
  /** The formula accepts contents in ng/mL as well as in μg/mL. */
  readonly acceptsNanograms?: true;
  /** The blanks of the batch are subtracted; a missing blank gives a note. */
  readonly subtractsBlanks: boolean;
  /**
   * Formats intermediate values for which four significant digits are too few, e.g. a gain beside the mass of its
   * filter.
   */
  readonly formatIntermediate?: (value: Decimal) => string;
  /** Symbol of the amount in the formula. The minimum is calculated with the minimum amount in its place. */
  readonly amountSymbol?: string;
  /**
   * Checks the batch against its blanks.
   * @param sampleContents contents of the batch's samples, the row's own included
   * @throws CalculationProblem where the batch is void
   */
  readonly checkBatch?: (row: LabRow, sampleContents: readonly Contents[], blanks: readonly Contents[]) => void;
  /** Returns the contents of the row itself, before the blank is subtracted. */
  readonly readContents: (row: LabRow, sheet: SheetContext) => Reading;
  readonly measure: (row: LabRow, reading: Reading, blank: Contents, sheet: SheetContext) => MeasuredAmount;
}

/** Returns whether a value was filled in. */
export const isFilledIn = (value: string | null | undefined): value is string =>
  value !== null && value !== undefined && value.trim() !== '';

export const zero = new Decimal(0);

/** Replaces a negative content by 0: the response is below the intercept, so nothing was found. */
export const notBelowZero = (value: Decimal): Decimal => (value.isNegative() ? zero : value);

/** Returns whether GBZ 331-2024 was in force on the sampling day of a row. */
export const followsGbz331 = ({ normSet }: LabRow): boolean => follows331(normSet ?? 'pre331');
/** Returns whether GBZ/T 192.1-2025 and 192.2-2025 were in force on the sampling day of a row. */
export const followsMethods2025 = ({ normSet }: LabRow): boolean => follows2025Methods(normSet ?? 'pre331');

/**
 * Returns the content to subtract for a blank. A blank below `lod` counts as 0 (GBZ 331-2024 F.7: the LOQ; F.9,
 * F.11, F.13: the LOD); before that standard every blank is subtracted.
 * @param content content of the blank
 */
export function blankToSubtract(row: LabRow, content: Decimal | undefined, lod: Decimal | null): Decimal {
  const c0 = notBelowZero(content ?? zero);
  return followsGbz331(row) && lod !== null && withoutCalculationNoise(c0).lessThan(withoutCalculationNoise(lod))
    ? zero
    : c0;
}

/** Formats a content with four significant digits; calculations use the raw value. */
export const shownContent = (value: Decimal): string => roundSignificant(withoutCalculationNoise(value), 4);
/** Formats a percentage with one decimal. */
export const shownPercent = (value: Decimal): string => roundTo(withoutCalculationNoise(value), 1);

/**
 * Returns a calculated input of a working.
 * @param shownText rounded text; by default four significant digits
 */
export const calculatedInput = (
  symbol: string,
  label: string,
  value: Decimal,
  unit: string,
  shownText = shownContent(value),
): WorkingInput => ({
  symbol,
  label,
  shown: shownText,
  raw: withoutCalculationNoise(value).toString(),
  unit,
});
/**
 * Returns a typed input of a working, shown as typed.
 * @param symbol symbol in the formula, e.g. V0
 * @param label name of the quantity
 * @param value number as typed
 * @param unit unit behind the number; none by default
 */
export const typedInput = (symbol: string, label: string, value: Numeric, unit = ''): WorkingInput => ({
  symbol,
  label,
  shown: String(value),
  raw: String(value),
  unit,
});

/**
 * Returns the mean of the filled readings.
 * @param mean a different rule for the mean, e.g. by energy
 * @throws CalculationProblem without readings
 */
export function meanReading(
  readings: Readings,
  keys: readonly string[],
  label: string,
  mean: (values: readonly Decimal[]) => Decimal = (values) => meanOf(values, label),
): Decimal {
  const values = keys.flatMap((key) => (isFilledIn(readings[key]) ? [numberOf(readings[key], label)] : []));
  if (values.length === 0) throw new CalculationProblem('missing', `请填写${label}`);
  return mean(values);
}

interface CurveUse {
  readonly sheet: SheetContext;
  /** Name of the response in messages. */
  readonly label: string;
  /** Whether the response is a peak area. An area of 0 means no peak and gives content 0, whatever the intercept. */
  readonly peaks?: boolean;
  /** Advice for a response above the curve, where the method has no column for a dilution factor. */
  readonly advice?: string;
}

/**
 * Converts a response to a content, with a remark where the response lies outside the curve.
 * @throws CalculationProblem without a curve, or for a response above its highest level
 */
export function contentOf(
  response: Decimal,
  { sheet, label, peaks, advice = '请稀释后重新测定并填写稀释倍数' }: CurveUse,
): { content: Decimal; notes: Note[] } {
  if (!sheet.curve) throw new CalculationProblem('missing', '请选择已审核的标准曲线');
  if (peaks && response.isZero()) return { content: zero, notes: [] };
  const { content: curveContent, position } = readCurve(sheet.curve, response);
  const content = curveContent.times(sheet.curveUnitFactor);
  if (position === 'above') throw new CalculationProblem('beyondCurve', `${label}超出标准曲线最高点，${advice}`);
  const isDetected = sheet.lod === null || withoutCalculationNoise(content).greaterThanOrEqualTo(sheet.lod);
  return {
    content,
    notes:
      position === 'below' && isDetected && content.greaterThan(0)
        ? [{ level: 'info', message: `${label}低于标准曲线最低点` }]
        : [],
  };
}
