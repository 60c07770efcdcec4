import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import { handOverLine } from '@contract/features/fieldwork/entities/handOverLine';
import { handOverTexts } from '@contract/features/fieldwork/handOver/handOverTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { assertSeenVersion, idOf, type RowReference } from '@server/crud/assertSeenVersion';
import type { CrudContext } from '@server/crud/crudContext';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { handOverLineTable, handOverTable, sampleTable } from '@server/db/schema';
import { conflict, invalid, notFound, Refusal } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { sampleStateLabel, waitingSheet } from './circulationSheets';

const conditionLabels: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.sampleCondition.map(({ value, label }) => [value, label]),
);

interface CountAnswer {
  readonly sampleNo: string;
  /** Whether the sample was already counted; nothing was changed then. */
  readonly again: boolean;
  readonly message: string;
}

/**
 * Returns the reason why a number is not on the sheet. A sample of another organization gives the same answer as an
 * unknown one.
 */
async function whyNot(
  { registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  no: string,
  sheetId: number,
): Promise<Refusal> {
  const resource = registry.named('sample');
  const [sample] = await tx
    .select({ state: sampleTable.state, handOver: sampleTable.handOver, sampleNo: sampleTable.sampleNo })
    .from(sampleTable)
    .where(and(eq(sampleTable.sampleNo, no), undeletedRows(resource), scopeOf(resource, call.viewer)));
  if (!sample) return new Refusal(404, 'unknownNo', handOverTexts.unknownNo(no));
  if (sample.state === 'voided') return conflict(handOverTexts.voided(no), 'voided');
  if (sample.handOver !== null && sample.handOver !== sheetId) {
    const [otherSheet] = await tx
      .select({ no: handOverTable.sheetNo })
      .from(handOverTable)
      .where(eq(handOverTable.id, sample.handOver));
    return conflict(handOverTexts.otherSheet(no, String(otherSheet?.no)), 'otherSheet');
  }
  return conflict(handOverTexts.noSheet(no, sampleStateLabel(String(sample.state))), 'noSheet');
}

/**
 * Counts a sample by the number on its label; a repeated number is counted once.
 * @throws Refusal for a number that is not on the sheet; 409 for a voided sample, or a sample marked as refused
 */
export async function countReceivedSample(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  sheetId: number,
  code: string,
): Promise<CountAnswer> {
  const { services } = context;
  const sheet = await waitingSheet(context, tx, call, sheetId);
  const no = code.trim();
  const [countedSample] = await tx
    .select({ line: handOverLineTable, state: sampleTable.state })
    .from(handOverLineTable)
    .innerJoin(sampleTable, eq(sampleTable.id, handOverLineTable.sample))
    .where(
      and(
        eq(handOverLineTable.handOver, sheet.id),
        eq(handOverLineTable.sampleNo, no),
        isNull(handOverLineTable.deleteTime),
      ),
    )
    .for('update', { of: handOverLineTable });
  if (!countedSample) throw await whyNot(context, tx, call, no, sheet.id);
  if (countedSample.state === 'voided') throw conflict(handOverTexts.voided(no), 'voided');
  const { condition, id } = countedSample.line;
  if (condition === 'intact') return { sampleNo: no, again: true, message: handOverTexts.countedAgain(no) };
  if (condition) throw conflict(handOverTexts.refusedBefore(no, conditionLabels.get(condition) ?? ''), 'marked');
  const { version, organizationId, reason } = countedSample.line;
  await tx
    .update(handOverLineTable)
    .set({
      condition: 'intact',
      checkedAt: services.now(),
      version: version + 1,
      updateBy: call.viewer.user.id,
      updateTime: services.now(),
    })
    .where(eq(handOverLineTable.id, id));
  await recordAudit(tx, actorOf(call), [
    {
      action: 'edit',
      entity: handOverLine,
      entityId: id,
      title: no,
      organizationId,
      before: { condition, reason },
      after: { condition: 'intact', reason },
    },
  ]);
  return { sampleNo: no, again: false, message: handOverTexts.counted(no) };
}

interface MarkBody {
  readonly id: number;
  /** Lines of the sheet, each with the version that the person saw. */
  readonly rows: readonly RowReference[];
  /** Condition of the samples; null clears count and mark. */
  readonly condition: string | null;
  readonly reason?: string | null | undefined;
}

/**
 * Marks samples to be refused with the reason, or clears their marks.
 * @throws Refusal 409 `stale` with the first sample that was counted or marked meanwhile
 */
export async function markRefusedSamples(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  { id, rows: shownRows, condition, reason }: MarkBody,
): Promise<number> {
  const { services } = context;
  const trimmedReason = reason?.trim() || null;
  if (condition && !trimmedReason) throw invalid([{ field: 'reason', message: handOverTexts.reasonNeeded }]);
  const sheet = await waitingSheet(context, tx, call, id);
  const wantedIds = [...new Set(shownRows.map(idOf))];
  const rows = await tx
    .select()
    .from(handOverLineTable)
    .where(
      and(
        eq(handOverLineTable.handOver, sheet.id),
        inArray(handOverLineTable.id, wantedIds),
        isNull(handOverLineTable.deleteTime),
      ),
    )
    .orderBy(handOverLineTable.id)
    .for('update');
  if (rows.length !== wantedIds.length) throw notFound('部分样品不在本流转单上，请刷新后重试');
  assertSeenVersion(rows, shownRows, ({ sampleNo }) => sampleNo);
  const now = services.now();
  await tx
    .update(handOverLineTable)
    .set({
      condition,
      checkedAt: condition ? now : null,
      reason: condition ? trimmedReason : null,
      version: sql`${handOverLineTable.version} + 1`,
      updateBy: call.viewer.user.id,
      updateTime: now,
    })
    .where(inArray(handOverLineTable.id, wantedIds));
  await recordAudit(
    tx,
    actorOf(call),
    rows.map((row) => ({
      action: 'edit' as const,
      entity: handOverLine,
      entityId: row.id,
      title: row.sampleNo,
      organizationId: row.organizationId,
      before: { condition: row.condition, reason: row.reason },
      after: { condition, reason: condition ? trimmedReason : null },
    })),
  );
  return rows.length;
}
