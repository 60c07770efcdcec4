import { readCurve } from '@contract/arithmetic/curves/curve';
import { blankPasses } from '@contract/arithmetic/curves/qualityControl';
import { type Decimal, meanOf, numberOf, settled } from '@contract/arithmetic/numbers/number';
import { LabProblem } from '@contract/arithmetic/numbers/problem';
import { roundSignificant } from '@contract/arithmetic/numbers/rounding';
import { curveOf } from '../curves/storedCurve';
import { lodOf } from '../methods/calculation/calculate';
import type { Readings } from '../methods/calculation/labRecord';
import { verdictWords } from '../methods/sheets/checks';
import { type LabWork, layoutOfSheet } from '../sheets/labWork';
import { labDetectionTexts } from './detectionTexts';
import { valuesIn } from './efficiency';

// Blank of a collector lot (采样介质空白): unexposed collectors must contain less than the detection limit (GBZ
// 331-2024 5.2.6.1 d).

/**
 * Minimum number of collectors of a lot to be tested, equal to the number of blanks of a batch (GBZ 331-2024
 * 5.2.6.2.3 e).
 */
const leastLotBlanks = 2;

interface LotBlankOutcome {
  /** Texts: contents, mean, most, limit, count, verdict. */
  readonly computed: Readonly<Record<string, string>>;
  readonly passes: boolean;
}

/**
 * Compares the contents of unexposed collectors with the record's detection limit; the highest content counts.
 * @param values `blanks`: responses of the collectors
 * @throws LabProblem without curve or detection limit, for fewer than two collectors, or a value that is not a number
 */
export function lotBlankOf({ sheet, curve }: Pick<LabWork, 'sheet' | 'curve'>, values: Readings): LotBlankOutcome {
  const line = curveOf(curve);
  if (!line) throw new LabProblem('missing', labDetectionTexts.noCurve);
  const unit = curve?.unit ?? layoutOfSheet(sheet).curveUnit;
  const lod = lodOf({ lod: sheet.lod, lodUnit: sheet.lodUnit, ...(unit ? { curveUnit: unit } : {}) });
  if (!lod) throw new LabProblem('missing', labDetectionTexts.noLimit);
  const typed = valuesIn(values['blanks']);
  if (typed.length < leastLotBlanks) {
    throw new LabProblem('notEnough', labDetectionTexts.fewCollectors(leastLotBlanks, typed.length));
  }
  const contents = typed.map((one) => readCurve(line, numberOf(one, '空白响应值', { atLeast: '0' })).content);
  const most = contents.reduce((highest, one) => (one.greaterThan(highest) ? one : highest));
  const passes = contents.every((one) => blankPasses(one, lod));
  return {
    computed: {
      contents: contents.map(shown).join('、'),
      mean: shown(meanOf(contents, '空白含量')),
      most: shown(most),
      limit: shown(lod),
      count: String(typed.length),
      verdict: verdictWords[passes ? 'true' : 'false'],
    },
    passes,
  };
}

const shown = (content: Decimal): string => roundSignificant(settled(content), 3);

export const lotBlankTexts = {
  /** Message for a lot that fails. */
  above: (most: string, limit: string) => `采样介质空白${most}，应低于检出限${limit}`,
  unexplained: (lot: string, why: string) =>
    `采样介质批号${lot}：${why}；请重新测定，或在该测定的备注中说明原因后再提交`,
} as const;
