import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '@server/db/openDatabase';
import type { Orm } from '@server/db/orm';
import { installationSettingTable } from '@server/db/schema';
import { Refusal } from '@server/http/errors';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';

const key = 'maintenance';
const modeSchema = z.object({ text: z.string() });
/** Time for which a node caches the answer, ms. A change reaches every node within this time. */
const cacheMs = 5_000;

interface CachedMode {
  readonly requestedAt: number;
  readonly text: Promise<string | null>;
}
const knownOf = new WeakMap<Database, CachedMode>();

/** Returns the sentence that people see during a maintenance; null where there is no maintenance. */
export async function storedMaintenance(orm: Orm): Promise<string | null> {
  const [row] = await orm
    .select({ value: installationSettingTable.value })
    .from(installationSettingTable)
    .where(eq(installationSettingTable.key, key));
  return row ? modeSchema.parse(row.value).text : null;
}

/** Starts a maintenance with a sentence for people, or ends it. */
export async function storeMaintenance(tx: Orm, text: string | null, now: Date): Promise<void> {
  if (text === null) await tx.delete(installationSettingTable).where(eq(installationSettingTable.key, key));
  else
    await tx
      .insert(installationSettingTable)
      .values({ key, value: { text }, updateTime: now })
      .onConflictDoUpdate({
        target: installationSettingTable.key,
        set: { value: sql`excluded.value`, updateTime: now },
      });
}

/**
 * Refuses everybody but platform administrators while operators maintain the installation. Signing in and out remains
 * possible.
 *
 * @param path path of the route
 * @throws Refusal 503 with the operators' sentence
 */
export async function assertOpen(
  { database }: Pick<Services, 'database'>,
  viewer: Viewer | undefined,
  path: string,
): Promise<void> {
  if (!viewer || viewer.user.isAdmin || path.startsWith('auth/')) return;
  const now = performance.now();
  let cachedAnswer = knownOf.get(database);
  if (!cachedAnswer || now - cachedAnswer.requestedAt > cacheMs) {
    cachedAnswer = { requestedAt: now, text: storedMaintenance(database.orm) };
    // The next call repeats a failed query.
    cachedAnswer.text.catch(() => knownOf.delete(database));
    knownOf.set(database, cachedAnswer);
  }
  const text = await cachedAnswer.text;
  if (text !== null) throw new Refusal(503, 'maintenance', text);
}

/** Deletes the cached answer of this process, so that its next call queries again. */
export const forgetMaintenance = (database: Database): boolean => knownOf.delete(database);
