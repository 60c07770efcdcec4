import { and, eq, gte, isNull, sql } from 'drizzle-orm';
import { reportScene } from '@contract/features/publicity/entities/reportScene';
import { parseMoment } from '@server/base/zone';
import type { Policy } from '@server/crud/policy';
import { removeParts, auditParts } from '@server/crud/removeParts';
import type { Orm } from '@server/db/orm';
import { reportFormulaTable, reportSceneTable } from '@server/db/schema';
import { notFound } from '@server/http/errors';
import { assertUnpublished } from '../publishPublicRows';

/**
 * Save rules of notices. Publishing and withdrawing have their own routes; pictures are deleted and restored with the
 * notice.
 */
export const reportFormulaPolicy: Policy = {
  disabledOperations: ['status', 'import'],
  async beforeDelete(rows, context) {
    await removeParts(
      context,
      { entity: reportScene, table: reportSceneTable, parentColumn: reportSceneTable.formula },
      rows.map(({ id }) => id),
    );
  },
  async afterRestore(rows, context) {
    const { tx, services } = context;
    for (const row of rows) {
      // Times in the API have no milliseconds, and the pictures were deleted just before the notice.
      const deletedSince = new Date(parseMoment(row.deleteTime ?? '', services.env.zone).getTime() - 1000);
      const restoredScenes = await tx
        .update(reportSceneTable)
        .set({ deleteTime: null, deleteBy: null, version: sql`${reportSceneTable.version} + 1` })
        .where(and(eq(reportSceneTable.formula, row.id), gte(reportSceneTable.deleteTime, deletedSince)))
        .returning();
      await auditParts(context, reportScene, 'restore', restoredScenes);
    }
  },
};

async function assertNoticeUnpublished(tx: Orm, formula: number): Promise<void> {
  const [notice] = await tx
    .select({ status: reportFormulaTable.status })
    .from(reportFormulaTable)
    .where(and(eq(reportFormulaTable.id, formula), isNull(reportFormulaTable.deleteTime)))
    .for('share');
  if (!notice) throw notFound('所属的报告公示不存在或已被删除');
  await assertUnpublished(notice);
}

/** Save rules of pictures, which are part of a publication. */
export const reportScenePolicy: Policy = {
  disabledOperations: ['status', 'copy', 'import'],
  async beforeSave(draft, { tx }) {
    await assertNoticeUnpublished(tx, Number(draft.formula));
    return {};
  },
  assertOpen: (row, { tx }) => assertNoticeUnpublished(tx, Number(row.formula)),
};
