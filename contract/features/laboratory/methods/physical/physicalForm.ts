import { follows331, type NormSet, normSetOn } from '@contract/arithmetic/limits/normSet';
import { type Decimal, numberOf } from '@contract/arithmetic/numbers/number';
import { LabProblem } from '@contract/arithmetic/numbers/problem';
import { roundForReport } from '@contract/arithmetic/numbers/rounding';
import type { FieldMap } from '@contract/field';
import type { LabRow, Note, Readings, WorkingInput } from '../calculation/labRecord';
import { filled, type Measured, typed } from '../calculation/methodFamily';

// Physical factors and other on-site measurements on the general record. A form is data; the record, the phone page and
// the paper are made from it (GBZ 331-2024 F.16–F.27, K, J, L.1).

/** A row of a form as its rules read it. */
export interface FormRow {
  readonly readings: Readings;
  /** Rules of the sampling day. */
  readonly set: NormSet;
}

/** Result of a row's readings. */
export interface FormValue {
  readonly value: Decimal;
  /** The formula with symbols. With its numbers it gives the value on a calculator. */
  readonly formula: string;
  readonly inputs: readonly WorkingInput[];
  /** By the keys of the form's `calculated` columns. */
  readonly computed?: Readonly<Record<string, Decimal>>;
  readonly texts?: Readonly<Record<string, string>>;
  /** Detection limit, where the value lies below it; the result is `<` and this. */
  readonly below?: Decimal;
}

export interface PhysicalForm {
  /** Key of the layout. */
  readonly key: string;
  /** Title of the original record. */
  readonly title: string;
  /** Pattern for the hazard names that use this form. */
  readonly hazards: RegExp;
  /** What the form records is a sample tested in the laboratory, not a reading on site. */
  readonly inLaboratory?: true;
  /** Unit of the result; for a form with several quantities that of the row's quantity. Never typed. */
  readonly unit: string | ((readings: Readings) => string);
  /**
   * Decimals of the result from 2025-05-01: one more than its limit's (GBZ 331-2024 G.1.2.2); without decimals, three
   * significant digits.
   */
  readonly decimals?: number | ((readings: Readings) => number);
  /** Text in the head of the printed record. */
  readonly formula: string;
  /** Inputs, in the order of the form. */
  readonly readings: FieldMap;
  /** Inputs that were added later: printed only where a row has a value, so that signed records print unchanged. */
  readonly optional?: readonly string[];
  readonly calculated?: Readonly<Record<string, { readonly label: string; readonly unit?: string }>>;
  /** Readings of which one suffices to count a row as begun. */
  readonly begun: readonly string[];
  /** @throws LabProblem that says what to correct in the readings */
  readonly value: (row: FormRow) => FormValue;
  /** Labels of what is still required to submit the record, although there is a value. */
  readonly wanted?: (row: FormRow) => readonly string[];
  /** What is unusual by the standard but may be submitted, a sentence each. */
  readonly unusual?: (row: FormRow) => readonly string[];
}

/** Returns a row for its form; without a sampling day the rules of today apply. */
export const formRow = ({ readings, sampledOn }: Pick<LabRow, 'readings' | 'sampledOn'>): FormRow => ({
  readings,
  set: sampledOn ? normSetOn(sampledOn) : '331+2026',
});

/** Returns the inputs of the working that are shown as typed. */
export const shownInputs = (
  readings: Readings,
  symbols: Readonly<Record<string, readonly [key: string, label: string, unit?: string]>>,
): WorkingInput[] =>
  Object.entries(symbols).flatMap(([symbol, [key, label, unit = '']]) =>
    filled(readings[key]) ? [typed(symbol, label, readings[key].trim(), unit)] : [],
  );

/** Returns the filled keys, in order. */
export const filledOf = (readings: Readings, keys: readonly string[]): readonly string[] =>
  keys.filter((key) => filled(readings[key]));

/**
 * Returns a reading as a number.
 * @throws LabProblem that names a missing reading
 */
export function needed(readings: Readings, key: string, label: string): Decimal {
  if (!filled(readings[key])) throw new LabProblem('missing', `请填写${label}`);
  return numberOf(readings[key], label);
}

/** Returns the unit of a form, which may depend on the readings. */
export const unitOf = ({ unit }: PhysicalForm, readings: Readings): string =>
  typeof unit === 'string' ? unit : unit(readings);
const decimalsOf = ({ decimals }: PhysicalForm, readings: Readings): number | undefined =>
  typeof decimals === 'function' ? decimals(readings) : decimals;

/** Returns the labels of what a row still needs before its record may be submitted, also for a row without readings. */
export function wantedOf(form: PhysicalForm, row: FormRow): readonly string[] {
  return form.wanted?.(row) ?? [];
}

/**
 * Calculates a row by its form.
 * @throws LabProblem like the form's `value`
 */
export function measuredBy(form: PhysicalForm, row: FormRow): Measured {
  const { value, formula, inputs, computed = {}, texts = {}, below } = form.value(row);
  const decimals = decimalsOf(form, row.readings);
  const wanted = wantedOf(form, row);
  const notes: Note[] = [
    ...(wanted.length ? [{ level: 'error' as const, message: `请填写${wanted.join('、')}` }] : []),
    ...(form.unusual?.(row) ?? []).map((message) => ({ level: 'warning' as const, message })),
  ];
  return {
    amount: value,
    direct: (amount) => amount,
    unit: unitOf(form, row.readings),
    formula,
    computed,
    texts,
    inputs: () => inputs,
    notes,
    ...(below ? { below, whyBelow: '净值低于本底标准差的3倍' } : {}),
    ...(decimals !== undefined && follows331(row.set)
      ? { printed: (amount: Decimal) => roundForReport(amount, decimals) }
      : {}),
  };
}
