import { responseOf } from '@contract/arithmetic/curves/readCurve';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal, meanOf, numberOf, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundSignificant } from '@contract/arithmetic/numbers/roundingRules';
import { curveOf } from '../curves/storedCurve';
import type { Readings, RowResult } from '../methods/calculation/labRecord';
import { isFilledIn, shownContent } from '../methods/calculation/methodFamily';
import { rowVolume } from '../methods/calculation/rowVolume';
import type { CheckKind } from '../methods/sheets/methodChecks';
import { type LabWork, layoutOfSheet, recordOf, resultsOf } from '../sheets/labWork';

// 从记录取数: values of checks that can be copied from the rows of the record instead of being typed again.

export interface CheckOffer {
  readonly sampleNo: string;
  readonly values: Readonly<Record<string, string>>;
  /** Reason why the values can't be copied; null where they can. */
  readonly refused: string | null;
}

type CheckedWork = Pick<LabWork, 'sheet' | 'method' | 'curve' | 'rows'>;
type WorkRow = LabWork['rows'][number];
interface RowWithResult {
  readonly row: WorkRow;
  readonly result: RowResult;
}

/** Returns the response that the curve converts; of two sections or parts the first one. */
function responseText({ sheet, curve }: CheckedWork, { row, result }: RowWithResult): string | null {
  const { family } = layoutOfSheet(sheet);
  const fittedCurve = curveOf(curve);
  const content = result.raw['content'];
  // The internal standard corrected the response, so the response is recomputed from the content.
  if (fittedCurve && content !== undefined && isFilledIn(row.readings['internalStandard']))
    return roundSignificant(withoutCalculationNoise(responseOf(fittedCurve, content)), 5);
  const replicates = family.responses.every((key) => /\d$/.test(key));
  const filledReadings = (replicates ? family.responses : family.responses.slice(0, 1))
    .map((key) => row.readings[key])
    .filter(isFilledIn);
  if (filledReadings.length === 1) return filledReadings[0] ?? null;
  const mean = outcomeOfCalculation(() =>
    meanOf(
      filledReadings.map((response) => numberOf(response, '响应值')),
      '响应值',
    ),
  );
  return mean.ok ? withoutCalculationNoise(mean.value).toString() : null;
}

function blankOffers(checkedWork: CheckedWork, pairs: readonly RowWithResult[]): CheckOffer[] {
  return pairs
    .filter(({ row }) => row.rowKind === 'blank')
    .map((pair): CheckOffer => {
      const response = checkedWork.curve
        ? responseText(checkedWork, pair)
        : (pair.result.raw['content'] ?? pair.result.raw['dissolved'] ?? null);
      return {
        sampleNo: pair.row.sampleNo,
        values: response === null ? {} : { response },
        refused: response === null ? '空白还没有读数' : null,
      };
    });
}

/** Returns offers for pairs of rows of one sample. */
function parallelOffers(pairs: readonly RowWithResult[]): CheckOffer[] {
  const bySample = new Map<number, RowWithResult[]>();
  for (const pair of pairs)
    if (pair.row.rowKind !== 'blank') bySample.set(pair.row.sample, [...(bySample.get(pair.row.sample) ?? []), pair]);
  return [...bySample.values()].flatMap(([first, ...others]) =>
    others.map((secondPair): CheckOffer => {
      const { sampleNo } = (first as RowWithResult).row;
      const bothResults = [first as RowWithResult, secondPair].map(({ result }) => result);
      if (bothResults.some(({ state }) => state !== 'done')) return { sampleNo, values: {}, refused: '还没有结果' };
      if (bothResults.some((result) => result.state === 'done' && result.result.censored))
        return { sampleNo, values: {}, refused: '未检出，不计算相对偏差' };
      const [firstValue, secondValue] = bothResults.map(({ computed }) => computed['concentration'] ?? '');
      return { sampleNo, values: { first: firstValue ?? '', second: secondValue ?? '' }, refused: null };
    }),
  );
}

const shareOf = (percent: string | null | undefined): Decimal =>
  isFilledIn(percent) ? numberOf(percent, '解吸/洗脱效率', { above: '0' }).dividedBy(100) : new Decimal(1);

/** Returns the mass found in a sample, μg, before efficiency and conversion factor, as for a spiked sample. */
function massFound(
  readings: Readings,
  rowResult: RowResult,
  checkedWork: CheckedWork,
  volume: Decimal | null,
): Decimal | null {
  const raw = rowResult.raw['concentration'];
  if (raw === undefined || rowResult.state !== 'done') return null;
  const { columns } = layoutOfSheet(checkedWork.sheet);
  const usedReading = (key: string) => (columns.includes(key) ? readings[key] : undefined);
  const solution = usedReading('solutionVolume') ?? usedReading('totalVolume');
  const times =
    volume ??
    (rowResult.unit === 'μg/样品'
      ? new Decimal(1)
      : isFilledIn(solution)
        ? numberOf(solution, '溶液体积', { above: '0' })
        : null);
  if (times === null) return null;
  const factor = usedReading('factor');
  const mass = numberOf(raw, '浓度')
    .times(times)
    .times(shareOf(usedReading('efficiency')))
    .dividedBy(isFilledIn(factor) ? numberOf(factor, '换算系数', { above: '0' }) : 1);
  return mass.isNegative() ? new Decimal(0) : mass;
}

function spikeBaseOffers(checkedWork: CheckedWork, pairs: readonly RowWithResult[]): CheckOffer[] {
  const record = recordOf(checkedWork, checkedWork.rows);
  const { family } = layoutOfSheet(checkedWork.sheet);
  return pairs
    .filter(({ row }) => row.rowKind === 'sample')
    .map(({ row, result }): CheckOffer => {
      const ownRow = record.rows.find(({ id }) => id === row.id);
      const mass = outcomeOfCalculation(() =>
        massFound(row.readings, result, checkedWork, family.dependsOnAirVolume && ownRow ? rowVolume(ownRow) : null),
      );
      const foundMass = mass.ok ? mass.value : null;
      return {
        sampleNo: row.sampleNo,
        values: foundMass === null ? {} : { unspiked: shownContent(foundMass) },
        refused: foundMass === null ? '还没有结果' : null,
      };
    });
}

/** Returns the values that the record offers to a tab, in the order of its rows; empty for tabs that copy nothing. */
export function checkOffers(kind: CheckKind, checkedWork: CheckedWork): CheckOffer[] {
  if (kind !== 'blank' && kind !== 'parallel' && kind !== 'spike') return [];
  const outcome = outcomeOfCalculation(() => resultsOf(checkedWork, checkedWork.rows));
  if (!outcome.ok) return [];
  const pairs = checkedWork.rows.flatMap((row): RowWithResult[] => {
    const result = outcome.value.rows.find(({ id }) => id === row.id);
    return result ? [{ row, result }] : [];
  });
  return kind === 'blank'
    ? blankOffers(checkedWork, pairs)
    : kind === 'parallel'
      ? parallelOffers(pairs)
      : spikeBaseOffers(checkedWork, pairs);
}

/**
 * Returns whether the values of a check equal an offer. The mark "from the record" depends on it, so nobody can type
 * it.
 * @param offers values of the record's own rows
 * @param sampleNo number of the checked sample; null for a check without one
 * @param values values of the check by key
 */
export const isFromRecord = (offers: readonly CheckOffer[], sampleNo: string | null, values: Readings): boolean =>
  offers.some(
    (offer) =>
      offer.refused === null &&
      offer.sampleNo === sampleNo &&
      Object.entries(offer.values).every(([key, value]) => values[key] === value),
  );
