// Lines that balances send or print: Mettler Toledo MT-SICS (`S S     0.02841 g`) and Sartorius SBI (`N     +   0.02841
// g`).

/** Powers of ten of the units of mass, from g. */
const powerOfTenByUnit: Readonly<Record<string, number>> = { kg: 3, g: 0, mg: -3, μg: -6 };

const unitKey = (unit: string): string => unit.replace(/[µu](?=g)/, 'μ');

const mettlerPattern = /^S[IXR]?\s+([SD])\s+([+-]?)\s*(\d+(?:\.\d+)?)\s+([mkµμ]?g)$/;
const mettlerFaultPattern = /^S[IXR]?\s+[I+-]$/;
const sartoriusPattern = /^(?:[NGT]#?|Stat)?\s*([+-])\s+(\d+\.\d+)(?:\s*([mkµμ]?g))?$/;

/** A stable reading with its unit, or the reason why the line contains none. */
type BalanceLine = { readonly value: string; readonly unit: string } | { readonly fault: 'unstable' | 'range' };

const withSign = (sign: string | undefined, digits: string): string => (sign === '-' ? `-${digits}` : digits);

/** Parses a line of a balance; null for any other text. Sartorius prints the unit once the reading is stable. */
export function readBalanceLine(text: string): BalanceLine | null {
  const line = text.trim();
  if (mettlerFaultPattern.test(line)) return { fault: 'range' };
  const match = mettlerPattern.exec(line);
  if (match) {
    const [, state, sign, digits = '', unit = ''] = match;
    return state === 'D' ? { fault: 'unstable' } : { value: withSign(sign, digits), unit: unitKey(unit) };
  }
  const sartoriusMatch = sartoriusPattern.exec(line);
  if (!sartoriusMatch) return null;
  const [, sign, digits = '', unit] = sartoriusMatch;
  return unit === undefined ? { fault: 'unstable' } : { value: withSign(sign, digits), unit: unitKey(unit) };
}

/** Moves the decimal point by some places to the right; all digits stay. */
export function shiftPoint(value: string, places: number): string {
  const [sign, unsigned] = value.startsWith('-') ? ['-', value.slice(1)] : ['', value];
  const [integerPart = '0', part = ''] = unsigned.split('.');
  const digits = integerPart + part;
  const index = integerPart.length + places;
  const padded = index < 1 ? '0'.repeat(1 - index) + digits : digits.padEnd(index, '0');
  const point = index < 1 ? 1 : index;
  const integerText = padded.slice(0, point).replace(/^0+(?=\d)/, '');
  return `${sign}${integerText}${point < padded.length ? `.${padded.slice(point)}` : ''}`;
}

/**
 * Converts a mass to another unit, digit for digit.
 * @returns null where one of the units is not a unit of mass
 */
export function convertMass(
  { value, unit }: { readonly value: string; readonly unit: string },
  targetUnit: string,
): string | null {
  const [from, to] = [powerOfTenByUnit[unit], powerOfTenByUnit[unitKey(targetUnit)]];
  return from === undefined || to === undefined ? null : shiftPoint(value, from - to);
}
