import { blankPasses } from '@contract/arithmetic/curves/qualityControl';
import { readCurve } from '@contract/arithmetic/curves/readCurve';
import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { type Decimal, meanOf, numberOf, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundSignificant } from '@contract/arithmetic/numbers/roundingRules';
import { curveOf } from '../curves/storedCurve';
import { lodOf } from '../methods/calculation/calculateRecord';
import type { Readings } from '../methods/calculation/labRecord';
import { verdictLabels } from '../methods/sheets/methodChecks';
import { type LabWork, layoutOfSheet } from '../sheets/labWork';
import { labDetectionTexts } from './detectionTexts';
import { valuesIn } from './efficiencyDetermination';

// Blank of a collector lot (采样介质空白): unexposed collectors must contain less than the detection limit (GBZ
// 331-2024 5.2.6.1 d).

/**
 * Minimum number of collectors of a lot to be tested, equal to the number of blanks of a batch (GBZ 331-2024
 * 5.2.6.2.3 e).
 */
const minLotBlanks = 2;

interface LotBlankOutcome {
  /** Texts: contents, mean, most, limit, count, verdict. */
  readonly computed: Readonly<Record<string, string>>;
  readonly passes: boolean;
}

/**
 * Compares the contents of unexposed collectors with the record's detection limit; the highest content counts.
 * @param values `blanks`: responses of the collectors
 * @throws CalculationProblem without curve or detection limit, for fewer than two collectors, or a value that is not a
 * number
 */
export function lotBlankOf({ sheet, curve }: Pick<LabWork, 'sheet' | 'curve'>, values: Readings): LotBlankOutcome {
  const line = curveOf(curve);
  if (!line) throw new CalculationProblem('missing', labDetectionTexts.noCurve);
  const unit = curve?.unit ?? layoutOfSheet(sheet).curveUnit;
  const lod = lodOf({ lod: sheet.lod, lodUnit: sheet.lodUnit, ...(unit ? { curveUnit: unit } : {}) });
  if (!lod) throw new CalculationProblem('missing', labDetectionTexts.noLimit);
  const blankValues = valuesIn(values['blanks']);
  if (blankValues.length < minLotBlanks) {
    throw new CalculationProblem('notEnough', labDetectionTexts.fewUnusedCollectors(minLotBlanks, blankValues.length));
  }
  const contents = blankValues.map(
    (response) => readCurve(line, numberOf(response, '空白响应值', { atLeast: '0' })).content,
  );
  const maxContent = contents.reduce((highest, content) => (content.greaterThan(highest) ? content : highest));
  const isPassed = contents.every((content) => blankPasses(content, lod));
  return {
    computed: {
      contents: contents.map(formatContent).join('、'),
      mean: formatContent(meanOf(contents, '空白含量')),
      most: formatContent(maxContent),
      limit: formatContent(lod),
      count: String(blankValues.length),
      verdict: verdictLabels[isPassed ? 'true' : 'false'],
    },
    passes: isPassed,
  };
}

const formatContent = (content: Decimal): string => roundSignificant(withoutCalculationNoise(content), 3);

export const lotBlankTexts = {
  /** Message for a lot that fails. */
  above: (maxContent: string, limit: string) => `采样介质空白${maxContent}，应低于检出限${limit}`,
  unexplained: (lot: string, reason: string) =>
    `采样介质批号${lot}：${reason}；请重新测定，或在该测定的备注中说明原因后再提交`,
} as const;
