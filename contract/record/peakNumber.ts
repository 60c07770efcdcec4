/**
 * A number as instruments write it: 1234.5, 1,234.5, 1.2345E+04, full width too. As plain decimal text, digit for digit; null for anything else.
 */
export function normalizedNumber(cell: string): string | null {
  const text = cell.normalize('NFKC').trim();
  const plain = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
  const match = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(plain);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponent] = match;
  if (exponent === undefined) return `${sign}${whole}${fraction ? `.${fraction}` : ''}`;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const [left, right] = [padded.slice(0, at).replace(/^0+(?=\d)/, ''), padded.slice(at).replace(/0+$/, '')];
  return `${sign}${left}${right ? `.${right}` : ''}`;
}
