import type { Curve, FitKind } from '@contract/arithmetic/curves/fitCurve';
import type { Row } from '@contract/entity';
import type { labCurve } from '../entities/labCurve';

type CurveFields = Pick<Row<typeof labCurve>, 'fit' | 'a' | 'b' | 'c' | 'low' | 'high' | 'zero'>;

const curveCache = new WeakMap<CurveFields, Curve>();

/**
 * Converts a stored row to a curve, digit for digit; null until it was fitted. The same row gives the same object,
 * because the parsed coefficients are cached by object.
 */
export function curveOf(row: CurveFields | null | undefined): Curve | null {
  if (!row || row.a === null || row.b === null) return null;
  const cachedCurve = curveCache.get(row);
  if (cachedCurve) return cachedCurve;
  const curve: Curve = {
    kind: row.fit as FitKind,
    a: row.a,
    b: row.b,
    c: row.c ?? '0',
    low: row.low ?? '0',
    high: row.high ?? '0',
    zero: row.zero,
  };
  curveCache.set(row, curve);
  return curve;
}
