import { sample } from '@contract/entities/siteSample/sample';
import { keepUntilOf } from '@contract/handOver';
import { and, asc, eq, inArray, isNull, ne, notExists } from 'drizzle-orm';
import { actorOf, recordAudit } from '../audit';
import { labSheetTable, labTaskTable, sampleTable, samplingDayTable } from '../db/schema';
import type { Orm } from '../db/orm';
import type { Call } from '../http/route';
import type { Services } from '../services';
import { formatDay } from '../zone';

export interface StorageChange {
  readonly before: number | null;
  readonly after: number | null;
}

/**
 * The method library says otherwise how long a method's samples keep (DOMAIN §1.11): those that were sent and wait for their test follow, so that a figure that
 * comes late or is corrected holds for them, too. A last day that somebody gave (a client's) stays, and so does what stands on a record that was handed in.
 */
export async function followStorage(services: Pick<Services, 'env' | 'now'>, tx: Orm, call: Call<unknown>, methodId: number, change: StorageChange): Promise<void> {
  const [one, day, task, sheet] = [sampleTable, samplingDayTable, labTaskTable, labSheetTable];
  const handedIn = tx.select({ id: task.id }).from(task).innerJoin(sheet, eq(sheet.id, task.sheet)).where(and(eq(task.sample, one.id), ne(sheet.state, 'drafting')));
  const samples = await tx
    .select({ id: one.id, sampleNo: one.sampleNo, organizationId: one.organizationId, keepUntil: one.keepUntil, startTime: one.startTime, sampledOn: day.sampledOn })
    .from(one)
    .leftJoin(day, eq(day.id, one.samplingDay))
    .where(and(eq(one.method, methodId), inArray(one.state, ['handingOver', 'received', 'distributed', 'testing']), isNull(one.deleteTime), notExists(handedIn)))
    .orderBy(asc(one.id))
    .for('update', { of: one });
  const dated = samples.flatMap(({ startTime, sampledOn, keepUntil: given, ...row }) => {
    const taken = startTime ? formatDay(startTime, services.env.zone) : sampledOn;
    const keepUntil = keepUntilOf(taken, change.after);
    return keepUntil !== given && (given === null || given === keepUntilOf(taken, change.before)) ? [{ ...row, given, keepUntil }] : [];
  });
  const stamp = { updateBy: call.viewer.user.id, updateTime: services.now() };
  for (const keepUntil of new Set(dated.map((row) => row.keepUntil))) {
    const ids = dated.filter((row) => row.keepUntil === keepUntil).map(({ id }) => id);
    await tx.update(one).set({ keepUntil, ...stamp }).where(inArray(one.id, ids));
    await tx.update(task).set({ keepUntil, ...stamp }).where(and(inArray(task.sample, ids), inArray(task.state, ['waiting', 'distributed', 'testing']), isNull(task.deleteTime)));
  }
  await recordAudit(tx, actorOf(call), dated.map(({ id, sampleNo, organizationId, given, keepUntil }) => ({ action: 'edit' as const, entity: sample, entityId: id, title: sampleNo, organizationId, before: { keepUntil: given }, after: { keepUntil } })));
}
