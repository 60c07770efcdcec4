import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function take(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  for (;;) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx' });
      return;
    } catch {
      const holder = Number(await readFile(path, 'utf8').catch(() => ''));
      if (holder && !isAlive(holder)) await rm(path, { force: true });
      await pause(200);
    }
  }
}

/** Does work while no other process does it; the lock of a killed process is removed. */
export async function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
  await take(path);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}
