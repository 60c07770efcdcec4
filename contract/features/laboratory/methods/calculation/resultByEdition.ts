import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import {
  censoredResult,
  measuredResult,
  minimumTextOf,
  quantifiedResult,
  type Result,
  unquantifiedResult,
} from '@contract/arithmetic/numbers/censoredResults';
import { type Decimal, numberOf, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { decimalsOf, roundReported, roundSignificant, roundTo } from '@contract/arithmetic/numbers/roundingRules';
import type { LabRecord } from './labRecord';
import { isFilledIn, type MeasuredAmount, type SheetContext, shownContent } from './methodFamily';

// The reported result of a row, by the rules of its sampling day (GBZ 331-2024 G.1.2, or the rules before it).

/** Limits that a record states. */
interface ReportedBy extends Pick<SheetContext, 'lod' | 'loq'> {
  readonly record: Pick<LabRecord, 'publishedMinimum'>;
}

/** Result of a row before it is formatted. */
export interface UnformattedResult {
  readonly result: Result;
  /** Minimum of the row: printed, unrounded, and the amount from which it is calculated. */
  readonly minimum: { readonly result: Result; readonly bound: Decimal; readonly amount: Decimal } | null;
  readonly raw: Decimal;
  /** Rounds a value in the same way as the printed result. */
  readonly round: (value: Decimal) => string;
}

type ValueOf = (amount: Decimal) => Decimal;

const publishedDecimals = (sheet: ReportedBy, measurement: MeasuredAmount): number | undefined => {
  const publishedMinimum = sheet.record.publishedMinimum;
  return isFilledIn(publishedMinimum) ? decimalsOf(publishedMinimum) : measurement.decimals;
};

/**
 * Returns the minimum amount, in the unit of the contents: `upperBound` where there is one, else the greater of
 * `minAmount` and the detection limit.
 */
const minOf = (measurement: MeasuredAmount, limit: Decimal | null): Decimal | null =>
  measurement.upperBound ??
  (measurement.minAmount && (limit === null || measurement.minAmount.greaterThan(limit))
    ? measurement.minAmount
    : limit);

/** Refuses a result of 0, which is never reported (DOMAIN §4.3), unless 0 is a valid value. */
function assertNotZero(text: string, measurement: MeasuredAmount, limit: string): void {
  if (measurement.allowsZero || measurement.formatResult || !numberOf(text, '结果').isZero()) return;
  throw new CalculationProblem('missing', measurement.zeroProblem ?? `结果修约后为0，请填写${limit}后按未检出报出`);
}

/**
 * Refuses a value below the method's published minimum where the record states no limit of its own. The minimum of
 * this sample is then unknown (GBZ 331-2024 G.1.2.3).
 */
function assertNotBelowPublished(
  raw: Decimal,
  minimum: Decimal | null,
  unit: string,
  { record: { publishedMinimum } }: ReportedBy,
): void {
  if (
    minimum !== null ||
    unit !== 'mg/m³' ||
    !isFilledIn(publishedMinimum) ||
    !withoutCalculationNoise(raw).lessThan(publishedMinimum)
  )
    return;
  throw new CalculationProblem(
    'missing',
    `结果低于方法最低检出浓度${publishedMinimum} mg/m³，请填写检出限和定量下限后按小于最低定量浓度报出`,
  );
}

/**
 * Returns the result by the rules before GBZ 331-2024. A value below the detection limit, or not detected for another
 * reason, is reported as `<` and the minimum detectable concentration of this sample.
 * @param measurement amount of the sample, in the unit of the detection limit
 * @param value converts an amount to the result in `unit`
 * @param unit unit of the result
 * @param sheet detection limit and rules of the record
 * @throws CalculationProblem for a result below 0 without a detection limit
 */
export function resultBefore331(
  measurement: MeasuredAmount,
  value: ValueOf,
  unit: string,
  sheet: ReportedBy,
): UnformattedResult {
  const decimals = publishedDecimals(sheet, measurement);
  const { lod } = sheet;
  const minAmount = minOf(measurement, lod);
  const minimum =
    minAmount === null
      ? null
      : { result: censoredResult(value(minAmount), decimals), bound: value(minAmount), amount: minAmount };
  const raw = value(measurement.amount);
  const isBelow =
    measurement.upperBound !== undefined || (lod !== null && withoutCalculationNoise(measurement.amount).lessThan(lod));
  if (minimum && isBelow) return { result: minimum.result, minimum, raw, round: shownContent };
  if (raw.isNegative()) throw new CalculationProblem('missing', '结果小于0，请填写检出限后按未检出报出');
  const digits = minimum ? decimalsOf(minimum.result.text) : decimals;
  const roundContent =
    measurement.formatResult ??
    ((number: Decimal) =>
      digits === undefined ? roundSignificant(withoutCalculationNoise(number), 3) : roundReported(number, digits));
  const result = { ...measuredResult(withoutCalculationNoise(raw), digits ?? 0), text: roundContent(raw) };
  assertNotZero(result.text, measurement, '检出限');
  assertNotBelowPublished(raw, minAmount, unit, sheet);
  return { result, minimum, raw, round: roundContent };
}

/**
 * Returns the result by GBZ 331-2024. A value below the LOQ is reported as `<` and the minimum quantifiable
 * concentration (G.1.2.3), any other value with one decimal more than the limit has (G.1.2.2).
 * @param measurement amount of the sample, in the unit of the quantification limit
 * @param value converts an amount to the result in `unit`
 * @param unit unit of the result
 * @param sheet quantification limit and rules of the record
 * @param resultDecimals decimals that the limit determines; undefined where no limit is known, then those of the
 * minimum
 * @throws CalculationProblem for a result below 0 without a quantification limit
 */
export function resultBy331(
  measurement: MeasuredAmount,
  value: ValueOf,
  unit: string,
  sheet: ReportedBy,
  resultDecimals: number | undefined,
): UnformattedResult {
  const { loq } = sheet;
  const minAmount = minOf(measurement, loq);
  const bound = minAmount === null ? null : value(minAmount);
  const minimum =
    minAmount === null || bound === null ? null : { result: unquantifiedResult(bound), bound, amount: minAmount };
  const raw = value(measurement.amount);
  const isBelow =
    measurement.upperBound !== undefined ||
    (loq !== null && withoutCalculationNoise(measurement.amount).lessThan(withoutCalculationNoise(loq)));
  if (minimum && isBelow) return { result: minimum.result, minimum, raw, round: shownContent };
  if (raw.isNegative()) throw new CalculationProblem('missing', '结果小于0，请填写定量下限后按小于最低定量浓度报出');
  const publishedDigits = publishedDecimals(sheet, measurement);
  const digits =
    resultDecimals ?? (bound === null ? publishedDigits : decimalsOf(minimumTextOf(bound, publishedDigits)));
  if (measurement.formatResult || digits === undefined) {
    const roundResult =
      measurement.formatResult ?? ((number: Decimal) => roundSignificant(withoutCalculationNoise(number), 3));
    const result = { text: roundResult(raw), num: withoutCalculationNoise(raw).toString(), censored: false };
    assertNotZero(result.text, measurement, '定量下限');
    assertNotBelowPublished(raw, minAmount, unit, sheet);
    return { result, minimum, raw, round: roundResult };
  }
  const result = quantifiedResult(raw, digits, bound);
  assertNotZero(result.text, measurement, '定量下限');
  assertNotBelowPublished(raw, minAmount, unit, sheet);
  const shownDecimals = decimalsOf(result.text);
  return { result, minimum, raw, round: (number) => roundTo(withoutCalculationNoise(number), shownDecimals) };
}
