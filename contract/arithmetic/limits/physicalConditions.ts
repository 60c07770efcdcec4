import { LabProblem } from '../numbers/problem';
import { exposureRates, heatConditionOf, type LabourClass, labourPrefix } from './limitConditions';

// Which row of a physical factor's table holds for what was measured (DOMAIN §2.6). The value itself is a version of
// the limit library.

/** I = T·M·S·W·10 (GBZ/T 189.10): Ⅰ ≤15, Ⅱ ≤20, Ⅲ ≤25, Ⅳ >25. */
export function labourClassOf(index: number): LabourClass {
  return index <= 15 ? 1 : index <= 20 ? 2 : index <= 25 ? 3 : 4;
}

/**
 * The row of the WBGT table.
 * @param heatHours hours in the heat of one shift; between two rows the stricter one, which is that of the longer
 * exposure (unsure)
 */
export function heatCondition(heatHours: number, labour: LabourClass): string {
  const rate = (heatHours / 8) * 100;
  const row = [...exposureRates].sort((a, b) => a - b).find((one) => rate <= one) ?? 100;
  return heatConditionOf(row, labour);
}

/**
 * The condition that limits name, of what the survey noted (dictionary exposureCondition).
 * @param hoursPerDay h of the day's exposure, which of heat says the exposure rate
 */
export function exposureCondition(noted: string, hoursPerDay: string | null): string {
  if (!noted.startsWith(labourPrefix)) return noted;
  if (hoursPerDay === null) throw new LabProblem('missing', '缺少日接触时间，请在现场调查中补充');
  return heatCondition(Number(hoursPerDay), Number(noted.slice(labourPrefix.length)) as LabourClass);
}

/** GBZ 2.2-2007: +1 ℃ where the local outdoor ventilation design temperature is 30 ℃ or more. */
export const heatAllowance = (outdoorDesignTemperature: number): 0 | 1 => (outdoorDesignTemperature >= 30 ? 1 : 0);

export function noiseCondition(daysPerWeek: number, hoursPerDay: number): string {
  if (daysPerWeek !== 5) return 'noise.other';
  return hoursPerDay === 8 ? 'noise.5d8h' : 'noise.5d';
}
