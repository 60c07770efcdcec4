import type { LabourClass } from '@contract/arithmetic/limits/limitConditions';
import { labourClasses } from '@contract/arithmetic/limits/limitConditions';
import { dustGrade } from '@contract/arithmetic/limits/riskGrades';
import { roundSignificant } from '@contract/arithmetic/numbers/roundingRules';
import { type RiskRow, shareCalculationText } from './assessPosts';

interface DustCalculation {
  readonly label: string;
  readonly level: number;
  /** The calculation as it is shown. */
  readonly calculation: string;
}

/** Grades a dust by GBZ/T 229.1 with its measured free silica; null for other hazards, or without a labour class. */
export function dustCalculation(
  { silica, value }: Pick<RiskRow, 'silica' | 'value'>,
  labour: LabourClass | null,
): DustCalculation | null {
  if (silica === null || value === null || labour === null) return null;
  const { index, level, label } = dustGrade(silica, value.share, '1', labour);
  return {
    level,
    label,
    calculation: `游离SiO₂ ${roundSignificant(silica, 3)}%，${shareCalculationText(value)}，体力劳动强度${labourClasses[labour - 1] ?? ''}级 → G=${roundSignificant(index, 3)}，${label}`,
  };
}
