import { type DecimalMark, decimalMarkOf, isAmbiguousNumber, normalizedNumber } from '../../instruments/peakNumber';
import { instrumentTexts } from '../instrumentTexts';
import { splitUnit } from './resultUnits';

const missingPattern =
  /^(?:-+|–+|—+|n\.?\s?a\.?|#n\/a|n\/a|nan|n\.?\s?d\.?|nf|null|none|未检出|未检测到?|无峰|没有峰|not (?:found|detected))$/i;

/** Returns whether a cell marks a missing value. */
export const isMissing = (cell: string): boolean => cell === '' || missingPattern.test(cell.normalize('NFKC').trim());

interface ReadValue {
  readonly value: string | null;
  /** Unit written after the number. */
  readonly unit: string | null;
  readonly reason: string | null;
}

/** Converts numbers such as `007` and `+5` to plain decimals. */
const plainNumber = (number: string): string => number.replace(/^(-?)0+(?=\d)/, '$1').replace(/^-(0*\.?0*)$/, '$1');

/**
 * Parses the number in a cell.
 * @param decimalMark decimal mark of the file; null where it is unknown
 * @param storedNumber number that a workbook stores
 */
export function readValue(
  cell: string,
  decimalMark: DecimalMark | null,
  storedNumber: string | null = null,
): ReadValue {
  if (storedNumber !== null) return { value: plainNumber(storedNumber), unit: splitUnit(cell).unit, reason: null };
  const { number: text, unit } = splitUnit(cell);
  if (isMissing(cell)) return { value: null, unit, reason: instrumentTexts.noValue };
  // Balances print the sign apart from its number.
  const joinedText = text.replace(/^([+-])\s+/, '$1');
  if (decimalMark === null && isAmbiguousNumber(joinedText))
    return { value: null, unit, reason: instrumentTexts.markUnclear(cell) };
  const number =
    decimalMark === null
      ? (normalizedNumber(joinedText, '.') ?? normalizedNumber(joinedText, ','))
      : normalizedNumber(joinedText, decimalMark);
  return number === null
    ? { value: null, unit, reason: instrumentTexts.notNumber(cell) }
    : { value: plainNumber(number), unit, reason: null };
}

/** Returns whether a cell is a number with either decimal mark. */
export function isNumeric(cell: string): boolean {
  const { number } = splitUnit(cell);
  return normalizedNumber(number, '.') !== null || normalizedNumber(number, ',') !== null;
}

/**
 * Determines the decimal mark of a file from all its cells; null where no cell decides or cells contradict each
 * other.
 */
export function markOfCells(cells: readonly string[]): DecimalMark | null {
  return decimalMarkOf(cells.map((cell) => splitUnit(cell).number));
}
