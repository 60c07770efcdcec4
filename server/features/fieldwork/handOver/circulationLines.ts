import { and, eq, inArray } from 'drizzle-orm';
import { handOverLine } from '@contract/features/fieldwork/entities/handOverLine';
import { handOverTexts } from '@contract/features/fieldwork/handOver/handOverTexts';
import type { EditableStages } from '@contract/features/projects/editableStages';
import { actorOf, type AuditEvent, recordAudit } from '@server/audit/auditTrail';
import type { Orm } from '@server/db/orm';
import { handOverLineTable, sampleTable } from '@server/db/schema';
import type { Call } from '@server/http/route';

/** Stages in which samples may be sent: during sampling and after it. */
export const openForSheets = {
  stages: ['sampling', 'handOver'],
  early: handOverTexts.tooEarly,
  late: handOverTexts.tooLate,
} as const satisfies EditableStages;

type StoredLine = typeof handOverLineTable.$inferSelect;

/**
 * Returns the audit event of a sample added to a sheet or removed. Only the audit trail shows which samples a sheet
 * contained earlier.
 */
export function lineEvent(
  action: 'add' | 'del',
  { id, organizationId, handOver, sample, sampleNo }: StoredLine,
): AuditEvent {
  const lineValues = { handOver, sample, sampleNo };
  return {
    action,
    entity: handOverLine,
    entityId: id,
    title: sampleNo,
    organizationId,
    ...(action === 'add' ? { after: lineValues } : { before: lineValues }),
  };
}

/** Removes samples from a draft sheet, by default all. Its lines were never sent and are deleted. */
export async function removeFromSheet(
  tx: Orm,
  call: Call<unknown>,
  sheetId: number,
  sampleIds?: readonly number[],
): Promise<void> {
  if (sampleIds?.length === 0) return;
  const deletedLines = await tx
    .delete(handOverLineTable)
    .where(and(eq(handOverLineTable.handOver, sheetId), sampleIds && inArray(handOverLineTable.sample, [...sampleIds])))
    .returning();
  await tx
    .update(sampleTable)
    .set({ handOver: null })
    .where(and(eq(sampleTable.handOver, sheetId), sampleIds && inArray(sampleTable.id, [...sampleIds])));
  await recordAudit(
    tx,
    actorOf(call),
    deletedLines.map((line) => lineEvent('del', line)),
  );
}
