import { and, eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import type { ReportContent } from '@contract/features/reports/reportContent';
import { reportMachine } from '@contract/features/reports/reportMachine';
import type { SeenFingerprint } from '@contract/workflow/signatureTexts';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { reportContentTable, reportTable } from '@server/db/schema';
import { notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { contentFingerprint } from '@server/signing/seenFingerprint';
import { contentOf } from '@server/signing/signedContent';
import { lockRow, type MovedEntity } from '@server/workflow/moveRows';
import type { StoredReport } from './compiledReport';

/** Returns how a report moves: its machine, table and state field. */
export const movedReport = (registry: Registry): MovedEntity => ({
  machine: reportMachine,
  resource: registry.named('report'),
  stateField: 'state',
});
/** Returns how an approval moves: its machine, table and state field. */
export const movedApproval = (registry: Registry): MovedEntity => ({
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
  const [storedReport] = await orm
    .select()
    .from(reportTable)
    .where(and(eq(reportTable.id, id), undeletedRows(resource), scopeOf(resource, call.viewer)));
  if (!storedReport) throw notFound('报告不存在或已被删除');
  return storedReport;
}

/**
 * Locks a report that the viewer may see.
 * @throws Refusal 404
 */
export const lockReport = (tx: Orm, registry: Registry, call: Call<unknown>, id: number): Promise<AnyRow> =>
  lockRow(movedReport(registry), tx, call, id);

/** Returns the content of the report when it was submitted; undefined while it is a draft. */
export async function frozenContent(orm: Orm, id: number): Promise<ReportContent | undefined> {
  const [contentRow] = await orm
    .select({ content: reportContentTable.content })
    .from(reportContentTable)
    .where(eq(reportContentTable.reportId, id));
  return contentRow?.content as ReportContent | undefined;
}

/**
 * Returns the fingerprint of a report with a content, which its author signs.
 * @param content content as displayed, or as compiled under the lock
 */
export async function reportMark(orm: Orm, id: number, content: ReportContent): Promise<SeenFingerprint> {
  const storedContent = await contentOf(orm, 'report', id, '');
  return contentFingerprint({ ...storedContent?.parts, content });
}

/** Stores the content of a report as submitted and replaces an earlier one. */
export async function freezeReportContent(tx: Orm, id: number, content: ReportContent, time: Date): Promise<void> {
  await tx
    .insert(reportContentTable)
    .values({ reportId: id, content, createTime: time })
    .onConflictDoUpdate({ target: reportContentTable.reportId, set: { content, createTime: time } });
}

/** Deletes the frozen content when a report is returned to its author. The report then follows the project again. */
export async function deleteFrozenContent(tx: Orm, id: number): Promise<void> {
  await tx.delete(reportContentTable).where(eq(reportContentTable.reportId, id));
}
