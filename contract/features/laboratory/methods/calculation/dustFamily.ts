import {
  checkLoad,
  dissolvedMass,
  minWeighableGain,
  voidsBatch,
  meanWeighing,
  meanOfLastTwoWeighings,
} from '@contract/arithmetic/air/dustFormulas';
import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal, numberOf, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import type { LabRow, Note, RecordSettings } from './labRecord';
import {
  followsMethods2025,
  calculatedInput,
  type Contents,
  type CalculationFamily,
  isFilledIn,
  notBelowZero,
  type Reading,
  zero,
} from './methodFamily';

// C = Δm/V0 × 1000 for the gain of a filter, or its loss by extraction (DOMAIN §3.1, §3.5). Masses in mg, V0 in L.

const balanceOf = (settings: RecordSettings) => settings.balance ?? '0.01';
/**
 * Returns the maximum difference of two weighings, mg: the record's setting, else twice the balance's resolution (a
 * convention; one laboratory allows 0.2 mg).
 */
const spreadOf = (settings: RecordSettings): Decimal =>
  numberOf(settings.weighingSpread ?? new Decimal(balanceOf(settings)).times(2), '两次称量允许差');
/** Maximum change of a blank filter that is not corrected, mg (a convention). */
const steadyBlank = '0.02';
/** Decimals of a printed dust result in mg/m³: those of the minimum detectable concentration, 0.2 (DOMAIN §3.1). */
const resultDecimals = 1;

/**
 * Keys of the weighings after sampling, in order. The third and fourth are used where the first two differ too much.
 */
const weighingsAfter = ['after1', 'after2', 'after3', 'after4'] as const;

const shownMass = (value: Decimal): string => withoutCalculationNoise(value).toString();

/**
 * Returns the gain of a filter by the methods of 2025, from two weighings before and the last two weighings after.
 * Each pair must agree within 0.2 mg.
 * @throws CalculationProblem for a balance other than 0.01 mg, a missing weighing, or a pair with a larger difference
 */
function readTwice({ readings, blank }: LabRow, settings: RecordSettings): Reading {
  if (balanceOf(settings) !== '0.01')
    throw new CalculationProblem(
      'outOfRange',
      'GBZ/T 192.1-2025、192.2-2025要求使用感量0.01 mg的天平，请更正天平感量或重新称量',
    );
  const previousWeighingMean = meanOfLastTwoWeighings(
    [readings['before1'], readings['before2']],
    '采样前质量',
    '滤膜作废，请作废该样品后重新采样',
  );
  const laterWeighing = meanOfLastTwoWeighings(
    weighingsAfter.map((key) => readings[key]),
    '采样后质量',
    '请重新称量，并填写下一次称量值',
  );
  const increment = laterWeighing.mean.minus(previousWeighingMean.mean);
  const maxSpread = increment.dividedBy(10);
  // The gain of a blank filter is close to 0, so a tenth of it is no criterion for the spread.
  const spreadNotes = (spread: Decimal, stage: string): Note[] =>
    !blank &&
    increment.greaterThan(0) &&
    withoutCalculationNoise(spread).greaterThan(withoutCalculationNoise(maxSpread))
      ? [
          {
            level: 'warning',
            message: `${stage}两次称量相差${shownMass(spread)} mg，超过增量${shownMass(increment)} mg的十分之一`,
          },
        ]
      : [];
  return {
    contents: { before: previousWeighingMean.mean, after: laterWeighing.mean, increment },
    notes: [...spreadNotes(previousWeighingMean.spread, '采样前'), ...spreadNotes(laterWeighing.spread, '采样后')],
  };
}

/**
 * Refuses a batch with a blank whose gain is a tenth or more of any sample's gain (GBZ/T 192.1-2025, 192.2-2025 7.5).
 * Only the methods of 2025 are checked.
 * @throws CalculationProblem for such a batch
 */
function assertBatch(row: LabRow, sampleContents: readonly Contents[], blanks: readonly Contents[]): void {
  if (!followsMethods2025(row)) return;
  for (const blank of blanks) {
    const drift = blank['increment'] ?? zero;
    const hasVoided = sampleContents
      .map((sampleIncrement) => sampleIncrement['increment'] ?? zero)
      .find((sampleIncrement) => voidsBatch(drift, sampleIncrement));
    if (hasVoided)
      throw new CalculationProblem(
        'outOfRange',
        `空白滤膜增量${shownMass(drift)} mg，不小于样品增量${shownMass(hasVoided)} mg的10%，批次无效，请重新采样`,
      );
  }
}

