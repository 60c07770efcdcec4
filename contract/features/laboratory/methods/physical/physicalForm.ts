import { follows331, type StandardEdition, standardEditionOn } from '@contract/arithmetic/limits/standardEdition';
import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { type Decimal, numberOf } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundForReport } from '@contract/arithmetic/numbers/roundingRules';
import type { FieldMap } from '@contract/field';
import type { LabRow, Note, Readings, WorkingInput } from '../calculation/labRecord';
import { isFilledIn, type MeasuredAmount, typedInput } from '../calculation/methodFamily';

// Physical factors and other on-site measurements on the general record. A form is data, from which the record, the
// phone page and the paper are generated (GBZ 331-2024 F.16–F.27, K, J, L.1).

/** A row of a form, as the rules of the form use it. */
export interface FormRow {
  readonly readings: Readings;
  /** Edition of the standards that applies to the sampling day. */
  readonly set: StandardEdition;
}

/** Result of a row's readings. */
export interface FormValue {
  readonly value: Decimal;
  /** Formula with symbols. Replacing the symbols by the printed numbers gives the value on a calculator. */
  readonly formula: string;
  readonly inputs: readonly WorkingInput[];
  /** Values of the form's `calculated` columns, by key. */
  readonly computed?: Readonly<Record<string, Decimal>>;
  readonly texts?: Readonly<Record<string, string>>;
  /** Detection limit, where the value lies below it. The result is then `<` and this limit. */
  readonly detectionLimit?: Decimal;
}

export interface PhysicalForm {
  /** Key of the layout. */
  readonly key: string;
  /** Title of the original record. */
  readonly title: string;
  /** Pattern for the hazard names that use this form. */
  readonly hazards: RegExp;
  /** The form records a sample that is tested in the laboratory, not a reading on site. */
  readonly inLaboratory?: true;
  /** Unit of the result, never typed; a form with several quantities returns the unit of the row's quantity. */
  readonly unit: string | ((readings: Readings) => string);
  /**
   * Number of decimals of the result from 2025-05-01: one more than its limit has (GBZ 331-2024 G.1.2.2). Without
   * this number the result has three significant digits.
   */
  readonly decimals?: number | ((readings: Readings) => number);
  /** Formula in the head of the printed record. */
  readonly formula: string;
  /** Inputs, in the order of the form. */
  readonly readings: FieldMap;
  /**
   * Inputs that were added later. They are printed only where a row has a value, so that signed records print
   * unchanged.
   */
  readonly optional?: readonly string[];
  /** Inputs and calculated values that a paper of edition 4 or later prints only where a row has a value. */
  readonly onlyFilled?: readonly string[];
  readonly calculated?: Readonly<Record<string, { readonly label: string; readonly unit?: string }>>;
  /** Keys of readings, one of which is sufficient for a row to count as begun. */
  readonly startingReadings: readonly string[];
  /**
   * Calculates the value of a row.
   * @throws CalculationProblem that says what to correct in the readings
   */
  readonly value: (row: FormRow) => FormValue;
  /** Returns the labels of inputs that are still required to submit the record, although it has a value. */
  readonly missingInputs?: (row: FormRow) => readonly string[];
  /** Returns warnings about readings that are unusual by the standard but may be submitted, one sentence each. */
  readonly unusual?: (row: FormRow) => readonly string[];
}

/** Returns a row for its form; without a sampling day the current rules apply. */
export const formRow = ({ readings, sampledOn }: Pick<LabRow, 'readings' | 'sampledOn'>): FormRow => ({
  readings,
  set: sampledOn ? standardEditionOn(sampledOn) : '331+2026',
});

/** Returns the inputs of the working that are shown as typed. */
export const shownInputs = (
  readings: Readings,
  symbols: Readonly<Record<string, readonly [key: string, label: string, unit?: string]>>,
): WorkingInput[] =>
  Object.entries(symbols).flatMap(([symbol, [key, label, unit = '']]) =>
    isFilledIn(readings[key]) ? [typedInput(symbol, label, readings[key].trim(), unit)] : [],
  );

/** Returns the keys with a value, in order. */
export const filledOf = (readings: Readings, keys: readonly string[]): readonly string[] =>
  keys.filter((key) => isFilledIn(readings[key]));

/**
 * Returns a reading as a number.
 * @param key key of the reading in the form
 * @param label name of the reading in the message
 * @throws CalculationProblem that names a missing reading
 */
export function requiredReading(readings: Readings, key: string, label: string): Decimal {
  if (!isFilledIn(readings[key])) throw new CalculationProblem('missing', `请填写${label}`);
  return numberOf(readings[key], label);
}

/** Returns the unit of a form, which may depend on the readings. */
export const unitOf = ({ unit }: PhysicalForm, readings: Readings): string =>
  typeof unit === 'string' ? unit : unit(readings);
const formDecimals = ({ decimals }: PhysicalForm, readings: Readings): number | undefined =>
  typeof decimals === 'function' ? decimals(readings) : decimals;

/**
 * Returns the labels of inputs that a row still needs before its record may be submitted, also for a row without
 * readings.
 */
export function missingInputsOf(form: PhysicalForm, row: FormRow): readonly string[] {
  return form.missingInputs?.(row) ?? [];
}

/**
 * Calculates a row by its form.
 * @throws CalculationProblem like the form's `value`
 */
export function measuredBy(form: PhysicalForm, row: FormRow): MeasuredAmount {
  const { value, formula, inputs, computed = {}, texts = {}, detectionLimit } = form.value(row);
  const decimals = formDecimals(form, row.readings);
  const missingLabels = missingInputsOf(form, row);
  const formNotes: Note[] = [
    ...(missingLabels.length ? [{ level: 'error' as const, message: `请填写${missingLabels.join('、')}` }] : []),
    ...(form.unusual?.(row) ?? []).map((message) => ({ level: 'warning' as const, message })),
  ];
  return {
    amount: value,
    convertToResult: (amount) => amount,
    unit: unitOf(form, row.readings),
    formula,
    computed,
    texts,
    inputs: () => inputs,
    notes: formNotes,
    ...(detectionLimit ? { upperBound: detectionLimit, whyBelow: '净值低于本底标准差的3倍' } : {}),
    ...(decimals !== undefined && follows331(row.set)
      ? { formatResult: (amount: Decimal) => roundForReport(amount, decimals) }
      : {}),
  };
}
