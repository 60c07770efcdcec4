/**
 * Reason for a failed calculation. `notEnough`: too few points or values; `flat`: a curve without slope, or values
 * without spread; `beyondCurve`: a response outside the curve; `duplicate`: two points with one content; `unknown`: a
 * name that is no variable.
 */
type CalculationProblemCode =
  | 'missing'
  | 'notNumber'
  | 'outOfRange'
  | 'notEnough'
  | 'duplicate'
  | 'flat'
  | 'beyondCurve'
  | 'unknown';

/** Error that stops a calculation. The Chinese message names the quantity and says what to do. */
export class CalculationProblem extends Error {
  override readonly name = 'CalculationProblem';
  constructor(
    readonly code: CalculationProblemCode,
    message: string,
  ) {
    super(message);
  }
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: CalculationProblem };

/**
 * Runs a calculation and returns its CalculationProblem as a value, for forms that calculate while the user types.
 * Other errors are rethrown.
 */
export function outcomeOfCalculation<T>(calculate: () => T): Outcome<T> {
  try {
    return { ok: true, value: calculate() };
  } catch (error) {
    if (error instanceof CalculationProblem) return { ok: false, problem: error };
    throw error;
  }
}
