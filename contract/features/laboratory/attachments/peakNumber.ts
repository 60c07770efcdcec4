/**
 * What stands before the decimals: a point, or the comma of instruments that were set up in German, French or Russian.
 */
export type DecimalMark = '.' | ',';

/**
 * Whole part – plain, or in groups of three, of which the first does not begin with 0 –, decimals, exponent (of plain
 * digits alone).
 */
const forms: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^([+-]?)(?:(\d+)|([1-9]\d{0,2}(?:[, '’]\d{3})+))(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/,
  ',': /^([+-]?)(?:(\d+)|([1-9]\d{0,2}(?:[. '’]\d{3})+))(?:,(\d*))?(?:[eE]([+-]?\d{1,3}))?$/,
};

/**
 * A number as instruments write it: 1234.5, 1,234.5, 1.2345E+04, full width too. As plain decimal text, digit for
 * digit; null for anything else.
 * @param mark what the column of the cell has before its decimals
 */
export function normalizedNumber(cell: string, mark: DecimalMark = '.'): string | null {
  const match = forms[mark].exec(cell.normalize('NFKC').trim());
  if (!match) return null;
  const [, sign = '', plain, grouped = '', fraction = '', exponent] = match;
  if (grouped !== '' && exponent !== undefined) return null;
  const whole = plain ?? grouped.replace(/\D/g, '');
  const minus = sign === '-' ? '-' : '';
  if (exponent === undefined) return `${minus}${whole}${fraction ? `.${fraction}` : ''}`;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const [left, right] = [padded.slice(0, at).replace(/^0+(?=\d)/, ''), padded.slice(at).replace(/0+$/, '')];
  return `${minus}${left}${right ? `.${right}` : ''}`;
}

/** Whether a cell is another number by each mark: 1,234 is. */
export function isAmbiguousNumber(cell: string): boolean {
  const [point, comma] = [normalizedNumber(cell, '.'), normalizedNumber(cell, ',')];
  return point !== null && comma !== null && Number(point) !== Number(comma);
}

/**
 * Which mark a column has, by all of its cells: one that is a number by one mark alone tells it for all. A column whose
 * cells read by both
 * (1,234 and 98,640), or that has cells of both kinds, tells nothing: null, and a person has to say. Points alone are
 * decimal points.
 */
export function decimalMarkOf(cells: readonly string[]): DecimalMark | null {
  let [byPoint, byComma, unclear] = [false, false, false];
  for (const cell of cells) {
    const [point, comma] = [normalizedNumber(cell, '.') !== null, normalizedNumber(cell, ',') !== null];
    byPoint ||= point && !comma;
    byComma ||= comma && !point;
    unclear ||= point && comma && cell.normalize('NFKC').includes(',');
  }
  if (byPoint && byComma) return null;
  if (byComma) return ',';
  return byPoint || !unclear ? '.' : null;
}
