import { countOf, numberOf, type Numeric, positiveBounds } from '../numbers/decimalNumbers';

// Number of fixed sampling points for equal work stations (GBZ 331-2024 5.2.6.2.3 b 2; GBZ 159-2004; DOMAIN §1.2).

interface SamplePoints {
  readonly points: number;
  /** True for more than ten machines; the standard then gives only a minimum. */
  readonly isMinimum: boolean;
}

/**
 * Returns the number of fixed points for machines of one type in one area: 1–3 → 1, 4–10 → 2, more → at least 3.
 * @throws CalculationProblem for fewer than one machine
 */
export function pointsForMachines(machines: Numeric): SamplePoints {
  const count = countOf(machines, '工位数', 1);
  return count <= 3
    ? { points: 1, isMinimum: false }
    : count <= 10
      ? { points: 2, isMinimum: false }
      : { points: 3, isMinimum: true };
}

/**
 * Returns the number of sampling points of mobile work: one for each 10 m of the route, a started 10 m included.
 * @param metres length of the route, m
 * @throws CalculationProblem for a length not above 0
 */
export const pointsAlongRoute = (metres: Numeric): number =>
  Math.ceil(numberOf(metres, '流动作业路线长度', positiveBounds).dividedBy(10).toNumber());
