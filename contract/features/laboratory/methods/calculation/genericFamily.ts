import { energyMean } from '@contract/arithmetic/limits/physical';
import { evaluateExpression } from '@contract/arithmetic/numbers/evaluateExpression';
import { Decimal, settled } from '@contract/arithmetic/numbers/number';
import { LabProblem } from '@contract/arithmetic/numbers/problem';
import { parseResult } from '@contract/arithmetic/numbers/result';
import { roundSignificant } from '@contract/arithmetic/numbers/rounding';
import type { LabRow, WorkingInput } from './labRecord';
import { calculated, type Family, filled, meanReading, typed, zero } from './methodFamily';
import { rowVolume } from './rowVolume';

// Results without a formula of the method: by the record's own expression, or from a subcontractor's report (DOMAIN
// §8.1, 6 and 10).

const parameters = ['p1', 'p2', 'p3'] as const;

/** Variables that a record's expression may use. */
const expressionVariables: Readonly<Record<string, string>> = {
  p1: '参数1',
  p2: '参数2',
  p3: '参数3',
  V: '采样体积',
  V0: '标准采样体积',
};

const variablesOf = (row: LabRow) => ({
  ...Object.fromEntries(parameters.map((key) => [key, row.readings[key]])),
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
export const genericFamily: Family = {
  responses: parameters,
  air: false,
  blanks: false,
  read(row) {
    const { expression, unit } = row.readings;
    const value = filled(expression)
      ? evaluateExpression(expression, variablesOf(row))
      : meanReading(row.readings, parameters, '参数', isLevel(unit) ? energyMean : undefined);
    return { contents: { value }, notes: [] };
  },
  measure(row, { contents }) {
    const value = contents['value'] ?? zero;
    const variables = variablesOf(row);
    const read = parameters.filter((key) => filled(row.readings[key]));
    const formula =
      filled(row.readings['expression']) || isLevel(row.readings['unit'])
        ? null
        : read.length === 1
          ? `C=${read[0]}`
          : `C=(${read.join('+')})/${read.length}`;
    const inputs = (): WorkingInput[] =>
      Object.entries(expressionVariables).flatMap(([key, label]) => {
        const found = variables[key as keyof typeof variables];
        return found === null || found === undefined || found === ''
          ? []
          : [
              found instanceof Decimal
                ? calculated(key, label, found, 'L', roundSignificant(settled(found), 3))
                : typed(key, label, found),
            ];
      });
    const unit = row.readings['unit'] ?? '';
    return {
      amount: value,
      direct: (amount) => amount,
      unit,
      ...(formula ? { formula } : {}),
      ...(isTemperature(unit) ? { zero: true as const } : { zeroProblem: readAsZero }),
      computed: { value },
      inputs,
      notes: [],
    };
  },
};

/** Calculation that takes the value of a paper record from before the takeover, without recalculation. */
export const broughtFamily: Family = {
  responses: ['result'],
  air: false,
  blanks: false,
  read(row) {
    return { contents: { value: new Decimal(parseResult(row.readings['result'] ?? '').num) }, notes: [] };
  },
  measure(row, { contents }) {
    return {
      amount: contents['value'] ?? zero,
      taken: parseResult(row.readings['result'] ?? ''),
      unit: row.readings['unit'] ?? '',
      computed: {},
      inputs: () => [],
      notes: [],
    };
  },
};

/** Calculation that takes the value of the subcontractor's report, without recalculation. */
export const outsourcedFamily: Family = {
  responses: ['result'],
  air: false,
  blanks: false,
  read(row) {
    return { contents: { value: new Decimal(parseResult(row.readings['result'] ?? '').num) }, notes: [] };
  },
  measure(row, { contents }) {
    const taken = parseResult(row.readings['result'] ?? '');
    const bound = new Decimal(taken.num);
    if (bound.isNegative() || (taken.censored && bound.isZero()))
      throw new LabProblem('outOfRange', '分包检测结果应不小于0，请核对分包报告');
    if (!filled(row.readings['reportNo'])) throw new LabProblem('missing', '请填写分包报告编号');
    return {
      amount: contents['value'] ?? zero,
      taken,
      unit: row.readings['unit'] ?? '',
      computed: {},
      inputs: () => [],
      notes: [],
    };
  },
};
