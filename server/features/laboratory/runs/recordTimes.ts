import { and, asc, eq, isNull } from 'drizzle-orm';
import { labRunInjection } from '@contract/features/laboratory/entities/labRunInjection';
import { injectionTimes } from '@contract/features/laboratory/runs/injectionTimes';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatMoment, parseMoment } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { labRunInjectionTable } from '@server/db/schema';
import { updateEach } from '@server/db/writeMany';
import type { Call } from '@server/http/route';
import type { RunReadLine, StoredRun } from './readRun';

/**
 * Writes the times of injection from a run's files into its sequence. The time of the instrument replaces a typed one;
 * an injection whose time the files do not give stays unchanged.
 */
export async function recordTimes(
  { services }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  storedRun: StoredRun,
  runReadLines: readonly RunReadLine[],
  reason: string,
): Promise<void> {
  if (!storedRun.runDate) return;
  const table = labRunInjectionTable;
  const injections = await tx
    .select()
    .from(table)
    .where(and(eq(table.run, storedRun.id), isNull(table.deleteTime)))
    .orderBy(asc(table.rowSort), asc(table.id));
  const times = injectionTimes(injections, runReadLines, storedRun.runDate);
  const { zone } = services.env;
  const changedRows = injections.flatMap((injection) => {
    const after = times.get(injection.id);
    const before = injection.injectedAt && formatMoment(injection.injectedAt, zone);
    return after === undefined || after === before ? [] : [{ injection, before, after }];
  });
  if (!changedRows.length) return;
  const changeMark = { updateBy: call.viewer.user.id, updateTime: services.now() };
  await updateEach(
    tx,
    table,
    changedRows.map(({ injection, after }) => ({
      id: injection.id,
      set: { injectedAt: parseMoment(after, zone), version: injection.version + 1, ...changeMark },
    })),
  );
  await recordAudit(
    tx,
    actorOf(call),
    changedRows.map(({ injection, before, after }) => ({
      action: 'edit' as const,
      entity: labRunInjection,
      entityId: injection.id,
      title: injection.injectionName,
      organizationId: injection.organizationId,
      before: { injectedAt: before },
      after: { injectedAt: after },
      reason,
    })),
  );
}
