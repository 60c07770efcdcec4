import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { parseResult } from '@contract/arithmetic/numbers/censoredResults';
import { Decimal, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { evaluateExpression } from '@contract/arithmetic/numbers/evaluateExpression';
import { roundSignificant } from '@contract/arithmetic/numbers/roundingRules';
import { energyMean } from '@contract/arithmetic/physical/physicalFactors';
import type { LabRow, WorkingInput } from './labRecord';
import { calculatedInput, type CalculationFamily, isFilledIn, meanReading, typedInput, zero } from './methodFamily';
import { rowVolume } from './rowVolume';

// Results without a formula of the method: by the record's own expression, or from a subcontractor's report (DOMAIN
// §8.1, 6 and 10).

const parameterKeys = ['p1', 'p2', 'p3'] as const;

/** Variables that a record's expression may use. */
const expressionVariables: Readonly<Record<string, string>> = {
  p1: '参数1',
  p2: '参数2',
  p3: '参数3',
  V: '采样体积',
  V0: '标准采样体积',
};

const variablesOf = (row: LabRow) => ({
  ...Object.fromEntries(parameterKeys.map((key) => [key, row.readings[key]])),
  V: row.volume,
  V0: rowVolume(row),
});

/**
 * Returns whether a unit is a level in dB(A) or dB(C). Levels are averaged by energy (DOMAIN §2.6): 80, 80 and 92
 * average 87.7, not 84.
 */
const isLevel = (unit: string | null | undefined): boolean => /^\s*dB/i.test(unit ?? '');

const readAsZero = '读数为0，请在记录表头的检出限中填写仪器的最低检出值，结果按小于该值报出';

/**
 * Returns whether a unit is a temperature. 0 ℃ is a valid value; 0 of another quantity is below what the instrument
 * can measure.
 */
const isTemperature = (unit: string): boolean => /[℃℉K]\s*$/.test(unit);

/**
 * Calculation of the general record. Without an expression the result is the mean of the readings, e.g. three
 * readings of a direct-reading instrument.
 */
export const genericFamily: CalculationFamily = {
  responses: parameterKeys,
  dependsOnAirVolume: false,
  subtractsBlanks: false,
  readContents(row) {
    const { expression, unit } = row.readings;
    const value = isFilledIn(expression)
      ? evaluateExpression(expression, variablesOf(row))
      : meanReading(row.readings, parameterKeys, '参数', isLevel(unit) ? energyMean : undefined);
    return { contents: { value }, notes: [] };
  },
  measure(row, { contents }) {
    const value = contents['value'] ?? zero;
    const variables = variablesOf(row);
    const filledParameters = parameterKeys.filter((key) => isFilledIn(row.readings[key]));
    const formula =
      isFilledIn(row.readings['expression']) || isLevel(row.readings['unit'])
        ? null
        : filledParameters.length === 1
          ? `C=${filledParameters[0]}`
          : `C=(${filledParameters.join('+')})/${filledParameters.length}`;
    const inputs = (): WorkingInput[] =>
      Object.entries(expressionVariables).flatMap(([key, label]) => {
        const variable = variables[key as keyof typeof variables];
        return variable === null || variable === undefined || variable === ''
          ? []
          : [
              variable instanceof Decimal
                ? calculatedInput(key, label, variable, 'L', roundSignificant(withoutCalculationNoise(variable), 3))
                : typedInput(key, label, variable),
            ];
      });
    const unit = row.readings['unit'] ?? '';
    return {
      amount: value,
      convertToResult: (amount) => amount,
      unit,
      ...(formula ? { formula } : {}),
      ...(isTemperature(unit) ? { allowsZero: true as const } : { zeroProblem: readAsZero }),
      computed: { value },
      inputs,
      notes: [],
    };
  },
};

/** Calculation that takes the value of a paper record from before the takeover, without recalculation. */
export const broughtFamily: CalculationFamily = {
  responses: ['result'],
  dependsOnAirVolume: false,
  subtractsBlanks: false,
  readContents(row) {
    return { contents: { value: new Decimal(parseResult(row.readings['result'] ?? '').num) }, notes: [] };
  },
  measure(row, { contents }) {
    return {
      amount: contents['value'] ?? zero,
      copiedResult: parseResult(row.readings['result'] ?? ''),
      unit: row.readings['unit'] ?? '',
      computed: {},
      inputs: () => [],
      notes: [],
    };
  },
};

/** Calculation that takes the value of the subcontractor's report, without recalculation. */
export const outsourcedFamily: CalculationFamily = {
  responses: ['result'],
  dependsOnAirVolume: false,
  subtractsBlanks: false,
  readContents(row) {
    return { contents: { value: new Decimal(parseResult(row.readings['result'] ?? '').num) }, notes: [] };
  },
  measure(row, { contents }) {
    const parsedResult = parseResult(row.readings['result'] ?? '');
    const bound = new Decimal(parsedResult.num);
    if (bound.isNegative() || (parsedResult.censored && bound.isZero()))
      throw new CalculationProblem('outOfRange', '分包检测结果应不小于0，请核对分包报告');
    if (!isFilledIn(row.readings['reportNo'])) throw new CalculationProblem('missing', '请填写分包报告编号');
    return {
      amount: contents['value'] ?? zero,
      copiedResult: parsedResult,
      unit: row.readings['unit'] ?? '',
      computed: {},
      inputs: () => [],
      notes: [],
    };
  },
};
