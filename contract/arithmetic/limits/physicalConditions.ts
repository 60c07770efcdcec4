import { CalculationProblem } from '../numbers/calculationProblem';
import { exposureRates, heatConditionOf, type LabourClass, labourPrefix } from './limitConditions';

// Chooses the row of a physical factor's limit table for a measurement (DOMAIN §2.6). The value itself is a version in
// the limit library.

/** Returns the labour intensity class of an index I = T·M·S·W·10 (GBZ/T 189.10): Ⅰ ≤15, Ⅱ ≤20, Ⅲ ≤25, Ⅳ >25. */
export function labourClassOf(index: number): LabourClass {
  return index <= 15 ? 1 : index <= 20 ? 2 : index <= 25 ? 3 : 4;
}

/**
 * Returns the condition code of the WBGT table.
 * @param heatHours hours in the heat per shift; a value between two rows takes the row of the longer exposure, which
 * is stricter (our reading)
 */
export function heatCondition(heatHours: number, labour: LabourClass): string {
  const rate = (heatHours / 8) * 100;
  const row = [...exposureRates].sort((a, b) => a - b).find((step) => rate <= step) ?? 100;
  return heatConditionOf(row, labour);
}

/**
 * Returns the condition code of a limit for the condition that the survey recorded (dictionary exposureCondition).
 * @param hoursPerDay daily exposure, h; for heat it gives the exposure rate and is required
 * @throws CalculationProblem for heat without hours
 */
export function exposureCondition(recordedCondition: string, hoursPerDay: string | null): string {
  if (!recordedCondition.startsWith(labourPrefix)) return recordedCondition;
  if (hoursPerDay === null) throw new CalculationProblem('missing', '缺少日接触时间，请在现场调查中补充');
  return heatCondition(Number(hoursPerDay), Number(recordedCondition.slice(labourPrefix.length)) as LabourClass);
}

/**
 * Returns the allowance on WBGT limits, ℃: 1 where the local outdoor ventilation design temperature is 30 ℃ or more
 * (GBZ 2.2-2007).
 */
export const heatAllowance = (outdoorDesignTemperature: number): 0 | 1 => (outdoorDesignTemperature >= 30 ? 1 : 0);

/** Returns the condition code of a noise limit by days per week and hours per day. */
export function noiseCondition(daysPerWeek: number, hoursPerDay: number): string {
  if (daysPerWeek !== 5) return 'noise.other';
  return hoursPerDay === 8 ? 'noise.5d8h' : 'noise.5d';
}
