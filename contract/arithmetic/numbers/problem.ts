/**
 * Why a number can't be had. `notEnough` is too few points or values; `flat` a curve without a slope, or values without
 * any spread.
 */
export type LabProblemCode =
  | 'missing'
  | 'notNumber'
  | 'outOfRange'
  | 'notEnough'
  | 'duplicate'
  | 'flat'
  | 'beyondCurve'
  | 'unknown';

/** What stops a calculation; the message is Chinese, names the quantity and says what to do. */
export class LabProblem extends Error {
  override readonly name = 'LabProblem';
  constructor(
    readonly code: LabProblemCode,
    message: string,
  ) {
    super(message);
  }
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: LabProblem };

/**
 * The functions of contract/lab throw a LabProblem where an input does not let them answer; a form that calculates
 * while people type takes
 * the problem as a value instead. Other errors go on.
 */
export function attempt<T>(work: () => T): Outcome<T> {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    if (error instanceof LabProblem) return { ok: false, problem: error };
    throw error;
  }
}
