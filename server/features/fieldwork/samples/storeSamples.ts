import { inArray, sql } from 'drizzle-orm';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { isInLaboratory } from '@contract/features/fieldwork/samples/sampleMachine';
import { storageTexts } from '@contract/features/laboratory/tasks/storageTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { RowReference } from '@server/crud/assertSeenVersion';
import { type OperationContext, findAll } from '@server/crud/operations';
import { once } from '@server/crud/runOnce';
import { sampleTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import { sampleStateLabel } from '../handOver/circulationSheets';

/**
 * Stores the storage place of samples: of all or of none.
 * @param location name of a room or storage place; null clears it
 * @throws Refusal 404 for a sample that the viewer may not see; 409 for a sample that the laboratory does not keep
 */
export async function storeSamples(
  context: OperationContext,
  rows: readonly RowReference[],
  location: string | null,
): Promise<number> {
  const { services, call } = context;
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      const samples = await findAll(context, tx, rows);
      const awaySample = samples.find(({ state }) => !isInLaboratory(String(state)));
      if (awaySample)
        throw conflict(
          storageTexts.notHere(String(awaySample.sampleNo), sampleStateLabel(String(awaySample.state))),
          'wrongState',
        );
      const changedSamples = samples.filter((storedSample) => (storedSample.location ?? null) !== location);
      if (!changedSamples.length) return samples.length;
      await tx
        .update(sampleTable)
        .set({
          location,
          version: sql`${sampleTable.version} + 1`,
          updateBy: call.viewer.user.id,
          updateTime: services.now(),
        })
        .where(
          inArray(
            sampleTable.id,
            changedSamples.map(({ id }) => id),
          ),
        );
      await recordAudit(
        tx,
        actorOf(call),
        changedSamples.map((storedSample) => ({
          action: 'edit' as const,
          entity: sample,
          entityId: storedSample.id,
          title: String(storedSample.sampleNo),
          organizationId: storedSample.organizationId,
          before: { location: storedSample.location ?? null },
          after: { location },
        })),
      );
      return samples.length;
    }),
  );
}
