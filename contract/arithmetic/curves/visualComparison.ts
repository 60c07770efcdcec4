import { CalculationProblem } from '../numbers/calculationProblem';
import { type Decimal, numberOf, type Numeric } from '../numbers/decimalNumbers';

// Visual comparison (目视比色) of a sample with a series of tubes, without regression (DOMAIN §4.6).

export const visualMatches = { equal: '等于', between: '介于', below: '低于首管', above: '高于末管' } as const;
export type VisualMatch = keyof typeof visualMatches;

interface VisualContent {
  /** Content of the tube, μg; for a sample lighter than the first coloured tube the content of that tube. */
  readonly content: Decimal;
  readonly censored: boolean;
}

const tubeOf = (tube: Numeric | null | undefined, label: string): Decimal => numberOf(tube, label, { atLeast: '0' });

function assertTubesInSeries(
  match: VisualMatch,
  lowerTube: Decimal,
  upperTube: Numeric | null | undefined,
  series: readonly Numeric[],
): void {
  const tubes = series.map((tube) => tubeOf(tube, '标准管含量')).sort((a, b) => a.comparedTo(b));
  const seriesText = tubes.map((tube) => tube.toString()).join('、');
  const placeOf = (tube: Decimal, label: string): number => {
    const index = tubes.findIndex((candidate) => candidate.equals(tube));
    if (index < 0)
      throw new CalculationProblem(
        'outOfRange',
        `${label}${tube.toString()}不是标准系列中的管，标准系列为${seriesText}`,
      );
    return index;
  };
  const index = placeOf(lowerTube, '下限管含量');
  if (match === 'below' && index !== tubes.findIndex((candidate) => !candidate.isZero()))
    throw new CalculationProblem(
      'outOfRange',
      `低于首管时，下限管含量应为首管（最低的有色管）含量，标准系列为${seriesText}`,
    );
  if (match === 'between' && placeOf(tubeOf(upperTube, '上限管含量'), '上限管含量') > index + 1)
    throw new CalculationProblem('outOfRange', `上下限管应为标准系列中相邻的两管，标准系列为${seriesText}`);
}

/**
 * Returns the content of a sample by its match in the series, in the unit of the tubes.
 * @param lowerTube the matching tube, the lower of two, or the first coloured one
 * @param upperTube the upper of two
 * @param series contents of the record's series, if one was chosen; the two tubes must be neighbours in it
 * @throws CalculationProblem for a sample darker than the last tube, which has to be diluted and compared again
 */
export function visualContent(
  match: VisualMatch,
  lowerTube: Numeric | null | undefined,
  upperTube?: Numeric | null,
  series: readonly Numeric[] = [],
): VisualContent {
  if (match === 'above') throw new CalculationProblem('beyondCurve', '颜色深于末管，请稀释后重新比色');
  const first = tubeOf(lowerTube, '下限管含量');
  if (series.length) assertTubesInSeries(match, first, upperTube, series);
  if (match === 'equal') {
    // The zero tube has no colour. A sample that equals it is below the first coloured tube and is never reported as
    // 0 (DOMAIN §4.3).
    if (first.isZero())
      throw new CalculationProblem(
        'outOfRange',
        '与零管相同的样品，请选择“低于首管”，下限管含量填写首管（最低的有色管）含量',
      );
    return { content: first, censored: false };
  }
  if (match === 'below') return { content: numberOf(lowerTube, '首管含量', { above: '0' }), censored: true };
  const upperContent = tubeOf(upperTube, '上限管含量');
  if (upperContent.lessThanOrEqualTo(first)) throw new CalculationProblem('outOfRange', '上限管含量应大于下限管含量');
  // A sample between the zero tube and the first coloured tube is reported as below the first coloured tube.
  if (first.isZero()) return { content: upperContent, censored: true };
  return { content: first.plus(upperContent).dividedBy(2), censored: false };
}

/**
 * Returns whether two observers chose the same tube or neighbouring ones.
 * @param series contents of the tubes
 * @throws CalculationProblem for a content outside the series
 */
export function observersAgree(series: readonly Numeric[], first: Numeric, second: Numeric): boolean {
  const tubes = series.map((tube) => tubeOf(tube, '标准管含量')).sort((a, b) => a.comparedTo(b));
  const placeInSeries = (observed: Numeric): number => {
    const content = tubeOf(observed, '观察者含量');
    const index = tubes.findIndex((tube) => tube.equals(content));
    if (index >= 0) return index;
    // The sample matched a content between two tubes.
    const nextTubeIndex = tubes.findIndex((tube) => tube.greaterThan(content));
    if (nextTubeIndex <= 0) throw new CalculationProblem('outOfRange', '观察者含量不在标准系列之内');
    return nextTubeIndex - 0.5;
  };
  return Math.abs(placeInSeries(first) - placeInSeries(second)) <= 1;
}
