import { readCurve } from '@contract/arithmetic/curves/curve';
import type { Curve } from '@contract/arithmetic/curves/regression';
import { follows2025Methods, follows331 } from '@contract/arithmetic/limits/normSet';
import { Decimal, meanOf, numberOf, type Numeric, settled } from '@contract/arithmetic/numbers/number';
import { LabProblem } from '@contract/arithmetic/numbers/problem';
import type { Result } from '@contract/arithmetic/numbers/result';
import { roundSignificant, roundTo } from '@contract/arithmetic/numbers/rounding';
import type { LabRow, Note, Readings, RecordSettings, WorkingInput } from './record';

/** What the rows of one sheet share. */
export interface SheetContext {
  readonly curve: Curve | null;
  /** Contents of the standard series' tubes, of a record that is compared by eye. */
  readonly tubes: readonly string[];
  /** Contents are in ng/mL; else in what the way's formula is written for. */
  readonly nanograms: boolean;
  /** How many of that unit are in one of the curve's. */
  readonly units: Decimal;
  /** In the unit of the contents. */
  readonly lod: Decimal | null;
  /** In the unit of the contents; of a method that tells no LOQ apart the LOD. */
  readonly loq: Decimal | null;
  readonly settings: RecordSettings;
  readonly rows: readonly LabRow[];
}

/** By channel: front and back section, oxidised and unoxidised part, or one alone. */
export type Contents = Readonly<Record<string, Decimal>>;

export interface Reading {
  readonly contents: Contents;
  readonly notes: readonly Note[];
}

/** From what was read to what is reported. */
export interface Measured {
  /** Net of the blank: what is compared with the LOD. */
  readonly amount: Decimal;
  /** Not detected for another reason than the LOD, and the amount that it is less than. */
  readonly below?: Decimal;
  /** Least amount that could have been shown, where something else than the LOD tells it: the balance. */
  readonly least?: Decimal;
  /** μg in the sample, of an amount. */
  readonly massOf?: (amount: Decimal) => Decimal;
  /** Solution in mL, for results of incoming samples by the millilitre. */
  readonly solution?: Decimal;
  /** The value itself, where it is no mass by a volume of air. */
  readonly direct?: (amount: Decimal) => Decimal;
  /** A result that is taken over, not calculated. */
  readonly taken?: Result;
  readonly unit?: string;
  /** Where it differs from the layout's. */
  readonly formula?: string;
  /** Prints the result, where the form of the record says how. */
  readonly printed?: (value: Decimal) => string;
  /** What its formula is multiplied with besides, by the symbols of the inputs; put before its division by the air. */
  readonly times?: readonly string[];
  /** What it is divided by besides. */
  readonly by?: readonly string[];
  /** Of the result, where the method's publication has none. */
  readonly decimals?: number;
  /** 0 is a result like another: a temperature, a share. */
  readonly zero?: true;
  /** What to say where 0 is none. */
  readonly zeroProblem?: string;
  readonly computed: Contents;
  readonly texts?: Readonly<Record<string, string>>;
  /** Of the working; asked for where somebody looks at it. */
  readonly inputs: () => readonly WorkingInput[];
  readonly notes: readonly Note[];
}

/** How one kind of measurement is calculated; methods share families and differ in their data. */
export interface Family {
  /** Readings without which a row is still to be measured. */
  readonly responses: readonly string[];
  /** V0 counts in the result. */
  readonly air: boolean;
  /** Its formula takes contents in ng/mL as well as in μg/mL. */
  readonly nanograms?: true;
  /** Blanks of the batch are taken off; their absence is remarked. */
  readonly blanks: boolean;
  /** Of what is calculated on the way, where four significant digits would hide it: a mass beside its filter's. */
  readonly shown?: (value: Decimal) => string;
  /** What its formula calls the amount: the minimum is calculated with the least amount in its place. */
  readonly amount?: string;
  /**
   * Holds the batch against its blanks.
   * @param gains contents of the batch's samples, the row's own among them
   * @throws LabProblem where the batch is void
   */
  readonly checkBatch?: (row: LabRow, gains: readonly Contents[], blanks: readonly Contents[]) => void;
  /** Reads the row's own contents, not yet net of a blank. */
  readonly read: (row: LabRow, sheet: SheetContext) => Reading;
  readonly measure: (row: LabRow, reading: Reading, blank: Contents, sheet: SheetContext) => Measured;
}

