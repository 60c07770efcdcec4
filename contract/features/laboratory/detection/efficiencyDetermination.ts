import { desorptionEfficiency, efficiencyRule331, type SpikedLevel } from '@contract/arithmetic/curves/detectionLimits';
import { minEfficiencyOf } from '@contract/arithmetic/curves/qualityControl';
import { standardEditions } from '@contract/arithmetic/limits/standardEdition';
import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { type Decimal, meanOf, numberOf, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundSignificant, roundTo } from '@contract/arithmetic/numbers/roundingRules';
import type { Readings } from '../methods/calculation/labRecord';
import { isFilledIn } from '../methods/calculation/methodFamily';
import { verdictLabels } from '../methods/sheets/methodChecks';
import type { LabWork, LabWorkRow } from '../sheets/labWork';
import { labDetectionTexts } from './detectionTexts';
import { efficiencyLabel, needsEfficiency } from './determinationForms';

// Determination of the desorption or elution efficiency by collector lot (GBZ 331-2024 5.2.6.1 d, 5.2.6.3.1 k; GBZ/T
// 210.4). It uses a low, a middle and a high level with six tubes each, and blanks.

/**
 * Minimum numbers of levels, tubes per level and blank tubes of a determination, and the maximum numbers that a page
 * offers.
 */
export const efficiencyDesign = { levels: 3, tubes: 6, blanks: 1, mostLevels: 6, mostTubes: 12 } as const;

/** Returns the key of the added amount of a level. */
export const addedAmountKey = (level: number): string => `added${level}`;
/** Returns the key of the found amounts of a level. */
export const foundAmountKey = (level: number): string => `found${level}`;
export const emptyTubesKey = 'blanks';

/** Splits typed or pasted values: one per line, or separated by commas and blanks. */
export const valuesIn = (text: string | null | undefined): string[] =>
  (text ?? '').split(/[\s,，、;；]+/).filter((part) => part !== '');

/** Keys of a determination's inputs. */
export const efficiencyKeys: readonly string[] = [
  ...Array.from({ length: efficiencyDesign.mostLevels }, (_, index) => [
    addedAmountKey(index + 1),
    foundAmountKey(index + 1),
  ]).flat(),
  emptyTubesKey,
];

const startedLevels = (values: Readings): number[] =>
  Array.from({ length: efficiencyDesign.mostLevels }, (_, index) => index + 1).filter(
    (level) => isFilledIn(values[addedAmountKey(level)]) || isFilledIn(values[foundAmountKey(level)]),
  );

function levelOf(values: Readings, level: number): SpikedLevel {
  const foundValues = valuesIn(values[foundAmountKey(level)]);
  if (!isFilledIn(values[addedAmountKey(level)]))
    throw new CalculationProblem('missing', labDetectionTexts.noAdded(level));
  if (foundValues.length < efficiencyDesign.tubes) {
    throw new CalculationProblem(
      'notEnough',
      labDetectionTexts.fewTubes(level, efficiencyDesign.tubes, foundValues.length),
    );
  }
  return { addedMass: values[addedAmountKey(level)] ?? '', foundMasses: foundValues };
}

interface EfficiencyOutcome {
  /** Texts: level1…, rsd1… of each level, mean, rsd, levels, tubes, blank, verdict. */
  readonly computed: Readonly<Record<string, string>>;
  /** Mean efficiency, %, with as many digits as a record stores. */
  readonly efficiency: string | null;
  readonly passes: boolean | null;
  readonly problem: string | null;
}

/**
 * Computes the mean efficiency over the levels of a determination.
 * @param values `added1`, `found1` and so on in μg (several found values in one text); `blanks` in μg per tube
 * @throws CalculationProblem for too few levels, tubes or blanks, or for a value that is not a number
 */
export function efficiencyOfTubes(work: Pick<LabWork, 'method'>, values: Readings): EfficiencyOutcome {
  const started = startedLevels(values);
  const { levels: minLevels, blanks } = efficiencyDesign;
  if (started.length < minLevels)
    throw new CalculationProblem('notEnough', labDetectionTexts.fewLevels(minLevels, started.length));
  const levels = started.map((level) => levelOf(values, level));
  const blankTubes = valuesIn(values[emptyTubesKey]).map((value) => numberOf(value, '空白管含量', { atLeast: '0' }));
  if (blankTubes.length < blanks) throw new CalculationProblem('notEnough', labDetectionTexts.noEmptyTubes);
  const blank = meanOf(blankTubes, '空白管含量');
  const newestSet = standardEditions.at(-1) ?? '331+2026';
  const rule = { ...efficiencyRule331, minPercent: minEfficiencyOf(newestSet, work.method.efficiencyMin) };
  const { levels: percents, spreads, mean, rsd, passes } = desorptionEfficiency(levels, blank, rule);
  const levelEntries = started.flatMap(
    (level, index) =>
      [
        [`level${level}`, shownShare(percents[index])],
        [`rsd${level}`, shownShare(spreads[index])],
      ] as const,
  );
  const computedTexts = {
    ...Object.fromEntries(levelEntries),
    mean: shownShare(mean),
    rsd: shownShare(rsd),
    least: rule.minPercent,
    levels: String(levels.length),
    tubes: String(levels.reduce((sum, { foundMasses }) => sum + foundMasses.length, 0)),
    blank: roundSignificant(withoutCalculationNoise(blank), 3),
    verdict: verdictLabels[passes ? 'true' : 'false'],
  };
  return {
    computed: computedTexts,
    efficiency: withoutCalculationNoise(mean).toDecimalPlaces(10).toString(),
    passes,
    problem: null,
  };
}

