import { attempt } from '../lab/problem';
import { curveOf } from '../lab/storedCurve';
import { lodOf } from '../methods/calculation/calculate';
import { blankLimitOf, type CheckContext } from '../methods/sheets/checks';
import { type LabWork, layoutOfSheet, sheetOf } from './labWork';

/**
 * What a record's checks are held against: the method of the library first, then the method's sheet, then the conventions.
 * @param tubes contents of the standard series, where the method has one
 */
export function checkContextOf({ sheet, method, curve }: Pick<LabWork, 'sheet' | 'method' | 'curve'>, tubes: readonly string[] = []): CheckContext {
  const facts = sheetOf(sheet);
  const { spikeRange } = facts;
  const [least, most] = [method.spikeMin ?? spikeRange?.[0], method.spikeMax ?? spikeRange?.[1]];
  const blankMost = blankLimitOf(method.blankRule);
  const curveUnit = curve?.unit ?? layoutOfSheet(sheet).curveUnit;
  const lod = attempt(() => lodOf({ lod: sheet.lod, lodUnit: sheet.lodUnit, ...(curveUnit ? { curveUnit } : {}) }));
  return {
    curve: curveOf(curve),
    lod: lod.ok ? lod.value : null,
    ...(curveUnit ? { contentUnit: curveUnit } : {}),
    ...(method.parallelMax ? { parallelMax: method.parallelMax } : {}),
    ...(least && most ? { spikeRange: [least, most] as const } : {}),
    ...(method.midpointMax ? { midpointMax: method.midpointMax } : {}),
    ...(blankMost === undefined ? {} : { blankMost }),
    ...(method.efficiencyMin ? { efficiencyLeast: method.efficiencyMin } : {}),
    ...(facts.curve ? {} : { contentsRead: true }),
    tubes,
  };
}
