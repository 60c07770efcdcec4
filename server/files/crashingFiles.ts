import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type deathCauses, crashingFileTexts } from '@contract/features/system/crashingFiles';
import { ChildDeath } from '@server/child/processPool';
import { crashingFileTable } from '@server/db/schema';
import { Refusal } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

interface FileReading {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Hash of the bytes, where known. */
  readonly sha256?: string;
}

/**
 * Returns why the reading process ended. A timeout does not count, because it is the fault of the machine and not of
 * the file.
 */
function crashCauseOf(error: unknown): keyof typeof deathCauses | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof ChildDeath && cause.deathCause !== 'wait' ? cause.deathCause : undefined;
}

/**
 * Reads a file by `readFile`, unless a file with the same content ended its reader before. Remembers a file that ends
 * its reader.
 * @param readFile reads the file in a child process
 * @throws Refusal 400 for a remembered file; and the errors of `readFile`
 */
export async function readUnlessCrashing<T>(
  { database, log, now }: Services,
  { viewer }: Pick<Call<unknown>, 'viewer'>,
  { name, bytes, sha256 = createHash('sha256').update(bytes).digest('hex') }: FileReading,
  readFile: () => Promise<T>,
): Promise<T> {
  const [knownCrash] = await database.orm
    .select({ sha256: crashingFileTable.sha256 })
    .from(crashingFileTable)
    .where(eq(crashingFileTable.sha256, sha256));
  if (knownCrash) throw new Refusal(400, 'deadlyFile', crashingFileTexts.closed(name));
  try {
    return await readFile();
  } catch (error) {
    const cause = crashCauseOf(error);
    if (cause) {
      log.error({ sha256, cause }, 'a file ended its reader and is not opened again');
      await database.orm
        .insert(crashingFileTable)
        .values({
          sha256,
          name,
          cause,
          organizationId: viewer.homeOrganizationId,
          createBy: viewer.user.id,
          createTime: now(),
        })
        .onConflictDoNothing();
    }
    throw error;
  }
}
