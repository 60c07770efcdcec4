// PGlite takes no lock of its own: two processes on one directory corrupt it silently (DESIGN 4.1).
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartRefusal } from '../startRefusal';

const beat = 10_000;
/** ms without a beat after which a holder on another machine counts as gone. */
const silence = 60_000;

interface Holder {
  pid: number;
  /** Start time and boot of that process where the system tells: a restarted container gets the same pid again. */
  started: string | null;
  host: string;
}

function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isAlive(path: string, text: string): boolean {
  let holder: Partial<Holder>;
  try {
    holder = JSON.parse(text) as Partial<Holder>;
  } catch {
    return false;
  }
  if (holder.host !== hostname()) return Date.now() - statSync(path).mtimeMs < silence;
  if (!holder.pid || !isRunning(holder.pid)) return false;
  const started = startOf(holder.pid);
  return started === null || !holder.started || holder.started === started;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Hard links appear whole or not at all, and never over another file. */
function place(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const inUse = (directory: string) => new StartRefusal(`数据目录 ${directory} 正被另一个进程使用，请先停止该进程，或用 DATA_DIR 指定其他目录。`);

/** Removes a dead holder's lock; a lock that turns out to be another one is put back. */
function removeStale(path: string, judged: string, aside: string): void {
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (read(aside) !== judged) place(aside, path);
  rmSync(aside, { force: true });
}

/**
 * Takes the directory for this process alone, making it when missing. A dead process's lock is taken over.
 * @returns what gives it back
 * @throws StartRefusal when a living process holds it
 */
export async function lockDirectory(directory: string): Promise<() => void> {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    throw new StartRefusal(`数据目录 ${directory} 无法创建（${(error as NodeJS.ErrnoException).code ?? '未知原因'}），请检查 DATA_DIR 及其权限。`);
  }
  const path = join(directory, 'lock.json');
  const own = join(directory, `lock.${process.pid}.${Math.random().toString(36).slice(2)}`);
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid), host: hostname(), nonce: own } satisfies Holder & { nonce: string });
  try {
    writeFileSync(own, mine);
    if (!place(own, path)) {
      const held = read(path);
      if (held !== undefined && isAlive(path, held)) throw inUse(directory);
      if (held !== undefined) removeStale(path, held, `${own}.stale`);
      if (!place(own, path)) throw inUse(directory);
      // Another process may have judged the same dead lock and moved ours away in the meantime: one of us must notice.
      await wait(50);
      if (read(path) !== mine) throw inUse(directory);
    }
  } catch (error) {
    if (error instanceof StartRefusal) throw error;
    throw new StartRefusal(`数据目录 ${directory} 无法写入（${(error as NodeJS.ErrnoException).code ?? '未知原因'}），请检查其权限。`);
  } finally {
    rmSync(own, { force: true });
  }
  const timer = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(path, now, now);
    } catch {
      // The next beat tries again.
    }
  }, beat);
  timer.unref();
  return () => {
    clearInterval(timer);
    if (read(path) === mine) rmSync(path, { force: true });
  };
}
