import { decimalConstant, type Decimal } from './decimalNumbers';

// Units of concentrations in air. Results and limits are compared in one unit. A different spelling of a unit, or a
// thousandth of it, measures the same quantity.

/** Units by quantity (mass or fibres per volume) and size in base units. */
const unitScales: Readonly<Record<string, { readonly quantity: 'mass' | 'fibre'; readonly baseUnits: string }>> = {
  'g/m³': { quantity: 'mass', baseUnits: '1000' },
  'mg/L': { quantity: 'mass', baseUnits: '1000' },
  'mg/m³': { quantity: 'mass', baseUnits: '1' },
  'μg/L': { quantity: 'mass', baseUnits: '1' },
  'μg/m³': { quantity: 'mass', baseUnits: '0.001' },
  'ng/L': { quantity: 'mass', baseUnits: '0.001' },
  'ng/m³': { quantity: 'mass', baseUnits: '0.000001' },
  'f/mL': { quantity: 'fibre', baseUnits: '1' },
  'f/cm³': { quantity: 'fibre', baseUnits: '1' },
  'f/L': { quantity: 'fibre', baseUnits: '0.001' },
  'f/m³': { quantity: 'fibre', baseUnits: '0.000001' },
};

/** Normalises the spelling of a unit: μ for the micro sign, ³ for a plain 3, no blanks, f for 根. */
const plainUnit = (unit: string): string =>
  unit
    .replaceAll(/\s/g, '')
    .replaceAll('µ', 'μ')
    .replace(/\b(c?m)3\b/, '$1³')
    .replace(/^根\//, 'f/')
    .replace(/^ug\//, 'μg/');

/**
 * Returns the factor that converts a number from one unit to another.
 * @param from unit of the number, e.g. `mg/m³`
 * @param to unit that is wanted
 * @returns null where a unit is unknown or the quantities differ
 * @example unitFactor('mg/m³', 'μg/m³') // 1000
 */
export function unitFactor(from: string, to: string): Decimal | null {
  const [sourceUnit, targetUnit] = [plainUnit(from), plainUnit(to)];
  if (sourceUnit === targetUnit) return decimalConstant('1');
  const [source, targetScale] = [unitScales[sourceUnit], unitScales[targetUnit]];
  if (!source || !targetScale || source.quantity !== targetScale.quantity) return null;
  return decimalConstant(source.baseUnits).dividedBy(targetScale.baseUnits);
}
