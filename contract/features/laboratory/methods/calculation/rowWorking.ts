import type { Result } from '@contract/arithmetic/numbers/censoredResults';
import { type Decimal, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundSignificant } from '@contract/arithmetic/numbers/roundingRules';
import type { LabRow, Working, WorkingInput } from './labRecord';
import { type CalculationFamily, followsGbz331, isFilledIn, type MeasuredAmount } from './methodFamily';
import type { UnformattedResult } from './resultByEdition';
import { type ResultBasis, withFactors, formulaWithoutAir, workingOf } from './resultWorking';

interface RowWorkingContext {
  /** Formula of the record's layout. */
  readonly formula: string;
  readonly family: CalculationFamily;
  /** Unit of the contents. */
  readonly contentUnit: string;
  /** Standard sampling volume V0, L; null where the row has none. */
  readonly volume: Decimal | null;
  /** Unit of the result. */
  readonly unit: string;
}

/** Returns V0 as an input of the printed working. */
const airInput = (volume: Decimal | null): WorkingInput[] =>
  volume
    ? [
        {
          symbol: 'V0',
          label: '标准采样体积',
          shown: roundSignificant(withoutCalculationNoise(volume), 3),
          raw: withoutCalculationNoise(volume).toString(),
          unit: 'L',
        },
      ]
    : [];

/** Explains why a result has `<`, with the volume of its minimum (GBZ 331-2024 5.2.8.4 b). */
function whyCensored(result: Result, measurement: MeasuredAmount, volume: Decimal | null, isStrict: boolean): string {
  const shownLimit = result.text.slice(1);
  if (!isStrict) return `测得量低于检出限，报出小于最低检出浓度${shownLimit}`;
  const at = volume ? `（采样体积${roundSignificant(withoutCalculationNoise(volume), 3)} L）` : '';
  const comparisonText =
    measurement.whyBelow ??
    (measurement.minAmount ? '增量低于最小称量增量' : measurement.upperBound ? '颜色浅于首管' : '测得量低于定量下限');
  return `${comparisonText}，报出小于最低定量浓度${shownLimit}${at}，最低定量浓度进位取两位有效数字`;
}

/**
 * Returns the printed working of a row: formula, inputs and, for a result with `<`, the reason.
 * @param row row with a result
 * @param measurement amount that was measured, with its own formula and factors where it has them
 * @param unrounded result before it is formatted
 * @returns null where no formula is known
 */
export function workingOfRow(
  row: LabRow,
  measurement: MeasuredAmount,
  unrounded: UnformattedResult,
  { formula: recordFormula, family, contentUnit, volume, unit }: RowWorkingContext,
): Working | null {
  const expression = row.readings['expression'];
  const ownFormula = withFactors(
    measurement.formula ?? (recordFormula || (isFilledIn(expression) ? `C=${expression}` : '')),
    measurement.factors ?? [],
    measurement.divisors ?? [],
  );
  const formula = family.dependsOnAirVolume && !volume ? formulaWithoutAir(ownFormula, unit) : ownFormula;
  if (formula === '') return null;
  const { result, minimum, raw, round } = unrounded;
  const isStrict = followsGbz331(row);
  const { amountSymbol } = family;
  const label = measurement.whyBelow
    ? '探测下限'
    : measurement.minAmount
      ? '最小称量增量'
      : isStrict
        ? '定量下限'
        : '检出限';
  const minimumFacts: ResultBasis['minimumBasis'] = minimum
    ? {
        amountSymbol: amountSymbol ?? formula,
        minimumSymbol: isStrict ? 'LOQ' : 'LOD',
        label,
        minimumAmount: minimum.amount,
        unit: contentUnit,
        minimumResult: minimum.bound,
        reason: whyCensored(result, measurement, volume, isStrict),
      }
    : undefined;
  return workingOf({
    formula,
    inputs: [...measurement.inputs(), ...airInput(volume)],
    raw,
    result,
    unit,
    round,
    ...(minimumFacts ? { minimumBasis: minimumFacts } : {}),
  });
}
