import { CalculationProblem } from '../numbers/calculationProblem';
import { decimalConstant, type Decimal } from '../numbers/decimalNumbers';

// Units of contents (含量单位) of curves and detection limits (DOMAIN §0, 3; §9, 8). Several spellings and prefixes of
// one unit occur.

interface ContentUnit {
  /** True for a mass per volume of solution, false for a mass per tube or per sample. */
  readonly isPerVolume: boolean;
  /** One unit in μg, or in μg/mL. */
  readonly microgramsPerUnit: Decimal;
}

const massExponents: Readonly<Record<string, number>> = { ng: -3, μg: 0, ug: 0, mg: 3 };
const volumeExponents: Readonly<Record<string, number>> = { ml: 0, l: -3 };

/**
 * Parses a unit of contents. Suffixes such as 管 or （气） are ignored.
 * @returns null where the text is neither a mass nor a mass per mL or L
 */
export function contentUnitOf(unit: string): ContentUnit | null {
  const unitParts = /^(ng|[μµu]g|mg)(?:\/([A-Za-z]+)(?![A-Za-z³0-9])|\/\p{Script=Han}+)?(?:[（(].*[）)])?$/u.exec(
    unit.replaceAll(/\s/g, ''),
  );
  if (!unitParts) return null;
  const mass = massExponents[(unitParts[1] ?? '').replace('µ', 'μ')] ?? 0;
  const volume = unitParts[2] === undefined ? 0 : volumeExponents[unitParts[2].toLowerCase()];
  return volume === undefined
    ? null
    : { isPerVolume: unitParts[2] !== undefined, microgramsPerUnit: decimalConstant(`1e${mass + volume}`) };
}

/**
 * Returns the factor that converts a number from one unit of contents to another.
 * @param label the quantity in Chinese, for the message
 * @throws CalculationProblem where a unit is unknown or the units measure different quantities
 * @example unitConversionFactor('μg/mL', 'ng/mL', '检出限') // 1000
 */
export function unitConversionFactor(from: string, to: string, label: string): Decimal {
  const [fromUnit, targetUnit] = [contentUnitOf(from), contentUnitOf(to)];
  for (const [unit, contentUnit] of [
    [from, fromUnit],
    [to, targetUnit],
  ] as const)
    if (!contentUnit)
      throw new CalculationProblem(
        'outOfRange',
        `${label}的单位“${unit}”无法换算，请填写ng、μg、mg，或ng/mL、μg/mL、mg/L等`,
      );
  if (!fromUnit || !targetUnit || fromUnit.isPerVolume !== targetUnit.isPerVolume)
    throw new CalculationProblem('outOfRange', `${label}的单位${from}与${to}不一致，请换算为${to}后填写`);
  return fromUnit.microgramsPerUnit.dividedBy(targetUnit.microgramsPerUnit);
}
