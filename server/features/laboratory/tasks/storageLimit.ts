import { and, asc, eq, inArray, isNull, ne, notExists } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { keepUntilOf } from '@contract/features/fieldwork/handOver/handOverSheet';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatDay } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { valuesById } from '@server/db/readRows';
import { labMethodTable, labSheetTable, labTaskTable, sampleTable, samplingDayTable } from '@server/db/schema';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

interface StorageChange {
  readonly before: number | null;
  readonly after: number | null;
}

/**
 * Returns the last storage day (样品保存期限) of a sample after a change of its start or method. It counts from the
 * day of sampling (DOMAIN §1.11). A day typed by a person stays; a sample that is not sent to a laboratory has none.
 * @param after row as it will be stored
 * @returns the columns to store with it
 */
export async function storageLimitAfterChange(
  tx: Orm,
  before: AnyRow,
  after: Readonly<Record<string, unknown>>,
  sampledOn: string | null,
): Promise<{ keepUntil?: string | null }> {
  const storedLimit = before.keepUntil ? String(before.keepUntil) : null;
  if (storedLimit === null && (before.state === 'planned' || before.state === 'collected')) return {};
  const methodIds = [...new Set([before.method, after.method].flatMap((id) => (id ? [Number(id)] : [])))];
  const daysByMethod = await valuesById(tx, labMethodTable, labMethodTable.storageDays, methodIds);
  const lastDay = ({ startTime, method }: Readonly<Record<string, unknown>>) =>
    keepUntilOf(startTime ? String(startTime).slice(0, 10) : sampledOn, daysByMethod.get(Number(method)) ?? null);
  const keepUntil = lastDay(after);
  return keepUntil !== storedLimit && storedLimit === lastDay(before) ? { keepUntil } : {};
}

/** Writes the last storage day of samples to their unfinished tasks. */
export async function keepTasksUntil(
  tx: Orm,
  ids: readonly number[],
  keepUntil: string | null,
  stamp: { readonly updateBy: number; readonly updateTime: Date },
): Promise<void> {
  const task = labTaskTable;
  await tx
    .update(task)
    .set({ keepUntil, ...stamp })
    .where(
      and(
        inArray(task.sample, [...ids]),
        inArray(task.state, ['waiting', 'distributed', 'testing']),
        isNull(task.deleteTime),
      ),
    );
}

/** Locks and returns the sent samples of a method that are on no submitted record. */
async function lockWaitingSamples(tx: Orm, methodId: number) {
  const [sampleColumns, day, task, sheet] = [sampleTable, samplingDayTable, labTaskTable, labSheetTable];
  const submittedRecords = tx
    .select({ id: task.id })
    .from(task)
    .innerJoin(sheet, eq(sheet.id, task.sheet))
    .where(and(eq(task.sample, sampleColumns.id), ne(sheet.state, 'drafting')));
  return tx
    .select({
      id: sampleColumns.id,
      sampleNo: sampleColumns.sampleNo,
      organizationId: sampleColumns.organizationId,
      keepUntil: sampleColumns.keepUntil,
      startTime: sampleColumns.startTime,
      sampledOn: day.sampledOn,
    })
    .from(sampleColumns)
    .leftJoin(day, eq(day.id, sampleColumns.samplingDay))
    .where(
      and(
        eq(sampleColumns.method, methodId),
        inArray(sampleColumns.state, ['handingOver', 'received', 'distributed', 'testing']),
        isNull(sampleColumns.deleteTime),
        notExists(submittedRecords),
      ),
    )
    .orderBy(asc(sampleColumns.id))
    .for('update', { of: sampleColumns });
}

/**
 * Applies a changed storage time of a method (DOMAIN §1.11) to sent samples that wait for their test, so that a late
 * or corrected value counts for them, too. A day typed by a person stays, and so do samples on submitted records.
 */
export async function applyStorageDays(
  services: Pick<Services, 'env' | 'now'>,
  tx: Orm,
  call: Call<unknown>,
  methodId: number,
  change: StorageChange,
): Promise<void> {
  const samples = await lockWaitingSamples(tx, methodId);
  const datedSamples = samples.flatMap(({ startTime, sampledOn, keepUntil: storedKeepUntil, ...row }) => {
    const takenOn = startTime ? formatDay(startTime, services.env.zone) : sampledOn;
    const keepUntil = keepUntilOf(takenOn, change.after);
    return keepUntil !== storedKeepUntil &&
      (storedKeepUntil === null || storedKeepUntil === keepUntilOf(takenOn, change.before))
      ? [{ ...row, given: storedKeepUntil, keepUntil }]
      : [];
  });
  const stamp = { updateBy: call.viewer.user.id, updateTime: services.now() };
  for (const keepUntil of new Set(datedSamples.map((row) => row.keepUntil))) {
    const ids = datedSamples.filter((row) => row.keepUntil === keepUntil).map(({ id }) => id);
    await tx
      .update(sampleTable)
      .set({ keepUntil, ...stamp })
      .where(inArray(sampleTable.id, ids));
    await keepTasksUntil(tx, ids, keepUntil, stamp);
  }
  await recordAudit(
    tx,
    actorOf(call),
    datedSamples.map(({ id, sampleNo, organizationId, given: storedKeepUntil, keepUntil }) => ({
      action: 'edit' as const,
      entity: sample,
      entityId: id,
      title: sampleNo,
      organizationId,
      before: { keepUntil: storedKeepUntil },
      after: { keepUntil },
    })),
  );
}
