import { and, eq } from 'drizzle-orm';
import { retainedUntil, usualRetentionYears, yearsKept } from '@contract/features/projects/retentionYears';
import { exceededIn } from '@contract/features/reports/historyPapers';
import { reportTexts } from '@contract/features/reports/reportTexts';
import type { Policy } from '@server/crud/policy';
import { lockNumbers } from '@server/crud/runningNumbers';
import type { Orm } from '@server/db/orm';
import { organizationTable, reportTable } from '@server/db/schema';
import { invalid } from '@server/http/errors';

async function yearsOf(tx: Orm, organizationId: number | null): Promise<number> {
  const [settings] =
    organizationId === null
      ? []
      : await tx
          .select({ years: organizationTable.retentionYears })
          .from(organizationTable)
          .where(eq(organizationTable.id, organizationId));
  return settings?.years ?? usualRetentionYears;
}

/**
 * Refuses the number of a report of this system. The numbers are locked, so that a report that begins meanwhile sees
 * the brought-in one.
 * @throws Refusal 400
 */
async function assertNumberFree(tx: Orm, organizationId: number, reportNo: string): Promise<void> {
  await lockNumbers(tx, organizationId, 'report');
  const [ownReport] = await tx
    .select({ id: reportTable.id })
    .from(reportTable)
    .where(and(eq(reportTable.organizationId, organizationId), eq(reportTable.reportNo, reportNo)))
    .limit(1);
  if (ownReport) throw invalid([{ field: 'reportNo', message: reportTexts.numberIssuedHere(reportNo) }]);
}

/**
 * Save rules of a report from before the product was used. Its storage period follows from the day of issue; its
 * exceedances follow from its conclusion unless a person states them.
 */
export const historyReportPolicy: Policy = {
  ignoresDataScope: true,
  async beforeSave(draft, { tx, call, before }) {
    const organizationId = before ? before.organizationId : (call.maybeViewer?.organizationId ?? null);
    if (organizationId !== null && draft.reportNo !== before?.reportNo)
      await assertNumberFree(tx, organizationId, String(draft.reportNo));
    const issuedOn = String(draft.issuedOn);
    const years = yearsKept(await yearsOf(tx, organizationId), issuedOn);
    const hasExceeded = draft.exceeded ?? exceededIn((draft.conclusion ?? null) as string | null);
    return { keptUntil: retainedUntil(issuedOn, years), exceeded: hasExceeded };
  },
};