const shownShare = (percent: Decimal | undefined): string =>
  percent ? roundTo(withoutCalculationNoise(percent), 1) : '';

/**
 * Formats an efficiency as used in a record's calculation: %, one decimal.
 * @throws CalculationProblem for a value that is not a number
 */
export const shownEfficiency = (unrounded: string): string => shownShare(numberOf(unrounded, '效率'));

/** A determination whose efficiency may be used: an approved one, or one of the record itself. */
export interface EfficiencyDetermination {
  /** Id of the record that contains the determination. */
  readonly sheet: number;
  readonly sheetNo: string;
  readonly project: number;
  readonly collectorLot: string;
  /** `YYYY-MM-DD`. */
  readonly testedOn: string | null;
  readonly analyst: string;
  /** Efficiency, %, unrounded. */
  readonly efficiency: string;
  readonly computed: Readonly<Record<string, string>>;
  readonly remark: string | null;
}

type EfficiencyFacts = Pick<LabWork, 'sheet' | 'efficiencies'>;
type CollectorRow = Pick<LabWorkRow, 'rowKind' | 'sampleNo' | 'readings' | 'collectorLot'>;

/** Returns the determination of a lot; null where the lot is unknown or has none. */
export const efficiencyOfLot = (determinations: readonly EfficiencyDetermination[], lot: string | null | undefined) =>
  (lot ? determinations.find(({ collectorLot }) => collectorLot === lot) : undefined) ?? null;

const sameShare = (firstShare: string, otherShare: string): boolean => Number(firstShare) === Number(otherShare);

/** Returns whether a row uses the determination of its lot. An empty efficiency is filled from it at saving. */
function isDetermined(row: CollectorRow, determinations: readonly EfficiencyDetermination[]): boolean {
  const determination = efficiencyOfLot(determinations, row.collectorLot);
  const usedShare = row.readings['efficiency'];
  return (
    determination !== null &&
    (!isFilledIn(usedShare) || sameShare(usedShare, shownEfficiency(determination.efficiency)))
  );
}

/**
 * Lists the numbers of samples whose efficiency is not from a determination of their lot, each once: a typed
 * efficiency, or a missing one where the method requires it (GBZ 331-2024 5.2.6.3.1 k). These samples need a reason,
 * which is printed.
 */
export function samplesWithoutEfficiency(
  { sheet, efficiencies = [] }: EfficiencyFacts,
  rows: readonly CollectorRow[],
): string[] {
  if (efficiencyLabel({ sheet }) === null) return [];
  const isNeeded = needsEfficiency({ sheet });
  const undeterminedRows = rows.filter(
    (row) =>
      row.rowKind !== 'blank' &&
      !isDetermined(row, efficiencies) &&
      (isNeeded || isFilledIn(row.readings['efficiency'])),
  );
  return [...new Set(undeterminedRows.map(({ sampleNo }) => sampleNo))];
}

/** Returns the determinations that the record's rows use, each once. */
export const usedEfficiencies = (determinations: readonly EfficiencyDetermination[], rows: readonly CollectorRow[]) =>
  determinations.filter(({ collectorLot }) =>
    rows.some(
      (row) => row.rowKind !== 'blank' && row.collectorLot === collectorLot && isDetermined(row, determinations),
    ),
  );

const maxNamed = 5;

export const efficiencyTexts = {
  heading: (label: string) => `${label}测定`,
  missing: (label: string, numbers: readonly string[]) =>
    `${numbers.length}个样品没有同批号采样介质的${label}测定：${numbers.slice(0, maxNamed).join('、')}${numbers.length > maxNamed ? '等' : ''}。` +
    '请在“检出限”页测定，或在记录表头填写“效率来源及原因”，原因将打印在原始记录上',
  source: '效率来源及原因',
  /** Formats a determination for the head and the print: number, lot, day, tubes, mean and spread. */
  told: ({ sheetNo, collectorLot, testedOn, analyst, computed }: EfficiencyDetermination) =>
    [
      `${sheetNo} 批号${collectorLot}`,
      testedOn,
      analyst,
      `${computed['levels'] ?? ''}个水平n=${computed['tubes'] ?? ''}`,
      `平均${computed['mean'] ?? ''}%`,
      `最大RSD ${computed['rsd'] ?? ''}%`,
    ]
      .filter(Boolean)
      .join('，'),
  taken: (sheetNo: string, lot: string) => `取自${sheetNo}的效率测定（批号${lot}）`,
  released: (sheetNo: string, lot: string) => `${sheetNo}的效率测定（批号${lot}）不再用于本记录`,
} as const;
