import { countOf, numberOf, type Numeric, positive } from '../numbers/number';

// 定点采样点数 of the same stations of a fixed job (GBZ 331-2024 5.2.6.2.3 b 2; GBZ 159-2004; DOMAIN §1.2).

export interface SamplePoints {
  readonly points: number;
  /** More than ten machines: the standard names the least number alone. */
  readonly atLeast: boolean;
}

/**
 * Fixed points for machines of one type in one representative area: 1–3 → 1, 4–10 → 2, more → at least 3.
 * @throws LabProblem unless there is a machine
 */
export function pointsForMachines(machines: Numeric): SamplePoints {
  const count = countOf(machines, '工位数', 1);
  return count <= 3
    ? { points: 1, atLeast: false }
    : count <= 10
      ? { points: 2, atLeast: false }
      : { points: 3, atLeast: true };
}

/** Mobile work: about one point each 10 m of its way. */
export const pointsAlongWay = (metres: Numeric): number =>
  Math.ceil(numberOf(metres, '流动作业路线长度', positive).dividedBy(10).toNumber());
