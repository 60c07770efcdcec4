import { and, desc, eq, isNull, or } from 'drizzle-orm';
import {
  isDeterminedBy,
  type LimitDetermination,
  type LimitOrigin,
  limitOriginOf,
} from '@contract/features/laboratory/detection/limitOrigin';
import type { Orm } from '@server/db/orm';
import { labDetectionTable, labSheetTable } from '@server/db/schema';
import { methodItemOf } from '@server/features/library/methods/methodItems';
import type { StoredSheet } from './openSheet';

type SheetWithLimit = Pick<StoredSheet, 'id' | 'method' | 'hazard' | 'organizationId' | 'lod' | 'loq' | 'lodUnit'>;

/**
 * Returns the determination that a record's detection limit comes from: its own if it is applied, else the last
 * applied one with the same limit from an approved record of the same organization, method and hazard.
 * Null if there is none.
 */
export async function determinationOf(orm: Orm, sheet: SheetWithLimit): Promise<LimitDetermination | null> {
  if (sheet.lod === null) return null;
  const [detection, labSheet] = [labDetectionTable, labSheetTable];
  const { organizationId } = sheet;
  const organization =
    organizationId === null ? isNull(labSheet.organizationId) : eq(labSheet.organizationId, organizationId);
  const determinations = await orm
    .select({
      sheet: labSheet.id,
      sheetNo: labSheet.sheetNo,
      project: labSheet.project,
      testedOn: detection.testedOn,
      testDate: labSheet.testDate,
      lod: detection.lod,
      loq: detection.loq,
      lodUnit: labSheet.lodUnit,
    })
    .from(detection)
    .innerJoin(labSheet, eq(labSheet.id, detection.sheet))
    .where(
      and(
        eq(detection.applied, true),
        or(isNull(detection.form), eq(detection.form, 'limit')),
        isNull(detection.deleteTime),
        isNull(labSheet.deleteTime),
        eq(labSheet.method, sheet.method),
        eq(labSheet.hazard, sheet.hazard),
        organization,
        or(eq(labSheet.id, sheet.id), eq(labSheet.state, 'approved')),
      ),
    )
    .orderBy(desc(labSheet.id));
  const fittingDeterminations = determinations.filter((determination) => isDeterminedBy(sheet, determination));
  const chosenDetermination =
    fittingDeterminations.find((determination) => determination.sheet === sheet.id) ?? fittingDeterminations[0];
  if (!chosenDetermination) return null;
  const { testDate, sheetNo, testedOn, ...limitValues } = chosenDetermination;
  return { ...limitValues, sheetNo: sheetNo ?? '', testedOn: testedOn ?? testDate };
}

/** Returns the origin of a record's stored detection limit; null without a limit. */
export async function limitOrigin(orm: Orm, sheet: SheetWithLimit): Promise<LimitOrigin | null> {
  const [item, determination] = [await methodItemOf(orm, sheet), await determinationOf(orm, sheet)];
  return limitOriginOf({ sheet, item, determination });
}
