// What serves for days is started by this: a server that ends in any other way than by being told to is started again,
// without anybody's help.
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { databaseStopped, endedBefore } from '@server/base/exitCodes';

/** ms from an end to the next start, growing from one end to the next; the last again and again. */
const pauses = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000];
/** ms between two starts while a full disk keeps the database from working. */
const diskPause = 5_000;
/** ms of serving after which an end is the first of its kind again. */
const steady = 600_000;
const main = fileURLToPath(new URL('main.js', import.meta.url));

let server: ChildProcess | undefined;
/** Whether one with these settings has served before: what can't start at all is not tried again. */
let served = false;
/** When the present one began to serve. */
let servingSince = 0;
/** Ends since it last served steadily. */
let ends = 0;
/** From the end of a server whose database had stopped until one serves again. */
let recovering = false;
let stopping = false;

function start(before?: string): void {
  servingSince = 0;
  // By its channel the server learns that we are gone, however we went, and tells us that it serves.
  server = spawn(process.execPath, [...process.execArgv, main, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: before === undefined ? process.env : { ...process.env, [endedBefore]: before },
  });
  server.once('message', () => {
    if (recovering) console.error('内置数据库已恢复，服务已重新启动。');
    else if (served) console.error('服务已重新启动。');
    recovering = false;
    served = true;
    servingSince = Date.now();
  });
  server.once('exit', ended);
}

function pauseAfter(code: number | null): number {
  if (code === databaseStopped || recovering) {
    if (!recovering)
      console.error(`等待磁盘腾出空间：每 ${diskPause / 1_000} 秒自动重新启动一次，直到内置数据库恢复，无需人工启动。`);
    recovering = true;
    return diskPause;
  }
  if (servingSince && Date.now() - servingSince >= steady) ends = 0;
  const pause = pauses[Math.min(ends, pauses.length - 1)] ?? diskPause;
  ends += 1;
  return pause;
}

function ended(code: number | null, signal: NodeJS.Signals | null): void {
  server = undefined;
  const told = stopping || code === 0;
  // On a disk that is still full a start may fail in any way: one that served with the same settings before is tried
  // again.
  if (told || !(served || code === databaseStopped)) {
    // Told to stop while it started, it died of the signal, which systemd takes for a clean end, and its number for a
    // failure. The first process of a container can't.
    if (stopping && signal) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    }
    process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0));
  }
  const pause = pauseAfter(code);
  const how = signal ?? String(code);
  if (!recovering) console.error(`服务异常退出（${how}），${pause / 1_000} 秒后自动重新启动。`);
  setTimeout(start, pause, how);
}

function stop(signal: NodeJS.Signals): void {
  stopping = true;
  if (server) server.kill(signal);
  else process.exit(0);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
start();