export const filled = (value: string | null | undefined): value is string =>
  value !== null && value !== undefined && value.trim() !== '';

export const zero = new Decimal(0);

/** Contents below zero are responses under the intercept: nothing was found, and nothing is added to anything. */
export const notBelowZero = (value: Decimal): Decimal => (value.isNegative() ? zero : value);

/** Whether GBZ 331-2024 holds on the sampling day of a row. */
export const by331 = ({ normSet }: LabRow): boolean => follows331(normSet ?? 'pre331');
/** Whether GBZ/T 192.1-2025 and 192.2-2025 hold on the sampling day of a row. */
export const by2025 = ({ normSet }: LabRow): boolean => follows2025Methods(normSet ?? 'pre331');

/**
 * What is taken off for a blank. One below `least` counts 0 (GBZ 331-2024 F.7: the LOQ; F.9, F.11, F.13: what is not
 * detected); before that every blank is taken off.
 * @param content of the blank, in the unit of the contents
 */
export function blankTaken(row: LabRow, content: Decimal | undefined, least: Decimal | null): Decimal {
  const c0 = notBelowZero(content ?? zero);
  return by331(row) && least !== null && settled(c0).lessThan(settled(least)) ? zero : c0;
}

/** Contents are shown with four significant digits; the raw ones go on. */
export const shownContent = (value: Decimal): string => roundSignificant(settled(value), 4);
export const shownPercent = (value: Decimal): string => roundTo(settled(value), 1);

export const calculated = (
  symbol: string,
  label: string,
  value: Decimal,
  unit: string,
  shown = shownContent(value),
): WorkingInput => ({
  symbol,
  label,
  shown,
  raw: settled(value).toString(),
  unit,
});
export const typed = (symbol: string, label: string, value: Numeric, unit = ''): WorkingInput => ({
  symbol,
  label,
  shown: String(value),
  raw: String(value),
  unit,
});

/** Mean of the readings that are filled, by another rule where they have one of their own. */
export function meanReading(
  readings: Readings,
  keys: readonly string[],
  label: string,
  mean: (values: readonly Decimal[]) => Decimal = (values) => meanOf(values, label),
): Decimal {
  const values = keys.flatMap((key) => (filled(readings[key]) ? [numberOf(readings[key], label)] : []));
  if (values.length === 0) throw new LabProblem('missing', `请填写${label}`);
  return mean(values);
}

export interface CurveUse {
  readonly sheet: SheetContext;
  /** Names the response in messages. */
  readonly label: string;
  /** A peak area of 0 is no peak, whatever the intercept. */
  readonly peaks?: boolean;
  /** What to do about a response above the curve, where the method has no column for a dilution. */
  readonly beyond?: string;
}

/** The content of a response, with a remark where the curve does not reach it. */
export function contentOf(
  response: Decimal,
  { sheet, label, peaks, beyond = '请稀释后重新测定并填写稀释倍数' }: CurveUse,
): { content: Decimal; notes: Note[] } {
  if (!sheet.curve) throw new LabProblem('missing', '请选择已审核的标准曲线');
  if (peaks && response.isZero()) return { content: zero, notes: [] };
  const { content: read, position } = readCurve(sheet.curve, response);
  const content = read.times(sheet.units);
  if (position === 'above') throw new LabProblem('beyondCurve', `${label}超出标准曲线最高点，${beyond}`);
  const detected = sheet.lod === null || settled(content).greaterThanOrEqualTo(sheet.lod);
  return {
    content,
    notes:
      position === 'below' && detected && content.greaterThan(0)
        ? [{ level: 'info', message: `${label}低于标准曲线最低点` }]
        : [],
  };
}
