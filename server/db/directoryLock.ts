// Lock of the data directory. PGlite has no lock, and two processes in one directory damage it silently (DESIGN
// §4.1). Node has no flock. The lock is a socket in the directory, which the system closes with its process. It works
// across process ids and host names of containers.
import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartRefusal } from '@server/base/startRefusal';

/** Interval of the lock holder's heartbeat, ms. */
const heartbeatMs = 10_000;
/** Time without a heartbeat, ms, after which a holder on another machine counts as dead. */
const silenceLimitMs = 60_000;

interface LockHolder {
  pid: number;
  /** Boot and start time of the process, where known, because a restarted container reuses process ids. */
  started: string | null;
  host: string;
  /** Name of the holder's socket in the directory; null where the system has no sockets. */
  socket: string | null;
}

/** Returns the id of this boot. Processes of the same boot can reach each other's sockets, in any container. */
function bootOf(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}

/** Returns boot and start time of a process, as in `Holder.started`; null where the system does not provide them. */
function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${bootOf() ?? ''} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
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

/**
 * Runs the work with a short path of a socket, through the open directory, because such a path is limited to about a
 * hundred bytes.
 */
function withSocket<T>(directory: string, name: string, work: (path: string) => T): T {
  const handle = openSync(directory, 'r');
  try {
    return work(`/proc/self/fd/${handle}/${name}`);
  } finally {
    closeSync(handle);
  }
}

const hasSockets = (): boolean => existsSync('/proc/self/fd');

/** Listens on a socket of that name as long as this process lives; null where the system has no sockets. */
async function listenOn(directory: string, name: string): Promise<Server | null> {
  if (!hasSockets()) return null;
  const server = createServer((socket) => socket.destroy());
  const listening = new Promise<boolean>((resolve) => {
    server.once('listening', () => resolve(true));
    server.once('error', () => resolve(false));
  });
  withSocket(directory, name, (path) => server.listen(path));
  server.unref();
  return (await listening) ? server : null;
}

/**
 * Returns whether a process listens on the socket. The system also accepts connections for a busy or stopped process.
 */
function isListening(directory: string, name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = withSocket(directory, name, (path) => createConnection(path));
    const settleAs = (isAnswered: boolean) => () => {
      socket.destroy();
      resolve(isAnswered);
    };
    socket.once('connect', settleAs(true));
    socket.once('error', settleAs(false));
  });
}

const socketName = /^lock\.[\w.]+\.sock$/;

function holderOf(text: string): Partial<LockHolder> | undefined {
  try {
    return JSON.parse(text) as Partial<LockHolder>;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether the holder of a lock lives, by its socket, else by its process id, else by its heartbeat.
 * @param path of the lock file
 * @param text content of the lock file; invalid content counts as a dead holder
 */
async function isAlive(directory: string, path: string, text: string): Promise<boolean> {
  const holder = holderOf(text);
  if (!holder) return false;
  const boot = bootOf();
  if (holder.socket && socketName.test(holder.socket)) {
    if (await isListening(directory, holder.socket)) return true;
    // Within the same boot, a holder whose socket is closed is dead.
    if (boot !== null && holder.started?.startsWith(`${boot} `)) return false;
  }
  const isBeating = (): boolean => Date.now() - statSync(path).mtimeMs < silenceLimitMs;
  if (holder.host !== hostname()) return isBeating();
  if (!holder.pid || !isRunning(holder.pid)) return false;
  const started = startTimeOf(holder.pid);
  return started === null || !holder.started || holder.started === started;
}

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Creates the lock as a hard link, which appears atomically and never replaces a file. */
function createLock(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const inUse = (directory: string) =>
  new StartRefusal(`数据目录 ${directory} 正被另一个进程使用，请先停止该进程，或用 DATA_DIR 指定其他目录。`);

function removeSocketOf(path: string, text: string): void {
  const socket = holderOf(text)?.socket;
  if (socket && socketName.test(socket)) rmSync(join(dirname(path), socket), { force: true });
}

/** Removes the lock of a dead holder. If it turns out to be a new lock, it is restored. */
function removeStale(path: string, staleContent: string, asidePath: string): void {
  try {
    renameSync(path, asidePath);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readLock(asidePath) !== staleContent) createLock(asidePath, path);
  else removeSocketOf(path, staleContent);
  rmSync(asidePath, { force: true });
}

/**
 * Locks the directory for this process, and creates it if it is missing. The lock of a dead process is replaced.
 * @param onLost callback after another process has taken the directory nevertheless; this process must not write any
 * more
 * @returns a function that releases the lock
 * @throws StartRefusal where a living process holds the lock
 */
export async function lockDirectory(directory: string, onLost: () => void = () => undefined): Promise<() => void> {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    throw new StartRefusal(
      `数据目录 ${directory} 无法创建（${(error as NodeJS.ErrnoException).code ?? '未知原因'}），请检查 DATA_DIR 及其权限。`,
    );
  }
  const path = join(directory, 'lock.json');
  const name = `lock.${process.pid}.${Math.random().toString(36).slice(2)}`;
  const ownPath = join(directory, name);
  let server: Server | null = null;
  let ownContent = '';
  const fallSilent = (): void => {
    server?.close();
    // Node would remove the socket by its original path, which no longer exists.
    rmSync(`${ownPath}.sock`, { force: true });
  };
  try {
    server = await listenOn(directory, `${name}.sock`);
    ownContent = JSON.stringify({
      pid: process.pid,
      started: startTimeOf(process.pid),
      host: hostname(),
      socket: server ? `${name}.sock` : null,
      nonce: ownPath,
    } satisfies LockHolder & { nonce: string });
    writeFileSync(ownPath, ownContent);
    if (!createLock(ownPath, path)) {
      const heldContent = readLock(path);
      if (heldContent !== undefined && (await isAlive(directory, path, heldContent))) throw inUse(directory);
      if (heldContent !== undefined) removeStale(path, heldContent, `${ownPath}.stale`);
      if (!createLock(ownPath, path)) throw inUse(directory);
      // Another process may have found the same dead lock and moved ours away. One of the two has to notice.
      await wait(50);
      if (readLock(path) !== ownContent) throw inUse(directory);
    }
  } catch (error) {
    fallSilent();
    if (error instanceof StartRefusal) throw error;
    throw new StartRefusal(
      `数据目录 ${directory} 无法写入（${(error as NodeJS.ErrnoException).code ?? '未知原因'}），请检查其权限。`,
    );
  } finally {
    rmSync(ownPath, { force: true });
  }
  const timer = setInterval(() => {
    const heldContent = readLock(path);
    if (heldContent !== undefined && heldContent !== ownContent) {
      clearInterval(timer);
      onLost();
      return;
    }
    const now = new Date();
    try {
      utimesSync(path, now, now);
    } catch {
      // The next heartbeat tries again.
    }
  }, heartbeatMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    fallSilent();
    if (readLock(path) === ownContent) rmSync(path, { force: true });
  };
}
