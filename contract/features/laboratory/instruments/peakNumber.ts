/** Decimal mark of a column: a point, or the comma of instruments set to German, French or Russian. */
export type DecimalMark = '.' | ',';

/**
 * Patterns of a number: whole part, decimals, exponent. The whole part is plain, or in groups of three of which the
 * first does not begin with 0. Only an ungrouped whole part may have an exponent.
 */
const numberPatterns: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^([+-]?)(?:(\d+)|([1-9]\d{0,2}(?:[, '’]\d{3})+))(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/,
  ',': /^([+-]?)(?:(\d+)|([1-9]\d{0,2}(?:[. '’]\d{3})+))(?:,(\d*))?(?:[eE]([+-]?\d{1,3}))?$/,
};

/** Removes the zeros at the end. A loop is linear; the pattern `/0+$/` would retry at every run of zeros. */
function withoutEndZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/**
 * Converts an instrument's number (1234.5, 1,234.5, 1.2345E+04, full width too) to plain decimal text with the same
 * digits; null for anything else.
 * @param decimalMark decimal mark of the cell's column
 */
export function normalizedNumber(cell: string, decimalMark: DecimalMark = '.'): string | null {
  const match = numberPatterns[decimalMark].exec(cell.normalize('NFKC').trim());
  if (!match) return null;
  const [, sign = '', plainDigits, groupedDigits = '', fraction = '', exponent] = match;
  if (groupedDigits !== '' && exponent !== undefined) return null;
  const wholeDigits = plainDigits ?? groupedDigits.replace(/\D/g, '');
  const minus = sign === '-' ? '-' : '';
  if (exponent === undefined) return `${minus}${wholeDigits}${fraction ? `.${fraction}` : ''}`;
  const digits = wholeDigits + fraction;
  const point = wholeDigits.length + Number(exponent);
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const index = Math.max(point, 1);
  const [integerPart, fractionPart] = [
    padded.slice(0, index).replace(/^0+(?=\d)/, ''),
    withoutEndZeros(padded.slice(index)),
  ];
  return `${minus}${integerPart}${fractionPart ? `.${fractionPart}` : ''}`;
}

/** Returns whether the two decimal marks give different numbers, e.g. for 1,234. */
export function isAmbiguousNumber(cell: string): boolean {
  const [point, comma] = [normalizedNumber(cell, '.'), normalizedNumber(cell, ',')];
  return point !== null && comma !== null && Number(point) !== Number(comma);
}

/**
 * Determines the decimal mark of a column from all its cells: a cell that is a number with only one of the marks
 * decides. Returns null where all cells are numbers with both marks (1,234 and 98,640) or cells contradict each
 * other; a person then has to choose. A column with points only uses decimal points.
 */
export function decimalMarkOf(cells: readonly string[]): DecimalMark | null {
  let [byPoint, byComma, isUnclear] = [false, false, false];
  for (const cell of cells) {
    const [point, comma] = [normalizedNumber(cell, '.') !== null, normalizedNumber(cell, ',') !== null];
    byPoint ||= point && !comma;
    byComma ||= comma && !point;
    isUnclear ||= point && comma && cell.normalize('NFKC').includes(',');
  }
  if (byPoint && byComma) return null;
  if (byComma) return ',';
  return byPoint || !isUnclear ? '.' : null;
}
