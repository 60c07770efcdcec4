import { eq } from 'drizzle-orm';
import { retainedUntil, usualYears, yearsKept } from '@contract/features/projects/retentionYears';
import { exceededIn } from '@contract/features/reports/historyPapers';
import type { Policy } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { organizationTable } from '@server/db/schema';

async function yearsOf(tx: Orm, organizationId: number | null): Promise<number> {
  const [settings] =
    organizationId === null
      ? []
      : await tx
          .select({ years: organizationTable.retentionYears })
          .from(organizationTable)
          .where(eq(organizationTable.id, organizationId));
  return settings?.years ?? usualYears;
}

/**
 * Save rules of a report from before the product was used. Its storage period follows from the day of issue; its
 * exceedances follow from its conclusion unless a person states them.
 */
export const historyReportPolicy: Policy = {
  ignoresDataScope: true,
  async beforeSave(draft, { tx, call, before }) {
    const organizationId = before ? before.organizationId : (call.maybeViewer?.organizationId ?? null);
    const issuedOn = String(draft.issuedOn);
    const years = yearsKept(await yearsOf(tx, organizationId), issuedOn);
    const exceeded = draft.exceeded ?? exceededIn((draft.conclusion ?? null) as string | null);
    return { keptUntil: retainedUntil(issuedOn, years), exceeded };
  },
};
