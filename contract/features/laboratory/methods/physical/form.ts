import { follows331, type NormSet, normSetOn } from '@contract/arithmetic/limits/normSet';
import { type Decimal, numberOf } from '@contract/arithmetic/numbers/number';
import { LabProblem } from '@contract/arithmetic/numbers/problem';
import { roundForReport } from '@contract/arithmetic/numbers/rounding';
import type { FieldMap } from '@contract/field';
import { filled, type Measured, typed } from '../calculation/family';
import type { LabRow, Note, Readings, WorkingInput } from '../calculation/record';

// 物理因素 and other measurements at the place on the general record: a form is data, the record, the telephone and the
// paper are made of it (GBZ 331-2024 F.16–F.27, K, J, L.1).

/** A row of a form as its rules read it. */
export interface FormRow {
  readonly readings: Readings;
  /** Rules of the day of sampling. */
  readonly set: NormSet;
}

/** What the readings of a row come to. */
export interface FormValue {
  readonly value: Decimal;
  /** The formula with symbols; typed into a calculator with its numbers it gives the value. */
  readonly formula: string;
  readonly inputs: readonly WorkingInput[];
  /** By the keys of the form's `calculated` columns. */
  readonly computed?: Readonly<Record<string, Decimal>>;
  readonly texts?: Readonly<Record<string, string>>;
}

export interface PhysicalForm {
  /** Key of its layout. */
  readonly key: string;
  /** Of the original record. */
  readonly title: string;
  /** What the hazard of a record is called that is written on it. */
  readonly hazards: RegExp;
  /** Of the result; of a form for several quantities that of the row's. Never typed. */
  readonly unit: string | ((readings: Readings) => string);
  /**
   * Decimals of the result from 2025-05-01: one more than its limit's (GBZ 331-2024 G.1.2.2); three significant digits
   * where it has none.
   */
  readonly decimals?: number | ((readings: Readings) => number);
  /** As the paper's head has it. */
  readonly formula: string;
  /** What is typed, in the order of the form. */
  readonly readings: FieldMap;
  readonly calculated?: Readonly<Record<string, { readonly label: string; readonly unit?: string }>>;
  /** Readings of which one makes a row begun. */
  readonly begun: readonly string[];
  /** @throws LabProblem that says what to do about the readings */
  readonly value: (row: FormRow) => FormValue;
  /** What the record can't be handed in without though there is a value, each as its label. */
  readonly wanted?: (row: FormRow) => readonly string[];
}

/** A row without a day of sampling follows the rules of today. */
export const formRow = ({ readings, sampledOn }: Pick<LabRow, 'readings' | 'sampledOn'>): FormRow => ({
  readings,
  set: sampledOn ? normSetOn(sampledOn) : '331+2026',
});

/** Readings of a form that stand as typed in its working. */
export const shownInputs = (
  readings: Readings,
  symbols: Readonly<Record<string, readonly [key: string, label: string, unit?: string]>>,
): WorkingInput[] =>
  Object.entries(symbols).flatMap(([symbol, [key, label, unit = '']]) =>
    filled(readings[key]) ? [typed(symbol, label, readings[key].trim(), unit)] : [],
  );

/** Keys that are filled, in their order. */
export const filledOf = (readings: Readings, keys: readonly string[]): readonly string[] =>
  keys.filter((key) => filled(readings[key]));

/** @throws LabProblem that names what is missing */
export function needed(readings: Readings, key: string, label: string): Decimal {
  if (!filled(readings[key])) throw new LabProblem('missing', `请填写${label}`);
  return numberOf(readings[key], label);
}

export const unitOf = ({ unit }: PhysicalForm, readings: Readings): string =>
  typeof unit === 'string' ? unit : unit(readings);
const decimalsOf = ({ decimals }: PhysicalForm, readings: Readings): number | undefined =>
  typeof decimals === 'function' ? decimals(readings) : decimals;

/** Labels of what a row still wants before its record may be handed in; a row without readings wants them. */
export function wantedOf(form: PhysicalForm, row: FormRow): readonly string[] {
  return form.wanted?.(row) ?? [];
}

/** A row's result by its form, as the record's calculation takes it. @throws LabProblem */
export function measuredBy(form: PhysicalForm, row: FormRow): Measured {
  const { value, formula, inputs, computed = {}, texts = {} } = form.value(row);
  const decimals = decimalsOf(form, row.readings);
  const wanted = wantedOf(form, row);
  const notes: Note[] = wanted.length ? [{ level: 'error', message: `请填写${wanted.join('、')}` }] : [];
  return {
    amount: value,
    direct: (amount) => amount,
    unit: unitOf(form, row.readings),
    formula,
    computed,
    texts,
    inputs: () => inputs,
    notes,
    ...(decimals !== undefined && follows331(row.set)
      ? { printed: (amount: Decimal) => roundForReport(amount, decimals) }
      : {}),
  };
}
