import { randomUUID } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

type DiskState = 'ok' | 'low' | 'full';

/** Free bytes below which an administrator is warned: a day's photographs. */
const low = 500 * 1024 * 1024;
/** How long an answer is cached, ms, because anybody may ask. */
const holds = 5_000;
const probe = Buffer.alloc(64 * 1024, 1);

async function look(directory: string): Promise<DiskState> {
  const path = join(directory, `health.${randomUUID()}`);
  try {
    // Quotas and reserved blocks show only by writing.
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.write(probe);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize < low ? 'low' : 'ok';
  } catch (error) {
    if (/^(ENOSPC|EDQUOT)$/.test(String((error as NodeJS.ErrnoException).code))) return 'full';
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

/** Makes a check whether the disk of a directory can be written, at most once every few seconds. */
export function diskWatch(directory: string, now: () => number = () => performance.now()): () => Promise<DiskState> {
  let asked = -Infinity;
  let state: Promise<DiskState> = Promise.resolve('ok');
  return () => {
    if (now() - asked >= holds) {
      asked = now();
      state = look(directory);
    }
    return state;
  };
}
