import { and, eq, isNotNull } from 'drizzle-orm';
import { publicityStatus, type ReplacedNotice } from '@contract/features/publicity/publicityWire';
import type { Orm } from '@server/db/orm';
import { reportFormulaTable, reportTable } from '@server/db/schema';

/**
 * Returns the issued report that currently replaces a corrected one, with its notice if that is public; null if there
 * is none.
 */
export async function replacementOf(orm: Orm, correctedId: number): Promise<ReplacedNotice | null> {
  const [next] = await orm
    .select({
      id: reportTable.id,
      state: reportTable.state,
      reportNo: reportTable.reportNo,
      notice: reportFormulaTable.id,
      status: reportFormulaTable.status,
    })
    .from(reportTable)
    .leftJoin(reportFormulaTable, eq(reportFormulaTable.id, reportTable.notice))
    .where(and(eq(reportTable.previous, correctedId), isNotNull(reportTable.issuedOn)));
  if (!next) return null;
  // Numbers of corrections increase, so the recursion ends.
  return (
    (next.state === 'corrected' ? await replacementOf(orm, next.id) : null) ?? {
      reportNo: next.reportNo ?? '',
      notice: next.status === publicityStatus.published ? next.notice : null,
    }
  );
}
