import { inArray } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { scopeOf } from '@contract/features/library/accreditationScope';
import type { ReportMethod } from '@contract/features/reports/reportContent';
import type { Orm } from '@server/db/orm';
import { hazardTable } from '@server/db/schema';
import { accreditationAnnex } from '@server/features/library/accreditation/accreditationAnnex';

/**
 * Returns a lookup of the accredited scope for records: the annex item for the hazard by the method on the day of the
 * test, and the tests that a subcontractor made.
 */
export async function accreditationOfRecords(
  orm: Orm,
  sheets: readonly AnyRow[],
): Promise<
  (sheet: AnyRow, standardNo: string) => Pick<ReportMethod, 'outside' | 'restriction' | 'accredited' | 'subcontracted'>
> {
  const annex = await accreditationAnnex(orm, sheets[0]?.organizationId ?? null);
  const ids = [...new Set(sheets.flatMap(({ hazard }) => (typeof hazard === 'number' ? [hazard] : [])))];
  const categories = new Map(
    annex.length && ids.length
      ? (
          await orm
            .select({ id: hazardTable.id, category: hazardTable.category })
            .from(hazardTable)
            .where(inArray(hazardTable.id, ids))
        ).map(({ id, category }) => [id, category])
      : [],
  );
  return (sheet, standardNo) => {
    const day = typeof sheet.testDate === 'string' ? sheet.testDate : null;
    const hazardId = Number(sheet.hazard);
    if (sheet.methodKind === 'outsourced') return annex.length ? { subcontracted: true } : {};
    if (!day) return {};
    const scope = scopeOf(annex, {
      hazard: hazardId,
      category: categories.get(hazardId) ?? '',
      standardNo,
      day: day.slice(0, 10),
    });
    if (!scope) return {};
    if (scope.state !== 'inside') return { outside: true };
    return {
      accredited: scope.annexItem?.certificateNo ?? '',
      ...(scope.annexItem?.restriction ? { restriction: scope.annexItem.restriction } : {}),
    };
  };
}
