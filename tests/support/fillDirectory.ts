// Run by filledDirectory(): builds what is stale, and fills dist/filled unless another process has just done so.
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@server/db/openDatabase';
import { buildProduct, startIn } from '../browser/support/productServer';
import { isFilled, kept, wantedStamp } from './filledDirectory';
import { pgliteTemplate } from './pgliteTemplate';

const lock = join(kept, 'lock');

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Waits for another filling process; removes the lock of a killed one. */
async function lockFilling(): Promise<void> {
  await mkdir(kept, { recursive: true });
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch {
      const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
      if (holder && !isAlive(holder)) await rm(lock, { force: true });
      await pause(200);
    }
  }
}

await lockFilling();
try {
  await buildProduct('server');
  if (!isFilled()) {
    const stamp = wantedStamp();
    const directory = await mkdtemp(join(kept, 'filling-'));
    // Creating and migrating a database is tested elsewhere.
    await (await openDatabase({ dataDir: directory, template: await pgliteTemplate('migrated') })).close();
    const product = await startIn(directory);
    await product.stop();
    await rm(join(kept, 'stamp'), { force: true });
    await rm(join(kept, 'data'), { recursive: true, force: true });
    await rename(directory, join(kept, 'data'));
    await writeFile(join(kept, 'stamp'), stamp);
  }
} finally {
  await rm(lock, { force: true });
}
