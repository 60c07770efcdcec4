import { CalculationProblem } from '../numbers/calculationProblem';
import {
  countOf,
  type Decimal,
  numberOf,
  type Numeric,
  withoutCalculationNoise,
  sumOf,
} from '../numbers/decimalNumbers';

// Represented duration (代表接触时间): the hours of a day's exposure that one sample represents (DOMAIN §1.9).

const hoursOfDay = { above: '0', atMost: '24' } as const;
/** Layout of the form: cells for four samples of a point and day. Shares below 0.25 h are printed in merged cells. */
export const durationForm = { samples: 4, leastShare: '0.25' } as const;

interface RepresentedDurations {
  /** Represented hours of each sample. Their sum equals the exposure exactly. */
  readonly hours: readonly string[];
  /** Whether the shares are too short for separate cells. */
  readonly merged: boolean;
}

/**
 * Divides the day's exposure among the samples of one point and day. Example: 7.5 h among 4 samples is 1.875 h each.
 * Where three decimals do not suffice, the last sample gets the remainder, so the sum is exact.
 * @param exposure 接触时间, h/d
 * @throws CalculationProblem for hours outside 0…24 or no sample
 */
export function representedDurations(exposure: Numeric, samples: Numeric): RepresentedDurations {
  const total = numberOf(exposure, '接触时间', hoursOfDay);
  const count = countOf(samples, '样品数', 1);
  const equalPart = total.dividedBy(count).toDecimalPlaces(3, 'down');
  const last = total.minus(equalPart.times(count - 1));
  return {
    hours: [...Array<Decimal>(count - 1).fill(equalPart), last].map(String),
    merged: total.dividedBy(count).lessThan(durationForm.leastShare),
  };
}

/**
 * Checks typed durations: their sum must equal the day's exposure.
 * @param durations time that each sample represents, h
 * @param exposure daily contact, h
 * @throws CalculationProblem that names both sums
 */
export function checkRepresentedDurations(durations: readonly Numeric[], exposure: Numeric): void {
  const total = numberOf(exposure, '接触时间', hoursOfDay);
  const sum = withoutCalculationNoise(
    sumOf(durations.map((hours) => numberOf(hours, '代表接触时间', { atLeast: '0', atMost: '24' }))),
  );
  if (!sum.equals(total))
    throw new CalculationProblem(
      'outOfRange',
      `代表接触时间合计${sum.toString()} h，应等于接触时间${total.toString()} h`,
    );
}
