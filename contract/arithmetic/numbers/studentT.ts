import { CalculationProblem } from './calculationProblem';

// Returns A(t|ν), the probability of Student's distribution between −t and t, by finite sums for whole degrees of
// freedom (Abramowitz & Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4). Binary arithmetic is exact
// enough for the band of a plot.

function shareWithin(t: number, freedom: number): number {
  const angle = Math.atan2(t, Math.sqrt(freedom));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = freedom % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let k = isOdd ? 3 : 2; k < freedom; k += 2) {
    term *= (cosine * cosine * (k - 1)) / k;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}

/**
 * Returns the two-sided quantile t of Student's distribution, as tabled in GB/T 4086.3: 2.5706 for 95 % and 5 degrees
 * of freedom.
 * @param probability probability between −t and t, above 0 and below 1
 * @throws CalculationProblem for fewer than one degree of freedom, or a fraction of one
 */
export function studentT(degreesOfFreedom: number, probability = 0.95): number {
  if (!Number.isInteger(degreesOfFreedom) || degreesOfFreedom < 1)
    throw new CalculationProblem('notEnough', '自由度不足，不能计算置信区间');
  let [low, high] = [0, 1];
  while (shareWithin(high, degreesOfFreedom) < probability) high *= 2;
  for (let step = 0; step < 100 && high - low > high * 1e-14; step += 1) {
    const middle = (low + high) / 2;
    if (shareWithin(middle, degreesOfFreedom) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
