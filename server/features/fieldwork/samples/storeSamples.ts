import { inArray, sql } from 'drizzle-orm';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { standsHere } from '@contract/features/fieldwork/samples/sampleMachine';
import { storageTexts } from '@contract/features/laboratory/tasks/storageTexts';
import { actorOf, recordAudit } from '@server/audit/trail';
import type { Wanted } from '@server/crud/asShown';
import { once } from '@server/crud/idempotent';
import { type Desk, findAll } from '@server/crud/operations';
import { sampleTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import { sampleStateLabel } from '../handOver/circulationSheets';

/**
 * Stores the storage place of samples: of all or of none.
 * @param location name of a room or storage place; null clears it
 * @throws Refusal 404 for a sample that the viewer may not see; 409 for a sample that the laboratory does not keep
 */
export async function storeSamples(desk: Desk, rows: readonly Wanted[], location: string | null): Promise<number> {
  const { services, call } = desk;
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      const samples = await findAll(desk, tx, rows);
      const away = samples.find(({ state }) => !standsHere(String(state)));
      if (away)
        throw conflict(storageTexts.notHere(String(away.sampleNo), sampleStateLabel(String(away.state))), 'wrongState');
      const changed = samples.filter((one) => (one.location ?? null) !== location);
      if (!changed.length) return samples.length;
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
            changed.map(({ id }) => id),
          ),
        );
      await recordAudit(
        tx,
        actorOf(call),
        changed.map((one) => ({
          action: 'edit' as const,
          entity: sample,
          entityId: one.id,
          title: String(one.sampleNo),
          organizationId: one.organizationId,
          before: { location: one.location ?? null },
          after: { location },
        })),
      );
      return samples.length;
    }),
  );
}