export const dustFamily: CalculationFamily = {
  responses: ['after1', 'after2'],
  dependsOnAirVolume: true,
  subtractsBlanks: true,
  amountSymbol: '(m2-m1)',
  checkBatch: assertBatch,
  formatIntermediate: shownMass,
  readContents(row, { settings }) {
    if (followsMethods2025(row)) return readTwice(row, settings);
    const previousWeighingMean = meanWeighing([row.readings['before1'], row.readings['before2']], '采样前质量');
    const laterWeighing = meanWeighing([row.readings['after1'], row.readings['after2']], '采样后质量');
    const maxSpread = spreadOf(settings);
    const spreadNotes = (spread: Decimal, stage: string): Note[] =>
      withoutCalculationNoise(spread).greaterThan(maxSpread)
        ? [
            {
              level: 'warning',
              message: `${stage}两次称量相差${shownMass(spread)} mg，超过${maxSpread.toString()} mg，请重新称量`,
            },
          ]
        : [];
    return {
      contents: {
        before: previousWeighingMean.mean,
        after: laterWeighing.mean,
        increment: laterWeighing.mean.minus(previousWeighingMean.mean),
      },
      notes: [...spreadNotes(previousWeighingMean.spread, '采样前'), ...spreadNotes(laterWeighing.spread, '采样后')],
    };
  },
  measure(row, { contents, notes }, blank, { settings }) {
    const measuredIncrement = contents['increment'] ?? zero;
    const drift = blank['increment'] ?? zero;
    // The methods of 2025 subtract no blank.
    const isCorrected =
      !followsMethods2025(row) && withoutCalculationNoise(drift.absoluteValue()).greaterThan(steadyBlank);
    const increment = isCorrected ? measuredIncrement.minus(drift) : measuredIncrement;
    const minIncrement = new Decimal(minWeighableGain[balanceOf(settings)]);
    const load = checkLoad(
      increment,
      balanceOf(settings),
      settings.filterDiameter ?? 40,
      followsMethods2025(row) && row.readings['dustType'] === 'respirable',
    );
    const remarks: Note[] = [
      ...(measuredIncrement.isNegative()
        ? [{ level: 'warning' as const, message: '采样后质量小于采样前质量，请核对' }]
        : []),
      ...(isCorrected ? [{ level: 'info' as const, message: `已扣除空白滤膜增量${shownMass(drift)} mg` }] : []),
      ...(load === 'above'
        ? [{ level: 'error' as const, message: '增量超过滤膜的最大允许增量，请缩短采样时间后重新采样' }]
        : []),
    ];
    return {
      amount: increment,
      minAmount: minIncrement,
      ...(load === 'below' ? { upperBound: minIncrement } : {}),
      massOf: (amount) => amount.times(1000),
      decimals: resultDecimals,
      computed: { ...contents, increment },
      texts: { load: { below: '低于最小增量', within: '合格', above: '超过最大增量' }[load] },
      // The shown second mass includes the change of the blank filter, so that the printed equation gives the printed
      // result.
      inputs: () => [
        calculatedInput(
          'm2',
          '采样后质量',
          (contents['after'] ?? zero).minus(isCorrected ? drift : 0),
          'mg',
          shownMass((contents['after'] ?? zero).minus(isCorrected ? drift : 0)),
        ),
        calculatedInput('m1', '采样前质量', contents['before'] ?? zero, 'mg', shownMass(contents['before'] ?? zero)),
      ],
      notes: [...notes, ...remarks],
    };
  },
};

/**
 * 苯溶物: calculation of the mass that benzene dissolves from the filter, minus the loss of the blank. The loss is typed
 * or measured on the blanks of the batch.
 */
export const extractionFamily: CalculationFamily = {
  responses: ['afterExtraction'],
  dependsOnAirVolume: true,
  subtractsBlanks: true,
  amountSymbol: '(Δm-m空)',
  formatIntermediate: shownMass,
  readContents(row) {
    return {
      contents: { dissolved: dissolvedMass(row.readings['beforeExtraction'], row.readings['afterExtraction'], 0) },
      notes: [],
    };
  },
  measure(row, { contents, notes }, blank, { settings }) {
    const extractionLoss = contents['dissolved'] ?? zero;
    const loss = isFilledIn(row.readings['blankLoss'])
      ? numberOf(row.readings['blankLoss'], '空白失重')
      : notBelowZero(blank['dissolved'] ?? zero);
    const net = extractionLoss.minus(loss);
    const minIncrement = new Decimal(minWeighableGain[balanceOf(settings)]);
    return {
      amount: net,
      minAmount: minIncrement,
      ...(withoutCalculationNoise(net).lessThan(minIncrement) ? { upperBound: minIncrement } : {}),
      massOf: (amount) => amount.times(1000),
      decimals: resultDecimals,
      computed: { dissolved: net },
      inputs: () => [
        calculatedInput('Δm', '萃取失重', extractionLoss, 'mg', shownMass(extractionLoss)),
        calculatedInput('m空', '空白失重', loss, 'mg', shownMass(loss)),
      ],
      notes: [
        ...notes,
        ...(extractionLoss.isNegative()
          ? [{ level: 'warning' as const, message: '萃取后质量大于萃取前质量，请核对' }]
          : []),
      ],
    };
  },
};
