import { and, eq, inArray } from 'drizzle-orm';
import { handOverLine } from '@contract/features/fieldwork/entities/handOverLine';
import { handOverTexts } from '@contract/features/fieldwork/handOver/handOverTexts';
import type { OpenWhile } from '@contract/features/projects/openWhile';
import { actorOf, type AuditEvent, recordAudit } from '@server/audit/trail';
import type { Orm } from '@server/db/orm';
import { handOverLineTable, sampleTable } from '@server/db/schema';
import type { Call } from '@server/http/route';

/** Samples are sent while they are taken and when they all are. */
export const openForSheets = {
  stages: ['sampling', 'handOver'],
  early: handOverTexts.tooEarly,
  late: handOverTexts.tooLate,
} as const satisfies OpenWhile;

type Line = typeof handOverLineTable.$inferSelect;

/** A sample came on a sheet, or left it: which samples a sheet has held is told by its lines alone. */
export function lineEvent(action: 'add' | 'del', { id, organizationId, handOver, sample, sampleNo }: Line): AuditEvent {
  const held = { handOver, sample, sampleNo };
  return {
    action,
    entity: handOverLine,
    entityId: id,
    title: sampleNo,
    organizationId,
    ...(action === 'add' ? { after: held } : { before: held }),
  };
}

/** Frees samples of a draft, all of them unless told; its lines were never sent and go with them. */
export async function takeOff(
  tx: Orm,
  call: Call<unknown>,
  sheetId: number,
  samples?: readonly number[],
): Promise<void> {
  if (samples?.length === 0) return;
  const gone = await tx
    .delete(handOverLineTable)
    .where(and(eq(handOverLineTable.handOver, sheetId), samples && inArray(handOverLineTable.sample, [...samples])))
    .returning();
  await tx
    .update(sampleTable)
    .set({ handOver: null })
    .where(and(eq(sampleTable.handOver, sheetId), samples && inArray(sampleTable.id, [...samples])));
  await recordAudit(
    tx,
    actorOf(call),
    gone.map((line) => lineEvent('del', line)),
  );
}
