import { and, eq, gte, inArray, isNull } from 'drizzle-orm';
import type { Policy } from '../../crud/policy';
import { reportFormulaTable, reportSceneTable } from '../../db/schema';
import type { Orm } from '../../db/orm';
import { notFound } from '../../http/errors';
import { assertUnpublished } from '../../publicity/publishing';
import { parseMoment } from '../../zone';

/** Publishing and withdrawing have routes of their own; the pictures come and go with the notice. */
export const reportFormulaPolicy: Policy = {
  without: ['status', 'import', 'export'],
  async beforeDelete(rows, { tx, services, call }) {
    const gone = { deleteTime: services.now(), deleteBy: call.viewer.user.id };
    await tx.update(reportSceneTable).set(gone).where(and(inArray(reportSceneTable.formula, rows.map(({ id }) => id)), isNull(reportSceneTable.deleteTime)));
  },
  async afterRestore(rows, { tx, services }) {
    for (const row of rows) {
      // The wire's moments have no milliseconds; the pictures went a moment before the notice.
      const since = new Date(parseMoment(row.deleteTime ?? '', services.env.zone).getTime() - 1000);
      await tx.update(reportSceneTable).set({ deleteTime: null, deleteBy: null }).where(and(eq(reportSceneTable.formula, row.id), gte(reportSceneTable.deleteTime, since)));
    }
  },
};

async function assertNoticeUnpublished(tx: Orm, formula: number): Promise<void> {
  const [notice] = await tx.select({ status: reportFormulaTable.status }).from(reportFormulaTable).where(and(eq(reportFormulaTable.id, formula), isNull(reportFormulaTable.deleteTime))).for('share');
  if (!notice) throw notFound('所属的报告公示不存在或已被删除');
  await assertUnpublished(notice);
}

/** Pictures are part of what was published. */
export const reportScenePolicy: Policy = {
  without: ['status', 'copy', 'import', 'export'],
  async beforeSave(draft, { tx }) {
    await assertNoticeUnpublished(tx, Number(draft.formula));
    return {};
  },
  assertOpen: (row, { tx }) => assertNoticeUnpublished(tx, Number(row.formula)),
};
