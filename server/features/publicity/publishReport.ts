import { and, count, eq, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { reportFormula } from '@contract/features/publicity/entities/reportFormula';
import { gapsOf, publicityTexts, type ReportFacts } from '@contract/features/publicity/publicityWire';
import type { RowReference } from '@server/crud/assertSeenVersion';
import { type OperationContext } from '@server/crud/operations';
import type { Orm } from '@server/db/orm';
import { reportSceneTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import { publishPublicRows } from './publishPublicRows';

const deskOf = (context: OperationContext, entityName: string): OperationContext => ({
  ...context,
  resource: context.registry.named(entityName),
});

/** Returns the number of pictures of the notice that may be published. */
async function showableScenes(tx: Orm, formula: number): Promise<number> {
  const [countRow] = await tx
    .select({ scenes: count() })
    .from(reportSceneTable)
    .where(
      and(
        eq(reportSceneTable.formula, formula),
        eq(reportSceneTable.consented, true),
        isNull(reportSceneTable.deleteTime),
      ),
    );
  return countRow?.scenes ?? 0;
}

/**
 * Publishes notices that meet all requirements of DOMAIN §7.5. If one notice is incomplete, or `check` refuses one,
 * none is published.
 */
export function publishReports(
  context: OperationContext,
  tx: Orm,
  requestedRows: readonly RowReference[],
  check: (row: AnyRow) => Promise<void> = async () => undefined,
): Promise<void> {
  return publishPublicRows(deskOf(context, reportFormula.name), tx, requestedRows, async (row) => {
    await check(row);
    const missingLabels = gapsOf(row as unknown as ReportFacts, await showableScenes(tx, row.id));
    if (missingLabels.length) throw conflict(publicityTexts.incomplete(String(row.title), missingLabels), 'incomplete');
  });
}
