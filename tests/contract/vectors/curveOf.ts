import { type Fit, type FitKind, fitCurve } from '@contract/arithmetic/curves/fitCurve';
import { inputOf } from './proof';

export interface Points {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

export const fit = ({ x, y }: Points, kind: FitKind = 'linear'): Fit =>
  fitCurve(
    x.map((content, index) => ({ x: content, y: y[index] ?? '' })),
    kind,
  );

/** Returns the curve of another vector, which the samples' vectors are read from. */
export function curveOf(id: string, kind: FitKind = 'linear'): Fit {
  const input = inputOf<Partial<Points> & { c?: number[]; E?: number[] }>(id);
  return fit({ x: input.x ?? input.c ?? [], y: input.y ?? input.E ?? [] }, kind);
}
