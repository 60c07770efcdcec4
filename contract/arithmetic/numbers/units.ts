import { constant, type Decimal } from './number';

// Units of concentrations in air. Results and limits meet in one unit; another spelling or a thousandth of it is no
// other hazard.

/** A unit by what it measures and how many base units it holds. */
const known: Readonly<Record<string, { readonly of: 'mass' | 'fibre'; readonly times: string }>> = {
  'g/m³': { of: 'mass', times: '1000' },
  'mg/L': { of: 'mass', times: '1000' },
  'mg/m³': { of: 'mass', times: '1' },
  'μg/L': { of: 'mass', times: '1' },
  'μg/m³': { of: 'mass', times: '0.001' },
  'ng/L': { of: 'mass', times: '0.001' },
  'ng/m³': { of: 'mass', times: '0.000001' },
  'f/mL': { of: 'fibre', times: '1' },
  'f/cm³': { of: 'fibre', times: '1' },
  'f/L': { of: 'fibre', times: '0.001' },
  'f/m³': { of: 'fibre', times: '0.000001' },
};

/** One spelling of a unit: the micro sign is μ, a plain 3 is an exponent, blanks go. */
export const plainUnit = (unit: string): string =>
  unit
    .replaceAll(/\s/g, '')
    .replaceAll('µ', 'μ')
    .replace(/\b(c?m)3\b/, '$1³')
    .replace(/^根\//, 'f/')
    .replace(/^ug\//, 'μg/');

/**
 * Returns by how much a number in one unit is multiplied to stand in another.
 * @returns null where the units measure different things or are not known
 */
export function unitFactor(from: string, to: string): Decimal | null {
  const [one, other] = [plainUnit(from), plainUnit(to)];
  if (one === other) return constant('1');
  const [source, target] = [known[one], known[other]];
  if (!source || !target || source.of !== target.of) return null;
  return constant(source.times).dividedBy(target.times);
}
