import { desorptionEfficiency, efficiencyRule331, type SpikedLevel } from '@contract/arithmetic/curves/detection';
import { leastEfficiencyOf } from '@contract/arithmetic/curves/qualityControl';
import { normSets } from '@contract/arithmetic/limits/normSet';
import { type Decimal, meanOf, numberOf, settled } from '@contract/arithmetic/numbers/number';
import { LabProblem } from '@contract/arithmetic/numbers/problem';
import { roundSignificant, roundTo } from '@contract/arithmetic/numbers/rounding';
import { filled } from '../methods/calculation/family';
import type { Readings } from '../methods/calculation/record';
import { verdictWords } from '../methods/sheets/checks';
import type { LabWork, LabWorkRow } from '../sheets/labWork';
import { labDetectionTexts } from './detectionTexts';
import { efficiencyLabel, needsEfficiency } from './determinationForms';

// 解吸/洗脱效率测定: what a result is divided by is measured, lot by lot of the collectors (GBZ 331-2024 5.2.6.1 d,
// 5.2.6.3.1 k; GBZ/T 210.4: low, middle and high, six tubes each, and blanks).

/** Fewest levels, tubes of a level and blank tubes of a determination, and how many a page has room for. */
export const efficiencyDesign = { levels: 3, tubes: 6, blanks: 1, mostLevels: 6, mostTubes: 12 } as const;

export const addedKey = (level: number): string => `added${level}`;
export const foundKey = (level: number): string => `found${level}`;
export const emptyTubesKey = 'blanks';

/** What was typed or pasted: one value a line, or between commas and blanks. */
export const valuesIn = (text: string | null | undefined): string[] =>
  (text ?? '').split(/[\s,，、;；]+/).filter((part) => part !== '');

/** Keys of what is typed of a determination. */
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

export interface EfficiencyOutcome {
  /** Texts: level1…, rsd1… of each level, mean, rsd, levels, tubes, blank, verdict. */
  readonly computed: Readonly<Record<string, string>>;
  /** %, unrounded; as many digits as a record keeps. */
  readonly efficiency: string | null;
  readonly passes: boolean | null;
  readonly problem: string | null;
}

/**
 * Mean efficiency over the levels of a determination.
 * @param values `added1` and `found1` in μg, several found ones in one text, and so on; `blanks` in μg a tube
 * @throws LabProblem on fewer levels, tubes or blanks than a determination has, or on what is no number
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

/** An efficiency as a record is calculated with it: %, one decimal. */
export const shownEfficiency = (unrounded: string): string => shownShare(numberOf(unrounded, '效率'));

/** An approved determination, or one of the record itself, that its efficiencies may be taken from. */
export interface EfficiencyDetermination {
  /** The record that it stands in. */
  readonly sheet: number;
  readonly sheetNo: string;
  readonly project: number;
  readonly collectorLot: string;
  /** `YYYY-MM-DD`. */
  readonly testedOn: string | null;
  readonly analyst: string;
  /** %, unrounded. */
  readonly efficiency: string;
  readonly computed: Readonly<Record<string, string>>;
  readonly remark: string | null;
}

type Facts = Pick<LabWork, 'sheet' | 'efficiencies'>;
type Row = Pick<LabWorkRow, 'rowKind' | 'sampleNo' | 'readings' | 'collectorLot'>;

/** The determination of a lot; null where there is none, or the lot is not known. */
export const efficiencyOfLot = (known: readonly EfficiencyDetermination[], lot: string | null | undefined) =>
  (lot ? known.find(({ collectorLot }) => collectorLot === lot) : undefined) ?? null;

const sameShare = (one: string, other: string): boolean => Number(one) === Number(other);

/** Whether a row is calculated with the determination of its lot; an empty one takes it when it is saved. */
function isDetermined(row: Row, known: readonly EfficiencyDetermination[]): boolean {
  const found = efficiencyOfLot(known, row.collectorLot);
  const used = row.readings['efficiency'];
  return found !== null && (!filled(used) || sameShare(used, shownEfficiency(found.efficiency)));
}

/**
 * Samples whose efficiency is by no determination of their lot, each number once: what was typed, or what is missing
 * where the method can't do without (GBZ 331-2024 5.2.6.3.1 k). They go in with a printed reason alone.
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

/** Determinations that rows of the record are calculated with, each once. */
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
  /** Number, lot, day, tubes, mean and spread, as it is told in the head and printed. */
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
