import { randomUUID } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

type DiskState = 'ok' | 'low' | 'full';

/** Free space, bytes, below which an administrator is warned; enough for a day's photographs. */
const lowSpaceBytes = 500 * 1024 * 1024;
/** Time for which an answer is cached, ms, because anybody may request it. */
const cacheMs = 5_000;
const probeBytes = Buffer.alloc(64 * 1024, 1);

async function readDiskState(directory: string): Promise<DiskState> {
  const path = join(directory, `health.${randomUUID()}`);
  try {
    // Only a write shows quotas and reserved blocks.
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.write(probeBytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize < lowSpaceBytes ? 'low' : 'ok';
  } catch (error) {
    if (/^(ENOSPC|EDQUOT)$/.test(String((error as NodeJS.ErrnoException).code))) return 'full';
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

/** Returns a function that checks whether the disk of a directory can be written, at most once every few seconds. */
export function diskWatch(directory: string, now: () => number = () => performance.now()): () => Promise<DiskState> {
  let requestedAt = -Infinity;
  let state: Promise<DiskState> = Promise.resolve('ok');
  return () => {
    if (now() - requestedAt >= cacheMs) {
      requestedAt = now();
      state = readDiskState(directory);
    }
    return state;
  };
}

/** Returns whether an error, or one of its causes, means that a disk is full. */
export function isDiskFull(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { code } = at as { code?: unknown };
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return true;
  }
  return false;
}
