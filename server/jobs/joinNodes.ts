import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { nodeTexts } from '@contract/features/system/serverTexts';
import type { Env } from '@server/base/env';
import { keyFingerprint } from '@server/base/keyFingerprint';
import { readOrCreateId } from '@server/base/persistentId';
import { StartRefusal } from '@server/base/startRefusal';
import { thisBuild } from '@server/base/version';
import { nodeTable } from '../db/schema';
import type { Services } from '../services';
import { nodeOf } from './job';

// Nodes of one installation share the database, the file store, the key and the zone. A node with other settings
// would lose files, fail to verify signatures, or write other days, so it must not join.

/** Interval in ms at which a node reports that it runs. */
const beatIntervalMs = 10_000;
/** Time in s for which a silent node counts as running: four intervals. */
const silenceSeconds = 40;

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Returns the settings that all nodes must share; secrets only as hashes. */
function marksOf(env: Env): Record<keyof typeof nodeTexts.marks, string> {
  return {
    files:
      env.fileStore === 'file' ? readOrCreateId(join(env.dataDir, 'files', '.store-id')) : shortHash(env.fileStore),
    key: keyFingerprint(env),
    zone: env.zone,
    build: thisBuild(),
  };
}

interface NodeMembership {
  /** Records that this node has ended. */
  leave(): Promise<void>;
}

/**
 * Joins the running nodes of a PostgreSQL database and reports every few seconds that this node runs.
 *
 * @param nodeMarks settings that all nodes must share; by default the settings of this process
 * @throws StartRefusal that names the settings that differ from a running node
 */
export async function joinNodes(services: Services, nodeMarks = marksOf(services.env)): Promise<NodeMembership> {
  const { database, env, log } = services;
  if (database.kind !== 'postgres') return { leave: async () => undefined };
  const id = readOrCreateId(join(env.dataDir, 'node-id'));
  const currentTime = sql`now()`;
  await database.transaction(async (tx) => {
    // The lock makes two nodes that start together find each other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('occhealth nodes', 0))`);
    const otherNodes = await tx
      .select()
      .from(nodeTable)
      .where(and(ne(nodeTable.id, id), gt(nodeTable.seenTime, sql`now() - make_interval(secs => ${silenceSeconds})`)));
    for (const otherNode of otherNodes) {
      const differentMarks = Object.entries(nodeTexts.marks).flatMap(([markName, label]) =>
        otherNode.marks[markName] === nodeMarks[markName as keyof typeof nodeMarks] ? [] : [label],
      );
      if (differentMarks.length)
        throw new StartRefusal(nodeTexts.apart(otherNode.name, differentMarks, silenceSeconds));
    }
    const nodeValues = { name: nodeOf(services), marks: nodeMarks, seenTime: currentTime };
    await tx
      .insert(nodeTable)
      .values({ id, ...nodeValues })
      .onConflictDoUpdate({ target: nodeTable.id, set: nodeValues });
    await tx.execute(sql`delete from node where seen_time < now() - interval '1 day'`);
  });
  const timer = setInterval(
    () =>
      void database.orm
        .update(nodeTable)
        .set({ seenTime: currentTime })
        .where(eq(nodeTable.id, id))
        .catch((error: unknown) => log.warn({ err: error }, 'this node could not say that it runs')),
    beatIntervalMs,
  );
  timer.unref();
  return {
    async leave() {
      clearInterval(timer);
      await database.orm
        .delete(nodeTable)
        .where(eq(nodeTable.id, id))
        .catch(() => undefined);
    },
  };
}
