import { quantificationLimitOf } from '@contract/arithmetic/curves/detectionLimits';
import { minEfficiencyOf, spikeRangeOf } from '@contract/arithmetic/curves/qualityControl';
import { follows331 } from '@contract/arithmetic/limits/standardEdition';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { curveOf } from '../curves/storedCurve';
import { lodOf } from '../methods/calculation/calculateRecord';
import { blankLimitOf, type CheckContext } from '../methods/sheets/methodChecks';
import { type LabWork, layoutOfSheet, sheetOf } from '../sheets/labWork';
import { normSetOfRecord } from '../sheets/recordNorm';

/**
 * Returns whether the library's blank rule requires a blank below the detection limit. That rule is stricter than GBZ
 * 331-2024, so it applies.
 */
const keepsDetectionLimit = (rule: string | null): boolean =>
  rule !== null && rule.includes('检出限') && !rule.includes('定量');

type CheckedWork = Pick<LabWork, 'sheet' | 'method' | 'curve'> & {
  readonly rows: readonly Pick<LabWork['rows'][number], 'sampledOn'>[];
};

/**
 * Returns the criteria for a record's checks: the rules of its sampling day, or the stricter rule of the method in
 * the library.
 * @param tubes contents of the standard series, for visual comparison
 */
export function checkContextOf(
  { sheet, method, curve, rows }: CheckedWork,
  tubes: readonly string[] = [],
): CheckContext {
  const methodSheet = sheetOf(sheet);
  const normSet = normSetOfRecord(sheet, rows);
  const blankMost = blankLimitOf(method.blankRule);
  const curveUnit = curve?.unit ?? layoutOfSheet(sheet).curveUnit;
  const lod = outcomeOfCalculation(() =>
    lodOf({ lod: sheet.lod, lodUnit: sheet.lodUnit, ...(curveUnit ? { curveUnit } : {}) }),
  );
  const limit = lod.ok ? lod.value : null;
  const loq = outcomeOfCalculation(() =>
    lodOf({ lod: sheet.loq ?? null, lodUnit: sheet.lodUnit, ...(curveUnit ? { curveUnit } : {}) }, '定量下限'),
  );
  const quantificationLimit = (loq.ok ? loq.value : null) ?? (limit ? quantificationLimitOf(limit) : null);
  return {
    normSet,
    curve: curveOf(curve),
    lod: limit,
    blankBelow:
      quantificationLimit && follows331(normSet) && !keepsDetectionLimit(method.blankRule)
        ? quantificationLimit
        : limit,
    ...(curveUnit ? { contentUnit: curveUnit } : {}),
    ...(method.parallelMax ? { parallelMax: method.parallelMax } : {}),
    spikeRange: spikeRangeOf(normSet, [method.spikeMin, method.spikeMax], methodSheet.spikeRange),
    ...(method.midpointMax ? { midpointMax: method.midpointMax } : {}),
    ...(blankMost === undefined ? {} : { blankMost }),
    efficiencyLeast: minEfficiencyOf(normSet, method.efficiencyMin),
    ...(methodSheet.curve ? {} : { contentsRead: true }),
    tubes,
  };
}
