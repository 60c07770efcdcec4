import { desorptionEfficiency, efficiencyRule331, type SpikedLevel } from '@contract/arithmetic/curves/detection';
import { leastEfficiencyOf } from '@contract/arithmetic/curves/qualityControl';
import { normSets } from '@contract/arithmetic/limits/normSet';
import { type Decimal, meanOf, numberOf, settled } from '@contract/arithmetic/numbers/number';
import { LabProblem } from '@contract/arithmetic/numbers/problem';
import { roundSignificant, roundTo } from '@contract/arithmetic/numbers/rounding';
import type { Readings } from '../methods/calculation/labRecord';
import { filled } from '../methods/calculation/methodFamily';
import { verdictWords } from '../methods/sheets/checks';
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
export const addedKey = (level: number): string => `added${level}`;
/** Returns the key of the found amounts of a level. */
export const foundKey = (level: number): string => `found${level}`;
export const emptyTubesKey = 'blanks';

/** Splits typed or pasted values: one per line, or separated by commas and blanks. */
export const valuesIn = (text: string | null | undefined): string[] =>
  (text ?? '').split(/[\s,，、;；]+/).filter((part) => part !== '');

/** Keys of a determination's inputs. */
export const efficiencyKeys: readonly string[] = [
  ...Array.from({ length: efficiencyDesign.mostLevels }, (_, at) => [addedKey(at + 1), foundKey(at + 1)]).flat(),
  emptyTubesKey,
];

const startedLevels = (values: Readings): number[] =>
  Array.from({ length: efficiencyDesign.mostLevels }, (_, at) => at + 1).filter(
    (level) => filled(values[addedKey(level)]) || filled(values[foundKey(level)]),
  );

function levelOf(values: Readings, level: number): SpikedLevel {
  const found = valuesIn(values[foundKey(level)]);
  if (!filled(values[addedKey(level)])) throw new LabProblem('missing', labDetectionTexts.noAdded(level));
  if (found.length < efficiencyDesign.tubes) {
    throw new LabProblem('notEnough', labDetectionTexts.fewTubes(level, efficiencyDesign.tubes, found.length));
  }
  return { added: values[addedKey(level)] ?? '', found };
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
 * @throws LabProblem for too few levels, tubes or blanks, or for a value that is not a number
 */
export function efficiencyOfTubes(work: Pick<LabWork, 'method'>, values: Readings): EfficiencyOutcome {
  const started = startedLevels(values);
  const { levels: least, blanks } = efficiencyDesign;
  if (started.length < least) throw new LabProblem('notEnough', labDetectionTexts.fewLevels(least, started.length));
  const levels = started.map((level) => levelOf(values, level));
  const empty = valuesIn(values[emptyTubesKey]).map((one) => numberOf(one, '空白管含量', { atLeast: '0' }));
  if (empty.length < blanks) throw new LabProblem('notEnough', labDetectionTexts.noEmptyTubes);
  const blank = meanOf(empty, '空白管含量');
  const newest = normSets.at(-1) ?? '331+2026';
  const rule = { ...efficiencyRule331, least: leastEfficiencyOf(newest, work.method.efficiencyMin) };
  const { levels: percents, spreads, mean, rsd, passes } = desorptionEfficiency(levels, blank, rule);
  const each = started.flatMap(
    (level, at) =>
      [
        [`level${level}`, shownShare(percents[at])],
        [`rsd${level}`, shownShare(spreads[at])],
      ] as const,
  );
  const computed = {
    ...Object.fromEntries(each),
    mean: shownShare(mean),
    rsd: shownShare(rsd),
    least: rule.least,
    levels: String(levels.length),
    tubes: String(levels.reduce((sum, { found }) => sum + found.length, 0)),
    blank: roundSignificant(settled(blank), 3),
    verdict: verdictWords[passes ? 'true' : 'false'],
  };
  return { computed, efficiency: settled(mean).toDecimalPlaces(10).toString(), passes, problem: null };
}

const shownShare = (percent: Decimal | undefined): string => (percent ? roundTo(settled(percent), 1) : '');

/** Formats an efficiency as used in a record's calculation: %, one decimal. */
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

type Facts = Pick<LabWork, 'sheet' | 'efficiencies'>;
type Row = Pick<LabWorkRow, 'rowKind' | 'sampleNo' | 'readings' | 'collectorLot'>;

/** Returns the determination of a lot; null where the lot is unknown or has none. */
export const efficiencyOfLot = (known: readonly EfficiencyDetermination[], lot: string | null | undefined) =>
  (lot ? known.find(({ collectorLot }) => collectorLot === lot) : undefined) ?? null;

const sameShare = (one: string, other: string): boolean => Number(one) === Number(other);

/** Returns whether a row uses the determination of its lot. An empty efficiency is filled from it at saving. */
function isDetermined(row: Row, known: readonly EfficiencyDetermination[]): boolean {
  const found = efficiencyOfLot(known, row.collectorLot);
  const used = row.readings['efficiency'];
  return found !== null && (!filled(used) || sameShare(used, shownEfficiency(found.efficiency)));
}

/**
 * Lists the numbers of samples whose efficiency is not from a determination of their lot, each once: a typed
 * efficiency, or a missing one where the method requires it (GBZ 331-2024 5.2.6.3.1 k). These samples need a reason,
 * which is printed.
 */
export function samplesWithoutEfficiency({ sheet, efficiencies = [] }: Facts, rows: readonly Row[]): string[] {
  if (efficiencyLabel({ sheet }) === null) return [];
  const needed = needsEfficiency({ sheet });
  const without = rows.filter(
    (row) =>
      row.rowKind !== 'blank' && !isDetermined(row, efficiencies) && (needed || filled(row.readings['efficiency'])),
  );
  return [...new Set(without.map(({ sampleNo }) => sampleNo))];
}

/** Returns the determinations that the record's rows use, each once. */
export const usedEfficiencies = (known: readonly EfficiencyDetermination[], rows: readonly Row[]) =>
  known.filter(({ collectorLot }) =>
    rows.some((row) => row.rowKind !== 'blank' && row.collectorLot === collectorLot && isDetermined(row, known)),
  );

const mostNamed = 5;

export const efficiencyTexts = {
  heading: (label: string) => `${label}测定`,
  missing: (label: string, numbers: readonly string[]) =>
    `${numbers.length}个样品没有同批号采样介质的${label}测定：${numbers.slice(0, mostNamed).join('、')}${numbers.length > mostNamed ? '等' : ''}。` +
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
