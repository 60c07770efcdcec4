import { countOf, type Numeric } from '../numbers/decimalNumbers';

// Number of workers who wear personal samplers by GBZ 159-2004 (DOMAIN §1.3).

type CountTable = readonly { readonly upTo: number; readonly sampled: number | 'all' }[];

/** Table for jobs where the worker with the highest exposure is known. */
const countsWithKnownHighest: CountTable = [
  { upTo: 2, sampled: 'all' },
  { upTo: 5, sampled: 2 },
  { upTo: 10, sampled: 3 },
  { upTo: Infinity, sampled: 4 },
];

const countsWithUnknownHighest: CountTable = [
  { upTo: 5, sampled: 'all' },
  { upTo: 6, sampled: 5 },
  { upTo: 9, sampled: 6 },
  { upTo: 14, sampled: 7 },
  { upTo: 26, sampled: 8 },
  { upTo: 50, sampled: 9 },
  { upTo: Infinity, sampled: 11 },
];

/**
 * Returns how many of a job's workers wear a sampler.
 * @param worstIdentifiable whether the worker with the highest exposure is known beforehand
 * @throws CalculationProblem for fewer than one worker
 */
export function sampledWorkers(workers: Numeric, worstIdentifiable: boolean): number {
  const count = countOf(workers, '岗位人数', 1);
  const row = (worstIdentifiable ? countsWithKnownHighest : countsWithUnknownHighest).find(({ upTo }) => count <= upTo);
  return row === undefined || row.sampled === 'all' ? count : row.sampled;
}

const vibrationCounts: CountTable = [
  { upTo: 1, sampled: 'all' },
  { upTo: 5, sampled: 2 },
  { upTo: 10, sampled: 3 },
  { upTo: Infinity, sampled: 4 },
];

/**
 * Returns the number of a job's workers whose hand vibration is measured: at least four of more than ten (GBZ/T
 * 189.9-2025 6.3).
 * @throws CalculationProblem for fewer than one worker
 */
export function vibrationWorkers(workers: Numeric): { readonly count: number; readonly atLeast: boolean } {
  const count = countOf(workers, '岗位人数', 1);
  const row = vibrationCounts.find(({ upTo }) => count <= upTo);
  return { count: row === undefined || row.sampled === 'all' ? count : row.sampled, atLeast: row?.upTo === Infinity };
}
