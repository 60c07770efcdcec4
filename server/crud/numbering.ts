import { and, eq, isNull, sql } from 'drizzle-orm';
import {
  defaultProjectNumberRule,
  defaultReportNumberRule,
  type NumberFacts,
  numberSeries,
} from '@contract/features/projects/numbering';
import { only } from '@server/db/only';
import type { Orm } from '@server/db/orm';
import { numberSeriesTable, organizationTable, projectTable, reportTable } from '@server/db/schema';

/**
 * Returns the next count of a series. The row stays locked until the transaction ends, and a rollback returns the
 * number, so there are no gaps.
 */
export async function nextCount(tx: Orm, organizationId: number, series: string): Promise<number> {
  const [row] = await tx
    .insert(numberSeriesTable)
    .values({ organizationId, series, last: 1 })
    .onConflictDoUpdate({
      target: [numberSeriesTable.organizationId, numberSeriesTable.series],
      set: { last: sql`${numberSeriesTable.last} + 1` },
    })
    .returning({ last: numberSeriesTable.last });
  return row?.last as number;
}

/** Returns the next free project number by the organization's rule; numbers entered by hand are skipped. */
export async function nextProjectCode(
  tx: Orm,
  organizationId: number,
  facts: Omit<NumberFacts, 'organization'>,
): Promise<string> {
  const organization = only(
    await tx
      .select({ code: organizationTable.code, rule: organizationTable.projectNumberRule })
      .from(organizationTable)
      .where(eq(organizationTable.id, organizationId)),
  );
  const { series, numberOf } = numberSeries(organization.rule || defaultProjectNumberRule, {
    ...facts,
    organization: organization.code,
  });
  for (;;) {
    const code = numberOf(await nextCount(tx, organizationId, series));
    const [taken] = await tx
      .select({ id: projectTable.id })
      .from(projectTable)
      .where(
        and(
          eq(projectTable.organizationId, organizationId),
          eq(projectTable.code, code),
          isNull(projectTable.deleteTime),
        ),
      );
    if (!taken) return code;
  }
}

/** Returns the next report number by the organization's rule; its series is separate from that of projects. */
export async function nextReportNo(
  tx: Orm,
  organizationId: number,
  facts: Omit<NumberFacts, 'organization'>,
): Promise<string> {
  const organization = only(
    await tx
      .select({ code: organizationTable.code, rule: organizationTable.reportNumberRule })
      .from(organizationTable)
      .where(eq(organizationTable.id, organizationId)),
  );
  const { series, numberOf } = numberSeries(organization.rule || defaultReportNumberRule, {
    ...facts,
    organization: organization.code,
  });
  for (;;) {
    const no = numberOf(await nextCount(tx, organizationId, `report:${series}`));
    const [taken] = await tx
      .select({ id: reportTable.id })
      .from(reportTable)
      .where(and(eq(reportTable.organizationId, organizationId), eq(reportTable.reportNo, no)));
    if (!taken) return no;
  }
}
