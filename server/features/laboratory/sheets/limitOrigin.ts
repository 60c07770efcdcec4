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

type Sheet = Pick<StoredSheet, 'id' | 'method' | 'hazard' | 'organizationId' | 'lod' | 'loq' | 'lodUnit'>;

/**
 * Returns the determination that a record's detection limit comes from: its own if it is applied, else the last
 * applied one with the same limit from an approved record of the same organization, method and hazard.
 * Null if there is none.
 */
export async function determinationOf(orm: Orm, sheet: Sheet): Promise<LimitDetermination | null> {
  if (sheet.lod === null) return null;
  const [held, of] = [labDetectionTable, labSheetTable];
  const { organizationId } = sheet;
  const organization = organizationId === null ? isNull(of.organizationId) : eq(of.organizationId, organizationId);
  const found = await orm
    .select({
      sheet: of.id,
      sheetNo: of.sheetNo,
      project: of.project,
      testedOn: held.testedOn,
      testDate: of.testDate,
      lod: held.lod,
      loq: held.loq,
      lodUnit: of.lodUnit,
    })
    .from(held)
    .innerJoin(of, eq(of.id, held.sheet))
    .where(
      and(
        eq(held.applied, true),
        or(isNull(held.form), eq(held.form, 'limit')),
        isNull(held.deleteTime),
        isNull(of.deleteTime),
        eq(of.method, sheet.method),
        eq(of.hazard, sheet.hazard),
        organization,
        or(eq(of.id, sheet.id), eq(of.state, 'approved')),
      ),
    )
    .orderBy(desc(of.id));
  const fitting = found.filter((one) => isDeterminedBy(sheet, one));
  const taken = fitting.find((one) => one.sheet === sheet.id) ?? fitting[0];
  if (!taken) return null;
  const { testDate, sheetNo, testedOn, ...rest } = taken;
  return { ...rest, sheetNo: sheetNo ?? '', testedOn: testedOn ?? testDate };
}

/** Returns the origin of a record's stored detection limit; null without a limit. */
export async function limitOrigin(orm: Orm, sheet: Sheet): Promise<LimitOrigin | null> {
  const [item, determination] = [await methodItemOf(orm, sheet), await determinationOf(orm, sheet)];
  return limitOriginOf({ sheet, item, determination });
}
