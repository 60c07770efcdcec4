import Plain from 'decimal.js-light';
import { countOf, type Decimal, numberOf, type Numeric, settled, sumOf } from '../numbers/number';
import { LabProblem } from '../numbers/problem';

// 代表时长: the hours of a day's exposure that one sample stands for (DOMAIN §1.9).

const hoursOfDay = { above: '0', atMost: '24' } as const;
/** More than so many samples of a point a day do not fit the form; a share below so many hours asks to merge cells. */
export const durationForm = { samples: 4, leastShare: '0.25' } as const;

export interface RepresentedDurations {
  /** h, one for each sample; together exactly the exposure. */
  readonly hours: readonly string[];
  /** The shares are too short for cells of their own. */
  readonly merged: boolean;
}

/**
 * Shares the day's exposure among the samples of one point and day. 7.5 h by 4 is 1.875 h each; where three decimals do
 * not divide it, the
 * last takes what is left, so that nothing of the exposure is lost.
 * @param exposure 接触时间, h/d
 * @throws LabProblem on hours outside 0…24 or no sample
 */
export function representedDurations(exposure: Numeric, samples: Numeric): RepresentedDurations {
  const total = numberOf(exposure, '接触时间', hoursOfDay);
  const count = countOf(samples, '样品数', 1);
  const share = total.dividedBy(count).toDecimalPlaces(3, Plain.ROUND_DOWN);
  const last = total.minus(share.times(count - 1));
  return {
    hours: [...Array<Decimal>(count - 1).fill(share), last].map(String),
    merged: total.dividedBy(count).lessThan(durationForm.leastShare),
  };
}

/**
 * Durations typed by hand: their sum is the day's exposure; the rest of eight hours is unexposed.
 * @throws LabProblem that names both sums
 */
export function checkRepresentedDurations(durations: readonly Numeric[], exposure: Numeric): void {
  const total = numberOf(exposure, '接触时间', hoursOfDay);
  const sum = settled(sumOf(durations.map((hours) => numberOf(hours, '代表时长', { atLeast: '0', atMost: '24' }))));
  if (!sum.equals(total))
    throw new LabProblem('outOfRange', `代表时长合计${sum.toString()}h，应等于接触时间${total.toString()}h`);
}
