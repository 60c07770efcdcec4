import { and, eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import type { ReportContent } from '@contract/features/reports/reportContent';
import { reportMachine } from '@contract/features/reports/reportMachine';
import type { AsSeen } from '@contract/workflow/signing';
import type { Registry } from '@server/crud/resource';
import { living, scopeOf } from '@server/crud/scope';
import type { Orm } from '@server/db/orm';
import { reportContentTable, reportTable } from '@server/db/schema';
import { notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { markOf } from '@server/signing/seenContent';
import { contentOf } from '@server/signing/signedContent';
import { lockRow, type Moved } from '@server/workflow/move';
import type { StoredReport } from './compiledReport';

/** Returns how a report moves: its machine, table and state field. */
export const movedReport = (registry: Registry): Moved => ({
  machine: reportMachine,
  resource: registry.named('report'),
  stateField: 'state',
});
/** Returns how an approval moves: its machine, table and state field. */
export const movedApproval = (registry: Registry): Moved => ({
  machine: approvalMachine,
  resource: registry.named('approval'),
  stateField: 'state',
});

/**
 * Returns a report visible to the viewer.
 * @throws Refusal 404
 */
export async function visibleReport(
  orm: Orm,
  registry: Registry,
  call: Pick<Call<unknown>, 'viewer'>,
  id: number,
): Promise<StoredReport> {
  const resource = registry.named('report');
  const [found] = await orm
    .select()
    .from(reportTable)
    .where(and(eq(reportTable.id, id), living(resource), scopeOf(resource, call.viewer)));
  if (!found) throw notFound('报告不存在或已被删除');
  return found;
}

/**
 * Locks a report that the viewer may see.
 * @throws Refusal 404
 */
export const lockReport = (tx: Orm, registry: Registry, call: Call<unknown>, id: number): Promise<AnyRow> =>
  lockRow(movedReport(registry), tx, call, id);

/** Returns the content of the report when it was submitted; undefined while it is a draft. */
export async function frozenContent(orm: Orm, id: number): Promise<ReportContent | undefined> {
  const [found] = await orm
    .select({ content: reportContentTable.content })
    .from(reportContentTable)
    .where(eq(reportContentTable.reportId, id));
  return found?.content as ReportContent | undefined;
}

/**
 * Returns the fingerprint of a report with a content, which its author signs.
 * @param content content as displayed, or as compiled under the lock
 */
export async function reportMark(orm: Orm, id: number, content: ReportContent): Promise<AsSeen> {
  const stored = await contentOf(orm, 'report', id, '');
  return markOf({ ...stored?.parts, content });
}

/** Stores the content of a report as submitted and replaces an earlier one. */
export async function freeze(tx: Orm, id: number, content: ReportContent, time: Date): Promise<void> {
  await tx
    .insert(reportContentTable)
    .values({ reportId: id, content, createTime: time })
    .onConflictDoUpdate({ target: reportContentTable.reportId, set: { content, createTime: time } });
}

/** Deletes the frozen content when a report is returned to its author. The report then follows the project again. */
export async function thaw(tx: Orm, id: number): Promise<void> {
  await tx.delete(reportContentTable).where(eq(reportContentTable.reportId, id));
}
